// Arena, tree links and the builder of synthesized forms.
#include "sjon/document.h"

namespace pngine::sjon {

std::string_view describe(Kind kind) {
  switch (kind) {
    case Kind::form:
      return "a form";
    case Kind::vector:
      return "a vector";
    case Kind::symbol:
      return "a symbol";
    case Kind::keyword:
      return "a keyword";
    case Kind::number:
      return "a number";
    case Kind::string:
      return "a string";
    case Kind::boolean:
      return "a boolean";
    case Kind::nil:
      return "nil";
    case Kind::date:
      return "a date";
    case Kind::time:
      return "a time";
  }
  return "a value";
}

double Node::asDouble() const {
  if (kind != Kind::number) return 0;
  switch (number_kind) {
    case NumberKind::i64:
      return static_cast<double>(number.i64);
    case NumberKind::u64:
      return static_cast<double>(number.u64);
    case NumberKind::f64:
      return number.f64;
  }
  return 0;
}

const Node* Node::get(std::string_view name) const {
  if (kind != Kind::form) return nullptr;
  for (const Node& child : children()) {
    if (child.key != nullptr && child.key->text == name) return &child;
  }
  return nullptr;
}

Node* Document::make(Kind kind, Span span) {
  Node& node = nodes_.emplace_back();
  node.kind = kind;
  node.span = span;
  return &node;
}

std::string_view Document::keep(std::string text) { return texts_.emplace_back(std::move(text)); }

void Document::appendRoot(Node* node) {
  if (last_ != nullptr)
    last_->next = node;
  else
    first_ = node;
  last_ = node;
  ++root_count_;
}

void Document::appendChild(Node* parent, Node* child, const Node* key) {
  child->key = key;
  if (parent->last != nullptr)
    parent->last->next = child;
  else
    parent->first = child;
  parent->last = child;
  ++parent->count;
}

FormBuilder& FormBuilder::pair(std::string_view key, Node* value) {
  Node* keyword = document_->make(Kind::keyword, origin_);
  keyword->text = document_->keep(std::string(key));
  keyword->synthesized = true;
  Document::appendChild(form_, value, keyword);
  return *this;
}

FormBuilder& FormBuilder::child(Node* value) {
  Document::appendChild(form_, value);
  return *this;
}

FormBuilder& FormBuilder::symbol(std::string_view key, std::string_view value) {
  return pair(key, Builder(*document_, origin_).symbol(value));
}
FormBuilder& FormBuilder::integer(std::string_view key, int64_t value) {
  return pair(key, Builder(*document_, origin_).integer(value));
}
FormBuilder& FormBuilder::text(std::string_view key, std::string value) {
  return pair(key, Builder(*document_, origin_).string(std::move(value)));
}
FormBuilder& FormBuilder::boolean(std::string_view key, bool value) {
  return pair(key, Builder(*document_, origin_).boolean(value));
}
FormBuilder& FormBuilder::symbols(std::string_view key, const std::vector<std::string>& values) {
  Builder make(*document_, origin_);
  std::vector<Node*> items;
  for (const std::string& value : values) items.push_back(make.symbol(value));
  return pair(key, make.vector(items));
}

Node* Builder::atom(Kind kind) {
  Node* node = document_.make(kind, origin_);
  node->synthesized = true;
  return node;
}

FormBuilder Builder::form(std::string_view head) {
  Node* node = atom(Kind::form);
  node->text = document_.keep(std::string(head));
  node->head = origin_;
  return {document_, node, origin_};
}

Node* Builder::symbol(std::string_view text) {
  if (!text.empty() && text[0] >= '0' && text[0] <= '9') {
    Node* node = atom(Kind::number);
    size_t digits = 0;
    while (digits < text.size() && digits < 9 && text[digits] >= '0' && text[digits] <= '9') {
      node->number.i64 = node->number.i64 * 10 + (text[digits++] - '0');
    }
    node->text = document_.keep(std::string(text.substr(digits)));
    return node;
  }
  Node* node = atom(Kind::symbol);
  node->text = document_.keep(std::string(text));
  return node;
}

Node* Builder::integer(int64_t value) {
  Node* node = atom(Kind::number);
  node->number.i64 = value;
  return node;
}

Node* Builder::real(double value) {
  Node* node = atom(Kind::number);
  node->number_kind = NumberKind::f64;
  node->number.f64 = value;
  return node;
}

Node* Builder::string(std::string text) {
  Node* node = atom(Kind::string);
  node->text = document_.keep(std::move(text));
  return node;
}

Node* Builder::boolean(bool value) {
  Node* node = atom(Kind::boolean);
  node->boolean = value;
  node->text = value ? "true" : "false";
  return node;
}

Node* Builder::vector(const std::vector<Node*>& items) {
  Node* node = atom(Kind::vector);
  for (Node* item : items) Document::appendChild(node, item);
  return node;
}

Node* Builder::clone(const Node& node) {
  Node* copy = document_.make(node.kind, node.span);
  *copy = node;
  copy->synthesized = true;
  copy->key = nullptr;
  copy->first = copy->last = copy->next = nullptr;
  copy->count = 0;
  for (const Node& child : node.children()) Document::appendChild(copy, clone(child), child.key);
  return copy;
}

}  // namespace pngine::sjon
