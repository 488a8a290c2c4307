// Gets the bytes of a source.
import type { Bytes } from '../containers/detect.js';
import { bodyBytes } from '../containers/inflate.js';
import { fail, failing } from '../errors.js';
import type { Source } from './options.js';

async function fetchBytes(url: string): Promise<Bytes> {
  const response = await fetch(url).catch(failing('http', `${url}: `));
  if (!response.ok) fail('http', `${url}: HTTP ${response.status}`);
  return bodyBytes(response.body);
}

export async function bytesOf(source: Source): Promise<Bytes> {
  if (typeof source === 'string') return fetchBytes(source);
  if (![Blob, ArrayBuffer, Uint8Array].some((type) => source instanceof type)) fail('source', 'unknown source');
  return bodyBytes(source as Blob);
}
