// Reads the JSON descriptors. What WebGPU would refuse by type or spelling is an error here; what it would default is
// absent in the result. A member that is null counts as absent.
#define JSON_NOEXCEPTION 1
#include "format/json_descriptors.h"

#include <nlohmann/json.hpp>

#include "base/text.h"

namespace pngine::format {
namespace {

using Json = nlohmann::json;
constexpr size_t kMaxText = 1u << 20;
constexpr int kMaxDepth = 16;

/// Nesting of the text, counted before parsing so that no parser meets hostile depth.
bool tooDeep(std::string_view text) {
  int depth = 0;
  bool in_string = false;
  for (size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    if (in_string) {
      if (c == '\\')
        ++i;
      else if (c == '"')
        in_string = false;
    } else if (c == '"') {
      in_string = true;
    } else if (c == '{' || c == '[') {
      if (++depth > kMaxDepth) return true;
    } else if (c == '}' || c == ']') {
      --depth;
    }
  }
  return false;
}

/// Typed access to the members of one object; the first problem of a whole descriptor is kept.
class Reader {
 public:
  explicit Reader(std::string_view what) : what_(what) {}

  std::optional<Json> parse(ByteView bytes) {
    const std::string_view text = asText(bytes);
    if (text.empty()) return fail("is empty"), std::nullopt;
    if (text.size() > kMaxText) return fail("is larger than 1 MiB"), std::nullopt;
    if (tooDeep(text)) return fail("is nested more than 16 deep"), std::nullopt;
    Json json = Json::parse(text.begin(), text.end(), nullptr, false);
    if (json.is_discarded() || !json.is_object()) return fail("is not a JSON object"), std::nullopt;
    return json;
  }

  /// The member, or nullptr when it is absent or null.
  const Json* member(const Json& object, const char* key) {
    const auto it = object.find(key);
    return it == object.end() || it->is_null() ? nullptr : &*it;
  }
  const Json* object(const Json& parent, const char* key) {
    const Json* m = member(parent, key);
    if (m && !m->is_object()) return fail(cat("has a ", key, " that is not an object")), nullptr;
    return m;
  }
  /// The elements of an array member; an absent one has none.
  const Json& array(const Json& parent, const char* key) {
    static const Json empty = Json::array();
    const Json* m = member(parent, key);
    if (m && !m->is_array()) fail(cat("has a ", key, " that is not a list"));
    return m && m->is_array() ? *m : empty;
  }
  bool isObject(const Json& element, const char* key) {
    if (element.is_object()) return true;
    fail(cat("has an element of ", key, " that is not an object"));
    return false;
  }

  std::optional<double> number(const Json& object, const char* key) {
    const Json* m = member(object, key);
    if (!m) return {};
    if (m->is_number()) return m->get<double>();
    if (m->is_boolean()) return m->get<bool>() ? 1 : 0;
    return fail(cat("has a ", key, " that is not a number")), std::nullopt;
  }
  /// An integer in [0, max]; max at most 2^53.
  std::optional<uint64_t> integer(const Json& object, const char* key, uint64_t max) {
    const auto v = number(object, key);
    if (!v) return {};
    if (!(*v >= 0 && *v <= static_cast<double>(max))) return fail(cat("has a ", key, " out of range")), std::nullopt;
    return static_cast<uint64_t>(*v);
  }
  std::optional<uint32_t> u32(const Json& object, const char* key) {
    const auto v = integer(object, key, 0xFFFFFFFF);
    return v ? std::optional(static_cast<uint32_t>(*v)) : std::nullopt;
  }
  std::optional<uint16_t> id(const Json& object, const char* key) {
    const auto v = integer(object, key, 0xFFFF);
    return v ? std::optional(static_cast<uint16_t>(*v)) : std::nullopt;
  }
  std::optional<float> f32(const Json& object, const char* key) {
    const auto v = number(object, key);
    return v ? std::optional(static_cast<float>(*v)) : std::nullopt;
  }
  std::optional<int32_t> i32(const Json& object, const char* key) {
    const auto v = number(object, key);
    if (!v) return {};
    if (!(*v >= -2147483648.0 && *v <= 2147483647.0)) return fail(cat("has a ", key, " out of range")), std::nullopt;
    return static_cast<int32_t>(*v);
  }
  std::optional<bool> boolean(const Json& object, const char* key) {
    const Json* m = member(object, key);
    if (!m) return {};
    if (m->is_boolean()) return m->get<bool>();
    if (m->is_number()) return m->get<double>() != 0;
    return fail(cat("has a ", key, " that is neither true nor false")), std::nullopt;
  }
  std::optional<std::string> text(const Json& object, const char* key) {
    const Json* m = member(object, key);
    if (!m) return {};
    if (m->is_string()) return m->get<std::string>();
    return fail(cat("has a ", key, " that is not a text")), std::nullopt;
  }
  template <class E>
  std::optional<E> name(const Json& object, const char* key) {
    const auto spelled = text(object, key);
    if (!spelled) return {};
    const auto code = codeOf(idOf<E>(), *spelled);
    if (!code) return fail(cat("has the ", key, " \"", *spelled, "\", which WebGPU does not know")), std::nullopt;
    return static_cast<E>(*code);
  }

  void fail(std::string message) {
    if (!error_) error_ = Error{Error::Kind::bad_descriptor, cat(what_, " descriptor ", message)};
  }
  template <class T>
  Decoded<T> result(T value) const {
    if (error_) return std::unexpected(*error_);
    return value;
  }

 private:
  std::string_view what_;
  std::optional<Error> error_;
};

// ---- layouts ----

BufferLayout bufferLayout(Reader& in, const Json& j) {
  BufferLayout b;
  b.type = in.name<BufferBindingType>(j, "type").value_or(b.type);
  b.has_dynamic_offset = in.boolean(j, "hasDynamicOffset").value_or(false);
  b.min_binding_size = in.integer(j, "minBindingSize", uint64_t{1} << 53).value_or(0);
  return b;
}
TextureLayout textureLayout(Reader& in, const Json& j) {
  TextureLayout t;
  t.sample_type = in.name<TextureSampleType>(j, "sampleType").value_or(t.sample_type);
  t.view_dimension = in.name<ViewDimension>(j, "viewDimension").value_or(t.view_dimension);
  t.multisampled = in.boolean(j, "multisampled").value_or(false);
  return t;
}
StorageTextureLayout storageTextureLayout(Reader& in, const Json& j) {
  StorageTextureLayout s;
  s.access = in.name<StorageTextureAccess>(j, "access").value_or(s.access);
  const auto format = in.name<TextureFormat>(j, "format");
  if (!format) in.fail("has a storageTexture without format");
  s.format = format.value_or(s.format);
  s.view_dimension = in.name<ViewDimension>(j, "viewDimension").value_or(s.view_dimension);
  return s;
}

LayoutEntry layoutEntry(Reader& in, const Json& j) {
  LayoutEntry e;
  const auto binding = in.u32(j, "binding");
  if (!binding) in.fail("has an entry without binding");
  e.binding = binding.value_or(0);
  e.visibility = in.u32(j, "visibility").value_or(0);
  if (const Json* buffer = in.object(j, "buffer")) {
    e.resource = bufferLayout(in, *buffer);
  } else if (const Json* sampler = in.object(j, "sampler")) {
    const SamplerLayout plain;
    e.resource = SamplerLayout{in.name<SamplerBindingType>(*sampler, "type").value_or(plain.type)};
  } else if (const Json* texture = in.object(j, "texture")) {
    e.resource = textureLayout(in, *texture);
  } else if (const Json* storage = in.object(j, "storageTexture")) {
    e.resource = storageTextureLayout(in, *storage);
  } else {
    in.fail("has an entry without buffer, sampler, texture or storageTexture");
  }
  return e;
}

// ---- render pipeline ----

VertexBufferLayout vertexBuffer(Reader& in, const Json& j) {
  VertexBufferLayout b;
  if (j.is_null()) {
    b.hole = true;
    return b;
  }
  if (!in.isObject(j, "buffers")) return b;
  b.stride = in.integer(j, "arrayStride", uint64_t{1} << 53).value_or(0);
  b.step_mode = in.name<StepMode>(j, "stepMode");
  for (const Json& a : in.array(j, "attributes")) {
    if (!in.isObject(a, "attributes")) break;
    VertexAttribute attribute;
    attribute.location = in.u32(a, "shaderLocation").value_or(0);
    attribute.offset = in.integer(a, "offset", uint64_t{1} << 53).value_or(0);
    const auto format = in.name<VertexFormat>(a, "format");
    if (!format) in.fail("has a vertex attribute without format");
    attribute.format = format.value_or(VertexFormat::float32);
    b.attributes.push_back(attribute);
  }
  return b;
}

std::optional<BlendComponent> blendComponent(Reader& in, const Json& blend, const char* key) {
  const Json* j = in.object(blend, key);
  if (!j) return in.fail(cat("has a blend without ", key)), std::nullopt;
  BlendComponent c;
  c.src = in.name<BlendFactor>(*j, "srcFactor");
  c.dst = in.name<BlendFactor>(*j, "dstFactor");
  c.operation = in.name<BlendOperation>(*j, "operation");
  return c;
}

TextureFormat targetFormat(Reader& in, const Json& j, const char* key) {
  const auto spelled = in.text(j, key);
  if (!spelled || spelled->empty() || *spelled == "preferredCanvasFormat") {
    return TextureFormat::preferred_canvas_format;
  }
  return in.name<TextureFormat>(j, key).value_or(TextureFormat::preferred_canvas_format);
}

ColorTarget colorTarget(Reader& in, const Json& j) {
  ColorTarget t;
  t.hole = j.is_null();
  if (t.hole || !in.isObject(j, "targets")) return t;
  t.format = targetFormat(in, j, "format");
  if (const Json* blend = in.object(j, "blend")) {
    t.color = blendComponent(in, *blend, "color");
    t.alpha = blendComponent(in, *blend, "alpha");
  }
  t.write_mask = in.u32(j, "writeMask");
  return t;
}

std::string entryPoint(Reader& in, const Json& stage) {
  const auto entry = in.text(stage, "entryPoint");
  if (!entry || entry->empty()) in.fail("has a stage without entryPoint");
  return entry.value_or("");
}

FragmentState fragment(Reader& in, const Json& j, uint16_t vertex_shader) {
  FragmentState f;
  f.shader = in.id(j, "shader").value_or(vertex_shader);
  f.entry = entryPoint(in, j);
  if (in.member(j, "targets")) {
    for (const Json& t : in.array(j, "targets")) f.targets.push_back(colorTarget(in, t));
  } else {
    f.targets.emplace_back();
    f.targets.back().format = targetFormat(in, j, "targetFormat");
  }
  return f;
}

PrimitiveState primitive(Reader& in, const Json& j) {
  PrimitiveState p;
  p.topology = in.name<PrimitiveTopology>(j, "topology");
  p.strip_index_format = in.name<IndexFormat>(j, "stripIndexFormat");
  p.front_face = in.name<FrontFace>(j, "frontFace");
  p.cull_mode = in.name<CullMode>(j, "cullMode");
  p.unclipped_depth = in.boolean(j, "unclippedDepth");
  return p;
}

std::optional<StencilFaceState> stencilFace(Reader& in, const Json& parent, const char* key) {
  const Json* j = in.object(parent, key);
  if (!j) return {};
  StencilFaceState s;
  s.compare = in.name<CompareFunction>(*j, "compare");
  s.fail_op = in.name<StencilOperation>(*j, "failOp");
  s.depth_fail_op = in.name<StencilOperation>(*j, "depthFailOp");
  s.pass_op = in.name<StencilOperation>(*j, "passOp");
  return s;
}

DepthStencilState depthStencil(Reader& in, const Json& j) {
  DepthStencilState d;
  const auto format = in.name<TextureFormat>(j, "format");
  if (!format) in.fail("has a depthStencil without format");
  d.format = format.value_or(d.format);
  d.depth_write_enabled = in.boolean(j, "depthWriteEnabled");
  d.depth_compare = in.name<CompareFunction>(j, "depthCompare");
  d.depth_bias = in.i32(j, "depthBias");
  d.depth_bias_slope_scale = in.f32(j, "depthBiasSlopeScale");
  d.depth_bias_clamp = in.f32(j, "depthBiasClamp");
  d.stencil_read_mask = in.u32(j, "stencilReadMask");
  d.stencil_write_mask = in.u32(j, "stencilWriteMask");
  d.stencil_front = stencilFace(in, j, "stencilFront");
  d.stencil_back = stencilFace(in, j, "stencilBack");
  return d;
}

MultisampleState multisample(Reader& in, const Json& j) {
  MultisampleState m;
  m.count = in.u32(j, "count");
  m.mask = in.u32(j, "mask");
  m.alpha_to_coverage = in.boolean(j, "alphaToCoverageEnabled");
  return m;
}

}  // namespace

Decoded<BindGroupLayoutDescriptor> decodeBindGroupLayout(ByteView bytes) {
  Reader in("bind-group layout");
  BindGroupLayoutDescriptor d;
  if (const auto json = in.parse(bytes)) {
    for (const Json& entry : in.array(*json, "entries")) {
      if (in.isObject(entry, "entries")) d.entries.push_back(layoutEntry(in, entry));
    }
  }
  return in.result(std::move(d));
}

Decoded<PipelineLayoutDescriptor> decodePipelineLayout(ByteView bytes) {
  Reader in("pipeline layout");
  PipelineLayoutDescriptor d;
  if (const auto json = in.parse(bytes)) {
    for (const Json& id : in.array(*json, "bindGroupLayouts")) {
      const double value = id.is_number() ? id.get<double>() : 0xFFFF;
      d.layouts.push_back(value >= 0 && value < 0xFFFF ? static_cast<uint16_t>(value) : uint16_t{0xFFFF});
    }
  }
  return in.result(std::move(d));
}

Decoded<RenderPipelineDescriptor> decodeRenderPipeline(ByteView bytes) {
  Reader in("render pipeline");
  RenderPipelineDescriptor d;
  const auto json = in.parse(bytes);
  if (!json) return in.result(std::move(d));
  d.layout = in.id(*json, "layoutId");
  if (const Json* vertex = in.object(*json, "vertex")) {
    d.shader = in.id(*vertex, "shader").value_or(0);
    d.entry = entryPoint(in, *vertex);
    for (const Json& b : in.array(*vertex, "buffers")) d.buffers.push_back(vertexBuffer(in, b));
  } else {
    in.fail("has no vertex stage");
  }
  if (const Json* j = in.object(*json, "fragment")) d.fragment = fragment(in, *j, d.shader);
  if (const Json* j = in.object(*json, "primitive")) d.primitive = primitive(in, *j);
  if (const Json* j = in.object(*json, "depthStencil")) d.depth_stencil = depthStencil(in, *j);
  if (const Json* j = in.object(*json, "multisample")) d.multisample = multisample(in, *j);
  return in.result(std::move(d));
}

}  // namespace pngine::format
