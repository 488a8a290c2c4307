// Blending: every factor on each side, every operation, constants, write masks, several targets.
import { FULL, HALVES, RGB_AND_ALPHA, color, fragment, frame, module, pass, pipeline, show, texture } from './common.mjs';

const FACTORS = [
  'zero', 'one', 'src', 'one-minus-src', 'src-alpha', 'one-minus-src-alpha', 'dst', 'one-minus-dst', 'dst-alpha',
  'one-minus-dst-alpha', 'src-alpha-saturated', 'constant', 'one-minus-constant',
];
const OPERATIONS = ['add', 'subtract', 'reverse-subtract', 'min', 'max'];
const background = [
  module('backCode', `${FULL}\n${fragment('vec4f(p.x / 64.0, 0.75, 1.0 - p.y / 64.0, p.y / 64.0)')}`),
  pipeline({ name: 'backPipe', code: 'backCode', targets: ['rgba8unorm'] }),
  pass({ name: 'back', pipe: 'backPipe', view: 'layer' }),
];
const layer = texture('layer', 'rgba8unorm', 'render-attachment texture-binding');
const source = module('code', `${FULL}\n${fragment('vec4f(0.9, p.y / 64.0, 0.25, p.x / 64.0)')}`);

const blended = (name, title, blend, keys = '') => [
  name, title, layer, ...background, source,
  pipeline({ targets: [`(target :format rgba8unorm\n      (blend ${blend}))`] }),
  pass({ view: 'layer', load: 'load', keys }),
  show('layer', RGB_AND_ALPHA, HALVES),
  frame('back draw show'),
];
const constantFor = (factor) => (factor.includes('constant') ? ':blend-constant [0.2 0.5 0.8 0.6]' : '');
const both = (keys) => `(color ${keys}) (alpha ${keys})`;

const masked = (mask) => [
  `write-mask-${mask}`, `Write mask ${mask}: channels left out keep what the pass before drew.`, layer, ...background, source,
  pipeline({ targets: [`(target :format rgba8unorm :write-mask ${mask})`] }),
  pass({ view: 'layer', load: 'load' }),
  show('layer', RGB_AND_ALPHA, HALVES),
  frame('back draw show'),
];

const targets = (count, formats) => {
  const names = formats.map((_, i) => `t${i}`);
  const fields = formats.map((f, i) => `@location(${i}) c${i}: vec4f`).join(', ');
  const values = formats.map((f, i) => `vec4f(p.x / 64.0, ${(i / 8).toFixed(3)}, p.y / 64.0, 1.0)`).join(', ');
  return [
    `targets-${count}`, `${count} color targets of different formats in one pass, shown side by side.`,
    ...formats.map((f, i) => texture(names[i], f, 'render-attachment texture-binding')),
    module('code', `${FULL}
struct Out { ${fields} }
@fragment fn fs(@builtin(position) p: vec4f) -> Out { return Out(${values}); }`),
    pipeline({ targets: formats }),
    pass({ colors: names.map((n, i) => color({ view: n, clear: `0 0 0 ${i % 2}` })) }),
    module('showCode', `${names.map((n, i) => `@group(0) @binding(${i}) var ${n}: texture_2d<f32>;`).join('\n')}
${FULL}
@fragment fn fs(@builtin(position) p: vec4f) -> @location(0) vec4f {
  let at = vec2i(p.xy);
  switch (u32(p.x) * ${count}u / 64u) {
${names.map((n, i) => `    case ${i}u: { return textureLoad(${n}, at, 0); }`).join('\n')}
    default: { return vec4f(0.0); }
  }
}`),
    pipeline({ name: 'showPipe', code: 'showCode' }),
    `(bind-group :name showGroup :layout showPipe\n  ${names.map((n, i) => `(entry :binding ${i} :texture ${n})`).join('\n  ')})`,
    pass({ name: 'show', pipe: 'showPipe', keys: ':bind-groups [showGroup]' }),
    frame('draw show'),
  ];
};

export const programs = [
  ...FACTORS.map((f) => blended(`blend-src-${f}`, `Blend factor ${f} on the source.`, both(`:src-factor ${f} :dst-factor one`), constantFor(f))),
  ...FACTORS.map((f) => blended(`blend-dst-${f}`, `Blend factor ${f} on the target.`, both(`:src-factor one :dst-factor ${f}`), constantFor(f))),
  ...OPERATIONS.map((o) =>
    blended(`blend-op-${o}`, `Blend operation ${o}.`,
      both(o === 'min' || o === 'max' ? `:operation ${o} :src-factor one :dst-factor one` : `:operation ${o} :src-factor src-alpha :dst-factor dst-alpha`))),
  blended('blend-apart', 'Color and alpha blend by different rules.',
    '(color :src-factor src-alpha :dst-factor one-minus-src-alpha) (alpha :operation max :src-factor one :dst-factor one)'),
  blended('blend-defaults', 'A blend of defaults alone replaces.', '(color) (alpha)'),
  ...[0, 1, 2, 4, 8, 5, 'all'].map(masked),
  targets(2, ['rgba8unorm', 'rgba16float']),
  targets(4, ['rgba8unorm', 'rg8unorm', 'r8unorm', 'bgra8unorm']),
  [
    'targets-blend-each', 'Two targets of one pass, each with its own blend and write mask.',
    texture('t0', 'rgba8unorm', 'render-attachment texture-binding'), texture('t1', 'rgba8unorm', 'render-attachment texture-binding'),
    module('code', `${FULL}
struct Out { @location(0) a: vec4f, @location(1) b: vec4f }
@fragment fn fs(@builtin(position) p: vec4f) -> Out {
  return Out(vec4f(p.x / 64.0, 0.2, 0.1, 0.5), vec4f(0.1, p.y / 64.0, 0.4, 0.5));
}`),
    pipeline({ targets: ['(target :format rgba8unorm (blend (color :src-factor src-alpha :dst-factor one) (alpha)))', '(target :format rgba8unorm :write-mask 6)'] }),
    pass({ colors: [color({ view: 't0', clear: '0.1 0.5 0.2 1' }), color({ view: 't1', clear: '0.7 0 0 1' })] }),
    module('showCode', `@group(0) @binding(0) var a: texture_2d<f32>;
@group(0) @binding(1) var b: texture_2d<f32>;
${FULL}
@fragment fn fs(@builtin(position) p: vec4f) -> @location(0) vec4f {
  let at = vec2i(p.xy);
  return select(textureLoad(a, at, 0), textureLoad(b, at, 0), p.x > 32.0);
}`),
    pipeline({ name: 'showPipe', code: 'showCode' }),
    '(bind-group :name showGroup :layout showPipe (entry :binding 0 :texture t0) (entry :binding 1 :texture t1))',
    pass({ name: 'show', pipe: 'showPipe', keys: ':bind-groups [showGroup]' }),
    frame('draw show'),
  ],
];
