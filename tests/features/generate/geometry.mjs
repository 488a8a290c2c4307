// Topologies, faces, index formats, vertex formats, draw parameters.
import { CORNER, FULL, floatOfBits, floats, fragment, frame, module, pass, pipeline } from './common.mjs';

// ---- topologies ----

const TOPOLOGIES = ['point-list', 'line-list', 'line-strip', 'triangle-list', 'triangle-strip'];
const points = `const at = array<vec2f, 8>(vec2f(-0.8, -0.7), vec2f(-0.5, 0.6), vec2f(-0.3, -0.5), vec2f(0.05, 0.75), vec2f(0.2, -0.7), vec2f(0.45, 0.6), vec2f(0.6, -0.2), vec2f(0.85, 0.8));`;
const starred = `${points}
struct V { @builtin(position) p: vec4f, @location(0) c: vec3f }
@vertex fn vs(@builtin(vertex_index) i: u32) -> V {
  return V(vec4f(at[i % 8u], 0.0, 1.0), vec3f(f32(i % 2u), f32(i) / 8.0, 1.0 - f32(i) / 8.0));
}
@fragment fn fs(v: V) -> @location(0) vec4f { return vec4f(v.c, 1.0); }`;

const topology = (t) => [
  `topology-${t}`, `Topology ${t}: vertices without a buffer.`, module('code', starred),
  pipeline({ primitive: `:topology ${t}` }), pass({ draws: `(draw :vertex-count ${t === 'triangle-list' ? 6 : 8})` }), frame('draw'),
];

/** Index values as the words of a float list: pairs of 16-bit ones, or one 32-bit one each (below 2^23: denormals). */
const words16 = (...list) => {
  const out = [];
  for (let i = 0; i < list.length; i += 2) out.push(floatOfBits((list[i] | ((list[i + 1] ?? 0) << 16)) >>> 0));
  return out;
};

// A strip that starts anew cannot come from float data (0xFFFF above makes a NaN), so a compute pass writes the indices.
const restart = (t, format) => {
  const restartValue = format === 'uint16' ? '0xffffu' : '0xffffffffu';
  const list = ['0u', '1u', '2u', '3u', restartValue, '4u', '5u', '6u', '7u', restartValue];
  const store = format === 'uint16'
    ? 'for (var i = 0u; i < 5u; i += 1u) { out[i] = list[2u * i] | (list[2u * i + 1u] << 16u); }'
    : 'for (var i = 0u; i < 10u; i += 1u) { out[i] = list[i]; }';
  return [
    `topology-${t}-restart-${format}`, `Topology ${t} from ${format} indices, with a restart in the middle.`,
    `(buffer :name indices :size ${format === 'uint16' ? 20 : 40} :usage [index storage] :index-format ${format})`,
    module('fillCode', `@group(0) @binding(0) var<storage, read_write> out: array<u32>;
@compute @workgroup_size(1) fn fill() {
  var list = array<u32, 10>(${list.join(', ')});
  ${store}
}`),
    '(init :name fill :buffer indices :module fillCode :workgroups [1])',
    module('code', starred), pipeline({ primitive: `:topology ${t} :strip-index-format ${format}` }),
    pass({ keys: ':index-buffer indices', draws: '(draw-indexed :index-count 9)' }), frame('draw', ':init [fill]'),
  ];
};

// ---- faces ----

const winding = (shader) => `@vertex fn vs(@builtin(vertex_index) i: u32) -> @builtin(position) vec4f {
  // The left triangle turns one way, the right one the other way.
  let corner = array<vec2f, 6>(vec2f(-0.9, -0.8), vec2f(-0.1, -0.8), vec2f(-0.5, 0.8), vec2f(0.1, -0.8), vec2f(0.5, 0.8), vec2f(0.9, -0.8));
  return vec4f(corner[i], 0.0, 1.0);
}
${shader}`;
const facing = `@fragment fn fs(@builtin(front_facing) front: bool, @builtin(position) p: vec4f) -> @location(0) vec4f {
  return select(vec4f(0.9, p.y / 64.0, 0.0, 1.0), vec4f(0.0, p.y / 64.0, 0.9, 1.0), front);
}`;
const face = (cull, front) => [
  `cull-${cull}-${front}`, `Cull mode ${cull} with front face ${front}.`, module('code', winding(facing)),
  pipeline({ primitive: `:cull-mode ${cull} :front-face ${front}` }), pass({ draws: '(draw :vertex-count 6)', clear: '0.1 0.2 0.1 1' }), frame('draw'),
];

// ---- vertex formats: 16 instances with the attribute, each a cell whose color comes from its value ----

const FORMATS = {};
for (const n of ['', 'x2', 'x4']) {
  for (const [kind, bytes] of [['uint8', 1], ['sint8', 1], ['unorm8', 1], ['snorm8', 1], ['uint16', 2], ['sint16', 2], ['unorm16', 2], ['snorm16', 2], ['float16', 2]]) {
    FORMATS[kind + n] = [bytes, n ? Number(n[1]) : 1];
  }
}
for (const n of ['', 'x2', 'x3', 'x4']) for (const kind of ['float32', 'uint32', 'sint32']) FORMATS[kind + n] = [4, n ? Number(n[1]) : 1];
FORMATS['unorm10-10-10-2'] = [4, 1];
FORMATS['unorm8x4-bgra'] = [1, 4];

/** Sixteen records of 16 bytes that are harmless as f32, f16 and integers alike. */
function records(format) {
  let seed = 12345;
  const random = () => (seed = (Math.imul(seed, 1103515245) + 12345) >>> 0) >>> 8;
  return Array.from({ length: 64 }, () => {
    if (format.startsWith('float16')) {
      const half = () => 0x3400 + (random() % 0x0800) + (random() % 2) * 0x8000;
      return floatOfBits(((half() << 16) | half()) >>> 0);
    }
    if (format.startsWith('float32')) return String(Math.fround((random() % 4096) / 2048 - 1));
    return floatOfBits(((random() % 0x7f00) + (random() % 2) * 0x8000) * 0x10000 + (random() % 0x10000));
  });
}

function vertexFormat(format) {
  const [bytes, count] = FORMATS[format];
  const components = format === 'unorm10-10-10-2' ? 4 : count;
  const scalar = format.startsWith('uint') ? 'u32' : format.startsWith('sint') ? 'i32' : 'f32';
  const type = components === 1 ? scalar : `vec${components}<${scalar}>`;
  const bits = bytes * 8;
  const seen = {
    u32: bits === 32 ? 'f32(v >> 24u) / 255.0' : `f32(v) / ${2 ** bits - 1}.0`,
    i32: bits === 32 ? 'f32(v >> 24u) / 256.0 + 0.5' : `f32(v) / ${2 ** bits}.0 + 0.5`,
    f32: /^unorm/.test(format) ? 'v' : 'v * 0.5 + 0.5',
  }[scalar];
  const part = (i) => (i < components ? `seen(value${components > 1 ? `.${'xyzw'[i]}` : ''})` : '0.25');
  return [
    `vertex-${format}`,
    `Vertex format ${format}, one value per instance; the cell's color is the value.`,
    floats('values', records(format)),
    '(buffer :name vertices :usage [vertex] :data values)',
    module('code', `${CORNER}
struct V { @builtin(position) p: vec4f, @location(0) @interpolate(flat) c: vec4f }
fn seen(v: ${scalar}) -> f32 { return ${seen}; }
@vertex fn vs(@builtin(vertex_index) i: u32, @builtin(instance_index) k: u32, @location(3) value: ${type}) -> V {
  let cell = vec2f(f32(k % 4u), f32(k / 4u)) + corner(i);
  return V(vec4f(cell * 0.5 - 1.0, 0.0, 1.0), vec4f(${part(0)}, ${part(1)}, ${part(2)}, ${part(3)}));
}
@fragment fn fs(v: V, @builtin(front_facing) front: bool) -> @location(0) vec4f {
  // The fourth component shows as a diagonal part of the cell.
  let q = fract(v.p.xy / 16.0);
  return vec4f(select(v.c.rgb, v.c.www, q.x + q.y > 1.4), 1.0);
}`.replace(', @builtin(front_facing) front: bool', '')),
    pipeline({ buffers: `(vertex-buffer :array-stride 16 :step-mode instance (attribute :shader-location 3 :offset 0 :format ${format}))` }),
    pass({ keys: ':vertex-buffers [vertices]', draws: '(draw :vertex-count 6 :instance-count 16)' }), frame('draw'),
  ];
}

// ---- draws ----

const colored = `struct V { @builtin(position) p: vec4f, @location(0) c: vec3f }
@vertex fn vs(@location(0) at: vec2f, @location(1) c: vec3f) -> V { return V(vec4f(at, 0.0, 1.0), c); }
@fragment fn fs(v: V) -> @location(0) vec4f { return vec4f(v.c, 1.0); }`;
const grid = [];
for (let i = 0; i < 12; i += 1) grid.push((i % 4) * 0.6 - 0.9, Math.floor(i / 4) * 0.85 - 0.85, i / 12, 1 - i / 12, (i % 3) / 2);
const gridForms = [
  floats('grid', grid.map((v) => Number(v.toFixed(4)))), '(buffer :name vertices :usage [vertex] :data grid)', module('code', colored),
  pipeline({ buffers: '(vertex-buffer :array-stride 20\n      (attribute :shader-location 0 :offset 0 :format float32x2)\n      (attribute :shader-location 1 :offset 8 :format float32x3))' }),
];
const drawGrid = (name, title, draws, keys = '', more = []) => [
  name, title, ...gridForms, ...more, pass({ keys: `:vertex-buffers [vertices]${keys}`, draws }), frame('draw'),
];
// Values up to 127 in pairs are denormal floats or small ones: their bits survive.
const indices = [floats('indexData', words16(0, 1, 4, 1, 5, 4, 2, 3, 6, 3, 7, 6)), '(buffer :name indices :usage [index] :index-format uint16 :data indexData)'];
const indices32 = [floats('indexData', [0, 1, 4, 1, 5, 4, 6, 7, 10].map(floatOfBits)), '(buffer :name indices :usage [index] :index-format uint32 :data indexData)'];

const draws = [
  drawGrid('draw-first-vertex', 'Draws that begin at a later vertex, several in one pass.', '(draw :vertex-count 3 :first-vertex 3)\n  (draw :vertex-count 3 :first-vertex 7)'),
  drawGrid('draw-indexed-uint16', 'Indices of 16 bits.', '(draw-indexed :index-count 12)', ' :index-buffer indices', indices),
  drawGrid('draw-indexed-uint32', 'Indices of 32 bits.', '(draw-indexed :index-count 9)', ' :index-buffer indices', indices32),
  drawGrid('draw-first-index', 'An indexed draw that begins at a later index.', '(draw-indexed :index-count 6 :first-index 6)', ' :index-buffer indices', indices),
  drawGrid('draw-base-vertex', 'A base vertex that is added to each index.', '(draw-indexed :index-count 12 :base-vertex 4)', ' :index-buffer indices', indices),
  drawGrid('draw-zero', 'Draws of no vertices and no instances draw nothing.\nWARNS: it is about those draws.', '(draw :vertex-count 0)\n  (draw :vertex-count 6 :instance-count 0)\n  (draw :vertex-count 3 :first-vertex 3)'),
  [
    'draw-first-instance', 'Instances from a buffer, and draws that begin at a later one.',
    floats('rows', [-0.9, 1, 0, 0, -0.4, 0, 1, 0, 0.1, 0, 0, 1, 0.6, 1, 1, 0]), '(buffer :name instances :usage [vertex] :data rows)',
    module('code', `${CORNER}
struct V { @builtin(position) p: vec4f, @location(0) c: vec3f }
@vertex fn vs(@builtin(vertex_index) i: u32, @builtin(instance_index) k: u32, @location(0) row: vec4f) -> V {
  let c = corner(i) * vec2f(0.3, 0.2 + f32(k) * 0.3);
  return V(vec4f(row.x + c.x, c.y - 0.9, 0.0, 1.0), row.yzw);
}
@fragment fn fs(v: V) -> @location(0) vec4f { return vec4f(v.c, 1.0); }`),
    pipeline({ buffers: '(vertex-buffer :array-stride 16 :step-mode instance (attribute :shader-location 0 :offset 0 :format float32x4))' }),
    pass({ keys: ':vertex-buffers [instances]', draws: '(draw :vertex-count 6)\n  (draw :vertex-count 6 :instance-count 2 :first-instance 2)' }), frame('draw'),
  ],
  [
    'vertex-two-buffers', 'Two vertex buffers, one by vertex and one by instance, in one layout.',
    floats('shape', [-0.2, -0.2, 0.2, -0.2, 0, 0.25]), floats('places', [-0.6, -0.5, 0.5, -0.4, -0.4, 0.5, 0.55, 0.45]),
    '(buffer :name shapeBuffer :usage [vertex] :data shape)', '(buffer :name placeBuffer :usage [vertex] :data places)',
    module('code', `@vertex fn vs(@location(0) at: vec2f, @location(1) place: vec2f) -> @builtin(position) vec4f { return vec4f(at + place, 0.0, 1.0); }
${fragment('vec4f(p.x / 64.0, 1.0 - p.y / 64.0, 0.5, 1.0)')}`),
    pipeline({ buffers: '(vertex-buffer :array-stride 8 (attribute :shader-location 0 :offset 0 :format float32x2))\n    (vertex-buffer :array-stride 8 :step-mode instance (attribute :shader-location 1 :offset 0 :format float32x2))' }),
    pass({ keys: ':vertex-buffers [shapeBuffer placeBuffer]', draws: '(draw :vertex-count 3 :instance-count 4)' }), frame('draw'),
  ],
  [
    'vertex-stride-zero', 'A stride of zero: every vertex reads the same color.\nWARNS: it is about the stride.',
    floats('one', [0.9, 0.6, 0.2, 1]), '(buffer :name same :usage [vertex] :data one)',
    module('code', `struct V { @builtin(position) p: vec4f, @location(0) c: vec4f }
@vertex fn vs(@builtin(vertex_index) i: u32, @location(0) c: vec4f) -> V { return V(vec4f(f32(i) * 0.8 - 0.8, f32(i % 2u) - 0.5, 0.0, 1.0), c * (0.4 + 0.3 * f32(i))); }
@fragment fn fs(v: V) -> @location(0) vec4f { return vec4f(v.c.rgb, 1.0); }`),
    pipeline({ buffers: '(vertex-buffer :array-stride 0 (attribute :shader-location 0 :offset 0 :format float32x4))' }),
    pass({ keys: ':vertex-buffers [same]' }), frame('draw'),
  ],
];

const bgraParts = [
  'vertex-unorm8x4-bgra-parts', 'Vertex format unorm8x4-bgra read as one, two and three components, out of a structure.',
  floats('values', records('unorm8x4-bgra')), '(buffer :name vertices :usage [vertex] :data values)',
  module('code', `${CORNER}
struct In { @builtin(vertex_index) i: u32, @location(0) a: f32, @location(1) b: vec2f, @builtin(instance_index) k: u32, @location(2) c: vec3f }
struct V { @builtin(position) p: vec4f, @location(0) @interpolate(flat) c: vec3f, @location(1) @interpolate(flat) d: vec3f }
@vertex fn vs(v: In, @location(5) e: vec3f) -> V {
  let cell = vec2f(f32(v.k % 4u), f32(v.k / 4u)) + corner(v.i);
  return V(vec4f(cell * 0.5 - 1.0, 0.0, 1.0), vec3f(v.a, v.b), v.c * 0.5 + e * 0.5);
}
@fragment fn fs(v: V) -> @location(0) vec4f {
  let q = fract(v.p.xy / 16.0);
  return vec4f(select(v.c, v.d, q.x + q.y > 1.0), 1.0);
}`),
  pipeline({ buffers: `(vertex-buffer :array-stride 16 :step-mode instance ${[0, 1, 2, 5].map((l, i) => `(attribute :shader-location ${l} :offset ${i === 3 ? 0 : i * 4} :format unorm8x4-bgra)`).join(' ')})` }),
  pass({ keys: ':vertex-buffers [vertices]', draws: '(draw :vertex-count 6 :instance-count 16)' }), frame('draw'),
];

export const programs = [bgraParts, 
  ...TOPOLOGIES.map(topology),
  ...['line-strip', 'triangle-strip'].flatMap((t) => ['uint16', 'uint32'].map((f) => restart(t, f))),
  ...['none', 'front', 'back'].flatMap((c) => ['ccw', 'cw'].map((f) => face(c, f))),
  ...Object.keys(FORMATS).map(vertexFormat),
  ...draws,
];
