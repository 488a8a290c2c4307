// wgpu-native, first half: the objects. Structures are filled member by member from zero; see wgpu_enums.h for the
// numbers.
#include <algorithm>

#include "base/text.h"
#include "player/gpu_wgpu.h"
#include "player/wgpu_enums.h"

namespace pngine::player {
namespace {

template <class Object, class Handle>
Object raw(Handle handle) {
  return reinterpret_cast<Object>(static_cast<uintptr_t>(handle));
}
template <class Handle, class Object>
Handle handle(Object object) {
  return static_cast<Handle>(reinterpret_cast<uintptr_t>(object));
}

WGPUBindGroupLayoutEntry layoutEntry(const format::LayoutEntry& entry) {
  WGPUBindGroupLayoutEntry out = {};
  out.binding = entry.binding;
  out.visibility = entry.visibility;
  if (const auto* buffer = std::get_if<format::BufferLayout>(&entry.resource)) {
    out.buffer.type = toWgpu(buffer->type);
    out.buffer.hasDynamicOffset = buffer->has_dynamic_offset;
    out.buffer.minBindingSize = buffer->min_binding_size;
  } else if (const auto* sampler = std::get_if<format::SamplerLayout>(&entry.resource)) {
    out.sampler.type = toWgpu(sampler->type);
  } else if (const auto* texture = std::get_if<format::TextureLayout>(&entry.resource)) {
    out.texture.sampleType = toWgpu(texture->sample_type);
    out.texture.viewDimension = toWgpu(texture->view_dimension);
    out.texture.multisampled = texture->multisampled;
  } else if (const auto* storage = std::get_if<format::StorageTextureLayout>(&entry.resource)) {
    out.storageTexture.access = toWgpu(storage->access);
    out.storageTexture.format = toWgpu(storage->format);
    out.storageTexture.viewDimension = toWgpu(storage->view_dimension);
  }
  return out;
}

WGPUBlendComponent blendComponent(const std::optional<format::BlendComponent>& component) {
  const format::BlendComponent c = component.value_or(format::BlendComponent{});
  return {.operation = toWgpu(c.operation.value_or(webgpu::BlendOperation::add)),
          .srcFactor = toWgpu(c.src.value_or(webgpu::BlendFactor::one)),
          .dstFactor = toWgpu(c.dst.value_or(webgpu::BlendFactor::zero))};
}

WGPUStencilFaceState stencilFace(const std::optional<format::StencilFaceState>& face) {
  const format::StencilFaceState f = face.value_or(format::StencilFaceState{});
  constexpr auto keep = webgpu::StencilOperation::keep;
  return {.compare = toWgpu(f.compare.value_or(webgpu::CompareFunction::always)),
          .failOp = toWgpu(f.fail_op.value_or(keep)),
          .depthFailOp = toWgpu(f.depth_fail_op.value_or(keep)),
          .passOp = toWgpu(f.pass_op.value_or(keep))};
}

WGPUDepthStencilState depthStencil(const format::DepthStencilState& d) {
  WGPUDepthStencilState out = {};
  out.format = toWgpu(d.format);
  out.depthWriteEnabled = !d.depth_write_enabled   ? WGPUOptionalBool_Undefined
                          : *d.depth_write_enabled ? WGPUOptionalBool_True
                                                   : WGPUOptionalBool_False;
  out.depthCompare = d.depth_compare ? toWgpu(*d.depth_compare) : WGPUCompareFunction_Undefined;
  out.stencilFront = stencilFace(d.stencil_front);
  out.stencilBack = stencilFace(d.stencil_back);
  out.stencilReadMask = d.stencil_read_mask.value_or(0xFFFFFFFF);
  out.stencilWriteMask = d.stencil_write_mask.value_or(0xFFFFFFFF);
  out.depthBias = d.depth_bias.value_or(0);
  out.depthBiasSlopeScale = d.depth_bias_slope_scale.value_or(0);
  out.depthBiasClamp = d.depth_bias_clamp.value_or(0);
  return out;
}

/// The library has this format in its header, and ends the process when it meets it.
bool takesUnknownFormat(const format::VertexBufferLayout& b) {
  return std::ranges::any_of(
      b.attributes, [](const format::VertexAttribute& a) { return a.format == webgpu::VertexFormat::unorm8x4_bgra; });
}

/// A render pipeline's descriptor with everything that it points to.
struct PipelineStorage {
  std::vector<std::vector<WGPUVertexAttribute>> attributes;
  std::vector<WGPUVertexBufferLayout> buffers;
  std::vector<WGPUBlendState> blends;
  std::vector<WGPUColorTargetState> targets;
  WGPUDepthStencilState depth_stencil = {};
  WGPUFragmentState fragment = {};
  WGPURenderPipelineDescriptor descriptor = {};

  void fillBuffers(const std::vector<format::VertexBufferLayout>& list) {
    attributes.reserve(list.size());
    for (const format::VertexBufferLayout& b : list) {
      std::vector<WGPUVertexAttribute>& into = attributes.emplace_back();
      for (const format::VertexAttribute& a : b.attributes) {
        into.push_back(
            {.nextInChain = nullptr, .format = toWgpu(a.format), .offset = a.offset, .shaderLocation = a.location});
      }
      WGPUVertexBufferLayout out = {};
      out.stepMode = b.hole ? WGPUVertexStepMode_Undefined : toWgpu(b.step_mode.value_or(webgpu::StepMode::vertex));
      out.arrayStride = b.stride;
      out.attributeCount = into.size();
      out.attributes = into.data();
      buffers.push_back(out);
    }
  }

  void fillTargets(const std::vector<format::ColorTarget>& list) {
    blends.reserve(list.size());
    for (const format::ColorTarget& t : list) {
      WGPUColorTargetState out = {};
      out.format = toWgpu(t.format);
      out.writeMask = t.write_mask.value_or(15);
      if (t.color || t.alpha) {
        blends.push_back({.color = blendComponent(t.color), .alpha = blendComponent(t.alpha)});
        out.blend = &blends.back();
      }
      targets.push_back(out);
    }
  }

  void fillStates(const format::RenderPipelineDescriptor& d) {
    const format::PrimitiveState p = d.primitive.value_or(format::PrimitiveState{});
    descriptor.primitive.topology = toWgpu(p.topology.value_or(webgpu::PrimitiveTopology::triangle_list));
    descriptor.primitive.stripIndexFormat =
        p.strip_index_format ? toWgpu(*p.strip_index_format) : WGPUIndexFormat_Undefined;
    descriptor.primitive.frontFace = toWgpu(p.front_face.value_or(webgpu::FrontFace::ccw));
    descriptor.primitive.cullMode = toWgpu(p.cull_mode.value_or(webgpu::CullMode::none));
    descriptor.primitive.unclippedDepth = p.unclipped_depth.value_or(false);
    const format::MultisampleState m = d.multisample.value_or(format::MultisampleState{});
    descriptor.multisample.count = m.count.value_or(1);
    descriptor.multisample.mask = m.mask.value_or(0xFFFFFFFF);
    descriptor.multisample.alphaToCoverageEnabled = m.alpha_to_coverage.value_or(false);
    if (d.depth_stencil) {
      depth_stencil = depthStencil(*d.depth_stencil);
      descriptor.depthStencil = &depth_stencil;
    }
  }
};

}  // namespace

std::string WgpuGpu::takeError() {
  failed_ = false;
  return std::exchange(error_, {});
}

void WgpuGpu::onError(std::string_view text) {
  failed_ = true;
  if (error_.empty()) error_ = cleanMessage(text);
}

template <class Handle, class Object>
Handle WgpuGpu::made(Object object, void (*release)(Object)) {
  if (!object) {
    if (!failed_) onError("the device made nothing and did not say why");
    return Handle::none;
  }
  if (!failed_) return handle<Handle>(object);
  release(object);
  return Handle::none;
}

GpuBuffer WgpuGpu::createBuffer(uint64_t size, uint32_t usage, std::string_view label) {
  failed_ = false;
  const WGPUBufferDescriptor d = {
      .nextInChain = nullptr, .label = wgpuText(label), .usage = usage, .size = size, .mappedAtCreation = false};
  return made<GpuBuffer>(api_.DeviceCreateBuffer(device_, &d), api_.BufferRelease);
}

GpuTexture WgpuGpu::createTexture(const TextureInfo& info, std::string_view label) {
  failed_ = false;
  WGPUTextureDescriptor d = {};
  d.label = wgpuText(label);
  d.usage = info.usage;
  d.dimension = toWgpu(info.dimension);
  d.size = {info.width, info.height, info.depth};
  d.format = toWgpu(info.format);
  d.mipLevelCount = info.mips;
  d.sampleCount = info.samples;
  return made<GpuTexture>(api_.DeviceCreateTexture(device_, &d), api_.TextureRelease);
}

GpuView WgpuGpu::createView(GpuTexture texture, const format::TextureViewDescriptor& info, std::string_view label) {
  failed_ = false;
  WGPUTextureViewDescriptor d = {};
  d.label = wgpuText(label);
  d.format = info.format ? toWgpu(*info.format) : WGPUTextureFormat_Undefined;
  d.dimension = info.dimension ? toWgpu(*info.dimension) : WGPUTextureViewDimension_Undefined;
  d.aspect = toWgpu(info.aspect.value_or(webgpu::TextureAspect::all));
  d.baseMipLevel = info.base_mip.value_or(0);
  d.mipLevelCount = info.mip_count.value_or(WGPU_MIP_LEVEL_COUNT_UNDEFINED);
  d.baseArrayLayer = info.base_layer.value_or(0);
  d.arrayLayerCount = info.layer_count.value_or(WGPU_ARRAY_LAYER_COUNT_UNDEFINED);
  return made<GpuView>(api_.TextureCreateView(raw<WGPUTexture>(texture), &d), api_.TextureViewRelease);
}

GpuSampler WgpuGpu::createSampler(const format::SamplerDescriptor& info, std::string_view label) {
  failed_ = false;
  WGPUSamplerDescriptor d = {};
  d.label = wgpuText(label);
  d.addressModeU = toWgpu(info.address_u);
  d.addressModeV = toWgpu(info.address_v);
  d.addressModeW = toWgpu(info.address_w.value_or(webgpu::AddressMode::clamp_to_edge));
  d.magFilter = toWgpu(info.mag);
  d.minFilter = toWgpu(info.min);
  d.mipmapFilter = static_cast<WGPUMipmapFilterMode>(toWgpu(info.mipmap.value_or(webgpu::FilterMode::nearest)));
  d.lodMinClamp = info.lod_min.value_or(0);
  d.lodMaxClamp = info.lod_max.value_or(32);
  d.compare = info.compare ? toWgpu(*info.compare) : WGPUCompareFunction_Undefined;
  d.maxAnisotropy = info.anisotropy.value_or(1);
  return made<GpuSampler>(api_.DeviceCreateSampler(device_, &d), api_.SamplerRelease);
}

GpuShader WgpuGpu::createShader(std::string_view wgsl, std::string_view label) {
  failed_ = false;
  WGPUShaderSourceWGSL source = {.chain = {.next = nullptr, .sType = WGPUSType_ShaderSourceWGSL},
                                 .code = wgpuText(wgsl)};
  const WGPUShaderModuleDescriptor d = {.nextInChain = &source.chain, .label = wgpuText(label)};
  const WGPUShaderModule module = unchecked_shaders_
                                      ? api_.DeviceCreateShaderModuleTrusted(device_, &d, WGPUShaderRuntimeChecks_None)
                                      : api_.DeviceCreateShaderModule(device_, &d);
  return made<GpuShader>(module, api_.ShaderModuleRelease);
}

GpuRenderPipeline WgpuGpu::createRenderPipeline(const format::RenderPipelineDescriptor& info,
                                                const PipelineObjects& objects, std::string_view label) {
  failed_ = false;
  if (std::ranges::any_of(info.buffers, takesUnknownFormat)) {
    onError("vertex format unorm8x4-bgra is unknown to the WebGPU library of the native player");
    return GpuRenderPipeline::none;
  }
  PipelineStorage s;
  s.fillBuffers(info.buffers);
  s.fillStates(info);
  s.descriptor.label = wgpuText(label);
  s.descriptor.layout = raw<WGPUPipelineLayout>(objects.layout);
  s.descriptor.vertex.module = raw<WGPUShaderModule>(objects.vertex);
  s.descriptor.vertex.entryPoint = wgpuText(info.entry);
  s.descriptor.vertex.bufferCount = s.buffers.size();
  s.descriptor.vertex.buffers = s.buffers.data();
  if (info.fragment) {
    s.fillTargets(info.fragment->targets);
    s.fragment.module = raw<WGPUShaderModule>(objects.fragment);
    s.fragment.entryPoint = wgpuText(info.fragment->entry);
    s.fragment.targetCount = s.targets.size();
    s.fragment.targets = s.targets.data();
    s.descriptor.fragment = &s.fragment;
  }
  return made<GpuRenderPipeline>(api_.DeviceCreateRenderPipeline(device_, &s.descriptor), api_.RenderPipelineRelease);
}

GpuComputePipeline WgpuGpu::createComputePipeline(GpuShader shader, std::string_view entry, GpuPipelineLayout layout,
                                                  std::string_view label) {
  failed_ = false;
  WGPUComputePipelineDescriptor d = {};
  d.label = wgpuText(label);
  d.layout = raw<WGPUPipelineLayout>(layout);
  d.compute.module = raw<WGPUShaderModule>(shader);
  d.compute.entryPoint = wgpuText(entry);
  return made<GpuComputePipeline>(api_.DeviceCreateComputePipeline(device_, &d), api_.ComputePipelineRelease);
}

GpuBindGroupLayout WgpuGpu::createBindGroupLayout(std::span<const format::LayoutEntry> entries,
                                                  std::string_view label) {
  failed_ = false;
  std::vector<WGPUBindGroupLayoutEntry> list;
  for (const format::LayoutEntry& entry : entries) list.push_back(layoutEntry(entry));
  const WGPUBindGroupLayoutDescriptor d = {
      .nextInChain = nullptr, .label = wgpuText(label), .entryCount = list.size(), .entries = list.data()};
  return made<GpuBindGroupLayout>(api_.DeviceCreateBindGroupLayout(device_, &d), api_.BindGroupLayoutRelease);
}

GpuPipelineLayout WgpuGpu::createPipelineLayout(std::span<const GpuBindGroupLayout> groups, std::string_view label) {
  failed_ = false;
  std::vector<WGPUBindGroupLayout> list;
  std::vector<WGPUBindGroupLayout> owned;
  for (const GpuBindGroupLayout group : groups) {
    WGPUBindGroupLayout layout = raw<WGPUBindGroupLayout>(group);
    if (!layout) {  // The library takes no null layout; an empty one stands for a group that is not used.
      const WGPUBindGroupLayoutDescriptor empty = {};
      layout = api_.DeviceCreateBindGroupLayout(device_, &empty);
      owned.push_back(layout);
    }
    list.push_back(layout);
  }
  WGPUPipelineLayoutDescriptor d = {};
  d.label = wgpuText(label);
  d.bindGroupLayoutCount = list.size();
  d.bindGroupLayouts = list.data();
  const WGPUPipelineLayout out = api_.DeviceCreatePipelineLayout(device_, &d);
  for (const WGPUBindGroupLayout layout : owned) api_.BindGroupLayoutRelease(layout);
  return made<GpuPipelineLayout>(out, api_.PipelineLayoutRelease);
}

GpuBindGroupLayout WgpuGpu::layoutOf(GpuRenderPipeline pipeline, uint32_t group) {
  failed_ = false;
  return made<GpuBindGroupLayout>(api_.RenderPipelineGetBindGroupLayout(raw<WGPURenderPipeline>(pipeline), group),
                                  api_.BindGroupLayoutRelease);
}

GpuBindGroupLayout WgpuGpu::layoutOf(GpuComputePipeline pipeline, uint32_t group) {
  failed_ = false;
  return made<GpuBindGroupLayout>(api_.ComputePipelineGetBindGroupLayout(raw<WGPUComputePipeline>(pipeline), group),
                                  api_.BindGroupLayoutRelease);
}

GpuBindGroup WgpuGpu::createBindGroup(GpuBindGroupLayout layout, std::span<const BindEntry> entries,
                                      std::string_view label) {
  failed_ = false;
  std::vector<WGPUBindGroupEntry> list;
  for (const BindEntry& entry : entries) {
    WGPUBindGroupEntry out = {};
    out.binding = entry.binding;
    if (const auto* buffer = std::get_if<BoundBuffer>(&entry.resource)) {
      out.buffer = raw<WGPUBuffer>(buffer->buffer);
      out.offset = buffer->offset;
      out.size = buffer->size.value_or(WGPU_WHOLE_SIZE);
    } else if (const auto* view = std::get_if<GpuView>(&entry.resource)) {
      out.textureView = raw<WGPUTextureView>(*view);
    } else {
      out.sampler = raw<WGPUSampler>(std::get<GpuSampler>(entry.resource));
    }
    list.push_back(out);
  }
  const WGPUBindGroupDescriptor d = {.nextInChain = nullptr,
                                     .label = wgpuText(label),
                                     .layout = raw<WGPUBindGroupLayout>(layout),
                                     .entryCount = list.size(),
                                     .entries = list.data()};
  return made<GpuBindGroup>(api_.DeviceCreateBindGroup(device_, &d), api_.BindGroupRelease);
}

GpuQuerySet WgpuGpu::createQuerySet(webgpu::QueryType type, uint32_t count, std::string_view label) {
  failed_ = false;
  const WGPUQuerySetDescriptor d = {
      .nextInChain = nullptr, .label = wgpuText(label), .type = toWgpu(type), .count = count};
  return made<GpuQuerySet>(api_.DeviceCreateQuerySet(device_, &d), api_.QuerySetRelease);
}

void WgpuGpu::release(GpuBuffer buffer) {
  api_.BufferDestroy(raw<WGPUBuffer>(buffer));
  api_.BufferRelease(raw<WGPUBuffer>(buffer));
}
void WgpuGpu::release(GpuTexture texture) {
  api_.TextureDestroy(raw<WGPUTexture>(texture));
  api_.TextureRelease(raw<WGPUTexture>(texture));
}
void WgpuGpu::release(GpuView view) { api_.TextureViewRelease(raw<WGPUTextureView>(view)); }
void WgpuGpu::release(GpuBindGroup group) { api_.BindGroupRelease(raw<WGPUBindGroup>(group)); }
void WgpuGpu::release(GpuBindGroupLayout layout) { api_.BindGroupLayoutRelease(raw<WGPUBindGroupLayout>(layout)); }

std::string cleanMessage(std::string_view text) {
  std::string out;
  bool chain = false;
  for (size_t at = 0; at < text.size() && out.size() < 2000;) {
    const size_t end = std::min(text.find('\n', at), text.size());
    std::string_view line = text.substr(at, end - at);
    at = end + 1;
    while (!line.empty() && (line.front() == ' ' || line.front() == '\t')) line.remove_prefix(1);
    while (!line.empty() && (line.back() == ' ' || line.back() == '\r' || line.back() == '.')) line.remove_suffix(1);
    if (line.empty()) continue;
    if (line == "Caused by:" || line == "Validation Error") {
      chain = true;
      continue;
    }
    if (!out.empty()) out += chain ? ": " : " ";
    out += line;
  }
  return out;
}

}  // namespace pngine::player
