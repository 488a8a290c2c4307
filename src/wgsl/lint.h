// Remarks on a module that is valid: what is declared and never used, what can never run or never ends, what does
// nothing. Advice only; a remark is made where the text itself proves it, and what is not known is passed over.
// Duplicate case labels are no business of it: they are errors of the language.
#pragma once
#include <string>
#include <string_view>
#include <vector>

#include "wgsl/wgsl.h"

namespace pngine::wgsl {

struct LintFinding {
  /// "unused-variable" "unused-binding" "dead-code" "unreachable-code" "constant-condition" "endless-loop"
  /// "self-assignment" "redundant-conversion"
  std::string_view rule;
  Span span;  ///< bytes of the module's text
  std::string text;
};

/// Findings in the order of the text. `whole`: the text is all there is, so that a binding or function which no entry
/// point reaches is reported too; not for modules that are parts of a larger text.
std::vector<LintFinding> lint(const Module& module, bool whole);

}  // namespace pngine::wgsl
