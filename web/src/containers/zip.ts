// Takes the payload out of a ZIP bundle: the entry that manifest.json names, else the first *.pngb.
import { fail } from '../errors.js';
import type { Bytes } from './detect.js';
import { inflate } from './inflate.js';

const text = (bytes: Bytes): string => new TextDecoder().decode(bytes);

/** Reads outside the file are exceptions, which the caller turns into its own. */
export async function readZip(bytes: Bytes): Promise<Bytes> {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  const u16 = (at: number): number => view.getUint16(at, true);
  const u32 = (at: number): number => view.getUint32(at, true);

  // The end-of-central-directory record sits in the last 65557 bytes.
  let end = bytes.length - 22;
  while (u32(end) !== 0x06054b50) {
    if (--end < bytes.length - 65557) fail('container', 'the ZIP has no central directory');
  }
  const entries = new Map<string, () => Promise<Bytes>>();
  let at = u32(end + 16);
  for (let count = u16(end + 10); count > 0; count--) {
    const method = u16(at + 10);
    const size = u32(at + 20);
    const header = u32(at + 42);
    const next = at + 46 + u16(at + 28);
    entries.set(text(bytes.subarray(at + 46, next)), async () => {
      const start = header + 30 + u16(header + 26) + u16(header + 28);
      const data = bytes.subarray(start, start + size);
      if (data.length < size || method & ~8) fail('container', `the ZIP is cut short or its method ${method} is not supported`);
      return method ? inflate(data) : data;
    });
    at = next + u16(at + 30) + u16(at + 32);
  }
  const manifest = await entries.get('manifest.json')?.().then((json) => JSON.parse(text(json)).entry as string).catch(() => '');
  const payload = entries.get(manifest ?? '') ?? [...entries].find(([name]) => name.endsWith('.pngb'))?.[1];
  return payload ? payload() : fail('container', 'the ZIP holds no .pngb file');
}
