// Compute programs written to trip a minifier, for minify_lanes.test.mjs: name, declarations, body of the entry point. Four
// invocations `i` have 16 lanes of `o` each, from `n` on. What the body computes must hang on `i` where it is to stay
// for run time; what does not is there for constants to be evaluated as the language says. A list behind the body has the
// first lanes of the first invocation, where the driver has been known to get them wrong.
export const programs = [
  // ---- names ----
  ['shadow_levels', 'const x = 1u; var<private> y: u32 = 5u;', `
    let a = x + i; let x = a * 2u; o[n] = x;
    { let x = x + 1u; o[n + 1u] = x; { var x = x * x; x += y; o[n + 2u] = x; } o[n + 3u] = x; }
    for (var x = x; x < a * 2u + 3u; x++) { let y = x * 3u; o[n + 4u] += y; if y > 9u { let x = y; o[n + 5u] += x; } }
    o[n + 6u] = x + y;`],
  ['predeclared_names', `fn max(a: u32, b: u32) -> u32 { return a * 10u + b; } struct vec2f { min: u32, f32: u32 }
    fn pick(abs: u32) -> u32 { let clamp = abs + 1u; return clamp * abs; }`, `
    let sin = vec2f(i, i + 3u); let select = max(sin.min, sin.f32); o[n] = select; o[n + 1u] = pick(select);
    let dot = pick(3u) + select; let u = dot; o[n + 2u] = u + dot;`],
  ['predeclared_types', 'struct i32 { v: u32 } alias bool = u32; fn f32(v: bool) -> i32 { return i32(v + 7u); }', `
    let f = f32(i); o[n] = f.v; let g = f32(f.v * 2u); o[n + 1u] = g.v - i;`],
  ['one_letter_names', `var<private> a: u32; var<private> b: u32; fn c(d: u32) -> u32 { a += d; b ^= a; return a * b; }
    fn e(a: u32, b: u32) -> u32 { return c(a) + c(b) * 3u; }`, `
    let c = e(i, i + 1u); o[n] = c; { let e = c + a; let a = e + b; o[n + 1u] = a; o[n + 2u] = e; } o[n + 3u] = a + b * 5u;`],
  ['long_and_odd_names', `var<private> _underscore: u32 = 3u; fn été(naïve: u32) -> u32 { return naïve * 3u + _underscore; }
    fn a__b() -> u32 { return 11u; }`, `
    let Δ = été(i); let loop_ = Δ + a__b(); _underscore += loop_; o[n] = été(Δ); o[n + 1u] = loop_ + _underscore;`],
  ['members_like_names', 'struct a { a: u32, b: vec2u, x: u32 } fn b(a: a) -> u32 { return a.a + a.b.x * 3u + a.x; }', `
    var x = a(i, vec2u(i + 1u, 4u), 9u); x.b.x += x.a; x.x = b(x); o[n] = b(x); o[n + 1u] = x.x; o[n + 2u] = x.b.x;`],
  ['parameter_hides_function', 'fn f(x: u32) -> u32 { return x * 2u + 1u; } fn g(f: u32, h: u32) -> u32 { let r = f + h; return r * r; }', `
    let h = f(i); let f = g(h, f(h)); o[n] = f; o[n + 1u] = g(f, h);`],
  ['type_and_value_scopes', 'alias T = array<u32, 3>; alias U = T; alias V = U; const T1 = 3;', `
    var v = V(1u, i, 2u); var w: U = v; w[i % 3u] += T1; { let T = v[1]; o[n] = T; } let q: T = w; o[n + 1u] = q[0] + q[1] * q[2];`],
  ['many_locals', '', Array.from({ length: 70 }, (_, k) => `var v${k} = i * ${k + 1}u; v${k} ^= ${k * 77}u;`).join(' ') +
    Array.from({ length: 70 }, (_, k) => `o[n + ${k % 16}u] += v${k} * v${(k * 7) % 70};`).join(' ')],
  ['many_functions', Array.from({ length: 60 }, (_, k) => `fn fun${k}(p: u32) -> u32 { var r = p; r *= ${k + 3}u; r ^= p >> 1u; return r; }`).join('\n'),
    Array.from({ length: 60 }, (_, k) => `o[n + ${k % 16}u] += fun${k}(i + ${k}u) + fun${k}(o[n + ${(k * 5) % 16}u]);`).join(' ')],
  // ---- evaluation: effects and order ----
  ['order_of_calls', 'var<private> s: u32; fn t(v: u32) -> u32 { s = s * 10u + v; return s; }', `
    let a = t(1u); let b = t(2u); let c = t(3u + i); o[n] = a; o[n + 1u] = b * 7u + c; o[n + 2u] = t(4u) - t(5u); let d = t(6u); o[n + 3u] = s; o[n + 4u] = d;`],
  ['unused_let_with_effect', 'var<private> s: u32; fn t() -> u32 { s += 3u; return s; }', `
    let unused = t(); let also = t() + unused; _ = t(); var never = t(); o[n] = s + i;`],
  ['phony', 'var<private> s: u32 = 1u; fn t(k: u32) -> u32 { s *= k; return s; }', `
    _ = t(3u); _ = t(i + 2u) + t(5u); _ = s; o[n] = s; { _ = t(2u); } o[n + 1u] = s;`],
  ['condition_with_effect', 'var<private> s: u32; fn t(v: u32) -> bool { s += v; return s % 2u == 0u; }', `
    if t(i) { o[n] = s; } else if t(3u) { o[n + 1u] = s; } else { o[n + 2u] = s; } while t(1u) { s += 1u; } o[n + 3u] = s;
    if t(1u) { } o[n + 4u] = s; if t(2u) { } else { } o[n + 5u] = s;`],
  ['short_circuit', 'var<private> s: u32; fn t(v: u32, r: bool) -> bool { s = s * 5u + v; return r; }', `
    let a = t(1u, i > 1u) && t(2u, true); let b = t(3u, i > 2u) || t(4u, false); o[n] = s; o[n + 1u] = u32(a) + u32(b) * 2u;
    if (t(1u, i == 0u) || t(2u, i == 1u)) && !t(3u, i == 2u) { o[n + 2u] = s; } o[n + 3u] = s; let c = false && t(9u, true); let d = true || t(9u, true);
    o[n + 4u] = s + u32(c) + u32(d); let e = t(7u, false) && false; o[n + 5u] = s + u32(e); let f = t(8u, true) & t(6u, false); o[n + 6u] = s + u32(f);`],
  ['short_circuit_guards', 'var<private> s: array<u32, 4>;', `
    let p = i + 2u; let safe = p < 4u && s[p] == 0u; o[n] = u32(safe); let q = 12u / max(i, 1u); let r = i != 0u && 12u / i == q; o[n + 1u] = u32(r);`],
  ['select_evaluates_both', 'var<private> s: u32; fn t(v: u32) -> u32 { s = s * 3u + v; return v; }', `
    o[n] = select(t(1u), t(2u), i > 1u); o[n + 1u] = s; o[n + 2u] = select(5u, t(7u), false); o[n + 3u] = s;`],
  ['index_with_effect', 'var<private> s: u32; fn t() -> u32 { s += 1u; return s % 4u; }', `
    var a = array(1u, 2u, 3u, 4u); a[t()] += 10u; a[t()] *= a[t()]; a[t()]++; a[t()] <<= 1u; a[t()] = a[t()] + 1u;
    o[n] = a[0]; o[n + 1u] = a[1]; o[n + 2u] = a[2]; o[n + 3u] = a[3]; o[n + 4u] = s;`],
  ['compound_of_call', 'var<private> s: u32 = 2u; fn t(v: u32) -> u32 { s += v; return s * v; }', `
    var x = i; x += t(3u); x *= t(x); x -= t(1u) - t(2u); s += t(s); s = s + t(1u); o[n] = x; o[n + 1u] = s;`],
  ['variable_before_call', 'var<private> s: u32; fn t(v: u32) -> u32 { let before = s; s = v * 3u; let after = s; return before + after * 2u; }', `
    s = i + 1u; o[n] = s + t(s); let k = s; let m = t(4u); o[n + 1u] = k * m + s; s = t(s) + s; o[n + 2u] = s; let z = s + t(2u) + s; o[n + 3u] = z;`],
  ['body_moves_to_caller', `var<private> g: u32;
    fn once(p: u32, q: u32) -> u32 { var r = p; for (var k = 0u; k < q; k++) { r = r * 3u + k; if r > 1000u { r -= 997u; } } g += r; return r ^ p; }`, `
    var r = i; { let p = r + 5u; r = once(p, i + 2u); } o[n] = r; o[n + 1u] = g; let k = g; o[n + 2u] = k;`],
  ['body_in_loop_starts_anew', 'fn once(p: u32) -> u32 { var r: u32; var v: vec3u; v[p % 3u] += p; r += v.x + v.y * 10u + v.z * 100u; return r + p; }', `
    var sum = 0u; for (var k = 0u; k < 5u; k++) { sum = sum * 3u + once(k + i); } o[n] = sum;`],
  ['body_reads_what_changes', 'var<private> g: u32; fn once(p: u32) -> u32 { let a = g; let b = a * p; return a + b; } fn bump() -> u32 { g += 2u; return g; }', `
    g = i; o[n] = bump() + once(3u) + bump(); o[n + 1u] = g;`],
  ['body_early_return', 'fn once(p: u32) -> u32 { if p == 1u { return 77u; } for (var k = 0u; ; k++) { if k * k > p { return k; } } }', `
    o[n] = once(i) + 1u; o[n + 1u] = i;`],
  ['void_bodies', 'var<private> g: u32; fn a(p: u32) { g += p; let q = g; g = q * 2u; } fn b() { if g > 4u { return; } g = 100u; } fn c() {}', `
    a(i); o[n] = g; b(); o[n + 1u] = g; c(); { b(); } o[n + 2u] = g;`],
  ['nested_bodies', `fn f1(p: u32) -> u32 { var x = p; x += f2(x); return x * 2u; } fn f2(p: u32) -> u32 { var x = p * p; x ^= f3(x + 1u); return x; }
    fn f3(p: u32) -> u32 { var x = p; if p > 3u { x = p / 3u; } return x; }`, 'o[n] = f1(i + 1u); o[n + 1u] = 3u;'],
  ['early_return', 'fn f(x: u32) -> u32 { if x > 2u { return 5u; } else { if x == 0u { return 6u; } } return x * 7u; }', `
    o[n] = f(i); o[n + 1u] = f(i * 2u); if i == 3u { o[n + 2u] = 9u; return; } o[n + 3u] = 4u; if i == 2u { return; } else { o[n + 4u] = 1u; } o[n + 5u] = 2u;`],
  ['assignments_merge', '', `
    var x = i + 1u; x = x * 3u; x += x; x = 5u - x; o[n] = x; var y = i; y = y * y; y ^= 9u; o[n + 1u] = y; o[n + 2u] = y;
    var z = vec2u(i, 2u); z = z.yx; z.x = z.y; z += z; o[n + 3u] = z.x * 100u + z.y; var w = i; w = o[n] + w; w -= o[n + 1u]; o[n + 4u] = w; o[n + 5u] = w;
    var b = i == 1u; b = o[n] == 2u && b; b = b || i == 2u; o[n + 6u] = u32(b); var q = 3u; q = q << i; q = 7u >> q; o[n + 7u] = q;`],
  ['swap', '', 'var a = i; var b = i * 5u + 1u; let t = a; a = b; b = t; o[n] = a; o[n + 1u] = b; let u = a; let v = b; a = v; b = u; o[n + 2u] = a * 100u + b;'],
  ['let_of_variable', '', `
    var k = i; let before = k; k += 5u; let after = k; o[n] = before; o[n + 1u] = before * after; o[n + 2u] = k;
    for (var j = 0u; j < 4u; j++) { let c = j; o[n + 3u] += c * c; if c == 2u { k += c; } } let late = k; for (var j = 0u; j < 2u; j++) { k *= 3u; o[n + 4u] += late; } o[n + 5u] = k;`],
  ['let_into_branch', '', `
    var x = i + 2u; let sq = x * x; let half = x / 2u; if i > 1u { x = 9u; o[n] = sq + x; } else { o[n + 1u] = half; } o[n + 2u] = x; let m = x; if i == 2u { x++; o[n + 3u] = m; } o[n + 4u] = x;`],
  // ---- memory ----
  ['storage_between', '', 'o[n] = i + 1u; let a = o[n]; o[n] = a * 2u; let b = o[n]; o[n + 1u] = a + b; o[n + 2u] = o[n] + o[n + 1u]; let c = o[n + 2u]; o[n + 2u] = 0u; o[n + 3u] = c;'],
  ['pointers', 'fn add(p: ptr<function, u32>, v: u32) -> u32 { *p += v; return *p; } fn both(p: ptr<function, u32>, q: ptr<function, u32>) { let t = *p; *p = *q + 1u; *q = t; }', `
    var x = i; let p = &x; *p += 4u; let y = x; o[n] = add(&x, 3u) + y; var z = x; both(p, &z); o[n + 1u] = x; o[n + 2u] = z; o[n + 3u] = *p + add(p, 2u);`],
  ['pointers_to_elements', 'struct S { a: array<u32, 4>, b: vec3u } fn write(p: ptr<function, array<u32, 4>>, k: u32) { (*p)[k] = k * 9u; p[0] += 1u; }', `
    var s: S; var k = i; let e = &s.a[k]; k = 0u; *e = 7u; *e += 1u; write(&s.a, 3u); let b = &s.b; (*b).y = 5u; b.z = b.y + k; o[n] = s.a[i]; o[n + 1u] = s.a[0] * 100u + s.a[3]; o[n + 2u] = s.b.y * 10u + s.b.z;`],
  ['pointer_private', 'var<private> g: array<u32, 4>; fn up(p: ptr<private, u32>) { *p = *p * 2u + 1u; }', `
    g[1] = i; let p = &g[1]; let old = *p; up(&g[1]); let now = *p; up(&g[2]); o[n] = old; o[n + 1u] = now + g[1]; o[n + 2u] = g[2];`],
  ['struct_copies', 'struct In { a: u32, v: vec2u } struct Out { p: In, q: array<In, 2> }', `
    var x = Out(In(i, vec2u(1u, 2u)), array(In(3u, vec2u(4u)), In())); var y = x; y.p.a += 10u; y.q[1] = x.p; let z = y; y.q[1].v.x = 99u; x = z; x.q[0].v = x.p.v.yx;
    o[n] = x.p.a; o[n + 1u] = y.q[1].v.x; o[n + 2u] = z.q[1].v.x; o[n + 3u] = x.q[0].v.x * 10u + x.q[0].v.y; o[n + 4u] = u32(all(x.p.v == y.p.v));`],
  ['array_values', '', `
    let a = array(1u, i, 3u, 4u); var b = a; b[i] = 50u; let c = b; b[0] = 60u; o[n] = a[i] + c[i]; o[n + 1u] = b[0] + c[0]; var m = array<array<u32, 2>, 2>(array(1u, 2u), array(i, 4u)); let r = m[1]; m[1][0] = 8u; o[n + 2u] = r[0] * 10u + m[1][0];`],
  ['swizzle_stores', '', `
    var v = vec4u(1u, 2u, 3u, i); v.x += v.w; v.b = v.r * 2u; v[i] = v[3u - i] + 1u; v.y++; v.w <<= 2u; o[n] = v.x; o[n + 1u] = v.y; o[n + 2u] = v.z; o[n + 3u] = v.w; let w = v.wzyx.xy; o[n + 4u] = w.x * 1000u + w.y; o[n + 5u] = v.rgb.bg.y;`],
  ['matrix_columns', '', `
    var m = mat3x2f(1, 2, 3, 4, 5, 6); m[1] = vec2f(f32(i), 9); m[2].y *= 2.5; m[i % 3u][1] += 0.5; let c = m * vec3f(1, 10, 100); let t = transpose(m)[0];
    o[n] = bitcast<u32>(c.x); o[n + 1u] = bitcast<u32>(c.y); o[n + 2u] = bitcast<u32>(t.z); o[n + 3u] = bitcast<u32>(m[2].y);`],
  ['workgroup_barrier', 'var<workgroup> w: array<u32, 4>; var<workgroup> t: u32;', `
    w[i] = i * i + 1u; workgroupBarrier(); let left = w[(i + 3u) % 4u]; workgroupBarrier(); w[i] = left * 2u; workgroupBarrier(); if i == 0u { t = w[0] + w[1] + w[2] + w[3]; } let all = workgroupUniformLoad(&t);
    o[n] = left; o[n + 1u] = w[(i + 1u) % 4u]; o[n + 2u] = all;`],
  ['barrier_in_function', 'var<workgroup> w: array<u32, 4>; fn share(v: u32, i: u32) -> u32 { w[i] = v; workgroupBarrier(); let r = w[i ^ 1u]; workgroupBarrier(); return r; }', `
    let a = share(i * 3u, i); let b = share(a + 1u, i); o[n] = a; o[n + 1u] = b;`],
  ['reduction', 'var<workgroup> w: array<u32, 4>;', 'w[i] = i + 1u; workgroupBarrier(); for (var s = 2u; s > 0u; s >>= 1u) { if i < s { w[i] += w[i + s]; } workgroupBarrier(); } o[n] = w[0] + i;'],
  ['atomics', 'var<workgroup> a: atomic<u32>; var<workgroup> b: array<atomic<i32>, 2>;', `
    atomicAdd(&a, i + 1u); _ = atomicMax(&b[0], i32(i)); let unused = atomicSub(&b[1], 2); workgroupBarrier(); let p = &a; o[n] = atomicLoad(p); o[n + 1u] = bitcast<u32>(atomicLoad(&b[0]) + atomicLoad(&b[1]));
    workgroupBarrier(); if i == 2u { let r = atomicCompareExchangeWeak(&a, 10u, 42u); o[n + 2u] = r.old_value; } workgroupBarrier(); o[n + 3u] = atomicLoad(&a);`],
  // ---- control flow ----
  ['switch_default_in_the_middle', 'const K = 2u;', `
    for (var k = 0u; k < 6u; k++) { switch k + i { case 1u: { o[n] += 1u; } default: { o[n + 1u] += k; } case K, 4u: { if k == 1u { break; } o[n + 2u] += 10u; } case 5u: { continue; } } o[n + 3u] += 1u; }`],
  ['switch_of_call', 'var<private> s: i32; fn t() -> i32 { s -= 1; return s; }', 'switch t() + i32(i) { case -1: { o[n] = 1u; } case 0, default: { o[n] = 2u; } case 2: { o[n] = 3u; return; } } o[n + 1u] = bitcast<u32>(s);'],
  ['loop_continuing', '', `
    var k = i; loop { if k % 3u == 0u { k += 1u; continue; } o[n] += k; continuing { let d = k; k += 2u; o[n + 1u] += d; break if k > 12u; } } o[n + 2u] = k;`],
  ['nested_loops', '', `
    for (var a = 0u; a < 5u; a++) { if a == i { continue; } var b = a; while b < 6u { b++; if b % 2u == 0u { continue; } if b == 5u && a == 3u { break; } for (var c = b; ; c--) { if c == 0u { break; } o[n] += c; if c == 2u { continue; } o[n + 1u] ^= c << a; } } o[n + 2u] += b; }`],
  ['loop_variables_start_anew', '', `
    for (var k = 0u; k < 4u; k++) { var fresh: u32; var v = vec2u(); var a: array<u32, 2>; fresh += k; v.x += k; a[1] += k; o[n] += fresh; o[n + 1u] += v.x; o[n + 2u] += a[1]; { var deep = vec3f(); deep.y += f32(k); o[n + 3u] += u32(deep.y); } }`, [6, 6, 6, 6]],
  ['loops_in_loops_start_anew', '', 'for (var a = 0u; a < 3u; a++) { for (var q: u32; q < 2u + i; q++) { loop { var x: u32; x += q; o[n] += x; while x < 9u { var y: array<u32, 2>; y[1] += x; o[n + 1u] += y[1]; x += 4u; } if x > 3u { break; } } } }'],
  ['for_without_parts', '', 'var k = 0u; for (; k < 5u;) { k += 2u; } o[n] = k; for (;; k--) { if k < i { break; } o[n + 1u]++; if k == 0u { break; } } for (var q = 0u; q < 3u;) { q += 1u + i; o[n + 2u] = q; }'],
  ['constant_branches', 'const DEBUG = false; const LEVEL = 3;', `
    if DEBUG { o[n] = 1u; } else if LEVEL > 2 { o[n] = 2u; } else { o[n] = 3u; } if !DEBUG && LEVEL == 3 { o[n + 1u] = i; } while DEBUG { o[n + 2u] = 9u; } if DEBUG || i == 1u { o[n + 3u] = 4u; } loop { if LEVEL == 3 { break; } } for (; DEBUG;) { o[n + 4u] = 1u; }`],
  ['dangling_else', '', 'if i > 0u { if i > 1u { o[n] = 1u; } } else { o[n] = 2u; } if i == 0u { } else if i == 1u { o[n + 1u] = 3u; } else { } if i == 3u { { } } else { o[n + 2u] = 5u; }'],
  ['unreachable', 'fn f(x: u32) -> u32 { return x + 1u; }', 'o[n] = f(i); loop { o[n + 1u] += 1u; break; } for (var k = 0u; k < 3u; k++) { o[n + 2u] += k; continue; } switch i { default: { o[n + 3u] = 1u; break; } }'],
  // ---- numbers ----
  ['integer_wrap', '', `
    let big = 4294967295u - i; let neg = i32(i) - 2147483647 - 1; o[n] = big + 5u; o[n + 1u] = big * big; o[n + 2u] = bitcast<u32>(neg - 1 + i32(i)); o[n + 3u] = bitcast<u32>(-neg); o[n + 4u] = bitcast<u32>(abs(neg)); o[n + 5u] = bitcast<u32>(neg * 3); o[n + 6u] = i - 1u; o[n + 7u] = ~i; o[n + 8u] = bitcast<u32>(~neg);`],
  ['i32_min', 'const LOW: i32 = -2147483648; const LOWER = i32(-2147483647 - 1);', `
    o[n] = bitcast<u32>(LOW + i32(i)); o[n + 1u] = bitcast<u32>(LOWER); let l = LOW; o[n + 2u] = bitcast<u32>(l / 2); o[n + 3u] = u32(LOW < i32(i)); var m = LOW; m += i32(i); o[n + 4u] = bitcast<u32>(m); o[n + 5u] = 2147483648u + i; o[n + 6u] = 0x80000000u >> i;`],
  ['division_by_zero', '', 'let z = i - i; let d = i32(i) - i32(i); o[n] = (i + 9u) / z; o[n + 1u] = (i + 9u) % z; o[n + 2u] = bitcast<u32>((i32(i) - 7) / d); o[n + 3u] = bitcast<u32>((i32(i) - 7) % d); o[n + 4u] = bitcast<u32>((-7 - i32(i)) / 2); o[n + 5u] = bitcast<u32>((-7 - i32(i)) % 3);'],
  ['shifts', 'const S = 3;', 'o[n] = 1u << (i + 30u); o[n + 1u] = 0xf0f0u >> i; o[n + 2u] = bitcast<u32>(-64 >> (i + 1u)); o[n + 3u] = 1u << S; let one = 1; o[n + 4u] = bitcast<u32>(one << i); o[n + 5u] = ((i << 2u) + 1u) << 1u; o[n + 6u] = 5u << (i + 32u);'],
  ['abstract_ints', 'const A = 7; const B = A / 2; const C = A * 1000000000000; const D = C / 1000000000000;', `
    let x = A; o[n] = u32(x / 2) + i; o[n + 1u] = B + i; o[n + 2u] = D * i; let f = A / 2.0; o[n + 3u] = bitcast<u32>(f * f32(i)); o[n + 4u] = u32(f32(A) / 2 * 2); let v = vec2(A, 1.5); o[n + 5u] = bitcast<u32>(v.x / 2); o[n + 6u] = u32(-A + 9); let w = vec3(A, 2, 3); o[n + 7u] = u32(w.x / 2);`],
  ['abstract_floats', 'const A = 1.0; const B = 0.1; const C = 16777217.0; const D = 1e30 * 1e30 / 1e50;', `
    let x = f32(i); o[n] = bitcast<u32>(x + B + B); o[n + 1u] = bitcast<u32>(x + (B + B)); o[n + 2u] = bitcast<u32>(C - 16777216.0 + x); let c = C; o[n + 3u] = bitcast<u32>(c - 16777216.0); o[n + 4u] = bitcast<u32>(D * x); o[n + 5u] = bitcast<u32>(f32(B) + x); o[n + 6u] = u32(A + 2); o[n + 7u] = bitcast<u32>((1.0 / 3.0) * x + 1.0 / 240.0);`],
  ['let_is_not_const', 'const K = 3.0;', 'let a = 3.0; let b = a / 2.0; o[n] = bitcast<u32>(b + f32(i)); let z = 0.0; o[n + 1u] = u32(1.0 / (z + f32(i + 1u)) < 0.6); let m = 4294967295u; o[n + 2u] = m + i; let s = 40u; o[n + 3u] = 1u << (s + i); const c = K / 2.0; let d = K; o[n + 4u] = bitcast<u32>(c * d);'],
  ['float_order', '', `
    let a = f32(i) * 1e8 + 1.0; let b = -1e8; let c = 0.3; o[n] = bitcast<u32>(a + b + c); o[n + 1u] = bitcast<u32>(a + (b + c)); o[n + 2u] = bitcast<u32>((a - b) - c); o[n + 3u] = bitcast<u32>(a - (b - c)); o[n + 4u] = bitcast<u32>(a * c / 7.0); o[n + 5u] = bitcast<u32>(a * (c / 7.0)); o[n + 6u] = bitcast<u32>(a / 3.0 * 3.0); var s = a; s = s + b; s += c; o[n + 7u] = bitcast<u32>(s); var t = a; t -= b - c; o[n + 8u] = bitcast<u32>(t);`],
  ['negative_zero', '', 'let z = f32(i) * -0.0; o[n] = bitcast<u32>(z); o[n + 1u] = bitcast<u32>(-(f32(i) - f32(i))); var v = vec2f(-0.0, 0.0); v.x -= z; o[n + 2u] = bitcast<u32>(v.x * 1.0); o[n + 3u] = bitcast<u32>(0.0 - f32(i)); o[n + 4u] = bitcast<u32>(- -f32(i));'],
  ['spelled_numbers', '', `
    o[n] = 0x1Fu + 0XAu + i; o[n + 1u] = bitcast<u32>(0x1.8p3f * f32(i)); o[n + 2u] = bitcast<u32>(.5e-3 + f32(i) * 1.e2); o[n + 3u] = bitcast<u32>(1e10f + f32(i)); o[n + 4u] = bitcast<u32>(3.4028234e38 * f32(i)); o[n + 9u] = bitcast<u32>(3.4028232e38 - f32(i)); o[n + 5u] = bitcast<u32>(1.17549435e-38 * 4.0); o[n + 6u] = bitcast<u32>(0.1 + 0.2 + f32(i)); o[n + 7u] = bitcast<u32>(6.28318530717958647692 * f32(i)); o[n + 8u] = bitcast<u32>(f32(i) * 100000000.0 + 8388608.5);`],
  ['conversions', '', `
    let f = f32(i) * 1.5 - 2.0; o[n] = bitcast<u32>(i32(f)); o[n + 1u] = u32(f + 5.0); o[n + 2u] = u32(bool(i)) + u32(i > 1u) * 4u; o[n + 3u] = bitcast<u32>(f32(i32(f))); o[n + 4u] = bitcast<u32>(vec2i(vec2f(f, -f)).y); o[n + 5u] = u32(i32(i) - 1); o[n + 6u] = bitcast<u32>(select(0.0, 1.0, i == 1u)); o[n + 7u] = select(0u, 1u, f > 0.0); o[n + 8u] = bitcast<u32>(select(0, 1, i == 2u)); o[n + 9u] = u32(u32(i)); o[n + 10u] = u32(f32(f32(i)));`],
  ['bools', 'const T = true; fn odd(x: u32) -> bool { return (x & 1u) == 1u; }', 'let a = odd(i); var b = !a; b = b != T; let c = a == b; o[n] = u32(a) | (u32(b) << 1u) | (u32(c) << 2u); let v = vec3<bool>(a, true, i > 1u); o[n + 1u] = u32(all(v)) + u32(any(!v)) * 2u; o[n + 2u] = select(3u, 4u, (a & T) | (b & c));'],
  ['vector_splats', '', `
    let v = vec3f(f32(i), 2.0, -1.0); let w = v + vec3f(0.1); let x = vec3f(3.0) - v; let y = v * vec3(2.0) / vec3f(f32(i) + 1.0); var z = v; z -= vec3f(0.25); z %= vec3f(0.5); let q = vec3u(i) + vec3u(7u) % vec3u(3u, 4u, 5u);
    o[n] = bitcast<u32>(w.x); o[n + 1u] = bitcast<u32>(x.y); o[n + 2u] = bitcast<u32>(y.z); o[n + 3u] = bitcast<u32>(z.y); o[n + 4u] = q.x * 100u + q.z; o[n + 5u] = u32(all(v < vec3f(2.5))); o[n + 6u] = bitcast<u32>((vec3f() + v).z); o[n + 7u] = bitcast<u32>(dot(vec3f(1.0), max(v, vec3f(1.0))));`],
  ['clamps', '', 'let f = f32(i) * 0.75 - 0.5; o[n] = bitcast<u32>(clamp(f, 0.0, 1.0)); let v = clamp(vec2f(f, 2.0 * f), vec2f(), vec2f(1.0)); o[n + 1u] = bitcast<u32>(v.x + v.y * 3.0); o[n + 2u] = clamp(i, 1u, 2u); o[n + 3u] = bitcast<u32>(clamp(f, -0.25, 1.0)); o[n + 4u] = clamp(i, 0u, 1u); o[n + 5u] = bitcast<u32>(clamp(f, 0.0, 0.5)); o[n + 6u] = bitcast<u32>(saturate(f) + f);'],
  ['precedence', '', `
    let a = i + 3u; let b = i * 5u; let c = 2u; o[n] = a - (b - c); o[n + 1u] = (a + b) * c; o[n + 2u] = a + b * c; o[n + 3u] = a / (b + c); o[n + 4u] = (a & b) | c; o[n + 5u] = a & (b | c); o[n + 6u] = (a << 1u) ^ (b >> 1u); o[n + 7u] = u32((a < b) == (b < c)); o[n + 8u] = a % (b % 4u + c); o[n + 9u] = bitcast<u32>(-(i32(a) - i32(b))); o[n + 10u] = ~(a ^ b); o[n + 11u] = a * (b / c); o[n + 12u] = select(1u, 2u, (a<b)) + select(3u, 4u, (b>(c)));`],
  ['double_signs', '', 'let x = i32(i); o[n] = bitcast<u32>(x - -x); o[n + 1u] = bitcast<u32>(x--1); o[n + 2u] = bitcast<u32>(- - -x); o[n + 3u] = u32(!!(x == 1)); o[n + 4u] = ~~i; o[n + 5u] = bitcast<u32>(x - (-3)); var y = x; y--; y++; y -= -1; o[n + 6u] = bitcast<u32>(y); var p = i; let r = &p; o[n + 7u] = *r**r; o[n + 8u] = (i&~3u)|1u;'],
  ['constant_folding', 'const A = array(3u, 5u, 7u); const N = 2u; const V = vec3u(1u, 2u, 4u); const M = max(3, 9) - min(4, 2); fn at(k: u32) -> u32 { return A[k]; }', `
    o[n] = A[N] + V.y + at(i % 3u); o[n + 1u] = A[i % 3u] * V[i % 3u]; o[n + 2u] = u32(M) + i; o[n + 3u] = countOneBits(255u) + i; o[n + 4u] = V.zyx.x; const k = N * 3u; var q: array<u32, k>; q[k - 1u] = i; o[n + 5u] = q[5] + k; o[n + 6u] = u32(abs(-3) + sign(-2)) + i; o[n + 7u] = u32(floor(-1.5) + 3.0);`],
  ['assertions', 'const W = 4; const_assert W > 3; const_assert (W & 1) == 0;', 'const_assert W == 4; const L = W * 2; const_assert L == 8; o[n] = L + i;'],
  ['packing', '', 'let f = f32(i) * 0.25; o[n] = pack4x8unorm(vec4f(f, 1.0, 0.5, 0.0)); o[n + 1u] = pack2x16float(vec2f(f, -2.0)); let u = unpack4x8unorm(o[n]); o[n + 2u] = bitcast<u32>(u.z); o[n + 3u] = extractBits(0xabcdu, i, 5u); o[n + 4u] = insertBits(0u, 7u, i, 2u); o[n + 5u] = reverseBits(i) | firstLeadingBit(i + 1u); o[n + 6u] = dot(vec2u(i, 3u), vec2u(4u));'],
  // ---- declarations ----
  ['overrides', 'override k: u32 = 3u; override half = 0.5; override on = true; override sum = k * 2u + 1u; var<workgroup> w: array<u32, k * 2u>;', `
    w[i] = sum + i; workgroupBarrier(); o[n] = w[i] * k; o[n + 1u] = bitcast<u32>(f32(i) * half); if on && k > 2u { o[n + 2u] = 8u; } o[n + 3u] = sum / k;`],
  ['overrides_behind_sizes', 'var<workgroup> w: array<u32, k * 2u>; override k: u32 = 3u; override m = k + 1u;', 'w[i] = m * i; workgroupBarrier(); o[n] = w[3u - i] + k; o[n + 1u] = m;'],
  ['private_initialisers', 'const B = 3u; var<private> a = B * 2u; var<private> v = vec3u(1u, B, 9u); var<private> z: array<u32, 3>; var<private> q: u32 = 4;', 'a += i; v.y *= a; z[i % 3u] = v.y; o[n] = a; o[n + 1u] = v.y + v.z; o[n + 2u] = z[0] + z[1] * 10u + z[2] * 100u; o[n + 3u] = q;'],
  ['declared_behind_use', '', 'let r = later(i); o[n] = r.v + LATE; seen += 2u; o[n + 1u] = seen + late(r);'],
  ['aliases', 'alias A = u32; alias B = A; alias C = vec2<B>; alias D = array<C, 2>; alias E = ptr<function, D>; fn f(p: E, k: B) -> A { (*p)[k].y += 3u; return (*p)[k].y; }', 'var d: D = D(C(i, 1u), C(2u)); o[n] = f(&d, 1u) + f(&d, 0u); o[n + 1u] = d[0].y * 10u + d[1].y; let c: B = A(7); o[n + 2u] = c;'],
  ['results_not_used', 'var<private> s: u32; fn t() -> u32 { s += 5u; return s; } @must_use fn m() -> u32 { return s; } fn v() { s *= 2u; }', 't(); v(); t(); o[n] = m() + i; v(); let k = m(); o[n + 1u] = k;'],
  ['struct_results', 'struct R { a: u32, b: vec2f, c: array<u32, 2> } fn make(x: u32) -> R { var r: R; r.a = x * 2u; r.b = vec2f(f32(x)); r.c[x % 2u] = 9u; return r; } fn sum(r: R) -> u32 { return r.a + r.c[0] * 10u + r.c[1] * 100u + u32(r.b.y); }', 'let r = make(i); o[n] = sum(r); o[n + 1u] = sum(make(i + 1u)); let s = make(5u).c; o[n + 2u] = s[1]; o[n + 3u] = u32(make(i).b.x * 2.0);'],
  ['attributes', 'struct S { @size(16) a: u32, @align(32) b: vec2u, c: u32, } @diagnostic(off, derivative_uniformity) fn f(s: S,) -> u32 { return s.a + s.b.y + s.c; }', 'var s = S(i, vec2u(2u, 3u), 4u,); s.c += f(s); o[n] = f(s); if (i > 1u) { o[n + 1u] = s.c; }'],
  ['comments', '/* a /* nested */ comment */ // "quotes" and */ too\nconst A = 1u; // const A = 2u;', 'o[n] = A /* + 5u */ + i; // o[n] = 0u;\n o[n + 1u] = 6u / /* two */ 2u;'],
];

/** What stands behind the entry point of a program. */
export const behind = {
  declared_behind_use: 'const LATE = EARLY * 2u; const EARLY = 21u; var<private> seen: u32 = LATE; struct R { v: u32 } fn later(x: u32) -> R { return R(x * EARLY); } fn late(r: R) -> u32 { seen += r.v; return seen * 2u; }',
};
