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
export type Slots = { readonly [K in Kind]: (Types[K] | undefined)[] };

/** A range of a buffer that came back to the CPU. */
export interface Readback {
  /** Id of the buffer in the program, and its name where the file carries it. */
  buffer: number;
  name: string;
  /** Byte offset of the range in that buffer. */
  offset: number;
  bytes: Uint8Array<ArrayBuffer>;
}
