// The player: everything that a page can use.
import { extractor } from './containers/extract.js';
import { readZip } from './containers/zip.js';
import { start } from './host/full.js';
import { drawing } from './player/drawing.js';
import { starter } from './player/start.js';

export * from './exports.js';
export const extractBytecode = extractor(readZip);
export const pngine = starter(start, extractBytecode, drawing);
