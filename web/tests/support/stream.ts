// Builds command buffers and tiny executors by hand, so that the player can be tested without a compiler.
import { OPERANDS, type Op } from '../../src/generated/commands.js';

/** Where an executor made here keeps things in its memory of 2 MiB. */
export const HEAD_AT = 0;
export const DATA_AT = 0x100000;
export const CONSTANTS_AT = 0x180000;
const PAGES = 32;

type Operand = number | string | Uint8Array | readonly number[];
const utf8 = new TextEncoder();

/** Constant memory of an executor: blobs that commands point to, then the command buffers themselves. */
export class Constants {
  private readonly bytes: number[] = [];
  add(blob: Uint8Array): number {
    while (this.bytes.length % 4) this.bytes.push(0);
    const at = CONSTANTS_AT + this.bytes.length;
    this.bytes.push(...blob);
    return at;
  }
  get data(): Uint8Array {
    return Uint8Array.from(this.bytes);
  }
}

/** A command buffer. Strings and byte arrays stand for blobs, arrays of numbers for counted lists of ids or bytes. */
export class Stream {
  private readonly out: number[] = [];
  private count = 0;
  constructor(private readonly constants: Constants) {}

  add(op: Op, ...operands: Operand[]): this {
    this.out.push(op);
    this.count++;
    const letters = OPERANDS[op] ?? '';
    let next = 0;
    for (const letter of letters) this.operand(letter, operands[next++]);
    if (next !== operands.length) throw new Error(`command ${op} takes ${next} operands`);
    return this;
  }
  /** Bytes as they are, for damaged and early streams. */
  raw(...bytes: number[]): this {
    this.out.push(...bytes);
    this.count++;
    return this;
  }
  get bytes(): Uint8Array {
    const head = new DataView(new ArrayBuffer(8));
    head.setUint32(0, 8 + this.out.length, true);
    head.setUint16(4, this.count, true);
    return Uint8Array.from([...new Uint8Array(head.buffer), ...this.out]);
  }

  private number(value: number, size: number, float = false): void {
    const view = new DataView(new ArrayBuffer(4));
    if (float) view.setFloat32(0, value, true);
    else view.setUint32(0, value >>> 0, true);
    this.out.push(...new Uint8Array(view.buffer).subarray(0, size));
  }
  private operand(letter: string, value: Operand | undefined): void {
    if (letter === 'c') {
      this.out.push(value as number);
    } else if (letter === 'd') {
      const blob = typeof value === 'string' ? utf8.encode(value) : Uint8Array.from(value as Uint8Array);
      this.number(this.constants.add(blob), 4);
      this.number(blob.length, 4);
    } else if (typeof value === 'number') {
      const sizes: Record<string, number> = { b: 1, h: 2, w: 4, i: 4, f: 4 };
      this.number(value, sizes[letter] ?? 0, letter === 'f');
    } else if (letter === 'T' || letter === 't') {
      const list = value as readonly number[];
      this.out.push(list.length / 7);
      list.forEach((n, i) => {
        const field = i % 7;
        const color = field > 2;
        this.number(n, field === 0 ? 2 : color && letter === 'T' ? 4 : 1, color && letter === 'T');
      });
    } else {
      const list = [...(value as readonly number[])];
      this.out.push(list.length);
      for (const n of list) this.number(n, letter === 'B' ? 2 : 1);
    }
  }
}

const leb = (n: number): number[] => (n < 128 ? [n] : [(n & 127) | 128, ...leb(n >>> 7)]);
const sleb = (n: number): number[] => (n >= -64 && n < 64 ? [n & 127] : [(n & 127) | 128, ...sleb(n >> 7)]);
const section = (id: number, body: number[]): number[] => [id, ...leb(body.length), ...body];
const vector = (items: number[][]): number[] => [...leb(items.length), ...items.flat()];
const name = (text: string): number[] => [...leb(text.length), ...utf8.encode(text)];
const i32 = (n: number): number[] => [0x41, ...sleb(n | 0)];

export interface ExecutorOptions {
  initStatus?: number;
  frameStatus?: number;
  /** Traps in init. */
  trap?: boolean;
  /** Like the first generation: imports env.log, exports no version, usage of one byte in create buffer. */
  early?: boolean;
  without?: string;
}

/** An executor whose init and frame always answer the same two command buffers. */
export function executor(constants: Constants, init: Uint8Array, frame: Uint8Array, options: ExecutorOptions = {}): Uint8Array<ArrayBuffer> {
  const initAt = constants.add(init);
  const frameAt = constants.add(frame);
  const imports = options.early ? 1 : 0;
  const functions: { name: string; type: number; body: number[] }[] = [
    { name: 'getBytecodePtr', type: 0, body: i32(HEAD_AT) },
    { name: 'setBytecodeLen', type: 1, body: [] },
    { name: 'getDataPtr', type: 0, body: i32(DATA_AT) },
    { name: 'setDataLen', type: 1, body: [] },
    { name: 'init', type: 0, body: options.trap ? [0x00] : [...i32(initAt), 0x24, 0, ...i32(options.initStatus ?? 0)] },
    { name: 'frame', type: 2, body: [...i32(frameAt), 0x24, 0, ...i32(options.frameStatus ?? 0)] },
    { name: 'getCommandPtr', type: 0, body: [0x23, 0] },
    ...(options.early ? [] : [{ name: 'getAbiVersion', type: 0, body: i32(1) }]),
  ].filter((f) => f.name !== options.without);
  const I32 = 0x7f;
  const types = [[0x60, 0, 1, I32], [0x60, 1, I32, 0], [0x60, 3, 0x7d, I32, I32, 1, I32], [0x60, 2, I32, I32, 0]];
  const data = [...constants.data];
  return Uint8Array.from([
    0, 0x61, 0x73, 0x6d, 1, 0, 0, 0,
    ...section(1, vector(types)),
    ...(options.early ? section(2, vector([[...name('env'), ...name('log'), 0, 3]])) : []),
    ...section(3, vector(functions.map((f) => [f.type]))),
    ...section(5, vector([[0, ...leb(PAGES)]])),
    ...section(6, vector([[I32, 1, ...i32(0), 0x0b]])),
    ...section(7, vector([[...name('memory'), 2, 0], ...functions.map((f, i) => [...name(f.name), 0, i + imports])])),
    ...section(10, vector(functions.map(({ body }) => [...leb(body.length + 2), 0, ...body, 0x0b]))),
    ...section(11, vector([[0, ...i32(CONSTANTS_AT), 0x0b, ...leb(data.length), ...data]])),
  ]);
}
