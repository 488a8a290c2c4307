// Converts what a page gives to setUniform into the bytes of a uniform.
// Type codes: 0 f32, 1 i32, 2 u32, 3-5 vecNf, 6 mat3x3f, 7 mat4x4f, 8-10 vecNi, 11-13 vecNu, anything else as f32.
import type { UniformInfo } from './payload.js';

/** A number, a flat array (typed arrays too), or for arrays of vectors an array of arrays. */
export type UniformValue = number | ArrayLike<number> | ArrayLike<ArrayLike<number>>;

const MAT3 = 6;
const MAT4 = 7;
/** Numbers per value by type code; 1 for codes that are not listed. */
const LANES = [1, 1, 1, 2, 3, 4, 9, 16, 2, 3, 4, 2, 3, 4];

type Words = Float32Array<ArrayBuffer> | Int32Array<ArrayBuffer> | Uint32Array<ArrayBuffer>;

function words(type: number, length: number): Words {
  const Type = type === 1 || (type > 7 && type < 11) ? Int32Array : type === 2 || (type > 10 && type < 14) ? Uint32Array : Float32Array;
  return new Type(length);
}

/** One value as 32-bit words. A 3x3 matrix is given row by row and stored as three padded columns. */
function convert(type: number, value: ArrayLike<number>): Words {
  if (type === MAT3) {
    const columns = words(type, 12);
    for (let i = 0; value.length > 8 && i < 9; i++) columns[(i % 3) * 4 + Math.floor(i / 3)] = value[i] ?? 0;
    return columns;
  }
  const out = words(type, type === MAT4 ? 16 : value.length);
  for (let i = 0; i < out.length; i++) out[i] = value[i] ?? 0;
  return out;
}

const isList = (value: unknown): value is ArrayLike<number> => typeof value === 'object' && value !== null;

/** Bytes to write at the uniform's offset; they may be fewer than its size when a vector is given in part. */
export function uniformBytes(info: UniformInfo, value: UniformValue): Uint8Array<ArrayBuffer> {
  const { type, size, elemCount } = info;
  const list = (isList(value) ? value : [value]) as ArrayLike<number | ArrayLike<number>>;
  const stride = elemCount && Math.floor(size / elemCount);
  if (!stride) return new Uint8Array(convert(type, list as ArrayLike<number>).buffer).subarray(0, size);
  const bytes = new Uint8Array(size);
  const lanes = LANES[type] ?? 1;
  const numbers = Array.from(list);
  for (let i = 0; i < elemCount; i++) {
    const first = numbers[isList(numbers[0]) ? i : i * lanes];
    if (first === undefined) break;
    const element = isList(first) ? first : (numbers as number[]).slice(i * lanes, (i + 1) * lanes);
    bytes.set(new Uint8Array(convert(type, element).buffer).subarray(0, Math.min(stride, size - i * stride)), i * stride);
  }
  return bytes;
}
