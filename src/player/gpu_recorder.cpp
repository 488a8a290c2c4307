// Lines read "buffer 1 = create buffer 32 bytes usage storage copy-src (result)"; objects are numbered from 1 by kind.
#include "player/gpu_recorder.h"

#include "base/text.h"

namespace pngine::player {
namespace {

template <class Handle>
uintptr_t number(Handle handle) {
  return static_cast<uintptr_t>(handle);
}

std::string bits(webgpu::EnumId id, uint32_t value) {
  std::string out;
  for (const webgpu::EnumMember& member : webgpu::members(id)) {
    if (value & member.code) out += cat(out.empty() ? "" : " ", member.text);
  }
  return out;
}

std::string place(const TexelPlace& p) {
  return cat("texture ", number(p.texture), " mip ", p.mip, " at ", p.x, ' ', p.y, ' ', p.z);
}

std::string colorText(const ColorAttachment& a) {
  std::string out = cat("color view ", number(a.view), a.clear ? " clear" : " load");
  if (a.clear) {
    for (const double channel : a.color) out += cat(' ', channel);
  }
  if (a.discard) out += " discard";
  if (a.resolve != GpuView::none) out += cat(" resolve view ", number(a.resolve));
  return out;
}

std::string depthText(const DepthAttachment& a) {
  std::string out = cat("depth-stencil view ", number(a.view));
  if (a.has_depth) out += a.depth_clear ? cat(" depth clear ", a.depth) : std::string(" depth load");
  if (a.has_depth && a.depth_discard) out += " discard";
  if (a.has_stencil) out += a.stencil_clear ? cat(" stencil clear ", a.stencil) : std::string(" stencil load");
  if (a.has_stencil && a.stencil_discard) out += " discard";
  return out;
}

std::string layoutText(const format::LayoutEntry& e) {
  std::string out = cat(" | ", e.binding, ' ', bits(webgpu::EnumId::Visibility, e.visibility), ' ');
  if (const auto* b = std::get_if<format::BufferLayout>(&e.resource)) return cat(out, webgpu::name(b->type));
  if (const auto* s = std::get_if<format::SamplerLayout>(&e.resource))
    return cat(out, webgpu::name(s->type), " sampler");
  if (const auto* t = std::get_if<format::TextureLayout>(&e.resource)) {
    return cat(out, webgpu::name(t->sample_type), ' ', webgpu::name(t->view_dimension), " texture");
  }
  const auto& s = std::get<format::StorageTextureLayout>(e.resource);
  return cat(out, webgpu::name(s.access), ' ', webgpu::name(s.format), " storage texture");
}

}  // namespace

void RecordingGpu::note(std::string text) { text_ += cat(text, '\n'); }
void RecordingGpu::call(std::string text) { text_ += cat(pass_ ? "    " : "  ", text, '\n'); }

template <class Handle>
Handle RecordingGpu::made(std::string_view kind, std::string_view label, std::string text) {
  uintptr_t* count = nullptr;
  for (auto& [known, n] : counts_) {
    if (known == kind) count = &n;
  }
  if (!count) count = &counts_.emplace_back(kind, 0).second;
  ++*count;
  call(cat(kind, ' ', uint64_t{*count}, " = ", text, label.empty() ? "" : " (", label, label.empty() ? "" : ")"));
  return static_cast<Handle>(*count);
}

std::string RecordingGpu::takeError() { return {}; }
bool RecordingGpu::hasFeature(std::string_view) const { return true; }
uint64_t RecordingGpu::limit(webgpu::Limit limit) const { return webgpu::limitInfo(limit).fallback; }

GpuBuffer RecordingGpu::createBuffer(uint64_t size, uint32_t usage, std::string_view label) {
  return made<GpuBuffer>("buffer", label, cat("create ", size, " bytes, ", bits(webgpu::EnumId::BufferUsage, usage)));
}
GpuTexture RecordingGpu::createTexture(const TextureInfo& i, std::string_view label) {
  return made<GpuTexture>("texture", label,
                          cat("create ", i.width, " x ", i.height, " x ", i.depth, ", ", webgpu::name(i.dimension), ' ',
                              webgpu::name(i.format), ", ", i.mips, " mips, ", i.samples, " samples, ",
                              bits(webgpu::EnumId::TextureUsage, i.usage)));
}
GpuView RecordingGpu::createView(GpuTexture texture, const format::TextureViewDescriptor& d, std::string_view label) {
  std::string text = cat("view of texture ", number(texture));
  if (d.format) text += cat(", ", webgpu::name(*d.format));
  if (d.dimension) text += cat(", ", webgpu::name(*d.dimension));
  if (d.aspect) text += cat(", ", webgpu::name(*d.aspect));
  if (d.base_mip || d.mip_count) text += cat(", mips from ", d.base_mip.value_or(0));
  if (d.mip_count) text += cat(" count ", *d.mip_count);
  if (d.base_layer || d.layer_count) text += cat(", layers from ", d.base_layer.value_or(0));
  if (d.layer_count) text += cat(" count ", *d.layer_count);
  return made<GpuView>("view", label, std::move(text));
}
GpuSampler RecordingGpu::createSampler(const format::SamplerDescriptor& d, std::string_view label) {
  std::string text = cat("create ", webgpu::name(d.mag), ' ', webgpu::name(d.min), ' ', webgpu::name(d.address_u), ' ',
                         webgpu::name(d.address_v));
  if (d.compare) text += cat(" compare ", webgpu::name(*d.compare));
  return made<GpuSampler>("sampler", label, std::move(text));
}
GpuShader RecordingGpu::createShader(std::string_view wgsl, std::string_view label) {
  return made<GpuShader>("shader", label, cat("create ", wgsl.size(), " bytes"));
}
GpuRenderPipeline RecordingGpu::createRenderPipeline(const format::RenderPipelineDescriptor& d,
                                                     const PipelineObjects& o, std::string_view label) {
  std::string text = cat("create shader ", number(o.vertex), ' ', d.entry);
  if (d.fragment) text += cat(", shader ", number(o.fragment), ' ', d.fragment->entry);
  text += cat(", ", d.buffers.size(), " vertex buffers, layout ");
  text += o.layout == GpuPipelineLayout::none ? std::string("auto") : toText(uint64_t{number(o.layout)});
  if (d.fragment) {
    for (const format::ColorTarget& t : d.fragment->targets) text += cat(", ", webgpu::name(realFormat(t.format)));
  }
  if (d.depth_stencil) text += cat(", ", webgpu::name(d.depth_stencil->format));
  return made<GpuRenderPipeline>("render pipeline", label, std::move(text));
}
GpuComputePipeline RecordingGpu::createComputePipeline(GpuShader shader, std::string_view entry,
                                                       GpuPipelineLayout layout, std::string_view label) {
  return made<GpuComputePipeline>(
      "compute pipeline", label,
      cat("create shader ", number(shader), ' ', entry, ", layout ",
          layout == GpuPipelineLayout::none ? std::string("auto") : toText(uint64_t{number(layout)})));
}
GpuBindGroupLayout RecordingGpu::createBindGroupLayout(std::span<const format::LayoutEntry> entries,
                                                       std::string_view label) {
  std::string text = "create";
  for (const format::LayoutEntry& e : entries) text += layoutText(e);
  return made<GpuBindGroupLayout>("bind-group layout", label, std::move(text));
}
GpuPipelineLayout RecordingGpu::createPipelineLayout(std::span<const GpuBindGroupLayout> groups,
                                                     std::string_view label) {
  std::string text = "create";
  for (const GpuBindGroupLayout g : groups) text += cat(" | bind-group layout ", number(g));
  return made<GpuPipelineLayout>("pipeline layout", label, std::move(text));
}
GpuBindGroupLayout RecordingGpu::layoutOf(GpuRenderPipeline pipeline, uint32_t group) {
  return made<GpuBindGroupLayout>("bind-group layout", {},
                                  cat("group ", group, " of render pipeline ", number(pipeline)));
}
GpuBindGroupLayout RecordingGpu::layoutOf(GpuComputePipeline pipeline, uint32_t group) {
  return made<GpuBindGroupLayout>("bind-group layout", {},
                                  cat("group ", group, " of compute pipeline ", number(pipeline)));
}
GpuBindGroup RecordingGpu::createBindGroup(GpuBindGroupLayout layout, std::span<const BindEntry> entries,
                                           std::string_view label) {
  std::string text = cat("create with bind-group layout ", number(layout));
  for (const BindEntry& e : entries) {
    text += cat(" | ", e.binding, ' ');
    if (const auto* b = std::get_if<BoundBuffer>(&e.resource)) {
      text += cat("buffer ", number(b->buffer));
      if (b->offset || b->size) text += cat(" from ", b->offset);
      if (b->size) text += cat(" size ", *b->size);
    } else if (const auto* v = std::get_if<GpuView>(&e.resource)) {
      text += cat("view ", number(*v));
    } else {
      text += cat("sampler ", number(std::get<GpuSampler>(e.resource)));
    }
  }
  return made<GpuBindGroup>("bind group", label, std::move(text));
}
GpuQuerySet RecordingGpu::createQuerySet(webgpu::QueryType type, uint32_t count, std::string_view label) {
  return made<GpuQuerySet>("query set", label, cat("create ", webgpu::name(type), " x ", count));
}
void RecordingGpu::release(GpuBuffer buffer) { call(cat("release buffer ", number(buffer))); }
void RecordingGpu::release(GpuTexture texture) { call(cat("release texture ", number(texture))); }
void RecordingGpu::release(GpuView view) { call(cat("release view ", number(view))); }
void RecordingGpu::release(GpuBindGroup group) { call(cat("release bind group ", number(group))); }
void RecordingGpu::release(GpuBindGroupLayout) {}

void RecordingGpu::writeBuffer(GpuBuffer buffer, uint64_t offset, ByteView bytes) {
  call(cat("queue: write ", bytes.size(), " bytes to buffer ", number(buffer), " at ", offset));
}
void RecordingGpu::writeTexture(const TexelPlace& p, ByteView bytes, uint32_t, uint32_t width, uint32_t height) {
  call(cat("queue: write ", width, " x ", height, " texels (", bytes.size(), " bytes) to ", place(p)));
}
void RecordingGpu::openEncoder() { encoder_ = true; }
void RecordingGpu::beginRenderPass(const RenderPassInfo& info) {
  std::string text = "begin render pass";
  for (const ColorAttachment& a : info.colors) text += cat(" | ", colorText(a));
  if (info.depth) text += cat(" | ", depthText(*info.depth));
  if (info.occlusion != GpuQuerySet::none) text += cat(" | occlusion query set ", number(info.occlusion));
  if (info.timestamps) {
    text += cat(" | timestamps ", info.timestamps->begin, ' ', info.timestamps->end, " of query set ",
                number(info.timestamps->set));
  }
  call(std::move(text));
  pass_ = true;
}
void RecordingGpu::beginComputePass() {
  call("begin compute pass");
  pass_ = true;
}
void RecordingGpu::endPass() {
  if (!pass_) return;
  pass_ = false;
  call("end pass");
}
void RecordingGpu::setPipeline(GpuRenderPipeline p) { call(cat("set render pipeline ", number(p))); }
void RecordingGpu::setPipeline(GpuComputePipeline p) { call(cat("set compute pipeline ", number(p))); }
void RecordingGpu::setBindGroup(uint32_t index, GpuBindGroup g) {
  call(g == GpuBindGroup::none ? cat("unset bind group ", index) : cat("set bind group ", index, " to ", number(g)));
}
void RecordingGpu::setVertexBuffer(uint32_t slot, GpuBuffer b) {
  call(cat("set vertex buffer ", slot, " to buffer ", number(b)));
}
void RecordingGpu::setIndexBuffer(GpuBuffer b, webgpu::IndexFormat format) {
  call(cat("set index buffer to buffer ", number(b), ' ', webgpu::name(format)));
}
void RecordingGpu::draw(uint32_t vertices, uint32_t instances, uint32_t first_vertex, uint32_t first_instance) {
  call(cat("draw ", vertices, " x ", instances, " from ", first_vertex, ' ', first_instance));
}
void RecordingGpu::drawIndexed(uint32_t indices, uint32_t instances, uint32_t first_index, int32_t base_vertex,
                               uint32_t first_instance) {
  call(cat("draw indexed ", indices, " x ", instances, " from ", first_index, " base ", base_vertex, ' ',
           first_instance));
}
void RecordingGpu::drawIndirect(GpuBuffer b, uint64_t offset) {
  call(cat("draw indirect buffer ", number(b), " at ", offset));
}
void RecordingGpu::drawIndexedIndirect(GpuBuffer b, uint64_t offset) {
  call(cat("draw indexed indirect buffer ", number(b), " at ", offset));
}
void RecordingGpu::dispatch(uint32_t x, uint32_t y, uint32_t z) { call(cat("dispatch ", x, ' ', y, ' ', z)); }
void RecordingGpu::dispatchIndirect(GpuBuffer b, uint64_t offset) {
  call(cat("dispatch indirect buffer ", number(b), " at ", offset));
}
void RecordingGpu::setViewport(float x, float y, float w, float h, float min_depth, float max_depth) {
  call(cat("set viewport ", x, ' ', y, ' ', w, ' ', h, ' ', min_depth, ' ', max_depth));
}
void RecordingGpu::setScissor(uint32_t x, uint32_t y, uint32_t w, uint32_t h) {
  call(cat("set scissor ", x, ' ', y, ' ', w, ' ', h));
}
void RecordingGpu::setBlendConstant(const std::array<double, 4>& c) {
  call(cat("set blend constant ", c[0], ' ', c[1], ' ', c[2], ' ', c[3]));
}
void RecordingGpu::setStencilReference(uint32_t value) { call(cat("set stencil reference ", value)); }
void RecordingGpu::beginOcclusionQuery(uint32_t index) { call(cat("begin occlusion query ", index)); }
void RecordingGpu::endOcclusionQuery() { call("end occlusion query"); }
void RecordingGpu::copyBuffer(GpuBuffer source, uint64_t source_offset, GpuBuffer destination, uint64_t offset,
                              uint64_t size) {
  call(cat("copy ", size, " bytes from buffer ", number(source), " at ", source_offset, " to buffer ",
           number(destination), " at ", offset));
}
void RecordingGpu::copyTexture(const TexelPlace& source, const TexelPlace& destination, uint32_t width,
                               uint32_t height) {
  call(cat("copy ", width, " x ", height, " texels from ", place(source), " to ", place(destination)));
}
void RecordingGpu::copyTextureToBuffer(GpuTexture source, GpuBuffer destination, uint32_t row_bytes, uint32_t width,
                                       uint32_t height) {
  call(cat("copy ", width, " x ", height, " texels of texture ", number(source), " to buffer ", number(destination),
           " in rows of ", row_bytes));
}
void RecordingGpu::clearBuffer(GpuBuffer b, uint64_t offset, uint64_t size) {
  call(cat("clear ", size, " bytes of buffer ", number(b), " at ", offset));
}
void RecordingGpu::resolveQueries(GpuQuerySet set, uint32_t first, uint32_t count, GpuBuffer b, uint64_t offset) {
  call(cat("resolve ", count, " queries from ", first, " of query set ", number(set), " to buffer ", number(b), " at ",
           offset));
}
bool RecordingGpu::submit() {
  endPass();
  if (encoder_) call("submit");
  encoder_ = false;
  return true;
}
void RecordingGpu::discardEncoder() {
  endPass();
  encoder_ = false;
}
std::vector<std::expected<Bytes, std::string>> RecordingGpu::read(std::span<const ReadRange> ranges) {
  std::vector<std::expected<Bytes, std::string>> out;
  for (const ReadRange& r : ranges) {
    call(cat("read ", r.size, " bytes of buffer ", number(r.buffer), " at ", r.offset));
    out.emplace_back(Bytes(r.size, 0));
  }
  return out;
}

}  // namespace pngine::player
