// Writes the sizes of the samples into README.md, between its two marks: PNG with interpreter and without a poster, shaders as
// written and minified. `./dev gen` runs it; the file is touched only when a number differs.
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

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

function table() {
  const scratch = mkdtempSync(join(tmpdir(), 'sizes-'));
  try {
    const cells = readdirSync(join(root, 'samples')).sort().map((name) => {
      const source = join(root, 'samples', name, `${name}.sjon`);
      return `| [${name}](samples/${name}/${name}.sjon) | ${digits(bytes(source, scratch))} | ${digits(bytes(source, scratch, '-m'))} `;
    });
    const rows = Math.ceil(cells.length / COLUMNS);
    const lines = Array.from({ length: rows }, (_, row) =>
      `${Array.from({ length: COLUMNS }, (__, column) => cells[column * rows + row] ?? '| | | ').join('')}|`);
    return ['| sample | bytes | `-m` '.repeat(COLUMNS) + '|', '|---|---:|---:'.repeat(COLUMNS) + '|', ...lines].join('\n');
  } finally {
    rmSync(scratch, { recursive: true });
  }
}

const text = readFileSync(readme, 'utf8');
const [begin, end] = [text.indexOf(BEGIN), text.indexOf(END)];
if (begin < 0 || end < begin) throw new Error(`README.md has no lines '${BEGIN}' and '${END}'`);
const next = `${text.slice(0, begin + BEGIN.length)}\n${table()}\n${text.slice(end)}`;
if (next !== text) writeFileSync(readme, next);
