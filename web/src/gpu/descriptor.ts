// The tagged binary form of small descriptors (texture, view, sampler, bind group):
//   tag u8 | count u8 | { field u8 | type u8 | value }
// Unknown fields are skipped by the width of their type; an array can only be the entry list of a bind group.
import type { BindGroupEntry } from './bind_groups.js';

export interface Descriptor {
  /** Scalar values by field id. */
  fields_: (number | undefined)[];
  entries_: BindGroupEntry[];
}

const F32 = 1;
const ARRAY = 3;
/** Width by value type; nested descriptors have none that a reader could know. */
const WIDTHS: readonly (number | undefined)[] = [4, 4, 2, 0, undefined, 1, 2, 1];

/** Reads `count` binding entries at `at` and returns where they end. */
function readEntries(view: DataView, at: number, entries: BindGroupEntry[]): number {
  for (let count = view.getUint8(at++); count > 0; count--) {
    const kind = view.getUint8(at + 1);
    entries.push({
      binding_: view.getUint8(at),
      kind_: kind,
      id_: view.getUint16(at + 2, true),
      offset_: kind ? 0 : view.getUint32(at + 4, true),
      size_: kind ? 0 : view.getUint32(at + 8, true),
    });
    at += kind ? 4 : 12;
  }
  return at;
}

/** Throws a RangeError when the descriptor is cut short. */
export function readDescriptor(view: DataView): Descriptor {
  const fields: (number | undefined)[] = [];
  const entries: BindGroupEntry[] = [];
  let at = 2;
  for (let count = view.byteLength > 1 ? view.getUint8(1) : 0; count > 0; count--) {
    const id = view.getUint8(at);
    const type = view.getUint8(at + 1);
    const width = WIDTHS[type];
    at += 2;
    if (type === ARRAY) {
      at = readEntries(view, at, entries);
    } else if (width === undefined) {
      break;
    } else {
      fields[id] = type === F32 ? view.getFloat32(at, true)
        : width > 2 ? view.getUint32(at, true) : width > 1 ? view.getUint16(at, true) : view.getUint8(at);
      at += width;
    }
  }
  return { fields_: fields, entries_: entries };
}
