// The lint, remark by remark: what each finds, and the neighbours on which it must be silent.
#include "wgsl/lint.h"

#include <algorithm>

#include "base/text.h"
#include "wgsl/helpers.h"

using namespace pngine;
using namespace pngine::wgsl;
using pngine::wgsl::test::mustParse;

namespace {

/// Findings as "rule @ text: message" lines.
std::string linted(std::string_view text, bool whole = true) {
  const ModulePtr module = mustParse(text);
  std::string out;
  for (const LintFinding& f : lint(*module, whole))
    out += cat(f.rule, " @ ", text.substr(f.span.begin, f.span.size()), ": ", f.text, "\n");
  return out;
}

/// The same for the body of the one entry point, which reads a uniform `u` and writes `o`.
std::string body(std::string_view text) {
  return linted(
      cat("@group(0) @binding(0) var<uniform> u: vec4i; @group(0) @binding(1) var<storage, read_write> o: "
          "array<i32>;\n@compute @workgroup_size(1) fn main() { o[0] = u.x; ",
          text, " }"));
}

}  // namespace

TEST_CASE("unused-variable: never used, or written only") {
  CHECK(body("let a = 1;") == "unused-variable @ a: `a` is never used\n");
  CHECK(body("const a = 1;") == "unused-variable @ a: `a` is never used\n");
  CHECK(body("var a = 1; a = 2; a += 3; a++;") == "unused-variable @ a: `a` is written and never read\n");
  CHECK(body("var a: vec3f; a.x = 1.0; a[1] = 2.0;") == "unused-variable @ a: `a` is written and never read\n");
  CHECK(body("for (var i = 0; ; i++) { break; }") == "unused-variable @ i: `i` is written and never read\n");
  CHECK(linted("var<private> p: f32; @compute @workgroup_size(1) fn main() {}") ==
        "unused-variable @ p: `p` is never used\n");
  CHECK(linted("var<workgroup> w: f32; @compute @workgroup_size(1) fn main() { w = 1.0; }") ==
        "unused-variable @ w: `w` is written and never read\n");
}

TEST_CASE("unused-variable: silent where a name is read, passed, pointed at, hidden or marked") {
  for (const char* text :
       {"let a = 1; o[1] = a;", "var a = 1; a = a + 1; o[1] = a;", "let _a = 1;", "_ = u.y;",
        "var a = 1; let p = &a; *p = 2; o[1] = *p;", "var a = vec2i(); let p = &a; p.x = 1;",
        "var a = array<i32, 2>(); a[o[1]] = 1; o[2] = a[0];", "let a = 1; { let b = a; o[1] = b; }",
        "const a = 1; const_assert a == 1;", "let n = 2; var a = array<i32, 4>(); a[n] = 1; o[1] = a[0];"}) {
    CAPTURE(text);
    CHECK(body(text) == "");
  }
  // Parameters are the caller's business; inner names do not use outer ones.
  CHECK(linted("fn f(a: i32) -> i32 { return 1; } @compute @workgroup_size(1) fn main() { _ = f(1); }") == "");
  CHECK(body("let a = 1; { let a = 2; o[1] = a; }") == "unused-variable @ a: `a` is never used\n");
}

TEST_CASE("unused-binding and dead-code: what no entry point reaches") {
  CHECK(linted("@group(0) @binding(0) var<uniform> u: vec4f; @compute @workgroup_size(1) fn main() {}") ==
        "unused-binding @ u: `u` is used by no entry point, so an automatic layout leaves it out\n");
  CHECK(linted("fn f() {} @compute @workgroup_size(1) fn main() {}") ==
        "dead-code @ f: function `f` is called by no entry point\n");
  CHECK(linted("@group(0) @binding(0) var<uniform> u: vec4f; fn f() -> f32 { return u.x; } "
               "@compute @workgroup_size(1) fn main() { _ = f(); }") == "");
  const std::string_view part =
      "@group(0) @binding(0) var s: sampler; var<private> p: f32; fn f() {} @compute @workgroup_size(1) fn main() {}";
  CHECK(linted(part, false) == "");
  CHECK(linted("@group(0) @binding(0) var<uniform> u: vec4f; fn f() {}") == "");  // a library: nothing is an entry
}

TEST_CASE("unreachable-code: behind what never goes on, once per block") {
  constexpr std::string_view kWhy = ": the statement is never reached, since the one before it does not go on\n";
  CHECK(body("return; o[1] = 1; o[2] = 2;") == cat("unreachable-code @ o[1] = 1", kWhy));
  CHECK(body("if (u.y > 0) { return; } else { return; } o[1] = 1;") == cat("unreachable-code @ o[1] = 1", kWhy));
  CHECK(body("loop { o[1] = 1; } o[2] = 2;") == cat("unreachable-code @ o[2] = 2", kWhy));
  CHECK(body("loop { break; o[1] = 1; }") == cat("unreachable-code @ o[1] = 1", kWhy));
  CHECK(body("switch u.y { case 1: { return; } default: { return; } } o[1] = 1;") ==
        cat("unreachable-code @ o[1] = 1", kWhy));
  CHECK(body("for (;;) { continue; } { o[1] = 1; }") == cat("unreachable-code @ { o[1] = 1; }", kWhy));
}

TEST_CASE("unreachable-code: silent where a way leads on") {
  for (const char* text :
       {"if (u.y > 0) { return; } o[1] = 1;", "if (u.y > 0) { return; } else if (u.z > 0) { return; } o[1] = 1;",
        "loop { if (u.y > 0) { break; } } o[1] = 1;", "loop { continue; continuing { break if u.y > 0; } } o[1] = 1;",
        "switch u.y { case 1: { break; } default: { return; } } o[1] = 1;", "while (true) { return; } o[1] = 1;",
        "for (;;) { if (u.y > 0) { break; } } o[1] = 1;", "for (;u.y > 0;) { return; } o[1] = 1;",
        "loop { if (u.y > 0) { return; } else { continue; } continuing { o[2] += 1; } }"}) {
    CAPTURE(text);
    CHECK(body(text) == "");
  }
  CHECK(linted("@fragment fn fs() -> @location(0) vec4f { discard; return vec4f(); }") == "");
}

TEST_CASE("constant-condition: decided by literals alone") {
  CHECK(body("if (true) { o[1] = 1; }") == "constant-condition @ true: the condition is always true\n");
  CHECK(body("if (u.x > 0 && false) { o[1] = 1; }") ==
        "constant-condition @ u.x > 0 && false: the condition is always false\n");
  CHECK(body("if (u.x > 0) { return; } else if (1 > 2) { o[1] = 1; }") ==
        "constant-condition @ 1 > 2: the condition is always false\n");
  CHECK(body("while (false) { o[1] = 1; }") == "constant-condition @ false: the condition is always false\n");
  CHECK(body("switch (3) { default: { o[1] = 1; } }") == "constant-condition @ (3): the selector is always 3\n");
  // A name is a switch that somebody may turn, and while (true) is an endless loop on purpose.
  CHECK(linted("const kDebug = false; override fast = true; @compute @workgroup_size(1) fn main() { if (kDebug) { "
               "return; } if (!fast) { return; } }") == "");
  for (const char* text : {"while (true) { if (u.y > 0) { break; } }", "for (; true; ) { return; }",
                           "if (u.x > 0 || u.y > 0) { o[1] = 1; }", "if (true && u.x > 0) { o[1] = 1; }"}) {
    CAPTURE(text);
    CHECK(body(text) == "");
  }
}

TEST_CASE("endless-loop: a counter that goes away from its bound") {
  CHECK(body("for (var i = 0; i < u.y; i--) { o[i] = 1; }") ==
        "endless-loop @ i < u.y: `i` goes down, and the loop runs while it is below its bound\n");
  CHECK(body("for (var i: i32 = 9; (0 <= i); i += 1) { o[i] = 1; }") ==
        "endless-loop @ (0 <= i): `i` goes up, and the loop runs while it is above its bound\n");
  CHECK(body("for (var x = 0.5; x < 1.0; x = x - 0.1) { o[i32(x)] = 1; }") ==
        "endless-loop @ x < 1.0: `x` goes down, and the loop runs while it is below its bound\n");
  CHECK(body("for (var i = 9u; i >= 0; i--) { o[i] = 1; }") ==
        "endless-loop @ i >= 0: `i` is unsigned, and so it is never below 0\n");
}

TEST_CASE("endless-loop: silent where the loop may end") {
  for (const char* text :
       {"for (var i = 0; i < u.y; i++) { o[i] = 1; }", "for (var i = 9; i >= 0; i--) { o[i] = 1; }",
        "for (var i = 9u; i < 10u; i--) { o[i] = 1; }",                     // ends when it wraps
        "for (var i = 0; i < u.y; i--) { if (o[i] > 0) { break; } }",       // may end by itself
        "for (var i = 0; i < u.y; i--) { i += 2; o[i] = 1; }",              // goes up in the body
        "for (var i = 0; i < u.y; i--) { let p = &i; *p = 9; o[i] = 1; }",  // may be written through the pointer
        "var n = 9; for (var i = 0; i < n; i--) { n -= 2; o[i] = 1; }",     // the bound moves, too
        "for (var i = 0; i < o[1]; i--) { o[i] = 1; }",                     // may be written by others
        "for (var i = 0; i < u.y; i += u.z) { o[i] = 1; }",                 // direction not known
        "var i = 0; for (; i < u.y; i--) { o[i] = 1; }",                    // start not known
        "for (var i = 0; i != u.y; i--) { o[i] = 1; }"}) {
    CAPTURE(text);
    CHECK(body(text) == "");
  }
}

TEST_CASE("self-assignment: the same variable in the same words") {
  CHECK(body("o[1] = o[1];") == "self-assignment @ o[1] = o[1]: `o[1]` is assigned to itself\n");
  CHECK(body("var v = vec2f(); v.x = (v.x); o[1] = i32(v.y);") ==
        "self-assignment @ v.x = (v.x): `v.x` is assigned to itself\n");
  for (const char* text : {"o[1] = o[2];", "o[u.x] = o[u.y];", "var v = vec2f(); v.x = v.y; o[1] = i32(v.x);",
                           "o[atomicish()] = o[atomicish()];", "o[1] += o[1];"}) {
    CAPTURE(text);
    const std::string module =
        cat("@group(0) @binding(0) var<uniform> u: vec4i; @group(0) @binding(1) var<storage, read_write> o: array<i32>;"
            "fn atomicish() -> i32 { o[0] += 1; return o[0]; } @compute @workgroup_size(1) fn main() { _ = u; _ = "
            "atomicish(); ",
            text, " }");
    CHECK(linted(module) == "");
  }
}

TEST_CASE("redundant-conversion: the operand has the type already") {
  CHECK(body("o[1] = i32(u.y);") == "redundant-conversion @ i32(u.y): `u.y` is i32 without the conversion\n");
  CHECK(body("let a = 1u; o[u32(a)] = 1;") == "redundant-conversion @ u32(a): `a` is u32 without the conversion\n");
  CHECK(body("let v = vec2f(1, 2); o[1] = i32(vec2f(v).x);") ==
        "redundant-conversion @ vec2f(v): `v` is vec2f without the conversion\n");
  CHECK(body("let v: vec2<f32> = vec2f(); o[1] = i32(f32(v.x * 2.0));") ==
        "redundant-conversion @ f32(v.x * 2.0): `v.x * 2.0` is f32 without the conversion\n");
  CHECK(linted("struct S { n: u32 } fn f(s: S) -> u32 { return u32(s.n); } @compute @workgroup_size(1) fn main() { _ = "
               "f(S(1u)); }") == "redundant-conversion @ u32(s.n): `s.n` is u32 without the conversion\n");
}

TEST_CASE("redundant-conversion: silent where the type changes or is not known") {
  for (const char* text :
       {"o[1] = i32(u32(u.y));", "let a = 1; o[u32(a)] = 1;", "let v = vec2f(1.0); o[1] = i32(v.x);",
        "let x = f32(1.0); o[1] = i32(x);", "const c = 1; o[u32(c)] = 1;", "let b = f32(u.x) * 2; o[1] = i32(b);",
        "let n = arrayLength(&o); o[1] = i32(n);", "let v = vec4i(u.xyz, 1); o[1] = v.x;"}) {
    CAPTURE(text);
    CHECK(body(text) == "");
  }
  // Another name of a type is there so that it can change.
  CHECK(linted("alias real = f32; fn f(x: real) -> f32 { return f32(x) + real(f32(2) * 1f); } "
               "@compute @workgroup_size(1) fn main() { _ = f(1); }") == "");
}

TEST_CASE("deep and long texts are linted without recursion over their length") {
  std::string chain = "let a0 = u.x;";
  for (int i = 1; i < 5000; ++i) chain += cat("let a", i, " = a", i - 1, " + 1;");
  CHECK(body(cat(chain, "o[1] = a4999;")) == "");
  std::string branches = "if (u.x > 0) { o[1] = 1; }";
  for (int i = 1; i < 20000; ++i) branches += " else if (u.x > 0) { o[1] = 1; }";
  CHECK(body(branches) == "");
  std::string nested = "o[1] = 1;";
  for (int i = 0; i < 200; ++i) nested = cat("if (u.x > 0) { ", nested, " }");
  CHECK(body(nested) == "");
}

TEST_CASE("many loops that run away cost no more than their text") {
  std::string loops;
  for (int i = 0; i < 20000; ++i) loops += "for (var i = 0; i < u.y; i--) { o[i] = 1; }";
  const std::string all = body(loops);
  CHECK(std::ranges::count(all, '\n') == 20000);
}
