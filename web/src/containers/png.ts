// Reads pngine's chunks in a PNG. The picture itself is never decoded, and checksums are not checked.
import { fail } from '../errors.js';
import { type Bytes, latin } from './detect.js';
import { inflate } from './inflate.js';

/**
 * Contents of the first chunk of that type, or nothing. Its wrapper is a version byte, which is only looked at for
 * programs, and a byte of flags, bit 0 of which means deflated.
 */
export async function readChunk(bytes: Bytes, type: 'pNGb' | 'pNGa'): Promise<Bytes | undefined> {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  for (let at = 8; at + 12 <= bytes.length;) {
    const end = at + 8 + view.getUint32(at);
    if (latin(bytes, at + 4, at + 8) === type) {
      const [version, flags] = bytes.subarray(at + 8);
      if (end > bytes.length || end < at + 10) fail('container', 'damaged chunk');
      if (version !== 1 && type === 'pNGb') fail('container', `unknown version ${version}`);
      const data = bytes.subarray(at + 10, end);
      return flags & 1 ? inflate(data) : data;
    }
    at = end + 4;
  }
  return undefined;
}
