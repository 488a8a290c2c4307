// What the page holds: getters only. Everything that acts on it is a function of api.ts.
import type { AudioPlayer } from './audio.js';
import type { Player } from './player.js';

export class Pngine {
  /** Internals; null after destroy. */
  _: Player | null;

  constructor(player: Player) {
    this._ = player;
  }

  /** Logical size in CSS pixels. */
  get width(): number {
    return this._?.width_ ?? 0;
  }
  get height(): number {
    return this._?.height_ ?? 0;
  }
  get isPlaying(): boolean {
    return !!this._?.animation_;
  }
  /** Seconds, as last set or drawn. */
  get time(): number {
    return this._?.time_ ?? 0;
  }
  /** Frames asked for so far, with the one that was drawn at the start. */
  get frameCount(): number {
    return this._?.frames_ ?? 0;
  }
  /** Files carry no timeline. */
  get animation(): null {
    return null;
  }
  get currentScene(): null {
    return null;
  }
  /** The name given to setFrame. */
  get currentFrame(): string | null {
    return this._?.frameName_ ?? null;
  }
  get duration(): number {
    return 0;
  }
  get audio(): AudioPlayer | null {
    return this._?.audio_ ?? null;
  }
}
