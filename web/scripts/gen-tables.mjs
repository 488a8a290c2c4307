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

/** One letter per operand kind; decoder.ts reads them. */
const letters = {
  u8: 'b', u16: 'h', u32: 'w', i32: 'i', f32: 'f', Desc: 'd',
  BundleList: 'B', TargetList: 'T', TargetList8: 't', ArgBytes: 'A',
};

function commands() {
  const path = 'format/commands.def';
  const rows = table(path).split(/^COMMAND\(/m).slice(1).map((text) => {
    const head = /^(0x[0-9A-Fa-f]+),\s*(\w+),\s*"([^"]*)",\s*(\w+),/.exec(text);
    if (!head) throw new Error(`${path}: cannot read the row "${text.slice(0, 60)}"`);
    const operands = [...text.matchAll(/FIELD\((\w+),\s*(\w+)\)/g)].map(([, type, name]) => {
      if (type === 'u8' && /^[rgba]$/.test(name)) return 'c';
      if (!(type in letters)) throw new Error(`${path}: unknown operand type ${type}`);
      return letters[type];
    });
    return { code: Number(head[1]), name: head[2], text: head[3], operands: operands.join('') };
  });
  if (rows.length < 50) throw new Error(`${path}: only ${rows.length} rows found`);
  return `${opening(path)}
/** Opcodes of the command stream. */
export const enum Op {
${rows.map((r) => `  ${r.name} = ${hex(r.code)},`).join('\n')}
}

/**
 * Operands by opcode, one letter each: b u8, c u8 that stands for a color channel, h u16, w u32, i i32, f f32, d address and length of a blob,
 * B list of bundle ids, T list of color targets, t the same with 8-bit colors, A counted bytes.
 */
export const OPERANDS: { readonly [opcode: number]: string | undefined } = {
${rows.map((r) => `  ${hex(r.code)}: '${r.operands}', // ${r.text}`).join('\n')}
};
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
/** Texture formats by code. A code that is not listed stands for the canvas format. */
export const FORMATS: { readonly [code: number]: GPUTextureFormat | undefined } = {
${rows.map((r) => `  ${hex(r.code)}: '${r.name}',`).join('\n')}
};
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
    const list = members.map(([, spelling]) => `'${spelling}'`).join(', ');
    return `export const ${name}: readonly (${gpuType} | undefined)[] = [${list}];`;
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
