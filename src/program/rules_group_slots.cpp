// Rules over bind groups in passes and bundles: every group that the pipeline needs is set, in its slot, made for a
// layout that fits; and every variable that a shader reaches is bound by some group.
#include <algorithm>

#include "program/rule_context.h"

namespace pngine::program {

namespace {

// A pipeline with the groups that a pass or bundle sets for it.
struct Setting {
  const Origin* origin;
  Index pipeline;
  const std::vector<At<Index>>* groups;
  Span list;
  bool bundle;
  bool works;  ///< draws or dispatches; nothing else looks at the groups
};

std::vector<Setting> settings(const RuleContext& c) {
  std::vector<Setting> out;
  for (Index i = 0; i < c.program.passes.size(); ++i) {
    const Pass& p = c.program.passes[i];
    if (p.origin.poisoned || c.pipeline(p.pipeline.value) == nullptr) continue;
    out.push_back({&p.origin, p.pipeline.value, &p.bind_groups.items, p.bind_groups.span, false,
                   !p.draws.empty() || !p.dispatches.empty()});
  }
  for (const Bundle& b : c.program.bundles) {
    if (!b.origin.poisoned && c.pipeline(b.pipeline.value) != nullptr)
      out.push_back({&b.origin, b.pipeline.value, &b.bind_groups, {}, true, true});
  }
  return out;
}

bool supplies(const BindGroup& g, uint32_t binding) {
  return std::ranges::any_of(g.entries, [&](const BindEntry& e) { return e.binding.value == binding; });
}

// ---- bind/unbound, bind/missing
// --------------------------------------------------------------------------------------

bool boundSomewhere(const RuleContext& c, Index pipeline, const wgsl::Binding& v, const std::vector<Setting>& all) {
  bool works = false;
  for (const Setting& s : all) {
    if (s.pipeline != pipeline) continue;
    works = true;
    if (v.group >= s.groups->size()) continue;
    const Index i = (*s.groups)[v.group].value;
    if (i >= c.program.bind_groups.size() || c.program.bind_groups[i].origin.poisoned) return true;  // not known
    if (supplies(c.program.bind_groups[i], v.binding)) return true;
  }
  for (Index i = 0; i < c.program.bind_groups.size(); ++i) {
    const BindGroup& g = c.program.bind_groups[i];
    if (g.origin.poisoned) return true;
    // Refused already for what it lacks or holds twice.
    const bool told = c.failed(g.origin, {"bind/missing", "bind/binding-duplicate", "bind/group-missing"});
    if (!told && !supplies(g, v.binding)) continue;
    for (const Scope& s : c.scopes(i)) {
      if (s.group == v.group && (s.pipeline == pipeline || !works)) return true;
    }
  }
  return false;
}

void checkPipelineBindings(RuleContext& c, Index index, const std::vector<Setting>& all) {
  const Pipeline& p = c.program.pipelines[index];
  for (const BindingUse& u : c.interface(index).uses) {
    const wgsl::Binding& v = *u.binding;
    if (c.failed(p.origin, {"layout/covers-shader", "layout/stage-conflict", "init/binding"})) return;
    // Above the ceiling no entry could supply it: module/binding-index says so.
    if (v.binding > kMaxBinding || v.kind == wgsl::BindingKind::texture_external) continue;
    if (boundSomewhere(c, index, v, all)) continue;
    c.unbound.insert({index, v.group});
    const StageUse* s = c.interface(index).stage(u.stage);
    const Span place = placeOf(s != nullptr ? s->info->form : Span{}, p.origin);
    const std::string_view rule = p.origin.head == "init" ? "init/binding" : "bind/unbound";
    Diagnostic& d = c.error(rule, place,
                            cat(label(p.origin), " runs ", quoted(s->entry->name), ", which uses ", variable(v), " (",
                                kindName(v.kind), "), and no bind group supplies it"));
    d.notes.push_back({wgslPlace(*u.module, v.name), "declared here"});
    if (rule == "init/binding")
      d.notes.push_back({std::nullopt, "an init pass binds its :buffer at @group(0) @binding(0) and nothing else"});
    else
      d.notes.push_back({std::nullopt, cat("add (entry :binding ", v.binding, " ...) to a bind-group with :layout ",
                                           p.origin.name, " :group ", v.group)});
  }
}

void checkMissing(RuleContext& c, const BindGroup& g) {
  const Pipeline* p = g.explicit_layout ? nullptr : c.pipeline(g.layout.value);
  if (p == nullptr || p->layout.value != kNone || c.failed(p->origin, {"init/binding", "layout/stage-conflict"}) ||
      c.unbound.contains({g.layout.value, g.group.value}))
    return;
  std::set<uint32_t> done;
  for (const BindingUse& u : c.interface(g.layout.value).uses) {
    const wgsl::Binding& v = *u.binding;
    if (v.binding > kMaxBinding || v.group != g.group.value || supplies(g, v.binding) || !done.insert(v.binding).second)
      continue;
    c.error("bind/missing", g.origin.name_span,
            cat(label(g.origin), " has no entry for :binding ", v.binding, ", which ", label(p->origin), " uses as ",
                quoted(v.name)))
        .notes.push_back({wgslPlace(*u.module, v.name), "declared here"});
  }
}

// ---- slots
// -----------------------------------------------------------------------------------------------------------

// Groups that must be set: those of an explicit layout that hold anything, or those that the shaders reach.
std::set<uint32_t> neededGroups(const RuleContext& c, Index pipeline) {
  std::set<uint32_t> out;
  for (const BindingUse& u : c.interface(pipeline).uses) out.insert(u.binding->group);
  if (const PipelineLayout* l = c.pipelineLayout(c.program.pipelines[pipeline].layout.value)) {
    for (uint32_t k = 0; k < l->groups.size(); ++k) {
      const BindGroupLayout* b = c.bindGroupLayout(l->groups[k].value);
      if (b != nullptr && !b->entries.empty()) out.insert(k);
    }
  }
  return out;
}

bool sameResource(const LayoutEntry& a, const LayoutEntry& b) {
  if (a.resource.index() != b.resource.index()) return false;
  if (const auto* x = std::get_if<LayoutEntry::BufferLayout>(&a.resource))
    return x->type.value == std::get<LayoutEntry::BufferLayout>(b.resource).type.value;
  if (const auto* x = std::get_if<LayoutEntry::SamplerLayout>(&a.resource))
    return x->type.value == std::get<LayoutEntry::SamplerLayout>(b.resource).type.value;
  if (const auto* x = std::get_if<LayoutEntry::TextureLayout>(&a.resource)) {
    const auto& y = std::get<LayoutEntry::TextureLayout>(b.resource);
    return x->sample_type.value == y.sample_type.value && x->view_dimension.value == y.view_dimension.value &&
           x->multisampled.value == y.multisampled.value;
  }
  const auto& x = std::get<LayoutEntry::StorageTextureLayout>(a.resource);
  const auto& y = std::get<LayoutEntry::StorageTextureLayout>(b.resource);
  return x.format.value == y.format.value && x.access.value == y.access.value &&
         x.view_dimension.value == y.view_dimension.value;
}

// WebGPU compares layouts by content, not by identity.
bool equivalent(const BindGroupLayout& a, const BindGroupLayout& b) {
  if (a.entries.size() != b.entries.size()) return false;
  return std::ranges::all_of(a.entries, [&](const LayoutEntry& x) {
    return std::ranges::any_of(b.entries, [&](const LayoutEntry& y) {
      return x.binding.value == y.binding.value && x.visibility.value == y.visibility.value && sameResource(x, y);
    });
  });
}

std::set<std::pair<uint32_t, wgsl::BindingKind>> shape(const Interface& face, uint32_t group) {
  std::set<std::pair<uint32_t, wgsl::BindingKind>> out;
  for (const BindingUse& u : face.uses) {
    if (u.binding->group == group) out.insert({u.binding->binding, u.binding->kind});
  }
  return out;
}

std::set<uint32_t> bindingsOf(const Interface& face, uint32_t group) {
  std::set<uint32_t> out;
  for (const BindingUse& u : face.uses) {
    if (u.binding->group == group) out.insert(u.binding->binding);
  }
  return out;
}

void checkExplicitSlot(RuleContext& c, const Setting& s, uint32_t slot, const BindGroup& g, Span place,
                       const BindGroupLayout& made) {
  const Pipeline& p = c.program.pipelines[s.pipeline];
  const std::string start = cat(label(*s.origin), " sets ", label(g.origin), " in slot ", slot);
  const PipelineLayout* layout = c.pipelineLayout(p.layout.value);
  if (layout == nullptr) {
    if (p.layout.value == kNone)
      c.error("pass/group-slot", place,
              cat(start, ", which was made for ", label(made.origin), ", but ", label(p.origin),
                  " has an automatic layout"))
          .notes.push_back(
              {std::nullopt,
               "make the group with :layout and the name of the pipeline, or give the pipeline a pipeline-layout"});
    return;
  }
  if (slot >= layout->groups.size()) return;
  const BindGroupLayout* wanted = c.bindGroupLayout(layout->groups[slot].value);
  if (wanted == nullptr || wanted == &made || equivalent(*wanted, made)) return;
  c.error("pass/group-slot", place,
          cat(start, ", which was made for ", label(made.origin), ", but slot ", slot, " of ", label(p.origin),
              " takes ", label(wanted->origin)));
}

void checkSlot(RuleContext& c, const Setting& s, uint32_t slot, const At<Index>& item) {
  const BindGroup* g = c.bindGroup(item.value);
  if (g == nullptr || c.reported("bind/group-missing-in-pipeline", placeOf(g->group.span, g->origin))) return;
  const Span place = placeOf(item.span, *s.origin);
  if (const BindGroupLayout* made = c.explicitLayout(*g)) return checkExplicitSlot(c, s, slot, *g, place, *made);
  const Pipeline* own = g->explicit_layout ? nullptr : c.pipeline(g->layout.value);
  if (own == nullptr || own->layout.value != kNone) return;
  const Pipeline& p = c.program.pipelines[s.pipeline];
  const std::string start = cat(label(*s.origin), " sets ", label(g->origin), " in slot ", slot);
  const Interface& face = c.interface(g->layout.value);
  // Whether the kinds fit is the concern of the joins with this pipeline.
  if (own != &p && p.layout.value == kNone && face.known && c.interface(s.pipeline).known &&
      bindingsOf(c.interface(s.pipeline), slot) != bindingsOf(face, g->group.value)) {
    c.error("pass/group-slot", place,
            cat(start, ", which was made for group ", g->group.value, " of ", label(own->origin), ", but ",
                label(p.origin),
                neededGroups(c, s.pipeline).contains(slot) ? " has other bindings there" : " has no binding there"))
        .notes.push_back({std::nullopt, "make a bind-group for each pipeline, and list those that the pipeline needs"});
  } else if (g->group.value != slot && (own != &p || shape(face, slot) != shape(face, g->group.value))) {
    c.error("pass/group-slot", place, cat(start, ", but it was made for :group ", g->group.value))
        .notes.push_back({g->group.span.empty() ? g->origin.name_span : g->group.span,
                          "the position in :bind-groups is the group number"});
  } else if (own != &p && !s.origin->synthesized) {
    c.warning("pass/group-cross-pipeline", place,
              cat(start, ", which was made for ", label(own->origin), ", while the pipeline is ", label(p.origin)))
        .notes.push_back({std::nullopt,
                          "an automatic layout serves its own pipeline only; make a second bind-group, or share an "
                          "explicit layout"});
  }
}

void checkSlots(RuleContext& c, const Setting& s) {
  const Pipeline& p = c.program.pipelines[s.pipeline];
  const std::set<uint32_t> needed = neededGroups(c, s.pipeline);
  for (const uint32_t slot : needed) {
    if (c.failed(*s.origin, {"pass/group-slot"})) return;  // one wrong order, one finding
    if (slot < s.groups->size()) {
      checkSlot(c, s, slot, (*s.groups)[slot]);
    } else if (!c.unbound.contains({s.pipeline, slot}) && !c.failed(p.origin, {"layout/covers-shader"})) {
      c.error("pass/group-missing", placeOf(s.list, *s.origin),
              cat(label(*s.origin), " sets ", counted(s.groups->size(), "bind group", "bind groups"), " but ",
                  label(p.origin), " needs group ", slot))
          .notes.push_back({p.origin.name_span, cat("position ", slot, " of :bind-groups is group ", slot)});
    }
  }
  // A group too many does no harm by itself, but players make one of another pipeline again for this one.
  for (uint32_t slot = 0; slot < s.groups->size(); ++slot) {
    const BindGroup* g = needed.contains(slot) ? nullptr : c.bindGroup((*s.groups)[slot].value);
    if (g != nullptr && !g->explicit_layout && g->layout.value != s.pipeline && p.layout.value == kNone &&
        !g->entries.empty() && !c.failed(*s.origin, {"pass/group-slot"}))
      checkSlot(c, s, slot, (*s.groups)[slot]);
  }
}

void checkCount(RuleContext& c, const Setting& s) {
  const uint64_t most = effectiveLimit(c.program, Limit::max_bind_groups);
  if (s.groups->size() <= most) return;
  c.error("pass/group-count", placeOf((*s.groups)[most].span, *s.origin),
          cat(label(*s.origin), " sets ", s.groups->size(), " bind groups; at most ", most, " are allowed"))
      .notes.push_back({std::nullopt, raiseHint(Limit::max_bind_groups, s.groups->size())});
}

// ---- pool offsets
// ----------------------------------------------------------------------------------------------------

template <class PoolOf>
void checkOffsets(RuleContext& c, const Pass& p, const SlotList& list, std::string_view key, PoolOf poolOf) {
  for (size_t i = 0; i < list.offsets.size(); ++i) {
    const At<uint32_t>& o = list.offsets[i];
    if (i >= list.items.size()) {
      c.warning("pass/pool-offset-inert", placeOf(o.span, p.origin),
                cat(label(p.origin), " :", key, "-pool-offsets has ", list.offsets.size(), " elements but :", key,
                    " has ", list.items.size()));
      return;
    }
    if (o.value != 0 && poolOf(list.items[i].value) <= 1)
      c.warning("pass/pool-offset-inert", placeOf(o.span, p.origin),
                cat(label(p.origin), " :", key, "-pool-offsets gives offset ", o.value, " to element ", i,
                    ", which has no :pool"));
  }
}

}  // namespace

void checkUnbound(RuleContext& c) {
  if (!c.options.validate) return;
  const std::vector<Setting> all = settings(c);
  for (Index i = 0; i < c.program.pipelines.size(); ++i) {
    if (c.pipeline(i) != nullptr) checkPipelineBindings(c, i, all);
  }
  for (const BindGroup& g : c.program.bind_groups) {
    if (!g.origin.poisoned && !c.failed(g.origin, {"bind/binding-duplicate"})) checkMissing(c, g);
  }
}

void checkPassGroups(RuleContext& c) {
  if (c.options.validate) {
    for (const Setting& s : settings(c)) {
      if (s.works) checkSlots(c, s);
      checkCount(c, s);
    }
  }
  for (const Pass& p : c.program.passes) {
    if (p.origin.poisoned) continue;
    checkOffsets(c, p, p.bind_groups, "bind-groups", [&](Index i) {
      const BindGroup* g = c.bindGroup(i);
      return g == nullptr ? 2U : g->pool.value;
    });
    checkOffsets(c, p, p.vertex_buffers, "vertex-buffers", [&](Index i) {
      const Buffer* b = c.buffer(i);
      return b == nullptr ? 2U : b->pool.value;
    });
  }
}

}  // namespace pngine::program
