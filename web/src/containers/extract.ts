// From the bytes of any container to the payload in it.
import { PngineError, fail } from '../errors.js';
import { type Bytes, detectFormat } from './detect.js';
import { findChunk, unwrap } from './png.js';
import { readZip } from './zip.js';

/** Payload bytes of a PNG, a ZIP bundle or a naked payload. Rejects with code `container`. */
export async function extractBytecode(source: Uint8Array | ArrayBuffer): Promise<Bytes> {
  const bytes = new Uint8Array(source as ArrayBuffer | Bytes);
  const format = detectFormat(bytes);
  try {
    if (format === 'png') {
      return await unwrap(findChunk(bytes, 'pNGb') ??
        fail('container', 'this PNG carries no program: it never had one, or a site that re-encoded it removed the chunk'));
    }
    if (format === 'zip') return await readZip(bytes);
  } catch (error) {
    throw error instanceof PngineError ? error : new PngineError('container', `damaged ${format}: ${error}`);
  }
  return format ? bytes : fail('container', 'not a PNG, a ZIP or a pngine payload');
}
