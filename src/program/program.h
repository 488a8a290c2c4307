// The Program: what a document means. Every resource with its WebGPU descriptor, every pass, and the schedule, all
// values evaluated and all references resolved to indices. The rules, the encoder, `inspect` and the type declarations
// read it; nothing in it refers back to SJON except spans for messages.
#pragma once
#include <array>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "base/bytes.h"
#include "base/span.h"
#include "webgpu/enums.h"
#include "wgsl/wgsl.h"

namespace pngine::program {

using namespace webgpu;

/// Index into one of the vectors of Program.
using Index = uint32_t;
inline constexpr Index kNone = ~Index{0};

/// A value with the place where it was written. Not written (default): `span` is empty.
template <class T>
struct At {
  T value{};
  Span span{};
  bool written() const { return !span.empty(); }
  operator const T&() const { return value; }  // NOLINT: reads like the value it wraps
};

/// Where a resource comes from. For a resource made by sugar, `form` is the sugar form and `synthesized` is set.
struct Origin {
  std::string_view head;  ///< "buffer", "compute-pass", ...
  std::string name;
  Span form;          ///< the whole form
  Span name_span;     ///< the value of :name, or the head when there is none
  std::string sugar;  ///< of a synthesized resource: "pass `glow`", the form that the author wrote
  bool synthesized = false;
  bool poisoned = false;  ///< a rule already failed here: skip joins that would only repeat it
};

/// "buffer `steps`"; of a form without a name its head alone, of what sugar made the sugar: "pass `glow`".
std::string label(const Origin& origin);

// ---- resources ----

struct Define {
  Origin origin;
  double value = 0;
  bool used = false;
};

struct LimitRequest {
  Limit limit;
  At<uint64_t> value;
};

struct ConstantSetting {  ///< one (constant ...) of a stage
  At<std::string> name;
  At<double> value;
  Span form;
};

struct ShaderModule {
  Origin origin;
  std::string authored;         ///< the decoded :code string
  Span code_span;               ///< of the string token in the document
  uint32_t code_offset = 0;     ///< document offset of the first byte of the code (raw strings map byte for byte)
  bool code_is_raw = true;      ///< an escaped string maps line by line only
  uint32_t generated_head = 0;  ///< bytes of generated text in front of the author's (sugar), in `authored`
  std::string text;             ///< after math constants and specialisation: what is checked
  std::string shipped;          ///< what the payload carries (text, or its minified form)
  wgsl::ModulePtr module;       ///< parse of `shipped`; null when it does not parse
  const wgsl::Reflection* reflection = nullptr;  ///< of `module`, or null
  std::vector<wgsl::Message> messages;           ///< why it did not parse
};

/// Bytes that a data form, a shape or a file gives.
struct Data {
  Origin origin;
  enum class Source : uint8_t { float32, shape, file, wasm } source = Source::float32;
  Bytes bytes;    ///< floats or vertices; for `file`: [mime length][mime][file]
  Bytes indices;  ///< indexed shapes
  IndexFormat index_format = IndexFormat::uint16;
  uint32_t vertex_stride = 0;          ///< shapes: bytes of one vertex
  std::vector<ShapeAttribute> layout;  ///< shapes
  std::string shape;                   ///< head of the generator
  std::string mime;                    ///< file
  Bytes wasm;                          ///< wasm-data: the module
  std::string function;                ///< wasm-data
  uint32_t returned_bytes = 0;         ///< wasm-data
};

struct ImageBitmap {
  Origin origin;
  Index data = kNone;
};

struct WasmArg {
  enum class Kind : uint8_t { f32, u32, input } kind = Kind::f32;
  double number = 0;
  WasmArgument input = WasmArgument::canvas_width;
};
struct WasmCall {
  Origin origin;
  std::string file;  ///< path as written; equal paths share a module
  Bytes wasm;
  At<std::string> function;
  At<std::string> returns;
  uint32_t returned_bytes = 0;
  std::vector<WasmArg> args;
};

struct Buffer {
  Origin origin;
  At<uint32_t> size;             ///< resolved, from :size, :data, :index-of or :file
  At<uint32_t> usage;            ///< as authored
  uint32_t wire_usage = 0;       ///< with copy-dst added for initial contents
  At<Index> data{kNone};         ///< :data
  At<Index> index_of{kNone};     ///< :index-of
  At<std::string> file;          ///< :file, a data wasm
  Bytes file_bytes;              ///< what the data wasm holds, or empty when it must be run at load
  Bytes file_module;             ///< data wasm with `gen`
  At<IndexFormat> index_format;  ///< authored
  std::optional<IndexFormat> effective_index_format;
  At<uint32_t> pool{1};
  bool has(BufferUsage u) const { return (wire_usage & static_cast<uint32_t>(u)) != 0; }
};

struct Texture {
  Origin origin;
  enum class Sizing : uint8_t { extent, canvas, image } sizing = Sizing::extent;
  Span size_span;
  std::array<uint32_t, 3> extent = {1, 1, 1};  ///< width, height, depth or layers
  uint32_t extent_count = 0;                   ///< elements written
  Index image = kNone;
  At<TextureFormat> format;
  At<uint32_t> usage;
  At<TextureDimension> dimension{TextureDimension::d2};
  At<uint32_t> mip_levels{1};
  At<uint32_t> samples{1};
  At<uint32_t> pool{1};
  bool has(TextureUsage u) const { return (usage.value & static_cast<uint32_t>(u)) != 0; }
};

struct TextureView {
  Origin origin;
  At<Index> texture{kNone};
  std::optional<At<ViewDimension>> dimension;
  std::optional<At<TextureAspect>> aspect;
  std::optional<At<uint32_t>> base_mip, mip_count, base_layer, layer_count;
  std::optional<At<TextureFormat>> format;
};

struct Sampler {
  Origin origin;
  At<FilterMode> mag{FilterMode::nearest}, min{FilterMode::nearest};
  std::optional<At<FilterMode>> mipmap;
  At<AddressMode> address_u{AddressMode::clamp_to_edge}, address_v{AddressMode::clamp_to_edge};
  std::optional<At<AddressMode>> address_w;
  Span address_mode;  ///< :address-mode as written
  std::optional<At<float>> lod_min, lod_max;
  std::optional<At<uint32_t>> anisotropy;
  std::optional<At<CompareFunction>> compare;
};

struct QuerySet {
  Origin origin;
  At<QueryType> type;
  At<uint32_t> count;
};

struct LayoutEntry {
  Span form;
  At<uint32_t> binding;
  At<uint32_t> visibility;
  struct BufferLayout {
    At<BufferBindingType> type{BufferBindingType::uniform};
  };
  struct SamplerLayout {
    At<SamplerBindingType> type{SamplerBindingType::filtering};
  };
  struct TextureLayout {
    At<TextureSampleType> sample_type{TextureSampleType::float_};
    At<ViewDimension> view_dimension{ViewDimension::d2};
    At<bool> multisampled{false};
  };
  struct StorageTextureLayout {
    At<TextureFormat> format;
    At<StorageTextureAccess> access{StorageTextureAccess::write_only};
    At<ViewDimension> view_dimension{ViewDimension::d2};
  };
  std::variant<BufferLayout, SamplerLayout, TextureLayout, StorageTextureLayout> resource;
  Span resource_span;
};
struct BindGroupLayout {
  Origin origin;
  std::vector<LayoutEntry> entries;
};

struct PipelineLayout {
  Origin origin;
  std::vector<At<Index>> groups;  ///< bind-group layouts; position = group number
};

/// One programmable stage of a pipeline.
struct StageInfo {
  Span form;
  At<Index> module{kNone};
  At<std::string> entry;  ///< resolved; span empty when inferred
  std::vector<ConstantSetting> constants;
};

struct VertexAttribute {
  Span form;
  At<uint32_t> location;
  At<uint32_t> offset;
  At<VertexFormat> format;
};
struct VertexBufferLayout {
  Span form;
  At<uint32_t> stride;
  std::optional<At<StepMode>> step_mode;
  std::vector<VertexAttribute> attributes;
};
struct BlendComponent {
  std::optional<At<BlendFactor>> src, dst;
  std::optional<At<BlendOperation>> operation;
  Span form;
};
struct Blend {
  BlendComponent color, alpha;
  Span form;
};
struct Target {
  Span form;
  At<TextureFormat> format;
  std::optional<At<uint32_t>> write_mask;
  std::optional<Blend> blend;
};
struct Primitive {
  Span form;
  std::optional<At<PrimitiveTopology>> topology;
  std::optional<At<CullMode>> cull_mode;
  std::optional<At<FrontFace>> front_face;
  std::optional<At<bool>> unclipped_depth;
  std::optional<At<IndexFormat>> strip_index_format;
};
struct StencilFace {
  Span form;
  std::optional<At<CompareFunction>> compare;
  std::optional<At<StencilOperation>> fail_op, depth_fail_op, pass_op;
};
struct DepthStencil {
  Span form;
  At<TextureFormat> format;
  std::optional<At<bool>> depth_write_enabled;
  std::optional<At<CompareFunction>> depth_compare;
  std::optional<At<int32_t>> depth_bias;
  std::optional<At<float>> depth_bias_slope_scale, depth_bias_clamp;
  std::optional<At<uint32_t>> stencil_read_mask, stencil_write_mask;
  std::optional<StencilFace> front, back;
};
struct Multisample {
  Span form;
  std::optional<At<uint32_t>> count, mask;
  std::optional<At<bool>> alpha_to_coverage;
};

/// Render and compute pipelines share one id space, so they share one vector (render pipelines first).
struct Pipeline {
  Origin origin;
  bool compute = false;
  At<Index> layout{kNone};  ///< pipeline layout, or kNone for `auto`
  StageInfo stage;          ///< vertex, or compute
  std::optional<StageInfo> fragment;
  std::vector<VertexBufferLayout> vertex_buffers;
  std::vector<Target> targets;
  std::optional<Primitive> primitive;
  std::optional<DepthStencil> depth_stencil;
  std::optional<Multisample> multisample;
};

struct BindEntry {
  Span form;
  At<uint32_t> binding;
  enum class Kind : uint8_t { buffer, texture, sampler, view } kind = Kind::buffer;
  At<Index> resource{kNone};
  At<uint32_t> offset, size;  ///< buffers; size 0 = rest
  std::optional<At<uint32_t>> ping_pong;
};
struct BindGroup {
  Origin origin;
  bool explicit_layout = false;
  At<Index> layout{kNone};  ///< pipeline, or bind-group layout when `explicit_layout`
  At<uint32_t> group;       ///< as authored
  At<uint32_t> pool{1};
  std::vector<BindEntry> entries;
};

// ---- work ----

/// Draws and dispatches with the place they were written.
struct Draw {
  enum class Kind : uint8_t { draw, draw_indexed, draw_indirect, draw_indexed_indirect } kind = Kind::draw;
  Span form;
  At<uint32_t> count, instances{1}, first, base_vertex, first_instance;  ///< direct
  At<Index> buffer{kNone};                                               ///< indirect
  At<uint32_t> offset;
  bool indexed() const { return kind == Kind::draw_indexed || kind == Kind::draw_indexed_indirect; }
  bool indirect() const { return kind == Kind::draw_indirect || kind == Kind::draw_indexed_indirect; }
};
struct OcclusionQuery {
  Span form;
  At<uint32_t> index;
  std::vector<Draw> draws;
};
using RenderCommand = std::variant<Draw, OcclusionQuery>;

struct Dispatch {
  Span form;
  bool indirect = false;
  std::array<At<uint32_t>, 3> workgroups = {At<uint32_t>{1}, At<uint32_t>{1}, At<uint32_t>{1}};
  /// Sugar: grid that follows the canvas: ceil(width / x), ceil(height / y), 1; `workgroups` is then unused.
  std::optional<std::array<uint32_t, 2>> canvas_grid;
  At<Index> buffer{kNone};
  At<uint32_t> offset;
};

/// An attachment names a texture or the canvas.
struct AttachmentView {
  bool canvas = false;
  Index texture = kNone;
  Span span;
};
struct ColorAttachment {
  Span form;
  AttachmentView view;
  std::optional<AttachmentView> resolve;
  At<LoadOp> load;
  At<StoreOp> store;
  std::optional<At<std::array<float, 4>>> clear;
};
struct DepthStencilAttachment {
  Span form;
  At<Index> view{kNone};
  std::optional<At<LoadOp>> depth_load, stencil_load;
  std::optional<At<StoreOp>> depth_store, stencil_store;
  std::optional<At<float>> depth_clear;
  std::optional<At<uint32_t>> stencil_clear;
};
struct TimestampWrites {
  Span form;
  At<Index> set{kNone};
  At<uint32_t> begin, end{1};
};

/// A list of slots with pool offsets, and where in the form it stands (which is the order of emission).
struct SlotList {
  std::vector<At<Index>> items;
  std::vector<At<uint32_t>> offsets;  ///< as authored, may be shorter or longer than items
  Span span;                          ///< the list's value; empty when absent
};

struct Pass {
  Origin origin;
  bool compute = false;
  At<Index> pipeline{kNone};
  SlotList bind_groups;
  // render
  SlotList vertex_buffers;
  At<Index> index_buffer{kNone};
  std::vector<ColorAttachment> colors;
  std::optional<DepthStencilAttachment> depth_stencil;
  std::optional<TimestampWrites> timestamps;
  At<Index> occlusion_set{kNone};
  std::optional<At<uint32_t>> stencil_reference;
  std::optional<At<std::array<float, 4>>> blend_constant;
  struct Viewport {
    std::array<uint32_t, 4> rect{};
    float min_depth = 0, max_depth = 1;
  };
  std::optional<At<Viewport>> viewport;
  std::optional<At<std::array<uint32_t, 4>>> scissor;
  std::vector<At<Index>> bundles;
  std::vector<RenderCommand> draws;
  // compute
  std::vector<Dispatch> dispatches;
};

struct Bundle {
  Origin origin;
  At<Index> pipeline{kNone};
  std::vector<At<TextureFormat>> color_formats;
  std::optional<At<TextureFormat>> depth_stencil_format;
  At<uint32_t> samples{1};
  std::vector<At<Index>> vertex_buffers, bind_groups;
  At<Index> index_buffer{kNone};
  Draw draw;
};

struct WriteBuffer {
  At<Index> buffer{kNone};
  At<uint32_t> offset;
  enum class Source : uint8_t { builtin, data, wasm_call } source = Source::builtin;
  BuiltinInput builtin = BuiltinInput::pngine_inputs;
  Index index = kNone;  ///< data or wasm call
  Span source_span;
};
struct CopyBuffer {
  At<Index> source{kNone}, destination{kNone};
  At<uint32_t> source_offset, destination_offset, size;
};
struct CopyTexture {
  AttachmentView source, destination;
};
struct CopyImage {
  At<Index> image{kNone}, texture{kNone};
  At<uint32_t> mip;
  std::array<uint32_t, 3> origin{};
  Span origin_span;
};
struct ResolveQuery {
  At<Index> set{kNone}, destination{kNone};
  At<uint32_t> first, count, offset;
};
struct QueueAction {
  Span form;
  std::variant<WriteBuffer, CopyBuffer, CopyTexture, CopyImage, ResolveQuery> action;
};
struct Queue {
  Origin origin;
  std::vector<QueueAction> actions;
};

struct Step {
  bool queue = false;  ///< index into queues, else into passes
  Index index = kNone;
  Span span;
};
struct Frame {
  Origin origin;
  std::vector<Step> init, before, perform;
};

/// Attachments of a pass, and so targets of a pipeline: no limit of a device raises it.
inline constexpr size_t kMaxColorAttachments = 8;

// ---- the whole ----

struct Program {
  std::vector<Define> defines;
  std::vector<LimitRequest> limits;
  std::optional<Origin> limits_form, canvas_form;
  CanvasAlphaMode alpha_mode = CanvasAlphaMode::opaque;

  // Kind by kind in order of creation; inside a kind authored forms in document order, then those of sugar.
  std::vector<Data> data;
  std::vector<ImageBitmap> images;
  std::vector<WasmCall> wasm_calls;
  std::vector<ShaderModule> modules;
  std::vector<Buffer> buffers;
  std::vector<Texture> textures;
  std::vector<Sampler> samplers;
  std::vector<TextureView> views;
  std::vector<QuerySet> query_sets;
  std::vector<BindGroupLayout> bind_group_layouts;
  std::vector<PipelineLayout> pipeline_layouts;
  std::vector<Pipeline> pipelines;
  std::vector<BindGroup> bind_groups;
  std::vector<Bundle> bundles;
  std::vector<Pass> passes;
  std::vector<Queue> queues;
  std::vector<Frame> frames;

  /// Effective limit: the requested value or WebGPU's default.
  uint64_t limit(Limit which) const {
    for (const LimitRequest& r : limits) {
      if (r.limit == which) return r.value.value;
    }
    return limitInfo(which).fallback;
  }
};

}  // namespace pngine::program
