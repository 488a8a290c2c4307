// Rules over fragment stages: outputs against targets, limits of targets, blending that reads what is not there.
#include <algorithm>

#include "program/rule_context.h"

namespace pngine::program {

namespace {

const FormatInfo* infoOf(const Target& t) { return formatInfo(t.format.value); }

bool isSrc1(BlendFactor f) {
  return f == BlendFactor::src1 || f == BlendFactor::one_minus_src1 || f == BlendFactor::src1_alpha ||
         f == BlendFactor::one_minus_src1_alpha;
}
bool readsSourceAlpha(BlendFactor f) {
  return f == BlendFactor::src_alpha || f == BlendFactor::one_minus_src_alpha ||
         f == BlendFactor::src_alpha_saturated || f == BlendFactor::src1_alpha ||
         f == BlendFactor::one_minus_src1_alpha;
}

template <class Predicate>
bool anyFactor(const BlendComponent& b, Predicate is) {
  return (b.src && is(b.src->value)) || (b.dst && is(b.dst->value));
}

const wgsl::Varying* outputAt(const wgsl::EntryPoint& e, uint32_t location) {
  for (const wgsl::Varying& v : e.outputs) {
    if (v.location == location && v.blend_src.value_or(0) == 0) return &v;
  }
  return nullptr;
}

bool writes(const wgsl::EntryPoint& e, std::string_view builtin) {
  return std::ranges::count(e.output_builtins, builtin) != 0;
}

struct Stage {
  RuleContext& c;
  const Pipeline& p;
  const StageUse& s;
  std::string runs() const { return cat(label(p.origin), " runs ", quoted(s.entry->name)); }
  std::string output(const wgsl::Varying& v) const { return cat("@location(", v.location, ") : ", v.type); }
};

void checkOutputs(const Stage& st) {
  for (const wgsl::Varying& v : st.s.entry->outputs) {
    if (v.location < st.p.targets.size()) continue;
    st.c.errorOnce("fragment/output-unbound", placeOf(st.s.info->form, st.p.origin),
                   cat(st.runs(), ", which writes ", st.output(v), ", but the pipeline has ",
                       counted(st.p.targets.size(), "target", "targets")))
        .notes.push_back({wgslPlace(*st.s.module, st.s.entry->name), "declared here"});
  }
}

void checkTarget(const Stage& st, uint32_t i) {
  const Target& t = st.p.targets[i];
  const FormatInfo* info = infoOf(t);
  const wgsl::Varying* out = outputAt(*st.s.entry, i);
  const Span place = placeOf(t.format.span, st.p.origin);
  const bool masked = t.write_mask && t.write_mask->value == 0;
  if (out == nullptr) {
    // An output at a location without target was perhaps meant for this one.
    if (!masked && !st.c.reported("fragment/output-unbound", placeOf(st.s.info->form, st.p.origin)))
      st.c.error("fragment/target-unwritten", placeOf(t.form, st.p.origin),
                 cat(st.runs(), ", which writes nothing to target ", i))
          .notes.push_back(
              {std::nullopt, cat("write @location(", i, ") in the shader, or give the target :write-mask 0")});
    return;
  }
  if (info == nullptr || info->isDepthStencil() || out->scalar == ScalarClass::none) return;
  if (out->scalar != info->scalar) {
    st.c.error("fragment/output-class", place,
               cat(st.runs(), ", which writes ", st.output(*out), " (", className(out->scalar), "), but target ", i,
                   " has format ", info->name, " (", className(info->scalar), ")"));
    return;
  }
  if (out->components != 0 && out->components < info->channels)
    st.c.error("fragment/output-components", place,
               cat(st.runs(), ", which writes ", st.output(*out), " with ",
                   counted(out->components, "component", "components"), ", but target ", i, " has format ", info->name,
                   " with ", info->channels));
  else if (t.blend && out->components != 0 && out->components < 4 && anyFactor(t.blend->color, readsSourceAlpha))
    st.c.error(
        "fragment/output-components", placeOf(t.blend->color.form, st.p.origin),
        cat(st.runs(), ", which writes ", st.output(*out), " without alpha, but the blend of target ", i, " reads it"));
}

void checkBuiltins(const Stage& st) {
  const auto& ds = st.p.depth_stencil;
  const FormatInfo* depth = ds ? formatInfo(ds->format.value) : nullptr;
  if (writes(*st.s.entry, "frag_depth") && (depth == nullptr || !depth->depth))
    st.c.error("fragment/frag-depth", placeOf(st.s.info->form, st.p.origin),
               cat(st.runs(), ", which writes frag_depth, but the pipeline has no depth-stencil with a depth format"));
  const auto& ms = st.p.multisample;
  if (writes(*st.s.entry, "sample_mask") && ms && ms->alpha_to_coverage && ms->alpha_to_coverage->value)
    st.c.error("fragment/sample-mask", placeOf(ms->alpha_to_coverage->span, st.p.origin),
               cat(st.runs(), ", which writes sample_mask, which excludes :alpha-to-coverage-enabled true"))
        .notes.push_back({wgslPlace(*st.s.module, st.s.entry->name),
                          "both decide which samples count; take sample_mask out of the shader, or the key out"});
}

void checkDualSource(const Stage& st) {
  const bool second =
      std::ranges::any_of(st.s.entry->outputs, [](const wgsl::Varying& v) { return v.blend_src.value_or(0) == 1; });
  for (const Target& t : st.p.targets) {
    if (!t.blend || (!anyFactor(t.blend->color, isSrc1) && !anyFactor(t.blend->alpha, isSrc1))) continue;
    const Span place = placeOf(t.blend->form, st.p.origin);
    if (!second)
      st.c.error("fragment/dual-source", place,
                 cat(st.runs(), ", which has no @blend_src(1) output, but the blend reads it"));
    else if (st.p.targets.size() > 1)
      st.c.error("fragment/dual-source", place,
                 cat(label(st.p.origin), " blends with a second source and has ", st.p.targets.size(),
                     " targets; only one is allowed"));
    else
      st.c.warning(
          "fragment/dual-source", place,
          cat(label(st.p.origin), " blends with a second source, which needs the device feature dual-source-blending"));
  }
}

void checkCounts(RuleContext& c, const Pipeline& p) {
  if (p.targets.size() > kMaxColorAttachments)
    c.error("fragment/target-count", placeOf(p.targets[kMaxColorAttachments].form, p.origin),
            cat(label(p.origin), " has ", p.targets.size(), " targets; at most ", kMaxColorAttachments,
                " are allowed, as many as a pass has attachments"))
        .notes.push_back({std::nullopt, "draw the rest in a second pass"});
  std::vector<TextureFormat> formats;
  for (const Target& t : p.targets) formats.push_back(t.format.value);
  const uint64_t bytes = bytesPerSample(formats);
  const uint64_t limit = effectiveLimit(c.program, Limit::max_color_attachment_bytes_per_sample);
  if (bytes > limit)
    c.error("fragment/target-bytes", p.origin.name_span,
            cat(label(p.origin), " has targets of ", bytes, " bytes per sample; at most ", limit, " are allowed"))
        .notes.push_back({std::nullopt, raiseHint(Limit::max_color_attachment_bytes_per_sample, bytes)});
}

}  // namespace

uint64_t bytesPerSample(std::span<const TextureFormat> formats) {
  uint64_t total = 0;
  for (const TextureFormat f : formats) {
    const FormatInfo* info = formatInfo(f);
    if (info == nullptr || info->target_alignment == 0) continue;
    total = (total + info->target_alignment - 1) / info->target_alignment * info->target_alignment + info->target_cost;
  }
  return total;
}

void checkFragmentStages(RuleContext& c) {
  for (Index i = 0; i < c.program.pipelines.size(); ++i) {
    const Pipeline& p = c.program.pipelines[i];
    if (p.compute || p.origin.poisoned || !p.fragment) continue;
    checkCounts(c, p);
    const StageUse* s = c.interface(i).stage(wgsl::Stage::fragment);
    if (!c.options.validate || s == nullptr || s->entry == nullptr) continue;
    const Stage stage{c, p, *s};
    checkOutputs(stage);
    for (uint32_t t = 0; t < p.targets.size(); ++t) checkTarget(stage, t);
    checkBuiltins(stage);
    checkDualSource(stage);
  }
}

}  // namespace pngine::program
