// The first page: every sample with its poster.
import { escapeHtml } from '../highlight/html.js';
import { layout } from './layout.js';
import type { Sample } from './samples.js';

function card({ name, meta }: Sample): string {
  const tags = (meta.tags ?? []).map((tag) => `<li>${escapeHtml(tag)}</li>`).join('');
  return `<li class="card"><a href="samples/${name}/index.html"><img src="samples/${name}/${name}.png" width="640" height="400" alt="" loading="lazy">
<h2>${escapeHtml(meta.title)}</h2></a>
<p>${escapeHtml(meta.summary)}</p>
<ul class="tags" aria-label="Tags">${tags}</ul></li>`;
}

export const indexPage = (samples: readonly Sample[], intro: string): string => layout({
  title: 'pngine: pictures that carry GPU programs',
  description: 'Samples of pngine, which puts GPU programs into PNG files.',
  up: '',
  here: 'samples',
  main: `${intro}<ul class="cards">\n${samples.map(card).join('\n')}\n</ul>`,
});
