// Runs the families of rules, resources first, so that findings about a form come before those about its uses.
#include "program/rules.h"

#include "program/rule_context.h"

namespace pngine::program {

void checkRules(const Program& program, const RuleOptions& options, Diagnostics& diagnostics) {
  RuleContext context(program, options, diagnostics);
  constexpr void (*kFamilies[])(RuleContext&) = {
      checkDefines,
      checkLimits,
      checkModules,
      checkData,
      checkBuffers,
      checkTextures,
      checkViews,
      checkSamplers,
      checkQuerySets,
      checkBindGroupLayouts,
      checkPipelineLayouts,
      checkComputeStages,
      checkVertexStages,
      checkFragmentStages,
      checkPipelineStates,
      checkCoverage,
      checkAutomaticLayouts,
      checkBindGroups,
      checkBindings,
      checkUnbound,
      checkBundles,
      checkPassPipelines,
      checkAttachments,
      checkPassState,
      checkQueries,
      checkPassGroups,
      checkDraws,
      checkDispatches,
      checkUsageScopes,
      checkQueues,
      checkCopies,
      checkFrames,
      checkFrameOrder,
      checkHints,
      checkReachability,
  };
  for (const auto family : kFamilies) family(context);
}

}  // namespace pngine::program
