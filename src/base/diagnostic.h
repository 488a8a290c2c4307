// What the compiler has to say about a document: errors and warnings with a stable id, a place, and notes.
// Printing belongs to the command line (text, JSON); this library only collects.
#pragma once
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/span.h"

namespace pngine {

enum class Severity : uint8_t { error, warning };

/// A second place, or a remark without one (`span` absent).
struct Note {
  std::optional<Span> span;
  std::string message;
};

/// Where a finding lies inside the WGSL text of a shader module, 1-based, columns in bytes.
struct ShaderPlace {
  std::string module;
  uint32_t line = 1;
  uint32_t column = 1;
};

/// One finding. Wording: lower case, one sentence, no full stop, simple words; point with the span, do not quote it.
struct Diagnostic {
  Severity severity = Severity::error;
  std::string_view rule;              ///< stable id of rules.def, e.g. "buffer/no-size"; static storage
  std::string_view code;              ///< finer structural code, e.g. "unknown_key", or empty
  Span span;                          ///< place in the SJON document
  std::string message;                ///< names form, name, key, value as written and what is accepted
  std::vector<Note> notes;            ///< second places, "did you mean", what to do
  std::optional<ShaderPlace> shader;  ///< set when the finding is about WGSL
  std::string path;                   ///< head, key, index from the root to the place ("buffer :usage [1]"), or empty
};

/// Collects findings in the order in which they are made; sorts them by place on request.
class Diagnostics {
 public:
  Diagnostic& add(Diagnostic d);
  Diagnostic& error(std::string_view rule, Span span, std::string message, std::string_view code = {});
  Diagnostic& warning(std::string_view rule, Span span, std::string message, std::string_view code = {});

  bool hasErrors() const { return errors_ != 0; }
  size_t errorCount() const { return errors_; }
  size_t warningCount() const { return all_.size() - errors_; }
  const std::vector<Diagnostic>& all() const { return all_; }
  /// Removes the warnings of the rules for which `is` holds.
  void removeWarnings(bool (*is)(std::string_view rule));
  /// Orders by place in the document, keeping the order of findings at one place, and drops exact repeats.
  void sortByPlace();

 private:
  std::vector<Diagnostic> all_;
  size_t errors_ = 0;
};

}  // namespace pngine
