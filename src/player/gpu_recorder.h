// A Gpu without a GPU: writes every call down, one a line, and answers reads with zeros. Its list is the golden of call
// order, and what `inspect` shows; it never stands in for values.
#pragma once
#include "player/gpu.h"

namespace pngine::player {

class RecordingGpu final : public Gpu {
 public:
  /// Adds a line of its own.
  void note(std::string text);
  /// The lines so far.
  std::string take() { return std::move(text_); }

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
  bool encoderOpen() const override { return encoder_; }
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
  template <class Handle>
  Handle made(std::string_view kind, std::string_view label, std::string text);
  void call(std::string text);

  std::string text_;
  std::vector<std::pair<std::string, uintptr_t>> counts_;  ///< objects made, by kind
  bool encoder_ = false;
  bool pass_ = false;
};

}  // namespace pngine::player
