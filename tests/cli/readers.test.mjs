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

// ---- inspect ----

const boids = join(root, 'docs/examples/boids.sjon');

function inspect(file, ...options) {
  const done = pngine(['inspect', file, '--json', ...options]);
  return { exit: done.exit, report: JSON.parse(done.stdout) };
}

test('the JSON of inspect has its members in order, and counts what there is', () => {
  const { exit, report } = inspect(boids);
  assert.equal(exit, 0);
  assert.deepEqual(Object.keys(report).slice(0, 7),
    ['status', 'input', 'module', 'errors', 'warnings', 'initialization', 'first_frame']);
  assert.equal(report.status, 'ok');
  assert.deepEqual(Object.keys(report.module).slice(0, 10), ['version', 'has_executor', 'executor_size', 'bytecode_size', 'strings_count',
    'data_blobs_count', 'wgsl_entries_count', 'uniform_entries_count', 'has_animation', 'scene_count']);
  const { initialization, first_frame: frame } = report;
  assert.equal(initialization.summary.total_commands, initialization.commands.length);
  assert.equal(initialization.summary.resources_created, initialization.commands.filter(({ cmd }) => cmd.startsWith('create')).length);
  assert.deepEqual(frame.canvas_size, [512, 512]);
  assert.equal(frame.summary.draw_calls, 1);
  assert.equal(frame.summary.compute_dispatches, frame.commands.filter(({ cmd }) => cmd === 'dispatch').length);
});

test('several frames are compared: pools change what is bound', () => {
  const { report } = inspect(boids, '--frames', '0,1,2');
  assert.equal(report.first_frame, undefined);
  assert.deepEqual(report.frames.map(({ frame_index: n }) => n), [0, 1, 2]);
  assert.ok(report.frame_diff.varying_command_count > 0);
  assert.ok(report.frame_diff.draw_counts_consistent);
  const steady = inspect(sample, '--frames', '0,1').report.frame_diff;
  assert.deepEqual([steady.varying_command_count, steady.time_is_varying], [0, false]);
});

test('phases, shaders and symptoms are printed when asked for', () => {
  assert.equal(inspect(sample, '--phase', 'init').report.first_frame, undefined);
  assert.equal(inspect(sample, '--phase', 'frame').report.initialization, undefined);
  const [count] = inspect(sample, '--extract-wgsl').report.wgsl_shaders;
  assert.deepEqual(count.entry_points, [{ name: 'main', stage: 'compute', workgroup_size: [64, 1, 1] }]);
  assert.deepEqual(count.bindings.map(({ group, binding, address_space: space }) => [group, binding, space]), [[0, 0, 'storage_read_write']]);
  const { diagnosis } = inspect(sample, '--symptom', 'black').report;
  assert.equal(diagnosis.symptom, 'black');
  assert.equal(diagnosis.likely_causes[0].probability, 'high');
  assert.equal(inspect(sample, '--symptom', 'purple').report.diagnosis, undefined);
  refuses(['inspect', sample, '--phase', 'middle'], 1, /init, frame or both/);
  refuses(['inspect', sample, '--frames', '0,x'], 1);
});

test('exit codes: a file that cannot be loaded, a wrong one, a doubtful one', () => {
  const broken = put('broken.sjon', '(buffer :name b)');
  const failed = inspect(broken);
  assert.deepEqual([failed.exit, failed.report.status, failed.report.errors[0].code, failed.report.errors[0].type],
    [3, 'error', 'E000', 'compile_error']);
  assert.equal(pngine(['inspect', 'missing.png']).exit, 2);
  assert.equal(pngine(['inspect', 'missing.png', '--deep']).exit, 3);
  const bare = put('bare.sjon', '(render-pass :name p (color-attachment :view context-current-texture :load-op clear :store-op store)) (frame :name main :perform [p])');
  assert.equal(inspect(bare).report.status, 'warning'); // there is no shader
  assert.equal(pngine(['inspect', bare]).exit, 0);
  assert.equal(pngine(['inspect', bare, '--strict']).exit, 1);
  const quiet = pngine(['inspect', sample, '--quiet']);
  assert.deepEqual([quiet.exit, quiet.stderr], [0, '']);
  assert.match(pngine(['inspect', sample, '-v']).stderr, /^\[GPU\] .*dispatch/m);
});

test('every code is in the documents', () => {
  const listed = readFileSync(join(root, 'docs/inspect.md'), 'utf8');
  const codes = ['findings', 'shaders', 'streams'].flatMap((name) =>
    [...readFileSync(join(root, `src/inspect/${name}.cpp`), 'utf8').matchAll(/"([EW]\d{3})"/g)].map(([, code]) => code));
  assert.ok(codes.length > 30);
  for (const code of new Set(codes)) assert.ok(listed.includes(code), code);
});
