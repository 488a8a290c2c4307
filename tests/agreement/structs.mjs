// Modules of generated WGSL structures for the layout test, the same ones for the same seed: scalars, vectors, matrices of every
// shape, halves, atomics, arrays, structures in structures, runtime-sized tails, @align and @size, in all their spellings.
// Nothing here works out a layout: sizes in bytes are known of leaves, and bounds of what is made of them, since @align and
// @size may not be smaller than their type.
import { random } from './mutants.mjs';

const SCALARS = [['f32', 'f', 4], ['i32', 'i', 4], ['u32', 'u', 4], ['f16', 'h', 2]];
const PER_MODULE = 4;

/** A type: its spelling, at most how many bytes (leaves: exactly), its alignment, whether it holds atomics. */
const leaf = (text, bytes, align, atomic = false) => ({ text, bytes, align, atomic });

function everyLeaf() {
  const leaves = [];
  const spelled = (name, [scalar, suffix], bytes, align) => {
    leaves.push(leaf(`${name}${suffix}`, bytes, align), leaf(`${name}<${scalar}>`, bytes, align));
  };
  for (const scalar of SCALARS) {
    const [name, , unit] = scalar;
    leaves.push(leaf(name, unit, unit), leaf(name, unit, unit));
    for (const rows of [2, 3, 4]) spelled(`vec${rows}`, scalar, rows * unit, (rows === 3 ? 4 : rows) * unit);
    if (!name.startsWith('f')) leaves.push(leaf(`atomic<${name}>`, 4, 4, true), leaf(`atomic<${name}>`, 4, 4, true));
  }
  for (const scalar of SCALARS.filter(([name]) => name.startsWith('f'))) {
    for (const columns of [2, 3, 4]) {
      for (const rows of [2, 3, 4]) {
        const align = (rows === 3 ? 4 : rows) * scalar[2];
        spelled(`mat${columns}x${rows}`, scalar, columns * align, align);
      }
    }
  }
  return leaves;
}
const LEAVES = everyLeaf();

class Generator {
  constructor(seed) {
    this.next = random(seed);
  }
  below(n) {
    return Math.floor(this.next() * n);
  }
  pick(list) {
    return list[this.below(list.length)];
  }
  chance(percent) {
    return this.below(100) < percent;
  }

  /** A leaf, one of the structures in `known`, or an array of such. */
  type(known, depth = 0) {
    if (depth < 3 && this.chance(depth ? 20 : 30)) return this.array(this.type(known, depth + 1), 1 + this.below(5));
    return known.length && this.chance(25) ? this.pick(known) : this.pick(LEAVES);
  }
  array(element, count) {
    const spelled = this.pick([`${count}`, `${count}u`, `k${count}`, `(k1 + ${count - 1})`, `0x${count}`]);
    const bytes = count * Math.ceil(element.bytes / element.align) * element.align;
    return { text: `array<${element.text}, ${spelled}>`, bytes, align: element.align, atomic: element.atomic };
  }

  member(name, type) {
    const attributes = [];
    let { bytes, align } = type;
    if (this.chance(15)) {
      align *= 2 ** this.below(4);
      attributes.push(`@align(${this.chance(20) ? `k1 * ${align}` : align})`);
    }
    if (this.chance(15)) {
      bytes += this.below(40);
      attributes.push(`@size(${this.chance(20) ? `${bytes - 1} + k1` : bytes})`);
    }
    if (this.chance(50)) attributes.reverse();
    return { name, type, attributes, bytes, align };
  }

  struct(name, known, tail) {
    const members = [];
    const count = 1 + this.below(this.chance(20) ? 12 : 6);
    for (let n = 0; n < count; n++) members.push(this.member(`m${n}`, this.type(known)));
    if (tail) {
      const element = this.type(known, 1);
      const aligned = element.align * 2 ** (this.chance(15) ? this.below(3) : 0);
      const attributes = aligned === element.align ? [] : [`@align(${aligned})`];
      const one = { ...this.array(element, 1), text: `array<${element.text}, 1>` };
      members.push({ name: 'tail', type: one, attributes, bytes: element.bytes, align: aligned, runtime: `array<${element.text}>` });
    }
    const align = Math.max(...members.map((m) => m.align));
    const bytes = members.reduce((sum, m) => sum + m.bytes + m.align, align);
    return { text: name, name, members, bytes, align, atomic: members.some((m) => m.type.atomic), runtime: tail };
  }
}

/** The text of a structure. With `fixed`, a runtime-sized tail has one element and the name ends with "Fixed". */
export function textOf({ name, members, runtime }, fixed) {
  const list = members.map((m) => `${m.attributes.join(' ')} ${m.name}: ${m.runtime && !fixed ? m.runtime : m.type.text}`.trim());
  return `struct ${name}${runtime && fixed ? 'Fixed' : ''} { ${list.join(', ')} }`;
}

/** What stands before the structures of every module. */
export const PRELUDE = 'enable f16;\nconst k1 = 1; const k2 = 2i; const k3 = 3u; const k4 = k2 * 2; const k5 = 5;\n';

/** `count` structures in modules: lists of structures, later ones made of earlier ones. */
export function generate(count, seed) {
  const generator = new Generator(seed);
  const modules = [];
  for (let made = 0; made < count; made += PER_MODULE) {
    const structs = [];
    for (let n = 0; n < Math.min(PER_MODULE, count - made); n++) {
      const known = structs.filter((s) => !s.runtime && s.bytes < 4000);
      structs.push(generator.struct(`S${made + n}`, known, generator.chance(20)));
    }
    modules.push(structs);
  }
  return modules;
}
