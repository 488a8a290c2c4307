// Depth and stencil: comparisons, operations, formats, masks, bias, load and store.
import { CORNER, FULL, color, fragment, frame, group, module, pass, pipeline, show, texture } from './common.mjs';

const COMPARE = ['never', 'less', 'equal', 'less-equal', 'greater', 'not-equal', 'greater-equal', 'always'];
const OPERATIONS = ['keep', 'zero', 'replace', 'invert', 'increment-clamp', 'decrement-clamp', 'increment-wrap', 'decrement-wrap'];
const cleared = (view, depth = 1) => `:view ${view} :depth-load-op clear :depth-store-op store :depth-clear-value ${depth}`;
const loaded = (view) => `:view ${view} :depth-load-op load :depth-store-op store`;

// Three columns at depths 0.25, 0.5 and 0.75, over a buffer cleared to 0.5.
const columns = module('code', `${CORNER}
struct V { @builtin(position) p: vec4f, @location(0) c: vec3f }
@vertex fn vs(@builtin(vertex_index) i: u32, @builtin(instance_index) k: u32) -> V {
  let c = corner(i);
  return V(vec4f((f32(k) + c.x * 0.8) / 1.5 - 1.0, c.y * 1.6 - 0.8, 0.25 * f32(k + 1u), 1.0), vec3f(f32(k) * 0.5, c.y, 1.0 - c.y));
}
@fragment fn fs(v: V) -> @location(0) vec4f { return vec4f(v.c, 1.0); }`);
const threeColumns = '(draw :vertex-count 6 :instance-count 3)';

const NOTHING = '\nUNIFORM: nothing passes, so only the clear color is there.';
const depthCompare = (f) => [
  `depth-compare-${f}`, `Depth comparison ${f}: columns nearer, equal and farther than the buffer.${f === 'never' ? NOTHING : ''}`,
  texture('depth', 'depth32float', 'render-attachment', ':size canvas'), columns,
  pipeline({ depth: `:format depth32float :depth-write-enabled true :depth-compare ${f}` }),
  pass({ depth: cleared('depth', 0.5), draws: threeColumns, clear: '0.1 0.1 0.1 1' }), frame('draw'),
];

const FORMATS = ['depth16unorm', 'depth24plus', 'depth24plus-stencil8', 'depth32float', 'depth32float-stencil8'];
const stencilPart = (format) => (format.endsWith('stencil8') ? ' :stencil-load-op clear :stencil-store-op store' : '');
const depthFormat = (format) => [
  `depth-format-${format}`,
  `Depth format ${format}: planes that cut each other.${format === 'depth32float-stencil8' ? '\nWARNS: the format needs a device feature.' : ''}`, texture('depth', format, 'render-attachment', ':size canvas'),
  module('code', `${CORNER}
struct V { @builtin(position) p: vec4f, @location(0) @interpolate(flat) k: u32 }
@vertex fn vs(@builtin(vertex_index) i: u32, @builtin(instance_index) k: u32) -> V {
  let c = corner(i) * 2.0 - 1.0;
  let slope = array<vec2f, 3>(vec2f(0.3, 0.1), vec2f(-0.25, 0.2), vec2f(0.05, -0.4))[k];
  return V(vec4f(c * 0.95, 0.5 + dot(c, slope), 1.0), k);
}
@fragment fn fs(v: V) -> @location(0) vec4f { return vec4f(f32(v.k == 0u), f32(v.k == 1u), f32(v.k == 2u), 1.0); }`),
  pipeline({ depth: `:format ${format} :depth-write-enabled true :depth-compare less` }),
  pass({ depth: cleared('depth') + stencilPart(format), draws: threeColumns }), frame('draw'),
];

// ---- stencil: column k of eight holds k + 1 after a first pass of overlapping quads ----

const stairs = module('stairsCode', `${CORNER}
@vertex fn vs(@builtin(vertex_index) i: u32, @builtin(instance_index) k: u32) -> @builtin(position) vec4f {
  let c = corner(i);
  return vec4f(mix(f32(k) / 4.0 - 1.0, 1.0, c.x), c.y * 2.0 - 1.0, 0.5, 1.0);
}
${fragment('vec4f(p.x / 128.0, 0.0, 0.2, 1.0)')}`);
const clearStencil = ':view stencil :stencil-load-op clear :stencil-store-op store';
const loadStencil = ':view stencil :stencil-load-op load :stencil-store-op store';
const prepared = (usage = ' texture-binding') => [
  texture('stencil', 'stencil8', `render-attachment${usage}`, ':size canvas'), stairs,
  pipeline({ name: 'stairsPipe', code: 'stairsCode', depth: ':format stencil8 (stencil-front :pass-op increment-wrap) (stencil-back :pass-op increment-wrap)' }),
  pass({ name: 'stairs', pipe: 'stairsPipe', depth: clearStencil, draws: '(draw :vertex-count 6 :instance-count 8)' }),
];
const over = module('code', `${FULL}\n${fragment('vec4f(0.9, p.y / 64.0, 0.2, 1.0)')}`);
const faces = (keys) => `(stencil-front ${keys}) (stencil-back ${keys})`;
const showStencil = show(':texture-view stencilView', 'vec4f(f32(c.r & 7u) / 7.0, f32((c.r >> 3u) & 7u) / 7.0, f32(c.r >> 6u) / 3.0, 1.0)', { type: 'texture_2d<u32>' });
const stencilView = '(texture-view :name stencilView :texture stencil :aspect stencil-only)';

const stencilCompare = (f) => [
  `stencil-compare-${f}`, `Stencil comparison ${f} with reference 4, over columns of 1 to 8.`, ...prepared(''), over,
  pipeline({ depth: `:format stencil8 ${faces(`:compare ${f}`)}` }),
  pass({ load: 'load', depth: loadStencil, keys: ':stencil-reference 4' }), frame('stairs draw'),
];
const stencilOp = (op) => [
  `stencil-op-${op}`, `Stencil operation ${op} where the stencil test passes; the buffer is shown.`,
  ...prepared(), stencilView, over,
  pipeline({ depth: `:format stencil8 ${faces(`:compare less-equal :pass-op ${op} :fail-op ${op === 'keep' ? 'zero' : 'keep'}`)}` }),
  pass({ load: 'load', depth: loadStencil, keys: ':stencil-reference 5' }),
  showStencil, frame('stairs draw show'),
];
const depthFailOp = (op) => [
  `stencil-depth-fail-${op}`, `Stencil operation ${op} where the depth test fails: the lower half of the target is nearer.`,
  texture('stencil', 'depth24plus-stencil8', 'render-attachment texture-binding', ':size canvas'), stencilView,
  module('stairsCode', `${CORNER}
@vertex fn vs(@builtin(vertex_index) i: u32, @builtin(instance_index) k: u32) -> @builtin(position) vec4f {
  let c = corner(i);
  return vec4f(mix(f32(k) / 4.0 - 1.0, 1.0, c.x), c.y * 2.0 - 1.0, 0.25 + 0.5 * c.y, 1.0);
}
${fragment('vec4f(p.x / 128.0, 0.0, 0.2, 1.0)')}`),
  pipeline({ name: 'stairsPipe', code: 'stairsCode', depth: ':format depth24plus-stencil8 :depth-write-enabled true :depth-compare always (stencil-front :pass-op increment-wrap) (stencil-back :pass-op increment-wrap)' }),
  pass({ name: 'stairs', pipe: 'stairsPipe', depth: ':view stencil :depth-load-op clear :depth-store-op store :depth-clear-value 1 :stencil-load-op clear :stencil-store-op store', draws: '(draw :vertex-count 6 :instance-count 8)' }),
  module('code', `${FULL.replace('0.0, 1.0);\n}', '0.5, 1.0);\n}')}\n${fragment('vec4f(0.9, 0.3, 0.2, 1.0)')}`),
  pipeline({ depth: `:format depth24plus-stencil8 :depth-write-enabled false :depth-compare less ${faces(`:depth-fail-op ${op}`)}` }),
  pass({ load: 'load', depth: ':view stencil :depth-load-op load :depth-store-op store :stencil-load-op load :stencil-store-op store', keys: ':stencil-reference 77' }),
  showStencil, frame('stairs draw show'),
];

const UNIT = '\nLLVMPIPE: the unit of a bias may be up to two steps of the format; it takes two, SwiftShader one.';
const biased = (name, title, keys) => [
  name, title, texture('depth', 'depth16unorm', 'render-attachment texture-binding'),
  module('code', `${CORNER}
@vertex fn vs(@builtin(vertex_index) i: u32, @builtin(instance_index) k: u32) -> @builtin(position) vec4f {
  let c = corner(i);
  return vec4f(f32(k) - 1.0 + c.x * 0.9, c.y * 1.8 - 0.9, 0.3 + 0.4 * c.y * f32(k), 1.0);
}`),
  pipeline({ targets: null, depth: `:format depth16unorm :depth-write-enabled true :depth-compare less ${keys}` }),
  pass({ colors: [], depth: cleared('depth'), draws: '(draw :vertex-count 6 :instance-count 2)' }),
  show('depth', 'vec4f(c, fract(c * 8.0), 0.5, 1.0)', { type: 'texture_depth_2d' }), frame('draw show'),
];

const extra = [
  [
    'depth-only', 'A pass with a depth attachment alone; a later pass shows the depth.',
    texture('depth', 'depth32float', 'render-attachment texture-binding'), columns.replace(/@fragment.*\n/, ''),
    pipeline({ targets: null, depth: ':format depth32float :depth-write-enabled true :depth-compare less' }),
    pass({ colors: [], depth: cleared('depth'), draws: threeColumns }), show('depth', 'vec4f(c, c * c, 1.0 - c, 1.0)', { type: 'texture_depth_2d' }), frame('draw show'),
  ],
  [
    'depth-load', 'Depth kept from one pass to the next, with writing off in the second.',
    texture('depth', 'depth24plus', 'render-attachment', ':size canvas'), columns,
    pipeline({ depth: ':format depth24plus :depth-write-enabled true :depth-compare less' }),
    pass({ depth: cleared('depth'), draws: threeColumns }),
    module('overCode', `${FULL.replace('0.0, 1.0);\n}', '0.4, 1.0);\n}')}\n${fragment('vec4f(0.9, 0.9, p.x / 64.0, 1.0)')}`),
    pipeline({ name: 'overPipe', code: 'overCode', depth: ':format depth24plus :depth-write-enabled false :depth-compare greater' }),
    pass({ name: 'over', pipe: 'overPipe', load: 'load', depth: ':view depth :depth-load-op load :depth-store-op discard' }), frame('draw over'),
  ],
  [
    'depth-frag', 'Depth written by the fragment stage.', texture('depth', 'depth32float', 'render-attachment', ':size canvas'),
    module('code', `${CORNER}
struct V { @builtin(position) p: vec4f, @location(0) @interpolate(flat) k: u32 }
struct F { @location(0) c: vec4f, @builtin(frag_depth) d: f32 }
@vertex fn vs(@builtin(vertex_index) i: u32, @builtin(instance_index) k: u32) -> V { return V(vec4f(corner(i) * 2.0 - 1.0, 0.5, 1.0), k); }
@fragment fn fs(v: V) -> F {
  let d = distance(v.p.xy, vec2f(20.0 + 24.0 * f32(v.k), 32.0)) / 64.0;
  return F(vec4f(f32(v.k), d, 1.0 - d, 1.0), d);
}`),
    pipeline({ depth: ':format depth32float :depth-write-enabled true :depth-compare less' }),
    pass({ depth: cleared('depth'), draws: '(draw :vertex-count 6 :instance-count 2)' }), frame('draw'),
  ],
  [
    'depth-unclipped', 'Depth that is clamped instead of clipped.\nWARNS: it needs a device feature.', texture('depth', 'depth32float', 'render-attachment', ':size canvas'),
    module('code', `${CORNER}
@vertex fn vs(@builtin(vertex_index) i: u32) -> @builtin(position) vec4f { let c = corner(i); return vec4f(c * 1.8 - 0.9, c.x * 3.0 - 1.0, 1.0); }
${fragment('vec4f(p.z, p.y / 64.0, 0.5, 1.0)')}`),
    pipeline({ primitive: ':unclipped-depth true', depth: ':format depth32float :depth-write-enabled true :depth-compare less-equal' }),
    pass({ depth: cleared('depth'), draws: '(draw :vertex-count 6)' }), frame('draw'),
  ],
  [
    'depth-clipped', 'Depth outside of 0 to 1 is clipped.', texture('depth', 'depth32float', 'render-attachment', ':size canvas'),
    module('code', `${CORNER}
@vertex fn vs(@builtin(vertex_index) i: u32) -> @builtin(position) vec4f { let c = corner(i); return vec4f(c * 1.8 - 0.9, c.x * 3.0 - 1.0, 1.0); }
${fragment('vec4f(p.z, p.y / 64.0, 0.5, 1.0)')}`),
    pipeline({ depth: ':format depth32float :depth-write-enabled true :depth-compare less-equal' }),
    pass({ depth: cleared('depth'), draws: '(draw :vertex-count 6)' }), frame('draw'),
  ],
  [
    'stencil-masks', 'Read and write masks of the stencil.', ...prepared(), stencilView, over,
    pipeline({ depth: `:format stencil8 :stencil-read-mask 0x3 :stencil-write-mask 0x70 ${faces(':compare equal :pass-op replace')}` }),
    pass({ load: 'load', depth: loadStencil, keys: ':stencil-reference 0xf2' }), showStencil, frame('stairs draw show'),
  ],
  [
    'stencil-faces', 'Front and back faces with operations of their own.',
    texture('stencil', 'stencil8', 'render-attachment texture-binding', ':size canvas'), stencilView,
    module('code', `@vertex fn vs(@builtin(vertex_index) i: u32) -> @builtin(position) vec4f {
  let corner = array<vec2f, 6>(vec2f(-0.9, -0.8), vec2f(-0.1, -0.8), vec2f(-0.5, 0.8), vec2f(0.1, -0.8), vec2f(0.5, 0.8), vec2f(0.9, -0.8));
  return vec4f(corner[i], 0.0, 1.0);
}
${fragment('vec4f(0.3, 0.3, 0.3, 1.0)')}`),
    pipeline({ depth: ':format stencil8 (stencil-front :pass-op replace) (stencil-back :pass-op invert)' }),
    pass({ depth: clearStencil, draws: '(draw :vertex-count 6)', keys: ':stencil-reference 21' }), showStencil, frame('draw show'),
  ],
  [
    'stencil-clear-value', 'A stencil cleared to a value, then compared with it.', texture('stencil', 'stencil8', 'render-attachment', ':size canvas'),
    module('code', `${CORNER}
@vertex fn vs(@builtin(vertex_index) i: u32) -> @builtin(position) vec4f { return vec4f(corner(i) - 0.5, 0.0, 1.0); }
${fragment('vec4f(p.x / 64.0, 0.9, p.y / 64.0, 1.0)')}`),
    pipeline({ depth: `:format stencil8 ${faces(':compare equal')}` }),
    pass({ depth: ':view stencil :stencil-load-op clear :stencil-store-op discard :stencil-clear-value 200', keys: ':stencil-reference 200', draws: '(draw :vertex-count 6)' }), frame('draw'),
  ],
  [
    'depth-stencil-both', 'Depth and stencil of one texture, both tested.', texture('both', 'depth24plus-stencil8', 'render-attachment', ':size canvas'),
    columns, pipeline({ depth: `:format depth24plus-stencil8 :depth-write-enabled true :depth-compare less ${faces(':pass-op increment-clamp')}` }),
    pass({ depth: ':view both :depth-load-op clear :depth-store-op store :depth-clear-value 0.6 :stencil-load-op clear :stencil-store-op store', draws: threeColumns }),
    over.replace(':name code', ':name overCode'), pipeline({ name: 'overPipe', code: 'overCode', depth: `:format depth24plus-stencil8 :depth-write-enabled false :depth-compare always ${faces(':compare equal')}` }),
    pass({ name: 'over', pipe: 'overPipe', load: 'load', keys: ':stencil-reference 0', depth: ':view both :depth-load-op load :depth-store-op store :stencil-load-op load :stencil-store-op store' }), frame('draw over'),
  ],
  [
    'depth-sampled-compare', 'A shadow lookup: a depth texture through a comparison sampler.',
    texture('depth', 'depth32float', 'render-attachment texture-binding', ':size [16 16]'), columns.replace(/@fragment.*\n/, ''),
    pipeline({ targets: null, depth: ':format depth32float :depth-write-enabled true :depth-compare less' }),
    pass({ colors: [], depth: cleared('depth'), draws: threeColumns }),
    '(sampler :name shadow :compare less :mag-filter linear :min-filter linear)',
    module('showCode', `@group(0) @binding(0) var source: texture_depth_2d;
@group(0) @binding(1) var shadow: sampler_comparison;
${FULL}
${fragment('vec4f(vec3f(textureSampleCompare(source, shadow, p.xy / 64.0, p.y / 64.0)), 1.0)')}`),
    pipeline({ name: 'showPipe', code: 'showCode' }), group('showGroup', 'showPipe', ':texture depth', ':sampler shadow'),
    pass({ name: 'show', pipe: 'showPipe', keys: ':bind-groups [showGroup]' }), frame('draw show'),
  ],
];

export const programs = [
  ...COMPARE.map(depthCompare), ...FORMATS.map(depthFormat), ...COMPARE.map(stencilCompare), ...OPERATIONS.map(stencilOp),
  ...['zero', 'replace', 'invert', 'increment-clamp'].map(depthFailOp),
  biased('depth-bias', `A constant depth bias.${UNIT}`, ':depth-bias 6000'),
  biased('depth-bias-slope', 'A depth bias by slope.', ':depth-bias-slope-scale 4'),
  biased('depth-bias-negative', `A negative bias and slope.${UNIT}`, ':depth-bias -5000 :depth-bias-slope-scale -2.5'),
  biased('depth-bias-clamp', 'A depth bias held by its clamp.\nWARNS: devices in compatibility mode do not clamp.', ':depth-bias 6000 :depth-bias-slope-scale 8 :depth-bias-clamp 0.03'),
  ...extra,
];
