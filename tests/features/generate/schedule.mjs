// What happens when: passes and their state, bundles, indirect work, pools, frames, queues, queries, inputs, images, wasm.
import { CANVAS, CORNER, FULL, color, compute, dispatch, floatOfBits, floats, fragment, frame, group, module, pass, pipeline, show, texture } from './common.mjs';

const NOW = ['(buffer :name now :size 16 :usage [uniform copy-dst])', '(queue :name tick (write-buffer :buffer now :data pngine-inputs))'];
const gradient = module('code', `${FULL}\n${fragment('vec4f(p.x / 64.0, p.y / 64.0, 0.5, 1.0)')}`);
const plain = (name, title, keys) => [name, title, gradient, pipeline(), pass({ keys, clear: '0.2 0.1 0.1 1' }), frame('draw')];

// ---- state of a pass ----

const states = [
  plain('viewport', 'A viewport smaller than the canvas.', ':viewport [10 20 40 30]'),
  [
    'viewport-depth', 'A viewport with a depth range.',
    module('code', `${FULL.replace('0.0, 1.0);\n}', '0.5, 1.0);\n}')}\n${fragment('vec4f(p.z, p.y / 64.0, p.x / 64.0, 1.0)')}`), pipeline(), pass({ keys: ':viewport [0 0 64 32 0.25 0.75]' }), frame('draw'),
  ],
  plain('scissor', 'A scissor rectangle.', ':scissor-rect [5 9 40 33]'),
  plain('scissor-viewport', 'Scissor and viewport that overlap in part.', ':viewport [20 0 44 64] :scissor-rect [0 16 40 40]'),
  plain('scissor-empty', 'An empty scissor rectangle.\nUNIFORM: it lets nothing through.', ':scissor-rect [5 5 0 0]'),
  ['clear-only', 'A pass that clears, and a second one that clears a part of nothing.\nUNIFORM: it is a clear color.', '(render-pass :name draw (color-attachment :view context-current-texture :load-op clear :store-op store :clear-value [0.3 0.7 0.123 1]))', frame('draw')],
  ['clear-default', 'No clear value: transparent black.\nUNIFORM: it is a clear color.', '(render-pass :name draw (color-attachment :view context-current-texture :load-op clear :store-op store))', frame('draw')],
  ['store-discard', 'A texture that is discarded, then cleared by the pass that needs it.\nWARNS: it is about what is discarded.', texture('layer', 'rgba8unorm', 'render-attachment texture-binding'), gradient, pipeline({ targets: ['rgba8unorm'] }),
    pass({ view: 'layer', store: 'discard' }), pass({ name: 'again', view: 'layer', clear: '0 0 0 1', keys: ':scissor-rect [8 8 40 40]' }), show('layer', 'c.bgra'), frame('draw again show')],
  ['alpha-mode-premultiplied', 'A canvas that lets the page shine through; the color is premultiplied.', '(canvas :alpha-mode premultiplied)',
    module('code', `${FULL}\n${fragment('vec4f(vec3f(p.x / 64.0, 0.5, 1.0 - p.x / 64.0) * (floor(p.y / 8.0) / 7.0), floor(p.y / 8.0) / 7.0)')}`), pipeline(), pass({ clear: '0 0 0 0' }), frame('draw')],
  ['alpha-mode-opaque', 'An opaque canvas: alpha is of no account.', '(canvas :alpha-mode opaque)', module('code', `${FULL}\n${fragment('vec4f(p.x / 64.0, p.y / 64.0, 0.3, p.y / 64.0)')}`), pipeline(), pass({ clear: '0 0 0 0' }), frame('draw')],
  ['limits', 'Limits that the device must have.', '(limits :max-bind-groups 4 :max-compute-invocations-per-workgroup 256)', gradient, pipeline(), pass(), frame('draw')],
];

// ---- bundles ----

const shifted = (name, x, c) => module(name, `${CORNER}
@vertex fn vs(@builtin(vertex_index) i: u32) -> @builtin(position) vec4f { return vec4f(corner(i) * 0.7 + vec2f(${x}, -0.5 + ${x} * 0.3), 0.5, 1.0); }
${fragment(c)}`);
const bundle = (name, pipe, { formats = 'preferred-canvas-format', keys = '', draw = '(draw :vertex-count 6)' } = {}) =>
  `(render-bundle :name ${name} :pipeline ${pipe} :color-formats [${formats}]${keys && ` ${keys}`}\n  ${draw})`;
const one = [shifted('code', '-0.8', 'vec4f(p.x / 64.0, 1.0, 0.2, 1.0)'), pipeline()];
const two = [shifted('otherCode', '0.1', 'vec4f(0.9, p.y / 64.0, 0.6, 1.0)'), pipeline({ name: 'otherPipe', code: 'otherCode' })];
const bundles = [
  ['bundle', 'A bundle replayed by a pass without a pipeline.', ...one, bundle('first', 'pipe'), pass({ pipe: '', draws: '', keys: ':execute-bundles [first]' }), frame('draw')],
  ['bundle-several', 'Two bundles of different pipelines, one of them in two passes.', ...one, ...two, bundle('first', 'pipe'), bundle('second', 'otherPipe'),
    pass({ pipe: '', draws: '', keys: ':execute-bundles [first second]' }), pass({ name: 'again', pipe: '', draws: '', load: 'load', keys: ':execute-bundles [first] :scissor-rect [0 0 30 20]' }), frame('draw again')],
  ['bundle-after-draw', 'A bundle after draws of the pass itself.\nWARNS: it is about that order.', ...one, ...two, bundle('second', 'otherPipe'), pass({ draws: '(draw :vertex-count 6)', keys: ':execute-bundles [second]' }), frame('draw')],
  ['bundle-indexed', 'A bundle with vertices and indices.', floats('corners', [-0.8, -0.8, 0.7, -0.6, 0.8, 0.9, -0.5, 0.6]), floats('order', [[0, 1], [2, 0], [2, 3]].map(([a, b]) => floatOfBits((a | (b << 16)) >>> 0))),
    '(buffer :name vertices :usage [vertex] :data corners)', '(buffer :name indices :usage [index] :index-format uint16 :data order)',
    module('code', `@vertex fn vs(@location(0) at: vec2f) -> @builtin(position) vec4f { return vec4f(at, 0.0, 1.0); }\n${fragment('vec4f(p.x / 64.0, 0.4, p.y / 64.0, 1.0)')}`),
    pipeline({ buffers: '(vertex-buffer :array-stride 8 (attribute :shader-location 0 :offset 0 :format float32x2))' }),
    bundle('first', 'pipe', { keys: ':vertex-buffers [vertices] :index-buffer indices', draw: '(draw-indexed :index-count 6)' }), pass({ pipe: '', draws: '', keys: ':execute-bundles [first]' }), frame('draw')],
  ['bundle-bind-group', 'A bundle with a bind group whose buffer changes between frames.', ...NOW, module('code', `@group(0) @binding(0) var<uniform> now: vec4f;\n${FULL}\n${fragment('vec4f(fract(p.x / 64.0 + now.x), now.w * 0.5, p.y / now.z, 1.0)')}`),
    pipeline(), group('bound', 'pipe', ':buffer now'), bundle('first', 'pipe', { keys: ':bind-groups [bound]', draw: '(draw :vertex-count 3)' }), pass({ pipe: '', draws: '', keys: ':execute-bundles [first]' }), frame('draw', ':before [tick]')],
  ['bundle-depth', 'A bundle with a depth format.', texture('depth', 'depth24plus', 'render-attachment', ':size canvas'), shifted('code', '-0.8', 'vec4f(p.x / 64.0, 1.0, 0.2, 1.0)'),
    pipeline({ depth: ':format depth24plus :depth-write-enabled true :depth-compare less' }), bundle('first', 'pipe', { keys: ':depth-stencil-format depth24plus' }),
    pass({ pipe: '', draws: '', keys: ':execute-bundles [first]', depth: ':view depth :depth-load-op clear :depth-store-op store :depth-clear-value 0.6' }), frame('draw')],
  ['bundle-msaa', 'A bundle with four samples.', texture('many', 'preferred-canvas-format', 'render-attachment', ':size canvas :sample-count 4'), module('code', `@vertex fn vs(@builtin(vertex_index) i: u32) -> @builtin(position) vec4f { return vec4f(f32(i) * 0.7 - 0.8, f32(i % 2u) * 1.3 - 0.7, 0.0, 1.0); }\n${fragment('vec4f(1.0, p.x / 64.0, 0.3, 1.0)')}`),
    pipeline({ multisample: ':count 4' }), bundle('first', 'pipe', { keys: ':sample-count 4', draw: '(draw :vertex-count 3)' }), pass({ pipe: '', draws: '', view: 'many', resolve: CANVAS, store: 'discard', keys: ':execute-bundles [first]' }), frame('draw')],
];

// ---- indirect work: arguments by a compute pass (integers are no float data) ----

const writer = (list) => [
  module('fillCode', `@group(0) @binding(0) var<storage, read_write> out: array<u32>;
@compute @workgroup_size(1) fn fill() {
  var list = array<u32, ${list.length}>(${list.map((n) => `${n}u`).join(', ')});
  for (var i = 0u; i < ${list.length}u; i += 1u) { out[i] = list[i]; }
}`),
  '(init :name fill :buffer arguments :module fillCode :workgroups [1])',
];
const instanced = module('code', `${CORNER}
@vertex fn vs(@builtin(vertex_index) i: u32, @builtin(instance_index) k: u32) -> @builtin(position) vec4f { return vec4f(corner(i) * 0.35 + vec2f(f32(k) * 0.45 - 0.95, f32(k) * 0.2 - 0.8), 0.0, 1.0); }
${fragment('vec4f(p.x / 64.0, 0.8, 1.0 - p.y / 64.0, 1.0)')}`);
const indirect = [
  ['indirect-draw', 'Draws whose numbers lie in a buffer, from the start and from an offset.', '(buffer :name arguments :size 32 :usage [indirect storage])', ...writer([6, 2, 0, 0, 3, 3, 0, 0]), instanced, pipeline(),
    pass({ draws: '(draw-indirect :buffer arguments)\n  (draw-indirect :buffer arguments :offset 16)' }), frame('draw', ':init [fill]')],
  ['indirect-draw-indexed', 'An indexed draw whose numbers lie in a buffer, with a base vertex.', '(buffer :name arguments :size 20 :usage [indirect storage])', ...writer([3, 3, 1, 1, 0]),
    floats('order', [[0, 0], [1, 4]].map(([a, b]) => floatOfBits((a | (b << 16)) >>> 0))), '(buffer :name indices :usage [index] :index-format uint16 :data order)', instanced, pipeline(),
    pass({ keys: ':index-buffer indices', draws: '(draw-indexed-indirect :buffer arguments)' }), frame('draw', ':init [fill]')],
  ['indirect-dispatch', 'A dispatch whose numbers lie in a buffer.', '(buffer :name arguments :size 16 :usage [indirect storage])', ...writer([0, 5, 6, 1]), texture('layer', 'rgba8unorm', 'storage-binding texture-binding'),
    module('code', `@group(0) @binding(0) var layer: texture_storage_2d<rgba8unorm, write>;
@compute @workgroup_size(8, 8) fn main(@builtin(global_invocation_id) id: vec3u) { textureStore(layer, id.xy, vec4f(vec2f(id.xy) / 64.0, 0.8, 1.0)); }`),
    compute('pipe', 'code'), group('bound', 'pipe', ':texture layer'), '(compute-pass :name fillLayer :pipeline pipe :bind-groups [bound]\n  (dispatch-indirect :buffer arguments :offset 4))', show('layer'), frame('fillLayer show', ':init [fill]')],
  ['indirect-by-frame', 'Numbers of a draw that a compute pass changes every frame.', '(buffer :name arguments :size 16 :usage [indirect storage])',
    module('countCode', `@group(0) @binding(0) var<storage, read_write> out: array<u32, 4>;
@compute @workgroup_size(1) fn count() { out = array<u32, 4>(6u, out[1] + 1u, 0u, 0u); }`), compute('countPipe', 'countCode'), group('countGroup', 'countPipe', ':buffer arguments'), dispatch('count', 'countPipe', 'countGroup'),
    module('code', `${CORNER}
@vertex fn vs(@builtin(vertex_index) i: u32, @builtin(instance_index) k: u32) -> @builtin(position) vec4f { return vec4f(corner(i) * 0.2 + vec2f(f32(k) * 0.24 - 0.99, f32(k) * 0.15 - 0.8), 0.0, 1.0); }
${fragment('vec4f(p.x / 64.0, 0.8, 1.0 - p.y / 64.0, 1.0)')}`), pipeline(), pass({ draws: '(draw-indirect :buffer arguments)' }), frame('count draw')],
];

// ---- pools ----

const cells = (n) => `let at = u32(p.x) / ${64 / n}u;`;
const walk = (size, title) => [
  `pool-buffer-${size}`, title, `(buffer :name state :size 32 :usage [storage] :pool ${size})`,
  module('stepCode', `@group(0) @binding(0) var<storage, read> old: array<u32, 8>;
@group(0) @binding(1) var<storage, read_write> to: array<u32, 8>;
@compute @workgroup_size(8) fn step(@builtin(local_invocation_index) i: u32) { to[i] = old[(i + 1u) % 8u] + i + 1u; }`),
  compute('stepPipe', 'stepCode'), `(bind-group :name stepGroup :layout stepPipe :pool ${size}\n  (entry :binding 0 :buffer state :ping-pong 0)\n  (entry :binding 1 :buffer state :ping-pong 1))`, dispatch('step', 'stepPipe', 'stepGroup'),
  module('code', `@group(0) @binding(0) var<storage, read> to: array<u32, 8>;
${FULL}
@fragment fn fs(@builtin(position) p: vec4f) -> @location(0) vec4f { ${cells(8)} let v = to[at]; return vec4f(f32(v & 7u) / 7.0, f32((v >> 3u) & 7u) / 7.0, p.y / 64.0, 1.0); }`),
  pipeline(), `(bind-group :name showGroup :layout pipe :pool ${size} (entry :binding 0 :buffer state :ping-pong 1))`, pass({ keys: ':bind-groups [showGroup]' }), frame('step draw'),
];
const pools = [
  walk(2, 'Two instances of a buffer that read and write by turns.'), walk(3, 'Three instances of a buffer in rotation.'),
  ['pool-vertex-buffer', 'A pooled buffer as vertices, the instance chosen by frame and offset.', '(buffer :name points :size 64 :usage [storage vertex] :pool 2)',
    module('moveCode', `@group(0) @binding(0) var<storage, read> old: array<vec4f, 4>;
@group(0) @binding(1) var<storage, read_write> to: array<vec4f, 4>;
@compute @workgroup_size(4) fn shift(@builtin(local_invocation_index) i: u32) { to[i] = vec4f(f32(i) * 0.5 - 0.75, fract(old[i].y + 0.11 * f32(i + 1u)), f32(i) / 3.0, 1.0); }`),
    compute('movePipe', 'moveCode'), '(bind-group :name moveGroup :layout movePipe :pool 2\n  (entry :binding 0 :buffer points :ping-pong 0)\n  (entry :binding 1 :buffer points :ping-pong 1))', dispatch('shift', 'movePipe', 'moveGroup'),
    module('code', `${CORNER}
@vertex fn vs(@builtin(vertex_index) i: u32, @location(0) point: vec4f) -> @builtin(position) vec4f { return vec4f((corner(i) - 0.5) * 0.3 + point.xy * vec2f(1.0, 1.4) - vec2f(0.0, 0.7), 0.0, 1.0); }
${fragment('vec4f(p.x / 64.0, 0.9, 0.3, 1.0)')}`),
    pipeline({ buffers: '(vertex-buffer :array-stride 16 :step-mode instance (attribute :shader-location 0 :offset 0 :format float32x4))' }), pass({ keys: ':vertex-buffers [points] :vertex-buffers-pool-offsets [1]', draws: '(draw :vertex-count 6 :instance-count 4)' }), frame('shift draw')],
  ['pool-bind-group-offset', 'A pooled group bound with an offset of one: the instance just written.', '(buffer :name state :size 16 :usage [storage] :pool 2)',
    module('stepCode', `@group(0) @binding(0) var<storage, read> old: vec4f;
@group(0) @binding(1) var<storage, read_write> to: vec4f;
@compute @workgroup_size(1) fn step() { to = old + vec4f(0.1, 0.07, 0.03, 1.0); }`), compute('stepPipe', 'stepCode'), '(bind-group :name stepGroup :layout stepPipe :pool 2\n  (entry :binding 0 :buffer state :ping-pong 0)\n  (entry :binding 1 :buffer state :ping-pong 1))', dispatch('step', 'stepPipe', 'stepGroup'),
    module('code', `@group(0) @binding(0) var<storage, read> old: vec4f;\n${FULL}\n${fragment('vec4f(fract(old.rgb + p.x / 64.0), 1.0)')}`), pipeline(), '(bind-group :name showGroup :layout pipe :pool 2 (entry :binding 0 :buffer state :ping-pong 0))', pass({ keys: ':bind-groups [showGroup] :bind-groups-pool-offsets [1]' }), frame('step draw')],
  ['pool-texture', 'Feedback by hand: a pooled texture drawn into while the other instance is read.', texture('layer', 'rgba8unorm', 'render-attachment texture-binding', ':size [64 64] :pool 2'),
    module('code', `@group(0) @binding(0) var before: texture_2d<f32>;\n${FULL}\n${fragment('textureLoad(before, vec2i(p.xy + vec2f(63.0, 2.0)) % 64, 0) * 0.875 + select(vec4f(0.0, 0.0, 0.0, 0.125), vec4f(0.9, p.x / 64.0, 0.5, 1.0), distance(p.xy, vec2f(20.0)) < 9.0)')}`),
    pipeline({ targets: ['rgba8unorm'] }), '(bind-group :name bound :layout pipe :pool 2 (entry :binding 0 :texture layer :ping-pong 1))', pass({ view: 'layer', keys: ':bind-groups [bound]' }),
    module('showCode', `@group(0) @binding(0) var source: texture_2d<f32>;\n${FULL}\n${fragment('textureLoad(source, vec2i(p.xy), 0)')}`), pipeline({ name: 'showPipe', code: 'showCode' }), '(bind-group :name showGroup :layout showPipe :pool 2 (entry :binding 0 :texture layer :ping-pong 0))',
    pass({ name: 'show', pipe: 'showPipe', keys: ':bind-groups [showGroup]' }), frame('draw show')],
  ['pool-data', 'Each instance of a pooled buffer holds the same first bytes.', floats('start', [0.2, 0.9, 0.4, 1]), '(buffer :name state :usage [storage] :data start :pool 3)',
    module('stepCode', '@group(0) @binding(0) var<storage, read_write> state: vec4f;\n@compute @workgroup_size(1) fn step() { state.x += 0.3; }'), compute('stepPipe', 'stepCode'), '(bind-group :name stepGroup :layout stepPipe :pool 3 (entry :binding 0 :buffer state :ping-pong 0))', dispatch('step', 'stepPipe', 'stepGroup'),
    module('code', `@group(0) @binding(0) var<storage, read> state: vec4f;\n${FULL}\n${fragment('vec4f(fract(state.x) * p.x / 64.0, state.y, state.z, 1.0)')}`), pipeline(), '(bind-group :name bound :layout pipe :pool 3 (entry :binding 0 :buffer state :ping-pong 0))', pass({ keys: ':bind-groups [bound]' }), frame('step draw')],
];

// ---- frames and queues ----

const uniformShown = (size, how, kind = 'uniform') => [
  module('code', `@group(0) @binding(0) var<${kind === 'uniform' ? 'uniform' : 'storage, read'}> data: array<vec4f, ${size / 16}>;\n${FULL}\n@fragment fn fs(@builtin(position) p: vec4f) -> @location(0) vec4f {\n  return ${how};\n}`),
  pipeline(), group('bound', 'pipe', ':buffer target'), pass({ keys: ':bind-groups [bound]' }),
];
const target = (size, usage = 'uniform copy-dst') => `(buffer :name target :size ${size} :usage [${usage}])`;
const written = (name, title, source, size, how, more = []) => [
  name, title, target(size), ...more, ...uniformShown(size, how), `(queue :name put (write-buffer :buffer target :data ${source}))`, frame('draw', ':before [put]'),
];
const counter = (name) => [
  module('addCode', '@group(0) @binding(0) var<storage, read_write> data: array<vec4f, 1>;\n@compute @workgroup_size(1) fn add() { data[0] += vec4f(0.1, 0.0, 0.0, 1.0); }'),
  compute('addPipe', 'addCode'), group('addGroup', 'addPipe', ':buffer target'), dispatch(name, 'addPipe', 'addGroup'),
];
const queues = [
  written('write-pngine-inputs', 'Time, width, height and aspect.', 'pngine-inputs', 16, 'vec4f(fract(data[0].x * 4.0 + p.x / 64.0), data[0].y / 128.0, data[0].z / 100.0, data[0].w)'),
  [...written('write-scene-time-inputs', 'Time, width and height, 12 bytes.', 'scene-time-inputs', 16, 'vec4f(fract(data[0].x * 4.0 + p.x / 64.0), data[0].y / 128.0, data[0].z / 100.0, 1.0 + data[0].w)')],
  written('write-pointer-inputs', 'The pointer before any event: zeros.', 'pointer-inputs', 48, 'data[0] + data[1] + data[2] + vec4f(p.x / 64.0, p.y / 64.0, 0.5, 1.0)'),
  written('write-data', 'A blob written every frame, over what a pass changed.', 'colors', 16, 'vec4f(data[0].rgb * p.x / 64.0, 1.0)', [floats('colors', [0.9, 0.4, 0.7, 1])]),
  ['write-offset', 'Blobs written at offsets; of two writes to one place the last counts.', floats('red', [0.9, 0.1, 0.1, 1]), floats('blue', [0.1, 0.2, 0.9, 1]), floats('green', [0.1, 0.8, 0.2, 1]), target(32),
    ...uniformShown(32, 'select(data[0], data[1], p.x > 32.0) * p.y / 64.0 + vec4f(0.0, 0.0, 0.0, 1.0)'),
    '(queue :name put\n  (write-buffer :buffer target :data red)\n  (write-buffer :buffer target :offset 16 :data blue)\n  (write-buffer :buffer target :data green))', frame('put draw')],
  ['write-between', 'A write between two passes counts for both.', floats('red', [0.9, 0.1, 0.1, 1]), target(16), ...uniformShown(16, 'vec4f(data[0].rgb * p.y / 64.0 + 0.1, 1.0)'),
    pass({ name: 'again', load: 'load', keys: ':scissor-rect [0 0 32 32] :bind-groups [bound]' }), '(queue :name put (write-buffer :buffer target :data red))', frame('draw put again')],
  ['queue-several', 'Several queues before a frame and one among its steps.', floats('red', [0.9, 0, 0, 1]), floats('blue', [0, 0.3, 0.9, 1]), target(48), ...uniformShown(48, 'vec4f((data[0].rgb + data[1].rgb + data[2].brg * 0.5) * p.y / 64.0, 1.0)'),
    '(queue :name one (write-buffer :buffer target :data red))', '(queue :name two (write-buffer :buffer target :offset 16 :data blue))', '(queue :name three (write-buffer :buffer target :offset 32 :data red))', frame('three draw', ':before [one two]')],
  ['copy-buffer', 'Bytes that go through two buffers, with offsets.', floats('colors', [0, 0, 0, 0, 0.9, 0.5, 0.1, 1]), '(buffer :name from :usage [copy-src] :data colors)', target(32), ...uniformShown(32, 'vec4f(data[1].rgb * p.x / 64.0 + data[0].rgb, 1.0)'),
    '(queue :name copy (copy-buffer-to-buffer :source from :source-offset 16 :destination target :destination-offset 16 :size 16))', frame('copy draw')],
  ['readback', 'Numbers handed back beside a picture.', target(16, 'storage copy-src'), '(buffer :name back :size 16 :usage [map-read copy-dst])', ...counter('add'), ...uniformShown(16, 'vec4f(fract(data[0].x + p.x / 64.0), 0.5, p.y / 64.0, 1.0)', 'storage'),
    '(queue :name copy (copy-buffer-to-buffer :source target :destination back :size 16))', frame('add draw copy')],
  ['frame-init', 'A pass that runs once, and one that runs every frame.', target(16, 'storage'), ...counter('add'),
    module('startCode', '@group(0) @binding(0) var<storage, read_write> data: array<vec4f, 1>;\n@compute @workgroup_size(1) fn start() { data[0] = vec4f(0.25, 0.5, 0.75, 0.0); }'), '(init :name start :buffer target :module startCode :workgroups [1])',
    ...uniformShown(16, 'vec4f(fract(data[0].x + p.x / 64.0), data[0].y, data[0].z, 1.0)', 'storage'), frame('add draw', ':init [start]')],
  ['frame-init-pass', 'A compute pass written out, run once.', target(16, 'storage'), ...counter('add'), ...uniformShown(16, 'vec4f(data[0].x * 3.0, p.x / 64.0, data[0].w * 0.5, 1.0)', 'storage'), frame('draw', ':init [add]')],
  ['frame-init-before', 'A write of :before is seen by the pass of :init.', floats('red', [0.3, 0.6, 0.9, 1]), target(16, 'storage'), '(buffer :name given :size 16 :usage [uniform copy-dst])',
    module('takeCode', '@group(0) @binding(0) var<uniform> given: vec4f;\n@group(0) @binding(1) var<storage, read_write> data: array<vec4f, 1>;\n@compute @workgroup_size(1) fn take() { data[0] += given; }'), compute('takePipe', 'takeCode'), group('takeGroup', 'takePipe', ':buffer given', ':buffer target'), dispatch('take', 'takePipe', 'takeGroup'),
    ...uniformShown(16, 'vec4f(data[0].rgb * p.x / 64.0, 1.0)', 'storage'), '(queue :name put (write-buffer :buffer given :data red))', frame('draw', ':init [take] :before [put]')],
  ['frame-repeat', 'A step that stands three times.', target(16, 'storage'), ...counter('add'), ...uniformShown(16, 'vec4f(fract(data[0].x + p.x / 64.0), 0.3, p.y / 64.0, 1.0)', 'storage'), frame('add add add draw')],
  ['frame-second', 'A second frame that never runs.\nWARNS: it is about that frame.', gradient, pipeline(), pass(), pass({ name: 'other', pipe: '', draws: '', clear: '1 0 0 1' }), frame('draw'), '(frame :name later :perform [other])'],
];

// ---- queries ----

const queries = [
  ['query-occlusion', 'Samples that pass are counted; a later pass shows which queries saw any.', texture('depth', 'depth24plus', 'render-attachment', ':size canvas'), '(query-set :name seen :type occlusion :count 3)', '(buffer :name resolved :size 24 :usage [query-resolve copy-src])', '(buffer :name numbers :size 32 :usage [storage copy-dst])',
    module('code', `${CORNER}
@vertex fn vs(@builtin(vertex_index) i: u32, @builtin(instance_index) k: u32) -> @builtin(position) vec4f { return vec4f(corner(i) * 0.5 + vec2f(f32(k) * 0.6 - 0.9, -0.2), 0.2 + 0.3 * f32(k), 1.0); }
${fragment('vec4f(p.x / 64.0, 0.5, 0.9, 1.0)')}`),
    pipeline({ depth: ':format depth24plus :depth-write-enabled true :depth-compare less' }),
    pass({ keys: ':occlusion-query-set seen', depth: ':view depth :depth-load-op clear :depth-store-op store :depth-clear-value 0.6', draws: [0, 1, 2].map((k) => `(occlusion-query :query-index ${k} (draw :vertex-count 6 :first-instance ${k}))`).join('\n  ') }),
    '(queue :name take\n  (resolve-query-set :query-set seen :query-count 3 :destination resolved)\n  (copy-buffer-to-buffer :source resolved :destination numbers :size 24))',
    module('showCode', `@group(0) @binding(0) var<storage, read> numbers: array<vec2u, 4>;\n${FULL}\n@fragment fn fs(@builtin(position) p: vec4f) -> @location(0) vec4f { let k = u32(p.x) * 3u / 64u; return vec4f(f32(any(numbers[k] != vec2u(0u))), f32(k) / 3.0, 0.2, 1.0); }`),
    pipeline({ name: 'showPipe', code: 'showCode' }), group('showGroup', 'showPipe', ':buffer numbers'), pass({ name: 'show', pipe: 'showPipe', load: 'load', keys: ':bind-groups [showGroup] :scissor-rect [0 48 64 16]' }), frame('draw take show')],
  ['query-timestamp', 'Times at the begin and the end of a pass: the end is not before the begin, and what was not written is zero.\nWARNS: it is about the feature of the device.', '(query-set :name times :type timestamp :count 4)', '(buffer :name resolved :size 32 :usage [query-resolve copy-src])', '(buffer :name numbers :size 32 :usage [storage copy-dst])',
    gradient, pipeline(), pass({ depth: '', colors: [color(), '(timestamp-writes :query-set times :beginning-of-pass-write-index 1 :end-of-pass-write-index 2)'] }),
    '(queue :name take\n  (resolve-query-set :query-set times :query-count 4 :destination resolved)\n  (copy-buffer-to-buffer :source resolved :destination numbers :size 32))',
    module('showCode', `@group(0) @binding(0) var<storage, read> numbers: array<vec2u, 4>;
fn before(a: vec2u, b: vec2u) -> bool { return a.y < b.y || (a.y == b.y && a.x < b.x); }
${FULL}
@fragment fn fs(@builtin(position) p: vec4f) -> @location(0) vec4f {
  return vec4f(f32(!before(numbers[2], numbers[1])), f32(all(numbers[0] == vec2u(0u))), f32(all(numbers[3] == vec2u(0u))), 1.0);
}`),
    pipeline({ name: 'showPipe', code: 'showCode' }), group('showGroup', 'showPipe', ':buffer numbers'), pass({ name: 'show', pipe: 'showPipe', load: 'load', keys: ':bind-groups [showGroup] :scissor-rect [0 48 64 16]' }), frame('draw take show')],
];

// ---- wasm ----

const module_ = 'assets/tint.wasm';
const called = (name, title, call, size, how) => [name, title, `(wasm-call :name made :file "${module_}" ${call})`, target(size), ...uniformShown(size, how), '(queue :name put (write-buffer :buffer target :data made))', frame('draw', ':before [put]')];
const wasm = [
  called('wasm-call', 'A function of a module, with time, width, an integer and a fraction as arguments.', ':func tint :returns "vec4" :args [time-total canvas-width 7 0.25]', 16, 'vec4f(data[0].xyz * p.x / 64.0, 1.0) + vec4f(0.0, 0.0, data[0].w, 0.0)'),
  called('wasm-call-delta', 'A function that sums the time between frames; it keeps its state.', ':func advance :returns "vec2" :args [time-delta canvas-height]', 16, 'vec4f(data[0].x, data[0].y, p.x / 64.0, 1.0)'),
  ['wasm-data', 'A buffer filled at load by a function of a module.', `(data :name made (wasm-data :file "${module_}" :func pair :returns "array<vec4, 2>"))`, '(buffer :name target :size 32 :usage [uniform copy-dst] :data made)', ...uniformShown(32, 'mix(data[0], data[1], p.x / 64.0) * vec4f(vec3f(p.y / 64.0), 1.0)'), frame('draw')],
  ['buffer-file', 'A buffer from a data module.', '(buffer :name target :file "assets/ramp.wasm" :usage [uniform copy-dst])', ...uniformShown(64, 'vec4f(data[u32(p.y) / 16u][u32(p.x) / 16u], p.x / 64.0, 0.5, 1.0)'), frame('draw')],
];

// ---- images ----

const image = (file, mime) => [`(data :name file :file "assets/${file}" :mime "${mime}")`, '(image-bitmap :name bitmap :data file)'];
const upload = (name, title, file, mime, how = 'vec4f(c.rgb, 1.0)') => [
  name, title, ...image(file, mime), texture('layer', 'rgba8unorm', 'copy-dst render-attachment texture-binding', ':size bitmap'), '(queue :name put (copy-external-image-to-texture (source :image bitmap) (destination :texture layer)))',
  show('layer', how, { load: 'textureLoad(source, vec2i(p.xy * vec2f(textureDimensions(source)) / 64.0), 0)' }), frame('show', ':before [put]'),
];
const images = [
  upload('image-png', 'A PNG of 8 bits a channel.', 'color.png', 'image/png'), upload('image-png-alpha', 'A PNG with alpha; color and alpha shown.', 'alpha.png', 'image/png', 'vec4f(mix(c.rgb, c.aaa, f32(p.y % 4.0 < 1.0)), 1.0)'),
  upload('image-png-gray', 'A PNG of gray.', 'gray.png', 'image/png'), upload('image-png-16', 'A PNG of 16 bits a channel.', 'deep.png', 'image/png'), upload('image-png-palette', 'A PNG with a palette, one entry of it translucent.', 'palette.png', 'image/png', 'vec4f(c.rgb * c.a, 1.0)'),
  upload('image-png-gamma', 'A PNG that states its gamma.', 'gamma.png', 'image/png'),
  upload('image-jpeg', 'A JPEG.', 'photo.jpg', 'image/jpeg'), upload('image-webp', 'A WebP with loss.', 'photo.webp', 'image/webp'), upload('image-webp-alpha', 'A WebP with loss and alpha.', 'alpha.webp', 'image/webp', 'vec4f(mix(c.rgb, c.aaa, f32(p.y % 4.0 < 1.0)), 1.0)'), upload('image-webp-exact', 'A WebP without loss.', 'exact.webp', 'image/webp'),
  ['image-origin', 'An image put at an origin, and into a layer.', ...image('color.png', 'image/png'), texture('layer', 'rgba8unorm', 'copy-dst render-attachment texture-binding', ':size [32 32 2]'),
    '(texture-view :name layers :texture layer :dimension 2d-array)',
    '(queue :name put\n  (copy-external-image-to-texture (source :image bitmap) (destination :texture layer :origin [10 4]))\n  (copy-external-image-to-texture (source :image bitmap) (destination :texture layer :origin [3 12 1])))',
    show(':texture-view layers', 'vec4f(c.rgb, 1.0)', { type: 'texture_2d_array<f32>', load: 'textureLoad(source, vec2i(p.xy) % 32, i32(p.y) / 32, 0)' }), frame('show', ':before [put]')],
  ['image-mips', 'An image for each level.', ...[8, 4, 2, 1].flatMap((n) => [`(data :name file${n} :file "assets/mip${n}.png" :mime "image/png")`, `(image-bitmap :name bitmap${n} :data file${n})`]),
    texture('layer', 'rgba8unorm', 'copy-dst render-attachment texture-binding', ':size [8 8] :mip-level-count 4'), `(queue :name put\n  ${[8, 4, 2, 1].map((n, l) => `(copy-external-image-to-texture (source :image bitmap${n}) (destination :texture layer :mip-level ${l}))`).join('\n  ')})`,
    show('layer', 'vec4f(c.rgb, 1.0)', { load: 'textureLoad(source, ((vec2i(p.xy) % 16) / 2) >> vec2u(u32(p.x) / 16u), i32(p.x) / 16)' }), frame('show', ':before [put]')],
  upload('image-srgb', 'An image in a texture that holds sRGB.', 'color.png', 'image/png').map((form) => (Array.isArray(form) ? form : form.replace(':format rgba8unorm', ':format rgba8unorm-srgb'))),
  upload('image-float', 'An image in a texture of floats.', 'color.png', 'image/png').map((form) => form.replace(':format rgba8unorm', ':format rgba16float')),
];

export const programs = [...states, ...bundles, ...indirect, ...pools, ...queues, ...queries, ...wasm, ...images];
