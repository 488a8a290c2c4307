// Documents that break a rule by their size alone: too long to be goldens, so they are made here.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';

import * as h from './harness.mjs';

const compute = `(buffer :name values :size 64 :usage [storage])
(shader-module :name code :code """
@group(0) @binding(0) var<storage, read_write> values: array<u32>;
@compute @workgroup_size(4) fn main(@builtin(global_invocation_id) id: vec3u) { values[id.x] = id.x; }
""")
(compute-pipeline :name pipe :layout auto (compute :module code))
(bind-group :name group :layout pipe (entry :binding 0 :buffer values))
`;
const dispatches = (count) => `(compute-pass :name run :pipeline pipe :bind-groups [group] ${'(dispatch :workgroups [4]) '.repeat(count)})\n`;
const frame = (steps = 'run', name = 'main') => `(frame :name ${name} :perform [${steps}])\n`;

/** The document is refused with this rule alone, and the message matches; a little less of it is valid. */
function refused(rule, source, pattern, right) {
  const answer = (text, name) => {
    const done = h.pngine(['validate', '--json', h.put(name, text)]);
    return { exit: done.exit, ...JSON.parse(done.stdout.toString()) };
  };
  const wrong = answer(source, 'large.sjon');
  assert.equal(wrong.exit, 1);
  const errors = wrong.diagnostics.filter(({ severity }) => severity === 'error');
  assert.deepEqual(errors.map((d) => d.rule), [rule]);
  assert.match(errors[0].message, pattern);
  const valid = answer(right, 'less.sjon');
  assert.equal(valid.exit, 0, JSON.stringify(valid.diagnostics.slice(0, 3)));
}

// RULE: compute/commands
test('dispatches of one pass', () =>
  refused('compute/commands', compute + dispatches(2049) + frame(),
    /compute-pass `run` has 2049 dispatches, and the most is 2048/, compute + dispatches(2048) + frame()));

// RULE: frame/budget
test('commands of one frame', () =>
  refused('frame/budget', compute + dispatches(2048) + frame('run '.repeat(32)),
    /frame `main` encodes to \d+ commands, and a command stream holds 65535/, compute + dispatches(2048) + frame('run '.repeat(31))));

// RULE: ids/exhausted
test('ids of one kind, where members of pools count', () => {
  const buffers = (count) => Array.from({ length: count }, (_, i) => `(buffer :name b${i} :size 4 :pool 255 :usage [storage])\n`).join('');
  refused('ids/exhausted', compute + dispatches(1) + buffers(257) + frame(),
    /the document makes 65536 buffers, and the most is 65535 \(members of pools count\)/, compute + dispatches(1) + buffers(256) + frame());
});

// RULE: frame/too-many
test('frames', () => {
  const frames = (count) => Array.from({ length: count }, (_, i) => frame('run', `f${i}`)).join('');
  refused('frame/too-many', compute + dispatches(1) + frames(65536),
    /the document makes 65536 frames, and the most is 65535/, compute + dispatches(1) + frames(65535));
});

// RULE: payload/limits
test('bytes of all files', () => {
  const picture = readFileSync(new URL('../features/assets/color.png', import.meta.url));
  const padding = Buffer.alloc(7_900_000);
  const images = (count) => Array.from({ length: count }, (_, i) => {
    h.put(`p${i}.png`, Buffer.concat([picture, Buffer.from([i]), padding]));
    return `(data :name d${i} :file "p${i}.png")\n(image-bitmap :name i${i} :data d${i})\n`;
  }).join('');
  const work = compute + dispatches(1) + frame();
  const limits = '(limits :max-bind-groups 5)\n';
  refused('payload/limits', work + images(9), /the program takes 71\d{6} bytes, and a payload holds at most 64 MiB/, work + images(8));
  refused('payload/limits', work + limits + images(3), /a payload above 16 MiB cannot ask for device limits/, work + limits + images(1));
});
