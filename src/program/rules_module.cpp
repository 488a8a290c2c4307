// Rules over shader modules as texts, and over the stages of pipelines that name them: entry points, overrides,
// bindings.
#include <algorithm>

#include "program/rule_context.h"

namespace pngine::program {

namespace {

bool isBlank(std::string_view text) { return text.find_first_not_of(" \t\r\n") == std::string_view::npos; }

void checkDuplicates(RuleContext& c) {
  std::map<std::string_view, const ShaderModule*> seen;
  for (const ShaderModule& m : c.program.modules) {
    if (m.origin.poisoned || m.origin.synthesized || isBlank(m.authored)) continue;
    const auto [first, fresh] = seen.emplace(m.authored, &m);
    if (fresh) continue;
    c.warning("module/duplicate-code", m.origin.name_span,
              cat(label(m.origin), " has the same text as ", label(first->second->origin)))
        .notes.push_back({first->second->origin.name_span, "one module can serve both"});
  }
}

void checkFeatures(RuleContext& c, const ShaderModule& m) {
  for (const std::string& name : m.reflection->enables) {
    c.warning("module/feature", wgslPlace(m, name),
              cat(label(m.origin), " needs ", quoted(name), ", which not every device has"));
  }
  for (const std::string& name : m.reflection->requires_) {
    c.warning("module/feature", wgslPlace(m, name),
              cat(label(m.origin), " needs the language extension ", quoted(name), ", which not every browser has"));
  }
}

// ---- one stage ----

std::vector<std::string_view> entriesOf(const wgsl::Reflection& r, wgsl::Stage stage) {
  std::vector<std::string_view> out;
  for (const wgsl::EntryPoint& e : r.entry_points) {
    if (e.stage == stage) out.push_back(e.name);
  }
  return out;
}

void checkEntry(RuleContext& c, const Pipeline& p, const StageUse& s) {
  const At<std::string>& entry = s.info->entry;
  if (!entry.written()) return;
  if (entry.value.size() > 255)
    c.error("stage/entry-length", entry.span,
            cat(label(p.origin), " ", stageName(s.stage), " :entry is ", entry.value.size(),
                " bytes long; at most 255 can be stored"));
  if (s.entry != nullptr || s.reflection == nullptr || s.reflection->entry_points.empty()) return;
  const std::vector<std::string_view> names = entriesOf(*s.reflection, s.stage);
  const std::string owner = cat(label(p.origin), " ", stageName(s.stage), " :entry ", quoted(entry.value));
  if (const wgsl::EntryPoint* other = s.reflection->entry(entry.value)) {
    Diagnostic& d = c.error("stage/entry-wrong-stage", entry.span,
                            cat(owner, " is a ", stageName(other->stage), " entry point of ", label(s.module->origin)));
    d.notes.push_back({wgslPlace(*s.module, other->name), "declared here"});
    if (!names.empty())
      d.notes.push_back({std::nullopt, cat("its ", stageName(s.stage), " entry points: ", listed(names))});
    return;
  }
  Diagnostic& d = c.error("stage/entry-unknown", entry.span,
                          cat(owner, " is no entry point of ", label(s.module->origin),
                              names.empty() ? cat(", which has none for the ", stageName(s.stage), " stage")
                                            : cat("; it has ", listed(names))));
  if (const std::string hint = didYouMean(entry.value, names); !hint.empty()) d.notes.push_back({std::nullopt, hint});
}

void checkOverrides(RuleContext& c, const Pipeline& p, const StageUse& s) {
  for (const uint32_t i : s.entry->overrides) {
    const wgsl::Override& o = s.reflection->overrides[i];
    const bool set =
        std::ranges::any_of(s.info->constants, [&](const ConstantSetting& k) { return k.name.value == o.name; });
    if (o.has_default || set) continue;
    Diagnostic& d = c.error("stage/override-no-value", placeOf(s.info->form, p.origin),
                            cat(label(p.origin), " runs ", quoted(s.entry->name), ", which reads override ",
                                quoted(o.name), ", and nothing gives it a value"));
    d.notes.push_back({wgslPlace(*s.module, o.name), cat("give it a default here, or write (constant :name ", o.name,
                                                         " :value ...) in the ", stageName(s.stage), " stage")});
  }
}

void checkConstants(RuleContext& c, const Pipeline& p, const StageUse& s) {
  const auto& all = s.info->constants;
  for (size_t i = 0; i < all.size(); ++i) {
    for (size_t k = 0; k < i; ++k) {
      if (all[k].name.value != all[i].name.value) continue;
      c.warning("constant/duplicate", all[i].form,
                cat(label(p.origin), " sets constant ", quoted(all[i].name.value), " twice in one stage"))
          .notes.push_back({all[k].form, "first here"});
      break;
    }
  }
}

void checkBindingNumbers(RuleContext& c, const Pipeline& p, const StageUse& s) {
  const uint64_t groups = effectiveLimit(c.program, Limit::max_bind_groups);
  const auto& all = s.reflection->bindings;
  for (const uint32_t i : s.entry->bindings) {
    const Span place = wgslPlace(*s.module, all[i].name);
    if (all[i].group >= groups)
      c.errorOnce("module/binding-group-range", place,
                  cat(label(s.module->origin), ": ", variable(all[i]), " is used by ", label(p.origin),
                      ", but group numbers go from 0 to ", groups - 1))
          .notes.push_back({std::nullopt, raiseHint(Limit::max_bind_groups, uint64_t{all[i].group} + 1)});
    if (all[i].binding > kMaxBinding)
      c.errorOnce("module/binding-index", place,
                  cat(label(s.module->origin), ": ", variable(all[i]), " is used by ", label(p.origin),
                      ", but binding numbers go from 0 to 255"));
    for (const uint32_t k : s.entry->bindings) {
      if (k >= i || all[k].group != all[i].group || all[k].binding != all[i].binding) continue;
      c.errorOnce(
           "module/binding-duplicate", place,
           cat(label(s.module->origin), ": ", quoted(all[k].name), " and ", quoted(all[i].name), " share @group(",
               all[i].group, ") @binding(", all[i].binding, ") and ", quoted(s.entry->name), " uses both"))
          .notes.push_back({wgslPlace(*s.module, all[k].name), "the other one"});
    }
  }
}

void checkStage(RuleContext& c, const Pipeline& p, const StageUse& s) {
  checkConstants(c, p, s);
  if (!c.options.validate) return;
  checkEntry(c, p, s);
  if (s.entry == nullptr) return;
  checkOverrides(c, p, s);
  checkBindingNumbers(c, p, s);
}

// Also for pipelines that failed, since an empty module is the cause.
void checkEmpty(RuleContext& c, const Pipeline& p) {
  const StageInfo* stages[] = {&p.stage, p.fragment ? &*p.fragment : nullptr};
  for (const StageInfo* s : stages) {
    if (s == nullptr || s->module.value >= c.program.modules.size()) continue;
    const ShaderModule& m = c.program.modules[s->module.value];
    if (m.code_span.empty() || !isBlank(m.authored)) continue;
    c.errorOnce("module/empty", placeOf(m.code_span, m.origin),
                cat(label(m.origin), " has no text but ", label(p.origin), " uses it"));
  }
}

// Bindings above 255 that no pipeline uses cannot be reached by any bind group.
void checkIdleBindings(RuleContext& c, const ShaderModule& m) {
  for (const wgsl::Binding& b : m.reflection->bindings) {
    const Span place = wgslPlace(m, b.name);
    if (b.binding > kMaxBinding && !c.reported("module/binding-index", place))
      c.warning("module/binding-index", place,
                cat(label(m.origin), ": ", variable(b), " cannot be bound, since binding numbers go from 0 to 255"));
  }
}

}  // namespace

void checkModules(RuleContext& c) {
  checkDuplicates(c);
  for (Index i = 0; i < c.program.pipelines.size(); ++i) {
    checkEmpty(c, c.program.pipelines[i]);
    if (c.program.pipelines[i].origin.poisoned) continue;
    for (const StageUse& s : c.interface(i).stages) checkStage(c, c.program.pipelines[i], s);
  }
  for (Index i = 0; i < c.program.modules.size(); ++i) {
    const ShaderModule* m = c.module(i);
    if (m == nullptr || m->reflection == nullptr || !c.options.validate) continue;
    checkFeatures(c, *m);
    checkIdleBindings(c, *m);
  }
}

}  // namespace pngine::program
