// Rules over the layout that WebGPU derives from the shaders of a pipeline with `:layout auto`: how much each stage may
// reach, and that two stages mean the same by one binding.
#include "program/rule_context.h"

namespace pngine::program {

namespace {

using wgsl::BindingKind;

struct Slot {
  Limit limit;
  std::string_view what;
  bool (*counts)(BindingKind);
};
constexpr Slot kSlots[] = {
    {Limit::max_uniform_buffers_per_shader_stage, "uniform buffers",
     [](BindingKind k) { return k == BindingKind::uniform; }},
    {Limit::max_storage_buffers_per_shader_stage, "storage buffers",
     [](BindingKind k) { return k == BindingKind::storage_read || k == BindingKind::storage_read_write; }},
    {Limit::max_sampled_textures_per_shader_stage, "sampled textures",
     [](BindingKind k) {
       return isTextureKind(k) && k != BindingKind::texture_storage && k != BindingKind::texture_external;
     }},
    {Limit::max_samplers_per_shader_stage, "samplers", isSamplerKind},
    {Limit::max_storage_textures_per_shader_stage, "storage textures",
     [](BindingKind k) { return k == BindingKind::texture_storage; }},
};

void checkCounts(RuleContext& c, const Pipeline& p, const Interface& face, const StageUse& stage) {
  for (const Slot& slot : kSlots) {
    std::set<std::pair<uint32_t, uint32_t>> found;
    for (const BindingUse& u : face.uses) {
      if (u.stage == stage.stage && slot.counts(u.binding->kind)) found.insert({u.binding->group, u.binding->binding});
    }
    const uint64_t most = effectiveLimit(c.program, slot.limit);
    if (found.size() <= most) continue;
    c.error("bgl/count-limits", placeOf(stage.info->form, p.origin),
            cat(label(p.origin), " uses ", found.size(), " ", slot.what, " in its ", stageName(stage.stage),
                " stage; at most ", most, " are allowed"))
        .notes.push_back({std::nullopt, raiseHint(slot.limit, found.size())});
  }
}

// An explicit layout says the format itself; here the shader's text does.
void checkTexelFormats(RuleContext& c, const Pipeline& p, const Interface& face) {
  for (const BindingUse& u : face.uses) {
    const wgsl::Binding& v = *u.binding;
    const FormatInfo* info = v.texel_format ? formatInfo(*v.texel_format) : nullptr;
    if (v.kind != BindingKind::texture_storage || info == nullptr) continue;
    const Capability can = storageCapability(*info, v.access);
    const std::string text = cat(label(p.origin), " uses ", variable(v), ", but format ", info->name, " cannot be a ",
                                 name(v.access), " storage texture");
    const Span place = wgslPlace(*u.module, v.name);
    if (can == Capability::no)
      c.errorOnce("bgl/storage-texture-format", place, text);
    else if (!featureOf(can).empty())
      c.warningOnce("bgl/storage-texture-format", place, cat(text, " without the device feature ", featureOf(can)));
  }
}

// Two variables can share an entry of a layout when they differ in what the entry does not say, or joins: the smallest
// size of a buffer, the access of a storage texture.
bool agree(const wgsl::Binding& a, const wgsl::Binding& b) {
  if (a.kind != b.kind) return false;
  if (!isTextureKind(a.kind)) return true;
  return a.sample_class == b.sample_class && a.texel_format == b.texel_format && a.view_dimension == b.view_dimension;
}

std::string described(const wgsl::Binding& v) {
  return cat(variable(v), " as ", kindName(v.kind), v.type != nullptr ? cat(" (", v.type->name, ")") : std::string());
}

void checkAgreement(RuleContext& c, const Pipeline& p, const Interface& face) {
  std::map<std::pair<uint32_t, uint32_t>, const BindingUse*> firsts;
  for (const BindingUse& later : face.uses) {
    const auto [at, fresh] = firsts.emplace(std::pair{later.binding->group, later.binding->binding}, &later);
    const BindingUse& first = *at->second;
    const wgsl::Binding &a = *first.binding, &b = *later.binding;
    if (fresh || first.stage == later.stage || agree(a, b)) continue;
    c.errorOnce("layout/stage-conflict", p.origin.name_span,
                cat(label(p.origin), " uses ", described(a), " in its ", stageName(first.stage), " stage and ",
                    described(b), " in its ", stageName(later.stage), " stage"))
        .notes = {
        {wgslPlace(*first.module, a.name), "declared here"},
        {wgslPlace(*later.module, b.name), "declared here"},
        {std::nullopt, "stages share the numbers of bindings; give one of the variables a number of its own"}};
  }
}

}  // namespace

void checkAutomaticLayouts(RuleContext& c) {
  if (!c.options.validate) return;
  for (Index i = 0; i < c.program.pipelines.size(); ++i) {
    const Pipeline* p = c.pipeline(i);
    if (p == nullptr || p->layout.value != kNone) continue;
    const Interface& face = c.interface(i);
    for (const StageUse& s : face.stages) checkCounts(c, *p, face, s);
    checkTexelFormats(c, *p, face);
    checkAgreement(c, *p, face);
  }
}

}  // namespace pngine::program
