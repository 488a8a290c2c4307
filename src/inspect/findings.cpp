// The rules are those of the host boundary (docs/file-format.md, section 4): what a host does with each command that
// does not fit its state. Codes E001 ... W204 are listed in docs/inspect.md.
#include "inspect/findings.h"

#include <type_traits>

#include "base/text.h"
#include "format/json_descriptors.h"
#include "webgpu/enums.h"

namespace pngine::inspect {
namespace {

namespace command = format::command;
using webgpu::BufferUsage;

constexpr uint32_t bit(BufferUsage usage) { return static_cast<uint32_t>(usage); }
constexpr uint32_t kAllBufferUsages = 0x3FF, kAllTextureUsages = 0x1F;
constexpr uint64_t kMaxBuffer = 256u << 20;
constexpr uint32_t kMaxWorkgroups = 65535;
constexpr size_t kMaxTextureDescriptor = 256;

/// Code of what the decoder found wrong with a stream.
std::string_view codeOf(format::StreamError::Kind kind) {
  return kind == format::StreamError::Kind::unknown_opcode ? "E002" : "E004";
}

}  // namespace

StreamChecker::StreamChecker(const format::PayloadView& payload, Inspection& out) : payload_(payload), out_(out) {}

void StreamChecker::add(bool error, std::string_view code, std::string_view rule, std::string message) {
  if (!said_.insert(cat(code, ' ', message)).second) return;
  Finding& finding = out_.add(error, code, rule, std::move(message));
  finding.command = index_;
  finding.load = load_;
  finding.frame = frame_;
}

void StreamChecker::check(const player::ExecutorStream& stream, bool load, uint32_t frame) {
  memory_ = stream.memory;
  load_ = load;
  frame_ = frame;
  pass_ = Pass::none;
  pipeline_.reset();
  const auto decoded = format::decodeStream(stream.commands, stream.memory.size(), stream.layout,
                                            [&](const auto& c, format::CommandPlace place) {
                                              index_ = place.index;
                                              on(c);
                                            });
  if (!decoded) {
    index_ = decoded.error().place.index;
    return fail(codeOf(decoded.error().kind), "stream/malformed", decoded.error().message);
  }
  if (pass_ != Pass::none) fail("E007", "stream/pass-open", "the stream ends inside an open pass");
  out_.buffers.clear();
  for (const auto& [id, info] : buffers_) out_.buffers.push_back(info);
  out_.pipelines.clear();
  for (const auto& [id, info] : pipeline_infos_) out_.pipelines.push_back(info);
}

// ---- ids ----

bool StreamChecker::create(std::set<uint16_t>& ids, std::string_view kind, uint16_t id) {
  if (ids.insert(id).second) return true;
  fail("E005", "stream/created-twice", cat(kind, ' ', id, " is created twice; the second one is ignored"));
  return false;
}

bool StreamChecker::known(const std::set<uint16_t>& ids, std::string_view kind, uint16_t id) {
  if (ids.contains(id)) return true;
  fail("E001", "stream/unknown-id", cat(kind, ' ', id, " was never created"));
  return false;
}

std::string StreamChecker::bufferName(uint16_t id) const {
  const std::string_view name = payload_.nameOf(format::ResourceName::Kind::buffer, id);
  return name.empty() ? cat("buffer ", id) : cat("buffer ", id, " (", name, ')');
}

void StreamChecker::useBuffer(uint16_t id, uint32_t usage, std::string_view as) {
  const auto found = buffers_.find(id);
  if (found == buffers_.end()) {
    return fail("E001", "stream/unknown-id", cat("buffer ", id, ", used ", as, ", was never created"));
  }
  if ((found->second.usage & usage) == usage) return;
  const std::string_view wanted = webgpu::textOf(webgpu::EnumId::BufferUsage, static_cast<uint16_t>(usage));
  fail("E006", "stream/usage", cat(bufferName(id), " is used ", as, " without the usage ", wanted));
}

void StreamChecker::useTarget(uint16_t id, std::string_view as) {
  if (id == format::kCanvasTexture || id == format::kNoTexture || textures_.contains(id)) return;
  fail("E001", "stream/unknown-id", cat("texture ", id, ", used as ", as, ", was never created"));
}

// ---- creation ----

void StreamChecker::createBuffer(const command::CreateBuffer& c) {
  if (buffers_.contains(c.id)) {
    return fail("E005", "stream/created-twice", cat(bufferName(c.id), " is created twice; the second one is ignored"));
  }
  const std::string_view name = payload_.nameOf(format::ResourceName::Kind::buffer, c.id);
  buffers_[c.id] = {.id = c.id, .name = std::string(name), .size = c.size, .usage = c.usage};
  const std::string what = bufferName(c.id);
  const auto has = [&](BufferUsage usage) { return (c.usage & bit(usage)) != 0; };
  if (c.size == 0) fail("E006", "buffer/size-zero", cat(what, " has size 0"));
  if (c.usage == 0) fail("E006", "buffer/usage-empty", cat(what, " has no usage"));
  if (c.usage & ~kAllBufferUsages) fail("E006", "buffer/usage-unknown", cat(what, " has unknown usage bits"));
  const uint32_t others_read = c.usage & ~(bit(BufferUsage::map_read) | bit(BufferUsage::copy_dst));
  const uint32_t others_write = c.usage & ~(bit(BufferUsage::map_write) | bit(BufferUsage::copy_src));
  if ((has(BufferUsage::map_read) && others_read) || (has(BufferUsage::map_write) && others_write)) {
    fail("E006", "buffer/map-combination",
         cat(what, " combines map-read or map-write with more than copy-dst or copy-src"));
  }
  if (c.size > kMaxBuffer) fail("E007", "buffer/size-limit", cat(what, " is larger than 256 MiB"));
  if (has(BufferUsage::uniform) && c.size % 16) {
    warn("W004", "buffer/size-uniform", cat(what, ": a uniform buffer of ", c.size, " bytes, no multiple of 16"));
  }
  if (has(BufferUsage::storage) && c.size % 4) {
    warn("W004", "buffer/size-storage", cat(what, ": a storage buffer of ", c.size, " bytes, no multiple of 4"));
  }
}

void StreamChecker::createTexture(uint16_t id, ByteView blob) {
  if (!create(textures_, "texture", id)) return;
  const auto bad = [&](std::string_view rule, std::string_view why) {
    fail("E006", rule, cat("texture ", id, ' ', why));
  };
  if (blob.size() > kMaxTextureDescriptor) {
    warn("W006", "texture/descriptor-long", cat("texture ", id, " has a descriptor of ", blob.size(), " bytes"));
  }
  const auto d = format::decodeTexture(blob);
  if (!d) return bad("texture/descriptor", d.error().message);
  const uint32_t samples = d->samples.value_or(1), mips = d->mip_levels.value_or(1), layers = d->layers.value_or(1);
  const auto dimension = d->dimension.value_or(webgpu::TextureDimension::d2);
  const auto has = [&](webgpu::TextureUsage usage) { return (d->usage & static_cast<uint32_t>(usage)) != 0; };
  const webgpu::FormatInfo* const format = webgpu::formatInfo(d->format);
  if (d->usage & ~kAllTextureUsages) bad("texture/usage-unknown", "has unknown usage bits");
  if (samples != 1 && samples != 4) bad("texture/sample-count", cat("has ", samples, " samples; 1 and 4 exist"));
  if (dimension == webgpu::TextureDimension::d1) {
    if (d->height.value_or(1) != 1 || layers != 1 || samples != 1) {
      bad("texture/1d-shape", "is 1d with a height, layers or samples");
    }
    if (format && format->isDepthStencil()) bad("texture/1d-shape", "is 1d with a depth or stencil format");
  }
  if (samples != 4) return;
  if (dimension == webgpu::TextureDimension::d3) bad("texture/msaa-dimension", "is 3d with 4 samples");
  if (mips != 1) bad("texture/msaa-mips", "has 4 samples and mip levels");
  if (layers != 1) bad("texture/msaa-layers", "has 4 samples and layers");
  if (has(webgpu::TextureUsage::storage_binding)) bad("texture/msaa-storage", "has 4 samples and storage-binding");
  if (d->usage && !has(webgpu::TextureUsage::render_attachment)) {
    bad("texture/msaa-not-attachment", "has 4 samples and no render-attachment");
  }
}

void StreamChecker::createPipeline(uint16_t id, bool compute, ByteView blob) {
  if (!create(pipelines_, "pipeline", id)) return;
  PipelineInfo info{.id = id, .compute = compute};
  std::optional<uint16_t> layout;
  if (compute) {
    const auto d = format::decodeComputePipeline(blob);
    if (!d) return fail("E006", "pipeline/descriptor", cat("pipeline ", id, ": ", d.error().message));
    info.shader = d->shader;
    info.entry = d->entry;
    layout = d->layout;
  } else {
    const auto d = format::decodeRenderPipeline(blob);
    if (!d) return fail("E006", "pipeline/descriptor", cat("pipeline ", id, ": ", d.error().message));
    info.shader = d->shader;
    info.entry = d->entry;
    layout = d->layout;
    if (d->fragment) {
      info.fragment = d->fragment->entry;
      info.fragment_shader = d->fragment->shader;
      known(shaders_, "shader", info.fragment_shader);
      for (const format::ColorTarget& target : d->fragment->targets) info.blends = info.blends || target.color;
    }
  }
  known(shaders_, "shader", info.shader);
  if (layout) known(pipeline_layouts_, "pipeline layout", *layout);
  pipeline_infos_[id] = std::move(info);
}

void StreamChecker::createBindGroup(const command::CreateBindGroup& c) {
  if (!create(groups_, "bind group", c.id)) return;
  const bool explicit_layout = (c.layout & format::kExplicitLayout) != 0;
  const auto layout = static_cast<uint16_t>(c.layout & ~format::kExplicitLayout);
  if (!(explicit_layout ? layouts_ : pipelines_).contains(layout)) {
    fail("E009", "stream/unknown-layout",
         cat("bind group ", c.id, " names ", explicit_layout ? "bind-group layout " : "the layout of pipeline ", layout,
             ", which was never created"));
  }
  const auto d = format::decodeBindGroup(memory_.subspan(c.desc.ptr, c.desc.len));
  if (!d) return fail("E006", "bind-group/descriptor", cat("bind group ", c.id, ": ", d.error().message));
  for (const format::BindGroupEntry& e : d->entries) {
    using Kind = format::BindGroupEntry::Kind;
    if (e.kind == Kind::buffer) useBuffer(e.id, 0, cat("in bind group ", c.id));
    if (e.kind == Kind::texture) known(textures_, "texture", e.id);
    if (e.kind == Kind::sampler) known(samplers_, "sampler", e.id);
    if (e.kind == Kind::view) known(views_, "texture view", e.id);
  }
}

// ---- passes ----

void StreamChecker::begin(Pass pass) {
  if (pass_ != Pass::none) fail("E008", "stream/pass-in-pass", "a pass begins inside an open pass");
  pass_ = pass;
  pipeline_.reset();
  set_groups_.clear();
  index_set_ = false;
}

void StreamChecker::inPass(Pass wanted, std::string_view what) {
  if (pass_ == wanted) return;
  const std::string_view kind = wanted == Pass::render ? "render pass" : "compute pass";
  fail("E002", "stream/wrong-state", cat(what, " outside a ", kind));
}

/// A draw or a dispatch.
void StreamChecker::work(Pass wanted, std::string_view what, bool nothing) {
  if (nothing) warn("W003", "stream/count-zero", cat(what, " with a count of 0 does nothing"));
  if (pass_ != wanted) return inPass(wanted, what);
  if (!pipeline_) return fail("E002", "stream/no-pipeline", cat(what, " without a pipeline"));
  const auto info = pipeline_infos_.find(*pipeline_);
  if (info == pipeline_infos_.end()) return;
  if (info->second.compute != (wanted == Pass::compute)) {
    return fail("E002", "stream/wrong-pipeline",
                cat(what, " with pipeline ", *pipeline_, ", which is for the other kind of pass"));
  }
  const auto needs = [&](uint16_t shader, const std::string& entry) {
    for (const ShaderInfo& s : out_.shaders) {
      if (s.id != shader) continue;
      for (const wgsl::EntryPoint& e : s.entry_points) {
        if (e.name != entry) continue;
        for (const uint32_t b : e.bindings) {
          const uint32_t group = s.bindings[b].group;
          if (set_groups_.contains(group)) continue;
          fail("E002", "stream/group-missing",
               cat(what, " with pipeline ", *pipeline_, " without bind group ", group, ", which ", entry, " reads"));
        }
      }
    }
  };
  needs(info->second.shader, info->second.entry);
  if (!info->second.fragment.empty()) needs(info->second.fragment_shader, info->second.fragment);
}

void StreamChecker::prePass(std::string_view what) {
  if (pass_ != Pass::none) {
    warn("W010", "stream/pre-pass-late", cat(what, " inside an open pass: it is for the pass that comes next"));
  }
}

void StreamChecker::hostMayWrite(uint16_t buffer) {
  if (load_) return;
  for (const format::UniformBinding& binding : payload_.uniforms) {
    if (binding.buffer != buffer || binding.fields.empty()) continue;
    return warn("W009", "stream/uniform-overwritten",
                cat(bufferName(buffer), " is written by the frame and has named uniforms (", binding.fields[0].path,
                    " ...): what a page sets there is lost"));
  }
}

template <class C>
void StreamChecker::on(const C& c) {
  using namespace command;
  const std::string_view what = C::kName;
#define IS(Type) constexpr(std::is_same_v<C, Type>)
  if constexpr (requires { c.desc; }) {
    if (c.desc.ptr == 0 && c.desc.len != 0) warn("W004", "stream/null-pointer", cat(what, " points at address 0"));
  }
  if IS (CreateBuffer) createBuffer(c);
  if IS (CreateTexture) createTexture(c.id, memory_.subspan(c.desc.ptr, c.desc.len));
  if IS (CreateSampler) create(samplers_, "sampler", c.id);
  if IS (CreateShader) create(shaders_, "shader", c.id);
  if IS (CreateRenderPipeline) createPipeline(c.id, false, memory_.subspan(c.desc.ptr, c.desc.len));
  if IS (CreateComputePipeline) createPipeline(c.id, true, memory_.subspan(c.desc.ptr, c.desc.len));
  if IS (CreateBindGroup) createBindGroup(c);
  if IS (CreateTextureView) {
    known(textures_, "texture", c.texture);
    create(views_, "texture view", c.id);
  }
  if IS (CreateQuerySet) create(query_sets_, "query set", c.id);
  if IS (CreateBindGroupLayout) create(layouts_, "bind-group layout", c.id);
  if IS (CreateImage) create(images_, "image", c.id);
  if IS (CreatePipelineLayout) create(pipeline_layouts_, "pipeline layout", c.id);
  if IS (CreateRenderBundle) create(bundles_, "render bundle", c.id);
  if IS (InitWasmModule) create(modules_, "wasm module", c.id);

  if constexpr (std::is_same_v<C, BeginRenderPass> || std::is_same_v<C, BeginRenderPass8>) {
    begin(Pass::render);
    useTarget(c.color, "a colour target");
    useTarget(c.depth, "the depth target");
    useTarget(c.resolve, "a resolve target");
  }
  if constexpr (std::is_same_v<C, BeginRenderPassMulti> || std::is_same_v<C, BeginRenderPassMulti8>) {
    begin(Pass::render);
    for (size_t i = 0; i < c.targets.count; ++i) useTarget(c.targets.items[i].texture, "a colour target");
    useTarget(c.depth, "the depth target");
  }
  if IS (BeginComputePass) begin(Pass::compute);
  if IS (EndPass) {
    if (pass_ == Pass::none) fail("E007", "stream/no-pass", "a pass ends, and none is open");
    pass_ = Pass::none;
  }
  if IS (SetPipeline) {
    if (pass_ == Pass::none) fail("E002", "stream/wrong-state", "set pipeline outside a pass");
    if (known(pipelines_, "pipeline", c.id)) pipeline_ = c.id;
  }
  if IS (SetBindGroup) {
    if (pass_ == Pass::none) fail("E002", "stream/wrong-state", "set bind group outside a pass");
    if (known(groups_, "bind group", c.id)) set_groups_.insert(c.index);
  }
  if IS (SetVertexBuffer) {
    inPass(Pass::render, what);
    useBuffer(c.id, bit(BufferUsage::vertex), "as a vertex buffer");
  }
  if IS (SetIndexBuffer) {
    inPass(Pass::render, what);
    index_set_ = true;
    useBuffer(c.id, bit(BufferUsage::index), "as an index buffer");
  }
  if IS (Draw) work(Pass::render, what, c.vertices == 0 || c.instances == 0);
  if IS (DrawIndexed) {
    work(Pass::render, what, c.indices == 0 || c.instances == 0);
    if (!index_set_) fail("E002", "stream/no-index-buffer", "draw indexed without an index buffer");
  }
  if constexpr (std::is_same_v<C, DrawIndirect> || std::is_same_v<C, DrawIndexedIndirect>) {
    work(Pass::render, what, false);
    useBuffer(c.buffer, bit(BufferUsage::indirect), "for indirect arguments");
  }
  if IS (Dispatch) {
    work(Pass::compute, what, c.x == 0 || c.y == 0 || c.z == 0);
    if (c.x > kMaxWorkgroups || c.y > kMaxWorkgroups || c.z > kMaxWorkgroups) {
      fail("E007", "stream/workgroups",
           cat("dispatch of ", c.x, " x ", c.y, " x ", c.z, " workgroups; 65535 is the most"));
    }
  }
  if IS (DispatchIndirect) {
    work(Pass::compute, what, false);
    useBuffer(c.buffer, bit(BufferUsage::indirect), "for indirect arguments");
  }
  if IS (ExecuteBundles) {
    inPass(Pass::render, what);
    for (size_t i = 0; i < c.bundles.count; ++i) known(bundles_, "render bundle", c.bundles.ids[i]);
    pipeline_.reset();
    set_groups_.clear();
    index_set_ = false;
  }
  if constexpr (std::is_same_v<C, SetViewport> || std::is_same_v<C, SetScissor> ||
                std::is_same_v<C, SetStencilReference> || std::is_same_v<C, SetBlendConstant> ||
                std::is_same_v<C, BeginOcclusionQuery> || std::is_same_v<C, EndOcclusionQuery>) {
    inPass(Pass::render, what);
  }
  if constexpr (std::is_same_v<C, TimestampWrites> || std::is_same_v<C, OcclusionQuerySet>) {
    prePass(what);
    known(query_sets_, "query set", c.set);
  }
  if constexpr (std::is_same_v<C, DepthStencilOps> || std::is_same_v<C, DepthStencilClear>) prePass(what);

  if IS (WriteBuffer) {
    useBuffer(c.id, bit(BufferUsage::copy_dst), "as the target of a write");
    hostMayWrite(c.id);
  }
  if constexpr (std::is_same_v<C, WriteTimeInputs> || std::is_same_v<C, WritePointerInputs>) {
    useBuffer(c.id, bit(BufferUsage::copy_dst), "as the target of a write");
  }
  if IS (WriteBufferFromWasm) {
    useBuffer(c.buffer, bit(BufferUsage::copy_dst), "as the target of a write");
    hostMayWrite(c.buffer);
  }
  if IS (CopyBufferToBuffer) {
    useBuffer(c.source, bit(BufferUsage::copy_src), "as the source of a copy");
    useBuffer(c.destination, bit(BufferUsage::copy_dst), "as the destination of a copy");
    if (c.source == c.destination)
      fail("E006", "copy/same-buffer", cat(bufferName(c.source), " is copied onto itself"));
  }
  if IS (CopyTextureToTexture) {
    useTarget(c.source, "the source of a copy");
    useTarget(c.destination, "the destination of a copy");
  }
  if IS (CopyImageToTexture) {
    known(images_, "image", c.image);
    useTarget(c.texture, "the destination of an image");
  }
  if IS (ResolveQuerySet) {
    known(query_sets_, "query set", c.set);
    useBuffer(c.buffer, bit(BufferUsage::query_resolve), "for query results");
  }
  if IS (CallWasm) known(modules_, "wasm module", c.module);
  if IS (Submit) {
    if (pass_ != Pass::none) fail("E007", "stream/pass-open", "submit inside an open pass");
  }
#undef IS
}

}  // namespace pngine::inspect
