// The loop's turns depend on a value that the compiler cannot know, so that it really runs.
#include "player/canary.h"

#include "base/text.h"

namespace pngine::player {
namespace {

constexpr uint32_t kTurns = 70'000;
constexpr std::string_view kKernel =
    "@group(0) @binding(0) var<storage, read_write> data: array<u32, 2>;\n"
    "@compute @workgroup_size(1) fn main() {\n"
    "  var turns = 0u;\n"
    "  for (var i = 0u; i < data[0]; i += 1u) { turns += 1u; }\n"
    "  data[1] = turns;\n"
    "}\n";

}  // namespace

std::string longLoopWarning(Gpu& gpu) {
  const GpuShader shader = gpu.createShader(kKernel, "loop test");
  const GpuBuffer data = gpu.createBuffer(8, 0x8C, "loop test");
  const GpuBuffer result = gpu.createBuffer(8, 9, "loop test");
  if (shader == GpuShader::none || data == GpuBuffer::none || result == GpuBuffer::none) return gpu.takeError();
  const GpuComputePipeline pipeline = gpu.createComputePipeline(shader, "main", GpuPipelineLayout::none, "loop test");
  if (pipeline == GpuComputePipeline::none) return gpu.takeError();
  const GpuBindGroupLayout layout = gpu.layoutOf(pipeline, 0);
  const BindEntry entry{.binding = 0, .resource = BoundBuffer{.buffer = data, .offset = 0, .size = {}}};
  const GpuBindGroup group = gpu.createBindGroup(layout, {&entry, 1}, "loop test");
  if (group == GpuBindGroup::none) return gpu.takeError();
  ByteWriter input;
  gpu.writeBuffer(data, 0, input.u32(kTurns).u32(0).bytes());
  gpu.openEncoder();
  gpu.beginComputePass();
  gpu.setPipeline(pipeline);
  gpu.setBindGroup(0, group);
  gpu.dispatch(1, 1, 1);
  gpu.endPass();
  gpu.copyBuffer(data, 0, result, 0, 8);
  if (!gpu.submit()) return gpu.takeError();
  const ReadRange range{result, 0, 8};
  const auto bytes = gpu.read({&range, 1});
  gpu.release(group);
  gpu.release(layout);
  gpu.release(data);
  gpu.release(result);
  if (bytes.empty() || !bytes[0]) return bytes.empty() ? "the loop test gave nothing" : bytes[0].error();
  ByteReader reader(*bytes[0]);
  reader.skip(4);
  const uint32_t turns = reader.u32();
  if (turns == kTurns) return {};
  return cat("this adapter stops long loops without an error (", turns, " of ", kTurns,
             " turns in a test), so results of programs with long loops are wrong; choose another adapter");
}

}  // namespace pngine::player
