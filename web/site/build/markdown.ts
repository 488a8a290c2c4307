// Markdown to HTML, for the text of samples and for the documents: headings that can be linked to, colored SJON and WGSL,
// pieces of a sample's source quoted by their first and last line, and links that lead within the site.
import { Marked, type Tokens } from 'marked';
import { escapeHtml, highlight } from '../highlight/html.js';
import type { Grammar } from '../highlight/grammar.js';
import { lines } from './samples.js';

export interface MarkdownOptions {
  grammar: Grammar;
  /** The source that ```source blocks quote. */
  source?: string;
  /** Where a link leads; undefined leaves its text without one. */
  link: (href: string) => string | undefined;
  /** Where a picture lies; undefined leaves its description. */
  image?: (href: string) => string | undefined;
}

/** The id that a heading gets, made as code hosts make theirs. */
export const slug = (text: string): string =>
  text.toLowerCase().replace(/<[^>]*>/g, '').replace(/[^\p{L}\p{N}\s_-]/gu, '').trim().replace(/\s/g, '-');

/** Headings of a document, in order. */
export const headings = (markdown: string): { depth: number; text: string }[] =>
  [...markdown.replace(/^```[\s\S]*?^```/gm, '').matchAll(/^(#{1,4}) (.+)$/gm)].map(([, marks, text]) =>
    ({ depth: marks?.length ?? 0, text: (text ?? '').replace(/`/g, '') }));

/** First line from `at` on that is `marker`, or else that holds it. */
function findLine(all: readonly string[], marker: string, at: number): number {
  const same = all.findIndex((line, i) => i >= at && line === marker);
  return same >= 0 ? same : all.findIndex((line, i) => i >= at && line.includes(marker));
}

/** Lines of the source, colored and without their common indent, from the first with `first` to the next with `last`. */
export function quote(grammar: Grammar, source: string, first: string, last = first): string {
  const all = lines(source);
  const from = findLine(all, first, 0);
  const to = findLine(all, last, from);
  if (from < 0 || to < 0) throw new Error(`the source has no lines from "${first}" to "${last}"`);
  const indent = Math.min(...all.slice(from, to + 1).filter((l) => l.trim()).map((l) => l.search(/\S/)));
  const colored = highlight(grammar, source).slice(from, to + 1);
  return colored.map((line) => line.replace(new RegExp(`^((?:<span[^>]*>)?) {${indent}}`), '$1')).join('\n');
}

/** A block of code that the keyboard can scroll. */
export const codeBlock = (html: string, label = 'code'): string =>
  `<pre tabindex="0" role="region" aria-label="${label}"><code>${html}</code></pre>\n`;

function code(options: MarkdownOptions, { text, lang }: Tokens.Code): string {
  if (lang === 'source') {
    if (options.source === undefined) throw new Error('a ```source block stands where there is no source');
    const [first = '', last = first] = text.split('\n...\n');
    return codeBlock(quote(options.grammar, options.source, first, last));
  }
  if (lang === 'sjon') return codeBlock(highlight(options.grammar, text).join('\n'));
  if (lang === 'wgsl') {
    const embedded = highlight(options.grammar, `"""\n${text}`).slice(1);
    return codeBlock(embedded.join('\n'));
  }
  return codeBlock(escapeHtml(text));
}

export function render(markdown: string, options: MarkdownOptions): string {
  const marked = new Marked();
  marked.use({
    renderer: {
      heading({ tokens, depth }): string {
        const html = this.parser.parseInline(tokens);
        return `<h${depth} id="${slug(html)}">${html}</h${depth}>\n`;
      },
      code: (token) => code(options, token),
      link({ href, tokens }): string {
        const html = this.parser.parseInline(tokens);
        const to = options.link(href);
        return to === undefined ? html : `<a href="${escapeHtml(to)}">${html}</a>`;
      },
      image({ href, text }): string {
        const at = options.image?.(href);
        return at === undefined ? `<em>${escapeHtml(text)}</em>` : `<img src="${escapeHtml(at)}" alt="${escapeHtml(text)}">`;
      },
      table(token): string {
        const cells = (row: Tokens.TableCell[], tag: string): string =>
          row.map((cell) => `<${tag}>${this.parser.parseInline(cell.tokens)}</${tag}>`).join('');
        const body = token.rows.map((row) => `<tr>${cells(row, 'td')}</tr>`).join('\n');
        return `<div class="scroll" tabindex="0" role="region" aria-label="table"><table><thead><tr>${cells(token.header, 'th')}</tr></thead>`
          + `<tbody>\n${body}\n</tbody></table></div>\n`;
      },
    },
  });
  return marked.parse(markdown, { async: false });
}
