// Builds dist/pngine.js and dist/pngine-compute.js, each with a file -extras.js that it loads for what few programs need.
//
// A bundle is one function that refers to nothing outside itself and returns the start function of the host, then the
// exports. The page calls it; a worker is started from its text, so that nothing is in the file twice. Properties and
// fields whose names end in _ are private to pngine and shortened.
import { build } from 'esbuild';
import { minify } from 'terser';
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const web = join(dirname(fileURLToPath(import.meta.url)), '..');
const dist = join(web, 'dist');
const players = {
  pngine: { page: 'index', host: 'full', extras: 'extras', draws: true },
  'pngine-compute': { page: 'compute', host: 'compute', extras: 'compute_extras', draws: false },
};

/** Names that stand for what only the finished text knows. */
const define = { PNGINE_BUILT: 'true', PNGINE_BUNDLE: 'BUNDLE', PNGINE_EXTRAS: 'EXTRAS' };

/** The exports at the end of a bundle, and the code in front of them. */
function takeExports(code) {
  const [list] = /export\s*\{[^}]*\};?\s*$/.exec(code) ?? [];
  if (!list) throw new Error('the bundle does not end in its exports');
  const names = list.replace(/^export\s*\{|\};?\s*$/g, '').split(',').map((entry) => entry.trim().split(' as '));
  return { body: code.slice(0, -list.length), names: names.map(([local, outside]) => ({ local, outside: outside ?? local })) };
}

async function bundle(contents, draws, mangleCache, plugins) {
  const result = await build({
    absWorkingDir: web,
    bundle: true,
    write: false,
    format: 'esm',
    target: 'es2022',
    charset: 'utf8',
    legalComments: 'none',
    minifySyntax: true,
    mangleProps: /[^_]_$/,
    mangleCache,
    define: { ...define, PNGINE_DRAWS: String(draws) },
    plugins,
    stdin: { contents, resolveDir: web },
  });
  return { ...takeExports(result.outputFiles[0].text), mangleCache: result.mangleCache };
}

async function write(name, text) {
  // `unsafe` takes it that nothing put into a text has a conversion of its own.
  const compress = { passes: 3, unsafe: true, unsafe_arrows: true, inline: 1, keep_fargs: false, pure_getters: true };
  const options = { module: true, ecma: 2022, compress };
  writeFileSync(join(dist, `${name}.js`), (await minify(text, options)).code);
}

async function buildPlayer(name, { page, host, extras, draws }) {
  const entry = `export * from './src/${page}.ts'; export { start } from './src/host/${host}.ts';`;
  const { body, names, mangleCache } = await bundle(entry, draws, {}, [dropExtras]);
  names.sort((a, b) => Number(b.outside === 'start') - Number(a.outside === 'start'));
  await write(name, `const BUNDLE = (EXTRAS) => { ${body}; return [${names.map((e) => e.local)}]; };
export const [${names.slice(1).map((e) => `, ${e.outside}`).join('')}] = BUNDLE(() => new URL('./${name}-extras.js', import.meta.url).href);`);
  const more = await bundle(`export { extras } from './src/${extras}.ts';`, draws, mangleCache, [takeShared]);
  await write(`${name}-extras`, `export default (SHARED) => { ${more.body}; return ${more.names[0].local}; };`);
}

/** The player reaches the extras by their address alone. */
const dropExtras = {
  name: 'drop-extras',
  setup: (b) => b.onResolve({ filter: /extras\.js$/ }, ({ path, kind }) => (kind === 'dynamic-import' ? { path, external: true } : undefined)),
};

/** What src/shared.ts lists comes from the player, in that order, instead of from its module. */
const takeShared = {
  name: 'take-shared',
  setup(b) {
    const text = readFileSync(join(web, 'src', 'shared.ts'), 'utf8');
    const order = text.slice(text.indexOf('SHARED =')).match(/\w+/g).slice(1).filter((name) => name !== 'DRAWS');
    for (const [, names, path] of text.matchAll(/import \{ (.*) \} from '\.\/(.*)\.js'/g)) {
      if (names === 'DRAWS') continue;
      b.onLoad({ filter: new RegExp(`src/${path}\\.ts$`) }, () => ({
        contents: names.split(', ').map((name) => `export const ${name} = SHARED[${order.indexOf(name)}];`).join('\n'),
      }));
    }
  },
};

rmSync(dist, { recursive: true, force: true });
mkdirSync(dist, { recursive: true });
for (const [name, player] of Object.entries(players)) await buildPlayer(name, player);
