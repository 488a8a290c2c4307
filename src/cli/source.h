// From an input to what a command works on: a document is compiled (files beside it, Tint), a PNG, ZIP or payload is
// opened.
#pragma once
#include <expected>
#include <memory>
#include <string>

#include "cli/io.h"
#include "cli/options.h"
#include "compile/compile.h"

namespace pngine::cli {

// Rows of the commands that compile a document.
inline constexpr OptionSpec kMinifyOption = {"--minify", "-m", "", "smallest WGSL with the same meaning"};
inline constexpr OptionSpec kValidateOption = {"--validate", "", "", "check shaders and joins (the default)"};
inline constexpr OptionSpec kNoValidateOption = {"--no-validate", "", "", "leave those checks out"};
inline bool wantsValidation(const Arguments& arguments) {
  return arguments.either(kValidateOption.name, kNoValidateOption.name, true);
}

struct SourceOptions {
  bool minify = false;
  bool validate = true;
  bool executor = true;
  bool lint = false;
  bool hints = false;
  bool payload = true;
  bool strict = false;   ///< warnings count as errors
  bool quiet_ok = true;  ///< print nothing when there is nothing to say
};

/// Compiles a document with the files of its folder and with Tint where validation is on. A missing Tint library is a
/// warning of its own, printed once.
compile::Compiled compileInput(const Input& input, const SourceOptions& options);

/// Prints findings on standard error. True when the document has no errors.
bool reportFindings(const Input& input, const compile::Compiled& compiled);

/// A payload that can be played or read, and what is known about it.
struct OpenedPayload {
  Bytes payload;
  std::unique_ptr<compile::Compiled> compiled;  ///< when the input was a document
};
/// Findings of a document are printed. Errors: 3 (does not compile), 4 (no payload in it, broken file).
std::expected<OpenedPayload, Failure> openPayload(const Input& input, const SourceOptions& options);

}  // namespace pngine::cli
