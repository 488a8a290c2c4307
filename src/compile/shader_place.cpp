// Mapping of places in WGSL to places in the document.
#include "compile/shader_place.h"

#include <algorithm>

namespace pngine::compile {
namespace {

/// A 1-based line without its LF; LF is the one line end that validators count and that the rewrites keep.
std::string_view lineOf(std::string_view text, uint32_t line, uint32_t& start) {
  size_t at = 0;
  for (uint32_t i = 1; i < line; ++i) {
    const size_t end = text.find('\n', at);
    if (end == std::string_view::npos) {
      start = static_cast<uint32_t>(text.size());
      return {};
    }
    at = end + 1;
  }
  start = static_cast<uint32_t>(at);
  return text.substr(at, std::min(text.find('\n', at), text.size()) - at);
}

bool wordByte(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' ||
         static_cast<unsigned char>(c) >= 0x80;
}

/// End of the word or number that starts at `i` (numbers keep their point), or i + 1 for any other byte.
size_t wordEnd(std::string_view s, size_t i) {
  if (!wordByte(s[i])) return i + 1;
  const bool number = s[i] >= '0' && s[i] <= '9';
  while (i < s.size() && (wordByte(s[i]) || (number && s[i] == '.'))) ++i;
  return i;
}

/// Column (0-based) in `from` of column `column` of `to`: word by word as long as both lines run in step, else by what
/// the two lines have in common at their ends.
size_t mapColumn(std::string_view from, std::string_view to, size_t column) {
  if (from == to) return std::min(column, from.size());
  size_t a = 0, b = 0;
  while (a < from.size() && b < to.size() && b <= column) {
    const size_t a_end = wordEnd(from, a), b_end = wordEnd(to, b);
    if (column < b_end)
      return std::min(a + (from.substr(a, a_end - a) == to.substr(b, b_end - b) ? column - b : 0), from.size());
    const bool same = from.substr(a, a_end - a) == to.substr(b, b_end - b);
    if (!same && !(wordByte(from[a]) && wordByte(to[b]))) break;
    a = a_end;
    b = b_end;
  }
  const size_t from_end = to.size() - std::min(column, to.size());
  size_t tail = 0;
  while (tail < from.size() && tail < to.size() && from[from.size() - 1 - tail] == to[to.size() - 1 - tail]) ++tail;
  if (from_end <= tail) return from.size() - from_end;
  return std::min(a, from.size());
}

/// Document offset of byte `offset` of an escaped string whose content starts at `begin`.
uint32_t throughEscapes(std::string_view source, uint32_t begin, uint32_t offset) {
  size_t at = begin;
  for (uint32_t i = 0; i < offset && at < source.size(); ++i) at += source[at] == '\\' ? 2 : 1;
  return static_cast<uint32_t>(std::min(at, source.size()));
}

uint32_t documentOffset(const program::ShaderModule& m, std::string_view source, uint32_t authored) {
  const uint32_t own = authored - std::min(authored, m.generated_head);
  const uint32_t at = m.code_is_raw ? m.code_offset + own : throughEscapes(source, m.code_offset, own);
  return std::min(at, m.code_span.end);
}

}  // namespace

uint32_t authoredOffset(std::string_view authored, std::string_view text, uint32_t line, uint32_t column) {
  uint32_t authored_start = 0, text_start = 0;
  const std::string_view from = lineOf(authored, std::max(line, 1u), authored_start);
  const std::string_view to = lineOf(text, std::max(line, 1u), text_start);
  return authored_start + static_cast<uint32_t>(mapColumn(from, to, column == 0 ? 0 : column - 1));
}

Span documentSpan(const program::ShaderModule& m, std::string_view source, uint32_t line, uint32_t column,
                  uint32_t length) {
  if (line == 0) return m.origin.name_span;
  const uint32_t begin = authoredOffset(m.authored, m.text, line, column);
  if (begin < m.generated_head || (m.generated_head != 0 && begin >= m.authored.size())) return m.origin.form;
  const uint32_t end = std::max(begin + 1, authoredOffset(m.authored, m.text, line, column + std::max(length, 1u)));
  const Span span{documentOffset(m, source, begin), documentOffset(m, source, end)};
  return span.end > span.begin ? span
                               : Span{span.begin, std::min(span.begin + 1, static_cast<uint32_t>(source.size()))};
}

ShaderPlace shaderPlace(const program::ShaderModule& m, uint32_t line, uint32_t column) {
  const uint32_t at = authoredOffset(m.authored, m.text, line, column);
  const uint32_t begin = std::min(m.generated_head, at);
  ShaderPlace place{m.origin.name, 1, 1};
  for (uint32_t i = begin; i < at && i < m.authored.size(); ++i) {
    if (m.authored[i] == '\n') {
      ++place.line;
      place.column = 1;
    } else {
      ++place.column;
    }
  }
  return place;
}

}  // namespace pngine::compile
