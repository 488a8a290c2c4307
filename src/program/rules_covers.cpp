// Rules that join an explicit pipeline layout with the shaders of the pipelines that use it.
#include "program/rule_context.h"

namespace pngine::program {

namespace {

const LayoutEntry* entryAt(const BindGroupLayout& layout, uint32_t binding) {
  for (const LayoutEntry& e : layout.entries) {
    if (e.binding.value == binding) return &e;
  }
  return nullptr;
}

std::string describe(const LayoutEntry& e) {
  if (const auto* b = std::get_if<LayoutEntry::BufferLayout>(&e.resource))
    return cat("a ", name(b->type.value), " buffer");
  if (const auto* s = std::get_if<LayoutEntry::SamplerLayout>(&e.resource))
    return cat("a ", name(s->type.value), " sampler");
  if (const auto* t = std::get_if<LayoutEntry::TextureLayout>(&e.resource))
    return cat("a ", t->multisampled.value ? "multisampled " : "", name(t->view_dimension.value),
               " texture of sample type ", name(t->sample_type.value));
  const auto& s = std::get<LayoutEntry::StorageTextureLayout>(e.resource);
  return cat("a ", name(s.access.value), " ", name(s.view_dimension.value), " storage texture of format ",
             name(s.format.value));
}

// What a variable of the shader is, in the terms of the layout.
std::string describe(const wgsl::Binding& v) {
  const std::string shape = v.view_dimension ? cat(" of dimension ", name(*v.view_dimension)) : std::string();
  if (v.kind == wgsl::BindingKind::texture_storage)
    return cat("a ", name(v.access), " storage texture", shape,
               v.texel_format ? cat(" and format ", name(*v.texel_format)) : std::string());
  if (!isTextureKind(v.kind) || v.sample_class == ScalarClass::none)
    return cat(kindName(v.kind), isTextureKind(v.kind) ? shape : "");
  return cat(kindName(v.kind), shape, " that reads ", className(v.sample_class));
}

bool bufferFits(const LayoutEntry& e, wgsl::BindingKind kind) {
  const auto* b = std::get_if<LayoutEntry::BufferLayout>(&e.resource);
  if (b == nullptr) return false;
  switch (kind) {
    case wgsl::BindingKind::uniform:
      return b->type.value == BufferBindingType::uniform;
    case wgsl::BindingKind::storage_read:
      return b->type.value == BufferBindingType::read_only_storage;
    default:
      return b->type.value == BufferBindingType::storage;
  }
}

bool samplerFits(const LayoutEntry& e, wgsl::BindingKind kind) {
  const auto* s = std::get_if<LayoutEntry::SamplerLayout>(&e.resource);
  return s != nullptr &&
         (s->type.value == SamplerBindingType::comparison) == (kind == wgsl::BindingKind::sampler_comparison);
}

bool classFits(TextureSampleType type, const wgsl::Binding& v) {
  using enum TextureSampleType;
  if (v.kind == wgsl::BindingKind::texture_depth || v.kind == wgsl::BindingKind::texture_depth_multisampled)
    return type == depth;
  switch (v.sample_class) {
    case ScalarClass::float_:
      return type == float_ || type == unfilterable_float;
    case ScalarClass::sint:
      return type == sint;
    case ScalarClass::uint:
      return type == uint;
    case ScalarClass::none:
      break;
  }
  return true;
}

bool textureFits(const LayoutEntry& e, const wgsl::Binding& v) {
  const auto* t = std::get_if<LayoutEntry::TextureLayout>(&e.resource);
  if (t == nullptr) return false;
  const bool many =
      v.kind == wgsl::BindingKind::texture_multisampled || v.kind == wgsl::BindingKind::texture_depth_multisampled;
  if (t->multisampled.value != many) return false;
  if (v.view_dimension && *v.view_dimension != t->view_dimension.value) return false;
  return classFits(t->sample_type.value, v);
}

bool storageTextureFits(const LayoutEntry& e, const wgsl::Binding& v) {
  const auto* s = std::get_if<LayoutEntry::StorageTextureLayout>(&e.resource);
  if (s == nullptr) return false;
  if (v.texel_format && *v.texel_format != s->format.value) return false;
  if (v.view_dimension && *v.view_dimension != s->view_dimension.value) return false;
  const bool writes_through =
      s->access.value == StorageTextureAccess::read_write && v.access == StorageTextureAccess::write_only;
  return v.access == s->access.value || writes_through;
}

bool fits(const LayoutEntry& e, const wgsl::Binding& v) {
  if (isBufferKind(v.kind)) return bufferFits(e, v.kind);
  if (isSamplerKind(v.kind)) return samplerFits(e, v.kind);
  if (v.kind == wgsl::BindingKind::texture_storage) return storageTextureFits(e, v);
  return v.kind == wgsl::BindingKind::texture_external || textureFits(e, v);
}

// `told`: groups that the layout does not have, of which one variable was reported.
void checkUse(RuleContext& c, const Pipeline& p, const PipelineLayout& layout, const BindingUse& u,
              std::set<uint32_t>& told) {
  const wgsl::Binding& v = *u.binding;
  const Span place = placeOf(p.layout.span, p.origin);
  const std::string need = cat(label(p.origin), ": ", variable(v), " is ", describe(v));
  const Note where{wgslPlace(*u.module, v.name), "the variable is declared here"};
  const LayoutEntry* e = nullptr;
  const auto report = [&](std::string text) {
    Diagnostic& d = c.error("layout/covers-shader", place, std::move(text));
    d.notes.push_back(where);
    if (e != nullptr) d.notes.push_back({e->form, "the entry of the layout"});
  };
  if (v.group >= layout.groups.size()) {
    if (!told.insert(v.group).second) return;
    return report(
        cat(need, " but ", label(layout.origin), " has only ", counted(layout.groups.size(), "group", "groups")));
  }
  const BindGroupLayout* l = c.bindGroupLayout(layout.groups[v.group].value);
  if (l == nullptr) return;
  e = entryAt(*l, v.binding);
  if (e == nullptr) return report(cat(need, " but ", label(l->origin), " has no entry with :binding ", v.binding));
  if ((e->visibility.value & stageBit(u.stage)) == 0)
    return report(cat(need, " used by the ", stageName(u.stage), " stage but ", label(l->origin), " entry :binding ",
                      v.binding, " is not visible to it"));
  if (fits(*e, v)) return;
  report(cat(need, " but ", label(l->origin), " entry :binding ", v.binding, " is ", describe(*e)));
  c.fail("layout/covers-shader", l->origin);
}

// ---- sampling calls
// --------------------------------------------------------------------------------------------------

const LayoutEntry* layoutEntry(const RuleContext& c, const PipelineLayout& layout, const wgsl::Binding& v) {
  if (v.group >= layout.groups.size()) return nullptr;
  const BindGroupLayout* l = c.bindGroupLayout(layout.groups[v.group].value);
  return l == nullptr ? nullptr : entryAt(*l, v.binding);
}

void checkPairs(RuleContext& c, const Pipeline& p, const PipelineLayout& layout, const StageUse& s) {
  for (const wgsl::SamplingPair& pair : s.entry->sampling) {
    const wgsl::Binding& texture = s.reflection->bindings[pair.texture];
    const wgsl::Binding& sampler = s.reflection->bindings[pair.sampler];
    const LayoutEntry* te = layoutEntry(c, layout, texture);
    const LayoutEntry* se = layoutEntry(c, layout, sampler);
    if (te == nullptr || se == nullptr) continue;
    const auto* t = std::get_if<LayoutEntry::TextureLayout>(&te->resource);
    const auto* f = std::get_if<LayoutEntry::SamplerLayout>(&se->resource);
    if (t == nullptr || f == nullptr || f->type.value != SamplerBindingType::filtering) continue;
    if (t->sample_type.value != TextureSampleType::unfilterable_float) continue;
    c.error("layout/filtering-pair", placeOf(p.layout.span, p.origin),
            cat(label(p.origin), " samples ", quoted(texture.name), " with ", quoted(sampler.name),
                ", but the layout makes the texture ", name(t->sample_type.value), " and the sampler filtering"))
        .notes.push_back({te->form, "give the sampler :type non-filtering, or the texture :sample-type float"});
  }
}

}  // namespace

void checkCoverage(RuleContext& c) {
  if (!c.options.validate) return;
  for (Index i = 0; i < c.program.pipelines.size(); ++i) {
    const Pipeline* p = c.pipeline(i);
    const PipelineLayout* layout = p == nullptr ? nullptr : c.pipelineLayout(p->layout.value);
    if (layout == nullptr) continue;
    std::set<uint32_t> told;
    for (const BindingUse& u : c.interface(i).uses) checkUse(c, *p, *layout, u, told);
    for (const StageUse& s : c.interface(i).stages) {
      if (s.entry != nullptr) checkPairs(c, *p, *layout, s);
    }
  }
}

}  // namespace pngine::program
