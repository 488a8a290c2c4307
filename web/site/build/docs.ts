// The documents of the repository as pages: README.md and docs/*.md, with links between them that lead within the site.
import { cpSync, existsSync, mkdirSync, readFileSync, readdirSync } from 'node:fs';
import { basename, dirname, join, normalize } from 'node:path';
import type { Grammar } from '../highlight/grammar.js';
import { escapeHtml } from '../highlight/html.js';
import { layout } from './layout.js';
import { headings, render, slug } from './markdown.js';

export interface Doc {
  /** From the root of the repository. */
  path: string;
  /** Name of its page in docs/ of the site. */
  page: string;
  title: string;
  markdown: string;
}

function readDoc(root: string, path: string): Doc {
  const markdown = readFileSync(join(root, path), 'utf8');
  const page = `${basename(path, '.md').toLowerCase()}.html`;
  return { path, page, markdown, title: headings(markdown)[0]?.text ?? path };
}

export function readDocs(root: string): Doc[] {
  const folder = readdirSync(join(root, 'docs')).filter((f) => f.endsWith('.md')).sort().map((f) => `docs/${f}`);
  return ['README.md', ...folder].filter((path) => existsSync(join(root, path))).map((path) => readDoc(root, path));
}

const external = (href: string): boolean => /^[a-z]+:/i.test(href);

/** Where `href`, written in the document at `path`, leads from docs/ of the site. */
function docLink(docs: readonly Doc[], path: string, href: string): string | undefined {
  if (href.startsWith('#') || external(href)) return href;
  const [file = '', anchor] = href.split('#');
  const target = normalize(join(dirname(path), file));
  const doc = docs.find((d) => d.path === target);
  return doc && `${doc.page}${anchor ? `#${anchor}` : ''}`;
}

/** The head of the form that a heading such as `queue` or `(queue ...)` is about. */
const formOf = (heading: string): string => /^\(?([^\s()]+)/.exec(heading)?.[1] ?? '';

/**
 * Links of a sample's text, seen from its page: `form:NAME` leads to the heading of that form, wherever in the documents it is,
 * `doc:FILE#ANCHOR` to a document. What does not exist stays plain text.
 */
export function sampleLink(docs: readonly Doc[], href: string): string | undefined {
  const [, kind, rest = ''] = /^(form|doc):(.*)$/.exec(href) ?? [];
  if (kind === 'doc') {
    const to = docLink(docs, 'README.md', rest);
    return to && `../../docs/${to}`;
  }
  if (kind === undefined) return href;
  for (const { page, markdown } of docs) {
    const heading = headings(markdown).find(({ text }) => formOf(text) === rest);
    if (heading) return `../../docs/${page}#${slug(heading.text)}`;
  }
  return undefined;
}

/** Copies a picture that a document shows; its path from docs/ of the site. */
function picture(root: string, out: string, path: string, href: string): string | undefined {
  const from = normalize(join(dirname(path), href));
  if (external(href) || from.startsWith('..') || !existsSync(join(root, from))) return undefined;
  mkdirSync(join(out, 'docs', 'pictures'), { recursive: true });
  cpSync(join(root, from), join(out, 'docs', 'pictures', basename(from)));
  return `pictures/${basename(from)}`;
}

export function docPage(root: string, out: string, grammar: Grammar, docs: readonly Doc[], doc: Doc): string {
  const html = render(doc.markdown, {
    grammar, link: (href) => docLink(docs, doc.path, href), image: (href) => picture(root, out, doc.path, href),
  });
  return layout({
    title: `${doc.title} · pngine`, description: doc.title, up: '../', here: 'docs',
    main: `<article class="text doc">\n${html}</article>`,
  });
}

export const docsIndex = (docs: readonly Doc[]): string => layout({
  title: 'Documents · pngine', description: 'The documents of pngine.', up: '../', here: 'docs',
  main: `<article class="text doc"><h1>Documents</h1>
<ul>${docs.map((d) => `<li><a href="${d.page}">${escapeHtml(d.title)}</a> <span class="note">${escapeHtml(d.path)}</span></li>`).join('')}</ul></article>`,
});
