// Tells the containers apart by their first bytes: ZIP before PNG before a naked payload, as every player does.
export type Bytes = Uint8Array<ArrayBuffer>;
export type Format = 'png' | 'zip' | 'pngb';

/** Each byte as one character. */
const latin = (bytes: Uint8Array): string => String.fromCharCode(...bytes.subarray(0, 8));

export const isZip = (bytes: Uint8Array): boolean => /^PK[\x03\x05]./s.test(latin(bytes));
export const isPng = (bytes: Uint8Array): boolean => latin(bytes) === '\x89PNG\r\n\x1a\n';
export const isPngb = (bytes: Uint8Array): boolean => /^PNGB/.test(latin(bytes));

export const detectFormat = (bytes: Uint8Array): Format | null =>
  isZip(bytes) ? 'zip' : isPng(bytes) ? 'png' : isPngb(bytes) ? 'pngb' : null;
