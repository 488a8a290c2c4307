// Writing WGSL: tokens with only the blanks they need, and edits to the author's text.
#pragma once
#include <string>
#include <string_view>
#include <vector>

#include "wgsl/ast.h"

namespace pngine::wgsl {

/// Writes tokens one behind the other, with a blank only where two would be read as something else.
class TokenWriter {
 public:
  /// The token's bytes must outlive the next call.
  void add(std::string_view token, Tok kind);
  std::string take() { return std::move(out_); }

 private:
  std::string out_;
  std::string_view last_;
  Tok last_kind_ = Tok::end;
};
/// Tokens first..last on one line without comments.
std::string joinTokens(const Syntax& syntax, uint32_t first, uint32_t last);
/// Replacement of the bytes [begin, end).
struct Edit {
  uint32_t begin = 0;
  uint32_t end = 0;
  std::string text;
};
/// Edits must not overlap; of several insertions at one place the earlier in the list comes first.
std::string applyEdits(std::string_view text, std::vector<Edit> edits);

}  // namespace pngine::wgsl
