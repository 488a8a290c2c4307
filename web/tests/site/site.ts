// The site, built into a folder of its own and served by its server, and a browser that may ask nobody else.
import { type ChildProcess, spawn } from 'node:child_process';
import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Browser, type BrowserContext, type BrowserContextOptions, type Page, chromium } from 'playwright-core';
import { buildSite } from '../../site/build/site.js';
import { Op } from '../../src/generated/commands.js';
import { bindGroup, clear, computePipeline, program } from '../support/programs.js';
import { png } from '../support/payload.js';

export const root = join(dirname(fileURLToPath(import.meta.url)), '..', '..', '..');
const binary = process.env['PNGINE_BIN'] ?? join(root, 'build', 'release', 'bin', 'pngine');
export const hasCompiler = existsSync(binary);

/** The two shaders of the sample in a file put together by hand, for machines on which the compiler is not built. */
function handMade(source: string): Uint8Array {
  const [count = '', reduce = ''] = [...readFileSync(source, 'utf8').matchAll(/"""([\s\S]*?)"""/g)].map(([, code]) => code);
  return png(program(
    (s) => s
      .add(Op.CreateShader, 0, count).add(Op.CreateShader, 1, reduce)
      .add(Op.CreateBuffer, 0, 131072 * 4, 0x80).add(Op.CreateBuffer, 1, 32, 0x84).add(Op.CreateBuffer, 2, 32, 0x9)
      .add(Op.CreateComputePipeline, 0, computePipeline(0, 'main')).add(Op.CreateComputePipeline, 1, computePipeline(1, 'main'))
      .add(Op.CreateBindGroup, 0, 0, bindGroup(0, [0, 0, 0])).add(Op.CreateBindGroup, 1, 1, bindGroup(0, [0, 0, 0], [1, 0, 1])),
    (s) => s
      .add(Op.BeginComputePass).add(Op.SetPipeline, 0).add(Op.SetBindGroup, 0, 0).add(Op.Dispatch, 2048, 1, 1).add(Op.EndPass)
      .add(Op.BeginComputePass).add(Op.SetPipeline, 1).add(Op.SetBindGroup, 0, 1).add(Op.Dispatch, 1, 1, 1).add(Op.EndPass)
      .add(Op.CopyBufferToBuffer, 1, 0, 2, 0, 32).add(Op.Submit)));
}

/** A sample that draws: the canvas in one color. Its folder is all that is added. */
const ORANGE = {
  'orange.sjon': '(render-pass :name fill (color-attachment :view context-current-texture :load-op clear :clear-value [1 0.5 0 1]))\n(frame :name main :perform [fill])\n',
  'meta.json': JSON.stringify({ title: 'Orange', summary: 'One color.', category: 'picture', tags: ['reduction'], try: ['Change `:clear-value`.'] }),
};

/** A checkout with one more sample. */
function checkout(folder: string): string {
  mkdirSync(join(folder, 'samples', 'orange'), { recursive: true });
  for (const part of ['src', 'docs', 'web', 'README.md']) if (existsSync(join(root, part))) symlinkSync(join(root, part), join(folder, part));
  cpSync(join(root, 'samples', 'collatz'), join(folder, 'samples', 'collatz'), { recursive: true });
  for (const [file, text] of Object.entries(ORANGE)) writeFileSync(join(folder, 'samples', 'orange', file), text);
  return folder;
}

function compile(source: string, folder: string): Uint8Array {
  if (source.endsWith('orange.sjon')) return png(clear(1, 0.5, 0));
  if (!hasCompiler && process.env['CI']) throw new Error(`there is no compiler at ${binary}`);
  if (!hasCompiler) return handMade(source);
  const out = join(folder, 'compiled.png');
  execFileSync(binary, [source, '--frame', '-s', '640x400', '-o', out], { stdio: ['ignore', 'ignore', 'pipe'] });
  return new Uint8Array(readFileSync(out));
}

const WEBGPU = [
  '--enable-unsafe-webgpu', '--use-webgpu-adapter=swiftshader', '--enable-features=Vulkan', '--use-vulkan=swiftshader',
  '--use-gl=angle', '--use-angle=swiftshader',
];

export class Site {
  readonly out = mkdtempSync(join(tmpdir(), 'pngine-site-test-'));
  url = '';
  /** Requests to anywhere but the site's own server. */
  readonly strangers: string[] = [];
  /** Scripts that failed, and what a page's policy refused. */
  readonly complaints: string[] = [];
  private server: ChildProcess | undefined;
  private browser: Browser | undefined;
  private readonly contexts: BrowserContext[] = [];

  async start(): Promise<void> {
    if (!hasCompiler) console.warn(`\n*** no compiler at ${binary}: the pages play a file made by hand ***\n`);
    const checkedOut = checkout(join(this.out, 'checkout'));
    await buildSite({ root: checkedOut, out: join(this.out, 'site'), compile: (source) => compile(source, this.out) });
    await this.serve();
    this.browser = await chromium.launch({
      executablePath: process.env['CHROMIUM'] ?? '/usr/bin/chromium', args: ['--headless=new', '--no-sandbox', ...WEBGPU],
    });
  }

  private serve(): Promise<void> {
    const server = spawn(process.execPath, [join(root, 'web', 'scripts', 'serve.mjs'), '0', join(this.out, 'site')], { stdio: 'pipe' });
    this.server = server;
    return new Promise((ready, failed) => {
      server.on('exit', () => failed(new Error('the server ended')));
      server.stdout.on('data', (text: Buffer) => {
        this.url = /http:\S+/.exec(`${text}`)?.[0] ?? '';
        ready();
      });
    });
  }

  /** A fresh page of the site, without any of what others left. */
  async page(path: string, options: BrowserContextOptions = {}, prepare?: (page: Page) => Promise<unknown>): Promise<Page> {
    if (!this.browser) throw new Error('start first');
    const context = await this.browser.newContext(options);
    this.contexts.push(context);
    const page = await context.newPage();
    page.on('request', (request) => {
      const url = request.url();
      if (!url.startsWith(this.url) && !/^(blob|data):/.test(url)) this.strangers.push(url);
    });
    page.on('pageerror', (error) => this.complaints.push(`${path}: ${error}`));
    page.on('console', (entry) => {
      if (/Content.Security.Policy/i.test(entry.text())) this.complaints.push(`${path}: ${entry.text()}`);
    });
    await prepare?.(page);
    await page.goto(this.url + path);
    return page;
  }

  file = (path: string): Buffer => readFileSync(join(this.out, 'site', path));

  async stop(): Promise<void> {
    for (const context of this.contexts) await context.close();
    await this.browser?.close();
    this.server?.kill();
    rmSync(this.out, { recursive: true, force: true });
  }
}
