// Runs the executor: the WebAssembly program in the payload that turns its bytecode into command buffers.
// Nothing that it returns is trusted: pointers are unsigned, and every access through them is checked.
import type { Bytes } from '../containers/detect.js';
import { fail } from '../errors.js';
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
  getAbiVersion?(): number;
}

export interface Executor {
  /** An executor of the first generation: its streams differ in two commands. */
  readonly early_: boolean;
  memory_(): ArrayBuffer;
  /** Address of the commands that `load_` or `frame_` prepared. */
  commands_(): number;
  /** Copies head and data section to where the executor wants them and runs `init`. */
  load_(payload: Payload): void;
  /** Prepares one frame: seconds and device pixels. The status is 0 when its commands may be played. */
  frame_(time: number, width: number, height: number): number;
}

/** Calls into the module; traps and missing exports become errors of ours. */
function guarded<T>(call: () => T): T {
  try {
    return call();
  } catch (error) {
    return fail('executor', `the executor failed: ${error}`);
  }
}

/** Compiles and instantiates; `log` gets the module's debug output. */
export async function createExecutor(wasm: Bytes, log: (text: string) => void): Promise<Executor> {
  const nothing = (): number => 0;
  const env = {
    log: (at: number, length: number) => log(new TextDecoder().decode(new Uint8Array(memory(), at >>> 0, length >>> 0))),
    wasmInstantiate: nothing,
    wasmCall: nothing,
    wasmGetResult: nothing,
  };
  const { module, instance } = await WebAssembly.instantiate(wasm, { env }).catch((error: unknown) =>
    fail('executor', `the executor does not load: ${error}`));
  const e = instance.exports as unknown as Exports;
  const memory = (): ArrayBuffer => e.memory.buffer;
  // It logs and knows no version.
  const early = !e.getAbiVersion && WebAssembly.Module.imports(module).some((i) => i.name === 'log');
  const write = (at: number, bytes: Bytes): number => {
    new Uint8Array(memory()).set(bytes, at >>> 0);
    return bytes.length;
  };
  return {
    early_: early,
    memory_: memory,
    commands_: () => guarded(() => e.getCommandPtr()) >>> 0,
    frame_: (...size) => guarded(() => e.frame(...size)) >>> 0,
    load_({ head_: head, data_: data, headAndData_: whole }) {
      const status = guarded(() => {
        const headAt = e.getBytecodePtr() >>> 0;
        const dataAt = e.getDataPtr() >>> 0;
        // Early executors look for the data section behind the head, where it may stand if that overwrites nothing.
        e.setBytecodeLen(write(headAt, early && (headAt + whole.length <= dataAt || dataAt < headAt) ? whole : head));
        e.setDataLen(write(dataAt, data));
        return e.init();
      });
      if (status) fail('executor', `the executor refused the payload (status ${status >>> 0})`);
    },
  };
}
