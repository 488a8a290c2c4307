// What the feature programs have in common: a fullscreen triangle, short spellings of forms, and a pass that shows a texture.

export const CANVAS = 'context-current-texture';
export const FORMAT = 'preferred-canvas-format';

/** A vertex stage that covers the target; its output is the position alone. */
export const FULL = `@vertex fn vs(@builtin(vertex_index) i: u32) -> @builtin(position) vec4f {
  return vec4f(f32(i / 2u) * 4.0 - 1.0, f32(i % 2u) * 4.0 - 1.0, 0.0, 1.0);
}`;

/** Six vertices of a quad per instance: \`corner(i)\` is in 0..1. */
export const CORNER = `fn corner(i: u32) -> vec2f {
  return vec2f(f32((0x32u >> i) & 1u), f32((0x2cu >> i) & 1u));
}`;

export const module = (name, code) => `(shader-module :name ${name} :code """\n${code.trim()}\n""")`;

const target = (t) => (t.startsWith('(') ? t : `(target :format ${t})`);

/** A render pipeline over one module; \`targets: null\` leaves the fragment stage out. */
export const pipeline = ({
  name = 'pipe', code = 'code', layout = 'auto', buffers = '', targets = [FORMAT], primitive = '', depth = '', multisample = '',
  constants = '', fragmentConstants = '', vs = '', fs = '',
} = {}) => {
  const parts = [`(vertex :module ${code}${vs && ` :entry ${vs}`}${buffers && `\n    ${buffers}`}${constants && `\n    ${constants}`})`];
  if (targets) {
    parts.push(`(fragment :module ${code}${fs && ` :entry ${fs}`}${fragmentConstants && `\n    ${fragmentConstants}`}\n    ${targets.map(target).join('\n    ')})`);
  }
  if (primitive) parts.push(`(primitive ${primitive})`);
  if (depth) parts.push(`(depth-stencil ${depth})`);
  if (multisample) parts.push(`(multisample ${multisample})`);
  return `(render-pipeline :name ${name} :layout ${layout}\n  ${parts.join('\n  ')})`;
};

export const color = ({ view = CANVAS, load = 'clear', clear = '0 0 0 1', store = 'store', resolve = '' } = {}) =>
  `(color-attachment :view ${view}${resolve && ` :resolve-target ${resolve}`} :load-op ${load} :store-op ${store}` +
  `${load === 'clear' ? ` :clear-value [${clear}]` : ''})`;

/** A render pass with one color attachment unless \`colors\` says otherwise; \`keys\` are further keys as text. */
export const pass = ({ name = 'draw', pipe = 'pipe', keys = '', colors, depth = '', draws = '(draw :vertex-count 3)', ...attachment } = {}) => {
  const lines = [...(colors ?? [color(attachment)])];
  if (depth) lines.push(`(depth-stencil-attachment ${depth})`);
  if (draws) lines.push(draws);
  return `(render-pass :name ${name}${pipe && ` :pipeline ${pipe}`}${keys && ` ${keys}`}\n  ${lines.join('\n  ')})`;
};

export const frame = (perform, more = '') => `(frame :name main${more && ` ${more}`} :perform [${perform}])`;
export const texture = (name, format, usage, more = ':size [64 64]') =>
  `(texture :name ${name} ${more} :format ${format} :usage [${usage}])`;
export const floats = (name, values) => `(data :name ${name} :float32 [${values.join(' ')}])`;
export const group = (name, layout, ...entries) =>
  `(bind-group :name ${name} :layout ${layout}\n  ${entries.map((e, i) => (e.startsWith('(') ? e : `(entry :binding ${i} ${e})`)).join('\n  ')})`;
export const compute = (name, code, { entry = '', constants = '', layout = 'auto' } = {}) =>
  `(compute-pipeline :name ${name} :layout ${layout}\n  (compute :module ${code}${entry && ` :entry ${entry}`}${constants && ` ${constants}`}))`;
export const dispatch = (name, pipe, groups, size = '1', keys = '') =>
  `(compute-pass :name ${name} :pipeline ${pipe} :bind-groups [${groups}]${keys && ` ${keys}`}\n  (dispatch :workgroups [${size}]))`;

/** Forms that draw a texture on the canvas, pixel by pixel, as the pass \`show\`. \`how\` is WGSL over the texel c and p. */
export const show = (bound, how = 'c', { type = 'texture_2d<f32>', load = 'textureLoad(source, vec2i(p.xy), 0)', head = '' } = {}) =>
  [
    module('showCode', `@group(0) @binding(0) var source: ${type};
${FULL}
${head}@fragment fn fs(@builtin(position) p: vec4f) -> @location(0) vec4f {
  let c = ${load};
  return ${how};
}`),
    pipeline({ name: 'showPipe', code: 'showCode' }),
    group('showGroup', 'showPipe', bound.startsWith(':') ? bound : `:texture ${bound}`),
    pass({ name: 'show', pipe: 'showPipe', keys: ':bind-groups [showGroup]' }),
  ].join('\n');

/** Left half: color; right half: alpha. */
export const RGB_AND_ALPHA = 'select(vec4f(c.rgb, 1.0), vec4f(c.aaa, 1.0), p.x >= 32.0)';
export const HALVES = { load: 'textureLoad(source, vec2i(vec2u(p.xy * vec2f(2.0, 1.0)) % 64u), 0)' };

/** A fragment stage whose color is WGSL over the pixel's position p (in pixels). */
export const fragment = (expression, type = 'vec4f') =>
  `@fragment fn fs(@builtin(position) p: vec4f) -> @location(0) ${type} {\n  return ${expression};\n}`;

/** The shortest decimal that gives back the f32 of these bits. */
export function floatOfBits(bits) {
  const view = new DataView(new ArrayBuffer(4));
  view.setUint32(0, bits);
  const text = String(view.getFloat32(0)).replace('e+', 'e');
  return /[.e]/.test(text) ? text : `${text}.0`;
}
