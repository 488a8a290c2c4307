// Explicit views of textures, and copies between textures.
import type { Bytes } from '../containers/detect.js';
import { Op } from '../generated/commands.js';
import { TEXTURE_ASPECTS, VIEW_DIMENSIONS } from '../generated/enums.js';
import { readFields } from './descriptor.js';
import type { Commands, Dispatcher } from './dispatcher.js';
import { CANVAS, formatOf, member } from './textures.js';

function createView(d: Dispatcher, id: number, texture: number, desc: Bytes): void {
  const [[, format, dimension, aspect, baseMipLevel, mipLevelCount, baseArrayLayer, arrayLayerCount]] = readFields(desc);
  if (!d.find_('texture', texture)) return;
  d.create_('textureView', id, 1, (label) => d.slots_.texture[texture]?.createView({
    label,
    format: format === undefined ? format : formatOf(format),
    dimension: member(VIEW_DIMENSIONS, dimension, 1),
    aspect: member(TEXTURE_ASPECTS, aspect, 0),
    baseMipLevel,
    mipLevelCount,
    baseArrayLayer,
    arrayLayerCount,
  }));
}

export const viewCommands: Commands = {
  [Op.CreateTextureView]: createView,
  [Op.CopyTextureToTexture]: (d, from, to, width, height) => {
    const [source, texture] = [from, to].map((id) => id === CANVAS ? d.context_?.getCurrentTexture() : d.find_('texture', id));
    if (source && texture) {
      d.encoder_.copyTextureToTexture({ texture: source }, { texture }, [width || d.width_, height || d.height_]);
    }
  },
};
