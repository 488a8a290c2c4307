// Raw DEFLATE by the platform's decompressor, with a cap on what may come out of it.
import { fail } from '../errors.js';
import type { Bytes } from './detect.js';

export const INFLATE_CAP = 1 << 26;

/** All bytes of a body. */
export const bodyBytes = async (body: BodyInit | null): Promise<Bytes> => new Uint8Array(await new Response(body).arrayBuffer());

/** Inflates raw DEFLATE data (no zlib header); more than 64 MiB is an error. */
export function inflate(data: Bytes): Promise<Bytes> {
  let size = 0;
  const cap = new TransformStream<Bytes, Bytes>({
    transform(part, out) {
      size += part.length;
      if (size > INFLATE_CAP) fail('container', 'over 64 MiB');
      out.enqueue(part);
    },
  });
  return bodyBytes(new Blob([data]).stream().pipeThrough(new DecompressionStream('deflate-raw')).pipeThrough(cap));
}
