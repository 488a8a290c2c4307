// The player for programs that only compute: the same functions, without textures, drawing and sound.
export * from './index.js';
