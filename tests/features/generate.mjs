// Writes the feature programs that come from tables: one small document per feature, NAME.sjon beside this file, formatted
// by pngine ($PNGINE_BIN, or build/release/bin/pngine). Run it after a change of generate/*.mjs and commit what it writes;
// programs of names that no table has are left alone.
import { execFileSync } from 'node:child_process';
import { readdirSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

const here = dirname(fileURLToPath(import.meta.url));
const program = resolve(process.env.PNGINE_BIN ?? join(here, '../../build/release/bin/pngine'));
const seen = new Set();
for (const file of readdirSync(join(here, 'generate')).sort()) {
  if (file === 'common.mjs') continue;
  const { programs } = await import(pathToFileURL(join(here, 'generate', file)));
  for (const [name, title, ...forms] of programs) {
    if (seen.has(name)) throw new Error(`${name} twice`);
    seen.add(name);
    const header = title.split('\n').map((line) => `;;; ${line}\n`).join('');
    const text = `${header}\n${forms.flat().join('\n\n')}\n`;
    writeFileSync(join(here, `${name}.sjon`), execFileSync(program, ['fmt', '-'], { input: text }));
  }
}
console.log(`${seen.size} programs`);
