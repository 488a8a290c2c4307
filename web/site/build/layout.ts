// What every page of the site shares. A page loads nothing but what stands beside it, and its policy says so to the browser.
import { escapeHtml } from '../highlight/html.js';

export interface PageParts {
  title: string;
  description: string;
  /** Path from this page to the root of the site: '' or '../../'. */
  up: string;
  /** The entry of the menu that this page is. */
  here?: 'samples' | 'docs';
  main: string;
  scripts?: boolean;
}

/** Scripts and WebAssembly of the site itself; workers are started from the player's own text. */
const POLICY = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; img-src 'self' blob:; connect-src 'self'; "
  + "worker-src blob:; base-uri 'none'; form-action 'none'";

export function layout({ title, description, up, here, main, scripts }: PageParts): string {
  const entry = (name: 'samples' | 'docs', href: string, text: string): string =>
    `<a href="${up}${href}"${here === name ? ' aria-current="true"' : ''}>${text}</a>`;
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="${POLICY}">
<meta name="description" content="${escapeHtml(description)}">
<meta name="color-scheme" content="light dark">
<title>${escapeHtml(title)}</title>
<link rel="icon" href="${up}assets/icon.svg" type="image/svg+xml">
<link rel="stylesheet" href="${up}assets/style.css">
<noscript><link rel="stylesheet" href="${up}assets/noscript.css"></noscript>
${scripts ? `<script type="module" src="${up}assets/page.js"></script>\n` : ''}</head>
<body>
<a class="skip" href="#main">Skip to the text</a>
<header class="top"><a class="brand" href="${up}index.html">pngine</a>
<nav aria-label="Site">${entry('samples', 'index.html', 'Samples')} ${entry('docs', 'docs/index.html', 'Documents')}</nav></header>
<main id="main">
${main}
</main>
<footer><p>Everything on this page came from the server you opened it on, and it asks no other.</p></footer>
</body>
</html>
`;
}
