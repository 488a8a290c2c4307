// Writing WGSL: tokens with only the blanks they need, and edits to the author's text.
#pragma once
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "wgsl/ast.h"
#include "wgsl/constant.h"

namespace pngine::wgsl {

/// Appends one token's text, with a blank before it where the two would read as something else.
void appendToken(std::string& out, std::string_view token);
/// Tokens first..last on one line without comments.
std::string joinTokens(const Syntax& syntax, uint32_t first, uint32_t last);
/// Shortest literal of exactly that value and kind; nullopt where WGSL has none (the lowest i32).
std::optional<std::string> literalText(const Scalar& value);

/// Replacement of the bytes [begin, end).
struct Edit {
  uint32_t begin = 0;
  uint32_t end = 0;
  std::string text;
};
/// Edits must not overlap; of several insertions at one place the earlier in the list comes first.
std::string applyEdits(std::string_view text, std::vector<Edit> edits);

}  // namespace pngine::wgsl
