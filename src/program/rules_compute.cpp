// Rules over compute stages: workgroup sizes and workgroup memory against the limits of the device.
#include <algorithm>

#include "program/rule_context.h"
#include "wgsl/wgsl.h"

namespace pngine::program {

namespace {

constexpr std::array<char, 3> kAxes = {'x', 'y', 'z'};
constexpr std::array kAxisLimits = {Limit::max_compute_workgroup_size_x, Limit::max_compute_workgroup_size_y,
                                    Limit::max_compute_workgroup_size_z};

// The module as a device runs it: an override that no (constant ...) replaced has its default.
struct Settled {
  wgsl::ModulePtr module;  // owns the reflection
  const wgsl::Reflection* reflection = nullptr;
  const wgsl::EntryPoint* entry = nullptr;
};

std::map<std::string, double, std::less<>> defaultsOf(const wgsl::Reflection& r) {
  std::map<std::string, double, std::less<>> out;
  for (const wgsl::Override& o : r.overrides) {
    if (o.default_value) out.emplace(o.name, *o.default_value);
  }
  return out;
}

// A default may be made of other overrides: each round replaces those whose values are known by now.
std::optional<Settled> settle(const StageUse& s) {
  constexpr int kRounds = 8;
  Settled out{nullptr, s.reflection, s.entry};
  for (int round = 0; round < kRounds; ++round) {
    const auto values = defaultsOf(*out.reflection);
    if (values.empty()) break;
    auto module = wgsl::parse(wgsl::specialise(out.module ? *out.module : *s.module->module, values));
    if (!module) return std::nullopt;
    out.module = std::move(*module);
    out.reflection = &wgsl::reflect(*out.module);
    out.entry = out.reflection->entry(s.entry->name);
    if (out.entry == nullptr) return std::nullopt;
  }
  return out;
}

bool isBlind(const wgsl::EntryPoint& e) {
  return std::ranges::any_of(e.workgroup_size, [](const auto& axis) { return !axis.has_value(); });
}

bool hasUnsizedMemory(const StageUse& s) {
  return std::ranges::any_of(s.entry->workgroup_variables,
                             [&](uint32_t i) { return !s.reflection->workgroup_variables[i].size; });
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
    const uint64_t size = s.entry->workgroup_size[axis].value_or(1);
    product *= size;
    if (size == 0)
      c.error("compute/workgroup-zero", place, cat(runs, ", whose workgroup size is 0 in ", kAxes[axis])).notes = {
          where};
    need(kAxisLimits[axis], size);
  }
  need(Limit::max_compute_invocations_per_workgroup, product);
  for (size_t axis = 0; axis < 3; ++axis) {
    const uint64_t size = s.entry->workgroup_size[axis].value_or(1);
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

// `settled` is the entry point with the defaults of its overrides; null when they are not known.
void checkBlind(RuleContext& c, const Pipeline& p, const StageUse& s, const wgsl::EntryPoint* settled) {
  std::string axes;
  for (size_t axis = 0; axis < 3; ++axis) {
    const auto& known = s.entry->workgroup_size_default[axis];
    if (known && *known < 0) return;  // refused
    if (!s.entry->workgroup_size[axis]) axes += cat(axes.empty() ? "" : " and ", kAxes[axis]);
  }
  if (axes.empty() || c.failed(p.origin, {"compute/workgroup-limit", "compute/workgroup-zero"})) return;
  const auto& names = s.entry->workgroup_size_overrides;
  c.warning("compute/workgroup-blind", placeOf(s.info->form, p.origin),
            cat(label(p.origin), " runs ", quoted(s.entry->name), ", whose workgroup size in ", axes, " depends on ",
                names.size() == 1 ? cat("override ", quoted(names[0])) : std::string("an override"),
                settled == nullptr || isBlind(*settled) ? " and cannot be checked" : "; its default was checked"))
      .notes.push_back({std::nullopt, "a (constant ...) in the compute stage settles it"});
}

// WebGPU counts each workgroup variable with its size rounded up to 16 bytes.
void checkStorage(RuleContext& c, const Pipeline& p, const StageUse& s) {
  uint64_t total = 0;
  std::string names;
  for (const uint32_t i : s.entry->workgroup_variables) {
    const wgsl::WorkgroupVariable& v = s.reflection->workgroup_variables[i];
    if (!v.size) continue;
    total += (*v.size + 15) / 16 * 16;
    names += cat(names.empty() ? "" : ", ", quoted(v.name), " ", *v.size);
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
    StageUse run = *s;
    std::optional<Settled> settled;
    if (isBlind(*s->entry) || hasUnsizedMemory(*s)) settled = settle(*s);
    if (settled) {
      run.reflection = settled->reflection;
      run.entry = settled->entry;
    }
    checkSize(c, p, run);
    checkOverrides(c, p, *s);
    checkBlind(c, p, *s, settled ? settled->entry : nullptr);
    checkStorage(c, p, run);
  }
}

}  // namespace pngine::program
