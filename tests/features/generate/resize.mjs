// The canvas changes its size between frames: what follows it, what loses its contents, and what stays as it was.
// The header RESIZE says when, for both players.
import { CANVAS, FULL, compute, dispatch, fragment, frame, group, module, pass, pipeline, show, texture } from './common.mjs';

const SHRINK = 'RESIZE: 3=40x24';
const GROW = 'RESIZE: 3=96x80';
const TWICE = 'RESIZE: 3=40x24 5=72x88';
const resized = (name, title, when, ...forms) => [`resize-${name}`, `${title}\n${when}`, ...forms];

const NOW = ['(buffer :name now :size 16 :usage [uniform copy-dst])', '(queue :name tick (write-buffer :buffer now :data pngine-inputs))'];
const SIZED = ':size canvas';
const DRAWN = 'render-attachment texture-binding';
/** A slanted triangle with a color that depends on the pixel; `depth` is WGSL over the corner's number. */
const slanted = (name, depth = '0.5') => module(name, `@vertex fn vs(@builtin(vertex_index) i: u32, @builtin(instance_index) k: u32) -> @builtin(position) vec4f {
  let corner = array<vec2f, 3>(vec2f(-0.9, -0.7), vec2f(0.8, -0.45), vec2f(-0.15, 0.9));
  return vec4f(corner[i] * select(1.0, -0.8, k == 1u), ${depth}, 1.0);
}
${fragment('vec4f(1.0, fract(p.y / 16.0), fract(p.x / 24.0), 1.0)')}`);
/** A texture to which each frame adds a little, so that it tells how many frames it has seen. */
const counted = (name, size, more = '') => [
  texture(name, 'rgba8unorm', `${DRAWN}${more}`, size),
  module(`${name}Code`, `${FULL}\n${fragment('vec4f(fract(p.x / 32.0) * 0.125, 0.0625, fract(p.y / 32.0) * 0.125, 0.125)')}`),
  pipeline({ name: `${name}Pipe`, code: `${name}Code`, targets: ['(target :format rgba8unorm\n      (blend (color :operation add :src-factor one :dst-factor one) (alpha :operation add :src-factor one :dst-factor one)))'] }),
  pass({ name: `${name}Add`, pipe: `${name}Pipe`, view: name, load: 'load' }),
];
const painted = (name, more = '', usage = '') => [
  texture(name, 'rgba8unorm', `${DRAWN}${usage}`, `${SIZED}${more}`),
  slanted(`${name}Code`), pipeline({ name: `${name}Pipe`, code: `${name}Code`, targets: ['rgba8unorm'] }),
  pass({ name: `${name}Paint`, pipe: `${name}Pipe`, view: name, clear: '0.1 0.2 0.3 1' }),
];
const gradient = module('code', `${FULL}\n${fragment('vec4f(fract(p.x / 64.0), fract(p.y / 64.0), fract((p.x + p.y) / 16.0), 1.0)')}`);

const plain = [
  resized('shrink', 'The canvas alone, smaller.', SHRINK, gradient, pipeline(), pass(), frame('draw')),
  resized('grow', 'The canvas alone, larger.', GROW, gradient, pipeline(), pass(), frame('draw')),
  resized('flat', 'A canvas of one row, then of one column, then as it was.', 'RESIZE: 1=64x1 3=1x64 5=64x64', slanted('code'), pipeline(), pass(), frame('draw')),
  resized('same', 'The size that it has already: the texture keeps what it holds, and loses it at the later change.', 'RESIZE: 3=64x64 6=48x48', ...counted('layer', SIZED), show('layer'), frame('layerAdd show')),
  resized('premultiplied', 'A canvas that lets the page shine through.', TWICE, '(canvas :alpha-mode premultiplied)', slanted('code'), pipeline(), pass({ clear: '0.1 0.2 0.1 0.5' }), frame('draw')),
  resized('viewport', 'A viewport and a scissor rectangle stay as they are written.', SHRINK, gradient, pipeline(), pass({ keys: ':viewport [4 2 30 20] :scissor-rect [6 0 20 22]' }), frame('draw')),
  resized('inputs', 'Width, height and aspect follow with the next write.', TWICE, ...NOW, module('code', `@group(0) @binding(0) var<uniform> now: vec4f;
${FULL}
${fragment('vec4f(now.y / 128.0, now.z / 128.0, fract(now.w), 1.0) * (0.5 + 0.5 * p.x / now.y)')}`),
  pipeline(), group('bound', 'pipe', ':buffer now'), pass({ keys: ':bind-groups [bound]' }), frame('draw', ':before [tick]')),
  resized('wasm-call', 'The canvas width as an argument of a function.', TWICE, '(wasm-call :name made :file "assets/tint.wasm" :func tint :returns "vec4" :args [time-total canvas-width 7 0.25])',
    '(buffer :name target :size 16 :usage [uniform copy-dst])', '(queue :name put (write-buffer :buffer target :data made))', module('code', `@group(0) @binding(0) var<uniform> data: vec4f;
${FULL}
${fragment('vec4f(fract(data.xyz * p.x / 64.0), 1.0) + vec4f(0.0, 0.0, data.w, 0.0)')}`), pipeline(), group('bound', 'pipe', ':buffer target'), pass({ keys: ':bind-groups [bound]' }), frame('draw', ':before [put]')),
];

// ---- textures of the size of the canvas ----

const textures = [
  resized('texture', 'A texture drawn into and sampled.', TWICE, ...painted('layer'), '(sampler :name samp :mag-filter linear :min-filter linear)',
    module('code', `@group(0) @binding(0) var layer: texture_2d<f32>;
@group(0) @binding(1) var samp: sampler;
${FULL}
${fragment('textureSample(layer, samp, p.xy * 0.75 / vec2f(textureDimensions(layer)))')}`),
    pipeline(), group('bound', 'pipe', ':texture layer', ':sampler samp'), pass({ keys: ':bind-groups [bound]' }), frame('layerPaint draw')),
  resized('contents', 'What a texture has gathered is lost, and it gathers again.', SHRINK, ...counted('layer', SIZED), show('layer'), frame('layerAdd show')),
  resized('fixed', 'A texture of fixed size keeps what it has gathered.', TWICE, ...counted('layer', ':size [64 64]'), show('layer', 'c', { load: 'textureLoad(source, vec2i(p.xy) % 64, 0)' }), frame('layerAdd show')),
  resized('view', 'A view of it with another format.', TWICE, ...painted('layer'), '(texture-view :name look :texture layer :format rgba8unorm :dimension 2d)', show(':texture-view look', 'c.brga'), frame('layerPaint show')),
  resized('depth', 'A depth buffer.', TWICE, texture('depth', 'depth24plus', 'render-attachment', SIZED), slanted('code', '0.3 + 0.2 * f32(i + k) * 0.5'),
    pipeline({ depth: ':format depth24plus :depth-write-enabled true :depth-compare less' }), pass({ depth: ':view depth :depth-load-op clear :depth-store-op store :depth-clear-value 1', draws: '(draw :vertex-count 3 :instance-count 2)' }), frame('draw')),
  resized('depth-sampled', 'A depth buffer that a later pass reads.', TWICE, texture('depth', 'depth32float', DRAWN, SIZED), slanted('depthCode', '0.3 + 0.3 * f32(i)'),
    pipeline({ name: 'depthPipe', code: 'depthCode', targets: null, depth: ':format depth32float :depth-write-enabled true :depth-compare less' }),
    pass({ name: 'lay', pipe: 'depthPipe', colors: [], depth: ':view depth :depth-load-op clear :depth-store-op store :depth-clear-value 1' }),
    show('depth', 'vec4f(c, fract(c * 4.0), fract(p.x / 16.0), 1.0)', { type: 'texture_depth_2d' }), frame('lay show')),
  resized('stencil', 'A stencil buffer counts and loses its count.', SHRINK, texture('mask', 'depth24plus-stencil8', 'render-attachment', SIZED), slanted('countCode'),
    pipeline({ name: 'countPipe', code: 'countCode', targets: null, depth: ':format depth24plus-stencil8 :depth-write-enabled false :depth-compare always\n    (stencil-front :pass-op increment-clamp) (stencil-back :pass-op increment-clamp)' }),
    pass({ name: 'count', pipe: 'countPipe', colors: [], depth: ':view mask :depth-load-op clear :depth-store-op store :depth-clear-value 1 :stencil-load-op load :stencil-store-op store' }),
    gradient, pipeline({ depth: ':format depth24plus-stencil8 :depth-write-enabled false :depth-compare always\n    (stencil-front :compare less-equal) (stencil-back :compare less-equal)' }),
    ...[1, 3].map((n) => pass({ name: `from${n}`, keys: `:stencil-reference ${n}${n > 1 ? ' :scissor-rect [8 8 16 10]' : ''}`, load: n > 1 ? 'load' : 'clear', clear: '0.2 0 0.2 1', depth: ':view mask :depth-load-op load :depth-store-op store :stencil-load-op load :stencil-store-op store' })), frame('count from1 from3')),
  resized('msaa', 'Four samples a pixel and their depth, resolved to the canvas.', TWICE, texture('many', 'preferred-canvas-format', 'render-attachment', `${SIZED} :sample-count 4`), texture('depth', 'depth24plus', 'render-attachment', `${SIZED} :sample-count 4`), slanted('code', '0.3 + 0.2 * f32(i + k) * 0.5'),
    pipeline({ multisample: ':count 4', depth: ':format depth24plus :depth-write-enabled true :depth-compare less' }),
    pass({ view: 'many', resolve: CANVAS, store: 'discard', clear: '0.1 0.1 0.3 1', depth: ':view depth :depth-load-op clear :depth-store-op discard :depth-clear-value 1', draws: '(draw :vertex-count 3 :instance-count 2)' }), frame('draw')),
  resized('msaa-texture', 'Four samples a pixel, resolved to a texture.', TWICE, texture('many', 'rgba8unorm', 'render-attachment', `${SIZED} :sample-count 4`), texture('flat', 'rgba8unorm', DRAWN, SIZED), slanted('code'),
    pipeline({ targets: ['rgba8unorm'], multisample: ':count 4' }), pass({ view: 'many', resolve: 'flat', store: 'discard', clear: '0.1 0.1 0.3 1' }), show('flat'), frame('draw show')),
  resized('copy', 'Copies from the canvas and between textures.', TWICE, texture('shot', 'preferred-canvas-format', 'copy-src copy-dst', SIZED), texture('second', 'preferred-canvas-format', 'copy-dst texture-binding', SIZED), slanted('code'), pipeline(), pass({ clear: '0.2 0.2 0 1' }),
    `(queue :name copy (copy-texture-to-texture (source :texture ${CANVAS}) (destination :texture shot)) (copy-texture-to-texture (source :texture shot) (destination :texture second)))`,
    show('second', 'c.brga'), frame('draw copy show')),
  resized('image', 'A texture of the size of an image keeps what was copied once.', TWICE, '(data :name file :file "assets/color.png" :mime "image/png")', '(image-bitmap :name bitmap :data file)',
    texture('layer', 'rgba8unorm', 'copy-dst render-attachment texture-binding', ':size bitmap'), '(queue :name put (copy-external-image-to-texture (source :image bitmap) (destination :texture layer)))',
    show('layer', 'vec4f(c.rgb, 1.0)', { load: 'textureLoad(source, vec2i(p.xy) % vec2i(textureDimensions(source)), 0)' }), frame('show', ':before [put]')),
];

// ---- mips ----

const fillLevel = module('fill', `@group(0) @binding(0) var level: texture_storage_2d<rgba8unorm, write>;
@compute @workgroup_size(8, 8) fn main(@builtin(global_invocation_id) id: vec3u) {
  let n = textureDimensions(level);
  if (any(id.xy >= n)) { return; }
  textureStore(level, id.xy, vec4f(vec2f(id.xy) / vec2f(n), fract(f32(n.x) / 40.0), 1.0));
}`);
const levels = (count) => Array.from({ length: count }, (_, l) => [
  `(texture-view :name level${l} :texture picture :base-mip-level ${l} :mip-level-count 1)`, group(`group${l}`, 'fillPipe', `:texture-view level${l}`), dispatch(`fill${l}`, 'fillPipe', `group${l}`, '11 11'),
].join('\n\n'));
const mipped = (samp, how) => [samp, module('code', `@group(0) @binding(0) var picture: texture_2d<f32>;
@group(0) @binding(1) var samp: sampler;
${FULL}
${fragment(how)}`), pipeline(), group('bound', 'pipe', ':texture picture', ':sampler samp'), pass({ keys: ':bind-groups [bound]' })];
const mips = [
  resized('mips', 'Mip levels, each written through a view of its own and sampled.', TWICE, texture('picture', 'rgba8unorm', 'storage-binding texture-binding', `${SIZED} :mip-level-count 4`), fillLevel, compute('fillPipe', 'fill'),
    ...levels(4),
    ...mipped('(sampler :name samp :mipmap-filter linear)', 'textureSampleLevel(picture, samp, p.xy / 64.0, p.x / 16.0) * (f32(textureNumLevels(picture)) / 4.0)'), frame('fill0 fill1 fill2 fill3 draw')),
  resized('mips-fewer', 'More mip levels than a small canvas has room for; a larger one has them all again.', 'RESIZE: 3=8x5 5=48x64', texture('picture', 'rgba8unorm', 'storage-binding texture-binding', `${SIZED} :mip-level-count 6`), fillLevel, compute('fillPipe', 'fill'), ...levels(2),
    ...mipped('(sampler :name samp)', 'vec4f(f32(textureNumLevels(picture)) / 8.0, p.x / 64.0, textureSampleLevel(picture, samp, p.xy / 64.0, 1.0).r, 1.0)'), frame('fill0 fill1 draw')),
];

// ---- bind groups and bundles ----

const twoShow = (name, how) => [module(`${name}Code`, `@group(0) @binding(0) var source: texture_2d<f32>;
${FULL}
${fragment(how)}`), pipeline({ name: `${name}Pipe`, code: `${name}Code` })];
const groups = [
  resized('groups', 'Several bind groups over one texture, and one beside it that does not hold it.', TWICE, ...painted('layer'), ...counted('kept', ':size [16 16]'), ...twoShow('left', 'textureLoad(source, vec2i(p.xy), 0)'), ...twoShow('right', 'textureLoad(source, vec2i(p.xy) % 16, 0)'),
    group('leftGroup', 'leftPipe', ':texture layer'), group('rightGroup', 'rightPipe', ':texture kept'),
    pass({ name: 'left', pipe: 'leftPipe', keys: ':bind-groups [leftGroup]' }), pass({ name: 'right', pipe: 'rightPipe', keys: ':bind-groups [rightGroup] :scissor-rect [8 8 24 10]', load: 'load' }), frame('layerPaint keptAdd left right')),
  resized('shared', 'A bind group that a second pipeline uses as well, for which it is made again.\nWARNS: it is about that second pipeline.', TWICE, ...painted('layer'), ...twoShow('left', 'textureLoad(source, vec2i(p.xy), 0)'), ...twoShow('right', 'textureLoad(source, vec2i(p.xy), 0).gbra'),
    group('bound', 'leftPipe', ':texture layer'), pass({ name: 'left', pipe: 'leftPipe', keys: ':bind-groups [bound]' }), pass({ name: 'right', pipe: 'rightPipe', keys: ':bind-groups [bound] :scissor-rect [8 8 24 10]', load: 'load' }), frame('layerPaint left right')),
  resized('layout', 'A bind group of an explicit layout, shared by two pipelines.', TWICE, ...painted('layer'), '(bind-group-layout :name layout (entry :binding 0 :visibility [fragment] (texture)))', '(pipeline-layout :name shared :bind-group-layouts [layout])',
    ...['first', 'second'].flatMap((n, i) => [module(`${n}Code`, `@group(0) @binding(0) var source: texture_2d<f32>;\n${FULL}\n${fragment(`textureLoad(source, vec2i(p.xy), 0)${i ? '.gbra' : ''}`)}`), pipeline({ name: `${n}Pipe`, code: `${n}Code`, layout: 'shared' })]),
    '(bind-group :name bound :layout layout (entry :binding 0 :texture layer))', pass({ name: 'first', pipe: 'firstPipe', keys: ':bind-groups [bound]' }), pass({ name: 'second', pipe: 'secondPipe', keys: ':bind-groups [bound] :scissor-rect [0 0 20 24]', load: 'load' }), frame('layerPaint first second')),
  resized('bundle', 'A bundle whose bind group holds the texture.', TWICE, ...painted('layer'), ...twoShow('show', 'textureLoad(source, vec2i(p.xy), 0).gbra'), group('showGroup', 'showPipe', ':texture layer'),
    '(render-bundle :name replayed :pipeline showPipe :color-formats [preferred-canvas-format] :bind-groups [showGroup]\n  (draw :vertex-count 3))', pass({ name: 'show', pipe: '', draws: '', keys: ':execute-bundles [replayed]' }), frame('layerPaint show')),
  resized('bundle-msaa', 'A bundle for four samples a pixel and depth.', TWICE, texture('many', 'preferred-canvas-format', 'render-attachment', `${SIZED} :sample-count 4`), texture('depth', 'depth24plus', 'render-attachment', `${SIZED} :sample-count 4`), slanted('code'),
    pipeline({ multisample: ':count 4', depth: ':format depth24plus :depth-write-enabled true :depth-compare less' }), '(render-bundle :name replayed :pipeline pipe :color-formats [preferred-canvas-format] :depth-stencil-format depth24plus :sample-count 4\n  (draw :vertex-count 3))',
    pass({ pipe: '', draws: '', view: 'many', resolve: CANVAS, store: 'discard', keys: ':execute-bundles [replayed]', depth: ':view depth :depth-load-op clear :depth-store-op discard :depth-clear-value 1' }), frame('draw')),
  resized('pool', 'Feedback by hand: both instances lose their contents, and the turn of the two goes on.', TWICE, texture('layer', 'rgba8unorm', DRAWN, `${SIZED} :pool 2`),
    module('code', `@group(0) @binding(0) var before: texture_2d<f32>;\n${FULL}\n${fragment('textureLoad(before, vec2i(p.xy), 0) * 0.75 + vec4f(fract(p.x / 32.0), fract(p.y / 32.0), 0.25, 1.0) * 0.25')}`),
    pipeline({ targets: ['rgba8unorm'] }), '(bind-group :name bound :layout pipe :pool 2 (entry :binding 0 :texture layer :ping-pong 1))', pass({ view: 'layer', keys: ':bind-groups [bound]', clear: '0 0 0 0' }),
    ...twoShow('show', 'textureLoad(source, vec2i(p.xy), 0)'), '(bind-group :name showGroup :layout showPipe :pool 2 (entry :binding 0 :texture layer :ping-pong 0))', pass({ name: 'show', pipe: 'showPipe', keys: ':bind-groups [showGroup]' }), frame('draw show')),
];

// ---- compute ----

const computed = [
  resized('storage', 'A storage texture, written by a grid for a canvas of 128x128 at most.', TWICE, texture('layer', 'rgba8unorm', 'storage-binding texture-binding', SIZED),
    module('fill', `@group(0) @binding(0) var layer: texture_storage_2d<rgba8unorm, write>;
@compute @workgroup_size(8, 8) fn main(@builtin(global_invocation_id) id: vec3u) {
  let n = textureDimensions(layer);
  if (any(id.xy >= n)) { return; }
  textureStore(layer, id.xy, vec4f(vec2f(id.xy) / vec2f(n), fract(f32(id.x + id.y) / 8.0), 1.0));
}`), compute('fillPipe', 'fill'), group('fillGroup', 'fillPipe', ':texture layer'), dispatch('fillPass', 'fillPipe', 'fillGroup', '16 16'), show('layer'), frame('fillPass show')),
  resized('buffer', 'A buffer keeps its numbers: how wide a texture was, frame by frame.', TWICE, ...painted('layer'), '(buffer :name widths :size 64 :usage [storage])',
    module('note', `@group(0) @binding(0) var layer: texture_2d<f32>;
@group(0) @binding(1) var<storage, read_write> widths: array<u32, 16>;
@compute @workgroup_size(1) fn main() {
  widths[widths[15]] = textureDimensions(layer).x;
  widths[15] += 1u;
}`), compute('notePipe', 'note'), group('noteGroup', 'notePipe', ':texture layer', ':buffer widths'), dispatch('notePass', 'notePipe', 'noteGroup'),
    module('code', `@group(0) @binding(0) var<storage, read> widths: array<u32, 16>;\n${FULL}\n${fragment('vec4f(f32(widths[u32(p.x) / 4u % 16u]) / 128.0, fract(p.y / 16.0), 0.3, 1.0)')}`), pipeline(), group('bound', 'pipe', ':buffer widths'), pass({ keys: ':bind-groups [bound]' }), frame('layerPaint notePass draw')),
  resized('init', 'What runs once is not run again: a texture that it filled stays empty.', SHRINK, texture('layer', 'rgba8unorm', 'storage-binding texture-binding', SIZED),
    module('fill', `@group(0) @binding(0) var layer: texture_storage_2d<rgba8unorm, write>;
@compute @workgroup_size(8, 8) fn main(@builtin(global_invocation_id) id: vec3u) { textureStore(layer, id.xy, vec4f(vec2f(id.xy) / 64.0, 0.5, 1.0)); }`),
    compute('fillPipe', 'fill'), group('fillGroup', 'fillPipe', ':texture layer'), dispatch('fillPass', 'fillPipe', 'fillGroup', '8 8'), show('layer', 'vec4f(c.rgb, 1.0) + vec4f(0.0, 0.0, fract(p.x / 16.0) * 0.5, 0.0)'), frame('show', ':init [fillPass]')),
];

// ---- sugar ----

const graph = (...passes) => `(pass-graph\n  ${passes.map(([name, keys, code]) => `(pass :name ${name}${keys} :code """\n${code}\n""")`).join('\n  ')})`;
const sugar = [
  resized('pass-feedback', 'A pass that reads what it drew in the frame before.', TWICE, graph(
    ['trail', ' :feedback true', '@fragment fn fs(@builtin(position) p: vec4f) -> @location(0) vec4f { let old = textureLoad(prev_trail, vec2i(p.xy), 0); return old + vec4f(fract(p.x / 16.0) * 0.1, 0.05, p.y / pngine.height * 0.1, 0.1); }'],
    ['main', '', '@fragment fn fs(@builtin(position) p: vec4f) -> @location(0) vec4f { return textureSample(trail, samp, p.xy / vec2f(pngine.width, pngine.height)); }'])),
  resized('pass-post', 'A post stage.', TWICE, graph(
    ['main', '', `@fragment fn fs(@builtin(position) p: vec4f) -> @location(0) vec4f { return vec4f(f32(distance(p.xy, vec2f(20.0, 12.0)) < 9.0), p.x / pngine.width, p.y / pngine.height, 1.0); }
@fragment fn post(@builtin(position) p: vec4f) -> @location(0) vec4f { return textureSample(postTex, samp, fract(p.xy / vec2f(30.0, 20.0))).brga; }`])),
  resized('pass-compute', 'A compute pass over the whole screen: its grid follows.', 'RESIZE: 3=40x24 5=150x90', graph(
    ['main', '', '@compute @workgroup_size(8, 8) fn fill(@builtin(global_invocation_id) id: vec3u) { textureStore(screen, id.xy, vec4f(vec2f(id.xy) / vec2f(pngine.width, pngine.height), fract(f32(id.x) / 16.0), 1.0)); }'])),
  resized('pass-chain', 'Three passes, the last of which reads the first.', TWICE, graph(
    ['one', '', '@fragment fn fs(@builtin(position) p: vec4f) -> @location(0) vec4f { return vec4f(fract(p.xy / 16.0), 0.2, 1.0); }'],
    ['two', '', '@fragment fn fs(@builtin(position) p: vec4f) -> @location(0) vec4f { return textureSample(one, samp, p.yx / 48.0); }'],
    ['main', '', '@fragment fn fs(@builtin(position) p: vec4f) -> @location(0) vec4f { return mix(textureSample(one, samp, p.xy / 64.0), textureSample(two, samp, p.xy / 32.0), 0.5); }'])),
];

export const programs = [...plain, ...textures, ...mips, ...groups, ...computed, ...sugar];
