// The page of one sample: player, text, source. The text is Markdown with {{source}}, {{try}} and {{related}} as lines of their
// own; a sample without a text gets source and things to try.
import { escapeHtml, highlight } from '../highlight/html.js';
import type { Grammar } from '../highlight/grammar.js';
import { layout } from './layout.js';
import { headings, render, slug } from './markdown.js';
import { type Meta, type Sample, lines, onlyComputes } from './samples.js';

/** Lines of the source that show before it is unfolded: up to a blank line outside of strings, at most this many. */
const FIRST_PART = 24;

export interface SamplePage {
  sample: Sample;
  others: readonly Sample[];
  grammar: Grammar;
  /** Bytes of its PNG. */
  size: number;
  /** Where a link of the text leads. */
  link: (href: string) => string | undefined;
}

const digits = (n: number): string => `${n}`.replace(/\B(?=(\d{3})+$)/g, ',');

function lanes({ lanes: list = [], mean }: Meta): string {
  const items = list.map((lane, i) => `<div><dt>${escapeHtml(lane.label)}</dt><dd data-lane="${i}"></dd></div>`);
  if (mean) {
    const of = mean.of.join(' ');
    items.push(`<div class="mean"><dt>${escapeHtml(mean.label)}</dt><dd data-of="${of}" data-digits="${mean.digits}"></dd></div>`);
  }
  return `<div role="status" aria-live="polite" aria-atomic="true"><dl class="lanes" hidden>${items.join('')}</dl></div>`;
}

function player({ sample, size }: SamplePage): string {
  const { name, meta } = sample;
  const computes = onlyComputes(sample);
  const alt = meta.alt ?? (computes ? 'An empty picture: this program draws nothing.' : `A frame of ${meta.title}.`);
  return `<section class="player" aria-label="Player" data-file="${name}.png" data-player="./pngine${computes ? '-compute' : ''}.js" \
data-mode="${computes ? 'compute' : 'draw'}">
<div class="frame">
<img class="poster" src="${name}.png" width="640" height="400" alt="${escapeHtml(alt)}">
${lanes(meta)}
<div class="message" role="alert"></div>
</div>
<p class="controls"><button type="button" class="play primary">Play</button>
<a class="button" href="${name}.png" download="${name}.png">Download PNG</a>
<span class="note">${digits(size)} bytes: picture, program and its interpreter</span></p>
<noscript><p class="note">Playing needs JavaScript. The file plays without a browser, too: <code>pngine run ${name}.png</code></p></noscript>
</section>`;
}

function firstPart(all: readonly string[]): number {
  if (all.length <= FIRST_PART + 6) return all.length;
  const outside = (line: number): boolean => all.slice(0, line).join('').split('"""').length % 2 === 1;
  for (let i = FIRST_PART; i > FIRST_PART / 2; i--) if (!all[i]?.trim() && outside(i)) return i;
  return FIRST_PART;
}

function source({ sample, grammar }: SamplePage): string {
  const colored = highlight(grammar, sample.source.replace(/\n$/, ''));
  const first = firstPart(lines(sample.source));
  const folded = first < colored.length;
  const rest = folded ? `<span class="part" id="rest" hidden="until-found">${colored.slice(first).join('\n')}\n</span>` : '';
  const button = folded
    ? `<button type="button" class="fold" aria-expanded="false" aria-controls="rest">Show all ${colored.length} lines</button>` : '';
  return `<figure class="source"><figcaption><a href="${sample.name}.sjon">${escapeHtml(sample.path)}</a></figcaption>
<pre tabindex="0" role="region" aria-label="Source of the program"><code><span class="part">${colored.slice(0, first).join('\n')}
</span>${rest}</code></pre>
${button}</figure>`;
}

function related({ sample, others }: SamplePage): string {
  const near = others.filter((o) => o !== sample && (o.meta.category === sample.meta.category || o.meta.tags?.some((t) => sample.meta.tags?.includes(t))));
  return near.map((o) => `- [${o.meta.title}](../${o.name}/index.html): ${o.meta.summary}`).join('\n');
}

const tryList = ({ try: list = [] }: Meta): string => list.map((text) => `- ${text}`).join('\n');

const DEFAULT_TEXT = '## Source\n\n{{source}}\n\n## Things to try\n\n{{try}}\n';

function contents(markdown: string): string {
  const found = headings(markdown).filter(({ depth }) => depth <= 3);
  const items = found.map(({ depth, text }) => `<li class="depth${depth}"><a href="#${slug(text)}">${escapeHtml(text)}</a></li>`);
  return `<nav class="contents" aria-label="On this page"><ul>${items.join('')}</ul></nav>`;
}

export function samplePage(page: SamplePage): string {
  const { meta } = page.sample;
  const markdown = page.sample.content ?? DEFAULT_TEXT;
  const filled = markdown.replace(/^\{\{(try|related)\}\}$/gm, (_, what) => (what === 'try' ? tryList(meta) : related(page)));
  const html = render(filled, { grammar: page.grammar, source: page.sample.source, link: page.link })
    .replace(/<p>\{\{source\}\}<\/p>/, () => source(page));
  return layout({
    title: `${meta.title} · pngine`, description: meta.summary, up: '../../', here: 'samples', scripts: true,
    main: `<article class="sample">
<h1>${escapeHtml(meta.title)}</h1>
<p class="summary">${escapeHtml(meta.summary)}</p>
${player(page)}
${contents(markdown)}
<div class="text">
${html}</div>
</article>`,
  });
}
