// Raw DEFLATE by the platform's decompressor, with a cap on what may come out of it.
import { PngineError, fail } from '../errors.js';
import type { Bytes } from './detect.js';

export const INFLATE_CAP = 1 << 26;

/** Inflates raw DEFLATE data (no zlib header); more than 64 MiB is an error. */
export async function inflate(data: Bytes): Promise<Bytes> {
  const reader = new Blob([data]).stream().pipeThrough(new DecompressionStream('deflate-raw')).getReader();
  const parts: Bytes[] = [];
  let size = 0;
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) break;
      size += value.length;
      if (size > INFLATE_CAP) fail('container', 'compressed data inflates to more than 64 MiB');
      parts.push(value);
    }
  } catch (error) {
    void reader.cancel().catch(() => 0);
    throw error instanceof PngineError ? error : new PngineError('container', `damaged compressed data: ${error}`);
  }
  return new Uint8Array(await new Blob(parts).arrayBuffer());
}
