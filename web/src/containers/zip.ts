// Takes the payload out of a ZIP bundle: the entry that manifest.json names, else the first *.pngb. With it comes the
// executor that the bundle has beside it, for a payload without one inside.
import { fail } from '../errors.js';
import { reader, textOf } from '../stream/reader.js';
import type { Bytes } from './detect.js';
import { inflate } from './inflate.js';

const END = 0x06054b50;

/** A payload, and the executor that its bundle has for it. */
export type Bundled = Bytes & { runtime_?: Bytes | undefined };

interface Manifest {
  entry?: string;
  runtime?: string;
}

/** Reads outside the file are exceptions, which the caller turns into its own. */
export async function readZip(bytes: Bytes): Promise<Bundled> {
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
  const open = (name: string | undefined): Promise<Bytes> | undefined => entries.get(name as string)?.();
  const manifest: Manifest =
    await open('manifest.json')?.then((json) => JSON.parse(textOf(json)) as Manifest | null).catch(() => {}) ?? {};
  const first = [...entries.keys()].find((name) => name.endsWith('.pngb'));
  const payload = await (open(manifest.entry) ?? open(first)) ?? fail('container', 'no program in the ZIP');
  // Hidden from whoever looks at the bytes alone.
  return Object.defineProperties(payload, { runtime_: { value: await open(manifest.runtime) } });
}
