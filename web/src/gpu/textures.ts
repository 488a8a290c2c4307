// Textures and samplers; textures without a size of their own follow the canvas.
import type { Bytes } from '../containers/detect.js';
import { Op } from '../generated/commands.js';
import {
  ADDRESS_MODES, COMPARE_FUNCTIONS, FILTER_MODES, TEXTURE_DIMENSIONS,
} from '../generated/enums.js';
import { FORMATS } from '../generated/formats.js';
import { readFields } from './descriptor.js';
import type { Commands, Dispatcher } from './dispatcher.js';

export const CANVAS = 0xfffe;
const RENDER_ATTACHMENT = 16;
/** Kinds whose objects depend on the size of the canvas, each after those that it depends on. */
const SIZED = ['texture', 'textureView', 'bindGroup', 'renderBundle'] as const;

/** Format by code; the canvas format for every code that stands for no other. */
export const formatOf = (code = 255): GPUTextureFormat => FORMATS[code] || navigator.gpu.getPreferredCanvasFormat();

/** Member of an enumeration by code, or its fallback for codes that are not listed; nothing for an absent field. */
export const member = <T>(list: readonly T[], code: number | undefined, fallback: number): T | undefined =>
  code === undefined ? code : list[code] ?? list[fallback];

function createTexture(d: Dispatcher, id: number, desc: Bytes): void {
  const { slots_: slots } = d;
  const [[, w, h, layers, mips, sampleCount, dimension, format, usage, , image]] = readFields(desc);
  const source = slots.imageBitmap[image ?? -1];
  const bound = !source && (w ?? h) === undefined;
  d.create_('texture', id, desc.length, (label) => {
    const old = slots.texture[id];
    if (old && !bound) return old;
    old?.destroy();
    const width = source?.width ?? w ?? d.width_;
    const height = source?.height ?? h ?? d.height_;
    const texture = d.device_.createTexture({
      label,
      size: [width, height, source ? 1 : layers ?? 1],
      mipLevelCount: bound ? Math.min(mips ?? 1, 32 - Math.clz32(Math.max(width, height))) : mips,
      sampleCount,
      dimension: member(TEXTURE_DIMENSIONS, dimension, 1),
      format: formatOf(format),
      usage: usage || RENDER_ATTACHMENT,
    });
    slots.defaultView[id] = texture.createView();
    return texture;
  });
}

function createSampler(d: Dispatcher, id: number, desc: Bytes): void {
  const [[, u, v, w, mag, min, mipmap, lodMinClamp, lodMaxClamp, compare, maxAnisotropy]] = readFields(desc);
  const address = (code: number | undefined) => member(ADDRESS_MODES, code, 0);
  const filter = (code: number | undefined) => member(FILTER_MODES, code, 1);
  d.create_('sampler', id, desc.length, (label) => d.device_.createSampler({
    label,
    addressModeU: address(u),
    addressModeV: address(v),
    addressModeW: address(w),
    magFilter: filter(mag),
    minFilter: filter(min),
    mipmapFilter: filter(mipmap),
    lodMinClamp,
    lodMaxClamp,
    compare: member(COMPARE_FUNCTIONS, compare, -1),
    maxAnisotropy,
  }));
}

/** Makes everything anew that may depend on the size of the canvas. */
export const resizeAll = (d: Dispatcher): void => SIZED.forEach((kind) => d.makers_[kind].forEach((make) => make()));

export const textureCommands: Commands = {
  [Op.CreateTexture]: createTexture,
  [Op.CreateSampler]: createSampler,
};
