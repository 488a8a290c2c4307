// What the tests of samples that draw share: a picture of a sample at a time and size, read pixel by pixel.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { inflateSync } from 'node:zlib';

import * as h from '../cli/harness.mjs';

export const file = (name) => join(h.root, 'samples', name, `${name}.sjon`);
export const meta = (name) => JSON.parse(readFileSync(join(h.root, 'samples', name, 'meta.json'), 'utf8'));

/** Undoes PNG's filters; 8 bits per channel, not interlaced: what the program writes. */
export function decode(png) {
  const parts = h.chunks(png);
  const header = parts.find(({ type }) => type === 'IHDR').data;
  const width = header.readUInt32BE(0);
  const height = header.readUInt32BE(4);
  const channels = { 0: 1, 2: 3, 4: 2, 6: 4 }[header[9]];
  assert.ok(header[8] === 8 && channels >= 3 && header[12] === 0, 'RGB or RGBA of 8 bits');
  const raw = inflateSync(Buffer.concat(parts.filter(({ type }) => type === 'IDAT').map(({ data }) => data)));
  const stride = width * channels;
  const out = Buffer.alloc(stride * height);
  for (let y = 0; y < height; y++) {
    const filter = raw[y * (stride + 1)];
    for (let x = 0; x < stride; x++) {
      const left = x < channels ? 0 : out[y * stride + x - channels];
      const up = y === 0 ? 0 : out[(y - 1) * stride + x];
      const corner = x < channels || y === 0 ? 0 : out[(y - 1) * stride + x - channels];
      out[y * stride + x] = raw[y * (stride + 1) + 1 + x] + predicted(filter, left, up, corner);
    }
  }
  return { width, height, channels, out };
}

function predicted(filter, left, up, corner) {
  if (filter < 3) return [0, left, up][filter];
  if (filter === 3) return (left + up) >> 1;
  const [a, b, c] = [Math.abs(up - corner), Math.abs(left - corner), Math.abs(left + up - 2 * corner)];
  return a <= b && a <= c ? left : b <= c ? up : corner;
}

/** Draws a sample; `at(x, y)` is the color of a pixel, 0 to 255, and `light(x, y)` its sum. */
export const draw = (name, time, width, height) => drawFile(file(name), name, time, width, height);

/** The same for a text: a sample with a change. */
export const drawText = (name, text, time, width, height) => drawFile(h.put(`${name}.sjon`, text), name, time, width, height);

function drawFile(source, name, time, width, height) {
  const png = join(h.scratch, `${name}-${time}-${width}x${height}.png`);
  const done = h.pngine(['render', source, '--frame', '-s', `${width}x${height}`, '-t', String(time), '--adapter', 'swiftshader',
    '-o', png], { seconds: 180 });
  assert.equal(done.exit, 0, done.stderr);
  const { channels, out, ...size } = decode(readFileSync(png));
  assert.deepEqual(size, { width, height });
  const at = (x, y) => [...out.subarray((y * width + x) * channels, (y * width + x) * channels + 3)];
  return { width, height, at, light: (x, y) => at(x, y).reduce((sum, channel) => sum + channel) };
}

/** The share of pixels that a test holds for, of every `step`th in both directions. */
export function share(picture, test, step = 4) {
  let hits = 0;
  let all = 0;
  for (let y = 0; y < picture.height; y += step) {
    for (let x = 0; x < picture.width; x += step, all++) hits += test(x, y) ? 1 : 0;
  }
  return hits / all;
}

/** Equal within `tolerance` of 255 per channel. */
export function near(actual, expected, tolerance, message) {
  for (let i = 0; i < 3; i++) {
    assert.ok(Math.abs(actual[i] - expected[i]) <= tolerance, `${message}: [${actual}], expected [${expected.map(Math.round)}]`);
  }
}
