// Reads little-endian values one after the other. All that the player reads goes through here: command buffers,
// descriptors, the tables of a payload. Reading past the end is a RangeError.
import type { Bytes } from '../containers/detect.js';
import { DRAWS } from '../host/link.js';

/**
 * One letter asks for one value: b u8, c u8 that stands for a color channel, h u16, w u32, i i32, f f32; d address and
 * length of a blob in the bytes that are read, A counted bytes; and lists with their count (u8) in front, whose elements
 * are arrays: B ids, T color targets (id, load, store, r, g, b, a), t the same with 8-bit colors.
 */
export type Letters = string;
type Value = number | Bytes | number[][];

export interface Reader {
  /** Where the next value stands. */
  at_: number;
  read_<T extends Value[] = number[]>(letters: Letters): T;
}

export function reader(bytes: Bytes, start = 0): Reader {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  /** Moves on and gives the place before. */
  const skip = (size: number): number => (self.at_ += size) - size;
  const u8 = (): number => view.getUint8(skip(1));
  const u32 = (): number => view.getUint32(skip(4), true);
  /** An empty blob may stand anywhere. */
  const blob = (at: number, length: number): Bytes => new Uint8Array(bytes.buffer, length && bytes.byteOffset + at, length);
  const list = (letters: Letters) => (): number[][] => Array.from({ length: u8() }, () => self.read_(letters));
  const readers: Record<string, () => Value> = {
    b: u8,
    h: () => view.getUint16(skip(2), true),
    w: u32,
    d: () => blob(u32(), u32()),
    A: () => {
      const length = u8();
      return blob(skip(length), length);
    },
    ...(DRAWS && {
      c: () => u8() / 255,
      i: () => u32() | 0,
      f: () => view.getFloat32(skip(4), true),
      B: list('h'),
      T: list('hbbffff'),
      t: list('hbbcccc'),
    }),
  };
  const self: Reader = {
    at_: start,
    read_: <T extends Value[]>(letters: Letters) => Array.from(letters, (letter) => readers[letter]()) as T,
  };
  return self;
}

export const textOf = (bytes: Bytes): string => new TextDecoder().decode(bytes);
