// The functions that act on an instance. On a destroyed one they do nothing; only draw throws.
import { fail } from '../errors.js';
import { DRAWS } from '../host/link.js';
import type { Stats, Uniforms } from '../host/protocol.js';
import type { UniformInfo } from '../payload/payload.js';
import type { UniformValue } from '../payload/uniform_value.js';
import { IDLE, type Instance, type Pngine } from './instance.js';
import { type Player, isTime } from './player.js';

export interface DrawOptions {
  /** Seconds; the current time when absent. */
  time?: number | undefined;
  frame?: string | null | undefined;
  /** Values by dotted name, written before the frame. */
  uniforms?: Uniforms | undefined;
}

/** An instance as the page has it, and as it is inside. */
const act = (p: Pngine, action: (player: Player, inside: Instance) => void): Pngine => {
  const inside = p as Instance;
  if (inside._) action(inside._, inside);
  return p;
};

/** Draws one frame. */
export function draw(p: Pngine, options?: DrawOptions | null): void {
  const { time, frame = p.currentFrame, uniforms } = options ?? {};
  if (!p._) fail('destroyed', 'destroyed');
  act(p, (player, inside) => {
    if (isTime(time)) inside.time = time;
    inside.currentFrame = frame;
    player.draw_(uniforms);
  });
}

/** Draws a frame per animation frame, by the clock, from the current time on. */
export const play = (p: Pngine): Pngine => act(p, (player) => player.play_());

export const pause = (p: Pngine): Pngine => act(p, (player) => player.pause_());

/** Pauses, goes to time 0 and draws. */
export const stop = (p: Pngine): Pngine => {
  if (DRAWS) p.audio?.stop();
  return seek(pause(p), 0);
};

/** Goes to a time in seconds and draws; playing goes on if it was. */
export const seek = (p: Pngine, seconds: number): Pngine => act(p, (player) => {
  player.seek_(seconds);
  player.draw_();
});

/** Records a frame name and draws. Files play their first frame, whatever the name. */
export const setFrame = (p: Pngine, name: string): Pngine => act(p, () => draw(p, { frame: name }));

/** Writes a uniform by its dotted name and draws, or only writes it. Unknown names do nothing. */
export const setUniform = (p: Pngine, name: string, value: UniformValue, redraw = true): Pngine =>
  setUniforms(p, { [name]: value }, redraw);

export const setUniforms = (p: Pngine, uniforms: Uniforms, redraw = true): Pngine => act(p, (player) => {
  if (redraw) player.draw_(uniforms);
  else player.tell_('uniforms', uniforms);
});

/** The host's answer, or an empty one. */
const query = async <T>(p: Pngine, kind: 'stats' | 'uniforms'): Promise<T> =>
  ((await (p as Instance)._?.query_(kind)) ?? {}) as T;

/** All uniforms of the program by name. */
export const getUniforms = (p: Pngine): Promise<Record<string, UniformInfo>> => query(p, 'uniforms');

/** What the instance holds at the moment; empty when it is destroyed or does not answer. */
export const getStats = (p: Pngine): Promise<Partial<Stats>> => query(p, 'stats');

/** A new device and the program from its start. */
export const restart = (p: Pngine): Pngine => act(p, (player) => player.restart_());

/** Ends the instance and frees what it holds; may be called again. */
export const destroy = (p: Pngine): Pngine => act(p, (player, inside) => {
  player.destroy_();
  Object.assign(inside, IDLE);
});
