// Findings as people and as tools read them: text on standard error, JSON on standard output.
#pragma once
#include <string>
#include <string_view>

#include "base/diagnostic.h"

namespace pngine::cli {

/// One block per finding: "name:line:column: error: message [rule]", the source line with a marker, then its notes.
std::string findingsText(std::string_view name, std::string_view source, const Diagnostics& findings);

/// The members of one diagnostic object, in the order of the contract:
/// severity, line, column, endLine, endColumn, code, rule, shader, message, notes.
/// A finding inside a shader also carries `document` {line, column}.
std::string findingsJson(std::string_view source, const Diagnostics& findings);

}  // namespace pngine::cli
