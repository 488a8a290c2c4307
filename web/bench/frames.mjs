#!/usr/bin/env node
// CPU time of one frame in the browser: our player on the page's thread, over hand-written JavaScript that issues the same
// WebGPU calls. Needs Chromium, a built web/dist and the compiler (PNGINE_BIN or the release build).
//   node web/bench/frames.mjs [--quick] [NAME...]    samples, or `draws` for 500 draws; all of them unless named
//                                                    prints JSON: a row per program, milliseconds per frame of both, ratio
//
// The program by hand is written here, by recording: the calls that the player makes in some frames become straight-line
// JavaScript over the same buffers, pipelines and groups, each held in a variable. It has no table, no decoder and no check,
// and it sets the time in the blocks that carry it, so both programs issue the same calls with the same operands, error
// scopes and readbacks included. Both live in one page and take turns, either of them first, so that a busy machine slows
// both; one frame follows the other as soon as the GPU is done, each in a task of its own.
//
// What is counted: the CPU time that the page's main thread spends in tasks (TaskDuration of the browser's own Performance
// domain, in thread ticks instead of wall time), over many frames, divided by their number. That covers everything a frame
// costs the page: the script, promise continuations, the browser's half of every WebGPU call, garbage collection. Other
// threads and processes and waiting are not in it. So the GPU's work need not be done, and every entry point returns at
// once: a software GPU would take minutes. The ratio is the median of those of the rounds.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { chromium } from 'playwright-core';
import { drawsDocument, kDraws } from '../../bench/draws_document.mjs';

const root = resolve(dirname(fileURLToPath(import.meta.url)), '../..');
const pngine = resolve(process.env.PNGINE_BIN ?? join(root, 'build/release/bin/pngine'));
const quick = process.argv.includes('--quick');
/** Rounds are many and short, since what disturbs one is over in the next. A round of a slow program has fewer frames. */
const kFrames = 25;
const kFewest = 5;
const kSlowRound = 500; // milliseconds
const kRounds = quick ? 41 : 121;
/** Rounds thrown away: until the scripts are compiled. */
const kWarmUp = 24;
/** Frames that are recorded: a program with pools repeats itself after as many frames as its pools are long. */
const kRecorded = 12;
const WEBGPU = [
  '--enable-unsafe-webgpu', '--use-webgpu-adapter=swiftshader', '--enable-features=Vulkan', '--use-vulkan=swiftshader',
  '--use-gl=angle', '--use-angle=swiftshader',
];

/** Names of the programs, and of which document each is. */
function programs(scratch) {
  const samples = readdirSync(join(root, 'samples')).map((name) => [name, join(root, 'samples', name, `${name}.sjon`)]);
  const draws = join(scratch, 'draws.sjon');
  writeFileSync(draws, drawsDocument());
  const all = new Map([...samples, ['draws', draws]]);
  const named = process.argv.slice(2).filter((word) => !word.startsWith('--'));
  for (const name of named) if (!all.has(name)) throw new Error(`there is no sample '${name}'`);
  return [...all].filter(([name]) => !named.length || named.includes(name));
}

function compiled(source, scratch) {
  const png = join(scratch, 'out.png');
  const { status, stderr, error } = spawnSync(pngine, ['render', source, '-o', png], { encoding: 'utf8' });
  if (status !== 0) throw new Error(`${pngine} render ${source} failed: ${error?.message ?? stderr}`);
  return readFileSync(png);
}

/** Without a pass that draws the small player is the one that a page takes. */
const playerOf = (source) => (/\((render-pass|pass-graph)\b/.test(readFileSync(source, 'utf8')) ? 'pngine' : 'pngine-compute');

// ---- what runs in the page ----

/** No entry point does its work; the bindings that it names stay in use, so layouts stay what they are. */
function idleShaders() {
  const create = GPUDevice.prototype.createShaderModule;
  GPUDevice.prototype.createShaderModule = function ({ code, ...rest }) {
    const idle = code.replace(/@(?:compute|vertex|fragment)\b[^{;]*\bfn\s+\w+\s*\([^{]*\{/g, (head) => {
      const [, result] = /->\s*(?:@\w+(?:\([^)]*\))?\s*)*([^{]*?)\s*\{$/.exec(head) ?? [];
      return `${head} return${result ? ` ${result}()` : ''};`;
    });
    return create.call(this, { ...rest, code: idle });
  };
}

/** Our player on this page, and the loop that both programs are played by. */
async function prepare({ script, png }) {
  const canvas = document.body.appendChild(document.createElement('canvas'));
  canvas.width = canvas.height = 16;
  const page = (window.page = { programs: {}, readbacks: 0 });

  // Both programs ask for the end of the GPU's work once per frame and hand on what comes back; the loop waits for both.
  let missing = 0;
  let finished;
  page.passed = () => {
    missing -= 1;
    if (missing === 0) finished();
  };
  const done = GPUQueue.prototype.onSubmittedWorkDone;
  GPUQueue.prototype.onSubmittedWorkDone = function () {
    const promise = done.call(this);
    void promise.then(page.passed);
    return promise;
  };

  const player = await import(script);
  const onError = ({ message }) => {
    page.error ??= message;
  };
  const instance = await player.pngine(png, { canvas, worker: false, onError, onReadback: page.passed });
  page.programs.ours = (time) => player.draw(instance, { time });

  const { port1, port2 } = new MessageChannel();
  const task = () => new Promise((next) => {
    port1.onmessage = next;
    port2.postMessage(0);
  });
  let frame = 0;
  page.run = async (name, frames) => {
    for (let i = 0; i < frames; i += 1) {
      await task();
      const end = new Promise((resolve) => (finished = resolve));
      missing = 1 + page.readbacks;
      page.programs[name]((page.time = (frame += 1) / 60));
      await end;
    }
    if (page.error) throw new Error(page.error);
  };
  // Readbacks that are under way make the player leave copies out; how many a frame has is known when none is.
  await page.run('ours', 3);
  await new Promise((resolve) => setTimeout(resolve, 200));
}

/** The WebGPU calls of one frame: on which object, with what operands, and what came back. */
async function recorded(name) {
  const calls = [];
  const undo = [];
  let mapped;
  for (const type of [
    GPUDevice, GPUQueue, GPUBuffer, GPUTexture, GPUCanvasContext, GPUCommandEncoder, GPUComputePassEncoder, GPURenderPassEncoder,
  ]) {
    for (const [method, { value }] of Object.entries(Object.getOwnPropertyDescriptors(type.prototype))) {
      if (typeof value !== 'function' || method === 'constructor') continue;
      type.prototype[method] = function (...operands) {
        const call = { on: this, method, operands: operands.map((operand) => (ArrayBuffer.isView(operand) ? operand.slice() : operand)) };
        calls.push(call);
        if (method === 'mapAsync') mapped = this;
        return (call.result = value.apply(this, operands));
      };
      undo.push(() => (type.prototype[method] = value));
    }
  }
  await window.page.run(name, 1);
  while (mapped && mapped.mapState !== 'unmapped') await new Promise((resolve) => setTimeout(resolve, 1));
  undo.forEach((restore) => restore());
  return calls;
}

/** Makes the program by hand from what the player does in some frames, and leaves its text in `page.text`. */
async function writeByHand({ record, frames }) {
  const { page } = window;
  const recorded = new Function(`return ${record}`)();
  const objects = []; // what both programs share: GPU objects, and data to be written

  /** Straight-line code of one frame. */
  function codeOf(calls, time) {
    const locals = new Map();
    const lines = [];
    const mapping = new Map(); // from a buffer to the lines that wait for it

    const shared = (object) => {
      if (!objects.includes(object)) objects.push(object);
      return `o${objects.indexOf(object)}`;
    };
    /** Data as numbers, the first of which may be the time. */
    const data = (bytes) => {
      const numbers = bytes.byteLength % 4 ? bytes : new Float32Array(bytes.buffer, bytes.byteOffset, bytes.byteLength / 4).slice();
      const timed = numbers[0] === Math.fround(time);
      if (timed) numbers[0] = 0;
      const same = (other) => other instanceof Float32Array && other.timed === timed && `${other}` === `${numbers}`;
      const known = objects.find(same) ?? Object.assign(numbers, { timed });
      return timed ? `(${shared(known)}[0] = time, ${shared(known)})` : shared(known);
    };
    const literal = (value) => {
      if (value === null || typeof value !== 'object') return JSON.stringify(value) ?? 'undefined';
      if (locals.has(value)) return locals.get(value);
      if (ArrayBuffer.isView(value)) return data(value);
      if (Array.isArray(value)) return `[${value.map(literal).join(', ')}]`;
      if (Object.getPrototypeOf(value) !== Object.prototype) return shared(value);
      return `{ ${Object.entries(value).filter(([, v]) => v !== undefined).map(([k, v]) => `${k}: ${literal(v)}`).join(', ')} }`;
    };

    for (const { on, method, operands, result } of calls) {
      const call = `${literal(on)}.${method}(${operands.map(literal).join(', ')})`;
      const later = mapping.get(on);
      if (method === 'mapAsync') mapping.set(on, [call]);
      else if (method === 'getMappedRange') later.push(`new Uint8Array(${call}).slice()`);
      else if (later) later.push(call);
      else if (method === 'popErrorScope') lines.push(`${call}.then(report)`);
      else if (result instanceof Promise || result === undefined) lines.push(call);
      else {
        locals.set(result, `v${locals.size}`);
        lines.push(`const ${locals.get(result)} = ${call}`);
      }
      if (method === 'mapAsync') lines.push(mapping.get(on));
    }
    return lines.map((line) => (typeof line === 'string' ? `${line};`
      : `${line[0]}.then(() => {\n  ${line.slice(1).join(';\n  ')};\n  passed();\n});`)).join('\n');
  }

  const texts = [];
  for (let i = 0; i < frames; i += 1) {
    const calls = await recorded('ours');
    page.readbacks = calls.filter(({ method }) => method === 'mapAsync').length;
    texts.push(codeOf(calls, page.time));
  }
  const period = texts.findIndex((_, p) => p > 0 && texts.every((text, i) => text === texts[i % p]));
  if (period < 0) throw new Error('the calls of a frame do not come again');

  const names = objects.map((_, i) => `o${i}`).join(', ');
  page.text = `const [${names}] = objects;
const report = (error) => error && console.error(error.message);
return [${texts.slice(0, period).map((text) => `(time) => {\n${text}\n}`).join(',\n')}];`;
  const cycle = new Function('objects', 'passed', page.text)(objects, page.passed);
  let turn = 0;
  page.programs.byHand = (time) => cycle[turn++ % period](time);

  const spoken = (calls) => calls.map(({ method, operands }) => [method, ...operands.filter((x) => typeof x === 'number')].join(' '));
  const [ours, byHand] = [spoken(await recorded('ours')), spoken(await recorded('byHand'))];
  const at = byHand.findIndex((call, i) => call !== ours[i]);
  if (period === 1 && (at >= 0 || ours.length !== byHand.length)) {
    throw new Error(`the calls differ: ${ours.length} and ${byHand.length}; call ${at} is '${ours[at]}', by hand '${byHand[at]}'`);
  }
  return ours.length;
}

// ---- measuring ----

const median = (list) => [...list].sort((a, b) => a - b)[Math.floor(list.length / 2)];

/** What the page does not serve itself from memory does not exist. */
function serve(files) {
  const server = createServer((request, response) => {
    const file = files.get(request.url);
    const type = request.url.endsWith('.js') ? 'text/javascript' : request.url.endsWith('.png') ? 'image/png' : 'text/html';
    response.writeHead(file ? 200 : 404, { 'content-type': type }).end(file);
  });
  return new Promise((ready) => server.listen(0, '127.0.0.1', () => ready(server)));
}

/** Milliseconds of CPU per frame, of so many frames. */
async function measure(page, session, name, frames) {
  const spent = async () => {
    const { metrics } = await session.send('Performance.getMetrics');
    return metrics.find((metric) => metric.name === 'TaskDuration').value * 1000;
  };
  const before = await spent();
  await page.evaluate(([program, many]) => window.page.run(program, many), [name, frames]);
  return (await spent() - before) / frames;
}

async function compare(page, script, png) {
  await page.evaluate(idleShaders);
  await page.evaluate(prepare, { script, png });
  const calls = await page.evaluate(writeByHand, { record: `${recorded}`, frames: kRecorded });
  if (process.argv.includes('--text')) console.error(await page.evaluate(() => window.page.text));
  const session = await page.context().newCDPSession(page);
  await session.send('Performance.enable', { timeDomain: 'threadTicks' });
  const begin = performance.now();
  await page.evaluate((few) => window.page.run('ours', few), kFewest);
  const frames = Math.max(kFewest, Math.min(kFrames, Math.round(kSlowRound * kFewest / (performance.now() - begin))));
  const times = { ours: [], byHand: [] };
  const names = ['ours', 'byHand'];
  for (let round = -kWarmUp; round < kRounds; round += 1) {
    for (const name of round % 2 ? names : names.toReversed()) {
      const ms = await measure(page, session, name, frames);
      if (round >= 0) times[name].push(ms);
    }
  }
  const ratio = median(times.ours.map((ms, i) => ms / times.byHand[i]));
  return { ours: median(times.ours), byHand: median(times.byHand), ratio, calls, frames };
}

async function main() {
  const scratch = mkdtempSync(join(tmpdir(), 'frames-'));
  const listed = programs(scratch);
  const files = new Map([
    ['/', '<!doctype html><body></body>'],
    ...listed.map(([name, source]) => [`/${name}.png`, compiled(source, scratch)]),
    ...readdirSync(join(root, 'web/dist')).filter((file) => file.endsWith('.js')).map((file) => [`/${file}`, readFileSync(join(root, 'web/dist', file))]),
  ]);
  const server = await serve(files);
  const browser = await chromium.launch({
    executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium', args: ['--headless=new', '--no-sandbox', ...WEBGPU],
  });
  const rows = [];
  try {
    for (const [name, source] of listed) {
      const page = await browser.newPage();
      await page.goto(`http://127.0.0.1:${server.address().port}/`);
      rows.push({ name, ...(await compare(page, `/${playerOf(source)}.js`, `/${name}.png`)) });
      console.error(`${name}: ${rows.at(-1).ratio.toFixed(3)}`);
      await page.close();
    }
  } finally {
    await browser.close();
    server.close();
    rmSync(scratch, { recursive: true });
  }
  console.log(JSON.stringify({ rounds: kRounds, rows }));
}

await main();
