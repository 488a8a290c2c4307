// Commands of frames: one-shot passes, queue actions, passes in their fixed order of calls, one submit.
#include <algorithm>
#include <bit>

#include "compile/encoder.h"
#include "format/descriptors.h"

namespace pngine::compile {
namespace {

namespace cmd = format::command;
using format::CommandList;
using format::CommandWriter;
using format::Fixup;
using program::Index;
using program::kNone;
using program::Pass;

uint16_t textureId(const Encoder& e, const program::AttachmentView& view) {
  return view.canvas ? format::kCanvasTexture : view.texture == kNone ? format::kNoTexture : e.textures[view.texture];
}

uint32_t offsetOf(const program::SlotList& list, size_t slot) {
  return slot < list.offsets.size() ? list.offsets[slot].value : 0;
}

void encodeDraw(const Encoder& e, CommandWriter& w, const program::Draw& d) {
  using Kind = program::Draw::Kind;
  switch (d.kind) {
    case Kind::draw:
      w.put(cmd::Draw{d.count.value, d.instances.value, d.first.value, d.first_instance.value});
      break;
    case Kind::draw_indexed:
      w.put(cmd::DrawIndexed{d.count.value, d.instances.value, d.first.value,
                             std::bit_cast<int32_t>(d.base_vertex.value), d.first_instance.value});
      break;
    case Kind::draw_indirect:
      w.put(cmd::DrawIndirect{e.buffers[d.buffer.value], d.offset.value});
      break;
    case Kind::draw_indexed_indirect:
      w.put(cmd::DrawIndexedIndirect{e.buffers[d.buffer.value], d.offset.value});
      break;
  }
}

void setIndexBuffer(const Encoder& e, CommandWriter& w, Index buffer) {
  const program::Buffer& b = e.program.buffers[buffer];
  const webgpu::IndexFormat format = b.effective_index_format.value_or(webgpu::IndexFormat::uint16);
  w.put(cmd::SetIndexBuffer{e.buffers[buffer], static_cast<uint8_t>(format)});
}

void setVertexBuffers(const Encoder& e, CommandWriter& w, const program::SlotList& list) {
  for (size_t slot = 0; slot < list.items.size(); ++slot) {
    const Index i = list.items[slot].value;
    const uint32_t pool = e.program.buffers[i].pool.value;
    auto placed = w.put(cmd::SetVertexBuffer{static_cast<uint8_t>(slot), e.buffers[i]});
    if (pool > 1) placed.pool(&cmd::SetVertexBuffer::id, pool, offsetOf(list, slot));
  }
}

void setBindGroups(const Encoder& e, CommandWriter& w, const program::SlotList& list) {
  for (size_t slot = 0; slot < list.items.size(); ++slot) {
    const Index i = list.items[slot].value;
    const uint32_t pool = e.program.bind_groups[i].pool.value;
    auto placed = w.put(cmd::SetBindGroup{static_cast<uint8_t>(slot), e.groups[i]});
    if (pool > 1) placed.pool(&cmd::SetBindGroup::id, pool, offsetOf(list, slot));
  }
}

/// The three binding keys in the order in which the form states them.
void setBindings(const Encoder& e, CommandWriter& w, const Pass& pass) {
  enum class Key : uint8_t { vertex, index, groups };
  std::vector<std::pair<uint32_t, Key>> keys;
  if (!pass.vertex_buffers.items.empty()) keys.emplace_back(pass.vertex_buffers.span.begin, Key::vertex);
  if (pass.index_buffer.value != kNone) keys.emplace_back(pass.index_buffer.span.begin, Key::index);
  if (!pass.bind_groups.items.empty()) keys.emplace_back(pass.bind_groups.span.begin, Key::groups);
  std::ranges::stable_sort(keys, {}, &std::pair<uint32_t, Key>::first);
  for (const auto& [at, key] : keys) {
    switch (key) {
      case Key::vertex:
        setVertexBuffers(e, w, pass.vertex_buffers);
        break;
      case Key::index:
        setIndexBuffer(e, w, pass.index_buffer.value);
        break;
      case Key::groups:
        setBindGroups(e, w, pass.bind_groups);
        break;
    }
  }
}

/// State that the next begin consumes: only what differs from clear, store, depth 1 and stencil 0.
void pendingState(CommandWriter& w, const Pass& pass) {
  using webgpu::LoadOp;
  using webgpu::StoreOp;
  if (pass.occlusion_set.value != kNone) w.put(cmd::OcclusionQuerySet{id16(pass.occlusion_set.value)});
  if (pass.timestamps) {
    // A number that no query set can have stays one in the narrower field.
    const auto query = [](uint32_t n) { return id16(std::min<uint32_t>(n, 0xFFFE)); };
    w.put(cmd::TimestampWrites{id16(pass.timestamps->set.value), query(pass.timestamps->begin.value),
                               query(pass.timestamps->end.value)});
  }
  if (!pass.depth_stencil) return;
  const program::DepthStencilAttachment& d = *pass.depth_stencil;
  const auto load = [](const auto& op) { return static_cast<uint8_t>(op ? op->value : LoadOp::clear); };
  const auto store = [](const auto& op) { return static_cast<uint8_t>(op ? op->value : StoreOp::store); };
  const cmd::DepthStencilOps ops{load(d.depth_load), store(d.depth_store), load(d.stencil_load),
                                 store(d.stencil_store)};
  const cmd::DepthStencilOps usual{static_cast<uint8_t>(LoadOp::clear), static_cast<uint8_t>(StoreOp::store),
                                   static_cast<uint8_t>(LoadOp::clear), static_cast<uint8_t>(StoreOp::store)};
  if (ops.depth_load != usual.depth_load || ops.depth_store != usual.depth_store ||
      ops.stencil_load != usual.stencil_load || ops.stencil_store != usual.stencil_store) {
    w.put(ops);
  }
  const float depth = d.depth_clear ? d.depth_clear->value : 1.0f;
  const uint32_t stencil = d.stencil_clear ? d.stencil_clear->value : 0;
  if (depth != 1.0f || stencil != 0) w.put(cmd::DepthStencilClear{depth, stencil});
}

void begin(const Encoder& e, CommandWriter& w, const Pass& pass) {
  const uint16_t depth = pass.depth_stencil ? e.textures[pass.depth_stencil->view.value] : format::kNoTexture;
  const auto clearOf = [](const program::ColorAttachment& c) {
    return c.clear ? c.clear->value : std::array<float, 4>{};
  };
  if (pass.colors.size() > 1) {
    cmd::BeginRenderPassMulti multi{.targets = {}, .depth = depth};
    for (const program::ColorAttachment& c : pass.colors) {
      const std::array<float, 4> clear = clearOf(c);
      multi.targets.items[multi.targets.count++] = {textureId(e, c.view),
                                                    static_cast<uint8_t>(c.load.value),
                                                    static_cast<uint8_t>(c.store.value),
                                                    clear[0],
                                                    clear[1],
                                                    clear[2],
                                                    clear[3]};
    }
    w.put(multi);
    return;
  }
  cmd::BeginRenderPass single{
      .color = format::kNoTexture, .load = 0, .store = 0, .depth = depth, .resolve = format::kNoTexture};
  uint32_t pool = 1;
  if (!pass.colors.empty()) {
    const program::ColorAttachment& c = pass.colors[0];
    const std::array<float, 4> clear = clearOf(c);
    single = {textureId(e, c.view),
              static_cast<uint8_t>(c.load.value),
              static_cast<uint8_t>(c.store.value),
              depth,
              clear[0],
              clear[1],
              clear[2],
              clear[3],
              c.resolve ? textureId(e, *c.resolve) : format::kNoTexture};
    if (!c.view.canvas && c.view.texture != kNone) pool = e.program.textures[c.view.texture].pool.value;
  }
  auto placed = w.put(single);
  if (pool > 1) placed.pool(&cmd::BeginRenderPass::color, pool, 0);
}

void replay(const Encoder& e, CommandWriter& w, const program::Bundle& b) {
  w.put(cmd::SetPipeline{id16(b.pipeline.value)});
  for (size_t i = 0; i < b.bind_groups.size(); ++i)
    w.put(cmd::SetBindGroup{static_cast<uint8_t>(i), e.groups[b.bind_groups[i].value]});
  for (size_t i = 0; i < b.vertex_buffers.size(); ++i) {
    w.put(cmd::SetVertexBuffer{static_cast<uint8_t>(i), e.buffers[b.vertex_buffers[i].value]});
  }
  if (b.index_buffer.value != kNone) setIndexBuffer(e, w, b.index_buffer.value);
  encodeDraw(e, w, b.draw);
}

/// Recorded bundles in runs of one call each; those that are replayed inline in between.
void encodeBundles(const Encoder& e, CommandWriter& w, const Pass& pass) {
  cmd::ExecuteBundles run;
  const auto flush = [&] {
    if (run.bundles.count != 0) w.put(run);
    run = {};
  };
  for (const program::At<Index>& bundle : pass.bundles) {
    if (replayedInline(e.program, e.program.bundles[bundle.value])) {
      flush();
      replay(e, w, e.program.bundles[bundle.value]);
    } else {
      run.bundles.ids[run.bundles.count++] = id16(bundle.value);
    }
  }
  flush();
}

void encodeRenderPass(const Encoder& e, CommandWriter& w, const Pass& pass) {
  pendingState(w, pass);
  begin(e, w, pass);
  if (pass.pipeline.value != kNone) w.put(cmd::SetPipeline{id16(pass.pipeline.value)});
  setBindings(e, w, pass);
  if (pass.stencil_reference) w.put(cmd::SetStencilReference{pass.stencil_reference->value});
  if (pass.blend_constant) {
    const std::array<float, 4>& c = pass.blend_constant->value;
    w.put(cmd::SetBlendConstant{c[0], c[1], c[2], c[3]});
  }
  if (pass.viewport) {
    const Pass::Viewport& v = pass.viewport->value;
    w.put(cmd::SetViewport{v.rect[0], v.rect[1], v.rect[2], v.rect[3], v.min_depth, v.max_depth});
  }
  if (pass.scissor) {
    const std::array<uint32_t, 4>& s = pass.scissor->value;
    w.put(cmd::SetScissor{s[0], s[1], s[2], s[3]});
  }
  for (const program::RenderCommand& command : pass.draws) {
    if (const auto* draw = std::get_if<program::Draw>(&command)) {
      encodeDraw(e, w, *draw);
      continue;
    }
    const program::OcclusionQuery& q = std::get<program::OcclusionQuery>(command);
    w.put(cmd::BeginOcclusionQuery{q.index.value});
    for (const program::Draw& draw : q.draws) encodeDraw(e, w, draw);
    w.put(cmd::EndOcclusionQuery{});
  }
  encodeBundles(e, w, pass);
  w.put(cmd::EndPass{});
}

void encodeComputePass(const Encoder& e, CommandWriter& w, const Pass& pass) {
  w.put(cmd::BeginComputePass{});
  w.put(cmd::SetPipeline{id16(pass.pipeline.value)});
  setBindGroups(e, w, pass.bind_groups);
  for (const program::Dispatch& d : pass.dispatches) {
    if (d.indirect) {
      w.put(cmd::DispatchIndirect{e.buffers[d.buffer.value], d.offset.value});
    } else if (d.canvas_grid) {
      w.put(cmd::Dispatch{0, 0, 1})
          .grid(&cmd::Dispatch::x, Fixup::Kind::grid_x, (*d.canvas_grid)[0])
          .grid(&cmd::Dispatch::y, Fixup::Kind::grid_y, (*d.canvas_grid)[1]);
    } else {
      w.put(cmd::Dispatch{d.workgroups[0].value, d.workgroups[1].value, d.workgroups[2].value});
    }
  }
  w.put(cmd::EndPass{});
}

// ---- queue actions ----

void encodeCall(Encoder& e, CommandWriter& w, Index index) {
  using Tag = format::WasmCallArgument::Tag;
  const program::WasmCall& call = e.program.wasm_calls[index];
  std::vector<format::WasmCallArgument> arguments;
  for (const program::WasmArg& a : call.args) {
    switch (a.kind) {
      case program::WasmArg::Kind::f32:
        arguments.push_back({Tag::f32, std::bit_cast<uint32_t>(static_cast<float>(a.number))});
        break;
      case program::WasmArg::Kind::u32:
        arguments.push_back({Tag::u32, static_cast<uint32_t>(a.number)});
        break;
      case program::WasmArg::Kind::input:
        arguments.push_back({static_cast<Tag>(a.input), 0});
        break;
    }
  }
  const Bytes bytes = format::encode(arguments);
  cmd::CallWasm c{.call = id16(index),
                  .module = e.wasm_modules.at(e.blob(call.wasm)),
                  .name = {0, static_cast<uint32_t>(call.function.value.size())}};
  c.args.count = static_cast<uint8_t>(bytes.size());
  std::ranges::copy(bytes, c.args.bytes);
  w.put(c).string(e.string(call.function.value));
}

void encodeWrite(Encoder& e, CommandWriter& w, const program::WriteBuffer& write) {
  using Source = program::WriteBuffer::Source;
  const uint16_t id = e.buffers[write.buffer.value];
  const uint32_t offset = write.offset.value;
  switch (write.source) {
    case Source::builtin:
      switch (write.builtin) {
        case webgpu::BuiltinInput::pngine_inputs:
          w.put(cmd::WriteTimeInputs{id, offset, 16});
          break;
        case webgpu::BuiltinInput::scene_time_inputs:
          w.put(cmd::WriteTimeInputs{id, offset, 12});
          break;
        case webgpu::BuiltinInput::pointer_inputs:
          w.put(cmd::WritePointerInputs{id, offset, 48});
          break;
      }
      break;
    case Source::data: {
      const uint32_t blob = e.blob(e.program.data[write.index].bytes);
      w.put(cmd::WriteBuffer{id, offset, {0, e.blobSize(blob)}}).data(blob);
      break;
    }
    case Source::wasm_call:
      encodeCall(e, w, write.index);
      w.put(cmd::WriteBufferFromWasm{id, offset, write.index, e.program.wasm_calls[write.index].returned_bytes});
      break;
  }
}

/// The whole source where the compiler knows a size (of either side); 0 stands for the canvas size.
void encodeTextureCopy(const Encoder& e, CommandWriter& w, const program::CopyTexture& copy) {
  std::array<uint32_t, 2> size = {0, 0};
  for (const program::AttachmentView* view : {&copy.source, &copy.destination}) {
    if (view->canvas || view->texture == kNone) continue;
    const program::Texture& t = e.program.textures[view->texture];
    if (t.sizing != program::Texture::Sizing::extent) continue;
    for (size_t i = 0; i < 2; ++i) size[i] = size[i] == 0 ? t.extent[i] : std::min(size[i], t.extent[i]);
  }
  w.put(cmd::CopyTextureToTexture{textureId(e, copy.source), textureId(e, copy.destination),
                                  id16(std::min(size[0], 65535u)), id16(std::min(size[1], 65535u))});
}

void encodeImageCopy(const Encoder& e, CommandWriter& w, const program::CopyImage& image) {
  w.put(cmd::CopyImageToTexture{id16(image.image.value), e.textures[image.texture.value],
                                static_cast<uint8_t>(image.mip.value), id16(image.origin[0]), id16(image.origin[1]),
                                id16(image.origin[2])});
}

void encodeAction(Encoder& e, CommandWriter& w, const program::QueueAction& action) {
  if (const auto* write = std::get_if<program::WriteBuffer>(&action.action)) {
    encodeWrite(e, w, *write);
  } else if (const auto* copy = std::get_if<program::CopyBuffer>(&action.action)) {
    w.put(cmd::CopyBufferToBuffer{e.buffers[copy->source.value], copy->source_offset.value,
                                  e.buffers[copy->destination.value], copy->destination_offset.value,
                                  copy->size.value});
  } else if (const auto* texture = std::get_if<program::CopyTexture>(&action.action)) {
    encodeTextureCopy(e, w, *texture);
  } else if (const auto* image = std::get_if<program::CopyImage>(&action.action)) {
    if (!e.uploaded.contains(image->texture.value)) encodeImageCopy(e, w, *image);
  } else if (const auto* q = std::get_if<program::ResolveQuery>(&action.action)) {
    w.put(cmd::ResolveQuerySet{id16(q->set.value), q->first.value, q->count.value, e.buffers[q->destination.value],
                               q->offset.value});
  }
}

void encodePass(const Encoder& e, CommandList& list, Index index) {
  CommandWriter w(list);
  const Pass& pass = e.program.passes[index];
  if (pass.compute)
    encodeComputePass(e, w, pass);
  else
    encodeRenderPass(e, w, pass);
}

void encodeSteps(Encoder& e, CommandList& list, const std::vector<program::Step>& steps) {
  for (const program::Step& step : steps) {
    if (!step.queue) {
      encodePass(e, list, step.index);
      continue;
    }
    CommandWriter w(list);
    for (const program::QueueAction& action : e.program.queues[step.index].actions) encodeAction(e, w, action);
  }
}

/// Textures whose only writers are image copies of the first frame, the one that plays. They are filled once, at load;
/// a canvas-sized one loses its contents with the canvas, so it keeps being filled each frame.
void findUploads(Encoder& e) {
  const program::Program& p = e.program;
  std::map<Index, bool> only_images;
  for (size_t f = 0; f < p.frames.size(); ++f) {
    for (const std::vector<program::Step>* steps : {&p.frames[f].before, &p.frames[f].perform}) {
      for (const program::Step& step : *steps) {
        if (!step.queue) continue;
        for (const program::QueueAction& action : p.queues[step.index].actions) {
          if (const auto* image = std::get_if<program::CopyImage>(&action.action)) {
            bool& only = only_images.try_emplace(image->texture.value, true).first->second;
            only = only && f == 0;
          } else if (const auto* copy = std::get_if<program::CopyTexture>(&action.action)) {
            if (copy->destination.texture != kNone) only_images[copy->destination.texture] = false;
          }
        }
      }
    }
  }
  for (const Pass& pass : p.passes) {
    for (const program::ColorAttachment& c : pass.colors) {
      only_images[c.view.texture] = false;
      if (c.resolve) only_images[c.resolve->texture] = false;
    }
  }
  for (const auto& [texture, only] : only_images) {
    if (!only || texture >= p.textures.size()) continue;
    const program::Texture& t = p.textures[texture];
    if (t.sizing != program::Texture::Sizing::canvas && !t.has(webgpu::TextureUsage::storage_binding)) {
      e.uploaded.insert(texture);
    }
  }
}

void encodeUploads(Encoder& e) {
  findUploads(e);
  if (e.uploaded.empty()) return;
  CommandWriter w(e.out.load);
  const program::Frame& frame = e.program.frames.front();
  for (const std::vector<program::Step>* steps : {&frame.before, &frame.perform}) {
    for (const program::Step& step : *steps) {
      if (!step.queue) continue;
      for (const program::QueueAction& action : e.program.queues[step.index].actions) {
        const auto* image = std::get_if<program::CopyImage>(&action.action);
        if (image != nullptr && e.uploaded.contains(image->texture.value)) encodeImageCopy(e, w, *image);
      }
    }
  }
}

}  // namespace

void encodeFrames(Encoder& e) {
  encodeUploads(e);
  std::map<Index, uint32_t> once;  // one mark per pass, whichever frames name it
  for (const program::Frame& frame : e.program.frames) {
    format::FrameProgram out;
    out.name = frame.origin.name;
    for (const program::Step& step : frame.init) {
      const uint32_t id = once.try_emplace(step.index, static_cast<uint32_t>(once.size())).first->second;
      encodePass(e, out.segments.emplace_back(format::Segment{id, {}}).commands, step.index);
    }
    CommandList& list = out.segments.emplace_back().commands;
    encodeSteps(e, list, frame.before);
    encodeSteps(e, list, frame.perform);
    CommandWriter(list).put(cmd::Submit{});
    e.out.frames.push_back(std::move(out));
  }
}

}  // namespace pngine::compile
