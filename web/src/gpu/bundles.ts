// Render bundles, recorded at load and again when a group in them was rebuilt after a resize.
import { Op } from '../generated/commands.js';
import { bindGroupFor } from './bind_groups.js';
import type { Commands, Dispatcher } from './dispatcher.js';
import { formatOf } from './formats.js';

const NONE = 255;
const INDEXED = 1;

/** Reads the fields of a bundle descriptor one after the other. */
class Fields {
  private at_ = 0;
  constructor(private readonly view_: DataView) {}
  u8_(): number {
    return this.view_.getUint8(this.at_++);
  }
  u16_(): number {
    return this.u8_() | (this.u8_() << 8);
  }
  u32_(): number {
    return (this.u16_() | (this.u16_() << 16)) >>> 0;
  }
  /** A list with its count in front. */
  list_(element: () => number): number[] {
    return Array.from({ length: this.u8_() }, element);
  }
}

function record(d: Dispatcher, label: string, view: DataView): GPURenderBundle {
  const fields = new Fields(view);
  const u16 = () => fields.u16_();
  const u32 = () => fields.u32_();
  const colorFormats = fields.list_(() => fields.u8_()).map((code) => formatOf(d, code));
  const depth = fields.u8_();
  const encoder = d.device_.createRenderBundleEncoder({
    label,
    colorFormats: colorFormats.length ? colorFormats : [d.format_],
    depthStencilFormat: depth === NONE ? undefined : formatOf(d, depth),
    sampleCount: fields.u8_() || 1,
  });
  const pipelineId = u16();
  const pipeline = d.find_('pipeline', pipelineId);
  if (pipeline) encoder.setPipeline(pipeline as GPURenderPipeline);
  fields.list_(u16).forEach((id, slot) => {
    const group = bindGroupFor(d, id, pipelineId);
    if (group) encoder.setBindGroup(slot, group);
  });
  fields.list_(u16).forEach((id, slot) => {
    const buffer = d.find_('buffer', id);
    if (buffer) encoder.setVertexBuffer(slot, buffer);
  });
  const index = fields.u8_() ? d.find_('buffer', u16()) : undefined;
  if (index) encoder.setIndexBuffer(index, 'uint16');
  if (fields.u8_() === INDEXED) encoder.drawIndexed(u32(), u32(), u32(), u32() | 0, u32());
  else encoder.draw(u32(), u32(), u32(), u32());
  return encoder.finish({ label });
}

/** Records the bundle from its descriptor, in place of an older recording. */
export function recordBundle(d: Dispatcher, id: number): void {
  const view = d.bundleRecords_[id];
  if (view) d.make_('renderBundle', id, (label) => record(d, label, view));
}

export const bundleCommands: Commands = {
  [Op.CreateRenderBundle]: (d, a, i) => {
    if (d.bundleRecords_[a[i]]) return;
    d.bundleRecords_[a[i]] = new DataView(d.bytes_(a, i + 1).slice().buffer);
    recordBundle(d, a[i]);
  },
  [Op.ExecuteBundles]: (d, a, i) => {
    const pass = d.renderPass_;
    if (!pass) return;
    const bundles = a.slice(i + 1, i + 1 + a[i]).map((id) => d.find_('renderBundle', id)).filter((b) => b !== undefined);
    if (bundles.length) pass.executeBundles(bundles);
    d.pipeline_ = undefined;
  },
};
