// Writes sizes into README.md: those of the interpreter, a triangle and the browser players into their rows, and between two
// marks the PNGs of all samples with interpreter and without a poster, shaders as written and minified. `./dev gen` runs it
// when program and players are built; the file is touched only when a number differs.
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';

const root = resolve(dirname(fileURLToPath(import.meta.url)), '../..');
const pngine = resolve(process.env.PNGINE_BIN ?? join(root, 'build/release/bin/pngine'));
const readme = join(root, 'README.md');
const [BEGIN, END] = ['<!-- sizes of samples -->', '<!-- end of sizes -->'];
const COLUMNS = 3;

const digits = (n) => n.toLocaleString('en');

function bytes(source, scratch, ...options) {
  const png = join(scratch, 'out.png');
  execFileSync(pngine, ['render', source, ...options, '-o', png], { stdio: ['ignore', 'ignore', 'pipe'] });
  return statSync(png).size;
}

/** Smallest and largest of the executors that files get. */
function interpreters() {
  const folder = join(root, 'build/release/src/executor/images');
  const sizes = readdirSync(folder).filter((name) => /^a\d+\.wasm$/.test(name)).map((name) => statSync(join(folder, name)).size);
  return `${digits(Math.min(...sizes))} to ${digits(Math.max(...sizes))}`;
}

function players() {
  const [all, extras, compute, more] = ['pngine', 'pngine-extras', 'pngine-compute', 'pngine-compute-extras']
    .map((name) => gzipSync(readFileSync(join(root, `web/dist/${name}.js`)), { level: 9 }).length);
  return `${digits(all)}, with extras ${digits(all + extras)}; compute only ${digits(compute)}, with extras ${digits(compute + more)}`;
}

/** The text with another value in the second cell of a row. */
function withRow(text, label, value) {
  const row = new RegExp(`^(\\| ${label} \\| )[^|]*(?= \\|)`, 'm');
  if (!row.test(text)) throw new Error(`README.md has no row '${label}'`);
  return text.replace(row, `$1${value}`);
}

function table(scratch) {
  const cells = readdirSync(join(root, 'samples')).sort().map((name) => {
    const source = join(root, 'samples', name, `${name}.sjon`);
    return `| [${name}](samples/${name}/${name}.sjon) | ${digits(bytes(source, scratch))} | ${digits(bytes(source, scratch, '-m'))} `;
  });
  const rows = Math.ceil(cells.length / COLUMNS);
  const lines = Array.from({ length: rows }, (_, row) =>
    `${Array.from({ length: COLUMNS }, (__, column) => cells[column * rows + row] ?? '| | | ').join('')}|`);
  return ['| sample | bytes | `-m` '.repeat(COLUMNS) + '|', '|---|---:|---:'.repeat(COLUMNS) + '|', ...lines].join('\n');
}

function updated(text, scratch) {
  const [begin, end] = [text.indexOf(BEGIN), text.indexOf(END)];
  if (begin < 0 || end < begin) throw new Error(`README.md has no lines '${BEGIN}' and '${END}'`);
  let next = `${text.slice(0, begin + BEGIN.length)}\n${table(scratch)}\n${text.slice(end)}`;
  next = withRow(next, 'interpreter inside a file', interpreters());
  next = withRow(next, 'PNG of a triangle, with interpreter', digits(bytes(join(root, 'docs/examples/triangle.sjon'), scratch)));
  return withRow(next, 'browser player, gzip', players());
}

const text = readFileSync(readme, 'utf8');
const scratch = mkdtempSync(join(tmpdir(), 'sizes-'));
try {
  const next = updated(text, scratch);
  if (next !== text) writeFileSync(readme, next);
} finally {
  rmSync(scratch, { recursive: true });
}
