// Compute passes, and what passes of both kinds share: pipeline, bind groups, end.
import { fail } from '../errors.js';
import { Op } from '../generated/commands.js';
import { bindGroupFor } from './bind_groups.js';
import type { Commands, Dispatcher } from './dispatcher.js';

/** The open pass if it can dispatch; an exception in a render pass. */
function computePass({ open_: pass }: Dispatcher): GPUComputePassEncoder | undefined {
  if (pass && 'draw' in pass) fail('command', 'not possible in a render pass');
  return pass as GPUComputePassEncoder | undefined;
}

export const computeCommands: Commands = {
  [Op.BeginComputePass]: (d) => {
    d.pass_ = d.encoder_.beginComputePass();
    d.pipeline_ = undefined;
  },
  [Op.SetPipeline]: (d, a, i) => {
    // A pipeline that is not of the pass' kind makes this an exception of WebGPU's.
    (d.open_ as GPUComputePassEncoder | undefined)?.setPipeline(d.need_('pipeline', a[i]) as GPUComputePipeline);
    d.pipeline_ = a[i];
  },
  [Op.SetBindGroup]: (d, a, i) => d.open_?.setBindGroup(a[i], bindGroupFor(d, a[i + 1], d.pipeline_) ?? null),
  [Op.EndPass]: (d) => {
    d.open_?.end();
    d.pass_ = undefined;
  },
  [Op.Dispatch]: (d, a, i) => computePass(d)?.dispatchWorkgroups(a[i], a[i + 1], a[i + 2]),
  [Op.DispatchIndirect]: (d, a, i) => computePass(d)?.dispatchWorkgroupsIndirect(d.need_('buffer', a[i]), a[i + 1]),
  [Op.End]: () => {},
};
