// Textures, views and samplers; textures without a size of their own follow the canvas.
import {
  ADDRESS_MODES, COMPARE_FUNCTIONS, FILTER_MODES, TEXTURE_ASPECTS, TEXTURE_DIMENSIONS, VIEW_DIMENSIONS,
} from '../generated/enums.js';
import { Op } from '../generated/commands.js';
import { rebuildBindGroup } from './bind_groups.js';
import { recordBundle } from './bundles.js';
import { readDescriptor } from './descriptor.js';
import type { Commands, Dispatcher } from './dispatcher.js';
import { formatOf } from './formats.js';

export const CANVAS = 0xfffe;
const RENDER_ATTACHMENT = 16;

/** Member of an enumeration by code, or its fallback for codes that are not listed; nothing for an absent field. */
const member = <T>(list: readonly (T | undefined)[], code: number | undefined, fallback: T): T | undefined =>
  code === undefined ? undefined : list[code] ?? fallback;

/** Makes texture and default view from the record; used at creation and after a resize. */
function makeTexture(d: Dispatcher, id: number): GPUTexture | undefined {
  const record = d.textureRecords_[id];
  if (!record) return undefined;
  let { desc_: desc } = record;
  if (record.bound_) {
    const width = d.width_ || 1;
    const height = d.height_ || 1;
    const mips = Math.min(desc.mipLevelCount ?? 1, 1 + Math.floor(Math.log2(Math.max(width, height))));
    desc = { ...desc, size: { ...(desc.size as GPUExtent3DDict), width, height }, mipLevelCount: mips };
  }
  const texture = d.device_.createTexture(desc);
  d.slots_.defaultView[id] = texture.createView();
  return texture;
}

function createTexture(d: Dispatcher, id: number, view: DataView): void {
  d.create_('texture', id, view.byteLength, (label) => {
    const { fields_: f } = readDescriptor(view);
    const image = f[10] === undefined ? undefined : d.slots_.imageBitmap[f[10]];
    d.textureRecords_[id] = {
      bound_: !image && f[1] === undefined && f[2] === undefined,
      desc_: {
        label,
        size: {
          width: image?.width ?? f[1] ?? d.width_,
          height: image?.height ?? f[2] ?? d.height_,
          depthOrArrayLayers: image ? 1 : f[3],
        },
        mipLevelCount: f[4],
        sampleCount: f[5],
        dimension: member(TEXTURE_DIMENSIONS, f[6], '2d'),
        format: formatOf(d, f[7] ?? 255),
        usage: f[8] || RENDER_ATTACHMENT,
      },
    };
    return makeTexture(d, id);
  });
}

function makeView(d: Dispatcher, id: number): GPUTextureView | undefined {
  const record = d.viewRecords_[id];
  return record && d.slots_.texture[record.texture_]?.createView(record.desc_);
}

function createView(d: Dispatcher, id: number, texture: number, view: DataView): void {
  if (!d.find_('texture', texture)) return;
  d.create_('textureView', id, 1, (label) => {
    const { fields_: f } = readDescriptor(view);
    d.viewRecords_[id] = {
      texture_: texture,
      desc_: {
        label,
        format: f[1] === undefined ? undefined : formatOf(d, f[1]),
        dimension: member(VIEW_DIMENSIONS, f[2], '2d'),
        aspect: member(TEXTURE_ASPECTS, f[3], 'all'),
        baseMipLevel: f[4],
        mipLevelCount: f[5],
        baseArrayLayer: f[6],
        arrayLayerCount: f[7],
      },
    };
    return makeView(d, id);
  });
}

function createSampler(d: Dispatcher, id: number, view: DataView): void {
  d.create_('sampler', id, view.byteLength, (label) => {
    const { fields_: f } = readDescriptor(view);
    const address = (field: number) => member(ADDRESS_MODES, f[field], 'clamp-to-edge');
    const filter = (field: number) => member(FILTER_MODES, f[field], 'linear');
    return d.device_.createSampler({
      label,
      addressModeU: address(1),
      addressModeV: address(2),
      addressModeW: address(3),
      magFilter: filter(4),
      minFilter: filter(5),
      mipmapFilter: filter(6),
      lodMinClamp: f[7],
      lodMaxClamp: f[8],
      compare: f[9] === undefined ? undefined : COMPARE_FUNCTIONS[f[9]],
      maxAnisotropy: f[10],
    });
  });
}

function copyTexture(d: Dispatcher, from: number, to: number, width: number, height: number): void {
  const find = (id: number) => id === CANVAS ? d.context_?.getCurrentTexture() : d.find_('texture', id);
  const source = find(from);
  const texture = find(to);
  if (source && texture) {
    d.encoder_.copyTextureToTexture({ texture: source }, { texture }, [width || d.width_, height || d.height_]);
  }
}

/** Makes everything anew that depends on the size of the canvas: textures, their views, groups and bundles with them. */
export function resizeTextures(d: Dispatcher): void {
  const bound = (texture: number | undefined): boolean | undefined => d.textureRecords_[texture ?? CANVAS]?.bound_;
  d.textureRecords_.forEach((record, id) => {
    if (!record?.bound_) return;
    d.slots_.texture[id]?.destroy();
    d.make_('texture', id, () => makeTexture(d, id));
  });
  d.viewRecords_.forEach((record, id) => {
    if (bound(record?.texture_)) d.make_('textureView', id, () => makeView(d, id));
  });
  let stale = false;
  d.groups_.forEach((record, id) => {
    const hit = record?.entries_.some(({ kind_: kind, id_: entry }) =>
      bound(kind === 1 ? entry : kind === 4 ? d.viewRecords_[entry]?.texture_ : undefined));
    if (!hit) return;
    rebuildBindGroup(d, id);
    stale = true;
  });
  if (stale) d.bundleRecords_.forEach((_, id) => recordBundle(d, id));
}

export const textureCommands: Commands = {
  [Op.CreateTexture]: (d, a, i) => createTexture(d, a[i], d.view_(a, i + 1)),
  [Op.CreateTextureView]: (d, a, i) => createView(d, a[i], a[i + 1], d.view_(a, i + 2)),
  [Op.CreateSampler]: (d, a, i) => createSampler(d, a[i], d.view_(a, i + 1)),
  [Op.CopyTextureToTexture]: (d, a, i) => copyTexture(d, a[i], a[i + 1], a[i + 2], a[i + 3]),
};
