// Rules over the state of render passes: work, viewport, scissor, constants, and queries.
#include <algorithm>

#include "program/rule_context.h"

namespace pngine::program {

namespace {

void checkWork(RuleContext& c, const Pass& p) {
  const bool loads =
      std::ranges::all_of(p.colors, [](const ColorAttachment& a) { return a.load.value == LoadOp::load; }) &&
      (!p.depth_stencil || ((!p.depth_stencil->depth_load || p.depth_stencil->depth_load->value == LoadOp::load) &&
                            (!p.depth_stencil->stencil_load || p.depth_stencil->stencil_load->value == LoadOp::load)));
  if (p.draws.empty() && p.bundles.empty() && loads)
    c.warning("pass/no-work", p.origin.name_span, cat(label(p.origin), " draws nothing and clears nothing"));
  if (!p.bundles.empty() && !p.draws.empty())
    c.warning("pass/bundles-and-pipeline", placeOf(p.bundles[0].span, p.origin),
              cat(label(p.origin),
                  " has draws of its own and :execute-bundles; the draws come first, and bundles use none of the "
                  "pass's state"));
}

void checkViewport(RuleContext& c, const Pass& p) {
  if (!p.viewport) return;
  const Pass::Viewport& v = p.viewport->value;
  const Span place = placeOf(p.viewport->span, p.origin);
  if (v.min_depth < 0 || v.max_depth > 1 || v.min_depth > v.max_depth)
    c.error("state/viewport-depth", place,
            cat(label(p.origin), " :viewport has depths ", v.min_depth, " and ", v.max_depth,
                "; they lie between 0 and 1, the smaller first"));
  const uint64_t most = effectiveLimit(c.program, Limit::max_texture_dimension_2d);
  constexpr std::array<std::string_view, 2> kSide = {"width", "height"};
  for (size_t axis = 0; axis < 2; ++axis) {
    const uint64_t at = v.rect[axis], size = v.rect[axis + 2];
    if (size > most)
      c.error("state/viewport-size", place,
              cat(label(p.origin), " :viewport ", kSide[axis], " is ", size, "; at most ", most, " is allowed"))
          .notes.push_back({std::nullopt, raiseHint(Limit::max_texture_dimension_2d, size)});
    else if (at + size > 2 * most - 1)
      c.error("state/viewport-size", place,
              cat(label(p.origin), " :viewport ends at ", at + size, "; at most ", 2 * most - 1, " is allowed"))
          .notes.push_back({std::nullopt, raiseHint(Limit::max_texture_dimension_2d, (at + size) / 2 + 1)});
  }
}

// An attachment whose size is known; all of a pass have the same.
const Texture* sizedAttachment(const RuleContext& c, const Pass& p) {
  for (const ColorAttachment& a : p.colors) {
    const Texture* t = a.view.canvas ? nullptr : c.texture(a.view.texture);
    if (t != nullptr && c.sidesOf(*t)) return t;
  }
  const Texture* depth = p.depth_stencil ? c.texture(p.depth_stencil->view.value) : nullptr;
  return depth != nullptr && c.sidesOf(*depth) ? depth : nullptr;
}

void checkScissor(RuleContext& c, const Pass& p) {
  if (!p.scissor) return;
  const Texture* t = sizedAttachment(c, p);
  const auto& r = p.scissor->value;
  const uint64_t most = effectiveLimit(c.program, Limit::max_texture_dimension_2d);
  const uint64_t longest = std::max(uint64_t{r[0]} + r[2], uint64_t{r[1]} + r[3]);
  if (t == nullptr && longest > most)
    c.error("state/scissor-bounds", placeOf(p.scissor->span, p.origin),
            cat(label(p.origin), " :scissor-rect reaches ", uint64_t{r[0]} + r[2], " by ", uint64_t{r[1]} + r[3],
                ", and no canvas is larger than ", most, " by ", most))
        .notes.push_back({std::nullopt, raiseHint(Limit::max_texture_dimension_2d, longest)});
  const std::optional<ImageExtent> sides = t == nullptr ? std::nullopt : c.sidesOf(*t);
  if (!sides || (uint64_t{r[0]} + r[2] <= sides->width && uint64_t{r[1]} + r[3] <= sides->height)) return;
  c.error("state/scissor-bounds", placeOf(p.scissor->span, p.origin),
          cat(label(p.origin), " :scissor-rect reaches ", uint64_t{r[0]} + r[2], " by ", uint64_t{r[1]} + r[3], " but ",
              label(t->origin), " is ", sides->width, " by ", sides->height));
}

bool readsConstant(const Pipeline& p) {
  const auto reads = [](const std::optional<At<BlendFactor>>& f) {
    return f && (f->value == BlendFactor::constant || f->value == BlendFactor::one_minus_constant);
  };
  return std::ranges::any_of(p.targets, [&](const Target& t) {
    return t.blend && (reads(t.blend->color.src) || reads(t.blend->color.dst) || reads(t.blend->alpha.src) ||
                       reads(t.blend->alpha.dst));
  });
}

void checkConstants(RuleContext& c, const Pass& p) {
  const Pipeline* pipeline = c.pipeline(p.pipeline.value);
  if (pipeline == nullptr) return;
  const bool reads = readsConstant(*pipeline);
  if (p.blend_constant && !reads)
    c.warning(
        "state/blend-constant-unused", placeOf(p.blend_constant->span, p.origin),
        cat(label(p.origin), " sets :blend-constant but no target of ", label(pipeline->origin), " blends with it"));
  if (!p.blend_constant && reads && !p.draws.empty())
    c.warning("state/blend-constant-unused", p.origin.name_span,
              cat(label(p.origin), " sets no :blend-constant, so ", label(pipeline->origin), " blends with zeros"));
  const FormatInfo* format = pipeline->depth_stencil ? formatInfo(pipeline->depth_stencil->format.value) : nullptr;
  if (p.stencil_reference && (format == nullptr || !format->stencil))
    c.warning("state/stencil-reference-unused", placeOf(p.stencil_reference->span, p.origin),
              cat(label(p.origin), " sets :stencil-reference but ", label(pipeline->origin), " has no stencil"));
}

// ---- queries ----

void checkOcclusion(RuleContext& c, const Pass& p) {
  const QuerySet* set = c.querySet(p.occlusion_set.value);
  std::map<uint32_t, Span> seen;
  for (const RenderCommand& command : p.draws) {
    const auto* q = std::get_if<OcclusionQuery>(&command);
    if (q == nullptr) continue;
    const Span place = placeOf(q->index.span.empty() ? q->form : q->index.span, p.origin);
    if (set != nullptr && set->type.value == QueryType::occlusion && q->index.value >= set->count.value)
      c.error("occlusion/index", place,
              cat(label(p.origin), " occlusion-query :query-index is ", q->index.value, " but ", label(set->origin),
                  " has ", counted(set->count.value, "query", "queries"), ", numbered from 0"));
    if (const auto [first, fresh] = seen.emplace(q->index.value, q->form); !fresh)
      c.error("occlusion/duplicate", place, cat(label(p.origin), " uses occlusion query ", q->index.value, " twice"))
          .notes.push_back({first->second, "first here"});
  }
  if (set == nullptr) return;
  const Span place = placeOf(p.occlusion_set.span, p.origin);
  if (set->type.value != QueryType::occlusion)
    c.error("occlusion/type", place,
            cat(label(p.origin), " :occlusion-query-set names ", label(set->origin), ", whose :type is ",
                name(set->type.value)));
  if (seen.empty())
    c.warning("occlusion/set-unused", place,
              cat(label(p.origin), " has :occlusion-query-set but no (occlusion-query ...)"));
}

void checkTimestamps(RuleContext& c, const Pass& p) {
  const QuerySet* set = p.timestamps ? c.querySet(p.timestamps->set.value) : nullptr;
  if (set == nullptr) return;
  const TimestampWrites& t = *p.timestamps;
  if (set->type.value != QueryType::timestamp) {
    c.error("timestamp/type", placeOf(t.set.span, p.origin),
            cat(label(p.origin), " timestamp-writes :query-set names ", label(set->origin), ", whose :type is ",
                name(set->type.value)));
    return;
  }
  for (const At<uint32_t>* index : {&t.begin, &t.end}) {
    if (index->value >= set->count.value)
      c.error("timestamp/index", placeOf(index->span.empty() ? t.form : index->span, p.origin),
              cat(label(p.origin), " timestamp-writes ",
                  index == &t.begin ? ":beginning-of-pass-write-index" : ":end-of-pass-write-index", " is ",
                  index->value, " but ", label(set->origin), " has ", counted(set->count.value, "query", "queries"),
                  ", numbered from 0"));
  }
  if (t.begin.value == t.end.value)
    c.error("timestamp/index", placeOf(t.form, p.origin),
            cat(label(p.origin), " timestamp-writes has index ", t.begin.value,
                " for the beginning and for the end; each needs a query of its own"));
}

}  // namespace

void checkPassState(RuleContext& c) {
  for (const Pass& p : c.program.passes) {
    if (p.compute || p.origin.poisoned) continue;
    checkWork(c, p);
    checkViewport(c, p);
    checkScissor(c, p);
    checkConstants(c, p);
  }
}

void checkQueries(RuleContext& c) {
  for (const Pass& p : c.program.passes) {
    if (p.compute || p.origin.poisoned) continue;
    checkOcclusion(c, p);
    checkTimestamps(c, p);
  }
}

}  // namespace pngine::program
