// Writes src/generated/*.ts from the tables that the compiler is built from, so that both sides agree by construction.
//   node scripts/gen-tables.mjs           write the files
//   node scripts/gen-tables.mjs --check   write nothing; exit 1 when a committed file differs from its table
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const web = join(dirname(fileURLToPath(import.meta.url)), '..');
const table = (path) => readFileSync(join(web, '..', 'src', path), 'utf8').replace(/^\s*\/\/.*$/gm, '');
const opening = (path) => `// Generated from src/${path} by scripts/gen-tables.mjs; do not edit.\n`;
const hex = (n) => `0x${n.toString(16).padStart(2, '0')}`;

/** One letter per operand kind, which stream/reader.ts knows, and the TypeScript type of what it reads. */
const kinds = {
  u8: ['b', 'number'], u16: ['h', 'number'], u32: ['w', 'number'], i32: ['i', 'number'], f32: ['f', 'number'],
  Desc: ['d', 'Bytes'], ArgBytes: ['A', 'Bytes'], BundleList: ['B', 'number[][]'], TargetList: ['T', 'number[][]'],
  TargetList8: ['t', 'number[][]'],
};

/** Opcodes with operands that the compute-only player plays. */
const COMPUTES = [1, 4, 6, 7, 0x0a, 0x0c, 0x12, 0x13, 0x18, 0x1e, 0x20, 0x21, 0x22, 0x26];

/** A table indexed by code as one string: entries between spaces, so that codes without an entry cost one space. */
function packed(rows) {
  const list = [];
  for (const { code, text } of rows) list[code] = text;
  return `/* @__PURE__ */ '${Array.from(list, (text) => text ?? '').join(' ').trimEnd()}'.split(' ')`;
}

function commands() {
  const path = 'format/commands.def';
  const rows = table(path).split(/^COMMAND\(/m).slice(1).map((text) => {
    const head = /^(0x[0-9A-Fa-f]+),\s*(\w+),\s*"([^"]*)",\s*(\w+),/.exec(text);
    if (!head) throw new Error(`${path}: cannot read the row "${text.slice(0, 60)}"`);
    const operands = [...text.matchAll(/FIELD\((\w+),\s*(\w+)\)/g)].map(([, type, name]) => {
      if (!(type in kinds)) throw new Error(`${path}: unknown operand type ${type}`);
      const [letter, ts] = kinds[type];
      const camel = name.replace(/_(\w)/g, (_, c) => c.toUpperCase());
      return { letter: type === 'u8' && /^[rgba]$/.test(name) ? 'c' : letter, type: `${camel}: ${ts}` };
    });
    return { code: Number(head[1]), name: head[2], operands };
  });
  if (rows.length < 50) throw new Error(`${path}: only ${rows.length} rows found`);
  const letters = rows.map((r) => ({ code: r.code, text: r.operands.map((o) => o.letter).join('') }));
  const computes = letters.filter((r) => COMPUTES.includes(r.code));
  return `${opening(path)}
import type { Bytes } from '../containers/detect.js';

/** Opcodes of the command stream. */
export const enum Op {
${rows.map((r) => `  ${r.name} = ${hex(r.code)},`).join('\n')}
}

/** Operands by opcode. */
export interface Operands {
${rows.map((r) => `  [Op.${r.name}]: [${r.operands.map((o) => o.type).join(', ')}];`).join('\n')}
}

/**
 * Letters of the operands by opcode, as stream/reader.ts reads them. Opcodes behind the last one with operands are
 * missing; whether an opcode exists at all is for the tables of commands to say.
 */
export const OPERANDS: readonly (string | undefined)[] =
  ${packed(letters)};

/** The same for the opcodes that programs which only compute need. */
export const COMPUTE_OPERANDS: typeof OPERANDS =
  ${packed(computes)};
`;
}

function formats() {
  const path = 'webgpu/formats.def';
  const rows = [...table(path).matchAll(/^FORMAT\((\w+),\s*(0x[0-9A-Fa-f]+),/gm)]
    .map(([, name, code]) => ({ name: name.replaceAll('_', '-'), code: Number(code) }))
    .filter((r) => r.code !== 0xff)
    .sort((a, b) => a.code - b.code);
  if (rows.length < 40) throw new Error(`${path}: only ${rows.length} rows found`);
  return `${opening(path)}
/** Texture formats by code. Empty or missing entries stand for the canvas format. */
export const FORMATS = ${packed(rows.map((r) => ({ code: r.code, text: r.name })))} as (GPUTextureFormat | '' | undefined)[];
`;
}

function enums() {
  const path = 'webgpu/enums.def';
  const wanted = {
    AddressMode: ['ADDRESS_MODES', 'GPUAddressMode'],
    FilterMode: ['FILTER_MODES', 'GPUFilterMode'],
    CompareFunction: ['COMPARE_FUNCTIONS', 'GPUCompareFunction'],
    TextureDimension: ['TEXTURE_DIMENSIONS', 'GPUTextureDimension'],
    ViewDimension: ['VIEW_DIMENSIONS', 'GPUTextureViewDimension'],
    TextureAspect: ['TEXTURE_ASPECTS', 'GPUTextureAspect'],
    IndexFormat: ['INDEX_FORMATS', 'GPUIndexFormat'],
  };
  const text = table(path);
  const lists = Object.entries(wanted).map(([type, [name, gpuType]]) => {
    const members = [...text.matchAll(new RegExp(`^ENUM_VALUE\\(${type},\\s*\\w+,\\s*"([^"]+)",\\s*(\\w+)\\)`, 'gm'))];
    members.forEach(([, , code], i) => {
      if (Number(code) !== i) throw new Error(`${path}: ${type} is not numbered in order`);
    });
    if (members.length === 0) throw new Error(`${path}: no members of ${type}`);
    return `export const ${name} = /* @__PURE__ */ '${members.map(([, spelling]) => spelling).join(' ')}'.split(' ') as (${gpuType} | undefined)[];`;
  });
  return `${opening(path)}\n// Enumerations of the binary descriptors; the index is the code.\n\n${lists.join('\n')}\n`;
}

function limits() {
  const path = 'webgpu/limits.def';
  const names = [...table(path).matchAll(/^LIMIT\(\w+,\s*"[^"]+",\s*"(\w+)",/gm)].map(([, name]) => name);
  if (names.length < 30) throw new Error(`${path}: only ${names.length} rows found`);
  return `${opening(path)}
/** Device limits that a compiled file may ask for, in the order of its limits table. */
export type LimitName =
${names.map((n) => `  | '${n}'`).join('\n')};
`;
}

const files = { 'commands.ts': commands(), 'enums.ts': enums(), 'formats.ts': formats(), 'limits.ts': limits() };
const folder = join(web, 'src', 'generated');
const check = process.argv.includes('--check');
mkdirSync(folder, { recursive: true });
for (const [name, text] of Object.entries(files)) {
  const path = join(folder, name);
  if (!check) {
    writeFileSync(path, text);
    continue;
  }
  let current = '';
  try {
    current = readFileSync(path, 'utf8');
  } catch {
    // A missing file differs.
  }
  if (current !== text) {
    console.error(`src/generated/${name} differs from its table: run npm run gen`);
    process.exitCode = 1;
  }
}
