// Bindings, entry points, reachability, sampling pairs.
#include "base/text.h"
#include "wgsl/helpers.h"

using namespace pngine::wgsl;
using namespace pngine;
using pngine::wgsl::test::mustParse;

namespace {

std::string reached(const Reflection& r, const EntryPoint& e) {
  std::string out;
  for (const uint32_t i : e.bindings) out += r.bindings[i].name + " ";
  for (const uint32_t i : e.workgroup_variables) out += r.workgroup_variables[i].name + " ";
  for (const uint32_t i : e.overrides) out += r.overrides[i].name + " ";
  return out;
}

std::string pairs(const Reflection& r, std::string_view entry) {
  std::string out;
  for (const SamplingPair& p : r.entry(entry)->sampling) {
    out += r.bindings[p.texture].name + "+" + r.bindings[p.sampler].name + " ";
  }
  return out;
}

}  // namespace

TEST_CASE("every kind of binding") {
  const auto module = mustParse(R"(
    const G = 1; alias F = f32;
    @group(0) @binding(0) var<uniform> a: vec4f;
    @group(0) @binding(G + 1) var<storage> b: array<u32>;
    @group(0) @binding(3) var<storage, read_write> c: array<u32, 4>;
    @group(G) @binding(0) var d: texture_1d<f32>;
    @group(G) @binding(1) var e: texture_2d_array<u32>;
    @group(G) @binding(2) var f: texture_cube<F>;
    @group(G) @binding(3) var g: texture_multisampled_2d<i32>;
    @group(G) @binding(4) var h: texture_depth_cube_array;
    @group(G) @binding(5) var i: texture_depth_multisampled_2d;
    @group(G) @binding(6) var j: texture_storage_3d<rgba16float, read>;
    @group(G) @binding(7) var k: texture_storage_1d<r32uint, read_write>;
    @group(G) @binding(8) var l: texture_storage_2d_array<bgra8unorm, write>;
    @group(G) @binding(9) var m: texture_external;
    @group(G) @binding(10) var n: sampler;
    @group(G) @binding(11) var o: sampler_comparison;)");
  using webgpu::ScalarClass;
  using webgpu::StorageTextureAccess;
  using webgpu::ViewDimension;
  const auto& b = reflect(*module).bindings;
  REQUIRE(b.size() == 15);
  const BindingKind kinds[] = {BindingKind::uniform,
                               BindingKind::storage_read,
                               BindingKind::storage_read_write,
                               BindingKind::texture_sampled,
                               BindingKind::texture_sampled,
                               BindingKind::texture_sampled,
                               BindingKind::texture_multisampled,
                               BindingKind::texture_depth,
                               BindingKind::texture_depth_multisampled,
                               BindingKind::texture_storage,
                               BindingKind::texture_storage,
                               BindingKind::texture_storage,
                               BindingKind::texture_external,
                               BindingKind::sampler,
                               BindingKind::sampler_comparison};
  for (size_t i = 0; i < b.size(); ++i) CHECK(b[i].kind == kinds[i]);
  CHECK(b[1].binding == 2);
  CHECK(b[3].group == 1);
  CHECK(b[3].view_dimension == ViewDimension::d1);
  CHECK(b[3].sample_class == ScalarClass::float_);
  CHECK(b[4].view_dimension == ViewDimension::d2_array);
  CHECK(b[4].sample_class == ScalarClass::uint);
  CHECK(b[5].view_dimension == ViewDimension::cube);
  CHECK(b[5].sample_class == ScalarClass::float_);
  CHECK(b[6].sample_class == ScalarClass::sint);
  CHECK(b[7].view_dimension == ViewDimension::cube_array);
  CHECK(b[9].view_dimension == ViewDimension::d3);
  CHECK(b[9].texel_format == webgpu::TextureFormat::rgba16float);
  CHECK(b[9].access == StorageTextureAccess::read_only);
  CHECK(b[10].access == StorageTextureAccess::read_write);
  CHECK(b[11].access == StorageTextureAccess::write_only);
  CHECK(b[11].texel_format == webgpu::TextureFormat::bgra8unorm);
  CHECK_FALSE(b[13].view_dimension.has_value());
}

TEST_CASE("reachability follows calls, types and initialisers, and respects shadowing") {
  const auto module = mustParse(R"(
    @group(0) @binding(0) var<storage, read_write> direct: array<u32>;
    @group(0) @binding(1) var<storage, read_write> indirect: array<u32>;
    @group(0) @binding(2) var<storage, read_write> shadowed: array<u32>;
    @group(0) @binding(3) var<storage, read_write> unused: array<u32>;
    override size: u32 = base * 2u; override base = 4u; override axis = 8u; override other = 1;
    alias Row = array<f32, size>;
    var<workgroup> tile: Row; var<workgroup> idle: Row;
    var<private> start: i32 = other;
    fn deep() { indirect[0] = 1; }
    fn middle() { deep(); }
    fn lonely() { unused[0] = 1u; }
    @compute @workgroup_size(axis, 2) fn one() { middle(); direct[0] = 1u; let shadowed = 1; _ = shadowed; }
    @compute @workgroup_size(1) fn two() { tile[0] = 1.0; }
    @compute @workgroup_size(1) fn three(@builtin(local_invocation_index) direct: u32) { { let deep = direct; _ = deep; } _ = start; }
    @compute @workgroup_size(1) fn four() { { let shadowed = 1; _ = shadowed; } shadowed[0] = 1u; }
    @compute @workgroup_size(1) fn five() { for (var direct = 0; direct < 1; direct++) { } loop { let middle = 1; continuing { _ = middle; break if true; } } }
    @compute @workgroup_size(1) fn six() { let direct = direct[0]; _ = direct; })");
  const Reflection& r = reflect(*module);
  CHECK(reached(r, *r.entry("one")) == "direct indirect axis ");
  CHECK(reached(r, *r.entry("two")) == "tile size base ");
  CHECK(reached(r, *r.entry("three")) == "other ");
  CHECK(reached(r, *r.entry("four")) == "shadowed ");
  CHECK(reached(r, *r.entry("five")).empty());
  CHECK(reached(r, *r.entry("six")) == "direct ");
  CHECK_FALSE(r.workgroup_variables[0].size.has_value());
  CHECK(r.entry("one")->workgroup_size[0] == std::nullopt);
  CHECK(r.entry("one")->workgroup_size[1] == 2u);
  CHECK(r.entry("one")->workgroup_size[2] == 1u);
  CHECK(r.entry("one")->workgroup_size_overrides == std::vector<std::string>{"axis"});
}

TEST_CASE("workgroup sizes from constants, and through chains of overrides") {
  const auto module = mustParse(
      "const N = 8; const V = vec3u(4, 2, 1); override a = 2u; override b = a * 2u;"
      "@compute @workgroup_size(N * 2, V.y, max(V.z, 3u)) fn f() {} @compute @workgroup_size(b) fn g() {}");
  const Reflection& r = reflect(*module);
  CHECK(r.entry_points[0].workgroup_size == std::array<std::optional<uint32_t>, 3>{16u, 2u, 3u});
  CHECK(r.entry_points[1].workgroup_size_overrides == std::vector<std::string>{"b", "a"});
}

TEST_CASE("sampling pairs are traced through parameters") {
  const auto module = mustParse(R"(
    @group(0) @binding(0) var t1: texture_2d<f32>; @group(0) @binding(1) var t2: texture_2d<f32>;
    @group(0) @binding(2) var s1: sampler; @group(0) @binding(3) var s2: sampler;
    @group(0) @binding(4) var d: texture_depth_2d; @group(0) @binding(5) var sc: sampler_comparison;
    @group(0) @binding(6) var many: binding_array<texture_2d<f32>, 4>;
    fn both(t: texture_2d<f32>, s: sampler) -> vec4f { return textureSampleLevel(t, s, vec2f(), 0); }
    fn swapped(s: sampler, t: texture_2d<f32>) -> vec4f { return both(t, s); }
    fn fixed(s: sampler) -> vec4f { return swapped(s, t2); }
    @fragment fn a() -> @location(0) vec4f { return textureSample(t1, s1, vec2f()); }
    @fragment fn b() -> @location(0) vec4f { return both(t1, s2) + fixed((s1)); }
    @fragment fn c() -> @location(0) vec4f { return textureGather(1, t2, s1, vec2f()) + textureGather(d, s2, vec2f()); }
    @fragment fn e() -> @location(0) vec4f { return vec4f(textureSampleCompareLevel(d, sc, vec2f(), 0.5)); }
    @fragment fn f() -> @location(0) vec4f { return textureLoad(t1, vec2u(), 0); }
    @fragment fn g() -> @location(0) vec4f { return textureSample(many[2], s1, vec2f()) + textureSample(t1, s1, vec2f()) + textureSample(t1, s1, vec2f()); })");
  const Reflection& r = reflect(*module);
  CHECK(pairs(r, "a") == "t1+s1 ");
  CHECK(pairs(r, "b") == "t1+s2 t2+s1 ");
  CHECK(pairs(r, "c") == "t2+s1 d+s2 ");
  CHECK(pairs(r, "e") == "d+sc ");
  CHECK(pairs(r, "f").empty());
  CHECK(pairs(r, "g") == "t1+s1 many+s1 ");
}

TEST_CASE("inputs and outputs are flattened through structs") {
  const auto module = mustParse(R"(
    const first = 0;
    struct In { @location(first) pos: vec3<f32>, @builtin(vertex_index) index: u32, @location(2) id: u32 }
    alias InAlias = In;
    struct Out { @builtin(position) pos: vec4f, @location(0) @interpolate(linear, centroid) uv: vec2f, @location(1) @interpolate(flat) n: i32 }
    @vertex fn vs(in: InAlias, @location(5) extra: vec2h, @builtin(instance_index) inst: u32) -> Out { var o: Out; return o; }
    @fragment fn fs(in: Out) -> @location(3) vec4f { return vec4f(); }
    struct Two { @location(0) @blend_src(0) a: vec4f, @blend_src(1) @location(0) b: vec4f, @builtin(frag_depth) d: f32 }
    @fragment fn dual() -> Two { return Two(); }
    @vertex fn bare() -> @builtin(position) vec4f { return vec4f(); })");
  const Reflection& r = reflect(*module);
  const EntryPoint& vs = *r.entry("vs");
  CHECK(vs.stage == Stage::vertex);
  REQUIRE(vs.inputs.size() == 3);
  CHECK(vs.inputs[0].name == "in.pos");
  CHECK(vs.inputs[0].type == "vec3<f32>");
  CHECK(vs.inputs[0].components == 3);
  CHECK(vs.inputs[0].scalar == webgpu::ScalarClass::float_);
  CHECK(vs.inputs[1].location == 2);
  CHECK(vs.inputs[1].scalar == webgpu::ScalarClass::uint);
  CHECK(vs.inputs[2].name == "extra");
  CHECK(vs.inputs[2].type == "vec2<f16>");
  CHECK(vs.input_builtins == std::vector<std::string>{"vertex_index", "instance_index"});
  CHECK(vs.output_builtins == std::vector<std::string>{"position"});
  REQUIRE(vs.outputs.size() == 2);
  CHECK(vs.outputs[0].name == "uv");
  CHECK(vs.outputs[0].interpolation == "linear");
  CHECK(vs.outputs[0].sampling == "centroid");
  CHECK(vs.outputs[1].interpolation == "flat");
  CHECK(r.entry("fs")->outputs.at(0).location == 3);
  CHECK(r.entry("fs")->inputs.size() == 2);
  CHECK(r.entry("dual")->outputs.at(1).blend_src == 1u);
  CHECK(r.entry("dual")->output_builtins == std::vector<std::string>{"frag_depth"});
  CHECK(r.entry("bare")->output_builtins == std::vector<std::string>{"position"});
}

TEST_CASE("directives, declared names, spans") {
  const std::string text =
      "enable f16, subgroups; requires a_b;\n@id(4) override x = 1; const y = 2u; var<workgroup> w: vec3f;";
  const auto module = mustParse(text);
  const Reflection& r = reflect(*module);
  CHECK(r.enables == std::vector<std::string>{"f16", "subgroups"});
  CHECK(r.requires_ == std::vector<std::string>{"a_b"});
  REQUIRE(r.declared.size() == 3);
  CHECK(text.substr(r.overrides[0].declaration.begin, r.overrides[0].declaration.size()) == "@id(4) override x = 1;");
  CHECK(text.substr(r.constants[0].span.begin, r.constants[0].span.size()) == "y");
  CHECK(r.workgroup_variables[0].size == 12u);
}

TEST_CASE("sizes that overrides decide are known while the overrides keep their defaults") {
  const ModulePtr m = mustParse(R"(
    override n = 4; override half = n / 2 - 2; override none: u32; alias List = array<f32, half>;
    var<workgroup> a: array<f32, n>; var<workgroup> b: List; var<workgroup> c: array<f32, none>;
    @compute @workgroup_size(half, n, none) fn go() { a[0] = b[0] + c[0]; })");
  const Reflection& r = reflect(*m);
  const EntryPoint& e = r.entry_points[0];
  CHECK(e.workgroup_size == std::array<std::optional<uint32_t>, 3>{});
  CHECK(e.workgroup_size_default == std::array<std::optional<int64_t>, 3>{0, 4, std::nullopt});
  CHECK(r.workgroup_variables[0].count_default == 4);
  CHECK(r.workgroup_variables[1].count_default == 0);
  CHECK(r.workgroup_variables[2].count_default == std::nullopt);
}
