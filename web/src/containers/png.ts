// Finds pngine's chunks in a PNG. The picture itself is never decoded, and checksums are not checked.
import { fail } from '../errors.js';
import type { Bytes } from './detect.js';
import { inflate } from './inflate.js';

/** Data of the first chunk of that type, or nothing. */
export function findChunk(bytes: Bytes, type: string): Bytes | undefined {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  for (let at = 8; at + 12 <= bytes.length;) {
    const length = view.getUint32(at);
    const end = at + 8 + length;
    if (String.fromCharCode(...bytes.subarray(at + 4, at + 8)) === type) {
      if (end > bytes.length) fail('container', `the PNG is cut short inside its ${type} chunk`);
      return bytes.subarray(at + 8, end);
    }
    at = end + 4;
  }
  return undefined;
}

/** Contents of a chunk: its wrapper is a version byte and a byte of flags, bit 0 of which means deflated. */
export async function unwrap(chunk: Bytes, anyVersion = false): Promise<Bytes> {
  if (chunk.length < 2) fail('container', 'a pngine chunk is too short');
  if (chunk[0] !== 1 && !anyVersion) fail('container', `pngine chunk version ${chunk[0]} is not supported, only 1`);
  const data = chunk.subarray(2);
  return (chunk[1] ?? 0) & 1 ? inflate(data) : data;
}
