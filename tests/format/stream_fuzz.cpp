// Fuzz target: a command buffer in both layouts, and the descriptors that its creation commands point at. The buffer
// itself stands for the executor's memory.
#include "format/json_descriptors.h"
#include "format/stream.h"

using namespace pngine::format;

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  const pngine::ByteView bytes(data, size);
  for (const StreamLayout layout : {StreamLayout::current, StreamLayout::early}) {
    (void)decodeStream(bytes, size, layout, [&](const auto& c, CommandPlace) {
      if constexpr (requires { c.desc; }) {
        const pngine::ByteView blob = c.desc.len ? bytes.subspan(c.desc.ptr, c.desc.len) : pngine::ByteView{};
        (void)decodeTexture(blob), (void)decodeTextureView(blob), (void)decodeSampler(blob);
        (void)decodeBindGroup(blob), (void)decodeComputePipeline(blob), (void)decodeRenderBundle(blob);
        (void)decodeQuerySet(blob), (void)decodeImage(blob), (void)decodeWasmArguments(blob);
        (void)decodeRenderPipeline(blob), (void)decodeBindGroupLayout(blob), (void)decodePipelineLayout(blob);
      }
    });
  }
  return 0;
}
