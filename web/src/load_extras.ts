// Loads the extras: a module like any other when unbundled, a file beside the player's in a build, which is told its
// address and gives the file what it shares with the player.
import { failing } from './errors.js';
import type { extras } from './extras.js';
import type { Commands, Dispatcher } from './gpu/dispatcher.js';
import { Op } from './generated/commands.js';
import { SHARED } from './shared.js';

declare const PNGINE_BUILT: boolean;
declare const PNGINE_EXTRAS: string;

export const loadExtras = (): Promise<typeof extras> =>
  (typeof PNGINE_BUILT === 'undefined'
    ? import('./extras.js').then((module) => module.extras)
    : import(PNGINE_EXTRAS).then((module) => module.default(SHARED))
  ).catch(failing('http', 'extras: '));

type AnyCommand = (d: Dispatcher, ...operands: never[]) => void | Promise<void>;

/** Stands in for commands of the extras. The first that a program needs is one of creation, at load, which may wait. */
const later = (opcode: number): AnyCommand => async (d, ...operands) => {
  const commands = Object.assign(d.commands_, (await loadExtras()).commands_) as Record<number, AnyCommand>;
  return commands[opcode](d, ...operands);
};

const LATER = [
  Op.CreateQuerySet, Op.CreateImage, Op.CreateRenderBundle, Op.WriteBufferFromWasm, Op.CopyImageToTexture, Op.ResolveQuerySet,
  Op.InitWasmModule, Op.CallWasm, Op.TimestampWrites, Op.OcclusionQuerySet,
];
export const laterCommands: Commands = Object.fromEntries(LATER.map((opcode) => [opcode, later(opcode)]));
