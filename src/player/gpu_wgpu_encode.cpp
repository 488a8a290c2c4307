// wgpu-native, second half: encoding, submitting, mapping. Errors inside a pass show when the encoder is finished; a
// command buffer that was refused is never submitted, because the library would end the process.
#include <cstring>

#include "player/gpu_wgpu.h"
#include "player/wgpu_enums.h"

namespace pngine::player {
namespace {

template <class Object, class Handle>
Object raw(Handle handle) {
  return reinterpret_cast<Object>(static_cast<uintptr_t>(handle));
}

WGPURenderPassColorAttachment colorAttachment(const ColorAttachment& a) {
  WGPURenderPassColorAttachment out = {};
  out.view = raw<WGPUTextureView>(a.view);
  out.depthSlice = WGPU_DEPTH_SLICE_UNDEFINED;
  out.resolveTarget = raw<WGPUTextureView>(a.resolve);
  out.loadOp = a.clear ? WGPULoadOp_Clear : WGPULoadOp_Load;
  out.storeOp = a.discard ? WGPUStoreOp_Discard : WGPUStoreOp_Store;
  out.clearValue = {a.color[0], a.color[1], a.color[2], a.color[3]};
  return out;
}

WGPURenderPassDepthStencilAttachment depthAttachment(const DepthAttachment& a) {
  WGPURenderPassDepthStencilAttachment out = {};
  out.view = raw<WGPUTextureView>(a.view);
  if (a.has_depth) {
    out.depthLoadOp = a.depth_clear ? WGPULoadOp_Clear : WGPULoadOp_Load;
    out.depthStoreOp = a.depth_discard ? WGPUStoreOp_Discard : WGPUStoreOp_Store;
    out.depthClearValue = a.depth;
  }
  if (a.has_stencil) {
    out.stencilLoadOp = a.stencil_clear ? WGPULoadOp_Clear : WGPULoadOp_Load;
    out.stencilStoreOp = a.stencil_discard ? WGPUStoreOp_Discard : WGPUStoreOp_Store;
    out.stencilClearValue = a.stencil;
  }
  return out;
}

WGPUTexelCopyTextureInfo texelPlace(const TexelPlace& p) {
  return {.texture = raw<WGPUTexture>(p.texture),
          .mipLevel = p.mip,
          .origin = {p.x, p.y, p.z},
          .aspect = WGPUTextureAspect_All};
}

struct MapState {
  bool done = false;
  bool ok = false;
  std::string text;
};

void onMapped(WGPUMapAsyncStatus status, WGPUStringView message, void* state, void*) {
  MapState& out = *static_cast<MapState*>(state);
  out.done = true;
  out.ok = status == WGPUMapAsyncStatus_Success;
  if (!out.ok) out.text = cleanMessage(textOf(message));
}

}  // namespace

void WgpuGpu::writeBuffer(GpuBuffer buffer, uint64_t offset, ByteView bytes) {
  api_.QueueWriteBuffer(queue_, raw<WGPUBuffer>(buffer), offset, bytes.data(), bytes.size());
}

void WgpuGpu::writeTexture(const TexelPlace& place, ByteView bytes, uint32_t row_bytes, uint32_t width,
                           uint32_t height) {
  const WGPUTexelCopyTextureInfo to = texelPlace(place);
  const WGPUTexelCopyBufferLayout layout = {.offset = 0, .bytesPerRow = row_bytes, .rowsPerImage = height};
  const WGPUExtent3D size = {width, height, 1};
  api_.QueueWriteTexture(queue_, &to, bytes.data(), bytes.size(), &layout, &size);
}

void WgpuGpu::openEncoder() {
  if (encoder_) return;
  const WGPUCommandEncoderDescriptor d = {};
  encoder_ = api_.DeviceCreateCommandEncoder(device_, &d);
}

void WgpuGpu::beginRenderPass(const RenderPassInfo& info) {
  std::array<WGPURenderPassColorAttachment, 8> colors;
  size_t count = 0;
  for (const ColorAttachment& a : info.colors) {
    if (count < colors.size()) colors[count++] = colorAttachment(a);
  }
  WGPURenderPassDescriptor d = {};
  d.colorAttachmentCount = count;
  d.colorAttachments = colors.data();
  WGPURenderPassDepthStencilAttachment depth;
  if (info.depth) {
    depth = depthAttachment(*info.depth);
    d.depthStencilAttachment = &depth;
  }
  d.occlusionQuerySet = raw<WGPUQuerySet>(info.occlusion);
  WGPUPassTimestampWrites timestamps = {};
  if (info.timestamps) {
    timestamps.querySet = raw<WGPUQuerySet>(info.timestamps->set);
    timestamps.beginningOfPassWriteIndex = info.timestamps->begin;
    timestamps.endOfPassWriteIndex = info.timestamps->end;
    d.timestampWrites = &timestamps;
  }
  render_ = api_.CommandEncoderBeginRenderPass(encoder_, &d);
}

void WgpuGpu::beginComputePass() {
  const WGPUComputePassDescriptor d = {};
  compute_ = api_.CommandEncoderBeginComputePass(encoder_, &d);
}

void WgpuGpu::endPass() {
  if (render_) {
    api_.RenderPassEncoderEnd(render_);
    api_.RenderPassEncoderRelease(render_);
  }
  if (compute_) {
    api_.ComputePassEncoderEnd(compute_);
    api_.ComputePassEncoderRelease(compute_);
  }
  render_ = nullptr;
  compute_ = nullptr;
}

void WgpuGpu::setPipeline(GpuRenderPipeline pipeline) {
  api_.RenderPassEncoderSetPipeline(render_, raw<WGPURenderPipeline>(pipeline));
}
void WgpuGpu::setPipeline(GpuComputePipeline pipeline) {
  api_.ComputePassEncoderSetPipeline(compute_, raw<WGPUComputePipeline>(pipeline));
}
void WgpuGpu::setBindGroup(uint32_t index, GpuBindGroup group) {
  if (render_) {
    api_.RenderPassEncoderSetBindGroup(render_, index, raw<WGPUBindGroup>(group), 0, nullptr);
  } else {
    api_.ComputePassEncoderSetBindGroup(compute_, index, raw<WGPUBindGroup>(group), 0, nullptr);
  }
}
void WgpuGpu::setVertexBuffer(uint32_t slot, GpuBuffer buffer) {
  api_.RenderPassEncoderSetVertexBuffer(render_, slot, raw<WGPUBuffer>(buffer), 0, WGPU_WHOLE_SIZE);
}
void WgpuGpu::setIndexBuffer(GpuBuffer buffer, webgpu::IndexFormat format) {
  api_.RenderPassEncoderSetIndexBuffer(render_, raw<WGPUBuffer>(buffer), toWgpu(format), 0, WGPU_WHOLE_SIZE);
}
void WgpuGpu::draw(uint32_t vertices, uint32_t instances, uint32_t first_vertex, uint32_t first_instance) {
  api_.RenderPassEncoderDraw(render_, vertices, instances, first_vertex, first_instance);
}
void WgpuGpu::drawIndexed(uint32_t indices, uint32_t instances, uint32_t first_index, int32_t base_vertex,
                          uint32_t first_instance) {
  api_.RenderPassEncoderDrawIndexed(render_, indices, instances, first_index, base_vertex, first_instance);
}
void WgpuGpu::drawIndirect(GpuBuffer buffer, uint64_t offset) {
  api_.RenderPassEncoderDrawIndirect(render_, raw<WGPUBuffer>(buffer), offset);
}
void WgpuGpu::drawIndexedIndirect(GpuBuffer buffer, uint64_t offset) {
  api_.RenderPassEncoderDrawIndexedIndirect(render_, raw<WGPUBuffer>(buffer), offset);
}
void WgpuGpu::dispatch(uint32_t x, uint32_t y, uint32_t z) {
  api_.ComputePassEncoderDispatchWorkgroups(compute_, x, y, z);
}
void WgpuGpu::dispatchIndirect(GpuBuffer buffer, uint64_t offset) {
  api_.ComputePassEncoderDispatchWorkgroupsIndirect(compute_, raw<WGPUBuffer>(buffer), offset);
}
void WgpuGpu::setViewport(float x, float y, float w, float h, float min_depth, float max_depth) {
  api_.RenderPassEncoderSetViewport(render_, x, y, w, h, min_depth, max_depth);
}
void WgpuGpu::setScissor(uint32_t x, uint32_t y, uint32_t w, uint32_t h) {
  api_.RenderPassEncoderSetScissorRect(render_, x, y, w, h);
}
void WgpuGpu::setBlendConstant(const std::array<double, 4>& color) {
  const WGPUColor c = {color[0], color[1], color[2], color[3]};
  api_.RenderPassEncoderSetBlendConstant(render_, &c);
}
void WgpuGpu::setStencilReference(uint32_t value) { api_.RenderPassEncoderSetStencilReference(render_, value); }
void WgpuGpu::beginOcclusionQuery(uint32_t index) { api_.RenderPassEncoderBeginOcclusionQuery(render_, index); }
void WgpuGpu::endOcclusionQuery() { api_.RenderPassEncoderEndOcclusionQuery(render_); }

void WgpuGpu::copyBuffer(GpuBuffer source, uint64_t source_offset, GpuBuffer destination, uint64_t offset,
                         uint64_t size) {
  api_.CommandEncoderCopyBufferToBuffer(encoder_, raw<WGPUBuffer>(source), source_offset, raw<WGPUBuffer>(destination),
                                        offset, size);
}

void WgpuGpu::copyTexture(const TexelPlace& source, const TexelPlace& destination, uint32_t width, uint32_t height) {
  const WGPUTexelCopyTextureInfo from = texelPlace(source), to = texelPlace(destination);
  const WGPUExtent3D size = {width, height, 1};
  api_.CommandEncoderCopyTextureToTexture(encoder_, &from, &to, &size);
}

void WgpuGpu::copyTextureToBuffer(GpuTexture source, GpuBuffer destination, uint32_t row_bytes, uint32_t width,
                                  uint32_t height) {
  const WGPUTexelCopyTextureInfo from = texelPlace({.texture = source});
  const WGPUTexelCopyBufferInfo to = {.layout = {.offset = 0, .bytesPerRow = row_bytes, .rowsPerImage = height},
                                      .buffer = raw<WGPUBuffer>(destination)};
  const WGPUExtent3D size = {width, height, 1};
  api_.CommandEncoderCopyTextureToBuffer(encoder_, &from, &to, &size);
}

void WgpuGpu::clearBuffer(GpuBuffer buffer, uint64_t offset, uint64_t size) {
  api_.CommandEncoderClearBuffer(encoder_, raw<WGPUBuffer>(buffer), offset, size);
}

void WgpuGpu::resolveQueries(GpuQuerySet set, uint32_t first, uint32_t count, GpuBuffer buffer, uint64_t offset) {
  api_.CommandEncoderResolveQuerySet(encoder_, raw<WGPUQuerySet>(set), first, count, raw<WGPUBuffer>(buffer), offset);
}

bool WgpuGpu::submit() {
  if (!encoder_) return true;
  endPass();
  const WGPUCommandBufferDescriptor d = {};
  const WGPUCommandBuffer commands = api_.CommandEncoderFinish(encoder_, &d);
  api_.CommandEncoderRelease(encoder_);
  encoder_ = nullptr;
  const bool usable = commands && !failed_;
  if (usable) api_.QueueSubmitForIndex(queue_, 1, &commands);
  if (commands) api_.CommandBufferRelease(commands);
  return usable && !failed_;
}

void WgpuGpu::discardEncoder() {
  if (!encoder_) return;
  endPass();
  api_.CommandEncoderRelease(encoder_);
  encoder_ = nullptr;
}

std::vector<std::expected<Bytes, std::string>> WgpuGpu::read(std::span<const ReadRange> ranges) {
  std::vector<MapState> states(ranges.size());
  for (size_t i = 0; i < ranges.size(); ++i) {
    failed_ = false;
    WGPUBufferMapCallbackInfo info = {};
    info.mode = WGPUCallbackMode_AllowProcessEvents;
    info.callback = onMapped;
    info.userdata1 = &states[i];
    api_.BufferMapAsync(raw<WGPUBuffer>(ranges[i].buffer), WGPUMapMode_Read, ranges[i].offset, ranges[i].size, info);
  }
  api_.DevicePoll(device_, true, nullptr);
  std::vector<std::expected<Bytes, std::string>> out;
  for (size_t i = 0; i < ranges.size(); ++i) {
    const WGPUBuffer buffer = raw<WGPUBuffer>(ranges[i].buffer);
    if (!states[i].ok) {
      std::string device = takeError();
      out.push_back(std::unexpected(!states[i].text.empty() ? states[i].text
                                    : !device.empty()       ? device
                                                            : std::string("the buffer could not be mapped")));
      continue;
    }
    const void* bytes = api_.BufferGetConstMappedRange(buffer, ranges[i].offset, ranges[i].size);
    if (bytes) {
      const auto* first = static_cast<const uint8_t*>(bytes);
      out.emplace_back(Bytes(first, first + ranges[i].size));
    } else {
      out.push_back(std::unexpected(std::string("the mapped buffer has no such range")));
    }
    api_.BufferUnmap(buffer);
  }
  return out;
}

}  // namespace pngine::player
