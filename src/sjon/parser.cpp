// Parser with full recovery: a stack of open containers instead of recursion, so that depth costs no machine stack.
// A keyword in a form waits for the next value (pair); when another keyword or the end comes first it is a value
// itself.
#include <cstdlib>
#include <optional>
#include <set>

#include "base/text.h"
#include "base/utf8.h"
#include "sjon/lexer.h"
#include "sjon/sjon.h"

namespace pngine::sjon {

namespace {

using K = Token::Kind;

bool isWord(std::string_view text) { return text == "true" || text == "false" || text == "nil"; }

class Parser {
 public:
  Parser(std::string_view source, uint32_t at) : source_(source), lexer_(source, at), document_(source) {}

  Document run(Diagnostics& diagnostics) {
    while (!stopped_) {
      Token token = lexer_.next();
      if (token.kind == K::end) break;
      suspectString(token);
      step(token);
    }
    flushKeyword(top_keyword_);
    if (!stopped_) reportOpen();
    if (unterminated_) {
      diagnostics.add(std::move(*unterminated_));
    } else {
      for (const Diagnostic& d : found_.all()) diagnostics.add(d);
    }
    for (const Span comment : lexer_.comments()) document_.addComment(comment);
    return std::move(document_);
  }

 private:
  struct Open {
    Node* node;
    Node* keyword = nullptr;  // waiting for its value
    bool expects_head = false;
    Span wrong_head = {};  // what stands where the head should; reported when the form closes
  };

  std::string_view slice(Span span) const { return source_.substr(span.begin, span.size()); }

  void error(std::string_view rule, Span span, std::string message, std::string_view code = "unspecified",
             std::vector<Note> notes = {}) {
    if (stopped_) return;
    found_.error(rule, span, std::move(message), code).notes = std::move(notes);
    if (++errors_ >= kMaxSyntaxErrors) stopped_ = true;
  }

  // An error about closers is reported once: those behind it follow from it.
  void unbalanced(Span span, std::string message, std::vector<Note> notes = {}) {
    if (!unbalanced_) error("syntax/unbalanced", span, std::move(message), "unspecified", std::move(notes));
    unbalanced_ = true;
    document_.markDamaged();
  }

  // What begins no value is reported once per container: commas between elements are one mistake.
  void invalid(Token& token) {
    document_.markDamaged();
    if (token.rule == "syntax/utf8") return;  // reported once for the whole text
    if (token.rule == "syntax/string-unterminated") return unterminated(token);
    const Node* container = stack_.empty() ? nullptr : stack_.back().node;
    if (!bad_containers_.insert(container).second) return;
    const std::string_view text = slice(token.span);
    std::vector<Note> notes;
    if (text == ",") notes.push_back({std::nullopt, "values are separated by blanks"});
    if (text == "'") notes.push_back({std::nullopt, "strings stand between double quotes"});
    if (text == "{" || text == "}") notes.push_back({std::nullopt, "lists stand between [ and ]"});
    if (text.starts_with("#")) notes.push_back({std::nullopt, "a comment begins with ;"});
    error(token.rule, token.span, std::move(token.message), "unspecified", std::move(notes));
  }

  // The text ends inside a string, so some quote before is missing. A string that a bare word follows is where it
  // was: nothing of the language may stand there.
  void unterminated(Token& token) {
    Diagnostic d;
    d.rule = "syntax/string-unterminated";
    d.code = "unspecified";
    d.span = token.span;
    d.message = std::move(token.message);
    if (suspect_) {
      const uint32_t quotes = slice(*suspect_).starts_with("\"\"\"") ? 3 : 1;
      d.span = {suspect_->begin, suspect_->begin + quotes};
      d.message = cat("this string is never closed with ", quotes == 3 ? "\"\"\"" : "\"");
      d.notes.push_back({Span{suspect_->end - quotes, suspect_->end}, "it is read as ending here"});
    }
    unterminated_ = std::move(d);
  }

  void suspectString(const Token& token) {
    const bool word = token.kind == K::symbol || token.kind == K::number;
    if (word && !suspect_ && !last_string_.empty()) suspect_ = last_string_;
    last_string_ = token.kind == K::string || token.kind == K::raw_string ? token.span : Span{};
  }

  void step(Token& token) {
    switch (token.kind) {
      case K::form_open:
        return open(Kind::form, token.span);
      case K::vector_open:
        return open(Kind::vector, token.span);
      case K::form_close:
        return close(Kind::form, token.span);
      case K::vector_close:
        return close(Kind::vector, token.span);
      case K::invalid:
        return invalid(token);
      case K::keyword:
        return keyword(token);
      case K::symbol:
        return symbol(token);
      case K::number:
        return value(number(token));
      case K::string:
      case K::raw_string:
        return value(string(token));
      case K::date:
        return value(dated(Kind::date, token));
      case K::time:
        return value(dated(Kind::time, token));
      case K::end:
        return;
    }
  }

  Node* make(Kind kind, Span span) {
    if (document_.nodeCount() >= kMaxNodes) {
      error("input/too-large", span, cat("the document has more than ", kMaxNodes, " values"));
      document_.markDamaged();
      stopped_ = true;
    }
    return document_.make(kind, span);
  }

  void open(Kind kind, Span span) {
    const bool at_margin = span.begin == 0 || source_[span.begin - 1] == '\n';
    if (kind == Kind::form && at_margin && !stack_.empty() && margin_.empty()) margin_ = span;
    if (stack_.size() >= kMaxNesting) {
      document_.markDamaged();
      error("syntax/nesting", span, cat("more than ", kMaxNesting, " forms and vectors are open here; parsing ends"));
      stopped_ = true;
      return;
    }
    Node* node = make(kind, span);
    if (!stack_.empty()) stack_.back().expects_head = missingHead(stack_.back(), span);
    node->head = {span.begin, span.end};
    place(node);
    stack_.push_back({node, nullptr, kind == Kind::form});
  }

  // The first child of a form must be its head. Forms opened in rows, "((((", end in one error about nesting, not in a
  // thousand about heads, so this waits for the closer.
  bool missingHead(Open& parent, Span span) {
    if (parent.expects_head) parent.wrong_head = span;
    return false;
  }

  void close(Kind kind, Span span) {
    if (stack_.empty()) {
      unbalanced(span, kind == Kind::form ? "nothing is open that this ) could close"
                                          : "nothing is open that this ] could close");
      return;
    }
    Open& top = stack_.back();
    if (top.node->kind != kind) {
      unbalanced(span,
                 top.node->kind == Kind::form ? "a form is closed with ), not with ]"
                                              : "a vector is closed with ], not with )",
                 {{Span{top.node->span.begin, top.node->span.begin + 1}, "opened here"}});
    }
    if (top.expects_head) error("syntax/head", {top.node->span.begin, span.end}, "a form without a name");
    if (!top.wrong_head.empty()) {
      error("syntax/head", top.wrong_head, "a form begins with its name, a symbol", "unspecified",
            {{std::nullopt, "a list of values stands between [ and ]"}});
    }
    flushKeyword(top.keyword);
    top.node->span.end = span.end;
    stack_.pop_back();
  }

  // Only the outermost container that is left open: one closer is missing, and those inside follow from it.
  void reportOpen() {
    const auto end = static_cast<uint32_t>(source_.size());
    for (auto at = stack_.rbegin(); at != stack_.rend() && !stopped_; ++at) {
      flushKeyword(at->keyword);
      at->node->span.end = end;
    }
    if (stack_.empty()) return;
    const Node& node = *stack_.front().node;
    std::vector<Note> notes;
    if (!margin_.empty()) {
      notes.push_back(
          {margin_, "a form begins here at the margin while others are open; perhaps a ) is missing before"});
    }
    notes.push_back({Span{end, end}, "the text ends here"});
    const std::string form = node.text.empty() ? "this form" : cat("this form (", node.text, " ...)");
    unbalanced({node.span.begin, node.span.begin + 1},
               node.kind == Kind::form ? cat(form, " is never closed with )") : "this vector is never closed with ]",
               std::move(notes));
  }

  void keyword(const Token& token) {
    Node* node = make(Kind::keyword, token.span);
    node->text = slice(token.span).substr(1);
    if (stack_.empty()) {
      flushKeyword(top_keyword_);
      top_keyword_ = node;
      return;
    }
    Open& top = stack_.back();
    if (top.node->kind == Kind::vector) return Document::appendChild(top.node, node);
    top.expects_head = missingHead(top, token.span);
    flushKeyword(top.keyword);
    top.keyword = node;
  }

  // A keyword that got no value becomes a positional value.
  void flushKeyword(Node*& keyword) {
    if (keyword == nullptr) return;
    if (stack_.empty() || &keyword == &top_keyword_)
      document_.appendRoot(keyword);
    else
      Document::appendChild(containerOf(keyword), keyword);
    keyword = nullptr;
  }
  Node* containerOf(const Node* keyword) {
    for (auto at = stack_.rbegin(); at != stack_.rend(); ++at) {
      if (at->keyword == keyword) return at->node;
    }
    return stack_.back().node;
  }

  void symbol(const Token& token) {
    const std::string_view text = slice(token.span);
    if (!stack_.empty() && stack_.back().expects_head) {
      Open& top = stack_.back();
      top.expects_head = false;
      top.node->text = text;
      top.node->head = token.span;
      return;
    }
    Node* node = make(Kind::symbol, token.span);
    node->text = text;
    if (isWord(text)) {
      node->kind = text == "nil" ? Kind::nil : Kind::boolean;
      node->boolean = text == "true";
    }
    value(node);
  }

  void value(Node* node) {
    if (!stack_.empty()) stack_.back().expects_head = missingHead(stack_.back(), node->span);
    place(node);
  }

  // Puts a value where it belongs: into the pair that waits, the open container, or the roots.
  void place(Node* node) {
    if (stack_.empty()) {
      if (top_keyword_ != nullptr) {
        error("syntax/token", top_keyword_->span,
              cat("the pair :", top_keyword_->text, " stands outside of every form"));
        top_keyword_ = nullptr;
      }
      return document_.appendRoot(node);
    }
    Open& top = stack_.back();
    Document::appendChild(top.node, node, top.keyword);
    top.keyword = nullptr;
  }

  Node* dated(Kind kind, const Token& token) {
    Node* node = make(kind, token.span);
    node->text = slice(token.span);
    const auto two = [&](size_t at) { return (node->text[at] - '0') * 10 + (node->text[at + 1] - '0'); };
    if (kind == Kind::date) {
      static constexpr int kDays[] = {31, 29, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31};
      const int year = two(0) * 100 + two(2), month = two(5), day = two(8);
      const bool leap = (year % 4 == 0 && year % 100 != 0) || year % 400 == 0;
      if (month < 1 || month > 12)
        error("syntax/token", token.span, "a date with a month outside 1 to 12", "date_invalid_month");
      else if (day < 1 || day > kDays[month - 1] || (month == 2 && day == 29 && !leap))
        error("syntax/token", token.span, "a date with a day that its month does not have", "date_invalid_day");
    } else if (two(0) > 23) {
      error("syntax/token", token.span, "a time with an hour outside 0 to 23", "time_invalid_hour");
    } else if (two(3) > 59) {
      error("syntax/token", token.span, "a time with a minute outside 0 to 59", "time_invalid_minute");
    } else if (two(6) > 59) {
      error("syntax/token", token.span, "a time with a second outside 0 to 59", "time_invalid_second");
    }
    return node;
  }

  Node* number(const Token& token) {
    Node* node = make(Kind::number, token.span);
    node->text = source_.substr(token.unit_at, token.span.end - token.unit_at);
    std::string digits;
    for (const char c : source_.substr(token.span.begin, token.unit_at - token.span.begin)) {
      if (c != '_') digits += c;
    }
    if (token.exact && exactInteger(*node, digits, token.hex)) return node;
    // strtod rounds correctly and reads hexadecimal integers too.
    node->number_kind = NumberKind::f64;
    node->number.f64 = std::strtod(digits.c_str(), nullptr);
    if (token.exact) {
      error("syntax/token", token.span, "an integer beyond 64 bits; write it with a point or an exponent",
            "number_overflow_exact_integer");
    }
    return node;
  }

  static bool exactInteger(Node& node, std::string_view digits, bool hex) {
    const bool negative = digits[0] == '-';
    digits.remove_prefix((negative ? 1 : 0) + (hex ? 2 : 0));
    const uint64_t base = hex ? 16 : 10;
    uint64_t value = 0;
    for (const char c : digits) {
      const auto digit = static_cast<uint64_t>(c <= '9' ? c - '0' : (c | 0x20) - 'a' + 10);
      if (value > (~uint64_t{0} - digit) / base) return false;
      value = value * base + digit;
    }
    constexpr uint64_t kSign = uint64_t{1} << 63;
    if (negative && value > kSign) return false;
    node.number_kind = !negative && value >= kSign ? NumberKind::u64 : NumberKind::i64;
    node.number.u64 = negative ? uint64_t{0} - value : value;
    return true;
  }

  Node* string(const Token& token) {
    Node* node = make(Kind::string, token.span);
    node->raw = token.kind == K::raw_string;
    const uint32_t quotes = node->raw ? 3 : 1;
    const std::string_view body = source_.substr(token.span.begin + quotes, token.span.size() - 2 * quotes);
    node->text = node->raw || body.find('\\') == std::string_view::npos
                     ? body
                     : document_.keep(decoded(body, token.span.begin + quotes));
    return node;
  }

  std::string decoded(std::string_view body, uint32_t begin) {
    std::string out;
    out.reserve(body.size());
    for (size_t i = 0; i < body.size(); ++i) {
      if (body[i] != '\\') {
        out += body[i];
        continue;
      }
      const auto at = static_cast<uint32_t>(begin + i);
      const char c = ++i < body.size() ? body[i] : '\0';
      switch (c) {
        case '\\':
        case '"':
          out += c;
          break;
        case 'n':
          out += '\n';
          break;
        case 't':
          out += '\t';
          break;
        case 'r':
          out += '\r';
          break;
        case '0':
          out += '\0';
          break;
        case 'u':
          if (const size_t used = unicodeEscape(body.substr(i + 1), out); used != 0) {
            i += used;
            break;
          }
          [[fallthrough]];
        default:
          error("syntax/escape", {at, at + 2}, "an escape is one of \\\\ \\\" \\n \\t \\r \\0 \\u{...}");
          out += c;
      }
    }
    return out;
  }

  // {1 to 6 hexadecimal digits}; gives the bytes used, 0 when it is malformed or no character.
  static size_t unicodeEscape(std::string_view body, std::string& out) {
    if (body.empty() || body[0] != '{') return 0;
    uint32_t value = 0;
    size_t i = 1;
    for (; i < body.size() && i <= 6 && body[i] != '}'; ++i) {
      const char c = body[i];
      const bool digit = c >= '0' && c <= '9', letter = (c | 0x20) >= 'a' && (c | 0x20) <= 'f';
      if (!digit && !letter) return 0;
      value = value * 16 + static_cast<uint32_t>(digit ? c - '0' : (c | 0x20) - 'a' + 10);
    }
    if (i == 1 || i >= body.size() || body[i] != '}' || value > 0x10FFFF || (value >= 0xD800 && value < 0xE000))
      return 0;
    const auto put = [&](uint32_t byte) { out += static_cast<char>(byte); };
    if (value < 0x80) {
      put(value);
    } else if (value < 0x800) {
      put(0xC0 | value >> 6), put(0x80 | (value & 63));
    } else if (value < 0x10000) {
      put(0xE0 | value >> 12), put(0x80 | (value >> 6 & 63)), put(0x80 | (value & 63));
    } else {
      put(0xF0 | value >> 18), put(0x80 | (value >> 12 & 63)), put(0x80 | (value >> 6 & 63)), put(0x80 | (value & 63));
    }
    return i + 1;
  }

  std::string_view source_;
  Lexer lexer_;
  Diagnostics found_;
  Document document_;
  std::vector<Open> stack_;
  Node* top_keyword_ = nullptr;
  size_t errors_ = 0;
  bool stopped_ = false;
  bool unbalanced_ = false;
  std::set<const Node*> bad_containers_;    // in which an invalid token was reported
  Span margin_ = {};                        // first form at the start of a line while others are open
  Span last_string_ = {};                   // the token just read, when it is a string
  std::optional<Span> suspect_;             // first string with a bare word behind it
  std::optional<Diagnostic> unterminated_;  // replaces all other errors
};

bool checkUtf8(std::string_view source, Diagnostics& diagnostics) {
  for (size_t i = 0; i < source.size();) {
    const size_t length = static_cast<unsigned char>(source[i]) < 0x80 ? 1 : utf8Length(source.substr(i, 4));
    if (length == 0) {
      const auto at = static_cast<uint32_t>(i);
      Diagnostic& d = diagnostics.error("syntax/utf8", {at, at + 1},
                                        cat("the text is not UTF-8: the byte at offset ", i, " does not fit"));
      if (source.starts_with("\xFF\xFE") || source.starts_with("\xFE\xFF"))
        d.notes.push_back({std::nullopt, "it looks like UTF-16; save it as UTF-8"});
      return false;
    }
    i += length;
  }
  return true;
}

}  // namespace

Document parse(std::string_view source, Diagnostics& diagnostics, const ParseOptions& options) {
  if (source.size() > options.max_bytes) {
    diagnostics.error("input/too-large", {0, 0},
                      cat("the source text has ", source.size(), " bytes; the limit is ", options.max_bytes));
    Document none(source);
    none.markDamaged();
    return none;
  }
  const uint32_t begin = source.starts_with("\xEF\xBB\xBF") ? 3 : 0;
  if (checkUtf8(source, diagnostics)) return Parser(source, begin).run(diagnostics);
  // Other errors would only show that bytes are not what was meant.
  Diagnostics ignored;
  Document document = Parser(source, begin).run(ignored);
  document.markDamaged();
  return document;
}

}  // namespace pngine::sjon
