// Every sample, example and feature program, with its shaders as written and minified: the same pictures and lanes on
// SwiftShader to the last bit, the same table of uniforms, and nothing that Tint or the driver's front end refuses.
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { test } from 'node:test';

import * as h from './harness.mjs';

const native = join(dirname(h.program), 'compare_native');
const files = (folder) =>
  readdirSync(join(h.root, folder), { recursive: true }).filter((name) => name.endsWith('.sjon')).sort().map((name) => join(h.root, folder, name));

/** One JSON object a program; several processes share the work. */
async function compared(frames, sources) {
  const shares = Array.from({ length: 3 }, (_, i) => sources.filter((_, k) => k % 3 === i)).filter((share) => share.length > 0);
  const texts = await Promise.all(shares.map((share) => new Promise((resolve, reject) => {
    const child = spawn(native, ['--minify', frames, ...share], { stdio: ['ignore', 'pipe', 'pipe'], env: { ...process.env, NO_COLOR: '1' } });
    let out = '', errors = '';
    child.stdout.on('data', (data) => { out += data; });
    child.stderr.on('data', (data) => { errors += data; });
    child.on('error', reject);
    child.on('close', (code) => (code === 0 ? resolve(out) : reject(new Error(`compare_native gave ${code}: ${errors}`))));
  })));
  return texts.join('').trim().split('\n').map((line) => JSON.parse(line));
}

const measuresTime = (file) => /:type timestamp/.test(readFileSync(file, 'utf8'));

async function same(frames, sources) {
  const results = await compared(frames, sources);
  assert.equal(results.length, sources.length);
  const timed = new Set(sources.filter(measuresTime).map((file) => file.replace(/^.*\/|\.sjon$/g, '')));
  const wrong = [];
  for (const result of results) {
    const { program, compiled, findings, errors, plays, samePictures, sameLanes, uniforms, before, after } = result;
    assert.ok(compiled, `${program}: ${findings}`);
    const good = samePictures && (sameLanes || timed.has(program)) && uniforms && (errors.length === 0 || !plays) &&
      !findings.includes('minified') && after <= before;
    if (!good) wrong.push(JSON.stringify(result));
  }
  assert.deepEqual(wrong, []);
  assert.ok(results.filter(({ plays, pictures }) => plays && pictures > 0).length > results.length * 0.9, 'nearly all of them play');
  const sum = (key) => results.reduce((total, result) => total + (result[key] ?? 0), 0);
  assert.ok(sum('after') < sum('before') * 0.8, 'and the shaders are shorter');
}

const skip = existsSync(native) ? false : `${native} is not built`;
test('samples and examples', { skip }, () => same('0,1', [...files('samples'), ...files('docs/examples')]));
test('feature programs', { skip }, () => same('0', files('tests/features')));
