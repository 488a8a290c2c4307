// Holds the bundles to their budgets: node scripts/size.mjs [--json]
import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';

const dist = join(dirname(fileURLToPath(import.meta.url)), '..', 'dist');
/** Bytes after gzip at level 9. */
const budgets = { 'pngine.js': 9 * 1024, 'pngine-compute.js': 6 * 1024 };

const rows = Object.entries(budgets).map(([file, budget]) => {
  const bytes = readFileSync(join(dist, file));
  return { file, bytes: bytes.length, gzip: gzipSync(bytes, { level: 9 }).length, budget };
});
if (process.argv.includes('--json')) console.log(JSON.stringify(rows));
else for (const r of rows) console.log(`${r.file.padEnd(18)} ${r.bytes} B, gzip ${r.gzip} B of at most ${r.budget} B`);
if (rows.some((r) => r.gzip > r.budget)) {
  console.error('a bundle is over its budget');
  process.exitCode = 1;
}
