// Reads what the site needs out of the compiler's tables.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Grammar, grammar } from '../highlight/grammar.js';

function heads(root: string, file: string, row: string): string[] {
  const text = readFileSync(join(root, 'src', 'schema', file), 'utf8');
  const found = [...text.matchAll(new RegExp(`^${row}\\(\\w+,\\s*"([^"]+)"`, 'gm'))].map(([, head]) => head ?? '');
  if (found.length < 20) throw new Error(`src/schema/${file}: only ${found.length} rows found`);
  return [...new Set(found)].sort();
}

/** The grammar with the heads of this checkout. */
export const readGrammar = (root: string): Grammar =>
  grammar(heads(root, 'forms.def', 'FORM'), heads(root, 'functions.def', 'FUNCTION'));

/** Text of docs/grammar/sjon.tmLanguage.json. */
export const grammarJson = (root: string): string => `${JSON.stringify(readGrammar(root), null, 2)}\n`;
