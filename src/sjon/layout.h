// The one layout of SJON text, behind `pngine fmt` and behind all that the compiler prints. It works on tokens and
// comments, not on the tree of values, so every spelling and every comment survives. readItems() turns text into a flat
// list of items with the author's line breaks and their widths; layOut() writes that list back. Both take any text:
// what is not well formed comes out in some shape, never lost.
#pragma once
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "base/span.h"

namespace pngine::sjon {

/// Widest line that a form may fill; the project's own width.
inline constexpr uint32_t kColumns = 120;
/// Deepest indentation. Beyond it lines stop moving to the right, so that the output stays in proportion to the input.
inline constexpr uint32_t kDeepestIndent = 80;

/// Columns of a text on one line, or of its first and last line when it holds a line break.
struct Extent {
  uint32_t first = 0;
  uint32_t last = 0;
  bool lines = false;
};

/// A token, a comment, or a container of items. Items stand in the order of the text; the children of a container
/// follow it, up to `next`.
struct Item {
  enum class Kind : uint8_t {
    root,  ///< the whole text, the first item
    form,
    vector,
    pair,  ///< keyword, comments, value: the unit that never breaks
    atom,
    line_comment,
    block_comment,
  };
  static constexpr uint32_t kNoAnchor = ~uint32_t{0};

  Kind kind = Kind::atom;
  uint8_t breaks = 0;   ///< line breaks before it in the text: 0, 1, or 2 for a blank line
  bool broken = false;  ///< it runs over lines for good: the author broke it, or a comment inside does
  bool table = false;   ///< a vector with numbers: blanks between its elements are the author's columns
  Span span;            ///< token or comment; of a container its opener
  uint32_t next = 0;    ///< index behind its last descendant
  uint32_t column = 0;  ///< in the text, from 0
  uint32_t gap = 1;     ///< blanks before it when it stays on its line
  /// line comments: offset and column of the first token on their line of the text
  uint32_t anchor = kNoAnchor;
  uint32_t anchor_column = 0;
  Extent flat;        ///< on one line; for a broken one of no meaning
  uint32_t lead = 0;  ///< columns up to the first place where it may break
};

/// `at`: offset of the first byte to read (behind a byte order mark).
std::vector<Item> readItems(std::string_view text, uint32_t at);

/// The items of `text` in the project's layout, every line ended; empty when there are none.
std::string layOut(std::string_view text, const std::vector<Item>& items);

}  // namespace pngine::sjon
