// Lexer: blanks and comments, words, numbers, strings.
#include "sjon/lexer.h"

#include "base/text.h"
#include "base/utf8.h"

namespace pngine::sjon {

namespace {

bool isDigit(char c) { return c >= '0' && c <= '9'; }
bool isLetter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); }
bool isHex(char c) { return isDigit(c) || (c >= 'a' && c <= 'f') || (c >= 'A' && c <= 'F'); }
bool isSymbolStart(char c) {
  return isLetter(c) || (c != '\0' && std::string_view("_+*/<>=!?.%&|^~$@").find(c) != std::string_view::npos);
}
bool isKeywordChar(char c) { return isSymbolStart(c) || isDigit(c) || c == '-'; }
bool isSymbolChar(char c) { return isKeywordChar(c) || c == '#'; }

}  // namespace

Token Lexer::finish(Token::Kind kind, uint32_t begin) const {
  Token token;
  token.kind = kind;
  token.span = {begin, at_};
  token.unit_at = at_;
  return token;
}

Token Lexer::invalid(uint32_t begin, std::string_view rule, std::string message) const {
  Token token = finish(Token::Kind::invalid, begin);
  token.rule = rule;
  token.message = std::move(message);
  return token;
}

// Skips white space and comments; true when a block comment does not end, with the error in `error`.
bool Lexer::skipBlanks(Token& error) {
  for (;;) {
    const char c = peek();
    if (at_ >= text_.size()) return false;
    if (c == ' ' || c == '\t' || c == '\r' || c == '\n') {
      ++at_;
    } else if (c == ';') {
      const uint32_t begin = at_;
      while (at_ < text_.size() && text_[at_] != '\n') ++at_;
      comments_.push_back({begin, at_});
    } else if (c == '#' && peek(1) == '|') {
      const uint32_t begin = at_;
      const size_t end = text_.find("|#", at_ + 2);
      if (end == std::string_view::npos) {
        at_ = static_cast<uint32_t>(text_.size());
        error = invalid(begin, "syntax/token", "this block comment is never closed with |#");
        error.span = {begin, begin + 2};
        return true;
      }
      at_ = static_cast<uint32_t>(end + 2);
      comments_.push_back({begin, at_});
    } else {
      return false;
    }
  }
}

Token Lexer::next() {
  Token error;
  if (skipBlanks(error)) return error;
  const uint32_t begin = at_;
  if (at_ >= text_.size()) return finish(Token::Kind::end, begin);
  const char c = text_[at_];
  switch (c) {
    case '(':
      ++at_;
      return finish(Token::Kind::form_open, begin);
    case ')':
      ++at_;
      return finish(Token::Kind::form_close, begin);
    case '[':
      ++at_;
      return finish(Token::Kind::vector_open, begin);
    case ']':
      ++at_;
      return finish(Token::Kind::vector_close, begin);
    case '"':
      return string(begin);
    default:
      break;
  }
  if (isDigit(c) || (c == '-' && digitAt(1))) return number(begin);
  return word(begin);
}

Token Lexer::word(uint32_t begin) {
  const char c = text_[at_];
  if (c == ':' || isSymbolStart(c) || c == '-') {
    ++at_;
    while (at_ < text_.size() && (c == ':' ? isKeywordChar(text_[at_]) : isSymbolChar(text_[at_]))) ++at_;
    if (c == ':' && at_ == begin + 1) return invalid(begin, "syntax/token", "a colon without a key behind it");
    return finish(c == ':' ? Token::Kind::keyword : Token::Kind::symbol, begin);
  }
  const size_t length = utf8Length(text_.substr(at_));
  at_ += static_cast<uint32_t>(length == 0 ? 1 : length);
  const auto byte = static_cast<unsigned char>(c);
  if (length == 0) return invalid(begin, "syntax/utf8", {});
  if (byte >= 0x80) {
    return invalid(begin, "syntax/token",
                   cat("the character ", text_.substr(begin, length), " may stand in strings and comments only"));
  }
  if (byte < 0x20 || byte == 0x7F) return invalid(begin, "syntax/token", cat("a control character (byte ", byte, ")"));
  return invalid(begin, "syntax/token", cat("the character ", std::string_view(&c, 1), " begins no value"));
}

// Strings end at their closer only; line breaks are content.
Token Lexer::string(uint32_t begin) {
  if (text_.substr(at_, 3) == "\"\"\"") {
    const size_t end = text_.find("\"\"\"", at_ + 3);
    at_ = static_cast<uint32_t>(end == std::string_view::npos ? text_.size() : end + 3);
    if (end != std::string_view::npos) return finish(Token::Kind::raw_string, begin);
  } else {
    ++at_;
    while (at_ < text_.size() && text_[at_] != '"') at_ += text_[at_] == '\\' && at_ + 1 < text_.size() ? 2 : 1;
    if (at_ < text_.size()) {
      ++at_;
      return finish(Token::Kind::string, begin);
    }
  }
  const uint32_t quotes = text_.substr(begin, 3) == "\"\"\"" ? 3 : 1;
  Token token = invalid(begin, "syntax/string-unterminated",
                        cat("this string is never closed with ", quotes == 3 ? "\"\"\"" : "\""));
  token.span = {begin, begin + quotes};
  return token;
}

void Lexer::digits() {
  while (isDigit(peek()) || peek() == '_') ++at_;
}

bool Lexer::dateOrTime(uint32_t begin, Token& token) {
  const auto shaped = [&](std::string_view pattern) {
    for (size_t i = 0; i < pattern.size(); ++i) {
      if (pattern[i] == '0' ? !digitAt(i) : peek(i) != pattern[i]) return false;
    }
    return true;
  };
  if (shaped("0000-00-00") && !digitAt(10)) {
    at_ += 10;
    token = finish(Token::Kind::date, begin);
    return true;
  }
  if (!shaped("00:00:00") || digitAt(8)) return false;
  at_ += shaped("00:00:00.000") && !digitAt(12) ? 12 : 8;
  token = finish(Token::Kind::time, begin);
  return true;
}

Token Lexer::number(uint32_t begin) {
  Token token;
  if (dateOrTime(begin, token)) return token;
  if (peek() == '-') ++at_;
  if (peek() == '0' && (peek(1) == 'x' || peek(1) == 'X')) {
    at_ += 2;
    if (!isHex(peek())) return invalid(begin, "syntax/token", "a hexadecimal number without digits");
    while (isHex(peek()) || peek() == '_') ++at_;
    token = finish(Token::Kind::number, begin);
    token.hex = token.exact = true;
    return token;
  }
  digits();
  bool exact = true;
  if (peek() == '.') {
    exact = false;
    ++at_;
    if (isDigit(peek())) digits();
  }
  if ((peek() == 'e' || peek() == 'E') && (digitAt(1) || peek(1) == '+' || peek(1) == '-')) {
    exact = false;
    at_ += digitAt(1) ? 1 : 2;
    if (!isDigit(peek())) return invalid(begin, "syntax/token", "a number whose exponent has no digits");
    digits();
  }
  const uint32_t unit = at_;
  if (peek() == '%') {
    ++at_;
  } else if (isLetter(peek())) {
    while (isLetter(peek()) || (peek() == '-' && isLetter(peek(1)))) ++at_;
  }
  token = finish(Token::Kind::number, begin);
  token.exact = exact;
  token.unit_at = unit;
  return token;
}

}  // namespace pngine::sjon
