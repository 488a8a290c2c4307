// Builds payloads and the files that carry them.
import { deflateRawSync, deflateSync } from 'node:zlib';

export interface UniformField {
  path: string;
  offset: number;
  size: number;
  type: number;
  elements?: number;
}
export interface PayloadParts {
  executor?: Uint8Array;
  data?: Uint8Array;
  uniforms?: { buffer: number; fields: UniformField[] }[];
  limits?: Record<string, number>;
  /** Private names: kind, id, text. */
  names?: [number, number, string][];
  premultiplied?: boolean;
}
type Bytes = Uint8Array<ArrayBuffer>;

const utf8 = new TextEncoder();
const u16 = (n: number): number[] => [n & 255, n >> 8];
const u32 = (n: number): number[] => [...u16(n & 0xffff), ...u16(n >>> 16)];

export function payload(parts: PayloadParts = {}): Bytes {
  const texts: string[] = [];
  const id = (text: string): number[] => u16(texts.includes(text) ? texts.indexOf(text) : texts.push(text) - 1);
  const uniforms = [...u16(parts.uniforms?.length ?? 0)];
  for (const { buffer, fields } of parts.uniforms ?? []) {
    uniforms.push(...u16(buffer), ...id('binding'), 0, 0, ...u16(fields.length));
    fields.forEach((f, slot) =>
      uniforms.push(...u16(slot), ...id(f.path), ...u16(f.offset), ...u16(f.size), f.type, f.elements ?? 0));
  }
  const limitRows = Object.entries(parts.limits ?? {});
  const limits = limitRows.length ? [limitRows.length, ...limitRows.flatMap(([n, v]) => [...id(n), ...u32(v), ...u32(0)])] : [];
  const names = parts.names
    ? [...u16(parts.names.length), ...parts.names.flatMap(([kind, at, text]) => [kind, ...u16(at), text.length, ...utf8.encode(text)])]
    : [];
  let start = 0;
  const starts = texts.map((t) => u16((start += t.length) - t.length));
  const strings = [...u16(texts.length), ...starts.flat(), ...texts.flatMap((t) => u16(t.length)), ...texts.flatMap((t) => [...utf8.encode(t)])];
  const executor = parts.executor ?? new Uint8Array();
  const sections = [strings, [...(parts.data ?? [0, 0])], [0], uniforms, [0]];
  let at = 40 + executor.length;
  const offsets = sections.map((s) => (at += s.length) - s.length);
  const flags = (executor.length ? 1 : 0) | (limits.length ? 4 : 0) | (parts.premultiplied ? 8 : 0) | (names.length ? 16 : 0);
  const limitsAt = limits.length ? at : 0;
  return Uint8Array.from([
    ...utf8.encode('PNGB'), 0, 0, ...u16(flags), 1, limitsAt & 255, (limitsAt >> 8) & 255, limitsAt >> 16,
    ...u32(executor.length ? 40 : 0), ...u32(executor.length), ...offsets.flatMap(u32),
    ...executor, ...sections.flat(), ...limits, ...names,
  ]);
}

/** A payload without limits as it is in a bundle: the executor is not inside but beside it. */
export function apart(whole: Bytes): { bare: Bytes; wasm: Bytes } {
  const length = new DataView(whole.buffer).getUint32(16, true);
  const bare = Uint8Array.from([...whole.subarray(0, 40), ...whole.subarray(40 + length)]);
  const header = new DataView(bare.buffer);
  header.setUint16(6, header.getUint16(6, true) & ~1, true);
  header.setUint32(12, 0, true);
  header.setUint32(16, 0, true);
  for (let at = 20; at < 40; at += 4) header.setUint32(at, header.getUint32(at, true) - length, true);
  return { bare, wasm: whole.slice(40, 40 + length) };
}

function crc32(bytes: Uint8Array): number {
  let crc = -1;
  for (const byte of bytes) {
    crc ^= byte;
    for (let bit = 0; bit < 8; bit++) crc = (crc >>> 1) ^ (crc & 1 ? 0xedb88320 : 0);
  }
  return ~crc >>> 0;
}

export function chunk(type: string, data: Uint8Array): Bytes {
  const body = Uint8Array.from([...utf8.encode(type), ...data]);
  const length = [...u32(data.length)].reverse();
  const crc = [...u32(crc32(body))].reverse();
  return Uint8Array.from([...length, ...body, ...crc]);
}

const SIGNATURE = [0x89, 0x50, 0x4e, 0x47, 13, 10, 26, 10];
const ONE_PIXEL = Uint8Array.from(Buffer.from('789c6360000000020001e221bc33', 'hex'));

/** A PNG of one pixel of that color, without a payload. */
export const pixelPng = (...rgba: number[]): Bytes => Uint8Array.from([
  ...SIGNATURE, ...chunk('IHDR', Uint8Array.from([0, 0, 0, 1, 0, 0, 0, 1, 8, 6, 0, 0, 0])),
  ...chunk('IDAT', new Uint8Array(deflateSync(Uint8Array.from([0, ...rgba])))), ...chunk('IEND', new Uint8Array()),
]);

/** A PNG of one transparent pixel with that payload, and more chunks if wanted. */
export function png(bytes: Uint8Array, more: Uint8Array = new Uint8Array(), deflate = true): Bytes {
  const wrapped = Uint8Array.from([1, deflate ? 1 : 0, ...(deflate ? deflateRawSync(bytes) : bytes)]);
  return Uint8Array.from([
    ...SIGNATURE, ...chunk('IHDR', Uint8Array.from([0, 0, 0, 1, 0, 0, 0, 1, 8, 6, 0, 0, 0])),
    ...chunk('IDAT', ONE_PIXEL), ...chunk('pNGb', wrapped), ...more, ...chunk('IEND', new Uint8Array()),
  ]);
}

/** A ZIP of these entries; deflated where the name says nothing of JSON. */
export function zip(entries: Record<string, Uint8Array>): Bytes {
  const out: number[] = [];
  const directory: number[] = [];
  for (const [name, bytes] of Object.entries(entries)) {
    const stored = name.endsWith('.json');
    const data = stored ? bytes : deflateRawSync(bytes);
    const fields = [20, 0, 0, 0, stored ? 0 : 8, 0, 0, 0, 0, 0, ...u32(0), ...u32(data.length), ...u32(bytes.length), ...u16(name.length)];
    directory.push(0x50, 0x4b, 1, 2, 20, 0, ...fields, 0, 0, 0, 0, 0, 0, 0, 0, ...u32(0), ...u32(out.length), ...utf8.encode(name));
    out.push(0x50, 0x4b, 3, 4, ...fields, 0, 0, ...utf8.encode(name), ...data);
  }
  const count = Object.keys(entries).length;
  return Uint8Array.from([
    ...out, ...directory, 0x50, 0x4b, 5, 6, 0, 0, 0, 0, ...u16(count), ...u16(count), ...u32(directory.length), ...u32(out.length), 0, 0,
  ]);
}
