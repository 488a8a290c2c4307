// The page's half of one instance: clock, size, inputs, sound, and the messages to its host.
import { PngineError } from '../errors.js';
import type { HostMessage, PageMessage, Stats, Uniforms } from '../host/protocol.js';
import type { UniformInfo } from '../payload/payload.js';
import type { AudioPlayer } from './audio.js';
import type { PngineOptions } from './options.js';
import type { Pointer } from './pointer.js';
import { type Transport, openLocal, openWorker } from './transport.js';

const START_MS = 15000;
const ANSWER_MS = 2000;
const CLOSE_MS = 250;

type Answer = Stats | Record<string, UniformInfo>;

export class Player {
  /** Logical size in CSS pixels. */
  width_ = 0;
  height_ = 0;
  time_ = 0;
  frames_ = 1;
  frameName_: string | null = null;
  audio_: AudioPlayer | null = null;
  pointer_: Pointer | undefined;
  /** Whether the canvas can be seen; while it cannot, playing draws nothing. */
  visible_ = true;
  /** Id of the animation frame asked for, 0 while paused. */
  animation_ = 0;
  /** What is to be undone at the end. */
  readonly cleanups_: (() => void)[] = [];

  private transport_: Transport | undefined;
  private startedAt_ = 0;
  private closed_ = false;
  private heard_ = false;
  /** Ends the step of the start that is under way, with an error or well. */
  private step_: ((error?: PngineError) => void) | undefined;
  private readonly answers_ = new Map<number, (answer: Answer) => void>();
  private nextId_ = 0;
  /** Readbacks that arrived before the page had its instance. */
  private early_: HostMessage[] | undefined = [];

  constructor(private readonly options_: PngineOptions) {}

  /** Opens the host with that message: a worker if possible, else the main thread. */
  async open_(message: PageMessage): Promise<Transport> {
    const { options_: options, receive_: receive } = this;
    const worker = options.worker === false ? undefined : openWorker(receive, (text) => this.fail_(new PngineError('worker', text)));
    if (worker) {
      this.transport_ = worker;
      try {
        await this.ask_(message);
        return worker;
      } catch (error) {
        // Some browsers have WebGPU only on pages, and a page's policy may forbid workers; the page itself may do.
        const { code } = error as PngineError;
        if (code !== 'no-webgpu' && (code !== 'worker' || this.heard_)) throw error;
        worker.close_();
      }
    }
    const local = (this.transport_ = openLocal(receive));
    await this.ask_(message);
    return local;
  }

  /** Sends a message of the start and waits for its answer. */
  ask_(message: PageMessage, transfer?: Transferable[]): Promise<void> {
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => this.fail_(new PngineError('worker', 'no answer in 15 seconds')), START_MS);
      this.step_ = (error) => {
        this.step_ = undefined;
        clearTimeout(timer);
        if (error) reject(error);
        else resolve();
      };
      this.send_(message, transfer);
    });
  }

  send_(message: PageMessage, transfer?: Transferable[]): void {
    this.transport_?.send_(message, transfer);
  }

  draw_(uniforms?: Uniforms): void {
    this.frames_++;
    this.send_({ type_: 'draw', time_: this.time_, pointer_: this.pointer_?.take_() ?? new Float32Array(12), uniforms_: uniforms });
  }

  play_(): void {
    if (this.animation_) return;
    this.seek_(this.time_);
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
  query_(stats: boolean): Promise<Answer> {
    return new Promise((resolve) => {
      const id = this.nextId_++;
      this.answers_.set(id, resolve);
      setTimeout(resolve, ANSWER_MS, {});
      this.send_({ type_: 'query', id_: id, stats_: stats });
    });
  }

  /** From now on readbacks go to the page, those that came early a moment later. */
  started_(): void {
    setTimeout(() => {
      const { early_: early } = this;
      this.early_ = undefined;
      early?.forEach(this.receive_);
    });
  }

  destroy_(): void {
    this.pause_();
    this.closed_ = true;
    this.audio_?.destroy();
    for (const cleanup of this.cleanups_) cleanup();
    for (const resolve of this.answers_.values()) resolve({});
    this.send_({ type_: 'destroy' });
    setTimeout(() => this.transport_?.close_(), CLOSE_MS);
  }

  /** Ends a start that is under way, or tells the page. */
  private fail_(error: PngineError, fatal = true): void {
    if (this.closed_) return;
    if (fatal && this.step_) this.step_(error);
    else (this.options_.onError ?? console.error)(error);
  }

  private readonly receive_ = (message: HostMessage): void => {
    this.heard_ = true;
    if (message.type_ === 'destroyed') this.transport_?.close_();
    if (this.closed_) return;
    switch (message.type_) {
      case 'done': return this.step_?.();
      case 'error': return this.fail_(new PngineError(message.error_.code, message.error_.message, message.error_), !!message.fatal_);
      case 'pointer': return this.pointer_?.listen_();
      case 'answer': return this.answers_.get(message.id_)?.(message.answer_);
      case 'restored':
        if (!this.animation_) this.draw_();
        break;
      case 'readback':
        if (this.early_) this.early_.push(message);
        else this.deliver_(message.buffer_, message.name_, message.offset_, message.bytes_);
    }
  };

  private deliver_(buffer: number, name: string, offset: number, bytes: ArrayBuffer): void {
    const { onReadback, onQueryResult } = this.options_;
    try {
      onReadback?.({ buffer, name, offset, bytes: new Uint8Array(bytes) });
      onQueryResult?.(Array.from(new BigUint64Array(bytes), Number));
    } catch (error) {
      this.fail_(new PngineError('readback', `readback of buffer ${buffer} (${name}) failed: ${error}`), false);
    }
  }
}
