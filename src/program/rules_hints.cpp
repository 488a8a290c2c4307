// Hints of `validate --hints`: guesses about what was meant, from facts that are known.
#include <algorithm>

#include "program/rule_context.h"

namespace pngine::program {

namespace {

// ---- dispatches against the array that they work on ----

/// The one array of unknown length that an entry point reaches; nullptr for none and for several.
const wgsl::Binding* onlyArray(const StageUse& s) {
  const wgsl::Binding* found = nullptr;
  for (const uint32_t i : s.entry->bindings) {
    const wgsl::Binding& b = s.reflection->bindings[i];
    if (b.type == nullptr || !b.type->runtime_sized) continue;
    if (found != nullptr || b.type->kind != wgsl::Type::Kind::array || b.type->stride == 0) return nullptr;
    found = &b;
  }
  return found;
}

std::optional<uint64_t> invocations(const StageUse& s, const Dispatch& d) {
  uint64_t total = 1;
  for (size_t axis = 0; axis < 3; ++axis) {
    if (!s.entry->workgroup_size[axis]) return std::nullopt;
    total *= uint64_t{*s.entry->workgroup_size[axis]} * d.workgroups[axis].value;
    if (total > UINT32_MAX) return std::nullopt;
  }
  return total;
}

struct Covered {
  RuleContext& c;
  const Pass& pass;
  const StageUse& stage;
  const wgsl::Binding& array;
  const Buffer& buffer;
  uint64_t elements;
};

void checkDispatch(const Covered& k, const Dispatch& d) {
  const std::optional<uint64_t> count = invocations(k.stage, d);
  if (!count || *count == 0 || *count == k.elements) return;
  // Whole workgroups only: the last one may reach over the end by design.
  uint64_t group = 1;
  for (const auto& size : k.stage.entry->workgroup_size) group *= size.value_or(1);
  if (*count > k.elements && *count - k.elements < group) return;
  const bool fewer = *count < k.elements;
  Diagnostic& out =
      k.c.warning("dispatch/coverage", d.workgroups[0].span.empty() ? d.form : d.workgroups[0].span,
                  cat(label(k.pass.origin), " runs ", quoted(k.stage.entry->name), " in ",
                      counted(*count, "invocation", "invocations"), ", and ", quoted(k.array.name), " (",
                      label(k.buffer.origin), ") has ", counted(k.elements, "element", "elements"),
                      fewer ? ", so some are perhaps not reached" : "; the shader does not ask for its length"));
  out.notes.push_back({wgslPlace(*k.stage.module, k.array.name), "the array"});
  if (d.workgroups[1].value == 1 && d.workgroups[2].value == 1)
    out.notes.push_back({std::nullopt, cat("one invocation for each element takes (dispatch :workgroups [",
                                           (k.elements + group - 1) / group, "])")});
}

void checkPass(RuleContext& c, const Pass& p) {
  const StageUse* s = c.interface(p.pipeline.value).stage(wgsl::Stage::compute);
  if (s == nullptr || s->entry == nullptr || !s->entry->straight || p.dispatches.size() != 1) return;
  const Dispatch& d = p.dispatches[0];
  const auto& builtins = s->entry->input_builtins;
  if (d.indirect || d.canvas_grid || builtins.size() != 1 || builtins[0] != "global_invocation_id") return;
  const wgsl::Binding* array = onlyArray(*s);
  if (array == nullptr || array->group >= p.bind_groups.items.size()) return;
  const BindGroup* g = c.bindGroup(p.bind_groups.items[array->group].value);
  if (g == nullptr) return;
  for (const BindEntry& e : g->entries) {
    const Buffer* b = e.kind == BindEntry::Kind::buffer ? c.buffer(e.resource.value) : nullptr;
    if (e.binding.value != array->binding || b == nullptr || !b->size.written()) continue;
    checkDispatch({c, p, *s, *array, *b, c.boundSize(e) / array->type->stride}, d);
  }
}

}  // namespace

void checkHints(RuleContext& c) {
  if (!c.options.hints || !c.options.validate) return;
  for (const Pass& p : c.program.passes) {
    if (p.compute && !p.origin.poisoned && !p.origin.synthesized) checkPass(c, p);
  }
}

}  // namespace pngine::program
