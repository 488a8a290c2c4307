// The yardstick for drawing: one pass with many draws by hand against wgpu-native, into an off-screen texture. The same
// calls as those of the program that bench/run.mjs writes; CPU time is what is compared, so the canvas is small.
//   bench_bare_draws FRAMES DRAWS SHADER.wgsl      the driver comes from VK_DRIVER_FILES
#include <cstdint>
#include <cstdlib>
#include <string>

#include "bare_device.h"

int main(int argc, char** argv) {
  if (argc != 4) return 4;
  const int frames = std::atoi(argv[1]);
  const auto draws = static_cast<uint32_t>(std::atoi(argv[2]));
  const std::string wgsl = fileText(argv[3]);
  BareDevice bare;
  if (!bare.open()) return 1;
  F(DeviceGetQueue);
  F(DeviceCreateTexture);
  F(TextureCreateView);
  F(DeviceCreateShaderModule);
  F(DeviceCreateRenderPipeline);
  F(DeviceCreateCommandEncoder);
  F(CommandEncoderBeginRenderPass);
  F(RenderPassEncoderSetPipeline);
  F(RenderPassEncoderDraw);
  F(RenderPassEncoderEnd);
  F(RenderPassEncoderRelease);
  F(CommandEncoderFinish);
  F(CommandEncoderRelease);
  F(CommandBufferRelease);
  F(QueueSubmit);
  F(DevicePoll);

  const WGPUQueue queue = DeviceGetQueue(bare.device);

  WGPUTextureDescriptor texture = {};
  texture.usage = WGPUTextureUsage_RenderAttachment | WGPUTextureUsage_CopySrc;
  texture.dimension = WGPUTextureDimension_2D;
  texture.size = {16, 16, 1};
  texture.format = WGPUTextureFormat_BGRA8Unorm;
  texture.mipLevelCount = 1;
  texture.sampleCount = 1;
  const WGPUTextureView view = TextureCreateView(DeviceCreateTexture(bare.device, &texture), nullptr);

  WGPUShaderSourceWGSL source = {};
  source.chain.sType = WGPUSType_ShaderSourceWGSL;
  source.code = {wgsl.data(), wgsl.size()};
  WGPUShaderModuleDescriptor shader = {};
  shader.nextInChain = &source.chain;
  const WGPUShaderModule module = DeviceCreateShaderModule(bare.device, &shader);
  WGPUColorTargetState target = {};
  target.format = texture.format;
  target.writeMask = WGPUColorWriteMask_All;
  WGPUFragmentState fragment = {};
  fragment.module = module;
  fragment.entryPoint = {"fs", 2};
  fragment.targetCount = 1;
  fragment.targets = &target;
  WGPURenderPipelineDescriptor pipeline = {};
  pipeline.vertex.module = module;
  pipeline.vertex.entryPoint = {"vs", 2};
  pipeline.primitive.topology = WGPUPrimitiveTopology_TriangleList;
  pipeline.multisample.count = 1;
  pipeline.multisample.mask = 0xFFFFFFFFu;
  pipeline.fragment = &fragment;
  const WGPURenderPipeline render = DeviceCreateRenderPipeline(bare.device, &pipeline);

  for (int frame = 0; frame < frames; ++frame) {
    const WGPUCommandEncoder encoder = DeviceCreateCommandEncoder(bare.device, nullptr);
    WGPURenderPassColorAttachment color = {};
    color.view = view;
    color.depthSlice = WGPU_DEPTH_SLICE_UNDEFINED;
    color.loadOp = WGPULoadOp_Clear;
    color.storeOp = WGPUStoreOp_Store;
    WGPURenderPassDescriptor descriptor = {};
    descriptor.colorAttachmentCount = 1;
    descriptor.colorAttachments = &color;
    const WGPURenderPassEncoder pass = CommandEncoderBeginRenderPass(encoder, &descriptor);
    RenderPassEncoderSetPipeline(pass, render);
    for (uint32_t i = 0; i < draws; ++i) RenderPassEncoderDraw(pass, 3, 1, 0, i);
    RenderPassEncoderEnd(pass);
    RenderPassEncoderRelease(pass);
    const WGPUCommandBuffer commands = CommandEncoderFinish(encoder, nullptr);
    CommandEncoderRelease(encoder);
    QueueSubmit(queue, 1, &commands);
    CommandBufferRelease(commands);
    DevicePoll(bare.device, true, nullptr);
  }
  _Exit(0);
}
