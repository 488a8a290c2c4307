// WebGPU by wgpu-native. Creation lives in gpu_wgpu_create.cpp, encoding and mapping in gpu_wgpu_encode.cpp, the choice
// of an adapter in adapters.cpp.
//
// Errors: the library ends the process on an error that nobody takes, so the device gets its error callback with its
// descriptor, before any call can fail. The callback runs inside the failing call; it keeps the first text, and every
// method that makes something looks at it before it hands a handle out. That is a scope around each call without the
// price of two more calls.
#pragma once
#include <memory>

#include "player/gpu.h"
#include "player/player.h"
#include "player/wgpu_api.h"

namespace pngine::player {

/// What a file asks of a device.
struct DeviceNeeds {
  std::vector<std::pair<std::string, uint64_t>> limits;  ///< by WebGPU name, over the defaults
  bool unchecked_shaders = false;
  /// The file has buffers for indirect work. Their arguments are then checked on the device, which costs the start of a
  /// device on a software GPU some 15 ms; without it no such buffer is made.
  bool indirect = true;
};

class WgpuGpu final : public Gpu {
 public:
  /// Chooses an adapter and makes a device with WebGPU's default limits plus `needs`.
  static std::expected<std::unique_ptr<WgpuGpu>, PlayError> open(const AdapterRequest& request,
                                                                 const DeviceNeeds& needs);
  ~WgpuGpu() override;

  const AdapterInfo& adapter() const { return adapter_info_; }
  bool isLlvmpipe() const;

  std::string takeError() override;
  bool hasFeature(std::string_view name) const override;
  uint64_t limit(webgpu::Limit limit) const override;

  GpuBuffer createBuffer(uint64_t size, uint32_t usage, std::string_view label) override;
  GpuTexture createTexture(const TextureInfo& info, std::string_view label) override;
  GpuView createView(GpuTexture texture, const format::TextureViewDescriptor& info, std::string_view label) override;
  GpuSampler createSampler(const format::SamplerDescriptor& info, std::string_view label) override;
  GpuShader createShader(std::string_view wgsl, std::string_view label) override;
  GpuRenderPipeline createRenderPipeline(const format::RenderPipelineDescriptor& info, const PipelineObjects& objects,
                                         std::string_view label) override;
  GpuComputePipeline createComputePipeline(GpuShader shader, std::string_view entry, GpuPipelineLayout layout,
                                           std::string_view label) override;
  GpuBindGroupLayout createBindGroupLayout(std::span<const format::LayoutEntry> entries,
                                           std::string_view label) override;
  GpuPipelineLayout createPipelineLayout(std::span<const GpuBindGroupLayout> groups, std::string_view label) override;
  GpuBindGroupLayout layoutOf(GpuRenderPipeline pipeline, uint32_t group) override;
  GpuBindGroupLayout layoutOf(GpuComputePipeline pipeline, uint32_t group) override;
  GpuBindGroup createBindGroup(GpuBindGroupLayout layout, std::span<const BindEntry> entries,
                               std::string_view label) override;
  GpuQuerySet createQuerySet(webgpu::QueryType type, uint32_t count, std::string_view label) override;
  void release(GpuBuffer buffer) override;
  void release(GpuTexture texture) override;
  void release(GpuView view) override;
  void release(GpuBindGroup group) override;
  void release(GpuBindGroupLayout layout) override;

  void writeBuffer(GpuBuffer buffer, uint64_t offset, ByteView bytes) override;
  void writeTexture(const TexelPlace& place, ByteView bytes, uint32_t row_bytes, uint32_t width,
                    uint32_t height) override;

  void openEncoder() override;
  bool encoderOpen() const override { return encoder_ != nullptr; }
  void beginRenderPass(const RenderPassInfo& info) override;
  void beginComputePass() override;
  void endPass() override;
  void setPipeline(GpuRenderPipeline pipeline) override;
  void setPipeline(GpuComputePipeline pipeline) override;
  void setBindGroup(uint32_t index, GpuBindGroup group) override;
  void setVertexBuffer(uint32_t slot, GpuBuffer buffer) override;
  void setIndexBuffer(GpuBuffer buffer, webgpu::IndexFormat format) override;
  void draw(uint32_t vertices, uint32_t instances, uint32_t first_vertex, uint32_t first_instance) override;
  void drawIndexed(uint32_t indices, uint32_t instances, uint32_t first_index, int32_t base_vertex,
                   uint32_t first_instance) override;
  void drawIndirect(GpuBuffer buffer, uint64_t offset) override;
  void drawIndexedIndirect(GpuBuffer buffer, uint64_t offset) override;
  void dispatch(uint32_t x, uint32_t y, uint32_t z) override;
  void dispatchIndirect(GpuBuffer buffer, uint64_t offset) override;
  void setViewport(float x, float y, float w, float h, float min_depth, float max_depth) override;
  void setScissor(uint32_t x, uint32_t y, uint32_t w, uint32_t h) override;
  void setBlendConstant(const std::array<double, 4>& color) override;
  void setStencilReference(uint32_t value) override;
  void beginOcclusionQuery(uint32_t index) override;
  void endOcclusionQuery() override;
  void copyBuffer(GpuBuffer source, uint64_t source_offset, GpuBuffer destination, uint64_t offset,
                  uint64_t size) override;
  void copyTexture(const TexelPlace& source, const TexelPlace& destination, uint32_t width, uint32_t height) override;
  void copyTextureToBuffer(GpuTexture source, GpuBuffer destination, uint32_t row_bytes, uint32_t width,
                           uint32_t height) override;
  void clearBuffer(GpuBuffer buffer, uint64_t offset, uint64_t size) override;
  void resolveQueries(GpuQuerySet set, uint32_t first, uint32_t count, GpuBuffer buffer, uint64_t offset) override;

  bool submit() override;
  void discardEncoder() override;
  std::vector<std::expected<Bytes, std::string>> read(std::span<const ReadRange> ranges) override;

 private:
  explicit WgpuGpu(const WgpuApi& api) : api_(api) {}
  std::expected<void, PlayError> openAdapter(const AdapterRequest& request);
  std::expected<void, PlayError> openDevice(const DeviceNeeds& needs);
  void onError(std::string_view text);
  /// The handle, unless the call that made it was refused; then it is released and `none` is returned.
  template <class Handle, class Object>
  Handle made(Object object, void (*release)(Object));

  const WgpuApi& api_;
  WGPUInstance instance_ = nullptr;
  WGPUAdapter adapter_ = nullptr;
  WGPUDevice device_ = nullptr;
  WGPUQueue queue_ = nullptr;
  AdapterInfo adapter_info_;
  WGPULimits limits_ = {};
  bool unchecked_shaders_ = false;
  bool indirect_ = true;
  std::string error_;
  bool failed_ = false;  ///< an error since the flag was last cleared
  WGPUCommandEncoder encoder_ = nullptr;
  WGPURenderPassEncoder render_ = nullptr;
  WGPUComputePassEncoder compute_ = nullptr;
};

/// A device's message as one line: the chain of causes joined, the library's own words about handles dropped.
std::string cleanMessage(std::string_view text);

}  // namespace pngine::player
