// Where the compiler and the device may disagree, and why. Everything else is a failure of the test.

/** Rules by which pngine refuses what WebGPU takes. */
export const STRICTER = {
  'bind/ping-pong-range': 'a member that the pool does not have would be another one, silently',
  'buffer/size-unaligned': 'the last bytes of such a buffer can be neither copied nor written',
  'buffer/size-zero': 'a buffer of no bytes is used, and nothing can come of it',
  'copy/texture-size': 'copies are whole; players would copy the part that fits',
  'da/clear-forbidden-aspect': 'the value has no effect',
  'ms/format': 'the format is not multisampled by WebGPU\'s table; a device may be more generous',
  'resolve/mrt': 'the bytecode has a resolve target for a single attachment only',
  'resolve/pooled': 'the bytecode has no resolve target beside a pool',
  'shape/format-too-many': 'the vertices would lack the attributes that do not fit',
};

/** Rules whose warning says that a device feature is needed; such programs are played on a device with every feature. */
export const FEATURES = [
  'bgl/storage-texture-format', 'draw/indirect-first-instance', 'fragment/dual-source', 'module/feature', 'primitive/unclipped-depth',
  'query/timestamp-feature', 'target/blend-float32', 'target/not-renderable', 'texture/feature-format', 'texture/renderable',
  'texture/storage-format',
];

/**
 * Errors of a device that a compiler cannot foresee. `warning` is the rule with which it says that it may be so; `error` is
 * how the device puts it. The device here has a canvas of 512 by 512.
 */
export const UNKNOWABLE = [
  {
    what: 'attachments beside the canvas',
    warning: 'attachment/size',
    error: /size .*does not match the size of the other attachments|attachment.* size/,
    why: 'the size of the canvas is that of the page',
  },
  {
    what: 'views in the -srgb twin of a format',
    warning: 'view/format',
    error: /was not created with the texture view format/,
    why: 'a player may make its textures for both; those of this repository do not',
  },
  {
    what: 'scissors on the canvas',
    error: /Scissor rect .*render area dimensions \{x: 0, y: 0, width: 512, height: 512\}/,
    why: 'the size of the canvas is that of the page',
  },
  {
    what: 'results of WebAssembly',
    error: /wasm call \d+ points outside its memory/,
    why: 'what a WebAssembly function returns is known when it has run',
  },
];
