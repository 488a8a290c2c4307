// Loads a TypeScript module of the site's builder: bundled into the cache of node_modules, where packages are found.
import { build } from 'esbuild';
import { rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

const web = join(dirname(fileURLToPath(import.meta.url)), '..');
export const root = join(web, '..');

export async function load(entry) {
  const outfile = join(web, 'node_modules', '.cache', 'site', `${process.pid}.mjs`);
  await build({
    absWorkingDir: web, entryPoints: [entry], outfile, bundle: true, platform: 'node', format: 'esm', packages: 'external',
    logLevel: 'error',
  });
  try {
    return await import(pathToFileURL(outfile).href);
  } finally {
    rmSync(outfile, { force: true });
  }
}
