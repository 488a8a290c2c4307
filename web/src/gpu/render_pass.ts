// Begins render passes: attachments from operands, and the settings that earlier commands left for the next pass.
import { fail } from '../errors.js';
import { Op } from '../generated/commands.js';
import type { Command, Commands, Dispatcher } from './dispatcher.js';
import { CANVAS } from './textures.js';

const NONE = 0xffff;

/** The canvas gives a new view for every pass. */
const canvasView = (d: Dispatcher): GPUTextureView =>
  d.context_?.getCurrentTexture().createView() ?? fail('canvas', 'this program draws, so it needs a canvas');

/** Depth and stencil parts exist as the texture's format has them. What is pending is used up only here. */
function depthStencil(d: Dispatcher, id: number): GPURenderPassDepthStencilAttachment | undefined {
  const view = id === NONE ? undefined : d.find_('defaultView', id);
  if (!view) return undefined;
  const { pending_: pending } = d;
  const format = d.textureRecords_[id]?.desc_.format ?? '';
  const [depthLoad, depthStore, stencilLoad, stencilStore] = pending.ops_ ?? [1, 0, 1, 0];
  const [depthClearValue, stencilClearValue] = pending.clear_ ?? [1, 0];
  pending.ops_ = pending.clear_ = undefined;
  const attachment: GPURenderPassDepthStencilAttachment = { view };
  if (format.includes('depth')) {
    attachment.depthClearValue = depthClearValue;
    attachment.depthLoadOp = depthLoad ? 'clear' : 'load';
    attachment.depthStoreOp = depthStore === 1 ? 'discard' : 'store';
  }
  if (format.includes('stencil')) {
    attachment.stencilClearValue = stencilClearValue;
    attachment.stencilLoadOp = stencilLoad ? 'clear' : 'load';
    attachment.stencilStoreOp = stencilStore === 1 ? 'discard' : 'store';
  }
  return attachment;
}

/** Targets are texture, load, store, r, g, b, a; a resolve target that does not exist is left out. */
function begin(d: Dispatcher, targets: number[][], depth: number, resolve = NONE): void {
  const { pending_: pending, encoder_: encoder } = d;
  d.pass_ = encoder.beginRenderPass({
    colorAttachments: targets.map(([id, load, store, ...clearValue]) => (id === NONE ? null : {
      view: id === CANVAS ? canvasView(d) : d.need_('defaultView', id),
      resolveTarget: resolve === NONE ? undefined : resolve === CANVAS ? canvasView(d) : d.find_('defaultView', resolve),
      loadOp: load === 1 ? 'clear' : 'load',
      storeOp: store ? 'discard' : 'store',
      clearValue,
    })),
    depthStencilAttachment: depthStencil(d, depth),
    occlusionQuerySet: pending.occlusion_,
    timestampWrites: pending.timestamps_,
  });
  pending.occlusion_ = pending.timestamps_ = d.pipeline_ = undefined;
}

/** Operands: texture, load, store, depth, r, g, b, a, resolve. */
const beginOne: Command = (d, a, i) =>
  begin(d, a[i] === NONE ? [] : [[...a.slice(i, i + 3), ...a.slice(i + 4, i + 8)]], a[i + 3], a[i + 8]);

const beginMany: Command = (d, a, i) =>
  begin(d, Array.from({ length: a[i] }, (_, n) => a.slice(i + 1 + n * 7, i + 8 + n * 7)), a[i + 1 + a[i] * 7]);

export const renderPassCommands: Commands = {
  [Op.BeginRenderPass]: beginOne,
  [Op.BeginRenderPass8]: beginOne,
  [Op.BeginRenderPassMulti]: beginMany,
  [Op.BeginRenderPassMulti8]: beginMany,
  [Op.TimestampWrites]: (d, a, i) => {
    const querySet = d.find_('querySet', a[i]);
    if (querySet) {
      d.pending_.timestamps_ = { querySet, beginningOfPassWriteIndex: a[i + 1], endOfPassWriteIndex: a[i + 2] };
    }
  },
  [Op.OcclusionQuerySet]: (d, a, i) => {
    d.pending_.occlusion_ = d.find_('querySet', a[i]) ?? d.pending_.occlusion_;
  },
  [Op.DepthStencilOps]: (d, a, i) => {
    d.pending_.ops_ = a.slice(i, i + 4);
  },
  [Op.DepthStencilClear]: (d, a, i) => {
    d.pending_.clear_ = a.slice(i, i + 2);
  },
};
