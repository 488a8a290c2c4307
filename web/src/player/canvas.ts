// The size of the canvas: from its attributes or its layout, in CSS pixels and device pixels, now and later.
import type { PngineOptions } from './options.js';

export interface Size {
  /** CSS pixels. */
  width_: number;
  height_: number;
}

const round = (n: number): number => Math.max(1, Math.floor(n));

/** Sets the backing store before the canvas is handed over; returns the logical size. */
export function sizeCanvas(canvas: HTMLCanvasElement, options: PngineOptions): Size {
  const ratio = options.dpr || devicePixelRatio || 1;
  const box = canvas.getBoundingClientRect();
  const width = (options.autoResize && Math.round(box.width)) || canvas.width;
  const height = (options.autoResize && Math.round(box.height)) || canvas.height;
  if (!options.autoResize) {
    canvas.style.width = `${width}px`;
    canvas.style.height = `${height}px`;
  }
  canvas.width = round(width * ratio);
  canvas.height = round(height * ratio);
  return { width_: width, height_: height };
}

/** Calls back with the size in device pixels when layout or display change it; `dpr` given by the page stays as it is. */
export function observeSize(
  canvas: HTMLCanvasElement, options: PngineOptions, changed: (size: Size, width: number, height: number) => void,
): ResizeObserver {
  const observer = new ResizeObserver(([{ contentRect: box, devicePixelContentBoxSize: pixels }]) => {
    const ratio = options.dpr || devicePixelRatio;
    const exact = options.dpr ? undefined : pixels?.[0];
    const width = exact?.inlineSize ?? Math.floor(box.width * ratio);
    const height = exact?.blockSize ?? Math.floor(box.height * ratio);
    if (width > 0 && height > 0) changed({ width_: box.width, height_: box.height }, width, height);
  });
  try {
    observer.observe(canvas, { box: 'device-pixel-content-box' });
  } catch {
    observer.observe(canvas);
  }
  return observer;
}

/** A canvas over an image, of the same box; `follow` keeps it there. */
export function overlay(image: HTMLImageElement): HTMLCanvasElement {
  const canvas = document.createElement('canvas');
  canvas.width = image.naturalWidth;
  canvas.height = image.naturalHeight;
  return canvas;
}

/** Puts the overlay over the image and keeps it there; call stop when the player ends. */
export function attachOverlay(canvas: HTMLCanvasElement, image: HTMLImageElement): () => void {
  const parent = image.parentElement;
  if (parent && getComputedStyle(parent).position === 'static') parent.style.position = 'relative';
  const place = (): void => {
    canvas.style.cssText = `position:absolute;pointer-events:none;left:${image.offsetLeft}px;top:${image.offsetTop}px;` +
      `width:${image.offsetWidth}px;height:${image.offsetHeight}px`;
  };
  place();
  parent?.append(canvas);
  const observer = new ResizeObserver(place);
  observer.observe(image);
  return () => {
    observer.disconnect();
    canvas.remove();
  };
}
