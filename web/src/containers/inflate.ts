// Raw DEFLATE by the platform's decompressor, with a cap on what may come out of it.
import { fail } from '../errors.js';
import type { Bytes } from './detect.js';

export const INFLATE_CAP = 1 << 26;

/** Inflates raw DEFLATE data (no zlib header); more than 64 MiB is an error. */
export async function inflate(data: Bytes): Promise<Bytes> {
  const parts: Bytes[] = [];
  let size = 0;
  const sink = new WritableStream<Bytes>({
    write(part) {
      size += part.length;
      if (size > INFLATE_CAP) fail('container', 'more than 64 MiB of inflated data');
      parts.push(part);
    },
  });
  await new Blob([data]).stream().pipeThrough(new DecompressionStream('deflate-raw')).pipeTo(sink);
  return new Uint8Array(await new Blob(parts).arrayBuffer());
}
