// Sound of a file: a WebAssembly module that renders the whole song while it is instantiated.
import type { Bytes } from '../containers/detect.js';
import { fail, failing } from '../errors.js';

const RATE = 44100;

/** Stereo samples, interleaved, -1..1. */
async function render(wasm: Bytes): Promise<Float32Array<ArrayBuffer>> {
  const { instance } = await WebAssembly.instantiate(wasm, { m: Math as unknown as WebAssembly.ModuleImports });
  const { m, s, l, t } = instance.exports as unknown as { m: WebAssembly.Memory } & Record<'s' | 'l' | 't', WebAssembly.Global<'i32'>>;
  const buffer = m.buffer as ArrayBuffer;
  return t.value === 1
    ? Float32Array.from(new Int16Array(buffer, s.value, l.value >> 1), (sample) => sample / 32768)
    : new Float32Array(buffer, s.value, l.value >> 2);
}

export interface AudioPlayer {
  /** Seconds. */
  readonly duration: number;
  readonly playing: boolean;
  readonly currentTime: number;
  /** Starts at `offset` seconds, or where it was. The first call makes the audio context, so it needs a user's gesture. */
  play(offset?: number): void;
  pause(): void;
  stop(): void;
  /** Goes to `seconds`, playing on if it plays. */
  seek(seconds: number): void;
  destroy(): void;
}

/** The player for a sound from its module. */
export async function createAudio(wasm: Bytes): Promise<AudioPlayer> {
  const samples = await render(wasm).catch(failing('audio', 'no sound: '));
  const duration = samples.length / 2 / RATE;
  let context: AudioContext | undefined;
  let node: AudioBufferSourceNode | undefined;
  let startedAt = 0;
  let offset = 0;
  const halt = (at: number): void => {
    const old = node;
    node = undefined;
    old?.stop();
    offset = Math.min(duration, Math.max(0, at));
  };
  const audio: AudioPlayer = {
    duration,
    get playing() {
      return !!node;
    },
    get currentTime() {
      return Math.min(duration, node && context ? offset + context.currentTime - startedAt : offset);
    },
    play(at = offset) {
      halt(at);
      context ??= new AudioContext();
      void context.resume();
      const buffer = context.createBuffer(2, samples.length / 2 || fail('audio', 'no sound'), RATE);
      for (const channel of [0, 1]) buffer.copyToChannel(samples.filter((_, i) => i % 2 === channel), channel);
      const mine = (node = context.createBufferSource());
      mine.buffer = buffer;
      mine.connect(context.destination);
      mine.onended = () => {
        if (node === mine) halt(duration);
      };
      startedAt = context.currentTime;
      mine.start(0, offset);
    },
    pause: () => halt(audio.currentTime),
    stop: () => halt(0),
    seek: (seconds) => (node ? audio.play(seconds) : halt(seconds)),
    destroy() {
      halt(0);
      void context?.close();
      context = undefined;
    },
  };
  return audio;
}
