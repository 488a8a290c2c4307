// The public parts of a payload, which a host reads: header, strings, device limits, uniform table, private names.
// All offsets come from an untrusted file. The header's are checked; a table that leaves the file gives what it has.
import type { Bytes } from '../containers/detect.js';
import { fail } from '../errors.js';

/** Kinds of GPU objects in the order in which the table of names numbers them. */
export const KINDS = [
  'buffer', 'texture', 'textureView', 'sampler', 'shader', 'pipeline', 'bindGroup', 'bindGroupLayout', 'pipelineLayout',
  'querySet', 'renderBundle', 'imageBitmap', 'wasmModule',
] as const;
export type Kind = (typeof KINDS)[number];

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
  /** The embedded executor; nothing when the file relies on a shared one. */
  executor_: Bytes | undefined;
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
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  const u8 = (at: number): number => view.getUint8(at);
  const u16 = (at: number): number => view.getUint16(at, true);
  const u32 = (at: number): number => view.getUint32(at, true);
  const text = (from: number, length: number): string => new TextDecoder().decode(bytes.subarray(from, from + length));
  if (bytes.length < HEADER || u32(0) !== 0x42474e50) fail('payload', 'not a pngine payload');
  if (u16(4)) fail('payload', `payload version ${u16(4)} is not supported`);
  const flags = u16(6);
  const executorAt = u32(12);
  const executorEnd = executorAt + u32(16);
  const [strings, data, wgsl, uniforms, animation] = [20, 24, 28, 32, 36].map(u32);
  const order = [HEADER, strings, data, wgsl, uniforms, animation, bytes.length];
  if (flags & EMBEDDED) order.splice(1, 0, executorAt, executorEnd);
  if (order.some((at, i) => at < order[i - 1])) fail('payload', 'the payload is cut short or its sections are out of order');

  const string = (id: number): string | undefined => {
    const count = u16(strings);
    const at = strings + 2 + id * 2;
    return id < count ? text(strings + 2 + count * 4 + u16(at), u16(at + count * 2)) : undefined;
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
  let at = animation + 1;
  const limits = table<number>((entries) => {
    if (!(flags & LIMITS)) return;
    at = (u32(8) >>> 8) + 1;
    for (let count = u8(at - 1); count > 0; count--, at += 10) {
      const name = string(u16(at));
      if (name) entries.set(name, Number(view.getBigUint64(at + 2, true)));
    }
  });
  return {
    executor_: flags & EMBEDDED && executorEnd > executorAt ? bytes.subarray(executorAt, executorEnd) : undefined,
    head_: bytes.subarray(0, data),
    data_: bytes.subarray(data, wgsl),
    headAndData_: bytes.subarray(0, wgsl),
    alphaMode_: flags & PREMULTIPLIED ? 'premultiplied' : 'opaque',
    limits_: Object.fromEntries(limits),
    names_: table((entries) => {
      let count = flags & NAMES && u16(at);
      for (at += 2; count > 0; count--, at += 4 + u8(at + 3)) {
        entries.set(`${KINDS[u8(at)]} ${u16(at + 1)}`, text(at + 4, u8(at + 3)));
      }
    }),
    uniforms_: table((entries) => {
      let field = uniforms + 2;
      for (let bindings = u16(uniforms); bindings > 0; bindings--) {
        const bufferId = u16(field);
        let fields = u16(field + 6);
        for (field += 8; fields > 0; fields--, field += 10) {
          entries.set(string(u16(field + 2)) ?? `field_${u16(field + 2)}`, {
            type: u8(field + 8), size: u16(field + 6), bufferId, offset: u16(field + 4), elemCount: u8(field + 9),
          });
        }
      }
    }),
  };
}
