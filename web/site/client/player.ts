// Play, Pause, Run again; the numbers that come back; and what went wrong. The numbers are the page's own HTML: a
// program cannot show what it computes, it hands it to the page through onQueryResult.
import type * as Module from '../../src/index.js';
import { hint } from './hint.js';
import { Lanes } from './lanes.js';

/** Loaded on Play, so that reading the page costs nothing. */
type PlayerModule = Pick<typeof Module, 'pngine' | 'play' | 'pause' | 'draw' | 'destroy'>;

/** After that many milliseconds without an answer the page says that it still waits. */
const PATIENCE = 5000;

interface Parts {
  element: HTMLElement;
  frame: HTMLElement;
  message: HTMLElement;
  button: HTMLButtonElement;
  lanes: Lanes | undefined;
  draws: boolean;
}

function parts(element: HTMLElement): Parts | undefined {
  const frame = element.querySelector<HTMLElement>('.frame');
  const message = element.querySelector<HTMLElement>('.message');
  const button = element.querySelector<HTMLButtonElement>('.play');
  const list = element.querySelector<HTMLElement>('.lanes');
  if (!frame || !message || !button) return undefined;
  return { element, frame, message, button, lanes: list ? new Lanes(list) : undefined, draws: element.dataset['mode'] === 'draw' };
}

/** A message in the frame: what happened, and what helps. */
function say({ message }: Parts, text: string, help = '', error = false): void {
  const lines = [text, help].filter(Boolean).map((line) => Object.assign(document.createElement('p'), { textContent: line }));
  message.classList.toggle('error', error);
  message.replaceChildren(...lines);
}

function complain(at: Parts, error: unknown): void {
  const { code, message } = error as { code?: string; message?: string };
  say(at, message ? `${message[0]?.toUpperCase()}${message.slice(1)}.` : `${error}`, hint(code, at.element.dataset['file'] ?? ''), true);
}

class Run {
  private instance: Module.Pngine | undefined;
  private canvas: HTMLCanvasElement | undefined;
  private timer = 0;
  private failed = false;

  constructor(private readonly at: Parts, private readonly player: PlayerModule) {}

  async start(): Promise<void> {
    const { at } = this;
    if (at.draws) {
      this.canvas = document.createElement('canvas');
      at.frame.prepend(this.canvas);
    }
    try {
      this.wait();
      this.instance = await this.player.pngine(at.element.dataset['file'] ?? '', {
        canvas: this.canvas,
        autoResize: true,
        onError: (error) => this.fail(error),
        onQueryResult: (numbers) => this.show(numbers),
      });
    } catch (error) {
      this.end();
      throw error;
    }
    if (this.failed) throw new Error('stopped');
    at.element.classList.add('started');
    if (at.draws) this.toggle();
    else at.button.textContent = 'Run again';
  }

  /** Play or pause; a program that only computes runs once more. */
  toggle(): void {
    const { at, instance } = this;
    if (!instance) return;
    if (!at.draws) {
      this.wait();
      this.player.draw(instance);
    } else if (instance.isPlaying) {
      this.player.pause(instance);
      at.button.textContent = 'Play';
    } else {
      this.player.play(instance);
      at.button.textContent = 'Pause';
    }
  }

  end(): void {
    clearTimeout(this.timer);
    if (this.instance) this.player.destroy(this.instance);
    this.instance = undefined;
    this.canvas?.remove();
    this.at.element.classList.remove('started');
  }

  private wait(): void {
    const { at } = this;
    clearTimeout(this.timer);
    if (!at.lanes) return;
    say(at, '');
    this.timer = window.setTimeout(() => say(at, 'The program runs, and nothing has come back yet.'), PATIENCE);
  }

  private show(numbers: number[]): void {
    clearTimeout(this.timer);
    if (this.failed) return;
    say(this.at, '');
    this.at.lanes?.show(numbers);
  }

  /** The first error stays: those behind it are mostly its consequences. */
  private fail(error: unknown): void {
    if (this.failed) return;
    this.failed = true;
    this.end();
    this.at.lanes?.hide();
    this.at.button.textContent = 'Play';
    complain(this.at, error);
  }

  get over(): boolean {
    return this.failed;
  }
}

export function setUpPlayer(element: HTMLElement): void {
  const at = parts(element);
  if (!at) return;
  let run: Run | undefined;
  let starting = false;

  const play = async (): Promise<void> => {
    if (run && !run.over) return run.toggle();
    starting = true;
    at.button.setAttribute('aria-busy', 'true');
    say(at, '');
    try {
      const player = (await import(element.dataset['player'] ?? '')) as PlayerModule;
      run = new Run(at, player);
      await run.start();
    } catch (error) {
      if (!run?.over) complain(at, error);
      run = undefined;
    }
    at.button.removeAttribute('aria-busy');
    starting = false;
  };
  at.button.addEventListener('click', () => {
    if (!starting) void play();
  });
  if (!navigator.gpu) complain(at, { code: 'no-webgpu', message: 'this browser has no WebGPU' });
}
