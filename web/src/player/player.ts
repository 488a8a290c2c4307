// The page's half of one instance: clock, inputs, sound, and the messages to its host.
import { PngineError, wrap } from '../errors.js';
import type { Readback } from '../gpu/resources.js';
import { DRAWS, bundleText, extrasText } from '../host/link.js';
import type { Calls, HostMessage, PageMessage, Post, Receive } from '../host/protocol.js';
import { IDLE, type Instance } from './instance.js';
import type { PngineOptions } from './options.js';

const START_MS = 15000;
const ANSWER_MS = 2000;
const CLOSE_MS = 250;
/** After a loss the device is rebuilt, but not more often than this. */
const REBUILD_MS = 4000;

/** Starts a host on this thread. */
export type StartHost = (post: Post) => Receive;
export type Player = ReturnType<typeof createPlayer>;

/** Seconds that a program can be given; what is no number changes nothing. */
export const isTime = Number.isFinite as (seconds: unknown) => seconds is number;

/** One URL for all workers of a page. */
let workerUrl: string | undefined;

/** What the drawing half of the full player works with and fills in. */
const undrawn = () => ({
  /** What is to be undone at the end. */
  cleanups_: [] as (() => void)[],
  /** Whether the canvas can be seen; while it cannot, playing draws nothing. */
  visible_: true,
  /** Listens to the pointer once a program asks for it; takes the block of inputs for one frame. */
  listen_: async (): Promise<void> => {},
  take_: () => new Float32Array(12),
});

export function createPlayer(startHost: StartHost, { worker, onError = console.error, onReadback, onQueryResult }: PngineOptions) {
  const p: Instance = { ...IDLE, frameCount: 1 };
  let send: (message: PageMessage, transfer?: Transferable[]) => void;
  let disconnect = (): void => {};
  let closed = false;
  let heard = false;
  /** Draws under way, and whether another one waits for them. */
  let drawing = 0;
  let again = false;
  let animation = 0;
  let startedAt = 0;
  let rebuiltAt = -REBUILD_MS;
  let lastId = 0;
  /** Ends a start that takes too long. */
  let timer: ReturnType<typeof setTimeout> | undefined;
  /** Who waits for an answer, by id. */
  const calls = new Map<number, (answer?: unknown) => void>();
  let begin: () => void;
  /** Readbacks wait until the page has its instance. */
  const begun = new Promise<void>((resolve) => (begin = resolve));

  const raise = (error: PngineError): void => {
    if (!closed) onError(error);
  };
  /** The host is gone or silent: whatever waits for it fails. */
  function crash(message: string): void {
    const error = new PngineError({ code: 'worker', message });
    if (calls.size) calls.forEach((settle) => settle(Promise.reject(error)));
    else raise(error);
  }

  function receive({ id_: id = 0, answer_: answer, error_: data, readback_: readback, pointer_: pointer }: HostMessage): void {
    const settle = calls.get(id);
    heard = true;
    calls.delete(id);
    if (closed) return;
    if (settle) settle(data ? Promise.reject(new PngineError(data)) : answer);
    else if (data) {
      raise(new PngineError(data));
      if (data.code === 'device-lost' && performance.now() - rebuiltAt > REBUILD_MS) player.restart_();
    }
    if (readback) void begun.then(() => deliver(readback));
    if (DRAWS && pointer) player.listen_().catch(raise);
  }

  function deliver(readback: Readback): void {
    try {
      onReadback?.(readback);
      onQueryResult?.(Array.from(new BigUint64Array(readback.bytes.buffer), Number));
    } catch (error) {
      raise(wrap(error, 'readback', `readback of ${readback.name}: `));
    }
  }

  /** Starts a host, on this thread or in a worker. */
  function connect(local: boolean): void {
    if (local) {
      send = startHost(receive);
      return;
    }
    workerUrl ??= URL.createObjectURL(new Blob([`let h=(${bundleText()})(${extrasText()})[0](postMessage);onmessage=e=>h(e.data)`]));
    const thread = new Worker(workerUrl);
    thread.onmessage = ({ data }) => receive(data);
    thread.onerror = ({ message }) => crash(message);
    send = (...message) => thread.postMessage(...message as [PageMessage]);
    disconnect = () => thread.terminate();
  }

  function draw(uniforms?: Calls['uniforms']): void {
    drawing++;
    player.ask_('draw', { time_: p.time, ...(DRAWS && { pointer_: player.take_() }), uniforms_: uniforms }).catch(raise).then(() => {
      drawing--;
      if (!again || closed) return;
      again = false;
      draw();
    });
  }

  const player = {
    instance_: p,
    ...(DRAWS ? undrawn() : ({} as ReturnType<typeof undrawn>)),

    /** Calls the host without waiting. */
    tell_<K extends keyof Calls>(call: K, value?: Calls[K]): void {
      player.ask_(call, value).catch(raise);
    },

    /** Calls the host and waits for the answer. */
    ask_: <K extends keyof Calls>(call: K, value?: Calls[K], transfer?: Transferable[]): Promise<unknown> =>
      new Promise((resolve) => {
        calls.set(++lastId, resolve);
        send([lastId, call, value] as PageMessage, transfer);
      }),

    /** Opens a host: in a worker if possible, else on this thread. Says whether it is on this thread. */
    async open_(value: Calls['open']): Promise<boolean> {
      timer = setTimeout(crash, START_MS, 'no answer');
      if (worker !== false && bundleText()) {
        try {
          connect(false);
          await player.ask_('open', value);
          return false;
        } catch (error) {
          // Some browsers have WebGPU only on pages, and a page's policy may forbid workers; the page itself may do.
          if (heard && (error as PngineError).code !== 'no-webgpu') throw error;
          disconnect();
          calls.clear();
        }
      }
      connect(true);
      await player.ask_('open', value);
      return true;
    },

    /** From now on readbacks go to the page, those that came early a moment later. */
    begin_(): Instance {
      p._ = player;
      clearTimeout(timer);
      setTimeout(begin);
      return p;
    },

    /** A draw without uniforms waits while another is under way, and several that wait are one. */
    draw_(uniforms?: Calls['uniforms']): void {
      p.frameCount++;
      if (drawing && !uniforms) again = true;
      else draw(uniforms);
    },

    play_(): void {
      if (p.isPlaying) return;
      p.isPlaying = true;
      player.seek_(p.time);
      if (DRAWS) p.audio?.play(p.time);
      const tick = (): void => {
        animation = requestAnimationFrame(tick);
        p.time = (performance.now() - startedAt) / 1000;
        if (!DRAWS || player.visible_) player.draw_();
      };
      animation = requestAnimationFrame(tick);
    },

    pause_(): void {
      cancelAnimationFrame(animation);
      p.isPlaying = false;
      if (DRAWS) p.audio?.pause();
    },

    seek_(seconds: number): void {
      if (!isTime(seconds)) return;
      p.time = seconds;
      startedAt = performance.now() - seconds * 1000;
      if (DRAWS) p.audio?.seek(seconds);
    },

    /** Answer of the host; nothing when none comes. */
    query_(kind: Calls['query']): Promise<unknown> {
      const answer = player.ask_('query', kind);
      setTimeout(calls.get(lastId) as () => void, ANSWER_MS);
      return answer;
    },

    restart_(): void {
      rebuiltAt = performance.now();
      player.ask_('restart').then(() => {
        if (!closed && !p.isPlaying) player.draw_();
      }, raise);
    },

    destroy_(): void {
      player.pause_();
      closed = true;
      clearTimeout(timer);
      if (DRAWS) {
        p.audio?.destroy();
        for (const cleanup of player.cleanups_) cleanup();
      }
      calls.forEach((settle) => settle());
      send?.([0, 'destroy']);
      setTimeout(disconnect, CLOSE_MS);
    },
  };
  return player;
}
