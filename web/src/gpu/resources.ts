// All GPU objects of one payload, by kind and id, with the rules that every creation follows: an id is filled once and
// never again, and what the GPU says about it is reported with kind, id and name.
import type { ErrorData } from '../errors.js';
import { KINDS, type Kind } from '../payload/names.js';

export interface WasmModule {
  exports_: WebAssembly.Exports;
  /** The memory that was offered as import. */
  memory_: WebAssembly.Memory;
}

interface Types {
  buffer: GPUBuffer;
  texture: GPUTexture;
  textureView: GPUTextureView;
  /** One plain view per texture, made with it: attachments and bindings use it. */
  defaultView: GPUTextureView;
  sampler: GPUSampler;
  shader: GPUShaderModule;
  pipeline: GPURenderPipeline | GPUComputePipeline;
  bindGroup: GPUBindGroup;
  bindGroupLayout: GPUBindGroupLayout;
  pipelineLayout: GPUPipelineLayout;
  querySet: GPUQuerySet;
  renderBundle: GPURenderBundle;
  imageBitmap: ImageBitmap;
  wasmModule: WasmModule;
}
export type SlotKind = Kind | 'defaultView';
export type Slots = { readonly [K in SlotKind]: (Types[K] | undefined)[] };
export type Report = (error: ErrorData) => void;

const emptySlots = (): Slots =>
  Object.fromEntries([...KINDS, 'defaultView'].map((kind) => [kind, []])) as unknown as Slots;

export class Resources {
  readonly slots_ = emptySlots();
  /** Answers of the GPU that are still to come; a load waits for them so that its errors arrive with it. */
  answers_: Promise<unknown>[] = [];

  constructor(
    readonly device_: GPUDevice,
    private readonly names_: ReadonlyMap<string, string>,
    readonly report_: Report,
  ) {}

  /** What messages and the driver call a resource: its name if the file has it, else kind and id. */
  label_(kind: SlotKind, id: number): string {
    const plain = `${kind} ${id}`;
    return this.names_.get(plain) ?? plain;
  }

  /** Fills a free id; `length` is that of the descriptor, and 0 means that there is none to create from. */
  create_<K extends SlotKind>(kind: K, id: number, length: number, make: (label: string) => Types[K] | undefined): void {
    const list = this.slots_[kind] as (Types[K] | undefined)[];
    if (list[id]) return;
    const label = this.label_(kind, id);
    if (length) this.scoped_(label, () => (list[id] = make(label)));
    else this.report_({ code: 'command', message: `${label}: empty descriptor` });
  }

  /** Runs `work` in an error scope; what the scope catches is reported under `label`, or given to `instead`. */
  scoped_(label: string, work: () => void, instead?: (message: string) => unknown): void {
    this.device_.pushErrorScope('validation');
    try {
      work();
    } finally {
      this.answers_.push(this.device_.popErrorScope().then((error) => {
        if (!error) return undefined;
        return instead ? instead(error.message) : this.report_({ code: 'validation', message: `${label}: ${error.message}` });
      }, () => 0));
    }
  }

  async settle_(): Promise<void> {
    const answers = this.answers_;
    this.answers_ = [];
    await Promise.all(answers);
  }
}
