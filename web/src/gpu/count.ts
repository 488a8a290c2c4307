// What a dispatcher holds, for statistics.
import type { Stats } from '../host/protocol.js';
import type { Dispatcher } from './dispatcher.js';

const count = (list: unknown[] = []): number => Object.keys(list).length;

export function countObjects(d: Dispatcher | undefined): Stats['gpu'] {
  const live: Record<string, number> = {};
  let total = 0;
  let cachedBindGroups = 0;
  d?.cached_.forEach((list) => (cachedBindGroups += count(list)));
  for (const [kind, list] of Object.entries(d?.slots_ ?? {})) {
    total += live[kind] = count(list) + (kind === 'bindGroup' ? cachedBindGroups : 0);
  }
  return { live, total, cachedBindGroups, executed: d?.executed_ ?? 0 };
}
