// Statistics: what a dispatcher holds, and what its host knows.
import type { Stats } from '../host/protocol.js';
import type { Dispatcher } from './dispatcher.js';

const count = (list: unknown[] = []): number => Object.keys(list).length;

function objects(d: Dispatcher | undefined): Stats['gpu'] {
  const live: Record<string, number> = {};
  let total = 0;
  let cachedBindGroups = 0;
  d?.cached_.forEach((list) => (cachedBindGroups += count(list)));
  for (const [kind, list] of Object.entries(d?.slots_ ?? {})) {
    if (kind) total += live[kind] = count(list) + (kind === 'bindGroup' ? cachedBindGroups : 0);
  }
  return { live, total, cachedBindGroups, executed: d?.executed_ ?? 0 };
}

/** `memory` is the executor's; there is none before a file was opened. */
export const statsOf = (d: Dispatcher | undefined, memory: ArrayBuffer | undefined, frameCount: number, deviceLost: boolean): Stats => ({
  type: 'stats',
  gpu: objects(d),
  wasmBytes: memory?.byteLength ?? 0,
  frameCount,
  moduleLoaded: !!memory,
  deviceLost,
});
