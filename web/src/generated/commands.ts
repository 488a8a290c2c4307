// Generated from src/format/commands.def by scripts/gen-tables.mjs; do not edit.

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

/**
 * Operands by opcode, one letter each: b u8, c u8 that stands for a color channel, h u16, w u32, i i32, f f32, d address and length of a blob,
 * B list of bundle ids, T list of color targets, t the same with 8-bit colors, A counted bytes.
 */
export const OPERANDS: { readonly [opcode: number]: string | undefined } = {
  0x01: 'hwh', // create buffer
  0x02: 'hd', // create texture
  0x03: 'hd', // create sampler
  0x04: 'hd', // create shader
  0x05: 'hd', // create render pipeline
  0x06: 'hd', // create compute pipeline
  0x07: 'hhd', // create bind group
  0x08: 'hhd', // create texture view
  0x09: 'hd', // create query set
  0x0a: 'hd', // create bind-group layout
  0x0b: 'hd', // create image
  0x0c: 'hd', // create pipeline layout
  0x0d: 'hd', // create render bundle
  0x10: 'hbbhcccch', // begin render pass (8-bit clear)
  0x11: '', // begin compute pass
  0x12: 'h', // set pipeline
  0x13: 'bh', // set bind group
  0x14: 'bh', // set vertex buffer
  0x15: 'wwww', // draw
  0x16: 'wwwiw', // draw indexed
  0x17: '', // end pass
  0x18: 'www', // dispatch
  0x19: 'hb', // set index buffer
  0x1a: 'B', // execute bundles
  0x1b: 'th', // begin render pass, several targets (8-bit clear)
  0x1c: 'hw', // draw indirect
  0x1d: 'hw', // draw indexed indirect
  0x1e: 'hw', // dispatch indirect
  0x1f: 'wwwwff', // set viewport
  0x20: 'hwd', // write buffer
  0x21: 'hwh', // write time inputs
  0x22: 'hwhww', // copy buffer to buffer
  0x23: 'hhhh', // copy texture to texture
  0x24: 'hwww', // write buffer from wasm
  0x25: 'hhbhhh', // copy image to texture
  0x26: 'hwh', // write pointer inputs
  0x27: 'hwwhw', // resolve query set
  0x30: 'hd', // init wasm module
  0x31: 'hhdA', // call wasm function
  0x4a: 'hhh', // next pass: timestamp writes
  0x4b: 'h', // next pass: occlusion query set
  0x4c: '', // end occlusion query
  0x4d: 'w', // begin occlusion query
  0x4e: 'w', // set stencil reference
  0x4f: 'wwww', // set scissor rect
  0x50: 'bbbb', // next pass: depth/stencil ops
  0x51: 'ffff', // set blend constant
  0x52: 'fw', // next pass: depth/stencil clear
  0x53: 'hbbhffffh', // begin render pass
  0x54: 'Th', // begin render pass, several targets
  0xf0: '', // submit
  0xff: '', // end
};
