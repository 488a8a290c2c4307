// Runs every sample's PNG on both software drivers and compares the numbers that come back, with each other and with the
// sample's meta.json. A lane without a known value may hold rounded floating point: there the drivers agree to a thousandth. Prints one line per sample; exit status 1 on a disagreement.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';

const pngine = resolve(process.env.PNGINE_BIN ?? 'build/release/bin/pngine');
const adapters = ['swiftshader', 'llvmpipe'];
const scratch = mkdtempSync(join(tmpdir(), 'compare-'));

function pngineSays(...args) {
  const done = spawnSync(pngine, args, { encoding: 'utf8', maxBuffer: 1 << 28 });
  if (done.status !== 0) throw new Error(done.error?.message ?? (done.stderr.trim().split('\n').at(-1) || `exit ${done.status}`));
  return done.stdout;
}

/** Lanes of the last readback as text; empty where the program hands nothing back. */
function lanesOn(adapter, png) {
  const { readbacks = [] } = JSON.parse(pngineSays('run', png, '--json', '--adapter', adapter));
  return (readbacks.at(-1)?.lanes ?? []).map(String);
}

function compareSample(folder, file) {
  const png = join(scratch, file.replace(/sjon$/, 'png'));
  pngineSays('render', join(folder, file), '-o', png);
  const results = adapters.map((adapter) => lanesOn(adapter, png));
  const meta = join(folder, 'meta.json');
  const known = existsSync(meta) ? (JSON.parse(readFileSync(meta, 'utf8')).lanes ?? []) : [];
  const count = known.length || results[0].length;
  const equal = results.every((lanes) => lanes.length === count && lanes.every((lane, i) => agrees(lane, results[0][i], known[i])));
  const text = [...adapters, 'known'].map((name, i) => `${name}: ${(results[i] ?? known.map(({ value }) => value ?? '-')).join(' ')}`).join('; ');
  return { equal, text: equal ? results[0].join(' ') || 'nothing comes back' : text };
}

/** Whether a lane is as known, where it is, and as on the other driver. */
function agrees(lane, other, { value, label } = {}) {
  if (label === undefined || value !== undefined) return lane === other && (value === undefined || lane === String(value));
  return Math.abs(lane - other) <= 2 + Math.abs(other) / 1000;
}

let failed = 0;
let passed = 0;
for (const name of readdirSync('samples').sort()) {
  const folder = join('samples', name);
  for (const file of readdirSync(folder).filter((entry) => entry.endsWith('.sjon'))) {
    let result;
    try {
      result = compareSample(folder, file);
    } catch (error) {
      result = { equal: false, text: error.message };
    }
    if (result.equal) passed += 1;
    else failed += 1;
    console.log(`${result.equal ? 'same' : 'DIFFERENT'}  ${file}  ${result.text}`);
  }
}
rmSync(scratch, { recursive: true, force: true });
console.log(`${passed} passed, ${failed} failed`);
process.exitCode = failed === 0 ? 0 : 1;
