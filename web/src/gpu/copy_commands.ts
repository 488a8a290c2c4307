// Writes and copies of buffers, built-in inputs, query results, submit. Writes are queue operations: they take effect
// before every pass of the same submit, wherever they stand in the stream.
import { Op } from '../generated/commands.js';
import type { Commands, Dispatcher } from './dispatcher.js';
import { copyBuffer, submit } from './readback.js';

function writeInputs(d: Dispatcher, id: number, offset: number, size: number, block: Float32Array<ArrayBuffer>): void {
  const buffer = d.find_('buffer', id);
  if (buffer) d.device_.queue.writeBuffer(buffer, offset, block.buffer, block.byteOffset, Math.min(size, block.byteLength));
}

export const copyCommands: Commands = {
  [Op.WriteBuffer]: (d, a, i) => {
    const buffer = d.find_('buffer', a[i]);
    if (buffer && a[i + 3]) d.device_.queue.writeBuffer(buffer, a[i + 1], d.memory_, a[i + 2], a[i + 3]);
  },
  [Op.WriteTimeInputs]: (d, a, i) => {
    const { time_: time, width_: width, height_: height } = d;
    writeInputs(d, a[i], a[i + 1], a[i + 2], new Float32Array([time, width, height, width / (height || 1)]));
  },
  [Op.WritePointerInputs]: (d, a, i) => {
    d.usesPointer_ = true;
    writeInputs(d, a[i], a[i + 1], a[i + 2], d.pointer_);
  },
  [Op.CopyBufferToBuffer]: copyBuffer,
  [Op.ResolveQuerySet]: (d, a, i) => {
    const set = d.find_('querySet', a[i]);
    const buffer = d.find_('buffer', a[i + 3]);
    if (set && buffer) d.encoder_.resolveQuerySet(set, a[i + 1], a[i + 2], buffer, a[i + 4]);
  },
  [Op.Submit]: submit,
};
