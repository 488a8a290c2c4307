// Runs the families of rules in the order in which resources are made.
#include "program/rules.h"

#include "program/rule_context.h"

namespace pngine::program {

void checkRules(const Program& program, const RuleOptions& options, Diagnostics& diagnostics) {
  RuleContext context(program, options, diagnostics);
  constexpr void (*kFamilies[])(RuleContext&) = {
      checkDefines, checkLimits, checkModules, checkData, checkBuffers, checkTextures, checkViews, checkSamplers,
      checkQuerySets, checkComputeStages,
  };
  for (const auto family : kFamilies) family(context);
}

}  // namespace pngine::program
