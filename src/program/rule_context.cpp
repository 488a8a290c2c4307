// Joins over the Program that the rules share, and reporting.
#include "program/rule_context.h"

#include <algorithm>

namespace pngine::program {

const StageUse* Interface::stage(wgsl::Stage which) const {
  for (const StageUse& s : stages) {
    if (s.stage == which) return &s;
  }
  return nullptr;
}

bool Interface::usesGroup(uint32_t group) const {
  return std::ranges::any_of(uses, [&](const BindingUse& u) { return u.binding->group == group; });
}

bool Interface::usesBinding(uint32_t group, uint32_t binding) const {
  return std::ranges::any_of(
      uses, [&](const BindingUse& u) { return u.binding->group == group && u.binding->binding == binding; });
}

namespace {

// Joins compare bind groups with pipelines and with everything that uses them: quadratic in a hostile document.
bool joinable(const Program& p) {
  constexpr uint64_t kMostPairs = 20'000'000;
  uint64_t users = p.pipelines.size() + p.passes.size() + p.bundles.size();
  for (const Queue& q : p.queues) users += q.actions.size();
  uint64_t entries = 0;
  for (const BindGroup& g : p.bind_groups) entries += g.entries.size() + 1;
  return users * (entries + 1) <= kMostPairs;
}

}  // namespace

RuleContext::RuleContext(const Program& p, const RuleOptions& o, Diagnostics& diagnostics)
    : program(p), options(o), out_(diagnostics) {
  unknown_.known = false;
  options.validate = options.validate && joinable(p);
  buffer_uses_.resize(p.buffers.size());
  texture_uses_.resize(p.textures.size());
  collectBrokenModules();
  joinInterfaces();
  scopes_.resize(p.bind_groups.size());
  if (joinable(p)) {
    joinScopes();
    for (const Pass& pass : p.passes) joinBorrowers(pass.pipeline.value, pass.bind_groups.items);
    for (const Bundle& b : p.bundles) joinBorrowers(b.pipeline.value, b.bind_groups);
  }
  collectBindUses();
  collectPassUses();
  collectQueueUses();
  collectPerformed();
}

// ---- reporting
// -------------------------------------------------------------------------------------------------------

Diagnostic& RuleContext::add(Severity severity, std::string_view rule, Span span, std::string message) {
  seen_.insert({rule, span.begin, span.end});
  if (severity == Severity::error) failures_.emplace(span.begin, rule);
  return severity == Severity::error ? out_.error(rule, span, std::move(message))
                                     : out_.warning(rule, span, std::move(message));
}
bool RuleContext::failed(const Origin& origin, std::initializer_list<std::string_view> rules) const {
  for (auto at = failures_.lower_bound(origin.form.begin); at != failures_.end() && at->first < origin.form.end; ++at) {
    const auto begins = [&](std::string_view rule) { return at->second.starts_with(rule); };
    if (rules.size() == 0 || std::ranges::any_of(rules, begins)) return true;
  }
  return false;
}

Diagnostic& RuleContext::error(std::string_view rule, Span span, std::string message) {
  return add(Severity::error, rule, span, std::move(message));
}
Diagnostic& RuleContext::warning(std::string_view rule, Span span, std::string message) {
  return add(Severity::warning, rule, span, std::move(message));
}
Diagnostic& RuleContext::errorOnce(std::string_view rule, Span span, std::string message) {
  if (reported(rule, span)) return scratch_ = {};
  return error(rule, span, std::move(message));
}
Diagnostic& RuleContext::warningOnce(std::string_view rule, Span span, std::string message) {
  if (reported(rule, span)) return scratch_ = {};
  return warning(rule, span, std::move(message));
}

// ---- joins
// -----------------------------------------------------------------------------------------------------------

const Interface& RuleContext::interface(Index pipeline) const {
  return pipeline < interfaces_.size() ? interfaces_[pipeline] : unknown_;
}

void RuleContext::collectBrokenModules() {
  for (const Diagnostic& d : out_.all()) {
    if (d.rule != "module/wgsl-error" || d.severity != Severity::error) continue;
    for (Index i = 0; i < program.modules.size(); ++i) {
      const ShaderModule& m = program.modules[i];
      const bool inside = d.span.begin >= m.code_span.begin && d.span.begin <= m.code_span.end;
      if (d.shader ? d.shader->module == m.origin.name : inside) broken_modules_.insert(i);
    }
  }
}

void RuleContext::joinInterfaces() {
  interfaces_.resize(program.pipelines.size());
  for (size_t i = 0; i < program.pipelines.size(); ++i) {
    const Pipeline& p = program.pipelines[i];
    Interface& face = interfaces_[i];
    face.known = !p.origin.poisoned;
    const auto add = [&](wgsl::Stage stage, const StageInfo& info) {
      StageUse use{stage, &info, module(info.module.value), nullptr, nullptr};
      if (use.module != nullptr) use.reflection = use.module->reflection;
      if (use.reflection != nullptr) use.entry = use.reflection->entry(info.entry.value);
      if (use.entry != nullptr && use.entry->stage != stage) use.entry = nullptr;
      if (use.entry == nullptr)
        face.known = false;
      else
        for (const uint32_t b : use.entry->bindings)
          face.uses.push_back({stage, use.module, &use.reflection->bindings[b]});
      face.stages.push_back(use);
    };
    add(p.compute ? wgsl::Stage::compute : wgsl::Stage::vertex, p.stage);
    if (p.fragment) add(wgsl::Stage::fragment, *p.fragment);
  }
}

void RuleContext::joinScopes() {
  for (size_t i = 0; i < program.bind_groups.size(); ++i) {
    const BindGroup& g = program.bind_groups[i];
    if (g.origin.poisoned) continue;
    if (!g.explicit_layout) {
      if (pipeline(g.layout.value) != nullptr) scopes_[i].push_back({g.layout.value, g.group.value});
      continue;
    }
    for (Index p = 0; p < program.pipelines.size(); ++p) {
      const Pipeline* pipe = pipeline(p);
      const PipelineLayout* layout = pipe == nullptr ? nullptr : pipelineLayout(pipe->layout.value);
      if (layout == nullptr) continue;
      for (uint32_t k = 0; k < layout->groups.size(); ++k) {
        if (layout->groups[k].value == g.layout.value) scopes_[i].push_back({p, k});
      }
    }
  }
}

// A pass may set a group that was made for another pipeline's automatic layout; players then make it again for this
// one.
void RuleContext::joinBorrowers(Index used, const std::vector<At<Index>>& groups) {
  const Pipeline* p = pipeline(used);
  if (p == nullptr || p->layout.value != kNone) return;
  for (uint32_t slot = 0; slot < groups.size(); ++slot) {
    const BindGroup* g = read(program.bind_groups, groups[slot].value);
    const Pipeline* own = g == nullptr || g->explicit_layout ? nullptr : pipeline(g->layout.value);
    if (own == nullptr || own == p || own->layout.value != kNone) continue;
    std::vector<Scope>& scopes = scopes_[groups[slot].value];
    if (std::ranges::none_of(scopes, [&](const Scope& s) { return s.pipeline == used && s.group == slot; }))
      scopes.push_back({used, slot});
  }
}

const BindGroupLayout* RuleContext::explicitLayout(const BindGroup& g) const {
  if (g.explicit_layout) return bindGroupLayout(g.layout.value);
  const Pipeline* p = pipeline(g.layout.value);
  const PipelineLayout* l = p == nullptr ? nullptr : pipelineLayout(p->layout.value);
  return l == nullptr || g.group.value >= l->groups.size() ? nullptr : bindGroupLayout(l->groups[g.group.value].value);
}

void RuleContext::useBuffer(Index i, Touch touch, Span span) {
  if (i < buffer_uses_.size()) buffer_uses_[i].push_back({touch, span});
}
void RuleContext::useTexture(Index i, Touch touch, Span span) {
  if (i < texture_uses_.size()) texture_uses_[i].push_back({touch, span});
}

namespace {

Touch touchOf(wgsl::BindingKind kind, StorageTextureAccess access) {
  using enum wgsl::BindingKind;
  switch (kind) {
    case uniform:
      return Touch::uniform;
    case storage_read:
      return Touch::storage_read;
    case storage_read_write:
      return Touch::storage_write;
    case texture_storage:
      return access == StorageTextureAccess::read_only ? Touch::texture_storage_read : Touch::texture_storage_write;
    default:
      return Touch::sampled;
  }
}

Touch touchOf(const LayoutEntry& entry) {
  if (const auto* b = std::get_if<LayoutEntry::BufferLayout>(&entry.resource)) {
    if (b->type.value == BufferBindingType::uniform) return Touch::uniform;
    return b->type.value == BufferBindingType::storage ? Touch::storage_write : Touch::storage_read;
  }
  if (const auto* s = std::get_if<LayoutEntry::StorageTextureLayout>(&entry.resource)) {
    return s->access.value == StorageTextureAccess::read_only ? Touch::texture_storage_read
                                                              : Touch::texture_storage_write;
  }
  return Touch::sampled;
}

}  // namespace

void RuleContext::collectBindUses() {
  for (Index i = 0; i < program.bind_groups.size(); ++i) {
    const BindGroup& g = program.bind_groups[i];
    if (g.origin.poisoned) continue;
    for (const BindEntry& e : g.entries) {
      std::set<Touch> touches;
      for (const Scope& s : scopes_[i]) {
        for (const BindingUse& u : interface(s.pipeline).uses) {
          if (u.binding->group == s.group && u.binding->binding == e.binding.value)
            touches.insert(touchOf(u.binding->kind, u.binding->access));
        }
      }
      if (const BindGroupLayout* layout = g.explicit_layout ? bindGroupLayout(g.layout.value) : nullptr) {
        for (const LayoutEntry& le : layout->entries) {
          if (le.binding.value == e.binding.value) touches.insert(touchOf(le));
        }
      }
      if (touches.empty()) touches.insert(Touch::bound);
      for (const Touch t : touches) {
        if (e.kind == BindEntry::Kind::buffer)
          useBuffer(e.resource.value, t, e.form);
        else
          useTexture(boundTextureIndex(e), t, e.form);
      }
    }
  }
  for (const TextureView& v : program.views) useTexture(v.texture.value, Touch::view, v.texture.span);
}

void RuleContext::useDraw(const Draw& draw) {
  if (draw.indirect()) useBuffer(draw.buffer.value, Touch::indirect, draw.buffer.span);
}

std::vector<const Draw*> drawsOf(const Pass& pass) {
  std::vector<const Draw*> out;
  for (const RenderCommand& command : pass.draws) {
    if (const auto* d = std::get_if<Draw>(&command)) {
      out.push_back(d);
      continue;
    }
    for (const Draw& d : std::get<OcclusionQuery>(command).draws) out.push_back(&d);
  }
  return out;
}

void RuleContext::collectPassUses() {
  for (const Bundle& b : program.bundles) {
    for (const At<Index>& v : b.vertex_buffers) useBuffer(v.value, Touch::vertex, v.span);
    useBuffer(b.index_buffer.value, Touch::index, b.index_buffer.span);
    useDraw(b.draw);
  }
  for (const Pass& p : program.passes) {
    for (const At<Index>& v : p.vertex_buffers.items) useBuffer(v.value, Touch::vertex, v.span);
    useBuffer(p.index_buffer.value, Touch::index, p.index_buffer.span);
    for (const ColorAttachment& c : p.colors) {
      const Touch touch = c.load.value == LoadOp::load ? Touch::color_load : Touch::color_attachment;
      if (!c.view.canvas) useTexture(c.view.texture, touch, c.view.span);
      if (c.resolve && !c.resolve->canvas) useTexture(c.resolve->texture, Touch::resolve_target, c.resolve->span);
    }
    if (const auto& ds = p.depth_stencil) {
      const bool loads = (ds->depth_load && ds->depth_load->value == LoadOp::load) ||
                         (ds->stencil_load && ds->stencil_load->value == LoadOp::load);
      useTexture(ds->view.value, loads ? Touch::depth_load : Touch::depth_attachment, ds->view.span);
    }
    for (const Draw* d : drawsOf(p)) useDraw(*d);
    for (const Dispatch& d : p.dispatches) {
      if (d.indirect) useBuffer(d.buffer.value, Touch::indirect, d.buffer.span);
    }
  }
}

void RuleContext::collectQueueUses() {
  for (const Queue& q : program.queues) {
    for (const QueueAction& a : q.actions) {
      if (const auto* w = std::get_if<WriteBuffer>(&a.action)) useBuffer(w->buffer.value, Touch::write, w->buffer.span);
      if (const auto* c = std::get_if<CopyBuffer>(&a.action)) {
        useBuffer(c->source.value, Touch::copy_source, c->source.span);
        useBuffer(c->destination.value, Touch::copy_destination, c->destination.span);
      }
      if (const auto* c = std::get_if<CopyTexture>(&a.action)) {
        if (!c->source.canvas) useTexture(c->source.texture, Touch::copy_source, c->source.span);
        if (!c->destination.canvas) useTexture(c->destination.texture, Touch::copy_destination, c->destination.span);
      }
      if (const auto* c = std::get_if<CopyImage>(&a.action))
        useTexture(c->texture.value, Touch::image_destination, c->texture.span);
      if (const auto* r = std::get_if<ResolveQuery>(&a.action))
        useBuffer(r->destination.value, Touch::resolve_destination, r->destination.span);
    }
  }
}

void RuleContext::collectPerformed() {
  pass_performed_.resize(program.passes.size());
  queue_performed_.resize(program.queues.size());
  for (const Frame& f : program.frames) {
    for (const auto* list : {&f.init, &f.before, &f.perform}) {
      for (const Step& s : *list) {
        std::vector<bool>& done = s.queue ? queue_performed_ : pass_performed_;
        if (s.index < done.size()) done[s.index] = true;
      }
    }
  }
}

bool RuleContext::bufferTouched(Index i, std::initializer_list<Touch> touches) const {
  return std::ranges::any_of(buffer_uses_[i], [&](const Use& u) { return std::ranges::count(touches, u.touch) != 0; });
}
bool RuleContext::textureTouched(Index i, std::initializer_list<Touch> touches) const {
  return std::ranges::any_of(texture_uses_[i], [&](const Use& u) { return std::ranges::count(touches, u.touch) != 0; });
}

// ---- bound resources
// -------------------------------------------------------------------------------------------------

Index RuleContext::boundTextureIndex(const BindEntry& entry) const {
  if (entry.kind == BindEntry::Kind::texture) return entry.resource.value;
  if (entry.kind != BindEntry::Kind::view) return kNone;
  const TextureView* v = view(entry.resource.value);
  return v == nullptr ? kNone : v->texture.value;
}

const Texture* RuleContext::boundTexture(const BindEntry& entry) const { return texture(boundTextureIndex(entry)); }

TextureFormat RuleContext::boundFormat(const BindEntry& entry) const {
  const TextureView* v = entry.kind == BindEntry::Kind::view ? view(entry.resource.value) : nullptr;
  if (v != nullptr && v->format) return v->format->value;
  const Texture* t = boundTexture(entry);
  return t == nullptr ? TextureFormat::preferred_canvas_format : t->format.value;
}

std::optional<ViewDimension> RuleContext::boundDimension(const BindEntry& entry) const {
  const TextureView* v = entry.kind == BindEntry::Kind::view ? view(entry.resource.value) : nullptr;
  if (v != nullptr && v->dimension) return v->dimension->value;
  const Texture* t = boundTexture(entry);
  if (t == nullptr) return std::nullopt;
  if (t->dimension.value == TextureDimension::d1) return ViewDimension::d1;
  if (t->dimension.value == TextureDimension::d3) return ViewDimension::d3;
  const bool layered = t->sizing == Texture::Sizing::extent && t->extent[2] > 1;
  return layered ? ViewDimension::d2_array : ViewDimension::d2;
}

std::optional<ImageExtent> RuleContext::sidesOf(const ImageBitmap& image) const {
  const Data* d = image.origin.poisoned ? nullptr : data(image.data);
  return d == nullptr || d->source != Data::Source::file ? std::nullopt : imageExtent(imageBytes(*d));
}

std::optional<ImageExtent> RuleContext::sidesOf(const Texture& t) const {
  if (t.sizing == Texture::Sizing::extent) return ImageExtent{t.extent[0], t.extent[1]};
  if (t.sizing == Texture::Sizing::image && t.image < program.images.size()) return sidesOf(program.images[t.image]);
  return std::nullopt;
}

uint64_t RuleContext::boundSize(const BindEntry& entry) const {
  const Buffer* b = buffer(entry.resource.value);
  if (b == nullptr) return 0;
  if (entry.size.value != 0) return entry.size.value;
  return b->size.value > entry.offset.value ? b->size.value - entry.offset.value : 0;
}

const Bytes* RuleContext::initialBytes(const Buffer& b) const {
  if (b.file.written()) return b.file_bytes.empty() ? nullptr : &b.file_bytes;
  if (const Data* d = data(b.index_of.value); d != nullptr && !d->indices.empty()) return &d->indices;
  if (const Data* d = data(b.data.value); d != nullptr && d->source != Data::Source::wasm) return &d->bytes;
  return nullptr;
}

bool RuleContext::hasInitialContents(const Buffer& b) {
  return b.file.written() || b.data.value != kNone || b.index_of.value != kNone;
}

}  // namespace pngine::program
