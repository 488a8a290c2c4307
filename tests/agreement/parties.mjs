// The two parties of the agreement test as asynchronous functions: the compiler and the device, each in a process that serves
// many programs. A process that dies or hangs costs the one program it was at; the device's is renewed from time to time,
// since Dawn keeps memory of every device.
import { spawn } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { createInterface } from 'node:readline';

const here = dirname(fileURLToPath(import.meta.url));
export const root = resolve(here, '../..');
const TIME_LIMIT = 60_000; // ms for one program
const PROGRAMS_PER_DEVICE_PROCESS = 300;

/** A process that is sent requests one at a time; `answers` lines make an answer. */
export class Server {
  #start;
  #child;
  #wake;
  #lines = [];

  constructor(start) {
    this.#start = start;
  }
  /** The lines of the answer; fewer, and why, when the process ended or was too slow. */
  async ask(request, answers) {
    const child = (this.#child ??= this.#open());
    this.#lines = [];
    let why;
    const timer = setTimeout(() => {
      why = `no answer within ${TIME_LIMIT / 1000} seconds`;
      child.kill('SIGKILL');
    }, TIME_LIMIT);
    child.stdin.write(request);
    while (this.#lines.length < answers && this.#child === child) await new Promise((wake) => (this.#wake = wake));
    clearTimeout(timer);
    return { lines: this.#lines.map((line) => JSON.parse(line)), why: this.#lines.length < answers ? why ?? child.end : undefined };
  }
  close() {
    this.#child?.stdin.end();
    this.#child = undefined;
  }
  #open() {
    const child = this.#start();
    let errors = '';
    child.stdin.on('error', () => {}); // the end of the process says it
    child.stderr.on('data', (bytes) => (errors = (errors + bytes).slice(-2000)));
    createInterface({ input: child.stdio[3] ?? child.stdout }).on('line', (line) => {
      if (this.#child !== child) return;
      this.#lines.push(line);
      this.#wake?.();
    });
    child.on('close', (code, signal) => {
      child.end = `ended with ${code ?? signal}: ${errors.trim()}`;
      if (this.#child !== child) return;
      this.#child = undefined;
      this.#wake?.();
    });
    return child;
  }
}


/** The compiler: `judge(id, text, folder)` gives {accepts, rules, warnings, idle, message, payload}, or {crash}. */
export class Judge {
  #server;
  constructor(out) {
    mkdirSync(out, { recursive: true });
    const program = process.env.PNGINE_JUDGE ?? join(root, 'build/release/bin/agreement_judge');
    this.#server = new Server(() => spawn(program, [out], { stdio: ['pipe', 'pipe', 'pipe'] }));
    this.out = out;
  }
  async judge(id, text, folder) {
    const bytes = Buffer.from(text, 'latin1');
    const request = Buffer.concat([Buffer.from(`${id} ${bytes.length} ${folder}/\n`), bytes]);
    const { lines: [verdict, made], why } = await this.#server.ask(request, 2);
    if (!verdict) return { crash: why };
    return { ...verdict, payload: made?.payload ? join(this.out, `${id}.pngb`) : undefined };
  }
  close() {
    this.#server.close();
  }
}

/** The device: `play(id, payload, features)` gives its list of errors, or null when the device cannot be had (device.mjs). */
export class Device {
  #server;
  #count = 0;
  constructor(bundle) {
    this.#server = new Server(() => spawn(process.execPath, [bundle], { stdio: ['pipe', 'ignore', 'pipe', 'pipe'] }));
  }
  async play(id, payload, features = 'usual') {
    if (++this.#count % PROGRAMS_PER_DEVICE_PROCESS === 0) this.#server.close();
    const { lines: [answer], why } = await this.#server.ask(`${id}\t${payload}\t${features}\n`, 1);
    return answer ? answer.errors : [`the process ${why}`];
  }
  close() {
    this.#server.close();
  }
}

/** device.mjs and the player as one file for Node. */
export async function bundleDevice(file) {
  const { build } = await import(pathToFileURL(join(root, 'web/node_modules/esbuild/lib/main.js')));
  const webgpu = pathToFileURL(join(root, 'web/node_modules/webgpu/index.js')).href;
  await build({
    entryPoints: [join(here, 'device.mjs')],
    outfile: file,
    bundle: true,
    platform: 'node',
    format: 'esm',
    target: 'node20',
    logLevel: 'error',
    plugins: [{
      name: 'webgpu',
      setup: (b) => b.onResolve({ filter: /^webgpu$/ }, () => ({ path: webgpu, external: true })),
    }],
  });
  return file;
}
