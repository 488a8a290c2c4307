// What both players export beside pngine() itself.
export { PngineError } from './errors.js';
export type { ErrorCode, ErrorData, GpuErrorSource } from './errors.js';
export type { Readback } from './gpu/resources.js';
export type { Stats, Uniforms } from './host/protocol.js';
export type { UniformInfo } from './payload/payload.js';
export type { UniformValue } from './payload/uniform_value.js';
export {
  destroy, draw, getStats, getUniforms, pause, play, restart, seek, setFrame, setUniform, setUniforms, stop,
} from './player/api.js';
export type { DrawOptions } from './player/api.js';
export type { AudioPlayer } from './player/audio.js';
export type { Pngine } from './player/instance.js';
export type { PngineOptions, Source } from './player/options.js';
