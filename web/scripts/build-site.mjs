// Builds the site: node scripts/build-site.mjs [OUT]; OUT is site/ at the root of the repository unless given.
// The compiler is $PNGINE_BIN, or that of the release build. The sources of the builder are TypeScript and bundled first.
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative, resolve } from 'node:path';
import { load, root } from './build-site-load.mjs';
import { compiler, drawPoster } from './poster.mjs';

const scratch = mkdtempSync(join(tmpdir(), 'pngine-site-'));

function compile(source, meta) {
  const png = join(scratch, 'out.png');
  drawPoster(source, meta, png);
  return readFileSync(png);
}

try {
  compiler();
  const out = resolve(process.argv[2] ?? join(root, 'site'));
  const { buildSite } = await load('site/build/site.ts');
  await buildSite({ root, out, compile });
  console.error(`site: built in ${relative(process.cwd(), out) || '.'}`);
} catch (error) {
  console.error(`site: ${error.message}`);
  process.exitCode = 1;
} finally {
  rmSync(scratch, { recursive: true, force: true });
}
