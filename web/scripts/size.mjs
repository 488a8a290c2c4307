// Holds the bundles to their budgets: node scripts/size.mjs [--json]
// A player loads its extras only for what few programs need; the sum of both is told beside.
import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';

const dist = join(dirname(fileURLToPath(import.meta.url)), '..', 'dist');
/** Bytes after gzip at level 9: what must not be exceeded, and what is aimed at. */
const budgets = {
  'pngine.js': { limit: 9 * 1024, goal: 9 * 1024 },
  'pngine-extras.js': { limit: 3712, goal: 3712 },
  'pngine-compute.js': { limit: 6 * 1024, goal: 6 * 1024 },
  'pngine-compute-extras.js': { limit: 768, goal: 768 },
};

const rows = Object.entries(budgets).map(([file, budget]) => {
  const bytes = readFileSync(join(dist, file));
  return { file, bytes: bytes.length, gzip: gzipSync(bytes, { level: 9 }).length, ...budget };
});
if (process.argv.includes('--json')) console.log(JSON.stringify(rows));
else {
  for (const r of rows) console.log(`${r.file.padEnd(24)} ${r.bytes} B, gzip ${r.gzip} B (limit ${r.limit}, goal ${r.goal})`);
  for (const i of [0, 2]) console.log(`${rows[i].file} with its extras: gzip ${rows[i].gzip + rows[i + 1].gzip} B`);
}
for (const r of rows) {
  if (r.gzip <= r.limit) continue;
  console.error(`${r.file} is over its limit`);
  process.exitCode = 1;
}
