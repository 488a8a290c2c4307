// Render pipelines, which travel as JSON close to WebGPU's own descriptor.
import { Op } from '../generated/commands.js';
import type { Commands, Dispatcher } from './dispatcher.js';

interface StageJson {
  shader?: number;
  entryPoint: string;
}
type TargetJson = Partial<GPUColorTargetState>;
interface PipelineJson {
  layoutId?: number;
  vertex: StageJson & { buffers?: GPUVertexBufferLayout[] };
  /** `targetFormat` is what early files have instead of targets. */
  fragment?: StageJson & { targets?: TargetJson[]; targetFormat?: string };
  primitive?: GPUPrimitiveState;
  depthStencil?: GPUDepthStencilState;
  multisample?: GPUMultisampleState;
}

/** A target without a format draws to the canvas. */
function target(d: Dispatcher, json: TargetJson): GPUColorTargetState {
  const canvas = !json.format || (json.format as string) === 'preferredCanvasFormat';
  return { ...json, format: canvas ? d.format_ : (json.format as GPUTextureFormat) };
}

function createRenderPipeline(d: Dispatcher, id: number, text: string): void {
  d.create_('pipeline', id, text.length, (label) => {
    const json: PipelineJson = JSON.parse(text);
    const { vertex, fragment } = json;
    const legacy = [{ format: fragment?.targetFormat as GPUTextureFormat }];
    return d.device_.createRenderPipeline({
      label,
      layout: d.slots_.pipelineLayout[json.layoutId ?? -1] ?? 'auto',
      vertex: {
        module: d.need_('shader', vertex.shader ?? 0),
        entryPoint: vertex.entryPoint,
        buffers: vertex.buffers,
      },
      fragment: fragment && {
        module: d.need_('shader', fragment.shader ?? vertex.shader ?? 0),
        entryPoint: fragment.entryPoint,
        targets: (fragment.targets ?? legacy).map((t) => target(d, t)),
      },
      primitive: json.primitive,
      depthStencil: json.depthStencil,
      multisample: json.multisample,
    });
  });
}

export const renderPipelineCommands: Commands = {
  [Op.CreateRenderPipeline]: (d, a, i) => createRenderPipeline(d, a[i], d.text_(a, i + 1)),
};
