#!/usr/bin/env node
// The benchmark: sizes of files and players, and times as ratios of two programs that take turns, so that a busy machine slows
// both. Prints one markdown table with the targets beside, and one of the samples' shaders. ./dev bench builds first.
//   node bench/run.mjs [--quick] [FRAMES]    frames per measured run of the native player, 1000; --quick means 60
import { spawn, spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { deflateRawSync, gzipSync, inflateRawSync } from 'node:zlib';
import { drawsDocument, kDraws } from './draws_document.mjs';

const root = resolve(dirname(fileURLToPath(import.meta.url)), '..');
const pngine = resolve(process.env.PNGINE_BIN ?? join(root, 'build/release/bin/pngine'));
const binaries = join(root, 'build/release/bin');
const bare = join(binaries, 'bench_bare_collatz');
const quick = process.argv.includes('--quick');
const frames = Number(process.argv.find((word) => /^\d+$/.test(word)) ?? (quick ? 60 : 1000));
const scratch = mkdtempSync(join(tmpdir(), 'bench-'));

const drivers = {
  SwiftShader: '/usr/lib/chromium/vk_swiftshader_icd.json',
  llvmpipe: '/usr/share/vulkan/icd.d/lvp_icd.x86_64.json',
};

// ---- measuring ----

const median = (list) => [...list].sort((a, b) => a - b)[Math.floor(list.length / 2)];
const progress = (text) => process.stderr.write(`bench: ${text}\n`);

/** Runs a program; milliseconds of the whole process. */
function timed([program, ...args], env = {}) {
  const begin = process.hrtime.bigint();
  const done = spawnSync(program, args, { env: { ...process.env, ...env }, maxBuffer: 1 << 28 });
  const ms = Number(process.hrtime.bigint() - begin) / 1e6;
  if (done.error) throw done.error;
  if (done.status !== 0) throw new Error(`${program} ${args.join(' ')} gave ${done.status}: ${done.stderr}`);
  return ms;
}

/** Milliseconds from the start of a program to the first it writes to standard output. */
function firstOutput([program, ...args], env = {}) {
  return new Promise((resolve, reject) => {
    const begin = process.hrtime.bigint();
    let ms;
    const child = spawn(program, args, { env: { ...process.env, ...env }, stdio: ['ignore', 'pipe', 'ignore'] });
    child.stdout.on('data', () => { ms ??= Number(process.hrtime.bigint() - begin) / 1e6; });
    child.on('error', reject);
    child.on('close', (code) => (code === 0 && ms ? resolve(ms) : reject(new Error(`${program} gave ${code}`))));
  });
}

/** CPU milliseconds (user and system, children included) of a whole process. */
function cpuTime(command, env = {}) {
  const { stdout, status, stderr } = spawnSync('bash', ['-c', 'TIMEFORMAT="%U %S"; { time "$@" >/dev/null 2>&1; } 2>&1', 'time', ...command],
    { env: { ...process.env, ...env }, encoding: 'utf8' });
  if (status !== 0) throw new Error(`${command.join(' ')} gave ${status}: ${stderr}`);
  return stdout.trim().split(/\s+/).map(Number).reduce((a, b) => a + b) * 1000;
}

/** Two commands by turns, the first of each thrown away: medians of both. */
async function inTurns(first, second, rounds, env, measure = timed) {
  const times = [[], []];
  for (let round = -1; round < rounds; round += 1) {
    for (const [i, command] of [first, second].entries()) {
      const ms = await measure(command, env);
      if (round >= 0) times[i].push(ms);
    }
  }
  return times.map(median);
}

// ---- sizes ----

/** The payload in a PNG's pNGb chunk: version, flags (bit 0: raw-deflated), payload. */
function payloadOf(png) {
  for (let at = 8; at + 12 <= png.length; at += 12 + png.readUInt32BE(at)) {
    if (png.toString('latin1', at + 4, at + 8) !== 'pNGb') continue;
    const data = png.subarray(at + 8, at + 8 + png.readUInt32BE(at));
    return data[1] & 1 ? inflateRawSync(data.subarray(2)) : data.subarray(2);
  }
  throw new Error('no pNGb chunk');
}

function compiled(source, ...options) {
  const png = join(scratch, `${source.replaceAll(/\W/g, '_')}${options.join('')}.png`);
  timed([pngine, 'render', source, '-o', png, ...options]);
  return png;
}

/** The texts of the shader modules that a picture creates. */
function shaderTexts(png) {
  const { stdout, status, stderr } = spawnSync(pngine, ['inspect', png, '--json', '--extract-wgsl'], { encoding: 'utf8', maxBuffer: 1 << 28 });
  if (status !== 0) throw new Error(`inspect gave ${status}: ${stderr}`);
  const { initialization, first_frame: frame } = JSON.parse(stdout);
  const commands = [initialization, frame].flatMap((phase) => phase?.commands ?? []);
  return commands.filter(({ cmd }) => cmd === 'create shader').map(({ blob }) => blob);
}

/** What -m does to each sample: bytes of shader text, of the same deflated module by module, of the whole picture. */
function minifierTable() {
  const measure = (png) => {
    const texts = shaderTexts(png);
    return {
      text: texts.reduce((sum, text) => sum + Buffer.byteLength(text), 0),
      deflated: texts.reduce((sum, text) => sum + deflateRawSync(text, { level: 9 }).length, 0),
      png: statSync(png).size,
    };
  };
  const folder = join(root, 'samples');
  return readdirSync(folder).filter((name) => existsSync(join(folder, name, `${name}.sjon`))).sort().map((name) => {
    const source = join(folder, name, `${name}.sjon`);
    return { name, plain: measure(compiled(source)), small: measure(compiled(source, '-m')) };
  });
}

const percent = (before, after) => `−${(100 * (1 - after / before)).toFixed(1)} %`;

/** The sums of the table, with the table printed behind the others. */
function minifierRow(table) {
  const sum = (which, key) => table.reduce((total, row) => total + row[which][key], 0);
  const [before, after] = [sum('plain', 'deflated'), sum('small', 'deflated')];
  const pictures = percent(sum('plain', 'png'), sum('small', 'png'));
  return {
    value: `${percent(before, after)} (${before.toLocaleString('en')} to ${after.toLocaleString('en')} B); PNGs ${pictures}`,
    ok: after <= 0.65 * before,
    target: '−35 %',
  };
}

const bytes = (n, limit) => ({ value: `${n.toLocaleString('en')} B`, ok: n <= limit, target: `${limit.toLocaleString('en')} B` });
const ratio = (a, b, limit) => ({
  value: `${(a / b).toFixed(3)} × (${a.toFixed(2)} ms, ${b.toFixed(2)} ms)`,
  ok: a / b <= limit,
  target: `${limit.toFixed(2)} ×`,
});

function largestExecutor() {
  const folder = join(root, 'build/release/src/executor/images');
  const images = readdirSync(folder).filter((name) => /^a\d+\.wasm$/.test(name));
  return Math.max(...images.map((name) => statSync(join(folder, name)).size));
}

// ---- times ----

async function validateTime(source) {
  const [ours, nothing] = await inTurns([pngine, 'validate', source], ['true'], quick ? 15 : 41);
  return { value: `${(ours - nothing).toFixed(1)} ms`, ok: ours - nothing <= 60, target: '60 ms' };
}

/** Documents with shaders below a folder. */
function documentsWithShaders(folder, ending = '.sjon') {
  return readdirSync(join(root, folder), { recursive: true })
    .filter((name) => name.endsWith(ending) && !name.includes('assets/'))
    .map((name) => join(root, folder, name))
    .filter((file) => readFileSync(file, 'latin1').includes('"""'))
    .sort();
}

/** Many different programs in one run on one core, Tint included: the features, samples and examples, and right goldens. */
function validateMany(count) {
  const files = [
    ...['tests/features', 'samples', 'docs/examples'].flatMap((folder) => documentsWithShaders(folder)),
    ...documentsWithShaders('tests/golden/rules', '.ok.sjon'),
  ].slice(0, count);
  if (files.length < count) throw new Error(`there are ${files.length} programs only`);
  const oneCore = spawnSync('taskset', ['-c', '0', 'true']).status === 0 ? ['taskset', '-c', '0'] : [];
  const command = [...oneCore, pngine, 'validate', ...files];
  const each = median(Array.from({ length: quick ? 5 : 11 }, () => timed(command))) / count;
  return { value: `${each.toFixed(2)} ms${oneCore.length ? '' : ' (on any core)'}`, ok: each <= 4, target: '4 ms' };
}

/** The WGSL of a document's modules, each in a file of its own. */
function shaderFiles(source) {
  return readFileSync(source, 'utf8').split('"""').filter((_, i) => i % 2 === 1).map((text, i) => {
    const file = join(scratch, `shader-${i}.wgsl`);
    writeFileSync(file, text);
    return file;
  });
}

/** CPU time of one frame of many draws, the same calls by hand and through the file. */
async function drawRow(name) {
  const icd = drivers[name];
  const env = { VK_ICD_FILENAMES: icd, VK_DRIVER_FILES: icd };
  const source = join(scratch, 'draws.sjon');
  writeFileSync(source, drawsDocument());
  const png = compiled(source);
  const [shader] = shaderFiles(source);
  const many = quick ? 200 : 1000;
  const player = (n) => [pngine, 'run', png, '--size', '16x16', '--adapter', name.toLowerCase(), '--frames', String(n)];
  const byHand = (n) => [join(binaries, 'bench_bare_draws'), String(n), String(kDraws), shader];
  const [one, bareOne] = await inTurns(player(1), byHand(1), 3, env, cpuTime);
  const [all, bareAll] = await inTurns(player(many), byHand(many), 3, env, cpuTime);
  return ratio((all - one) / (many - 1), (bareAll - bareOne) / (many - 1), 1.15);
}

/** CPU time of the page's thread for a frame of each sample, and of many draws, over the same calls by hand. */
function browserFrames() {
  const { stdout, status } = spawnSync(process.execPath, [join(root, 'web/bench/frames.mjs'), ...(quick ? ['--quick'] : [])],
    { env: { ...process.env, PNGINE_BIN: pngine }, encoding: 'utf8', stdio: ['ignore', 'pipe', 'inherit'] });
  if (status !== 0) throw new Error(`web/bench/frames.mjs gave ${status}`);
  const told = ({ ours, byHand, ratio: times }) => ({
    value: `${times.toFixed(3)} × (${ours.toFixed(3)} ms, ${byHand.toFixed(3)} ms)`, ok: times <= 1.3, target: '1.30 ×',
  });
  const { rows } = JSON.parse(stdout);
  const samples = rows.filter(({ name }) => name !== 'draws').sort((a, b) => b.ratio - a.ratio);
  const [worst] = samples;
  return [
    { what: `browser player, CPU of a frame of ${kDraws} draws, over the same calls by hand`, ...told(rows.find(({ name }) => name === 'draws')) },
    { what: `browser player, CPU of a frame, worst of ${samples.length} samples (${worst.name})`, ...told(worst) },
  ];
}

/** A document of some 5,000 lines: compile without Tint, per MB, over reading it with a bare tokenizer of parentheses and atoms. */
async function compileRow() {
  const file = join(scratch, 'long.sjon');
  const line = (i) => `(buffer :name b${i} :size (* 4 ${16 + (i % 64)}) :usage [storage copy-src copy-dst]) ; buffer number ${i}`;
  writeFileSync(file, Array.from({ length: 5000 }, (_, i) => line(i)).join('\n'));
  const text = readFileSync(file, 'utf8');
  const out = join(scratch, 'long.pngb');
  const [whole, nothing] = await inTurns([pngine, 'compile', '--no-validate', file, '-o', out], [pngine, 'version'], quick ? 5 : 11);
  const pattern = /;[^\n]*|"(?:\\.|[^"])*"|[()[\]]|[^\s()[\];"]+/g;
  const begin = process.hrtime.bigint();
  let tokens = 0;
  for (let turn = 0; turn < 10; turn += 1) for (const _ of text.matchAll(pattern)) tokens += 1;
  const tokenizer = Number(process.hrtime.bigint() - begin) / 1e7;
  const megabytes = text.length / 1e6;
  return {
    value: `${((whole - nothing) / megabytes).toFixed(0)} ms per MB, ${((whole - nothing) / tokenizer).toFixed(1)} × a tokenizer (${tokens / 10} tokens)`,
    ok: true,
    target: 'stated',
  };
}

/** Start to the first lanes, and what each further frame costs: the same work through the file and by hand. */
async function nativeRows(png, name) {
  const icd = drivers[name];
  if (!existsSync(icd)) return [missing(`native on ${name}`, `${icd} is not there`)];
  if (!existsSync(bare)) return [missing(`native on ${name}`, 'bench_bare_collatz is not built')];
  const env = { VK_ICD_FILENAMES: icd, VK_DRIVER_FILES: icd };
  const player = (n) => [pngine, 'run', png, '--adapter', name.toLowerCase(), '--frames', String(n)];
  const byHand = (n) => [bare, String(n), ...shaderFiles(join(root, 'samples/collatz/collatz.sjon'))];
  progress(`native on ${name}, start`);
  const [start, bareStart] = await inTurns(player(1), byHand(1), quick ? 7 : 15, env, firstOutput);
  progress(`native on ${name}, ${frames} frames`);
  const [one, bareOne] = await inTurns(player(1), byHand(1), 5, env);
  const [long, bareLong] = await inTurns(player(frames), byHand(frames), 3, env);
  const each = (all, first) => (all - first) / (frames - 1);
  return [
    { what: `native, start to first lanes, ${name}, over bare wgpu-native`, ...ratio(start, bareStart, 1.15) },
    { what: `native, each of ${frames} frames, ${name}, over bare`, ...ratio(each(long, one), each(bareLong, bareOne), 1.1) },
  ];
}

const missing = (what, why) => ({ what, value: `not measured: ${why}`, ok: false, target: '' });

/** A row that cannot be measured says why and does not hide the others. */
async function attempt(what, measure) {
  progress(what);
  try {
    return { what, ...(await measure()) };
  } catch (error) {
    return missing(what, error.message.split('\n')[0]);
  }
}

/** The same for a measurement of several rows. */
async function attemptAll(what, measure) {
  progress(what);
  try {
    return await measure();
  } catch (error) {
    return [missing(what, error.message.split('\n')[0])];
  }
}

function browserPlayer(file, limit) {
  return bytes(gzipSync(readFileSync(join(root, 'web/dist', file)), { level: 9 }).length, limit);
}

/** The PNGs of all samples without a poster, and the one in the middle: of an even number the mean of two. */
function sampleSizes() {
  const names = readdirSync(join(root, 'samples'));
  const sizes = names.map((name) => statSync(compiled(join(root, 'samples', name, `${name}.sjon`))).size);
  const sorted = [...sizes].sort((a, b) => a - b);
  const middle = (sorted[(sorted.length - 1) >> 1] + sorted[sorted.length >> 1]) / 2;
  return [
    ...names.map((name, i) => ({ what: `PNG of samples/${name}, executor inside, WGSL as written`, ...bytes(sizes[i], name === 'collatz' ? 1800 : 5000) })),
    { what: `PNG of a sample, median of ${names.length}`, ...bytes(middle, 2500) },
  ];
}

function foundingSample() {
  const folder = process.env.PNGINE_SHARED_SAMPLES;
  return folder ? [{ what: 'PNG of the founding sample', source: join(folder, '30_collatz_search.sjon') }] : [];
}

async function main() {
  const sample = join(root, 'samples/collatz/collatz.sjon');
  const row = (what, measure) => [what, measure];
  let samples = [];
  const measured = [
    row('executor embedded for the Collatz sample', () => {
      const payload = payloadOf(readFileSync(compiled(sample)));
      return bytes(payload.readUInt32LE(16), 1090);
    }),
    row('executor with everything', () => bytes(largestExecutor(), 1500)),
    ...foundingSample().map(({ what, source }) =>
      row(`${what}, executor inside, WGSL as written`, () => bytes(statSync(compiled(source)).size, 1800))),
    ...[['triangle', 1050], ['cube', 1750], ['boids', 2150]].map(([name, limit]) =>
      row(`PNG of docs/examples/${name}, executor inside, WGSL as written`, () =>
        bytes(statSync(compiled(join(root, `docs/examples/${name}.sjon`))).size, limit))),
    row('-m, deflated shader text of the samples', () => minifierRow(samples = minifierTable())),
    row('validate of the sample, whole process with Tint, over true', () => validateTime(sample)),
    row('validate of 500 programs in one run with Tint, on one core, per program', () => validateMany(500)),
    row('compile of 5,000 lines without Tint', compileRow),
    row('browser player for compute, gzip', () => browserPlayer('pngine-compute.js', 6144)),
    row('browser player, everything, gzip', () => browserPlayer('pngine.js', 9216)),
  ];
  const rows = [];
  for (const [what, measure] of measured) rows.push(await attempt(what, measure)); // one at a time: they are timed
  rows.push(...(await attemptAll('PNGs of the samples', sampleSizes)));
  rows.push(...(await attemptAll('browser player, CPU of a frame', browserFrames)));
  try {
    const png = compiled(sample);
    for (const name of Object.keys(drivers)) rows.push(...(await nativeRows(png, name)));
    rows.push(await attempt(`native, CPU time of a frame of ${kDraws} draws, SwiftShader, over bare wgpu-native`, () => drawRow('SwiftShader')));
  } catch (error) {
    rows.push(missing('native player', error.message.split('\n')[0]));
  }
  rmSync(scratch, { recursive: true, force: true });
  console.log('| what | measured | at most | |\n|---|---:|---:|---|');
  for (const { what, value, target, ok } of rows) console.log(`| ${what} | ${value} | ${target} | ${ok ? 'met' : 'NOT MET'} |`);
  console.log('\n| sample | shader text, B | with -m | deflated, B | with -m | | PNG, B | with -m | |\n|---|---:|---:|---:|---:|---:|---:|---:|---:|');
  for (const { name, plain, small } of samples) {
    const pair = (key) => `${plain[key]} | ${small[key]}`;
    console.log(`| ${name} | ${pair('text')} | ${pair('deflated')} | ${percent(plain.deflated, small.deflated)} | ${pair('png')} | ${percent(plain.png, small.png)} |`);
  }
}

main();
