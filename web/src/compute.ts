// The player for programs that only compute: the same functions, without canvas, textures, drawing, images and sound.
import { starter } from './player/start.js';

export * from './exports.js';
export const pngine = starter();
