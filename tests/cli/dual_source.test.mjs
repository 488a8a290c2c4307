// Dual-source blending: where the device has it the picture is right, elsewhere the module is named with what it asks for.
import { test } from 'node:test';
import assert from 'node:assert/strict';
import { inflateSync } from 'node:zlib';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pngine, put, scratch } from './harness.mjs';

const source = `
(shader-module :name twoOutputs :code """
enable dual_source_blending;
@vertex fn vs(@builtin(vertex_index) i: u32) -> @builtin(position) vec4f {
  return vec4f(f32(i / 2u) * 4.0 - 1.0, f32(i % 2u) * 4.0 - 1.0, 0.0, 1.0);
}
struct Out { @location(0) @blend_src(0) a: vec4f, @location(0) @blend_src(1) b: vec4f }
@fragment fn fs() -> Out { return Out(vec4f(0.2, 0.0, 0.2, 1.0), vec4f(0.0, 0.4, 0.6, 1.0)); }
""")
(render-pipeline :name blended :layout auto
  (vertex :module twoOutputs)
  (fragment :module twoOutputs
    (target :format preferred-canvas-format
      (blend (color :src-factor one :dst-factor src1 :operation add) (alpha :src-factor one :dst-factor zero :operation add)))))
(render-pass :name draw :pipeline blended
  (color-attachment :view context-current-texture :load-op clear :store-op store :clear-value [1 1 1 1])
  (draw :vertex-count 3))
(frame :name main :perform [draw])`;

/** Red, green and blue of the first pixel of a PNG of 8-bit channels. */
function firstPixel(png) {
  const parts = [];
  for (let at = 8; at < png.length; at += 12 + png.readUInt32BE(at)) {
    if (png.toString('latin1', at + 4, at + 8) === 'IDAT') parts.push(png.subarray(at + 8, at + 8 + png.readUInt32BE(at)));
  }
  return [...inflateSync(Buffer.concat(parts)).subarray(1, 4)]; // the first row's filter leaves its first pixel alone
}

for (const adapter of ['swiftshader', 'llvmpipe']) {
  test(`dual-source blending on ${adapter}`, () => {
    const out = join(scratch, `dual-${adapter}.png`);
    const done = pngine([put('dual.sjon', source), '-o', out, '--frame', '--size', '8x8', '--adapter', adapter]);
    if (done.exit === 0) {
      const [r, g, b] = firstPixel(readFileSync(out));
      for (const [is, wanted] of [[r, 51], [g, 102], [b, 204]]) assert.ok(Math.abs(is - wanted) <= 1, `${r} ${g} ${b}`);
    } else {
      assert.match(done.stderr, /twoOutputs.*dual_source_blending/);
    }
  });
}
