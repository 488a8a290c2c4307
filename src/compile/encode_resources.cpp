// Creation commands, kind by kind: everything that exists before the first frame, with initial contents.
#include "compile/encoder.h"
#include "format/descriptors.h"

namespace pngine::compile {
namespace {

namespace cmd = format::command;
using format::CommandWriter;
using program::kNone;
using program::Program;

/// Blob of a descriptor, and a Desc of its length whose address is filled in later.
template <class Command>
uint32_t create(Encoder& e, Command command, format::wire::Desc Command::* where, Bytes bytes) {
  const uint32_t blob = e.blob(std::move(bytes));
  (command.*where).len = e.blobSize(blob);
  CommandWriter(e.out.load).put(command).data(blob);
  return blob;
}

uint16_t wasmModule(Encoder& e, const Bytes& bytes) {
  const uint32_t blob = e.blob(bytes);
  const auto [at, fresh] = e.wasm_modules.try_emplace(blob, id16(e.wasm_modules.size()));
  if (fresh) {
    CommandWriter(e.out.load).put(cmd::InitWasmModule{.id = at->second, .module = {0, e.blobSize(blob)}}).data(blob);
  }
  return at->second;
}

void images(Encoder& e) {
  for (size_t i = 0; i < e.program.images.size(); ++i) {
    const program::ImageBitmap& image = e.program.images[i];
    Bytes bytes = image.data == kNone ? Bytes{} : e.program.data[image.data].bytes;
    e.made(image.origin, 0, create(e, cmd::CreateImage{.id = id16(i)}, &cmd::CreateImage::desc, std::move(bytes)));
  }
}

void shaders(Encoder& e) {
  for (size_t i = 0; i < e.program.modules.size(); ++i) {
    const ByteView text = asBytes(e.program.modules[i].shipped);
    e.made(e.program.modules[i].origin, 0,
           create(e, cmd::CreateShader{.id = id16(i)}, &cmd::CreateShader::code, Bytes(text.begin(), text.end())));
    e.out.shader_blobs.push_back(e.out.load.fixups.back().blob);
  }
}

/// Calls a function of a module once and copies what it returns into every instance of the buffer.
void fillFromWasm(Encoder& e, const program::Buffer& buffer, uint16_t id, const Bytes& wasm, std::string_view function,
                  uint32_t size) {
  const uint16_t module = wasmModule(e, wasm);
  const uint16_t call = id16(e.next_call++);
  CommandWriter w(e.out.load);
  cmd::CallWasm invoke{.call = call, .module = module, .name = {0, static_cast<uint32_t>(function.size())}};
  invoke.args.count = 1;  // one byte: no arguments
  invoke.args.bytes[0] = 0;
  w.put(invoke).string(e.string(function));
  for (uint32_t k = 0; k < buffer.pool.value; ++k) {
    w.put(cmd::WriteBufferFromWasm{.buffer = id16(id + k), .offset = 0, .call = call, .size = size});
  }
}

void initialContents(Encoder& e, const program::Buffer& buffer, uint16_t id) {
  const program::Data* data = buffer.data.value == kNone ? nullptr : &e.program.data[buffer.data.value];
  const program::Data* indexed = buffer.index_of.value == kNone ? nullptr : &e.program.data[buffer.index_of.value];
  const Bytes* bytes = nullptr;
  if (buffer.file.written()) {
    if (!buffer.file_module.empty()) {
      return fillFromWasm(e, buffer, id, buffer.file_module, "pngine_data", buffer.size.value);
    }
    bytes = &buffer.file_bytes;
  } else if (indexed != nullptr && !indexed->indices.empty()) {
    bytes = &indexed->indices;
  } else if (data != nullptr && data->source == program::Data::Source::wasm) {
    return fillFromWasm(e, buffer, id, data->wasm, data->function, data->returned_bytes);
  } else if (data != nullptr) {
    bytes = &data->bytes;
  }
  if (bytes == nullptr || bytes->empty()) return;
  const uint32_t blob = e.blob(*bytes);
  for (uint32_t k = 0; k < buffer.pool.value; ++k) {
    CommandWriter(e.out.load)
        .put(cmd::WriteBuffer{.id = id16(id + k), .offset = 0, .data = {0, e.blobSize(blob)}})
        .data(blob);
  }
}

void bufferForms(Encoder& e) {
  for (size_t i = 0; i < e.program.buffers.size(); ++i) {
    const program::Buffer& b = e.program.buffers[i];
    for (uint32_t k = 0; k < b.pool.value; ++k) {
      CommandWriter(e.out.load)
          .put(cmd::CreateBuffer{.id = id16(e.buffers[i] + k), .size = b.size.value, .usage = id16(b.wire_usage)});
    }
    initialContents(e, b, e.buffers[i]);
  }
}

format::TextureDescriptor describe(const program::Texture& t) {
  format::TextureDescriptor d;
  switch (t.sizing) {
    case program::Texture::Sizing::extent:
      d.width = t.extent[0];
      d.height = t.extent[1];
      if (t.extent[2] > 1) d.layers = t.extent[2];
      break;
    case program::Texture::Sizing::image:
      d.image = id16(t.image);
      break;
    case program::Texture::Sizing::canvas:
      break;
  }
  if (t.dimension.value != webgpu::TextureDimension::d2) d.dimension = t.dimension.value;
  if (t.mip_levels.value > 1) d.mip_levels = t.mip_levels.value;
  if (t.samples.value > 1) d.samples = t.samples.value;
  d.format = t.format.value;
  d.usage = t.usage.value;
  return d;
}

template <class T>
std::optional<T> plain(const std::optional<program::At<T>>& v) {
  return v ? std::optional<T>(v->value) : std::nullopt;
}

void texturesAndSamplers(Encoder& e) {
  for (size_t i = 0; i < e.program.textures.size(); ++i) {
    const program::Texture& t = e.program.textures[i];
    for (uint32_t k = 0; k < t.pool.value; ++k) {
      create(e, cmd::CreateTexture{.id = id16(e.textures[i] + k)}, &cmd::CreateTexture::desc,
             format::encode(describe(t)));
    }
  }
  for (size_t i = 0; i < e.program.samplers.size(); ++i) {
    const program::Sampler& s = e.program.samplers[i];
    format::SamplerDescriptor d;
    d.address_u = s.address_u.value;
    d.address_v = s.address_v.value;
    d.address_w = plain(s.address_w);
    d.mag = s.mag.value;
    d.min = s.min.value;
    d.mipmap = plain(s.mipmap);
    d.lod_min = plain(s.lod_min);
    d.lod_max = plain(s.lod_max);
    d.compare = plain(s.compare);
    if (s.anisotropy) d.anisotropy = id16(s.anisotropy->value);
    e.made(s.origin, 0, create(e, cmd::CreateSampler{.id = id16(i)}, &cmd::CreateSampler::desc, format::encode(d)));
  }
}

void viewsAndQueries(Encoder& e) {
  for (size_t i = 0; i < e.program.views.size(); ++i) {
    const program::TextureView& v = e.program.views[i];
    format::TextureViewDescriptor d;
    d.format = plain(v.format);
    d.dimension = plain(v.dimension);
    d.aspect = plain(v.aspect);
    d.base_mip = plain(v.base_mip);
    d.mip_count = plain(v.mip_count);
    d.base_layer = plain(v.base_layer);
    d.layer_count = plain(v.layer_count);
    const uint16_t texture = e.textures[v.texture.value];
    e.made(v.origin, texture,
           create(e, cmd::CreateTextureView{.id = id16(i), .texture = texture}, &cmd::CreateTextureView::desc,
                  format::encode(d)));
  }
  for (size_t i = 0; i < e.program.query_sets.size(); ++i) {
    const program::QuerySet& q = e.program.query_sets[i];
    create(e, cmd::CreateQuerySet{.id = id16(i)}, &cmd::CreateQuerySet::desc,
           format::encode(format::QuerySetDescriptor{q.type.value, id16(q.count.value)}));
  }
}

format::LayoutEntry describe(const program::LayoutEntry& entry) {
  format::LayoutEntry out{.binding = entry.binding.value, .visibility = entry.visibility.value, .resource = {}};
  if (const auto* b = std::get_if<program::LayoutEntry::BufferLayout>(&entry.resource)) {
    out.resource = format::BufferLayout{.type = b->type.value};
  } else if (const auto* s = std::get_if<program::LayoutEntry::SamplerLayout>(&entry.resource)) {
    out.resource = format::SamplerLayout{s->type.value};
  } else if (const auto* t = std::get_if<program::LayoutEntry::TextureLayout>(&entry.resource)) {
    out.resource = format::TextureLayout{t->sample_type.value, t->view_dimension.value, t->multisampled.value};
  } else if (const auto* st = std::get_if<program::LayoutEntry::StorageTextureLayout>(&entry.resource)) {
    out.resource = format::StorageTextureLayout{st->access.value, st->format.value, st->view_dimension.value};
  }
  return out;
}

void layouts(Encoder& e) {
  for (size_t i = 0; i < e.program.bind_group_layouts.size(); ++i) {
    format::BindGroupLayoutDescriptor d;
    for (const program::LayoutEntry& entry : e.program.bind_group_layouts[i].entries)
      d.entries.push_back(describe(entry));
    e.made(e.program.bind_group_layouts[i].origin, 0,
           create(e, cmd::CreateBindGroupLayout{.id = id16(i)}, &cmd::CreateBindGroupLayout::desc, format::encode(d)));
  }
  for (size_t i = 0; i < e.program.pipeline_layouts.size(); ++i) {
    format::PipelineLayoutDescriptor d;
    for (const program::At<program::Index>& group : e.program.pipeline_layouts[i].groups)
      d.layouts.push_back(id16(group.value));
    e.made(e.program.pipeline_layouts[i].origin, 0,
           create(e, cmd::CreatePipelineLayout{.id = id16(i)}, &cmd::CreatePipelineLayout::desc, format::encode(d)));
  }
}

format::ColorTarget describe(const program::Target& t) {
  format::ColorTarget out;
  out.format = t.format.value;
  out.write_mask = plain(t.write_mask);
  if (t.blend) {
    out.color =
        format::BlendComponent{plain(t.blend->color.src), plain(t.blend->color.dst), plain(t.blend->color.operation)};
    out.alpha =
        format::BlendComponent{plain(t.blend->alpha.src), plain(t.blend->alpha.dst), plain(t.blend->alpha.operation)};
  }
  return out;
}

std::optional<format::StencilFaceState> describe(const std::optional<program::StencilFace>& f) {
  if (!f) return std::nullopt;
  return format::StencilFaceState{plain(f->compare), plain(f->fail_op), plain(f->depth_fail_op), plain(f->pass_op)};
}

std::optional<uint16_t> layoutOf(const program::Pipeline& p) {
  return p.layout.value == kNone ? std::nullopt : std::optional<uint16_t>(id16(p.layout.value));
}

format::RenderPipelineDescriptor describe(const program::Pipeline& p) {
  format::RenderPipelineDescriptor d;
  d.layout = layoutOf(p);
  d.shader = id16(p.stage.module.value);
  d.entry = p.stage.entry.value;
  for (const program::VertexBufferLayout& b : p.vertex_buffers) {
    format::VertexBufferLayout layout{.stride = b.stride.value, .step_mode = plain(b.step_mode), .attributes = {}};
    for (const program::VertexAttribute& a : b.attributes) {
      layout.attributes.push_back({a.location.value, a.offset.value, a.format.value});
    }
    d.buffers.push_back(std::move(layout));
  }
  if (p.fragment) {
    d.fragment = format::FragmentState{id16(p.fragment->module.value), p.fragment->entry.value, {}};
    for (const program::Target& t : p.targets) d.fragment->targets.push_back(describe(t));
  }
  if (p.primitive) {
    d.primitive = format::PrimitiveState{plain(p.primitive->topology), plain(p.primitive->strip_index_format),
                                         plain(p.primitive->front_face), plain(p.primitive->cull_mode),
                                         plain(p.primitive->unclipped_depth)};
  }
  if (const auto& s = p.depth_stencil) {
    d.depth_stencil = format::DepthStencilState{s->format.value,
                                                plain(s->depth_write_enabled),
                                                plain(s->depth_compare),
                                                plain(s->depth_bias),
                                                plain(s->depth_bias_slope_scale),
                                                plain(s->depth_bias_clamp),
                                                plain(s->stencil_read_mask),
                                                plain(s->stencil_write_mask),
                                                describe(s->front),
                                                describe(s->back)};
  }
  if (p.multisample) {
    d.multisample = format::MultisampleState{plain(p.multisample->count), plain(p.multisample->mask),
                                             plain(p.multisample->alpha_to_coverage)};
  }
  return d;
}

void pipelines(Encoder& e) {
  for (size_t i = 0; i < e.program.pipelines.size(); ++i) {
    const program::Pipeline& p = e.program.pipelines[i];
    if (!p.compute) {
      e.made(p.origin, 0,
             create(e, cmd::CreateRenderPipeline{.id = id16(i)}, &cmd::CreateRenderPipeline::desc,
                    format::encode(describe(p))));
      continue;
    }
    const format::ComputePipelineDescriptor d{id16(p.stage.module.value), p.stage.entry.value, layoutOf(p)};
    e.made(p.origin, 0,
           create(e, cmd::CreateComputePipeline{.id = id16(i)}, &cmd::CreateComputePipeline::desc, format::encode(d)));
  }
}

/// Id of the instance that a group's member k binds (ping-pong: (offset + k) mod pool, else the first).
uint16_t instance(uint16_t base, uint32_t pool, const program::BindEntry& entry, uint32_t k) {
  return entry.ping_pong ? id16(base + (entry.ping_pong->value + k) % pool) : base;
}

format::BindGroupEntry describe(const Encoder& e, const program::BindEntry& entry, uint32_t k) {
  using Kind = format::BindGroupEntry::Kind;
  format::BindGroupEntry out;
  out.binding = static_cast<uint8_t>(entry.binding.value);
  const program::Index r = entry.resource.value;
  switch (entry.kind) {
    case program::BindEntry::Kind::buffer:
      out.kind = Kind::buffer;
      out.id = instance(e.buffers[r], e.program.buffers[r].pool.value, entry, k);
      out.offset = entry.offset.value;
      out.size = entry.size.value;
      break;
    case program::BindEntry::Kind::texture:
      out.kind = Kind::texture;
      out.id = instance(e.textures[r], e.program.textures[r].pool.value, entry, k);
      break;
    case program::BindEntry::Kind::sampler:
      out.kind = Kind::sampler;
      out.id = id16(r);
      break;
    case program::BindEntry::Kind::view:
      out.kind = Kind::view;
      out.id = id16(r);
      break;
  }
  return out;
}

void bindGroups(Encoder& e) {
  for (size_t i = 0; i < e.program.bind_groups.size(); ++i) {
    const program::BindGroup& g = e.program.bind_groups[i];
    const uint16_t layout = id16(g.layout.value | (g.explicit_layout ? format::kExplicitLayout : 0u));
    for (uint32_t k = 0; k < g.pool.value; ++k) {
      format::BindGroupDescriptor d;
      d.group = static_cast<uint8_t>(g.explicit_layout ? 0 : g.group.value);
      for (const program::BindEntry& entry : g.entries) d.entries.push_back(describe(e, entry, k));
      const uint32_t blob = create(e, cmd::CreateBindGroup{.id = id16(e.groups[i] + k), .layout = layout},
                                   &cmd::CreateBindGroup::desc, format::encode(d));
      if (g.pool.value == 1) e.made(g.origin, layout, blob);
    }
  }
}

void bundles(Encoder& e) {
  for (size_t i = 0; i < e.program.bundles.size(); ++i) {
    const program::Bundle& b = e.program.bundles[i];
    if (replayedInline(e.program, b)) continue;
    format::RenderBundleDescriptor d;
    for (const auto& c : b.color_formats) d.colors.push_back(c.value);
    d.depth_stencil = plain(b.depth_stencil_format);
    d.samples = static_cast<uint8_t>(b.samples.value);
    d.pipeline = id16(b.pipeline.value);
    for (const auto& g : b.bind_groups) d.bind_groups.push_back(e.groups[g.value]);
    for (const auto& v : b.vertex_buffers) d.vertex_buffers.push_back(e.buffers[v.value]);
    if (b.index_buffer.value != kNone) d.index_buffer = e.buffers[b.index_buffer.value];
    d.indexed = b.draw.indexed();
    if (d.indexed) {
      d.arguments = {b.draw.count.value, b.draw.instances.value, b.draw.first.value, b.draw.base_vertex.value,
                     b.draw.first_instance.value};
    } else {
      d.arguments = {b.draw.count.value, b.draw.instances.value, b.draw.first.value, b.draw.first_instance.value, 0};
    }
    e.made(b.origin, 0,
           create(e, cmd::CreateRenderBundle{.id = id16(i)}, &cmd::CreateRenderBundle::desc, format::encode(d)));
  }
}

bool followsCanvas(const Program& p, const program::BindEntry& entry) {
  program::Index texture = kNone;
  if (entry.kind == program::BindEntry::Kind::texture) texture = entry.resource.value;
  if (entry.kind == program::BindEntry::Kind::view) texture = p.views[entry.resource.value].texture.value;
  return texture != kNone && p.textures[texture].sizing == program::Texture::Sizing::canvas;
}

}  // namespace

bool replayedInline(const Program& p, const program::Bundle& bundle) {
  if (bundle.draw.indexed() && bundle.index_buffer.value != kNone &&
      p.buffers[bundle.index_buffer.value].effective_index_format == webgpu::IndexFormat::uint32) {
    return true;
  }
  for (const program::At<program::Index>& g : bundle.bind_groups) {
    for (const program::BindEntry& entry : p.bind_groups[g.value].entries) {
      if (followsCanvas(p, entry)) return true;
    }
  }
  return false;
}

void encodeResources(Encoder& e) {
  for (const program::Data& d : e.program.data) {
    if (!d.wasm.empty()) wasmModule(e, d.wasm);
  }
  images(e);
  for (const program::WasmCall& call : e.program.wasm_calls) wasmModule(e, call.wasm);
  shaders(e);
  bufferForms(e);
  texturesAndSamplers(e);
  viewsAndQueries(e);
  layouts(e);
  pipelines(e);
  bindGroups(e);
  bundles(e);
}

}  // namespace pngine::compile
