// Zeroing of workgroup variables: exact text of the rewrite. That the result runs right is the business of the player's
// tests.
#include <algorithm>

#include "wgsl/helpers.h"

using namespace pngine::wgsl;
using pngine::wgsl::test::mustParse;

namespace {

/// The rewrite with its long prefix shortened to Z.
std::string zeroed(std::string_view text) {
  std::string out = zeroWorkgroupMemory(*mustParse(text));
  for (size_t at = 0; (at = out.find("pngine_zero_", at)) != std::string::npos;) out.replace(at, 12, "Z");
  return out;
}

std::string helper(std::string_view declarations, std::string_view body, std::string_view size = "64") {
  const std::string text = std::string(declarations) + "@compute @workgroup_size(" + std::string(size) +
                           ") fn m(@builtin(local_invocation_index) i: u32) {" + std::string(body) + "}";
  const std::string out = zeroed(text);
  const size_t at = out.find("\nfn Zf_m(Zi:u32){");
  return at == std::string::npos ? "" : out.substr(at + 17, out.size() - at - 19);
}

}  // namespace

TEST_CASE("text without workgroup variables comes back unchanged") {
  for (const char* text : {"const a = 1;", "@compute @workgroup_size(1) fn f() {}",
                           "var<workgroup> w: u32; @compute @workgroup_size(1) fn f() {}",
                           "var<private> w: u32; @compute @workgroup_size(1) fn f() { w = 1; }"}) {
    CHECK(zeroed(text) == text);
  }
}

TEST_CASE("the entry point gains an index, a call and a barrier in its first line") {
  CHECK(zeroed("var<workgroup> w: u32;\n@compute @workgroup_size(8) fn f() {\n  w = 1;\n}") ==
        "var<workgroup> w: u32;\n@compute @workgroup_size(8) fn f(@builtin(local_invocation_index) Zi:u32) "
        "{Zf_f(Zi);workgroupBarrier();\n  w = 1;\n}\nfn Zf_f(Zi:u32){if(Zi==0u){w=u32();}}\n");
  CHECK(zeroed("var<workgroup> w: u32;\n@compute @workgroup_size(8) fn f(@builtin(workgroup_id) g: vec3u) { w = 1; } "
               "// end") ==
        "var<workgroup> w: u32;\n@compute @workgroup_size(8) fn f(@builtin(local_invocation_index) "
        "Zi:u32,@builtin(workgroup_id) g: vec3u) "
        "{Zf_f(Zi);workgroupBarrier(); w = 1; } // end\nfn Zf_f(Zi:u32){if(Zi==0u){w=u32();}}\n");
}

TEST_CASE("an index that the entry point already reads is used") {
  CHECK(zeroed("var<workgroup> w: u32; @compute @workgroup_size(8) fn f(@builtin(local_invocation_index) me: u32) { w "
               "= 1; }")
            .find("{Zf_f(me);workgroupBarrier();") != std::string::npos);
  CHECK(zeroed("struct In { @builtin(workgroup_id) g: vec3u, @builtin(local_invocation_index) li: u32 } alias A = In;"
               "var<workgroup> w: u32; @compute @workgroup_size(8) fn f(in: A) { w = 1; }")
            .find("{Zf_f(in.li);workgroupBarrier();") != std::string::npos);
}

TEST_CASE("statements for every kind of type") {
  CHECK(helper("var<workgroup> w: vec3<f32>;", "w.x = 1;") == "if(Zi==0u){w=vec3<f32>();}");
  CHECK(helper("var<workgroup> w: mat2x2f;", "_ = w;") == "if(Zi==0u){w=mat2x2f();}");
  CHECK(helper("var<workgroup> w: bool;", "w = true;") == "if(Zi==0u){w=bool();}");
  CHECK(helper("var<workgroup> w: atomic<i32>;", "_ = atomicLoad(&w);") == "if(Zi==0u){atomicStore(&w,i32());}");
  CHECK(helper("var<workgroup> w: array<f32, 256>;", "w[0] = 1;") ==
        "for(var Zk0=Zi;Zk0<256u;Zk0+=64u){w[Zk0]=f32();}");
  CHECK(helper("const N = 4; alias Row = array<f32, N * 2>; var<workgroup> w: array<Row, 16>;", "w[0][0] = 1;",
               "8, 4, 2") == "for(var Zk0=Zi;Zk0<16u*8u;Zk0+=8u*4u*2u){w[Zk0/(8u)][Zk0%8u]=f32();}");
  CHECK(helper("var<workgroup> w: array<array<array<u32, 2>, 3>, 4>;", "w[0][0][0] = 1;") ==
        "for(var Zk0=Zi;Zk0<4u*3u*2u;Zk0+=64u){w[Zk0/(3u*2u)][(Zk0/(2u))%3u][Zk0%2u]=u32();}");
  CHECK(helper("override n = 8; override x = 4; var<workgroup> w: array<u32, n * 2>;", "w[0] = 1;", "x, 2, x + 1") ==
        "for(var Zk0=Zi;Zk0<u32(n*2);Zk0+=u32(x)*2u*u32(x+1)){w[Zk0]=u32();}");
  CHECK(helper("struct S { a: f32, b: vec2u } var<workgroup> w: S;", "w.a = 1;") == "if(Zi==0u){w=S();}");
  CHECK(helper("struct S { a: f32, b: atomic<u32>, c: array<vec2f, 9> } var<workgroup> w: S;", "w.a = 1;") ==
        "if(Zi==0u){w.a=f32();}if(Zi==0u){atomicStore(&w.b,u32());}for(var Zk1=Zi;Zk1<9u;Zk1+=64u){w.c[Zk1]=vec2f();}");
  CHECK(helper("struct S { a: f32, c: array<u32, 9> } var<workgroup> w: array<S, 3>;", "w[0].a = 1;") ==
        "for(var Zk0=Zi;Zk0<3u;Zk0+=64u){w[Zk0]=S();}");
  CHECK(
      helper("struct I { n: atomic<u32>, v: vec2f } struct S { i: array<I, 2>, f: u32 } var<workgroup> w: array<S, 3>;",
             "w[0].f = 1;") ==
      "for(var Zk0=Zi;Zk0<3u;Zk0+=64u){for(var Zk2=0u;Zk2<2u;Zk2+=1u){atomicStore(&w[Zk0].i[Zk2].n,u32());"
      "w[Zk0].i[Zk2].v=vec2f();}w[Zk0].f=u32();}");
}

TEST_CASE("names of the text are not taken, lines stay, several entry points get their own") {
  const std::string text =
      "var<workgroup> a: u32; var<workgroup> b: u32;\nconst pngine_zero_i = 1;\n"
      "@compute @workgroup_size(1)\nfn x() {\n  a = 1; }\n@compute @workgroup_size(1)\nfn y() {\n  b = 1; }\n"
      "@vertex fn v() -> @builtin(position) vec4f { return vec4f(); }";
  const std::string out = zeroWorkgroupMemory(*mustParse(text));
  CHECK(out.find("pngine_zero_z_i") != std::string::npos);
  CHECK(out.find("\n  b = 1; }\n") != std::string::npos);
  const auto head = std::string_view(out).substr(0, out.find("  b = 1;"));
  CHECK(std::count(head.begin(), head.end(), '\n') == 7);
  const auto module = mustParse(out);
  CHECK(reflect(*module).entry("x")->workgroup_variables == std::vector<uint32_t>{0});
  CHECK(reflect(*module).entry("y")->workgroup_variables == std::vector<uint32_t>{1});
}
