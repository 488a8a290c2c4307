// Bad input through the whole program: one clear error with the documented exit status, earlier outputs left alone, never a
// crash, a hang or a stack trace.
import assert from 'node:assert/strict';
import { existsSync, mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { before, test } from 'node:test';

import * as h from './harness.mjs';

const usage = 1, io = 2, doesNotCompile = 3, format = 4, execution = 5;
let picture;
let payload;
before(() => {
  picture = h.compile(h.sample, 'collatz.png');
  payload = h.payloadOf(picture);
});

for (const command of ['validate', 'compile', 'run', 'render']) {
  test(`${command}: a missing file`, () => h.refuses([command, 'nowhere.sjon'], io, /nowhere\.sjon/));
  test(`${command}: a directory`, () => {
    mkdirSync(join(h.scratch, 'folder.sjon'), { recursive: true });
    h.refuses([command, 'folder.sjon'], io, /folder\.sjon/);
  });
}

test('a PNG cut anywhere', () => {
  const cuts = [0, 4, 8, 20, 33, 40, 60, picture.length >> 1, picture.length - 12, picture.length - 1];
  for (const length of cuts) {
    h.put('cut.png', picture.subarray(0, length));
    for (const command of ['run', 'inspect', 'extract']) h.refuses([command, 'cut.png'], format, /cut\.png/);
  }
});

test('a PNG with a wrong CRC', () => {
  const bad = Buffer.from(picture);
  const { at, data } = h.chunks(picture).find(({ type }) => type === 'pNGb');
  bad[at + 8 + (data.length >> 1)] ^= 1;
  h.put('crc.png', bad);
  h.refuses(['run', 'crc.png'], format, /CRC/i);
});

test('a picture without a program says where the program may have gone', () => {
  h.put('plain.png', h.png(h.chunks(picture).filter(({ type }) => type !== 'pNGb')));
  for (const command of ['run', 'extract']) h.refuses([command, 'plain.png'], format, /removed/);
});

test('a chunk length that points out of the file', () => {
  const bad = Buffer.from(picture);
  bad.writeUInt32BE(0xfffffff0, h.chunks(picture)[1].at);
  h.put('length.png', bad);
  h.refuses(['run', 'length.png'], format);
});

test('a chunk that inflates without end', () => {
  h.put('bomb.png', h.withPayload(picture, Buffer.alloc(300 << 20)));
  h.refuses(['run', 'bomb.png'], format);
});

const damages = {
  'bad magic': (bytes) => bytes.write('PNGX', 0, 'latin1'),
  'unknown version': (bytes) => bytes.writeUInt16LE(9, 4),
  'sections out of order': (bytes) => bytes.writeUInt32LE(bytes.readUInt32LE(24), 20) && bytes.writeUInt32LE(41, 24),
  'a section outside the file': (bytes) => bytes.writeUInt32LE(0x7fffffff, 36),
  'an executor outside the file': (bytes) => bytes.writeUInt32LE(0x7fffffff, 16),
  'an executor inside the header': (bytes) => bytes.writeUInt32LE(4, 12),
};
for (const [what, damage] of Object.entries(damages)) {
  test(`payload: ${what}`, () => {
    const bad = Buffer.from(payload);
    damage(bad);
    h.put('bad.pngb', bad);
    for (const command of ['run', 'inspect']) h.refuses([command, 'bad.pngb'], format, /bad\.pngb/);
  });
}

test('a payload cut anywhere', () => {
  for (let length = 0; length < payload.length; length += 97) {
    h.put('cut.pngb', payload.subarray(0, length));
    h.refuses(['inspect', 'cut.pngb'], format);
  }
});

const executors = {
  'is not WebAssembly': () => Buffer.from('not a module at all'),
  'loops in init': () => h.executor({ init: '(loop $l (br $l)) (i32.const 0)' }),
  'loops in frame': () => h.executor({ frame: '(loop $l (br $l)) (i32.const 0)' }),
  'recurses without end': () => h.executor({ init: '(call 5)' }),
  'traps': () => h.executor({ init: '(unreachable)' }),
  'grows without end': () => h.executor({
    init: '(loop $l (br_if $l (i32.ne (memory.grow (i32.const 1024)) (i32.const -1)))) (i32.const 7)',
  }),
  'wants 4 GiB': () => h.executor({ memory: '65536' }),
  'gives a wild pointer': () => h.executor({ pointer: -8 }),
  'points at the very end of memory': () => h.executor({ pointer: 131068 }),
  'gives a length past its memory': () => h.executor({ stream: '\\ff\\ff\\ff\\7f\\01\\00\\00\\00' }),
  'writes an unknown opcode': () => h.executor({ stream: '\\0a\\00\\00\\00\\01\\00\\00\\00\\fe\\ff' }),
  'announces more commands than it writes': () => h.executor({ stream: '\\08\\00\\00\\00\\09\\00\\00\\00' }),
  'says no': () => h.executor({ init: '(i32.const 3)' }),
};
for (const [what, make] of Object.entries(executors)) {
  test(`an executor that ${what}`, () => {
    h.put('wild.png', h.withPayload(picture, h.withExecutor(payload, make())));
    const { exit, stderr } = h.pngine(['run', 'wild.png'], { seconds: 40 });
    assert.ok([format, execution].includes(exit), `exit ${exit}: ${stderr}`);
    assert.match(stderr, /error: /);
  });
}

test('100,000 open parentheses', () => {
  h.put('deep.sjon', '('.repeat(100_000));
  assert.equal(h.pngine(['validate', 'deep.sjon'], { seconds: 20 }).exit, 1);
  assert.equal(h.pngine(['render', 'deep.sjon', '-o', 'deep.png'], { seconds: 20 }).exit, doesNotCompile);
  assert.ok(!existsSync(join(h.scratch, 'deep.png')));
});

test('64 MB of text', () => {
  h.put('large.sjon', Buffer.alloc(64 << 20, '; text\n'));
  h.refuses(['validate', 'large.sjon'], io, /large\.sjon/, { seconds: 20 });
});

test('binary where text is expected', () => {
  h.put('binary.sjon', Buffer.from(Array.from({ length: 4096 }, (_, i) => (i * 193) & 255)));
  assert.equal(h.pngine(['validate', 'binary.sjon'], { seconds: 20 }).exit, 1);
});

test('a WGSL error has a place in the document', () => {
  h.put('shader.sjon', readFileSync(h.sample, 'utf8').replace('let start = id.x;', 'let start = id.q;'));
  const { exit, stderr } = h.pngine(['validate', 'shader.sjon']);
  assert.equal(exit, 1);
  assert.match(stderr, /\d+:\d+: /);
  assert.equal(h.pngine(['render', 'shader.sjon', '-o', 'shader.png']).exit, doesNotCompile);
});

test('an output that cannot be written', () => {
  h.refuses(['render', h.sample, '-o', 'no/such/folder/x.png'], io, /no\/such\/folder/);
  if (existsSync('/dev/full')) h.refuses(['render', h.sample, '-o', '/dev/full'], io, /\/dev\/full/);
});

test('a failure leaves an earlier output as it was', () => {
  h.put('kept.png', 'earlier');
  h.put('broken.sjon', '(buffer :name b');
  assert.equal(h.pngine(['render', 'broken.sjon', '-o', 'kept.png']).exit, doesNotCompile);
  assert.equal(readFileSync(join(h.scratch, 'kept.png'), 'utf8'), 'earlier');
});

test('standard input that is nothing', () => {
  h.refuses(['inspect', '-'], format, /<stdin>/, { input: '' });
  assert.equal(h.pngine(['run', 'x.png', '--frames', '0']).exit, usage);
});
