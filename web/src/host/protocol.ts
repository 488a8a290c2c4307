// Messages between the page and the host (the half that owns device and executor, in a worker or on the page itself).
import type { Bytes } from '../containers/detect.js';
import type { ErrorData } from '../errors.js';
import type { Readback } from '../gpu/resources.js';
import type { UniformValue } from '../payload/uniform_value.js';

/** Pointer block: movement and scrolling since the last frame. */
export const DELTAS = [4, 5, 9, 10];

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

/** The payload; for one that carries no executor such a thing, or its full URL; and whether to print the executor's log. */
export type Opening = [bytecode: Bytes, wasm: Bytes | string | undefined, debug: boolean | undefined];
export interface Drawing {
  time_: number;
  pointer_?: Float32Array<ArrayBuffer> | undefined;
  uniforms_?: Uniforms | undefined;
}

/** What the page can ask of the host, and with what. */
export interface Calls {
  /** Checks everything that can fail before the canvas is given away. */
  open: Opening;
  /** Brings the canvas, creates everything and draws one frame at time 0. */
  init: HTMLCanvasElement | OffscreenCanvas | undefined;
  draw: Drawing;
  /** Device pixels. */
  resize: [width: number, height: number];
  uniforms: Uniforms | undefined;
  /** Answered with the statistics, or with the uniforms by name. */
  query: 'stats' | 'uniforms';
  /** A new device and the program from its start. */
  restart: undefined;
  destroy: undefined;
}

/** Every call is answered, under its id. */
export type PageMessage = { [K in keyof Calls]: [id: number, call: K, value?: Calls[K]] }[keyof Calls];

export interface HostMessage {
  /** A call that was done, or with an error failed. Errors without an id tell the page of what happened; playing goes on. */
  id_?: number;
  answer_?: unknown;
  error_?: ErrorData | void;
  readback_?: Readback;
  /** The program asks for pointer inputs. */
  pointer_?: boolean;
}

export type Post = (message: HostMessage, transfer?: Transferable[]) => void;
export type Receive = (message: PageMessage) => void;
