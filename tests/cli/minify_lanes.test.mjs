// Programs written to trip a minifier (minify_lanes.mjs), each run on SwiftShader with its shader as written and minified:
// the same lanes to the last bit. The minified text stays the same when it is minified again, and validate takes it.
import assert from 'node:assert/strict';
import { test } from 'node:test';

import * as h from './harness.mjs';
import { behind, programs } from './minify_lanes.mjs';

const kAtOnce = 16; // programs in one document: a start of the device costs more than all of them

const shader = ([name, declarations, body]) => `@group(0) @binding(0) var<storage, read_write> o: array<u32, 64>;
${declarations}
@compute @workgroup_size(4) fn main(@builtin(local_invocation_index) i: u32) { let n = i * 16u;
${body} }
${behind[name] ?? ''}`;

/** A document with a module, a buffer and a readback for each name and text. */
function documentOf(texts) {
  const names = Object.keys(texts);
  return `${names.map((name) => `(shader-module :name code_${name} :code """${texts[name]}""")
(buffer :name lanes_${name} :size 256 :usage [storage copy-src])
(buffer :name ${name} :size 256 :usage [map-read copy-dst])
(compute-pipeline :name pipeline_${name} :layout auto (compute :module code_${name} :entry main))
(bind-group :name group_${name} :layout pipeline_${name} (entry :binding 0 :buffer lanes_${name}))
(compute-pass :name pass_${name} :pipeline pipeline_${name} :bind-groups [group_${name}] (dispatch :workgroups [1]))`).join('\n')}
(queue :name fetch ${names.map((name) => `(copy-buffer-to-buffer :source lanes_${name} :destination ${name} :size 256)`).join('\n')})
(frame :name main :perform [${names.map((name) => `pass_${name}`).join(' ')} fetch])`;
}

/** Lanes of a document by the name of the buffer. */
function lanesOf(file) {
  const { exit, stdout, stderr } = h.pngine(['run', file, '--adapter', 'swiftshader', '--json']);
  assert.equal(exit, 0, stderr);
  return Object.fromEntries(JSON.parse(stdout).readbacks.map(({ buffer, lanes }) => [buffer, lanes]));
}

/** 64-bit lanes as the 32-bit numbers that they were written as. */
const halves = (lanes) => lanes.flatMap((lane) => [Number(BigInt(lane) & 0xffffffffn), Number(BigInt(lane) >> 32n)]);

/** Shader texts of a compiled document, in the order of the names. */
function shadersOf(file, names) {
  const { initialization } = JSON.parse(h.pngine(['inspect', file, '--json', '--extract-wgsl']).stdout);
  const texts = initialization.commands.filter(({ cmd }) => cmd === 'create shader').map(({ blob }) => blob);
  assert.equal(texts.length, names.length);
  return Object.fromEntries(names.map((name, i) => [name, texts[i]]));
}

function compiled(document, name, ...options) {
  const source = h.put(`${name}.sjon`, document), file = `${h.scratch}/${name}.pngb`;
  const { exit, stderr } = h.pngine(['compile', source, '-o', file, ...options]);
  assert.equal(exit, 0, stderr);
  assert.doesNotMatch(stderr, /minify-failed/);
  return file;
}

function compared(part, name) {
  const names = part.map(([program]) => program);
  const texts = Object.fromEntries(part.map((program) => [program[0], shader(program)]));
  const plain = compiled(documentOf(texts), name);
  const small = compiled(documentOf(texts), `${name}-small`, '-m');
  const before = lanesOf(plain), after = lanesOf(small), minified = shadersOf(small, names);
  for (const [program, , , known = []] of part) {
    assert.deepEqual(halves(before[program]).slice(0, known.length), known, program);
  }
  for (const program of names) {
    assert.ok(before[program].some((lane) => BigInt(lane) !== 0n), `${program} computes something`);
    assert.deepEqual(after[program], before[program], `${program}\n${minified[program]}`);
    assert.ok(minified[program].length < texts[program].length, program);
  }
  const valid = h.pngine(['validate', h.put(`${name}-again.sjon`, documentOf(minified)), '--json']);
  assert.equal(valid.exit, 0, valid.stdout.toString());
  const again = shadersOf(compiled(documentOf(minified), `${name}-again`, '-m'), names);
  for (const program of names) assert.equal(again[program], minified[program], `${program} again`);
}

assert.ok(programs.length >= 50);
assert.equal(new Set(programs.map(([name]) => name)).size, programs.length);
for (let at = 0; at < programs.length; at += kAtOnce) {
  const part = programs.slice(at, at + kAtOnce);
  test(`${part[0][0]} to ${part.at(-1)[0]}`, () => compared(part, `part${at}`));
}
