// The size of the canvas: from its attributes or its layout, in CSS pixels and device pixels, now and later.
import type { Calls } from '../host/protocol.js';
import type { PngineOptions } from './options.js';
import type { Player } from './player.js';

const SIDES = [['width', 'Width', 'Left', 'Right', 'inlineSize'], ['height', 'Height', 'Top', 'Bottom', 'blockSize']] as const;

/**
 * Sets the backing store before the canvas is handed over; with `autoResize` from the content box, which is followed later. Parts
 * of a pixel in its padding may put this one pixel off, until the observer tells the size of that box itself.
 */
export function sizeCanvas({ instance_: p }: Player, canvas: HTMLCanvasElement, { dpr, autoResize }: PngineOptions): void {
  for (const [side, name, before, after] of SIDES) {
    const style = getComputedStyle(canvas);
    const outer = autoResize && canvas[`client${name}`];
    p[side] = outer ? Math.round(outer - parseFloat(style[`padding${before}`]) - parseFloat(style[`padding${after}`])) : canvas[side];
    // This throws when another instance has the canvas, and must come before the page is changed.
    canvas[side] = Math.max(1, p[side] * (dpr || devicePixelRatio));
    if (!autoResize) canvas.style[side] = `${p[side]}px`;
  }
}

/** Follows the canvas' size in device pixels, and whether it can be seen. A `dpr` given by the page stays as it is. */
export function watchCanvas(player: Player, canvas: HTMLCanvasElement, { dpr }: PngineOptions): void {
  const size = new ResizeObserver(([{ contentRect: box, devicePixelContentBoxSize: exact }]) => {
    const pixels = SIDES.map(([side, , , , flow]) =>
      dpr || !exact ? Math.floor(box[side] * (dpr || devicePixelRatio)) : exact[0][flow]);
    if (pixels.includes(0)) return;
    for (const [side] of SIDES) player.instance_[side] = Math.round(box[side]);
    player.tell_('resize', pixels as Calls['resize']);
  });
  try {
    size.observe(canvas, { box: 'device-pixel-content-box' });
  } catch {
    size.observe(canvas);
  }
  const sight = new IntersectionObserver((entries) => {
    player.visible_ = (entries.pop() as IntersectionObserverEntry).isIntersecting;
  });
  sight.observe(canvas);
  player.cleanups_.push(() => size.disconnect(), () => sight.disconnect());
}
