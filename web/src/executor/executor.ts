// Runs the executor: the WebAssembly program in the payload that turns its bytecode into command buffers.
// Nothing that it returns is trusted: pointers are unsigned, and every access through them is checked.
import type { Bytes } from '../containers/detect.js';
import { fail, failing } from '../errors.js';
import type { Payload } from '../payload/payload.js';
import { DRAWS } from '../host/link.js';
import { textOf } from '../stream/reader.js';

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
  readonly early_?: boolean;
  memory_(): ArrayBuffer;
  /** Address of the commands that `load_` or `frame_` prepared. */
  commands_(): number;
  /** Copies head and data section to where the executor wants them and runs `init`. */
  load_(payload: Payload): void;
  /** Prepares one frame: seconds and device pixels. The status is 0 when its commands may be played. */
  frame_(time: number, width: number, height: number): number;
}

export type Log = ((text: string) => void) | undefined;

export const REFUSED = 'the executor failed: ';

/** Calls into the module, all of whose numbers are unsigned; traps and missing exports become errors of ours. */
function unsigned(call: () => number): number {
  try {
    return call() >>> 0;
  } catch (error) {
    return failing('executor', REFUSED)(error);
  }
}

/** Compiles and instantiates; `log` gets the module's debug output. */
export async function createExecutor(wasm: Bytes, log: Log): Promise<Executor> {
  const nothing = (): number => 0;
  const bytes = (at: number, length?: number): Bytes => new Uint8Array(e.memory.buffer, at >>> 0, length);
  const env = {
    log: (at: number, length: number) => log?.(textOf(bytes(at, length >>> 0))),
    wasmInstantiate: nothing,
    wasmCall: nothing,
    wasmGetResult: nothing,
  };
  const { module, instance } = await WebAssembly.instantiate(wasm, { env }).catch(failing('executor', REFUSED));
  const e = instance.exports as unknown as Exports;
  // It logs and knows no version.
  const early = DRAWS && !e.getAbiVersion && WebAssembly.Module.imports(module).some((i) => i.name === 'log');
  return {
    ...(DRAWS && { early_: early }),
    memory_: () => e.memory.buffer,
    commands_: () => unsigned(() => e.getCommandPtr()),
    frame_: (...size) => unsigned(() => e.frame(...size)),
    load_({ head_: head, data_: data, headAndData_: whole }) {
      const status = unsigned(() => {
        const headAt = e.getBytecodePtr() >>> 0;
        const dataAt = e.getDataPtr() >>> 0;
        // Early executors look for the data section behind the head, where it may stand if that overwrites nothing.
        const first = DRAWS && early && (headAt + whole.length <= dataAt || dataAt < headAt) ? whole : head;
        bytes(headAt).set(first);
        e.setBytecodeLen(first.length);
        bytes(dataAt).set(data);
        e.setDataLen(data.length);
        return e.init();
      });
      if (status) fail('executor', `${REFUSED}status ${status}`);
    },
  };
}
