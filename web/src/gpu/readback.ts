// Buffers that come back to the CPU: a copy into a MAP_READ buffer is mapped after the submit and handed to the page.
import type { Dispatcher } from './dispatcher.js';
import type { Operands } from '../stream/decoder.js';

const MAP_READ = 1;

export interface Readback {
  id_: number;
  buffer_: GPUBuffer;
  offset_: number;
  size_: number;
}

export function copyBuffer(d: Dispatcher, a: Operands, i: number): void {
  const source = d.need_('buffer', a[i]);
  const buffer = d.need_('buffer', a[i + 2]);
  const { encoder_: encoder } = d;
  if (buffer.usage & MAP_READ) {
    // While an earlier result is on its way, frames are left out: results are sampled, not queued.
    if (buffer.mapState !== 'unmapped') return;
    d.readbacks_.push({ id_: a[i + 2], buffer_: buffer, offset_: a[i + 3], size_: a[i + 4] });
  }
  encoder.copyBufferToBuffer(source, a[i + 1], buffer, a[i + 3], a[i + 4]);
}

export function submit(d: Dispatcher): void {
  const commands = d.finish_();
  if (commands) d.device_.queue.submit([commands]);
  for (const readback of d.readbacks_.splice(0)) void read(d, readback);
}

async function read(d: Dispatcher, { id_: id, buffer_: buffer, offset_: offset, size_: size }: Readback): Promise<void> {
  // Of two ranges of one buffer in one frame the first is delivered.
  if (!size || buffer.mapState !== 'unmapped') return;
  const name = d.label_('buffer', id);
  try {
    let mapped: Promise<void> | undefined;
    // The rejection says it all; the error scope keeps the same fault from being reported twice.
    d.scoped_(name, () => (mapped = buffer.mapAsync(MAP_READ, offset, size)), () => 0);
    await mapped;
    d.deliver_(id, name, offset, buffer.getMappedRange(offset, size).slice(0));
  } catch (error) {
    if (!d.dead_) d.report_('readback', `readback of buffer ${id} (${name}) failed: ${error}`);
  }
  if ((buffer.mapState as string) === 'mapped') buffer.unmap();
}
