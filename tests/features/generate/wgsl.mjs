// The shading language itself: each program computes up to 63 numbers and shows their bits, a number a column, the lowest
// bit at the top. What native drivers lack and the player rewrites comes first, then a walk over the language.
import { FULL, compute, dispatch, frame, group, module, pass, pipeline, texture } from './common.mjs';

const NUMBERS = '@group(0) @binding(0) var<storage, read_write> o: array<u32>;';
const HELPERS = { fb: 'fn fb(x: f32) -> u32 { return bitcast<u32>(x); }', ib: 'fn ib(x: i32) -> u32 { return bitcast<u32>(x); }' };
/** A zero that no compiler knows, of three types. */
const ZEROS = [['z', 'let z = o[63];'], ['zi', 'let zi = i32(o[63]);'], ['zf', 'let zf = f32(o[63]);']];
const uses = (text, name) => new RegExp(`\\b${name}\\b`).test(text);

const bits = [
  module('code', `@group(0) @binding(0) var<storage, read> o: array<u32>;
${FULL}
@fragment fn fs(@builtin(position) p: vec4f) -> @location(0) vec4f {
  let bit = (o[u32(p.x)] >> (u32(p.y) / 2u)) & 1u;
  return vec4f(f32(bit), f32(bit) * 0.5 + p.y / 256.0, 0.25, 1.0);
}`),
  pipeline(), group('bound', 'pipe', ':buffer numbers'), pass({ keys: ':bind-groups [bound]' }),
].join('\n\n');

/** The body may use `fb`, `ib`, `z`, `zi`, `zf` and `li`, the index of the invocation. */
const numbers = (name, title, declarations, body, { more = [], entries = [], before = '', size = '1' } = {}) => [
  `wgsl-${name}`, title, '(buffer :name numbers :size 256 :usage [storage])', ...more,
  module('fillCode', [
    NUMBERS, ...Object.keys(HELPERS).filter((f) => uses(declarations + body, f)).map((f) => HELPERS[f]), ...(declarations ? [declarations] : []),
    `@compute @workgroup_size(${size}) fn main(${uses(body, 'li') ? '@builtin(local_invocation_index) li: u32' : ''}) {`,
    ...ZEROS.filter(([zero]) => uses(body, zero)).map(([, line]) => `  ${line}`), `  ${body.trim()}`, '}',
  ].join('\n')),
  compute('fillPipe', 'fillCode'), group('fillGroup', 'fillPipe', ':buffer numbers', ...entries), dispatch('fill', 'fillPipe', 'fillGroup'),
  bits, frame(`${before}fill draw`),
];
const ULP = '\nLLVMPIPE: its last bits of such functions are its own.';

// ---- what the native player rewrites ----

const rewritten = [
  numbers('pointers-storage', 'Functions that take pointers into storage: elements, members, whole arrays, through other functions.',
    `struct S { a: array<vec4u, 2>, n: u32 }
struct T { s: array<S, 3> }
@group(0) @binding(1) var<storage, read_write> t: T;
fn bump(p: ptr<storage, u32, read_write>, o: u32) -> u32 { *p = o; (*p)++; *(p) *= 2; let q = p; *q += 1; return *p; }
fn twice(q: ptr<storage, u32, read_write>, p: u32) -> u32 { return bump(q, p) + bump(q, 1); }
fn put(s: ptr<storage, S, read_write>, v: u32) { s.n = v; (*s).a[1].y = v; let w = &s.a[0]; w.x = v; one(&s.a[0], v); row(&s.a); }
fn one(p: ptr<storage, vec4u, read_write>, v: u32) { (*p).z = v + 1; p.w = 2; *p = *p * 2; p[1] = 1 + v; }
fn row(a: ptr<storage, array<vec4u, 2>, read_write>) { for (var i = 0u; i < 2; i++) { one(&a[i], i); one(&(*a)[i], 9); } }
fn every(t: ptr<storage, T, read_write>) { for (var i = 0; i < 3; i++) { put(&t.s[i], u32(i) + 3); } }
fn length(p: ptr<storage, array<u32>, read_write>) -> u32 { return arrayLength(p) + (*p)[60]; }`,
    `for (var i = 0; i < 3; i++) { o[10 + i] = bump(&o[i + 1], 5); }
  o[20] = twice(&o[z + 8], 2); let k = &o[z + 9]; o[21] = twice(k, 3); o[22] = length(&o);
  every(&t);
  for (var i = 0; i < 3; i++) { for (var j = 0; j < 2; j++) { for (var c = 0; c < 4; c++) { o[24 + i * 8 + j * 4 + c] = t.s[i].a[j][c]; } } o[50 + i] = t.s[i].n; }`,
    { more: ['(buffer :name tree :size 256 :usage [storage])'], entries: [':buffer tree'] }),
  numbers('pointers-workgroup', 'Functions that take pointers into workgroup memory, atomics included.',
    `var<workgroup> w: array<u32, 4>;
struct A { x: array<atomic<i32>, 3>, n: atomic<u32> }
var<workgroup> b: A;
fn put(p: ptr<workgroup, array<u32, 4>>, i: u32) { (*p)[i] = i + 5u; }
fn add(p: ptr<workgroup, u32>) { *p += 2; }
fn sum(w: ptr<workgroup, array<u32, 4>>) -> u32 { var s = 0u; for (var i = 0; i < 4; i++) { s += w[i]; } workgroupBarrier(); return s + workgroupUniformLoad(w)[1]; }
fn count(p: ptr<workgroup, atomic<u32>>) -> u32 { return atomicAdd(p, 3u); }
fn top(p: ptr<workgroup, atomic<i32>>, v: i32) -> i32 { let r = atomicCompareExchangeWeak(p, 0, v); atomicMax(&(*p), 2); return atomicLoad(p) * 10 + r.old_value; }`,
    `put(&w, 1u); add(&w[1]); o[0] = w[1]; o[1] = sum(&w); o[2] = count(&b.n); o[3] = count(&b.n);
  for (var i = 0; i < 3; i++) { o[4 + i] = u32(top(&b.x[i], i + 1)); o[8 + i] = u32(top(&b.x[i], 9)); }`),
  numbers('pointers-parts', 'Functions that take pointers to parts of local and private variables.',
    `struct S { a: u32, b: vec3u, c: array<f32, 2> }
struct R { s: S, k: u32 }
var<private> state: R;
fn bump(p: ptr<function, vec3u>) { (*p).y += 4u; }
fn random(seed: ptr<function, u32>) -> f32 { *seed = *seed * 747796405u + 2891336453u; return f32(*seed >> 8u) / 16777216.0; }
fn both(r: ptr<function, R>) -> vec2f { return vec2f(random(&r.s.a), random(&(*r).k)); }
fn twice(p: ptr<function, array<u32, 4>>, i: u32) -> u32 { return next(&p[i]) + next(&(*p)[i + 1]); }
fn next(p: ptr<function, u32>) -> u32 { *p += 1; return *p * 10; }
fn hidden(p: ptr<private, u32>) { *p += 3; }
fn deep(p: ptr<private, R>, i: u32) { hidden(&p.k); hidden(&p.s.b[i % 1u + 0u * i]); }`.replace(' hidden(&p.s.b[i % 1u + 0u * i]);', ' hidden(&p.s.a);'),
    `var s = S(1, vec3u(1, 2, 3), array(3, 4)); bump(&s.b); o[0] = s.b.y;
  var r: R; let d = both(&r); o[1] = fb(d.x); o[2] = fb(d.y); o[3] = r.s.a; o[4] = r.k;
  var list: array<R, 3>; o[5] = fb(both(&list[z + 1]).x); o[6] = list[1].k; bump(&list[2].s.b); o[7] = list[2].s.b.y;
  var x = array(1u, 2, 3, 4); var i = 1u; let at = &x[i]; i = 3; o[8] = next(at); o[9] = twice(&x, z + 1); o[10] = x[1]; o[11] = x[2]; o[12] = next(&x[i]);
  var y = 4u; o[13] = next(&y); let py = &y; o[14] = next(py); deep(&state, 1); deep(&state, 2); o[15] = state.k; o[16] = state.s.a;`),
  numbers('pointers-uniform', 'Functions that take pointers into uniform memory.',
    `struct U { m: mat4x4f, l: array<vec4f, 4> }
@group(0) @binding(1) var<uniform> u: U;
fn at(p: ptr<uniform, U>, i: u32) -> f32 { return p.l[i].y + sum(&p.l[i]) + (*p).m[1][2]; }
fn sum(v: ptr<uniform, vec4f>) -> f32 { return dot(*v, vec4f(1, 2, 3, 4)); }`,
    'for (var i = 0u; i < 4; i++) { o[i] = fb(at(&u, i)); }',
    { more: [`(data :name values :float32 [${Array.from({ length: 32 }, (_, i) => `${i * 5 % 32}.5`).join(' ')}])`, '(buffer :name bytes :usage [uniform] :data values)'], entries: [':buffer bytes'] }),
  numbers('storage-texture-parameter', 'Functions that take storage textures.',
    `@group(0) @binding(1) var t: texture_storage_2d<r32uint, read_write>;
fn up(q: texture_storage_2d<r32uint, read_write>, i: vec2i) { textureStore(q, i, textureLoad(q, i) + 3); }
fn row(q: texture_storage_2d<r32uint, read_write>, y: i32) { for (var x = 0; x < 4; x++) { up(q, vec2i(x, y)); textureStore(q, vec2i(x, y), textureLoad(q, vec2i(x, y)) * u32(x + 2)); } }`,
    `textureStore(t, vec2i(1), vec4u(5)); row(t, 1); row(t, zi + 2);
  for (var i = 0; i < 16; i++) { o[i] = textureLoad(t, vec2i(i % 4, i / 4)).x; } o[16] = textureDimensions(t).y;`,
    { more: [texture('cells', 'r32uint', 'storage-binding', ':size [4 4]')], entries: [':texture cells'] }),
  numbers('loop-returns', 'Functions whose last statement is a loop that returns.',
    `fn f(a: i32) -> i32 { loop { if a > 3 { return 1; } else { return 2; } } }
fn g(a: i32) -> vec2<i32> { for (;;) { return vec2i(3); } }
struct S { a: f32, b: array<f32, 2> }
fn h(a: i32) -> S { loop { if a == 3 { return S(3, array(1, 2)); } continuing { } } }
fn k(a: i32) -> i32 { switch a { case 1 { return 5; } default { loop { return 7; } } } }
fn m(a: i32) -> i32 { var i = a; for (; ; i++) { if i > 9 { return i; } } }
fn n(a: i32) -> i32 { var i = a; loop { i++; if i > 9 { return i; } continuing { i += 1; } } }
fn p(a: i32) -> i32 { { loop { return 4; } } }
fn q(a: i32) -> i32 { loop { switch a { case 1 { continue; } default { return 7; } } } }
fn s(a: i32) -> i32 { if a > 0 { return 3; } else { for (;;) { return 5; } } }`,
    'o[0] = u32(f(zi)); o[1] = u32(g(zi).x); o[2] = fb(h(3 + zi).a); o[3] = u32(k(zi + 1)); o[4] = u32(m(zi)); o[5] = u32(n(zi)); o[6] = u32(p(zi)); o[7] = u32(q(zi)); o[8] = u32(s(zi));'),
  numbers('let-out-of-range', 'Indices and shifts by values that are known and out of range: clamped, and taken modulo the width.',
    '',
    `var a = array(1u, 2, 3); let i = 5; o[0] = a[i]; let v = vec2u(1, 2); let j = 7u; o[1] = v[j]; let b = array(4u, 5, 6); o[2] = b[i];
  var m = mat2x2f(1, 2, 3, 4); let c = 3; o[3] = fb(m[c].x); a[i] = 7; o[4] = a[2]; let k = i - 3; o[5] = a[k];
  let s = 40u; o[6] = 1u << s; let t = 33; o[7] = 5u >> u32(t); var w = 3u; let q = 35u; w <<= q; o[8] = w; let vs = vec2u(33, 34); let r = vec2u(1) << vs; o[9] = r.x + r.y * 16;
  let d = 0; o[10] = ib(5 / (d + zi)); o[11] = ib(7 % (d + zi)); let n = -2147483648; o[12] = ib(n / (zi - 1)); let x = 2147483647; o[13] = ib(x + 1 + zi);`),
  numbers('shifts', 'Shifts by distances beyond the width.',
    'fn f(s: u32, v: vec2u) -> u32 { var r = 3u; r <<= s; r >>= v.x + s; r = (r << (s + 1)) + (r << s); let w = vec2u(5) << v; let q = vec2i(-9) >> (v + 30); r += (w.x >> s) + w.y + u32(q.x); r ^= (r << 13u) >> v.y; return r; }',
    'o[0] = f(z + 33, vec2u(z + 40, 35)); o[1] = 1u << (z + 45); o[2] = ib(-8i >> (z + 33)); const K = 4u; o[3] = 1u << K; o[4] = u32(1 << (z + 34)); let a = z + 36; o[5] = 3u << a; o[6] = 0xff00u >> (a - (z << a)); var l = array(33u, 34); o[7] = 7u << l[z];'),
  numbers('constants', 'Constants of functions that native drivers know at run time only, where a constant is needed.',
    `const N = extractBits(0xffu, 2u, 2u) + 2;
alias A = array<u32, N>;
const B = true & (N > 2);
const C = select(1, 2, B | false);
var<private> p: array<f32, N> = array(mix(0, 1, 0.5), 1, smoothstep(0, 2, 1.5), 3, 4);
struct S { @size(extractBits(0x7fu, 0, 4) + 1) a: u32 }
const V = vec2(true, false) | vec2(false);
const T = transpose(mat2x2(1, 2, 3, 4));
fn f() -> u32 { const M = N * 2; var a: array<u32, M>; a[M - 1] = 3; const q = mix(f32(M), 2.0, 0.5); return a[9] + u32(q); }`,
    `var a: A; a[4] = 3; o[0] = a[z + 4]; o[1] = u32(B); o[2] = u32(C); o[3] = fb(p[z]); o[4] = fb(p[z + 2]); o[5] = f(); const_assert N == 5; const v = mix(vec3(0, 1, 2), vec3(2.0), 0.25); o[6] = fb(v.z);
  for (var i = 0u; i < N; i++) { o[10 + i] = i + 1; } switch z + 5 { case N { o[7] = 4; } default { o[7] = 5; } } o[8] = u32(V.x); o[9] = fb(T[0].y); const c = transpose(mat2x3(1, 2, 3, 4, 5, 6)); o[16] = fb(c[1].y);
  const d = frexp(12.5).exp; o[17] = ib(d); const e = modf(2.75); o[18] = fb(e.fract); o[19] = fb(determinant(mat2x2f(1, 2, 3, 5)));`),
  numbers('constants-packed', 'Packing and unpacking in constants.',
    `const a = pack4x8snorm(vec4(0.1, -0.5, 1, -1)); const b = pack4x8unorm(vec4(0.1, 0.5, 1, 0)); const c = pack2x16snorm(vec2(0.1, -0.5)); const d = pack2x16unorm(vec2(0.1, 0.5));
const e = pack2x16float(vec2(0.1, -2.5)); const f = unpack4x8snorm(0x80ff7f01); const g = unpack4x8unorm(0x80ff7f01); const h = unpack2x16snorm(0x8000ffff); const i = unpack2x16unorm(0x8000ffff);
const j = unpack2x16float(0x3c003555); const k = quantizeToF16(1.2345); const l = quantizeToF16(vec2(1.9999, 65000.0)); const m = extractBits(-5, 1, 3); const n = extractBits(vec2(0xab, 0xcd), 4, 4);
const p = insertBits(0, 0xf, 8, 4); const q = pack4xI8(vec4i(1, -2, 3, 4)); const r = pack4xI8Clamp(vec4(1, -200, 300, 4)); const s = pack4xU8Clamp(vec4(1u, 2000, 3, 4)); const t = unpack4xI8(0xff020304u);
const u = unpack4xU8(0xff020304u); const v = dot4U8Packed(0x01020304u, 0x01010101u); const w = dot4I8Packed(0xff020304u, 0x01010101u); const x = pack4xU8(vec4(1u, 2, 3, 4));`,
    'o[0] = a; o[1] = b; o[2] = c; o[3] = d; o[4] = e; o[5] = fb(f.x); o[6] = fb(f.w); o[7] = fb(g.y); o[8] = fb(h.y); o[9] = fb(i.x); o[10] = fb(j.x); o[11] = fb(j.y); o[12] = fb(k); o[13] = fb(l.x); o[14] = fb(l.y); o[15] = ib(m); o[16] = u32(n.y); o[17] = u32(p); o[18] = q; o[19] = r; o[20] = s; o[21] = ib(t.w); o[22] = u.w; o[23] = v; o[24] = ib(w); o[25] = x;'),
  numbers('texture-load-outside', 'Texels outside the texture, its layers and its levels.',
    `@group(0) @binding(1) var t: texture_2d<u32>;
@group(0) @binding(2) var a: texture_2d_array<u32>;
fn at(q: texture_2d<u32>, p: vec2i, l: i32) -> u32 { return textureLoad(q, p, l).x; }`,
    `var n = 0; for (var y = -1; y < 5; y++) { for (var x = -1; x < 5; x++) { o[n] = textureLoad(t, vec2i(x, y), 0).x; n++; } }
  for (var i = -1; i < 4; i++) { o[40 + i] = textureLoad(a, vec2i(1), i, 0).x; o[46 + i] = at(t, vec2i(i, 1), i); } o[52] = textureLoad(t, vec2u(z - 1, 2), 0).x; o[53] = textureLoad(a, vec2u(2, z - 7), z + 9, z + 3).x;`,
    {
      more: [texture('cells', 'r32uint', 'storage-binding texture-binding', ':size [4 4]'), texture('layers', 'r32uint', 'storage-binding texture-binding', ':size [4 4 3]'),
        module('cellCode', `@group(0) @binding(0) var t: texture_storage_2d<r32uint, write>;\n@group(0) @binding(1) var a: texture_storage_2d_array<r32uint, write>;
@compute @workgroup_size(4, 4) fn main(@builtin(global_invocation_id) id: vec3u) { textureStore(t, id.xy, vec4u(id.x + 4 * id.y + 1)); for (var l = 0u; l < 3; l++) { textureStore(a, id.xy, l, vec4u(id.x + 4 * id.y + 16 * l + 100)); } }`),
        compute('cellPipe', 'cellCode'), group('cellGroup', 'cellPipe', ':texture cells', ':texture layers'), dispatch('cellFill', 'cellPipe', 'cellGroup')],
      entries: [':texture cells', ':texture layers'], before: 'cellFill ',
    }),
];

// ---- the language ----

const language = [
  numbers('abstract', 'Numbers without a type in calls, constructors and operators.',
    `struct S { a: f32, b: vec2f, c: u32, d: array<f32, 2> }
fn f(a: f32, b: vec2f, c: u32, d: array<f32, 2>, m: mat2x2f) -> f32 { return a + b.y + f32(c) + d[1] + m[1].x; }
fn r() -> S { return S(1, vec2(2, 3), 4, array(5, 6)); }
const A = array(1, 2, 3.5);
const C = array(vec2(1, 2), vec2(3, 4));`,
    `o[0] = fb(f(1, vec2(2, 3), 4, array(5, 6), mat2x2(1, 2, 3, 4))); o[1] = fb(r().b.y); o[2] = u32(max(1, 2)); o[3] = fb(max(1, 2.0)); o[4] = fb(clamp(3, 1, 2.5)); o[5] = fb(mix(1, zf, 0.5)); o[6] = max(z, 3); o[7] = fb(fma(2, zf, 3));
  o[8] = fb(select(1, zf, z == 1)); o[9] = fb(dot(vec2(1, 2), vec2f(3, zf))); o[10] = fb(vec3(zf, 1, 2).y); o[11] = fb(array(zf, 1, 2)[z + 1]); o[12] = fb(mat2x2(zf, 1, 2, 3)[1].x); o[13] = insertBits(z, 5, 3, 3); o[14] = fb(A[z + 1]); o[15] = u32(C[z + 1].x);
  var h = vec3(1, 2.5, 3); h.x = 2 * zf + 1; o[16] = fb(h.x); var g = 1u + 2; o[17] = g; let e: array<vec2f, 2> = array(vec2(1, 2), vec2(3)); o[18] = fb(e[z].y); o[19] = fb(ldexp(3, zi + 1)); o[20] = fb(zf + 1 / 2); o[21] = fb(zf + 1.0 / 2); o[22] = u32(0x123456789 / 0x1000);`),
  numbers('control-flow', 'switch, loop, for, while with every way out.', 'const K = 3;\nfn t(a: bool) -> bool { o[40] += 1; return a; }',
    `for (var i = 0; i < 6; i++) { switch i { case 0, 2 { o[i] = 10; } default { o[i] = 20; } case 1: { o[i] = 30; } case 4, { o[i] = 40; } } switch i { case K, default: { o[i] += 1; } case K + 1 { o[i] += 2; break; } } }
  var n = 0u; for (var i = 0; i < 10; i++) { switch i { case 3: { continue; } case 7: { break; } default: { if i == 8 { continue; } n += 1; } } n += 100; } o[8] = n;
  var i = 0u; loop { if i == 4 { i++; continue; } n += i; continuing { i++; break if i >= 8; } } o[9] = n; while n > 5 { n /= 2; if n == 13 { break; } } o[10] = n;
  o[40] = 0; let a = t(false) && t(true); let b = t(true) || t(false); let c = t(false) & t(true); o[11] = u32(a) + 2 * u32(b) + 4 * u32(c); o[12] = o[40]; for (;;) { if i > 20 { break; } i += 3; } o[13] = i;`),
  numbers('values', 'Swizzles, matrices, structures, arrays, pointers, shadowed names.',
    `struct A { x: u32, y: array<vec2u, 3> }
struct B { a: A, b: array<A, 2>, @align(16) c: f32, @size(32) d: i32, }
var<private> x: u32 = 9;
fn mk(n: u32) -> B { var r: B; r.a.x = n; r.b[1].y[2].x = n * 2; return r; }
const L = array(3u, 5, 7, 11);`,
    `var v = vec4u(1, 2, 3, 4) + z; v.x = v.w; v.y += 7; v[2] = 9; o[0] = v.x + v.y * 16 + v.z * 256; o[1] = v.wzyx.y; let p = &v; p.x = 3; (*p).w = 6; o[2] = v.rgba.a;
  let a = mat2x3f(1, 2, 3, 4, 5, 6); let b = mat3x2f(vec2f(1, 2), vec2f(3, 4), vec2f(5, 6)); o[3] = fb((a * b)[2][1]); o[4] = fb((b * a)[1].y); o[5] = fb(transpose(a)[2].x); o[6] = fb(determinant(mat3x3f(2, 1, 0, 0, 3, 1, 1, 0, 4)));
  var m = mat2x2f(1, 2, 3, 4); m *= 2; m[0] *= 3; m[1][0] -= 1; o[7] = fb(m[0].x); o[8] = fb(m[z + 1].x); var d = mk(6); let i = z + 1; d.b[i].y[i + 1].y = 3; o[9] = d.b[1].y[2].y + d.b[1].y[2].x; let q = &d.b[i]; q.y[z] = vec2u(44); o[10] = d.b[1].y[0].x;
  let x = x + 1; o[11] = x; { var x = x * 2; x += 3; o[12] = x; } for (var x = 0; x < 3; x++) { let x = 7; o[13 + x - 7] = 1; } o[14] = L[z + 2]; o[15] = mk(9).b[1].y[2].x; _ = mk(1); let w = select(vec2u(1, 2), vec2u(3, 4), vec2<bool>(z == 0, z != 0)); o[16] = w.x + w.y * 16;`.replace('o[13 + x - 7] = 1;', 'o[13] += u32(x);')),
  numbers('integers', 'Integers: overflow, division by zero, bits.', '',
    `let m = (-2147483647i + zi) - 1; o[0] = ib(m / (zi - 1)); o[1] = ib(m % (zi - 1)); let v = vec2i(m, 7) / vec2i(zi - 1, zi); o[2] = ib(v.x); o[3] = ib(v.y); o[4] = 9u / z; o[5] = 9u % z; o[6] = ib(-m); o[7] = ib(abs(m)); o[8] = ib((zi - 7) / 2); o[9] = ib((zi - 7) % 3);
  let x = 0x00f0a5u + z; o[10] = countOneBits(x); o[11] = countLeadingZeros(x); o[12] = countTrailingZeros(x); o[13] = firstLeadingBit(x); o[14] = firstTrailingBit(x); o[15] = reverseBits(x); o[16] = extractBits(x, 4u, 8u); o[17] = insertBits(x, 0xfu, 8u, 4u); o[18] = ib(firstLeadingBit(i32(x) - 0x10000)); o[19] = firstLeadingBit(z); o[20] = firstTrailingBit(z); o[21] = extractBits(x, 28u, 20u + z); o[22] = insertBits(x, 0xffffffffu, 30u, 10u + z); o[23] = ib(extractBits(zi - 5, 1u, 3u));
  let p = vec4i(1, -200, 300, -4) + zi; o[24] = pack4xI8(p); o[25] = pack4xI8Clamp(p); o[26] = pack4xU8Clamp(vec4u(1, 2000, 3, 4) + z); o[27] = ib(unpack4xI8(0xff020304u + z).w); o[28] = dot4U8Packed(0x81828384u + z, 0x01020304u); o[29] = ib(dot4I8Packed(0x81828384u + z, 0x01020304u)); o[30] = u32(-5.0 + zf); o[31] = u32(1e20 + zf); o[32] = ib(i32(-1e20 + zf));`),
  numbers('functions', `Functions of mathematics.${ULP}`, '',
    `let x = 0.7 + zf; o[0] = fb(fract(-x)); o[1] = fb(round(2.5 + zf)); o[2] = fb(fma(x, x, x)); o[3] = fb(mix(1, 3, x)); let m = modf(-2.75 + zf); o[4] = fb(m.fract); o[5] = fb(m.whole); let f = frexp(12.5 + zf); o[6] = fb(f.fract); o[7] = ib(f.exp); o[8] = fb(ldexp(x, 3)); o[9] = fb(-x % 0.3); o[10] = fb(smoothstep(0, 1, x)); o[11] = fb(inverseSqrt(4 + zf)); o[12] = fb(pow(2.0 + zf, 10)); o[13] = fb(atan2(1 + zf, -1)); o[14] = fb(sinh(zf + 1)); o[15] = fb(acosh(2 + zf)); o[16] = fb(tan(zf + 1)); o[17] = fb(asin(zf + 0.3));
  let a = vec3f(1, 2, 3) + zf; let b = vec3f(3, -1, 2); o[18] = fb(cross(a, b).y); o[19] = fb(normalize(a).y); o[20] = fb(reflect(a, vec3f(0, 1, 0)).y); o[21] = fb(refract(normalize(a), vec3f(0, -1, 0), 0.9).x); o[22] = fb(faceForward(a, b, -a).x); o[23] = fb(quantizeToF16(a * 1.2345).x); o[24] = fb(length(a)); o[25] = fb(distance(a, b)); let p = vec4f(0.1, -0.5, 2, -3) + zf; o[26] = pack4x8snorm(p); o[27] = pack4x8unorm(p); o[28] = pack2x16float(p.xy); o[29] = fb(unpack4x8snorm(0x80ff7f01u + z).w); o[30] = fb(unpack2x16float(0x3c003555u + z).x);`),
  numbers('workgroups', 'Invocations that share memory: atomics, barriers, uniform loads.',
    `var<workgroup> w: u32;
var<workgroup> list: array<vec2f, 4>;
struct W { a: u32, b: f32 }
var<workgroup> ws: W;
var<workgroup> count: atomic<u32>;`,
    `if li == 2 { w = 7; list[3] = vec2f(1, 2); ws = W(3, 4.5); } let x = workgroupUniformLoad(&w); let y = workgroupUniformLoad(&list); let s = workgroupUniformLoad(&ws); atomicAdd(&count, 2); o[li] = x + u32(y[3].y) * 10 + s.a * 100;
  workgroupBarrier(); storageBarrier(); let q = workgroupUniformLoad(&count); o[8 + li] = q; o[16 + li] = fb(workgroupUniformLoad(&list[3]).y); let p = &ws; o[20 + li] = workgroupUniformLoad(&p.a); atomicMax(&count, li * 5); workgroupBarrier(); if li == 1 { o[24] = atomicLoad(&count); }`, { size: '4' }),
];

export const programs = [...rewritten, ...language];
