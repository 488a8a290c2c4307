#!/usr/bin/env node
// CPU time of one frame of 500 draws in the browser: our player on the page's thread, over hand-written JavaScript that
// issues the same WebGPU calls. Needs Chromium, a built web/dist and the compiler (PNGINE_BIN or the release build).
//   node web/bench/draws.mjs [--quick]    prints JSON: milliseconds per frame of both, their ratio
//
// What is counted: the CPU time that the page's main thread spends in tasks (TaskDuration of the browser's own
// Performance domain, in thread ticks instead of wall time), over a hundred frames, divided by their number. That
// covers everything a frame costs the page, in both programs: the script, promise continuations, the browser's half of
// every WebGPU call, garbage collection. Other threads and processes (the GPU's work above all) and waiting are not in it.
// Both programs live in one page and take turns, either of them first, so that a busy machine slows both; one frame follows
// the other as soon as the GPU is done, each in a task of its own. The calls of one frame of both are recorded first and
// must be the same.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { chromium } from 'playwright-core';
import { drawShader, drawsDocument, kDraws } from '../../bench/draws_document.mjs';

const root = resolve(dirname(fileURLToPath(import.meta.url)), '../..');
const pngine = resolve(process.env.PNGINE_BIN ?? join(root, 'build/release/bin/pngine'));
const quick = process.argv.includes('--quick');
const kFrames = 100;
/** Rounds thrown away: until the scripts are compiled. */
const kWarmUp = 6;
const kRounds = quick ? 9 : 21;
const WEBGPU = [
  '--enable-unsafe-webgpu', '--use-webgpu-adapter=swiftshader', '--enable-features=Vulkan', '--use-vulkan=swiftshader',
  '--use-gl=angle', '--use-angle=swiftshader',
];

/** A PNG whose program is one pass of many draws. */
function compiled() {
  const scratch = mkdtempSync(join(tmpdir(), 'draws-'));
  const source = join(scratch, 'draws.sjon');
  writeFileSync(source, drawsDocument());
  const png = join(scratch, 'draws.png');
  const { status, stderr, error } = spawnSync(pngine, ['render', source, '-o', png], { encoding: 'utf8' });
  if (status !== 0) throw new Error(`${pngine} render failed: ${error?.message ?? stderr}`);
  const bytes = readFileSync(png);
  rmSync(scratch, { recursive: true });
  return bytes;
}

// ---- what runs in the page ----

/** Prepares both programs; `page.ours` and `page.byHand` begin one frame, `page.run` plays many. */
async function prepare({ code, draws }) {
  const sized = () => {
    const canvas = document.body.appendChild(document.createElement('canvas'));
    canvas.width = canvas.height = 16;
    return canvas;
  };

  // Both programs ask for the end of the GPU's work once per frame; the loop below waits for the same.
  let finished;
  const done = GPUQueue.prototype.onSubmittedWorkDone;
  GPUQueue.prototype.onSubmittedWorkDone = function () {
    const promise = done.call(this);
    void promise.then(() => finished?.());
    return promise;
  };

  const player = await import('/pngine.js');
  const instance = await player.pngine('/draws.png', { canvas: sized(), worker: false });
  let time = 0;
  const ours = () => player.draw(instance, { time: (time += 1 / 60) });

  const device = await (await navigator.gpu.requestAdapter()).requestDevice();
  const context = sized().getContext('webgpu');
  const format = navigator.gpu.getPreferredCanvasFormat();
  context.configure({ device, format });
  const module = device.createShaderModule({ code });
  const pipeline = device.createRenderPipeline({ layout: 'auto', vertex: { module }, fragment: { module, targets: [{ format }] } });
  const byHand = () => {
    const encoder = device.createCommandEncoder();
    const pass = encoder.beginRenderPass({ colorAttachments: [{
      view: context.getCurrentTexture().createView(), loadOp: 'clear', storeOp: 'store', clearValue: [0, 0, 0, 1],
    }] });
    pass.setPipeline(pipeline);
    for (let i = 0; i < draws; i += 1) pass.draw(3, 1, 0, i);
    pass.end();
    device.queue.submit([encoder.finish()]);
    void device.queue.onSubmittedWorkDone();
  };

  const { port1, port2 } = new MessageChannel();
  const task = () => new Promise((next) => {
    port1.onmessage = next;
    port2.postMessage(0);
  });
  async function run(name, frames) {
    for (let i = 0; i < frames; i += 1) {
      await task();
      const end = new Promise((resolve) => (finished = resolve));
      window.page[name]();
      await end;
    }
  }
  window.page = { ours, byHand, run };
}

/** The WebGPU calls of one frame, with their numbers. */
async function recorded(name) {
  const calls = [];
  const undo = [];
  for (const type of [GPUDevice, GPUQueue, GPUCanvasContext, GPUTexture, GPUCommandEncoder, GPURenderPassEncoder]) {
    for (const [method, { value }] of Object.entries(Object.getOwnPropertyDescriptors(type.prototype))) {
      if (typeof value !== 'function' || method === 'constructor') continue;
      type.prototype[method] = function (...operands) {
        calls.push([method, ...operands.filter((operand) => typeof operand === 'number')].join(' '));
        return value.apply(this, operands);
      };
      undo.push(() => (type.prototype[method] = value));
    }
  }
  await window.page.run(name, 1);
  undo.forEach((restore) => restore());
  return calls;
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

/** Milliseconds of CPU per frame, of many frames. */
async function measure(page, session, name) {
  const spent = async () => {
    const { metrics } = await session.send('Performance.getMetrics');
    return metrics.find((metric) => metric.name === 'TaskDuration').value * 1000;
  };
  const before = await spent();
  await page.evaluate(([program, frames]) => window.page.run(program, frames), [name, kFrames]);
  return (await spent() - before) / kFrames;
}

async function compare(page) {
  await page.evaluate(prepare, { code: drawShader, draws: kDraws });
  const [ours, byHand] = [await page.evaluate(recorded, 'ours'), await page.evaluate(recorded, 'byHand')];
  const at = byHand.findIndex((call, i) => call !== ours[i]);
  if (at >= 0 || ours.length !== byHand.length) {
    throw new Error(`the calls differ: ${ours.length} and ${byHand.length}; call ${at} is '${ours[at]}', by hand '${byHand[at]}'`);
  }
  const session = await page.context().newCDPSession(page);
  await session.send('Performance.enable', { timeDomain: 'threadTicks' });
  const times = { ours: [], byHand: [] };
  const names = ['ours', 'byHand'];
  for (let round = -kWarmUp; round < kRounds; round += 1) {
    for (const name of round % 2 ? names : names.toReversed()) {
      const ms = await measure(page, session, name);
      if (round >= 0) times[name].push(ms);
    }
  }
  return { ours: median(times.ours), byHand: median(times.byHand), calls: ours.length };
}

async function main() {
  const files = new Map([
    ['/', '<!doctype html><body></body>'],
    ['/draws.png', compiled()],
    ...['pngine.js', 'pngine-extras.js'].map((file) => [`/${file}`, readFileSync(join(root, 'web/dist', file))]),
  ]);
  const server = await serve(files);
  const browser = await chromium.launch({
    executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium', args: ['--headless=new', '--no-sandbox', ...WEBGPU],
  });
  try {
    const page = await browser.newPage();
    await page.goto(`http://127.0.0.1:${server.address().port}/`);
    const { ours, byHand, calls } = await compare(page);
    console.log(JSON.stringify({ ours, byHand, ratio: ours / byHand, calls, frames: kFrames, rounds: kRounds }));
  } finally {
    await browser.close();
    server.close();
  }
}

await main();
