// Text to items: tokens and comments in one order, keywords joined with their values, and bottom-up what a container
// measures and whether its author broke it.
#include <algorithm>

#include "sjon/layout.h"
#include "sjon/lexer.h"

namespace pngine::sjon {

namespace {

using IK = Item::Kind;
using TK = Token::Kind;
constexpr uint32_t kTab = 8;

bool continues(char c) { return (static_cast<unsigned char>(c) & 0xC0) == 0x80; }

// Follows lines and columns through the text; each byte is looked at once.
class Ruler {
 public:
  Ruler(std::string_view text, uint32_t at) : text_(text), at_(at) {}

  /// Moves to an offset; gives the line breaks passed.
  uint32_t to(uint32_t offset) {
    uint32_t breaks = 0;
    for (; at_ < offset; ++at_) {
      const char c = text_[at_];
      const bool lone_return = c == '\r' && (at_ + 1 >= text_.size() || text_[at_ + 1] != '\n');
      if (c == '\n' || lone_return) {
        ++breaks;
        column_ = 0;
      } else if (c == '\t') {
        column_ = (column_ / kTab + 1) * kTab;
      } else if (c != '\r' && !continues(c)) {
        ++column_;
      }
    }
    return breaks;
  }
  uint32_t column() const { return column_; }

 private:
  std::string_view text_;
  uint32_t at_;
  uint32_t column_ = 0;
};

Extent extentOf(std::string_view text) {
  Extent out;
  for (const char c : text) {
    if (c == '\n') {
      if (!out.lines) out.first = out.last;
      out.lines = true;
      out.last = 0;
    } else if (!continues(c)) {
      ++out.last;
    }
  }
  if (!out.lines) out.first = out.last;
  return out;
}

void append(Extent& to, const Extent& more) {
  to.last += more.first;
  if (!to.lines) to.first = to.last;
  if (!more.lines) return;
  to.lines = true;
  to.last = more.last;
}
void append(Extent& to, uint32_t columns) { append(to, Extent{columns, columns, false}); }

class Reader {
 public:
  Reader(std::string_view text, uint32_t at) : text_(text), lexer_(text, at), ruler_(text, at) {}

  std::vector<Item> run() {
    open(IK::root, {0, 0});
    for (bool more = true; more;) {
      const Token token = lexer_.next();
      for (; comments_ < lexer_.comments().size(); ++comments_) comment(lexer_.comments()[comments_]);
      more = token.kind != TK::end;
      if (more) take(token);
    }
    while (!open_.empty()) close();
    return std::move(items_);
  }

 private:
  Item& top() { return items_[open_.back()]; }

  // What lies between the token before and this one: breaks, gap, and whether this is the first on its line.
  void approach(Span span) {
    const uint32_t before = ruler_.column();
    const uint32_t breaks = ruler_.to(span.begin);
    if (breaks != 0 || fresh_) {
      line_ = {span.begin, ruler_.column()};
      fresh_ = false;
    }
    breaks_ = static_cast<uint8_t>(std::min(breaks, 2U));
    gap_ = breaks == 0 && ruler_.column() > before ? ruler_.column() - before : 1;
  }
  void leave(Span span) {
    if (ruler_.to(span.end) != 0) line_ = {Item::kNoAnchor, 0};
  }

  Item& add(IK kind, Span span) {
    Item& item = items_.emplace_back();
    item.kind = kind;
    item.breaks = breaks_;
    item.gap = gap_;
    item.column = ruler_.column();
    item.span = span;
    item.next = static_cast<uint32_t>(items_.size());
    return item;
  }

  void open(IK kind, Span span) {
    add(kind, span);
    open_.push_back(static_cast<uint32_t>(items_.size() - 1));
  }

  void atom(IK kind, Span span) {
    Item& item = add(kind, span);
    item.flat = extentOf(text_.substr(span.begin, span.size()));
    item.lead = item.flat.first;
  }

  void comment(Span span) {
    while (span.size() > 1 && text_[span.begin] == ';' &&
           (text_[span.end - 1] == '\r' || text_[span.end - 1] == ' ' || text_[span.end - 1] == '\t')) {
      --span.end;
    }
    approach(span);
    const bool block = text_[span.begin] == '#';
    atom(block ? IK::block_comment : IK::line_comment, span);
    if (!block) {
      Item& item = items_.back();
      item.broken = true;
      item.anchor = line_.offset;
      item.anchor_column = line_.column;
    }
    leave(span);
  }

  void take(const Token& token) {
    approach(token.span);
    const bool closes = token.kind == TK::form_close || token.kind == TK::vector_close;
    // A keyword that finds no value stays alone in its pair.
    if ((closes || token.kind == TK::keyword) && top().kind == IK::pair) close();
    if (closes) {
      leave(token.span);
      if (open_.size() > 1) close();
      return afterValue();
    }
    if (token.kind == TK::form_open || token.kind == TK::vector_open) {
      open(token.kind == TK::form_open ? IK::form : IK::vector, token.span);
      return leave(token.span);
    }
    if (token.kind == TK::keyword && top().kind == IK::form) open(IK::pair, token.span);
    if (token.kind == TK::number && top().kind == IK::vector) top().table = true;
    atom(IK::atom, token.span);
    leave(token.span);
    if (token.kind != TK::keyword) afterValue();
  }

  void afterValue() {
    if (top().kind == IK::pair) close();
  }

  // The container on top is complete: its measures follow from its children.
  void close() {
    const uint32_t at = open_.back();
    open_.pop_back();
    Item& item = items_[at];
    item.next = static_cast<uint32_t>(items_.size());
    const uint32_t bracket = item.kind == IK::pair || item.kind == IK::root ? 0 : 1;
    append(item.flat, bracket);
    item.lead = bracket;
    for (uint32_t child = at + 1; child < item.next; child = items_[child].next) {
      Item& c = items_[child];
      const bool first = child == at + 1;
      const bool breaks = c.breaks != 0 && item.kind != IK::pair && (!first || item.kind == IK::vector);
      if (c.broken || breaks) item.broken = true;
      if (!item.table) c.gap = 1;
      if (first && !breaks) item.lead += c.lead;
      if (!first && item.kind == IK::pair) {
        if (item.flat.lines)
          item.broken = true;  // by a comment between keyword and value
        else
          item.lead += 1 + c.lead;
      }
      if (!first) append(item.flat, c.gap);
      append(item.flat, c.flat);
    }
    append(item.flat, bracket);
  }

  struct Line {
    uint32_t offset = Item::kNoAnchor;
    uint32_t column = 0;
  };

  std::string_view text_;
  Lexer lexer_;
  Ruler ruler_;
  size_t comments_ = 0;
  std::vector<Item> items_;
  std::vector<uint32_t> open_;
  Line line_;          // first token of the line of the text
  bool fresh_ = true;  // nothing was read yet
  uint8_t breaks_ = 0;
  uint32_t gap_ = 1;
};

}  // namespace

std::vector<Item> readItems(std::string_view text, uint32_t at) { return Reader(text, at).run(); }

}  // namespace pngine::sjon
