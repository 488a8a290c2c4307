// What the page holds: properties to read. Everything that acts on it is a function of api.ts.
import type { AudioPlayer } from './audio.js';
import type { Player } from './player.js';

export interface Pngine {
  /** Internals; null after destroy. */
  readonly _: unknown;
  /** Logical size in CSS pixels. */
  readonly width: number;
  readonly height: number;
  readonly isPlaying: boolean;
  /** Seconds, as last set or drawn. */
  readonly time: number;
  /** Frames asked for so far, with the one that was drawn at the start. */
  readonly frameCount: number;
  /** Files carry no timeline. */
  readonly animation: null;
  readonly currentScene: null;
  readonly duration: number;
  /** The name given to setFrame. */
  readonly currentFrame: string | null;
  readonly audio: AudioPlayer | null;
}

/** The same from inside. */
export type Instance = { -readonly [K in keyof Omit<Pngine, '_'>]: Pngine[K] } & { _: Player | null };

/** An instance that has not begun, and what is left of one that was destroyed. */
export const IDLE: Instance = {
  _: null, width: 0, height: 0, isPlaying: false, time: 0, frameCount: 0, animation: null, currentScene: null, duration: 0,
  currentFrame: null, audio: null,
};
