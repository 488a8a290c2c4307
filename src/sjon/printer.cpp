// Printer: spells values; the layout (layout.h) breaks lines.
#include <cmath>

#include "base/text.h"
#include "sjon/layout.h"
#include "sjon/sjon.h"

namespace pngine::sjon {

namespace {

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
      // "-0" would be the integer, which has no sign.
      return node.number.f64 == 0 && std::signbit(node.number.f64) ? cat("-0.0", node.text)
                                                                   : cat(node.number.f64, node.text);
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

// Appends the value with single blanks between its parts; where lines break is the layout's business.
void write(const Node& node, std::string& out) {
  if (!isContainer(node)) {
    out += atom(node);
    return;
  }
  out += node.kind == Kind::form ? '(' : '[';
  out += node.kind == Kind::form ? node.text : std::string_view{};
  bool first = node.kind == Kind::vector || node.text.empty();
  for (const Node& child : node.children()) {
    if (!first) out += ' ';
    first = false;
    if (child.key != nullptr) out += cat(":", child.key->text, " ");
    write(child, out);
  }
  out += node.kind == Kind::form ? ')' : ']';
}

}  // namespace

std::string print(const Node& node) {
  std::string text;
  write(node, text);
  if (!isContainer(node)) return text;
  std::string out = layOut(text, readItems(text, 0));
  out.pop_back();  // the end of the last line
  return out;
}

std::string print(const Document& document) {
  std::string text;
  for (const Node& root : document.roots()) {
    write(root, text);
    text += "\n\n";
  }
  return layOut(text, readItems(text, 0));
}

}  // namespace pngine::sjon
