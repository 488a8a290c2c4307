// The tagged binary form of small descriptors (texture, view, sampler, bind group):
//   tag u8 | count u8 | { field u8 | type u8 | value }
// Unknown fields are skipped by the width of their type; an array can only be the entry list of a bind group.
import type { Bytes } from '../containers/detect.js';
import { reader } from '../stream/reader.js';

/** Binding, kind, id; for buffers (kind 0) also offset and size. */
export type Entry = number[];

/** Scalar values by field id, and entries. */
type Descriptor = [fields: (number | undefined)[], entries: Entry[]];

/** Letters by value type: u32, f32, string id, count of an array, nested (of unknown width), bool, u16, enum. */
const LETTERS = 'wfhb bhb';
const ARRAY = 3;

/** Throws a RangeError when the descriptor is cut short; an empty one has no fields. */
export function readFields(bytes: Bytes): Descriptor {
  const { read_: read } = reader(bytes);
  const fields: (number | undefined)[] = [];
  const entries: Entry[] = [];
  for (let count = bytes[1] && read('bb')[1]; count > 0; count--) {
    const [id, type] = read('bb');
    const letter = LETTERS[type]?.trim();
    if (!letter) break;
    let [value] = read(letter);
    fields[id] = value;
    while (type === ARRAY && value--) {
      const entry = read('bbh');
      entries.push(entry[1] ? entry : [...entry, ...read('ww')]);
    }
  }
  return [fields, entries];
}
