// pngine(): from a source to an instance whose first frame is drawn.
import type { Bytes } from '../containers/detect.js';
import type { Extract } from '../containers/extract.js';
import { fail, wrap } from '../errors.js';
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
  canvas_(player: Player, image: HTMLImageElement | undefined, options: PngineOptions): HTMLCanvasElement;
  watch_(player: Player, canvas: HTMLCanvasElement, options: PngineOptions): void;
}

/** Tells the host to create everything; one in a worker gets the canvas for good. */
async function init(player: Player, canvas: HTMLCanvasElement | undefined, local: boolean): Promise<void> {
  if (!canvas || local) return void (await player.ask_('init', canvas));
  let offscreen;
  try {
    offscreen = canvas.transferControlToOffscreen();
  } catch {
    fail('canvas', 'the canvas has a context, or was used before');
  }
  await player.ask_('init', offscreen, [offscreen]);
}

async function start(player: Player, source: Source, options: PngineOptions, extract: Extract, drawing?: Drawing): Promise<Pngine> {
  const image = await drawing?.image_(source);
  if (drawing && !image && !options.canvas) fail('canvas', 'the option canvas is missing');
  if (!navigator.gpu) fail('no-webgpu', 'this browser has no WebGPU');
  const file = await bytesOf(image ? image.currentSrc || image.src : source);
  const bytecode = await extract(file);
  const sound = await drawing?.sound_(file);
  const local = await player.limited_(player.open_({ bytecode_: bytecode, wasmUrl_: options.wasmUrl, debug_: options.debug }));
  player.instance_.audio = sound ?? null;
  const canvas = drawing?.canvas_(player, image, options);
  await player.limited_(init(player, canvas, local));
  if (canvas) drawing?.watch_(player, canvas, options);
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
