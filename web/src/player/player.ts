// The page's half of one instance: clock, size, inputs, sound, and the messages to its host.
import { PngineError } from '../errors.js';
import type { HostMessage, PageMessage, Stats, Uniforms } from '../host/protocol.js';
import type { UniformInfo } from '../payload/uniform_table.js';
import type { AudioPlayer } from './audio.js';
import type { Size } from './canvas.js';
import type { PngineOptions } from './options.js';
import { Pointer } from './pointer.js';
import { type Transport, openLocal, openWorker } from './transport.js';

const START_MS = 15000;
const ANSWER_MS = 2000;
const CLOSE_MS = 250;

type Answer = Stats | Record<string, UniformInfo>;

export class Player {
  size_: Size = { width_: 0, height_: 0 };
  time_ = 0;
  frames_ = 1;
  frameName_: string | null = null;
  audio_: AudioPlayer | null = null;
  canvas_: HTMLCanvasElement | undefined;
  /** Whether the canvas can be seen; while it cannot, playing draws nothing. */
  visible_ = true;
  /** What is to be undone at the end. */
  readonly cleanups_: (() => void)[] = [];

  private readonly pointer_ = new Pointer();
  private transport_: Transport | undefined;
  private animation_ = 0;
  private startedAt_ = 0;
  private closed_ = false;
  /** Waiting for the next step of the start. */
  private step_: { resolve_: () => void; reject_: (error: PngineError) => void } | undefined;
  private heard_ = false;
  private readonly answers_ = new Map<number, (answer: Answer) => void>();
  private nextId_ = 0;
  /** Readbacks that arrived before the page had its instance. */
  private early_: HostMessage[] | undefined = [];

  constructor(private readonly options_: PngineOptions) {}

  get playing_(): boolean {
    return this.animation_ !== 0;
  }

  /** Opens the host with that message: a worker if possible, else the main thread. */
  async open_(message: PageMessage): Promise<Transport> {
    if (this.options_.worker !== false) {
      const worker = (this.transport_ = openWorker(this.receive_, this.crashed_));
      try {
        if (worker) {
          await this.ask_(message);
          return worker;
        }
      } catch (error) {
        // Some browsers have WebGPU only on pages, and a page's policy may forbid workers; the page itself may do.
        const elsewhere = error instanceof PngineError && (error.code === 'no-webgpu' || (error.code === 'worker' && !this.heard_));
        if (!elsewhere) throw error;
        worker?.close_();
      }
    }
    const local = (this.transport_ = openLocal(this.receive_));
    await this.ask_(message);
    return local;
  }

  /** Sends a message of the start and waits for its answer. */
  ask_(message: PageMessage, transfer?: Transferable[]): Promise<void> {
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => reject(new PngineError('worker', 'the player did not start in 15 seconds')), START_MS);
      this.step_ = {
        resolve_: () => (clearTimeout(timer), resolve()),
        reject_: (error) => (clearTimeout(timer), reject(error)),
      };
      this.transport_?.send_(message, transfer);
    });
  }

  send_(message: PageMessage): void {
    this.transport_?.send_(message);
  }

  draw_(uniforms?: Uniforms): void {
    this.frames_++;
    this.send_({ type_: 'draw', time_: this.time_, pointer_: this.pointer_.take_(), uniforms_: uniforms });
  }

  play_(): void {
    if (this.playing_ || this.closed_) return;
    this.startedAt_ = performance.now() - this.time_ * 1000;
    this.audio_?.play(this.time_);
    const tick = (): void => {
      this.animation_ = requestAnimationFrame(tick);
      this.time_ = (performance.now() - this.startedAt_) / 1000;
      if (this.visible_) this.draw_();
    };
    this.animation_ = requestAnimationFrame(tick);
  }

  pause_(): void {
    cancelAnimationFrame(this.animation_);
    this.animation_ = 0;
    this.audio_?.pause();
  }

  seek_(seconds: number): void {
    this.time_ = seconds;
    this.startedAt_ = performance.now() - seconds * 1000;
    this.audio_?.seek(seconds);
  }

  /** Answer of the host, or an empty one when none comes. */
  query_(what: 'uniforms' | 'stats'): Promise<Answer> {
    return new Promise((resolve) => {
      const id = this.nextId_++;
      const settle = (answer: Answer): void => {
        clearTimeout(timer);
        this.answers_.delete(id);
        resolve(answer);
      };
      const timer = setTimeout(() => settle({}), ANSWER_MS);
      this.answers_.set(id, settle);
      this.send_({ type_: 'query', id_: id, what_: what });
    });
  }

  /** From now on readbacks go to the page, those that came early a moment later. */
  started_(): void {
    const { early_: early } = this;
    this.early_ = undefined;
    setTimeout(() => early?.forEach(this.receive_));
  }

  destroy_(): void {
    if (this.closed_) return;
    this.pause_();
    this.closed_ = true;
    this.audio_?.destroy();
    for (const cleanup of this.cleanups_.splice(0)) cleanup();
    for (const settle of [...this.answers_.values()]) settle({});
    const { transport_: transport } = this;
    transport?.send_({ type_: 'destroy' });
    setTimeout(() => transport?.close_(), CLOSE_MS);
  }

  error_(error: PngineError): void {
    if (this.closed_) return;
    if (this.options_.onError) this.options_.onError(error);
    else console.error(error);
  }

  private readonly crashed_ = (message: string): void => {
    const error = new PngineError('worker', message);
    if (this.step_) this.step_.reject_(error);
    else this.error_(error);
  };

  private readonly receive_ = (message: HostMessage): void => {
    this.heard_ = true;
    switch (message.type_) {
      case 'opened':
      case 'ready':
        this.step_?.resolve_();
        this.step_ = undefined;
        break;
      case 'error': {
        const { error_: data, fatal_: fatal } = message;
        const error = new PngineError(data.code, data.message, data);
        if (fatal) this.step_?.reject_(error);
        else this.error_(error);
        break;
      }
      case 'pointer': return this.listen_();
      case 'restored':
        if (!this.playing_ && !this.closed_) this.draw_();
        break;
      case 'readback':
        if (this.early_) this.early_.push(message);
        else if (!this.closed_) this.deliver_(message.buffer_, message.name_, message.offset_, message.bytes_);
        break;
      case 'answer': return this.answers_.get(message.id_)?.(message.answer_);
      case 'destroyed': return this.transport_?.close_();
    }
  };

  private listen_(): void {
    if (!this.canvas_ || this.closed_) return;
    const controller = new AbortController();
    this.pointer_.listen_(this.canvas_, controller.signal);
    this.cleanups_.push(() => controller.abort());
  }

  private deliver_(buffer: number, name: string, offset: number, bytes: ArrayBuffer): void {
    const { onQueryResult, onReadback } = this.options_;
    try {
      onReadback?.({ buffer, name, offset, bytes: new Uint8Array(bytes) });
      onQueryResult?.(Array.from(new BigUint64Array(bytes), Number));
    } catch (error) {
      this.error_(new PngineError('readback', `readback of buffer ${buffer} (${name}) failed: ${error}`));
    }
  }
}
