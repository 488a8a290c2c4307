// The page of a comparison: one row a program and frame, with the pictures of both players and their differences.
import { differencePicture, png } from './picture.mjs';

const escape = (text) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');
const image = (rgba, [width, height], label) =>
  rgba ? `<img alt="${label}" title="${label}" src="data:image/png;base64,${png(rgba, width, height).toString('base64')}">` : '<b>none</b>';

function row(result, frame) {
  const size = result.sizeAt(frame);
  const { browser, swiftshader, llvmpipe } = result.pictures;
  const [b, s, l] = [browser[frame], swiftshader[frame], llvmpipe[frame]];
  const off = (x, y, label) => (x && y && x.length === y.length ? image(differencePicture(x, y), size, label) : '');
  return `<td>${frame}<td>${image(b, size, 'browser')}<td>${image(s, size, 'native, SwiftShader')}` +
    `<td>${off(b, s, 'browser and native')}<td>${image(l, size, 'native, llvmpipe')}<td>${off(s, l, 'SwiftShader and llvmpipe')}`;
}

function section(result) {
  const { frames } = result;
  const words = [...result.problems.map((p) => `<p class="bad">${escape(p)}</p>`), ...result.remarks.map((r) => `<p>${escape(r)}</p>`)];
  return `<tbody class="${result.problems.length ? 'failed' : 'passed'}" id="${result.name}"><tr><th rowspan="${frames.length}">` +
    `<a href="#${result.name}">${result.name}</a><p>${escape(result.title)}</p>${words.join('')}</th>` +
    frames.map((frame) => row(result, frame)).join('</tr><tr>') + '</tr></tbody>';
}

/** `results` in the order of the page, each with its frames and the size of the canvas in them; those with problems come first. */
export function page(results) {
  const bad = results.filter((r) => r.problems.length);
  const good = results.filter((r) => !r.problems.length);
  return `<!doctype html><html lang="en"><meta charset="utf-8"><title>Same picture in both players</title>
<style>
body { font: 14px/1.4 system-ui, sans-serif; margin: 2em; background: #fff; color: #222 }
table { border-collapse: collapse } td, th { border: 1px solid #ccc; padding: 4px; text-align: left; vertical-align: top }
th p { font-weight: normal; margin: .2em 0; max-width: 24em } .bad { color: #b00020 } .failed th { background: #fdecee }
img { width: 96px; height: 96px; object-fit: contain; image-rendering: pixelated; display: block; background: repeating-conic-gradient(#ddd 0 25%, #fff 0 50%) 0 0/16px 16px }
</style>
<h1>Same picture in both players</h1>
<p>${good.length} programs agree, ${bad.length} do not. The browser is Chromium on SwiftShader; the native player on SwiftShader must give
the same bits, on llvmpipe the same picture to the eye. Differences are shown brightened.</p>
<table><thead><tr><th>program<th>frame<th>browser<th>native, SwiftShader<th>difference<th>native, llvmpipe<th>difference</tr></thead>
${[...bad, ...good].map((r) => section(r)).join('\n')}
</table></html>
`;
}
