// Where the page's half gets the host from. A build puts the bundled host here, once as code for instances on the main
// thread and once as text for workers; unbundled there is no text, and everything runs on the main thread.
import { start as startFull } from './full.js';
import type { Post, Receive } from './protocol.js';

export const startHost: (post: Post) => Receive = startFull;
/** Source of a function expression with the signature of `startHost`; empty when there is none. */
export const hostSource: string = '';
