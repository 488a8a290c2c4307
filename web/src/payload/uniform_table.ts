// The uniform table: which bytes of which buffer a dotted name like "light.color" stands for.
import type { Payload } from './payload.js';

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

/** All leaves by path; of several with one path the last wins. A table that ends early gives what it has. */
export function readUniformTable(payload: Payload): Map<string, UniformInfo> {
  const table = new Map<string, UniformInfo>();
  const end = payload.bytes_.length;
  let at = payload.u32_(32);
  if (at + 2 > end) return table;
  let bindings = payload.u16_(at);
  for (at += 2; bindings > 0 && at + 8 <= end; bindings--) {
    const bufferId = payload.u16_(at);
    let fields = payload.u16_(at + 6);
    for (at += 8; fields > 0 && at + 10 <= end; fields--, at += 10) {
      const name = payload.u16_(at + 2);
      table.set(payload.strings_[name] ?? `field_${name}`, {
        type: payload.view_.getUint8(at + 8),
        size: payload.u16_(at + 6),
        bufferId,
        offset: payload.u16_(at + 4),
        elemCount: payload.view_.getUint8(at + 9),
      });
    }
  }
  return table;
}
