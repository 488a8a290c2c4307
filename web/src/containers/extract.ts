// From the bytes of any container to the payload in it.
import { fail, failing } from '../errors.js';
import { DRAWS } from '../host/link.js';
import { type Bytes, isPng, isPngb, isZip } from './detect.js';
import { readChunk } from './png.js';

/** Payload bytes of a file. Rejects with code `container`. */
export type Extract = (source: Uint8Array | ArrayBuffer) => Promise<Bytes>;

async function payloadOf(bytes: Bytes, readZip?: (bytes: Bytes) => Promise<Bytes>): Promise<Bytes> {
  if (DRAWS && readZip && isZip(bytes)) return readZip(bytes);
  if (isPngb(bytes)) return bytes;
  if (!isPng(bytes)) fail('container', 'unknown file');
  return (await readChunk(bytes, 'pNGb')) ?? fail('container', 'no program in this PNG');
}

/** For PNGs and naked payloads, and for ZIP bundles where their reader is given. */
export const extractor = (readZip?: (bytes: Bytes) => Promise<Bytes>): Extract => (source) =>
  payloadOf(new Uint8Array(source as ArrayBuffer | Bytes), readZip).catch(failing('container', 'damaged: '));
