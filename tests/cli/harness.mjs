// What the tests of the whole program share: running it, and taking apart and putting together the files it makes.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { crc32, deflateRawSync, inflateRawSync } from 'node:zlib';
import assert from 'node:assert/strict';

export const root = resolve(dirname(fileURLToPath(import.meta.url)), '../..');
export const program = resolve(process.env.PNGINE_BIN ?? join(root, 'build/release/bin/pngine'));
export const sample = join(root, 'samples/collatz/collatz.sjon');

export const scratch = mkdtempSync(join(tmpdir(), 'pngine-cli-'));
process.on('exit', () => rmSync(scratch, { recursive: true, force: true }));

/** A file of the scratch folder. */
export function put(name, content) {
  const path = join(scratch, name);
  writeFileSync(path, content);
  return path;
}

/** Runs the program; a crash, a hang or a stack trace fails the test whatever it was meant to show. */
export function pngine(args, { input = '', seconds = 60, env = {} } = {}) {
  const done = spawnSync(program, args, {
    input, cwd: scratch, timeout: seconds * 1000, killSignal: 'SIGKILL', maxBuffer: 1 << 28,
    env: { ...process.env, NO_COLOR: '1', ...env },
  });
  if (done.error) throw done.error;
  const stderr = done.stderr.toString();
  assert.equal(done.signal, null, `ended by ${done.signal}: pngine ${args.join(' ')}\n${stderr}`);
  assert.doesNotMatch(stderr, /panicked|terminate called|Sanitizer|stack backtrace|core dumped|Assertion/, stderr);
  return { exit: done.status, stdout: done.stdout, stderr };
}

/** It must refuse: with this exit status, exactly one error line on standard error, matching `pattern`, nothing on stdout. */
export function refuses(args, exit, pattern = /./, options = {}) {
  const done = pngine(args, options);
  assert.equal(done.exit, exit, `pngine ${args.join(' ')}: ${done.stderr}`);
  const errors = done.stderr.split('\n').filter((line) => /\berror: /.test(line));
  assert.equal(errors.length, 1, `one error line expected:\n${done.stderr}`);
  assert.match(errors[0], pattern);
  assert.equal(done.stdout.length, 0, 'nothing belongs on standard output');
  return done;
}

export function compile(source, name) {
  const png = join(scratch, name);
  const done = pngine(['render', source, '-o', png]);
  assert.equal(done.exit, 0, done.stderr);
  return readFileSync(png);
}

// ---- PNG ----

export function chunks(png) {
  const out = [];
  for (let at = 8; at + 12 <= png.length; ) {
    const length = png.readUInt32BE(at);
    out.push({ type: png.toString('latin1', at + 4, at + 8), data: png.subarray(at + 8, at + 8 + length), at });
    at += 12 + length;
  }
  return out;
}

export function png(list) {
  const parts = [Buffer.from('89504e470d0a1a0a', 'hex')];
  for (const { type, data } of list) {
    const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
    const frame = Buffer.alloc(8);
    frame.writeUInt32BE(data.length, 0);
    frame.writeUInt32BE(crc32(body), 4);
    parts.push(frame.subarray(0, 4), body, frame.subarray(4));
  }
  return Buffer.concat(parts);
}

export function payloadOf(picture) {
  const { data } = chunks(picture).find(({ type }) => type === 'pNGb');
  return data[1] & 1 ? inflateRawSync(data.subarray(2)) : Buffer.from(data.subarray(2));
}

export function withPayload(picture, payload) {
  const data = Buffer.concat([Buffer.from([1, 1]), deflateRawSync(payload)]);
  return png(chunks(picture).map((chunk) => (chunk.type === 'pNGb' ? { ...chunk, data } : chunk)));
}

// ---- payload: the header's offsets of sections behind the executor ----

const sectionOffsets = [20, 24, 28, 32, 36];

/** The same payload with another executor; the sections behind it move. */
export function withExecutor(payload, wasm) {
  const at = payload.readUInt32LE(12);
  const length = payload.readUInt32LE(16);
  const out = Buffer.concat([payload.subarray(0, at), wasm, payload.subarray(at + length)]);
  const moved = wasm.length - length;
  out.writeUInt32LE(wasm.length, 16);
  for (const offset of sectionOffsets) out.writeUInt32LE(payload.readUInt32LE(offset) + moved, offset);
  const limits = payload.readUIntLE(9, 3);
  if (limits !== 0) out.writeUIntLE(limits + moved, 9, 3);
  return out;
}

/** An executor written by hand: bodies of init and frame, and what the command buffer holds, in WebAssembly text. */
export function executor({ init = '(i32.const 0)', frame = '(i32.const 0)', pointer = 60000, memory = '2', stream = '' } = {}) {
  const text = `(module (memory (export "memory") ${memory})
    (data (i32.const 60000) "${stream || '\\08\\00\\00\\00\\00\\00\\00\\00'}")
    (func (export "getBytecodePtr") (result i32) (i32.const 1024)) (func (export "setBytecodeLen") (param i32))
    (func (export "getDataPtr") (result i32) (i32.const 65536)) (func (export "setDataLen") (param i32))
    (func (export "getCommandPtr") (result i32) (i32.const ${pointer})) (func (export "getCommandLen") (result i32) (i32.const 8))
    (func (export "init") (result i32) ${init}) (func (export "frame") (param f32 i32 i32) (result i32) ${frame}))`;
  const from = put('executor.wat', text);
  const to = join(scratch, 'executor.wasm');
  const done = spawnSync('wasm-as', ['--enable-bulk-memory', from, '-o', to]);
  assert.equal(done.status, 0, String(done.stderr));
  return readFileSync(to);
}
