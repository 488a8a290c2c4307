// Nested WebAssembly modules of a program: they fill buffers with bytes that they computed.
import { fail } from '../errors.js';
import { Op } from '../generated/commands.js';
import type { Commands, Dispatcher } from './dispatcher.js';

const MAX_ARGUMENTS = 32;

/** Arguments of a call: count u8 | { tag u8 | value }. An unknown tag ends the list, since its width is unknown. */
function readArguments(d: Dispatcher, address: number, length: number): number[] {
  const view = new DataView(d.memory_, address, length);
  const values: number[] = [];
  let at = 1;
  for (let count = Math.min(length && view.getUint8(0), MAX_ARGUMENTS); count > 0; count--) {
    const tag = view.getUint8(at++);
    if (tag === 0) values.push(view.getFloat32(at, true));
    else if (tag === 4) values.push(view.getInt32(at, true));
    else if (tag === 5) values.push(view.getUint32(at, true));
    else if (tag > 6) break;
    else values.push([0, d.width_, d.height_, d.time_, 0, 0, d.delta_][tag]);
    if (tag === 0 || tag === 4 || tag === 5) at += 4;
  }
  return values;
}

function call(d: Dispatcher, id: number, moduleId: number, name: string, values: number[]): void {
  const module = d.find_('wasmModule', moduleId);
  if (!module) return;
  const run = module.exports_[name];
  if (typeof run !== 'function') return d.warn_(`wasm module ${moduleId} has no function ${name}`);
  d.calls_[id] = { module_: module, value_: Number(run(...values)) };
}

function memoryOf(exports: WebAssembly.Exports, name: string): WebAssembly.Memory | undefined {
  const memory = exports[name];
  return memory instanceof WebAssembly.Memory ? memory : undefined;
}

/**
 * Copies what a call returned (an address in its module) to a buffer. A data module has no result: it exports its bytes
 * in `m`, and the command gives the module for the call and the address of the bytes for the offset.
 */
function writeBuffer(d: Dispatcher, bufferId: number, offset: number, id: number, size: number): void {
  const result = d.calls_[id];
  const dataModule = d.slots_.wasmModule[id];
  const named = result && memoryOf(result.module_.exports_, 'memory');
  const data = dataModule && !named && memoryOf(dataModule.exports_, 'm');
  const memory = data || named || result?.module_.memory_;
  const from = data ? offset : (result?.value_ ?? NaN) >>> 0;
  const buffer = d.find_('buffer', bufferId);
  if (!buffer || !size) return;
  if (!memory) return d.warn_(`wasm call ${id} has no result`);
  if (from + size > memory.buffer.byteLength) return d.warn_(`the result of wasm call ${id} lies outside its memory`);
  d.device_.queue.writeBuffer(buffer, data ? 0 : offset, memory.buffer as ArrayBuffer, from, size);
}

export const wasmCommands: Commands = {
  [Op.InitWasmModule]: async (d, a, i) => {
    const id = a[i];
    if (!a[i + 2] || d.slots_.wasmModule[id]) return;
    const memory = new WebAssembly.Memory({ initial: 1 });
    const env = { memory, abort: () => fail('command', `wasm module ${id} aborted`) };
    const { instance } = await WebAssembly.instantiate(d.bytes_(a, i + 1), { env });
    if (!d.dead_) d.slots_.wasmModule[id] = { exports_: instance.exports, memory_: memory };
  },
  [Op.CallWasm]: (d, a, i) => call(d, a[i], a[i + 1], d.text_(a, i + 2), readArguments(d, a[i + 5], a[i + 4])),
  [Op.WriteBufferFromWasm]: (d, a, i) => writeBuffer(d, a[i], a[i + 1], a[i + 2], a[i + 3]),
};
