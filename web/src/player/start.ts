// pngine(): from a source to an instance whose first frame is drawn.
import type { Extract } from '../containers/extract.js';
import { PngineError, fail } from '../errors.js';
import type { Bytes } from '../containers/detect.js';
import type { AudioPlayer } from './audio.js';
import { Pngine } from './instance.js';
import type { PngineOptions, Source } from './options.js';
import { type Player, createPlayer } from './player.js';
import { bytesOf } from './source.js';

/** What only the full player has: image sources, a canvas with its size and inputs, sound. */
export interface Drawing {
  image_(source: Source): Promise<HTMLImageElement | undefined>;
  sound_(file: Bytes): Promise<AudioPlayer | null>;
  /** Prepares the canvas. */
  canvas_(player: Player, image: HTMLImageElement | undefined, options: PngineOptions): HTMLCanvasElement;
  watch_(player: Player, canvas: HTMLCanvasElement, options: PngineOptions): void;
}

async function start(
  player: Player, source: Source, options: PngineOptions, extract: Extract, drawing: Drawing | undefined,
): Promise<void> {
  const image = await drawing?.image_(source);
  if (drawing && !image && !options.canvas) fail('canvas', 'the option canvas is missing');
  if (!navigator.gpu) fail('no-webgpu', 'this browser has no WebGPU');
  const bytes = await bytesOf(image ? image.currentSrc || image.src : source);
  const bytecode = await extract(bytes);
  const sound = (await drawing?.sound_(bytes)) ?? null;
  const transport = await player.open_({
    type_: 'open', bytecode_: bytecode, wasmUrl_: options.wasmUrl, debug_: !!options.debug,
  });
  player.audio_ = sound;
  const canvas = drawing?.canvas_(player, image, options);
  if (!canvas || transport.local_) {
    await player.ask_({ type_: 'init', canvas_: canvas });
  } else {
    const offscreen = transfer(canvas);
    await player.ask_({ type_: 'init', canvas_: offscreen }, [offscreen]);
  }
  if (canvas) drawing?.watch_(player, canvas, options);
  player.started_();
}

function transfer(canvas: HTMLCanvasElement): OffscreenCanvas {
  try {
    return canvas.transferControlToOffscreen();
  } catch {
    return fail('canvas', 'the canvas has a context, or was used before');
  }
}

export const starter = (extract: Extract, drawing?: Drawing) =>
  /**
   * Plays a file. Resolves when the frame at time 0 is drawn; rejects with a PngineError and leaves nothing behind.
   * Until WebGPU, the file and its program have been found usable, neither canvas nor image is touched.
   */
  async (source: Source, options: PngineOptions = {}): Promise<Pngine> => {
    const player = createPlayer(options);
    try {
      await start(player, source, options, extract, drawing);
      return new Pngine(player);
    } catch (error) {
      player.destroy_();
      throw error instanceof PngineError ? error : new PngineError('source', `${error}`);
    }
  };
