// Constants of mathematics and specialised overrides: exact text.
#include "wgsl/helpers.h"

using namespace pngine::wgsl;
using pngine::wgsl::test::mustParse;

namespace {
constexpr std::string_view kPi = "3.141592653589793";

std::string specialised(std::string_view text, std::map<std::string, double, std::less<>> values) {
  return specialise(*mustParse(text), values);
}
}  // namespace

TEST_CASE("constants of mathematics replace what the module does not declare") {
  struct Row {
    std::string before, after;
  };
  const std::string pi(kPi), tau = "6.283185307179586", e = "2.718281828459045";
  const Row rows[] = {
      {"const x = PI * 2.0;", "const x = " + pi + " * 2.0;"},
      {"fn f() -> f32 { return TAU+E; }", "fn f() -> f32 { return " + tau + "+" + e + "; }"},
      {"const PI = 3.0; const x = PI;", "const PI = 3.0; const x = PI;"},
      {"const PI: f32 = 3.0; const x = PI;", "const PI: f32 = 3.0; const x = PI;"},
      {"fn E() -> f32 { return PI; } const x = 1;", "fn E() -> f32 { return " + pi + "; } const x = 1;"},
      {"struct S { E: f32, PI: f32 } fn f(s: S) -> f32 { return s.E + PI; }",
       "struct S { E: f32, PI: f32 } fn f(s: S) -> f32 { return s.E + " + pi + "; }"},
      {"fn f(PI: f32) -> f32 { return PI; } fn g() -> f32 { return PI; }",
       "fn f(PI: f32) -> f32 { return PI; } fn g() -> f32 { return " + pi + "; }"},
      {"fn f() { { let E = 1; _ = E; } _ = E; }", "fn f() { { let E = 1; _ = E; } _ = " + e + "; }"},
      {"// PI\n/* TAU */ const x = 1;", "// PI\n/* TAU */ const x = 1;"},
      {"const x = PIE + EPI + PI2 + E_;", "const x = PIE + EPI + PI2 + E_;"},
      {"const x = 1.0E3;", "const x = 1.0E3;"},
      {"const x = array<f32, 2>(PI,E)[0];", "const x = array<f32, 2>(" + pi + "," + e + ")[0];"},
      // Text that does not parse: a name declared anywhere stays everywhere.
      {"fn f( { x = PI; s.E; }", "fn f( { x = " + pi + "; s.E; }"},
      {"fn f( { let PI = 3; x = PI * E; }", "fn f( { let PI = 3; x = PI * " + e + "; }"},
      {"fn f( E: f32 { x = E; }", "fn f( E: f32 { x = E; }"},
  };
  for (const Row& row : rows) {
    CHECK(replaceMathConstants(row.before) == row.after);
    CHECK(replaceMathConstants(row.after) == row.after);
  }
}

TEST_CASE("specialised overrides become constants of their type") {
  CHECK(specialised("override a: u32 = 1;", {{"a", 3}}) == "const a: u32 = 3u;");
  CHECK(specialised("override a: i32;", {{"a", -2}}) == "const a: i32 = -2i;");
  CHECK(specialised("override a: i32;", {{"a", -2147483648.0}}) == "const a: i32 = -2147483648;");
  CHECK(specialised("override a: bool = false;", {{"a", 1}}) == "const a: bool = true;");
  CHECK(specialised("override a: f32 = 1;", {{"a", 2}}) == "const a: f32 = 2.0;");
  CHECK(specialised("override a: f32 = 1;", {{"a", 0.1}}) == "const a: f32 = 0.1;");
  CHECK(specialised("override a: f32 = 1;", {{"a", 1e30}}) == "const a: f32 = 1e+30;");
  CHECK(specialised("override a = 1.5;", {{"a", 2}}) == "const a = 2.0f;");
  CHECK(specialised("override a = 7;", {{"a", 9}}) == "const a = 9i;");
  CHECK(specialised("override a = 7u;", {{"a", 9}}) == "const a = 9u;");
  CHECK(specialised("override a = true;", {{"a", 0}}) == "const a = false;");
  CHECK(specialised("enable f16; override a = 1h;", {{"a", 0.5}}) == "enable f16; const a = 0.5h;");
  CHECK(specialised("alias T = u32; override a: T = 1;", {{"a", 3}}) == "alias T = u32; const a: T = 3u;");
}

TEST_CASE("specialising keeps every line and everything around") {
  const std::string text =
      "// override a = 1;\n@id(3)\noverride\n  a\n  : f32 = // was\n 1.0;\noverride b = a;\nfn f() { let a = 1; _ = a; "
      "}\n";
  CHECK(specialised(text, {{"a", 4}}) ==
        "// override a = 1;\nconst a: f32 = 4.0;\n\n\n\n\noverride b = a;\nfn f() { let a = 1; _ = a; }\n");
  CHECK(specialised(text, {}) == text);
  const auto module =
      mustParse(specialised("override n = 4; @compute @workgroup_size(n, n * 2) fn f() {}", {{"n", 8}}));
  CHECK(reflect(*module).entry_points[0].workgroup_size[1] == 16u);
  CHECK(reflect(*module).overrides.empty());
}
