// Commands of the extras. The table has them all, as the one function that puts those of the extras in their place; it
// is called before any command of the buffer is played, since a frame must not wait midway.
import { Op } from '../generated/commands.js';
import { loadExtras } from '../load_extras.js';
import type { Commands, Dispatcher } from './dispatcher.js';

export const later = async (d: Dispatcher): Promise<void> => {
  Object.assign(d.commands_, (await loadExtras()).commands_);
};

const row = (opcode: Op): [Op, typeof later] => [opcode, later];

export const laterLayouts: Commands = { [Op.CreateBindGroupLayout]: later, [Op.CreatePipelineLayout]: later };
export const laterCommands: Commands = /* @__PURE__ */ Object.fromEntries(/* @__PURE__ */ [
  Op.CreateTextureView, Op.CreateQuerySet, Op.CreateBindGroupLayout, Op.CreateImage, Op.CreatePipelineLayout,
  Op.CreateRenderBundle, Op.CopyTextureToTexture, Op.WriteBufferFromWasm, Op.CopyImageToTexture, Op.ResolveQuerySet,
  Op.InitWasmModule, Op.CallWasm, Op.TimestampWrites, Op.OcclusionQuerySet,
].map(row));
