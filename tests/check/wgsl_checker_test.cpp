// Tint's answers on known shaders: places, severities, notes, features, refusals of our own, and texts made to break
// it.
#include "check/wgsl_checker.h"

#include <doctest/doctest.h>

#include <random>
#include <string>

#include "base/text.h"
#include "check/shader_guard.h"

using namespace pngine;
using namespace pngine::check;
using Kind = ShaderMessage::Kind;

namespace {

WgslChecker& checker() {
  static const std::unique_ptr<WgslChecker> shared = [] {
    auto opened = WgslChecker::open();
    REQUIRE_MESSAGE(opened.has_value(), opened.error());
    return std::move(*opened);
  }();
  return *shared;
}

bool accepted(std::string_view wgsl) { return checker().check(wgsl).empty(); }

std::string repeated(std::string_view piece, size_t times) {
  std::string out;
  out.reserve(piece.size() * times);
  for (size_t i = 0; i < times; ++i) out += piece;
  return out;
}

constexpr std::string_view kKernel = R"(
@group(0) @binding(0) var<storage, read_write> lanes: array<atomic<u32>>;
var<workgroup> local_sum: atomic<u32>;
override bound: u32 = 10;
@compute @workgroup_size(64) fn main(@builtin(global_invocation_id) id: vec3u) {
  atomicAdd(&local_sum, select(0u, id.x, id.x < bound));
  workgroupBarrier();
  if (id.x == 0u) { atomicAdd(&lanes[0], atomicLoad(&local_sum)); }
}
)";

}  // namespace

TEST_CASE("a good module gives no message, again and again") {
  for (int i = 0; i < 100; ++i) CHECK(accepted(kKernel));
}

TEST_CASE("places are 1-based, columns and lengths count UTF-8 bytes") {
  const auto messages = checker().check("// \n  fn f() { let \xc3\xa9\xc3\xa9 = 1; let \xf0\x90\x90\xb7 = zz; }");
  REQUIRE(messages.size() == 1);
  CHECK(messages[0].kind == Kind::error);
  CHECK(messages[0].line == 2);
  CHECK(messages[0].column == 37);
  CHECK(messages[0].length == 2);
  CHECK(messages[0].text == "unresolved value 'zz'");
}

TEST_CASE("notes follow their error as messages of their own") {
  const auto messages = checker().check(
      "@group(0) @binding(0) var<storage, read_write> b: array<u32>;\n"
      "@compute @workgroup_size(64) fn m(@builtin(global_invocation_id) g: vec3u) {\n"
      "  if (g.x > b[0]) { workgroupBarrier(); }\n}");
  REQUIRE(messages.size() == 3);
  CHECK(messages[0].kind == Kind::error);
  CHECK(messages[0].text == "'workgroupBarrier' must only be called from uniform control flow");
  CHECK(messages[0].line == 3);
  CHECK(messages[0].column == 21);
  CHECK(messages[1].kind == Kind::info);
  CHECK(messages[2].kind == Kind::info);
}

TEST_CASE("a warning alone leaves the module accepted") {
  const auto messages = checker().check("fn f() -> u32 { return 1u; return 2u; }");
  REQUIRE(messages.size() == 1);
  CHECK(messages[0].kind == Kind::warning);
  CHECK(messages[0].column == 28);
}

TEST_CASE("only what hosts turn on is on") {
  CHECK(accepted("enable dual_source_blending;"));
  for (const std::string_view off : {"f16", "subgroups", "clip_distances"}) {
    const auto messages = checker().check(cat("enable ", off, ";"));
    REQUIRE_MESSAGE(messages.size() == 1, off);
    CHECK(messages[0].text == cat("extension '", off, "' is not allowed in the current environment"));
  }
  for (const std::string_view on : {"readonly_and_readwrite_storage_textures", "packed_4x8_integer_dot_product",
                                    "unrestricted_pointer_parameters", "pointer_composite_access"}) {
    CHECK_MESSAGE(accepted(cat("requires ", on, ";")), on);
  }
}

TEST_CASE("WGSL newer than the library is not called an error") {
  const auto messages = checker().check("enable primitive_index;\nfn f() {}");
  REQUIRE(messages.size() == 1);
  CHECK(messages[0].kind == Kind::newer);
  CHECK(messages[0].text == "primitive_index is newer than the checker of this build");
  CHECK(checker().check("@group(0) @binding(0) var t: texture_storage_2d<r16float, write>;")[0].kind == Kind::newer);
  CHECK(checker().check("// primitive_index\n/* /* r16float */ */ fn f() { let x = y; }")[0].kind == Kind::error);
}

TEST_CASE("size, NUL and nesting are refused before the library sees them") {
  CHECK(checker().check(std::string(kMaxShaderBytes + 1, ' '))[0].text ==
        "shader text has 16777217 bytes, at most 16777216 are accepted");
  const auto nul = checker().check(std::string("fn f() {}\n  \0 fn g() {}", 23));
  REQUIRE(nul.size() == 1);
  CHECK(nul[0].line == 2);
  CHECK(nul[0].column == 3);
  const auto deep = checker().check(cat("fn f() {\n let x = ", repeated("(", 512), "1", repeated(")", 512), "; }"));
  REQUIRE(deep.size() == 1);
  CHECK(deep[0].text == "shader text nests deeper than 512 levels");
  CHECK(deep[0].line == 2);
  CHECK(deep[0].column == 10 + 511);
}

TEST_CASE("nesting counts what nests and nothing else") {
  const auto refused = [](const std::string& text) { return refuseShader(text).has_value(); };
  CHECK_FALSE(refused(repeated("(", 512)));
  CHECK(refused(repeated("(", 513)));
  CHECK(refused(repeated("array<", 513)));
  CHECK_FALSE(refused(repeated("a < b && ", 2000)));
  CHECK_FALSE(refused(repeated("var x: array<array<u32, 4>, 4>;\n", 2000)));
  CHECK_FALSE(refused(repeated("{ x = (a[(1)]); }", 2000)));
  CHECK_FALSE(refused(cat("/*", repeated("(", 1000), "*/ //", repeated("[", 1000))));
  CHECK_FALSE(refused(cat("/* ", repeated("/* ", 1000), "((((")));
}

TEST_CASE("texts made to exhaust a compiler end with an answer") {
  const auto hostile = {
      repeated("(", 100000),
      cat("const x = ", repeated("-", 100000), "1;"),
      cat("fn f() { let x = ", repeated("!", 100000), "true; }"),
      cat("fn f() { let x = 1", repeated("+1", 50000), "; }"),
      cat("fn f() { ", repeated("if true {} else ", 50000), "{} }"),
      cat("var<private> x: ", repeated("foo<", 100000)),
      cat("alias T = ", repeated("vec2<", 500), repeated(">", 500), ";"),
      cat("const a = ", repeated("array(", 500), "1", repeated(")", 500), ";"),
      repeated("@", 100000),
      cat("fn f() { let x = a", repeated(".x", 50000), "; }"),
      cat("fn f() { let x = ", repeated("&*", 50000), "y; }"),
      std::string("var<private> x: array<array<array<u32, 65535>, 65535>, 65535>;"),
      std::string("const x = array<u32, 4000000000>();"),
      std::string("fn f() { f(); } struct S { s: S } alias A = A;"),
      std::string("\xff\xfe\xfd"),
      std::string("const x = 1e999999999; const y = 0x1p-99999999999f;"),
  };
  size_t index = 0;
  for (const std::string& text : hostile) {
    CAPTURE(index++);
    const auto messages = checker().check(text);
    REQUIRE_FALSE(messages.empty());
    CHECK(messages[0].kind == Kind::error);
  }
  CHECK(accepted(kKernel));  // and it still works afterwards
}

TEST_CASE("mutations of a good module end with an answer") {
  std::mt19937 random(7);
  const auto below = [&](size_t n) { return random() % n; };
  size_t refused = 0;
  for (int i = 0; i < 2000; ++i) {
    std::string text(kKernel);
    for (size_t edits = 1 + below(4); edits != 0; --edits) {
      const size_t at = below(text.size());
      if (below(3) == 0)
        text.erase(at, 1 + below(12));
      else if (below(2) == 0)
        text[at] = static_cast<char>(below(256));
      else
        text.insert(at, text.substr(below(text.size()), 1 + below(20)));
    }
    for (const auto& message : checker().check(text)) refused += message.kind == Kind::error;
  }
  CHECK(refused > 500);
  CHECK(accepted(kKernel));
}

TEST_CASE("a missing or foreign library is an error with its path") {
  const auto missing = WgslChecker::open("/nowhere/libdawn_webgpu.so");
  REQUIRE_FALSE(missing.has_value());
  CHECK(missing.error() ==
        "the WGSL check needs libdawn_webgpu.so, which is not at /nowhere/libdawn_webgpu.so; run ./dev setup");
  const auto foreign = WgslChecker::open(cat(PNGINE_SOURCE_DIR, "/CMakeLists.txt"));
  REQUIRE_FALSE(foreign.has_value());
  CHECK(foreign.error().starts_with("cannot load "));
}
