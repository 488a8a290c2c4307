// Pointer inputs: twelve floats that a program can ask for.
//   x y | clickX clickY | dx dy | buttons | pressure | modifiers | scrollX scrollY | 0
// Positions are fractions of the canvas' box. Movement and scrolling count from the last frame that took them.
import { DELTAS } from '../host/protocol.js';
import type { Player } from './player.js';

const SPACE = 16;
const clamp = (n: number): number => Math.min(1, Math.max(0, n));

/** Gives the player its inputs from now on: those of the canvas, and the space bar in the whole document. */
export function followPointer(player: Player, canvas: HTMLCanvasElement): void {
  const b = new Float32Array(12);
  const inputs = new AbortController();
  player.cleanups_.push(() => inputs.abort());
  player.take_ = () => {
    const copy = b.slice();
    for (const i of DELTAS) b[i] = 0;
    return copy;
  };
  const on = <E extends Event>(types: string, handle: (e: E) => void, target: EventTarget = canvas): void => {
    for (const type of types.split(' ')) {
      target.addEventListener(type, handle as (e: Event) => void, { signal: inputs.signal, passive: false });
    }
  };
  const modifiers = (e: PointerEvent | WheelEvent): void => {
    b[8] = (b[8] & SPACE) | +e.shiftKey | (+e.ctrlKey << 1) | (+e.altKey << 2) | (+e.metaKey << 3);
  };
  on('pointerdown pointermove', (e: PointerEvent) => {
    const box = canvas.getBoundingClientRect();
    const place = [(e.clientX - box.left) / (box.width || 1), (e.clientY - box.top) / (box.height || 1)];
    modifiers(e);
    b[6] = e.buttons;
    b[7] = clamp(e.pressure) || (e.buttons && 0.5);
    if (e.type === 'pointerdown') {
      canvas.setPointerCapture(e.pointerId);
      b.set([...place, ...place]);
    } else {
      place.map(clamp).forEach((at, i) => {
        b[4 + i] += at - b[i];
        b[i] = at;
      });
    }
  });
  on('pointerup pointercancel', () => {
    b[2] = -Math.abs(b[2]);
    b[3] = -Math.abs(b[3]);
    b[6] = b[7] = 0;
  });
  on('wheel', (e: WheelEvent) => {
    e.preventDefault();
    modifiers(e);
    b[9] += Math.sign(e.deltaX);
    b[10] += Math.sign(e.deltaY);
  });
  on('keydown keyup', (e: KeyboardEvent) => {
    if (e.code === 'Space') b[8] = (b[8] & ~SPACE) | (e.type === 'keydown' ? SPACE : 0);
  }, document);
}
