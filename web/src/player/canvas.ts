// The size of the canvas: from its attributes or its layout, in CSS pixels and device pixels, now and later.
import type { PngineOptions } from './options.js';
import type { Player } from './player.js';

/** Sets the backing store before the canvas is handed over. */
export function sizeCanvas({ instance_: p }: Player, canvas: HTMLCanvasElement, { dpr, autoResize }: PngineOptions): void {
  const ratio = dpr || devicePixelRatio || 1;
  const box = canvas.getBoundingClientRect();
  p.width = (autoResize && Math.round(box.width)) || canvas.width;
  p.height = (autoResize && Math.round(box.height)) || canvas.height;
  // This throws when another instance has the canvas, and must come before the page is changed.
  canvas.width = Math.max(1, p.width * ratio);
  canvas.height = Math.max(1, p.height * ratio);
  if (!autoResize) Object.assign(canvas.style, { width: `${p.width}px`, height: `${p.height}px` });
}

/** Follows the canvas' size in device pixels, and whether it can be seen. A `dpr` given by the page stays as it is. */
export function watchCanvas(player: Player, canvas: HTMLCanvasElement, { dpr }: PngineOptions): void {
  const { instance_: p } = player;
  const size = new ResizeObserver(([{ contentRect: box, devicePixelContentBoxSize: exact }]) => {
    const ratio = dpr || devicePixelRatio;
    const [width, height] = dpr || !exact
      ? [Math.floor(box.width * ratio), Math.floor(box.height * ratio)] : [exact[0].inlineSize, exact[0].blockSize];
    if (width < 1 || height < 1) return;
    p.width = Math.round(box.width);
    p.height = Math.round(box.height);
    player.tell_('resize', [width, height]);
  });
  try {
    size.observe(canvas, { box: 'device-pixel-content-box' });
  } catch {
    size.observe(canvas);
  }
  const sight = new IntersectionObserver((entries) => {
    player.visible_ = !!entries.at(-1)?.isIntersecting;
  });
  sight.observe(canvas);
  player.cleanups_.push(() => size.disconnect(), () => sight.disconnect());
}
