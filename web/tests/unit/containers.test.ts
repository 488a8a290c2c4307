import { deflateRawSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { readZip } from '../../src/containers/zip.js';
import { detectFormat, extractBytecode, isPng, isPngb, isZip } from '../../src/index.js';
import { chunk, payload, png, zip } from '../support/payload.js';

const text = (s: string): Uint8Array<ArrayBuffer> => new TextEncoder().encode(s);
const code = (bytes: Uint8Array): Promise<unknown> =>
  extractBytecode(bytes).then(() => 'fine', (e: { code: unknown; name: string; message: string }) => `${e.name} ${e.code}: ${e.message}`);

describe('detection', () => {
  it('looks at the first bytes only', () => {
    expect(detectFormat(png(payload()))).toBe('png');
    expect(detectFormat(payload())).toBe('pngb');
    expect(detectFormat(zip({}))).toBe('zip');
    expect(detectFormat(text('PK'))).toBe(null);
    expect(isZip(text('PK\x01\x02'))).toBe(false);
    expect(isZip(text('PK\x03\xff'))).toBe(true);
    expect(isPng(text('\x89PNG'))).toBe(false);
    expect(isPngb(text('PNGB'))).toBe(true);
    expect(detectFormat(new Uint8Array())).toBe(null);
  });
  it('takes an ArrayBuffer, and a view into a larger one', () => {
    expect(detectFormat(png(payload()).buffer)).toBe('png');
    expect(detectFormat(payload().buffer)).toBe('pngb');
    expect(detectFormat(zip({}).buffer)).toBe('zip');
    expect([isPng(png(payload()).buffer), isPngb(payload().buffer), isZip(zip({}).buffer)]).toEqual([true, true, true]);
    expect(detectFormat(new ArrayBuffer(0))).toBe(null);
    expect(detectFormat(text('  PNGB').subarray(2))).toBe('pngb');
  });
});

describe('extraction', () => {
  const bytes = payload({ limits: { maxBufferSize: 1 } });

  it('reads deflated and stored chunks, ZIP bundles and naked payloads', async () => {
    expect(await extractBytecode(png(bytes))).toEqual(bytes);
    expect(await extractBytecode(png(bytes, undefined, false))).toEqual(bytes);
    expect(await extractBytecode(bytes.buffer)).toEqual(bytes);
    expect(await extractBytecode(zip({ 'a.txt': text('x'), 'main.pngb': bytes }))).toEqual(bytes);
    const named = zip({ 'manifest.json': text('{"version":1,"entry":"b.pngb"}'), 'a.pngb': text('PNGB'), 'b.pngb': bytes });
    expect(await extractBytecode(named)).toEqual(bytes);
    const missing = zip({ 'manifest.json': text('{"entry":"z"}'), 'a.pngb': bytes });
    expect(await extractBytecode(missing)).toEqual(bytes);
  });

  it('finds the executor that a bundle has beside its payload', async () => {
    const manifest = text('{"version":1,"entry":"main.pngb","runtime":"pngine.wasm"}');
    const wasm = text('executor');
    const files = { 'manifest.json': manifest, 'main.pngb': bytes, 'pngine.wasm': wasm };
    expect(await extractBytecode(zip(files))).toEqual(bytes);
    expect((await readZip(zip(files))).runtime_).toEqual(wasm);
    expect((await readZip(zip({ 'manifest.json': manifest, 'main.pngb': bytes }))).runtime_).toBe(undefined);
    expect((await readZip(zip({ 'main.pngb': bytes, 'pngine.wasm': wasm }))).runtime_).toBe(undefined);
    for (const odd of ['null', '[]', '7', '{', '{"runtime":null,"entry":{}}']) {
      const bundled = await readZip(zip({ ...files, 'manifest.json': text(odd) }));
      expect([bundled.length, bundled.runtime_]).toEqual([bytes.length, undefined]);
    }
  });

  it('takes the first chunk', async () => {
    const second = chunk('pNGb', Uint8Array.from([1, 0, ...text('PNGBsecond')]));
    expect(await extractBytecode(png(bytes, second))).toEqual(bytes);
  });

  it('reads a view into a larger buffer', async () => {
    const file = png(bytes);
    const larger = new Uint8Array(file.length + 20);
    larger.set(file, 10);
    expect(await extractBytecode(larger.subarray(10, 10 + file.length))).toEqual(bytes);
  });

  it('refuses what is damaged, with one clear error', async () => {
    const file = png(bytes);
    expect(await code(text('hello'))).toMatch(/^PngineError container: unknown file/);
    expect(await code(file.subarray(0, 60))).toMatch(/container: no program in this PNG/);
    expect(await code(file.subarray(0, 90))).toMatch(/container: damaged chunk/);
    expect(await code(zip({ 'a.txt': text('x') }))).toMatch(/container: no program in the ZIP/);
    expect(await code(zip({ 'a.pngb': bytes }).subarray(0, 70))).toMatch(/container: /);
    const version = Uint8Array.from(file);
    version[file.findIndex((_, i) => String.fromCharCode(...file.subarray(i, i + 4)) === 'pNGb') + 4] = 9;
    expect(await code(version)).toMatch(/container: .*version 9/);
    const damaged = png(bytes, undefined, false);
    damaged[damaged.findIndex((_, i) => String.fromCharCode(...damaged.subarray(i, i + 4)) === 'pNGb') + 5] = 1;
    expect(await code(damaged)).toMatch(/container: damaged: /);
  });

  it('stops inflating at 64 MiB', async () => {
    const bomb = deflateRawSync(new Uint8Array((1 << 26) + 1));
    const file = png(new Uint8Array(), chunk('pNGb', Uint8Array.from([1, 1, ...bomb])));
    const first = file.findIndex((_, i) => String.fromCharCode(...file.subarray(i, i + 4)) === 'pNGb');
    file[first] = 'x'.charCodeAt(0);
    expect(await code(file)).toMatch(/container: .*64 MiB/);
  });

  it('survives every truncation and many changed bytes', async () => {
    for (const file of [png(bytes), zip({ 'manifest.json': text('{"entry":"a.pngb"}'), 'a.pngb': bytes })]) {
      for (let length = 0; length < file.length; length++) {
        expect(await code(file.subarray(0, length))).toMatch(/^(PngineError container|fine)/);
      }
      for (let at = 8; at < file.length; at++) {
        const changed = Uint8Array.from(file);
        changed[at] ^= 0xff;
        expect(await code(changed)).toMatch(/^(PngineError container|fine)/);
      }
    }
  });
});
