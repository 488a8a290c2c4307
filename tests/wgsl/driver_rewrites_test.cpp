// Rewrites for the native driver beyond its front end's gaps: exact text. That the driver takes it, and that the values
// are those of a browser, is shown by the feature programs.
#include "wgsl/driver.h"
#include "wgsl/helpers.h"

using namespace pngine::wgsl;
using pngine::wgsl::test::mustParse;

namespace {

std::string specialised(std::string_view text) { return specialiseParameters(*mustParse(text)); }
std::string clamped(std::string_view text) { return clampTextureLoads(*mustParse(text)); }

}  // namespace

TEST_CASE("functions of whole variables stay") {
  for (const char* text : {"fn f(p:ptr<function,u32>){*p+=1u;}fn g(){var a=1u;f(&a);let q=&a;f(q);}",
                           "var<private> a:u32;fn f(p:ptr<private,u32>){*p+=1u;}fn g(){f(&a);}",
                           "@group(0)@binding(0)var t:texture_2d<f32>;fn f(u:texture_2d<f32>){}fn g(){f(t);}"}) {
    CHECK(specialised(text) == text);
  }
}

TEST_CASE("a pointer into storage names its variable in a copy of the function") {
  CHECK(specialised("@group(0)@binding(0)var<storage,read_write> o:array<u32>;"
                    "fn f(p:ptr<storage,u32,read_write>,n:u32){*p+=n;}fn g(i:i32){f(&o[i+1],2u);f(&o[3],4u);}") ==
        "@group(0)@binding(0)var<storage,read_write> o:array<u32>;fn g(i:i32){f_pngine0(u32(i+1), 2u);f_pngine1(4u);}"
        "\nfn f_pngine0(p_pngine_i0: u32, n: u32){o[p_pngine_i0]+=n;}\nfn f_pngine1(n: u32){o[3]+=n;}\n");
}

TEST_CASE("a word in a star's place does not grow into its neighbour") {
  CHECK(specialised("var<workgroup> w:u32;fn f(p:ptr<workgroup,u32>)->u32{return*p;}fn g()->u32{return f(&w);}") ==
        "var<workgroup> w:u32;fn g()->u32{return f_pngine0();}\nfn f_pngine0()->u32{return w;}\n");
}

TEST_CASE("copies call copies; members go on without a star; arrayLength takes the address") {
  CHECK(specialised(
            "struct S{n:u32,l:array<u32>}@group(0)@binding(0)var<storage,read_write> s:S;"
            "fn one(p:ptr<storage,u32,read_write>)->u32{return *p;}"
            "fn all(q:ptr<storage,S,read_write>)->u32{let l=&q.l;return one(&q.n)+one(&(*q).l[1])+arrayLength(l);}"
            "fn g()->u32{return all(&s);}") ==
        "struct S{n:u32,l:array<u32>}@group(0)@binding(0)var<storage,read_write> s:S;fn g()->u32{return all_pngine0();}"
        "\nfn all_pngine0()->u32{let l=&s.l;return one_pngine1()+one_pngine2()+arrayLength(l);}"
        "\nfn one_pngine1()->u32{return s.n;}\nfn one_pngine2()->u32{return s.l[1];}\n");
}

TEST_CASE("local names give way to the variable") {
  CHECK(specialised(
            "var<workgroup> w:u32;fn f(p:ptr<workgroup,u32>)->u32{let w=*p;return w+*p;}fn g()->u32{return f(&w);}") ==
        "var<workgroup> w:u32;fn g()->u32{return f_pngine0();}\nfn f_pngine0()->u32{let w_pngine=w;return "
        "w_pngine+w;}\n");
}

TEST_CASE("a part of a local variable goes as its whole and an index") {
  CHECK(specialised("fn f(p:ptr<function,u32>){*p+=1u;}fn g(i:u32){var a=array(1u,2u);f(&a[i]);var b=3u;f(&b);}") ==
        "fn f(p:ptr<function,u32>){*p+=1u;}fn g(i:u32){var a=array(1u,2u);f_pngine0(&a, u32(i));var b=3u;f(&b);}"
        "\nfn f_pngine0(p_pngine: ptr<function, array<u32, 2>>, p_pngine_i0: u32){(*p_pngine)[p_pngine_i0]+=1u;}\n");
}

TEST_CASE("an index that a let has read keeps its value") {
  CHECK(specialised(
            "var<workgroup> w:array<u32,4>;fn f(p:ptr<workgroup,u32>){*p=1u;}fn g(){var i=0;let p=&w[i];i=2;f(p);}") ==
        "var<workgroup> w:array<u32,4>;fn g(){var i=0;let at12_pngine = u32(i); let "
        "p=&w[at12_pngine];i=2;f_pngine0(at12_pngine);}"
        "\nfn f_pngine0(p_pngine_i0: u32){w[p_pngine_i0]=1u;}\n");
}

TEST_CASE("storage textures go the same way, and functions that nobody calls") {
  CHECK(specialised("@group(0)@binding(0)var t:texture_storage_2d<r32uint,read_write>;"
                    "fn f(u:texture_storage_2d<r32uint,read_write>,p:vec2i){textureStore(u,p,textureLoad(u,p)+1);}fn "
                    "g(){f(t,vec2i(1));}") ==
        "@group(0)@binding(0)var t:texture_storage_2d<r32uint,read_write>;fn g(){f_pngine0(vec2i(1));}"
        "\nfn f_pngine0(p: vec2i){textureStore(t,p,textureLoad(t,p)+1);}\n");
  CHECK(specialised("fn f(p:ptr<workgroup,u32>)\n{*p=1u;}fn g(){}") == "\nfn g(){}\n");
}

TEST_CASE("textureLoad stays inside the texture") {
  CHECK(clamped("@group(0)@binding(0)var t:texture_2d<f32>;fn f(p:vec2i)->vec4f{return textureLoad(t,p,0);}") ==
        "@group(0)@binding(0)var t:texture_2d<f32>;fn f(p:vec2i)->vec4f{return "
        "textureLoad(t,min(vec2u(p),textureDimensions(t,0)-1u),0);}\n");
  CHECK(clamped("fn f(t:texture_depth_2d_array,p:vec2u,l:i32)->f32{return textureLoad(t,p,2,l);}") ==
        "fn f(t:texture_depth_2d_array,p:vec2u,l:i32)->f32{return pngine_load0(t,vec2u(p),u32(2),u32(l));}"
        "\nfn pngine_load0(t:texture_depth_2d_array,p:vec2u,a:u32,l:u32)->f32{let m=min(l,textureNumLevels(t)-1u);"
        "return textureLoad(t,min(p,textureDimensions(t,m)-1u),min(a,textureNumLayers(t)-1u),m);}\n");
  CHECK(clamped("@group(0)@binding(0)var t:texture_storage_1d<r32uint,read>;fn f()->u32{return "
                "textureLoad(t,textureLoad(t,3).x).x;}") ==
        "@group(0)@binding(0)var t:texture_storage_1d<r32uint,read>;fn f()->u32{return "
        "textureLoad(t,min(u32(textureLoad(t,min(u32(3),textureDimensions(t)-1u)).x),textureDimensions(t)-1u)).x;}\n");
  CHECK(clamped("fn textureLoad(a:u32,b:u32)->u32{return a;}fn f()->u32{return textureLoad(1,2);}") ==
        "fn textureLoad(a:u32,b:u32)->u32{return a;}fn f()->u32{return textureLoad(1,2);}");
}

TEST_CASE("vertex inputs with red and blue exchanged") {
  const uint32_t locations[] = {3};
  CHECK(
      swizzleInputs(
          *mustParse("@vertex fn vs(@location(3)c:vec3f,@location(0)p:vec4f)->@builtin(position)vec4f{return p+c.x;}"),
          "vs", locations) ==
      "@vertex fn vs(@location(3)c_pngine:vec4f,@location(0)p:vec4f)->@builtin(position)vec4f{let "
      "c=c_pngine.zyx;return p+c.x;}\n");
  CHECK(swizzleInputs(*mustParse("struct I{@builtin(vertex_index)i:u32,@location(3)c:f32}"
                                 "@vertex fn vs(v:I)->@builtin(position)vec4f{return vec4f(v.c);}"),
                      "vs", locations) ==
        "struct I{@builtin(vertex_index)i:u32,@location(3)c:f32}"
        "@vertex fn vs(v_pngine:I_pngine)->@builtin(position)vec4f{let v=I_pngine_of(v_pngine);return vec4f(v.c);}"
        "\nstruct I_pngine{@builtin(vertex_index)i:u32,@location(3)c:vec4f,}"
        "fn I_pngine_of(in_pngine:I_pngine)->I{return I(in_pngine.i,in_pngine.c.z);}\n");
  // A parameter may have the name of the structure, so the body does not use that.
  const std::string hidden =
      swizzleInputs(*mustParse("struct I{@location(3)c:vec3f}@vertex fn vs(v:I,@builtin(vertex_index)I:u32)"
                               "->@builtin(position)vec4f{return vec4f(v.c,f32(I));}"),
                    "vs", locations);
  CHECK(hidden.find("{let v=I_pngine_of(v_pngine);return") != std::string::npos);
}
