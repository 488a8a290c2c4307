// Values from a device: the host plays hand-encoded programs on SwiftShader.
import { beforeAll, describe, expect, it } from 'vitest';
import { computeFeatures } from '../../src/host/compute.js';
import { install } from '../support/device.js';
import { TestHost } from '../support/host.js';
import { squares } from '../support/programs.js';

const lanes = (bytes: ArrayBuffer): number[] => Array.from(new BigUint64Array(bytes), Number);

beforeAll(() => install('swiftshader'));

describe('a program that computes', () => {
  it('gives its numbers at load, with the name of the buffer', async () => {
    const host = new TestHost();
    await host.start(squares());
    const answer = await host.readback();
    expect(lanes(answer.bytes.buffer)).toEqual([9, 25, 49, 121]);
    expect(answer.name).toBe('answers');
    expect(answer.buffer).toBe(1);
    expect(host.errors).toEqual([]);
    await host.stop();
  });

  it('runs in the compute-only player', async () => {
    const host = new TestHost(computeFeatures);
    await host.start(squares());
    expect(lanes((await host.readback()).bytes.buffer)).toEqual([9, 25, 49, 121]);
    await host.stop();
  });

  it('takes uniforms with and without a draw', async () => {
    const host = new TestHost();
    await host.start(squares());
    await host.readback();
    host.tell('uniforms', { scale: [10, 0, 0, 0] });
    host.draw();
    expect(lanes((await host.readback(2)).bytes.buffer)).toEqual([90, 250, 490, 1210]);
    host.tell('draw', { time_: 0, pointer_: new Float32Array(12), uniforms_: { scale: Uint32Array.of(2), nothing: 1 } });
    expect(lanes((await host.readback(3)).bytes.buffer)).toEqual([18, 50, 98, 242]);
    expect(host.errors).toEqual([]);
    await host.stop();
  });

  it('plays an executor of the first generation', async () => {
    const { Op } = await import('../../src/generated/commands.js');
    const { program } = await import('../support/programs.js');
    const host = new TestHost();
    await host.start(program(
      (s) => s.raw(Op.CreateBuffer, 0, 0, 16, 0, 0, 0, 0x48),
      (s) => s.add(Op.WriteTimeInputs, 0, 0, 16).add(Op.Submit),
      {}, { early: true },
    ));
    expect(host.errors).toEqual([]);
    await host.stop();
  });

  it('answers statistics and starts again', async () => {
    const host = new TestHost();
    await host.start(squares());
    await host.readback();
    await host.ask('restart', undefined);
    expect(lanes((await host.readback(2)).bytes.buffer)).toEqual([9, 25, 49, 121]);
    const stats = await host.ask('query', 'stats');
    expect(stats).toMatchObject({ type: 'stats', moduleLoaded: true, deviceLost: false, wasmBytes: 32 * 65536 });
    expect(stats).toMatchObject({ gpu: { live: { buffer: 3, pipeline: 1, shader: 1, bindGroup: 1 }, executed: 2 } });
    await host.stop();
  });
});
