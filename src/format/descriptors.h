// Descriptors: the blobs that creation commands point at, as plain structures, with their encoders (for the compiler)
// and decoders (for players and tools). Absent means "not in the file": the reader of the structure applies the
// default.
//
//   TLV (texture, view, sampler, bind group): tag u8 | fields u8 | { id u8 | type u8 | value } x fields
//   own binary layout: compute pipeline, render bundle, query set, image, wasm arguments
//   compact JSON, only authored keys: render pipeline, bind-group layout, pipeline layout (decoders:
//   json_descriptors.h)
#pragma once
#include <array>
#include <cstdint>
#include <expected>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "base/bytes.h"
#include "format/error.h"
#include "webgpu/enums.h"

namespace pngine::format {

using namespace webgpu;

template <class T>
using Decoded = std::expected<T, Error>;

/// No width, height or image: the texture follows the canvas.
struct TextureDescriptor {
  std::optional<uint32_t> width, height, layers, mip_levels, samples;
  std::optional<TextureDimension> dimension;
  std::optional<uint16_t> image;  ///< size of a decoded image
  TextureFormat format = TextureFormat::preferred_canvas_format;
  uint32_t usage = 0;  ///< 0 or absent in the file: render attachment
};
Bytes encode(const TextureDescriptor& d);
Decoded<TextureDescriptor> decodeTexture(ByteView bytes);

struct TextureViewDescriptor {
  std::optional<TextureFormat> format;
  std::optional<ViewDimension> dimension;
  std::optional<TextureAspect> aspect;
  std::optional<uint32_t> base_mip, mip_count, base_layer, layer_count;
};
Bytes encode(const TextureViewDescriptor& d);
Decoded<TextureViewDescriptor> decodeTextureView(ByteView bytes);

struct SamplerDescriptor {
  AddressMode address_u = AddressMode::clamp_to_edge, address_v = AddressMode::clamp_to_edge;
  std::optional<AddressMode> address_w;
  FilterMode mag = FilterMode::nearest, min = FilterMode::nearest;
  std::optional<FilterMode> mipmap;
  std::optional<float> lod_min, lod_max;
  std::optional<CompareFunction> compare;
  std::optional<uint16_t> anisotropy;
};
Bytes encode(const SamplerDescriptor& d);
Decoded<SamplerDescriptor> decodeSampler(ByteView bytes);

struct BindGroupEntry {
  enum class Kind : uint8_t { buffer, texture, sampler, external, view };
  uint8_t binding = 0;
  Kind kind = Kind::buffer;
  uint16_t id = 0;
  uint32_t offset = 0, size = 0;  ///< buffers only; size 0: the rest
};
struct BindGroupDescriptor {
  uint8_t group = 0;  ///< which layout of the pipeline; no meaning for an explicit layout
  std::vector<BindGroupEntry> entries;
};
Bytes encode(const BindGroupDescriptor& d);
Decoded<BindGroupDescriptor> decodeBindGroup(ByteView bytes);

struct ComputePipelineDescriptor {
  uint16_t shader = 0;
  std::string entry;
  std::optional<uint16_t> layout;  ///< pipeline layout; absent: auto
};
Bytes encode(const ComputePipelineDescriptor& d);
Decoded<ComputePipelineDescriptor> decodeComputePipeline(ByteView bytes);

struct RenderBundleDescriptor {
  std::vector<TextureFormat> colors;
  std::optional<TextureFormat> depth_stencil;
  uint8_t samples = 1;
  uint16_t pipeline = 0;
  std::vector<uint16_t> bind_groups, vertex_buffers;
  std::optional<uint16_t> index_buffer;  ///< always uint16 indices
  bool indexed = false;
  std::array<uint32_t, 5> arguments{};  ///< of draw (4) or draw indexed (5; the fourth is an i32)
};
Bytes encode(const RenderBundleDescriptor& d);
Decoded<RenderBundleDescriptor> decodeRenderBundle(ByteView bytes);

struct QuerySetDescriptor {
  QueryType type = QueryType::occlusion;
  uint16_t count = 0;
};
Bytes encode(const QuerySetDescriptor& d);
Decoded<QuerySetDescriptor> decodeQuerySet(ByteView bytes);

/// Views into the blob.
struct ImageDescriptor {
  std::string_view mime;
  ByteView encoded;
};
Bytes encode(const ImageDescriptor& d);
Decoded<ImageDescriptor> decodeImage(ByteView bytes);

/// One argument of a wasm call; `bits` holds the value of a literal.
struct WasmCallArgument {
  enum class Tag : uint8_t { f32, canvas_width, canvas_height, time, i32, u32, time_delta };
  Tag tag = Tag::u32;
  uint32_t bits = 0;
};
inline constexpr size_t kMaxWasmArguments = 32;
/// The argument bytes without their length byte (wire::ArgBytes).
Bytes encode(const std::vector<WasmCallArgument>& arguments);
/// An unknown tag ends the list; the arguments in front of it count.
Decoded<std::vector<WasmCallArgument>> decodeWasmArguments(ByteView bytes);

// ---- JSON ----

struct BufferLayout {
  BufferBindingType type = BufferBindingType::uniform;
  bool has_dynamic_offset = false;
  uint64_t min_binding_size = 0;
};
struct SamplerLayout {
  SamplerBindingType type = SamplerBindingType::filtering;
};
struct TextureLayout {
  TextureSampleType sample_type = TextureSampleType::float_;
  ViewDimension view_dimension = ViewDimension::d2;
  bool multisampled = false;
};
struct StorageTextureLayout {
  StorageTextureAccess access = StorageTextureAccess::write_only;
  TextureFormat format = TextureFormat::rgba8unorm;
  ViewDimension view_dimension = ViewDimension::d2;
};
struct LayoutEntry {
  uint32_t binding = 0;
  uint32_t visibility = 0;
  std::variant<BufferLayout, SamplerLayout, TextureLayout, StorageTextureLayout> resource;
};
struct BindGroupLayoutDescriptor {
  std::vector<LayoutEntry> entries;
};
Bytes encode(const BindGroupLayoutDescriptor& d);

struct PipelineLayoutDescriptor {
  std::vector<uint16_t> layouts;  ///< position = group number; 0xFFFF: no layout
};
Bytes encode(const PipelineLayoutDescriptor& d);

struct VertexAttribute {
  uint32_t location = 0;
  uint64_t offset = 0;
  VertexFormat format = VertexFormat::float32;
};
struct VertexBufferLayout {
  uint64_t stride = 0;
  std::optional<StepMode> step_mode;
  std::vector<VertexAttribute> attributes;
  bool hole = false;  ///< JSON null: an unused slot; never written by our compiler
};
struct BlendComponent {
  std::optional<BlendFactor> src, dst;
  std::optional<BlendOperation> operation;
};
struct ColorTarget {
  TextureFormat format = TextureFormat::preferred_canvas_format;  ///< the canvas format is written by absence
  std::optional<BlendComponent> color, alpha;                     ///< both or neither
  std::optional<uint32_t> write_mask;
  bool hole = false;  ///< JSON null: an unused place; never written by our compiler
};
struct PrimitiveState {
  std::optional<PrimitiveTopology> topology;
  std::optional<IndexFormat> strip_index_format;
  std::optional<FrontFace> front_face;
  std::optional<CullMode> cull_mode;
  std::optional<bool> unclipped_depth;
};
struct StencilFaceState {
  std::optional<CompareFunction> compare;
  std::optional<StencilOperation> fail_op, depth_fail_op, pass_op;
};
struct DepthStencilState {
  TextureFormat format = TextureFormat::depth24plus;
  std::optional<bool> depth_write_enabled;
  std::optional<CompareFunction> depth_compare;
  std::optional<int32_t> depth_bias;
  std::optional<float> depth_bias_slope_scale, depth_bias_clamp;
  std::optional<uint32_t> stencil_read_mask, stencil_write_mask;
  std::optional<StencilFaceState> stencil_front, stencil_back;
};
struct MultisampleState {
  std::optional<uint32_t> count, mask;
  std::optional<bool> alpha_to_coverage;
};
struct FragmentState {
  uint16_t shader = 0;
  std::string entry;
  std::vector<ColorTarget> targets;
};
struct RenderPipelineDescriptor {
  std::optional<uint16_t> layout;  ///< pipeline layout; absent: auto
  uint16_t shader = 0;             ///< vertex stage
  std::string entry;
  std::vector<VertexBufferLayout> buffers;
  std::optional<FragmentState> fragment;
  std::optional<PrimitiveState> primitive;
  std::optional<DepthStencilState> depth_stencil;
  std::optional<MultisampleState> multisample;
};
Bytes encode(const RenderPipelineDescriptor& d);

}  // namespace pngine::format
