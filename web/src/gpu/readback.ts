// Buffers that come back to the CPU: a copy into a MAP_READ buffer is mapped after the submit and handed to the page.
import type { Dispatcher } from './dispatcher.js';

const MAP_READ = 1;

export function copyBuffer(d: Dispatcher, from: number, fromOffset: number, to: number, offset: number, size: number): void {
  const source = d.need_('buffer', from);
  const buffer = d.need_('buffer', to);
  if (buffer.usage & MAP_READ) {
    // While an earlier result is on its way, frames are left out: results are sampled, not queued.
    if (buffer.mapState !== 'unmapped') return;
    d.afterwards_.push(() => void read(d, to, buffer, offset, size));
  }
  d.encoder_.copyBufferToBuffer(source, fromOffset, buffer, offset, size);
}

async function read(d: Dispatcher, id: number, buffer: GPUBuffer, offset: number, size: number): Promise<void> {
  // Of two ranges of one buffer in one frame the first is delivered.
  if (!size || buffer.mapState !== 'unmapped') return;
  const name = d.label_('buffer', id);
  try {
    // The rejection says it all; the error scope keeps the same fault from being reported twice.
    await d.scoped_(name, () => buffer.mapAsync(MAP_READ, offset, size), () => {});
    d.deliver_({ buffer: id, name, offset, bytes: new Uint8Array(buffer.getMappedRange(offset, size)).slice() });
  } catch (error) {
    if (!d.dead_) d.report_('readback', `readback of ${name}: ${error}`);
  }
  if ((buffer.mapState as string) === 'mapped') buffer.unmap();
}
