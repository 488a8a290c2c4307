// Every program of the repository as text with the folder of its files: features, samples, examples, goldens, and those of
// wrong.mjs.
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { root } from './parties.mjs';
import { differingPrograms, rightPrograms, wrongPrograms } from './wrong.mjs';

const FOLDERS = ['tests/features', 'samples', 'docs/examples', 'tests/golden'];

/** A golden's input without its expected output. */
function inputOf(text) {
  const mark = text.search(/^;;; (STDOUT|STDERR)$/m);
  return mark < 0 ? text : text.slice(0, mark);
}

/** The nearest right program that a golden states by its RIGHT lines (tests/golden/README.md). */
function correctedOf(text) {
  const edits = [...text.matchAll(/^;;; RIGHT: (.*) => ?(.*)$/gm)].map(([, ...parts]) => parts.map((part) => part.replaceAll('\\n', '\n').trimEnd()));
  return edits.length ? edits.reduce((out, [before, after]) => out.replace(before, () => after), text.replace(/^;;; [A-Z]+:.*\n?/gm, '')) : undefined;
}

function filesOf(folder) {
  return readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name.endsWith('.sjon') && !entry.parentPath.includes('/assets'))
    .map((entry) => join(entry.parentPath, entry.name));
}

/** [{name, text, folder, right?}], sorted by name; text is latin1, so that every byte survives; `right` is what both must say. */
export function allPrograms() {
  const files = FOLDERS.flatMap(filesOf).flatMap((path) => {
    const program = { name: relative(root, path), text: inputOf(readFileSync(path, 'latin1')), folder: dirname(path) };
    const corrected = correctedOf(program.text);
    return corrected === undefined ? [program] : [program, { ...program, name: `${program.name}, corrected`, text: corrected }];
  });
  const own = (list, right) => list.map(({ name, text }) => ({ name: `wrong.mjs: ${name}`, text, folder: root, right }));
  return [...files, ...own(rightPrograms, true), ...own(wrongPrograms, false), ...own(differingPrograms)].sort((a, b) => (a.name < b.name ? -1 : 1));
}
