// Pointer inputs: twelve floats that a program can ask for.
//   x y | clickX clickY | dx dy | buttons | pressure | modifiers | scrollX scrollY | 0
// Positions are fractions of the canvas' box. Movement and scrolling count from the last frame that took them.

const SPACE = 16;
const clamp = (n: number): number => Math.min(1, Math.max(0, n));

export class Pointer {
  private readonly block_ = new Float32Array(12);

  /** Listens once a program asks for inputs, and until `signal` aborts. */
  constructor(private readonly canvas_: HTMLCanvasElement, private readonly signal_: AbortSignal) {}

  /** A copy for one frame; movement starts again at zero. */
  take_(): Float32Array<ArrayBuffer> {
    const copy = this.block_.slice();
    for (const i of [4, 5, 9, 10]) this.block_[i] = 0;
    return copy;
  }

  /** On the canvas, and on the document for the space bar. */
  listen_(): void {
    const { block_: b, canvas_: canvas, signal_: signal } = this;
    const on = <E extends Event>(type: string, handle: (e: E) => void, target: EventTarget = canvas): void =>
      target.addEventListener(type, handle as (e: Event) => void, { signal, passive: false });
    const state = (e: PointerEvent | WheelEvent): void => {
      b[8] = (b[8] & SPACE) | +e.shiftKey | (+e.ctrlKey << 1) | (+e.altKey << 2) | (+e.metaKey << 3);
    };
    const position = (e: PointerEvent): [number, number] => {
      const box = canvas.getBoundingClientRect();
      state(e);
      b[6] = e.buttons;
      b[7] = clamp(e.pressure) || (e.buttons ? 0.5 : 0);
      return [(e.clientX - box.left) / (box.width || 1), (e.clientY - box.top) / (box.height || 1)];
    };
    on('pointerdown', (e: PointerEvent) => {
      canvas.setPointerCapture(e.pointerId);
      const [x, y] = position(e);
      b.set([x, y, x, y]);
    });
    on('pointermove', (e: PointerEvent) => {
      const [x, y] = position(e).map(clamp);
      b[4] += x - b[0];
      b[5] += y - b[1];
      b.set([x, y]);
    });
    const release = (): void => {
      b[2] = -Math.abs(b[2]);
      b[3] = -Math.abs(b[3]);
      b[6] = b[7] = 0;
    };
    on('pointerup', release);
    on('pointercancel', release);
    on('wheel', (e: WheelEvent) => {
      e.preventDefault();
      state(e);
      b[9] += Math.sign(e.deltaX);
      b[10] += Math.sign(e.deltaY);
    });
    for (const type of ['keydown', 'keyup']) {
      on(type, (e: KeyboardEvent) => {
        if (e.code === 'Space') b[8] = (b[8] & ~SPACE) | (e.type === 'keydown' ? SPACE : 0);
      }, document);
    }
  }
}
