// Builds the site: node scripts/build-site.mjs [OUT]; OUT is site/ at the root of the repository unless given.
// The compiler is $PNGINE_BIN, or that of the release build. The sources of the builder are TypeScript and bundled first.
import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative, resolve } from 'node:path';
import { load, root } from './build-site-load.mjs';

const binary = process.env.PNGINE_BIN ?? join(root, 'build', 'release', 'bin', 'pngine');
if (!existsSync(binary)) {
  console.error(`site: no compiler at ${binary}: run ./dev build, or set PNGINE_BIN`);
  process.exit(1);
}

const scratch = mkdtempSync(join(tmpdir(), 'pngine-site-'));
/** Its own picture as poster, drawn natively. */
function compile(source) {
  const png = join(scratch, 'out.png');
  execFileSync(binary, [source, '--frame', '-s', '640x400', '-o', png], { stdio: ['ignore', 'ignore', 'pipe'] });
  return readFileSync(png);
}

try {
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
