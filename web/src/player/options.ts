// What pngine() takes.
import type { PngineError } from '../errors.js';
import type { Readback } from '../gpu/resources.js';

/** A URL, the bytes of a file, an `<img>` or a CSS selector (`#id`, `.class`) for one. */
export type Source = string | ArrayBuffer | Uint8Array | Blob | HTMLImageElement;

export interface PngineOptions {
  /** Required except for image sources and in the compute-only player. It must have no context yet. */
  canvas?: HTMLCanvasElement | undefined;
  /** Device pixels per CSS pixel; the display's when absent. */
  dpr?: number | undefined;
  /** Follow the canvas' layout box instead of its width and height attributes. */
  autoResize?: boolean | undefined;
  /** Print the executor's log. */
  debug?: boolean | undefined;
  /** A shared executor, for payloads that carry none. */
  wasmUrl?: string | undefined;
  /** False: everything on the main thread. Otherwise a worker, where the browser and the page's policy allow it. */
  worker?: boolean | undefined;
  /** Errors after the start, and shader and GPU errors during it. */
  onError?: ((error: PngineError) => void) | undefined;
  /** Buffers that were read back, as unsigned 64-bit lanes converted to numbers. */
  onQueryResult?: ((numbers: number[]) => void) | undefined;
  /** The same as bytes, with the buffer's name. */
  onReadback?: ((readback: Readback) => void) | undefined;
}
