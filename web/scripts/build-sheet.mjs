// The contact sheet of the samples: node scripts/build-sheet.mjs OUT [NAME...], of all samples unless some are named.
// Writes each sample's PNG with its poster, index.html that shows them (nothing outside the folder is needed), and two
// pictures of that page, sheet-light.png and sheet-dark.png. Prints the sizes; progress goes to standard error.
import { mkdirSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { chromium } from 'playwright-core';
import { load, root } from './build-site-load.mjs';
import { drawPoster, pngine } from './poster.mjs';

const SECTIONS = { picture: 'Pictures', simulation: 'Simulations', compute: 'Computations' };

const digits = (n) => n.toLocaleString('en');
const progress = (text) => process.stderr.write(`samples: ${text}\n`);

/** What the page and the table tell of a sample; its PNG is drawn on the way. */
function shown({ name, path, meta }, draws, out, scratch) {
  const [source, bare, png] = [join(root, path), join(scratch, 'bare.png'), join(out, `${name}.png`)];
  pngine('render', source, '-o', bare);
  drawPoster(source, meta, png);
  const numbers = draws ? undefined : JSON.parse(pngine('run', source, '--json', '--adapter', 'software')).readbacks[0].lanes;
  return { name, meta, numbers, program: statSync(bare).size, whole: statSync(png).size };
}

// ---- the page ----

const STYLE = `
:root {
  color-scheme: light dark;
  --page: light-dark(#fbfbf9, #141716); --raised: light-dark(#fff, #1b1f1e); --line: light-dark(#d3d6cf, #363d3b);
  --ink: light-dark(#1d211f, #e6eae7); --soft: light-dark(#565e59, #a5aea9);
}
[data-theme=light] { color-scheme: light; }
[data-theme=dark] { color-scheme: dark; }
body { margin: 0 auto; padding: 1.5rem; max-width: 84rem; background: var(--page); color: var(--ink);
  font: 1rem/1.5 system-ui, "DejaVu Sans", sans-serif; }
header { display: flex; justify-content: space-between; align-items: center; gap: 1rem; }
h1 { margin: 0; font-size: 1.5rem; }
h2 { margin: 2rem 0 0.75rem; font-size: 1.2rem; }
button { padding: 0.4rem 0.9rem; border: 1px solid var(--line); border-radius: 0.4rem; background: var(--raised); color: inherit; font: inherit; }
ul { display: grid; grid-template-columns: repeat(auto-fill, minmax(min(22rem, 100%), 1fr)); gap: 1rem; margin: 0; padding: 0; list-style: none; }
li { overflow: hidden; border: 1px solid var(--line); border-radius: 0.5rem; background: var(--raised); }
.frame { display: grid; place-content: center; aspect-ratio: 640 / 400; border-bottom: 1px solid var(--line); }
img { display: block; width: 100%; height: auto; }
dl { display: grid; grid-template-columns: auto auto; gap: 0.35rem 1rem; margin: 0; }
dt { color: var(--soft); text-align: right; }
dd { margin: 0; font: 600 1rem/1.5 ui-monospace, "DejaVu Sans Mono", monospace; }
h3 { margin: 0.6rem 0.9rem 0; font-size: 1.05rem; }
p { margin: 0 0.9rem 0.7rem; color: var(--soft); font-size: 0.875rem; }`;

/** Light, dark, and back to what the system says. */
const SCRIPT = `
const themes = ['', 'light', 'dark'];
const button = document.querySelector('button');
button.addEventListener('click', () => {
  const { dataset } = document.documentElement;
  dataset.theme = themes[(themes.indexOf(dataset.theme ?? '') + 1) % themes.length];
  button.textContent = 'Theme: ' + (dataset.theme || 'system');
});`;

const escapeHtml = (text) => text.replace(/[&<>"]/g, (c) => `&#${c.codePointAt(0)};`);

/** What a program that draws nothing has instead of a picture. */
function numberList({ lanes, mean }, numbers) {
  const rows = numbers.map((number, i) => [lanes[i].label, `${number}`]);
  if (mean) rows.push([mean.label, (numbers[mean.of[0]] / numbers[mean.of[1]]).toFixed(mean.digits)]);
  return `<dl>${rows.map(([label, value]) => `<dt>${escapeHtml(label)}</dt><dd>${value}</dd>`).join('')}</dl>`;
}

function card({ name, meta, numbers, program, whole }) {
  const picture = numbers ? numberList(meta, numbers)
    : `<img src="${name}.png" width="640" height="400" alt="${escapeHtml(meta.alt ?? meta.summary)}">`;
  const size = numbers ? `${digits(program)} B` : `${digits(program)} B · ${digits(whole)} B with this picture`;
  return `<li><div class="frame">${picture}</div><h3>${escapeHtml(meta.title)}</h3><p>${escapeHtml(name)} · ${meta.category} · ${size}</p></li>`;
}

const section = (title, some) => (some.length ? `<h2>${title}</h2>\n<ul>${some.map(card).join('\n')}</ul>` : '');

const page = (all) => `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Samples of pngine</title>
<style>${STYLE}</style>
<header><h1>${all.length} samples</h1><button type="button">Theme: system</button></header>
${Object.entries(SECTIONS).map(([category, title]) => section(title, all.filter(({ meta }) => meta.category === category))).join('\n')}
<script>${SCRIPT}</script>
</html>
`;

async function shoot(out) {
  const browser = await chromium.launch({ executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium', args: ['--headless=new', '--no-sandbox'] });
  try {
    for (const colorScheme of ['light', 'dark']) {
      const tab = await browser.newPage({ colorScheme, viewport: { width: 1400, height: 900 } });
      await tab.goto(pathToFileURL(join(out, 'index.html')).href);
      await tab.screenshot({ path: join(out, `sheet-${colorScheme}.png`), fullPage: true });
    }
  } finally {
    await browser.close();
  }
}

/** All samples, or those that are named. */
function chosen(samples, names) {
  const stranger = names.find((name) => !samples.some((sample) => sample.name === name));
  if (stranger) throw new Error(`there is no sample '${stranger}'; there are ${samples.map(({ name }) => name).join(', ')}`);
  return names.length ? samples.filter(({ name }) => names.includes(name)) : samples;
}

const [out, ...names] = [resolve(process.argv[2] ?? '.'), ...process.argv.slice(3)];
const scratch = mkdtempSync(join(tmpdir(), 'pngine-sheet-'));
try {
  const { readSamples, onlyComputes } = await load('site/build/samples.ts');
  if (process.argv.length < 3) throw new Error('node scripts/build-sheet.mjs OUT [NAME...]');
  const samples = chosen(readSamples(root), names);
  mkdirSync(out, { recursive: true });
  const all = samples.map((sample, i) => {
    progress(`${i + 1} of ${samples.length}, ${sample.name}`);
    return shown(sample, !onlyComputes(sample), out, scratch);
  });
  writeFileSync(join(out, 'index.html'), page(all));
  progress('the sheet');
  await shoot(out);
  console.log(`${'sample'.padEnd(16)} ${'program'.padStart(8)} ${'picture'.padStart(9)}  title`);
  for (const { name, meta, numbers, program, whole } of all) {
    console.log(`${name.padEnd(16)} ${digits(program).padStart(8)} ${(numbers ? '' : digits(whole)).padStart(9)}  ${meta.title}`);
  }
  progress(`built in ${relative(root, out) || '.'}: index.html, sheet-light.png, sheet-dark.png`);
} catch (error) {
  console.error(`samples: ${error.message}`);
  process.exitCode = 1;
} finally {
  rmSync(scratch, { recursive: true, force: true });
}
