// Shared by the WGSL tests: parse or fail loudly.
#pragma once
#include <doctest/doctest.h>

#include <string>
#include <string_view>

#include "wgsl/wgsl.h"

namespace pngine::wgsl::test {

inline ModulePtr mustParse(std::string_view text) {
  auto module = parse(text);
  if (!module) FAIL("does not parse: ", module.error().front().text, "\n", std::string(text));
  return std::move(*module);
}

inline bool parses(std::string_view text) { return parse(text).has_value(); }

}  // namespace pngine::wgsl::test
