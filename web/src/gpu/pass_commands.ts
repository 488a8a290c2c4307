// Compute passes, and what passes of both kinds share: most of their commands are methods of the pass that take the
// operands as they are.
import { fail } from '../errors.js';
import { Op } from '../generated/commands.js';
import { DRAWS } from '../host/link.js';
import { bindGroupFor } from './bind_groups.js';
import type { Commands, Dispatcher } from './dispatcher.js';

type Methods = Record<string, ((...operands: unknown[]) => void) | undefined>;

/** Calls a method of the open pass with the operands, or with what `prepare` makes of them. */
export const inPass = <A extends unknown[]>(method: string, prepare?: (d: Dispatcher, ...operands: A) => unknown[]) =>
  (d: Dispatcher, ...operands: A): void => {
    const pass = d.pass_ as unknown as Methods | undefined;
    if (!pass) return d.warn_('no pass is open');
    if (DRAWS && !pass[method]) fail('command', 'not possible in this pass');
    pass[method]?.(...(prepare ? prepare(d, ...operands) : operands));
  };

/** Operands whose first is the id of a buffer. */
export const withBuffer = (d: Dispatcher, id: number, ...rest: number[]): unknown[] => [d.need_('buffer', id), ...rest];

export const computePassCommands: Commands = {
  [Op.BeginComputePass]: (d) => {
    d.pass_ = d.encoder_.beginComputePass();
    d.pipeline_ = undefined;
  },
  // A pipeline that is not of the pass' kind makes this an exception of WebGPU's.
  [Op.SetPipeline]: inPass('setPipeline', (d, id: number) => [d.need_('pipeline', (d.pipeline_ = id))]),
  [Op.SetBindGroup]: inPass('setBindGroup', (d, index: number, id: number) => [index, bindGroupFor(d, id, d.pipeline_)]),
  [Op.EndPass]: (d) => {
    inPass('end')(d);
    d.pass_ = undefined;
  },
  [Op.Dispatch]: inPass('dispatchWorkgroups'),
  [Op.DispatchIndirect]: inPass('dispatchWorkgroupsIndirect', withBuffer),
  [Op.End]: () => {},
};
