// Gets the bytes of a source.
import type { Bytes } from '../containers/detect.js';
import { fail, failing } from '../errors.js';
import type { Source } from './options.js';

export async function fetchBytes(url: string): Promise<Bytes> {
  const response = await fetch(url).catch(failing('http', `${url}: `));
  if (!response.ok) fail('http', `${url}: HTTP ${response.status}`);
  return new Uint8Array(await response.arrayBuffer());
}

export async function bytesOf(source: Source): Promise<Bytes> {
  if (typeof source === 'string') return fetchBytes(source);
  if (source instanceof Blob) return new Uint8Array(await source.arrayBuffer());
  if (source instanceof Uint8Array || source instanceof ArrayBuffer) return new Uint8Array(source as Bytes);
  return fail('source', 'a source is a URL, bytes, a Blob, an <img> or its selector');
}
