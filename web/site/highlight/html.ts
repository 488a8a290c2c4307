// Colored source as HTML: one <span> per token, with a class for the family of its scope.
import type { Grammar } from './grammar.js';
import { type Token, tokenize } from './tokenize.js';

export const escapeHtml = (text: string): string =>
  text.replace(/[&<>"]/g, (c) => ({ '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' })[c] ?? c);

/** Families by prefix of the scope; style.css colors these classes. What is not listed stays plain. */
const FAMILIES: readonly [prefix: string, name: string][] = [
  ['comment', 'c'], ['keyword.control.form', 'h'], ['keyword.operator', 'o'], ['keyword', 'w'], ['storage', 'w'],
  ['entity.other.attribute-name', 'k'], ['entity.name.tag', 'a'], ['entity.name', 'd'], ['support.type', 't'],
  ['support.function', 'f'], ['constant', 'n'], ['string', 's'], ['punctuation', 'p'], ['invalid', 'e'],
];

function span({ text, scope }: Token): string {
  const family = FAMILIES.find(([prefix]) => scope.startsWith(prefix))?.[1];
  return family ? `<span class="${family}">${escapeHtml(text)}</span>` : escapeHtml(text);
}

/** HTML of each line. */
export const highlight = (grammar: Grammar, text: string): string[] =>
  tokenize(grammar, text).map((line) => line.map(span).join(''));
