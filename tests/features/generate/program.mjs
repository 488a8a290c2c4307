// Shapes, constants, layouts, shader features, and the sugar of fullscreen passes.
import { CORNER, FULL, color, compute, dispatch, floats, fragment, frame, group, module, pass, pipeline, show, texture } from './common.mjs';

// ---- mesh generators ----

const turned = 'fn turned(p: vec3f) -> vec3f { let q = vec3f(p.x * 0.8 + p.z * 0.6, p.y, p.z * 0.8 - p.x * 0.6); return vec3f(q.x, q.y * 0.9 - q.z * 0.43, q.z * 0.9 + q.y * 0.43); }';
const depth = texture('depth', 'depth24plus', 'render-attachment', ':size canvas');
const lit = (scale, move = 'vec3f(0.0)') => module('code', `${turned}
struct V { @builtin(position) p: vec4f, @location(0) n: vec3f }
@vertex fn vs(@location(0) at: vec3f, @location(1) n: vec3f) -> V {
  let p = turned((at + ${move}) * ${scale});
  return V(vec4f(p.xy, p.z * 0.4 + 0.5, 1.0), turned(n));
}
@fragment fn fs(v: V) -> @location(0) vec4f { return vec4f(v.n * 0.5 + 0.5, 1.0); }`);
const meshPipe = pipeline({
  buffers: '(vertex-buffer :array-stride 24\n      (attribute :shader-location 0 :offset 0 :format float32x3)\n      (attribute :shader-location 1 :offset 12 :format float32x3))',
  depth: ':format depth24plus :depth-write-enabled true :depth-compare less',
});
const clearDepth = ':view depth :depth-load-op clear :depth-store-op store :depth-clear-value 1';
const shape = (name, form, count, scale = '0.6') => [
  `shape-${name}`, `Mesh generator: ${form.replace(/[()]|:format.*/g, '').trim()}, position and normal.`, `(data :name mesh ${form})`, '(buffer :name vertices :usage [vertex] :data mesh)', depth, lit(scale), meshPipe,
  pass({ keys: ':vertex-buffers [vertices]', depth: clearDepth, draws: `(draw :vertex-count ${count})` }), frame('draw'),
];
const indexed = (name, count, scale, move) => [
  `shape-${name}`, `The mesh ${name} with its indices.`, `(data :name mesh (${name}))`, '(buffer :name vertices :usage [vertex] :data mesh)', '(buffer :name indices :usage [index] :index-of mesh)', depth, lit(scale, move), meshPipe,
  pass({ keys: ':vertex-buffers [vertices] :index-buffer indices', depth: clearDepth, draws: `(draw-indexed :index-count ${count})` }), frame('draw'),
];
const PN = ':format [position3 normal3]';
const shapes = [
  shape('plane', `(plane ${PN})`, 6, '1.4'), shape('cube', `(cube ${PN})`, 36, '0.45'), shape('sphere', `(sphere :segments 12 :rings 8 ${PN})`, 576), shape('sphere-faceted', `(sphere :segments 9 :rings 6 :faceted true ${PN})`, 324),
  shape('torus', `(torus :radius 0.8 :thickness 0.35 :radial-subdivisions 16 :body-subdivisions 9 ${PN})`, 864), shape('cone', `(truncated-cone :bottom-radius 1 :top-radius 0.3 :height 1.5 :radial-subdivisions 11 ${PN})`, 198), shape('cylinder', `(cylinder :radius 0.7 :height 1.6 :top-cap false :radial-subdivisions 10 ${PN})`, 120),
  indexed('teapot', 2976, '0.055'), indexed('dragon', 33306, '0.016', 'vec3f(3.0, -62.0, 0.0)'),
  [
    'shape-color-uv', 'Colors and texture coordinates of the cube, all in the default format.', '(data :name mesh (cube))', '(buffer :name vertices :usage [vertex] :data mesh)', depth,
    module('code', `${turned}
struct V { @builtin(position) p: vec4f, @location(0) c: vec4f, @location(1) uv: vec2f }
@vertex fn vs(@location(0) at: vec4f, @location(1) c: vec4f, @location(2) uv: vec2f) -> V { let p = turned(at.xyz * 0.45); return V(vec4f(p.xy, p.z * 0.4 + 0.5, at.w), c, uv); }
@fragment fn fs(v: V) -> @location(0) vec4f { return vec4f(v.c.rgb * select(0.6, 1.0, (u32(v.uv.x * 4.0) + u32(v.uv.y * 4.0)) % 2u == 0u), 1.0); }`),
    pipeline({ buffers: '(vertex-buffer :array-stride 40\n      (attribute :shader-location 0 :offset 0 :format float32x4)\n      (attribute :shader-location 1 :offset 16 :format float32x4)\n      (attribute :shader-location 2 :offset 32 :format float32x2))', depth: ':format depth24plus :depth-write-enabled true :depth-compare less' }),
    pass({ keys: ':vertex-buffers [vertices]', depth: clearDepth, draws: '(draw :vertex-count 36)' }), frame('draw'),
  ],
];

// ---- constants and layouts ----

const bufferShown = (how, data = 'vec4f') => `@group(0) @binding(0) var<uniform> data: ${data};\n${FULL}\n@fragment fn fs(@builtin(position) p: vec4f) -> @location(0) vec4f { return ${how}; }`;
const constants = [
  ['override-fragment', 'An override of the fragment stage, and one that keeps its default.', module('code', `override brightness: f32 = 0.1;\noverride stripes: u32 = 4u;\noverride dark: bool = false;\n${FULL}\n${fragment('vec4f(vec3f(f32(u32(p.x) * stripes / 64u % 2u), p.y / 64.0, select(0.9, 0.1, dark)) * brightness, 1.0)')}`), pipeline({ fragmentConstants: '(constant :name brightness :value 0.8) (constant :name dark :value 1)' }), pass(), frame('draw')],
  ['override-vertex', 'An override of the vertex stage by its name, with an id.', module('code', `@id(7) override scale: f32;\n${CORNER}\n@vertex fn vs(@builtin(vertex_index) i: u32) -> @builtin(position) vec4f { return vec4f((corner(i) - 0.5) * scale, 0.0, 1.0); }\n${fragment('vec4f(p.x / 64.0, 0.4, 0.9, 1.0)')}`), pipeline({ constants: '(constant :name scale :value (/ 6 5))' }), pass({ draws: '(draw :vertex-count 6)' }), frame('draw')],
  ['override-compute', 'An override that sizes an array and a workgroup.', texture('layer', 'rgba8unorm', 'storage-binding texture-binding'), module('code', `override side: u32 = 4u;
@group(0) @binding(0) var layer: texture_storage_2d<rgba8unorm, write>;
@compute @workgroup_size(side, side) fn main(@builtin(global_invocation_id) id: vec3u, @builtin(local_invocation_id) l: vec3u) { textureStore(layer, id.xy, vec4f(vec2f(l.xy) / f32(side), f32(id.x) / 64.0, 1.0)); }`),
    compute('pipe', 'code', { constants: '(constant :name side :value 16)' }), group('bound', 'pipe', ':texture layer'), dispatch('fill', 'pipe', 'bound', '4 4'), show('layer'), frame('fill show')],
  ['define', 'Numbers from defines and expressions.', '(define :name SIDE :value 12)', '(define :name WIDE :value (* SIDE 3))', module('code', `${FULL}\n${fragment('vec4f(p.x / 64.0, p.y / 64.0, 0.7, 1.0)')}`), pipeline(), pass({ keys: ':scissor-rect [SIDE (- SIDE 4) WIDE (floor (* SIDE 3.5))]', clear: '(/ 1 4) (sqrt 0.25) (clamp 3 0 0.9) 1' }), frame('draw')],
  ['layout-explicit', 'Layouts written out: two groups, used by two pipelines.', '(bind-group-layout :name first (entry :binding 0 :visibility [fragment] (buffer :type uniform)))', '(bind-group-layout :name second (entry :binding 1 :visibility [fragment vertex] (buffer :type read-only-storage)))', '(pipeline-layout :name both :bind-group-layouts [first second])',
    floats('a', [0.9, 0.2, 0.1, 1]), floats('b', [0.1, 0.5, 0.8, 1]), '(buffer :name one :usage [uniform] :data a)', '(buffer :name two :usage [storage] :data b)',
    module('code', `@group(0) @binding(0) var<uniform> one: vec4f;\n@group(1) @binding(1) var<storage, read> two: vec4f;\n${FULL}\n${fragment('mix(one, two, p.x / 64.0)')}`), pipeline({ layout: 'both' }),
    module('otherCode', `@group(1) @binding(1) var<storage, read> two: vec4f;\n${FULL}\n${fragment('two.bgra * vec4f(vec3f(p.y / 64.0), 1.0)')}`), pipeline({ name: 'otherPipe', code: 'otherCode', layout: 'both' }),
    '(bind-group :name groupA :layout first (entry :binding 0 :buffer one))', '(bind-group :name groupB :layout second (entry :binding 1 :buffer two))',
    pass({ keys: ':bind-groups [groupA groupB]' }), pass({ name: 'again', pipe: 'otherPipe', load: 'load', keys: ':bind-groups [groupA groupB] :scissor-rect [0 40 64 24]' }), frame('draw again')],
  ['layout-textures', 'Layout entries of every other kind.', texture('layer', 'rgba8unorm', 'storage-binding texture-binding', ':size [8 8]'), '(sampler :name samp :mag-filter linear)',
    '(bind-group-layout :name writing (entry :binding 0 :visibility [compute] (storage-texture :format rgba8unorm :access write-only)))', '(bind-group-layout :name reading\n  (entry :binding 0 :visibility [fragment] (texture :sample-type float :view-dimension 2d))\n  (entry :binding 1 :visibility [fragment] (sampler :type filtering)))',
    '(pipeline-layout :name writeLayout :bind-group-layouts [writing])', '(pipeline-layout :name readLayout :bind-group-layouts [reading])',
    module('fillCode', '@group(0) @binding(0) var layer: texture_storage_2d<rgba8unorm, write>;\n@compute @workgroup_size(8, 8) fn main(@builtin(global_invocation_id) id: vec3u) { textureStore(layer, id.xy, vec4f(vec2f(id.xy) / 8.0, 0.5, 1.0)); }'), compute('fillPipe', 'fillCode', { layout: 'writeLayout' }), '(bind-group :name fillGroup :layout writing (entry :binding 0 :texture layer))', dispatch('fill', 'fillPipe', 'fillGroup'),
    module('code', `@group(0) @binding(0) var layer: texture_2d<f32>;\n@group(0) @binding(1) var samp: sampler;\n${FULL}\n${fragment('textureSample(layer, samp, p.xy / 64.0)')}`), pipeline({ layout: 'readLayout' }), group('bound', 'reading', ':texture layer', ':sampler samp'), pass({ keys: ':bind-groups [bound]' }), frame('fill draw')],
  ['groups-two', 'Two groups of an automatic layout.', floats('a', [0.9, 0.2, 0.1, 1]), floats('b', [0.1, 0.5, 0.8, 1]), '(buffer :name one :usage [uniform] :data a)', '(buffer :name two :usage [uniform] :data b)', module('code', `@group(0) @binding(0) var<uniform> one: vec4f;\n@group(1) @binding(2) var<uniform> two: vec4f;\n${FULL}\n${fragment('mix(one, two, p.y / 64.0)')}`), pipeline(),
    '(bind-group :name groupA :layout pipe :group 0 (entry :binding 0 :buffer one))', '(bind-group :name groupB :layout pipe :group 1 (entry :binding 2 :buffer two))', pass({ keys: ':bind-groups [groupA groupB]' }), frame('draw')],
  ['group-slice', 'A slice of a buffer, with offset and size.', floats('list', Array.from({ length: 72 }, (_, i) => (i * 37 % 100) / 100)), '(buffer :name bytes :usage [uniform] :data list)', module('code', bufferShown('vec4f(data.rgb * p.x / 64.0, 1.0)')), pipeline(), '(bind-group :name bound :layout pipe (entry :binding 0 :buffer bytes :offset 256 :size 16))', pass({ keys: ':bind-groups [bound]' }), frame('draw')],
  ['uniform-struct', 'A structure with matrices, arrays and nested members.', floats('list', Array.from({ length: 40 }, (_, i) => ((i * 29) % 32) / 32)), '(buffer :name bytes :usage [uniform] :data list)',
    module('code', `struct Light { color: vec3f, power: f32 }\nstruct Scene { turn: mat4x4f, lights: array<Light, 2>, tilt: mat3x3f, size: vec2f }\n${bufferShown('vec4f(scene.lights[u32(p.x) / 32u].color * scene.lights[0].power + scene.tilt[1] * 0.3 + (scene.turn * vec4f(p.xy / 64.0, 0.5, 1.0)).xyz * 0.2, 1.0)', 'Scene').replace('> data:', '> scene:')}`), pipeline(), group('bound', 'pipe', ':buffer bytes'), pass({ keys: ':bind-groups [bound]' }), frame('draw')],
];

// ---- shaders ----

const drawn = (name, title, stage, more = {}) => [name, title, module('code', `${FULL}\n${stage}`), pipeline(more), pass(), frame('draw')];
const shaders = [
  drawn('shader-discard', 'Pixels thrown away.', '@fragment fn fs(@builtin(position) p: vec4f) -> @location(0) vec4f { if ((u32(p.x) / 8u + u32(p.y) / 8u) % 2u == 0u) { discard; } return vec4f(p.xy / 64.0, 0.4, 1.0); }'),
  drawn('shader-derivatives', 'Derivatives across neighbouring pixels.', fragment('vec4f(abs(dpdx(p.x * p.y)) / 64.0, abs(dpdy(p.x * p.x + p.y * p.y)) / 128.0, fwidth(p.x * 0.3), 1.0)')),
  drawn('shader-math', 'Functions of mathematics.', fragment('vec4f(0.5 + 0.5 * sin(p.x * 0.3), fract(sqrt(p.y) * 0.7), 0.5 + 0.5 * cos(p.x * p.y * 0.01), 1.0)')),
  drawn('shader-pi', 'PI, TAU and E without a declaration.', fragment('vec4f(0.5 + 0.5 * sin(p.x / 64.0 * TAU), 0.5 + 0.5 * cos(p.y / 64.0 * PI), E / 4.0, 1.0)')),
  drawn('shader-loops', 'A fractal by loops.', '@fragment fn fs(@builtin(position) p: vec4f) -> @location(0) vec4f { let c = p.xy / 24.0 - vec2f(2.0, 1.33); var z = vec2f(0.0); var n = 0u; for (; n < 40u; n += 1u) { z = vec2f(z.x * z.x - z.y * z.y, 2.0 * z.x * z.y) + c; if (dot(z, z) > 4.0) { break; } } return vec4f(f32(n) / 40.0, f32(n % 8u) / 8.0, 0.3, 1.0); }'),
  drawn('shader-integers', 'Bits, shifts and packing.', fragment('unpack4x8unorm((u32(p.x) * 0x01030507u) ^ (reverseBits(u32(p.y)) >> 3u)) * vec4f(1.0, 1.0, 1.0, 0.0) + vec4f(0.0, 0.0, f32(countOneBits(u32(p.x))) / 8.0, 1.0)')),
  ['shader-workgroup', 'Sums within a workgroup, with a barrier and atomics.', '(buffer :name sums :size 256 :usage [storage])', module('sumCode', `@group(0) @binding(0) var<storage, read_write> sums: array<atomic<u32>, 64>;
var<workgroup> part: array<u32, 64>;
var<workgroup> peak: atomic<u32>;
@compute @workgroup_size(64) fn main(@builtin(local_invocation_index) i: u32, @builtin(workgroup_id) w: vec3u) {
  part[i] += i * (w.x + 1u);
  atomicMax(&peak, (i * 37u) % 64u);
  workgroupBarrier();
  atomicAdd(&sums[i], part[63u - i] + atomicLoad(&peak));
}`), compute('sumPipe', 'sumCode'), group('sumGroup', 'sumPipe', ':buffer sums'), dispatch('sum', 'sumPipe', 'sumGroup', '3'),
    module('code', `@group(0) @binding(0) var<storage, read> sums: array<u32, 64>;\n${FULL}\n@fragment fn fs(@builtin(position) p: vec4f) -> @location(0) vec4f { let v = sums[u32(p.x)]; return vec4f(f32(v & 255u) / 255.0, f32(v >> 8u) / 16.0, p.y / 64.0, 1.0); }`), pipeline(), group('bound', 'pipe', ':buffer sums'), pass({ keys: ':bind-groups [bound]' }), frame('sum draw')],
  ['shader-interpolation', 'Flat, linear and perspective interpolation.', module('code', `struct V { @builtin(position) p: vec4f, @location(0) a: f32, @location(1) @interpolate(linear) b: f32, @location(2) @interpolate(flat, either) c: f32 }
@vertex fn vs(@builtin(vertex_index) i: u32) -> V { let w = array<f32, 3>(1.0, 3.0, 0.5)[i]; let v = f32(i) / 2.0; return V(vec4f(array<vec2f, 3>(vec2f(-0.9), vec2f(0.9, -0.8), vec2f(0.0, 0.9))[i] * w, 0.0, w), v, v, 0.7); }
@fragment fn fs(v: V) -> @location(0) vec4f { return vec4f(v.a, v.b, v.c, 1.0); }`), pipeline(), pass(), frame('draw')],
  ['shader-storage-draw', 'Vertices from a storage buffer that a compute pass fills.', '(buffer :name points :size 96 :usage [storage])', module('fillCode', `@group(0) @binding(0) var<storage, read_write> points: array<vec4f, 6>;\n@compute @workgroup_size(6) fn fill(@builtin(local_invocation_index) i: u32) { let a = f32(i) * 1.047; points[i] = vec4f(cos(a), sin(a), 0.0, 1.0) * vec4f(0.8, 0.8, 1.0, 1.0); }`), '(init :name fill :buffer points :module fillCode :workgroups [1])',
    module('code', `@group(0) @binding(0) var<storage, read> points: array<vec4f, 6>;\n@vertex fn vs(@builtin(vertex_index) i: u32) -> @builtin(position) vec4f { return points[(i * 2u + i / 3u) % 6u]; }\n${fragment('vec4f(p.xy / 64.0, 0.9, 1.0)')}`), pipeline(), group('bound', 'pipe', ':buffer points'), pass({ keys: ':bind-groups [bound]', draws: '(draw :vertex-count 6)' }), frame('draw', ':init [fill]')],
];

// ---- fullscreen passes ----

const graph = (...passes) => `(pass-graph\n${passes.map(([name, code, keys = '']) => `  (pass :name ${name}${keys && ` ${keys}`} :code """\n${code.trim()}\n""")`).join('\n')})`;
const fs = (body) => `@fragment fn fs(@builtin(position) p: vec4f) -> @location(0) vec4f { ${body} }`;
const spot = fs('let c = vec2f(20.0 + pngine.time * 60.0, 30.0); return vec4f(f32(distance(p.xy, c) < 9.0), p.x / pngine.width, 0.3, 1.0);');
const sugar = [
  ['pass-plain', 'One fullscreen pass with time and size.', graph(['main', fs('return vec4f(fract(p.x / pngine.width + pngine.time), p.y / pngine.height, pngine.aspect * 0.5, 1.0);')])],
  ['pass-chain', 'Three passes; the last reads the first and the second.', graph(['one', spot], ['two', fs('return textureSample(one, samp, p.yx / 64.0).bgra;')], ['three', fs('return max(textureLoad(one, vec2i(p.xy), 0), textureLoad(two, vec2i(p.xy), 0));')])],
  ['pass-skip', 'Three passes; the last reads the first alone.\nWARNS: it is about a pass that nobody reads.', graph(['one', spot], ['two', fs('return vec4f(p.x / 64.0, 0.0, 0.0, 1.0);')], ['three', fs('return textureLoad(one, vec2i(p.xy), 0).grba;')])],
  ['pass-feedback', 'A pass that reads what it drew in the frame before.', graph(['trail', fs('let old = textureLoad(prev_trail, vec2i(p.xy), 0) * 0.9; return max(old, vec4f(f32(distance(p.xy, vec2f(12.0 + pngine.time * 300.0, 32.0)) < 8.0), p.x / 256.0, 0.1, 1.0));'), ':feedback true'], ['main', fs('return textureSample(trail, samp, p.xy / 64.0);')])],
  ['pass-post', 'A post stage with a helper of the pass.', graph(['main', `fn tint(c: vec4f) -> vec4f { return c.brga * vec4f(1.0, 0.8, 0.9, 1.0); }\n${spot}\n@fragment fn post(@builtin(position) p: vec4f) -> @location(0) vec4f { return tint(textureSample(postTex, samp, fract(p.xy / 32.0))); }`])],
  ['pass-compute', 'A compute pass that fills the screen.', graph(['main', '@compute @workgroup_size(8, 8) fn fill(@builtin(global_invocation_id) id: vec3u) { textureStore(screen, id.xy, vec4f(vec2f(id.xy) / 64.0, fract(pngine.time * 3.0), 1.0)); }'])],
  ['pass-compute-three', 'Three compute entries of one pass.', graph(['main', ['@compute @workgroup_size(8, 8) fn a(@builtin(global_invocation_id) id: vec3u) { textureStore(screen, id.xy, vec4f(vec2f(id.xy) / 64.0, 0.2, 1.0)); }',
    '@compute @workgroup_size(16, 4) fn b(@builtin(global_invocation_id) id: vec3u) { if (id.x % 8u == 0u) { textureStore(screen, id.xy, vec4f(1.0, fract(pngine.time), 0.0, 1.0)); } }', '@compute @workgroup_size(0x20) fn c(@builtin(global_invocation_id) id: vec3u) { if (id.y % 16u == 0u) { textureStore(screen, id.xy, vec4f(0.0, 0.0, 1.0, 1.0)); } }'].join('\n')])],
  ['pass-compute-first', 'A compute pass that a fragment pass reads.', graph(['rows', '@compute @workgroup_size(8, 8) fn fill(@builtin(global_invocation_id) id: vec3u) { textureStore(screen, id.xy, vec4f(f32(id.y % 8u) / 8.0, f32(id.x) / 64.0, 0.2, 1.0)); }'], ['main', fs('return textureSample(rows, samp, p.yx / 64.0);')])],
  ['pass-file', 'A pass that reads a data module.', graph(['main', fs('return vec4f(D0[u32(p.x) / 4u], D0[u32(p.y) / 4u], 0.4, 1.0);'), ':file ["assets/ramp.wasm"]'])],
  ['pass-init', 'A pass that reads its own last picture; a function fills the first one.', graph(['trail', fs('return textureLoad(prev_trail, vec2i((p.xy + vec2f(3.0, 1.0)) % 64.0), 0).gbra;'),
    `:feedback true :init """
@compute @workgroup_size(8, 8) fn seed(@builtin(global_invocation_id) id: vec3u) { textureStore(screen, id.xy, vec4f(vec2f(id.xy) / 64.0, pngine.time + 0.25, 1.0)); }
@compute @workgroup_size(4, 4) fn spot(@builtin(global_invocation_id) id: vec3u) { if (distance(vec2f(id.xy), vec2f(20.0, 40.0)) < 9.0) { textureStore(screen, id.xy, vec4f(1.0, 0.2, 0.1, 1.0)); } }
"""`], ['main', fs('return textureLoad(trail, vec2i(p.xy), 0);')])],
  ['pass-init-compute', 'A compute pass whose picture a function fills once; each frame changes a part.', graph(['main', '@compute @workgroup_size(8, 8) fn step(@builtin(global_invocation_id) id: vec3u) { if (id.y / 4u == u32(pngine.time * 60.0 + 0.5) % 16u) { textureStore(screen, id.xy, vec4f(0.1, 0.9, f32(id.x) / 64.0, 1.0)); } }',
    ':init """\n@compute @workgroup_size(8, 8) fn seed(@builtin(global_invocation_id) id: vec3u) { textureStore(screen, id.xy, vec4f(vec2f(id.xy) / 64.0, 0.3, 1.0)); }\n"""'])],
  ['pass-init-data', 'A function that changes the data of a pass once.', graph(['main', fs('return vec4f(D0[u32(p.x) / 4u], D0[u32(p.y) / 4u], 0.4, 1.0);'),
    ':file ["assets/ramp.wasm"] :init """\n@compute @workgroup_size(1) fn turn(@builtin(global_invocation_id) id: vec3u) { if (all(id.xy == vec2u(0u))) { for (var i = 0u; i < 8u; i++) { let v = D0[i]; D0[i] = D0[15u - i]; D0[15u - i] = v * 0.5; } } }\n"""'])],
  ['pass-pointer', 'A pass with the pointer, which nobody moves.', graph(['main', fs('return vec4f(pointer.x + p.x / 64.0, pointer.buttons + p.y / 64.0, 0.5, 1.0);')])],
];

export const programs = [...shapes, ...constants, ...shaders, ...sugar];
