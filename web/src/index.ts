// The player: everything that a page can use.
import { extractor } from './containers/extract.js';
import { start } from './host/full.js';
import { loadExtras } from './load_extras.js';
import { drawing } from './player/drawing.js';
import { starter } from './player/start.js';

export { detectFormat, isPng, isPngb, isZip } from './containers/detect.js';
export type { Format } from './containers/detect.js';
export * from './exports.js';
export const extractBytecode = extractor(async (bytes) => (await loadExtras()).zip_(bytes));
export const pngine = starter(start, extractBytecode, drawing);
