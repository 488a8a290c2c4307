// pngine(): from a source to an instance whose first frame is drawn.
import type { Bytes } from '../containers/detect.js';
import type { Extract } from '../containers/extract.js';
import { NO_CANVAS, NO_WEBGPU, USED_CANVAS, fail, wrap } from '../errors.js';
import { DRAWS } from '../host/link.js';
import type { AudioPlayer } from './audio.js';
import type { Pngine } from './instance.js';
import type { PngineOptions, Source } from './options.js';
import { type Player, type StartHost, createPlayer } from './player.js';
import { bytesOf } from './source.js';

/** What only the full player has: image sources, a canvas with its size and inputs, sound. */
export interface Drawing {
  image_(source: Source): Promise<HTMLImageElement | undefined>;
  sound_(file: Bytes): Promise<AudioPlayer | null>;
  /** Prepares the canvas. */
  canvas_(player: Player, image: HTMLImageElement | undefined, options: PngineOptions): Promise<HTMLCanvasElement>;
  watch_(player: Player, canvas: HTMLCanvasElement, options: PngineOptions): void;
}

/** The canvas as a worker can have it. */
function offscreen(canvas: HTMLCanvasElement): OffscreenCanvas {
  try {
    return canvas.transferControlToOffscreen();
  } catch {
    return fail('canvas', USED_CANVAS);
  }
}

async function start(player: Player, source: Source, options: PngineOptions, extract: Extract, drawing?: Drawing): Promise<Pngine> {
  const image = DRAWS ? await drawing?.image_(source) : undefined;
  if (DRAWS && drawing && !image && !options.canvas) fail('canvas', NO_CANVAS);
  if (!navigator.gpu) fail('no-webgpu', NO_WEBGPU);
  const file = await bytesOf(DRAWS && image ? image.currentSrc || image.src : source);
  const bytecode = await extract(file);
  const sound = DRAWS ? await drawing?.sound_(file) : undefined;
  const local = await player.open_({ bytecode_: bytecode, wasmUrl_: options.wasmUrl, debug_: options.debug });
  if (DRAWS) player.instance_.audio = sound ?? null;
  const canvas = DRAWS ? await drawing?.canvas_(player, image, options) : undefined;
  const given = DRAWS && canvas && !local ? offscreen(canvas) : canvas;
  await player.ask_('init', given, DRAWS && given !== canvas ? [given as OffscreenCanvas] : undefined);
  if (DRAWS && canvas) drawing?.watch_(player, canvas, options);
  return player.begin_();
}

export const starter = (host: StartHost, extract: Extract, drawing?: Drawing) =>
  /**
   * Plays a file. Resolves when the frame at time 0 is drawn; rejects with a PngineError and leaves nothing behind.
   * Until WebGPU, the file and its program have been found usable, neither canvas nor image is touched.
   */
  async (source: Source, options: PngineOptions = {}): Promise<Pngine> => {
    const player = createPlayer(host, options);
    try {
      return await start(player, source, options, extract, drawing);
    } catch (error) {
      player.destroy_();
      throw wrap(error, 'source');
    }
  };
