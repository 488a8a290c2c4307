// What the type checker does not refuse: `any`, non-null `!`, and import cycles between values.
import { readFileSync, readdirSync } from 'node:fs';
import { dirname, join, normalize, relative } from 'node:path';
import { fileURLToPath } from 'node:url';

const src = join(dirname(fileURLToPath(import.meta.url)), '..', 'src');
const files = readdirSync(src, { recursive: true }).filter((f) => f.endsWith('.ts')).map((f) => join(src, f));
const problems = [];
const graph = new Map();
for (const file of files) {
  const text = readFileSync(file, 'utf8').replace(/\/\*[\s\S]*?\*\//g, (c) => c.replace(/[^\n]/g, ' ')).replace(/\/\/.*$/gm, '');
  text.split('\n').forEach((line, i) => {
    const bare = line.replace(/'[^']*'|`[^`]*`/g, "''");
    if (/[:<|(,]\s*any\b|\bas any\b/.test(bare)) problems.push(`${relative(src, file)}:${i + 1}: any`);
    if (/[\w)\]]!(?![=])/.test(bare)) problems.push(`${relative(src, file)}:${i + 1}: non-null assertion`);
  });
  const imports = [...text.matchAll(/^(?:import|export) (?!type\b)[^;]*?from '(\.[^']+)'/gm)].map(([, to]) =>
    normalize(join(dirname(file), to.replace(/\.js$/, '.ts'))));
  graph.set(file, imports);
}
const state = new Map();
function visit(file, path) {
  if (state.get(file) === 'done') return;
  if (state.get(file) === 'open') {
    problems.push(`import cycle: ${[...path.slice(path.indexOf(file)), file].map((f) => relative(src, f)).join(' > ')}`);
    return;
  }
  state.set(file, 'open');
  for (const to of graph.get(file) ?? []) visit(to, [...path, file]);
  state.set(file, 'done');
}
for (const file of files) visit(file, []);
for (const problem of problems) console.error(problem);
process.exitCode = problems.length ? 1 : 0;
