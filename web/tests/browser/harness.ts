// Chromium on SwiftShader with a page that has the built player; every file of a test is served from memory.
import { existsSync, readFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import { type AddressInfo } from 'node:net';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Browser, type Page, chromium } from 'playwright-core';

const web = join(dirname(fileURLToPath(import.meta.url)), '..', '..');
const WEBGPU = [
  '--enable-unsafe-webgpu', '--use-webgpu-adapter=swiftshader', '--enable-features=Vulkan', '--use-vulkan=swiftshader',
  '--use-gl=angle', '--use-angle=swiftshader',
];

export class Harness {
  readonly files = new Map<string, Uint8Array>();
  private server: Server | undefined;
  private browser: Browser | undefined;

  async start(webgpu = true): Promise<void> {
    for (const file of ['pngine.js', 'pngine-extras.js', 'pngine-compute.js', 'pngine-compute-extras.js']) {
      const path = join(web, 'dist', file);
      if (!existsSync(path)) throw new Error(`dist/${file} is missing: run npm run build`);
      this.files.set(`/${file}`, new Uint8Array(readFileSync(path)));
    }
    this.files.set('/', new TextEncoder().encode('<!doctype html><body style="margin:0"></body>'));
    this.server = createServer((request, response) => {
      const path = request.url ?? '/';
      const file = this.files.get(path);
      const type = path.endsWith('.js') ? 'text/javascript' : path.endsWith('.png') ? 'image/png' : 'text/html';
      response.writeHead(file ? 200 : 404, { 'content-type': type }).end(file);
    });
    await new Promise<void>((ready) => this.server?.listen(0, '127.0.0.1', ready));
    this.browser = await chromium.launch({
      executablePath: process.env['CHROMIUM'] ?? '/usr/bin/chromium',
      args: ['--headless=new', '--no-sandbox', ...(webgpu ? WEBGPU : ['--disable-features=WebGPU,WebGPUService', '--disable-gpu'])],
    });
  }

  async page(path = ''): Promise<Page> {
    if (!this.browser || !this.server) throw new Error('start first');
    const page = await this.browser.newPage();
    await page.goto(`http://127.0.0.1:${(this.server.address() as AddressInfo).port}/${path}`);
    return page;
  }

  /** Color (0..255) of a pixel of the page as it is shown. */
  async pixel(page: Page, x: number, y: number): Promise<number[]> {
    const picture = (await page.screenshot({ clip: { x, y, width: 1, height: 1 } })).toString('base64');
    return page.evaluate(async (data) => {
      const image = await createImageBitmap(await (await fetch(`data:image/png;base64,${data}`)).blob());
      const context = new OffscreenCanvas(1, 1).getContext('2d');
      context?.drawImage(image, 0, 0);
      return [...(context?.getImageData(0, 0, 1, 1).data ?? [])];
    }, picture);
  }

  async stop(): Promise<void> {
    await this.browser?.close();
    this.server?.close();
  }
}
