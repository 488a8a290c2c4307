// Prints what `pngine run --json` of a sample says (standard input), with the labels and the mean of its meta.json.
import { readFileSync } from 'node:fs';

const meta = JSON.parse(readFileSync(process.argv[2], 'utf8'));
const run = JSON.parse(readFileSync(0, 'utf8'));
const lanes = run.readbacks.at(-1).lanes.map(Number);
const adapter = typeof run.adapter === 'string' ? run.adapter : run.adapter.name;

console.log(`adapter: ${adapter}`);
lanes.forEach((value, i) => console.log(`${meta.lanes[i]?.label ?? `lane ${i}`}: ${value}`));
const [over, under] = meta.mean.of.map((lane) => lanes[lane]);
console.log(`${meta.mean.label}: ${(over / under).toFixed(meta.mean.digits)}`);
const wrong = meta.lanes.some(({ value }, i) => value !== lanes[i]);
if (wrong) console.log('these are not the numbers that the sample is known to give');
process.exit(wrong ? 1 : 0);
