// The half of a player that owns the device: it answers the page's messages, strictly one after the other.
import type { Bytes } from '../containers/detect.js';
import { errorData, fail } from '../errors.js';
import { Executor } from '../executor/executor.js';
import { Dispatcher, type Features } from '../gpu/dispatcher.js';
import { readNames } from '../payload/names.js';
import { Payload } from '../payload/payload.js';
import { type UniformInfo, readUniformTable } from '../payload/uniform_table.js';
import { uniformBytes } from '../payload/uniform_value.js';
import { configureCanvas, openDevice } from './device.js';
import type { Drawing, Opening, PageMessage, Post, Receive, Stats, Uniforms } from './protocol.js';
import { Reporter } from './reporter.js';

/** After a loss the device is rebuilt, but not more often than this. */
const REBUILD_MS = 4000;
/** Pointer block: movement and scrolling since the last frame. */
const DELTAS = [4, 5, 9, 10];

class Host {
  private payload_: Payload | undefined;
  private wasm_: Bytes | undefined;
  private executor_: Executor | undefined;
  private device_: GPUDevice | undefined;
  private canvas_: HTMLCanvasElement | OffscreenCanvas | undefined;
  private dispatcher_: Dispatcher | undefined;
  private uniforms_ = new Map<string, UniformInfo>();
  private log_: ((text: string) => void) | undefined;
  private lost_ = false;
  private pointerTold_ = false;
  private rebuilt_ = -Infinity;
  private frames_ = 0;
  private size_: readonly [number, number] | undefined;
  private readonly queue_: PageMessage[] = [];
  private busy_ = false;
  /** The GPU's work on the last two frames: no more than that is kept waiting. */
  private readonly fences_: Promise<unknown>[] = [];
  private readonly reporter_ = new Reporter((error) => this.post_({ type_: 'error', error_: error, fatal_: false }));

  constructor(private readonly features_: Features, private readonly post_: Post) {}

  readonly receive_: Receive = (message) => {
    if (message.type_ === 'destroy') {
      // Ends what is under way as well.
      this.queue_.length = 0;
      this.dispatcher_?.destroy_();
    }
    this.queue_.push(message);
    if (!this.busy_) void this.work_();
  };

  private async work_(): Promise<void> {
    this.busy_ = true;
    for (let message = this.queue_.shift(); message; message = this.queue_.shift()) {
      try {
        await this.handle_(message);
      } catch (error) {
        const starting = message.type_ === 'open' || message.type_ === 'init';
        const data = errorData(error, 'command');
        if (starting) this.post_({ type_: 'error', error_: data, fatal_: true });
        else this.reporter_.report_(data);
      }
    }
    this.busy_ = false;
  }

  private async handle_(message: PageMessage): Promise<void> {
    switch (message.type_) {
      case 'open': return this.open_(message);
      case 'init': return this.init_(message.canvas_);
      case 'draw': return this.draw_(message);
      case 'resize': this.size_ = [message.width_, message.height_]; return;
      case 'uniforms': return this.setUniforms_(message.uniforms_);
      case 'query': return this.post_({ type_: 'answer', id_: message.id_, answer_: this.answer_(message.what_) });
      case 'restart': return this.rebuild_();
      case 'destroy': return this.destroy_();
    }
  }

  /** Everything that can refuse a file or a machine, before the page gives its canvas away. */
  private async open_({ bytecode_: bytecode, wasmUrl_: url, debug_: debug }: Opening): Promise<void> {
    const payload = (this.payload_ = new Payload(bytecode));
    this.log_ = debug ? (text) => console.debug(text) : undefined;
    this.wasm_ = payload.executor_ ?? (url ? await fetchWasm(url) : fail('payload', 'the payload carries no executor'));
    this.executor_ = await Executor.create(this.wasm_, this.log_);
    await this.openDevice_();
    this.post_({ type_: 'opened' });
  }

  private async init_(canvas: HTMLCanvasElement | OffscreenCanvas | undefined): Promise<void> {
    this.canvas_ = canvas;
    await this.load_();
    this.post_({ type_: 'ready' });
  }

  private async openDevice_(): Promise<void> {
    const device = (this.device_ = await openDevice(this.payload_?.requiredLimits_ ?? {}));
    this.lost_ = false;
    this.reporter_.reset_();
    device.onuncapturederror = ({ error }) => this.reporter_.report_({ code: 'uncaptured', message: error.message });
    void device.lost.then(({ reason, message }) => {
      if (reason === 'destroyed' || this.device_ !== device) return;
      this.lost_ = true;
      this.reporter_.report_({ code: 'device-lost', message: message || 'the GPU device was lost', reason });
      if (performance.now() - this.rebuilt_ > REBUILD_MS) this.receive_({ type_: 'restart' });
    });
  }

  /** Creates everything anew and draws one frame at time 0. */
  private async load_(): Promise<void> {
    const { payload_: payload, executor_: executor, device_: device, canvas_: canvas } = this;
    if (!payload || !executor || !device) return;
    this.dispatcher_?.destroy_();
    const context = canvas && configureCanvas(canvas, device, payload.alphaMode_);
    const dispatcher = (this.dispatcher_ = new Dispatcher(
      { device_: device, context_: context, format_: navigator.gpu.getPreferredCanvasFormat() },
      readNames(payload),
      this.features_,
      this.reporter_.report_,
      (buffer, name, offset, bytes) =>
        this.post_({ type_: 'readback', buffer_: buffer, name_: name, offset_: offset, bytes_: bytes }, [bytes]),
    ));
    dispatcher.width_ = canvas?.width ?? 1;
    dispatcher.height_ = canvas?.height ?? 1;
    executor.load_(payload);
    await dispatcher.execute_(executor.memory_, executor.commands_, executor.early_);
    this.uniforms_ = readUniformTable(payload);
    await this.frame_(0);
    await dispatcher.resources_.settle_();
  }

  private async frame_(time: number): Promise<void> {
    const { executor_: executor, dispatcher_: dispatcher } = this;
    if (!executor || !dispatcher) return;
    dispatcher.delta_ = time - dispatcher.time_;
    dispatcher.time_ = time;
    const status = executor.frame_(time, dispatcher.width_, dispatcher.height_);
    if (status) return this.reporter_.report_({ code: 'frame', message: `the executor refused the frame (status ${status})` });
    await dispatcher.execute_(executor.memory_, executor.commands_, executor.early_);
    this.frames_++;
    if (dispatcher.usesPointer_ && !this.pointerTold_) {
      this.pointerTold_ = true;
      this.post_({ type_: 'pointer' });
    }
  }

  private async draw_(message: Drawing): Promise<void> {
    const { dispatcher_: dispatcher, device_: device } = this;
    if (!dispatcher || !device || this.lost_) return;
    if (this.fences_.length > 1) await this.fences_.shift();
    if (this.superseded_(message) || this.lost_) return;
    dispatcher.pointer_ = message.pointer_;
    if (message.uniforms_) this.setUniforms_(message.uniforms_);
    this.resize_(dispatcher);
    await this.frame_(message.time_);
    dispatcher.resources_.answers_ = [];
    this.fences_.push(device.queue.onSubmittedWorkDone().catch(() => 0));
  }

  /** A draw without uniforms gives way to a later one, which then shows its pointer movement as well. */
  private superseded_(message: Drawing): boolean {
    const later = this.queue_.find((m) => m.type_ === 'draw' && !m.uniforms_) as Drawing | undefined;
    if (message.uniforms_ || !later) return false;
    for (const i of DELTAS) later.pointer_[i] += message.pointer_[i];
    return true;
  }

  /** The canvas changes with the next frame, so that a paused picture stays until then. */
  private resize_(dispatcher: Dispatcher): void {
    const { size_: size, canvas_: canvas } = this;
    this.size_ = undefined;
    if (!size || !canvas || (canvas.width === size[0] && canvas.height === size[1])) return;
    [canvas.width, canvas.height] = size;
    dispatcher.resize_(...size);
  }

  private setUniforms_(uniforms: Uniforms): void {
    for (const [name, value] of Object.entries(uniforms)) {
      const info = this.uniforms_.get(name);
      const buffer = info && this.dispatcher_?.slots_.buffer[info.bufferId];
      if (!buffer || this.lost_) continue;
      this.device_?.queue.writeBuffer(buffer, info.offset, uniformBytes(info, value));
    }
  }

  private answer_(what: 'uniforms' | 'stats'): Stats | Record<string, UniformInfo> {
    if (what === 'uniforms') return Object.fromEntries(this.uniforms_);
    const { dispatcher_: dispatcher, executor_: executor } = this;
    const live: Record<string, number> = {};
    const cached = dispatcher?.groups_.reduce((sum, group) => sum + Object.keys(group?.cache_ ?? []).length, 0) ?? 0;
    let total = cached;
    for (const [kind, list] of Object.entries(dispatcher?.slots_ ?? {})) {
      live[kind] = Object.keys(list).length + (kind === 'bindGroup' ? cached : 0);
      total += Object.keys(list).length;
    }
    return {
      type: 'stats',
      gpu: { live, total, cachedBindGroups: cached, executed: dispatcher?.executed_ ?? 0 },
      wasmBytes: executor?.memory_.byteLength ?? 0,
      frameCount: executor?.frameCounter_ || this.frames_,
      moduleLoaded: !!executor,
      deviceLost: this.lost_,
    };
  }

  /** A new device and the payload from its start, after a loss or when the page asks. */
  private async rebuild_(): Promise<void> {
    if (!this.payload_ || !this.wasm_) return;
    this.rebuilt_ = performance.now();
    this.dispatcher_?.destroy_();
    this.device_?.destroy();
    this.executor_ = await Executor.create(this.wasm_, this.log_);
    await this.openDevice_();
    await this.load_();
    this.post_({ type_: 'restored' });
  }

  private destroy_(): void {
    this.dispatcher_?.destroy_();
    this.device_?.destroy();
    this.dispatcher_ = this.device_ = this.executor_ = this.payload_ = undefined;
    this.post_({ type_: 'destroyed' });
  }
}

async function fetchWasm(url: string): Promise<Bytes> {
  const response = await fetch(url);
  if (!response.ok) fail('http', `the executor cannot be fetched: HTTP ${response.status}`);
  return new Uint8Array(await response.arrayBuffer());
}

/** A host; what it says goes to `post`, what it is told goes to the function that it returns. */
export const createHost = (features: Features, post: Post): Receive => new Host(features, post).receive_;
