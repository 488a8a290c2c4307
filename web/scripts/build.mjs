// Builds dist/pngine.js and dist/pngine-compute.js.
//
// A bundle is one function that refers to nothing outside itself and returns the start function of the host, then the
// exports. The page calls it; a worker is started from its text, so that nothing is in the file twice. Properties and
// fields whose names end in _ are private to pngine and shortened.
import { build } from 'esbuild';
import { minify } from 'terser';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const web = join(dirname(fileURLToPath(import.meta.url)), '..');
const dist = join(web, 'dist');
const players = {
  pngine: { page: 'index', host: 'full', draws: true },
  'pngine-compute': { page: 'compute', host: 'compute', draws: false },
};

/** The module as a function of that name, which returns an array. */
function asFunction(name, code) {
  const [list] = /export\s*\{[^}]*\};?\s*$/.exec(code) ?? [];
  if (!list) throw new Error('the bundle does not end in its exports');
  const names = list.replace(/^export\s*\{|\};?\s*$/g, '').split(',').map((entry) => entry.trim().split(' as '));
  const exported = names.map(([local, outside]) => ({ local, outside: outside ?? local }));
  exported.sort((a, b) => Number(b.outside === 'start') - Number(a.outside === 'start'));
  return `const ${name} = () => { ${code.slice(0, -list.length)}; return [${exported.map((e) => e.local)}]; };
export const [${exported.slice(1).map((e) => `, ${e.outside}`).join('')}] = ${name}();`;
}

async function buildPlayer(name, { page, host, draws }) {
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
    define: { PNGINE_BUNDLE: 'BUNDLE', PNGINE_DRAWS: String(draws) },
    stdin: { contents: `export * from './src/${page}.ts'; export { start } from './src/host/${host}.ts';`, resolveDir: web },
  });
  const { code } = await minify(asFunction('BUNDLE', result.outputFiles[0].text), {
    module: true,
    ecma: 2022,
    compress: { passes: 3, unsafe_arrows: true, keep_fargs: false },
  });
  writeFileSync(join(dist, `${name}.js`), code);
}

rmSync(dist, { recursive: true, force: true });
mkdirSync(dist, { recursive: true });
for (const [name, player] of Object.entries(players)) await buildPlayer(name, player);
