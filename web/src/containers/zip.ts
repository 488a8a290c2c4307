// Takes the payload out of a ZIP bundle: the entry that manifest.json names, else the first *.pngb.
import { fail } from '../errors.js';
import { reader, textOf } from '../stream/reader.js';
import type { Bytes } from './detect.js';
import { inflate } from './inflate.js';

const END = 0x06054b50;

/** Reads outside the file are exceptions, which the caller turns into its own. */
export async function readZip(bytes: Bytes): Promise<Bytes> {
  const at = (offset: number) => reader(bytes, offset).read_;
  // The end-of-central-directory record sits in the last 65557 bytes.
  let end = bytes.length - 22;
  while (at(end)('w')[0] !== END) if (--end < bytes.length - 65557) fail('container', 'damaged ZIP');
  let [count, , next] = at(end + 10)('hww');
  const entries = new Map<string, () => Promise<Bytes>>();
  while (count--) {
    const [method, , , size, , name, extra, comment, , , , header] = at(next + 10)('hwwwwhhhhhww');
    const after = next + 46 + name;
    entries.set(textOf(bytes.subarray(next + 46, after)), async () => {
      const start = header + 30 + name + at(header + 28)('h')[0];
      const data = bytes.subarray(start, start + size);
      if (data.length < size || method & ~8) fail('container', `damaged ZIP, or unknown method ${method}`);
      return method ? inflate(data) : data;
    });
    next = after + extra + comment;
  }
  const manifest = await entries.get('manifest.json')?.().then((json) => JSON.parse(textOf(json)).entry as string).catch(() => '');
  const payload = entries.get(manifest ?? '') ?? [...entries].find(([name]) => name.endsWith('.pngb'))?.[1];
  return payload ? payload() : fail('container', 'no program in the ZIP');
}
