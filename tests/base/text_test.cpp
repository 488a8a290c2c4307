// Numbers as text, lists, spelling suggestions.
#include <doctest/doctest.h>

#include <array>

#include "base/text.h"

using namespace pngine;

TEST_CASE("numbers") {
  CHECK(toText(int64_t{-9223372036854775807} - 1) == "-9223372036854775808");
  CHECK(toText(uint64_t{18446744073709551615u}) == "18446744073709551615");
  CHECK(toText(0.1) == "0.1");
  CHECK(toText(1.0 / 3) == "0.3333333333333333");
  CHECK(toText(3.0) == "3");
  CHECK(toText(-0.0) == "-0");
  CHECK(toText(1e300) == "1e+300");
  CHECK(cat("a", 'b', 1, -2, 0.5, std::string("c")) == "ab1-20.5c");
}

TEST_CASE("lists") {
  const std::array<std::string_view, 3> words = {"a", "b", "c"};
  CHECK(listed(words) == "a, b or c");
  CHECK(listed(std::span(words).first(1)) == "a");
  CHECK(listed(std::span(words).first(2), "and") == "a and b");
  CHECK(counted(1, "byte", "bytes") == "1 byte");
  CHECK(counted(0, "byte", "bytes") == "0 bytes");
}

TEST_CASE("did you mean") {
  const std::array<std::string_view, 4> keys = {"array-stride", "step-mode", "size", "usage"};
  CHECK(didYouMean("arrayStride", keys) == "did you mean array-stride?");
  CHECK(didYouMean("step_mod", keys) == "did you mean step-mode?");
  CHECK(didYouMean("sizes", keys) == "did you mean size?");
  CHECK(didYouMean("szie", keys) == "did you mean size?");
  CHECK(didYouMean("si", keys).empty());
  CHECK(didYouMean("colour", keys).empty());
}
