// Interprets a TextMate grammar as far as grammar.ts uses one: line by line, the rule that matches first wins, and of
// those that match at one place the first in the list. Scopes are innermost only, which is all that coloring needs.
import type { Captures, Grammar, Rule } from './grammar.js';

export interface Token {
  text: string;
  /** Innermost scope, such as `constant.numeric.wgsl`; empty for plain text. */
  scope: string;
}
interface Open {
  rule: Rule;
  end: RegExp;
}
interface Hit {
  rule: Rule | 'end';
  match: RegExpExecArray;
}

const cache = new Map<string, RegExp>();
function regex(source: string): RegExp {
  let found = cache.get(source);
  if (!found) cache.set(source, (found = new RegExp(source, 'gd')));
  return found;
}

/** Rules of a list with every include replaced by what it names. */
function flat(grammar: Grammar, rules: readonly Rule[]): Rule[] {
  return rules.flatMap((rule) => {
    if (rule.include === undefined) return [rule];
    const part = grammar.repository[rule.include.slice(1)];
    if (!part) throw new Error(`the grammar includes ${rule.include}, which it does not have`);
    return flat(grammar, part.patterns);
  });
}

function find(grammar: Grammar, open: Open | undefined, line: string, at: number): Hit | undefined {
  let best: Hit | undefined;
  const consider = (rule: Rule | 'end', pattern: RegExp): void => {
    pattern.lastIndex = at;
    const match = pattern.exec(line);
    if (match && (!best || match.index < best.match.index)) best = { rule, match };
  };
  if (open) consider('end', open.end);
  for (const rule of flat(grammar, open ? open.rule.patterns ?? [] : grammar.patterns)) {
    consider(rule, regex(rule.match ?? rule.begin ?? '$^'));
  }
  return best;
}

/** The text of a match in the scopes of its groups, the rest in `scope`. */
function captured(match: RegExpExecArray, captures: Captures | undefined, scope: string): Token[] {
  const tokens: Token[] = [];
  let at = match.index;
  const end = at + match[0].length;
  for (const [group, { name }] of Object.entries(captures ?? {})) {
    const range = match.indices?.[Number(group)];
    if (!range || range[0] < at) continue;
    tokens.push({ text: match.input.slice(at, range[0]), scope }, { text: match.input.slice(...range), scope: name });
    at = range[1];
  }
  return [...tokens, { text: match.input.slice(at, end), scope }].filter((t) => t.text);
}

const inside = (open: Open | undefined): string => open?.rule.contentName ?? open?.rule.name ?? '';

/** Tokens of each line. Their texts, joined, are the text again. */
export function tokenize(grammar: Grammar, text: string): Token[][] {
  const stack: Open[] = [];
  return text.split('\n').map((line) => {
    const tokens: Token[] = [];
    let at = 0;
    while (at <= line.length) {
      const open = stack.at(-1);
      const hit = find(grammar, open, line, at);
      const stop = hit ? hit.match.index : line.length;
      if (stop > at) tokens.push({ text: line.slice(at, stop), scope: inside(open) });
      if (!hit) break;
      at = stop + hit.match[0].length;
      if (hit.rule === 'end') {
        tokens.push(...captured(hit.match, open?.rule.endCaptures, open?.rule.name ?? ''));
        stack.pop();
      } else if (hit.rule.begin !== undefined) {
        tokens.push(...captured(hit.match, hit.rule.beginCaptures, hit.rule.name ?? ''));
        stack.push({ rule: hit.rule, end: regex(hit.rule.end ?? '$^') });
      } else {
        if (!hit.match[0]) throw new Error(`a rule matches nothing: ${hit.rule.match}`);
        tokens.push(...captured(hit.match, hit.rule.captures, hit.rule.name ?? ''));
      }
    }
    return tokens;
  });
}
