// A canvas that changes its size between frames: pictures, posters, readbacks, and sizes that are refused. On SwiftShader.
import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { chunks, pngine, put, refuses, scratch } from './harness.mjs';

const software = ['--adapter', 'swiftshader'];
/** Draws into a texture of the size of the canvas, and hands its width and height back. */
const source = put('follow.sjon', `
(texture :name layer :size canvas :format rgba8unorm :usage [render-attachment texture-binding])
(buffer :name sides :size 16 :usage [storage copy-src])
(buffer :name answer :size 16 :usage [map-read copy-dst])
(render-pass :name paint (color-attachment :view layer :load-op clear :store-op store :clear-value [0 1 0 1]))
(render-pass :name show (color-attachment :view context-current-texture :load-op clear :store-op store :clear-value [0 0 1 1]))
(shader-module :name code :code """
@group(0) @binding(0) var layer: texture_2d<f32>;
@group(0) @binding(1) var<storage, read_write> sides: array<vec2u, 2>;
@compute @workgroup_size(1) fn main() {
  let size = textureDimensions(layer);
  sides[0] = vec2u(size.x, 0u);
  sides[1] = vec2u(size.y, 0u);
}
""")
(compute-pipeline :name pipe :layout auto (compute :module code))
(bind-group :name group :layout pipe (entry :binding 0 :texture layer) (entry :binding 1 :buffer sides))
(compute-pass :name measure :pipeline pipe :bind-groups [group] (dispatch :workgroups [1]))
(queue :name fetch (copy-buffer-to-buffer :source sides :destination answer :size 16))
(frame :name main :perform [paint measure show fetch])
`);
const sizeOf = (path) => {
  const { data } = chunks(readFileSync(path)).find(({ type }) => type === 'IHDR');
  return [data.readUInt32BE(0), data.readUInt32BE(4)];
};

test('readbacks follow the size of the canvas, in whatever order the changes are given', () => {
  const done = pngine(['run', source, ...software, '-s', '64x48', '--frames', '4', '--resize', '3=100x1', '--resize', '1=8x9', '--csv']);
  assert.equal(done.exit, 0, done.stderr);
  const values = done.stdout.toString().trim().split('\n').slice(1).map((line) => Number(line.split(',').at(-1)));
  assert.deepEqual(values, [64, 48, 8, 9, 8, 9, 100, 1]);
});

test('a sequence has pictures of the sizes of their frames', () => {
  const done = pngine(['render', source, ...software, '--frame', '-s', '64x48', '--frames', '5', '--every', '2', '--resize', '1=8x9', '--resize', '4=3x5', '-o', 'out-%02d.png']);
  assert.equal(done.exit, 0, done.stderr);
  assert.match(done.stderr, /\(3 pictures, 64x48, from frame 1 on 8x9, from frame 4 on 3x5\)/);
  assert.deepEqual([0, 2, 4].map((n) => sizeOf(join(scratch, `out-0${n}.png`))), [[64, 48], [8, 9], [3, 5]]);
});

test('the poster has the size of the last frame, and its program plays on', () => {
  const poster = join(scratch, 'poster.png');
  const done = pngine(['render', source, ...software, '--frame', '-s', '64x48', '--frames', '3', '--resize', '2=20x10', '-o', poster]);
  assert.equal(done.exit, 0, done.stderr);
  assert.match(done.stderr, /\(20x10, t=/);
  assert.deepEqual(sizeOf(poster), [20, 10]);
  const again = pngine(['run', poster, ...software, '-s', '7x6', '--json']);
  assert.deepEqual(JSON.parse(again.stdout).readbacks[0].lanes, [7, 6]);
});

test('a size for a frame that is not run is a warning', () => {
  const done = pngine(['run', source, ...software, '--frames', '2', '--resize', '2=8x8', '--json']);
  assert.equal(done.exit, 0, done.stderr);
  assert.deepEqual(JSON.parse(done.stdout).warnings, ['the canvas never becomes 8x8: frame 2 is not run, the last one is 1']);
  assert.match(done.stderr, /warning: the canvas never becomes 8x8/);
});

test('a size that the adapter or the memory budget refuses leaves nothing behind', () => {
  const args = ['render', source, ...software, '--frame', '-s', '16x16', '--frames', '4', '-o', 'none-%d.png'];
  refuses([...args, '--resize', '2=9000x16'], 8, /the canvas of 9000x16 is larger than this device takes \(maxTextureDimension2D 8192\)/);
  const wide = put('wide.sjon', readFileSync(source, 'utf8').replace('rgba8unorm', 'rgba32float').replace(':size canvas', ':size canvas :pool 3'));
  refuses(['render', wide, ...args.slice(2), '--resize', '3=8192x8192'], 8, /the canvas cannot be 8192x8192: buffers and textures would need 3221225504 bytes/);
  for (let n = 0; n < 4; n += 1) assert.ok(!existsSync(join(scratch, `none-${n}.png`)));
});
