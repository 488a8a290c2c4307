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

  constructor(data: ErrorData) {
    super(data.message);
    const { code } = data;
    const source = gpuSources.test(code) ? code : undefined;
    Object.assign(this, data, { source, name: `Pngine${code === 'shader' ? 'Shader' : source ? 'GPU' : ''}Error` });
  }
}

export const NO_WEBGPU = 'there is no WebGPU here';
/** A canvas is missing, or cannot be had. */
export const NO_CANVAS = 'a canvas is needed';
export const USED_CANVAS = 'the canvas is in use';

export function fail(code: ErrorCode, message: string): never {
  throw new PngineError({ code, message });
}

/** An error of ours from whatever was thrown; code and text are for what is not one already. */
export const wrap = (error: unknown, code: ErrorCode, text = ''): PngineError =>
  error instanceof PngineError ? error : new PngineError({ code, message: text + error });

/** For `catch`: throws what was caught as an error of ours. */
export const failing = (code: ErrorCode, text?: string) => (error: unknown): never => {
  throw wrap(error, code, text);
};
