// Rules over bind groups by themselves and against their layout: which bindings there are, ranges of buffers, pools.
#include <algorithm>
#include <bit>

#include "program/rule_context.h"

namespace pngine::program {

namespace {

struct Group {
  RuleContext& c;
  const BindGroup& g;
  Index index;
};

std::string entryLabel(const BindGroup& g, const BindEntry& e) {
  return cat(label(g.origin), " entry :binding ", e.binding.value);
}

void checkDuplicates(const Group& s) {
  std::map<uint32_t, Span> seen;
  for (const BindEntry& e : s.g.entries) {
    const auto [first, fresh] = seen.emplace(e.binding.value, e.form);
    if (fresh) continue;
    s.c.error("bind/binding-duplicate", placeOf(e.binding.span, s.g.origin),
              cat(label(s.g.origin), " has two entries with :binding ", e.binding.value))
        .notes.push_back({first->second, "first here"});
  }
}

// ---- pools ----

uint32_t poolOf(const RuleContext& c, const BindEntry& e) {
  if (const Buffer* b = e.kind == BindEntry::Kind::buffer ? c.buffer(e.resource.value) : nullptr) return b->pool.value;
  if (const Texture* t = e.kind == BindEntry::Kind::texture ? c.texture(e.resource.value) : nullptr)
    return t->pool.value;
  return 1;
}

/// Bound only by passes that run once, in the :init of a frame: one member of a pool is what such a pass means.
bool onlySeeds(const Group& s) {
  bool bound = false;
  const std::vector<Pass>& passes = s.c.program.passes;
  for (Index p = 0; p < passes.size(); ++p) {
    if (!std::ranges::contains(passes[p].bind_groups.items, s.index, &At<Index>::value)) continue;
    bound = true;
    for (const Frame& frame : s.c.program.frames) {
      const auto steps = [&](const Step& step) { return !step.queue && step.index == p; };
      if (std::ranges::any_of(frame.before, steps) || std::ranges::any_of(frame.perform, steps)) return false;
    }
  }
  return bound;
}

void checkPool(const Group& s, const BindEntry& e) {
  const uint32_t pool = poolOf(s.c, e);
  const std::string subject = entryLabel(s.g, e);
  if (!e.ping_pong) {
    if (pool > 1 && !s.g.origin.synthesized && !onlySeeds(s))
      s.c.warning("bind/pooled-resource-not-pinged", placeOf(e.resource.span, s.g.origin),
                  cat(subject, " binds a pool of ", pool, " without :ping-pong, so always its first member"));
    return;
  }
  const Span place = placeOf(e.ping_pong->span, s.g.origin);
  if (pool <= 1) {
    s.c.warning("bind/ping-pong-unpooled", place, cat(subject, " has :ping-pong but its resource has no :pool"));
  } else if (e.ping_pong->value >= pool) {
    s.c.error(
        "bind/ping-pong-range", place,
        cat(subject, " :ping-pong is ", e.ping_pong->value, " but the pool has ", pool, " members, numbered from 0"));
  } else if (s.g.pool.value != pool && !onlySeeds(s)) {
    s.c.warning("bind/pool-mismatch", place,
                cat(label(s.g.origin), " has :pool ", s.g.pool.value, " but the resource at :binding ", e.binding.value,
                    " has :pool ", pool));
  }
}

// ---- bound ranges ----

struct RangeRule {
  Limit alignment, size;
  std::string_view what;
};
constexpr RangeRule kUniform = {Limit::min_uniform_buffer_offset_alignment, Limit::max_uniform_buffer_binding_size,
                                "uniform"};
constexpr RangeRule kStorage = {Limit::min_storage_buffer_offset_alignment, Limit::max_storage_buffer_binding_size,
                                "storage"};

void checkRangeAs(const Group& s, const BindEntry& e, const RangeRule& rule) {
  const uint64_t alignment = effectiveLimit(s.c.program, rule.alignment);
  if (alignment != 0 && e.offset.value % alignment != 0) {
    Diagnostic& d = s.c.errorOnce("bind/offset-align", placeOf(e.offset.span, s.g.origin),
                                  cat(entryLabel(s.g, e), " :offset is ", e.offset.value, "; the offset of a ",
                                      rule.what, " buffer is a multiple of ", alignment));
    // Every device asks for at least 32.
    if (const uint64_t enough = uint64_t{1} << std::countr_zero(e.offset.value); enough >= 32)
      d.notes.push_back({std::nullopt, raiseHint(rule.alignment, enough)});
  }
  const uint64_t size = s.c.boundSize(e), most = effectiveLimit(s.c.program, rule.size);
  const Span place = placeOf(e.size.span.empty() ? e.resource.span : e.size.span, s.g.origin);
  if (size > most)
    s.c.errorOnce(
           "bind/size-limit", place,
           cat(entryLabel(s.g, e), " binds ", size, " bytes as ", rule.what, " buffer; at most ", most, " are allowed"))
        .notes.push_back({std::nullopt, raiseHint(rule.size, size)});
  else if (&rule == &kStorage && size % 4 != 0)
    s.c.errorOnce("bind/size-limit", place,
                  cat(entryLabel(s.g, e), " binds ", size, " bytes; a storage range is a multiple of 4"));
}

void checkRange(const Group& s, const BindEntry& e) {
  const Buffer* b = e.kind == BindEntry::Kind::buffer ? s.c.buffer(e.resource.value) : nullptr;
  if (b == nullptr || !b->size.written() || b->size.value == 0) return;
  bool uniform = false, storage = false;
  for (const Use& u : s.c.bufferUses(e.resource.value)) {
    if (u.span != e.form) continue;
    uniform |= u.touch == Touch::uniform;
    storage |= u.touch == Touch::storage_read || u.touch == Touch::storage_write;
  }
  if (uniform) checkRangeAs(s, e, kUniform);
  if (storage) checkRangeAs(s, e, kStorage);
}

// ---- against the layout ----

std::string groupsOf(const Interface& face) {
  std::set<uint32_t> groups;
  for (const BindingUse& u : face.uses) groups.insert(u.binding->group);
  std::string out;
  for (const uint32_t g : groups) out += cat(out.empty() ? "" : ", ", g);
  return out.empty() ? "none" : out;
}

void checkExplicit(const Group& s) {
  const BindGroupLayout* l = s.c.bindGroupLayout(s.g.layout.value);
  if (l == nullptr) return;
  for (const BindEntry& e : s.g.entries) {
    if (std::ranges::any_of(l->entries, [&](const LayoutEntry& le) { return le.binding.value == e.binding.value; }))
      continue;
    s.c.error("bind/extra", placeOf(e.binding.span, s.g.origin),
              cat(entryLabel(s.g, e), " has no entry in ", label(l->origin)));
  }
  for (const LayoutEntry& le : l->entries) {
    if (std::ranges::any_of(s.g.entries, [&](const BindEntry& e) { return e.binding.value == le.binding.value; }))
      continue;
    s.c.error("bind/missing", s.g.origin.name_span,
              cat(label(s.g.origin), " has no entry for :binding ", le.binding.value, " of ", label(l->origin)))
        .notes.push_back({le.form, "the layout wants it here"});
  }
}

// An automatic layout holds exactly the bindings that the entry points reach.
void checkAutomatic(const Group& s, const Pipeline& p, const Interface& face) {
  const uint32_t group = s.g.group.value;
  if (!face.usesGroup(group) && !(s.g.entries.empty() && s.g.origin.synthesized)) {
    if (s.g.entries.empty()) return;
    s.c.error("bind/group-missing-in-pipeline", placeOf(s.g.group.span, s.g.origin),
              cat(label(s.g.origin), " is for group ", group, " of ", label(p.origin),
                  ", whose shaders use no binding there (groups in use: ", groupsOf(face), ")"));
    return;
  }
  for (const BindEntry& e : s.g.entries) {
    if (face.usesBinding(group, e.binding.value)) continue;
    if (p.origin.head == "init") {
      s.c.error("init/binding", p.origin.name_span,
                cat(label(p.origin), " binds its :buffer at @group(0) @binding(0), which its shader does not use"));
      continue;
    }
    s.c.error("bind/extra", placeOf(e.binding.span, s.g.origin),
              cat(entryLabel(s.g, e), " is used by no entry point of ", label(p.origin)))
        .notes.push_back(
            {std::nullopt,
             "an automatic layout holds only the bindings that the entry points reach; a declared but unused "
             "variable does not count"});
  }
}

void checkLayout(const Group& s) {
  if (s.g.explicit_layout) return checkExplicit(s);
  const Pipeline* p = s.c.pipeline(s.g.layout.value);
  if (p == nullptr) return;
  if (const PipelineLayout* layout = s.c.pipelineLayout(p->layout.value)) {
    if (s.g.group.value < layout->groups.size()) return;
    s.c.error("bind/group-missing-in-pipeline", placeOf(s.g.group.span, s.g.origin),
              cat(label(s.g.origin), " :group is ", s.g.group.value, " but ", label(layout->origin), " of ",
                  label(p->origin), " has ", counted(layout->groups.size(), "group", "groups")));
    return;
  }
  const Interface& face = s.c.interface(s.g.layout.value);
  const bool automatic = p->layout.value == kNone && !s.c.failed(p->origin, {"layout/stage-conflict"});
  if (automatic && face.known && s.c.options.validate) checkAutomatic(s, *p, face);
}

// A group on a pipeline with an explicit layout is made for that layout's bind-group layout.
void checkSharedLayout(const Group& s) {
  if (s.g.explicit_layout) return;
  const Pipeline* p = s.c.pipeline(s.g.layout.value);
  const PipelineLayout* layout = p == nullptr ? nullptr : s.c.pipelineLayout(p->layout.value);
  if (layout == nullptr || s.g.group.value >= layout->groups.size()) return;
  BindGroup through = s.g;
  through.explicit_layout = true;
  through.layout = layout->groups[s.g.group.value];
  checkExplicit({s.c, through, s.index});
}

}  // namespace

void checkBindGroups(RuleContext& c) {
  for (Index i = 0; i < c.program.bind_groups.size(); ++i) {
    const BindGroup& g = c.program.bind_groups[i];
    if (g.origin.poisoned) continue;
    const Group s{c, g, i};
    checkDuplicates(s);
    if (c.failed(g.origin, {"bind/binding-duplicate"})) continue;
    for (const BindEntry& e : g.entries) {
      checkPool(s, e);
      checkRange(s, e);
    }
    checkLayout(s);
    checkSharedLayout(s);
  }
}

}  // namespace pngine::program
