// Texture formats of descriptors.
import { FORMATS } from '../generated/formats.js';
import type { Dispatcher } from './dispatcher.js';

/** Format by code; the canvas format for every code that stands for no other. */
export const formatOf = (d: Dispatcher, code: number): GPUTextureFormat => FORMATS[code] ?? d.format_;
