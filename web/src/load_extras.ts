// Loads the extras: a module like any other when unbundled, a file beside the player's in a build, which is told its
// address and gives the file what it shares with the player.
import { failing } from './errors.js';
import type { extras } from './extras.js';
import { SHARED } from './shared.js';

declare const PNGINE_BUILT: boolean;
declare const PNGINE_EXTRAS: () => string;

export const loadExtras = (): Promise<typeof extras> =>
  (typeof PNGINE_BUILT === 'undefined'
    ? import('./extras.js').then((module) => module.extras)
    : import(PNGINE_EXTRAS()).then((module) => module.default(SHARED))
  ).catch(failing('http', 'extras: '));
