// Commands that programs of every kind need outside of passes: creation, writes, copies, built-in inputs, submit.
// Writes are queue operations: they take effect before every pass of the same submit, wherever they stand in the stream.
import type { Bytes } from '../containers/detect.js';
import { Op } from '../generated/commands.js';
import { DRAWS } from '../host/link.js';
import { reader, textOf } from '../stream/reader.js';
import { createBindGroup } from './bind_groups.js';
import type { Commands, Dispatcher } from './dispatcher.js';
import { copyBuffer } from './readback.js';

const COPY_DST = 8;

/** Reports the compiler's errors, each with its place and the lines around it; without any, what the error scope says. */
async function reportShader(d: Dispatcher, id: number, code: string, scope: string): Promise<void> {
  const label = d.label_('shader', id);
  const info = await d.slots_.shader[id]?.getCompilationInfo();
  const errors = info?.messages.filter((m) => m.type === 'error') ?? [];
  for (const { lineNum, linePos, message } of errors) {
    d.report_('shader', `${label}, line ${lineNum} column ${linePos}: ${message}`, {
      lineNum, linePos, context: code.split('\n').slice(Math.max(0, lineNum - 4), lineNum + 2).join('\n'),
    });
  }
  if (!errors.length) d.report_('validation', `${label}: ${scope}`);
}

function createShader(d: Dispatcher, id: number, bytes: Bytes): void {
  const code = textOf(bytes);
  d.create_('shader', id, bytes.length, (label) => d.device_.createShaderModule({ label, code }), (scope) =>
    reportShader(d, id, code, scope));
}

/** Compute pipeline: 06 | shader u16 | counted entry name | layout u16 (may be missing). */
function createComputePipeline(d: Dispatcher, id: number, desc: Bytes): void {
  const { shader, pipelineLayout } = d.slots_;
  d.create_('pipeline', id, desc[3], (label) => {
    const { read_: read } = reader(desc);
    const [, module, name] = read<[number, number, Bytes]>('bhA');
    return d.device_.createComputePipeline({
      label,
      layout: (desc.length > name.length + 5 && pipelineLayout[read('h')[0]]) || 'auto',
      compute: { module: shader[module] ?? d.need_('shader', 0), entryPoint: textOf(name) },
    });
  });
}

/** Writes a block of built-in inputs, or the first `size` bytes of it. */
const writeInputs = (d: Dispatcher, id: number, offset: number, size: number, block: Float32Array<ArrayBuffer>): void =>
  d.write_(id, offset, new Uint8Array(block.buffer).subarray(0, size));

export const createCommands: Commands = {
  [Op.CreateBuffer]: (d, id, size, usage) =>
    d.create_('buffer', id, 1, (label) => d.device_.createBuffer({ label, size, usage: usage || COPY_DST })),
  [Op.CreateShader]: createShader,
  [Op.CreateComputePipeline]: createComputePipeline,
  [Op.CreateBindGroup]: createBindGroup,
  [Op.WriteBuffer]: (d, id, offset, data) => d.write_(id, offset, data),
  [Op.WriteTimeInputs]: (d, id, offset, size) => {
    const { time_: time, width_: width, height_: height } = d;
    writeInputs(d, id, offset, size, new Float32Array(DRAWS ? [time, width, height, width / height] : [time, 1, 1, 1]));
  },
  [Op.WritePointerInputs]: (d, id, offset, size) => {
    if (DRAWS) d.usesPointer_ = true;
    writeInputs(d, id, offset, size, d.pointer_);
  },
  [Op.CopyBufferToBuffer]: copyBuffer,
  [Op.Submit]: (d) => d.submit_(),
};
