// Decodes a whole command buffer before any of it runs, so that a damaged one changes nothing.
//
// A decoded command is [opcode, index of the next command, operands...] in one flat array of numbers, so that playing a
// frame allocates nothing. Blobs are two numbers (address, length), already known to lie inside the memory. Lists are
// their count and then the elements: bundle ids, or targets of seven numbers (texture, load, store, r, g, b, a).
// Counted bytes are their count and the address of the first.
import { fail } from '../errors.js';
import { OPERANDS, Op } from '../generated/commands.js';

export type Operands = number[];

const MAX_BUNDLES = 16;
const MAX_TARGETS = 8;
const NO_TEXTURE = 0xffff;

/** Widths that differ in the streams of early executors. */
const EARLY: Readonly<Record<number, string>> = { [Op.CreateBuffer]: 'hwb', [Op.BeginRenderPass8]: 'hbbh' };

export class Decoder {
  /** Decoded commands; valid up to `end_` until the next call. */
  code_: Operands = [];
  end_ = 0;
  private view_ = new DataView(new ArrayBuffer(0));
  private at_ = 0;
  private limit_ = 0;

  /** `known` says which opcodes can be played. Throws with code `stream` and leaves nothing decoded. */
  decode_(memory: ArrayBuffer, address: number, known: (opcode: number) => boolean, early: boolean): void {
    try {
      this.walk_(memory, address, known, false);
    } catch (error) {
      if (!early) throw error;
      this.walk_(memory, address, known, true);
    }
  }

  private walk_(memory: ArrayBuffer, address: number, known: (opcode: number) => boolean, early: boolean): void {
    this.end_ = 0;
    this.view_ = new DataView(memory);
    if (address + 8 > memory.byteLength) fail('stream', 'the command buffer lies outside the memory');
    const length = this.view_.getUint32(address, true);
    this.limit_ = address + length;
    if (length < 8 || this.limit_ > memory.byteLength) fail('stream', `a command buffer cannot be ${length} bytes long`);
    if (this.view_.getUint16(address + 6, true) & 1) fail('stream', 'the command buffer is truncated');
    this.at_ = address + 8;
    let end = 0;
    for (let count = this.view_.getUint16(address + 4, true); count > 0; count--) {
      const opcode = this.byte_();
      const operands = (early && EARLY[opcode]) || OPERANDS[opcode];
      if (operands === undefined || !known(opcode)) this.refuse_(opcode, operands ? 'is not part of this player' : 'is unknown');
      const start = end;
      this.code_[start] = opcode;
      end = this.operands_(opcode, operands, start + 2);
      if (early && opcode === Op.BeginRenderPass8) end = this.push_(end, 0, 0, 0, 255, NO_TEXTURE);
      this.code_[start + 1] = end;
    }
    if (this.at_ !== this.limit_) fail('stream', 'bytes are left over after the last command');
    this.end_ = end;
  }

  private refuse_(opcode: number, why: string): never {
    return fail('command', `command 0x${opcode.toString(16)} ${why}`);
  }

  private push_(end: number, ...values: number[]): number {
    for (const value of values) this.code_[end++] = value;
    return end;
  }

  private operands_(opcode: number, operands: string, start: number): number {
    const { code_: code } = this;
    let end = start;
    for (let i = 0; i < operands.length; i++) {
      switch (operands[i]) {
        case 'b': code[end++] = this.byte_(); break;
        case 'h': code[end++] = this.half_(); break;
        case 'w': code[end++] = this.word_(); break;
        case 'i': code[end++] = this.word_() | 0; break;
        case 'f': code[end++] = this.float_(); break;
        case 'd': end = this.blob_(opcode, end); break;
        case 'A': end = this.bytes_(end); break;
        default: end = this.list_(opcode, operands[i], end);
      }
    }
    return end;
  }

  private blob_(opcode: number, end: number): number {
    const address = this.word_();
    const length = this.word_();
    if (length && address + length > this.view_.byteLength) this.refuse_(opcode, 'points outside the memory');
    return this.push_(end, length && address, length);
  }

  private bytes_(end: number): number {
    const count = this.byte_();
    end = this.push_(end, count, this.at_);
    this.step_(count);
    return end;
  }

  private list_(opcode: number, kind: string | undefined, end: number): number {
    const { code_: code } = this;
    const count = this.byte_();
    if (count > (kind === 'B' ? MAX_BUNDLES : MAX_TARGETS)) this.refuse_(opcode, `has ${count} elements`);
    code[end++] = count;
    for (let i = 0; i < count; i++) {
      code[end++] = this.half_();
      if (kind === 'B') continue;
      code[end++] = this.byte_();
      code[end++] = this.byte_();
      for (let channel = 0; channel < 4; channel++) code[end++] = kind === 't' ? this.byte_() / 255 : this.float_();
    }
    return end;
  }

  /** Moves on by `size` bytes and returns where it was. */
  private step_(size: number): number {
    const at = this.at_;
    if ((this.at_ += size) > this.limit_) fail('stream', 'the last command is cut short');
    return at;
  }
  private byte_(): number {
    return this.view_.getUint8(this.step_(1));
  }
  private half_(): number {
    return this.view_.getUint16(this.step_(2), true);
  }
  private word_(): number {
    return this.view_.getUint32(this.step_(4), true);
  }
  private float_(): number {
    return this.view_.getFloat32(this.step_(4), true);
  }
}
