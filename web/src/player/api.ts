// The functions that act on an instance. On a destroyed one they do nothing; only draw throws.
import { fail } from '../errors.js';
import type { Stats, Uniforms } from '../host/protocol.js';
import type { UniformInfo } from '../payload/payload.js';
import type { UniformValue } from '../payload/uniform_value.js';
import type { Pngine } from './instance.js';

export interface DrawOptions {
  /** Seconds; the current time when absent. */
  time?: number | undefined;
  frame?: string | undefined;
  /** Values by dotted name, written before the frame. */
  uniforms?: Uniforms | undefined;
}

/** Draws one frame. */
export function draw(p: Pngine, options: DrawOptions = {}): void {
  const player = p._ ?? fail('destroyed', 'this instance was destroyed');
  player.time_ = options.time ?? player.time_;
  player.frameName_ = options.frame ?? player.frameName_;
  player.draw_(options.uniforms);
}

/** Draws a frame per animation frame, by the clock, from the current time on. */
export function play(p: Pngine): Pngine {
  p._?.play_();
  return p;
}

export function pause(p: Pngine): Pngine {
  p._?.pause_();
  return p;
}

/** Pauses, goes to time 0 and draws. */
export function stop(p: Pngine): Pngine {
  p._?.pause_();
  p._?.audio_?.stop();
  return seek(p, 0);
}

/** Goes to a time in seconds and draws; playing goes on if it was. */
export function seek(p: Pngine, seconds: number): Pngine {
  p._?.seek_(seconds);
  p._?.draw_();
  return p;
}

/** Records a frame name and draws. Files play their first frame, whatever the name. */
export function setFrame(p: Pngine, name: string): Pngine {
  if (p._) draw(p, { frame: name });
  return p;
}

/** Writes a uniform by its dotted name and draws, or only writes it. Unknown names do nothing. */
export const setUniform = (p: Pngine, name: string, value: UniformValue, redraw = true): Pngine =>
  setUniforms(p, { [name]: value }, redraw);

export function setUniforms(p: Pngine, uniforms: Uniforms, redraw = true): Pngine {
  if (redraw) p._?.draw_(uniforms);
  else p._?.send_({ type_: 'uniforms', uniforms_: uniforms });
  return p;
}

/** All uniforms of the program by name. */
export async function getUniforms(p: Pngine): Promise<Record<string, UniformInfo>> {
  return ((await p._?.query_(false)) ?? {}) as Record<string, UniformInfo>;
}

/** What the instance holds at the moment; empty when it is destroyed or does not answer. */
export async function getStats(p: Pngine): Promise<Partial<Stats>> {
  return ((await p._?.query_(true)) ?? {}) as Partial<Stats>;
}

/** A new device and the program from its start. */
export function restart(p: Pngine): Pngine {
  p._?.send_({ type_: 'restart' });
  return p;
}

/** Ends the instance and frees what it holds; may be called again. */
export function destroy(p: Pngine): Pngine {
  p._?.destroy_();
  p._ = null;
  return p;
}
