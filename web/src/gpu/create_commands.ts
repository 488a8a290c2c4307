// Creation commands that programs of every kind need: buffers, shaders, compute pipelines, layouts, groups, query sets.
import { Op } from '../generated/commands.js';
import { createBindGroup } from './bind_groups.js';
import type { Commands, Dispatcher } from './dispatcher.js';

const COPY_DST = 8;
const NO_LAYOUT = 0xffff;

/** Reports the compiler's errors, each with its place and the lines around it; without any, what the error scope says. */
async function reportShader(
  d: Dispatcher, label: string, module: GPUShaderModule | undefined, code: string, scope: string,
): Promise<void> {
  const errors = (await module?.getCompilationInfo())?.messages.filter((m) => m.type === 'error') ?? [];
  for (const { lineNum, linePos, message } of errors) {
    d.report_('shader', `${label}, line ${lineNum} column ${linePos}: ${message}`, {
      lineNum, linePos, context: code.split('\n').slice(Math.max(0, lineNum - 4), lineNum + 2).join('\n'),
    });
  }
  if (!errors.length) d.report_('validation', `${label}: ${scope}`);
}

function createShader(d: Dispatcher, id: number, code: string): void {
  const { shader } = d.slots_;
  if (!code || shader[id]) return d.create_('shader', id, 0, () => undefined);
  const label = d.label_('shader', id);
  d.scoped_(label, () => (shader[id] = d.device_.createShaderModule({ label, code })), (scope) =>
    reportShader(d, label, shader[id], code, scope));
}

/** Compute pipeline: 06 | shader u16 | name length u8 | entry name | layout u16 (may be missing). */
function createComputePipeline(d: Dispatcher, id: number, view: DataView<ArrayBuffer>): void {
  const nameLength = view.byteLength > 3 ? view.getUint8(3) : 0;
  d.create_('pipeline', id, nameLength, (label) => {
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
    d.create_('buffer', a[i], 1, (label) =>
      d.device_.createBuffer({ label, size: a[i + 1], usage: a[i + 2] || COPY_DST })),
  [Op.CreateShader]: (d, a, i) => createShader(d, a[i], d.text_(a, i + 1)),
  [Op.CreateComputePipeline]: (d, a, i) => createComputePipeline(d, a[i], d.view_(a, i + 1)),
  [Op.CreateBindGroup]: (d, a, i) => createBindGroup(d, a[i], a[i + 1], d.view_(a, i + 2)),
  [Op.CreateQuerySet]: (d, a, i) =>
    d.create_('querySet', a[i], a[i + 2], (label) => {
      const view = d.view_(a, i + 1);
      const type = view.getUint8(0) === 1 ? 'timestamp' : 'occlusion';
      return d.device_.createQuerySet({ label, type, count: view.getUint16(1, true) });
    }),
  [Op.CreateBindGroupLayout]: (d, a, i) =>
    d.create_('bindGroupLayout', a[i], 1, (label) => {
      const desc: GPUBindGroupLayoutDescriptor = JSON.parse(d.text_(a, i + 1));
      return d.device_.createBindGroupLayout({ ...desc, label });
    }),
  [Op.CreatePipelineLayout]: (d, a, i) =>
    d.create_('pipelineLayout', a[i], 1, (label) => {
      const desc: { bindGroupLayouts: number[] } = JSON.parse(d.text_(a, i + 1));
      // An unknown id stands for a group that the pipeline does not use.
      return d.device_.createPipelineLayout({
        label,
        bindGroupLayouts: desc.bindGroupLayouts.map((id) => d.slots_.bindGroupLayout[id] ?? null),
      });
    }),
};
