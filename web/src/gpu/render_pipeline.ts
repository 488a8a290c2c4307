// Render pipelines, which travel as JSON close to WebGPU's own descriptor. What is in it beside that goes along: WebGPU
// ignores it.
import { Op } from '../generated/commands.js';
import { textOf } from '../stream/reader.js';
import type { Commands } from './dispatcher.js';
import { formatOf } from './textures.js';

interface Stage {
  shader?: number;
  entryPoint: string;
}
interface Target extends Omit<GPUColorTargetState, 'format'> {
  format?: GPUTextureFormat | 'preferredCanvasFormat' | undefined;
}
interface Pipeline {
  layoutId?: number;
  vertex: Stage & { buffers?: GPUVertexBufferLayout[] };
  /** `targetFormat` is what early files have instead of targets. */
  fragment?: Stage & { targets?: Target[]; targetFormat?: Target['format'] };
}

/** A target without a format draws to the canvas. */
const target = (json: Target): GPUColorTargetState =>
  ({ ...json, format: !json.format || json.format === 'preferredCanvasFormat' ? formatOf() : json.format });

export const renderPipelineCommands: Commands = {
  [Op.CreateRenderPipeline]: (d, id, desc) => d.create_('pipeline', id, desc.length, (label) => {
    const json: Pipeline = JSON.parse(textOf(desc));
    const { vertex, fragment } = json;
    const stage = <T extends Stage>(s: T) => ({ ...s, module: d.need_('shader', s.shader ?? vertex.shader ?? 0) });
    return d.device_.createRenderPipeline({
      ...json,
      label,
      layout: d.slots_.pipelineLayout[json.layoutId ?? -1] ?? 'auto',
      vertex: stage(vertex),
      fragment: fragment && {
        ...stage(fragment),
        targets: (fragment.targets ?? [{ format: fragment.targetFormat }]).map(target),
      },
    });
  }),
};
