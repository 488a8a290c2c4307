// The public parts of a payload, which a host reads: header, strings, device limits, uniform table, private names.
// All offsets come from an untrusted file. The header's are checked; a table that leaves the file gives what it has.
import type { Bytes } from '../containers/detect.js';
import { fail } from '../errors.js';
import { DRAWS } from '../host/link.js';
import { reader, textOf } from '../stream/reader.js';

export type Kind =
  | 'buffer' | 'texture' | 'textureView' | 'sampler' | 'shader' | 'pipeline' | 'bindGroup' | 'bindGroupLayout'
  | 'pipelineLayout' | 'querySet' | 'renderBundle' | 'imageBitmap' | 'wasmModule' | 'defaultView';
/**
 * Kinds of GPU objects; the first thirteen in the order in which the table of names numbers them. The player that only
 * computes leaves empty the places of those that it cannot make.
 */
export const KINDS = (DRAWS
  ? 'buffer texture textureView sampler shader pipeline bindGroup bindGroupLayout pipelineLayout querySet renderBundle ' +
    'imageBitmap wasmModule defaultView'
  : 'buffer    shader pipeline bindGroup bindGroupLayout pipelineLayout').split(' ') as Kind[];

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
  /** What goes to the executor: everything in front of the data section, and the data section. */
  head_: Bytes;
  data_: Bytes;
  limits_: Record<string, number>;
  /** Leaves by dotted path; of several with one path the last wins. */
  uniforms_: Record<string, UniformInfo | undefined>;
  /** Names of resources by "kind id", for example "buffer 2". */
  names_: Record<string, string | undefined>;
  /** What only the full player needs: head and data section in one, and what the canvas does with alpha. */
  headAndData_: Bytes;
  alphaMode_: GPUCanvasAlphaMode;
}

const HEADER = 40;
const EMBEDDED = 1;
const LIMITS = 4;
const PREMULTIPLIED = 8;
const NAMES = 16;

export function parsePayload(bytes: Bytes): Payload {
  const [magic, version, flags, limitsAt, at, length, strings, data, wgsl, uniformTable, animation] = bytes.length < HEADER ? [] : reader(bytes).read_('whhwwwwwwww');
  if (magic !== 0x42474e50) fail('payload', 'no payload');
  if (version) fail('payload', `unknown version ${version}`);
  const [start, end] = flags & EMBEDDED ? [at, at + length] : [HEADER, HEADER];
  const order = [HEADER, start, end, strings, data, wgsl, uniformTable, animation, bytes.length];
  if (order.some((offset, i) => offset < order[i - 1])) fail('payload', 'damaged payload');

  const limits: Record<string, number> = {};
  const uniforms: Payload['uniforms_'] = {};
  const names: Payload['names_'] = {};
  try {
    const at = reader(bytes, strings);
    const column = 'h'.repeat(at.read_('h')[0]);
    const starts = at.read_(column);
    const lengths = at.read_(column);
    const text = bytes.subarray(at.at_);
    /** Empty for an id that the table does not have. */
    const string = (id: number): string => textOf(text.subarray(starts[id], starts[id] + lengths[id]));
    at.at_ = animation + 1;
    if (flags & LIMITS) {
      at.at_ = limitsAt >>> 8;
      for (let [count] = at.read_('b'); count > 0; count--) {
        const [id, low, high] = at.read_('hww');
        const name = string(id);
        if (name) limits[name] = low + high * 2 ** 32;
      }
    }
    // The table of names starts where the one in front of it ends.
    for (let count = flags & NAMES && at.read_('h')[0]; count > 0; count--) {
      const [kind, id, name] = at.read_<[number, number, Bytes]>('bhA');
      names[`${KINDS[kind]} ${id}`] = textOf(name);
    }
    at.at_ = uniformTable;
    for (let [bindings] = at.read_('h'); bindings > 0; bindings--) {
      let [bufferId, , , , fields] = at.read_('hhbbh');
      while (fields--) {
        const [, name, offset, size, type, elemCount] = at.read_('hhhhbb');
        uniforms[string(name) || `field_${name}`] = { type, size, bufferId, offset, elemCount };
      }
    }
  } catch {
    // The tables end with the file.
  }
  return {
    executor_: bytes.subarray(start, end),
    head_: bytes.subarray(0, data),
    data_: bytes.subarray(data, wgsl),
    limits_: limits,
    names_: names,
    uniforms_: uniforms,
    ...((DRAWS && {
      headAndData_: bytes.subarray(0, wgsl), alphaMode_: flags & PREMULTIPLIED ? 'premultiplied' : 'opaque',
    }) as Pick<Payload, 'headAndData_' | 'alphaMode_'>),
  };
}
