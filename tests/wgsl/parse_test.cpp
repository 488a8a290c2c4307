// The whole syntax of WGSL, nasty corners included; and hostile text, which must end in an error.
#include "wgsl/helpers.h"
#include "wgsl/lexer.h"

using namespace pngine::wgsl;
using pngine::wgsl::test::mustParse;
using pngine::wgsl::test::parses;

TEST_CASE("module scope") {
  for (const char* text : {
           "",
           ";;;",
           "\xEF\xBB\xBF const a = 1;",
           "enable f16; enable subgroups, dual_source_blending; requires packed_4x8_integer_dot_product,;",
           "diagnostic(off, derivative_uniformity); diagnostic(warning, chromium.unreachable_code,);",
           "/* a /* nested */ comment */ // and a line\nconst a = 1; // at the end",
           "const a: u32 = 1u; const b = a; alias T = vec2<f32>; struct S { a: T, @size(16) b: f32 } const_assert a == "
           "1;",
           "struct S { @align(16) @size(32) a: f32, } ;",
           "override a: f32; @id(3) override b = 2.0; override c: bool = true;",
           "var<private> a: i32 = 1; var<workgroup> b: array<atomic<u32>, 4>; var<private> c = vec3f(1);",
           "@group(0) @binding(1) var<storage, read_write> a: array<f32>; @binding(2) @group(0) var<uniform> b: vec4f;",
           "@group(0) @binding(0) var t: texture_external; @group(0) @binding(1) var s: sampler_comparison;",
           "@group(0) @binding(0) var t: binding_array<texture_2d<f32>, 4>;",
           "@compute @workgroup_size(1, 2, 3,) fn f() {}",
           "@workgroup_size(4)\n@compute\nfn f() {}",
           "@must_use fn f(a: ptr<function, i32>, @location(0) b: f32,) -> @location(0) vec4f { return vec4f(); }",
           "fn f() -> vec4<f32> { return vec4<f32>(); } const later = earlier; const earlier = 1;",
           "const \xCE\x94\xCE\xAD\xCE\xBB\xCF\x84\xCE\xB1 = 1; const \xE6\x97\xA5\xE6\x9C\xAC = "
           "\xCE\x94\xCE\xAD\xCE\xBB\xCF\x84\xCE\xB1;",
           "const min = 1; fn vec3() -> i32 { return min; }",
           "struct Out { @location(0) @blend_src(0) a: vec4f, @location(0) @blend_src(1) b: vec4f }",
           "struct V { @builtin(position) @invariant p: vec4f, @location(1) @interpolate(flat, either) i: u32 }",
           "const a = 1;\r\nconst b = 2;\rconst c = 3;\xE2\x80\xA8"
           "const d = 4;",
       }) {
    INFO(std::string(text));
    CHECK(parses(text));
  }
}

TEST_CASE("statements") {
  for (const char* body : {
           "var a = 1; let b = 2; const c = 3; var d: i32; var<function> e: f32 = 1.0;",
           "if a { } else if b { } else { }",
           "if (a < b) == (c > d) { return; }",
           "switch a { case 1: { } case 2, 3 { } case 4, default, { } }",
           "switch (a) { default: { break; } }",
           "@diagnostic(off, x.y) switch a @diagnostic(off, z) { default { } }",
           "loop { if a { break; } continue; }",
           "loop { continuing { a++; break if a > 4; } }",
           "loop @diagnostic(off, x) { break; }",
           "for (;;) { break; }",
           "for (var i = 0; i < 4; i++) { }",
           "for (i = 0; i < 4; i += 2) { }",
           "for (f(); a; f()) { }",
           "while a < 4 { }",
           "@diagnostic(warning, x) while (a) { }",
           "{ { ; ; } }",
           "@diagnostic(off, x) { }",
           "_ = a; _ = f(1);",
           "a += 1; a -= 1; a *= 2; a /= 2; a %= 2; a &= 1; a |= 1; a ^= 1; a <<= 1u; a >>= 1u;",
           "a++; a--; (a)++; *p = 1; (*p).x = 2; (*(&a)) = 1; a[0].b[1] = 2; (*p)[1]++;",
           "discard; return; const_assert true; const_assert(1 < 2);",
           "let x = x; let y = &a; let z = *y;",
           "f(); f(1, 2,); S(1).f; ",
       }) {
    INFO(std::string(body));
    CHECK(parses(std::string("fn outer() {") + body + "}"));
  }
}

TEST_CASE("expressions") {
  for (const char* e : {
           "1 + 2 * 3 - -4 / 5 % 6",
           "(a & b) | (c ^ ~d)",
           "a & b & c",
           "!a && b && !c",
           "a || b || c",
           "a << 1u >> 2u",
           "-a * -b",
           "- - a",
           "!!a",
           "*&a",
           "&a[1]",
           "a.b.c[d.e](",
           "f(g(h(1)), 2)[3].xyz",
           "vec3<f32>(1)",
           "vec3(1)",
           "array<vec2<f32>, 2>(vec2<f32>(), vec2<f32>())",
           "array<array<i32, 2>, 2>()",
           "array<i32, (4 > 2)>()",
           "array<i32, select(1, 2, a < b)>()",
           "a < b",
           "a > b",
           "a <= b",
           "a >= b",
           "a < (b > c)",
           "(a < b) && (c > d)",
           "a < b && c > d",
           "a < b || c >> 1u > d",
           "bitcast<vec2<u32>>(a)",
           "a[b < c]",
           "f(a < b, (c > d))",
           "f(a < b, c > (d))",
           "x < y[z > 1]",
           "ptr_ >= 1",
           "a>=b",
           "a<b",
           "a>b",
           "0x1p-2 + 0X.8p1f + 0x1.p3h + 1e5 + 1E-5f + 0f + 0h + 12i + 0xFFu",
           "true == false",
           "S(1, 2,).a",
           "texture_2d",
           "a<=b && b>=c",
           "1.e3",
           "vec4<f32>(1.)",
           "a.x>>1u",
           "vec2<bool>(a<b,(c>d))",
       }) {
    INFO(std::string(e));
    const bool broken = std::string_view(e).ends_with("](");
    CHECK(parses(std::string("fn outer() { let v = ") + e + "; }") == !broken);
  }
}

TEST_CASE("two comparisons in one argument list read as a template list, as in every implementation") {
  CHECK_FALSE(parses("fn outer() { let v = f(a < b, c > d); }"));
  CHECK_FALSE(parses("fn outer() { let v = a < b > c > d <; }"));
}

TEST_CASE("template lists are found as the specification says") {
  const auto kinds = [](std::string_view text) {
    std::string out;
    for (const Token& t : *lex(text)) {
      switch (t.kind) {
        case Tok::template_open:
          out += '[';
          break;
        case Tok::template_close:
          out += ']';
          break;
        case Tok::less:
          out += '<';
          break;
        case Tok::greater:
          out += '>';
          break;
        case Tok::shift_right:
          out += '}';
          break;
        case Tok::shift_left:
          out += '{';
          break;
        case Tok::greater_equal:
          out += 'g';
          break;
        case Tok::shift_right_assign:
          out += 'G';
          break;
        case Tok::less_equal:
          out += 'l';
          break;
        default:
          break;
      }
    }
    return out;
  };
  CHECK(kinds("a<b>c") == "[]");
  CHECK(kinds("a<b<c>>d") == "[[]]");
  CHECK(kinds("(a<b)>c") == "<>");
  CHECK(kinds("a<b&&c>d") == "<>");
  CHECK(kinds("a<b||c>d") == "<>");
  CHECK(kinds("a<(b>c)") == "<>");
  CHECK(kinds("array<i32,(2>1)>()") == "[>]");
  CHECK(kinds("a<b;c>d") == "<>");
  CHECK(kinds("a<b=c>d") == "<>");
  CHECK(kinds("a<<b>c") == "{>");
  CHECK(kinds("a<=b>c") == "l>");
  CHECK(kinds("vec2<f32>=") == "[]");
  CHECK(kinds("x>=y") == "g");
  CHECK(kinds("x>>=y") == "G");
  CHECK(kinds("x>>y") == "}");
  CHECK(kinds("array<vec2<f32>,2>") == "[[]]");
  CHECK(kinds("a[b<c]>d") == "<>");
  CHECK(kinds("1<a>2") == "<>");
  CHECK(kinds("a<b==c>d") == "[]");
  CHECK(kinds("a<b!=c>d") == "[]");
}

TEST_CASE("broken text is refused with its place") {
  struct Row {
    const char* text;
    uint32_t at;
  };
  for (const Row& row :
       {Row{"const a = ;", 10}, Row{"fn f( {}", 6}, Row{"struct S { a }", 13}, Row{"const a = 1", 11},
        Row{"fn f() { if }", 12}, Row{"  #define X", 2}, Row{"fn f() { /* }", 9}, Row{"const a = 1; const a = 2;", 19},
        Row{"const a = b; const b = a;", 6}, Row{"fn f() { g(); } fn g() { f(); }", 3}, Row{"struct S { s: S }", 7},
        Row{"const a = 1; \0 const b = 2;", 0}}) {
    INFO(std::string(row.text));
    const auto module = parse(row.text);
    if (row.at == 0) continue;
    REQUIRE_FALSE(module.has_value());
    CHECK(module.error().front().span.begin == row.at);
  }
  CHECK_FALSE(parses(std::string_view("const a = 1;\0", 13)));
}

TEST_CASE("hostile nesting ends in an error, long flat text does not") {
  const auto repeat = [](std::string_view piece, size_t n) {
    std::string out;
    for (size_t i = 0; i < n; ++i) out += piece;
    return out;
  };
  for (const size_t n : {size_t{100}, size_t{20000}}) {
    const bool fits = n == 100;
    CHECK(parses("const a = " + repeat("(", n) + "1" + repeat(")", n) + ";") == fits);
    CHECK(parses("const a = " + repeat("-(", n) + "1" + repeat(")", n) + ";") == fits);
    CHECK(parses("const a = " + repeat("- ", n) + "1;") == fits);
    CHECK(parses("alias T = " + repeat("array<", n) + "i32" + repeat(">", n) + ";") == fits);
    CHECK(parses("fn f() " + repeat("{", n) + repeat("}", n)) == fits);
    CHECK(parses("fn f() {" + repeat("if a {", n) + repeat("}", n) + "}") == fits);
    CHECK(parses("fn f() { let b = a" + repeat("[a", n) + repeat("]", n) + "; }") == fits);
    CHECK(parses("const a = " + repeat("f(", n) + repeat(")", n) + ";") == fits);
  }
  CHECK(parses("fn f() { if a {} " + repeat("else if a {} ", 20000) + "}"));
  CHECK(parses("const a = array(" + repeat("1,", 20000) + ");"));
  CHECK(parses("/*" + repeat("/*", 20000) + repeat("*/", 20000) + "*/"));
  std::string chain = "const a0 = 1;";
  for (int i = 1; i < 20000; ++i) chain = "const a" + std::to_string(i) + " = a" + std::to_string(i - 1) + ";" + chain;
  CHECK(reflect(*mustParse(chain)).constants.front().value == 1.0);
}
