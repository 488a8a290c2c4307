// Commands inside a render pass.
import { Op } from '../generated/commands.js';
import { INDEX_FORMATS } from '../generated/enums.js';
import type { Command, Commands } from './dispatcher.js';

type Method = {
  [K in keyof GPURenderPassEncoder]: GPURenderPassEncoder[K] extends (...numbers: number[]) => undefined ? K : never;
}[keyof GPURenderPassEncoder];

/** A method whose arguments are the operands as they are; it ignores those behind its own. */
const call = (method: Method): Command => (d, a, i) => {
  const pass = d.renderPass_ as Record<Method, (...numbers: number[]) => void> | undefined;
  pass?.[method](a[i], a[i + 1], a[i + 2], a[i + 3], a[i + 4], a[i + 5]);
};
const indirect = (method: 'drawIndirect' | 'drawIndexedIndirect'): Command => (d, a, i) =>
  d.renderPass_?.[method](d.need_('buffer', a[i]), a[i + 1]);

export const drawCommands: Commands = {
  [Op.SetVertexBuffer]: (d, a, i) => d.renderPass_?.setVertexBuffer(a[i], d.find_('buffer', a[i + 1]) ?? null),
  [Op.SetIndexBuffer]: (d, a, i) =>
    d.renderPass_?.setIndexBuffer(d.need_('buffer', a[i]), INDEX_FORMATS[a[i + 1]] ?? 'uint32'),
  [Op.Draw]: call('draw'),
  [Op.DrawIndexed]: call('drawIndexed'),
  [Op.DrawIndirect]: indirect('drawIndirect'),
  [Op.DrawIndexedIndirect]: indirect('drawIndexedIndirect'),
  [Op.SetViewport]: call('setViewport'),
  [Op.SetScissor]: call('setScissorRect'),
  [Op.SetStencilReference]: call('setStencilReference'),
  [Op.SetBlendConstant]: (d, a, i) => d.renderPass_?.setBlendConstant(a.slice(i, i + 4)),
  [Op.BeginOcclusionQuery]: call('beginOcclusionQuery'),
  [Op.EndOcclusionQuery]: call('endOcclusionQuery'),
};
