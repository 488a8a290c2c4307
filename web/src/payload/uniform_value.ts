// Converts what a page gives to setUniform into the bytes of a uniform.
// Type codes: 0 f32, 1 i32, 2 u32, 3-5 vecNf, 6 mat3x3f, 7 mat4x4f, 8-10 vecNi, 11-13 vecNu, anything else as f32.
import type { UniformInfo } from './payload.js';

/** A number, a flat array (typed arrays too), or for arrays of vectors an array of arrays. */
export type UniformValue = number | ArrayLike<number> | ArrayLike<ArrayLike<number>>;

const MAT3 = 6;
const MAT4 = 7;
/** Numbers per value and type of each number by type code; 1 and f32 for codes that are not listed. */
const LANES = [1, 1, 1, 2, 3, 4, 9, 16, 2, 3, 4, 2, 3, 4];
const TYPES = 'fiufffffiiiuuu';

/** What a page may give as a list; anything else is a single value, of which NaN or 0 comes if it is no number. */
const listOf = <T>(value: unknown): T[] | false | null =>
  typeof value === 'object' && value && 'length' in value && Array.from(value as ArrayLike<T>);

/** One value as bytes. A 3x3 matrix is given row by row and stored as three padded columns. */
function convert(type: number, value: number[]): Uint8Array<ArrayBuffer> {
  const Type = TYPES[type] === 'i' ? Int32Array : TYPES[type] === 'u' ? Uint32Array : Float32Array;
  let numbers = value;
  if (type === MAT3) numbers = Array.from({ length: 12 }, (_, i) => (i % 4 < 3 && value.length > 8 ? value[(i % 4) * 3 + (i >> 2)] : 0));
  if (type === MAT4) numbers = Array.from({ length: 16 }, (_, i) => value[i] ?? 0);
  return new Uint8Array(new Type(numbers.map(Number)).buffer);
}

/** Bytes to write at the uniform's offset; they may be fewer than its size when a vector is given in part. */
export function uniformBytes({ type, size, elemCount }: UniformInfo, value: UniformValue): Uint8Array<ArrayBuffer> {
  const list = listOf<number | ArrayLike<number>>(value) || [value as number];
  const stride = elemCount && Math.floor(size / elemCount);
  if (!stride) return convert(type, list as number[]).subarray(0, size);
  const bytes = new Uint8Array(size);
  const lanes = LANES[type] ?? 1;
  const nested = typeof list[0] === 'object';
  for (let i = 0; i < elemCount; i++) {
    const element = nested ? listOf<number>(list[i]) || [] : (list as number[]).slice(i * lanes, (i + 1) * lanes);
    bytes.set(convert(type, element).subarray(0, stride), i * stride);
  }
  return bytes;
}
