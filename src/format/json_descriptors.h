// Decoders of the JSON descriptors, for players and tools. Apart from descriptors.h so that the browser build of the
// compiler, which only writes them, carries no JSON parser.
#pragma once
#include "format/descriptors.h"

namespace pngine::format {

/// Tolerant as the host boundary asks: unknown top-level keys are ignored, absent ones take WebGPU's defaults, the
/// single-target spelling of old files is understood. Nesting is capped at 16, size at 1 MiB.
Decoded<RenderPipelineDescriptor> decodeRenderPipeline(ByteView json);
Decoded<BindGroupLayoutDescriptor> decodeBindGroupLayout(ByteView json);
Decoded<PipelineLayoutDescriptor> decodePipelineLayout(ByteView json);

}  // namespace pngine::format
