// Tells the containers apart by their first bytes: ZIP before PNG before a naked payload, as every player does.
export type Bytes = Uint8Array<ArrayBuffer>;
export type Format = 'png' | 'zip' | 'pngb';

const startsWith = (bytes: Uint8Array, text: string): boolean =>
  [...text].every((c, i) => bytes[i] === c.charCodeAt(0));

export const isZip = (bytes: Uint8Array): boolean =>
  bytes.length > 3 && startsWith(bytes, 'PK') && (bytes[2] === 3 || bytes[2] === 5);
export const isPng = (bytes: Uint8Array): boolean => startsWith(bytes, '\x89PNG\r\n\x1a\n');
export const isPngb = (bytes: Uint8Array): boolean => startsWith(bytes, 'PNGB');

export const detectFormat = (bytes: Uint8Array): Format | null =>
  isZip(bytes) ? 'zip' : isPng(bytes) ? 'png' : isPngb(bytes) ? 'pngb' : null;
