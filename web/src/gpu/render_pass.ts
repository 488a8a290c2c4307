// Begins render passes: attachments from operands, and the settings that earlier commands left for the next pass.
import { fail } from '../errors.js';
import { Op } from '../generated/commands.js';
import type { Commands, Dispatcher } from './dispatcher.js';
import { CANVAS } from './textures.js';

const NONE = 0xffff;

function attachmentView(d: Dispatcher, id: number): GPUTextureView {
  if (id !== CANVAS) return d.need_('defaultView', id);
  return d.context_?.getCurrentTexture().createView() ?? fail('canvas', 'this program draws, so it needs a canvas');
}

/** Resolve targets that do not exist are left out. */
function resolveView(d: Dispatcher, id: number): GPUTextureView | undefined {
  return id === NONE ? undefined : id === CANVAS ? attachmentView(d, id) : d.find_('defaultView', id);
}

function color(
  d: Dispatcher, [id, load, store, r, g, b, a]: readonly number[], resolve: number,
): GPURenderPassColorAttachment | null {
  return id === NONE ? null : {
    view: attachmentView(d, id),
    resolveTarget: resolveView(d, resolve),
    loadOp: load === 1 ? 'clear' : 'load',
    storeOp: store ? 'discard' : 'store',
    clearValue: [r, g, b, a],
  };
}

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

function begin(d: Dispatcher, colorAttachments: (GPURenderPassColorAttachment | null)[], depth: number): void {
  const { pending_: pending, encoder_: encoder } = d;
  d.pass_ = encoder.beginRenderPass({
    colorAttachments,
    depthStencilAttachment: depthStencil(d, depth),
    occlusionQuerySet: pending.occlusion_,
    timestampWrites: pending.timestamps_,
  });
  pending.occlusion_ = pending.timestamps_ = d.pipeline_ = undefined;
}

/** `scale` brings the color to 0..1. Operands: texture, load, store, depth, r, g, b, a, resolve. */
function beginOne(d: Dispatcher, a: readonly number[], scale: number): void {
  const [id, load, store, depth, r, g, b, alpha, resolve] = a;
  const attachment = color(d, [id, load, store, r / scale, g / scale, b / scale, alpha / scale], resolve);
  begin(d, attachment ? [attachment] : [], depth);
}

function beginMany(d: Dispatcher, a: readonly number[], i: number): void {
  const end = i + 1 + a[i] * 7;
  const attachments: (GPURenderPassColorAttachment | null)[] = [];
  for (let at = i + 1; at < end; at += 7) attachments.push(color(d, a.slice(at, at + 7), NONE));
  begin(d, attachments, a[end]);
}

export const renderPassCommands: Commands = {
  [Op.BeginRenderPass]: (d, a, i) => beginOne(d, a.slice(i, i + 9), 1),
  [Op.BeginRenderPass8]: (d, a, i) => beginOne(d, a.slice(i, i + 9), 255),
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
