// Makes the small files that feature programs read: wasm modules out of the .wat files beside it (wasm-as of binaryen; those of
// the goldens of data modules too), PNGs, and by Chromium's encoders the JPEG and WebP pictures. The results are committed; run it after a change.
import { spawnSync } from 'node:child_process';
import { readdirSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { crc32, deflateSync } from 'node:zlib';

const here = dirname(fileURLToPath(import.meta.url));
const root = resolve(here, '../../..');

for (const folder of [here, join(root, 'tests/golden/rules/buffer/assets')]) {
  for (const file of readdirSync(folder).filter((name) => name.endsWith('.wat'))) {
    const done = spawnSync('wasm-as', [join(folder, file), '-o', join(folder, file.replace(/wat$/, 'wasm'))], { encoding: 'utf8' });
    if (done.status !== 0) throw new Error(done.stderr || String(done.error));
  }
}

function chunk(type, data) {
  const out = Buffer.alloc(12 + data.length);
  out.writeUInt32BE(data.length, 0);
  out.write(type, 4, 'latin1');
  data.copy(out, 8);
  out.writeUInt32BE(crc32(out.subarray(4, 8 + data.length)), 8 + data.length);
  return out;
}

/** A PNG of any color type; `row(y)` gives the bytes of one row, `more` chunks in front of the pixels. */
function png(width, height, [depth, type], row, more = []) {
  const head = Buffer.alloc(13);
  head.writeUInt32BE(width, 0);
  head.writeUInt32BE(height, 4);
  head.set([depth, type, 0, 0, 0], 8);
  const rows = Buffer.concat(Array.from({ length: height }, (_, y) => Buffer.from([0, ...row(y)])));
  return Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 13, 10, 26, 10]), chunk('IHDR', head), ...more, chunk('IDAT', deflateSync(rows)), chunk('IEND', Buffer.alloc(0)),
  ]);
}

const each = (n, f) => Array.from({ length: n }, (_, i) => f(i)).flat();
const gamma = Buffer.alloc(4);
gamma.writeUInt32BE(45455);
writeFileSync(join(here, 'color.png'), png(16, 16, [8, 2], (y) => each(16, (x) => [x * 17, y * 17, ((x ^ y) & 1) * 255])));
writeFileSync(join(here, 'alpha.png'), png(16, 16, [8, 6], (y) => each(16, (x) => [255 - x * 13, y * 17, 90, (x * 16 + y) & 255])));
writeFileSync(join(here, 'gray.png'), png(16, 16, [8, 0], (y) => each(16, (x) => [x * y])));
writeFileSync(join(here, 'deep.png'), png(16, 16, [16, 2], (y) => each(16, (x) => [x * 17, y * 16, y * 17, x * 16, 128, x ^ y])));
writeFileSync(join(here, 'palette.png'), png(16, 16, [2, 3], (y) => each(4, (x) => [0b00011011 ^ (y * 85 * (x & 1) & 255)]), [
  chunk('PLTE', Buffer.from([255, 40, 40, 40, 255, 40, 40, 40, 255, 250, 240, 30])), chunk('tRNS', Buffer.from([255, 255, 128])),
]));
writeFileSync(join(here, 'gamma.png'), png(16, 16, [8, 2], (y) => each(16, (x) => [x * 17, y * 17, 128]), [chunk('gAMA', gamma)]));
for (const size of [8, 4, 2, 1]) {
  writeFileSync(join(here, `mip${size}.png`), png(size, size, [8, 2], (y) => each(size, (x) => [size * 30, ((x + y) % 2) * 200, 255 - size * 25])));
}

const { chromium } = createRequire(join(root, 'web/package.json'))('playwright-core');
const browser = await chromium.launch({ executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium', args: ['--headless=new', '--no-sandbox'] });
const page = await browser.newPage();
for (const [name, type, quality, alpha] of [['photo.jpg', 'image/jpeg', 0.9], ['photo.webp', 'image/webp', 0.8], ['alpha.webp', 'image/webp', 0.8, true], ['exact.webp', 'image/webp', 1]]) {
  const data = await page.evaluate(async ([mime, q, withAlpha]) => {
    const canvas = new OffscreenCanvas(24, 24);
    const context = canvas.getContext('2d');
    const image = context.createImageData(24, 24);
    for (let i = 0; i < 576; i += 1) {
      const [x, y] = [i % 24, Math.floor(i / 24)];
      image.data.set([x * 10, 120 + 100 * Math.sin(y / 3), 255 - y * 10, withAlpha ? 255 - x * 9 : 255], i * 4);
    }
    context.putImageData(image, 0, 0);
    const bytes = new Uint8Array(await (await canvas.convertToBlob({ type: mime, quality: q })).arrayBuffer());
    return btoa(String.fromCharCode(...bytes));
  }, [type, quality, alpha]);
  writeFileSync(join(here, name), Buffer.from(data, 'base64'));
}
await browser.close();
