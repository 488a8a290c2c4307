import { describe, expect, it } from 'vitest';
import { Op, OPERANDS } from '../../src/generated/commands.js';
import { decode as decodeCommands } from '../../src/stream/decoder.js';
import { Constants, Stream } from '../support/stream.js';

const all = (): boolean => true;
function decode(bytes: Uint8Array, early = false): unknown[] {
  const memory = new ArrayBuffer(bytes.length);
  new Uint8Array(memory).set(bytes);
  return decodeCommands(memory, 0, all, early);
}
const stream = (): Stream => new Stream(new Constants());

describe('decoder', () => {
  it('reads operands of every kind', () => {
    expect(decode(stream().add(Op.CreateBuffer, 1, 70000, 0x208).add(Op.End).bytes)).toEqual([[1, 1, 70000, 0x208], [0xff]]);
    expect(decode(stream().add(Op.DrawIndexed, 1, 2, 3, -4, 5).bytes)).toEqual([[0x16, 1, 2, 3, -4, 5]]);
    expect(decode(stream().add(Op.ExecuteBundles, [3, 500]).bytes)).toEqual([[0x1a, [[3], [500]]]]);
    expect(decode(stream().add(Op.BeginRenderPassMulti, [7, 1, 0, 0.5, 0, 0, 1], 9).bytes))
      .toEqual([[0x54, [[7, 1, 0, 0.5, 0, 0, 1]], 9]]);
    expect(decode(stream().add(Op.BeginRenderPassMulti8, [7, 1, 0, 255, 0, 51, 255], 9).bytes))
      .toEqual([[0x1b, [[7, 1, 0, 1, 0, 0.2, 1]], 9]]);
    expect(decode(stream().add(Op.CallWasm, 1, 2, new Uint8Array(), [5, 6]).bytes))
      .toEqual([[0x31, 1, 2, new Uint8Array(), Uint8Array.of(5, 6)]]);
  });

  it('refuses damaged buffers as a whole', () => {
    const good = stream().add(Op.Draw, 3, 1, 0, 0).add(Op.Submit).bytes;
    for (let n = 0; n < good.length; n++) expect(() => decode(good.slice(0, n))).toThrow();
    const change = (at: number, value: number): Uint8Array => Uint8Array.from(good).fill(value, at, at + 1);
    expect(() => decode(change(4, 1))).toThrow();
    expect(() => decode(change(4, 3))).toThrow();
    expect(() => decode(change(6, 1))).toThrow();
    expect(() => decode(change(3, 128))).toThrow();
    expect(() => decode(change(3, 255))).toThrow();
    expect(() => decodeCommands(good.slice().buffer, 0, (opcode) => opcode !== Op.Draw, false)).toThrow('command 0x15 is unknown');
    expect(() => decode(stream().raw(Op.ExecuteBundles, 17, ...new Array(30).fill(0)).bytes)).toThrow(/damaged commands/);
  });

  it('refuses blobs outside the memory, but not empty ones', () => {
    const blob = (at: number, length: number): Uint8Array =>
      stream().raw(Op.CreateShader, 0, 0, at & 255, at >> 8, 0, 0, length, 0, 0, 0).bytes;
    expect(() => decode(blob(0, 200))).toThrow(/damaged commands/);
    expect(decode(blob(60000, 0))).toEqual([[4, 0, new Uint8Array()]]);
  });

  it('reads early widths only when told to, and only when those of today do not fit', () => {
    const early = stream().raw(Op.CreateBuffer, 0, 0, 16, 0, 0, 0, 0x48).raw(Op.BeginRenderPass8, 0xfe, 0xff, 1, 0, 0xff, 0xff).bytes;
    expect(() => decode(early)).toThrow();
    expect(decode(early, true)).toEqual([[1, 0, 16, 0x48], [0x10, 0xfffe, 1, 0, 0xffff]]);
    const today = stream().add(Op.CreateBuffer, 0, 16, 0x48).bytes;
    expect(decode(today, true)).toEqual(decode(today));
  });

  it('never throws anything but its own errors on random bytes', () => {
    let seed = 1;
    const random = (n: number): number => (seed = (seed * 48271) % 2147483647) % n;
    const opcodes = Object.keys(OPERANDS).map(Number);
    for (let round = 0; round < 3000; round++) {
      const bytes = Uint8Array.from({ length: 12 + random(40) }, () => random(256));
      bytes.set([bytes.length, 0, 0, 0, 1 + random(3), 0, 0, 0, opcodes[random(opcodes.length)] ?? 0]);
      try {
        decode(bytes, random(2) === 1);
      } catch (error) {
        expect((error as { code?: string }).code).toMatch(/^(stream|command)$/);
      }
    }
  });
});
