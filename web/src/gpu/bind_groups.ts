// Bind groups. One made from a pipeline's automatic layout fits only that pipeline, so it is rebuilt, once, for every
// other pipeline that it is used with.
import type { Bytes } from '../containers/detect.js';
import type { Dispatcher } from './dispatcher.js';
import { DRAWS } from '../host/link.js';
import type { Kind } from '../payload/payload.js';
import { type Entry, readFields } from './descriptor.js';

/** Set in a layout word that names a bind-group layout instead of a pipeline. */
const EXPLICIT = 0x8000;
/** What an entry can bind, by kind of entry; the fourth is reserved and never there. */
const BOUND = ['buffer', ...(DRAWS ? ['defaultView', 'sampler', 'externalTexture', 'textureView'] : [])] as Kind[];

function resource(d: Dispatcher, [, kind, id, offset, size]: Entry): GPUBindingResource {
  const object = d.need_(BOUND[kind], id);
  return kind ? object as GPUBindingResource : { buffer: object as GPUBuffer, offset: offset || undefined, size: size || undefined };
}

export function createBindGroup(d: Dispatcher, id: number, own: number, desc: Bytes): void {
  const [fields, entries] = readFields(desc);
  d.create_('bindGroup', id, desc.length, (label) => {
    const cache: (GPUBindGroup | undefined)[] = (d.cached_[id] = []);
    const build = (pipeline: number): GPUBindGroup | undefined => {
      const layout = own & EXPLICIT
        ? d.find_('bindGroupLayout', own ^ EXPLICIT) : d.find_('pipeline', pipeline)?.getBindGroupLayout(fields[1] ?? 0);
      return layout && d.device_.createBindGroup({
        label, layout, entries: entries.map((entry) => ({ binding: entry[0], resource: resource(d, entry) })),
      });
    };
    d.groups_[id] = (pipeline = own) =>
      pipeline === own || own & EXPLICIT ? d.slots_.bindGroup[id] : (cache[pipeline] ??= d.scoped_(label, () => build(pipeline)));
    return build(own);
  });
}

/** The group in a form that fits the pipeline; nothing when it does not exist. */
export const bindGroupFor = (d: Dispatcher, id: number, pipeline: number | undefined): GPUBindGroup | undefined =>
  d.find_('bindGroup', id) && d.groups_[id](pipeline);
