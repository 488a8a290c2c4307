// Generated from src/webgpu/enums.def by scripts/gen-tables.mjs; do not edit.

// Enumerations of the binary descriptors; the index is the code.

export const ADDRESS_MODES: readonly (GPUAddressMode | undefined)[] = ['clamp-to-edge', 'repeat', 'mirror-repeat'];
export const FILTER_MODES: readonly (GPUFilterMode | undefined)[] = ['nearest', 'linear'];
export const COMPARE_FUNCTIONS: readonly (GPUCompareFunction | undefined)[] = ['never', 'less', 'equal', 'less-equal', 'greater', 'not-equal', 'greater-equal', 'always'];
export const TEXTURE_DIMENSIONS: readonly (GPUTextureDimension | undefined)[] = ['1d', '2d', '3d'];
export const VIEW_DIMENSIONS: readonly (GPUTextureViewDimension | undefined)[] = ['1d', '2d', '2d-array', 'cube', 'cube-array', '3d'];
export const TEXTURE_ASPECTS: readonly (GPUTextureAspect | undefined)[] = ['all', 'stencil-only', 'depth-only'];
export const INDEX_FORMATS: readonly (GPUIndexFormat | undefined)[] = ['uint16', 'uint32'];
