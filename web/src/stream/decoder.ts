// Decodes a whole command buffer before any of it runs, so that a damaged one changes nothing.
//
// A decoded command is [opcode, index of the next command, operands...] in one flat array of numbers that is used again
// for every frame. Blobs are two numbers (address, length), already known to lie inside the memory. Lists are their
// count and then the elements: bundle ids, or targets of seven numbers (texture, load, store, r, g, b, a). Counted bytes
// are their count and the address of the first.
import { PngineError, fail } from '../errors.js';
import { OPERANDS, Op } from '../generated/commands.js';

export type Operands = number[];

/** Widths that differ in the streams of early executors. */
const EARLY: Readonly<Record<number, string | undefined>> = { [Op.CreateBuffer]: 'hwb', [Op.BeginRenderPass8]: 'hbbh' };
/** What an early begin leaves out: an opaque black clear color, and no resolve target. */
const EARLY_REST = [0, 0, 0, 1, 0xffff];

/** Longest lists by letter, and the operands of one element. */
const LISTS: Readonly<Record<string, [number, string]>> = { B: [16, 'h'], T: [8, 'hbbffff'], t: [8, 'hbbcccc'] };

function walk(
  memory: ArrayBuffer, address: number, known: (opcode: number) => boolean, early: boolean, code: Operands,
): number {
  const view = new DataView(memory);
  const limit = address + view.getUint32(address, true);
  let at = address + 8;
  let end = 0;
  const u8 = (): number => view.getUint8(at++);
  const u32 = (): number => view.getUint32((at += 4) - 4, true);
  const readers: Record<string, (() => number) | undefined> = {
    b: u8,
    c: () => u8() / 255,
    h: () => view.getUint16((at += 2) - 2, true),
    w: u32,
    i: () => u32() | 0,
    f: () => view.getFloat32((at += 4) - 4, true),
  };
  for (let count = view.getUint16(address + 4, true); count > 0; count--) {
    const opcode = u8();
    const refuse = (why: string): never => fail('command', `command 0x${opcode.toString(16)} ${why}`);
    const operands = (early && EARLY[opcode]) || OPERANDS[opcode];
    if (operands === undefined || !known(opcode)) return refuse(operands === undefined ? 'is unknown' : 'is not part of this player');
    const start = end;
    code[end++] = opcode;
    end++;
    for (let i = 0; i < operands.length; i++) {
      const letter = operands[i];
      const read = readers[letter];
      if (read) {
        code[end++] = read();
      } else if (letter === 'd') {
        const from = u32();
        const length = u32();
        if (length && from + length > memory.byteLength) refuse('points outside the memory');
        code[end++] = length && from;
        code[end++] = length;
      } else {
        let length = (code[end++] = u8());
        const [most, element] = LISTS[letter] ?? [length, ''];
        if (length > most) refuse(`has ${length} elements`);
        if (!element) {
          code[end++] = at;
          at += length;
        } else {
          while (length--) for (const field of element) code[end++] = readers[field]?.() ?? 0;
        }
      }
    }
    if (early && opcode === Op.BeginRenderPass8) for (const value of EARLY_REST) code[end++] = value;
    code[start + 1] = end;
  }
  if (at !== limit || view.getUint16(address + 6, true) & 1) fail('stream', 'the command buffer is not as long as it says');
  return end;
}

/**
 * Decodes the command buffer at `address` into `code` and returns where the commands end in it. `known` says which
 * opcodes can be played; `early` allows the widths of early executors where those of today do not fit.
 * Throws a PngineError.
 */
export function decode(
  memory: ArrayBuffer, address: number, known: (opcode: number) => boolean, early: boolean, code: Operands,
): number {
  const attempt = (widths: boolean): number => {
    try {
      return walk(memory, address, known, widths, code);
    } catch (error) {
      throw error instanceof PngineError ? error : new PngineError('stream', 'the command buffer leaves the memory');
    }
  };
  try {
    return attempt(false);
  } catch (error) {
    if (early) return attempt(true);
    throw error;
  }
}
