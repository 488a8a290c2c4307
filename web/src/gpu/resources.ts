// Types of the GPU objects of one payload, by kind and id.
import type { Kind } from '../payload/payload.js';

export interface WasmModule {
  exports_: WebAssembly.Exports;
  /** The memory that was offered as import. */
  memory_: WebAssembly.Memory;
}

interface Types {
  buffer: GPUBuffer;
  texture: GPUTexture;
  textureView: GPUTextureView;
  /** One plain view per texture, made with it: attachments and bindings use it. */
  defaultView: GPUTextureView;
  sampler: GPUSampler;
  shader: GPUShaderModule;
  pipeline: GPURenderPipeline | GPUComputePipeline;
  bindGroup: GPUBindGroup;
  bindGroupLayout: GPUBindGroupLayout;
  pipelineLayout: GPUPipelineLayout;
  querySet: GPUQuerySet;
  renderBundle: GPURenderBundle;
  imageBitmap: ImageBitmap;
  wasmModule: WasmModule;
}
export type SlotKind = Kind | 'defaultView';
export type Slots = { readonly [K in SlotKind]: (Types[K] | undefined)[] };
