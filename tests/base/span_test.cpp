// Lines and columns.
#include <doctest/doctest.h>

#include "base/span.h"

using namespace pngine;

TEST_CASE("all three line breaks") {
  const LineIndex index("ab\ncd\r\ne\rf");
  CHECK(index.at(0).line == 1);
  CHECK(index.at(4).line == 2);
  CHECK(index.at(4).column == 2);
  CHECK(index.at(7).line == 3);
  CHECK(index.at(9).line == 4);
  CHECK(index.at(1000).column == 2);
  CHECK(index.line(2) == "cd");
  CHECK(index.line(9).empty());
  CHECK(index.lineStart(3) == 7);
}

TEST_CASE("columns in bytes and in UTF-16") {
  const LineIndex index("\xC3\xA9\xF0\x9F\x98\x80x");
  CHECK(index.at(6).column == 7);
  CHECK(index.at(6).utf16 == 4);
  CHECK(index.at(2).utf16 == 2);  // backward on the same line
  CHECK(index.at(6).utf16 == 4);
  CHECK(index.at(7).utf16 == 5);
  CHECK(index.lineOf(6) == 1);
}
