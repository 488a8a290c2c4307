// pngine fmt as a person calls it, and over every document of the tree: formatting twice is formatting once, and the
// payload of the formatted document is the payload of the written one.
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { chmodSync, lstatSync, mkdirSync, readFileSync, readdirSync, statSync, symlinkSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { dirname, join } from 'node:path';
import { test } from 'node:test';

import * as h from './harness.mjs';

const usage = 1, io = 2, doesNotCompile = 3, format = 4;
const crooked = '(buffer   :name b\n:size 16 )  ; why\n';
const straight = '(buffer :name b\n  :size 16)   ; why\n';

test('a file is rewritten in place, once, and named', () => {
  const path = h.put('place.sjon', crooked);
  chmodSync(path, 0o640);
  const first = h.pngine(['fmt', 'place.sjon']);
  assert.deepEqual([first.exit, String(first.stdout), first.stderr], [0, '', 'place.sjon\n']);
  assert.equal(readFileSync(path, 'utf8'), straight);
  assert.equal(statSync(path).mode & 0o777, 0o640, 'permissions stay');
  const before = statSync(path, { bigint: true });
  const second = h.pngine(['fmt', 'place.sjon']);
  assert.deepEqual([second.exit, String(second.stdout), second.stderr], [0, '', '']);
  const after = statSync(path, { bigint: true });
  assert.deepEqual([after.ino, after.mtimeNs], [before.ino, before.mtimeNs], 'a formatted file is not written');
});

test('a symbolic link stays one', () => {
  mkdirSync(join(h.scratch, 'far'), { recursive: true });
  const path = h.put('far/real.sjon', crooked);
  symlinkSync('far/real.sjon', join(h.scratch, 'link.sjon'));
  assert.equal(h.pngine(['fmt', 'link.sjon']).exit, 0);
  assert.ok(lstatSync(join(h.scratch, 'link.sjon')).isSymbolicLink());
  assert.equal(readFileSync(path, 'utf8'), straight);
});

test('--check writes nothing and lists what would change', () => {
  const path = h.put('check.sjon', crooked);
  h.put('fine.sjon', straight);
  const done = h.pngine(['fmt', '--check', 'check.sjon', 'fine.sjon']);
  assert.deepEqual([done.exit, String(done.stdout), done.stderr], [usage, 'check.sjon\n', '']);
  assert.equal(readFileSync(path, 'utf8'), crooked);
  assert.equal(h.pngine(['fmt', '--check', 'fine.sjon']).exit, 0);
});

test('standard input and -o', () => {
  assert.equal(String(h.pngine(['fmt', '-'], { input: crooked }).stdout), straight);
  assert.equal(String(h.pngine(['fmt', '-'], { input: straight }).stdout), straight);
  assert.equal(String(h.pngine(['fmt', '-'], { input: '' }).stdout), '');
  h.put('from.sjon', crooked);
  assert.equal(h.pngine(['fmt', 'from.sjon', '-o', 'to.sjon']).stderr, '');
  assert.equal(readFileSync(join(h.scratch, 'to.sjon'), 'utf8'), straight);
  assert.equal(readFileSync(join(h.scratch, 'from.sjon'), 'utf8'), crooked);
});

test('a document with syntax errors is not touched, the others are', () => {
  const broken = h.put('broken.sjon', '(buffer   :name b');
  const good = h.put('good.sjon', crooked);
  const done = h.pngine(['fmt', 'broken.sjon', 'good.sjon']);
  assert.equal(done.exit, doesNotCompile);
  assert.match(done.stderr, /broken\.sjon:1:1: error: .*\[syntax\/unbalanced\]/);
  assert.equal(readFileSync(broken, 'utf8'), '(buffer   :name b');
  assert.equal(readFileSync(good, 'utf8'), straight);
});

test('what is no document', () => {
  h.put('picture.png', Buffer.from('89504e470d0a1a0a', 'hex'));
  h.refuses(['fmt', 'picture.png'], format, /picture\.png/);
  h.refuses(['fmt', 'nowhere.sjon'], io, /nowhere\.sjon/);
  h.refuses(['fmt', '-'], format, /stdin/, { input: Buffer.from([0, 1, 2]) });
});

// ---- every document of the tree ----

/** Runs in a folder, so that files beside a document are found. */
function run(args, folder, input) {
  return new Promise((done) => {
    const child = spawn(h.program, args, { cwd: folder, timeout: 60_000, killSignal: 'SIGKILL' });
    const out = [];
    child.stdout.on('data', (bytes) => out.push(bytes));
    child.stdin.on('error', () => {});
    child.stdin.end(input);
    child.on('close', (exit) => done({ exit, stdout: Buffer.concat(out) }));
  });
}

function documents() {
  return ['samples', 'docs/examples', 'tests/features', 'tests/golden']
    .flatMap((folder) => readdirSync(join(h.root, folder), { recursive: true }).map((name) => join(h.root, folder, name)))
    .filter((path) => path.endsWith('.sjon'));
}

/** What became of one document: 'broken' (no layout), 'formatted' (nothing to do) or 'changed'. */
async function check(path) {
  const folder = dirname(path);
  const text = readFileSync(path);
  const once = await run(['fmt', '-'], folder, text);
  if (once.exit !== 0) {
    assert.equal(once.exit, doesNotCompile, path);
    assert.equal(once.stdout.length, 0, path);
    return 'broken';
  }
  if (once.stdout.equals(text)) return 'formatted';
  const twice = await run(['fmt', '-'], folder, once.stdout);
  assert.ok(twice.stdout.equals(once.stdout), `${path}: formatting twice changes it again`);
  const compile = ['compile', '--no-validate', '-o', '-', '-'];
  const [before, after] = [await run(compile, folder, text), await run(compile, folder, once.stdout)];
  assert.equal(after.exit, before.exit, path);
  assert.ok(after.stdout.equals(before.stdout), `${path}: another payload`);
  return before.exit === 0 ? 'changed' : 'refused';
}

test('every document of the tree: the same when formatted twice, the same payload', async () => {
  const waiting = documents();
  const counts = { broken: 0, formatted: 0, changed: 0, refused: 0 };
  const worker = async () => {
    for (let path = waiting.shift(); path !== undefined; path = waiting.shift()) counts[await check(path)] += 1;
  };
  await Promise.all(Array.from({ length: availableParallelism() }, worker));
  for (const [kind, least] of Object.entries({ broken: 10, formatted: 300, changed: 100, refused: 30 })) {
    assert.ok(counts[kind] >= least, `${kind}: ${counts[kind]} documents, fewer than ${least}`);
  }
});
