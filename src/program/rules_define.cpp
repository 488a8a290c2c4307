// The rule that joins (define ...) with shaders: a constant and the constant of the same name in WGSL drifted apart.
// What concerns constants alone is judged with the document.
#include <algorithm>
#include <cmath>

#include "program/rule_context.h"

namespace pngine::program {

namespace {

// A shader constant may have been rounded to its type, so nearly equal counts as equal.
bool sameValue(double a, double b) {
  if (a == b || static_cast<float>(a) == static_cast<float>(b)) return true;
  return std::fabs(a - b) <= 1e-6 * std::max(std::fabs(a), std::fabs(b));
}

// Whether a (constant ...) of some stage gives the module that value: then it is an override, and meant.
bool isSet(const Program& program, Index module, std::string_view name) {
  const auto sets = [&](const StageInfo& stage) {
    return stage.module.value == module &&
           std::ranges::any_of(stage.constants, [&](const ConstantSetting& s) { return s.name.value == name; });
  };
  return std::ranges::any_of(program.pipelines,
                             [&](const Pipeline& p) { return sets(p.stage) || (p.fragment && sets(*p.fragment)); });
}

void checkDrift(RuleContext& c, const Define& d) {
  const std::string wanted = folded(d.origin.name);
  for (Index i = 0; i < c.program.modules.size(); ++i) {
    const ShaderModule* module = c.module(i);
    if (module == nullptr || module->reflection == nullptr) continue;
    const ShaderModule& m = *module;
    for (const wgsl::ModuleConstant& k : m.reflection->constants) {
      if (!k.value || k.type == "bool" || folded(k.name) != wanted || sameValue(*k.value, d.value)) continue;
      if (isSet(c.program, i, k.name)) continue;
      c.warning(
           "define/wgsl-drift", d.origin.name_span,
           cat(label(d.origin), " is ", d.value, " but ", quoted(k.name), " in ", label(m.origin), " is ", *k.value))
          .notes.push_back({wgslPlace(m, k.name), "declared here; constants of the document do not reach the shader"});
    }
  }
}

}  // namespace

void checkDefines(RuleContext& c) {
  for (const Define& d : c.program.defines) {
    if (d.origin.poisoned) continue;
    if (c.options.validate) checkDrift(c, d);
  }
}

}  // namespace pngine::program
