// Begins render passes: attachments from operands, and the settings that earlier commands left for the next pass.
import { NO_CANVAS, fail } from '../errors.js';
import { Op } from '../generated/commands.js';
import type { Commands, Dispatcher } from './dispatcher.js';
import { CANVAS } from './textures.js';

const NONE = 0xffff;
const PARTS = ['depth', 'stencil'];

/** The canvas gives a new view for every pass. */
const canvasView = (d: Dispatcher): GPUTextureView =>
  d.context_?.getCurrentTexture().createView() ?? fail('canvas', NO_CANVAS);

const loadOp = (clear: boolean): GPULoadOp => (clear ? 'clear' : 'load');
const storeOp = (discard: boolean): GPUStoreOp => (discard ? 'discard' : 'store');

/** Depth and stencil parts exist as the texture's format has them. What is pending is used up only here. */
function depthStencil(d: Dispatcher, id: number): GPURenderPassDepthStencilAttachment | undefined {
  const view = id === NONE ? undefined : d.find_('defaultView', id);
  if (!view) return undefined;
  const { depthOps_: ops = [1, 0, 1, 0], depthClear_: clear = [1, 0] } = d;
  d.depthOps_ = d.depthClear_ = undefined;
  const attachment: GPURenderPassDepthStencilAttachment = { view };
  PARTS.forEach((part, i) => {
    if (!d.slots_.texture[id]?.format.includes(part)) return;
    Object.assign(attachment, {
      [`${part}ClearValue`]: clear[i], [`${part}LoadOp`]: loadOp(!!ops[i * 2]), [`${part}StoreOp`]: storeOp(ops[i * 2 + 1] === 1),
    });
  });
  return attachment;
}

/** Targets are texture, load, store, r, g, b, a; a resolve target that does not exist is left out. */
function begin(d: Dispatcher, targets: number[][], depth: number, resolve = NONE): void {
  d.pass_ = d.encoder_.beginRenderPass({
    colorAttachments: targets.map(([id, load, store, ...clearValue]) => (id === NONE ? null : {
      view: id === CANVAS ? canvasView(d) : d.need_('defaultView', id),
      resolveTarget: resolve === NONE ? undefined : resolve === CANVAS ? canvasView(d) : d.find_('defaultView', resolve),
      loadOp: loadOp(load === 1),
      storeOp: storeOp(!!store),
      clearValue,
    })),
    depthStencilAttachment: depthStencil(d, depth),
    ...d.next_,
  });
  d.next_ = d.pipeline_ = undefined;
}

/** Early executors give no clear color, which stands for opaque black, and no resolve target. */
const beginOne = (
  d: Dispatcher, id: number, load: number, store: number, depth: number, r = 0, g = 0, b = 0, a = 1, resolve = NONE,
): void => begin(d, id === NONE ? [] : [[id, load, store, r, g, b, a]], depth, resolve);

export const renderPassCommands: Commands = {
  [Op.BeginRenderPass]: beginOne,
  [Op.BeginRenderPass8]: beginOne,
  [Op.BeginRenderPassMulti]: begin,
  [Op.BeginRenderPassMulti8]: begin,
  [Op.DepthStencilOps]: (d, ...ops) => {
    d.depthOps_ = ops;
  },
  [Op.DepthStencilClear]: (d, ...clear) => {
    d.depthClear_ = clear;
  },
};
