// Ties the expansion of sugar (expand/) into the pipeline.
#include "compile/expand.h"

#if __has_include("compile/expand/expand.h")
#include "compile/expand/expand.h"
#endif

namespace pngine::compile {

Expansion expandSugar([[maybe_unused]] sjon::Document& document, [[maybe_unused]] Diagnostics& diagnostics) {
#if __has_include("compile/expand/expand.h")
  return expand(document, diagnostics);
#else
  return {};
#endif
}

}  // namespace pngine::compile
