// Generated from src/webgpu/enums.def by scripts/gen-tables.mjs; do not edit.

// Enumerations of the binary descriptors; the index is the code.

export const ADDRESS_MODES = 'clamp-to-edge repeat mirror-repeat'.split(' ') as (GPUAddressMode | undefined)[];
export const FILTER_MODES = 'nearest linear'.split(' ') as (GPUFilterMode | undefined)[];
export const COMPARE_FUNCTIONS = 'never less equal less-equal greater not-equal greater-equal always'.split(' ') as (GPUCompareFunction | undefined)[];
export const TEXTURE_DIMENSIONS = '1d 2d 3d'.split(' ') as (GPUTextureDimension | undefined)[];
export const VIEW_DIMENSIONS = '1d 2d 2d-array cube cube-array 3d'.split(' ') as (GPUTextureViewDimension | undefined)[];
export const TEXTURE_ASPECTS = 'all stencil-only depth-only'.split(' ') as (GPUTextureAspect | undefined)[];
export const INDEX_FORMATS = 'uint16 uint32'.split(' ') as (GPUIndexFormat | undefined)[];
