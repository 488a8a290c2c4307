// Bundles, and the comparison of pictures.
import assert from 'node:assert/strict';
import { mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { deflateSync } from 'node:zlib';
import { pngine, png, put, refuses, root, sample, scratch } from './harness.mjs';

/** A picture of RGBA pixels, each a list of four. */
function picture(name, width, pixels) {
  const head = Buffer.alloc(13);
  head.writeUInt32BE(width, 0);
  head.writeUInt32BE(pixels.length / width, 4);
  head.set([8, 6, 0, 0, 0], 8);
  const rows = [];
  for (let at = 0; at < pixels.length; at += width) rows.push(0, ...pixels.slice(at, at + width).flat());
  return put(name, png([
    { type: 'IHDR', data: head }, { type: 'IDAT', data: deflateSync(Buffer.from(rows)) }, { type: 'IEND', data: Buffer.alloc(0) },
  ]));
}

const grey = (value) => [value, value, value, 255];
const row = (n, odd, value = 100, other = 107) => Array.from({ length: n }, (_, i) => grey(i < odd ? other : value));

function diff(a, b, ...options) {
  const done = pngine(['diff', a, b, '--json', ...options]);
  return { exit: done.exit, ...JSON.parse(done.stdout) };
}

test('equal pictures match, also under the strictest tolerance', () => {
  const a = picture('a.png', 4, row(8, 0));
  const done = diff(a, a, '--precision', '1', '--max-diff', '0');
  assert.deepEqual(done, {
    exit: 0, result: 'match', width: 4, height: 2, match_percentage: 1, differing_pixels: 0, total_pixels: 8, max_difference: 0,
    precision: 1, max_pixel_difference: 0,
  });
});

test('a pixel counts by its worst channel, the picture by its share of pixels', () => {
  const a = picture('base.png', 100, row(1000, 0));
  const few = picture('few.png', 100, row(1000, 15)); // 15 of 1000 are off by 7
  const many = picture('many.png', 100, row(1000, 16));
  assert.deepEqual([diff(a, few).result, diff(a, few).match_percentage, diff(a, few).exit], ['match', 0.985, 0]);
  assert.deepEqual([diff(a, many).result, diff(a, many).match_percentage, diff(a, many).exit], ['differ', 0.984, 1]);
  assert.equal(diff(a, many).max_difference, 7);
  assert.equal(diff(a, few, '--preset', 'high-precision').result, 'differ');
  assert.equal(diff(a, many, '--preset', 'compute').differing_pixels, 0); // 10 steps per channel
  assert.equal(diff(a, many, '--preset', 'high', '--max-diff', '7').result, 'match');
  assert.equal(diff(a, many, '--precision', '0.98').result, 'match');
});

test('alpha is a channel', () => {
  const a = picture('alpha-a.png', 1, [[9, 9, 9, 255]]);
  const b = picture('alpha-b.png', 1, [[9, 9, 9, 0]]);
  assert.deepEqual([diff(a, b).result, diff(a, b).max_difference], ['differ', 255]);
});

test('other sizes, no pictures and bad tolerances are refused', () => {
  const a = picture('s1.png', 2, row(4, 0));
  const b = picture('s2.png', 4, row(4, 0));
  refuses(['diff', a, b], 4, /differ in size: .*2x2, .*4x1/);
  assert.deepEqual(diff(a, b), { exit: 4, result: 'dimension_mismatch', a: { width: 2, height: 2 }, b: { width: 4, height: 1 } });
  refuses(['diff', a, sample], 4, /not a PNG/);
  refuses(['diff', a, 'missing.png'], 2, /missing\.png/);
  refuses(['diff', a], 1);
  refuses(['diff', a, a, '--precision', '1.5'], 1, /0 to 1/);
  refuses(['diff', a, a, '--max-diff', '256'], 1, /255/);
  refuses(['diff', a, a, '--preset', 'hihg-precision'], 1, /did you mean high-precision/);
  refuses(['diff', put('cut.png', readFileSync(a).subarray(0, 50)), a], 4);
});

// ---- bundles ----

function bundle(name, ...options) {
  const zip = join(scratch, name);
  const done = pngine(['bundle', sample, '-o', zip, ...options]);
  assert.equal(done.exit, 0, done.stderr);
  const { entries } = JSON.parse(pngine(['list', '--json', zip]).stdout);
  return { zip, entries };
}

test('a bundle holds manifest, payload, assets and executor, and plays', () => {
  mkdirSync(join(scratch, 'assets/deep'), { recursive: true });
  put('assets/notes.txt', 'a'.repeat(1000));
  put('assets/deep/picture.png', readFileSync(join(root, 'docs/examples/checker.png')));
  const { zip, entries } = bundle('all.zip', '--assets', join(scratch, 'assets'));
  assert.deepEqual(entries.map(({ name }) => name),
    ['manifest.json', 'main.pngb', 'assets/deep/picture.png', 'assets/notes.txt', 'pngine.wasm']);
  const [manifest, main, stored, notes] = entries;
  assert.equal(manifest.size, manifest.compressed);
  assert.ok(main.compressed < main.size);
  assert.equal(stored.size, stored.compressed, 'what is compressed already is stored');
  assert.ok(notes.compressed < 50);
  const played = pngine(['run', zip, '--json']);
  assert.equal(played.exit, 0, played.stderr);
  assert.match(played.stdout.toString(), /14457822/);
});

test('its payload is the compiled one, without executor, and the same input gives the same bytes', () => {
  const { zip } = bundle('one.zip');
  const taken = join(scratch, 'taken.pngb');
  assert.equal(pngine(['extract', zip, '-o', taken]).exit, 0);
  assert.deepEqual(readFileSync(taken), pngine(['compile', sample, '-o', '-']).stdout);
  assert.deepEqual(readFileSync(zip), readFileSync(bundle('two.zip').zip));
});

test('without the runtime neither manifest nor archive has it', () => {
  const { zip, entries } = bundle('bare.zip', '--no-runtime');
  assert.deepEqual(entries.map(({ name }) => name), ['manifest.json', 'main.pngb']);
  assert.doesNotMatch(readFileSync(zip).toString('latin1'), /runtime/);
});

test('what cannot be bundled leaves the older file', () => {
  const zip = put('old.zip', 'old');
  assert.equal(pngine(['bundle', put('broken.sjon', '(buffer :name b)'), '-o', zip]).exit, 3);
  refuses(['bundle', sample, '-o', zip, '--assets', 'nowhere'], 2, /nowhere/);
  mkdirSync(join(scratch, 'circle'));
  symlinkSync('.', join(scratch, 'circle/again'));
  refuses(['bundle', sample, '-o', zip, '--assets', 'circle'], 2, /circle/);
  mkdirSync(join(scratch, 'large'));
  writeFileSync(join(scratch, 'large/file.bin'), Buffer.alloc((10 << 20) + 1));
  refuses(['bundle', sample, '-o', zip, '--assets', 'large'], 2, /file\.bin/);
  refuses(['bundle', zip], 4, /not an SJON document/);
  assert.equal(readFileSync(zip, 'utf8'), 'old');
});
