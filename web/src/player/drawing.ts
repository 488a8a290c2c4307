// The full player's canvas, image sources and sound.
import { isPng } from '../containers/detect.js';
import { readChunk } from '../containers/png.js';
import { loadExtras } from '../load_extras.js';
import { sizeCanvas, watchCanvas } from './canvas.js';
import type { Drawing } from './start.js';

const selector = /^(#|\.(?![./]))/;

export const drawing: Drawing = {
  async image_(source) {
    if (typeof source === 'string' ? selector.test(source) : source instanceof HTMLImageElement) return (await loadExtras()).image_(source);
  },
  async sound_(file) {
    const wasm = isPng(file) && await readChunk(file, 'pNGa');
    return wasm ? (await loadExtras()).sound_(wasm) : null;
  },
  async canvas_(player, image, options, local) {
    const canvas = options.canvas ?? document.createElement('canvas');
    if (image && !options.canvas) (await loadExtras()).overlay_(player, canvas, image);
    sizeCanvas(player, canvas, options);
    player.listen_ = async () => (await loadExtras()).follow_(player, canvas);
    return [canvas, local ? canvas : canvas.transferControlToOffscreen()];
  },
  watch_: watchCanvas,
};
