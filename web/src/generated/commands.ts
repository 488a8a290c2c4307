// Generated from src/format/commands.def by scripts/gen-tables.mjs; do not edit.

import type { Bytes } from '../containers/detect.js';

/** Opcodes of the command stream. */
export const enum Op {
  CreateBuffer = 0x01,
  CreateTexture = 0x02,
  CreateSampler = 0x03,
  CreateShader = 0x04,
  CreateRenderPipeline = 0x05,
  CreateComputePipeline = 0x06,
  CreateBindGroup = 0x07,
  CreateTextureView = 0x08,
  CreateQuerySet = 0x09,
  CreateBindGroupLayout = 0x0a,
  CreateImage = 0x0b,
  CreatePipelineLayout = 0x0c,
  CreateRenderBundle = 0x0d,
  BeginRenderPass8 = 0x10,
  BeginComputePass = 0x11,
  SetPipeline = 0x12,
  SetBindGroup = 0x13,
  SetVertexBuffer = 0x14,
  Draw = 0x15,
  DrawIndexed = 0x16,
  EndPass = 0x17,
  Dispatch = 0x18,
  SetIndexBuffer = 0x19,
  ExecuteBundles = 0x1a,
  BeginRenderPassMulti8 = 0x1b,
  DrawIndirect = 0x1c,
  DrawIndexedIndirect = 0x1d,
  DispatchIndirect = 0x1e,
  SetViewport = 0x1f,
  WriteBuffer = 0x20,
  WriteTimeInputs = 0x21,
  CopyBufferToBuffer = 0x22,
  CopyTextureToTexture = 0x23,
  WriteBufferFromWasm = 0x24,
  CopyImageToTexture = 0x25,
  WritePointerInputs = 0x26,
  ResolveQuerySet = 0x27,
  InitWasmModule = 0x30,
  CallWasm = 0x31,
  TimestampWrites = 0x4a,
  OcclusionQuerySet = 0x4b,
  EndOcclusionQuery = 0x4c,
  BeginOcclusionQuery = 0x4d,
  SetStencilReference = 0x4e,
  SetScissor = 0x4f,
  DepthStencilOps = 0x50,
  SetBlendConstant = 0x51,
  DepthStencilClear = 0x52,
  BeginRenderPass = 0x53,
  BeginRenderPassMulti = 0x54,
  Submit = 0xf0,
  End = 0xff,
}

/** Operands by opcode. */
export interface Operands {
  [Op.CreateBuffer]: [id: number, size: number, usage: number];
  [Op.CreateTexture]: [id: number, desc: Bytes];
  [Op.CreateSampler]: [id: number, desc: Bytes];
  [Op.CreateShader]: [id: number, code: Bytes];
  [Op.CreateRenderPipeline]: [id: number, desc: Bytes];
  [Op.CreateComputePipeline]: [id: number, desc: Bytes];
  [Op.CreateBindGroup]: [id: number, layout: number, desc: Bytes];
  [Op.CreateTextureView]: [id: number, texture: number, desc: Bytes];
  [Op.CreateQuerySet]: [id: number, desc: Bytes];
  [Op.CreateBindGroupLayout]: [id: number, desc: Bytes];
  [Op.CreateImage]: [id: number, desc: Bytes];
  [Op.CreatePipelineLayout]: [id: number, desc: Bytes];
  [Op.CreateRenderBundle]: [id: number, desc: Bytes];
  [Op.BeginRenderPass8]: [color: number, load: number, store: number, depth: number, r: number, g: number, b: number, a: number, resolve: number];
  [Op.BeginComputePass]: [];
  [Op.SetPipeline]: [id: number];
  [Op.SetBindGroup]: [index: number, id: number];
  [Op.SetVertexBuffer]: [slot: number, id: number];
  [Op.Draw]: [vertices: number, instances: number, firstVertex: number, firstInstance: number];
  [Op.DrawIndexed]: [indices: number, instances: number, firstIndex: number, baseVertex: number, firstInstance: number];
  [Op.EndPass]: [];
  [Op.Dispatch]: [x: number, y: number, z: number];
  [Op.SetIndexBuffer]: [id: number, format: number];
  [Op.ExecuteBundles]: [bundles: number[][]];
  [Op.BeginRenderPassMulti8]: [targets: number[][], depth: number];
  [Op.DrawIndirect]: [buffer: number, offset: number];
  [Op.DrawIndexedIndirect]: [buffer: number, offset: number];
  [Op.DispatchIndirect]: [buffer: number, offset: number];
  [Op.SetViewport]: [x: number, y: number, w: number, h: number, minDepth: number, maxDepth: number];
  [Op.WriteBuffer]: [id: number, offset: number, data: Bytes];
  [Op.WriteTimeInputs]: [id: number, offset: number, size: number];
  [Op.CopyBufferToBuffer]: [source: number, sourceOffset: number, destination: number, destinationOffset: number, size: number];
  [Op.CopyTextureToTexture]: [source: number, destination: number, width: number, height: number];
  [Op.WriteBufferFromWasm]: [buffer: number, offset: number, call: number, size: number];
  [Op.CopyImageToTexture]: [image: number, texture: number, mip: number, x: number, y: number, z: number];
  [Op.WritePointerInputs]: [id: number, offset: number, size: number];
  [Op.ResolveQuerySet]: [set: number, first: number, count: number, buffer: number, offset: number];
  [Op.InitWasmModule]: [id: number, module: Bytes];
  [Op.CallWasm]: [call: number, module: number, name: Bytes, args: Bytes];
  [Op.TimestampWrites]: [set: number, begin: number, end: number];
  [Op.OcclusionQuerySet]: [set: number];
  [Op.EndOcclusionQuery]: [];
  [Op.BeginOcclusionQuery]: [index: number];
  [Op.SetStencilReference]: [value: number];
  [Op.SetScissor]: [x: number, y: number, w: number, h: number];
  [Op.DepthStencilOps]: [depthLoad: number, depthStore: number, stencilLoad: number, stencilStore: number];
  [Op.SetBlendConstant]: [r: number, g: number, b: number, a: number];
  [Op.DepthStencilClear]: [depth: number, stencil: number];
  [Op.BeginRenderPass]: [color: number, load: number, store: number, depth: number, r: number, g: number, b: number, a: number, resolve: number];
  [Op.BeginRenderPassMulti]: [targets: number[][], depth: number];
  [Op.Submit]: [];
  [Op.End]: [];
}

/**
 * Letters of the operands by opcode, as stream/reader.ts reads them. Opcodes behind the last one with operands are
 * missing; whether an opcode exists at all is for the tables of commands to say.
 */
export const OPERANDS: readonly (string | undefined)[] =
  /* @__PURE__ */ ' hwh hd hd hd hd hd hhd hhd hd hd hd hd hd   hbbhcccch  h bh bh wwww wwwiw  www hb B th hw hw hw wwwwff hwd hwh hwhww hhhh hwww hhbhhh hwh hwwhw         hd hhdA                         hhh h  w w wwww bbbb ffff fw hbbhffffh Th'.split(' ');

/** The same for the opcodes that programs which only compute need. */
export const COMPUTE_OPERANDS: typeof OPERANDS =
  /* @__PURE__ */ ' hwh   hd  hd hhd   hd  hd      h bh     www      hw  hwd hwh hwhww    hwh'.split(' ');
