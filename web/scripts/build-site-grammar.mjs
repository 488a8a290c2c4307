// Writes docs/grammar/sjon.tmLanguage.json from the site's grammar and the compiler's tables.
//   node scripts/build-site-grammar.mjs           write the file
//   node scripts/build-site-grammar.mjs --check   write nothing; exit 1 when the committed file differs
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { load, root } from './build-site-load.mjs';

const path = join(root, 'docs', 'grammar', 'sjon.tmLanguage.json');
const { grammarJson } = await load('site/build/tables.ts');
const text = grammarJson(root);
const same = existsSync(path) && readFileSync(path, 'utf8') === text;
if (process.argv.includes('--check')) {
  if (!same) console.error('docs/grammar/sjon.tmLanguage.json differs from the tables: run ./dev gen');
  process.exitCode = same ? 0 : 1;
} else if (!same) {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text);
}
