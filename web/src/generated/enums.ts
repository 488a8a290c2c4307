// Generated from src/webgpu/enums.def by scripts/gen-tables.mjs; do not edit.

// Enumerations of the binary descriptors; the index is the code.

export const ADDRESS_MODES = /* @__PURE__ */ 'clamp-to-edge repeat mirror-repeat'.split(' ') as (GPUAddressMode | undefined)[];
export const FILTER_MODES = /* @__PURE__ */ 'nearest linear'.split(' ') as (GPUFilterMode | undefined)[];
export const COMPARE_FUNCTIONS = /* @__PURE__ */ 'never less equal less-equal greater not-equal greater-equal always'.split(' ') as (GPUCompareFunction | undefined)[];
export const TEXTURE_DIMENSIONS = /* @__PURE__ */ '1d 2d 3d'.split(' ') as (GPUTextureDimension | undefined)[];
export const VIEW_DIMENSIONS = /* @__PURE__ */ '1d 2d 2d-array cube cube-array 3d'.split(' ') as (GPUTextureViewDimension | undefined)[];
export const TEXTURE_ASPECTS = /* @__PURE__ */ 'all stencil-only depth-only'.split(' ') as (GPUTextureAspect | undefined)[];
export const INDEX_FORMATS = /* @__PURE__ */ 'uint16 uint32'.split(' ') as (GPUIndexFormat | undefined)[];
