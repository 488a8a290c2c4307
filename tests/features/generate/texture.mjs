// Textures: formats as targets and as storage, views of every dimension, mips, samplers, copies, sizes, multisampling.
import { CANVAS, CORNER, FULL, HALVES, RGB_AND_ALPHA, color, compute, dispatch, fragment, frame, group, module, pass, pipeline, show, texture } from './common.mjs';

// ---- formats as color targets ----

const RENDERABLE = {
  f: ['rgba8unorm', 'rgba8unorm-srgb', 'bgra8unorm', 'bgra8unorm-srgb', 'rgba16float', 'rgba32float', 'r32float', 'rg32float', 'r8unorm', 'rg8unorm', 'r16float', 'rg16float', 'rgb10a2unorm', 'preferred-canvas-format'],
  u: ['rgba8uint', 'r32uint', 'rg32uint', 'r8uint', 'rg8uint', 'r16uint', 'rg16uint', 'rgba16uint', 'rgba32uint', 'rgb10a2uint'],
  i: ['rgba8sint', 'r32sint', 'rg32sint', 'r8sint', 'rg8sint', 'r16sint', 'rg16sint', 'rgba16sint', 'rgba32sint'],
};
const GATED = { f: ['rg11b10ufloat'] };
const VALUE = {
  f: ['vec4f', 'vec4f(p.x / 64.0, 1.0 - p.y / 64.0, (p.x + p.y) / 128.0, p.y / 64.0)', 'texture_2d<f32>', RGB_AND_ALPHA],
  u: ['vec4u', 'vec4u(u32(p.x), u32(p.y), u32(p.x + p.y), 2u)', 'texture_2d<u32>', 'vec4f(vec3f(c.rgb) / 80.0, 1.0) + 0.1 * f32(c.a)'],
  i: ['vec4i', 'vec4i(i32(p.x) - 32, i32(p.y) - 32, i32(p.x - p.y), 1)', 'texture_2d<i32>', 'vec4f(vec3f(c.rgb) / 128.0 + 0.5, 1.0) + 0.1 * f32(c.a)'],
};
const target = (kind, warns = '') => (format) => [
  `target-${format}`, `Color target of format ${format}, shown by a later pass.${warns}`,
  texture('layer', format, 'render-attachment texture-binding'),
  module('code', `${FULL}\n${fragment(VALUE[kind][1], VALUE[kind][0])}`), pipeline({ targets: [format] }), pass({ view: 'layer', clear: '0 0 0 0' }),
  show('layer', VALUE[kind][3], kind === 'f' ? HALVES : { type: VALUE[kind][2] }), frame('draw show'),
];

// ---- formats as storage ----

const STORAGE = {
  f: ['rgba8unorm', 'rgba8snorm', 'rgba16float', 'r32float', 'rg32float', 'rgba32float'],
  u: ['rgba8uint', 'rgba16uint', 'r32uint', 'rg32uint', 'rgba32uint'],
  i: ['rgba8sint', 'rgba16sint', 'r32sint', 'rg32sint', 'rgba32sint'],
};
const storage = (kind) => (format) => [
  `storage-${format}`, `Storage texture of format ${format}, written by a compute pass.`, texture('layer', format, 'storage-binding texture-binding'),
  module('fill', `@group(0) @binding(0) var layer: texture_storage_2d<${format}, write>;
@compute @workgroup_size(8, 8) fn main(@builtin(global_invocation_id) id: vec3u) {
  let p = vec2f(id.xy) + 0.5;
  textureStore(layer, id.xy, ${VALUE[kind][1]});
}`),
  compute('fillPipe', 'fill'), group('fillGroup', 'fillPipe', ':texture layer'), dispatch('fillPass', 'fillPipe', 'fillGroup', '8 8'),
  show('layer', VALUE[kind][3], { type: VALUE[kind][2] }), frame('fillPass show'),
];
const readWrite = (format) => {
  const kind = { float: 'f', uint: 'u', sint: 'i' }[format.slice(3)];
  const type = VALUE[kind][0];
  return [
    `storage-read-write-${format}`, `Storage texture of format ${format} that one dispatch reads and writes, frame after frame.`,
    texture('layer', format, 'storage-binding texture-binding'),
    module('fill', `@group(0) @binding(0) var layer: texture_storage_2d<${format}, read_write>;
@compute @workgroup_size(8, 8) fn main(@builtin(global_invocation_id) id: vec3u) {
  let old = textureLoad(layer, id.xy);
  textureStore(layer, id.xy, old + ${type}(${{ f: 'f32(id.x + id.y)', i: 'i32(id.x + id.y)', u: 'id.x + id.y' }[type.at(-1)]}));
}`),
    compute('fillPipe', 'fill'), group('fillGroup', 'fillPipe', ':texture layer'), dispatch('fillPass', 'fillPipe', 'fillGroup', '8 8'),
    show('layer', 'vec4f(f32(c.r) / 256.0, fract(f32(c.r) / 64.0), 0.5, 1.0)', { type: VALUE[kind][2] }), frame('fillPass show'),
  ];
};

// ---- a small picture made by a compute pass: 8x8 blocks of random-looking colors ----

const NOISE = `fn noise(at: vec3u) -> vec4f {
  let h = (at.x * 73u + at.y * 151u + at.z * 211u + 17u) * 2654435761u;
  return vec4f(f32((h >> 24u) & 255u), f32((h >> 16u) & 255u), f32((h >> 8u) & 255u), 255.0) / 255.0;
}`;
/** Fills every layer, slice or level of a texture by storage writes: one view and dispatch each (or one for all layers). */
const filled = ({ type, view = '', size, name = 'picture', at, extra = '' }) => [
  module('fill', `@group(0) @binding(0) var picture: ${type};
${NOISE}
@compute @workgroup_size(1) fn main(@builtin(global_invocation_id) id: vec3u) { textureStore(picture, ${at}, noise(id)); }`),
  compute('fillPipe', 'fill'), ...(view ? [view] : []), group('fillGroup', 'fillPipe', view ? ':texture-view fillView' : `:texture ${name}`),
  dispatch('fillPass', 'fillPipe', 'fillGroup', size), ...(extra ? [extra] : []),
];
const picture = filled({ type: 'texture_storage_2d<rgba8unorm, write>', size: '8 8', at: 'id.xy' });
const pictureTexture = texture('picture', 'rgba8unorm', 'storage-binding texture-binding', ':size [8 8]');

/** Samples a picture with a sampler; \`how\` is WGSL over p. */
const sampled = (name, title, { sampler = '(sampler :name samp)', tex = [pictureTexture, ...picture], bound = ':texture picture', type = 'texture_2d<f32>', how, head = '' }) => [
  name, title, ...tex, sampler,
  module('code', `@group(0) @binding(0) var picture: ${type};
@group(0) @binding(1) var samp: sampler;
${FULL}
${head}@fragment fn fs(@builtin(position) p: vec4f) -> @location(0) vec4f {
  return vec4f((${how}).rgb, 1.0);
}`),
  pipeline(), group('bound', 'pipe', bound, ':sampler samp'), pass({ keys: ':bind-groups [bound]' }), frame('fillPass draw'),
];
const samplerWith = (keys) => `(sampler :name samp ${keys})`;
const ADDRESS = ['clamp-to-edge', 'repeat', 'mirror-repeat'];
const beyond = 'textureSample(picture, samp, p.xy / 24.0 - 0.8)';

const samplers = [
  ...['nearest', 'linear'].map((f) => sampled(`sampler-mag-${f}`, `Magnification filter ${f}.`, { sampler: samplerWith(`:mag-filter ${f}`), how: 'textureSample(picture, samp, p.xy / 64.0)' })),
  ...['nearest', 'linear'].map((f) => sampled(`sampler-min-${f}`, `Minification filter ${f}, without mips.`, { sampler: samplerWith(`:min-filter ${f}`), how: 'textureSample(picture, samp, p.xy / 6.5)' })),
  ...ADDRESS.map((a) => sampled(`sampler-address-${a}`, `Address mode ${a} on all axes.`, { sampler: samplerWith(`:address-mode ${a} :mag-filter linear`), how: beyond })),
  ...ADDRESS.map((a, i) => sampled(`sampler-address-u-${a}`, `Address mode ${a} along u, another along v.`, { sampler: samplerWith(`:address-mode-u ${a} :address-mode-v ${ADDRESS[(i + 1) % 3]}`), how: beyond })),
  sampled('sampler-defaults', 'A sampler of defaults alone.', { how: beyond }),
  sampled('sample-level', 'Sampling at a stated level, with an offset.', { sampler: samplerWith(':mag-filter linear'), how: 'textureSampleLevel(picture, samp, p.xy / 64.0, 0.0, vec2i(1, -1))' }),
  sampled('sample-gather', 'Gathering one channel of four texels.', { how: 'textureGather(1, picture, samp, p.xy / 64.0)' }),
  sampled('sample-dimensions', 'Size and number of levels of a texture.', { how: 'vec4f(vec2f(textureDimensions(picture)) / 16.0, f32(textureNumLevels(picture)) * p.x / 128.0, 1.0) * textureSample(picture, samp, p.xy / 64.0).r' }),
];

// ---- mips: each level in a color of its own, written through a view of that level ----

const LEVELS = [0, 1, 2, 3];
const mips = [
  texture('picture', 'rgba8unorm', 'storage-binding texture-binding', ':size [32 32] :mip-level-count 4'),
  module('fill', `@group(0) @binding(0) var level: texture_storage_2d<rgba8unorm, write>;
@compute @workgroup_size(1) fn main(@builtin(global_invocation_id) id: vec3u, @builtin(num_workgroups) n: vec3u) {
  let c = array<vec3f, 4>(vec3f(1.0, 0.2, 0.2), vec3f(0.2, 1.0, 0.2), vec3f(0.2, 0.2, 1.0), vec3f(1.0, 1.0, 0.2))[select(select(select(3u, 2u, n.x == 8u), 1u, n.x == 16u), 0u, n.x == 32u)];
  textureStore(level, id.xy, vec4f(c * select(0.7, 1.0, (id.x + id.y) % 2u == 0u), 1.0));
}`),
  compute('fillPipe', 'fill'),
  ...LEVELS.flatMap((l) => [
    `(texture-view :name level${l} :texture picture :base-mip-level ${l} :mip-level-count 1)`,
    group(`group${l}`, 'fillPipe', `:texture-view level${l}`), dispatch(`fill${l}`, 'fillPipe', `group${l}`, `${32 >> l} ${32 >> l}`),
  ]),
];
const mipped = (name, title, options) => {
  const program = sampled(name, title, { tex: mips, how: 'textureSample(picture, samp, p.xy / 64.0 * (0.5 + p.y / 12.0))', ...options });
  return [...program.slice(0, -1), frame('fill0 fill1 fill2 fill3 draw')];
};
const mipPrograms = [
  mipped('mip-nearest', 'The level chosen by the size of a pixel; nearest level.', { sampler: samplerWith(':mipmap-filter nearest') }),
  mipped('mip-linear', 'Two levels mixed.', { sampler: samplerWith(':mipmap-filter linear :min-filter linear :mag-filter linear') }),
  mipped('mip-lod-min', 'A lowest level of detail.', { sampler: samplerWith(':lod-min-clamp 1.5 :mipmap-filter linear') }),
  mipped('mip-lod-max', 'A highest level of detail.', { sampler: samplerWith(':lod-max-clamp 1.25 :mipmap-filter linear') }),
  mipped('mip-bias', 'A bias of the level.', { sampler: samplerWith(':mipmap-filter linear'), how: 'textureSampleBias(picture, samp, p.xy / 64.0 * (0.5 + p.y / 12.0), 1.0)' }),
  mipped('mip-level', 'The level stated by the shader, with fractions.', { sampler: samplerWith(':mipmap-filter linear :mag-filter linear'), how: 'textureSampleLevel(picture, samp, p.xy / 64.0, p.x / 20.0)' }),
  mipped('mip-grad', 'The level by stated gradients.', { sampler: samplerWith(':mipmap-filter linear'), how: 'textureSampleGrad(picture, samp, p.xy / 64.0, vec2f(p.x / 500.0, 0.0), vec2f(0.0, 0.01))' }),
  mipped('mip-load', 'Texels of a stated level.', { how: 'textureLoad(picture, vec2i(p.xy / 2.0) >> vec2u(u32(p.x) / 16u), i32(p.x) / 16) + 0.001 * textureSample(picture, samp, p.xy)' }),
  ...[4, 16].map((a) => mipped(`sampler-anisotropy-${a}`, `Anisotropy up to ${a}.\nLLVMPIPE: how an anisotropic footprint is sampled is the driver\'s to choose.`, { sampler: samplerWith(`:max-anisotropy ${a} :mag-filter linear :min-filter linear :mipmap-filter linear`), how: 'textureSample(picture, samp, p.xy / 64.0 * vec2f(0.5, 0.5 + p.y / 10.0))' })),
  (() => {
    const program = mipped('view-mip', 'A view that begins at a later level.', { bound: ':texture-view later', how: 'textureSampleLevel(picture, samp, p.xy / 64.0, p.x / 32.0)', sampler: samplerWith(':mipmap-filter linear') });
    program.splice(2, 0, '(texture-view :name later :texture picture :base-mip-level 1 :mip-level-count 2)');
    return program;
  })(),
];

// ---- dimensions ----

const layered = (layers, more = '') => texture('picture', 'rgba8unorm', 'storage-binding texture-binding', `:size [8 8 ${layers}]${more}`);
const fillLayers = (layers) => filled({
  type: 'texture_storage_2d_array<rgba8unorm, write>', view: '(texture-view :name fillView :texture picture :dimension 2d-array)', size: `8 8 ${layers}`, at: 'id.xy, id.z',
});
const dimensions = [
  sampled('view-1d', 'A texture of one dimension.', {
    tex: [texture('picture', 'rgba8unorm', 'storage-binding texture-binding', ':size [16] :dimension 1d'), '(texture-view :name line :texture picture :dimension 1d)',
      ...filled({ type: 'texture_storage_1d<rgba8unorm, write>', view: '(texture-view :name fillView :texture picture :dimension 1d)', size: '16', at: 'id.x' })],
    bound: ':texture-view line', type: 'texture_1d<f32>', sampler: samplerWith(':mag-filter linear'), how: 'textureSample(picture, samp, p.x / 64.0) * (0.5 + p.y / 128.0)',
  }),
  sampled('view-2d-array', 'An array of layers, one by row.', {
    tex: [layered(4), '(texture-view :name layers :texture picture :dimension 2d-array)', ...fillLayers(4)], bound: ':texture-view layers', type: 'texture_2d_array<f32>', how: 'textureSample(picture, samp, p.xy / 16.0, i32(p.y / 16.0))',
  }),
  sampled('view-array-slice', 'A view of two layers in the middle, and one layer as a plain texture.', {
    tex: [layered(4), '(texture-view :name layers :texture picture :dimension 2d-array :base-array-layer 1 :array-layer-count 2)', ...fillLayers(4)], bound: ':texture-view layers', type: 'texture_2d_array<f32>',
    how: 'textureSample(picture, samp, p.xy / 32.0, i32(p.y / 32.0)) * f32(textureNumLayers(picture)) * 0.5',
  }),
  sampled('view-one-layer', 'One layer of an array seen as a plain texture.', {
    tex: [layered(4), '(texture-view :name third :texture picture :dimension 2d :base-array-layer 2 :array-layer-count 1)', ...fillLayers(4)], bound: ':texture-view third', how: 'textureSample(picture, samp, p.xy / 64.0)',
  }),
  sampled('view-cube', 'Six layers as a cube.', {
    tex: [layered(6), '(texture-view :name cube :texture picture :dimension cube)', ...fillLayers(6)], bound: ':texture-view cube', type: 'texture_cube<f32>',
    how: 'textureSampleLevel(picture, samp, vec3f(sin(p.x * 0.1), p.y / 32.0 - 1.0, cos(p.x * 0.1)), 0.0)',
  }),
  sampled('view-cube-linear', 'A cube with linear filtering across its edges.', {
    tex: [layered(6), '(texture-view :name cube :texture picture :dimension cube)', ...fillLayers(6)], bound: ':texture-view cube', type: 'texture_cube<f32>', sampler: samplerWith(':mag-filter linear :min-filter linear'),
    how: 'textureSampleLevel(picture, samp, vec3f(sin(p.x * 0.1), p.y / 32.0 - 1.0, cos(p.x * 0.1)), 0.0)',
  }),
  sampled('view-cube-array', 'Twelve layers as two cubes.', {
    tex: [layered(12), '(texture-view :name cubes :texture picture :dimension cube-array)', ...fillLayers(12)], bound: ':texture-view cubes', type: 'texture_cube_array<f32>',
    how: 'textureSampleLevel(picture, samp, vec3f(p.x / 32.0 - 1.0, 0.9, p.y / 32.0 - 1.0), i32(p.x / 32.0), 0.0)',
  }),
  sampled('view-3d', 'A volume, sliced at a slant.', {
    tex: [layered(8, ' :dimension 3d'), '(texture-view :name volume :texture picture :dimension 3d)', ...filled({ type: 'texture_storage_3d<rgba8unorm, write>', view: '(texture-view :name fillView :texture picture :dimension 3d)', size: '8 8 8', at: 'id' })],
    bound: ':texture-view volume', type: 'texture_3d<f32>', sampler: samplerWith(':mag-filter linear :address-mode-w repeat'), how: 'textureSample(picture, samp, vec3f(p.xy / 64.0, (p.x + p.y) / 50.0))',
  }),
];

// ---- comparison samplers ----

const COMPARE = ['never', 'less', 'equal', 'less-equal', 'greater', 'not-equal', 'greater-equal', 'always'];
const compareSampler = (f) => [
  `sampler-compare-${f}`, `Comparison sampler ${f} over a depth texture of three values.`, texture('depth', 'depth32float', 'render-attachment texture-binding'),
  module('depthCode', `${CORNER}
@vertex fn vs(@builtin(vertex_index) i: u32, @builtin(instance_index) k: u32) -> @builtin(position) vec4f {
  let c = corner(i);
  return vec4f((f32(k) + c.x) / 1.5 - 1.0, c.y * 2.0 - 1.0, 0.25 * f32(k + 1u), 1.0);
}`),
  pipeline({ name: 'depthPipe', code: 'depthCode', targets: null, depth: ':format depth32float :depth-write-enabled true :depth-compare always' }),
  pass({ name: 'lay', pipe: 'depthPipe', colors: [], depth: ':view depth :depth-load-op clear :depth-store-op store :depth-clear-value 1', draws: '(draw :vertex-count 6 :instance-count 3)' }),
  `(sampler :name samp :compare ${f})`,
  module('code', `@group(0) @binding(0) var depth: texture_depth_2d;
@group(0) @binding(1) var samp: sampler_comparison;
${FULL}
${fragment('vec4f(textureSampleCompareLevel(depth, samp, p.xy / 64.0, 0.5), p.x / 64.0, 0.5, 1.0)')}`),
  pipeline(), group('bound', 'pipe', ':texture depth', ':sampler samp'), pass({ keys: ':bind-groups [bound]' }), frame('lay draw'),
];

// ---- sizes, copies, multisampling ----

const many = texture('many', 'preferred-canvas-format', 'render-attachment', ':size canvas :sample-count 4');
const slanted = (stage) => `@vertex fn vs(@builtin(vertex_index) i: u32) -> @builtin(position) vec4f {
  let corner = array<vec2f, 3>(vec2f(-0.9, -0.7), vec2f(0.8, -0.45), vec2f(-0.15, 0.9));
  return vec4f(corner[i], 0.0, 1.0);
}
${stage}`;
const resolved = (name, title, { stage = fragment('vec4f(1.0, p.y / 64.0, p.x / 64.0, 1.0)'), keys = '', store = 'discard' } = {}) => [
  name, title, many, module('code', slanted(stage)), pipeline({ multisample: `:count 4${keys}` }), pass({ view: 'many', resolve: CANVAS, store, clear: '0.1 0.1 0.3 1' }), frame('draw'),
];
const painted = (view) => [module('paintCode', `${FULL}\n${fragment('vec4f(p.x / 64.0, p.y / 64.0, 0.4, 1.0)')}`), pipeline({ name: 'paintPipe', code: 'paintCode', targets: ['rgba8unorm'] }), pass({ name: 'paint', pipe: 'paintPipe', view })];
const others = [
  resolved('msaa-resolve', 'Four samples a pixel, resolved to the canvas.'),
  resolved('msaa-store', 'Samples stored beside the resolve.', { store: 'store' }),
  resolved('msaa-mask', 'A sample mask of the pipeline.', { keys: ' :mask 0x5' }),
  resolved('msaa-alpha-to-coverage', 'Alpha decides how many samples are covered.\nLLVMPIPE: which samples an alpha covers is the driver\'s to choose.', { keys: ' :alpha-to-coverage-enabled true', stage: fragment('vec4f(1.0, p.y / 64.0, 0.5, p.x / 64.0)') }),
  resolved('msaa-sample-index', 'The fragment stage runs for each sample.', { stage: `@fragment fn fs(@builtin(position) p: vec4f, @builtin(sample_index) s: u32) -> @location(0) vec4f { return vec4f(f32(s) / 3.0, p.y / 64.0, f32(s % 2u), 1.0); }` }),
  resolved('msaa-sample-mask-out', 'The fragment stage chooses the samples.', { stage: `struct F { @location(0) c: vec4f, @builtin(sample_mask) m: u32 }
@fragment fn fs(@builtin(position) p: vec4f) -> F { return F(vec4f(1.0, 0.8, p.x / 64.0, 1.0), u32(p.x) / 4u); }` }),
  [
    'msaa-load', 'Samples of a multisampled texture, one by one.', texture('many', 'rgba8unorm', 'render-attachment texture-binding', ':size canvas :sample-count 4'),
    module('code', slanted(fragment('vec4f(1.0, p.y / 64.0, 0.2, 1.0)'))), pipeline({ targets: ['rgba8unorm'], multisample: ':count 4' }), pass({ view: 'many' }),
    show('many', 'c', { type: 'texture_multisampled_2d<f32>', load: 'textureLoad(source, vec2i(p.xy), i32(p.x) / 16)' }), frame('draw show'),
  ],
  [
    'msaa-depth', 'Depth with four samples a pixel.', many, texture('depth', 'depth24plus', 'render-attachment', ':size canvas :sample-count 4'),
    module('code', `struct V { @builtin(position) p: vec4f, @location(0) @interpolate(flat) k: u32 }
@vertex fn vs(@builtin(vertex_index) i: u32, @builtin(instance_index) k: u32) -> V {
  let corner = array<vec2f, 3>(vec2f(-0.9, -0.7), vec2f(0.8, -0.45), vec2f(-0.15, 0.9));
  let turned = select(corner[i], -corner[i], k == 1u);
  return V(vec4f(turned, 0.5 + 0.4 * turned.x * select(1.0, -1.0, k == 1u), 1.0), k);
}
@fragment fn fs(v: V) -> @location(0) vec4f { return vec4f(f32(v.k), 0.5, 1.0 - f32(v.k), 1.0); }`),
    pipeline({ multisample: ':count 4', depth: ':format depth24plus :depth-write-enabled true :depth-compare less' }),
    pass({ view: 'many', resolve: CANVAS, store: 'discard', depth: ':view depth :depth-load-op clear :depth-store-op discard :depth-clear-value 1', draws: '(draw :vertex-count 3 :instance-count 2)' }), frame('draw'),
  ],
  [
    'msaa-resolve-texture', 'Samples resolved to a texture that a later pass reads.', texture('many', 'rgba8unorm', 'render-attachment', ':size [64 64] :sample-count 4'), texture('one', 'rgba8unorm', 'render-attachment texture-binding'),
    module('code', slanted(fragment('vec4f(0.2, p.y / 64.0, 1.0, 1.0)'))), pipeline({ targets: ['rgba8unorm'], multisample: ':count 4' }), pass({ view: 'many', resolve: 'one', store: 'discard' }), show('one'), frame('draw show'),
  ],
  ['texture-canvas-size', 'A texture of the size of the canvas, sampled.', texture('layer', 'rgba8unorm', 'render-attachment texture-binding', ':size canvas'), ...painted('layer'), show('layer', 'vec4f(c.rg, f32(textureDimensions(source).x) / 128.0, 1.0)'), frame('paint show')],
  ['copy-texture', 'One texture copied to another of the same size.', texture('from', 'rgba8unorm', 'render-attachment copy-src'), texture('to', 'rgba8unorm', 'copy-dst texture-binding'), ...painted('from'),
    '(queue :name copy (copy-texture-to-texture (source :texture from) (destination :texture to)))', show('to', 'c.bgra'), frame('paint copy show')],
  ['copy-texture-canvas-size', 'Textures of the size of the canvas, copied.', texture('from', 'rgba8unorm', 'render-attachment copy-src', ':size canvas'), texture('to', 'rgba8unorm', 'copy-dst texture-binding', ':size canvas'), ...painted('from'),
    '(queue :name copy (copy-texture-to-texture (source :texture from) (destination :texture to)))', show('to', 'c.brga'), frame('paint copy show')],
  [
    'copy-from-canvas', 'What the canvas held before a pass of the same frame, copied and drawn smaller.', texture('shot', 'preferred-canvas-format', 'copy-dst texture-binding', ':size canvas'),
    module('firstCode', `${FULL}\n${fragment('vec4f(p.x / 64.0, fract(p.y / 16.0), 0.3, 1.0)')}`), pipeline({ name: 'firstPipe', code: 'firstCode' }), pass({ name: 'first', pipe: 'firstPipe' }),
    `(queue :name copy (copy-texture-to-texture (source :texture ${CANVAS}) (destination :texture shot)))`,
    show('shot', 'c', { load: 'textureLoad(source, vec2i(p.xy * 2.0) % 64, 0)' }), frame('first copy show'),
  ],
  [
    'target-load', 'A texture that keeps what earlier frames drew.', texture('layer', 'rgba8unorm', 'render-attachment texture-binding'),
    module('code', `@group(0) @binding(0) var<uniform> now: vec4f;
${CORNER}
@vertex fn vs(@builtin(vertex_index) i: u32) -> @builtin(position) vec4f { return vec4f(corner(i) * 0.3 - 0.95 + now.x * 14.0, 0.0, 1.0); }
${fragment('vec4f(p.x / 64.0, 1.0, 0.3, 1.0)')}`),
    '(buffer :name now :size 16 :usage [uniform copy-dst])', '(queue :name tick (write-buffer :buffer now :data pngine-inputs))',
    pipeline({ targets: ['rgba8unorm'] }), group('bound', 'pipe', ':buffer now'), pass({ view: 'layer', load: 'load', keys: ':bind-groups [bound]', draws: '(draw :vertex-count 6)' }), show('layer'), frame('draw show', ':before [tick]'),
  ],
  ['render-then-sample', 'A small picture drawn, then sampled larger.', texture('layer', 'rgba8unorm', 'render-attachment texture-binding', ':size [16 16]'),
    module('paintCode', `${FULL}\n${fragment('vec4f(fract(p.x / 5.0), fract(p.y / 7.0), 0.4, 1.0)')}`), pipeline({ name: 'paintPipe', code: 'paintCode', targets: ['rgba8unorm'] }), pass({ name: 'paint', pipe: 'paintPipe', view: 'layer' }),
    '(sampler :name samp :mag-filter linear)',
    module('code', `@group(0) @binding(0) var source: texture_2d<f32>;
@group(0) @binding(1) var samp: sampler;
${FULL}
${fragment('textureSample(source, samp, p.xy / 64.0)')}`), pipeline(), group('bound', 'pipe', ':texture layer', ':sampler samp'), pass({ keys: ':bind-groups [bound]' }), frame('paint draw')],
];

export const programs = [
  ...Object.keys(RENDERABLE).flatMap((kind) => RENDERABLE[kind].map(target(kind))),
  ...GATED.f.map(target('f', '\nWARNS: the format is renderable with a device feature only.')),
  ...Object.keys(STORAGE).flatMap((kind) => STORAGE[kind].map(storage(kind))),
  ...['r32float', 'r32uint', 'r32sint'].map(readWrite),
  ...samplers, ...mipPrograms, ...dimensions, ...COMPARE.map(compareSampler), ...others,
];
