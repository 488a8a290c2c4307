// The page's half of one instance: clock, size, inputs, sound, and the messages to its host.
import { type ErrorCode, type ErrorData, PngineError } from '../errors.js';
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
export type Player = ReturnType<typeof createPlayer>;

export function createPlayer({ worker, onError, onReadback, onQueryResult }: PngineOptions) {
  let transport: Transport | undefined;
  let startedAt = 0;
  let closed = false;
  let heard = false;
  /** Ends the step of the start that is under way, with an error or well. */
  let step: ((error?: PngineError) => void) | undefined;
  let nextId = 0;
  const answers = new Map<number, (answer: Answer) => void>();
  /** Readbacks that arrived before the page had its instance. */
  let early: HostMessage[] | undefined = [];

  /** Ends a start that is under way, or tells the page. */
  function raise(fatal: boolean | undefined, code: ErrorCode, message: string, data?: ErrorData): void {
    if (closed) return;
    const error = new PngineError(code, message, data);
    if (fatal && step) step(error);
    else (onError ?? console.error)(error);
  }

  function receive(message: HostMessage): void {
    heard = true;
    if (message.type_ === 'destroyed') transport?.close_();
    if (closed) return;
    if (message.type_ === 'done') step?.();
    else if (message.type_ === 'error') raise(message.fatal_, message.error_.code, message.error_.message, message.error_);
    else if (message.type_ === 'pointer') player.pointer_?.listen_();
    else if (message.type_ === 'answer') {
      answers.get(message.id_)?.(message.answer_);
      answers.delete(message.id_);
    }
    else if (message.type_ === 'restored' && !player.animation_) player.draw_();
    else if (message.type_ === 'readback') {
      if (early) early.push(message);
      else deliver(message.buffer_, message.name_, message.offset_, message.bytes_);
    }
  }

  function deliver(buffer: number, name: string, offset: number, bytes: ArrayBuffer): void {
    try {
      onReadback?.({ buffer, name, offset, bytes: new Uint8Array(bytes) });
      onQueryResult?.(Array.from(new BigUint64Array(bytes), Number));
    } catch (error) {
      raise(false, 'readback', `readback of buffer ${buffer} (${name}) failed: ${error}`);
    }
  }

  const player = {
    /** Logical size in CSS pixels. */
    width_: 0,
    height_: 0,
    time_: 0,
    frames_: 1,
    frameName_: null as string | null,
    audio_: null as AudioPlayer | null,
    pointer_: undefined as Pointer | undefined,
    /** Whether the canvas can be seen; while it cannot, playing draws nothing. */
    visible_: true,
    /** Id of the animation frame asked for, 0 while paused. */
    animation_: 0,
    /** What is to be undone at the end. */
    cleanups_: [] as (() => void)[],

    /** Opens the host with that message: a worker if possible, else the main thread. */
    async open_(message: PageMessage): Promise<Transport> {
      transport = worker === false ? undefined : openWorker(receive, (text) => raise(true, 'worker', text));
      try {
        if (transport) {
          await player.ask_(message);
          return transport;
        }
      } catch (error) {
        // Some browsers have WebGPU only on pages, and a page's policy may forbid workers; the page itself may do.
        const { code } = error as PngineError;
        if (code !== 'no-webgpu' && (code !== 'worker' || heard)) throw error;
        transport?.close_();
      }
      const local = (transport = openLocal(receive));
      await player.ask_(message);
      return local;
    },

    /** Sends a message of the start and waits for its answer. */
    ask_: (message: PageMessage, transfer?: Transferable[]): Promise<void> =>
      new Promise((resolve, reject) => {
        const timer = setTimeout(() => raise(true, 'worker', 'no answer in 15 seconds'), START_MS);
        step = (error) => {
          step = undefined;
          clearTimeout(timer);
          if (error) reject(error);
          else resolve();
        };
        player.send_(message, transfer);
      }),

    send_(message: PageMessage, transfer?: Transferable[]): void {
      transport?.send_(message, transfer);
    },

    draw_(uniforms?: Uniforms): void {
      player.frames_++;
      player.send_({
        type_: 'draw', time_: player.time_, pointer_: player.pointer_?.take_() ?? new Float32Array(12), uniforms_: uniforms,
      });
    },

    play_(): void {
      if (player.animation_) return;
      player.seek_(player.time_);
      player.audio_?.play(player.time_);
      const tick = (): void => {
        player.animation_ = requestAnimationFrame(tick);
        player.time_ = (performance.now() - startedAt) / 1000;
        if (player.visible_) player.draw_();
      };
      player.animation_ = requestAnimationFrame(tick);
    },

    pause_(): void {
      cancelAnimationFrame(player.animation_);
      player.animation_ = 0;
      player.audio_?.pause();
    },

    seek_(seconds: number): void {
      player.time_ = seconds;
      startedAt = performance.now() - seconds * 1000;
      player.audio_?.seek(seconds);
    },

    /** Answer of the host, or an empty one when none comes. */
    query_: (stats: boolean): Promise<Answer> =>
      new Promise((resolve) => {
        answers.set(nextId, resolve);
        setTimeout(resolve, ANSWER_MS, {});
        player.send_({ type_: 'query', id_: nextId++, stats_: stats });
      }),

    /** From now on readbacks go to the page, those that came early a moment later. */
    started_(): void {
      setTimeout(() => {
        const waiting = early;
        early = undefined;
        waiting?.forEach(receive);
      });
    },

    destroy_(): void {
      player.pause_();
      closed = true;
      player.audio_?.destroy();
      for (const cleanup of player.cleanups_) cleanup();
      for (const resolve of answers.values()) resolve({});
      player.send_({ type_: 'destroy' });
      setTimeout(() => transport?.close_(), CLOSE_MS);
    },
  };
  return player;
}
