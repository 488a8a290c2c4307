// "PASSED FAILED" out of a test runner's output: `N passed, N failed`, vitest's or node's closing lines.
// A runner that failed without saying how many counts as one failure; one that ran nothing counts as a failure too.
import { readFileSync } from 'node:fs';

const [file, status] = process.argv.slice(2);
const text = readFileSync(file, 'utf8').replaceAll(/\x1b\[[0-9;]*m/g, '');
const last = (pattern) => [...text.matchAll(pattern)].at(-1);

let counts = [0, 0];
const plain = last(/^(\d+) passed, (\d+) failed/gm);
const vitest = last(/^\s*Tests\s+(?:(\d+) failed)?(?:[ |]*(\d+) passed)?/gm);
const node = [last(/^[#ℹ] pass (\d+)/gm), last(/^[#ℹ] fail (\d+)/gm)];
if (plain) counts = [Number(plain[1]), Number(plain[2])];
else if (vitest) counts = [Number(vitest[2] ?? 0), Number(vitest[1] ?? 0)];
else if (node[0]) counts = [Number(node[0][1]), Number(node[1]?.[1] ?? 0)];
if (counts[1] === 0 && (status !== '0' || counts[0] === 0)) counts[1] = 1;
console.log(...counts);
