// What a build sets by replacing names.
declare const PNGINE_BUILT: boolean;
declare const PNGINE_BUNDLE: unknown;
declare const PNGINE_DRAWS: boolean;
declare const PNGINE_EXTRAS: () => string;

/**
 * Text of the whole bundle as one function that needs nothing from outside and returns, in front of what the page uses,
 * the start function of the host: a worker's script. Unbundled there is none, and everything runs on the main thread.
 */
export const bundleText = (): string => (typeof PNGINE_BUILT === 'undefined' ? '' : String(PNGINE_BUNDLE));

/** The argument of that function: where the file of extras is. Throws when the player has no address to start from. */
export const extrasText = (): string => `()=>"${PNGINE_EXTRAS()}"`;

/** False in the player for programs that only compute, whose bundle then lacks what this guards. */
export const DRAWS = typeof PNGINE_DRAWS === 'undefined' || PNGINE_DRAWS;
