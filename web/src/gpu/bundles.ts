// Render bundles, recorded at load and again when the size of the canvas changed.
import type { Bytes } from '../containers/detect.js';
import { Op } from '../generated/commands.js';
import { reader } from '../stream/reader.js';
import { bindGroupFor } from './bind_groups.js';
import type { Commands, Dispatcher } from './dispatcher.js';
import { formatOf } from './textures.js';

const NONE = 255;
const INDEXED = 1;
type Head = [formats: Bytes, depth: number, samples: number, pipeline: number, groups: number[][], buffers: number[][], indexed: number];

function record(d: Dispatcher, label: string, desc: Bytes): GPURenderBundle {
  const { read_: read } = reader(desc);
  const [formats, depth, samples, pipelineId, groups, buffers, indexed] = read<Head>('AbbhBBb');
  const colorFormats = Array.from(formats, (code) => formatOf(code));
  const encoder = d.device_.createRenderBundleEncoder({
    label,
    colorFormats: formats.length ? colorFormats : [formatOf(NONE)],
    depthStencilFormat: depth === NONE ? undefined : formatOf(depth),
    sampleCount: samples || 1,
  });
  const pipeline = d.find_('pipeline', pipelineId) as GPURenderPipeline | undefined;
  if (pipeline) encoder.setPipeline(pipeline);
  groups.forEach(([id], slot) => encoder.setBindGroup(slot, bindGroupFor(d, id, pipelineId)));
  buffers.forEach(([id], slot) => encoder.setVertexBuffer(slot, d.find_('buffer', id)));
  const index = indexed ? d.find_('buffer', read('h')[0]) : undefined;
  if (index) encoder.setIndexBuffer(index, 'uint16');
  if (read('b')[0] === INDEXED) encoder.drawIndexed(...(read('wwwiw') as [number]));
  else encoder.draw(...(read('wwww') as [number]));
  return encoder.finish({ label });
}

export const bundleCommands: Commands = {
  [Op.CreateRenderBundle]: (d, id, desc) => {
    const copy = desc.slice();
    d.create_('renderBundle', id, 1, (label) => record(d, label, copy));
  },
};
