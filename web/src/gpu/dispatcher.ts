// Plays decoded commands on a device. The commands themselves are small functions in tables (one file per subject);
// this class holds what they share: resources, the encoder of the frame, the open pass, time and sizes.
import { PngineError, errorData, fail } from '../errors.js';
import { Decoder, type Operands } from '../stream/decoder.js';
import { type BindGroupRecord } from './bind_groups.js';
import type { Readback } from './readback.js';
import { Resources, type Report, type SlotKind, type Slots, type WasmModule } from './resources.js';

/** Plays one command: its operands are `a[i]`, `a[i + 1]`, ... What it returns, if anything, is waited for. */
export type Command = (d: Dispatcher, a: Operands, i: number) => void | Promise<void>;
export type Commands = { readonly [opcode: number]: Command | undefined };

/** What a player can do; the compute-only player has fewer commands and nothing that follows the canvas. */
export interface Features {
  readonly commands_: Commands;
  readonly resize_?: (d: Dispatcher) => void;
}

export interface Target {
  readonly device_: GPUDevice;
  /** Canvas to draw on, with its format; a program that only computes needs none. */
  readonly context_: GPUCanvasContext | undefined;
  readonly format_: GPUTextureFormat;
}

/** Buffers that were read back, as they go to the page. */
export type Deliver = (buffer: number, name: string, offset: number, bytes: ArrayBuffer) => void;

export class Dispatcher {
  readonly resources_: Resources;
  readonly slots_: Slots;
  readonly device_: GPUDevice;
  readonly groups_: (BindGroupRecord | undefined)[] = [];
  /** Results of wasm calls by call id. */
  readonly calls_: ({ module_: WasmModule; value_: number } | undefined)[] = [];
  /** Records of the drawing half, by id; gpu/textures.ts and gpu/bundles.ts own them. */
  readonly textureRecords_: ({ desc_: GPUTextureDescriptor; bound_: boolean } | undefined)[] = [];
  readonly viewRecords_: ({ texture_: number; desc_: GPUTextureViewDescriptor } | undefined)[] = [];
  readonly bundleRecords_: (DataView<ArrayBuffer> | undefined)[] = [];

  pass_: GPURenderPassEncoder | GPUComputePassEncoder | undefined;
  /** Pipeline id that was set last in the open pass. */
  pipeline_: number | undefined;
  /** Settings that commands left for the next render pass. */
  pending_: { ops_?: readonly number[]; clear_?: readonly number[]; occlusion_?: GPUQuerySet; timestamps_?: GPURenderPassTimestampWrites } = {};
  readonly readbacks_: Readback[] = [];

  memory_: ArrayBuffer = new ArrayBuffer(0);
  width_ = 1;
  height_ = 1;
  time_ = 0;
  delta_ = 0;
  pointer_ = new Float32Array(12);
  /** Whether the program asks for pointer inputs. */
  usesPointer_ = false;
  executed_ = 0;
  dead_ = false;

  private readonly decoder_ = new Decoder();
  private encoderOrNone_: GPUCommandEncoder | undefined;
  private opcode_ = 0;

  constructor(
    readonly target_: Target,
    names: ReadonlyMap<string, string>,
    private readonly features_: Features,
    readonly report_: Report,
    readonly deliver_: Deliver,
  ) {
    this.device_ = target_.device_;
    this.resources_ = new Resources(target_.device_, names, report_);
    this.slots_ = this.resources_.slots_;
  }

  /** Decodes the command buffer at `address` completely, then plays it. Throws a PngineError naming the command. */
  async execute_(memory: ArrayBuffer, address: number, early: boolean): Promise<void> {
    const { commands_: commands } = this.features_;
    const { decoder_: decoder } = this;
    this.memory_ = memory;
    decoder.decode_(memory, address, (opcode) => commands[opcode] !== undefined, early);
    const { code_: code, end_: end } = decoder;
    try {
      for (let at = 0; at < end && !this.dead_; at = code[at + 1]) {
        this.opcode_ = code[at];
        const wait = commands[this.opcode_]?.(this, code, at + 2);
        if (wait) await wait;
      }
      this.executed_++;
    } catch (error) {
      this.encoderOrNone_ = this.pass_ = this.pipeline_ = undefined;
      this.readbacks_.length = 0;
      const data = errorData(error, 'command');
      throw new PngineError(data.code, `command ${this.where_}: ${data.message}`, data);
    }
  }

  resize_(width: number, height: number): void {
    this.width_ = width;
    this.height_ = height;
    this.features_.resize_?.(this);
  }

  destroy_(): void {
    this.dead_ = true;
    for (const image of this.slots_.imageBitmap) image?.close();
  }

  /** The encoder that all passes and copies of a frame share. */
  get encoder_(): GPUCommandEncoder {
    if (this.pass_) fail('command', 'a pass is still open');
    return (this.encoderOrNone_ ??= this.device_.createCommandEncoder());
  }

  /** Ends the frame's recording; nothing when nothing was recorded. */
  finish_(): GPUCommandBuffer | undefined {
    if (this.pass_) fail('command', 'a pass is still open');
    const buffer = this.encoderOrNone_?.finish();
    this.encoderOrNone_ = undefined;
    return buffer;
  }

  /** The object with that id. Throws when there is none. */
  need_<K extends SlotKind>(kind: K, id: number): NonNullable<Slots[K][number]> {
    return this.slots_[kind][id] ?? fail('command', `there is no ${kind} ${id}`);
  }

  /** The object with that id, or a report and nothing. */
  find_<K extends SlotKind>(kind: K, id: number): Slots[K][number] {
    const object: Slots[K][number] = this.slots_[kind][id];
    if (!object) this.warn_(`there is no ${kind} ${id}`);
    return object;
  }

  warn_(message: string): void {
    this.report_({ code: 'command', message: `command ${this.where_}: ${message}` });
  }

  /** The open pass if it can draw; a report when none is open, an exception in a compute pass. */
  get renderPass_(): GPURenderPassEncoder | undefined {
    const { pass_: pass } = this;
    if (!pass) this.warn_('no pass is open');
    else if (!('draw' in pass)) fail('command', 'not possible in a compute pass');
    return pass as GPURenderPassEncoder | undefined;
  }

  /** The same for compute passes. */
  get computePass_(): GPUComputePassEncoder | undefined {
    const { pass_: pass } = this;
    if (!pass) this.warn_('no pass is open');
    else if ('draw' in pass) fail('command', 'not possible in a render pass');
    return pass as GPUComputePassEncoder | undefined;
  }

  /** Operands (address, length) at `i` as bytes of the executor's memory. */
  bytes_(a: Operands, i: number): Uint8Array<ArrayBuffer> {
    return new Uint8Array(this.memory_, a[i], a[i + 1]);
  }
  view_(a: Operands, i: number): DataView<ArrayBuffer> {
    return new DataView(this.memory_, a[i], a[i + 1]);
  }
  text_(a: Operands, i: number): string {
    return new TextDecoder().decode(this.bytes_(a, i));
  }

  private get where_(): string {
    return `0x${this.opcode_.toString(16)}`;
  }
}
