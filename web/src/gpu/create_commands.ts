// Creation commands that programs of every kind need: buffers, shaders, compute pipelines, layouts, groups, query sets.
import { Op } from '../generated/commands.js';
import { createBindGroup } from './bind_groups.js';
import type { Commands, Dispatcher } from './dispatcher.js';

const COPY_DST = 8;
const NO_LAYOUT = 0xffff;

/** Reports the compiler's errors, each with its place and the lines around it; says whether there were any. */
async function reportShader(d: Dispatcher, label: string, module: GPUShaderModule, code: string): Promise<boolean> {
  const { messages } = await module.getCompilationInfo();
  const errors = messages.filter((m) => m.type === 'error');
  for (const { lineNum, linePos, message } of errors) {
    d.report_({
      code: 'shader',
      message: `${label}, line ${lineNum} column ${linePos}: ${message}`,
      lineNum,
      linePos,
      context: code.split('\n').slice(Math.max(0, lineNum - 4), lineNum + 2).join('\n'),
    });
  }
  return errors.length > 0;
}

/** The error scope and the compiler's messages tell of the same faults, so only one of them is reported. */
function createShader(d: Dispatcher, id: number, code: string): void {
  const { shader } = d.slots_;
  const label = d.resources_.label_('shader', id);
  if (shader[id]) return;
  if (!code) return d.report_({ code: 'command', message: `${label}: empty descriptor` });
  const module = d.device_.createShaderModule.bind(d.device_, { label, code });
  d.resources_.scoped_(label, () => (shader[id] = module()), async (message) => {
    const made = shader[id];
    if (!made || !(await reportShader(d, label, made, code))) d.report_({ code: 'validation', message: `${label}: ${message}` });
  });
}

/** Compute pipeline: 06 | shader u16 | name length u8 | entry name | layout u16 (may be missing). */
function createComputePipeline(d: Dispatcher, id: number, view: DataView<ArrayBuffer>): void {
  const nameLength = view.byteLength > 3 ? view.getUint8(3) : 0;
  d.resources_.create_('pipeline', id, nameLength, (label) => {
    const end = 4 + nameLength;
    const entryPoint = new TextDecoder().decode(new Uint8Array(view.buffer, view.byteOffset + 4, nameLength));
    const layout = view.byteLength >= end + 2 ? view.getUint16(end, true) : NO_LAYOUT;
    const module = d.slots_.shader[view.getUint16(1, true)] ?? d.need_('shader', 0);
    return d.device_.createComputePipeline({
      label,
      layout: d.slots_.pipelineLayout[layout] ?? 'auto',
      compute: { module, entryPoint },
    });
  });
}

export const createCommands: Commands = {
  [Op.CreateBuffer]: (d, a, i) =>
    d.resources_.create_('buffer', a[i], 1, (label) =>
      d.device_.createBuffer({ label, size: a[i + 1], usage: a[i + 2] || COPY_DST })),
  [Op.CreateShader]: (d, a, i) => createShader(d, a[i], d.text_(a, i + 1)),
  [Op.CreateComputePipeline]: (d, a, i) => createComputePipeline(d, a[i], d.view_(a, i + 1)),
  [Op.CreateBindGroup]: (d, a, i) => createBindGroup(d, a[i], a[i + 1], d.view_(a, i + 2)),
  [Op.CreateQuerySet]: (d, a, i) =>
    d.resources_.create_('querySet', a[i], a[i + 2], (label) => {
      const view = d.view_(a, i + 1);
      const type = view.getUint8(0) === 1 ? 'timestamp' : 'occlusion';
      return d.device_.createQuerySet({ label, type, count: view.getUint16(1, true) });
    }),
  [Op.CreateBindGroupLayout]: (d, a, i) =>
    d.resources_.create_('bindGroupLayout', a[i], 1, (label) => {
      const desc: GPUBindGroupLayoutDescriptor = JSON.parse(d.text_(a, i + 1));
      return d.device_.createBindGroupLayout({ ...desc, label });
    }),
  [Op.CreatePipelineLayout]: (d, a, i) =>
    d.resources_.create_('pipelineLayout', a[i], 1, (label) => {
      const desc: { bindGroupLayouts: number[] } = JSON.parse(d.text_(a, i + 1));
      // An unknown id stands for a group that the pipeline does not use.
      return d.device_.createPipelineLayout({
        label,
        bindGroupLayouts: desc.bindGroupLayouts.map((id) => d.slots_.bindGroupLayout[id] ?? null),
      });
    }),
};
