// The functions of wgpu-native that we call, found at run time; nothing links against the library.
#pragma once
#include <expected>
#include <string>

#include "webgpu/wgpu.h"

namespace pngine::player {

// clang-format off: it indents every entry behind the one before
#define PNGINE_WGPU_FUNCTIONS(F)                                                                                       \
  F(CreateInstance) F(InstanceEnumerateAdapters) F(InstanceRelease) F(AdapterGetInfo) F(AdapterInfoFreeMembers)        \
  F(AdapterGetLimits) F(AdapterHasFeature) F(AdapterRequestDevice) F(AdapterRelease) F(DeviceGetQueue)                 \
  F(DeviceGetLimits) F(DeviceHasFeature) F(DevicePoll) F(DeviceRelease) F(DevicePushErrorScope)                        \
  F(DevicePopErrorScope) F(InstanceProcessEvents) F(DeviceCreateBuffer) F(DeviceCreateTexture) F(DeviceCreateSampler)  \
  F(DeviceCreateShaderModule) F(DeviceCreateShaderModuleTrusted) F(DeviceCreateRenderPipeline)                         \
  F(DeviceCreateComputePipeline) F(DeviceCreateBindGroupLayout) F(DeviceCreatePipelineLayout)                          \
  F(DeviceCreateBindGroup) F(DeviceCreateQuerySet) F(DeviceCreateCommandEncoder) F(TextureCreateView)                  \
  F(RenderPipelineGetBindGroupLayout) F(ComputePipelineGetBindGroupLayout) F(BufferRelease) F(BufferDestroy)           \
  F(TextureRelease) F(TextureDestroy) F(TextureViewRelease) F(BindGroupRelease) F(BindGroupLayoutRelease)              \
  F(SamplerRelease) F(ShaderModuleRelease) F(RenderPipelineRelease) F(ComputePipelineRelease)                          \
  F(PipelineLayoutRelease) F(QuerySetRelease) F(CommandEncoderRelease) F(CommandBufferRelease)                         \
  F(RenderPassEncoderRelease) F(ComputePassEncoderRelease) F(QueueRelease) F(QueueWriteBuffer) F(QueueWriteTexture)    \
  F(QueueSubmitForIndex) F(CommandEncoderBeginRenderPass) F(CommandEncoderBeginComputePass)                            \
  F(CommandEncoderCopyBufferToBuffer) F(CommandEncoderCopyTextureToTexture) F(CommandEncoderCopyTextureToBuffer)       \
  F(CommandEncoderClearBuffer) F(CommandEncoderResolveQuerySet) F(CommandEncoderFinish)                                \
  F(ComputePassEncoderSetPipeline) F(ComputePassEncoderSetBindGroup) F(ComputePassEncoderDispatchWorkgroups)           \
  F(ComputePassEncoderDispatchWorkgroupsIndirect) F(ComputePassEncoderEnd) F(RenderPassEncoderSetPipeline)             \
  F(RenderPassEncoderSetBindGroup) F(RenderPassEncoderSetVertexBuffer) F(RenderPassEncoderSetIndexBuffer)              \
  F(RenderPassEncoderDraw) F(RenderPassEncoderDrawIndexed) F(RenderPassEncoderDrawIndirect)                            \
  F(RenderPassEncoderDrawIndexedIndirect) F(RenderPassEncoderSetViewport) F(RenderPassEncoderSetScissorRect)           \
  F(RenderPassEncoderSetBlendConstant) F(RenderPassEncoderSetStencilReference)                                         \
  F(RenderPassEncoderBeginOcclusionQuery) F(RenderPassEncoderEndOcclusionQuery) F(RenderPassEncoderEnd)                \
  F(BufferMapAsync) F(BufferGetConstMappedRange) F(BufferUnmap) F(SetLogLevel)
// clang-format on

struct WgpuApi {
#define PNGINE_MEMBER(name) decltype(&wgpu##name) name = nullptr;
  PNGINE_WGPU_FUNCTIONS(PNGINE_MEMBER)
#undef PNGINE_MEMBER
  /// Loads the library at the first call; later calls give the same table. Thread-safe.
  static std::expected<const WgpuApi*, std::string> load();
};

inline WGPUStringView wgpuText(std::string_view text) { return {text.data(), text.size()}; }
inline std::string_view textOf(const WGPUStringView& view) {
  if (!view.data) return {};
  return view.length == WGPU_STRLEN ? std::string_view(view.data) : std::string_view(view.data, view.length);
}

}  // namespace pngine::player
