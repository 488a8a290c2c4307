// Where the page's half gets the host from. A build puts the bundled host here as one function that needs nothing from
// outside, so that its text can also be a worker's script. Unbundled there is no such text, and everything runs on the
// main thread.
import { start } from './full.js';
import type { Post, Receive } from './protocol.js';

export const makeHost = (): ((post: Post) => Receive) => start;
/** Text of `makeHost`; empty when it cannot stand alone. */
export const hostSource = (): string => '';
