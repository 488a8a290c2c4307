// The PNG of a sample with its poster: drawn natively on the software GPU, at the moment and the size that meta.json gives.
import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './build-site-load.mjs';

/** The compiler: $PNGINE_BIN, or that of the release build. */
export function compiler() {
  const binary = process.env.PNGINE_BIN ?? join(root, 'build', 'release', 'bin', 'pngine');
  if (!existsSync(binary)) throw new Error(`there is no compiler at ${binary}: run ./dev build, or set PNGINE_BIN`);
  return binary;
}

/** Runs the compiler; its standard output. What it says on standard error becomes the error's message. */
export function pngine(...args) {
  try {
    return execFileSync(compiler(), args, { stdio: ['ignore', 'pipe', 'pipe'], encoding: 'utf8' });
  } catch (error) {
    throw new Error(`pngine ${args.join(' ')}: ${error.stderr?.trim() || error.message}`);
  }
}

/** Writes the PNG; a program that draws nothing gets an empty picture. */
export function drawPoster(source, { poster: { time = 0, frames = 1, size = '640x400' } = {} }, out) {
  pngine('render', source, '--frame', '--adapter', 'software', '--timeout', '300',
    '-s', size, '-t', `${time}`, '--frames', `${frames}`, '-o', out);
}
