// Compute passes, and what passes of both kinds share: pipeline, bind groups, end.
import { Op } from '../generated/commands.js';
import { bindGroupFor } from './bind_groups.js';
import type { Commands, Dispatcher } from './dispatcher.js';

/** The open pass of either kind, or a report. */
function open(d: Dispatcher): GPURenderPassEncoder | GPUComputePassEncoder | undefined {
  return d.pass_ ?? (d.warn_('no pass is open') as undefined);
}

function setPipeline(d: Dispatcher, id: number): void {
  const pass = open(d) as GPUComputePassEncoder | undefined;
  if (!pass) return;
  // A pipeline that is not of the pass' kind makes this an exception of WebGPU's.
  pass.setPipeline(d.need_('pipeline', id) as GPUComputePipeline);
  d.pipeline_ = id;
}

export const computeCommands: Commands = {
  [Op.BeginComputePass]: (d) => {
    d.pass_ = d.encoder_.beginComputePass();
    d.pipeline_ = undefined;
  },
  [Op.SetPipeline]: (d, a, i) => setPipeline(d, a[i]),
  [Op.SetBindGroup]: (d, a, i) => {
    open(d)?.setBindGroup(a[i], bindGroupFor(d, a[i + 1], d.pipeline_) ?? null);
  },
  [Op.EndPass]: (d) => {
    open(d)?.end();
    d.pass_ = undefined;
  },
  [Op.Dispatch]: (d, a, i) => d.computePass_?.dispatchWorkgroups(a[i], a[i + 1], a[i + 2]),
  [Op.DispatchIndirect]: (d, a, i) => d.computePass_?.dispatchWorkgroupsIndirect(d.need_('buffer', a[i]), a[i + 1]),
  [Op.End]: () => {},
};
