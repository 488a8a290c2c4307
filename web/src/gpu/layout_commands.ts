// Layouts that a program gives itself, as JSON close to WebGPU's own descriptors.
import { Op } from '../generated/commands.js';
import { textOf } from '../stream/reader.js';
import type { Commands } from './dispatcher.js';

export const layoutCommands: Commands = {
  [Op.CreateBindGroupLayout]: (d, id, desc) =>
    d.create_('bindGroupLayout', id, 1, (label) => d.device_.createBindGroupLayout({ ...JSON.parse(textOf(desc)), label })),
  [Op.CreatePipelineLayout]: (d, id, desc) => d.create_('pipelineLayout', id, 1, (label) => {
    const ids: number[] = JSON.parse(textOf(desc)).bindGroupLayouts;
    // An unknown id stands for a group that the pipeline does not use.
    return d.device_.createPipelineLayout({ label, bindGroupLayouts: ids.map((i) => d.slots_.bindGroupLayout[i] ?? null) });
  }),
};
