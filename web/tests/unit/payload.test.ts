import { describe, expect, it } from 'vitest';
import { parsePayload } from '../../src/payload/payload.js';
import { uniformBytes } from '../../src/payload/uniform_value.js';
import { payload } from '../support/payload.js';

const parts = {
  executor: Uint8Array.of(1, 2, 3),
  uniforms: [
    { buffer: 4, fields: [{ path: 'light.color', offset: 16, size: 12, type: 4 }, { path: 'time', offset: 0, size: 4, type: 0 }] },
    { buffer: 5, fields: [{ path: 'time', offset: 8, size: 12, type: 0, elements: 3 }] },
  ],
  limits: { maxBufferSize: 4096, maxBindGroups: 3 },
  names: [[0, 7, 'result'], [4, 1, 'shade']] as [number, number, string][],
  premultiplied: true,
};

/** The hand-made payload of the boundary's appendix: no executor, one string, one blob. */
const APPENDIX = '504e474200000000030000000000000000000000540000005c00000068000000690000006b000000' +
  '3300000010c000fffe0100c000ffff0000803e0000003f0000403f0000803fc000ffff193430000032002431' +
  '0100000002' + '00676f0100000000000200000' + '07b7d00000000';

describe('payload', () => {
  it('gives header, limits, names and uniforms', () => {
    const p = parsePayload(payload(parts));
    expect(p.alphaMode_).toBe('premultiplied');
    expect(p.executor_).toEqual(Uint8Array.of(1, 2, 3));
    expect(p.limits_).toEqual({ maxBufferSize: 4096, maxBindGroups: 3 });
    expect(p.names_).toEqual({ 'buffer 7': 'result', 'shader 1': 'shade' });
    const table = p.uniforms_;
    expect(table['light.color']).toEqual({ type: 4, size: 12, bufferId: 4, offset: 16, elemCount: 0 });
    expect(table['time']).toEqual({ type: 0, size: 12, bufferId: 5, offset: 8, elemCount: 3 });
  });

  it('finds the names without a limits table', () => {
    const p = parsePayload(payload({ names: [[9, 2, 'queries']] }));
    expect(p.names_).toEqual({ 'querySet 2': 'queries' });
    expect(p.limits_).toEqual({});
  });

  it('reads the smallest payload', () => {
    const p = parsePayload(new Uint8Array(Buffer.from(APPENDIX, 'hex')));
    expect(p.alphaMode_).toBe('opaque');
    expect(p.executor_.length).toBe(0);
    expect(p.head_.length).toBe(0x5c);
    expect(p.headAndData_.length).toBe(0x68);
  });

  it('never reads outside a damaged one', () => {
    const file = payload(parts);
    const read = (bytes: Uint8Array<ArrayBuffer>): string => {
      try {
        const p = parsePayload(bytes);
        void [p.executor_, p.limits_, p.names_, p.uniforms_];
        return 'fine';
      } catch (error) {
        return (error as { code?: string }).code ?? String(error);
      }
    };
    for (let n = 0; n < file.length; n++) expect(read(file.slice(0, n))).toMatch(/^(payload|fine)$/);
    for (let n = 0; n < file.length; n++) {
      for (const value of [0, 1, 127, 255]) {
        const changed = Uint8Array.from(file);
        changed[n] = value;
        expect(read(changed)).toMatch(/^(payload|fine)$/);
      }
    }
  });
});

describe('uniform values', () => {
  const bytes = (type: number, size: number, value: Parameters<typeof uniformBytes>[1], elemCount = 0): number[] => {
    const out = uniformBytes({ type, size, elemCount, bufferId: 0, offset: 0 }, value);
    const Type = type === 1 ? Int32Array : type === 13 || type === 2 ? Uint32Array : Float32Array;
    return [...new Type(out.slice().buffer)];
  };
  it('are converted by type', () => {
    expect(bytes(0, 4, 1.5)).toEqual([1.5]);
    expect(bytes(1, 4, -3.7)).toEqual([-3]);
    expect(bytes(2, 4, -1)).toEqual([4294967295]);
    expect(bytes(5, 16, [1, 2, 3, 4])).toEqual([1, 2, 3, 4]);
    expect(bytes(5, 16, Float64Array.of(1, 2, 3, 4))).toEqual([1, 2, 3, 4]);
    expect(bytes(4, 12, [1, 2])).toEqual([1, 2]);
    expect(bytes(3, 8, [1, 2, 3])).toEqual([1, 2]);
    expect(bytes(255, 8, [1, 2])).toEqual([1, 2]);
  });
  it('that are no lists are one number each, NaN or 0 if they are none', () => {
    const any = (value: unknown): never => value as never;
    for (const value of [undefined, 'red', '12px', {}, new Set([1]), new Map()]) {
      expect(bytes(0, 4, any(value))).toEqual([NaN]);
      expect(bytes(1, 4, any(value))).toEqual([0]);
    }
    expect(bytes(0, 4, any(null))).toEqual([0]);
    expect(bytes(2, 4, any(true))).toEqual([1]);
    expect(bytes(0, 4, any(7n))).toEqual([7]);
    expect(bytes(1, 8, any(BigInt64Array.of(7n, -8n)))).toEqual([7, -8]);
    expect(bytes(5, 16, any(null))).toEqual([0]);
    expect(bytes(5, 16, any([1, null, undefined, 'x']))).toEqual([1, 0, NaN, NaN]);
    expect(bytes(0, 8, any(null), 2)).toEqual([0, 0]);
    expect(bytes(3, 16, any([null, [1, 2]]), 2)).toEqual([0, 0, 1, 2]);
    expect(bytes(3, 16, any([[1, 2], 5]), 2)).toEqual([1, 2, 0, 0]);
    expect(bytes(6, 48, any(null))).toEqual(new Array(12).fill(0));
  });
  it('of matrices are padded', () => {
    expect(bytes(6, 48, [1, 2, 3, 4, 5, 6, 7, 8, 9])).toEqual([1, 4, 7, 0, 2, 5, 8, 0, 3, 6, 9, 0]);
    expect(bytes(6, 48, [1, 2])).toEqual(new Array(12).fill(0));
    expect(bytes(7, 64, [1, 2])).toEqual([1, 2, ...new Array(14).fill(0)]);
  });
  it('of arrays keep their stride, flat or nested', () => {
    expect(bytes(4, 32, [1, 2, 3, 4, 5, 6], 2)).toEqual([1, 2, 3, 0, 4, 5, 6, 0]);
    expect(bytes(4, 32, [[1, 2, 3], [4, 5, 6]], 2)).toEqual([1, 2, 3, 0, 4, 5, 6, 0]);
    expect(bytes(0, 12, [7], 3)).toEqual([7, 0, 0]);
    expect(uniformBytes({ type: 0, size: 2, elemCount: 3, bufferId: 0, offset: 0 }, [7, 8]).length).toBe(2);
  });
});
