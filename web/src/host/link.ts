// Where a worker's script comes from. A build replaces the name below by the text of the whole bundle as one function
// that needs nothing from outside and returns, in front of what the page uses, the start function of the host.
// Unbundled there is no such text, and everything runs on the main thread.
declare const PNGINE_BUNDLE: unknown;

/** Text of the function; empty when there is none. */
export const bundleText = (): string => (typeof PNGINE_BUNDLE === 'undefined' ? '' : String(PNGINE_BUNDLE));
