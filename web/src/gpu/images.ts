// Images inside a program, decoded by the browser.
import { Op } from '../generated/commands.js';
import { textOf } from '../stream/reader.js';
import type { Commands } from './dispatcher.js';

export const imageCommands: Commands = {
  /** Blob: counted MIME type | encoded image. */
  [Op.CreateImage]: async (d, id, bytes) => {
    const { imageBitmap } = d.slots_;
    if (!bytes.length || imageBitmap[id]) return;
    const start = 1 + bytes[0];
    const image = await createImageBitmap(new Blob([bytes.subarray(start)], { type: textOf(bytes.subarray(1, start)) }));
    if (d.dead_) image.close();
    else imageBitmap[id] = image;
  },
  [Op.CopyImageToTexture]: (d, imageId, textureId, mipLevel, ...origin) => {
    const source = d.find_('imageBitmap', imageId);
    const texture = d.find_('texture', textureId);
    if (source && texture) {
      d.device_.queue.copyExternalImageToTexture({ source }, { texture, mipLevel, origin }, [source.width, source.height]);
    }
  },
};
