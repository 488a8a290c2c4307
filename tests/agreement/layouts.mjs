#!/usr/bin/env node
// Are the layouts of src/wgsl those of WebGPU? Thousands of generated structures (structs.mjs) are laid out by our reflection and
// held against Dawn's Null back end: a buffer binding of the size that we call the smallest must be taken, one smaller by four
// bytes refused. A device says nothing of offsets, so each is pinned by two structures cut behind the member in question: with
// @size(K) there, the first ends exactly where its alignment lets it end and the second, with K + 1, one step further, which
// both come true for one offset only.
//   node tests/agreement/layouts.mjs [COUNT] [SEED]      structures, 3000; seed, 1
// Needs build/release/bin/layout_judge and the web part's packages.
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { Server, root } from './parties.mjs';
import { PRELUDE, generate, textOf } from './structs.mjs';

const { create, globals } = await import(pathToFileURL(join(root, 'web/node_modules/webgpu/index.js')));
Object.assign(globalThis, globals);

const PER_PIPELINE = 8; // storage buffers that every device has
const LARGEST = 1 << 20; // bytes of a binding
const LARGEST_UNIFORM = 1 << 16;
const roundUp = (align, n) => Math.ceil(n / align) * align;

// ---- our word ----

class Judge {
  #server = new Server(() => spawn(process.env.PNGINE_LAYOUT_JUDGE ?? join(root, 'build/release/bin/layout_judge'), { stdio: ['pipe', 'pipe', 'pipe'] }));
  /** The bindings of a module, by name. */
  async bindings(text) {
    const { lines: [answer], why } = await this.#server.ask(`${Buffer.byteLength(text)}\n${text}`, 1);
    if (!answer || answer.error) throw new Error(`our reflection: ${answer?.error ?? why}`);
    return new Map(answer.bindings.map((b) => [b.name, b]));
  }
  close() {
    this.#server.close();
  }
}

// ---- what is asked: pins, each a store type and the smallest binding that follows from our layout ----

/**
 * Pins the place where `member` (its text, without @size) begins behind the first members of a structure: two structures. `at`
 * is that place by our layout, `least` the smallest @size that the member may have, `align` that of the cut structure.
 */
function pinsOfPlace(what, before, member, { at, least, align }) {
  const size = roundUp(align, at + least) - at;
  return [size, size + 1].map((bytes) => {
    const struct = `{ ${[...before, `@size(${bytes}) ${member}`].join(', ')} }`;
    // A binding has a multiple of four bytes: where structures of halves end between two of them, two in a row do not.
    return { what, struct, copies: align < 4 ? 2 : 1, size: roundUp(align, at + bytes) };
  });
}

/** All pins of one structure whose layout, with a tail of one element, is `ours`. */
function pinsOf(struct, ours, runtimeMin) {
  const fixed = struct.runtime ? `${struct.name}Fixed` : struct.name;
  const pins = [
    { what: 'size', type: fixed, size: ours.size },
    { what: 'alignment', struct: `{ h: f16, s: ${fixed} }`, copies: ours.align < 4 ? 2 : 1, size: ours.align + ours.size },
  ];
  if (struct.runtime) pins.push({ what: 'smallest binding', type: struct.name, size: runtimeMin });
  if (!struct.atomic && ours.size <= LARGEST_UNIFORM) pins.push({ what: 'size as a uniform', type: fixed, size: ours.size, uniform: true });
  const before = [];
  let align = 1;
  struct.members.forEach((m, n) => {
    const { offset, size, type } = ours.members[n];
    const own = m.attributes.filter((a) => a.startsWith('@align')).map((a) => `${a} `).join('');
    align = Math.max(align, m.align);
    if (n > 0) pins.push(...pinsOfPlace(`offset of ${m.name}`, before, `${own}${m.name}: ${m.type.text}`, { at: offset, least: type.size, align }));
    before.push(`${m.attributes.join(' ')} ${m.name}: ${m.type.text}`);
    if (m.attributes.some((a) => a.startsWith('@size'))) {
      const end = { at: roundUp(2, offset + size), least: 2, align: Math.max(align, 2) };
      pins.push(...pinsOfPlace(`end of ${m.name}`, before, 'end: f16', end));
    } else if (size !== (m.runtime ? type.stride : type.size)) {
      throw new Error(`${m.name} has a size that is not that of its type`);
    }
    pins.push({ what: `size of ${m.name}'s type`, type: m.type.text, size: type.size });
    pins.push({ what: `stride of ${m.name}'s type`, type: `array<${m.type.text}, 3>`, size: 3 * roundUp(type.align, type.size) });
    pins.push({ what: `stride of ${m.name}'s type, runtime-sized`, type: `array<${m.type.text}>`, size: roundUp(type.align, type.size) });
    if (type.stride !== undefined) {
      const element = m.type.text.slice('array<'.length, m.type.text.lastIndexOf(','));
      pins.push({ what: `stride of ${m.name}`, type: `array<${element}>`, size: type.stride });
    }
  });
  return pins;
}

/** The pins of a module's structures, those of a type that several have once. */
function pinsOfModule(structs, ours) {
  const seen = new Set();
  return structs
    .flatMap((s) => pinsOf(s, ours.get(`${s.name}_fixed`).type, ours.get(`${s.name}_`).min).map((pin) => ({ ...pin, of: s })))
    .filter(({ type, size, uniform }) => {
      const known = seen.size;
      return !type || seen.add(`${type} ${size} ${uniform}`).size > known;
    });
}

/** A module with every pin as a variable, and an entry point for each few of them, so that layouts can be automatic. */
function moduleOf(structs, pins) {
  let text = PRELUDE;
  for (const s of structs) text += `${textOf(s)}\n${s.runtime ? `${textOf(s, true)}\n` : ''}`;
  pins.forEach((pin, n) => {
    if (pin.struct) text += `struct P${n} ${pin.struct}\n`;
    const type = pin.type ?? (pin.copies > 1 ? `array<P${n}, ${pin.copies}>` : `P${n}`);
    text += `@group(0) @binding(${n}) var<${pin.uniform ? 'uniform' : 'storage, read_write'}> v${n}: ${type};\n`;
  });
  for (let n = 0; n < pins.length; n += PER_PIPELINE) {
    const reached = pins.slice(n, n + PER_PIPELINE).map((_, k) => `_ = &v${n + k};`);
    text += `@compute @workgroup_size(1) fn e${n}() { ${reached.join(' ')} }\n`;
  }
  return text;
}

// ---- the device's word ----

class Device {
  async open() {
    this.gpu = create(['backend=null']); // devices end with it
    const adapter = await this.gpu.requestAdapter();
    this.device = await adapter.requestDevice({ requiredFeatures: ['shader-f16'] });
    this.buffer = this.device.createBuffer({ size: LARGEST, usage: GPUBufferUsage.STORAGE | GPUBufferUsage.UNIFORM });
    return this;
  }
  /** The message of what goes wrong in `work`, or nothing. */
  async error(work) {
    this.device.pushErrorScope('validation');
    work();
    return (await this.device.popErrorScope())?.message;
  }
  async module(code) {
    let module;
    const error = await this.error(() => (module = this.device.createShaderModule({ code })));
    if (error) throw new Error(`the device refuses the module: ${error}`);
    return module;
  }
  async group(layout, sizes) {
    const entries = sizes.map(([binding, size]) => ({ binding, resource: { buffer: this.buffer, size } }));
    return this.error(() => this.device.createBindGroup({ layout, entries }));
  }
}

/** What the device says against the sizes of a few pins, as [pin's place, text]. */
async function judgeFew(device, module, first, sizes) {
  let layout;
  const error = await device.error(() => {
    const pipeline = device.device.createComputePipeline({ layout: 'auto', compute: { module, entryPoint: `e${first}` } });
    layout = pipeline.getBindGroupLayout(0);
  });
  if (error) throw new Error(`the device refuses a pipeline: ${error}`);
  const wrong = [];
  const exact = sizes.map((size, k) => [first + k, size]);
  const refused = await device.group(layout, exact);
  if (refused) wrong.push([first, `is too large for the device, or another of these ${sizes.length}: ${refused.split('\n')[0]}`]);
  const smaller = sizes.map((size, k) => [k, size - 4]).filter(([, size]) => size > 0);
  const answers = await Promise.all(smaller.map(([k, size]) => device.group(layout, exact.with(k, [first + k, size]))));
  answers.forEach((answer, n) => {
    const [k, size] = smaller[n];
    if (!answer) wrong.push([first + k, `is too small for the device: it takes ${size}`]);
  });
  return wrong;
}

/** The failures of one module, as [structure, text]. */
async function judgeModule(judge, device, structs, count) {
  const variables = structs.flatMap((s, n) => [
    `@group(0) @binding(${2 * n}) var<storage, read_write> ${s.name}_: ${s.name};`,
    `@group(0) @binding(${2 * n + 1}) var<storage, read_write> ${s.name}_fixed: ${s.name}${s.runtime ? 'Fixed' : ''};`]);
  const texts = structs.flatMap((s) => [textOf(s), ...(s.runtime ? [textOf(s, true)] : [])]);
  const ours = await judge.bindings(PRELUDE + [...texts, ...variables].join('\n'));
  const pins = pinsOfModule(structs, ours);
  const text = moduleOf(structs, pins);
  const bindings = await judge.bindings(text);
  const failures = [];
  const sizes = pins.map((pin, n) => {
    const { min } = bindings.get(`v${n}`);
    const follows = (pin.copies ?? 1) * pin.size;
    if (min !== follows) failures.push([pin.of, `${pin.what}: ${follows} follows from our layout, our reflection says ${min}`]);
    return roundUp(4, min);
  });
  const module = await device.module(text);
  for (let n = 0; n < pins.length; n += PER_PIPELINE) {
    for (const [at, why] of await judgeFew(device, module, n, sizes.slice(n, n + PER_PIPELINE))) {
      failures.push([pins[at].of, `${pins[at].what}: ours, ${sizes[at]} bytes with ${pins[at].struct ?? pins[at].type}, ${why}`]);
    }
  }
  count.pins += pins.length;
  return failures;
}

// ---- all of them ----

async function main() {
  const [structs = 3000, seed = 1] = process.argv.slice(2).map(Number);
  const judge = new Judge();
  const device = await new Device().open();
  const count = { pins: 0, members: 0 };
  let failed = 0;
  for (const module of generate(structs, seed)) {
    const failures = new Map();
    try {
      for (const [of, why] of await judgeModule(judge, device, module, count)) failures.set(of, [...(failures.get(of) ?? []), why]);
    } catch (error) {
      for (const of of module) failures.set(of, [error.message]);
    }
    for (const s of module) count.members += s.members.length;
    for (const [of, why] of failures) console.log(`DIFFERS ${textOf(of)}\n${why.slice(0, 4).map((line) => `          ${line}`).join('\n')}`);
    failed += failures.size;
  }
  judge.close();
  console.log(`${structs} structures of ${count.members} members, ${count.pins} sizes asked of the device (seed ${seed})`);
  console.log(`${structs - failed} passed, ${failed} failed`);
  process.exit(failed ? 1 : 0); // Dawn would keep the process
}

await main();
