// The one error type of the player. Its `code` says which part failed; everything that crosses from the worker to the
// page travels as plain ErrorData and becomes a PngineError again there.

/**
 * - `source` what was given to pngine() cannot be used, `http` it could not be fetched
 * - `container`, `payload` damaged file; `executor`, `stream` the program inside it misbehaves
 * - `no-webgpu` no WebGPU or no adapter; `device` the device could not be had with the limits asked for
 * - `canvas`, `audio`, `worker`, `destroyed` the named part
 * - `shader`, and the sources of GPU errors: `uncaptured`, `validation`, `command`, `frame`, `readback`, `device-lost`
 */
export type ErrorCode =
  | 'source' | 'http' | 'container' | 'payload' | 'executor' | 'stream' | 'no-webgpu' | 'device' | 'canvas' | 'audio'
  | 'worker' | 'destroyed' | 'shader' | GpuErrorSource;

export type GpuErrorSource = 'uncaptured' | 'validation' | 'command' | 'frame' | 'readback' | 'device-lost';

export interface ErrorData {
  code: ErrorCode;
  message: string;
  /** Shader errors: place in the WGSL text, from 1, and the lines around it. */
  lineNum?: number;
  linePos?: number;
  context?: string;
  /** Device loss: the browser's reason. */
  reason?: string;
}

const gpuSources = /^(unc|val|com|fra|rea|device-)/;

export class PngineError extends Error {
  declare readonly code: ErrorCode;
  /** Which channel a GPU error came from; undefined for other errors. */
  declare readonly source: GpuErrorSource | undefined;
  declare readonly lineNum: number | undefined;
  declare readonly linePos: number | undefined;
  declare readonly context: string | undefined;
  declare readonly reason: string | undefined;

  constructor(code: ErrorCode, message: string, data?: Partial<ErrorData>) {
    super(message);
    const gpu = gpuSources.test(code);
    Object.assign(this, data, {
      code,
      message,
      source: gpu ? code : undefined,
      name: code === 'shader' ? 'PngineShaderError' : gpu ? 'PngineGPUError' : 'PngineError',
    });
  }
}

/** What an exception says, in a form that can be posted; `code` is for exceptions that are not ours. */
export const errorData = (error: unknown, code: ErrorCode): ErrorData =>
  error instanceof PngineError ? { code: error.code, message: error.message } : { code, message: `${error}` };

export function fail(code: ErrorCode, message: string): never {
  throw new PngineError(code, message);
}
