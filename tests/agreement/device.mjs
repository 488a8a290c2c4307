// The device's half of the agreement test: plays payloads with the browser player's own source on Dawn's Null back end, which
// validates everything and draws nothing. run.mjs bundles this file for Node.
//   node device.mjs      lines "ID PATH FEATURES" (with tabs) on standard input; one JSON line {"id", "errors": [...]} each on
//                        descriptor 3, since Dawn talks on the others. FEATURES is "all", or "usual" for those of the player
// An error is what the device says, in a scope or without one, a lost device, and whatever makes the player give up. A canvas
// may be bgra8unorm or rgba8unorm: a program has errors if it has some with both. "errors" is null when no device could be
// had, since its limits are not there.
import { readFileSync, writeSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { create, globals } from 'webgpu';
import { fullFeatures } from '../../web/src/host/full.ts';
import { createHost } from '../../web/src/host/host.ts';
import { imageSize } from './image.mjs';

const SIZE = 512; // of the canvas
const FRAMES = 8;
const MAX_FATAL = 30_000; // ms that one program may take

Object.assign(globalThis, globals);
let canvasFormat = 'bgra8unorm';
let canvasAsked = false;
const gpu = create(['backend=null']);
gpu.getPreferredCanvasFormat = () => {
  canvasAsked = true;
  return canvasFormat;
};
Object.defineProperty(globalThis, 'navigator', { value: { gpu }, configurable: true });

// ---- what Node lacks: images, and their way into a texture ----

globalThis.createImageBitmap = async (blob) => {
  const size = imageSize(new Uint8Array(await blob.arrayBuffer()));
  if (!size) throw new Error('the image cannot be decoded');
  return { ...size, close() {} };
};

const IMAGE_FORMATS = `r8unorm r16float r32float rg8unorm rg16float rg32float rgba8unorm rgba8unorm-srgb bgra8unorm bgra8unorm-srgb
  rgb10a2unorm rgba16float rgba32float r16unorm rg16unorm rgba16unorm r8snorm rg8snorm rgba8snorm r16snorm rg16snorm rgba16snorm
  rg11b10ufloat`.split(/\s+/);

/** copyExternalImageToTexture as WebGPU validates it; ranges are judged by a write of the same extent. */
function copyImage(queue, { source }, { texture, mipLevel = 0, origin = [] }, [width, height]) {
  const needed = GPUTextureUsage.COPY_DST | GPUTextureUsage.RENDER_ATTACHMENT;
  if ((texture.usage & needed) !== needed) return say('image copy: the texture lacks COPY_DST or RENDER_ATTACHMENT');
  if (texture.dimension !== '2d' || texture.sampleCount !== 1) return say('image copy: the texture is not 2d or multisampled');
  if (!IMAGE_FORMATS.includes(texture.format)) return say(`image copy: not into ${texture.format}`);
  if (width > source.width || height > source.height) return say('image copy: past the image');
  const bytesPerRow = width * 16;
  queue.writeTexture({ texture, mipLevel, origin }, new Uint8Array(bytesPerRow * height), { bytesPerRow, rowsPerImage: height }, [width, height]);
}

/** Stands in for a canvas: its context hands out one texture per frame. */
function fakeCanvas() {
  let config;
  const canvas = {
    width: SIZE,
    height: SIZE,
    getContext: () => ({
      configure: (c) => (config = c),
      getCurrentTexture: () => config.device.createTexture({
        label: 'the canvas', size: [canvas.width, canvas.height], format: config.format, usage: config.usage,
      }),
    }),
  };
  return canvas;
}

// ---- one program ----

let errors = [];
const say = (text) => void (errors.length < 20 && errors.push(text));

/** Every device that the player opens is watched by scopes of our own, outside of those of the player. */
let device;
let everyFeature = false;
const requestAdapter = gpu.requestAdapter.bind(gpu);
gpu.requestAdapter = async (...args) => {
  const adapter = await requestAdapter(...args);
  const requestDevice = adapter.requestDevice.bind(adapter);
  adapter.requestDevice = async (descriptor) => {
    device = await requestDevice(everyFeature ? { ...descriptor, requiredFeatures: [...adapter.features] } : descriptor);
    device.queue.copyExternalImageToTexture = (...more) => copyImage(device.queue, ...more);
    for (const filter of ['internal', 'out-of-memory', 'validation']) device.pushErrorScope(filter);
    return device;
  };
  return adapter;
};

async function closeScopes() {
  for (const filter of ['validation', 'out-of-memory', 'internal']) {
    const error = await device.popErrorScope();
    if (error) say(`${filter}: ${error.message}`);
  }
}

async function play(path) {
  errors = [];
  device = undefined;
  let lastId = 0;
  const waiting = new Map();
  const tell = createHost(fullFeatures, ({ id_: id, error_: error }) => {
    if (error) say(`${error.code}: ${error.message}`);
    if (id) waiting.get(id)?.(!error);
  });
  const ask = (call, value) => new Promise((done) => {
    waiting.set(++lastId, done);
    tell([lastId, call, value]);
  });
  const bytes = new Uint8Array(readFileSync(path));
  if (await ask('open', [bytes]) && await ask('init', fakeCanvas())) {
    for (let n = 1; n < FRAMES; n++) await ask('draw', { time_: n / 60, pointer_: new Float32Array(12) });
  }
  if (device) {
    await device.queue.onSubmittedWorkDone().catch((error) => say(`queue: ${error}`));
    await closeScopes();
  }
  await ask('destroy');
  return errors;
}

const limit = (promise) => {
  let timer;
  const late = new Promise((done) => (timer = setTimeout(() => done(['hang: the program does not come to its end']), MAX_FATAL)));
  return Promise.race([promise, late]).finally(() => clearTimeout(timer));
};

const UNAVAILABLE = /no device: .*Required limit/;

async function errorsOf(path) {
  let found;
  for (canvasFormat of ['bgra8unorm', 'rgba8unorm']) {
    canvasAsked = false;
    const errors = await limit(play(path));
    if (!errors.length) return [];
    if (UNAVAILABLE.test(errors[0])) return null;
    found ??= errors;
    if (!canvasAsked) break;
  }
  return found;
}

for await (const line of createInterface({ input: process.stdin })) {
  const [id, path, features] = line.split('\t');
  everyFeature = features === 'all';
  writeSync(3, `${JSON.stringify({ id, errors: await errorsOf(path) })}\n`);
}
process.exit(0); // Dawn would keep the process
