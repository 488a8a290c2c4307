// Creation commands. A populated id is never overwritten; a creation that fails leaves its id marked, so that what uses
// it later is an invalid submit and not a wild handle.
#include <cmath>

#include "base/text.h"
#include "format/json_descriptors.h"
#include "player/stream_player.h"
#include "wgsl/driver.h"

namespace pngine::player {

namespace command = format::command;
using format::CommandPlace;

std::string commandText(std::string_view name, uint8_t opcode, uint32_t index) {
  constexpr std::string_view hex = "0123456789ABCDEF";
  return cat(name, " (0x", hex[opcode >> 4], hex[opcode & 15], ", command ", index, ')');
}

void StreamPlayer::report(std::string_view source, std::string message) {
  if (host_.report) host_.report(source, std::move(message));
}

void StreamPlayer::stop(std::string message) {
  if (stopped_.empty()) stopped_ = std::move(message);
}

void StreamPlayer::invalidate(std::string message) {
  if (!invalid_.empty()) return;
  report("validation", cat(message, "; the work of this submit is lost"));
  invalid_ = std::move(message);
}

void StreamPlayer::reportDevice(std::string_view what) {
  std::string text = gpu_.takeError();
  if (!text.empty()) report("validation", cat(what, ": ", text));
}

std::string StreamPlayer::label(Kind kind, uint16_t id) const {
  static constexpr std::string_view kWords[] = {"buffer",          "texture",   "texture view",  "sampler",
                                                "shader",          "pipeline",  "bind group",    "bind-group layout",
                                                "pipeline layout", "query set", "render bundle", "image",
                                                "wasm module"};
  const std::string_view word = kWords[static_cast<size_t>(kind)];
  const std::string_view name = host_.name_of ? host_.name_of(kind, id) : std::string_view{};
  return name.empty() ? cat(word, ' ', id) : cat(word, ' ', name);
}

bool StreamPlayer::charge(double bytes, std::string_view what) {
  if (bytes > static_cast<double>(host_.memory_budget) - static_cast<double>(gpu_bytes_)) {
    report("validation", cat(what, " needs ", std::ceil(bytes), " bytes, more than is left of the memory budget of ",
                             host_.memory_budget, " bytes"));
    return false;
  }
  gpu_bytes_ += static_cast<uint64_t>(bytes);
  return true;
}

void StreamPlayer::on(const command::CreateBuffer& c, CommandPlace) {
  Buffer& b = slot(buffers_, c.id);
  if (b.state != State::empty) return;
  const std::string what = label(Kind::buffer, c.id);
  b.state = State::failed;
  b.size = c.size;
  b.usage = c.usage ? c.usage : uint32_t{8};
  if (b.usage & ~0x3FFu) return report("validation", cat(what, " has unknown usage bits: ", b.usage));
  if (c.size > gpu_.limit(webgpu::Limit::max_buffer_size)) {
    return report("validation", cat(what, " has ", c.size, " bytes, more than maxBufferSize ",
                                    gpu_.limit(webgpu::Limit::max_buffer_size)));
  }
  if ((b.usage & 0x100u) && !gpu_.hasFeature(kCheckedIndirect)) {
    return report("validation", cat(what, " for indirect work must be created while loading"));
  }
  if (!charge(c.size, what)) return;
  // Results of queries that were never written are put in place by a copy.
  const uint32_t usage = b.usage & 0x200u ? b.usage | 8u : b.usage;
  b.gpu = gpu_.createBuffer(c.size, usage, what);
  reportDevice(what);
  if (b.gpu != GpuBuffer::none) b.state = State::ok;
}

bool StreamPlayer::buildTextureInfo(const format::TextureDescriptor& d, Texture& t) {
  TextureInfo& info = t.info;
  info.width = d.width.value_or(host_.width);
  info.height = d.height.value_or(host_.height);
  t.sized = !d.width && !d.height;
  if (d.image && t.sized) {
    if (const Image* image = find(images_, *d.image); image && image->state == State::ok) {
      info.width = image->pixels.width;
      info.height = image->pixels.height;
      t.sized = false;
    }
  }
  info.depth = d.layers.value_or(1);
  info.mips = t.mips = d.mip_levels.value_or(1);
  info.samples = d.samples.value_or(1);
  info.dimension = d.dimension.value_or(webgpu::TextureDimension::d2);
  info.format = realFormat(d.format);
  info.usage = d.usage ? d.usage : uint32_t{0x10};
  if (t.sized) info = infoAt(t, host_.width, host_.height);
  return (info.usage & ~0x1Fu) == 0;
}

void StreamPlayer::on(const command::CreateTexture& c, CommandPlace place) {
  Texture& t = slot(textures_, c.id);
  if (t.state != State::empty) return;
  const std::string what = label(Kind::texture, c.id);
  if (c.desc.len == 0) return report("command", cat(at(c, place), ": ", what, " has an empty descriptor"));
  const auto d = format::decodeTexture(blob(c.desc));
  if (!d) return stop(cat(at(c, place), ": ", d.error().message));
  t.state = State::failed;
  if (!buildTextureInfo(*d, t)) {
    t.sized = false;
    return report("validation", cat(what, " has unknown usage bits: ", t.info.usage));
  }
  makeTexture(c.id, t);
}

void StreamPlayer::makeTexture(uint16_t id, Texture& t) {
  const std::string what = label(Kind::texture, id);
  t.state = State::failed;
  const double bytes = textureBytes(t.info);
  if (!charge(bytes, what)) return;
  t.charged = static_cast<uint64_t>(bytes);
  t.gpu = gpu_.createTexture(t.info, what);
  reportDevice(what);
  if (t.gpu != GpuTexture::none) t.state = State::ok;
}

GpuView StreamPlayer::defaultView(uint16_t id, Texture& texture) {
  if (texture.view == GpuView::none && texture.gpu != GpuTexture::none) {
    texture.view = gpu_.createView(texture.gpu, {}, label(Kind::texture, id));
    reportDevice(label(Kind::texture, id));
  }
  return texture.view;
}

void StreamPlayer::on(const command::CreateSampler& c, CommandPlace place) {
  Object<GpuSampler>& s = slot(samplers_, c.id);
  if (s.state != State::empty) return;
  const std::string what = label(Kind::sampler, c.id);
  if (c.desc.len == 0) return report("command", cat(at(c, place), ": ", what, " has an empty descriptor"));
  const auto d = format::decodeSampler(blob(c.desc));
  if (!d) return stop(cat(at(c, place), ": ", d.error().message));
  s.state = State::failed;
  if (!std::isfinite(d->lod_min.value_or(0)) || !std::isfinite(d->lod_max.value_or(0))) {
    return stop(cat(at(c, place), ": ", what, " has a level-of-detail clamp that is not a number"));
  }
  s.gpu = gpu_.createSampler(*d, what);
  reportDevice(what);
  if (s.gpu != GpuSampler::none) s.state = State::ok;
}

void StreamPlayer::on(const command::CreateShader& c, CommandPlace place) {
  Shader& s = slot(shaders_, c.id);
  if (s.state != State::empty) return;
  const std::string what = label(Kind::shader, c.id);
  if (c.code.len == 0) return report("command", cat(at(c, place), ": ", what, " has no text"));
  s.state = State::failed;
  const std::string_view wgsl = asText(blob(c.code));
  ShaderVerdict verdict;
  if (host_.gate) {
    verdict = host_.gate->verdict(wgsl);
  } else {
    verdict.text = wgsl;
  }
  if (!verdict.remark.empty()) report("shader", cat(what, ": ", verdict.remark));
  for (const std::string& error : verdict.errors) report("shader", cat(what, ": ", error));
  if (!verdict.errors.empty()) return;
  s.gpu = gpu_.createShader(verdict.text, what);
  if (std::string text = gpu_.takeError(); !text.empty()) report("shader", cat(what, ": ", text));
  if (s.gpu != GpuShader::none) s.state = State::ok;
  s.text = std::move(verdict.text);
}

GpuShader StreamPlayer::shaderFor(uint16_t id, bool& failed) {
  const Shader* s = find(shaders_, id);
  failed = s && s->state == State::failed;
  return s ? s->gpu : GpuShader::none;
}

/// The library does not know unorm8x4-bgra: its bytes come as unorm8x4, and a copy of the shader puts them in order.
bool StreamPlayer::orderInputs(format::RenderPipelineDescriptor& d, PipelineObjects& objects, std::string_view what) {
  std::vector<uint32_t> locations;
  for (format::VertexBufferLayout& b : d.buffers) {
    for (format::VertexAttribute& a : b.attributes) {
      if (a.format != webgpu::VertexFormat::unorm8x4_bgra) continue;
      a.format = webgpu::VertexFormat::unorm8x4;
      locations.push_back(a.location);
    }
  }
  if (locations.empty()) return true;
  const auto module = wgsl::parse(shaders_[d.shader].text);
  if (!module) return false;
  objects.vertex = gpu_.createShader(wgsl::swizzleInputs(**module, d.entry, locations), what);
  return objects.vertex != GpuShader::none;
}

void StreamPlayer::on(const command::CreateRenderPipeline& c, CommandPlace place) {
  Pipeline& p = slot(pipelines_, c.id);
  if (p.state != State::empty) return;
  const std::string what = label(Kind::pipeline, c.id);
  if (c.desc.len == 0) return report("command", cat(at(c, place), ": ", what, " has an empty descriptor"));
  auto d = format::decodeRenderPipeline(blob(c.desc));
  if (!d) return stop(cat(at(c, place), ": ", d.error().message));
  bool vertex_failed = false, fragment_failed = false;
  PipelineObjects objects;
  objects.vertex = shaderFor(d->shader, vertex_failed);
  if (objects.vertex == GpuShader::none && !vertex_failed) {
    return stop(cat(at(c, place), ": ", what, " names shader ", d->shader, ", which does not exist"));
  }
  if (d->fragment) {
    objects.fragment = shaderFor(d->fragment->shader, fragment_failed);
    if (objects.fragment == GpuShader::none && !fragment_failed) {
      return stop(cat(at(c, place), ": ", what, " names shader ", d->fragment->shader, ", which does not exist"));
    }
    for (const format::ColorTarget& target : d->fragment->targets) {
      if (target.write_mask.value_or(15) > 15) {
        return stop(cat(at(c, place), ": ", what, " has an unknown write mask: ", *target.write_mask));
      }
    }
  }
  p.state = State::failed;
  const Object<GpuPipelineLayout>* layout = d->layout ? find(pipeline_layouts_, *d->layout) : nullptr;
  const bool layout_failed = layout && layout->state == State::failed;
  if (vertex_failed || fragment_failed || layout_failed) {
    return report("validation", cat(what, " is made from a ", layout_failed ? "layout" : "shader", " that failed"));
  }
  if (layout) objects.layout = layout->gpu;
  for (const format::VertexBufferLayout& b : d->buffers) p.vertex_slots.push_back(!b.attributes.empty());
  if (!orderInputs(*d, objects, what)) {
    reportDevice(what);
    return report("validation", cat(what, " cannot read the vertex format unorm8x4-bgra here"));
  }
  p.render = gpu_.createRenderPipeline(*d, objects, what);
  reportDevice(what);
  if (p.render != GpuRenderPipeline::none) p.state = State::ok;
}

void StreamPlayer::on(const command::CreateComputePipeline& c, CommandPlace place) {
  Pipeline& p = slot(pipelines_, c.id);
  if (p.state != State::empty) return;
  const std::string what = label(Kind::pipeline, c.id);
  if (c.desc.len < 4) return report("command", cat(at(c, place), ": ", what, " has an empty descriptor"));
  const auto d = format::decodeComputePipeline(blob(c.desc));
  if (!d) return stop(cat(at(c, place), ": ", d.error().message));
  if (d->entry.empty()) return report("command", cat(at(c, place), ": ", what, " has an empty descriptor"));
  bool failed = false;
  GpuShader shader = shaderFor(d->shader, failed);
  if (shader == GpuShader::none && !failed) shader = shaderFor(0, failed);
  if (shader == GpuShader::none && !failed) {
    return stop(cat(at(c, place), ": ", what, " names shader ", d->shader, ", which does not exist"));
  }
  p.state = State::failed;
  const Object<GpuPipelineLayout>* layout = d->layout ? find(pipeline_layouts_, *d->layout) : nullptr;
  if (failed || (layout && layout->state == State::failed)) {
    return report("validation", cat(what, " is made from a ", failed ? "shader" : "layout", " that failed"));
  }
  p.compute = gpu_.createComputePipeline(shader, d->entry, layout ? layout->gpu : GpuPipelineLayout::none, what);
  reportDevice(what);
  if (p.compute != GpuComputePipeline::none) p.state = State::ok;
}

/// Layout of a group for a pipeline; `owned`: the caller releases it. Nothing: it does not resolve.
std::optional<GpuBindGroupLayout> StreamPlayer::layoutFor(const BindGroup& group, uint16_t pipeline, bool& owned) {
  owned = false;
  if (group.explicit_layout) {
    const Object<GpuBindGroupLayout>* layout = find(layouts_, pipeline);
    if (!layout) return std::nullopt;
    return layout->gpu;
  }
  const Pipeline* p = find(pipelines_, pipeline);
  if (!p) return std::nullopt;
  if (p->state == State::failed || group.descriptor.group >= gpu_.limit(webgpu::Limit::max_bind_groups)) {
    return GpuBindGroupLayout::none;
  }
  owned = true;
  return p->render != GpuRenderPipeline::none ? gpu_.layoutOf(p->render, group.descriptor.group)
                                              : gpu_.layoutOf(p->compute, group.descriptor.group);
}

StreamPlayer::Entries StreamPlayer::resolveEntry(const format::BindGroupEntry& e, BindEntry& out,
                                                 std::string_view what) {
  using EntryKind = format::BindGroupEntry::Kind;
  const auto missing = [&](std::string_view kind) {
    stop(cat(what, " names ", kind, ' ', e.id, ", which does not exist"));
    return Entries::stopped;
  };
  out.binding = e.binding;
  State state = State::ok;
  switch (e.kind) {
    case EntryKind::buffer: {
      const Buffer* b = find(buffers_, e.id);
      if (!b) return missing("buffer");
      state = b->state;
      if (e.offset > b->size || e.size > b->size - e.offset) {
        report("validation", cat(what, " binds ", e.size, " bytes at ", e.offset, " of ", label(Kind::buffer, e.id),
                                 ", which has ", b->size));
        return Entries::failed;
      }
      BoundBuffer bound{.buffer = b->gpu, .offset = e.offset, .size = {}};
      if (e.size) bound.size = e.size;
      out.resource = bound;
      break;
    }
    case EntryKind::texture: {
      Texture* t = find(textures_, e.id);
      if (!t) return missing("texture");
      const GpuView view = defaultView(e.id, *t);
      state = view == GpuView::none ? State::failed : t->state;
      out.resource = view;
      break;
    }
    case EntryKind::sampler: {
      const Object<GpuSampler>* s = find(samplers_, e.id);
      if (!s) return missing("sampler");
      state = s->state;
      out.resource = s->gpu;
      break;
    }
    case EntryKind::view: {
      const View* v = find(views_, e.id);
      if (!v) return missing("texture view");
      state = v->state;
      out.resource = v->gpu;
      break;
    }
    case EntryKind::external:
      return missing("external texture");
  }
  return state == State::ok ? Entries::ok : Entries::failed;
}

StreamPlayer::Entries StreamPlayer::resolveEntries(const format::BindGroupDescriptor& d, std::vector<BindEntry>& out,
                                                   std::string_view what) {
  Entries result = Entries::ok;
  for (const format::BindGroupEntry& e : d.entries) {
    const Entries one = resolveEntry(e, out.emplace_back(), what);
    if (one == Entries::stopped) return one;
    if (one == Entries::failed) {
      report("validation", cat(what, " uses a resource at binding ", e.binding, " that failed"));
      result = one;
    }
  }
  return result;
}

void StreamPlayer::on(const command::CreateBindGroup& c, CommandPlace place) {
  BindGroup& g = slot(groups_, c.id);
  if (g.state != State::empty) return;
  const std::string what = label(Kind::bind_group, c.id);
  if (c.desc.len == 0) return report("command", cat(at(c, place), ": ", what, " has an empty descriptor"));
  const auto d = format::decodeBindGroup(blob(c.desc));
  if (!d) return stop(cat(at(c, place), ": ", d.error().message));
  g.explicit_layout = (c.layout & format::kExplicitLayout) != 0;
  g.pipeline = c.layout & static_cast<uint16_t>(~format::kExplicitLayout);
  g.descriptor = *d;
  bool owned = false;
  const auto layout = layoutFor(g, g.pipeline, owned);
  if (!layout) {
    return report("command", cat(at(c, place), ": ", what, " names ",
                                 label(g.explicit_layout ? Kind::bind_group_layout : Kind::pipeline, g.pipeline),
                                 " for its layout, which does not exist"));
  }
  makeGroup(c.id, g, *layout, owned);
}

void StreamPlayer::makeGroup(uint16_t id, BindGroup& g, GpuBindGroupLayout layout, bool owned) {
  const std::string what = label(Kind::bind_group, id);
  g.state = State::failed;
  reportDevice(what);
  std::vector<BindEntry> entries;
  const Entries resolved = resolveEntries(g.descriptor, entries, what);
  if (resolved == Entries::ok && layout != GpuBindGroupLayout::none) {
    g.gpu = gpu_.createBindGroup(layout, entries, what);
    reportDevice(what);
  } else if (resolved == Entries::ok) {
    report("validation", cat(what, " has no usable layout"));
  }
  if (owned && layout != GpuBindGroupLayout::none) gpu_.release(layout);
  if (g.gpu != GpuBindGroup::none) g.state = State::ok;
}

void StreamPlayer::on(const command::CreateTextureView& c, CommandPlace place) {
  View& v = slot(views_, c.id);
  if (v.state != State::empty) return;
  const Texture* t = find(textures_, c.texture);
  if (!t) return report("command", cat(at(c, place), ": texture ", c.texture, " does not exist"));
  if (c.desc.len) {
    auto decoded = format::decodeTextureView(blob(c.desc));
    if (!decoded) return stop(cat(at(c, place), ": ", decoded.error().message));
    v.descriptor = *decoded;
  }
  v.texture = c.texture;
  makeView(c.id, v);
}

void StreamPlayer::makeView(uint16_t id, View& v) {
  const std::string what = label(Kind::texture_view, id);
  v.state = State::failed;
  const Texture& t = textures_[v.texture];
  if (t.state != State::ok) return report("validation", cat(what, " shows a texture that failed"));
  v.gpu = gpu_.createView(t.gpu, v.descriptor, what);
  reportDevice(what);
  if (v.gpu != GpuView::none) v.state = State::ok;
}

void StreamPlayer::on(const command::CreateQuerySet& c, CommandPlace place) {
  QuerySet& q = slot(query_sets_, c.id);
  if (q.state != State::empty) return;
  const std::string what = label(Kind::query_set, c.id);
  const auto d = format::decodeQuerySet(blob(c.desc));
  if (!d) return stop(cat(at(c, place), ": ", d.error().message));
  q.state = State::failed;
  q.type = d->type;
  q.written.assign(d->count, false);
  if (d->type == webgpu::QueryType::timestamp && !gpu_.hasFeature("timestamp-query")) {
    return stop(cat(at(c, place), ": ", what, " counts timestamps, which this adapter cannot (timestamp-query)"));
  }
  if (d->count > 4096) return report("validation", cat(what, " has ", d->count, " queries, more than 4096"));
  // The library refuses an empty set, WebGPU does not.
  q.gpu = gpu_.createQuerySet(d->type, std::max<uint32_t>(d->count, 1), what);
  reportDevice(what);
  if (q.gpu != GpuQuerySet::none) q.state = State::ok;
}

void StreamPlayer::on(const command::CreateBindGroupLayout& c, CommandPlace place) {
  Object<GpuBindGroupLayout>& l = slot(layouts_, c.id);
  if (l.state != State::empty) return;
  const std::string what = label(Kind::bind_group_layout, c.id);
  const auto d = format::decodeBindGroupLayout(blob(c.desc));
  if (!d) return stop(cat(at(c, place), ": ", d.error().message));
  l.state = State::failed;
  for (const format::LayoutEntry& entry : d->entries) {
    if (entry.visibility > 7)
      return stop(cat(at(c, place), ": ", what, " has unknown shader stages: ", entry.visibility));
  }
  l.gpu = gpu_.createBindGroupLayout(d->entries, what);
  reportDevice(what);
  if (l.gpu != GpuBindGroupLayout::none) l.state = State::ok;
}

void StreamPlayer::on(const command::CreatePipelineLayout& c, CommandPlace place) {
  Object<GpuPipelineLayout>& l = slot(pipeline_layouts_, c.id);
  if (l.state != State::empty) return;
  const std::string what = label(Kind::pipeline_layout, c.id);
  const auto d = format::decodePipelineLayout(blob(c.desc));
  if (!d) return stop(cat(at(c, place), ": ", d.error().message));
  l.state = State::failed;
  std::vector<GpuBindGroupLayout> list;
  for (const uint16_t id : d->layouts) {
    const Object<GpuBindGroupLayout>* layout = find(layouts_, id);
    if (layout && layout->state == State::failed) {
      return report("validation", cat(what, " uses ", label(Kind::bind_group_layout, id), ", which failed"));
    }
    list.push_back(layout ? layout->gpu : GpuBindGroupLayout::none);
  }
  if (list.size() > gpu_.limit(webgpu::Limit::max_bind_groups)) {
    return report("validation", cat(what, " has ", list.size(), " groups, more than maxBindGroups ",
                                    gpu_.limit(webgpu::Limit::max_bind_groups)));
  }
  l.gpu = gpu_.createPipelineLayout(list, what);
  reportDevice(what);
  if (l.gpu != GpuPipelineLayout::none) l.state = State::ok;
}

void StreamPlayer::on(const command::CreateRenderBundle& c, CommandPlace place) {
  Bundle& b = slot(bundles_, c.id);
  if (b.state != State::empty) return;
  const auto d = format::decodeRenderBundle(blob(c.desc));
  if (!d) return stop(cat(at(c, place), ": ", d.error().message));
  b.state = State::ok;
  b.descriptor = *d;
  if (const Pipeline* p = find(pipelines_, d->pipeline); p && p->render != GpuRenderPipeline::none)
    b.pipeline = p->render;
  for (size_t i = 0; i < d->bind_groups.size(); ++i) {
    const BindGroup* g = find(groups_, d->bind_groups[i]);
    if (g && g->state == State::ok) b.groups.emplace_back(static_cast<uint32_t>(i), d->bind_groups[i]);
  }
  for (size_t i = 0; i < d->vertex_buffers.size(); ++i) {
    const Buffer* v = find(buffers_, d->vertex_buffers[i]);
    if (v && v->state == State::ok) b.vertex_buffers.emplace_back(static_cast<uint32_t>(i), v->gpu);
  }
  if (d->index_buffer) {
    if (const Buffer* i = find(buffers_, *d->index_buffer); i && i->state == State::ok) b.index_buffer = i->gpu;
  }
}

void StreamPlayer::on(const command::CreateImage& c, CommandPlace place) {
  Image& i = slot(images_, c.id);
  if (i.state != State::empty || c.desc.len == 0) return;
  const auto d = format::decodeImage(blob(c.desc));
  if (!d) return stop(cat(at(c, place), ": ", d.error().message));
  auto pixels = decodeImageFile(d->mime, d->encoded);
  if (!pixels) return stop(cat(at(c, place), ": ", label(Kind::image, c.id), ' ', pixels.error()));
  i.state = State::ok;
  i.pixels = std::move(*pixels);
}

void StreamPlayer::on(const command::InitWasmModule& c, CommandPlace place) {
  WasmModule& m = slot(modules_, c.id);
  if (m.state != State::empty || c.module.len == 0 || !host_.wasm) return;
  const auto engine = host_.wasm();
  if (!engine) return stop(cat(at(c, place), ": ", engine.error()));
  auto instance = WasmInstance::load(**engine, blob(c.module), WasmImports::program,
                                     {.memory = uint64_t{64} << 20, .fuel = 100'000'000});
  if (!instance) return stop(cat(at(c, place), ": ", label(Kind::wasm_module, c.id), ": ", instance.error()));
  m.state = State::ok;
  m.instance = std::move(*instance);
}

}  // namespace pngine::player
