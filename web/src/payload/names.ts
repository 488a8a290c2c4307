// The private table of resource names at the end of a payload (flag bit 4): what readbacks and messages call a resource.
//   count u16 | {kind u8, id u16, length u8, text} x count
import type { Payload } from './payload.js';

const NAMES = 16;
const LIMITS = 4;

/** Kinds of GPU objects in the order in which the table numbers them. */
export const KINDS = [
  'buffer', 'texture', 'textureView', 'sampler', 'shader', 'pipeline', 'bindGroup', 'bindGroupLayout', 'pipelineLayout',
  'querySet', 'renderBundle', 'imageBitmap', 'wasmModule',
] as const;
export type Kind = (typeof KINDS)[number];

/** The table starts where the one in front of it ends; an animation table with scenes never stands in our files. */
function start(payload: Payload): number {
  const { view_: view, flags_: flags } = payload;
  const animation = payload.u32_(36);
  const limits = payload.u32_(8) >>> 8;
  if (!(flags & NAMES)) return Infinity;
  if (flags & LIMITS) return limits < view.byteLength ? limits + 1 + view.getUint8(limits) * 10 : Infinity;
  return animation < view.byteLength && !view.getUint8(animation) ? animation + 1 : Infinity;
}

/** Names by "kind id", for example "buffer 2". */
export function readNames(payload: Payload): Map<string, string> {
  const names = new Map<string, string>();
  const { view_: view } = payload;
  let at = start(payload);
  if (at + 2 > view.byteLength) return names;
  let count = payload.u16_(at);
  for (at += 2; count > 0 && at + 4 <= view.byteLength; count--) {
    const end = at + 4 + view.getUint8(at + 3);
    if (end > view.byteLength) break;
    names.set(`${KINDS[view.getUint8(at)]} ${payload.u16_(at + 1)}`,
      new TextDecoder().decode(payload.bytes_.subarray(at + 4, end)));
    at = end;
  }
  return names;
}
