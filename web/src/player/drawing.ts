// The full player's canvas, image sources and sound.
import { isPng } from '../containers/detect.js';
import { fail } from '../errors.js';
import { loadAudio } from './audio.js';
import { attachOverlay, sizeCanvas, watchCanvas } from './canvas.js';
import { followPointer } from './pointer.js';
import type { Source } from './options.js';
import type { Drawing } from './start.js';

/** The image element that the source is or selects, loaded; nothing for sources of other kinds. */
async function imageOf(source: Source): Promise<HTMLImageElement | undefined> {
  const selector = typeof source === 'string' && /^(#|\.(?![./]))/.test(source);
  const element = selector ? document.querySelector(source) : source;
  if (!(element instanceof HTMLImageElement)) return selector ? fail('source', `no <img> ${source}`) : undefined;
  await element.decode().catch(() => {});
  if (!element.naturalWidth) fail('source', 'the <img> is broken');
  return element;
}

export const drawing: Drawing = {
  image_: imageOf,
  sound_: async (file) => (isPng(file) ? loadAudio(file) : null),
  canvas_(player, image, options) {
    const canvas = options.canvas ?? document.createElement('canvas');
    if (image && !options.canvas) {
      ({ naturalWidth: canvas.width, naturalHeight: canvas.height } = image);
      attachOverlay(player, canvas, image);
    }
    sizeCanvas(player, canvas, options);
    followPointer(player, canvas);
    return canvas;
  },
  watch_: watchCanvas,
};
