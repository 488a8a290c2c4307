// Rules that join the entries of bind groups with the WGSL variables that read them, pipeline by pipeline.
#include <algorithm>

#include "program/rule_context.h"

namespace pngine::program {

namespace {

using wgsl::BindingKind;

// One entry of a group and what it serves: a shader variable, or an entry of an explicit layout that no shader reads.
struct Join {
  RuleContext& c;
  const BindGroup& group;
  const BindEntry& entry;
  const wgsl::Binding& wanted;
  std::string wants;  // in words
  Note why;           // where that is said

  const wgsl::Binding& var() const { return wanted; }
  std::string subject() const { return cat(label(group.origin), " entry :binding ", entry.binding.value); }
  Span place() const { return placeOf(entry.resource.span, group.origin); }
  void report(std::string_view rule, std::string text, std::string hint = {}) const {
    if (c.reported(rule, place())) return;
    Diagnostic& d = c.error(rule, place(), std::move(text));
    d.notes.push_back(why);
    if (!hint.empty()) d.notes.push_back({std::nullopt, std::move(hint)});
  }
};

std::string_view entryKind(BindEntry::Kind kind) {
  switch (kind) {
    case BindEntry::Kind::buffer:
      return "a buffer";
    case BindEntry::Kind::texture:
      return "a texture";
    case BindEntry::Kind::sampler:
      return "a sampler";
    case BindEntry::Kind::view:
      break;
  }
  return "a texture view";
}

bool kindFits(BindEntry::Kind kind, BindingKind wanted) {
  if (kind == BindEntry::Kind::buffer) return isBufferKind(wanted);
  return kind == BindEntry::Kind::sampler ? isSamplerKind(wanted) : isTextureKind(wanted);
}

void checkBuffer(const Join& j) {
  const Buffer* b = j.c.buffer(j.entry.resource.value);
  if (b == nullptr) return;
  const BufferUsage wanted = j.var().kind == BindingKind::uniform ? BufferUsage::uniform : BufferUsage::storage;
  if (!hasBit(b->usage.value, wanted))
    j.report("bind/address-space",
             cat(j.subject(), " binds ", label(b->origin), ", which lacks usage ", name(wanted), ", to ", j.wants),
             cat("add ", name(wanted), " to :usage of ", quoted(b->origin.name)));
  if (!hasBit(b->usage.value, wanted)) return j.c.fail("bind/address-space", b->origin);
  const uint64_t have = j.c.boundSize(j.entry);
  if (!b->size.written() || b->size.value == 0 || j.var().min_size <= have) return;
  const bool slice = j.entry.offset.value != 0 || j.entry.size.value != 0;
  j.report("bind/too-small",
           cat(j.subject(), " binds ", slice ? cat(have, " bytes of ") : std::string(), label(b->origin),
               slice ? std::string() : cat(" of ", counted(have, "byte", "bytes")), " but ", j.wants, " needs ",
               j.var().min_size, j.var().type != nullptr ? cat(" (", j.var().type->name, ")") : std::string()));
  if (!slice) j.c.fail("bind/too-small", b->origin);
}

void checkSampler(const Join& j) {
  const Sampler* s = j.c.sampler(j.entry.resource.value);
  if (s == nullptr) return;
  const bool wanted = j.var().kind == BindingKind::sampler_comparison;
  if (s->compare.has_value() == wanted) return;
  j.report("bind/sampler-comparison",
           cat(j.subject(), " binds ", label(s->origin), wanted ? " without :compare to " : " with :compare to ",
               j.wants, wanted ? ", which is a sampler_comparison" : ", which is a plain sampler"));
  j.c.fail("bind/sampler-comparison", s->origin);
}

// ---- textures
// --------------------------------------------------------------------------------------------------------

bool isMultisampledKind(BindingKind k) {
  return k == BindingKind::texture_multisampled || k == BindingKind::texture_depth_multisampled;
}
bool isDepthKind(BindingKind k) {
  return k == BindingKind::texture_depth || k == BindingKind::texture_depth_multisampled;
}

void checkTextureUsage(const Join& j, const Texture& t) {
  const bool storage = j.var().kind == BindingKind::texture_storage;
  const TextureUsage wanted = storage ? TextureUsage::storage_binding : TextureUsage::texture_binding;
  if (t.has(wanted)) return;
  const std::string_view rule = j.entry.kind == BindEntry::Kind::view ? "view/usage" : "bind/texture-usage";
  j.report(rule, cat(j.subject(), " binds ", label(t.origin), ", which lacks usage ", name(wanted), ", to ", j.wants),
           cat("add ", name(wanted), " to :usage of ", quoted(t.origin.name)));
  j.c.fail(rule, t.origin);
}

void checkStorageTexture(const Join& j, const Texture& t) {
  const TextureFormat have = j.c.boundFormat(j.entry);
  if (j.var().texel_format && have != TextureFormat::preferred_canvas_format && have != *j.var().texel_format)
    j.report("bind/storage-format", cat(j.subject(), " binds ", label(t.origin), " of format ", name(have), " to ",
                                        j.wants, ", which has format ", name(*j.var().texel_format)));
  const TextureView* v = j.entry.kind == BindEntry::Kind::view ? j.c.view(j.entry.resource.value) : nullptr;
  const uint32_t base = v != nullptr && v->base_mip ? v->base_mip->value : 0;
  const uint32_t mips = v != nullptr && v->mip_count ? v->mip_count->value
                        : t.mip_levels.value > base  ? t.mip_levels.value - base
                                                     : 1;
  if (mips == 1) return;
  j.report(
      v != nullptr ? "view/storage-mips" : "bind/storage-view-mips",
      cat(j.subject(), " binds ", mips, " mip levels of ", label(t.origin), " to ", j.wants,
          "; a storage texture has exactly one"),
      v != nullptr ? "write :mip-level-count 1 on the texture-view" : "bind a texture-view with :mip-level-count 1");
}

// Depth is read as floats or by a depth texture, stencil as unsigned integers.
void checkAspectClass(const Join& j, const Texture& t, const FormatInfo& info, const TextureView* v) {
  const TextureAspect aspect = v != nullptr && v->aspect ? v->aspect->value : TextureAspect::all;
  if (aspect == TextureAspect::all && info.depth && info.stencil) return;
  const bool stencil = aspect == TextureAspect::stencil_only || !info.depth;
  const bool depth_variable = isDepthKind(j.var().kind);
  if (!depth_variable && j.var().sample_class == ScalarClass::none) return;
  const bool fits = stencil ? !depth_variable && j.var().sample_class == ScalarClass::uint
                            : depth_variable || j.var().sample_class == ScalarClass::float_;
  if (fits) return;
  j.report("bind/texture-class", cat(j.subject(), " binds the ", stencil ? "stencil" : "depth", " of ", label(t.origin),
                                     " (", stencil ? "uint" : "float", ") to ", j.wants, ", which reads ",
                                     depth_variable ? std::string("depth") : cat(className(j.var().sample_class))));
}

void checkSampledClass(const Join& j, const Texture& t) {
  const FormatInfo* info = formatInfo(j.c.boundFormat(j.entry));
  if (info == nullptr) return;
  const TextureView* v = j.entry.kind == BindEntry::Kind::view ? j.c.view(j.entry.resource.value) : nullptr;
  const bool one_aspect = v != nullptr && v->aspect && v->aspect->value != TextureAspect::all;
  if (isDepthKind(j.var().kind) && !info->isDepthStencil())
    j.report("bind/depth-texture", cat(j.subject(), " binds ", label(t.origin), " of format ", info->name, " to ",
                                       j.wants, ", which is a depth texture"));
  else if (info->depth && info->stencil && !one_aspect)
    j.report(
        "bind/depth-texture",
        cat(j.subject(), " binds ", label(t.origin), " of format ", info->name, " to ", j.wants, " with both aspects"),
        "bind a texture-view with :aspect depth-only or stencil-only");
  if (info->isDepthStencil()) return checkAspectClass(j, t, *info, v);
  if (isDepthKind(j.var().kind) || j.var().sample_class == ScalarClass::none) return;
  if (info->scalar == j.var().sample_class || info->scalar == ScalarClass::none) return;
  j.report("bind/texture-class",
           cat(j.subject(), " binds ", label(t.origin), " of format ", info->name, " (", className(info->scalar),
               ") to ", j.wants, ", which reads ", className(j.var().sample_class)));
}

void checkTexture(const Join& j) {
  const Texture* t = j.c.boundTexture(j.entry);
  if (t == nullptr || j.var().kind == BindingKind::texture_external) return;
  checkTextureUsage(j, *t);
  const std::optional<ViewDimension> have = j.c.boundDimension(j.entry);
  if (have && j.var().view_dimension && *have != *j.var().view_dimension)
    j.report("bind/view-dimension",
             cat(j.subject(), " binds ", label(t->origin), " as ", name(*have), " to ", j.wants, ", which is ",
                 name(*j.var().view_dimension)),
             cat("bind a texture-view with :dimension ", name(*j.var().view_dimension)));
  if (j.var().kind == BindingKind::texture_storage) return checkStorageTexture(j, *t);
  const bool many = isMultisampledKind(j.var().kind);
  if ((t->samples.value == 4) != many)
    j.report("bind/multisampled",
             cat(j.subject(), " binds ", label(t->origin), " of ", counted(t->samples.value, "sample", "samples"),
                 " to ", j.wants, many ? ", which is multisampled" : ", which is not multisampled"),
             many ? "give the texture :sample-count 4, or read it as texture_2d"
                  : "read it as texture_multisampled_2d, or resolve the texture into one of 1 sample and read that");
  checkSampledClass(j, *t);
}

void checkJoin(const Join& j) {
  if (!kindFits(j.entry.kind, j.var().kind)) {
    j.report("bind/kind", cat(j.subject(), " binds ", entryKind(j.entry.kind), " to ", j.wants, ", which is ",
                              kindName(j.var().kind)));
    return;
  }
  if (isBufferKind(j.var().kind))
    checkBuffer(j);
  else if (isSamplerKind(j.var().kind))
    checkSampler(j);
  else
    checkTexture(j);
}

// The variable that a layout entry would serve.
wgsl::Binding variableFor(const LayoutEntry& e) {
  wgsl::Binding out;
  out.binding = e.binding.value;
  if (const auto* b = std::get_if<LayoutEntry::BufferLayout>(&e.resource)) {
    out.kind = b->type.value == BufferBindingType::uniform   ? BindingKind::uniform
               : b->type.value == BufferBindingType::storage ? BindingKind::storage_read_write
                                                             : BindingKind::storage_read;
  } else if (const auto* s = std::get_if<LayoutEntry::SamplerLayout>(&e.resource)) {
    out.kind = s->type.value == SamplerBindingType::comparison ? BindingKind::sampler_comparison : BindingKind::sampler;
  } else if (const auto* t = std::get_if<LayoutEntry::TextureLayout>(&e.resource)) {
    const bool depth = t->sample_type.value == TextureSampleType::depth, many = t->multisampled.value;
    out.kind = depth  ? (many ? BindingKind::texture_depth_multisampled : BindingKind::texture_depth)
               : many ? BindingKind::texture_multisampled
                      : BindingKind::texture_sampled;
    out.view_dimension = t->view_dimension.value;
    if (!depth)
      out.sample_class = t->sample_type.value == TextureSampleType::sint   ? ScalarClass::sint
                         : t->sample_type.value == TextureSampleType::uint ? ScalarClass::uint
                                                                           : ScalarClass::float_;
  } else {
    const auto& storage = std::get<LayoutEntry::StorageTextureLayout>(e.resource);
    out.kind = BindingKind::texture_storage;
    out.view_dimension = storage.view_dimension.value;
    out.texel_format = storage.format.value;
    out.access = storage.access.value;
  }
  return out;
}

// WebGPU holds a group to its explicit layout whether a shader reads the binding or not.
void checkUnread(RuleContext& c, const BindGroup& g, const std::set<uint32_t>& served) {
  const BindGroupLayout* layout = c.explicitLayout(g);
  if (layout == nullptr) return;
  for (const LayoutEntry& le : layout->entries) {
    if (served.contains(le.binding.value)) continue;
    const wgsl::Binding wanted = variableFor(le);
    const Note why{le.form, cat("entry of ", label(layout->origin))};
    for (const BindEntry& e : g.entries) {
      if (e.binding.value == le.binding.value)
        checkJoin({c, g, e, wanted, cat("binding ", le.binding.value, " of ", label(layout->origin)), why});
    }
  }
}

void checkGroup(RuleContext& c, Index index) {
  const BindGroup& g = c.program.bind_groups[index];
  std::set<uint32_t> served;
  for (const Scope& s : c.scopes(index)) {
    const Pipeline* p = c.pipeline(s.pipeline);
    if (p == nullptr) continue;
    // Which variable is meant is not known then.
    const bool unclear = c.failed(p->origin, {"layout/stage-conflict", "layout/covers-shader"});
    for (const BindingUse& u : c.interface(s.pipeline).uses) {
      if (u.binding->group != s.group) continue;
      for (const BindEntry& e : g.entries) {
        if (e.binding.value != u.binding->binding) continue;
        served.insert(e.binding.value);
        if (unclear) continue;
        const Note why{wgslPlace(*u.module, u.binding->name), cat("used by ", label(p->origin))};
        checkJoin({c, g, e, *u.binding, variable(*u.binding), why});
      }
    }
  }
  checkUnread(c, g, served);
}

// ---- explicit layouts: the sampler of an entry
// -----------------------------------------------------------------------

bool hasLinear(const Sampler& s) {
  return s.mag.value == FilterMode::linear || s.min.value == FilterMode::linear ||
         (s.mipmap && s.mipmap->value == FilterMode::linear);
}

void checkLayoutSamplers(RuleContext& c, const BindGroup& g) {
  const BindGroupLayout* l = g.explicit_layout ? c.bindGroupLayout(g.layout.value) : nullptr;
  if (l == nullptr) return;
  for (const LayoutEntry& le : l->entries) {
    const auto* want = std::get_if<LayoutEntry::SamplerLayout>(&le.resource);
    for (const BindEntry& e : g.entries) {
      const Sampler* s = e.kind == BindEntry::Kind::sampler ? c.sampler(e.resource.value) : nullptr;
      if (want == nullptr || s == nullptr || e.binding.value != le.binding.value) continue;
      std::string_view why;
      if (want->type.value == SamplerBindingType::non_filtering && hasLinear(*s)) why = "which filters linearly";
      if (want->type.value == SamplerBindingType::filtering && s->compare) why = "which has :compare";
      if (want->type.value == SamplerBindingType::comparison && !s->compare) why = "which has no :compare";
      if (why.empty()) continue;
      c.error("bind/sampler-non-filtering", placeOf(e.resource.span, g.origin),
              cat(label(g.origin), " entry :binding ", e.binding.value, " binds ", label(s->origin), ", ", why,
                  ", where ", label(l->origin), " wants a ", name(want->type.value), " sampler"))
          .notes.push_back({le.form, want->type.value == SamplerBindingType::non_filtering
                                         ? "write (sampler :type filtering) here, or give the sampler nearest filters"
                                     : s->compare
                                         ? "write (sampler :type comparison) here, or take :compare out"
                                         : "write (sampler :type filtering) here, or give the sampler :compare"});
    }
  }
}

// An explicit layout says which texture formats it takes, whatever the shader does with them.
void checkLayoutTextures(RuleContext& c, const BindGroup& g) {
  const BindGroupLayout* l = g.explicit_layout ? c.bindGroupLayout(g.layout.value) : nullptr;
  if (l == nullptr) return;
  for (const LayoutEntry& le : l->entries) {
    const auto* want = std::get_if<LayoutEntry::TextureLayout>(&le.resource);
    for (const BindEntry& e : g.entries) {
      const Texture* t = want == nullptr || e.binding.value != le.binding.value ? nullptr : c.boundTexture(e);
      const FormatInfo* info = t == nullptr ? nullptr : formatInfo(c.boundFormat(e));
      if (info == nullptr || info->isCanvas()) continue;
      const bool filterable = info->filterable != Capability::no && info->filterable != Capability::float32_filterable;
      const std::string start = cat(label(g.origin), " entry :binding ", e.binding.value, " binds ", label(t->origin),
                                    " of format ", info->name);
      const Span place = placeOf(e.resource.span, g.origin);
      if (want->sample_type.value == TextureSampleType::float_ && !filterable &&
          (info->isDepthStencil() || info->scalar == ScalarClass::float_))
        c.errorOnce("bind/filterable", place,
                    cat(start, ", which cannot be filtered, where ", label(l->origin), " has :sample-type float"))
            .notes.push_back({le.form, "write :sample-type unfilterable-float here, and read it with textureLoad"});
      if (want->sample_type.value == TextureSampleType::depth && !info->isDepthStencil())
        c.errorOnce("bind/depth-texture", place, cat(start, " where ", label(l->origin), " wants a depth texture"));
    }
  }
}

// ---- sampling calls
// --------------------------------------------------------------------------------------------------

const BindEntry* entryFor(const RuleContext& c, Index pipeline, const wgsl::Binding& v, const BindGroup*& owner) {
  for (Index i = 0; i < c.program.bind_groups.size(); ++i) {
    for (const Scope& s : c.scopes(i)) {
      if (s.pipeline != pipeline || s.group != v.group) continue;
      for (const BindEntry& e : c.program.bind_groups[i].entries) {
        if (e.binding.value != v.binding) continue;
        owner = &c.program.bind_groups[i];
        return &e;
      }
    }
  }
  return nullptr;
}

// An automatic layout makes a texture that meets a sampler filterable, whatever the filters of that sampler are.
void checkFilterable(RuleContext& c, Index index) {
  const Pipeline* p = c.pipeline(index);
  if (p == nullptr || p->layout.value != kNone) return;
  for (const StageUse& s : c.interface(index).stages) {
    if (s.entry == nullptr) continue;
    for (const wgsl::SamplingPair& pair : s.entry->sampling) {
      const wgsl::Binding& v = s.reflection->bindings[pair.texture];
      const BindGroup* owner = nullptr;
      const BindEntry* e = entryFor(c, index, v, owner);
      if (e == nullptr || v.kind != BindingKind::texture_sampled || v.sample_class != ScalarClass::float_) continue;
      const Texture* t = c.boundTexture(*e);
      const FormatInfo* info = t == nullptr ? nullptr : formatInfo(c.boundFormat(*e));
      if (info == nullptr || info->scalar == ScalarClass::sint || info->scalar == ScalarClass::uint) continue;
      if (info->filterable != Capability::no && info->filterable != Capability::float32_filterable) continue;
      c.errorOnce("bind/filterable", placeOf(e->resource.span, owner->origin),
                  cat(label(owner->origin), " entry :binding ", e->binding.value, " binds ", label(t->origin),
                      " of format ", info->name, ", which cannot be filtered, and ", quoted(s.entry->name),
                      " samples it with ", quoted(s.reflection->bindings[pair.sampler].name)))
          .notes.push_back(
              {std::nullopt, "read it with textureLoad, or use a format that can be filtered such as rgba16float"});
    }
  }
}

}  // namespace

void checkBindings(RuleContext& c) {
  for (Index i = 0; i < c.program.bind_groups.size(); ++i) {
    const Origin& origin = c.program.bind_groups[i].origin;
    if (origin.poisoned || c.failed(origin, {"bind/binding-duplicate"})) continue;
    checkLayoutSamplers(c, c.program.bind_groups[i]);
    checkLayoutTextures(c, c.program.bind_groups[i]);
    if (c.options.validate) checkGroup(c, i);
  }
  if (!c.options.validate) return;
  for (Index i = 0; i < c.program.pipelines.size(); ++i) checkFilterable(c, i);
}

}  // namespace pngine::program
