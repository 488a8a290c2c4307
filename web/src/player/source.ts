// Gets the bytes of a source.
import type { Bytes } from '../containers/detect.js';
import { fail } from '../errors.js';
import type { Source } from './options.js';

const isSelector = (source: unknown): source is string => typeof source === 'string' && /^(#|\.(?![./]))/.test(source);

/** The image element that the source is or selects, loaded; nothing for sources of other kinds. */
export async function imageOf(source: Source): Promise<HTMLImageElement | undefined> {
  const element = isSelector(source) ? document.querySelector(source) : source;
  const isImage = typeof HTMLImageElement === 'function' && element instanceof HTMLImageElement;
  if (!isImage) return isSelector(source) ? fail('source', `${source} does not select an <img>`) : undefined;
  await element.decode().catch(() => 0);
  if (!element.naturalWidth) fail('source', 'the image did not load');
  return element;
}

export async function bytesOf(source: Exclude<Source, HTMLImageElement>): Promise<Bytes> {
  if (typeof source === 'string') {
    const response = await fetch(source).catch((error: unknown) => fail('http', `${source} cannot be fetched: ${error}`));
    if (!response.ok) fail('http', `${source} cannot be fetched: HTTP ${response.status}`);
    return new Uint8Array(await response.arrayBuffer());
  }
  if (source instanceof Blob) return new Uint8Array(await source.arrayBuffer());
  if (source instanceof Uint8Array || source instanceof ArrayBuffer) return new Uint8Array(source as Bytes);
  return fail('source', 'a source is a URL, bytes, a Blob, an <img> or a selector for one');
}
