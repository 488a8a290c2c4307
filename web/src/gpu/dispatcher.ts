// Plays decoded commands on a device. The commands themselves are small functions in tables (one file per subject);
// this class holds what they share: the objects made so far, the encoder of the frame, the open pass, time and sizes.
import { type ErrorCode, type ErrorData, fail, wrap } from '../errors.js';
import type { Operands } from '../generated/commands.js';
import { DRAWS } from '../host/link.js';
import { KINDS, type Kind } from '../payload/payload.js';
import { decode, nameOf } from '../stream/decoder.js';
import { reader } from '../stream/reader.js';
import { later } from './later_commands.js';
import type { Readback, Slots } from './resources.js';

/** What a player can do, by opcode; the compute-only player has fewer. What a command returns, if anything, is waited for. */
export type Commands = { readonly [K in keyof Operands]?: (d: Dispatcher, ...operands: Operands[K]) => void | Promise<void> };
export type Report = (code: ErrorCode, message: string, more?: Partial<ErrorData>) => void;
type AnyCommand = (d: Dispatcher, ...operands: never[]) => void | Promise<void>;

/** A decoded command buffer. */
interface Stream {
  memory_: ArrayBuffer;
  bytes_: number[];
  steps_: (() => void | Promise<void>)[];
}
/** So many are kept. */
const STREAMS = 8;

const perKind = (): unknown => Object.fromEntries(KINDS.map((kind) => [kind, []]));

export class Dispatcher {
  readonly slots_ = perKind() as Slots;
  /** Make objects anew when the size of the canvas changes, and report what the GPU says to them. */
  declare readonly makers_: Record<Kind, (() => void)[]>;
  /** Bind groups in a form that fits the pipeline of that id; and those built for others than their own, by group. */
  readonly groups_: ((pipeline: number | undefined) => GPUBindGroup | undefined)[] = [];
  readonly cached_: (GPUBindGroup | undefined)[][] = [];
  /** What is to be done when the frame was submitted. */
  afterwards_: (() => void)[] = [];
  /** Answers of the GPU that are still to come; a load waits for them so that its errors arrive with it. */
  answers_: Promise<unknown>[] = [];

  pass_: GPURenderPassEncoder | GPUComputePassEncoder | undefined;
  /** Pipeline id that was set last in the open pass. */
  pipeline_: number | undefined;
  /** Settings that commands left for the next render pass, and for the next one with depth. */
  next_: Partial<GPURenderPassDescriptor> | undefined;
  depthOps_: number[] | undefined;
  depthClear_: number[] | undefined;

  /** A program that only computes needs no canvas. */
  context_: GPUCanvasContext | undefined;
  /** Of the canvas, at least 1. */
  declare width_: number;
  declare height_: number;
  time_ = 0;
  delta_: number | undefined;
  pointer_ = new Float32Array(12);
  /** Whether the program asks for pointer inputs. */
  usesPointer_: boolean | undefined;
  executed_ = 0;
  dead_: boolean | undefined;

  private recording_: GPUCommandEncoder | undefined;
  private opcode_ = 0;
  /** Command buffers that were decoded, the latest first: most frames play the same again, or by turns a few. */
  private streams_: Stream[] = [];

  constructor(
    readonly device_: GPUDevice,
    private readonly names_: Readonly<Record<string, string | undefined>>,
    readonly commands_: Commands,
    readonly report_: Report,
    readonly deliver_: (readback: Readback) => void,
  ) {
    if (!DRAWS) return;
    this.makers_ = perKind() as typeof this.makers_;
  }

  /**
   * Decodes the command buffer at `address` completely, unless it is one from before, byte by byte and in the same memory
   * (blobs are views of it); then plays it. Throws a PngineError naming the command.
   */
  async execute_(memory: ArrayBuffer, address: number, early?: boolean): Promise<void> {
    const commands = this.commands_ as Record<number, AnyCommand>;
    const bytes = new Uint8Array(memory).subarray(address);
    let stream = this.streams_.find((s) => s.memory_ === memory && s.bytes_.every((byte, i) => byte === bytes[i]));
    if (!stream) {
      const list = decode(memory, address, (opcode) => opcode in commands, early);
      for (const [opcode] of list) if (commands[opcode] === later) await later(this);
      stream = {
        memory_: memory,
        bytes_: [...bytes.subarray(0, reader(bytes).read_('w')[0])],
        steps_: list.map(([opcode, ...operands]) => () => commands[(this.opcode_ = opcode)](this, ...operands)),
      };
      this.streams_ = [stream, ...this.streams_].slice(0, STREAMS);
    }
    try {
      for (const step of stream.steps_) {
        if (DRAWS && this.dead_) return;
        const wait = step();
        if (DRAWS && wait) await wait;
      }
      this.executed_++;
    } catch (error) {
      this.recording_ = this.pass_ = undefined;
      this.afterwards_ = [];
      const { code, message } = wrap(error, 'command');
      fail(code, this.where_(message));
    }
  }

  destroy_(): void {
    this.dead_ = true;
    if (DRAWS) for (const image of this.slots_.imageBitmap) image?.close();
  }

  /** What messages and the driver call a resource: its name if the file has it, else kind and id. */
  label_(kind: Kind, id: number): string {
    const plain = `${kind} ${id}`;
    return this.names_[plain] ?? plain;
  }

  /** Fills a free id; `size` is that of the descriptor, and 0 means that there is none to create from. `instead` as below. */
  create_<K extends Kind>(
    kind: K, id: number, size: number, make: (label: string) => Slots[K][number], instead?: (message: string) => unknown,
  ): void {
    const label = this.label_(kind, id);
    const run = (): void => void this.scoped_(label, () => (this.slots_[kind][id] = make(label)), instead);
    if (this.slots_[kind][id]) return;
    if (!size) return this.report_('command', `${label}: empty descriptor`);
    if (DRAWS) this.makers_[kind][id] = run;
    run();
  }

  /** Runs `work` in an error scope; what the scope catches is reported under `label`, or given to `instead`. */
  scoped_<T>(label: string, work: () => T, instead?: (message: string) => unknown): T {
    this.device_.pushErrorScope('validation');
    try {
      return work();
    } finally {
      this.answers_.push(this.device_.popErrorScope().then((error) => error &&
        (instead ? instead(error.message) : this.report_('validation', `${label}: ${error.message}`)), () => {}));
    }
  }

  /** The encoder that all passes and copies of a frame share. */
  get encoder_(): GPUCommandEncoder {
    if (this.pass_) fail('command', 'a pass is open');
    return (this.recording_ ??= this.device_.createCommandEncoder());
  }

  submit_(): void {
    if (this.recording_) this.device_.queue.submit([this.encoder_.finish()]);
    this.recording_ = undefined;
    for (const action of this.afterwards_.splice(0)) action();
  }

  /** The object with that id, or a report and nothing. */
  find_<K extends Kind>(kind: K, id: number): Slots[K][number] {
    return this.slots_[kind][id] ?? this.warn_(missing(kind, id));
  }
  /** The object with that id. Throws when there is none. */
  need_<K extends Kind>(kind: K, id: number): NonNullable<Slots[K][number]> {
    return this.slots_[kind]?.[id] ?? fail('command', missing(kind, id));
  }

  warn_(message: string): undefined {
    this.report_('command', this.where_(message));
  }
  private where_(message: string): string {
    return `${nameOf(this.opcode_)}: ${message}`;
  }

  /** A write to the buffer with that id, if there is one and something to write. */
  write_(id: number, offset: number, data: Uint8Array<ArrayBuffer>): void {
    const buffer = this.find_('buffer', id);
    if (buffer && data.length) this.device_.queue.writeBuffer(buffer, offset, data);
  }
}

const missing = (kind: string, id: number): string => `there is no ${kind} ${id}`;
