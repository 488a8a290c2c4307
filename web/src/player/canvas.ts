// The size of the canvas: from its attributes or its layout, in CSS pixels and device pixels, now and later.
import type { PngineOptions } from './options.js';
import type { Player } from './player.js';

/** Sets the backing store before the canvas is handed over. */
export function sizeCanvas(player: Player, canvas: HTMLCanvasElement, { dpr, autoResize }: PngineOptions): void {
  const ratio = dpr || devicePixelRatio || 1;
  const box = canvas.getBoundingClientRect();
  const width = (player.width_ = (autoResize && Math.round(box.width)) || canvas.width);
  const height = (player.height_ = (autoResize && Math.round(box.height)) || canvas.height);
  if (!autoResize) {
    canvas.style.width = `${width}px`;
    canvas.style.height = `${height}px`;
  }
  canvas.width = Math.max(1, width * ratio);
  canvas.height = Math.max(1, height * ratio);
}

/** Follows the canvas' size in device pixels, and whether it can be seen. A `dpr` given by the page stays as it is. */
export function watchCanvas(player: Player, canvas: HTMLCanvasElement, { dpr }: PngineOptions): void {
  const size = new ResizeObserver(([{ contentRect: box, devicePixelContentBoxSize: exact }]) => {
    const ratio = dpr || devicePixelRatio;
    const width = dpr || !exact ? Math.floor(box.width * ratio) : exact[0].inlineSize;
    const height = dpr || !exact ? Math.floor(box.height * ratio) : exact[0].blockSize;
    if (width < 1 || height < 1) return;
    ({ width: player.width_, height: player.height_ } = box);
    player.send_({ type_: 'resize', size_: [width, height] });
  });
  try {
    size.observe(canvas, { box: 'device-pixel-content-box' });
  } catch {
    size.observe(canvas);
  }
  const sight = new IntersectionObserver((entries) => {
    for (const { isIntersecting } of entries) player.visible_ = isIntersecting;
  });
  sight.observe(canvas);
  player.cleanups_.push(() => {
    size.disconnect();
    sight.disconnect();
  });
}

/** Puts a canvas over an image and keeps it there until the player ends. */
export function attachOverlay(player: Player, canvas: HTMLCanvasElement, image: HTMLImageElement): void {
  const parent = image.parentElement;
  if (parent && getComputedStyle(parent).position === 'static') parent.style.position = 'relative';
  const place = (): void => {
    canvas.style.cssText = `position:absolute;pointer-events:none;left:${image.offsetLeft}px;top:${image.offsetTop}px;` +
      `width:${image.offsetWidth}px;height:${image.offsetHeight}px`;
  };
  const observer = new ResizeObserver(place);
  place();
  observer.observe(image);
  parent?.append(canvas);
  player.cleanups_.push(() => {
    observer.disconnect();
    canvas.remove();
  });
}
