// Token spacing, literals, edits.
#include "wgsl/emit.h"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>

#include "base/text.h"

namespace pngine::wgsl {
namespace {

/// Whether two tokens written without a blank would be read differently.
bool wouldJoin(std::string_view left, std::string_view right) {
  const char a = left.back(), b = right.front();
  if (isWordByte(a) && isWordByte(b)) return true;
  const bool number = (left[0] >= '0' && left[0] <= '9') || (left[0] == '.' && left.size() > 1);
  if (number && (b == '.' || isWordByte(b))) return true;  // "1" ".5", "1." "f"
  switch (b) {
    case '=':
      return std::string_view("=!<>+-*/%&|^").find(a) != std::string_view::npos;
    case '+':
    case '-':
    case '&':
    case '|':
    case '<':
      return a == b;
    case '>':
      return a == '>' || a == '-';
    case '/':
    case '*':
      return a == '/';
    default:
      return false;
  }
}

/// Shortest digits that read back as the same f32.
std::string shortestFloat(double value) {
  char text[64];
  for (int digits = 1; digits <= 9; ++digits) {
    std::snprintf(text, sizeof text, "%.*g", digits, value);
    if (static_cast<double>(std::strtof(text, nullptr)) == value) break;
  }
  return text;
}

/// "1e-05" -> "1e-5", "0.5" -> ".5"; a form that no suffix marks as a float gets a point.
std::string tidyFloat(std::string text, bool suffixed) {
  const size_t e = text.find('e');
  std::string digits = text.substr(0, e);
  std::string exponent;
  if (e != std::string::npos) {
    size_t at = e + 1;
    if (text[at] == '-') exponent = "-";
    if (text[at] == '-' || text[at] == '+') ++at;
    while (at + 1 < text.size() && text[at] == '0') ++at;
    exponent = "e" + exponent + text.substr(at);
  }
  const size_t zero = digits.starts_with("-") ? 1 : 0;
  if (digits.compare(zero, 2, "0.") == 0) digits.erase(zero, 1);
  if (exponent.empty() && !suffixed && digits.find('.') == std::string::npos) digits += '.';
  return digits + exponent;
}

}  // namespace

void TokenWriter::add(std::string_view token) {
  if (!last_.empty() && !token.empty() && wouldJoin(last_, token)) out_ += ' ';
  out_ += token;
  last_ = token;
}

std::string joinTokens(const Syntax& syntax, uint32_t first, uint32_t last) {
  TokenWriter out;
  for (uint32_t t = first; t <= last; ++t) out.add(syntax.word(t));
  return out.take();
}

std::optional<std::string> literalText(const Scalar& value) {
  using Kind = Scalar::Kind;
  switch (value.kind) {
    case Kind::boolean:
      return std::string(value.integer != 0 ? "true" : "false");
    case Kind::abstract_int:
      if (value.integer == INT64_MIN) return std::nullopt;
      return toText(value.integer);
    case Kind::i32:
      if (value.integer == INT32_MIN) return std::nullopt;
      return toText(value.integer) + "i";
    case Kind::u32:
      return toText(value.integer) + "u";
    case Kind::f32:
      return tidyFloat(shortestFloat(value.real), true) + "f";
    case Kind::f16:
      return tidyFloat(shortestFloat(value.real), true) + "h";
    case Kind::abstract_float:
      return tidyFloat(toText(value.real), false);
    case Kind::none:
      break;
  }
  return std::nullopt;
}

std::string applyEdits(std::string_view text, std::vector<Edit> edits) {
  std::stable_sort(edits.begin(), edits.end(), [](const Edit& a, const Edit& b) { return a.begin < b.begin; });
  std::string out;
  size_t at = 0;
  for (const Edit& e : edits) {
    out += text.substr(at, e.begin - at);
    out += e.text;
    at = e.end;
  }
  out += text.substr(at);
  return out;
}

}  // namespace pngine::wgsl
