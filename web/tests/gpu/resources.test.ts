// What follows the canvas' size, nested wasm modules, and the way back from a lost device; on SwiftShader.
import { beforeAll, describe, expect, it } from 'vitest';
import { Op } from '../../src/generated/commands.js';
import { install } from '../support/device.js';
import { TestHost } from '../support/host.js';
import { bindGroup, program, squares } from '../support/programs.js';

beforeAll(() => install('swiftshader'));

/** Stands in for a canvas: it has a size, and its context hands out textures of that size. */
function fakeCanvas(): OffscreenCanvas {
  let config: GPUCanvasConfiguration | undefined;
  const canvas = {
    width: 16,
    height: 8,
    getContext: () => ({
      configure: (c: GPUCanvasConfiguration) => (config = c),
      getCurrentTexture: () => config?.device.createTexture({
        size: [canvas.width, canvas.height], format: config.format, usage: config.usage ?? 16,
      }),
    }),
  };
  return canvas as unknown as OffscreenCanvas;
}

const SIZES = `
@group(0) @binding(0) var canvas_sized: texture_2d<f32>;
@vertex fn vs(@builtin(vertex_index) i: u32) -> @builtin(position) vec4f { return vec4f(f32(i & 1u) * 4 - 1, f32(i >> 1u) * 4 - 1, 0, 1); }
@fragment fn fs() -> @location(0) vec4f { return vec4f(vec2f(textureDimensions(canvas_sized)), f32(textureNumLevels(canvas_sized)), 1); }`;
const u32 = (n: number): number[] => [n & 255, (n >> 8) & 255, (n >> 16) & 255, n >>> 24];

describe('a resize', () => {
  it('makes textures, views, groups and bundles anew, with their mip levels', async () => {
    const host = new TestHost();
    const canvas = fakeCanvas();
    const bundle = Uint8Array.from([1, 0xff, 0xff, 1, 0, 0, 1, 0, 0, 0, 0, 0, ...u32(3), ...u32(1), ...u32(0), ...u32(0)]);
    await host.start(program(
      (s) => s
        .add(Op.CreateShader, 0, SIZES)
        .add(Op.CreateTexture, 0, Uint8Array.from([1, 3, 7, 7, 0, 8, 7, 0x14, 4, 0, ...u32(3)]))
        .add(Op.CreateTextureView, 0, 0, Uint8Array.from([9, 0]))
        .add(Op.CreateRenderPipeline, 0, JSON.stringify({
          vertex: { shader: 0, entryPoint: 'vs' }, fragment: { shader: 0, entryPoint: 'fs', targets: [{}] },
        }))
        .add(Op.CreateBindGroup, 0, 0, bindGroup(0, [0, 4, 0]))
        .add(Op.CreateRenderBundle, 0, bundle),
      (s) => s
        .add(Op.BeginRenderPass, 0xfffe, 1, 0, 0xffff, 0, 0, 0, 1, 0xffff)
        .add(Op.ExecuteBundles, [0])
        .add(Op.SetPipeline, 0).add(Op.SetBindGroup, 0, 0).add(Op.Draw, 3, 1, 0, 0)
        .add(Op.EndPass).add(Op.Submit),
    ), canvas);
    for (const size of [[32, 32], [3, 2], [16, 8]] as [number, number][]) {
      host.tell('resize', size);
      host.draw();
      await new Promise((done) => setTimeout(done, 50));
      expect([canvas.width, canvas.height]).toEqual(size);
    }
    await host.stop();
    expect(host.errors).toEqual([]);
  });

  it('waits for the next frame', async () => {
    const host = new TestHost();
    const canvas = fakeCanvas();
    await host.start(squares(), canvas);
    host.tell('resize', [5, 5]);
    await new Promise((done) => setTimeout(done, 20));
    expect(canvas.width).toBe(16);
    await host.stop();
  });
});

describe('built-in inputs', () => {
  it('carry time, size and pointer', async () => {
    const host = new TestHost();
    const canvas = fakeCanvas();
    await host.start(program(
      (s) => s.add(Op.CreateBuffer, 0, 64, 0xc).add(Op.CreateBuffer, 1, 64, 9),
      (s) => s.add(Op.WriteTimeInputs, 0, 0, 99).add(Op.WritePointerInputs, 0, 16, 48).add(Op.CopyBufferToBuffer, 0, 0, 1, 0, 64).add(Op.Submit),
    ), canvas);
    await host.pointer();
    await host.readback();
    const pointer = Float32Array.from({ length: 12 }, (_, i) => i / 2);
    host.tell('draw', { time_: 1.5, pointer_: pointer });
    expect([...new Float32Array((await host.readback(2)).bytes.buffer)]).toEqual([1.5, 16, 8, 2, ...pointer]);
    await host.stop();
  });
});

/** A module with memory `memory` or `m`: function f(a, b) stores a + b at 64 and returns 64; bytes 9 8 7 6 stand at 32. */
const nested = (memory: string): Uint8Array => Uint8Array.from([
  0, 0x61, 0x73, 0x6d, 1, 0, 0, 0,
  1, 7, 1, 0x60, 2, 0x7d, 0x7d, 1, 0x7f,
  3, 2, 1, 0,
  5, 3, 1, 0, 1,
  7, 8 + memory.length, 2, memory.length, ...new TextEncoder().encode(memory), 2, 0, 1, 0x66, 0, 0,
  10, 18, 1, 16, 0, 0x41, 0xc0, 0, 0x20, 0, 0x20, 1, 0x92, 0x38, 2, 0, 0x41, 0xc0, 0, 0x0b,
  11, 10, 1, 0, 0x41, 32, 0x0b, 4, 9, 8, 7, 6,
]);

describe('nested wasm modules', () => {
  const readBack = async (bytecode: Uint8Array<ArrayBuffer>): Promise<{ bytes: ArrayBuffer; errors: unknown[] }> => {
    const host = new TestHost();
    await host.start(bytecode, fakeCanvas());
    const { bytes: { buffer: bytes } } = await host.readback();
    await host.stop();
    return { bytes, errors: host.errors };
  };

  it('are called with literals, sizes and times', async () => {
    const { bytes, errors } = await readBack(program(
      (s) => s.add(Op.CreateBuffer, 0, 8, 0xc).add(Op.CreateBuffer, 1, 8, 9).add(Op.InitWasmModule, 0, nested('memory')),
      (s) => s.add(Op.CallWasm, 3, 0, new TextEncoder().encode('f'), [2, 0, 0, 0, 0x20, 0x40, 1])
        .add(Op.WriteBufferFromWasm, 0, 4, 3, 4).add(Op.CopyBufferToBuffer, 0, 0, 1, 0, 8).add(Op.Submit),
    ));
    expect(errors).toEqual([]);
    expect([...new Float32Array(bytes)]).toEqual([0, 18.5]);
  });

  it('give their data by address when they export m', async () => {
    const { bytes, errors } = await readBack(program(
      (s) => s.add(Op.CreateBuffer, 0, 8, 0xc).add(Op.CreateBuffer, 1, 8, 9).add(Op.InitWasmModule, 2, nested('m'))
        .add(Op.WriteBufferFromWasm, 0, 32, 2, 4),
      (s) => s.add(Op.CopyBufferToBuffer, 0, 0, 1, 0, 8).add(Op.Submit),
    ));
    expect(errors).toEqual([]);
    expect([...new Uint8Array(bytes)]).toEqual([9, 8, 7, 6, 0, 0, 0, 0]);
  });

  it('never copy from outside their memory', async () => {
    const { errors } = await readBack(program(
      (s) => s.add(Op.CreateBuffer, 0, 8, 0xc).add(Op.CreateBuffer, 1, 8, 9).add(Op.InitWasmModule, 2, nested('m'))
        .add(Op.WriteBufferFromWasm, 0, 0xffffffff, 2, 4).add(Op.WriteBufferFromWasm, 0, 0, 5, 4),
      (s) => s.add(Op.CopyBufferToBuffer, 0, 0, 1, 0, 8).add(Op.Submit),
    ));
    expect(errors).toMatchObject([{ message: 'command 0x24: wasm call 2 points outside its memory' },
      { message: 'command 0x24: wasm call 5 has no result' }]);
  });
});
