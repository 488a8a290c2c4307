// What WebGPU validates, on Dawn's Null back end: drawing commands, hostile streams, and every error exactly once.
import { beforeAll, describe, expect, it } from 'vitest';
import { computeFeatures } from '../../src/host/compute.js';
import { Op } from '../../src/generated/commands.js';
import { install } from '../support/device.js';
import { TestHost } from '../support/host.js';
import { bindGroup, clear, computePipeline, program, squares } from '../support/programs.js';
import type { Stream } from '../support/stream.js';

beforeAll(() => install('null'));

const SHADER = `
@group(0) @binding(0) var<uniform> color: vec4f;
@vertex fn vs(@location(0) p: vec4f) -> @builtin(position) vec4f { return p; }
@fragment fn fs() -> @location(0) vec4f { return color; }
@compute @workgroup_size(1) fn cs() { _ = color; }`;

const u32 = (n: number): number[] => [n & 255, (n >> 8) & 255, (n >> 16) & 255, n >>> 24];
/** Texture descriptor from fields: id, type, value bytes. */
const tlv = (tag: number, ...fields: number[][]): Uint8Array => Uint8Array.from([tag, fields.length, ...fields.flat()]);
const pipelineJson = (more: object = {}): string => JSON.stringify({
  vertex: { shader: 0, entryPoint: 'vs', buffers: [{ arrayStride: 16, attributes: [{ shaderLocation: 0, offset: 0, format: 'float32x4' }] }] },
  fragment: { shader: 0, entryPoint: 'fs', targets: [{ format: 'rgba8unorm' }] },
  ...more,
});
/** Texture 0: 8 x 8 rgba8unorm target; texture 1: depth24plus-stencil8; texture 2: stencil8; pipelines, a group and buffers. */
const scene = (s: Stream): Stream => s
  .add(Op.CreateShader, 0, SHADER)
  .add(Op.CreateBuffer, 0, 64, 0x28)
  .add(Op.CreateBuffer, 1, 16, 0x48)
  .add(Op.CreateBuffer, 2, 64, 0x18)
  .add(Op.CreateBuffer, 3, 64, 0x108)
  .add(Op.CreateTexture, 0, tlv(1, [1, 0, ...u32(8)], [2, 0, ...u32(8)], [7, 7, 0], [8, 7, 0x15]))
  .add(Op.CreateTexture, 1, tlv(1, [1, 0, ...u32(8)], [2, 0, ...u32(8)], [7, 7, 0x11], [8, 7, 0x10]))
  .add(Op.CreateTexture, 2, tlv(1, [1, 0, ...u32(8)], [2, 0, ...u32(8)], [7, 7, 0x13], [8, 7, 0x10]))
  .add(Op.CreateRenderPipeline, 0, pipelineJson())
  .add(Op.CreateRenderPipeline, 1, pipelineJson({ primitive: { topology: 'line-list' } }))
  .add(Op.CreateComputePipeline, 2, computePipeline(0, 'cs'))
  .add(Op.CreateBindGroup, 0, 0, bindGroup(0, [0, 0, 1]))
  .add(Op.CreateQuerySet, 0, Uint8Array.of(0, 4, 0));
const begin = (s: Stream, depth = 0xffff): Stream => s.add(Op.BeginRenderPass, 0, 1, 0, depth, 0, 0, 0, 1, 0xffff);

async function errorsOf(bytecode: Uint8Array<ArrayBuffer>, draws = 0, canvas?: OffscreenCanvas): Promise<string[]> {
  const host = new TestHost();
  try {
    await host.start(bytecode, canvas);
    for (let i = 0; i < draws; i++) host.draw(i);
    // Rejections of the GPU take a moment.
    await new Promise((done) => setTimeout(done, 50));
  } catch {
    // The fatal error is among those collected.
  }
  await host.stop();
  return host.errors.map((e) => `${e.fatal ? 'fatal ' : ''}${e.code}: ${e.message}`);
}

describe('drawing', () => {
  it('plays every command of a pass without a complaint', async () => {
    expect(await errorsOf(program(scene, (s) => begin(s.add(Op.DepthStencilOps, 0, 1, 1, 0).add(Op.DepthStencilClear, 0.5, 7).add(Op.OcclusionQuerySet, 0)
      .add(Op.WriteTimeInputs, 1, 0, 16).add(Op.WritePointerInputs, 2, 0, 48))
      .add(Op.SetPipeline, 0).add(Op.SetBindGroup, 0, 0).add(Op.SetVertexBuffer, 0, 0).add(Op.SetIndexBuffer, 2, 0)
      .add(Op.SetStencilReference, 3).add(Op.SetBlendConstant, 0, 0, 1, 1).add(Op.SetViewport, 0, 0, 8, 8, 0, 1).add(Op.SetScissor, 1, 1, 4, 4)
      .add(Op.BeginOcclusionQuery, 0).add(Op.Draw, 3, 1, 0, 0).add(Op.EndOcclusionQuery)
      .add(Op.DrawIndexed, 3, 1, 0, 0, 0).add(Op.DrawIndirect, 3, 0).add(Op.DrawIndexedIndirect, 3, 0)
      .add(Op.EndPass).add(Op.Submit)), 3)).toEqual([]);
  });

  it('gives a group of one pipeline to another, and to a compute pass', async () => {
    expect(await errorsOf(program(scene, (s) => begin(s)
      .add(Op.SetPipeline, 1).add(Op.SetBindGroup, 0, 0).add(Op.SetVertexBuffer, 0, 0).add(Op.Draw, 2, 1, 0, 0).add(Op.EndPass)
      .add(Op.BeginComputePass).add(Op.SetPipeline, 2).add(Op.SetBindGroup, 0, 0).add(Op.Dispatch, 1, 1, 1).add(Op.EndPass)
      .add(Op.Submit)), 2)).toEqual([]);
  });

  it('sets depth operations by the format, and keeps pending ones for a pass with depth', async () => {
    for (const texture of [1, 2]) {
      const json = pipelineJson({ depthStencil: texture === 1
        ? { format: 'depth24plus-stencil8', depthWriteEnabled: true, depthCompare: 'less' } : { format: 'stencil8' } });
      expect(await errorsOf(program(
        (s) => scene(s).add(Op.CreateRenderPipeline, 3, json),
        (s) => begin(begin(s.add(Op.DepthStencilOps, 1, 1, 1, 1)).add(Op.EndPass), texture)
          .add(Op.SetPipeline, 3).add(Op.SetBindGroup, 0, 0).add(Op.SetVertexBuffer, 0, 0).add(Op.Draw, 3, 1, 0, 0)
          .add(Op.EndPass).add(Op.Submit)), 1)).toEqual([]);
    }
  });

  it('records and replays bundles, textures, views, samplers and several targets', async () => {
    const bundle = Uint8Array.from([1, 0, 0xff, 1, 0, 0, 1, 0, 0, 1, 0, 0, 0, 0, ...u32(3), ...u32(1), ...u32(0), ...u32(0)]);
    expect(await errorsOf(program(
      (s) => scene(s).add(Op.CreateRenderBundle, 0, bundle)
        .add(Op.CreateTextureView, 0, 0, tlv(9, [5, 0, ...u32(1)]))
        .add(Op.CreateSampler, 0, tlv(2, [4, 7, 1], [5, 7, 1], [1, 7, 1], [8, 1, 0, 0, 0x80, 0x3f], [10, 6, 1, 0]))
        .add(Op.CreateTexture, 3, tlv(1, [1, 0, ...u32(8)], [2, 0, ...u32(8)], [7, 7, 0], [8, 7, 0x16])),
      (s) => begin(s).add(Op.ExecuteBundles, [0]).add(Op.EndPass)
        .add(Op.BeginRenderPassMulti, [0, 1, 0, 0, 0, 0, 1, 3, 1, 0, 0, 0, 0, 1], 0xffff).add(Op.EndPass)
        .add(Op.CopyTextureToTexture, 0, 3, 8, 8).add(Op.Submit)), 2)).toEqual([]);
  });

  it('says that it needs a canvas', async () => {
    expect(await errorsOf(clear(0, 0, 0))).toEqual(['fatal canvas: command 0x53: a canvas is needed']);
  });
});

describe('errors', () => {
  it('of shaders carry their place', async () => {
    const host = new TestHost();
    await host.start(program((s) => s.add(Op.CreateShader, 0, 'fn a() {}\nfn b() { let x: u32 = 1.5; }\n'), (s) => s.add(Op.Submit)));
    await host.stop();
    expect(host.errors.length).toBe(1);
    expect(host.errors[0]).toMatchObject({ code: 'shader', lineNum: 2, context: 'fn a() {}\nfn b() { let x: u32 = 1.5; }\n' });
  });

  it('of the GPU are told once, with the resource, and not again for what follows from them', async () => {
    const errors = await errorsOf(program(
      (s) => scene(s).add(Op.CreateBuffer, 9, 16, 0x3).add(Op.CreateBindGroup, 7, 0, bindGroup(0, [0, 0, 9])),
      (s) => s.add(Op.Submit)), 3);
    expect(errors.length).toBe(1);
    expect(errors[0]).toMatch(/^validation: buffer 9: /);
  });

  it('of commands are told once, over many frames', async () => {
    const frame = (f: (s: Stream) => Stream): Promise<string[]> => errorsOf(program(scene, (s) => f(s).add(Op.Submit)), 5);
    expect(await frame((s) => s.add(Op.Draw, 1, 1, 0, 0))).toEqual(['command: command 0x15: no pass is open']);
    expect(await frame((s) => s.add(Op.SetPipeline, 0))).toEqual(['command: command 0x12: no pass is open']);
    expect(await frame((s) => begin(s).add(Op.SetBindGroup, 0, 99).add(Op.EndPass))).toEqual(['command: command 0x13: there is no bindGroup 99']);
    expect(await frame((s) => s.add(Op.WriteBuffer, 99, 0, Uint8Array.of(1, 2, 3, 4)))).toEqual(['command: command 0x20: there is no buffer 99']);
    expect(await frame((s) => begin(s).add(Op.ExecuteBundles, [5]).add(Op.EndPass))).toEqual(['command: command 0x1a: there is no renderBundle 5']);
  });

  it('that end a load are fatal', async () => {
    const load = (f: (s: Stream) => Stream): Promise<string[]> => errorsOf(program((s) => f(scene(s)), (s) => s.add(Op.Submit)));
    expect(await load((s) => s.add(Op.CreateRenderPipeline, 5, '{'))).toEqual([expect.stringMatching(/^fatal command: command 0x5: /)]);
    expect(await load((s) => s.add(Op.CreateRenderPipeline, 5, '{}'))).toEqual([expect.stringMatching(/^fatal command: command 0x5: /)]);
    expect(await load((s) => s.add(Op.CreateBindGroup, 5, 0, bindGroup(0, [0, 3, 0])))).toEqual([expect.stringMatching(/^fatal command: command 0x7: /)]);
    expect(await load((s) => s.raw(0x60))).toEqual(['fatal command: command 0x60 is unknown']);
    expect(await load((s) => begin(s).add(Op.Dispatch, 1, 1, 1))).toEqual(['fatal command: command 0x18: not possible in this pass']);
    expect(await load((s) => s.add(Op.WriteBuffer, 0, 0, Uint8Array.of(1)))).toEqual([expect.stringMatching(/^fatal command: command 0x20: /)]);
    expect(await load((s) => s.add(Op.InitWasmModule, 0, Uint8Array.of(1)))).toEqual([expect.stringMatching(/^fatal command: command 0x30: /)]);
  });

  it('of executors name what they did', async () => {
    expect(await errorsOf(squares({}, { initStatus: 4 }))).toEqual(['fatal executor: the executor failed: status 4']);
    expect(await errorsOf(squares({}, { trap: true }))).toEqual([expect.stringMatching(/^fatal executor: the executor failed/)]);
    expect(await errorsOf(squares({}, { without: 'frame' }))).toEqual([expect.stringMatching(/^fatal executor: .*frame is not a function/)]);
    expect(await errorsOf(squares({}, { frameStatus: 3 }), 3)).toEqual(['frame: the executor failed: status 3']);
    expect(await errorsOf(squares({ limits: { maxBindGroups: 999 } }))).toEqual([expect.stringMatching(/^fatal device: /)]);
  });

  it('empty descriptors are reported and their slot stays empty', async () => {
    const none = new Uint8Array();
    expect(await errorsOf(program((s) => s.add(Op.CreateTexture, 0, none).add(Op.CreateShader, 1, none).add(Op.CreateComputePipeline, 2, none)
      .add(Op.CreateImage, 3, none).add(Op.InitWasmModule, 4, none), (s) => s.add(Op.Submit)))).toEqual([
      'command: texture 0: empty descriptor', 'command: shader 1: empty descriptor', 'command: pipeline 2: empty descriptor',
    ]);
  });

  it('the compute-only player refuses drawing commands by name', async () => {
    const host = new TestHost(computeFeatures);
    await expect(host.start(clear(1, 1, 1))).rejects.toThrow('command 0x53 is unknown');
    await host.stop();
  });
});

describe('readback', () => {
  it('is skipped while mapped and never stalls', async () => {
    const host = new TestHost();
    await host.start(squares());
    for (let i = 0; i < 20; i++) host.draw(i);
    await host.stop();
    expect(host.errors).toEqual([]);
    expect(host.readbacks).toBeGreaterThan(0);
  });

  it('of a wrong range is reported once and the next frames go on', async () => {
    const errors = await errorsOf(program(
      (s) => s.add(Op.CreateBuffer, 0, 32, 4).add(Op.CreateBuffer, 1, 32, 9),
      (s) => s.add(Op.CopyBufferToBuffer, 0, 0, 1, 4, 8).add(Op.Submit)), 3);
    expect(errors.length).toBe(1);
    expect(errors[0]).toMatch(/^readback: readback of buffer 1: /);
  });
});
