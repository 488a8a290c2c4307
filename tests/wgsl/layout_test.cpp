// Memory layout, against offsets worked out by hand from the rules of WGSL section 14.4.1 and the examples given there.
#include "base/text.h"
#include "wgsl/helpers.h"

using namespace pngine::wgsl;
using pngine::cat;
using pngine::wgsl::test::mustParse;

namespace {

struct Row {
  const char* members;
  const char* layout;  ///< offset of each member, then size/alignment of the struct
};

std::string layoutOf(const Type& type) {
  std::string out;
  for (const Member& m : type.members) out += cat(m.offset, " ");
  return out + cat(type.size, "/", type.align);
}

}  // namespace

TEST_CASE("struct layouts") {
  const Row rows[] = {
      // Scalars and vectors.
      {"a: f32", "0 4/4"},
      {"a: u32, b: i32", "0 4 8/4"},
      {"a: vec2f", "0 8/8"},
      {"a: vec3f", "0 16/16"},
      {"a: vec4f", "0 16/16"},
      {"a: vec2<i32>, b: f32", "0 8 16/8"},
      {"a: f32, b: vec2f", "0 8 16/8"},
      {"a: f32, b: vec3f", "0 16 32/16"},
      {"a: vec3f, b: f32", "0 12 16/16"},
      {"a: vec3u, b: vec3u", "0 16 32/16"},
      {"a: f32, b: vec4f", "0 16 32/16"},
      {"a: f32, b: f32, c: vec2f, d: f32", "0 4 8 16 24/8"},
      {"a: vec3f, b: vec2f", "0 16 32/16"},
      {"a: vec2f, b: vec2f, c: vec3f, d: f32", "0 8 16 28 32/16"},
      {"a: atomic<u32>, b: vec2u", "0 8 16/8"},
      {"a: f32, b: atomic<i32>, c: vec3i", "0 4 16 32/16"},
      // Halves.
      {"a: f16", "0 2/2"},
      {"a: f16, b: f16, c: f32", "0 2 4 8/4"},
      {"a: f16, b: f32", "0 4 8/4"},
      {"a: vec2h", "0 4/4"},
      {"a: vec3h", "0 8/8"},
      {"a: vec3h, b: f16", "0 6 8/8"},
      {"a: vec4<f16>, b: vec2h", "0 8 16/8"},
      {"a: f16, b: vec2h, c: f16", "0 4 8 12/4"},
      {"a: f16, b: vec3h, c: vec4h", "0 8 16 24/8"},
      {"a: array<f16, 5>, b: f32", "0 12 16/4"},
      {"a: array<vec3h, 2>, b: f16", "0 16 24/8"},
      // Matrices: columns are aligned as vectors.
      {"a: mat2x2f", "0 16/8"},
      {"a: mat3x2f, b: f32", "0 24 32/8"},
      {"a: mat4x2<f32>", "0 32/8"},
      {"a: mat2x3f, b: f32", "0 32 48/16"},
      {"a: mat3x3f", "0 48/16"},
      {"a: mat3x3f, b: f32", "0 48 64/16"},
      {"a: mat4x3f", "0 64/16"},
      {"a: mat2x4f", "0 32/16"},
      {"a: mat3x4f", "0 48/16"},
      {"a: mat4x4f, b: vec3f, c: f32", "0 64 76 80/16"},
      {"a: f32, b: mat2x2f", "0 8 24/8"},
      {"a: mat2x2h", "0 8/4"},
      {"a: mat3x3h", "0 24/8"},
      {"a: mat4x4h, b: f16", "0 32 40/8"},
      {"a: mat2x3h, b: f16", "0 16 24/8"},
      // Arrays: the stride is the element's size rounded up to its alignment.
      {"a: array<f32, 3>", "0 12/4"},
      {"a: array<vec3f, 2>, b: f32", "0 32 48/16"},
      {"a: array<vec2f, 3>, b: f32", "0 24 32/8"},
      {"a: f32, b: array<vec4f, 2>", "0 16 48/16"},
      {"a: array<array<vec3f, 2>, 3>", "0 96/16"},
      {"a: array<mat3x3f, 2>, b: u32", "0 96 112/16"},
      {"a: array<atomic<u32>, 4>, b: u32", "0 16 20/4"},
      {"a: array<f32, N>, b: f32", "0 24 28/4"},
      {"a: array<f32, N * 2 + 1>", "0 52/4"},
      {"a: array<f32, (N >> 1)>", "0 12/4"},
      // Nested structs: aligned and padded to their own alignment.
      {"a: In", "0 16/8"},
      {"a: f32, b: In", "0 8 24/8"},
      {"a: In, b: f32", "0 16 24/8"},
      {"a: array<In, 3>", "0 48/8"},
      {"a: f32, b: Wide, c: f32", "0 16 48 64/16"},
      {"a: array<Wide, 2>, b: vec2f", "0 64 80/16"},
      {"a: Alias, b: f32", "0 12 16/16"},
      // @align and @size.
      {"@align(16) a: f32", "0 16/16"},
      {"a: f32, @align(16) b: f32", "0 16 32/16"},
      {"@size(16) a: f32, b: f32", "0 16 20/4"},
      {"@size(32) @align(8) a: f32, b: f32", "0 32 40/8"},
      {"a: f32, @size(24) b: vec3f, c: f32", "0 16 40 48/16"},
      {"@align(256) a: f32, b: f32", "0 4 256/256"},
      {"@align(N + 2) a: f32, @size(N * 2) b: f32, c: f32", "0 4 16 24/8"},
      {"a: vec3f, @align(32) b: f32", "0 32 64/32"},
      {"@size(20) a: array<f32, 3>, b: f32", "0 20 24/4"},
      {"a: f32, @align(32) @size(64) b: In, c: vec2f", "0 32 96 128/32"},
      // A runtime-sized tail counts as one element.
      {"a: array<f32>", "0 4/4"},
      {"a: u32, b: array<vec4f>", "0 16 32/16"},
      {"a: u32, b: array<vec3f>", "0 16 32/16"},
      {"a: vec4f, b: array<u32>", "0 16 32/16"},
      {"a: u32, b: array<Wide>", "0 16 48/16"},
      {"a: vec2u, b: array<array<f32, 3>>", "0 8 24/8"},
  };
  for (const Row& row : rows) {
    const auto module = mustParse(std::string("enable f16; const N = 6; struct S {") + row.members +
                                  "} alias Alias = vec3f; struct In { x: vec2f, y: f32 }"
                                  "struct Wide { v: vec3f, w: vec2f } @group(0) @binding(0) var<storage> s: S;");
    const Binding& b = reflect(*module).bindings.at(0);
    INFO(std::string(row.members));
    CHECK(layoutOf(*b.type) == row.layout);
    CHECK(b.min_size == b.type->size);
  }
}

TEST_CASE("the layout examples of the WGSL specification") {
  const auto module = mustParse(R"(
    struct A { u: f32, v: f32, w: vec2<f32>, x: f32 }
    struct B { a: vec2<f32>, b: vec3<f32>, c: f32, d: f32, @align(16) e: A, f: vec3<f32>, @size(96) g: array<A, 3>, h: i32 }
    struct C { a: vec2<f32>, b: vec3<f32>, c: f32, d: f32, e: A, f: vec3<f32>, g: array<A, 3>, h: i32 }
    @group(0) @binding(0) var<storage> b: B;
    @group(0) @binding(1) var<storage> c: C;)");
  const auto& bindings = reflect(*module).bindings;
  CHECK(layoutOf(*bindings[0].type->members[4].type) == "0 4 8 16 24/8");
  CHECK(layoutOf(*bindings[1].type) == "0 16 28 32 40 64 80 152 160/16");
  CHECK(bindings[1].min_size == 160);
  CHECK(layoutOf(*bindings[0].type) == "0 16 28 32 48 80 96 192 208/16");
}

TEST_CASE("types outside structs") {
  struct Row2 {
    const char* type;
    const char* name;
    uint64_t min_size;
  };
  const Row2 rows[] = {
      {"f32", "f32", 4},
      {"vec3f", "vec3<f32>", 12},
      {"vec3<u32>", "vec3<u32>", 12},
      {"mat3x3f", "mat3x3<f32>", 48},
      {"array<u32>", "array<u32>", 4},
      {"array<vec3f>", "array<vec3<f32>>", 16},
      {"array<vec3f, 4>", "array<vec3<f32>, 4>", 64},
      {"atomic<u32>", "atomic<u32>", 4},
      {"array<array<vec2f, 3>, 2u>", "array<array<vec2<f32>, 3>, 2>", 48},
      {"Alias", "mat2x2<f32>", 16},
  };
  for (const Row2& row : rows) {
    const auto module = mustParse(
        std::string("alias Alias = mat2x2f; @group(0) @binding(0) var<storage, read_write> s: ") + row.type + ";");
    const Binding& b = reflect(*module).bindings.at(0);
    CHECK(b.type->name == row.name);
    CHECK(b.min_size == row.min_size);
  }
}

TEST_CASE("absurd sizes saturate") {
  const auto module = mustParse(
      "alias A = array<u32, 0xFFFFFFFF>; alias B = array<A, 0xFFFFFFFF>; alias C = array<B, 0xFFFFFFFF>;"
      "@group(0) @binding(0) var<storage> s: array<C, 0xFFFFFFFF>;");
  CHECK(reflect(*module).bindings[0].min_size >= (uint64_t{1} << 59));
}
