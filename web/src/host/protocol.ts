// Messages between the page and the host (the half that owns device and executor, in a worker or on the page itself).
import type { ErrorData } from '../errors.js';
import type { UniformInfo } from '../payload/payload.js';
import type { UniformValue } from '../payload/uniform_value.js';

export type Uniforms = Readonly<Record<string, UniformValue>>;

export interface Stats {
  type: 'stats';
  gpu: {
    /** Objects that exist, by kind. */
    live: Record<string, number>;
    total: number;
    /** Bind groups that were rebuilt for a second pipeline. */
    cachedBindGroups: number;
    /** Command buffers that were played. */
    executed: number;
  };
  /** Memory of the executor. */
  wasmBytes: number;
  frameCount: number;
  moduleLoaded: boolean;
  deviceLost: boolean;
}

export interface Opening {
  type_: 'open';
  bytecode_: Uint8Array<ArrayBuffer>;
  /** A shared executor, for payloads that carry none. */
  wasmUrl_: string | undefined;
  debug_: boolean;
}
export interface Drawing {
  type_: 'draw';
  time_: number;
  pointer_: Float32Array<ArrayBuffer>;
  uniforms_?: Uniforms;
}

/** `open` checks everything that can fail before the canvas is given away; `init` then brings the canvas. */
export type PageMessage =
  | Opening
  | { type_: 'init'; canvas_: HTMLCanvasElement | OffscreenCanvas | undefined }
  | Drawing
  | { type_: 'resize'; size_: [number, number] }
  | { type_: 'uniforms'; uniforms_: Uniforms }
  | { type_: 'query'; id_: number; stats_: boolean }
  | { type_: 'restart' }
  | { type_: 'destroy' };

export type HostMessage =
  /** Answers `open` and `init`. */
  | { type_: 'done' }
  /** The program asks for pointer inputs. */
  | { type_: 'pointer' }
  /** Ends a start that is under way when `fatal_`; otherwise it is told to the page and playing goes on. */
  | { type_: 'error'; error_: ErrorData; fatal_?: boolean }
  | { type_: 'restored' }
  | { type_: 'readback'; buffer_: number; name_: string; offset_: number; bytes_: ArrayBuffer }
  | { type_: 'answer'; id_: number; answer_: Stats | Record<string, UniformInfo> }
  | { type_: 'destroyed' };

export type Post = (message: HostMessage, transfer?: ArrayBuffer[]) => void;
export type Receive = (message: PageMessage) => void;
