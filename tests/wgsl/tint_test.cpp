// What the rewrites write is valid for Tint too. Needs Dawn's library; says so when it is missing.
#include "check/wgsl_checker.h"
#include "wgsl/helpers.h"

using namespace pngine::wgsl;
using namespace pngine::check;
using pngine::wgsl::test::mustParse;

namespace {

std::string firstError(WgslChecker& checker, const std::string& text) {
  for (const ShaderMessage& m : checker.check(text)) {
    if (m.kind == ShaderMessage::Kind::error) return m.text;
  }
  return {};
}

constexpr const char* kModules[] = {
    R"(
    const N = 4; override big: u32 = 6u; alias Arr = array<array<i32, 3>, N>;
    struct In { @builtin(global_invocation_id) gid: vec3u, @builtin(local_invocation_index) lii: u32 }
    struct Part { a: atomic<u32>, b: array<atomic<i32>, N * 2>, c: vec3f, d: Arr }
    @group(0) @binding(0) var<storage, read_write> out_data: array<f32>;
    var<workgroup> plain: Arr; var<workgroup> part: Part; var<workgroup> parts: array<Part, 2>;
    var<workgroup> dyn: array<f32, big * 2u>; var<workgroup> flag: bool; var<workgroup> m: mat3x3f;
    @compute @workgroup_size(8, 8) fn first(in: In) {
      plain[1][2] = 1; atomicAdd(&part.a, 1u); dyn[0] = 2; flag = true; parts[1].c.x = 1; _ = m;
      workgroupBarrier();
      out_data[in.lii] = f32(plain[0][0]) + dyn[1];
    }
    @compute @workgroup_size(big, N) fn second(@builtin(workgroup_id) w: vec3u) { out_data[w.x] = dyn[0]; }
    @compute @workgroup_size(1) fn third() { if flag { out_data[1] = 1; } })",
    R"(
    struct VertexOut { @builtin(position) position: vec4f, @location(0) uv: vec2f }
    struct Uniforms { time: f32, size: vec2f, tint: array<vec4f, 2> }
    @group(0) @binding(0) var<uniform> u: Uniforms;
    @group(0) @binding(1) var t: texture_2d<f32>; @group(0) @binding(2) var s: sampler;
    const corners = array<vec2f, 3>(vec2f(-1, -1), vec2f(3, -1), vec2f(-1, 3));
    fn wave(x: f32, phase: f32) -> f32 { var sum = 0.0; for (var i = 1; i <= 3; i++) { sum += sin(x * f32(i) + phase) / f32(i); } return sum; }
    fn look(tex: texture_2d<f32>, smp: sampler, at: vec2f) -> vec4f { return textureSample(tex, smp, at); }
    @vertex fn vs(@builtin(vertex_index) index: u32) -> VertexOut {
      var out: VertexOut; let at = corners[index]; out.position = vec4f(at, 0, 1); out.uv = at * .5 + .5; return out; }
    @fragment fn fs(in: VertexOut) -> @location(0) vec4f {
      let base = look(t, s, in.uv); let k = wave(in.uv.x, u.time); let p = &u.tint;
      switch i32(k) { case 0, 1: { return base * (*p)[0]; } default { } }
      return mix(base, u.tint[1], vec4f(k) - -0.5); })",
};

}  // namespace

TEST_CASE("rewritten and minified text passes Tint") {
  auto checker = WgslChecker::open(PNGINE_SOURCE_DIR "/.deps/lib/libdawn_webgpu.so");
  if (!checker) {
    MESSAGE("SKIPPED: ", checker.error());
    return;
  }
  for (const std::string text : kModules) {
    REQUIRE(firstError(**checker, text).empty());
    const auto module = mustParse(text);
    const std::string zeroed = zeroWorkgroupMemory(*module), small = minify(*module);
    CHECK(firstError(**checker, zeroed).empty());
    CHECK(firstError(**checker, small).empty());
    CHECK(firstError(**checker, minify(*mustParse(zeroed))).empty());
    CHECK(firstError(**checker, zeroWorkgroupMemory(*mustParse(small))).empty());
    CHECK(small.size() < text.size() * 8 / 10);
    CHECK(minify(*mustParse(small)) == small);
    std::map<std::string, double, std::less<>> values;
    for (const Override& o : reflect(*module).overrides) values.emplace(o.name, 2);
    CHECK(firstError(**checker, specialise(*module, values)).empty());
  }
}
