// The Collatz sample through the whole program, text to PNG to numbers, on both software drivers; and the changes that its
// text proposes to try.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';

import * as h from './harness.mjs';

const drivers = ['swiftshader', 'llvmpipe'];
const text = readFileSync(h.sample, 'utf8');

function lanes(file, driver, ...more) {
  const { exit, stdout, stderr } = h.pngine(['run', file, '--json', '--adapter', driver, ...more]);
  assert.equal(exit, 0, stderr);
  const { readbacks, adapter } = JSON.parse(stdout);
  assert.ok(adapter.software, `${adapter.name} is a software adapter`);
  return readbacks.map((readback) => readback.lanes);
}

/** The sample changed; each replacement must really find something. */
function changed(name, ...replacements) {
  let out = text;
  for (const [from, to] of replacements) {
    assert.ok(out.includes(from), `the sample has no ${from}`);
    out = out.replaceAll(from, to);
  }
  h.put(`${name}.sjon`, out);
  h.compile(`${name}.sjon`, `${name}.png`);
  return `${name}.png`;
}

for (const driver of drivers) {
  test(`${driver}: the four numbers, each frame`, () => {
    h.compile(h.sample, 'collatz.png');
    const known = [131072, 106239, 353, 14457822];
    assert.deepEqual(lanes('collatz.png', driver, '--frames', '3'), [known, known, known]);
  });

  test(`${driver}: the limit raised to 159486`, () => {
    const png = changed('raised', [':value 131072', ':value 159486'], ['131072u', '159486u']);
    assert.deepEqual(lanes(png, driver), [[159486, 156159, 382, 17911605]]);
  });

  test(`${driver}: a fifth lane`, () => {
    const png = changed('fifth', [':size 32', ':size 40'], ['    answer[0] =', '    answer[4] = vec2u(5u, 0u);\n    answer[0] =']);
    assert.deepEqual(lanes(png, driver), [[131072, 106239, 353, 14457822, 5]]);
  });

  test(`${driver}: without the queue nothing comes back`, () => {
    const png = changed('silent', [' fetch]', ']']);
    assert.deepEqual(lanes(png, driver), []);
  });
}

test('without the queue, validate warns and says yes', () => {
  changed('warned', [' fetch]', ']']);
  const { exit, stderr } = h.pngine(['validate', 'warned.sjon']);
  assert.equal(exit, 0);
  assert.match(stderr, /readback/);
  assert.equal(h.pngine(['validate', '--strict', 'warned.sjon']).exit, 1);
});

test('compiling twice gives the same bytes', () => {
  assert.deepEqual(h.compile(h.sample, 'one.png'), h.compile(h.sample, 'two.png'));
});

test('CSV and NPY carry the same lanes', () => {
  h.compile(h.sample, 'collatz.png');
  const csv = h.pngine(['run', 'collatz.png', '--csv']).stdout.toString().trim().split('\n');
  assert.deepEqual(csv.slice(1).map((row) => row.split(',').at(-1)), ['131072', '106239', '353', '14457822']);
  const npy = h.pngine(['run', 'collatz.png', '--npy', '-']).stdout;
  assert.equal(npy.subarray(1, 6).toString(), 'NUMPY');
  assert.equal(npy.readUInt16LE(8) % 64, 54, 'the data is aligned to 64 bytes');
  assert.equal(npy.readBigUInt64LE(npy.length - 8), 14457822n);
});
