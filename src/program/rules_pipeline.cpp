// Rules over the fixed state of render pipelines: primitive, depth-stencil, multisample, targets and blending.
#include <algorithm>

#include "program/rule_context.h"

namespace pngine::program {

namespace {

void checkEffect(RuleContext& c, const Pipeline& p) {
  if (p.fragment || p.depth_stencil) return;
  c.error("pipeline/no-effect", p.origin.name_span,
          cat(label(p.origin), " has neither a fragment stage nor a depth-stencil, so it writes nothing"));
}

void checkPrimitive(RuleContext& c, const Pipeline& p) {
  if (!p.primitive || !p.primitive->unclipped_depth || !p.primitive->unclipped_depth->value) return;
  c.warning("primitive/unclipped-depth", placeOf(p.primitive->unclipped_depth->span, p.origin),
            cat(label(p.origin), " :unclipped-depth true needs the device feature depth-clip-control"));
}

void checkDepthStencil(RuleContext& c, const Pipeline& p) {
  if (!p.depth_stencil) return;
  const DepthStencil& d = *p.depth_stencil;
  const FormatInfo* info = formatInfo(d.format.value);
  if (d.depth_bias_clamp && d.depth_bias_clamp->value != 0)
    c.warning("ds/bias-clamp-feature", placeOf(d.depth_bias_clamp->span, p.origin),
              cat(label(p.origin), " :depth-bias-clamp ", d.depth_bias_clamp->value,
                  " does not work on devices in compatibility mode"));
  for (const auto& mask : {d.stencil_read_mask, d.stencil_write_mask}) {
    if (mask && info != nullptr && !info->stencil)
      c.warning("ds/mask-inert", placeOf(mask->span, p.origin),
                cat(label(p.origin), " has a stencil mask but format ", info->name, " has no stencil"));
  }
}

void checkMultisample(RuleContext& c, const Pipeline& p) {
  if (!p.multisample) return;
  const Multisample& m = *p.multisample;
  const uint32_t count = m.count ? m.count->value : 1;
  if (count != 1 && count != 4) {
    c.error("ms/count", placeOf(m.count->span, p.origin),
            cat(label(p.origin), " multisample :count is ", count, "; 1 and 4 are possible"));
    return;
  }
  const uint64_t bits = (uint64_t{1} << count) - 1;
  if (m.mask && (m.mask->value & bits) == 0)
    c.warning("ms/mask-zero", placeOf(m.mask->span, p.origin),
              cat(label(p.origin), " multisample :mask has none of its ", count, " low bits set, so nothing is drawn"));
  const FormatInfo* first = p.targets.empty() ? nullptr : formatInfo(p.targets[0].format.value);
  if (m.alpha_to_coverage && m.alpha_to_coverage->value && first != nullptr && first->alpha &&
      first->blendable == Capability::no)
    c.error("ms/a2c-alpha", placeOf(m.alpha_to_coverage->span, p.origin),
            cat(label(p.origin), " has :alpha-to-coverage-enabled true, but format ", first->name,
                " of target 0 does not blend"));
  if (count != 4) return;
  const auto check = [&](const At<TextureFormat>& format, std::string_view what) {
    const FormatInfo* info = formatInfo(format.value);
    if (info != nullptr && info->multisample == Capability::no)
      c.error(
          "ms/format", placeOf(format.span, p.origin),
          cat(label(p.origin), " has 4 samples, but format ", info->name, " of its ", what, " cannot be multisampled"));
  };
  for (const Target& t : p.targets) check(t.format, "target");
  if (p.depth_stencil) check(p.depth_stencil->format, "depth-stencil");
}

// ---- blending ----

bool isOne(const std::optional<At<BlendFactor>>& f, bool absent_is_one) {
  return f ? f->value == BlendFactor::one : absent_is_one;
}

void checkMinMax(RuleContext& c, const Pipeline& p, const BlendComponent& b, std::string_view part) {
  if (!b.operation || (b.operation->value != BlendOperation::min && b.operation->value != BlendOperation::max)) return;
  if (isOne(b.src, true) && isOne(b.dst, false)) return;
  const Span place = b.dst ? b.dst->span : b.operation->span;
  c.error("blend/minmax-factors", placeOf(place, p.origin),
          cat(label(p.origin), " blend ", part, " :operation ", name(b.operation->value),
              " needs :src-factor one and :dst-factor one",
              b.dst ? "" : ", and :dst-factor is not written, which means zero"));
}

bool readsTargetAlpha(const BlendComponent& b) {
  const auto reads = [](const std::optional<At<BlendFactor>>& f) {
    return f && (f->value == BlendFactor::dst_alpha || f->value == BlendFactor::one_minus_dst_alpha ||
                 f->value == BlendFactor::src_alpha_saturated);
  };
  return reads(b.src) || reads(b.dst);
}

void checkBlend(RuleContext& c, const Pipeline& p, const Target& t, const FormatInfo& info) {
  checkMinMax(c, p, t.blend->color, "color");
  checkMinMax(c, p, t.blend->alpha, "alpha");
  if (info.blendable == Capability::float32_blendable)
    c.warning(
        "target/blend-float32", placeOf(t.blend->form, p.origin),
        cat(label(p.origin), " blends on format ", info.name, ", which needs the device feature float32-blendable"));
  if (!info.alpha && readsTargetAlpha(t.blend->color))
    c.warning("blend/alpha-ignored", placeOf(t.blend->color.form, p.origin),
              cat(label(p.origin), " blends with the alpha of its target, but format ", info.name, " has none"));
}

void checkTargets(RuleContext& c, const Pipeline& p) {
  for (const Target& t : p.targets) {
    const FormatInfo* info = formatInfo(t.format.value);
    if (info == nullptr) continue;
    if (const std::string_view feature = featureOf(info->renderable); !feature.empty())
      c.warning("target/not-renderable", placeOf(t.format.span, p.origin),
                cat(label(p.origin), " target :format ", info->name, " needs the device feature ", feature));
    if (t.blend) checkBlend(c, p, t, *info);
  }
}

}  // namespace

void checkPipelineStates(RuleContext& c) {
  for (const Pipeline& p : c.program.pipelines) {
    if (p.compute || p.origin.poisoned) continue;
    checkEffect(c, p);
    checkPrimitive(c, p);
    checkDepthStencil(c, p);
    checkMultisample(c, p);
    checkTargets(c, p);
  }
}

}  // namespace pngine::program
