// Chromium on SwiftShader with one page that plays PNGs from memory and hands back the canvas, frame by frame.
import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { createServer } from 'node:http';
import { createRequire } from 'node:module';
import { join } from 'node:path';

const FLAGS = [
  '--headless=new', '--no-sandbox', '--enable-unsafe-webgpu', '--use-webgpu-adapter=swiftshader', '--enable-features=Vulkan',
  '--use-vulkan=swiftshader', '--use-gl=angle', '--use-angle=swiftshader',
];

/**
 * Runs in the page. Draws frames 0 … last with the times of the native player and returns the pixels of those asked for:
 * straight RGBA as base64. The draws carry an empty set of uniforms, so that none gives way to a later one. The canvas is read
 * right after each submit: once the page has presented it, Chromium hands out an empty picture. `resizes`, if any, change the box
 * that the canvas fills, before the frames that they name.
 */
async function playInPage({ url, side, frames, resizes, step }) {
  const { pngine, draw, destroy, getStats } = await import('/pngine.js');
  const canvas = document.createElement('canvas');
  canvas.width = canvas.height = side;
  document.body.append(canvas);
  const errors = [];
  const pictures = {};
  const copy = new OffscreenCanvas(side, side).getContext('2d', { willReadFrequently: true });
  let frame = 0;
  const submit = GPUQueue.prototype.submit;
  GPUQueue.prototype.submit = function (...lists) {
    submit.apply(this, lists);
    if (!frames.includes(frame)) return;
    const { width, height } = Object.assign(copy.canvas, { width: canvas.width, height: canvas.height });
    copy.drawImage(canvas, 0, 0);
    pictures[frame] = copy.getImageData(0, 0, width, height).data;
  };
  const setBox = ([width, height]) => Object.assign(canvas.style, { display: 'block', width: `${width}px`, height: `${height}px` });
  const autoResize = resizes.length > 0;
  if (autoResize) setBox([side, side]);
  /** The player is told of a new box by an observer; one that observes later hears of it later. */
  const told = () => new Promise((done) => {
    const observer = new ResizeObserver(() => done(observer.disconnect()));
    observer.observe(canvas);
  });
  let instance;
  try {
    instance = await pngine(url, { canvas, dpr: 1, autoResize, worker: false, onError: (e) => errors.push(`${e.code}: ${e.message}`) });
    const last = Math.max(...frames);
    for (frame = 1; frame <= last; frame += 1) {
      const resize = resizes.find(([from]) => from === frame);
      if (resize) {
        setBox(resize.slice(1));
        await told();
      }
      draw(instance, { time: frame * step, uniforms: {} });
      await getStats(instance);
    }
  } catch (error) {
    errors.push(`${error.code ?? error.name}: ${error.message}`);
  }
  // Errors of the GPU arrive with the work that made them.
  if (instance) await new Promise((done) => setTimeout(done, 20));
  if (instance) destroy(instance);
  GPUQueue.prototype.submit = submit;
  canvas.remove();
  const base64 = (data) => btoa(String.fromCharCode(...data));
  return { errors, pictures: Object.fromEntries(Object.entries(pictures).map(([number, data]) => [number, base64(data)])) };
}

export class Browser {
  /** `root`: the checkout with the built player; `file(name)`: bytes of a program's PNG. */
  constructor(root, file) {
    this.root = root;
    this.file = file;
  }

  async start() {
    const dist = join(this.root, 'web/dist');
    if (!existsSync(join(dist, 'pngine.js'))) throw new Error('web/dist/pngine.js is missing: npm run build in web');
    // All at once, so that a build in the meantime cannot mix two players.
    const scripts = new Map(readdirSync(dist).filter((name) => name.endsWith('.js')).map((name) => [name, readFileSync(join(dist, name))]));
    this.server = createServer((request, response) => {
      const path = decodeURIComponent(request.url);
      const [type, body] = path === '/' ? ['text/html', '<!doctype html><body style="margin:0"></body>']
        : path.endsWith('.js') ? ['text/javascript', scripts.get(path.slice(1))]
        : path.endsWith('.png') ? ['image/png', this.file(path.slice(1))] : ['text/plain', undefined];
      response.writeHead(body ? 200 : 404, { 'content-type': type }).end(body);
    });
    await new Promise((ready) => this.server.listen(0, '127.0.0.1', ready));
    const { chromium } = createRequire(join(this.root, 'web/package.json'))('playwright-core');
    this.browser = await chromium.launch({ executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium', args: FLAGS });
    await this.open();
  }

  async open() {
    await this.page?.close().catch(() => 0);
    this.page = await this.browser.newPage();
    await this.page.goto(`http://127.0.0.1:${this.server.address().port}/`);
  }

  /** Frames of a program: { errors, pictures: frame -> Buffer of straight RGBA }. A page that hangs is opened anew. */
  async play(name, options) {
    const limit = new Promise((_, failed) => setTimeout(failed, 30000, new Error('no answer in 30 seconds')).unref());
    const playing = this.page.evaluate(playInPage, { url: `/${name}.png`, ...options });
    playing.catch(() => 0);
    try {
      const { errors, pictures } = await Promise.race([playing, limit]);
      return { errors, pictures: Object.fromEntries(Object.entries(pictures).map(([k, v]) => [k, Buffer.from(v, 'base64')])) };
    } catch (error) {
      await this.open();
      return { errors: [error.message], pictures: {} };
    }
  }

  async stop() {
    await this.browser?.close();
    this.server?.close();
  }
}
