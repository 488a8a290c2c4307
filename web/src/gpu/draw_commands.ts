// Commands inside a render pass.
import { Op, type Operands } from '../generated/commands.js';
import { INDEX_FORMATS } from '../generated/enums.js';
import type { Commands } from './dispatcher.js';
import { inPass, withBuffer } from './pass_commands.js';

export const drawCommands: Commands = {
  [Op.SetVertexBuffer]: inPass('setVertexBuffer', (d, slot: number, id: number) => [slot, d.find_('buffer', id)]),
  [Op.SetIndexBuffer]: inPass('setIndexBuffer', (d, id: number, format: number) =>
    withBuffer(d, id).concat(INDEX_FORMATS[format] ?? 'uint32')),
  [Op.Draw]: inPass('draw'),
  [Op.DrawIndexed]: inPass('drawIndexed'),
  [Op.DrawIndirect]: inPass('drawIndirect', withBuffer),
  [Op.DrawIndexedIndirect]: inPass('drawIndexedIndirect', withBuffer),
  [Op.ExecuteBundles]: inPass('executeBundles', (d, bundles: Operands[Op.ExecuteBundles][0]) => {
    d.pipeline_ = undefined;
    return [bundles.map(([id]) => d.find_('renderBundle', id)).filter(Boolean)];
  }),
  [Op.SetViewport]: inPass('setViewport'),
  [Op.SetScissor]: inPass('setScissorRect'),
  [Op.SetStencilReference]: inPass('setStencilReference'),
  [Op.SetBlendConstant]: inPass('setBlendConstant', (_, ...color: number[]) => [color]),
  [Op.BeginOcclusionQuery]: inPass('beginOcclusionQuery'),
  [Op.EndOcclusionQuery]: inPass('endOcclusionQuery'),
};
