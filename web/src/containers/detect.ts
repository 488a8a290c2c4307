// Tells the containers apart by their first bytes: ZIP before PNG before a naked payload, as every player does.
export type Bytes = Uint8Array<ArrayBuffer>;
export type Format = 'png' | 'zip' | 'pngb';

type Source = Uint8Array | ArrayBuffer;

/** Some bytes, each as one character. */
export const latin = (bytes: Source, from = 0, to = 8): string => String.fromCharCode(...new Uint8Array(bytes.slice(from, to)));

export const isZip = (bytes: Source): boolean => /^PK[\x03\x05]./s.test(latin(bytes));
export const isPng = (bytes: Source): boolean => latin(bytes) === '\x89PNG\r\n\x1a\n';
export const isPngb = (bytes: Source): boolean => /^PNGB/.test(latin(bytes));

export const detectFormat = (bytes: Source): Format | null =>
  isZip(bytes) ? 'zip' : isPng(bytes) ? 'png' : isPngb(bytes) ? 'pngb' : null;
