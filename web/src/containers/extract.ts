// From the bytes of any container to the payload in it.
import { PngineError, fail } from '../errors.js';
import { type Bytes, detectFormat } from './detect.js';
import { findChunk, unwrap } from './png.js';

/** Payload bytes of a file. Rejects with code `container`. */
export type Extract = (source: Uint8Array | ArrayBuffer) => Promise<Bytes>;

/** For PNGs and naked payloads, and for ZIP bundles where their reader is given. */
export const extractor = (readZip?: (bytes: Bytes) => Promise<Bytes>): Extract => async (source) => {
  const bytes = new Uint8Array(source as ArrayBuffer | Bytes);
  const format = detectFormat(bytes);
  try {
    if (format === 'pngb') return bytes;
    if (format === 'zip' && readZip) return await readZip(bytes);
    return await unwrap(findChunk(format === 'png' ? bytes : fail('container', 'not a file that this player reads'), 'pNGb') ??
      fail('container', 'this PNG carries no program: it never had one, or a site that re-encoded it removed the chunk'));
  } catch (error) {
    throw error instanceof PngineError ? error : new PngineError('container', `damaged file: ${error}`);
  }
};
