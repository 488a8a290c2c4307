// Takes the payload out of a ZIP bundle: the entry that manifest.json names, else the first *.pngb.
import { fail } from '../errors.js';
import type { Bytes } from './detect.js';
import { inflate } from './inflate.js';

interface Entry {
  method_: number;
  size_: number;
  header_: number;
}

const text = (bytes: Bytes): string => new TextDecoder().decode(bytes);

/** Position of the end-of-central-directory record, which sits in the last 65557 bytes. */
function findEnd(bytes: Bytes, view: DataView): number {
  const stop = Math.max(0, bytes.length - 65557);
  for (let at = bytes.length - 22; at >= stop; at--) {
    if (view.getUint32(at, true) === 0x06054b50) return at;
  }
  return fail('container', 'the ZIP has no central directory');
}

function readDirectory(bytes: Bytes, view: DataView): Map<string, Entry> {
  const end = findEnd(bytes, view);
  const entries = new Map<string, Entry>();
  let at = view.getUint32(end + 16, true);
  for (let i = view.getUint16(end + 10, true); i > 0; i--) {
    if (at + 46 > bytes.length || view.getUint32(at, true) !== 0x02014b50) fail('container', 'damaged ZIP directory');
    const nameLength = view.getUint16(at + 28, true);
    entries.set(text(bytes.subarray(at + 46, at + 46 + nameLength)), {
      method_: view.getUint16(at + 10, true),
      size_: view.getUint32(at + 20, true),
      header_: view.getUint32(at + 42, true),
    });
    at += 46 + nameLength + view.getUint16(at + 30, true) + view.getUint16(at + 32, true);
  }
  return entries;
}

async function readEntry(bytes: Bytes, view: DataView, entry: Entry): Promise<Bytes> {
  const { header_: header, method_: method } = entry;
  const start = header + 30;
  if (start > bytes.length) fail('container', 'damaged ZIP entry');
  const from = start + view.getUint16(header + 26, true) + view.getUint16(header + 28, true);
  if (from + entry.size_ > bytes.length) fail('container', 'the ZIP is cut short');
  const data = bytes.subarray(from, from + entry.size_);
  if (method && method !== 8) fail('container', `ZIP compression method ${method} is not supported`);
  return method ? inflate(data) : data;
}

export async function readZip(bytes: Bytes): Promise<Bytes> {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  const entries = readDirectory(bytes, view);
  const manifest = entries.get('manifest.json');
  let wanted: Entry | undefined;
  if (manifest) {
    let parsed: { entry?: string } | null = null;
    try {
      parsed = JSON.parse(text(await readEntry(bytes, view, manifest)));
    } catch {
      // Without a readable manifest the first payload is taken.
    }
    if (parsed?.entry) wanted = entries.get(parsed.entry);
  }
  wanted ??= [...entries].find(([name]) => name.endsWith('.pngb'))?.[1];
  return readEntry(bytes, view, wanted ?? fail('container', 'the ZIP holds no .pngb file'));
}
