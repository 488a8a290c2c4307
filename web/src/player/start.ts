// pngine(): from a source to an instance whose first frame is drawn.
import type { Bytes } from '../containers/detect.js';
import type { Extract } from '../containers/extract.js';
import type { Bundled } from '../containers/zip.js';
import { NO_CANVAS, NO_WEBGPU, USED_CANVAS, fail, failing, wrap } from '../errors.js';
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
  /** Prepares the canvas, and gives it with what its host is to draw on. */
  canvas_(
    player: Player, image: HTMLImageElement | undefined, options: PngineOptions, local: boolean,
  ): Promise<[HTMLCanvasElement, HTMLCanvasElement | OffscreenCanvas]>;
  watch_(player: Player, canvas: HTMLCanvasElement, options: PngineOptions): void;
}

async function start(player: Player, source: Source, options: PngineOptions, extract: Extract, drawing: Drawing): Promise<Pngine> {
  const image = DRAWS ? await drawing.image_(source) : undefined;
  if (DRAWS && !(options.canvas ? options.canvas.transferControlToOffscreen : image)) fail('canvas', NO_CANVAS);
  if (!navigator.gpu) fail('no-webgpu', NO_WEBGPU);
  const file = await bytesOf(DRAWS && image ? image.currentSrc || image.src : source);
  const bytecode: Bundled = await extract(file);
  // A worker has no address from which a relative one could go.
  const wasm = (DRAWS && bytecode.runtime_) || (options.wasmUrl && new Request(options.wasmUrl).url);
  if (DRAWS) player.instance_.audio = await drawing.sound_(file);
  const local = await player.open_([bytecode, wasm, options.debug]);
  if (!DRAWS) await player.ask_('init');
  else {
    const [canvas, given] = await drawing.canvas_(player, image, options, local).catch(failing('canvas', `${USED_CANVAS}: `));
    await player.ask_('init', given, [given as OffscreenCanvas]);
    drawing.watch_(player, canvas, options);
  }
  return player.begin_();
}

/** `drawing` is there unless the player only computes. */
export const starter = (host: StartHost, extract: Extract, drawing?: Drawing) =>
  /**
   * Plays a file. Resolves when the frame at time 0 is drawn; rejects with a PngineError and leaves nothing behind.
   * Until WebGPU, the file and its program have been found usable, neither canvas nor image is touched.
   */
  async (source: Source, options?: PngineOptions | null): Promise<Pngine> => {
    const player = createPlayer(host, (options ??= {}));
    try {
      return await start(player, source, options, extract, drawing as Drawing);
    } catch (error) {
      player.destroy_();
      throw wrap(error, 'source');
    }
  };
