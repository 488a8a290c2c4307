// The public parts of a payload that a host reads: header, strings, device limits. Offsets come from an untrusted file,
// so they are checked once, in the constructor; everything else in the payload is the executor's business.
import type { Bytes } from '../containers/detect.js';
import { fail } from '../errors.js';

const HEADER_SIZE = 40;
const EMBEDDED = 1;
const LIMITS = 4;
const PREMULTIPLIED = 8;

export class Payload {
  readonly view_: DataView;
  readonly flags_: number;
  readonly strings_: string[];

  constructor(readonly bytes_: Bytes) {
    this.view_ = new DataView(bytes_.buffer, bytes_.byteOffset, bytes_.length);
    if (bytes_.length < HEADER_SIZE) fail('payload', 'the payload is shorter than its header');
    if (this.u32_(0) !== 0x42474e50) fail('payload', 'the payload does not start with PNGB');
    if (this.u16_(4)) fail('payload', `payload version ${this.u16_(4)} is not supported, only 0`);
    this.flags_ = this.u16_(6);
    let last = HEADER_SIZE;
    for (let at = 20; at < HEADER_SIZE; at += 4) {
      if (this.u32_(at) < last) fail('payload', 'the sections of the payload are out of order');
      last = this.u32_(at);
    }
    if (last > bytes_.length) fail('payload', 'the payload is cut short');
    this.strings_ = this.readStrings_(this.u32_(20), this.u32_(24));
  }

  u16_(at: number): number {
    return this.view_.getUint16(at, true);
  }
  u32_(at: number): number {
    return this.view_.getUint32(at, true);
  }

  /** End of what goes to the executor's head buffer, which is the start of the data section. */
  get dataOffset_(): number {
    return this.u32_(24);
  }
  get dataEnd_(): number {
    return this.u32_(28);
  }
  get alphaMode_(): GPUCanvasAlphaMode {
    return this.flags_ & PREMULTIPLIED ? 'premultiplied' : 'opaque';
  }

  /** The embedded executor, or nothing when the file relies on a shared one. */
  get executor_(): Bytes | undefined {
    if (!(this.flags_ & EMBEDDED)) return undefined;
    const start = this.u32_(12);
    const end = start + this.u32_(16);
    if (start < HEADER_SIZE || end <= start || end > this.u32_(20)) fail('payload', 'the embedded executor lies outside its place');
    return this.bytes_.subarray(start, end);
  }

  get requiredLimits_(): Record<string, number> {
    const limits: Record<string, number> = {};
    const at = this.u32_(8) >>> 8;
    if (this.flags_ & LIMITS && at >= this.u32_(36) && at < this.bytes_.length) {
      const count = Math.min(this.view_.getUint8(at), (this.bytes_.length - at - 1) / 10);
      for (let i = 0; i + 1 <= count; i++) {
        const name = this.strings_[this.u16_(at + 1 + i * 10)];
        if (name) limits[name] = Number(this.view_.getBigUint64(at + 3 + i * 10, true));
      }
    }
    return limits;
  }

  private readStrings_(at: number, end: number): string[] {
    const count = at + 2 <= end ? this.u16_(at) : 0;
    const base = at + 2 + count * 4;
    if (base > end) return [];
    const decoder = new TextDecoder();
    return Array.from({ length: count }, (_, i) => {
      const start = base + this.u16_(at + 2 + i * 2);
      const stop = start + this.u16_(at + 2 + (count + i) * 2);
      return stop > end ? `string_${i}` : decoder.decode(this.bytes_.subarray(start, stop));
    });
  }
}
