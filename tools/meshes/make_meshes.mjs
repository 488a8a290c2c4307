#!/usr/bin/env node
// The two meshes that (teapot) and (dragon) stand for, out of the packages that publish them.
//   node tools/meshes/make_meshes.mjs TEAPOT.js DRAGON.ply.gz OUTPUT-FOLDER
// Writes teapot.bin and dragon.bin: u32 vertex count, u32 triangle count, u32 bytes per index; positions and normals as
// 3 x f32 each; 3 x u16 per triangle. Little-endian. Arithmetic is in doubles, stored as f32.
import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join, resolve } from 'node:path';
import { gunzipSync } from 'node:zlib';

const subtract = (a, b) => [a[0] - b[0], a[1] - b[1], a[2] - b[2]];
const cross = (a, b) => [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]];
const dot = (a, b) => a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
const add = (sum, v) => v.forEach((x, k) => (sum[k] += x));
/** Unit vector, or zero for what is no longer than `least`. */
function unit(v, least = 1e-5) {
  const length = Math.sqrt(dot(v, v));
  return length > least ? v.map((x) => x / length) : [0, 0, 0];
}

function container({ positions, normals, cells }) {
  const out = Buffer.alloc(12 + positions.length * 24 + cells.length * 6);
  out.writeUInt32LE(positions.length, 0);
  out.writeUInt32LE(cells.length, 4);
  out.writeUInt32LE(2, 8);
  let at = 12;
  for (const list of [positions, normals]) for (const v of list) for (const x of v) at = out.writeFloatLE(x, at);
  for (const cell of cells) for (const i of cell) at = out.writeUInt16LE(i, at);
  return out;
}

/** Smooth normals: each triangle adds the cross product of its unit edges to its three vertices. */
function teapot(path) {
  const { positions, cells } = createRequire(import.meta.url)(resolve(path));
  const sums = positions.map(() => [0, 0, 0]);
  for (const [a, b, c] of cells) {
    const normal = cross(unit(subtract(positions[b], positions[a])), unit(subtract(positions[c], positions[a])));
    for (const i of [a, b, c]) add(sums[i], normal);
  }
  return { positions, normals: sums.map((sum) => unit(sum)), cells };
}

/** Vertices and faces of a PLY text. */
function readPly(text) {
  const lines = text.split('\n');
  const vertices = Number(/element vertex (\d+)/.exec(text)[1]);
  const faces = Number(/element face (\d+)/.exec(text)[1]);
  const first = lines.findIndex((line) => line.trim() === 'end_header') + 1;
  const numbers = (line) => line.trim().split(/\s+/).map(Number);
  return {
    points: lines.slice(first, first + vertices).map((line) => numbers(line).slice(0, 3)),
    cells: lines.slice(first + vertices, first + vertices + faces).map((line) => numbers(line).slice(1, 4)),
  };
}

/**
 * Creased normals: a corner's normal sums the unit normals of the faces around its point, except those that point
 * exactly the other way. Corners of one point with different normals become vertices of their own, in order of use. The
 * sum of two faces that almost cancel keeps its direction, however short it is.
 */
function dragon(path) {
  const { points, cells } = readPly(gunzipSync(readFileSync(path)).toString('latin1'));
  const scaled = points.map((p) => p.map((x) => Math.fround(x) * 500));
  const faces = cells.map(([a, b, c]) => unit(cross(subtract(scaled[b], scaled[a]), subtract(scaled[c], scaled[a]))));
  const around = points.map(() => []);
  cells.forEach((cell, f) => cell.forEach((v) => around[v].push(f)));
  const known = new Map();
  const positions = [];
  const normals = [];
  const split = cells.map((cell, f) =>
    cell.map((v) => {
      const sum = [0, 0, 0];
      for (const g of around[v]) if (dot(faces[f], faces[g]) > -1) add(sum, faces[g]);
      const normal = unit(sum, 0);
      const key = `${v}|${normal.join()}`;
      if (!known.has(key)) {
        known.set(key, positions.length);
        positions.push(scaled[v]);
        normals.push(normal);
      }
      return known.get(key);
    }),
  );
  return { positions, normals, cells: split };
}

const [teapotFile, dragonFile, folder] = process.argv.slice(2);
if (folder === undefined) {
  console.error('usage: make_meshes.mjs TEAPOT.js DRAGON.ply.gz OUTPUT-FOLDER');
  process.exit(2);
}
const expected = {
  teapot: '6b74d17253f4da148897540977dc14db0676f6dc1b8b250d0416f44845eedd81',
  dragon: 'ff78a186a94a68efefe57dd9594b4e80c1334fdcc65fa4c11c04b429206234ea',
};
for (const [name, mesh] of Object.entries({ teapot: teapot(teapotFile), dragon: dragon(dragonFile) })) {
  const bytes = container(mesh);
  const hash = createHash('sha256').update(bytes).digest('hex');
  if (hash !== expected[name]) {
    console.error(`${name}: the mesh has SHA-256 ${hash}, not ${expected[name]}`);
    process.exit(1);
  }
  writeFileSync(join(folder, `${name}.bin`), bytes);
}
