// Rules over compute stages: workgroup sizes and workgroup memory against the limits of the device.
#include <algorithm>

#include "program/rule_context.h"

namespace pngine::program {

namespace {

constexpr std::array<char, 3> kAxes = {'x', 'y', 'z'};
constexpr std::array kAxisLimits = {Limit::max_compute_workgroup_size_x, Limit::max_compute_workgroup_size_y,
                                    Limit::max_compute_workgroup_size_z};

// What follows is the module as a device runs it: an override that no (constant ...) replaced has its default.

// Absent where that is not known, or refused for being negative.
std::optional<uint32_t> sizeOf(const wgsl::EntryPoint& e, size_t axis) {
  if (e.workgroup_size[axis]) return e.workgroup_size[axis];
  const std::optional<int64_t> size = e.workgroup_size_default[axis];
  return size && *size >= 0 && *size <= UINT32_MAX ? std::optional(static_cast<uint32_t>(*size)) : std::nullopt;
}

std::optional<uint64_t> sizeOf(const wgsl::WorkgroupVariable& v) {
  constexpr uint64_t kHuge = uint64_t{1} << 60;
  if (v.size || !v.count_default || *v.count_default < 0) return v.size;
  const auto count = static_cast<uint64_t>(*v.count_default);
  const uint64_t stride = v.type->stride;
  return stride != 0 && count > kHuge / stride ? kHuge : count * stride;
}

void checkSize(RuleContext& c, const Pipeline& p, const StageUse& s) {
  const Span place = placeOf(s.info->entry.span.empty() ? s.info->form : s.info->entry.span, p.origin);
  const std::string runs = cat(label(p.origin), " runs ", quoted(s.entry->name));
  const Note where{wgslPlace(*s.module, s.entry->name), "declared here"};
  uint64_t product = 1;
  std::vector<std::pair<Limit, uint64_t>> needed;  // all that must be raised, since one alone is not enough
  const auto need = [&](Limit limit, uint64_t value) {
    if (value > effectiveLimit(c.program, limit)) needed.emplace_back(limit, value);
  };
  for (size_t axis = 0; axis < 3; ++axis) {
    const uint64_t size = sizeOf(*s.entry, axis).value_or(1);
    product *= size;
    if (size == 0)
      c.error("compute/workgroup-zero", place, cat(runs, ", whose workgroup size is 0 in ", kAxes[axis])).notes = {
          where};
    need(kAxisLimits[axis], size);
  }
  need(Limit::max_compute_invocations_per_workgroup, product);
  for (size_t axis = 0; axis < 3; ++axis) {
    const uint64_t size = sizeOf(*s.entry, axis).value_or(1);
    const uint64_t most = effectiveLimit(c.program, kAxisLimits[axis]);
    if (size <= most) continue;
    c.error("compute/workgroup-limit", place,
            cat(runs, ", whose workgroup size in ", kAxes[axis], " is ", size, "; at most ", most, " is allowed"))
        .notes = {where, {std::nullopt, raiseHint(needed)}};
  }
  // An axis that was refused makes the product large: it would only repeat that.
  if (needed.size() != 1 || needed[0].first != Limit::max_compute_invocations_per_workgroup) return;
  c.error("compute/workgroup-limit", place,
          cat(runs, ", whose workgroup has ", product, " invocations; at most ",
              effectiveLimit(c.program, Limit::max_compute_invocations_per_workgroup), " are allowed"))
      .notes = {where, {std::nullopt, raiseHint(needed)}};
}

// Overrides that a document sets are constants of the module by now, so those that are left keep their defaults. A
// workgroup size of exactly 0 has a rule of its own.
void checkOverrides(RuleContext& c, const Pipeline& p, const StageUse& s) {
  const Span place = placeOf(s.info->form, p.origin);
  const std::string runs = cat(label(p.origin), " runs ", quoted(s.entry->name));
  constexpr std::string_view kHint =
      "give an override another default, or a value by (constant ...) in the compute stage";
  const auto& names = s.entry->workgroup_size_overrides;
  for (size_t axis = 0; axis < 3; ++axis) {
    const std::optional<int64_t> size = s.entry->workgroup_size_default[axis];
    if (!size || *size >= 0) continue;
    c.error("stage/override-in-size", place,
            cat(runs, ", whose workgroup size in ", kAxes[axis], " is ", *size, " by ",
                names.size() == 1 ? cat("override ", quoted(names[0])) : std::string("overrides"),
                "; it must be at least 1"))
        .notes = {{wgslPlace(*s.module, s.entry->name), "declared here"}, {std::nullopt, std::string(kHint)}};
  }
  for (const uint32_t i : s.entry->workgroup_variables) {
    const wgsl::WorkgroupVariable& v = s.reflection->workgroup_variables[i];
    if (!v.count_default || *v.count_default > 0) continue;
    c.error("stage/override-in-size", place,
            cat(runs, ", whose workgroup variable ", quoted(v.name), " is an array of ", *v.count_default,
                " elements by overrides; it must have at least 1"))
        .notes = {{wgslPlace(*s.module, v.name), "declared here"}, {std::nullopt, std::string(kHint)}};
  }
}

void checkBlind(RuleContext& c, const Pipeline& p, const StageUse& s) {
  std::string axes;
  bool checked = true;
  for (size_t axis = 0; axis < 3; ++axis) {
    const auto& known = s.entry->workgroup_size_default[axis];
    if (known && *known < 0) return;  // refused
    if (s.entry->workgroup_size[axis]) continue;
    axes += cat(axes.empty() ? "" : " and ", kAxes[axis]);
    checked = checked && sizeOf(*s.entry, axis);
  }
  if (axes.empty() || c.failed(p.origin, {"compute/workgroup-limit", "compute/workgroup-zero"})) return;
  const auto& names = s.entry->workgroup_size_overrides;
  c.warning("compute/workgroup-blind", placeOf(s.info->form, p.origin),
            cat(label(p.origin), " runs ", quoted(s.entry->name), ", whose workgroup size in ", axes, " depends on ",
                names.size() == 1 ? cat("override ", quoted(names[0])) : std::string("an override"),
                checked ? "; its default was checked" : " and cannot be checked"))
      .notes.push_back({std::nullopt, "a (constant ...) in the compute stage settles it"});
}

// WebGPU counts each workgroup variable with its size rounded up to 16 bytes.
void checkStorage(RuleContext& c, const Pipeline& p, const StageUse& s) {
  uint64_t total = 0;
  std::string names;
  for (const uint32_t i : s.entry->workgroup_variables) {
    const wgsl::WorkgroupVariable& v = s.reflection->workgroup_variables[i];
    const std::optional<uint64_t> size = sizeOf(v);
    if (!size) continue;
    total += (*size + 15) / 16 * 16;
    names += cat(names.empty() ? "" : ", ", quoted(v.name), " ", *size);
  }
  const uint64_t most = effectiveLimit(c.program, Limit::max_compute_workgroup_storage_size);
  if (total <= most) return;
  c.error("compute/workgroup-storage", placeOf(s.info->form, p.origin),
          cat(label(p.origin), " runs ", quoted(s.entry->name), ", which uses ", total, " bytes of workgroup memory (",
              names, "); at most ", most, " are allowed"))
      .notes.push_back({std::nullopt, raiseHint(Limit::max_compute_workgroup_storage_size, total)});
}

}  // namespace

void checkComputeStages(RuleContext& c) {
  if (!c.options.validate) return;
  for (Index i = 0; i < c.program.pipelines.size(); ++i) {
    const Pipeline& p = c.program.pipelines[i];
    if (!p.compute || p.origin.poisoned) continue;
    const StageUse* s = c.interface(i).stage(wgsl::Stage::compute);
    if (s == nullptr || s->entry == nullptr) continue;
    checkSize(c, p, *s);
    checkOverrides(c, p, *s);
    checkBlind(c, p, *s);
    checkStorage(c, p, *s);
  }
}

}  // namespace pngine::program
