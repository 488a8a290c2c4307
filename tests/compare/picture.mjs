// Pictures as straight RGBA: difference of two, and PNG for the page.
import { crc32, deflateSync } from 'node:zlib';

/**
 * How far two pictures are apart. `differing`: pixels that differ at all; `largest`: largest difference of a channel;
 * `mean`: mean difference of all channels, 0..255; `far`: share of pixels with a channel more than 24 off that have no
 * pixel within one step in the other picture that is closer (so that an edge one pixel aside is not far).
 */
export function difference(a, b, width, height) {
  if (!a || !b || a.length !== b.length) return { differing: width * height, largest: 255, mean: 255, far: 1 };
  let differing = 0, largest = 0, sum = 0, far = 0;
  for (let i = 0; i < a.length; i += 4) {
    const d = apart(a, i, b, i);
    for (let k = 0; k < 4; k += 1) sum += Math.abs(a[i + k] - b[i + k]);
    if (d) differing += 1;
    if (d > largest) largest = d;
    if (d > 24 && nearest(a, i, b, width, height) > 24) far += 1;
  }
  return { differing, largest, mean: sum / a.length, far: (far * 4) / a.length };
}

function apart(a, i, b, j) {
  return Math.max(Math.abs(a[i] - b[j]), Math.abs(a[i + 1] - b[j + 1]), Math.abs(a[i + 2] - b[j + 2]), Math.abs(a[i + 3] - b[j + 3]));
}

function nearest(a, i, b, width, height) {
  const x = (i / 4) % width, y = Math.floor(i / 4 / width);
  let best = 255;
  for (let v = Math.max(0, y - 1); v <= Math.min(height - 1, y + 1); v += 1) {
    for (let u = Math.max(0, x - 1); u <= Math.min(width - 1, x + 1); u += 1) best = Math.min(best, apart(a, i, b, (v * width + u) * 4));
  }
  return best;
}

/** How many colors a picture has, counted up to 3. */
export function colors(picture) {
  const seen = new Set();
  for (let i = 0; i < picture.length && seen.size < 3; i += 4) seen.add(picture.readUInt32LE(i));
  return seen.size;
}

/** The difference made visible: black where equal, at least quarter bright where not. */
export function differencePicture(a, b) {
  const out = Buffer.alloc(a.length);
  for (let i = 0; i < a.length; i += 1) {
    const d = Math.abs(a[i] - b[i]);
    out[i] = i % 4 === 3 ? 255 : d && Math.min(255, 64 + d * 8);
  }
  return out;
}

function chunk(type, data) {
  const out = Buffer.alloc(12 + data.length);
  out.writeUInt32BE(data.length, 0);
  out.write(type, 4, 'latin1');
  data.copy(out, 8);
  out.writeUInt32BE(crc32(out.subarray(4, 8 + data.length)), 8 + data.length);
  return out;
}

/** An 8-bit RGBA PNG. */
export function png(rgba, width, height) {
  const head = Buffer.alloc(13);
  head.writeUInt32BE(width, 0);
  head.writeUInt32BE(height, 4);
  head.set([8, 6, 0, 0, 0], 8);
  const rows = Buffer.alloc((width * 4 + 1) * height);
  for (let y = 0; y < height; y += 1) rgba.copy(rows, y * (width * 4 + 1) + 1, y * width * 4, (y + 1) * width * 4);
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 13, 10, 26, 10]);
  return Buffer.concat([signature, chunk('IHDR', head), chunk('IDAT', deflateSync(rows)), chunk('IEND', Buffer.alloc(0))]);
}
