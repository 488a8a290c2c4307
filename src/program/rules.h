// The rules over a Program: what WebGPU, or pngine itself, refuses in a document whose shapes and values are right, and
// what works but was probably not meant. No device is needed. rules.def is the catalogue of every rule id.
#pragma once
#include <cstdint>
#include <optional>
#include <span>
#include <string_view>

#include "base/diagnostic.h"
#include "program/program.h"

namespace pngine::program {

/// When a rule is judged: `S` on the form of the document, `E` on evaluated values, `V` on joins between the document
/// and its shaders, `B` on facts that other implementations leave to the browser, `L` as a remark under `validate`, `H`
/// as a guess or a goal that `validate --hints` asks for.
enum class RuleGate : uint8_t { S, E, V, B, L, H };

/// What the findings of a rule are; where `either`, the row's `why` says when they are warnings.
enum class RuleSeverity : uint8_t { error, warning, either };
/// "error", "warning", "error or warning".
std::string_view severityName(RuleSeverity severity);

/// One row of the catalogue. No text is empty.
struct RuleInfo {
  std::string_view id;  ///< "group/rule"
  RuleSeverity severity;
  RuleGate gate;
  std::string_view title;  ///< one line
  std::string_view why;    ///< one to three sentences
  std::string_view wrong;  ///< a fragment that breaks the rule
  std::string_view right;  ///< the same fragment repaired
};

/// The catalogue, in the order of rules.def.
std::span<const RuleInfo> ruleCatalogue();
/// nullptr for an id outside the catalogue.
const RuleInfo* findRule(std::string_view id);

/// True for warnings that look at the document as a whole (what nothing uses, writes or performs, what has no effect).
/// Beside errors they are echoes: the reference that failed may be the missing use.
bool needsSoundDocument(std::string_view rule);

struct RuleOptions {
  bool validate = true;  ///< joins with reflected shaders and between passes and pipelines; off with --no-validate
  bool lint = false;     ///< remarks that only `validate` makes
  bool hints = false;    ///< remarks that only `validate --hints` makes
};

/// Judges the whole Program and adds every finding to `diagnostics`; never stops at the first. Forms whose origin is
/// poisoned are skipped, and so is every rule that needs a fact which is not known at compile time.
void checkRules(const Program& program, const RuleOptions& options, Diagnostics& diagnostics);

}  // namespace pngine::program
