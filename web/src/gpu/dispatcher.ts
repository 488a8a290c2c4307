// Plays decoded commands on a device. The commands themselves are small functions in tables (one file per subject);
// this class holds what they share: the objects made so far, the encoder of the frame, the open pass, time and sizes.
import { type ErrorCode, type ErrorData, PngineError, errorData, fail } from '../errors.js';
import { KINDS } from '../payload/payload.js';
import { type Operands, decode } from '../stream/decoder.js';
import type { BindGroupRecord } from './bind_groups.js';
import type { Readback } from './readback.js';
import type { SlotKind, Slots, WasmModule } from './resources.js';

/** Plays one command: its operands are `a[i]`, `a[i + 1]`, ... What it returns, if anything, is waited for. */
export type Command = (d: Dispatcher, a: Operands, i: number) => void | Promise<void>;
export type Commands = { readonly [opcode: number]: Command | undefined };

/** What a player can do; the compute-only player has fewer commands and nothing that follows the canvas. */
export interface Features {
  readonly commands_: Commands;
  readonly resize_?: (d: Dispatcher) => void;
}

export type Report = (code: ErrorCode, message: string, more?: Partial<ErrorData>) => void;
/** Buffers that were read back, as they go to the page. */
export type Deliver = (buffer: number, name: string, offset: number, bytes: ArrayBuffer) => void;

export class Dispatcher {
  readonly slots_ = Object.fromEntries([...KINDS, 'defaultView'].map((kind) => [kind, []])) as unknown as Slots;
  readonly groups_: (BindGroupRecord | undefined)[] = [];
  /** Results of wasm calls by call id. */
  readonly calls_: ({ module_: WasmModule; value_: number } | undefined)[] = [];
  /** Records of the drawing half, by id; gpu/textures.ts and gpu/bundles.ts own them. */
  readonly textureRecords_: ({ desc_: GPUTextureDescriptor; bound_: boolean } | undefined)[] = [];
  readonly viewRecords_: ({ texture_: number; desc_: GPUTextureViewDescriptor } | undefined)[] = [];
  readonly bundleRecords_: (DataView<ArrayBuffer> | undefined)[] = [];
  readonly readbacks_: Readback[] = [];
  /** Answers of the GPU that are still to come; a load waits for them so that its errors arrive with it. */
  answers_: Promise<unknown>[] = [];

  pass_: GPURenderPassEncoder | GPUComputePassEncoder | undefined;
  /** Pipeline id that was set last in the open pass. */
  pipeline_: number | undefined;
  /** Settings that commands left for the next render pass. */
  pending_: { ops_?: number[]; clear_?: number[]; occlusion_?: GPUQuerySet; timestamps_?: GPURenderPassTimestampWrites } = {};

  memory_ = new ArrayBuffer(0);
  width_ = 1;
  height_ = 1;
  time_ = 0;
  delta_ = 0;
  pointer_ = new Float32Array(12);
  /** Whether the program asks for pointer inputs. */
  usesPointer_ = false;
  executed_ = 0;
  dead_ = false;

  private readonly code_: Operands = [];
  private recording_: GPUCommandEncoder | undefined;
  private opcode_ = 0;

  constructor(
    readonly device_: GPUDevice,
    /** A program that only computes needs no canvas. */
    readonly context_: GPUCanvasContext | undefined,
    readonly format_: GPUTextureFormat,
    private readonly names_: ReadonlyMap<string, string>,
    private readonly features_: Features,
    readonly report_: Report,
    readonly deliver_: Deliver,
  ) {}

  /** Decodes the command buffer at `address` completely, then plays it. Throws a PngineError naming the command. */
  async execute_(memory: ArrayBuffer, address: number, early: boolean): Promise<void> {
    const { commands_: commands } = this.features_;
    const { code_: code } = this;
    this.memory_ = memory;
    const end = decode(memory, address, (opcode) => !!commands[opcode], early, code);
    try {
      for (let at = 0; at < end && !this.dead_; at = code[at + 1]) {
        const wait = commands[(this.opcode_ = code[at])]?.(this, code, at + 2);
        if (wait) await wait;
      }
      this.executed_++;
    } catch (error) {
      this.recording_ = this.pass_ = this.pipeline_ = undefined;
      this.readbacks_.length = 0;
      const data = errorData(error, 'command');
      throw new PngineError(data.code, this.where_ + data.message);
    }
  }

  destroy_(): void {
    this.dead_ = true;
    for (const image of this.slots_.imageBitmap) image?.close();
  }

  /** What messages and the driver call a resource: its name if the file has it, else kind and id. */
  label_(kind: SlotKind, id: number): string {
    const plain = `${kind} ${id}`;
    return this.names_.get(plain) ?? plain;
  }

  /** Fills a free id; `length` is that of the descriptor, and 0 means that there is none to create from. */
  create_<K extends SlotKind>(kind: K, id: number, length: number, make: (label: string) => Slots[K][number]): void {
    if (this.slots_[kind][id]) return;
    if (length) this.make_(kind, id, make);
    else this.report_('command', `${this.label_(kind, id)}: empty descriptor`);
  }

  /** Makes the object with that id, anew if there is one, and reports what the GPU says to it. */
  make_<K extends SlotKind>(kind: K, id: number, make: (label: string) => Slots[K][number]): void {
    const label = this.label_(kind, id);
    const list: Slots[K][number][] = this.slots_[kind];
    this.scoped_(label, () => (list[id] = make(label)));
  }

  /** Runs `work` in an error scope; what the scope catches is reported under `label`, or given to `instead`. */
  scoped_(label: string, work: () => void, instead?: (message: string) => unknown): void {
    this.device_.pushErrorScope('validation');
    try {
      work();
    } finally {
      this.answers_.push(this.device_.popErrorScope().then(
        (error) => error && (instead ?? ((message) => this.report_('validation', `${label}: ${message}`)))(error.message), () => 0));
    }
  }

  /** The encoder that all passes and copies of a frame share. */
  get encoder_(): GPUCommandEncoder {
    if (this.pass_) fail('command', 'a pass is still open');
    return (this.recording_ ??= this.device_.createCommandEncoder());
  }

  /** Ends the frame's recording; nothing when nothing was recorded. */
  finish_(): GPUCommandBuffer | undefined {
    const encoder = this.recording_ && this.encoder_;
    this.recording_ = undefined;
    return encoder?.finish();
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

  warn_(message: string): undefined {
    this.report_('command', this.where_ + message);
  }

  /** The open pass of either kind, or a report. */
  get open_(): GPURenderPassEncoder | GPUComputePassEncoder | undefined {
    return this.pass_ ?? this.warn_('no pass is open');
  }

  /** The open pass if it can draw; an exception in a compute pass. */
  get renderPass_(): GPURenderPassEncoder | undefined {
    const { open_: pass } = this;
    if (pass && !('draw' in pass)) fail('command', 'not possible in a compute pass');
    return pass as GPURenderPassEncoder | undefined;
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
    return `command 0x${this.opcode_.toString(16)}: `;
  }
}
