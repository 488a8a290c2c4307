// Gets the bytes of a source.
import type { Bytes } from '../containers/detect.js';
import { fail } from '../errors.js';
import type { Source } from './options.js';

export async function bytesOf(source: Source): Promise<Bytes> {
  let body: Blob | Response | undefined;
  if (source instanceof Blob) body = source;
  if (typeof source === 'string') {
    const response = (body = await fetch(source).catch((error: unknown) => fail('http', `${source}: ${error}`)));
    if (!response.ok) fail('http', `${source}: HTTP ${response.status}`);
  }
  if (body) return new Uint8Array(await body.arrayBuffer());
  if (source instanceof Uint8Array || source instanceof ArrayBuffer) return new Uint8Array(source as Bytes);
  return fail('source', 'a source is a URL, bytes, a Blob, an <img> or a selector for one');
}
