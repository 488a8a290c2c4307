// Decodes a whole command buffer before any of it runs, so that a damaged one changes nothing.
import { fail, failing } from '../errors.js';
import { COMPUTE_OPERANDS, OPERANDS, Op } from '../generated/commands.js';
import { DRAWS } from '../host/link.js';
import { reader } from './reader.js';

/** Opcode and operands. */
export type Command = [number, ...never[]];

/** Operands that differ in the streams of early executors; what these leave out has defaults in its command. */
const EARLY: Readonly<Record<number, string | undefined>> = { [Op.CreateBuffer]: 'hwb', [Op.BeginRenderPass8]: 'hbbh' };

const DAMAGED = 'damaged commands';
/** What the player that only computes does not know is mostly drawing, which the other one can do. */
const UNKNOWN = DRAWS ? ' is unknown' : ': this player only computes; pngine.js draws too';

/** How messages speak of a command. */
export const nameOf = (opcode: number): string => `command 0x${opcode.toString(16)}`;

function walk(memory: ArrayBuffer, address: number, known: (opcode: number) => boolean, early?: boolean): Command[] {
  const stream = reader(new Uint8Array(memory), address);
  const [size, count, flags] = stream.read_('whh');
  const commands = Array.from({ length: count }, () => {
    const [opcode] = stream.read_('b');
    if (!known(opcode)) fail('command', nameOf(opcode) + UNKNOWN);
    return [opcode, ...stream.read_((DRAWS && early && EARLY[opcode]) || (DRAWS ? OPERANDS : COMPUTE_OPERANDS)[opcode] || '')] as Command;
  });
  if (stream.at_ !== address + size || flags & 1) fail('stream', DAMAGED);
  return commands;
}

/**
 * Decodes the command buffer at `address`. `known` says which opcodes can be played; `early` allows the operands of
 * early executors where those of today do not fit. Throws a PngineError.
 */
export function decode(
  memory: ArrayBuffer, address: number, known: (opcode: number) => boolean, early?: boolean, widths = false,
): Command[] {
  try {
    return walk(memory, address, known, widths);
  } catch (error) {
    return DRAWS && early ? decode(memory, address, known, false, true) : failing('stream', `${DAMAGED}: `)(error);
  }
}
