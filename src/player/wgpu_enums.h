// Our enumerations in wgpu-native's numbers. Most of its lists are in the order of ours with an "undefined" in front,
// some with two such members; the assertions hold the ends of each list together.
#pragma once
#include "player/gpu.h"
#include "webgpu/wgpu.h"

namespace pngine::player {

/// Member of a list that has `Before` members in front of ours.
template <class To, int Before, class From>
constexpr To shifted(From value) {
  return static_cast<To>(static_cast<int>(value) + Before);
}

#define PNGINE_LIST(Ours, Theirs, before, first, their_first, last, their_last)          \
  constexpr Theirs toWgpu(webgpu::Ours value) { return shifted<Theirs, before>(value); } \
  static_assert(toWgpu(webgpu::Ours::first) == their_first && toWgpu(webgpu::Ours::last) == their_last);

PNGINE_LIST(TextureDimension, WGPUTextureDimension, 1, d1, WGPUTextureDimension_1D, d3, WGPUTextureDimension_3D)
PNGINE_LIST(ViewDimension, WGPUTextureViewDimension, 1, d1, WGPUTextureViewDimension_1D, d3,
            WGPUTextureViewDimension_3D)
PNGINE_LIST(TextureAspect, WGPUTextureAspect, 1, all, WGPUTextureAspect_All, depth_only, WGPUTextureAspect_DepthOnly)
PNGINE_LIST(FilterMode, WGPUFilterMode, 1, nearest, WGPUFilterMode_Nearest, linear, WGPUFilterMode_Linear)
PNGINE_LIST(AddressMode, WGPUAddressMode, 1, clamp_to_edge, WGPUAddressMode_ClampToEdge, mirror_repeat,
            WGPUAddressMode_MirrorRepeat)
PNGINE_LIST(CompareFunction, WGPUCompareFunction, 1, never, WGPUCompareFunction_Never, always,
            WGPUCompareFunction_Always)
PNGINE_LIST(IndexFormat, WGPUIndexFormat, 1, uint16, WGPUIndexFormat_Uint16, uint32, WGPUIndexFormat_Uint32)
PNGINE_LIST(QueryType, WGPUQueryType, 1, occlusion, WGPUQueryType_Occlusion, timestamp, WGPUQueryType_Timestamp)
PNGINE_LIST(PrimitiveTopology, WGPUPrimitiveTopology, 1, point_list, WGPUPrimitiveTopology_PointList, triangle_strip,
            WGPUPrimitiveTopology_TriangleStrip)
PNGINE_LIST(CullMode, WGPUCullMode, 1, none, WGPUCullMode_None, back, WGPUCullMode_Back)
PNGINE_LIST(FrontFace, WGPUFrontFace, 1, ccw, WGPUFrontFace_CCW, cw, WGPUFrontFace_CW)
PNGINE_LIST(StepMode, WGPUVertexStepMode, 1, vertex, WGPUVertexStepMode_Vertex, instance, WGPUVertexStepMode_Instance)
PNGINE_LIST(StencilOperation, WGPUStencilOperation, 1, keep, WGPUStencilOperation_Keep, decrement_wrap,
            WGPUStencilOperation_DecrementWrap)
PNGINE_LIST(BlendOperation, WGPUBlendOperation, 1, add, WGPUBlendOperation_Add, max, WGPUBlendOperation_Max)
PNGINE_LIST(BlendFactor, WGPUBlendFactor, 1, zero, WGPUBlendFactor_Zero, one_minus_src1_alpha,
            WGPUBlendFactor_OneMinusSrc1Alpha)
PNGINE_LIST(BufferBindingType, WGPUBufferBindingType, 2, uniform, WGPUBufferBindingType_Uniform, read_only_storage,
            WGPUBufferBindingType_ReadOnlyStorage)
PNGINE_LIST(SamplerBindingType, WGPUSamplerBindingType, 2, filtering, WGPUSamplerBindingType_Filtering, comparison,
            WGPUSamplerBindingType_Comparison)
PNGINE_LIST(TextureSampleType, WGPUTextureSampleType, 2, float_, WGPUTextureSampleType_Float, uint,
            WGPUTextureSampleType_Uint)
PNGINE_LIST(StorageTextureAccess, WGPUStorageTextureAccess, 2, write_only, WGPUStorageTextureAccess_WriteOnly,
            read_write, WGPUStorageTextureAccess_ReadWrite)
PNGINE_LIST(VertexFormat, WGPUVertexFormat, 1, uint8, WGPUVertexFormat_Uint8, unorm8x4_bgra,
            WGPUVertexFormat_Unorm8x4BGRA)
#undef PNGINE_LIST

/// The canvas format becomes what the canvas has.
constexpr WGPUTextureFormat toWgpu(webgpu::TextureFormat format) {
  using F = webgpu::TextureFormat;
  switch (format) {
    case F::r8unorm:
      return WGPUTextureFormat_R8Unorm;
    case F::r8snorm:
      return WGPUTextureFormat_R8Snorm;
    case F::r8uint:
      return WGPUTextureFormat_R8Uint;
    case F::r8sint:
      return WGPUTextureFormat_R8Sint;
    case F::rg8unorm:
      return WGPUTextureFormat_RG8Unorm;
    case F::rg8snorm:
      return WGPUTextureFormat_RG8Snorm;
    case F::rg8uint:
      return WGPUTextureFormat_RG8Uint;
    case F::rg8sint:
      return WGPUTextureFormat_RG8Sint;
    case F::rgba8unorm:
      return WGPUTextureFormat_RGBA8Unorm;
    case F::rgba8unorm_srgb:
      return WGPUTextureFormat_RGBA8UnormSrgb;
    case F::rgba8snorm:
      return WGPUTextureFormat_RGBA8Snorm;
    case F::rgba8uint:
      return WGPUTextureFormat_RGBA8Uint;
    case F::rgba8sint:
      return WGPUTextureFormat_RGBA8Sint;
    case F::bgra8unorm:
      return WGPUTextureFormat_BGRA8Unorm;
    case F::bgra8unorm_srgb:
      return WGPUTextureFormat_BGRA8UnormSrgb;
    case F::r16unorm:
      return WGPUTextureFormat_R16Unorm;
    case F::r16snorm:
      return WGPUTextureFormat_R16Snorm;
    case F::r16uint:
      return WGPUTextureFormat_R16Uint;
    case F::r16sint:
      return WGPUTextureFormat_R16Sint;
    case F::r16float:
      return WGPUTextureFormat_R16Float;
    case F::rg16unorm:
      return WGPUTextureFormat_RG16Unorm;
    case F::rg16snorm:
      return WGPUTextureFormat_RG16Snorm;
    case F::rg16uint:
      return WGPUTextureFormat_RG16Uint;
    case F::rg16sint:
      return WGPUTextureFormat_RG16Sint;
    case F::rg16float:
      return WGPUTextureFormat_RG16Float;
    case F::rgba16unorm:
      return WGPUTextureFormat_RGBA16Unorm;
    case F::rgba16snorm:
      return WGPUTextureFormat_RGBA16Snorm;
    case F::rgba16uint:
      return WGPUTextureFormat_RGBA16Uint;
    case F::rgba16sint:
      return WGPUTextureFormat_RGBA16Sint;
    case F::rgba16float:
      return WGPUTextureFormat_RGBA16Float;
    case F::r32uint:
      return WGPUTextureFormat_R32Uint;
    case F::r32sint:
      return WGPUTextureFormat_R32Sint;
    case F::r32float:
      return WGPUTextureFormat_R32Float;
    case F::rg32uint:
      return WGPUTextureFormat_RG32Uint;
    case F::rg32sint:
      return WGPUTextureFormat_RG32Sint;
    case F::rg32float:
      return WGPUTextureFormat_RG32Float;
    case F::rgba32uint:
      return WGPUTextureFormat_RGBA32Uint;
    case F::rgba32sint:
      return WGPUTextureFormat_RGBA32Sint;
    case F::rgba32float:
      return WGPUTextureFormat_RGBA32Float;
    case F::rgb10a2uint:
      return WGPUTextureFormat_RGB10A2Uint;
    case F::rgb10a2unorm:
      return WGPUTextureFormat_RGB10A2Unorm;
    case F::rg11b10ufloat:
      return WGPUTextureFormat_RG11B10Ufloat;
    case F::rgb9e5ufloat:
      return WGPUTextureFormat_RGB9E5Ufloat;
    case F::stencil8:
      return WGPUTextureFormat_Stencil8;
    case F::depth16unorm:
      return WGPUTextureFormat_Depth16Unorm;
    case F::depth24plus:
      return WGPUTextureFormat_Depth24Plus;
    case F::depth24plus_stencil8:
      return WGPUTextureFormat_Depth24PlusStencil8;
    case F::depth32float:
      return WGPUTextureFormat_Depth32Float;
    case F::depth32float_stencil8:
      return WGPUTextureFormat_Depth32FloatStencil8;
    case F::preferred_canvas_format:
      return toWgpu(kCanvasFormat);
  }
  return WGPUTextureFormat_Undefined;
}

}  // namespace pngine::player
