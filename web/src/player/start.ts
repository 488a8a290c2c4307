// pngine(): from a source to an instance whose first frame is drawn.
import { isPng } from '../containers/detect.js';
import { extractBytecode } from '../containers/extract.js';
import { PngineError, errorData, fail } from '../errors.js';
import { AudioPlayer } from './audio.js';
import { attachOverlay, observeSize, overlay, sizeCanvas } from './canvas.js';
import { Pngine } from './instance.js';
import type { PngineOptions, Source } from './options.js';
import { Player } from './player.js';
import { bytesOf, imageOf } from './source.js';
import type { Transport } from './transport.js';

/**
 * Plays a file. Resolves when the frame at time 0 is drawn; rejects with a PngineError and leaves nothing behind.
 * Until WebGPU, the file and its program have been found usable, neither canvas nor image is touched.
 */
export async function pngine(source: Source, options: PngineOptions = {}): Promise<Pngine> {
  const player = new Player(options);
  try {
    const image = await imageOf(source);
    if (!image && !options.canvas) fail('canvas', 'the option canvas is missing');
    if (!navigator.gpu) fail('no-webgpu', 'this browser has no WebGPU');
    const bytes = await bytesOf(image ? image.currentSrc || image.src : (source as Exclude<Source, HTMLImageElement>));
    const bytecode = await extractBytecode(bytes);
    const audio = isPng(bytes) ? await AudioPlayer.load_(bytes) : null;
    const transport = await player.open_({
      type_: 'open', bytecode_: bytecode, wasmUrl_: options.wasmUrl, debug_: !!options.debug,
    });
    player.audio_ = audio;
    const canvas = options.canvas ?? overlay(image as HTMLImageElement);
    player.canvas_ = canvas;
    await giveCanvas(player, transport, canvas, options);
    if (image && !options.canvas) player.cleanups_.push(attachOverlay(canvas, image));
    watch(player, canvas, options);
    player.started_();
    return new Pngine(player);
  } catch (error) {
    player.destroy_();
    const data = errorData(error, 'source');
    throw error instanceof PngineError ? error : new PngineError(data.code, data.message);
  }
}

async function giveCanvas(
  player: Player, transport: Transport, canvas: HTMLCanvasElement, options: PngineOptions,
): Promise<void> {
  player.size_ = sizeCanvas(canvas, options);
  if (transport.local_) return player.ask_({ type_: 'init', canvas_: canvas });
  let offscreen: OffscreenCanvas;
  try {
    offscreen = canvas.transferControlToOffscreen();
  } catch (error) {
    fail('canvas', `the canvas cannot be used: it has a context, or was used before (${error})`);
  }
  return player.ask_({ type_: 'init', canvas_: offscreen }, [offscreen]);
}

/** Follows the canvas' size, and whether it can be seen. */
function watch(player: Player, canvas: HTMLCanvasElement, options: PngineOptions): void {
  const size = observeSize(canvas, options, (logical, width, height) => {
    player.size_ = logical;
    player.send_({ type_: 'resize', width_: width, height_: height });
  });
  const sight = new IntersectionObserver((entries) => {
    for (const { isIntersecting } of entries) player.visible_ = isIntersecting;
  });
  sight.observe(canvas);
  player.cleanups_.push(() => {
    size.disconnect();
    sight.disconnect();
  });
}
