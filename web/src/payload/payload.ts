// The public parts of a payload, which a host reads: header, strings, device limits, uniform table, private names.
// All offsets come from an untrusted file. The header's are checked; a table that leaves the file gives what it has.
import type { Bytes } from '../containers/detect.js';
import { fail } from '../errors.js';
import { reader, textOf } from '../stream/reader.js';

const NUMBERED = [
  'buffer', 'texture', 'textureView', 'sampler', 'shader', 'pipeline', 'bindGroup', 'bindGroupLayout', 'pipelineLayout',
  'querySet', 'renderBundle', 'imageBitmap', 'wasmModule', 'defaultView',
] as const;
export type Kind = (typeof NUMBERED)[number];
/** Kinds of GPU objects; the first thirteen in the order in which the table of names numbers them. */
export const KINDS: readonly Kind[] = NUMBERED;

/** What setUniform and getUniforms know about one leaf; `type` is a code of uniform_value.ts. */
export interface UniformInfo {
  type: number;
  /** Bytes, for an array the whole of it. */
  size: number;
  bufferId: number;
  /** Byte offset in the buffer. */
  offset: number;
  /** Length of an array, 0 for anything else. */
  elemCount: number;
}

export interface Payload {
  /** The embedded executor; empty when the file relies on a shared one. */
  executor_: Bytes;
  /** What goes to the executor: everything in front of the data section, the data section, and both. */
  head_: Bytes;
  data_: Bytes;
  headAndData_: Bytes;
  alphaMode_: GPUCanvasAlphaMode;
  limits_: Record<string, number>;
  /** Leaves by dotted path; of several with one path the last wins. */
  uniforms_: Map<string, UniformInfo>;
  /** Names of resources by "kind id", for example "buffer 2". */
  names_: Map<string, string>;
}

const HEADER = 40;
const EMBEDDED = 1;
const LIMITS = 4;
const PREMULTIPLIED = 8;
const NAMES = 16;

export function parsePayload(bytes: Bytes): Payload {
  if (bytes.length < HEADER) fail('payload', 'not a pngine payload');
  const [magic, version, flags, limitsAt, at, length, strings, data, wgsl, uniforms, animation] = reader(bytes).read_('whhwwwwwwww');
  if (magic !== 0x42474e50) fail('payload', 'not a pngine payload');
  if (version) fail('payload', `payload version ${version} is not supported`);
  const [start, end] = flags & EMBEDDED ? [at, at + length] : [HEADER, HEADER];
  const order = [HEADER, start, end, strings, data, wgsl, uniforms, animation, bytes.length];
  if (order.some((offset, i) => offset < order[i - 1])) fail('payload', 'the payload is cut short or its sections are out of order');

  const u16 = (offset: number): number => reader(bytes, offset).read_('h')[0];
  const string = (id: number): string | undefined => {
    const count = u16(strings);
    const entry = strings + 2 + id * 2;
    const from = strings + 2 + count * 4 + u16(entry);
    return id < count ? textOf(bytes.subarray(from, from + u16(entry + count * 2))) : undefined;
  };
  const table = <T>(read: (entries: Map<string, T>) => void): Map<string, T> => {
    const entries = new Map<string, T>();
    try {
      read(entries);
    } catch {
      // The table ends with the file.
    }
    return entries;
  };

  // The table of names starts where the one in front of it ends.
  const tail = reader(bytes, animation + 1);
  const limits = table<number>((entries) => {
    if (!(flags & LIMITS)) return;
    tail.at_ = limitsAt >>> 8;
    for (let [count] = tail.read_('b'); count > 0; count--) {
      const [id, low, high] = tail.read_('hww');
      const name = string(id);
      if (name) entries.set(name, low + high * 2 ** 32);
    }
  });
  return {
    executor_: bytes.subarray(start, end),
    head_: bytes.subarray(0, data),
    data_: bytes.subarray(data, wgsl),
    headAndData_: bytes.subarray(0, wgsl),
    alphaMode_: flags & PREMULTIPLIED ? 'premultiplied' : 'opaque',
    limits_: Object.fromEntries(limits),
    names_: table((entries) => {
      for (let count = flags & NAMES && tail.read_('h')[0]; count > 0; count--) {
        const [kind, id, name] = tail.read_<[number, number, Bytes]>('bhA');
        entries.set(`${KINDS[kind]} ${id}`, textOf(name));
      }
    }),
    uniforms_: table((entries) => {
      const { read_: read } = reader(bytes, uniforms);
      for (let [bindings] = read('h'); bindings > 0; bindings--) {
        let [bufferId, , , , fields] = read('hhbbh');
        while (fields--) {
          const [, name, offset, size, type, elemCount] = read('hhhhbb');
          entries.set(string(name) ?? `field_${name}`, { type, size, bufferId, offset, elemCount });
        }
      }
    }),
  };
}
