// The player for programs that only compute: the functions that act on an instance, without canvas, textures, drawing,
// images, nested wasm modules, sound and ZIP bundles. It needs no canvas.
import { extractor } from './containers/extract.js';
import { start } from './host/compute.js';
import { starter } from './player/start.js';

export * from './exports.js';
export const extractBytecode = extractor();
export const pngine = starter(start, extractBytecode);
