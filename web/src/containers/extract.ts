// From the bytes of any container to the payload in it.
import { fail, failing } from '../errors.js';
import { type Bytes, detectFormat } from './detect.js';
import { readChunk } from './png.js';

/** Payload bytes of a file. Rejects with code `container`. */
export type Extract = (source: Uint8Array | ArrayBuffer) => Promise<Bytes>;

async function payloadOf(bytes: Bytes, readZip?: (bytes: Bytes) => Promise<Bytes>): Promise<Bytes> {
  const format = detectFormat(bytes);
  if (format === 'pngb') return bytes;
  if (format === 'zip' && readZip) return readZip(bytes);
  if (format !== 'png') fail('container', 'unknown kind of file');
  return (await readChunk(bytes, 'pNGb')) ?? fail('container', 'this PNG carries no program');
}

/** For PNGs and naked payloads, and for ZIP bundles where their reader is given. */
export const extractor = (readZip?: (bytes: Bytes) => Promise<Bytes>): Extract => (source) =>
  payloadOf(new Uint8Array(source as ArrayBuffer | Bytes), readZip).catch(failing('container', 'damaged: '));
