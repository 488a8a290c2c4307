// Values of constant expressions, worked out by hand from the rules of WGSL.
#include <cmath>

#include "wgsl/helpers.h"

using namespace pngine::wgsl;
using pngine::wgsl::test::mustParse;

namespace {

struct Row {
  const char* declaration;  ///< behind `const x`
  const char* type;
  double value;
};

const ModuleConstant& constantOf(const Module& module, std::string_view name) {
  for (const ModuleConstant& c : reflect(module).constants) {
    if (c.name == name) return c;
  }
  FAIL("no such constant");
  return reflect(module).constants.front();
}

}  // namespace

TEST_CASE("constants evaluate as WGSL says") {
  const Row rows[] = {
      {"= 1", "abstract-int", 1},
      {"= 0x10", "abstract-int", 16},
      {"= 7u", "u32", 7},
      {"= 0xFFu", "u32", 255},
      {"= -3i", "i32", -3},
      {": u32 = 5", "u32", 5},
      {": f32 = 5", "f32", 5},
      {": f32 = 0.1", "f32", static_cast<double>(0.1f)},
      {": f16 = 0.1h", "f16", 0.0999755859375},
      {"= 0x1.8p3", "abstract-float", 12},
      {"= 0x.8", "abstract-float", 0.5},
      {"= 1.5e3f", "f32", 1500},
      {"= 1h", "f16", 1},
      {"= .5", "abstract-float", 0.5},
      {"= 1.", "abstract-float", 1},
      {"= 7 / 2", "abstract-int", 3},
      {"= -7 / 2", "abstract-int", -3},
      {"= -7 % 3", "abstract-int", -1},
      {"= 7.0 / 2", "abstract-float", 3.5},
      {"= 1 + 2 * 3", "abstract-int", 7},
      {"= (1 + 2) * 3", "abstract-int", 9},
      {"= 1u << 4u", "u32", 16},
      {"= 1 << 40", "abstract-int", 1099511627776.0},
      {"= -8 >> 1u", "abstract-int", -4},
      {"= 0xF0u & 0x3Cu", "u32", 0x30},
      {"= 0xF0u | 0x0Fu", "u32", 0xFF},
      {"= 0xF0u ^ 0xFFu", "u32", 0x0F},
      {"= ~0u", "u32", 4294967295.0},
      {"= ~0i", "i32", -1},
      {"= 4294967295u + 2u", "u32", 1},
      {"= 2147483647i + 1i", "i32", -2147483648.0},
      {"= 65536u * 65536u", "u32", 0},
      {"= 0u - 1u", "u32", 4294967295.0},
      {"= true && false", "bool", 0},
      {"= 1 < 2", "bool", 1},
      {"= !(1.0 >= 2.0)", "bool", 1},
      {"= 3u == 3", "bool", 1},
      {"= u32(3.9)", "u32", 3},
      {"= i32(-3.9)", "i32", -3},
      {"= u32(-1i)", "u32", 4294967295.0},
      {"= i32(4294967295u)", "i32", -1},
      {"= f32(3)", "f32", 3},
      {"= bool(2)", "bool", 1},
      {"= u32()", "u32", 0},
      {"= u32(true)", "u32", 1},
      {"= min(3, 2)", "abstract-int", 2},
      {"= max(3u, 2)", "u32", 3},
      {"= max(1, 2.5)", "abstract-float", 2.5},
      {"= clamp(12, 0, 10)", "abstract-int", 10},
      {"= abs(-4)", "abstract-int", 4},
      {"= abs(-4.5f)", "f32", 4.5},
      {"= sign(-4)", "abstract-int", -1},
      {"= floor(2.7)", "abstract-float", 2},
      {"= ceil(2.1)", "abstract-float", 3},
      {"= round(2.5)", "abstract-float", 2},
      {"= round(3.5)", "abstract-float", 4},
      {"= trunc(-2.7)", "abstract-float", -2},
      {"= fract(2.25)", "abstract-float", 0.25},
      {"= sqrt(16)", "abstract-float", 4},
      {"= pow(2, 10)", "abstract-float", 1024},
      {"= exp2(3.0)", "abstract-float", 8},
      {"= log2(8f)", "f32", 3},
      {"= select(1, 2, true)", "abstract-int", 2},
      {"= select(1u, 2, false)", "u32", 1},
      {"= all(vec2(true, false))", "bool", 0},
      {"= any(vec2(true, false))", "bool", 1},
      {"= countOneBits(7u)", "u32", 3},
      {"= firstLeadingBit(16u)", "u32", 4},
      {"= firstTrailingBit(8u)", "u32", 3},
      {"= countLeadingZeros(1u)", "u32", 31},
      {"= reverseBits(1u)", "u32", 2147483648.0},
      {"= dot(vec3(1, 2, 3), vec3(4, 5, 6))", "abstract-int", 32},
      {"= vec3(1, 2, 3).y", "abstract-int", 2},
      {"= vec3<u32>(1, 2, 3).b", "u32", 3},
      {"= (vec2f(1, 2) * 2.0).y", "f32", 4},
      {"= vec4(vec2(1, 2), 3, 4)[2]", "abstract-int", 3},
      {"= vec4u(9).w", "u32", 9},
      {"= vec3i().x", "i32", 0},
      {"= vec4(1, 2, 3, 4).zw.x", "abstract-int", 3},
      {"= array(5, 6, 7)[1]", "abstract-int", 6},
      {"= array<u32, 3>(5, 6, 7)[2]", "u32", 7},
      {"= array<vec2f, 2>(vec2f(1, 2), vec2f(3, 4))[1].x", "f32", 3},
      {"= array<i32, 4>()[3]", "i32", 0},
      {"= U(3.0)", "u32", 3},
      {"= later * 2", "abstract-int", 84},
      {"= 1--4", "abstract-int", 5},
      {"= --4", "abstract-int", 4},
      {"= 1--4 * 3", "abstract-int", 13},
      {"= 7 - --4", "abstract-int", 3},
      {"= mix(0.0, 10.0, 0.5)", "abstract-float", 5},
      {"= 16777216f + 1f", "f32", 16777216},
      {"= 65504h", "f16", 65504},
  };
  for (const Row& row : rows) {
    const auto module = mustParse(std::string("const x ") + row.declaration + "; alias U = u32; const later = 42;");
    const ModuleConstant& c = constantOf(*module, "x");
    INFO(std::string(row.declaration));
    CHECK(c.type == std::string(row.type));
    REQUIRE(c.value.has_value());
    CHECK(*c.value == row.value);
  }
}

TEST_CASE("what is not certain is not guessed") {
  for (const char* text : {
           "= 1 / 0",
           "= 1u % 0u",
           "= 1.0 / 0.0",
           "= 9223372036854775807 + 1",
           "= 4294967296u",
           "= 1u << 32u",
           "= 0x80000000u << 1u",
           "= 3.5e38f",
           "= 70000h",
           "= u32(-1)",
           "= 1u + 1i",
           "= vec2(1, 2)[2]",
           "= unknown",
           "= o + 1",
           "= f()",
           "= vec2(1, 2).z",
           "= -2147483648i",
           "= sqrt(-1.0)",
           "= log(0.0)",
           "= bitcast<u32>(1.0)",
           "= S(1).a",
           "= clamp(1, 5, 2)",
           "= 1 << 63u",
           "= mat2x2f()[0][0]",
       }) {
    const auto module =
        mustParse(std::string("const x ") + text + "; override o = 1; fn f() -> i32 { return 1; } struct S { a: i32 }");
    INFO(std::string(text));
    CHECK_FALSE(constantOf(*module, "x").value.has_value());
  }
}

TEST_CASE("types of overrides come from their initialisers") {
  const auto module = mustParse(
      "override a = 3; override b = 3u; override c = 2.5; override d = true; override e: u32; override f = a * 2;"
      "override g = f32(a) + 1; override h = a > 2; override i: f32 = 1; override j = max(b, 4u); override k = 1h;"
      "@id(12) override l = select(1, 2, d); const n = 5; override m = n; override o = -c;");
  struct Expected {
    const char* name;
    const char* type;
    std::optional<double> value;
  };
  const Expected rows[] = {
      {"a", "i32", 3},  {"b", "u32", 3},  {"c", "f32", 2.5}, {"d", "bool", 1}, {"e", "u32", {}},
      {"f", "i32", {}}, {"g", "f32", {}}, {"h", "bool", {}}, {"i", "f32", 1},  {"j", "u32", {}},
      {"k", "f16", 1},  {"l", "i32", {}}, {"m", "i32", 5},   {"o", "f32", {}},
  };
  const auto& overrides = reflect(*module).overrides;
  REQUIRE(overrides.size() == std::size(rows));
  for (size_t i = 0; i < overrides.size(); ++i) {
    INFO(rows[i].name);
    CHECK(overrides[i].name == rows[i].name);
    CHECK(overrides[i].type == std::string(rows[i].type));
    CHECK(overrides[i].default_value == rows[i].value);
    CHECK(overrides[i].has_default == (overrides[i].name != "e"));
  }
  CHECK(overrides[11].id == 12u);
}
