// What the site is built from: the grammar and its interpreter, quoted source, headings, the server, and the facts in the text.
import { spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { quote, render, slug } from '../../site/build/markdown.js';
import { sampleLink } from '../../site/build/docs.js';
import { onlyComputes, readSamples } from '../../site/build/samples.js';
import { grammarJson, readGrammar } from '../../site/build/tables.js';
import { tokenize } from '../../site/highlight/tokenize.js';

const root = join(dirname(fileURLToPath(import.meta.url)), '..', '..', '..');
const grammar = readGrammar(root);
/** Scope of the first token that is that text. */
const scopeOf = (source: string, text: string): string | undefined =>
  tokenize(grammar, source).flat().find((token) => token.text === text)?.scope;

describe('the grammar', () => {
  it('tells the tokens of SJON apart', () => {
    const source = '(define :name LIMIT :value (* 2 0x1F)) ; note\n#| two\nlines |# (buffer :size 1e3 :usage [map-read 2d-array] :x true "a\\n\\q" nil-x)';
    const scope = (text: string): string | undefined => scopeOf(source, text);
    expect(scope('define')).toBe('keyword.control.form.sjon');
    expect(scope('LIMIT')).toBe('entity.name.type.sjon');
    expect(scope('*')).toBe('support.function.sjon');
    expect(scope('0x1F')).toBe('constant.numeric.sjon');
    expect(scope('; note')).toBe('comment.line.semicolon.sjon');
    expect(scope('lines ')).toBe('comment.block.sjon');
    expect(scope('1e3')).toBe('constant.numeric.sjon');
    expect(scope('2d-array')).toBe('constant.numeric.sjon');
    expect(scope('map-read')).toBe('variable.other.sjon');
    expect(scope('true')).toBe('constant.language.sjon');
    expect(scope('nil-x')).toBe('variable.other.sjon');
    expect(scope('\\n')).toBe('constant.character.escape.sjon');
    expect(scope('\\q')).toBe('invalid.illegal.escape.sjon');
    expect(scope(':usage')).toBe('entity.other.attribute-name.sjon');
  });

  it('tells the tokens of WGSL apart, up to the closing quotes wherever they stand', () => {
    const source = '(x :code """\n@compute fn main(a: vec3u) { let b = 0x1Fu + max(a.x, 2.5f); /* c /* d */ e */ } // end """ ; after\n:key';
    const scope = (text: string): string | undefined => scopeOf(source, text);
    expect(scope('@compute')).toBe('entity.name.tag.attribute.wgsl');
    expect(scope('main')).toBe('entity.name.function.wgsl');
    expect(scope('vec3u')).toBe('support.type.wgsl');
    expect(scope('0x1Fu')).toBe('constant.numeric.wgsl');
    expect(scope('2.5f')).toBe('constant.numeric.wgsl');
    expect(scope('max')).toBe('support.function.wgsl');
    expect(scope(' e ')).toBe('comment.block.wgsl');
    expect(scope('// end ')).toBe('comment.line.double-slash.wgsl');
    expect(scope('; after')).toBe('comment.line.semicolon.sjon');
    expect(scopeOf('"""/* open """ :key', ':key')).toBe('entity.other.attribute-name.sjon');
  });

  it('loses no character of any sample, and knows every head', () => {
    for (const { source } of readSamples(root)) {
      const lines = tokenize(grammar, source);
      expect(lines.map((line) => line.map((token) => token.text).join('')).join('\n')).toBe(source);
      expect(lines.flat().filter((token) => token.scope.startsWith('invalid'))).toEqual([]);
      const heads = [...source.replace(/"""[\s\S]*?"""|;.*/g, '').matchAll(/\(([^\s()]+)/g)].map(([, head]) => head);
      const known = lines.flat().filter(({ scope }) => /^(keyword\.control\.form|support\.function)\.sjon/.test(scope)).map((t) => t.text);
      for (const head of heads) expect(known).toContain(head);
    }
  });

  it('is what the committed file says', () => {
    expect(readFileSync(join(root, 'docs/grammar/sjon.tmLanguage.json'), 'utf8')).toBe(grammarJson(root));
  });
});

describe('the text', () => {
  const source = '(a\n  (b 1)\n  (c 2))\n';
  const plain = (html: string): string => html.replace(/<[^>]*>/g, '');

  it('quotes the source by its lines', () => {
    expect(plain(quote(grammar, source, '(b'))).toBe('(b 1)');
    expect(plain(quote(grammar, source, '(b', '(c'))).toBe('(b 1)\n(c 2))');
    expect(() => quote(grammar, source, '(d')).toThrow('no lines from "(d"');
  });

  it('gives headings ids, and leaves out links that lead nowhere', () => {
    expect(slug('Why `a-b` (and c)?')).toBe('why-a-b-and-c');
    const options = { grammar, link: (href: string) => (href === 'there' ? 'x.html' : undefined) };
    expect(render('## A *b*\n', options)).toBe('<h2 id="a-b">A <em>b</em></h2>\n');
    expect(render('[a](there) [b](nowhere)', options)).toBe('<p><a href="x.html">a</a> b</p>\n');
  });

  it('finds the documents of forms', () => {
    const docs = ['# One\n\n```\n# buffer\n```\n', '# Two\n\n## `queue`\n\n### (frame ...)\n'].map((markdown, i) =>
      ({ path: `docs/${i}.md`, page: `${i}.html`, title: '', markdown }));
    expect(sampleLink(docs, 'form:queue')).toBe('../../docs/1.html#queue');
    expect(sampleLink(docs, 'form:frame')).toBe('../../docs/1.html#frame');
    expect(sampleLink(docs, 'form:buffer')).toBeUndefined();
    expect(sampleLink(docs, 'doc:docs/0.md#one')).toBe('../../docs/0.html#one');
    expect(sampleLink(docs, 'doc:docs/2.md')).toBeUndefined();
  });

  it('knows which programs need a canvas', () => {
    const collatz = readSamples(root).find((s) => s.name === 'collatz');
    if (!collatz) throw new Error('no sample');
    const small = (text: string): boolean => onlyComputes({ ...collatz, source: text });
    expect(small(collatz.source)).toBe(true);
    expect(small('; (canvas)\n(shader-module :code """f(texture);""")')).toBe(true);
    expect(small('; note\n( render-pass :name a)')).toBe(false);
    expect(small('(write-buffer :data pointer-inputs)')).toBe(false);
  });

  it('states facts about the sequences that hold', () => {
    const text = readFileSync(join(root, 'web/site/content/collatz.md'), 'utf8').replace(/\s+/g, ' ');
    const facts = search(131072);
    expect(facts).toEqual({ start: 106239, steps: 353, total: 14457822, peak: 2482111348, peakStart: 113383, ties: 1 });
    for (const fact of [facts.start, facts.steps, facts.total, facts.peak, facts.peakStart]) expect(text).toContain(`${fact}`);
    expect(text).toContain((facts.total / 131072).toFixed(2));
    expect(search(159487).peak).toBeLessThan(2 ** 32);
    expect(search(159488)).toMatchObject({ peakStart: 159487 });
    expect(search(159488).peak).toBeGreaterThan(2 ** 32);
    const packed = facts.steps * 2 ** 20 + facts.start;
    expect(text).toContain(`${packed}`);
    expect(text).toContain(`>${facts.steps.toString(2).padStart(12, '0')}<`);
    expect(text).toContain(`>${facts.start.toString(2).padStart(20, '0')}<`);
  });
});

/** All starts below `limit`, in numbers that do not wrap. */
function search(limit: number): Record<'start' | 'steps' | 'total' | 'peak' | 'peakStart' | 'ties', number> {
  const found = { start: 0, steps: 0, total: 0, peak: 0, peakStart: 0, ties: 0 };
  for (let start = 0; start < limit; start++) {
    let steps = 0;
    for (let n = start; n > 1; steps++) {
      n = n % 2 ? 3 * n + 1 : n / 2;
      if (n > found.peak) Object.assign(found, { peak: n, peakStart: start });
    }
    found.total += steps;
    if (steps > found.steps) Object.assign(found, { start, steps, ties: 0 });
    if (steps === found.steps) found.ties++;
  }
  return found;
}

describe('the server', () => {
  const base = mkdtempSync(join(tmpdir(), 'pngine-serve-'));
  const server = spawn(process.execPath, [join(root, 'web/scripts/serve.mjs'), '0', join(base, 'site')], { stdio: 'pipe' });
  let port = 0;
  beforeAll(async () => {
    mkdirSync(join(base, 'site', 'a'), { recursive: true });
    writeFileSync(join(base, 'secret'), 'no');
    for (const file of ['index.html', 'a/index.html', 'b.png', 'c.js', 'd.wasm', 'e.sjon']) writeFileSync(join(base, 'site', file), file);
    port = await new Promise((ready) => server.stdout.on('data', (text: Buffer) => ready(Number(/:(\d+)\//.exec(`${text}`)?.[1]))));
  });
  afterAll(() => {
    server.kill();
    rmSync(base, { recursive: true, force: true });
  });
  /** Sends the path as it is, where fetch would tidy it. */
  const ask = (path: string, method = 'GET'): Promise<[status: number | undefined, type: string | undefined, body: string]> =>
    new Promise((done, failed) => {
      request({ port, path, method, host: '127.0.0.1' }, (response) => {
        let body = '';
        response.on('data', (part: Buffer) => (body += part));
        response.on('end', () => done([response.statusCode, response.headers['content-type'] ?? response.headers.location, body]));
      }).on('error', failed).end();
    });

  it('gives files their types', async () => {
    expect(await ask('/')).toEqual([200, 'text/html; charset=utf-8', 'index.html']);
    expect(await ask('/a/?x=1')).toEqual([200, 'text/html; charset=utf-8', 'a/index.html']);
    expect(await ask('/b.png')).toEqual([200, 'image/png', 'b.png']);
    expect(await ask('/c.js')).toEqual([200, 'text/javascript; charset=utf-8', 'c.js']);
    expect(await ask('/d.wasm')).toEqual([200, 'application/wasm', 'd.wasm']);
    expect(await ask('/e.sjon')).toEqual([200, 'text/plain; charset=utf-8', 'e.sjon']);
    expect(await ask('/b.png', 'HEAD')).toEqual([200, 'image/png', '']);
    expect(await ask('/a')).toEqual([301, '/a/', '']);
  });

  it('gives nothing else', async () => {
    for (const path of ['/../secret', '/%2e%2e/secret', '/a/..%2f..%2fsecret', '/missing', '/b.png/', '/%00', '/%zz', '//x/../../secret']) {
      expect((await ask(path))[0]).toBe(404);
    }
    expect((await ask('/', 'POST'))[0]).toBe(405);
  });

  it('says when the port is taken or no port', async () => {
    const run = (argument: string): Promise<[code: number | null, text: string]> => new Promise((done) => {
      const child = spawn(process.execPath, [join(root, 'web/scripts/serve.mjs'), argument, base], { stdio: 'pipe' });
      let text = '';
      child.stderr.on('data', (part: Buffer) => (text += part));
      child.on('close', (code) => done([code, text]));
    });
    expect(await run(`${port}`)).toEqual([1, expect.stringContaining(`port ${port} is taken`)]);
    expect(await run('http')).toEqual([1, 'serve: a port is a number from 0 to 65535, not http\n']);
  });
});
