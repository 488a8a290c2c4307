// The samples that draw: each is valid without a word, small, and shows what follows from its own formulas, worked out again
// here. Cameras are those of the samples: `scale` fits the shorter side of the canvas.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';

import * as h from '../cli/harness.mjs';
import { draw, drawText, file, meta, near, share } from './drawn.mjs';

const names = ['gradient', 'plasma', 'lit-torus', 'wireframe', 'raymarch', 'shadow', 'deferred', 'instances', 'distance-text'];
const [width, height] = [320, 200];
const TAU = 2 * Math.PI;

const dot = (a, b) => a.reduce((sum, x, i) => sum + x * b[i], 0);
const add = (a, b, k = 1) => a.map((x, i) => x + k * b[i]);
const scaled = (a, k) => a.map((x) => x * k);
const unit = (a) => scaled(a, 1 / Math.hypot(...a));
const cross = (a, b) => [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]];
const clamp = (x, lo, hi) => Math.min(Math.max(x, lo), hi);
const mean = (list) => list.reduce((sum, x) => sum + x, 0) / list.length;
const poster = (name) => meta(name).poster.time;
const text = (name) => readFileSync(file(name), 'utf8');

/** The pixel in which a camera at `eye` that looks at `target` sees p. */
function project(p, eye, target, focal) {
  const ahead = unit(add(target, eye, -1));
  const right = unit(cross(ahead, [0, 1, 0]));
  const way = add(p, eye, -1);
  const k = focal / dot(way, ahead);
  const x = dot(way, right) * k * Math.min(1, height / width);
  const y = dot(way, cross(right, ahead)) * k * Math.min(1, width / height);
  return [Math.floor((0.5 + 0.5 * x) * width), Math.floor((0.5 - 0.5 * y) * height)];
}

for (const name of names) {
  test(`${name}: valid without a word, small, described`, () => {
    const checked = h.pngine(['validate', '--strict', file(name)]);
    assert.equal(checked.exit, 0, checked.stderr);
    assert.doesNotMatch(checked.stderr + checked.stdout, /warning|error|note/);

    const png = h.compile(file(name), `${name}.png`);
    assert.ok(png.length <= 5000, `${png.length} bytes`);
    assert.ok(text(name).split('\n').length <= 200, 'under 200 lines');

    const { title, category, summary, tags, try: tries, poster: shown } = meta(name);
    assert.ok(title && category && summary && tags.length > 0 && tries.length === 3);
    assert.ok(shown.time >= 0 && shown.size === '640x400');
  });
}

test('gradient: Shepard weights in OKLab, encoded as sRGB', () => {
  const time = poster('gradient');
  const picture = draw('gradient', time, width, height);
  for (const [x, y] of [[10, 10], [160, 100], [300, 20], [40, 180], [310, 190]]) {
    near(picture.at(x, y), gradientAt(x + 0.5, y + 0.5, time), 2, `pixel ${x} ${y}`);
  }
});

function gradientAt(x, y, time) {
  const half = [0.5 * width / height, 0.5];
  const here = [x / height - half[0], y / height - half[1]];
  let lab = [0, 0, 0];
  let weights = 0;
  for (let k = 0; k < 5; k++) {
    const center = k === 0 ? scaled(half, -1)
      : [half[0] * Math.sin(0.31 * time + 2.4 * k), half[1] * Math.cos(0.23 * time + 1.7 * k)];
    const hue = 0.9 - k + 0.25 * Math.sin(0.2 * time + k);
    const weight = (dot(add(here, center, -1), add(here, center, -1)) + 0.02) ** -2;
    lab = add(lab, [0.66 + 0.03 * (k - 2) ** 2, 0.17 * Math.cos(hue), 0.17 * Math.sin(hue)], weight);
    weights += weight;
  }
  const [L, a, b] = scaled(lab, 1 / weights);
  const [l, m, s] = [L + 0.3963377774 * a + 0.2158037573 * b, L - 0.1055613458 * a - 0.0638541728 * b,
    L - 0.0894841775 * a - 1.291485548 * b].map((root) => root ** 3);
  return [4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s, -1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s,
    -0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s].map((c) => clamp(c, 0, 1))
    .map((c) => 255 * (c <= 0.0031308 ? 12.92 * c : 1.055 * c ** (1 / 2.4) - 0.055));
}

test('plasma: the height picks the color, its slope the light', () => {
  const time = poster('plasma');
  const picture = draw('plasma', time, width, height);
  for (const [x, y] of [[20, 30], [160, 100], [250, 60], [100, 170], [300, 180]]) {
    near(picture.at(x, y), plasmaAt(x + 0.5, y + 0.5, time), 4, `pixel ${x} ${y}`);
  }
});

function plasmaAt(x, y, time) {
  const p = [1.6 * (2 * x - width) / height, 1.6 * (height - 2 * y) / height];
  const heightAt = ([u, v]) => {
    const q = [u + 0.35 * Math.sin(1.7 * v + 0.6 * time), v + 0.35 * Math.sin(1.7 * u + 0.4 * time)];
    return Math.sin(2.3 * q[0] + time) + Math.sin(2.9 * q[1] - 0.7 * time) + Math.sin(2.1 * (q[0] + q[1]) + 0.9 * time)
      + Math.sin(5 * Math.hypot(u + 1.6 * width / height, v - 1.6) - 2 * time);
  };
  const at = heightAt(p);
  const normal = unit([(at - heightAt(add(p, [0.01, 0]))) / 0.01, (at - heightAt(add(p, [0, 0.01]))) / 0.01, 8]);
  const light = unit([-0.5, 0.7, 0.9]);
  const shine = 0.5 * Math.max(dot(normal, unit(add(light, [0, 0, 1]))), 0) ** 60;
  return [[0.02, 1], [0.18, 0.75], [0.34, 0.9]].map(([phase, strength]) => {
    const c = 0.5 + 0.5 * Math.cos(TAU * (0.11 * at + 0.03 * time + phase));
    return 255 * clamp(c * c * strength * (0.25 + Math.max(dot(normal, light), 0)) + shine, 0, 1) ** (1 / 2.2);
  });
}

test('lit-torus: as much warp as weft, inside its silhouette, lit from where the lamp is', () => {
  const picture = draw('lit-torus', poster('lit-torus'), width, height);
  const ground = [0.09, 0.1, 0.12].map((c) => 255 * c);
  const drawn = (x, y) => add(picture.at(x, y), ground, -1).some((c) => Math.abs(c) > 2);

  // Radii 1.3 + 0.58 around the origin, seen from a distance of 5 with a focal length of 2.4: tangents to the sphere around.
  const reach = 0.5 * height * 2.4 * 1.88 / Math.sqrt(25 - 1.88 ** 2);
  const beyond = share(picture, (x, y) => drawn(x, y) && Math.hypot(x - width / 2, y - height / 2) > reach + 2, 1);
  assert.equal(beyond, 0, 'nothing is drawn beyond the sphere that holds the torus');
  near(picture.at(2, 2), ground, 1, 'the corner');

  const orange = share(picture, (x, y) => drawn(x, y) && picture.at(x, y)[0] > picture.at(x, y)[2] + 10, 1);
  const teal = share(picture, (x, y) => drawn(x, y) && picture.at(x, y)[2] > picture.at(x, y)[0] + 10, 1);
  assert.ok(orange > 0.05 && teal / orange > 0.6 && teal / orange < 1.7, `orange ${orange}, teal ${teal}`);

  const lit = (test) => mean([...Array(width * height).keys()].map((i) => [i % width, Math.floor(i / width)])
    .filter(([x, y]) => test(x, y) && drawn(x, y)).map(([x, y]) => picture.light(x, y)));
  assert.ok(lit((x, y) => y < height / 2) > 1.2 * lit((x, y) => y > height / 2), 'the lamp hangs above');
});

test('wireframe: lines stay a pixel wide, and lie on the knot', () => {
  const time = poster('wireframe');
  const small = draw('wireframe', time, width, height);
  const large = draw('wireframe', time, 2 * width, 2 * height);
  const ground = [0.004, 0.005, 0.01].map((c) => 255 * (1 - Math.exp(-1.6 * c)) ** (1 / 2.2));
  near(small.at(1, 1), ground, 1, 'the corner');

  // Twice the size: the net covers the same share of the picture, its lines half of it.
  const covered = (picture) => share(picture, (x, y) => add(picture.at(x, y), ground, -1).some((c) => c > 3), 1);
  const lines = (picture) => share(picture, (x, y) => Math.max(...picture.at(x, y)) > 150, 1);
  assert.ok(Math.abs(covered(large) / covered(small) - 1) < 0.08, `${covered(small)}, ${covered(large)}`);
  assert.ok(lines(small) > 0.03, `${lines(small)}`);
  assert.ok(lines(large) / lines(small) > 0.4 && lines(large) / lines(small) < 0.75, `${lines(small)}, ${lines(large)}`);

  for (let i = 0; i < 60; i++) {
    const [x, y] = knotAt(TAU * i / 60, time);
    assert.ok(add(small.at(x, y), ground, -1).some((c) => c > 3), `the tube around ${x} ${y}`);
  }
});

function knotAt(t, time) {
  const out = 2 + Math.cos(3 * t);
  const [x, y, z] = [out * Math.cos(2 * t), out * Math.sin(2 * t), Math.sin(3 * t)];
  const [a, b] = [0.25 * time, 0.5 + 0.3 * Math.sin(0.17 * time)];
  const [u, v] = [Math.cos(a) * x - Math.sin(a) * y, Math.sin(a) * x + Math.cos(a) * y];
  const k = 2.1 / (9 - Math.sin(b) * v - Math.cos(b) * z);
  return [Math.floor(width / 2 + 0.5 * height * k * u), Math.floor(height / 2 - 0.5 * height * k * (Math.cos(b) * v - Math.sin(b) * z))];
}

test('raymarch: bright only where the core shines out, and it turns', () => {
  const time = poster('raymarch');
  const picture = draw('raymarch', time, width, height);

  // The ball has radius 1, the camera stands sqrt(3.2^2 + 0.9^2) away and has a focal length of 1.7 over 1.3 of the height.
  const eye = [3.2 * Math.sin(0.5), 0.9, 3.2 * Math.cos(0.5)];
  const far = Math.hypot(...eye);
  const reach = 1.7 / Math.sqrt(far * far - 1) * 0.5 * 1.3 * height;
  const outside = (x, y) => Math.hypot(x - width / 2, y - height / 2) > 1.25 * reach;
  const bright = (x, y) => picture.at(x, y)[0] > 235;
  assert.ok(share(picture, bright, 1) > 0.01, 'the core is seen through the holes');
  assert.equal(share(picture, (x, y) => bright(x, y) && outside(x, y), 1), 0, 'and nowhere else');

  // Above the horizon there is nothing but the core's glow, which falls off with the square of the distance.
  const sky = (x, y) => {
    const ahead = unit(add([0, -0.15, 0], eye, -1));
    const right = unit(cross(ahead, [0, 1, 0]));
    const screen = [(2 * x + 1 - width) / (1.3 * height), (2 * y + 1 - height) / (1.3 * height)];
    const ray = unit(add(add(scaled(ahead, 1.7), right, screen[0]), cross(right, ahead), -screen[1]));
    const miss2 = far * far - dot(eye, ray) ** 2;
    const vignette = 1 - 0.9 * (((x + 0.5) / width - 0.5) ** 2 + ((y + 0.5) / height - 0.5) ** 2);
    return [1, 0.45, 0.15].map((c) => c * 0.045 / (miss2 + 0.012) * vignette)
      .map((c) => 255 * clamp(c * (2.51 * c + 0.03) / (c * (2.43 * c + 0.59) + 0.14), 0, 1) ** (1 / 2.2));
  };
  for (const [x, y] of [[20, 5], [160, 3], [300, 8]]) near(picture.at(x, y), sky(x, y), 10, `sky ${x} ${y}`);

  const later = draw('raymarch', time + 4, width, height);
  const moved = (x, y) => Math.abs(picture.light(x, y) - later.light(x, y)) > 40;
  assert.ok(share(picture, moved) > 0.05, 'the ball turns');
  assert.equal(share(picture, (x, y) => moved(x, y) && y < 5, 1), 0, 'the sky does not');
});

for (const time of [poster('shadow'), poster('shadow') + 30]) {
  test(`shadow: ${time} s on the dial`, () => {
    const picture = draw('shadow', time, width, height);
    const around = 0.5 + 0.1 * Math.sin(0.2 * time);
    const eye = [7.8 * Math.sin(around), 5.6, 7.8 * Math.cos(around)];
    const ground = (angle, radius) => picture.light(...project([radius * Math.sin(angle), 0, -radius * Math.cos(angle)], eye, [0, 0.4, 0], 2.2));

    // Along the shadow of the pillar; and the rest of the dial around its foot, evenly lit but for what pillar and stones hide.
    const hand = TAU * time / 60;
    const dark = [1.2, 1.5, 1.8].map((radius) => ground(hand, radius));
    const lit = [];
    for (let k = 3; k <= 21; k++) for (const radius of [1.1, 1.3, 1.5]) lit.push(ground(hand + TAU * k / 24, radius));
    const usual = lit.toSorted((a, b) => a - b)[lit.length >> 1];
    const even = lit.filter((value) => Math.abs(value - usual) <= 6).length;
    assert.ok(even > 0.75 * lit.length, `${even} of ${lit.length} places are lit evenly: ${lit}`);
    assert.ok(Math.max(...dark) < 0.75 * usual, `in the shadow ${dark}, in the sun ${usual}`);
  });
}

test('deferred: first the normals of boxes, then lamps that only add light', () => {
  const time = poster('deferred');
  const change = (from, to) => text('deferred').replace(from, () => to);
  const found = drawText('deferred-normals', change(/return vec4f\(pow\(1\.0 - exp\(-1\.8.*/, 'return vec4f(0.5 * n + 0.5, 1);'), time, width, height);
  const faces = new Set();
  for (let y = 0; y < height; y++) for (let x = 0; x < width; x++) faces.add(found.at(x, y).map((c) => Math.round(c / 127.5)).join());
  const axes = ['1,1,1', '2,1,1', '0,1,1', '1,2,1', '1,1,2', '1,1,0'];
  assert.ok([...faces].every((face) => axes.includes(face)), `sky, four walls and a roof: ${[...faces]}`);
  assert.ok(faces.size >= 4, 'two walls, roof and sky at least');

  const picture = draw('deferred', time, width, height);
  const dark = drawText('deferred-dark', change('i < 96u', 'i < 0u'), time, width, height);
  const more = (x, y) => picture.light(x, y) - dark.light(x, y);
  assert.equal(share(picture, (x, y) => picture.at(x, y).some((c, i) => c < dark.at(x, y)[i] - 1), 1), 0, 'no lamp takes light away');
  assert.ok(share(picture, (x, y) => more(x, y) > 60) > 0.05, 'the lamps are seen');
  assert.ok(share(picture, (x, y) => more(x, y) < 60) > 0.2, 'and do not reach everywhere');
});

test('instances: the top of a seed is where and as bright as Vogel, Lambert and Blinn say', () => {
  const time = poster('instances');
  const picture = draw('instances', time, width, height);
  const eye = [9.5 * Math.sin(0.07 * time), 12, 9.5 * Math.cos(0.07 * time)];
  let right = 0;
  let all = 0;
  for (let n = 0; n < 1597; n += 13, all++) {
    const radius = 0.17 * Math.sqrt(n + 0.5);
    const angle = Math.PI * (3 - Math.sqrt(5)) * n;
    const wave = Math.sin(1.3 * radius - 1.4 * time);
    const tall = 0.35 + 0.22 * wave + 0.08 * Math.sin(TAU * n / 34 + 1.2 * time);
    const top = [radius * Math.cos(angle), 2 * tall, radius * Math.sin(angle)];
    const actual = picture.at(...project(top, eye, [0, -0.6, 0], 2.1));
    const expected = topColor(top, eye, 0.08 * radius + 0.12 * wave - 0.04 * time);
    if (actual.every((c, i) => Math.abs(c - expected[i]) <= 12)) right++;
  }
  assert.ok(right > 0.85 * all, `${right} of ${all} seeds`);
});

function topColor(p, eye, hue) {
  const sun = unit([0.5, 0.8, -0.3]);
  const sheen = 0.5 * unit(add(sun, unit(add(eye, p, -1))))[1] ** 40;
  return [[0, 1.9, 0.3], [0.25, 1.7, 0.4], [0.45, 1.4, 0.6]].map(([phase, direct, sky]) => {
    const color = (0.5 + 0.5 * Math.cos(TAU * (hue + phase))) ** 2;
    return 255 * (1 - Math.exp(-1.4 * (color * (direct * sun[1] + sky) + sheen))) ** (1 / 2.2);
  });
}

test('distance-text: strokes of the pen’s width with edges of one pixel, at any size', () => {
  const time = poster('distance-text');
  const white = text('distance-text').replace(/return vec4f\(pow\(.*mix\(light, tube, covered\).*/, 'return vec4f(vec3f(covered), 1);');
  assert.notEqual(white, text('distance-text'));
  for (const [w, tall] of [[width, height], [3 * width, 3 * height]]) {
    const picture = drawText('distance-text-white', white, time, w, tall);
    const size = Math.min(w / 6, tall / 2);
    const pixel = (x, y) => [Math.floor(w / 2 + (x - 2.4) * size), Math.floor(tall / 2 - (y - 0.5) * size)];
    const covered = (x, y) => picture.at(...pixel(x, y))[0] / 255;

    // Across the stem of the I, halfway up.
    const [from, y] = pixel(2.97 - 0.18, 0.5);
    const [to] = pixel(2.97 + 0.18, 0.5);
    const row = Array.from({ length: to - from }, (_, i) => picture.at(from + i, y)[0] / 255);
    const wide = row.reduce((sum, c) => sum + c, 0) / size;
    const expected = 2 * (0.125 + 0.015 * Math.sin(2 * time - 1.3 * 2.97));
    assert.ok(Math.abs(wide - expected) < 0.01, `${wide} wide, expected ${expected}`);
    assert.ok(row.filter((c) => c > 0.01 && c < 0.99).length <= 4, `${row}`);

    // The eye of the P is open, its bowl is closed; the arms of the E have gaps between them.
    assert.deepEqual([covered(0.3, 0.74), covered(0.58, 0.74), covered(4.6, 0.5), covered(4.6, 0.25)], [0, 1, 1, 0]);
  }
});

test('all of them move', () => {
  for (const name of ['gradient', 'plasma', 'instances', 'distance-text']) {
    const [one, two] = [draw(name, 1, 64, 40), draw(name, 3, 64, 40)];
    assert.ok(share(one, (x, y) => Math.abs(one.light(x, y) - two.light(x, y)) > 12, 1) > 0.1, name);
  }
});
