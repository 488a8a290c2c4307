// Pointer inputs: twelve floats that a program can ask for.
//   x y | clickX clickY | dx dy | buttons | pressure | modifiers | scrollX scrollY | 0
// Positions are fractions of the canvas' box. Movement and scrolling count from the last frame that took them.

const SPACE = 16;
const clamp = (n: number): number => Math.min(1, Math.max(0, n));

export class Pointer {
  private readonly block_ = new Float32Array(12);

  /** A copy for one frame; movement starts again at zero. */
  take_(): Float32Array<ArrayBuffer> {
    const copy = this.block_.slice();
    for (const i of [4, 5, 9, 10]) this.block_[i] = 0;
    return copy;
  }

  /** Listens on the canvas, and on the document for the space bar, until `signal` aborts. */
  listen_(canvas: HTMLCanvasElement, signal: AbortSignal): void {
    const { block_: b } = this;
    const position = (e: MouseEvent): [number, number] => {
      const box = canvas.getBoundingClientRect();
      return [(e.clientX - box.left) / (box.width || 1), (e.clientY - box.top) / (box.height || 1)];
    };
    const modifiers = (e: MouseEvent): void => {
      b[8] = (b[8] & SPACE) | +e.shiftKey | (+e.ctrlKey << 1) | (+e.altKey << 2) | (+e.metaKey << 3);
    };
    const held = (e: PointerEvent): void => {
      b[6] = e.buttons;
      b[7] = clamp(e.pressure ?? 0) || (e.buttons ? 0.5 : 0);
      modifiers(e);
    };
    const release = (): void => {
      b[2] = -Math.abs(b[2]);
      b[3] = -Math.abs(b[3]);
      b[6] = b[7] = 0;
    };
    canvas.addEventListener('pointerdown', (e) => {
      canvas.setPointerCapture(e.pointerId);
      const [x, y] = position(e);
      b.set([x, y, x, y]);
      held(e);
    }, { signal });
    canvas.addEventListener('pointermove', (e) => {
      const [x, y] = position(e).map(clamp);
      b[4] += x - b[0];
      b[5] += y - b[1];
      b.set([x, y]);
      held(e);
    }, { signal, passive: true });
    canvas.addEventListener('pointerup', release, { signal });
    canvas.addEventListener('pointercancel', release, { signal });
    canvas.addEventListener('wheel', (e) => {
      e.preventDefault();
      b[9] += Math.sign(e.deltaX);
      b[10] += Math.sign(e.deltaY);
      modifiers(e);
    }, { signal, passive: false });
    const space = (e: KeyboardEvent): void => {
      if (e.code === 'Space') b[8] = (b[8] & ~SPACE) | (e.type === 'keydown' ? SPACE : 0);
    };
    document.addEventListener('keydown', space, { signal });
    document.addEventListener('keyup', space, { signal });
  }
}
