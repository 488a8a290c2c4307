// Commands inside a render pass.
import { Op } from '../generated/commands.js';
import { INDEX_FORMATS } from '../generated/enums.js';
import type { Commands } from './dispatcher.js';

export const drawCommands: Commands = {
  [Op.SetVertexBuffer]: (d, a, i) => d.renderPass_?.setVertexBuffer(a[i], d.find_('buffer', a[i + 1]) ?? null),
  [Op.SetIndexBuffer]: (d, a, i) =>
    d.renderPass_?.setIndexBuffer(d.need_('buffer', a[i]), INDEX_FORMATS[a[i + 1]] ?? 'uint32'),
  [Op.Draw]: (d, a, i) => d.renderPass_?.draw(a[i], a[i + 1], a[i + 2], a[i + 3]),
  [Op.DrawIndexed]: (d, a, i) => d.renderPass_?.drawIndexed(a[i], a[i + 1], a[i + 2], a[i + 3], a[i + 4]),
  [Op.DrawIndirect]: (d, a, i) => d.renderPass_?.drawIndirect(d.need_('buffer', a[i]), a[i + 1]),
  [Op.DrawIndexedIndirect]: (d, a, i) => d.renderPass_?.drawIndexedIndirect(d.need_('buffer', a[i]), a[i + 1]),
  [Op.SetViewport]: (d, a, i) => d.renderPass_?.setViewport(a[i], a[i + 1], a[i + 2], a[i + 3], a[i + 4], a[i + 5]),
  [Op.SetScissor]: (d, a, i) => d.renderPass_?.setScissorRect(a[i], a[i + 1], a[i + 2], a[i + 3]),
  [Op.SetStencilReference]: (d, a, i) => d.renderPass_?.setStencilReference(a[i]),
  [Op.SetBlendConstant]: (d, a, i) => d.renderPass_?.setBlendConstant(a.slice(i, i + 4)),
  [Op.BeginOcclusionQuery]: (d, a, i) => d.renderPass_?.beginOcclusionQuery(a[i]),
  [Op.EndOcclusionQuery]: (d) => d.renderPass_?.endOcclusionQuery(),
};
