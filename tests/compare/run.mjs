#!/usr/bin/env node
// Same picture in both players: every feature program and every sample, frames 0, 1 and 7, at 64x64. The native player on
// SwiftShader must equal Chromium's canvas on SwiftShader to the bit, on llvmpipe it must look the same, and the document
// must pass the strict check. ./dev compare builds what this needs.
//   node tests/compare/run.mjs [GLOB]     those whose names match, * for any text
// Header comments of a program that change what is asked of it, each with its reason:
//   ;;; DIFFERS: why       the browser and the native player differ, or the latter refuses; an error if they do not
//   ;;; LLVMPIPE: why      not compared on llvmpipe
//   ;;; UNIFORM: why       the picture may have one color only
//   ;;; WARNS: why         the strict check may refuse it for warnings
// and one that changes what is played:
//   ;;; RESIZE: 3=40x24 5=72x88    from these frames on the canvas has these sizes; the frames are compared too
// Writes build/compare/index.html; exit status 1 on a disagreement.
import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { Browser } from './browser.mjs';
import { page } from './page.mjs';
import { colors, difference } from './picture.mjs';

const SIDE = 64;
const FRAMES = [0, 1, 7];
const STEP = 1 / 60;
const ADAPTERS = ['swiftshader', 'llvmpipe'];
/**
 * What the eye forgives on another driver: mean difference of channels, and share of pixels far off. Edges of geometry smaller
 * than a pixel make most of it (the sample of instances: 2.6 and 0.019); nearly all programs stay below 0.1 and 0.001.
 */
const LIMIT = { mean: 4, far: 0.03 };

const root = resolve(dirname(fileURLToPath(import.meta.url)), '../..');
const native = resolve(process.env.PNGINE_COMPARE_NATIVE ?? join(root, 'build/release/bin/compare_native'));
const out = resolve(process.env.PNGINE_COMPARE_OUT ?? join(root, 'build/compare'));
const frames = join(out, 'frames');

function programs(glob) {
  const pattern = new RegExp(`^${glob.replaceAll('.', '\\.').replaceAll('*', '.*')}$`);
  const features = readdirSync(join(root, 'tests/features')).map((file) => join(root, 'tests/features', file));
  const samples = readdirSync(join(root, 'samples')).flatMap((name) =>
    readdirSync(join(root, 'samples', name)).map((file) => join(root, 'samples', name, file)));
  return [...features, ...samples]
    .filter((path) => path.endsWith('.sjon') && pattern.test(basename(path, '.sjon')))
    .sort((a, b) => (basename(a) < basename(b) ? -1 : 1));
}

/** Title and stated exceptions, from the comment lines in front. */
function header(path) {
  const lines = [];
  const whole = readFileSync(path, 'utf8');
  for (const line of whole.split('\n')) {
    if (!line.startsWith(';')) break;
    lines.push(line.replace(/^;+ ?/, ''));
  }
  const text = lines.join(' ');
  const said = (word) => new RegExp(`${word}: (.*?)(?= [A-Z]{5,}:|$)`).exec(text)?.[1];
  const draws = /\((render-pass|pass-graph)/.test(whole);
  const resizes = (said('RESIZE') ?? '').split(' ').filter(Boolean).map((text) => {
    const match = /^(\d+)=(\d+)x(\d+)$/.exec(text);
    if (!match) throw new Error(`${path}: RESIZE takes FRAME=WxH, not ${text}`);
    return match.slice(1).map(Number);
  });
  return { resizes, draws, title: text.split(/ [A-Z]{5,}:/)[0], differs: said('DIFFERS'), llvmpipe: said('LLVMPIPE'), uniform: said('UNIFORM'), warns: said('WARNS') };
}

/** The frames that are compared, and the size of the canvas in each. */
const framesOf = ({ resizes }) => [...new Set([...FRAMES, ...resizes.map(([frame]) => frame)])].sort((a, b) => a - b);
const sizeAt = ({ resizes }) => (frame) => resizes.findLast(([from]) => from <= frame)?.slice(1) ?? [SIDE, SIDE];

function nativePictures(name, said, adapter) {
  const pictures = {};
  for (const frame of framesOf(said)) {
    const file = join(frames, `${name}.${adapter}.${frame}.rgba`);
    if (existsSync(file)) pictures[frame] = readFileSync(file);
  }
  return pictures;
}

function judge(name, said, answer, played) {
  const pictures = { browser: played.pictures };
  const problems = [];
  const remarks = [];
  const complain = (text) => problems.push(text);
  if (!answer.compiled) complain(`does not compile: ${answer.findings.trim()}`);
  else if (answer.findings && !said.warns) complain(`not strict: ${answer.findings.trim()}`);
  else if (said.warns && !answer.findings) complain('warnings are stated, and there are none');
  for (const adapter of ADAPTERS) {
    pictures[adapter] = nativePictures(name, said, adapter);
    for (const error of answer[adapter]?.errors ?? []) (said.differs ? remarks : problems).push(`native, ${adapter}: ${error}`);
  }
  for (const error of played.errors) complain(`browser: ${error}`);
  let differs = false;
  for (const frame of answer.compiled ? framesOf(said) : []) {
    const [width, height] = sizeAt(said)(frame);
    if (pictures.swiftshader[frame] && pictures.swiftshader[frame].length !== width * height * 4) complain(`frame ${frame} is not ${width}x${height}`);
    const [b, s, l] = [pictures.browser[frame], pictures.swiftshader[frame], pictures.llvmpipe[frame]];
    const bits = difference(b, s, width, height);
    if (bits.differing) {
      differs = true;
      const text = `frame ${frame}: ${bits.differing} pixels differ between browser and native, by ${bits.largest} at most`;
      (said.differs ? remarks : problems).push(text);
    }
    const eye = difference(s, l, width, height);
    if (!said.llvmpipe && (eye.mean > LIMIT.mean || eye.far > LIMIT.far)) {
      complain(`frame ${frame}: llvmpipe is ${eye.mean.toFixed(2)} off in the mean, ${(eye.far * 100).toFixed(1)} % of the pixels far`);
    }
  }
  const first = pictures.swiftshader[0];
  if (said.draws && first && colors(first) < 2 && !said.uniform) complain('the picture of frame 0 has one color only');
  if (said.differs && !differs) complain('a difference is stated, and there is none');
  for (const key of ['differs', 'llvmpipe', 'uniform', 'warns']) if (said[key]) remarks.push(`${key}: ${said[key]}`);
  return { name, frames: framesOf(said), sizeAt: sizeAt(said), title: said.title, problems, remarks, pictures };
}

async function main() {
  const paths = programs(process.argv[2] ?? '*');
  if (!paths.length) throw new Error('no program matches');
  rmSync(frames, { recursive: true, force: true });
  mkdirSync(frames, { recursive: true });
  const headers = new Map(paths.map((path) => [basename(path, '.sjon'), header(path)]));
  const asked = paths.map((path) => [path, ...headers.get(basename(path, '.sjon')).resizes.map(([frame, width, height]) => `${frame}=${width}x${height}`)].join(','));
  const browser = new Browser(root, (file) => readFileSync(join(frames, file)));
  await browser.start();
  // The native half runs ahead; the browser takes each program as it comes.
  const child = spawn(native, [frames, FRAMES.join(','), ADAPTERS.join(','), ...asked], { stdio: ['ignore', 'pipe', 'inherit'] });
  const ended = new Promise((done) => child.on('close', (code, signal) => done(code === 0 ? '' : `compare_native ended with ${code ?? signal}`)));
  child.on('error', (error) => console.error(error.message));
  const results = [];
  for await (const line of createInterface({ input: child.stdout })) {
    const answer = JSON.parse(line);
    const name = answer.program;
    const nothing = { errors: [], pictures: {} };
    const said = headers.get(name);
    const options = { side: SIDE, frames: framesOf(said), resizes: said.resizes, step: STEP };
    const played = answer.compiled ? await browser.play(name, options) : nothing;
    const result = judge(name, said, answer, played);
    results.push(result);
    if (result.problems.length) console.log(`DIFFERENT  ${name}\n${result.problems.map((p) => `    ${p.replaceAll('\n', '\n    ')}`).join('\n')}`);
  }
  await browser.stop();
  const trouble = await ended;
  if (trouble) console.log(trouble);
  writeFileSync(join(out, 'index.html'), page(results));
  const failed = results.filter((r) => r.problems.length).length + (paths.length - results.length);
  console.log(`build/compare/index.html\n${paths.length - failed} passed, ${failed} failed`);
  process.exitCode = failed ? 1 : 0;
}

await main();
