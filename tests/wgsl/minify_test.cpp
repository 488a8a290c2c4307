// The minifier: exact text, fixed point, and that reflection sees the same module.
#include "wgsl/helpers.h"

using namespace pngine::wgsl;
using pngine::wgsl::test::mustParse;

namespace {

/// Minified text, after checking that minifying again changes nothing.
std::string minified(std::string_view text) {
  const std::string once = minify(*mustParse(text));
  CHECK(minify(*mustParse(once)) == once);
  return once;
}

}  // namespace

TEST_CASE("blanks and comments go, what needs a blank keeps it") {
  CHECK(minified("/* a */ const x : i32 = 1 ; // b\n const y = x + - x ;") == "const a:i32=1;const b=a+-a;");
  CHECK(minified("const x = 1 - -2 - - -3;") == "const a=1- -2- - -3;");
  CHECK(minified("@compute @workgroup_size(1, 2,) fn f() { return ; }") ==
        "@compute@workgroup_size(1,2)fn f(){return;}");
  CHECK(minified("@fragment fn f() -> @location(0) vec4<f32> { return vec4<f32>(.5, 1., 1.0, 2,); }") ==
        "@fragment fn f()->@location(0)vec4<f32>{return vec4<f32>(.5,1.,1.0,2);}");
  CHECK(minified("fn f(v: vec4f) -> f32 { let p = &v.x; return v.xy.x * 2. / v.w; }") ==
        "fn c(a:vec4f)->f32{let b=&a.x;return a.xy.x*2./a.w;}");
}

TEST_CASE("template lists close without blanks") {
  CHECK(minified("var<private> x: array<vec2<f32>, 2> = array<vec2<f32>,2>(); const y = 1 >> 2u >= 3;") ==
        "var<private>a:array<vec2<f32>,2>=array<vec2<f32>,2>();const b=1>>2u>=3;");
  CHECK(minified("alias T = array<vec2<f32> >;") == "alias a=array<vec2<f32>>;");
}

TEST_CASE("private names become short, per scope in the same order") {
  CHECK(minified("fn add(left: f32, right: f32) -> f32 { let sum = left + right; return sum; }"
                 "fn sub(from: f32, what: f32) -> f32 { { let inner = from; _ = inner; } let rest = from - what; "
                 "return rest; }"
                 "@fragment fn main() -> @location(0) vec4f { return vec4f(add(1, 2), sub(3, 4), 0, 0); }") ==
        "fn d(a:f32,b:f32)->f32{let c=a+b;return c;}fn e(a:f32,b:f32)->f32{{let c=a;_=c;}let c=a-b;return c;}"
        "@fragment fn main()->@location(0)vec4f{return vec4f(d(1,2),e(3,4),0,0);}");
}

TEST_CASE("what no entry point reaches goes, directives stay") {
  CHECK(
      minified(
          "diagnostic(off, derivative_uniformity); enable f16; const unused = 1; const_assert 1 < 2; struct U { a: f32 "
          "}"
          "@group(0) @binding(0) var<uniform> gone: f32; const used = 2; fn dead() { live(); } fn live() { _ = used; }"
          "@compute @workgroup_size(1) fn main() { live(); }") ==
      "diagnostic(off,derivative_uniformity);enable f16;const a=2;fn b(){_=a;}@compute@workgroup_size(1)fn "
      "main(){b();}");
}

TEST_CASE("names that the outside binds by stay") {
  CHECK(minified("struct Light { color: vec3f, glow: Glow } struct Glow { power: f32 } struct Cell { alive: u32 } "
                 "override speed = 1.0; @id(3) override other: u32; alias Cells = array<Cell>; var<private> seen: u32;"
                 "@group(0) @binding(0) var<uniform> light: Light; @group(0) @binding(1) var<storage, read_write> "
                 "cells: Cells;"
                 "@compute @workgroup_size(other) fn main() { seen = u32(speed * light.glow.power); cells[0].alive = "
                 "seen; }") ==
        "struct Light{color:vec3f,glow:Glow}struct Glow{power:f32}struct a{alive:u32}override speed=1.0;@id(3)override "
        "other:u32;"
        "alias "
        "b=array<a>;var<private>c:u32;@group(0)@binding(0)var<uniform>light:Light;@group(0)@binding(1)var<storage,read_"
        "write>cells:b;"
        "@compute@workgroup_size(other)fn main(){c=u32(speed*light.glow.power);cells[0].alive=c;}");
}

TEST_CASE("short names avoid names that keep their meaning, and each other") {
  // `a` is an entry point, `b` a binding: neither may be taken for a local.
  CHECK(minified("@group(0) @binding(0) var<storage, read_write> b: array<u32>; const long_name = 1u;"
                 "@compute @workgroup_size(1) fn a() { let value = long_name; b[0] = value; }") ==
        "@group(0)@binding(0)var<storage,read_write>b:array<u32>;const d=1u;@compute@workgroup_size(1)fn a(){let "
        "c=d;b[0]=c;}");
  std::string text = "@compute @workgroup_size(1) fn main() {";
  std::string sum = "0";
  for (int i = 0; i < 120; ++i) {
    text += "let v" + std::to_string(i) + " = helper" + std::to_string(i) + "() + " + sum + ";";
    sum = "v" + std::to_string(i);
  }
  text += "}";
  for (int i = 0; i < 120; ++i)
    text += "fn helper" + std::to_string(i) + "() -> i32 { return " + std::to_string(i) + "; }";
  const std::string out = minified(text);
  CHECK(out.find(" if=") == std::string::npos);
  CHECK(reflect(*mustParse(out)).declared.size() == 121);
}

TEST_CASE("shadowing keeps its meaning") {
  CHECK(minified("const x = 1; fn f() -> i32 { let x = x + 1; { let x = x * 2; return x; } }"
                 "@compute @workgroup_size(1) fn main() { _ = f(); }") ==
        "const c=1;fn d()->i32{let a=c+1;{let b=a*2;return b;}}@compute@workgroup_size(1)fn main(){_=d();}");
  CHECK(minified("fn f(min: i32) -> i32 { return min; } @compute @workgroup_size(1) fn main() { _ = f(max(1, 2)); }") ==
        "fn b(a:i32)->i32{return a;}@compute@workgroup_size(1)fn main(){_=b(max(1,2));}");
}

TEST_CASE("reflection of the minified text is the same but for private names") {
  const std::string text = R"(
    const N = 4u; override k = 2u;
    struct P { pos: vec3f, @size(32) w: f32, m: mat3x3f }
    @group(0) @binding(0) var<uniform> u: P; @group(1) @binding(3) var<storage, read_write> s: array<P, N * 2>;
    @group(0) @binding(1) var t: texture_2d<f32>; @group(0) @binding(2) var sm: sampler;
    var<workgroup> tile: array<f32, N * k>;
    fn look(tex: texture_2d<f32>, smp: sampler) -> vec4f { return textureSampleLevel(tex, smp, vec2f(), 0); }
    @compute @workgroup_size(N, k) fn main(@builtin(local_invocation_index) i: u32) { tile[i] = look(t, sm).x; s[0] = u; })";
  const auto before = mustParse(text), after = mustParse(minified(text));
  const Reflection &a = reflect(*before), &b = reflect(*after);
  REQUIRE(a.bindings.size() == b.bindings.size());
  for (size_t i = 0; i < a.bindings.size(); ++i) {
    CHECK(a.bindings[i].name == b.bindings[i].name);
    CHECK(a.bindings[i].group == b.bindings[i].group);
    CHECK(a.bindings[i].binding == b.bindings[i].binding);
    CHECK(a.bindings[i].kind == b.bindings[i].kind);
    CHECK(a.bindings[i].min_size == b.bindings[i].min_size);
    CHECK(a.bindings[i].type->members.size() == b.bindings[i].type->members.size());
  }
  const EntryPoint &x = a.entry_points.at(0), &y = b.entry_points.at(0);
  CHECK(x.name == y.name);
  CHECK(x.workgroup_size == y.workgroup_size);
  CHECK(x.bindings == y.bindings);
  CHECK(x.overrides == y.overrides);
  CHECK(x.workgroup_variables == y.workgroup_variables);
  REQUIRE(y.sampling.size() == 1);
  CHECK(x.sampling[0].texture == y.sampling[0].texture);
}
