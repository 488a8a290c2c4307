// Items to text. The author's lines are kept; a line that is too wide is broken at its forms, then wherever the next
// item does not fit. Every rule gives the same answer on what it has written, so that a second run changes nothing:
// whatever breaks a line here would read as the author's break.
#include "sjon/layout.h"

#include <algorithm>
#include <limits>

namespace pngine::sjon {

namespace {

using Kind = Item::Kind;

bool isContainer(const Item& item) { return item.kind == Kind::form || item.kind == Kind::vector; }
bool isComment(const Item& item) { return item.kind == Kind::line_comment || item.kind == Kind::block_comment; }

class Writer {
 public:
  Writer(std::string_view text, const std::vector<Item>& items) : text_(text), items_(items) {}

  std::string run() {
    if (items_.empty() || items_[0].next == 1) return {};
    children(items_[0], Place{});
    out_ += '\n';
    return std::move(out_);
  }

 private:
  // Where an item is written: what its parent knows about its surroundings.
  struct Place {
    uint32_t inner = 0;     // indentation of the parent's lines
    uint32_t trail = 0;     // closers that must fit behind it on its line
    bool followed = false;  // another child comes behind it
  };

  // Consecutive children of one container on one line of its author.
  struct Segment {
    uint32_t begin = 0;
    uint32_t end = 0;
    bool last = false;    // nothing follows in the container
    bool forced = false;  // ends before a form that must have a line of its own
  };

  // ---- characters ----

  void newline(uint32_t indent, bool blank = false) {
    if (!out_.empty()) out_ += blank ? "\n\n" : "\n";
    out_.append(indent, ' ');
    column_ = indent_ = indent;
    at_start_ = true;
    behind_comment_ = false;
    ++lines_;
  }

  void put(char c) {
    out_ += c;
    ++column_;
    at_start_ = false;
  }

  void blanks(uint32_t n) {
    out_.append(n, ' ');
    column_ += n;
  }

  void token(const Item& item) {
    const std::string_view text = text_.substr(item.span.begin, item.span.size());
    startLine(item);
    if (item.kind == Kind::block_comment && text.find('\r') != std::string_view::npos) {
      for (size_t i = 0; i < text.size(); ++i) {
        if (text[i] != '\r' || i + 1 >= text.size() || text[i + 1] != '\n') out_ += text[i];
      }
    } else {
      out_ += text;
    }
    column_ = item.flat.lines ? item.flat.last : column_ + item.flat.first;
    if (item.flat.lines) anchor_ = Item::kNoAnchor;
    behind_comment_ = item.kind == Kind::line_comment;
  }

  // Remembers which token a line of the output begins with.
  void startLine(const Item& item) {
    if (at_start_) anchor_ = item.span.begin;
    at_start_ = false;
  }

  // A comment behind something on its line keeps its distance from the line's first token, where that still is the same
  // one: so columns of comments survive a new indentation.
  void trailingComment(const Item& item) {
    uint32_t column = column_ + 1;
    if (item.anchor != Item::kNoAnchor && item.anchor == anchor_ && item.column > item.anchor_column) {
      column = std::max(column, indent_ + item.column - item.anchor_column);
    }
    blanks(column - column_);
    token(item);
  }

  // ---- fitting ----

  static bool fits(uint32_t column, const Item& item, uint32_t trail) {
    if (item.broken) return column + item.lead <= kColumns;
    return column + item.flat.first + (item.flat.lines ? 0 : trail) <= kColumns;
  }

  bool segmentFits(const Segment& segment, uint32_t trail) const {
    uint32_t column = column_;
    for (uint32_t at = segment.begin; at < segment.end; at = items_[at].next) {
      const Item& item = items_[at];
      if (item.kind == Kind::line_comment) break;
      if (at != segment.begin) column += item.gap;
      if (!fits(column, item, item.next == segment.end && segment.last ? trail : 0)) return false;
      column = item.flat.lines ? item.flat.last : column + item.flat.first;
    }
    return true;
  }

  // ---- items ----

  void write(const Item& item, const Place& place) {
    switch (item.kind) {
      case Kind::form:
      case Kind::vector:
        return container(item, place);
      case Kind::pair:
        return pair(item, place);
      default:
        return token(item);
    }
  }

  // On one line, whatever its width.
  void flat(const Item& item) {
    if (!isContainer(item) && item.kind != Kind::pair) return token(item);
    if (isContainer(item)) open(item);
    const uint32_t first = index(item) + 1;
    for (uint32_t at = first; at < item.next; at = items_[at].next) {
      if (at != first) blanks(items_[at].gap);
      flat(items_[at]);
    }
    if (isContainer(item)) put(item.kind == Kind::form ? ')' : ']');
  }

  void open(const Item& item) {
    startLine(item);
    put(item.kind == Kind::form ? '(' : '[');
  }

  // Keyword and value, with the comments between them.
  void pair(const Item& item, const Place& place) {
    const uint32_t inner = std::min(column_ + 2, kDeepestIndent);
    const uint32_t first = index(item) + 1;
    for (uint32_t at = first; at < item.next; at = items_[at].next) {
      const Item& part = items_[at];
      const bool comment = part.kind == Kind::line_comment;
      if (behind_comment_ || (comment && part.breaks != 0)) {
        newline(inner, part.breaks == 2 && comment);
      } else if (comment) {
        trailingComment(part);
        continue;
      } else if (at != first) {
        blanks(1);
      }
      write(part, {place.inner, part.next == item.next ? place.trail : 0, place.followed});
    }
  }

  void container(const Item& item, const Place& place) {
    if (!item.broken && fits(column_, item, place.trail)) return flat(item);
    const uint32_t begin = std::min(column_, kDeepestIndent);
    const bool form = item.kind == Kind::form;
    uint32_t inner = begin + (form ? 2 : 1);
    uint32_t closer = begin;
    if (!form && hangs(item)) {
      closer = indent_;
      inner = indent_ + 2;
      // Elements must not look like the keys that follow.
      if (place.followed && inner == place.inner) inner += 2;
    }
    inner = std::min(inner, kDeepestIndent);
    open(item);
    children(item, {inner, place.trail + 1, false});
    if (behind_comment_) newline(closer);
    put(form ? ')' : ']');
  }

  // Whether the elements begin on the line behind the bracket.
  bool hangs(const Item& item) const {
    const uint32_t first = index(item) + 1;
    return first < item.next && (items_[first].breaks != 0 || items_[first].kind == Kind::line_comment);
  }

  // ---- lines of a container ----

  void children(const Item& parent, const Place& place) {
    const uint32_t first = index(parent) + 1;
    const uint32_t margin = leftmost(parent);
    for (uint32_t at = first; at < parent.next;) {
      const Item& item = items_[at];
      if (at != first || (parent.kind == Kind::vector && item.breaks != 0)) {
        const bool behind_head = parent.kind == Kind::form && at == items_[first].next;
        const bool columns = parent.table && item.breaks != 0 && !isComment(item);
        newline(place.inner + (columns ? item.column - margin : 0), item.breaks == 2 && at != first && !behind_head);
      }
      const Segment segment = segmentFrom(parent, at);
      fill(parent, segment, place);
      at = segment.end;
    }
  }

  // Of a table, the column of the line furthest to the left.
  uint32_t leftmost(const Item& table) const {
    uint32_t out = std::numeric_limits<uint32_t>::max();
    if (!table.table || !table.broken) return 0;
    for (uint32_t at = index(table) + 1; at < table.next; at = items_[at].next) {
      if (items_[at].breaks != 0 && !isComment(items_[at])) out = std::min(out, items_[at].column);
    }
    return out;
  }

  // The author's line from one child on.
  Segment segmentFrom(const Item& parent, uint32_t begin) const {
    Segment out{begin, items_[begin].next};
    for (uint32_t before = begin; out.end < parent.next; out.end = items_[before].next) {
      const Item& next = items_[out.end];
      if (startsLine(parent, items_[before], next)) {
        out.forced = next.breaks == 0 && !items_[before].broken;
        return out;
      }
      before = out.end;
    }
    out.last = true;
    return out;
  }

  // Whether a child begins a line whatever the width. A form that runs over lines does, and what stands behind it.
  static bool startsLine(const Item& parent, const Item& before, const Item& item) {
    if (item.kind == Kind::line_comment && item.breaks == 0) return false;
    if (item.breaks != 0 || before.broken) return true;
    if (parent.kind == Kind::root) return item.kind != Kind::block_comment && before.kind != Kind::block_comment;
    return parent.kind == Kind::form && item.kind == Kind::form && item.broken;
  }

  // Where a segment does not fit, forms inside a form get lines of their own, and all else fills lines.
  void fill(const Item& parent, const Segment& segment, const Place& place) {
    const bool form = parent.kind == Kind::form;
    const bool whole = !(segment.forced && form) && segmentFits(segment, place.trail);
    bool apart = false;  // the item before needs the rest of its line
    for (uint32_t at = segment.begin; at < segment.end; at = items_[at].next) {
      const Item& item = items_[at];
      if (item.kind == Kind::line_comment && !at_start_) {
        trailingComment(item);
        continue;
      }
      const Place here{place.inner, item.next == parent.next ? place.trail : 0, item.next != parent.next};
      const bool alone = !whole && form && item.kind == Kind::form;
      if (at != segment.begin) {
        if (apart || alone || (!whole && !fits(column_ + item.gap, item, here.trail))) {
          newline(place.inner);
        } else {
          blanks(item.gap);
        }
      }
      const size_t lines = lines_;
      write(item, here);
      apart = alone || lines != lines_;
    }
  }

  uint32_t index(const Item& item) const { return static_cast<uint32_t>(&item - items_.data()); }

  std::string_view text_;
  const std::vector<Item>& items_;
  std::string out_;
  uint32_t column_ = 0;
  uint32_t indent_ = 0;                // of the line being written
  uint32_t anchor_ = Item::kNoAnchor;  // offset in the text of the token that this line begins with
  bool at_start_ = true;               // nothing stands on this line
  bool behind_comment_ = false;        // a line comment ends this line
  size_t lines_ = 0;                   // lines begun by the layout, not by line breaks inside strings
};

}  // namespace

std::string layOut(std::string_view text, const std::vector<Item>& items) { return Writer(text, items).run(); }

}  // namespace pngine::sjon
