// Positions in a text: a half-open range of byte offsets. Lines and columns are computed only to print (LineIndex).
#pragma once
#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

namespace pngine {

/// Half-open range [begin, end) of byte offsets into one source text, counted from its first byte (a BOM included).
struct Span {
  uint32_t begin = 0;
  uint32_t end = 0;

  constexpr uint32_t size() const { return end - begin; }
  constexpr bool empty() const { return begin == end; }
  friend constexpr bool operator==(Span, Span) = default;
};

/// A place as people read it: 1-based line and column. Columns count UTF-8 bytes; `utf16` counts UTF-16 code units,
/// for editors and browsers.
struct LineColumn {
  uint32_t line = 1;
  uint32_t column = 1;
  uint32_t utf16 = 1;
};

/// Line starts of one text; LF, CR LF and lone CR end a line. Keeps a view: the text must outlive it.
class LineIndex {
 public:
  explicit LineIndex(std::string_view text);
  /// Offsets past the end give the place just behind the last byte.
  LineColumn at(uint32_t offset) const;
  /// The 1-based line alone, without the cost of columns.
  uint32_t lineOf(uint32_t offset) const;
  /// The bytes of a 1-based line without its line break; empty when there is no such line.
  std::string_view line(uint32_t number) const;
  /// Offset of the first byte of a 1-based line; the text's size when there is no such line.
  uint32_t lineStart(uint32_t number) const;

 private:
  std::string_view text_;
  std::vector<uint32_t> starts_;
  struct Known {
    uint32_t offset = 0, utf16 = 1;
  };
  mutable Known known_;  // the last answer of at(), for the next one on the same line; not for use by several threads
};

}  // namespace pngine
