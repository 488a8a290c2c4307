// Printer: a value on one line when it fits, else head and name first and every pair or child on its own line.
#include "base/text.h"
#include "sjon/sjon.h"

namespace pngine::sjon {

namespace {

constexpr size_t kColumns = 100;

std::string quoted(const Node& node) {
  const std::string_view text = node.text;
  const bool lines = text.find('\n') != std::string_view::npos;
  const bool fits_raw = text.find("\"\"\"") == std::string_view::npos && !text.ends_with('"');
  if ((node.raw || lines) && fits_raw) return cat("\"\"\"", text, "\"\"\"");
  std::string out = "\"";
  for (const char c : text) {
    switch (c) {
      case '\\':
        out += "\\\\";
        break;
      case '"':
        out += "\\\"";
        break;
      case '\n':
        out += "\\n";
        break;
      case '\t':
        out += "\\t";
        break;
      case '\r':
        out += "\\r";
        break;
      case '\0':
        out += "\\0";
        break;
      default:
        out += c;
    }
  }
  return out + '"';
}

std::string numeral(const Node& node) {
  switch (node.number_kind) {
    case NumberKind::i64:
      return cat(node.number.i64, node.text);
    case NumberKind::u64:
      return cat(node.number.u64, node.text);
    case NumberKind::f64:
      return cat(node.number.f64, node.text);
  }
  return {};
}

std::string atom(const Node& node) {
  switch (node.kind) {
    case Kind::symbol:
    case Kind::date:
    case Kind::time:
      return std::string(node.text);
    case Kind::keyword:
      return cat(":", node.text);
    case Kind::number:
      return numeral(node);
    case Kind::string:
      return quoted(node);
    case Kind::boolean:
      return node.boolean ? "true" : "false";
    case Kind::nil:
      return "nil";
    case Kind::form:
    case Kind::vector:
      break;
  }
  return {};
}

bool isContainer(const Node& node) { return node.kind == Kind::form || node.kind == Kind::vector; }

// Appends the value on one line; gives up (false) behind `limit` bytes or at a line break inside a string.
bool flat(const Node& node, std::string& out, size_t limit) {
  if (!isContainer(node)) {
    const std::string text = atom(node);
    out += text;
    return out.size() <= limit && text.find('\n') == std::string::npos;
  }
  out += node.kind == Kind::form ? '(' : '[';
  out += node.kind == Kind::form ? node.text : std::string_view{};
  bool first = node.kind == Kind::vector || node.text.empty();
  for (const Node& child : node.children()) {
    if (!first) out += ' ';
    first = false;
    if (child.key != nullptr) out += cat(":", child.key->text, " ");
    if (!flat(child, out, limit)) return false;
  }
  out += node.kind == Kind::form ? ')' : ']';
  return out.size() <= limit;
}

void write(const Node& node, std::string& out, size_t column) {
  if (!isContainer(node)) {
    out += atom(node);
    return;
  }
  std::string line;
  if (flat(node, line, kColumns > column ? kColumns - column : 20)) {
    out += line;
    return;
  }
  const bool form = node.kind == Kind::form;
  out += form ? cat("(", node.text) : "[";
  const size_t inner = column + (form ? 2 : 1);
  bool first = true;
  for (const Node& child : node.children()) {
    const bool beside = first && (form ? child.key != nullptr && child.key->text == "name" : true);
    if (beside)
      out += form ? " " : "";
    else
      (out += '\n').append(inner, ' ');
    first = false;
    size_t at = inner;
    if (child.key != nullptr) {
      out += cat(":", child.key->text, " ");
      at += child.key->text.size() + 2;
    }
    write(child, out, at);
  }
  out += form ? ')' : ']';
}

}  // namespace

std::string print(const Node& node) {
  std::string out;
  write(node, out, 0);
  return out;
}

std::string print(const Document& document) {
  std::string out;
  for (const Node& root : document.roots()) {
    if (!out.empty()) out += '\n';
    out += print(root);
    out += '\n';
  }
  return out;
}

}  // namespace pngine::sjon
