// The half of a player that owns the device: it answers the page's messages, strictly one after the other.
import type { Bytes } from '../containers/detect.js';
import { fail, wrap } from '../errors.js';
import { type Executor, type Log, REFUSED, createExecutor } from '../executor/executor.js';
import { type Commands, Dispatcher, type Report } from '../gpu/dispatcher.js';
import { type Payload, parsePayload } from '../payload/payload.js';
import { bytesOf } from '../player/source.js';
import { loadExtras } from '../load_extras.js';
import { configureCanvas, openDevice } from './device.js';
import { DRAWS } from './link.js';
import type { Calls, Drawing, Opening, Post, Receive, Uniforms } from './protocol.js';

/** Errors told per load. */
const MAX_REPORTS = 100;
/** How browsers speak of an object whose creation failed. */
const consequence = /\[Invalid |label is invalid/;

/** What differs between the players. */
export interface Features {
  readonly commands_: Commands;
  /** Makes anew what depends on the size of the canvas. */
  readonly resize_?: (d: Dispatcher) => void;
}

/** A host; what it says goes to `post`, what it is told goes to the function that it returns. */
export function createHost({ commands_: commands, resize_: follow }: Features, post: Post): Receive {
  // What is there once a file was opened.
  let payload: Payload | undefined;
  let wasm: Bytes;
  let executor: Executor;
  let device: GPUDevice;
  let canvas: Calls['init'];
  let d: Dispatcher | undefined;
  let log: Log;
  let size: Calls['resize'] | undefined;
  let lost = false;
  let pointerTold = false;
  let ended = false;
  let frames = 0;
  /** What has been told since the load. */
  const seen = new Set<string>();
  /** The GPU's work on the last frame. */
  let drawn: Promise<unknown> | undefined;
  let turn: Promise<unknown> = Promise.resolve();

  /** Each distinct text once per load, and without the ones that only follow from an earlier one. */
  const report: Report = (code, message, more) => {
    const text = code + message;
    if (seen.has(text) || seen.size > MAX_REPORTS || (seen.size && consequence.test(text))) return;
    seen.add(text);
    post({ error_: { ...more, code, message } });
  };

  async function openAll(file: Payload): Promise<void> {
    executor = await createExecutor(wasm, log);
    const mine = (device = await openDevice(file.limits_));
    payload = file;
    lost = false;
    seen.clear();
    device.onuncapturederror = ({ error }) => report('uncaptured', error.message);
    void device.lost.then(({ reason, message }) => {
      if (reason === 'destroyed' || device !== mine) return;
      lost = true;
      report('device-lost', message || 'lost', { reason });
    });
  }

  async function load(): Promise<void> {
    if (!payload) return;
    d = new Dispatcher(
      device, payload.names_, commands, report, (readback) => post({ readback_: readback }, [readback.bytes.buffer]));
    if (DRAWS && canvas) {
      d.context_ = configureCanvas(canvas, device, payload.alphaMode_);
      ({ width: d.width_, height: d.height_ } = canvas);
    }
    executor.load_(payload);
    await play(d);
    await frame(d, 0);
    await Promise.all(d.answers_);
  }

  const play = (dispatcher: Dispatcher): Promise<void> =>
    dispatcher.execute_(executor.memory_(), executor.commands_(), DRAWS && executor.early_);

  async function frame(dispatcher: Dispatcher, time: number): Promise<void> {
    if (DRAWS) dispatcher.delta_ = time - dispatcher.time_;
    dispatcher.time_ = time;
    frames++;
    const status = executor.frame_(time, DRAWS ? dispatcher.width_ : 1, DRAWS ? dispatcher.height_ : 1);
    if (status) return report('frame', `${REFUSED}status ${status}`);
    await play(dispatcher);
    if (DRAWS && dispatcher.usesPointer_ && !pointerTold) post({ pointer_: (pointerTold = true) });
  }

  async function draw({ time_: time, pointer_: pointer, uniforms_: uniforms }: Drawing): Promise<void> {
    if (!d || lost) return;
    if (DRAWS && pointer) d.pointer_ = pointer;
    await setUniforms(uniforms);
    // The canvas changes only now, so that a paused picture stays until then.
    if (DRAWS && canvas && size && (canvas.width !== size[0] || canvas.height !== size[1])) {
      [canvas.width, canvas.height] = [d.width_, d.height_] = size;
      follow?.(d);
    }
    await frame(d, time);
    d.answers_ = [];
    // Two frames may be under way, one on each side; the page sends no more until it has the answer.
    await drawn;
    drawn = device.queue.onSubmittedWorkDone().catch(() => {});
  }

  async function setUniforms(uniforms: Uniforms | undefined): Promise<void> {
    if (!uniforms) return;
    const { convert_: convert } = await loadExtras();
    for (const name in uniforms) {
      const info = payload?.uniforms_[name];
      const buffer = info && d?.slots_.buffer[info.bufferId];
      if (buffer && !lost) device.queue.writeBuffer(buffer, info.offset, convert(info, uniforms[name]));
    }
  }

  function close(): void {
    d?.destroy_();
    if (payload) device.destroy();
    d = undefined;
  }

  const handlers: { [K in keyof Calls]: (value: Calls[K]) => unknown } = {
    async open([bytecode, other, debug]: Opening) {
      const file = parsePayload(bytecode);
      log = debug ? console.debug : undefined;
      wasm = file.executor_.length ? file.executor_ : await bytesOf(other ?? fail('payload', 'no executor'));
      await openAll(file);
    },
    init(value) {
      if (DRAWS) canvas = value;
      return load();
    },
    draw,
    resize(value) {
      if (DRAWS) size = value;
    },
    uniforms: setUniforms,
    query: async (kind) => kind === 'stats'
      ? (await loadExtras()).stats_(d, payload && executor.memory_(), frames, lost) : payload?.uniforms_,
    async restart() {
      if (!payload) return;
      close();
      await openAll(payload);
      await load();
    },
    destroy: close,
  };

  return ([id, call, value]) => {
    // The end cuts short what is under way, and what still waits.
    if (call === 'destroy') {
      ended = true;
      d?.destroy_();
    }
    turn = turn.then(async () => {
      if (ended && call !== 'destroy') return;
      try {
        post({ id_: id, answer_: await (handlers[call] as (value: unknown) => unknown)(value) });
      } catch (error) {
        const { code, message } = wrap(error, 'command');
        post({ id_: id, error_: call === 'draw' ? report(code, message) : { code, message } });
      }
    });
  };
}
