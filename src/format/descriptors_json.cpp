// Encoders of the JSON descriptors: the shortest text that means the same, since after the shaders these are the
// largest part of a file. A key whose value is WebGPU's (or the host boundary's) default is left out.
#include <cmath>

#include "base/text.h"
#include "format/descriptors.h"

namespace pngine::format {
namespace {

/// Shortest decimal that reads back as the same float: fewer digits than the double of the same value would need.
std::string shortest(float value) {
  double scale = 1;
  for (int digits = 0; digits <= 9; ++digits, scale *= 10) {
    const double candidate = std::round(static_cast<double>(value) * scale) / scale;
    if (static_cast<float>(candidate) == value) return toText(candidate);
  }
  return toText(static_cast<double>(value));
}

/// Writes JSON without spaces. Keys and enumeration names need no escapes; entry points get them.
class JsonWriter {
 public:
  void open(char bracket) { separate(), out_ += bracket, fresh_ = true; }
  void close(char bracket) { out_ += bracket, fresh_ = false; }
  void key(std::string_view name) {
    separate();
    out_ += cat('"', name, "\":");
    fresh_ = true;
  }
  void raw(std::string_view value) { separate(), out_ += value; }
  void text(std::string_view value) {
    separate();
    out_ += '"';
    for (const char c : value) {
      if (c == '"' || c == '\\') out_ += '\\';
      if (static_cast<unsigned char>(c) >= 0x20) out_ += c;
    }
    out_ += '"';
  }

  void member(std::string_view name, uint64_t v) { key(name), raw(toText(v)); }
  void member(std::string_view name, uint32_t v) { member(name, uint64_t{v}); }
  void member(std::string_view name, uint16_t v) { member(name, uint64_t{v}); }
  void member(std::string_view name, int32_t v) { key(name), raw(toText(int64_t{v})); }
  void member(std::string_view name, float v) { key(name), raw(shortest(v)); }
  void member(std::string_view name, bool v) { key(name), raw(v ? "true" : "false"); }
  void member(std::string_view name, std::string_view v) { key(name), text(v); }
  template <class E>
    requires std::is_enum_v<E>
  void member(std::string_view name, E v) {
    key(name), text(webgpu::name(v));
  }
  template <class T>
  void member(std::string_view name, const std::optional<T>& v) {
    if (v) member(name, *v);
  }
  /// Only when it differs from what absence means.
  template <class T>
  void unless(T fallback, std::string_view name, T v) {
    if (v != fallback) member(name, v);
  }

  Bytes finish() const {
    const ByteView bytes = asBytes(out_);
    return {bytes.begin(), bytes.end()};
  }

 private:
  void separate() {
    if (!fresh_) out_ += ',';
    fresh_ = false;
  }
  std::string out_;
  bool fresh_ = true;
};

void write(JsonWriter& out, const BufferLayout& b) {
  out.key("buffer"), out.open('{');
  out.unless(BufferBindingType::uniform, "type", b.type);
  out.unless(false, "hasDynamicOffset", b.has_dynamic_offset);
  out.unless(uint64_t{0}, "minBindingSize", b.min_binding_size);
  out.close('}');
}
void write(JsonWriter& out, const SamplerLayout& s) {
  out.key("sampler"), out.open('{');
  out.unless(SamplerBindingType::filtering, "type", s.type);
  out.close('}');
}
void write(JsonWriter& out, const TextureLayout& t) {
  out.key("texture"), out.open('{');
  out.unless(TextureSampleType::float_, "sampleType", t.sample_type);
  out.unless(ViewDimension::d2, "viewDimension", t.view_dimension);
  out.unless(false, "multisampled", t.multisampled);
  out.close('}');
}
void write(JsonWriter& out, const StorageTextureLayout& s) {
  out.key("storageTexture"), out.open('{');
  out.unless(StorageTextureAccess::write_only, "access", s.access);
  out.member("format", s.format);
  out.unless(ViewDimension::d2, "viewDimension", s.view_dimension);
  out.close('}');
}

void writeBuffers(JsonWriter& out, const std::vector<VertexBufferLayout>& buffers) {
  if (buffers.empty()) return;
  out.key("buffers"), out.open('[');
  for (const VertexBufferLayout& b : buffers) {
    if (b.hole) {
      out.raw("null");
      continue;
    }
    out.open('{');
    out.member("arrayStride", b.stride);
    out.member("stepMode", b.step_mode);
    out.key("attributes"), out.open('[');
    for (const VertexAttribute& a : b.attributes) {
      out.open('{');
      out.member("shaderLocation", a.location);
      out.member("offset", a.offset);
      out.member("format", a.format);
      out.close('}');
    }
    out.close(']');
    out.close('}');
  }
  out.close(']');
}

void writeComponent(JsonWriter& out, std::string_view name, const std::optional<BlendComponent>& c) {
  out.key(name), out.open('{');
  if (c) {
    out.member("srcFactor", c->src);
    out.member("dstFactor", c->dst);
    out.member("operation", c->operation);
  }
  out.close('}');
}

void writeTarget(JsonWriter& out, const ColorTarget& t) {
  out.open('{');
  if (t.format != TextureFormat::preferred_canvas_format) out.member("format", t.format);
  if (t.color || t.alpha) {
    out.key("blend"), out.open('{');
    writeComponent(out, "color", t.color);
    writeComponent(out, "alpha", t.alpha);
    out.close('}');
  }
  out.member("writeMask", t.write_mask);
  out.close('}');
}

void writeFragment(JsonWriter& out, const FragmentState& f, uint16_t vertex_shader) {
  out.key("fragment"), out.open('{');
  out.unless(vertex_shader, "shader", f.shader);
  out.member("entryPoint", f.entry);
  out.key("targets"), out.open('[');
  for (const ColorTarget& t : f.targets) writeTarget(out, t);
  out.close(']');
  out.close('}');
}

void writePrimitive(JsonWriter& out, const PrimitiveState& p) {
  out.key("primitive"), out.open('{');
  out.member("topology", p.topology);
  out.member("stripIndexFormat", p.strip_index_format);
  out.member("frontFace", p.front_face);
  out.member("cullMode", p.cull_mode);
  out.member("unclippedDepth", p.unclipped_depth);
  out.close('}');
}

void writeStencilFace(JsonWriter& out, std::string_view name, const std::optional<StencilFaceState>& s) {
  if (!s) return;
  out.key(name), out.open('{');
  out.member("compare", s->compare);
  out.member("failOp", s->fail_op);
  out.member("depthFailOp", s->depth_fail_op);
  out.member("passOp", s->pass_op);
  out.close('}');
}

void writeDepthStencil(JsonWriter& out, const DepthStencilState& d) {
  out.key("depthStencil"), out.open('{');
  out.member("format", d.format);
  out.member("depthWriteEnabled", d.depth_write_enabled);
  out.member("depthCompare", d.depth_compare);
  out.member("depthBias", d.depth_bias);
  out.member("depthBiasSlopeScale", d.depth_bias_slope_scale);
  out.member("depthBiasClamp", d.depth_bias_clamp);
  out.member("stencilReadMask", d.stencil_read_mask);
  out.member("stencilWriteMask", d.stencil_write_mask);
  writeStencilFace(out, "stencilFront", d.stencil_front);
  writeStencilFace(out, "stencilBack", d.stencil_back);
  out.close('}');
}

void writeMultisample(JsonWriter& out, const MultisampleState& m) {
  out.key("multisample"), out.open('{');
  out.member("count", m.count);
  out.member("mask", m.mask);
  out.member("alphaToCoverageEnabled", m.alpha_to_coverage);
  out.close('}');
}

}  // namespace

Bytes encode(const BindGroupLayoutDescriptor& d) {
  JsonWriter out;
  out.open('{'), out.key("entries"), out.open('[');
  for (const LayoutEntry& e : d.entries) {
    out.open('{');
    out.member("binding", e.binding);
    out.member("visibility", e.visibility);
    std::visit([&](const auto& resource) { write(out, resource); }, e.resource);
    out.close('}');
  }
  out.close(']'), out.close('}');
  return out.finish();
}

Bytes encode(const PipelineLayoutDescriptor& d) {
  JsonWriter out;
  out.open('{'), out.key("bindGroupLayouts"), out.open('[');
  for (uint16_t id : d.layouts) out.raw(toText(uint64_t{id}));
  out.close(']'), out.close('}');
  return out.finish();
}

Bytes encode(const RenderPipelineDescriptor& d) {
  JsonWriter out;
  out.open('{');
  out.member("layoutId", d.layout);
  out.key("vertex"), out.open('{');
  out.unless(uint16_t{0}, "shader", d.shader);
  out.member("entryPoint", d.entry);
  writeBuffers(out, d.buffers);
  out.close('}');
  if (d.fragment) writeFragment(out, *d.fragment, d.shader);
  if (d.primitive) writePrimitive(out, *d.primitive);
  if (d.depth_stencil) writeDepthStencil(out, *d.depth_stencil);
  if (d.multisample) writeMultisample(out, *d.multisample);
  out.close('}');
  return out.finish();
}

}  // namespace pngine::format
