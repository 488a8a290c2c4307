// The player: everything that a page can use.
export { detectFormat, isPng, isPngb, isZip } from './containers/detect.js';
export type { Format } from './containers/detect.js';
export { extractBytecode } from './containers/extract.js';
export { PngineError } from './errors.js';
export type { ErrorCode, ErrorData, GpuErrorSource } from './errors.js';
export type { Stats, Uniforms } from './host/protocol.js';
export type { UniformInfo } from './payload/uniform_table.js';
export type { UniformValue } from './payload/uniform_value.js';
export {
  destroy, draw, getStats, getUniforms, pause, play, restart, seek, setFrame, setUniform, setUniforms, stop,
} from './player/api.js';
export type { DrawOptions } from './player/api.js';
export type { AudioPlayer } from './player/audio.js';
export type { Pngine } from './player/instance.js';
export type { PngineOptions, Readback, Source } from './player/options.js';
export { pngine } from './player/start.js';
