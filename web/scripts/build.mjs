// Builds dist/pngine.js and dist/pngine-compute.js.
//
// Each holds two bundles. The host (device, executor, commands) is built first and put into the page's bundle as one
// function that refers to nothing outside itself: instances on the main thread call it, workers are started from its
// text. Properties and fields whose names end in _ are private to pngine and shortened, in both bundles alike.
import { build } from 'esbuild';
import { minify } from 'terser';
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

/** esbuild bundles and shortens the private names; terser makes the rest smaller. */
async function shrink(code) {
  const result = await minify(code, {
    module: true,
    ecma: 2022,
    compress: { passes: 3, unsafe_arrows: true, keep_fargs: false },
  });
  return result.code;
}

/** The host as a function that returns its start function. */
async function buildHost(name, mangleCache) {
  const result = await build({
    ...options,
    mangleCache,
    stdin: { contents: `export { start } from './src/host/${name}.ts'`, resolveDir: web },
  });
  const text = await shrink(result.outputFiles[0].text);
  const code = text.replace(/export\{(\w+) as start\};?$/, 'return $1');
  if (code === text) throw new Error('the host bundle does not end in its export');
  return { code: `()=>{${code}}`, mangleCache: result.mangleCache };
}

/** Stands in for src/host/link.ts: a name that is replaced by the host afterwards. */
const link = {
  name: 'link',
  setup: (b) => {
    b.onLoad({ filter: /host[/\\]link\.ts$/ }, () => ({
      contents: 'export const makeHost = HOST_CODE, hostSource = () => String(makeHost);',
    }));
  },
};

async function buildPlayer(name, { page, host }) {
  const { code, mangleCache } = await buildHost(host, {});
  const result = await build({ ...options, mangleCache, entryPoints: [`src/${page}.ts`], plugins: [link] });
  const text = await shrink(result.outputFiles[0].text);
  if (text.split('HOST_CODE').length !== 2) throw new Error(`the host must be used once in ${page}`);
  const whole = text.replace('HOST_CODE', () => code);
  writeFileSync(join(dist, `${name}.js`), whole);
}

rmSync(dist, { recursive: true, force: true });
mkdirSync(dist, { recursive: true });
for (const [name, player] of Object.entries(players)) await buildPlayer(name, player);
