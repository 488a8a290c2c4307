// Runs the executor: the WebAssembly program in the payload that turns its bytecode into command buffers.
// Nothing that it returns is trusted: pointers are unsigned and every access goes through bounds-checked views.
import type { Bytes } from '../containers/detect.js';
import { PngineError, fail } from '../errors.js';
import type { Payload } from '../payload/payload.js';

interface Exports {
  memory: WebAssembly.Memory;
  getBytecodePtr(): number;
  setBytecodeLen(length: number): void;
  getDataPtr(): number;
  setDataLen(length: number): void;
  init(): number;
  frame(time: number, width: number, height: number): number;
  getCommandPtr(): number;
  getFrameCounter?(): number;
  getAbiVersion?(): number;
}

const needed = ['getBytecodePtr', 'setBytecodeLen', 'getDataPtr', 'setDataLen', 'init', 'frame', 'getCommandPtr'] as const;

/** Calls into the module; a trap becomes an error of ours. */
function guarded<T>(what: string, call: () => T): T {
  try {
    return call();
  } catch (error) {
    throw error instanceof PngineError ? error : new PngineError('executor', `the executor failed in ${what}: ${error}`);
  }
}

export class Executor {
  private constructor(
    private readonly exports_: Exports,
    /** An executor of the first generation: it logs and knows no version (its streams differ in two commands). */
    readonly early_: boolean,
  ) {}

  /** Compiles and instantiates; `log` gets the module's debug output. */
  static async create(wasm: Bytes, log?: (text: string) => void): Promise<Executor> {
    let memory: WebAssembly.Memory | undefined;
    const env = {
      log(at: number, length: number): void {
        if (memory && log) log(new TextDecoder().decode(new Uint8Array(memory.buffer, at >>> 0, length >>> 0)));
      },
      wasmInstantiate(): void {},
      wasmCall(): void {},
      wasmGetResult: (): number => 0,
    };
    const { module, instance } = await WebAssembly.instantiate(wasm, { env }).catch((error: unknown) =>
      fail('executor', `the executor does not load: ${error}`));
    const exports = instance.exports as unknown as Exports;
    memory = exports.memory;
    if (!(memory instanceof WebAssembly.Memory)) fail('executor', 'the executor exports no memory');
    for (const name of needed) if (typeof exports[name] !== 'function') fail('executor', `the executor does not export ${name}`);
    const logs = WebAssembly.Module.imports(module).some((i) => i.name === 'log');
    return new Executor(exports, logs && !exports.getAbiVersion);
  }

  get memory_(): ArrayBuffer {
    return this.exports_.memory.buffer;
  }

  /** Copies head and data section to where the executor wants them and runs `init`; its creation commands are then ready. */
  load_(payload: Payload): void {
    const status = guarded('init', () => {
      const e = this.exports_;
      const { dataOffset_: head, dataEnd_: end, bytes_: bytes } = payload;
      const headAt = e.getBytecodePtr() >>> 0;
      const dataAt = e.getDataPtr() >>> 0;
      // Early executors look for the data section behind the head, where it may stand if that overwrites nothing.
      const whole = this.early_ && (headAt + end <= dataAt || dataAt < headAt);
      this.write_(headAt, bytes.subarray(0, whole ? end : head));
      e.setBytecodeLen(whole ? end : head);
      this.write_(dataAt, bytes.subarray(head, end));
      e.setDataLen(end - head);
      return e.init();
    });
    if (status) fail('executor', `the executor refused the payload (status ${status >>> 0})`);
  }

  /** Prepares the commands of one frame: seconds and device pixels. Returns the status; 0 means that they may be run. */
  frame_(time: number, width: number, height: number): number {
    return guarded('frame', () => this.exports_.frame(time, width, height)) >>> 0;
  }

  get commands_(): number {
    return guarded('getCommandPtr', () => this.exports_.getCommandPtr()) >>> 0;
  }
  get abiVersion_(): number {
    return this.exports_.getAbiVersion?.() ?? 1;
  }
  get frameCounter_(): number {
    return (this.exports_.getFrameCounter?.() ?? 0) >>> 0;
  }

  private write_(at: number, bytes: Bytes): void {
    if (at + bytes.length > this.memory_.byteLength) fail('executor', 'the payload does not fit the memory of its executor');
    new Uint8Array(this.memory_).set(bytes, at);
  }
}
