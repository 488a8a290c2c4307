// Builds dist/pngine.js and dist/pngine-compute.js.
//
// Each holds two bundles. The host (device, executor, commands) is built first, and then put into the page's bundle
// twice, letter for letter: as code for instances on the main thread, as text for workers. Compression folds the two
// copies into one. Properties and fields whose names end in _ are private to pngine and shortened, in both bundles alike.
import { build } from 'esbuild';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const web = join(dirname(fileURLToPath(import.meta.url)), '..');
const dist = join(web, 'dist');
const players = { pngine: { page: 'index', host: 'full' }, 'pngine-compute': { page: 'compute', host: 'compute' } };

const options = {
  absWorkingDir: web,
  bundle: true,
  minify: true,
  write: false,
  format: 'esm',
  target: 'es2022',
  charset: 'utf8',
  legalComments: 'none',
  mangleProps: /[^_]_$/,
};

/** The host as an expression: a function that takes `post` and returns `receive`. */
async function buildHost(name, mangleCache) {
  const result = await build({
    ...options,
    mangleCache,
    stdin: { contents: `export { start } from './src/host/${name}.ts'`, resolveDir: web },
  });
  const text = result.outputFiles[0].text.trim();
  const code = text.replace(/export\{(\w+) as start\};?$/, 'return $1');
  if (code === text) throw new Error('the host bundle does not end in its export');
  return { code: `(()=>{${code}})()`, mangleCache: result.mangleCache };
}

/** Stands in for src/host/link.ts: names that are replaced by the host afterwards. */
const link = {
  name: 'link',
  setup: (b) => {
    b.onLoad({ filter: /host[/\\]link\.ts$/ }, () => ({
      contents: 'export const startHost = HOST_CODE, hostSource = HOST_TEXT;',
    }));
  },
};

async function buildPlayer(name, { page, host }) {
  const { code, mangleCache } = await buildHost(host, {});
  const result = await build({ ...options, mangleCache, entryPoints: [`src/${page}.ts`], plugins: [link] });
  const literal = `'${code.replaceAll('\\', '\\\\').replaceAll("'", "\\'").replaceAll('\n', '\\n')}'`;
  let text = result.outputFiles[0].text;
  for (const [placeholder, value] of [['HOST_CODE', code], ['HOST_TEXT', literal]]) {
    if (text.split(placeholder).length !== 2) throw new Error(`${placeholder} must occur once in ${page}`);
    text = text.replace(placeholder, () => value);
  }
  writeFileSync(join(dist, `${name}.js`), text);
}

rmSync(dist, { recursive: true, force: true });
mkdirSync(dist, { recursive: true });
for (const [name, player] of Object.entries(players)) await buildPlayer(name, player);
