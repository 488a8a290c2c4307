// Images inside a program, decoded by the browser.
import { Op } from '../generated/commands.js';
import type { Commands, Dispatcher } from './dispatcher.js';

/** Blob: length of the MIME type u8 | MIME type | encoded image. */
async function createImage(d: Dispatcher, id: number, bytes: Uint8Array<ArrayBuffer>): Promise<void> {
  const { imageBitmap } = d.slots_;
  if (!bytes.length || imageBitmap[id]) return;
  const start = 1 + bytes[0];
  const type = new TextDecoder().decode(bytes.subarray(1, start));
  const image = await createImageBitmap(new Blob([bytes.subarray(start)], { type }));
  if (d.dead_) image.close();
  else imageBitmap[id] = image;
}

function copyImage(d: Dispatcher, imageId: number, textureId: number, mipLevel: number, origin: number[]): void {
  const image = d.find_('imageBitmap', imageId);
  const texture = d.find_('texture', textureId);
  if (image && texture) {
    d.device_.queue.copyExternalImageToTexture({ source: image }, { texture, mipLevel, origin }, [image.width, image.height]);
  }
}

export const imageCommands: Commands = {
  [Op.CreateImage]: (d, a, i) => createImage(d, a[i], d.bytes_(a, i + 1)),
  [Op.CopyImageToTexture]: (d, a, i) => copyImage(d, a[i], a[i + 1], a[i + 2], a.slice(i + 3, i + 6)),
};
