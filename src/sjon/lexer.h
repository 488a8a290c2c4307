// Tokens of SJON. The lexer never fails: what is no token comes out as `invalid` with a message, and it goes on behind
// it.
#pragma once
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "base/span.h"

namespace pngine::sjon {

struct Token {
  enum class Kind : uint8_t {
    end,
    form_open,
    form_close,
    vector_open,
    vector_close,
    keyword,
    symbol,
    number,
    string,      ///< with escapes
    raw_string,  ///< between triple quotes
    date,
    time,
    invalid,
  };
  Kind kind = Kind::end;
  Span span;
  // number
  bool hex = false;
  bool exact = false;    ///< no point, no exponent
  uint32_t unit_at = 0;  ///< where the unit begins; span.end when there is none
  // invalid
  std::string_view rule;
  std::string message;
};

class Lexer {
 public:
  /// `at`: offset of the first byte to read (behind a byte order mark).
  Lexer(std::string_view text, uint32_t at) : text_(text), at_(at) {}
  Token next();
  const std::vector<Span>& comments() const { return comments_; }

 private:
  char peek(size_t ahead = 0) const { return at_ + ahead < text_.size() ? text_[at_ + ahead] : '\0'; }
  bool digitAt(size_t ahead) const { return peek(ahead) >= '0' && peek(ahead) <= '9'; }
  bool skipBlanks(Token& error);
  Token finish(Token::Kind kind, uint32_t begin) const;
  Token invalid(uint32_t begin, std::string_view rule, std::string message) const;
  Token string(uint32_t begin);
  Token number(uint32_t begin);
  Token word(uint32_t begin);
  bool dateOrTime(uint32_t begin, Token& token);
  void digits();

  std::string_view text_;
  uint32_t at_;
  std::vector<Span> comments_;
};

}  // namespace pngine::sjon
