// Nested WebAssembly modules of a program: they fill buffers with bytes that they computed.
import type { Bytes } from '../containers/detect.js';
import { fail } from '../errors.js';
import { Op } from '../generated/commands.js';
import { reader, textOf } from '../stream/reader.js';
import type { Commands, Dispatcher } from './dispatcher.js';
import type { WasmModule } from './resources.js';

const MAX_ARGUMENTS = 32;
/** Letters of literal arguments by tag. */
const LITERALS: Readonly<Record<number, string | undefined>> = { 0: 'f', 4: 'i', 5: 'w' };

type Results = ({ module_: WasmModule; value_: number } | undefined)[];
/** Results of calls by call id. */
const results = new WeakMap<Dispatcher, Results>();
function resultsOf(d: Dispatcher): Results {
  const list = results.get(d) ?? [];
  results.set(d, list);
  return list;
}

/** Arguments of a call: count u8 | { tag u8 | value }. An unknown tag ends the list, since its width is unknown. */
function readArguments(d: Dispatcher, bytes: Bytes): number[] {
  const { read_: read } = reader(bytes, 1);
  const values: number[] = [];
  for (let count = Math.min(bytes[0] ?? 0, MAX_ARGUMENTS); count > 0; count--) {
    const [tag] = read('b');
    const letter = LITERALS[tag];
    if (tag > 6) break;
    values.push(letter ? read(letter)[0] : [0, d.width_, d.height_, d.time_, 0, 0, d.delta_ ?? 0][tag]);
  }
  return values;
}

function call(d: Dispatcher, id: number, moduleId: number, nameBytes: Bytes, args: Bytes): void {
  const module = d.find_('wasmModule', moduleId);
  const name = textOf(nameBytes);
  const run = module?.exports_[name];
  if (module && typeof run === 'function') resultsOf(d)[id] = { module_: module, value_: Number(run(...readArguments(d, args))) };
  else if (module) d.warn_(`wasm module ${moduleId} has no ${name}`);
}

/**
 * Copies what a call returned (an address in its module) to a buffer. A data module has no result: it exports its bytes
 * in `m`, and the command gives the module for the call and the address of the bytes for the offset.
 */
function writeBuffer(d: Dispatcher, bufferId: number, offset: number, id: number, size: number): void {
  const result = resultsOf(d)[id];
  const named = result?.module_.exports_['memory'] as WebAssembly.Memory | undefined;
  const data = named ? undefined : d.slots_.wasmModule[id]?.exports_['m'] as WebAssembly.Memory | undefined;
  const memory = data ?? named ?? result?.module_.memory_;
  if (!memory) return d.warn_(`wasm call ${id} has no result`);
  const from = data ? offset : (result?.value_ ?? 0) >>> 0;
  if (from + size > memory.buffer.byteLength) return d.warn_(`wasm call ${id} points outside its memory`);
  d.write_(bufferId, data ? 0 : offset, new Uint8Array(memory.buffer as ArrayBuffer, from, size));
}

export const wasmCommands: Commands = {
  [Op.InitWasmModule]: async (d, id, bytes) => {
    const { wasmModule } = d.slots_;
    if (!bytes.length || wasmModule[id]) return;
    const memory = new WebAssembly.Memory({ initial: 1 });
    const env = { memory, abort: () => fail('command', `wasm module ${id} aborts`) };
    const { instance } = await WebAssembly.instantiate(bytes, { env });
    wasmModule[id] = { exports_: instance.exports, memory_: memory };
  },
  [Op.CallWasm]: call,
  [Op.WriteBufferFromWasm]: writeBuffer,
};
