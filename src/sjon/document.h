// The document tree of SJON: forms, vectors and atoms with their places in the text. The parser builds it, sugar adds
// forms to it in code (Builder), schema/ checks it, the printer writes it back. Nodes live in the document's arena and
// never move; a Node* is valid as long as its document. The document keeps a view of its source text: the text must
// outlive it.
#pragma once
#include <cstdint>
#include <deque>
#include <iterator>
#include <string>
#include <string_view>
#include <vector>

#include "base/span.h"

namespace pngine::sjon {

enum class Kind : uint8_t { form, vector, symbol, keyword, number, string, boolean, nil, date, time };
/// "a form", "a number", ...
std::string_view describe(Kind kind);

/// How a number literal is kept: integers exactly, all others as f64.
enum class NumberKind : uint8_t { i64, u64, f64 };

struct Node;

/// Children of a form or vector, in written order. In a form a child with `key` is a pair, one without is positional.
class Children {
 public:
  class iterator {
   public:
    using difference_type = std::ptrdiff_t;
    using value_type = const Node;
    explicit iterator(const Node* at = nullptr) : at_(at) {}
    const Node& operator*() const { return *at_; }
    const Node* operator->() const { return at_; }
    iterator& operator++();
    iterator operator++(int) {
      iterator before = *this;
      ++*this;
      return before;
    }
    friend bool operator==(iterator, iterator) = default;

   private:
    const Node* at_;
  };
  explicit Children(const Node* first) : first_(first) {}
  iterator begin() const { return iterator(first_); }
  iterator end() const { return iterator(); }
  bool empty() const { return first_ == nullptr; }

 private:
  const Node* first_;
};

struct Node {
  Kind kind = Kind::nil;
  NumberKind number_kind = NumberKind::i64;
  bool boolean = false;
  bool raw = false;          ///< string between triple quotes: byte i of `text` is at span.begin + 3 + i
  bool synthesized = false;  ///< made in code; spans are those of the form it came from
  Span span;                 ///< whole token, or ( to ) included
  /// form: head as written, empty when there is none; symbol; keyword without its colon; string: decoded bytes;
  /// number: unit, or empty; date and time: as written.
  std::string_view text;
  Span head;  ///< forms: the head symbol
  union {
    int64_t i64;
    uint64_t u64;
    double f64;
  } number = {0};
  uint32_t count = 0;         ///< children
  const Node* key = nullptr;  ///< the keyword of a pair
  Node* first = nullptr;
  Node* last = nullptr;
  Node* next = nullptr;  ///< next child of the same parent, or next root

  Children children() const { return Children(first); }
  bool isForm(std::string_view name) const { return kind == Kind::form && text == name; }
  bool hasUnit() const { return kind == Kind::number && !text.empty(); }
  /// Numbers as f64 (rounded when an exact integer does not fit).
  double asDouble() const;
  /// Value of a pair of this form, the first one with that key (without colon); nullptr when absent.
  const Node* get(std::string_view name) const;
};

inline Children::iterator& Children::iterator::operator++() {
  at_ = at_->next;
  return *this;
}

class Document {
 public:
  explicit Document(std::string_view source = {}) : source_(source) {}
  Document(Document&&) = default;
  Document& operator=(Document&&) = default;
  Document(const Document&) = delete;
  Document& operator=(const Document&) = delete;

  std::string_view source() const { return source_; }
  Children roots() const { return Children(first_); }
  size_t rootCount() const { return root_count_; }
  /// Comments in written order, delimiters included.
  const std::vector<Span>& comments() const { return comments_; }
  void addComment(Span span) { comments_.push_back(span); }
  /// True when the text was broken in a way that leaves the tree a guess (a closer, a quote, a token): what a check
  /// finds in it may be an echo.
  bool damaged() const { return damaged_; }
  void markDamaged() { damaged_ = true; }

  /// A fresh node of this document, in no tree yet.
  Node* make(Kind kind, Span span);
  /// Text that the document keeps.
  std::string_view keep(std::string text);
  /// Adds a node at the end of the roots. A node stands in one place only.
  void appendRoot(Node* node);
  /// Adds a child; `key` makes it a pair.
  static void appendChild(Node* parent, Node* child, const Node* key = nullptr);
  size_t nodeCount() const { return nodes_.size(); }

 private:
  std::string_view source_;
  std::deque<Node> nodes_;
  std::deque<std::string> texts_;
  std::vector<Span> comments_;
  Node* first_ = nullptr;
  Node* last_ = nullptr;
  size_t root_count_ = 0;
  bool damaged_ = false;
};

/// One form under construction.
class FormBuilder {
 public:
  FormBuilder(Document& document, Node* form, Span origin) : document_(&document), form_(form), origin_(origin) {}
  FormBuilder& pair(std::string_view key, Node* value);
  FormBuilder& child(Node* value);
  FormBuilder& child(const FormBuilder& form) { return child(form.node()); }
  // shorthands for pairs
  FormBuilder& symbol(std::string_view key, std::string_view value);
  FormBuilder& integer(std::string_view key, int64_t value);
  FormBuilder& text(std::string_view key, std::string value);
  FormBuilder& boolean(std::string_view key, bool value);
  FormBuilder& symbols(std::string_view key, const std::vector<std::string>& values);
  Node* node() const { return form_; }

 private:
  Document* document_;
  Node* form_;
  Span origin_;
};

/// Makes nodes that all carry one origin span and the mark `synthesized`:
///   Builder make(document, pass.span);
///   document.appendRoot(make.form("buffer").symbol("name", "b").integer("size", 16).symbols("usage",
///   {"uniform"}).node());
class Builder {
 public:
  Builder(Document& document, Span origin) : document_(document), origin_(origin) {}
  FormBuilder form(std::string_view head);
  Node* symbol(std::string_view text);  ///< also digit-first members ("2d"), which become number and unit
  Node* integer(int64_t value);
  Node* real(double value);
  Node* string(std::string text);
  Node* boolean(bool value);
  Node* vector(const std::vector<Node*>& items);
  /// Copy of a node with everything below it, with the spans of the original.
  Node* clone(const Node& node);
  Span origin() const { return origin_; }

 private:
  Node* atom(Kind kind);
  Document& document_;
  Span origin_;
};

}  // namespace pngine::sjon
