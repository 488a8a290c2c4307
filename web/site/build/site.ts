// Builds the whole site into a folder: static files that any web server can serve from any path.
import { build } from 'esbuild';
import { copyFileSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { docPage, docsIndex, readDocs, sampleLink } from './docs.js';
import { indexPage } from './index_page.js';
import { render } from './markdown.js';
import { samplePage } from './sample_page.js';
import { type Meta, readSamples } from './samples.js';
import { readGrammar } from './tables.js';

export interface SiteOptions {
  /** Root of the repository. */
  root: string;
  /** Folder that is made anew. */
  out: string;
  /** The PNG of a source, poster and program. */
  compile: (source: string, meta: Meta) => Uint8Array;
}

const PLAYERS = ['pngine.js', 'pngine-extras.js', 'pngine-compute.js', 'pngine-compute-extras.js'];

async function assets(root: string, out: string): Promise<void> {
  const web = join(root, 'web');
  const result = await build({
    absWorkingDir: web, entryPoints: ['site/client/page.ts', 'site/style.css'], bundle: true, minify: true, write: false, format: 'esm',
    target: 'es2022', charset: 'utf8', legalComments: 'none', outdir: out,
  });
  for (const { path, contents } of result.outputFiles) writeFileSync(join(out, 'assets', path.endsWith('.css') ? 'style.css' : 'page.js'), contents);
  for (const file of ['noscript.css', 'icon.svg']) copyFileSync(join(web, 'site', file), join(out, 'assets', file));
  for (const player of PLAYERS) {
    const from = join(web, 'dist', player);
    if (!existsSync(from)) throw new Error(`web/dist/${player} is missing: build the player first (npm run build)`);
    copyFileSync(from, join(out, 'assets', player));
  }
}

export async function buildSite({ root, out, compile }: SiteOptions): Promise<void> {
  const grammar = readGrammar(root);
  const samples = readSamples(root);
  const docs = readDocs(root);
  const write = (path: string, contents: string | Uint8Array): void => {
    mkdirSync(dirname(join(out, path)), { recursive: true });
    writeFileSync(join(out, path), contents);
  };
  rmSync(out, { recursive: true, force: true });
  mkdirSync(join(out, 'assets'), { recursive: true });
  await assets(root, out);
  for (const sample of samples) {
    const png = compile(join(root, sample.path), sample.meta);
    const page = samplePage({ sample, others: samples, grammar, size: png.length, link: (href) => sampleLink(docs, href) });
    write(`samples/${sample.name}/${sample.name}.png`, png);
    write(`samples/${sample.name}/${sample.name}.sjon`, sample.source);
    write(`samples/${sample.name}/index.html`, page);
  }
  const intro = readFileSync(join(root, 'web', 'site', 'content', 'index.md'), 'utf8');
  write('index.html', indexPage(samples, render(intro, { grammar, link: (href) => sampleLink(docs, href)?.replace('../../', '') })));
  for (const doc of docs) write(`docs/${doc.page}`, docPage(root, out, grammar, docs, doc));
  write('docs/index.html', docsIndex(docs));
}
