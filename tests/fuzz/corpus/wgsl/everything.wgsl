// nasty syntax
diagnostic(off, derivative_uniformity);
requires readonly_and_readwrite_storage_textures;
/* nested /* comment */ still */
const N = 4; const M: u32 = u32(N) * 2 + 0x10u;
override scale: f32 = 2.0; @id(7) override count = 3; override big: u32 = u32(count) * 2u;
alias V = vec4<f32>; alias Arr = array<array<i32, 3>, N>;
struct Light { @align(32) position: vec3f, @size(32) color: vec3<f32>, e: array<V, (N + 1)>, };
struct Part { a: atomic<u32>, b: array<atomic<i32>, N * 2>, c: vec3f, d: Arr };
@group(0) @binding(0) var<uniform> light: Light;
@binding(1) @group(0) var<storage, read_write> out_data: array<V>;
@group(0) @binding(2) var tex: texture_2d<f32>;
@group(0) @binding(3) var samp: sampler;
@group(0) @binding(4) var st: texture_storage_2d<rgba8unorm, write>;
@group(0) @binding(5) var dep: texture_depth_2d;
@group(0) @binding(6) var sc: sampler_comparison;
var<workgroup> wg: Arr;
var<workgroup> part: Part;
var<workgroup> parts: array<Part, 2>;
var<workgroup> dyn: array<f32, big * 2u>;
var<workgroup> flag: bool;
var<private> p: i32 = -1i;
fn sampleIt(t: texture_2d<f32>, s: sampler, uv: vec2f) -> V { return textureSampleLevel(t, s, uv, 0.0); }
fn outer(uv: vec2f, t: texture_2d<f32>) -> V { return sampleIt((t), samp, uv); }
@must_use fn cmp(a: i32, b: i32, c: i32) -> bool { return (a < b) == (b > c); }
fn generic(a: i32, b: i32) -> i32 {
  var i = 0; let x = vec2<i32>(a, b);
  for (var j = 0; j < 3 && i >= 0; j++) { i += j << 1u; continue; }
  loop { if i > 10 { break; } i++; continuing { i = i >> 1u; i += 4; break if i >= 20; } }
  while (i > 30) { i--; }
  switch i { case 1, 2, default: { i = 3; } case 4 { } }
  @diagnostic(off, derivative_uniformity) if (i == 5) { return x.y; } else if i != 6 { } else { _ = x; }
  let pi = &i; *pi = 1; (*pi) += 2; i = (i & 3) | 4; i = (i - -3) * ~i;
  { let i = i + 1; _ = i; }
  return i;
}
@fragment fn fs(@builtin(position) pos: vec4f, @location(0) @interpolate(flat, either) id: u32) -> @location(0) vec4f {
  if (cmp(1, 2, 3)) { discard; }
  return outer(pos.xy, tex) + light.e[2] + textureSampleCompareLevel(dep, sc, pos.xy, 0.5) + f32(generic(1, 2)) + 1.5e3 + 0x1.8p3 + .5 + 1.f;
}
struct In { @builtin(global_invocation_id) gid: vec3u, @builtin(local_invocation_index) lii: u32 }
@compute @workgroup_size(8, 8) fn cs(in: In) {
  wg[1][2] = 1; atomicAdd(&part.a, 1u); dyn[0] = scale; flag = true; parts[1].c.x = 1;
  textureStore(st, in.gid.xy, vec4f(f32(M)));
}
@compute @workgroup_size(big, N) fn cs2(@builtin(workgroup_id) w: vec3u) { out_data[0] = V(dyn[0]); p = 3; }
@compute @workgroup_size(1) fn cs3() { if flag { out_data[1] = V(1); } }
