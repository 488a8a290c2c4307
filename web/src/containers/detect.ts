// Tells the containers apart by their first bytes: ZIP before PNG before a naked payload, as every player does.
export type Bytes = Uint8Array<ArrayBuffer>;
export type Format = 'png' | 'zip' | 'pngb';

/** Some bytes, each as one character. */
export const latin = (bytes: Uint8Array, from = 0, to = 8): string => String.fromCharCode(...bytes.subarray(from, to));

export const isZip = (bytes: Uint8Array): boolean => /^PK[\x03\x05]./s.test(latin(bytes));
export const isPng = (bytes: Uint8Array): boolean => latin(bytes) === '\x89PNG\r\n\x1a\n';
export const isPngb = (bytes: Uint8Array): boolean => /^PNGB/.test(latin(bytes));

export const detectFormat = (bytes: Uint8Array): Format | null =>
  isZip(bytes) ? 'zip' : isPng(bytes) ? 'png' : isPngb(bytes) ? 'pngb' : null;
