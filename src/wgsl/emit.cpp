// Token spacing and edits.
#include "wgsl/emit.h"

#include <algorithm>

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

}  // namespace

void TokenWriter::add(std::string_view token, Tok kind) {
  // The end of a template list is found before its '>' could join anything.
  const bool apart = last_.empty() || last_kind_ == Tok::template_close;
  if (!apart && wouldJoin(last_, token)) out_ += ' ';
  out_ += token;
  last_ = token;
  last_kind_ = kind;
}

std::string joinTokens(const Syntax& syntax, uint32_t first, uint32_t last) {
  TokenWriter out;
  for (uint32_t t = first; t <= last; ++t) out.add(syntax.word(t), syntax.tokens[t].kind);
  return out.take();
}

std::string applyEdits(std::string_view text, std::vector<Edit> edits) {
  std::stable_sort(edits.begin(), edits.end(), [](const Edit& a, const Edit& b) { return a.begin < b.begin; });
  std::string out;
  size_t at = 0;
  // Signs part words without a blank ("return*p"); a word in a sign's place must not grow into its neighbour.
  const auto isWord = [&](size_t place) { return place < text.size() && isWordByte(text[place]); };
  for (const Edit& e : edits) {
    out += text.substr(at, e.begin - at);
    const bool replaces = e.end > e.begin && !e.text.empty();
    if (replaces && !isWord(e.begin) && !out.empty() && isWordByte(out.back()) && isWordByte(e.text.front()))
      out += ' ';
    out += e.text;
    if (replaces && !isWord(e.end - 1) && isWord(e.end) && isWordByte(e.text.back())) out += ' ';
    at = e.end;
  }
  out += text.substr(at);
  return out;
}

}  // namespace pngine::wgsl
