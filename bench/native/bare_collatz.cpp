// The yardstick: the Collatz search written by hand against wgpu-native, with nothing around it. It does exactly the
// GPU work of the sample's payload; the player is measured against it, from start to first numbers and per further
// frame.
//   bench_bare_collatz FRAMES COUNT.wgsl REDUCE.wgsl      the driver comes from VK_DRIVER_FILES
#include <chrono>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <string>
#include <string_view>
#include <vector>

#include "bare_device.h"

namespace {

double now() {
  return std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

}  // namespace

int main(int argc, char** argv) {
  const double start = now();
  if (argc != 4) return 4;
  const int frames = std::atoi(argv[1]);
  const std::string shaders[2] = {fileText(argv[2]), fileText(argv[3])};
  BareDevice bare;
  if (!bare.open()) return 1;
  F(DeviceGetQueue);
  F(DeviceCreateBuffer);
  F(DeviceCreateShaderModule);
  F(DeviceCreateComputePipeline);
  F(ComputePipelineGetBindGroupLayout);
  F(DeviceCreateBindGroup);
  F(DeviceCreateCommandEncoder);
  F(CommandEncoderBeginComputePass);
  F(ComputePassEncoderSetPipeline);
  F(ComputePassEncoderSetBindGroup);
  F(ComputePassEncoderDispatchWorkgroups);
  F(ComputePassEncoderEnd);
  F(ComputePassEncoderRelease);
  F(CommandEncoderCopyBufferToBuffer);
  F(CommandEncoderFinish);
  F(CommandEncoderRelease);
  F(CommandBufferRelease);
  F(QueueSubmit);
  F(BufferMapAsync);
  F(DevicePoll);
  F(BufferGetConstMappedRange);
  F(BufferUnmap);

  const WGPUQueue queue = DeviceGetQueue(bare.device);

  const auto buffer = [&](uint64_t size, WGPUBufferUsage usage) {
    WGPUBufferDescriptor d = {};
    d.size = size;
    d.usage = usage;
    return DeviceCreateBuffer(bare.device, &d);
  };
  const WGPUBuffer steps = buffer(131072 * 4, WGPUBufferUsage_Storage);
  const WGPUBuffer result = buffer(32, WGPUBufferUsage_Storage | WGPUBufferUsage_CopySrc);
  const WGPUBuffer readback = buffer(32, WGPUBufferUsage_MapRead | WGPUBufferUsage_CopyDst);
  const auto pipeline = [&](std::string_view wgsl) {
    WGPUShaderSourceWGSL source = {};
    source.chain.sType = WGPUSType_ShaderSourceWGSL;
    source.code = {wgsl.data(), wgsl.size()};
    WGPUShaderModuleDescriptor shader = {};
    shader.nextInChain = &source.chain;
    WGPUComputePipelineDescriptor d = {};
    d.compute.module = DeviceCreateShaderModule(bare.device, &shader);
    d.compute.entryPoint = {"main", 4};
    return DeviceCreateComputePipeline(bare.device, &d);
  };
  const WGPUComputePipeline pipelines[2] = {pipeline(shaders[0]), pipeline(shaders[1])};
  WGPUBindGroupEntry entries[2] = {};
  entries[0].buffer = steps;
  entries[0].size = WGPU_WHOLE_SIZE;
  entries[1].binding = 1;
  entries[1].buffer = result;
  entries[1].size = WGPU_WHOLE_SIZE;
  WGPUBindGroup groups[2];
  for (size_t i = 0; i < 2; ++i) {
    WGPUBindGroupDescriptor d = {};
    d.layout = ComputePipelineGetBindGroupLayout(pipelines[i], 0);
    d.entryCount = i + 1;
    d.entries = entries;
    groups[i] = DeviceCreateBindGroup(bare.device, &d);
  }

  double first = 0;
  uint64_t lanes[4] = {};
  for (int frame = 0; frame < frames; ++frame) {
    const WGPUCommandEncoder encoder = DeviceCreateCommandEncoder(bare.device, nullptr);
    for (size_t i = 0; i < 2; ++i) {
      const WGPUComputePassEncoder pass = CommandEncoderBeginComputePass(encoder, nullptr);
      ComputePassEncoderSetPipeline(pass, pipelines[i]);
      ComputePassEncoderSetBindGroup(pass, 0, groups[i], 0, nullptr);
      ComputePassEncoderDispatchWorkgroups(pass, i == 0 ? 131072 / 64 : 1, 1, 1);
      ComputePassEncoderEnd(pass);
      ComputePassEncoderRelease(pass);
    }
    CommandEncoderCopyBufferToBuffer(encoder, result, 0, readback, 0, 32);
    const WGPUCommandBuffer commands = CommandEncoderFinish(encoder, nullptr);
    CommandEncoderRelease(encoder);
    QueueSubmit(queue, 1, &commands);
    CommandBufferRelease(commands);
    WGPUBufferMapCallbackInfo map = {};
    map.mode = WGPUCallbackMode_AllowSpontaneous;
    map.callback = [](WGPUMapAsyncStatus, WGPUStringView, void*, void*) {};
    BufferMapAsync(readback, WGPUMapMode_Read, 0, 32, map);
    DevicePoll(bare.device, true, nullptr);
    std::memcpy(lanes, BufferGetConstMappedRange(readback, 0, 32), 32);
    BufferUnmap(readback);
    if (frame == 0) first = now() - start;
  }
  const double rest = now() - start - first;
  std::printf("%llu %llu %llu %llu first %.2f ms, then %.4f ms a frame\n", static_cast<unsigned long long>(lanes[0]),
              static_cast<unsigned long long>(lanes[1]), static_cast<unsigned long long>(lanes[2]),
              static_cast<unsigned long long>(lanes[3]), first, frames > 1 ? rest / (frames - 1) : 0.0);
  std::fflush(stdout);
  _Exit(0);
}
