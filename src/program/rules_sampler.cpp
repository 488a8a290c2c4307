// Rules over samplers and query sets by themselves.
#include "program/rule_context.h"

namespace pngine::program {

void checkSamplers(RuleContext& c) {
  for (const Sampler& s : c.program.samplers) {
    if (s.origin.poisoned) continue;
    const float low = s.lod_min ? s.lod_min->value : 0.0F;
    const float high = s.lod_max ? s.lod_max->value : 32.0F;
    if (high < low) {
      const Span place = s.lod_max ? s.lod_max->span : s.lod_min->span;
      c.error("sampler/lod-order", placeOf(place, s.origin),
              cat(label(s.origin), " :lod-max-clamp ", high, " is below :lod-min-clamp ", low));
    }
    const bool all = !s.address_mode.empty() && s.address_w && s.address_u.span != s.address_mode &&
                     s.address_v.span != s.address_mode && s.address_w->span != s.address_mode;
    if (all && s.address_u.written() && s.address_v.written())
      c.warning("sampler/address-redundant", s.address_mode,
                cat(label(s.origin), " :address-mode is overridden on all three axes"));
  }
}

namespace {

// Written by a pass, and resolved by a queue.
std::pair<bool, bool> usesOf(const RuleContext& c, Index set) {
  bool written = false, resolved = false;
  for (const Pass& p : c.program.passes) {
    const bool occlusion = p.occlusion_set.value == set;
    for (const RenderCommand& command : p.draws)
      written |= occlusion && std::holds_alternative<OcclusionQuery>(command);
    written |= p.timestamps && p.timestamps->set.value == set;
  }
  for (const Queue& q : c.program.queues) {
    for (const QueueAction& a : q.actions) {
      const auto* r = std::get_if<ResolveQuery>(&a.action);
      resolved |= r != nullptr && r->set.value == set;
    }
  }
  return {written, resolved};
}

}  // namespace

void checkQuerySets(RuleContext& c) {
  for (Index i = 0; i < c.program.query_sets.size(); ++i) {
    const QuerySet& q = c.program.query_sets[i];
    if (q.origin.poisoned) continue;
    if (q.type.value == QueryType::timestamp)
      c.warning("query/timestamp-feature", placeOf(q.type.span, q.origin),
                cat(label(q.origin),
                    " :type timestamp needs the device feature timestamp-query; without it the file does not load"));
    if (!c.hasFrame()) continue;
    const auto [written, resolved] = usesOf(c, i);
    if (!written || !resolved)
      c.warning("query/unused", q.origin.name_span,
                cat(label(q.origin), written ? " is written but never resolved" : " is never written by a pass"));
  }
}

}  // namespace pngine::program
