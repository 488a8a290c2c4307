// An <img> as the source: the image itself, and the canvas over it.
import { fail } from '../errors.js';
import type { Source } from './options.js';
import type { Player } from './player.js';

/** The image element that the source is or selects, loaded. */
export async function imageOf(source: Source): Promise<HTMLImageElement> {
  const element = typeof source === 'string' ? document.querySelector(source) : source;
  if (!(element instanceof HTMLImageElement)) fail('source', `no <img> ${source}`);
  await element.decode().catch(() => {});
  if (!element.naturalWidth) fail('source', 'the <img> is broken');
  return element;
}

/** Puts a canvas over an image and keeps it there until the player ends. */
export function attachOverlay(player: Player, canvas: HTMLCanvasElement, image: HTMLImageElement): void {
  ({ naturalWidth: canvas.width, naturalHeight: canvas.height } = image);
  const parent = image.parentElement;
  if (parent && getComputedStyle(parent).position === 'static') parent.style.position = 'relative';
  Object.assign(canvas.style, { position: 'absolute', pointerEvents: 'none' });
  const place = (): void => {
    for (const side of ['Left', 'Top', 'Width', 'Height'] as const) {
      canvas.style.setProperty(side, `${image[`offset${side}`]}px`);
    }
  };
  const observer = new ResizeObserver(place);
  place();
  observer.observe(image);
  parent?.append(canvas);
  player.cleanups_.push(() => observer.disconnect(), () => canvas.remove());
}
