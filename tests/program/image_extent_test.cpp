// Sides of pictures out of the heads of their files.
#include "program/image_extent.h"

#include <doctest/doctest.h>

#include <string>
#include <string_view>

using namespace pngine;
using namespace std::string_view_literals;

namespace {

std::string padded(std::string_view head) {
  std::string out(head);
  out.resize(64, '\0');
  return out;
}

std::string sides(std::string_view file) {
  const auto extent = program::imageExtent(asBytes(file));
  return extent ? std::to_string(extent->width) + "x" + std::to_string(extent->height) : "unknown";
}

}  // namespace

TEST_CASE("sides of PNG, GIF and WebP") {
  CHECK(sides(padded("\x89PNG\r\n\x1a\n\0\0\0\rIHDR\0\0\1\2\0\0\0\7"sv)) == "258x7");
  CHECK(sides(padded("GIF89a\x2c\1\x10\0"sv)) == "300x16");
  CHECK(sides(padded("RIFF\0\0\0\0WEBPVP8X\x0a\0\0\0\x10\0\0\0\x2b\1\0\x0f\0\0"sv)) == "300x16");
  CHECK(sides(padded("RIFF\0\0\0\0WEBPVP8L\x0a\0\0\0\x2f\x2b\xc1\x03\0"sv)) == "300x16");
  CHECK(sides(padded("RIFF\0\0\0\0WEBPVP8 \x0a\0\0\0\0\0\0\x9d\x01\x2a\x2c\1\x10\0"sv)) == "300x16");
}

TEST_CASE("pictures that say nothing certain") {
  CHECK(sides("") == "unknown");
  CHECK(sides("\x89PNG\r\n\x1a\n"sv) == "unknown");
  CHECK(sides(padded("\x89PNG\r\n\x1a\n\0\0\0\rIHDR\0\0\1\2\0\0\0\7\0\0\0\0\0eXIf"sv)) == "unknown");
  CHECK(sides(padded("RIFF\0\0\0\0WEBPVP8X\x0a\0\0\0\x08\0\0\0\x2b\1\0\x0f\0\0"sv)) == "unknown");
  CHECK(sides(padded("\xff\xd8\xff\xe0"sv)) == "unknown");
}
