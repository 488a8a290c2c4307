// Serves a folder of static files on this machine only: node scripts/serve.mjs [PORT] [FOLDER]
// PORT is 8080 unless given (0 takes a free one), FOLDER is site/ at the root of the repository.
import { createReadStream, statSync } from 'node:fs';
import { createServer } from 'node:http';
import { dirname, extname, join, resolve, sep } from 'node:path';
import { fileURLToPath } from 'node:url';

const TYPES = {
  '.html': 'text/html; charset=utf-8', '.css': 'text/css; charset=utf-8', '.js': 'text/javascript; charset=utf-8',
  '.json': 'application/json; charset=utf-8', '.svg': 'image/svg+xml; charset=utf-8', '.png': 'image/png', '.jpg': 'image/jpeg',
  '.webp': 'image/webp', '.wasm': 'application/wasm', '.sjon': 'text/plain; charset=utf-8', '.wgsl': 'text/plain; charset=utf-8',
  '.md': 'text/plain; charset=utf-8', '.txt': 'text/plain; charset=utf-8', '.zip': 'application/zip',
  '.pngb': 'application/octet-stream',
};

const stat = (path) => statSync(path, { throwIfNoEntry: false });

/** The file that a request path means: `{ path, size }`, `{ redirect }` or nothing. */
function find(folder, url) {
  let path;
  try {
    path = decodeURIComponent(url.replace(/[?#].*$/, ''));
  } catch {
    return undefined;
  }
  const file = resolve(join(folder, path));
  if (path.includes('\0') || (file !== folder && !file.startsWith(folder + sep))) return undefined;
  const found = stat(file);
  if (found?.isDirectory()) {
    if (!path.endsWith('/')) return { redirect: `${encodeURI(path)}/` };
    const index = join(file, 'index.html');
    const page = stat(index);
    return page?.isFile() ? { path: index, size: page.size } : undefined;
  }
  return found?.isFile() && !path.endsWith('/') ? { path: file, size: found.size } : undefined;
}

/** A server of that folder, not listening yet. */
export function staticServer(folder) {
  const base = resolve(folder);
  return createServer((request, response) => {
    const answer = (status, headers, text = '') => response.writeHead(status, headers).end(text);
    const plain = { 'content-type': 'text/plain; charset=utf-8' };
    if (request.method !== 'GET' && request.method !== 'HEAD') return answer(405, { ...plain, allow: 'GET, HEAD' }, 'only GET and HEAD\n');
    const found = find(base, request.url ?? '/');
    if (!found) return answer(404, plain, 'not found\n');
    if (found.redirect) return answer(301, { location: found.redirect });
    response.writeHead(200, {
      'content-type': TYPES[extname(found.path)] ?? 'application/octet-stream',
      'content-length': found.size,
      'cache-control': 'no-cache',
      'x-content-type-options': 'nosniff',
    });
    if (request.method === 'HEAD') return response.end();
    createReadStream(found.path).on('error', () => response.destroy()).pipe(response);
  });
}

function main([given = '8080', folder]) {
  const port = Number(given);
  if (!/^\d+$/.test(given) || port > 65535) {
    console.error(`serve: a port is a number from 0 to 65535, not ${given}`);
    process.exit(1);
  }
  const server = staticServer(folder ?? join(dirname(fileURLToPath(import.meta.url)), '..', '..', 'site'));
  server.on('error', (error) => {
    console.error(error.code === 'EADDRINUSE' ? `serve: port ${port} is taken; give another: ./dev serve PORT` : `serve: ${error.message}`);
    process.exit(1);
  });
  server.listen(port, '127.0.0.1', () => console.log(`http://localhost:${server.address().port}/ (Ctrl+C ends it)`));
}

if (process.argv[1] && resolve(process.argv[1]) === fileURLToPath(import.meta.url)) main(process.argv.slice(2));
