// The half of a player that owns the device: it answers the page's messages, strictly one after the other.
import type { Bytes } from '../containers/detect.js';
import { errorData, fail } from '../errors.js';
import { type Executor, createExecutor } from '../executor/executor.js';
import { Dispatcher, type Features } from '../gpu/dispatcher.js';
import { type Payload, type UniformInfo, parsePayload } from '../payload/payload.js';
import { uniformBytes } from '../payload/uniform_value.js';
import { configureCanvas, openDevice } from './device.js';
import type { Drawing, Opening, PageMessage, Post, Receive, Stats, Uniforms } from './protocol.js';
import { createReporter } from './reporter.js';

/** After a loss the device is rebuilt, but not more often than this. */
const REBUILD_MS = 4000;
/** Pointer block: movement and scrolling since the last frame. */
export const DELTAS = [4, 5, 9, 10];

/** A host; what it says goes to `post`, what it is told goes to the function that it returns. */
export function createHost(features: Features, post: Post): Receive {
  // What is there once a file was opened.
  let payload: Payload | undefined;
  let wasm: Bytes;
  let executor: Executor;
  let device: GPUDevice;
  let canvas: HTMLCanvasElement | OffscreenCanvas | undefined;
  let dispatcher: Dispatcher | undefined;
  let log: (text: string) => void;
  let size: [number, number] | undefined;
  let lost = false;
  let busy = false;
  let pointerTold = false;
  let rebuiltAt = -REBUILD_MS;
  let frames = 0;
  const queue: PageMessage[] = [];
  const seen = new Set<string>();
  /** The GPU's work on the last two frames: no more than that is kept waiting. */
  const fences: Promise<unknown>[] = [];
  const report = createReporter(seen, (error) => post({ type_: 'error', error_: error }));

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
      report('device-lost', message || 'the GPU device was lost', { reason });
      if (performance.now() - rebuiltAt > REBUILD_MS) receive({ type_: 'restart' });
    });
  }

  /** Everything that can refuse a file or a machine, before the page gives its canvas away. */
  async function open({ bytecode_: bytecode, wasmUrl_: url, debug_: debug }: Opening): Promise<void> {
    const file = parsePayload(bytecode);
    log = debug ? console.debug : () => {};
    wasm = file.executor_ ?? (url ? await fetchWasm(url) : fail('payload', 'the payload carries no executor'));
    await openAll(file);
    post({ type_: 'done' });
  }

  /** Creates everything and draws one frame at time 0. */
  async function load(): Promise<void> {
    if (!payload) return;
    dispatcher = new Dispatcher(
      device, canvas && configureCanvas(canvas, device, payload.alphaMode_), navigator.gpu.getPreferredCanvasFormat(),
      payload.names_, features, report, (buffer, name, offset, bytes) =>
        post({ type_: 'readback', buffer_: buffer, name_: name, offset_: offset, bytes_: bytes }, [bytes]));
    if (canvas) ({ width: dispatcher.width_, height: dispatcher.height_ } = canvas);
    executor.load_(payload);
    await play(dispatcher);
    await frame(0);
    await Promise.all(dispatcher.answers_);
  }

  const play = (d: Dispatcher): Promise<void> =>
    d.execute_(executor.memory_(), executor.commands_(), executor.early_);

  async function frame(time: number): Promise<void> {
    if (!dispatcher) return;
    dispatcher.delta_ = time - dispatcher.time_;
    dispatcher.time_ = time;
    const status = executor.frame_(time, dispatcher.width_, dispatcher.height_);
    frames++;
    if (status) return report('frame', `the executor refused the frame (status ${status})`);
    await play(dispatcher);
    if (dispatcher.usesPointer_ && !pointerTold) post({ type_: 'pointer' });
    pointerTold ||= dispatcher.usesPointer_;
  }

  async function draw(message: Drawing): Promise<void> {
    if (fences.length > 1) await fences.shift();
    if (!dispatcher || lost) return;
    // A draw without uniforms gives way to a later one, which then shows its pointer movement as well.
    const later = queue.find((m) => m.type_ === 'draw' && !m.uniforms_) as Drawing | undefined;
    if (later && !message.uniforms_) {
      for (const i of DELTAS) later.pointer_[i] += message.pointer_[i];
      return;
    }
    dispatcher.pointer_ = message.pointer_;
    setUniforms(message.uniforms_);
    resize(dispatcher);
    await frame(message.time_);
    dispatcher.answers_ = [];
    fences.push(device.queue.onSubmittedWorkDone().catch(() => 0));
  }

  /** The canvas changes with the next frame, so that a paused picture stays until then. */
  function resize(d: Dispatcher): void {
    if (canvas && size && (canvas.width !== size[0] || canvas.height !== size[1])) {
      [canvas.width, canvas.height] = [d.width_, d.height_] = size;
      features.resize_?.(d);
    }
    size = undefined;
  }

  function setUniforms(uniforms: Uniforms = {}): void {
    for (const name in uniforms) {
      const info = payload?.uniforms_.get(name);
      const buffer = info && dispatcher?.slots_.buffer[info.bufferId];
      if (buffer && !lost) device.queue.writeBuffer(buffer, info.offset, uniformBytes(info, uniforms[name]));
    }
  }

  function stats(): Stats {
    const live: Record<string, number> = {};
    let cached = 0;
    dispatcher?.groups_.forEach((group) => (cached += Object.keys(group?.cache_ ?? []).length));
    let total = cached;
    for (const [kind, list] of Object.entries(dispatcher?.slots_ ?? {})) {
      const count = Object.keys(list).length;
      live[kind] = count + (kind === 'bindGroup' ? cached : 0);
      total += count;
    }
    return {
      type: 'stats',
      gpu: { live, total, cachedBindGroups: cached, executed: dispatcher?.executed_ ?? 0 },
      wasmBytes: payload ? executor.memory_().byteLength : 0,
      frameCount: frames,
      moduleLoaded: !!payload,
      deviceLost: lost,
    };
  }

  function close(): void {
    dispatcher?.destroy_();
    if (payload) device.destroy();
    dispatcher = undefined;
  }

  const handlers: { [K in PageMessage['type_']]: (m: Extract<PageMessage, { type_: K }>) => unknown } = {
    open,
    init: async (m) => {
      canvas = m.canvas_;
      await load();
      post({ type_: 'done' });
    },
    draw,
    resize: (m) => (size = m.size_),
    uniforms: (m) => setUniforms(m.uniforms_),
    query: (m) => {
      const uniforms = (): Record<string, UniformInfo> => Object.fromEntries(payload?.uniforms_ ?? []);
      post({ type_: 'answer', id_: m.id_, answer_: m.stats_ ? stats() : uniforms() });
    },
    /** A new device and the payload from its start, after a loss or when the page asks. */
    restart: async () => {
      if (!payload) return;
      rebuiltAt = performance.now();
      close();
      await openAll(payload);
      await load();
      post({ type_: 'restored' });
    },
    destroy: () => {
      close();
      payload = undefined;
      post({ type_: 'destroyed' });
    },
  };

  async function work(): Promise<void> {
    busy = true;
    for (let message = queue.shift(); message; message = queue.shift()) {
      try {
        await (handlers[message.type_] as (m: PageMessage) => unknown)(message);
      } catch (error) {
        const data = errorData(error, 'command');
        if (/open|init/.test(message.type_)) post({ type_: 'error', error_: data, fatal_: true });
        else report(data.code, data.message);
      }
    }
    busy = false;
  }

  function receive(message: PageMessage): void {
    if (message.type_ === 'destroy') {
      // Ends what is under way as well.
      queue.length = 0;
      dispatcher?.destroy_();
    }
    queue.push(message);
    if (!busy) void work();
  }
  return receive;
}

async function fetchWasm(url: string): Promise<Bytes> {
  const response = await fetch(url);
  if (!response.ok) fail('http', `the executor cannot be fetched: HTTP ${response.status}`);
  return new Uint8Array(await response.arrayBuffer());
}
