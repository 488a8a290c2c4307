// The scanner, and the discovery of template lists. Identifiers may hold any character outside ASCII that is not blank:
// which letters Unicode allows is left to the checker, this front end only has to find the borders.
#include "wgsl/lexer.h"

#include <array>

namespace pngine::wgsl {
namespace {

struct Spelling {
  Tok kind;
  std::string_view text;
};
constexpr auto kPunctuation = std::to_array<Spelling>({
#define TOKEN(name, text) {Tok::name, text},
    PNGINE_WGSL_PUNCTUATION(TOKEN)
#undef TOKEN
});

constexpr bool isDigit(char c) { return c >= '0' && c <= '9'; }
constexpr bool isHexDigit(char c) { return isDigit(c) || (c >= 'a' && c <= 'f') || (c >= 'A' && c <= 'F'); }

class Scanner {
 public:
  Scanner(std::string_view text, bool lenient) : text_(text), lenient_(lenient) {}

  std::expected<std::vector<Token>, Message> run() {
    if (text_.size() > kMaxText) return std::unexpected(Message{{}, "the text is larger than 16 MiB"});
    if (text_.starts_with("\xEF\xBB\xBF")) at_ = 3;
    while (skipBlank()) {
      if (at_ >= text_.size()) {
        tokens_.push_back({size32(), size32(), Tok::end});
        return std::move(tokens_);
      }
      if (tokens_.size() >= kMaxTokens) return std::unexpected(Message{spanFrom(at_), "the text has too many tokens"});
      if (!token()) break;
    }
    return std::unexpected(std::move(error_));
  }

 private:
  char peek(size_t ahead = 0) const { return at_ + ahead < text_.size() ? text_[at_ + ahead] : '\0'; }
  uint32_t size32() const { return static_cast<uint32_t>(text_.size()); }
  Span spanFrom(size_t begin) const {
    return {static_cast<uint32_t>(begin), static_cast<uint32_t>(std::min(begin + 1, text_.size()))};
  }
  bool fail(size_t place, std::string message) {
    error_ = {spanFrom(place), std::move(message)};
    return false;
  }
  void push(size_t begin, Tok kind) {
    tokens_.push_back({static_cast<uint32_t>(begin), static_cast<uint32_t>(at_), kind});
  }

  /// Bytes of the blank character at `at`, 0 when there is none there (WGSL specification, section 3.3).
  size_t blankAt(size_t at) const {
    const char c = text_[at];
    if (c == ' ' || (c >= '\t' && c <= '\r')) return 1;
    const std::string_view rest = text_.substr(at);
    if (rest.starts_with("\xC2\x85")) return 2;
    for (std::string_view wide : {"\xE2\x80\x8E", "\xE2\x80\x8F", "\xE2\x80\xA8", "\xE2\x80\xA9"}) {
      if (rest.starts_with(wide)) return 3;
    }
    return 0;
  }
  bool lineBreakAt(size_t at) const {
    const char c = text_[at];
    if (c >= '\n' && c <= '\r') return true;
    const std::string_view rest = text_.substr(at);
    return rest.starts_with("\xC2\x85") || rest.starts_with("\xE2\x80\xA8") || rest.starts_with("\xE2\x80\xA9");
  }

  bool skipBlank() {
    while (at_ < text_.size()) {
      if (const size_t n = blankAt(at_)) {
        at_ += n;
      } else if (peek() == '/' && peek(1) == '/') {
        while (at_ < text_.size() && !lineBreakAt(at_)) ++at_;
      } else if (peek() == '/' && peek(1) == '*') {
        if (!blockComment()) return false;
      } else {
        return true;
      }
    }
    return true;
  }
  bool blockComment() {
    const size_t begin = at_;
    size_t depth = 0;
    while (at_ < text_.size()) {
      if (peek() == '/' && peek(1) == '*') {
        ++depth;
        at_ += 2;
      } else if (peek() == '*' && peek(1) == '/') {
        at_ += 2;
        if (--depth == 0) return true;
      } else {
        ++at_;
      }
    }
    return lenient_ || fail(begin, "the block comment has no end");
  }

  bool token() {
    const size_t begin = at_;
    const char c = peek();
    if (isDigit(c) || (c == '.' && isDigit(peek(1)))) {
      const bool floating = number();
      push(begin, floating ? Tok::floating : Tok::integer);
      return true;
    }
    if (isWordByte(c)) {
      while (at_ < text_.size() && isWordByte(text_[at_]) && blankAt(at_) == 0) ++at_;
      push(begin, Tok::identifier);
      return true;
    }
    for (const Spelling& p : kPunctuation) {
      const bool angle = p.text[0] == '<' || p.text[0] == '>';
      if ((angle && p.text.size() > 1) || !text_.substr(at_).starts_with(p.text)) continue;
      at_ += p.text.size();
      push(begin, p.kind);
      return true;
    }
    if (!lenient_) return fail(begin, "this character is not part of WGSL");
    ++at_;
    return true;
  }

  void digits(bool hex) {
    while (hex ? isHexDigit(peek()) : isDigit(peek())) ++at_;
  }
  /// Consumes a number; true when it is a floating-point literal.
  bool number() {
    const bool hex = peek() == '0' && (peek(1) == 'x' || peek(1) == 'X');
    if (hex) at_ += 2;
    bool floating = false;
    digits(hex);
    if (peek() == '.') {
      floating = true;
      ++at_;
      digits(hex);
    }
    const char e = static_cast<char>(peek() | 0x20);
    const size_t sign = peek(1) == '+' || peek(1) == '-' ? 1 : 0;
    bool exponent = false;
    if (e == (hex ? 'p' : 'e') && isDigit(peek(1 + sign))) {
      floating = exponent = true;
      at_ += 1 + sign;
      digits(false);
    }
    if ((peek() == 'f' || peek() == 'h') && (!hex || exponent)) {
      floating = true;
      ++at_;
    } else if ((peek() == 'i' || peek() == 'u') && !floating) {
      ++at_;
    }
    return floating;
  }

  std::string_view text_;
  bool lenient_;
  size_t at_ = 0;
  std::vector<Token> tokens_;
  Message error_;
};

/// Marks the '<' and '>' that delimit template lists. Candidates are '<' behind an identifier; a candidate dies when
/// its bracket level closes, or at a token that cannot stand inside a list.
void findTemplateLists(std::vector<Token>& tokens) {
  struct Candidate {
    size_t token;
    size_t depth;
  };
  std::vector<Candidate> pending;
  size_t depth = 0;
  const auto adjacent = [&](size_t i) { return i + 1 < tokens.size() && tokens[i].end == tokens[i + 1].begin; };
  const auto startsWithAssign = [&](size_t i) { return tokens[i].kind == Tok::assign || tokens[i].kind == Tok::equal; };
  for (size_t i = 0; i < tokens.size(); ++i) {
    switch (tokens[i].kind) {
      case Tok::less:
        if (i == 0 || tokens[i - 1].kind != Tok::identifier) break;
        if (adjacent(i) && (tokens[i + 1].kind == Tok::less || startsWithAssign(i + 1))) {
          ++i;
          break;
        }
        pending.push_back({i, depth});
        break;
      case Tok::greater:
        if (!pending.empty() && pending.back().depth == depth) {
          tokens[pending.back().token].kind = Tok::template_open;
          tokens[i].kind = Tok::template_close;
          pending.pop_back();
        } else if (adjacent(i) && tokens[i + 1].kind == Tok::assign) {
          ++i;
        }
        break;
      case Tok::paren_open:
      case Tok::bracket_open:
        ++depth;
        break;
      case Tok::paren_close:
      case Tok::bracket_close:
        while (!pending.empty() && pending.back().depth >= depth) pending.pop_back();
        if (depth > 0) --depth;
        break;
      case Tok::assign:
        if (i > 0 && tokens[i - 1].kind == Tok::less && adjacent(i - 1)) break;
        [[fallthrough]];
      case Tok::semicolon:
      case Tok::brace_open:
      case Tok::colon:
        depth = 0;
        pending.clear();
        break;
      case Tok::and_and:
      case Tok::or_or:
        while (!pending.empty() && pending.back().depth >= depth) pending.pop_back();
        break;
      default:
        break;
    }
  }
}

/// Joins the '<' and '>' that delimit no list with what follows at once: "<=", ">>=" and so on.
void joinAngles(std::vector<Token>& tokens) {
  const auto next = [&](size_t i, Tok kind) {
    return i + 1 < tokens.size() && tokens[i].end == tokens[i + 1].begin && tokens[i + 1].kind == kind;
  };
  size_t out = 0;
  for (size_t i = 0; i < tokens.size(); ++i) {
    Token t = tokens[i];
    if (t.kind == Tok::less || t.kind == Tok::greater) {
      const bool left = t.kind == Tok::less;
      if (next(i, t.kind)) {
        t.kind = left ? Tok::shift_left : Tok::shift_right;
        t.end = tokens[++i].end;
        if (next(i, Tok::assign)) {
          t.kind = left ? Tok::shift_left_assign : Tok::shift_right_assign;
          t.end = tokens[++i].end;
        }
      } else if (next(i, Tok::assign)) {
        t.kind = left ? Tok::less_equal : Tok::greater_equal;
        t.end = tokens[++i].end;
      }
    }
    tokens[out++] = t;
  }
  tokens.resize(out);
}

}  // namespace

std::expected<std::vector<Token>, Message> lex(std::string_view text, bool lenient) {
  auto tokens = Scanner(text, lenient).run();
  if (!tokens) return tokens;
  findTemplateLists(*tokens);
  joinAngles(*tokens);
  return tokens;
}

}  // namespace pngine::wgsl
