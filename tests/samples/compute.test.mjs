// The samples that compute: none is warned about, each is small, and what comes back follows from the rule that the sample
// names, computed here once more and in another way.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';

import * as h from '../cli/harness.mjs';

const drivers = ['swiftshader', 'llvmpipe'];
const names = ['boids', 'fluid', 'fountain', 'histogram', 'life', 'pi', 'primes', 'waves'];
const file = (name) => join(h.root, 'samples', name, `${name}.sjon`);
const text = (name) => readFileSync(file(name), 'utf8');
const meta = (name) => JSON.parse(readFileSync(join(h.root, 'samples', name, 'meta.json'), 'utf8'));

/** The lanes of each frame. */
function run(source, driver, frames = 1, step = 1 / 60) {
  const { exit, stdout, stderr } = h.pngine(
    ['run', source, '--json', '--adapter', driver, '--frames', `${frames}`, '--time-step', `${step}`, '--timeout', '300'], { seconds: 330 });
  assert.equal(exit, 0, stderr);
  const { readbacks, reports } = JSON.parse(stdout);
  assert.deepEqual(reports, []);
  assert.equal(readbacks.length, frames);
  return readbacks.map(({ lanes }) => lanes);
}

/** A sample with some of its text replaced, each of which must be there. */
function changed(name, label, ...replacements) {
  let out = text(name);
  for (const [from, to] of replacements) {
    assert.ok(out.includes(from), `${name} has no ${from}`);
    out = out.replaceAll(from, to);
  }
  return h.put(`${name}-${label}.sjon`, out);
}

const within = (value, low, high, what) => assert.ok(value >= low && value <= high, `${what}: ${value} is not within ${low} and ${high}`);
const near = (value, expected, part, what) => within(value, expected * (1 - part), expected * (1 + part), what);

/** The hash of the samples, with 32-bit wrap-around. */
function pcg(n) {
  const state = (Math.imul(n, 747796405) + 2891336453) >>> 0;
  const word = Math.imul((state >>> ((state >>> 28) + 4)) ^ state, 277803737) >>> 0;
  return ((word >>> 22) ^ word) >>> 0;
}

for (const name of names) {
  test(`${name}: valid without a word, under 200 lines, at most 5,000 bytes, and described`, () => {
    const { exit, stderr } = h.pngine(['validate', '--strict', file(name)]);
    assert.equal(exit, 0, stderr);
    assert.doesNotMatch(stderr, /warning/);
    assert.ok(text(name).split('\n').length <= 200);
    within(h.compile(file(name), `${name}.png`).length, 500, 5000, 'bytes');

    const { title, summary, lanes, poster } = meta(name);
    assert.ok(title && summary);
    assert.equal(run(`${name}.png`, 'swiftshader')[0].length, lanes.length);
    if (text(name).includes('render-pass')) assert.match(poster.size, /^\d+x\d+$/);
  });
}

// ---- primes ----

function primesBelow(limit) {
  const primes = [];
  for (let n = 2; n < limit; n += 1) {
    let prime = true;
    for (let i = 0; prime && primes[i] ** 2 <= n; i += 1) prime = n % primes[i] !== 0;
    if (prime) primes.push(n);
  }
  const twins = primes.filter((p, i) => primes[i + 1] === p + 2).length;
  return [limit, primes.length, twins, primes.at(-1), primes.reduce((sum, p) => sum + p, 0)];
}

for (const driver of drivers) {
  test(`primes on ${driver}: below a million, and below bounds that end within a word`, () => {
    const known = meta('primes').lanes.map(({ value }) => value);
    assert.deepEqual(primesBelow(1000000), known);
    assert.deepEqual(run(file('primes'), driver), [known]);
    for (const limit of [100000, 7920, 7921]) {
      const source = changed('primes', limit, [':value 1000000', `:value ${limit}`], ['1000000u', `${limit}u`]);
      assert.deepEqual(run(source, driver), [primesBelow(limit)]);
    }
  });
}

test('primes: the number that everybody knows', () => assert.equal(primesBelow(100000)[1], 9592));

// ---- pi ----

test('pi: the hits of each dart, the estimate and both of its errors', () => {
  const throws = 256 * 256 * 64;
  let hits = 0;
  for (let i = 0; i < throws; i += 1) {
    const bits = pcg(i);
    const x = (bits >>> 17) + 0.5;
    const y = ((bits >>> 1) & 0x7fff) + 0.5;
    if (x * x + y * y < 2 ** 30) hits += 1;
  }
  const p = hits / throws;
  for (const driver of drivers) {
    const [[n, four, standard, error]] = run(file('pi'), driver);
    assert.deepEqual([n, four], [throws, 4 * hits]);
    within(standard, 4e6 * Math.sqrt((p * (1 - p)) / throws) - 1, 4e6 * Math.sqrt((p * (1 - p)) / throws) + 1, 'standard error');
    within(error, Math.abs(4 * p - Math.PI) * 1e6 - 1.5, Math.abs(4 * p - Math.PI) * 1e6 + 1.5, 'error');
    assert.ok(error < 3 * standard);
  }
});

// ---- histogram ----

for (const driver of drivers) {
  test(`histogram on ${driver}: each ball is counted once, in the bin of its tosses`, () => {
    let last = 0;
    for (const lanes of run(file('histogram'), driver, 40, 0.05)) {
      const balls = lanes[17];
      const bins = new Array(17).fill(0);
      for (let ball = 0; ball < balls; ball += 1) bins[(pcg(ball) >>> 16).toString(2).replaceAll('0', '').length] += 1;
      assert.deepEqual(lanes, [...bins, balls]);
      assert.ok(balls > last);
      last = balls;
    }
    within(last, 240 * (5 + 39 * 0.05) - 1, 240 * (5 + 39 * 0.05), 'balls');
  });

  test(`histogram on ${driver}: the bell curve fits`, () => {
    const lanes = run(file('histogram'), driver, 60, 0.25).at(-1);
    let share = 1 / 65536;
    let chiSquared = 0;
    for (let bin = 0; bin <= 16; bin += 1) {
      chiSquared += (lanes[bin] - share * lanes[17]) ** 2 / (share * lanes[17]);
      share *= (16 - bin) / (bin + 1);
    }
    within(chiSquared, 3, 40, 'chi squared with 16 degrees of freedom');   // beyond that: one case in a thousand
  });
}

// ---- life ----

/** Conway's rule on a torus, over the set of the living. */
function generation(living, width, height) {
  const around = new Map();
  for (const i of living) {
    for (let dy = -1; dy <= 1; dy += 1) {
      for (let dx = -1; dx <= 1; dx += 1) {
        const at = ((Math.floor(i / width) + dy + height) % height) * width + (((i % width) + dx + width) % width);
        around.set(at, (around.get(at) ?? 0) + (dx || dy ? 2 : 1));
      }
    }
  }
  return new Set([...around].filter(([, n]) => n === 5 || n === 6 || n === 7).map(([at]) => at));
}

const checksum = (living) => [...living].reduce((sum, i) => (sum + Math.imul(i + 1, i + 1)) >>> 0, 0);
const census = (step, living) => [step, living.size, checksum(living)];

for (const driver of drivers) {
  test(`life on ${driver}: forty generations of the sample`, () => {
    let living = new Set();
    for (let i = 0; i < 160 * 96; i += 1) if (pcg(i + 2000006) < 1288490188) living.add(i);
    for (const [step, lanes] of run(file('life'), driver, 41, 0.1001).entries()) {
      assert.deepEqual(lanes, census(step, living));
      living = generation(living, 160, 96);
    }
  });

  test(`life on ${driver}: a glider is one cell on after four generations, and back after all of them`, () => {
    const source = changed('life', 'glider', ['WIDTH: u32 = 160u', 'WIDTH: u32 = 12u'], ['HEIGHT: u32 = 96u', 'HEIGHT: u32 = 8u'],
      [':name WIDTH :value 160', ':name WIDTH :value 12'], [':name HEIGHT :value 96', ':name HEIGHT :value 8'],
      ['return pcg(at.y * WIDTH + at.x + 2000006u) < 1288490188u;', `
        return all(at == vec2u(1u, 0u)) || all(at == vec2u(2u, 1u)) || (at.y == 2u && at.x < 3u);`]);
    const glider = [[1, 0], [2, 1], [0, 2], [1, 2], [2, 2]];
    const moved = (by) => new Set(glider.map(([x, y]) => ((y + by) % 8) * 12 + ((x + by) % 12)));
    const lanes = run(source, driver, 97, 0.1001);
    for (let fourth = 0; fourth <= 24; fourth += 1) assert.deepEqual(lanes[4 * fourth], census(4 * fourth, moved(fourth)));
    assert.deepEqual(lanes[96].slice(1), lanes[0].slice(1));
  });

  test(`life on ${driver}: ten generations a second at any frame rate`, () => {
    for (const [rate, frames] of [[30, 31], [60, 61], [144, 145]]) assert.equal(run(file('life'), driver, frames, 1.0001 / rate).at(-1)[0], 10);
  });
}

// ---- waves ----

const still = [['EVERY: u32 = 48u', 'EVERY: u32 = 1000000u'], ['DAMPING = 0.002', 'DAMPING = 0.0']];

/** The energy after some steps without rain and damping, by the sums of the wave equation in double precision. */
function waveEnergy(steps, courant) {
  const [width, height] = [256, 160];
  const heaps = Float64Array.from({ length: width * height }, (_, i) => {
    let sum = 0;
    for (let k = 0; k < 9; k += 1) {
      const x = (i % width) - 128 - 36 * Math.sqrt(k) * Math.cos(2.4 * k);
      const y = Math.floor(i / width) - 80 - 24 * Math.sqrt(k) * Math.sin(2.4 * k);
      sum += 1.5 * Math.exp(-(x * x + y * y) / 40);
    }
    return sum;
  });
  const right = (i) => (i % width === width - 1 ? i : i + 1);
  const down = (i) => (i + width < width * height ? i + width : i);
  let [before, now] = [heaps, heaps.slice()];
  for (let step = 0; step < steps; step += 1) {
    const next = now.map((u, i) => 2 * u - before[i] + courant ** 2
      * (now[right(i)] + now[i % width ? i - 1 : i] + now[down(i)] + now[i < width ? i : i - width] - 4 * u));
    [before, now] = [now, next];
  }
  let energy = 0;
  for (let i = 0; i < now.length; i += 1) {
    energy += (now[i] - before[i]) ** 2
      + courant ** 2 * ((now[right(i)] - now[i]) * (before[right(i)] - before[i]) + (now[down(i)] - now[i]) * (before[down(i)] - before[i]));
  }
  return energy / 2;
}

for (const driver of drivers) {
  test(`waves on ${driver}: without rain and damping the energy stays what it is`, () => {
    const lanes = run(changed('waves', 'still', ...still), driver, 30, 1 / 30);
    assert.equal(lanes.at(-1)[0], 1 + 29 * 4);
    for (const [step, energy] of lanes) near(energy / 1e6, waveEnergy(Math.min(step, 5), 0.5), 1e-5, `energy in step ${step}`);
  });

  test(`waves on ${driver}: stable just below the speed limit, not above it`, () => {
    const below = run(changed('waves', 'below', ...still, ['COURANT = 0.5', 'COURANT = 0.70']), driver, 30, 1 / 30);
    near(below.at(-1)[1], below[0][1], 1e-4, 'energy');
    const above = run(changed('waves', 'above', ...still, ['COURANT = 0.5', 'COURANT = 0.74']), driver, 30, 1 / 30);
    assert.ok(above.at(-1)[1] === 0 || above.at(-1)[1] > 10 * above[0][1], 'the pool explodes');
  });

  test(`waves on ${driver}: as many steps in a quarter second at 30, 60 and 144 frames`, () => {
    for (const rate of [30, 60, 144]) within(run(file('waves'), driver, Math.ceil(rate / 4) + 1, 1 / rate).at(-1)[0], 30, 33, 'steps');
  });
}

// ---- fluid ----

for (const driver of drivers) {
  test(`fluid on ${driver}: the projection takes most of the divergence away`, () => {
    for (const [step, , before, after] of run(file('fluid'), driver, 24)) {
      const factor = step > 12 ? 3 : 1;   // each step goes on from the pressure of the one before; the jets start from nothing
      assert.ok(before > 100000 && after * factor < before, `step ${step}: ${before} before, ${after} after`);
    }
  });

  test(`fluid on ${driver}: ink neither comes nor goes when none is let in`, () => {
    const lanes = run(changed('fluid', 'closed', ['FADE = 0.12', 'FADE = 0.0'], ['JETS = 3.0', 'JETS = 0.0']), driver, 12);
    assert.ok(lanes[0][1] > 1000000);
    for (const [step, ink] of lanes) near(ink, lanes[0][1], 0.005, `ink in step ${step}`);
    assert.ok(lanes[0][2] < 1000 && lanes[0][3] < 1000, 'a stream function has no divergence');
  });
}

// ---- boids ----

for (const driver of drivers) {
  test(`boids on ${driver}: within the limits of speed, and from disorder to order`, () => {
    const lanes = run(file('boids'), driver, 90, 1 / 30);
    assert.deepEqual(lanes[0][0], 1);
    within(lanes[0][4], 0, 20, 'order in the first step');
    for (const [step, low, mean, high] of lanes) {
      assert.ok(low >= 200 && low <= mean && mean <= high && high <= 500, `step ${step}: ${low}, ${mean}, ${high}`);
    }
    assert.ok(lanes.at(-1)[4] > 150, `order at last: ${lanes.at(-1)[4]}`);
  });

  test(`boids on ${driver}: without alignment no order comes`, () => {
    const lanes = run(changed('boids', 'gnats', ['ALIGNMENT = 2.5', 'ALIGNMENT = 0.0']), driver, 90, 1 / 30);
    within(lanes.at(-1)[4], 0, 120, 'order at last');
  });
}

/** Two birds without a hawk, `gap` apart on x, both with a speed of 0.3 that way and the second with `turn` on y: a value after one step. */
function twoBirds(driver, gap, turn, value) {
  const [[step, micro]] = run(changed('boids', `two-${gap}-${turn}`,
    [':name BIRDS :value 700', ':name BIRDS :value 2'], ['BIRDS: u32 = 700u', 'BIRDS: u32 = 2u'], ['wish += 10.0 * danger', 'wish += 0.0 * danger'],
    ['fract(i * vec2f(0.7548777, 0.5698403)) * vec2f(3.2, 2.0)', `vec2f(1.0 + ${gap} * i, 1.0)`],
    ['0.3 * vec2f(cos(2.3999632 * i), sin(2.3999632 * i))', `vec2f(0.3, ${turn} * i)`],
    ['let size = length(speed);', `let a = birds[half(now.step)]; let b = birds[half(now.step) + 1u]; let size = ${value};`],
    ['* 1000.0));', '* 1e6));']), driver);
  assert.equal(step, 1);
  return micro / 1e6;
}

for (const driver of drivers) {
  test(`boids on ${driver}: each of the three rules alone, between two birds`, () => {
    const gap = 'length(way(a.place, b.place))';
    const step = 1 / 60;
    // Cohesion draws both by 3 times the gap; what is nearer than 0.06 is pushed away by 60 times the part that is missing.
    for (const [distance, wish] of [[0.2, 0], [0.15, 0.45], [0.1, 0.3], [0.03, 0.09 - 60 * 0.03 * (1 - 0.03 / 0.06)]]) {
      near(twoBirds(driver, distance, 0, gap), distance - 2 * step * step * wish, 2e-5, `gap of ${distance}`);
    }
    // Alignment takes 2.5 per second of the difference from each, and cohesion adds its part at a right angle to it.
    const speeds = Math.hypot(2 * step * 0.3, 0.1 * (1 - 2 * step * 2.5));
    near(twoBirds(driver, 0.1, 0.1, 'length(a.speed - b.speed)'), speeds, 2e-5, 'difference of speeds');
  });
}

for (const name of ['boids', 'fluid']) {
  test(`${name}: as many steps in a quarter second at 30, 60 and 144 frames`, () => {
    for (const rate of [30, 60, 144]) within(run(file(name), 'llvmpipe', Math.ceil(rate / 4) + 1, 1 / rate).at(-1)[0], 15, 17, 'steps');
  });
}

// ---- fountain ----

test('fountain: 240 steps a second at 30, 60 and 144 frames', () => {
  for (const rate of [30, 60, 144]) within(run(file('fountain'), 'llvmpipe', rate / 6 + 1, 1 / rate).at(-1)[0], 720 + 39, 720 + 41, 'steps');
});

for (const driver of drivers) {
  test(`fountain on ${driver}: no drop rises above v v / 2 g, none sinks, and each is thrown again`, () => {
    const top = (8.5 ** 2 / (2 * 9.81)) * 1000;
    for (const [steps, under, highest, below] of run(file('fountain'), driver, 12, 1 / 30)) {
      within(steps, 720, 720 + 12 * 8, 'steps');   // 240 a second, with those made up for in the first frame
      within(under, 6000, 11000, 'drops under way');
      within(highest, 0.95 * top, top, 'highest');
      assert.equal(below, 0);
    }
  });

  test(`fountain on ${driver}: a drop thrown straight up is where the parabola is`, () => {
    const source = changed('fountain', 'straight', ['let turn = TAU * chance(n);', 'let turn = 0.0;'],
      ['select(0.16, 0.42, wide) * (0.5 + 0.5 * chance(n + 1u))', '0.0'],
      ['THROW * select(1.0, 0.72, wide) * (0.92 + 0.08 * chance(n + 2u))', 'THROW'], ['const LEAD: u32 = 720u', 'const LEAD: u32 = 24u'],
      ['step % LIFE == turn', 'step == 1u']);
    for (const [steps, under, highest] of run(source, driver, 12, 1 / 30)) {
      const [n, step] = [steps, 1 / 240];
      assert.equal(under, 12000);
      // Symplectic Euler: after n steps the place is n steps of the speed, less the sum of 1 to n of gravity.
      near(highest / 1000, n * step * 8.5 - (9.81 * step * step * n * (n + 1)) / 2, 0.001, `height after ${n} steps`);
    }
  });
}
