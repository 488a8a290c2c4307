// Rules over (define ...): constants that nothing uses, that hide a mathematical constant, or that drifted apart from
// the constant of the same name in a shader.
#include <cmath>

#include "program/rule_context.h"

namespace pngine::program {

namespace {

void checkUnused(RuleContext& c, const Define& d) {
  if (!c.hasFrame() || d.used) return;
  c.warning("define/unused", d.origin.name_span, cat(label(d.origin), " is used nowhere"));
}

void checkShadow(RuleContext& c, const Define& d) {
  if (d.origin.name != "PI" && d.origin.name != "TAU" && d.origin.name != "E") return;
  c.warning("define/shadows-math", d.origin.name_span,
            cat(label(d.origin), " does not change what ", d.origin.name, " means inside shaders"))
      .notes.push_back(
          {std::nullopt, cat("in WGSL the word ", d.origin.name,
                             " stands for the mathematical constant unless the module declares it itself")});
}

// A shader constant may have been rounded to its type, so nearly equal counts as equal.
bool sameValue(double a, double b) {
  if (a == b || static_cast<float>(a) == static_cast<float>(b)) return true;
  return std::fabs(a - b) <= 1e-6 * std::max(std::fabs(a), std::fabs(b));
}

void checkDrift(RuleContext& c, const Define& d) {
  const std::string wanted = folded(d.origin.name);
  for (const ShaderModule& m : c.program.modules) {
    if (m.origin.poisoned || m.reflection == nullptr) continue;
    for (const wgsl::ModuleConstant& k : m.reflection->constants) {
      if (!k.value || k.type == "bool" || folded(k.name) != wanted || sameValue(*k.value, d.value)) continue;
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
    checkUnused(c, d);
    checkShadow(c, d);
    if (c.options.validate) checkDrift(c, d);
  }
}

}  // namespace pngine::program
