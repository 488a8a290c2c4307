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
        "fn mix(a: f32) -> f32 { return a; }", "fn f(x: f32) { const a = 1; let b = smoothstep(0.0, 1.0, x); }"}) {
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
  CHECK(avoided("const a=determinant(mat2x2(0.0,1.0,.5,2));fn f()->f32{return a*2;}") ==
        std::string(42, ' ') + "fn f()->f32{return (determinant ( mat2x2f ( 0.0f , 1.0f , .5f , 2 ) ))*2;}");
  CHECK(avoided("const m:mat2x2f=transpose(mat2x2f(1,2,3,4));fn f()->f32{return m[1].x;}") ==
        std::string(44, ' ') + "fn f()->f32{return mat2x2f(transpose ( mat2x2f ( 1 , 2 , 3 , 4 ) ))[1].x;}");
}

TEST_CASE("constants made of such constants follow; those of functions become values") {
  CHECK(avoided("const b=a+1;const a=determinant(mat2x2f(6,1,2,3));fn f()->f32{return b;}") ==
        std::string(50, ' ') + "fn f()->f32{return ((determinant ( mat2x2f ( 6 , 1 , 2 , 3 ) )) + 1);}");
  CHECK(avoided("fn f()->f32{const a=reflect(vec2(0.0,1f),vec2(.5));const b=a.x+1;const c=1;return b;}") ==
        "fn f()->f32{let a=reflect(vec2(0.0f,1f),vec2(.5f));let b=a.x+1;const c=1;return b;}");
}

TEST_CASE("a matrix of bare numbers has a type where it meets a function that runs late") {
  CHECK(avoided("fn f()->f32{return transpose(mat2x2(1,-2,3,4))[0].y;}") ==
        "fn f()->f32{return transpose(mat2x2f(1,-2,3,4))[0].y;}");
  CHECK(avoided("fn f()->f32{return determinant(mat2x2(1h,2,3,4));}") ==
        "fn f()->f32{return determinant(mat2x2(1h,2,3,4));}");
}

TEST_CASE("numbers of arrays of arrays are of one kind") {
  CHECK(avoided("const a=array(array(1,-2),array(3,4.5));") ==
        "const a=array(array((1+0.0),(-2+0.0)),array((3+0.0),4.5));");
  CHECK(avoided("const k=2;fn f(x:f32){let a=array(array(vec2(1,k)),array(vec2(x,3.5)));}") ==
        "const k=2;fn f(x:f32){let a=array(array(vec2(f32(1),f32(k))),array(vec2(x,f32(3.5))));}");
  CHECK(avoided("fn f(x:u32){let a=array(array(1,2),array(x,3));}") ==
        "fn f(x:u32){let a=array(array(u32(1),u32(2)),array(x,u32(3)));}");
  for (const char* same : {"const a=array(array(1,2),array(3,4));", "const a=array(1,2.5);const b=array(2.5,1);",
                           "const a=array(array<f32,2>(1,2),array<f32,2>(3,4.5));"}) {
    CHECK(avoided(same) == same);
  }
}

TEST_CASE("a name that a function hides keeps the constant as it is") {
  const char* text = "const k=2.0;const a=determinant(mat2x2(0.0,k,.5,1));fn f(k:f32)->f32{return a*k;}";
  CHECK(avoided(text) == text);
}

TEST_CASE("a constant expression that the front end cannot evaluate becomes its value") {
  CHECK(avoided("const n=extractBits(0xffu,2u,2u)+2;") == "const n=3u+2;");
  CHECK(avoided("const a=true&(2>1);const b=vec2(true,false)|vec2(a);") ==
        "const a=true;const b=vec2<bool>(true, true);");
  CHECK(avoided("const a=pack4xI8(vec4i(1,-2,3,4));const b=pack4xI8Clamp(vec4(1,-200,300,4));const "
                "c=pack4xU8Clamp(vec4(1u,2000,3,4));") == "const a=67370497u;const b=75464705u;const c=67370753u;");
  CHECK(avoided("const a=unpack4xI8(0xff020304u);const b=unpack4xU8(0xff020304u);const "
                "c=dot4I8Packed(0xff020304u,0x01010101u);") ==
        "const a=vec4<i32>(4i, 3i, 2i, i32(-1));const b=vec4<u32>(4u, 3u, 2u, 255u);const c=8i;");
  CHECK(avoided("const a=pack2x16float(vec2(1.9999,-2.5));const b=unpack2x16float(0x3c003555u);const "
                "c=quantizeToF16(1.2345);") ==
        "const a=3238019071u;const b=vec2<f32>(0.333251953125f, 1.0f);const c=1.234375f;");
  CHECK(avoided("const a=pack4x8snorm(vec4(0.5,-0.5,1,-1));const b=unpack4x8unorm(0xff000000u).w;") ==
        "const a=2172633408u;const b=vec4<f32>(0.0f, 0.0f, 0.0f, 1.0f).w;");
  CHECK(avoided("fn f()->u32{const m=insertBits(0u,0xfu,8,4);var a:array<u32,smoothstepped(m)>;return m;}") ==
        "fn f()->u32{const m=3840u;var a:array<u32,smoothstepped(m)>;return m;}");
  CHECK(avoided("var<private> a=mix(1.0,2.0,0.25);") == "var<private> a=1.25;");
}

TEST_CASE("a function that ends in a loop gets a return that is never reached") {
  CHECK(avoided("fn f(a:i32)->i32{loop{if a>3{return 1;}}}") ==
        "fn f(a:i32)->i32{loop{if a>3{return 1;}}return i32();}");
  CHECK(avoided("struct S{a:f32}fn f()->S{for(;;){return S(1);}}") ==
        "struct S{a:f32}fn f()->S{for(;;){return S(1);}return S();}");
  for (const char* text : {"fn f()->i32{for(;;){break;}return 1;}", "fn f(){loop{return;}}",
                           "fn f()->i32{if true{return 1;}else{return 2;}}"}) {
    CHECK(avoided(text) == text);
  }
}

TEST_CASE("a let of constants is hidden where it is an index or a shift") {
  CHECK(avoided("fn f(){var a=array(1,2);let i=5;let j=i+1;_=a[j];let k=3;_=k;}") ==
        "fn f(){var a=array(1,2);var i=5;let j=i+1;_=a[j];let k=3;_=k;}");
  CHECK(avoided("fn f(n:u32){let s=n;let a=1u<<3u;const k=4u;let b=a<<k;_=a<<s;}") ==
        "fn f(n:u32){let s=n;let a=1u<<3u;const k=4u;let b=a<<k;_=a<<((s)&31u);}");
}

TEST_CASE("a variable of a loop without a value gets its zeros written") {
  CHECK(avoided("fn f(){loop{var a:u32;if a>0{break;}}}") == "fn f(){loop{var a:u32 = u32();if a>0{break;}}}");
  CHECK(avoided("fn f(){while true{{var a:array<vec2f,2>;}var b=1;}}") ==
        "fn f(){while true{{var a:array<vec2f,2> = array<vec2f,2>();}var b=1;}}");
  // The head of `for` runs once, unless a loop is around it.
  for (const char* text : {"fn f(){var a:u32;for(var b:u32;b<2;b++){let c=a;}}", "fn f(){if true{var a:u32;}}"})
    CHECK(avoided(text) == text);
  CHECK(avoided("fn f(){loop{for(var b:u32;b<2;b++){}}}") == "fn f(){loop{for(var b:u32 = u32();b<2;b++){}}}");
}

TEST_CASE("two minus signs in an expression are no step") {
  CHECK(avoided("fn f(){var a=1;a=a--1;a=--a;a--;for(;a<2;a--){}}") ==
        "fn f(){var a=1;a=a- -1;a=- -a;a--;for(;a<2;a--){}}");
}

TEST_CASE("workgroup variables come behind all overrides") {
  CHECK(avoided("override n=2u;var<workgroup>a:array<u32,n>;\nvar<private>p:u32;override m=1;fn f(){a[0]=p;}") ==
        "override n=2u;                             \nvar<private>p:u32;override m=1;fn f(){a[0]=p;}"
        "\nvar<workgroup>a:array<u32,n>;");
  const std::string_view right = "override n=2u;var<workgroup>a:array<u32,n>;fn f(){a[0]=1;}";
  CHECK(avoided(right) == right);
}

TEST_CASE("shifts go by their distance modulo the width") {
  CHECK(avoided("fn f(n:u32,v:vec2u){var a=1u;a<<=n;a>>=(n+v.x);a=a<<(v.y);}") ==
        "fn f(n:u32,v:vec2u){var a=1u;a<<=((n)&31u);a>>=(((n+v.x))&31u);a=a<<(((v.y))&31u);}");
  CHECK(avoided("fn g()->vec2u{return vec2u(1);}fn f(v:vec2u)->vec2u{return (v<<g())>>v;}") ==
        "fn g()->vec2u{return vec2u(1);}fn f(v:vec2u)->vec2u{return (v<<((g())%32u))>>((v)%32u);}");
}
