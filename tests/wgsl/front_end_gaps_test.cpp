// What is written around the native driver's front end: exact text. That the driver takes it is shown by the programs
// that play.
#include "wgsl/helpers.h"

using namespace pngine::wgsl;
using pngine::wgsl::test::mustParse;

namespace {

std::string avoided(std::string_view text) { return avoidFrontEndGaps(*mustParse(text)); }

}  // namespace

TEST_CASE("text that the front end knows comes back unchanged") {
  for (const char* text :
       {"const a = 1;", "const a = normalize(vec3f(1, 2, 3)); fn f() -> f32 { return mix(a.x, 1.0, 0.5); }",
        "fn mix(a: f32) -> f32 { return a; }", "fn f() { const a = 1; let b = smoothstep(0.0, 1.0, 0.5); }"}) {
    CHECK(avoided(text) == text);
  }
}

TEST_CASE("assertions, diagnostics and requires leave blanks, lines stay") {
  CHECK(avoided("const_assert 1 <\n2;fn f(){const_assert(true);}") ==
        "                \n  fn f(){                   }");
  CHECK(avoided("diagnostic(off,derivative_uniformity);fn f(){}") == std::string(38, ' ') + "fn f(){}");
  CHECK(avoided("fn f(){@diagnostic(off,derivative_uniformity)if(true){}}") ==
        "fn f(){" + std::string(38, ' ') + "if(true){}}");
  CHECK(avoided("requires pointer_composite_access;fn f(){}") == std::string(34, ' ') + "fn f(){}");
}

TEST_CASE("a constant that is not one for the front end is written out where it is used") {
  CHECK(avoided("const a=mix(0.0,1.0,.5);fn f()->f32{return a*2;}") ==
        "                        fn f()->f32{return (mix ( 0.0f , 1.0f , .5f ))*2;}");
  CHECK(avoided("const m:mat2x2f=transpose(mat2x2f(1,2,3,4));fn f()->f32{return m[1].x;}") ==
        std::string(44, ' ') + "fn f()->f32{return mat2x2f(transpose ( mat2x2f ( 1 , 2 , 3 , 4 ) ))[1].x;}");
}

TEST_CASE("constants made of such constants follow; those of functions become values") {
  CHECK(avoided("const b=a+1u;const a=extractBits(6u,1u,2u);fn f()->u32{return b;}") ==
        std::string(43, ' ') + "fn f()->u32{return ((extractBits ( 6u , 1u , 2u )) + 1u);}");
  CHECK(avoided("fn f()->f32{const a=mix(0.0,1f,.5);const b=a+1;const c=1;return b;}") ==
        "fn f()->f32{let a=mix(0.0f,1f,.5f);let b=a+1;const c=1;return b;}");
}

TEST_CASE("a name that a function hides keeps the constant as it is") {
  const char* text = "const k=2.0;const a=mix(0.0,k,.5);fn f(k:f32)->f32{return a*k;}";
  CHECK(avoided(text) == text);
}
