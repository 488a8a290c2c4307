// Small programs as payloads.
import { Op } from '../../src/generated/commands.js';
import { Constants, type ExecutorOptions, Stream, executor } from './stream.js';
import { type PayloadParts, payload } from './payload.js';

type Bytes = Uint8Array<ArrayBuffer>;

/** Payload of a program from its two streams. */
export function program(
  init: (s: Stream) => void, frame: (s: Stream) => void, parts: PayloadParts = {}, options: ExecutorOptions = {},
): Bytes {
  const constants = new Constants();
  const load = new Stream(constants);
  const draw = new Stream(constants);
  init(load);
  frame(draw);
  return payload({ ...parts, executor: executor(constants, load.bytes, draw.bytes, options) });
}

const bindGroup = (group: number, ...entries: number[][]): Uint8Array =>
  Uint8Array.from([3, 2, 1, 7, group, 2, 3, entries.length, ...entries.flatMap(([binding, kind, id]) =>
    [binding, kind, id & 255, id >> 8, ...(kind ? [] : [0, 0, 0, 0, 0, 0, 0, 0])])]);
export { bindGroup };

export const computePipeline = (shader: number, entry: string): Uint8Array =>
  Uint8Array.from([6, shader, 0, entry.length, ...new TextEncoder().encode(entry), 0xff, 0xff]);

/** Squares of 3, 5, 7, 11 as 64-bit lanes, through a uniform `scale` that multiplies them. */
export const SQUARES = `
@group(0) @binding(0) var<storage, read_write> out: array<vec2u>;
@group(0) @binding(1) var<uniform> scale: vec4u;
@compute @workgroup_size(4) fn main(@builtin(local_invocation_index) i: u32) {
  var numbers = array(3u, 5u, 7u, 11u);
  out[i] = vec2u(numbers[i] * numbers[i] * scale.x, 0u);
}`;

export function squares(parts: PayloadParts = {}, options: ExecutorOptions = {}): Bytes {
  return program(
    (s) => s
      .add(Op.CreateShader, 0, SQUARES)
      .add(Op.CreateBuffer, 0, 32, 0x84)
      .add(Op.CreateBuffer, 1, 32, 0x9)
      .add(Op.CreateBuffer, 2, 16, 0x48)
      .add(Op.WriteBuffer, 2, 0, Uint8Array.from([1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0]))
      .add(Op.CreateComputePipeline, 0, computePipeline(0, 'main'))
      .add(Op.CreateBindGroup, 0, 0, bindGroup(0, [0, 0, 0], [1, 0, 2])),
    (s) => s
      .add(Op.BeginComputePass)
      .add(Op.SetPipeline, 0)
      .add(Op.SetBindGroup, 0, 0)
      .add(Op.Dispatch, 1, 1, 1)
      .add(Op.EndPass)
      .add(Op.CopyBufferToBuffer, 0, 0, 1, 0, 32)
      .add(Op.Submit),
    { uniforms: [{ buffer: 2, fields: [{ path: 'scale', offset: 0, size: 16, type: 13 }] }], names: [[0, 1, 'answers']], ...parts },
    options,
  );
}

/** Clears the canvas to one color. */
export const clear = (r: number, g: number, b: number, alpha = 1): Bytes =>
  program(() => {}, (s) => s
    .add(Op.BeginRenderPass, 0xfffe, 1, 0, 0xffff, r, g, b, alpha, 0xffff)
    .add(Op.EndPass)
    .add(Op.Submit));
