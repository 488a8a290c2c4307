// Sound of a file: a WebAssembly module that renders the whole song while it is instantiated.
import type { Bytes } from '../containers/detect.js';
import { findChunk, unwrap } from '../containers/png.js';
import { PngineError, fail } from '../errors.js';

const RATE = 44100;

/** Stereo samples, interleaved, -1..1. */
async function render(wasm: Bytes): Promise<Float32Array<ArrayBuffer>> {
  const { instance } = await WebAssembly.instantiate(wasm, { m: Math as unknown as WebAssembly.ModuleImports });
  const { m, s, l, t } = instance.exports as unknown as { m: WebAssembly.Memory } & Record<'s' | 'l' | 't', WebAssembly.Global<'i32'>>;
  const buffer = m.buffer as ArrayBuffer;
  if (+t.value !== 1) return new Float32Array(buffer, s.value, l.value >> 2);
  return Float32Array.from(new Int16Array(buffer, s.value, l.value >> 1), (sample) => sample / 32768);
}

export class AudioPlayer {
  private context_: AudioContext | undefined;
  private node_: AudioBufferSourceNode | undefined;
  private startedAt_ = 0;
  private offset_ = 0;

  private constructor(private readonly samples_: Float32Array<ArrayBuffer>) {}

  /** The player for the sound in a PNG, or nothing when it has none. */
  static async load_(png: Bytes): Promise<AudioPlayer | null> {
    const chunk = findChunk(png, 'pNGa');
    if (!chunk) return null;
    try {
      return new AudioPlayer(await render(await unwrap(chunk, true)));
    } catch (error) {
      throw error instanceof PngineError ? error : new PngineError('audio', `the sound of this file cannot be made: ${error}`);
    }
  }

  get duration(): number {
    return this.samples_.length / 2 / RATE;
  }
  get playing(): boolean {
    return !!this.node_;
  }
  get currentTime(): number {
    const running = this.node_ && this.context_ ? this.context_.currentTime - this.startedAt_ : 0;
    return Math.min(this.duration, this.offset_ + running);
  }

  /** Starts at `offset` seconds, or where it was. The first call makes the audio context, so it needs a user's gesture. */
  play(offset = this.offset_): void {
    this.halt_(Math.min(this.duration, Math.max(0, offset)));
    const context = (this.context_ ??= new AudioContext());
    void context.resume();
    const buffer = context.createBuffer(2, this.samples_.length / 2 || fail('audio', 'the sound is empty'), RATE);
    for (const channel of [0, 1]) {
      buffer.copyToChannel(this.samples_.filter((_, i) => i % 2 === channel), channel);
    }
    const node = (this.node_ = context.createBufferSource());
    node.buffer = buffer;
    node.connect(context.destination);
    node.onended = () => {
      if (this.node_ === node) this.halt_(this.duration);
    };
    this.startedAt_ = context.currentTime;
    node.start(0, this.offset_);
  }

  pause(): void {
    this.halt_(this.currentTime);
  }
  stop(): void {
    this.halt_(0);
  }
  /** Goes to `seconds`, playing on if it plays. */
  seek(seconds: number): void {
    if (this.playing) this.play(seconds);
    else this.halt_(Math.min(this.duration, Math.max(0, seconds)));
  }
  destroy(): void {
    this.halt_(0);
    void this.context_?.close();
    this.context_ = undefined;
  }

  private halt_(offset: number): void {
    const { node_: node } = this;
    this.node_ = undefined;
    node?.stop();
    this.offset_ = offset;
  }
}
