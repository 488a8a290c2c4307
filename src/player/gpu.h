// The narrow interface to WebGPU: create, encode, submit, map. Behind it stands wgpu-native (gpu_wgpu*.cpp) or a
// recorder that writes the calls down (gpu_recorder.cpp); another library would be one more class.
//
// Contract: callers have checked ids, codes, usage bits and ranges; a handle that is passed in is never `none` unless
// the parameter says so. A call that the device refuses leaves its text in takeError(). There is one encoder and in it
// at most one open pass at a time; errors of encoding may come as late as submit().
#pragma once
#include <array>
#include <cstdint>
#include <expected>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "base/bytes.h"
#include "format/descriptors.h"
#include "webgpu/enums.h"

namespace pngine::player {

/// A "feature" of ours: the device checks the arguments of indirect draws and dispatches.
inline constexpr std::string_view kCheckedIndirect = "checked-indirect";

enum class GpuBuffer : uintptr_t { none = 0 };
enum class GpuTexture : uintptr_t { none = 0 };
enum class GpuView : uintptr_t { none = 0 };
enum class GpuSampler : uintptr_t { none = 0 };
enum class GpuShader : uintptr_t { none = 0 };
enum class GpuRenderPipeline : uintptr_t { none = 0 };
enum class GpuComputePipeline : uintptr_t { none = 0 };
enum class GpuBindGroupLayout : uintptr_t { none = 0 };
enum class GpuPipelineLayout : uintptr_t { none = 0 };
enum class GpuBindGroup : uintptr_t { none = 0 };
enum class GpuQuerySet : uintptr_t { none = 0 };

/// What hosts here call their preferred canvas format, and what the off-screen canvas has. One place: pictures,
/// pipelines and textures without a format all come here.
inline constexpr webgpu::TextureFormat kCanvasFormat = webgpu::TextureFormat::bgra8unorm;
inline webgpu::TextureFormat realFormat(webgpu::TextureFormat format) {
  return format == webgpu::TextureFormat::preferred_canvas_format ? kCanvasFormat : format;
}

struct TextureInfo {
  uint32_t width = 1, height = 1, depth = 1, mips = 1, samples = 1;
  webgpu::TextureDimension dimension = webgpu::TextureDimension::d2;
  webgpu::TextureFormat format = webgpu::TextureFormat::rgba8unorm;
  uint32_t usage = 0;
};

struct BoundBuffer {
  GpuBuffer buffer = GpuBuffer::none;
  uint64_t offset = 0;
  std::optional<uint64_t> size;  ///< absent = to the end
};
struct BindEntry {
  uint32_t binding = 0;
  std::variant<BoundBuffer, GpuView, GpuSampler> resource;
};

/// The objects that a render pipeline descriptor names by id.
struct PipelineObjects {
  GpuPipelineLayout layout = GpuPipelineLayout::none;  ///< none = auto
  GpuShader vertex = GpuShader::none, fragment = GpuShader::none;
};

struct ColorAttachment {
  GpuView view = GpuView::none;     ///< none = a hole
  GpuView resolve = GpuView::none;  ///< none = no resolve
  bool clear = false, discard = false;
  std::array<double, 4> color = {};
};
struct DepthAttachment {
  GpuView view = GpuView::none;
  bool has_depth = true, has_stencil = false;  ///< ops are given for the aspects that the format has
  bool depth_clear = true, depth_discard = false, stencil_clear = true, stencil_discard = false;
  float depth = 1;
  uint32_t stencil = 0;
};
struct TimestampWrites {
  GpuQuerySet set = GpuQuerySet::none;
  uint32_t begin = 0, end = 0;
};
struct RenderPassInfo {
  std::vector<ColorAttachment> colors;
  std::optional<DepthAttachment> depth;
  GpuQuerySet occlusion = GpuQuerySet::none;
  std::optional<TimestampWrites> timestamps;
};

struct TexelPlace {
  GpuTexture texture = GpuTexture::none;
  uint32_t mip = 0, x = 0, y = 0, z = 0;
};

struct ReadRange {
  GpuBuffer buffer = GpuBuffer::none;
  uint64_t offset = 0, size = 0;  ///< offset a multiple of 8, size of 4, inside the buffer, size > 0
};

class Gpu {
 public:
  virtual ~Gpu() = default;
  /// Text of the first refusal since the last call, one line; empty = none.
  virtual std::string takeError() = 0;
  virtual bool hasFeature(std::string_view name) const = 0;
  /// Value of a limit of the device.
  virtual uint64_t limit(webgpu::Limit limit) const = 0;

  // ---- create: `none` when refused ----
  virtual GpuBuffer createBuffer(uint64_t size, uint32_t usage, std::string_view label) = 0;
  virtual GpuTexture createTexture(const TextureInfo& info, std::string_view label) = 0;
  virtual GpuView createView(GpuTexture texture, const format::TextureViewDescriptor& info, std::string_view label) = 0;
  virtual GpuSampler createSampler(const format::SamplerDescriptor& info, std::string_view label) = 0;
  virtual GpuShader createShader(std::string_view wgsl, std::string_view label) = 0;
  virtual GpuRenderPipeline createRenderPipeline(const format::RenderPipelineDescriptor& info,
                                                 const PipelineObjects& objects, std::string_view label) = 0;
  virtual GpuComputePipeline createComputePipeline(GpuShader shader, std::string_view entry, GpuPipelineLayout layout,
                                                   std::string_view label) = 0;
  virtual GpuBindGroupLayout createBindGroupLayout(std::span<const format::LayoutEntry> entries,
                                                   std::string_view label) = 0;
  /// Entries may be `none`: a group that is not used.
  virtual GpuPipelineLayout createPipelineLayout(std::span<const GpuBindGroupLayout> groups,
                                                 std::string_view label) = 0;
  virtual GpuBindGroupLayout layoutOf(GpuRenderPipeline pipeline, uint32_t group) = 0;
  virtual GpuBindGroupLayout layoutOf(GpuComputePipeline pipeline, uint32_t group) = 0;
  virtual GpuBindGroup createBindGroup(GpuBindGroupLayout layout, std::span<const BindEntry> entries,
                                       std::string_view label) = 0;
  virtual GpuQuerySet createQuerySet(webgpu::QueryType type, uint32_t count, std::string_view label) = 0;
  virtual void release(GpuBuffer buffer) = 0;
  virtual void release(GpuTexture texture) = 0;
  virtual void release(GpuView view) = 0;
  virtual void release(GpuBindGroup group) = 0;
  virtual void release(GpuBindGroupLayout layout) = 0;

  // ---- queue, at once ----
  virtual void writeBuffer(GpuBuffer buffer, uint64_t offset, ByteView bytes) = 0;
  /// Tightly packed rows, one layer.
  virtual void writeTexture(const TexelPlace& place, ByteView bytes, uint32_t row_bytes, uint32_t width,
                            uint32_t height) = 0;

  // ---- encode ----
  virtual void openEncoder() = 0;  ///< nothing when one is open
  virtual bool encoderOpen() const = 0;
  virtual void beginRenderPass(const RenderPassInfo& info) = 0;
  virtual void beginComputePass() = 0;
  virtual void endPass() = 0;
  virtual void setPipeline(GpuRenderPipeline pipeline) = 0;
  virtual void setPipeline(GpuComputePipeline pipeline) = 0;
  /// In the open pass, of either kind; `none` unsets the group.
  virtual void setBindGroup(uint32_t index, GpuBindGroup group) = 0;
  virtual void setVertexBuffer(uint32_t slot, GpuBuffer buffer) = 0;
  virtual void setIndexBuffer(GpuBuffer buffer, webgpu::IndexFormat format) = 0;
  virtual void draw(uint32_t vertices, uint32_t instances, uint32_t first_vertex, uint32_t first_instance) = 0;
  virtual void drawIndexed(uint32_t indices, uint32_t instances, uint32_t first_index, int32_t base_vertex,
                           uint32_t first_instance) = 0;
  virtual void drawIndirect(GpuBuffer buffer, uint64_t offset) = 0;
  virtual void drawIndexedIndirect(GpuBuffer buffer, uint64_t offset) = 0;
  virtual void dispatch(uint32_t x, uint32_t y, uint32_t z) = 0;
  virtual void dispatchIndirect(GpuBuffer buffer, uint64_t offset) = 0;
  virtual void setViewport(float x, float y, float w, float h, float min_depth, float max_depth) = 0;
  virtual void setScissor(uint32_t x, uint32_t y, uint32_t w, uint32_t h) = 0;
  virtual void setBlendConstant(const std::array<double, 4>& color) = 0;
  virtual void setStencilReference(uint32_t value) = 0;
  virtual void beginOcclusionQuery(uint32_t index) = 0;
  virtual void endOcclusionQuery() = 0;
  virtual void copyBuffer(GpuBuffer source, uint64_t source_offset, GpuBuffer destination, uint64_t offset,
                          uint64_t size) = 0;
  virtual void copyTexture(const TexelPlace& source, const TexelPlace& destination, uint32_t width,
                           uint32_t height) = 0;
  virtual void copyTextureToBuffer(GpuTexture source, GpuBuffer destination, uint32_t row_bytes, uint32_t width,
                                   uint32_t height) = 0;
  virtual void clearBuffer(GpuBuffer buffer, uint64_t offset, uint64_t size) = 0;
  virtual void resolveQueries(GpuQuerySet set, uint32_t first, uint32_t count, GpuBuffer buffer, uint64_t offset) = 0;

  // ---- submit, map ----
  /// Finishes the encoder and submits; false = it was refused and nothing was submitted. Nothing to do without an
  /// encoder.
  virtual bool submit() = 0;
  /// Throws the open encoder away.
  virtual void discardEncoder() = 0;
  /// Waits for the device, then reads each range. An element is the bytes or why there are none.
  virtual std::vector<std::expected<Bytes, std::string>> read(std::span<const ReadRange> ranges) = 0;
};

}  // namespace pngine::player
