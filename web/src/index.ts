// The player: everything that a page can use.
import { drawing } from './player/drawing.js';
import { starter } from './player/start.js';

export * from './exports.js';
export const pngine = starter(drawing);
