// WGSL text -> tokens. Punctuation is matched longest first, except that '<' and '>' stay single until the template
// lists have been found (WGSL specification, section 3.9): whether '>>' closes two lists or shifts is known only then.
#pragma once
#include <cstdint>
#include <expected>
#include <string_view>
#include <vector>

#include "wgsl/wgsl.h"

namespace pngine::wgsl {

// Every token with a fixed spelling: TOKEN(identifier, "spelling").
#define PNGINE_WGSL_PUNCTUATION(TOKEN) \
  TOKEN(shift_left_assign, "<<=")      \
  TOKEN(shift_right_assign, ">>=")     \
  TOKEN(arrow, "->")                   \
  TOKEN(equal, "==")                   \
  TOKEN(not_equal, "!=")               \
  TOKEN(less_equal, "<=")              \
  TOKEN(greater_equal, ">=")           \
  TOKEN(shift_left, "<<")              \
  TOKEN(shift_right, ">>")             \
  TOKEN(and_and, "&&")                 \
  TOKEN(or_or, "||")                   \
  TOKEN(plus_plus, "++")               \
  TOKEN(minus_minus, "--")             \
  TOKEN(plus_assign, "+=")             \
  TOKEN(minus_assign, "-=")            \
  TOKEN(times_assign, "*=")            \
  TOKEN(divide_assign, "/=")           \
  TOKEN(modulo_assign, "%=")           \
  TOKEN(and_assign, "&=")              \
  TOKEN(or_assign, "|=")               \
  TOKEN(xor_assign, "^=")              \
  TOKEN(paren_open, "(")               \
  TOKEN(paren_close, ")")              \
  TOKEN(bracket_open, "[")             \
  TOKEN(bracket_close, "]")            \
  TOKEN(brace_open, "{")               \
  TOKEN(brace_close, "}")              \
  TOKEN(comma, ",")                    \
  TOKEN(semicolon, ";")                \
  TOKEN(colon, ":")                    \
  TOKEN(dot, ".")                      \
  TOKEN(at, "@")                       \
  TOKEN(assign, "=")                   \
  TOKEN(bang, "!")                     \
  TOKEN(less, "<")                     \
  TOKEN(greater, ">")                  \
  TOKEN(plus, "+")                     \
  TOKEN(minus, "-")                    \
  TOKEN(star, "*")                     \
  TOKEN(slash, "/")                    \
  TOKEN(percent, "%")                  \
  TOKEN(and_, "&")                     \
  TOKEN(or_, "|")                      \
  TOKEN(xor_, "^")                     \
  TOKEN(tilde, "~")

enum class Tok : uint8_t {
  end,
  identifier,  ///< keywords and "_" included
  integer,     ///< with its suffix, if any
  floating,
  template_open,   ///< a '<' that opens a template list
  template_close,  ///< its '>'
#define TOKEN(name, text) name,
  PNGINE_WGSL_PUNCTUATION(TOKEN)
#undef TOKEN
};

struct Token {
  uint32_t begin = 0;
  uint32_t end = 0;
  Tok kind = Tok::end;
};

inline constexpr size_t kMaxText = size_t{16} << 20;
inline constexpr size_t kMaxTokens = size_t{4} << 20;

/// Tokens of the text with a Tok::end behind the last. Errors: a character outside the language, a comment without end,
/// text above the caps. With `lenient`, what is no token is skipped instead (for text that need not be valid).
std::expected<std::vector<Token>, Message> lex(std::string_view text, bool lenient = false);

/// Whether a byte may stand inside an identifier; every byte of a character outside ASCII may.
constexpr bool isWordByte(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' ||
         static_cast<unsigned char>(c) >= 0x80;
}

}  // namespace pngine::wgsl
