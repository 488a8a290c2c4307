// Bind groups. One made from a pipeline's automatic layout fits only that pipeline, so it is rebuilt, once, for every
// other pipeline that it is used with.
import type { Dispatcher } from './dispatcher.js';
import { readDescriptor } from './descriptor.js';

const EXPLICIT_LAYOUT = 0x8000;

export interface BindGroupEntry {
  binding_: number;
  /** 0 buffer range, 1 texture, 2 sampler, 4 texture view. */
  kind_: number;
  id_: number;
  offset_: number;
  size_: number;
}

export interface BindGroupRecord {
  /** Pipeline id, or with bit 15 set the id of a bind-group layout. */
  layout_: number;
  /** Which group of the pipeline's layout. */
  index_: number;
  entries_: readonly BindGroupEntry[];
  /** Rebuilt groups by pipeline id. */
  cache_: (GPUBindGroup | undefined)[];
}

function resource(d: Dispatcher, entry: BindGroupEntry): GPUBindingResource {
  const { kind_: kind, id_: id } = entry;
  if (kind === 1) return d.need_('defaultView', id);
  if (kind === 2) return d.need_('sampler', id);
  if (kind === 4) return d.need_('textureView', id);
  if (kind) throw new Error(`bind group entries of kind ${kind} are not supported`);
  return { buffer: d.need_('buffer', id), offset: entry.offset_ || undefined, size: entry.size_ || undefined };
}

function layoutOf(d: Dispatcher, record: BindGroupRecord, pipeline: number): GPUBindGroupLayout | undefined {
  if (pipeline & EXPLICIT_LAYOUT) return d.find_('bindGroupLayout', pipeline & ~EXPLICIT_LAYOUT);
  return d.find_('pipeline', pipeline)?.getBindGroupLayout(record.index_);
}

function build(d: Dispatcher, record: BindGroupRecord, label: string, pipeline: number): GPUBindGroup | undefined {
  const layout = layoutOf(d, record, pipeline);
  return layout && d.device_.createBindGroup({
    label,
    layout,
    entries: record.entries_.map((entry) => ({ binding: entry.binding_, resource: resource(d, entry) })),
  });
}

export function createBindGroup(d: Dispatcher, id: number, layout: number, desc: DataView<ArrayBuffer>): void {
  d.create_('bindGroup', id, desc.byteLength, (label) => {
    const { fields_: fields, entries_: entries } = readDescriptor(desc);
    const record = (d.groups_[id] = { layout_: layout, index_: fields[1] ?? 0, entries_: entries, cache_: [] });
    return build(d, record, label, layout);
  });
}

/** Makes the group anew after one of its textures was; the copies for other pipelines follow when they are used. */
export function rebuildBindGroup(d: Dispatcher, id: number): void {
  const record = d.groups_[id];
  if (!record) return;
  record.cache_ = [];
  d.make_('bindGroup', id, (label) => build(d, record, label, record.layout_));
}

/** The group in a form that fits the pipeline; nothing when it does not exist. */
export function bindGroupFor(d: Dispatcher, id: number, pipeline: number | undefined): GPUBindGroup | undefined {
  const group = d.find_('bindGroup', id);
  const record = d.groups_[id];
  if (!group || !record || pipeline === undefined || pipeline === record.layout_ || record.layout_ & EXPLICIT_LAYOUT) return group;
  if (!record.cache_[pipeline]) {
    const label = d.label_('bindGroup', id);
    d.scoped_(label, () => (record.cache_[pipeline] = build(d, record, label, pipeline)));
  }
  return record.cache_[pipeline];
}
