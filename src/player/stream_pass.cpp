// Pass commands: what is open, what waits for the next pass, and which group fits which pipeline.
#include <cmath>

#include "base/text.h"
#include "player/stream_player.h"

namespace pngine::player {

namespace command = format::command;
using format::CommandPlace;

// ---- the canvas ----

bool StreamPlayer::openCanvas() {
  if (canvas_ != GpuTexture::none) return true;
  if (canvas_failed_) return false;
  const TextureInfo info{.width = host_.width, .height = host_.height, .format = kCanvasFormat, .usage = 0x11};
  canvas_ = gpu_.createTexture(info, "canvas");
  reportDevice("canvas");
  if (canvas_ != GpuTexture::none) canvas_view_ = gpu_.createView(canvas_, {}, "canvas");
  reportDevice("canvas");
  canvas_failed_ = canvas_view_ == GpuView::none;
  return !canvas_failed_;
}

/// View of this frame's canvas. A new frame starts transparent; `overwritten` says that the caller clears it anyway.
GpuView StreamPlayer::canvasView(bool overwritten) {
  if (!openCanvas()) return GpuView::none;
  if (!canvas_in_frame_ && canvas_drawn_ && !overwritten && invalid_.empty()) {
    gpu_.beginRenderPass({.colors = {{.view = canvas_view_, .clear = true}}, .depth = {}, .timestamps = {}});
    gpu_.endPass();
  }
  canvas_in_frame_ = canvas_drawn_ = true;
  return canvas_view_;
}

// ---- beginning a pass ----

bool StreamPlayer::attachColor(const format::wire::Target& target, RenderPassInfo& info, const std::string& where) {
  ColorAttachment a{.clear = target.load == 1,
                    .discard = target.store != 0,
                    .color = {static_cast<double>(target.r), static_cast<double>(target.g),
                              static_cast<double>(target.b), static_cast<double>(target.a)}};
  for (const double channel : a.color) {
    if (!std::isfinite(channel)) {
      stop(cat(where, ": a clear color is not a finite number"));
      return false;
    }
  }
  if (target.texture == format::kCanvasTexture) {
    a.view = canvasView(a.clear);
  } else {
    Texture* t = find(textures_, target.texture);
    if (!t) {
      stop(cat(where, ": color target ", target.texture, " does not exist"));
      return false;
    }
    a.view = defaultView(target.texture, *t);
  }
  if (a.view == GpuView::none) invalidate(cat(where, ": the color target failed"));
  info.colors.push_back(a);
  return true;
}

void StreamPlayer::attachDepth(uint16_t id, RenderPassInfo& info) {
  Texture* t = id == format::kNoTexture ? nullptr : find(textures_, id);
  if (!t) return;
  const webgpu::FormatInfo* format = webgpu::formatInfo(t->info.format);
  DepthAttachment a;
  a.view = defaultView(id, *t);
  a.has_depth = format && format->depth;
  a.has_stencil = format && format->stencil;
  if (next_ops_) {
    // A code outside the table means clear and store.
    a.depth_clear = next_ops_->depth_load != 0;
    a.depth_discard = next_ops_->depth_store == 1;
    a.stencil_clear = next_ops_->stencil_load != 0;
    a.stencil_discard = next_ops_->stencil_store == 1;
  }
  if (next_clear_) {
    a.depth = next_clear_->depth;
    a.stencil = next_clear_->stencil;
  }
  next_ops_.reset();
  next_clear_.reset();
  if (a.view == GpuView::none) invalidate(cat("a pass uses ", label(Kind::texture, id), ", which failed"));
  if (!(a.depth >= 0 && a.depth <= 1)) invalidate("a depth clear value lies outside 0 to 1");
  info.depth = a;
}

void StreamPlayer::attachQueries(RenderPassInfo& info) {
  pass_occlusion_.reset();
  open_query_.reset();
  if (next_occlusion_) {
    const QuerySet* set = find(query_sets_, *next_occlusion_);
    if (set && (set->state == State::failed || set->type != webgpu::QueryType::occlusion)) {
      invalidate(cat(label(Kind::query_set, *next_occlusion_), " cannot count occlusion"));
    } else if (set) {
      pass_occlusion_ = next_occlusion_;
      info.occlusion = set->gpu;
    }
  }
  if (next_timestamps_) {
    const command::TimestampWrites w = *next_timestamps_;
    QuerySet* set = find(query_sets_, w.set);
    const bool usable = set && set->state == State::ok && set->type == webgpu::QueryType::timestamp &&
                        w.begin < set->written.size() && w.end < set->written.size() && w.begin != w.end;
    if (set && !usable) {
      invalidate(cat(label(Kind::query_set, w.set), " cannot take timestamps at ", w.begin, " and ", w.end));
    } else if (set) {
      info.timestamps = TimestampWrites{.set = set->gpu, .begin = w.begin, .end = w.end};
      set->written[w.begin] = set->written[w.end] = true;
    }
  }
  next_occlusion_.reset();
  next_timestamps_.reset();
}

void StreamPlayer::beginRender(const Begin& begin, const std::string& where) {
  gpu_.openEncoder();
  if (pass_ != Pass::none) invalidate(cat(where, ": the pass before it is still open"));
  RenderPassInfo info;
  for (const format::wire::Target& target : begin.targets) {
    if (!attachColor(target, info, where)) return;
  }
  if (begin.resolve == format::kCanvasTexture && !info.colors.empty()) {
    info.colors[0].resolve = canvasView(true);
  } else if (begin.resolve != format::kNoTexture && !info.colors.empty()) {
    if (Texture* t = find(textures_, begin.resolve)) {
      info.colors[0].resolve = defaultView(begin.resolve, *t);
    } else {
      report("command", cat(where, ": resolve target ", begin.resolve, " does not exist"));
    }
  }
  attachDepth(begin.depth, info);
  attachQueries(info);
  if (info.colors.empty() && !info.depth) invalidate(cat(where, ": the pass has no attachment"));
  pass_ = Pass::render;
  pipeline_.reset();
  index_set_ = false;
  cleared_slots_.clear();
  if (invalid_.empty()) gpu_.beginRenderPass(info);
}

void StreamPlayer::on(const command::BeginRenderPass& c, CommandPlace place) {
  Begin begin{.targets = {}, .depth = c.depth, .resolve = c.resolve};
  if (c.color != format::kNoTexture) begin.targets.push_back({c.color, c.load, c.store, c.r, c.g, c.b, c.a});
  beginRender(begin, at(c, place));
}

void StreamPlayer::on(const command::BeginRenderPass8& c, CommandPlace place) {
  const auto channel = [](uint8_t v) { return static_cast<float>(v) / 255.0f; };
  Begin begin{.targets = {}, .depth = c.depth, .resolve = c.resolve};
  if (c.color != format::kNoTexture) {
    begin.targets.push_back({c.color, c.load, c.store, channel(c.r), channel(c.g), channel(c.b), channel(c.a)});
  }
  beginRender(begin, at(c, place));
}

void StreamPlayer::on(const command::BeginRenderPassMulti& c, CommandPlace place) {
  beginRender({.targets = {c.targets.items, c.targets.items + c.targets.count}, .depth = c.depth}, at(c, place));
}

void StreamPlayer::on(const command::BeginRenderPassMulti8& c, CommandPlace place) {
  beginRender({.targets = {c.targets.items, c.targets.items + c.targets.count}, .depth = c.depth}, at(c, place));
}

void StreamPlayer::on(const command::BeginComputePass& c, CommandPlace place) {
  gpu_.openEncoder();
  if (pass_ != Pass::none) invalidate(cat(at(c, place), ": the pass before it is still open"));
  pass_ = Pass::compute;
  pipeline_.reset();
  if (invalid_.empty()) gpu_.beginComputePass();
}

void StreamPlayer::on(const command::EndPass& c, CommandPlace place) {
  if (pass_ == Pass::none) return report("command", cat(at(c, place), ": no pass is open"));
  if (open_query_) invalidate("a pass ends inside an occlusion query");
  pass_ = Pass::none;
  if (invalid_.empty()) gpu_.endPass();
}

void StreamPlayer::on(const command::TimestampWrites& c, CommandPlace) { next_timestamps_ = c; }
void StreamPlayer::on(const command::OcclusionQuerySet& c, CommandPlace) { next_occlusion_ = c.set; }
void StreamPlayer::on(const command::DepthStencilOps& c, CommandPlace) { next_ops_ = c; }
void StreamPlayer::on(const command::DepthStencilClear& c, CommandPlace) { next_clear_ = c; }

// ---- inside a pass ----

/// Whether a command may act: a pass is open and of its kind, and the submit is still good. `what` names the command.
bool StreamPlayer::inPass(std::string_view what, Pass wanted, bool silent) {
  if (pass_ == Pass::none) {
    if (!silent) report("command", cat(what, ": no pass is open"));
    return false;
  }
  if (wanted != Pass::none && pass_ != wanted) {
    stop(cat(what, ": not in a ", pass_ == Pass::render ? "render" : "compute", " pass"));
    return false;
  }
  return invalid_.empty();
}

bool StreamPlayer::drawable(std::string_view what) {
  if (!pipeline_) {
    invalidate(cat(what, ": no pipeline is set"));
    return false;
  }
  const std::vector<bool>& slots = pipelines_[*pipeline_].vertex_slots;
  for (const uint32_t slot : cleared_slots_) {
    if (slot >= slots.size() || !slots[slot]) continue;
    invalidate(cat(what, ": vertex buffer ", slot, " is not set"));
    return false;
  }
  return true;
}

void StreamPlayer::on(const command::SetPipeline& c, CommandPlace place) {
  if (pass_ == Pass::none) return report("command", cat(at(c, place), ": no pass is open"));
  const Pipeline* p = find(pipelines_, c.id);
  if (!p) return stop(cat(at(c, place), ": pipeline ", c.id, " does not exist"));
  pipeline_ = c.id;
  if (p->state == State::failed) return invalidate(cat(at(c, place), ": ", label(Kind::pipeline, c.id), " failed"));
  const bool fits =
      pass_ == Pass::render ? p->render != GpuRenderPipeline::none : p->compute != GpuComputePipeline::none;
  if (!fits) return stop(cat(at(c, place), ": ", label(Kind::pipeline, c.id), " is for the other kind of pass"));
  if (!invalid_.empty()) return;
  if (pass_ == Pass::render) {
    gpu_.setPipeline(p->render);
  } else {
    gpu_.setPipeline(p->compute);
  }
}

/// The group itself, or an equal one that fits the pipeline's automatic layout, made once.
GpuBindGroup StreamPlayer::groupFor(uint16_t id, BindGroup& group, uint16_t pipeline) {
  if (group.explicit_layout || pipeline == group.pipeline) return group.gpu;
  if (const auto known = group.rebuilt.find(pipeline); known != group.rebuilt.end()) return known->second;
  const std::string what = label(Kind::bind_group, id);
  bool owned = false;
  const auto layout = layoutFor(group, pipeline, owned);
  GpuBindGroup out = GpuBindGroup::none;
  std::vector<BindEntry> entries;
  if (layout && *layout != GpuBindGroupLayout::none && resolveEntries(group.descriptor, entries, what) == Entries::ok) {
    out = gpu_.createBindGroup(*layout, entries, what);
  }
  reportDevice(cat(what, " for ", label(Kind::pipeline, pipeline)));
  if (owned && layout && *layout != GpuBindGroupLayout::none) gpu_.release(*layout);
  group.rebuilt.emplace(pipeline, out);
  return out;
}

void StreamPlayer::on(const command::SetBindGroup& c, CommandPlace place) {
  if (!inPass(at(c, place), Pass::none)) return;
  BindGroup* g = find(groups_, c.id);
  if (!g) report("command", cat(at(c, place), ": bind group ", c.id, " does not exist"));
  if (c.index >= gpu_.limit(webgpu::Limit::max_bind_groups)) {
    return invalidate(cat(at(c, place), ": group index ", c.index, " is out of range"));
  }
  if (!g) return gpu_.setBindGroup(c.index, GpuBindGroup::none);
  if (g->state == State::failed) return invalidate(cat(at(c, place), ": ", label(Kind::bind_group, c.id), " failed"));
  const GpuBindGroup group = pipeline_ ? groupFor(c.id, *g, *pipeline_) : g->gpu;
  if (group == GpuBindGroup::none) {
    return invalidate(cat(at(c, place), ": ", label(Kind::bind_group, c.id), " does not fit ",
                          label(Kind::pipeline, pipeline_.value_or(0))));
  }
  gpu_.setBindGroup(c.index, group);
}

void StreamPlayer::on(const command::SetVertexBuffer& c, CommandPlace place) {
  if (!inPass(at(c, place), Pass::render)) return;
  const Buffer* b = find(buffers_, c.id);
  if (!b) report("command", cat(at(c, place), ": buffer ", c.id, " does not exist"));
  if (c.slot >= gpu_.limit(webgpu::Limit::max_vertex_buffers)) {
    return invalidate(cat(at(c, place), ": slot ", c.slot, " is out of range"));
  }
  if (!b) {
    cleared_slots_.insert(c.slot);  // the library cannot unset one
    return;
  }
  if (b->state == State::failed) return invalidate(cat(at(c, place), ": ", label(Kind::buffer, c.id), " failed"));
  cleared_slots_.erase(c.slot);
  gpu_.setVertexBuffer(c.slot, b->gpu);
}

void StreamPlayer::on(const command::SetIndexBuffer& c, CommandPlace place) {
  if (pass_ == Pass::none) return report("command", cat(at(c, place), ": no pass is open"));
  const Buffer* b = find(buffers_, c.id);
  if (!b) return stop(cat(at(c, place), ": buffer ", c.id, " does not exist"));
  if (!inPass(at(c, place), Pass::render)) return;
  if (b->state == State::failed) return invalidate(cat(at(c, place), ": ", label(Kind::buffer, c.id), " failed"));
  index_set_ = true;
  gpu_.setIndexBuffer(b->gpu, c.format == 1 ? webgpu::IndexFormat::uint32 : webgpu::IndexFormat::uint16);
}

void StreamPlayer::on(const command::Draw& c, CommandPlace place) {
  if (!inPass(at(c, place), Pass::render) || !drawable(at(c, place))) return;
  gpu_.draw(c.vertices, c.instances, c.first_vertex, c.first_instance);
}

void StreamPlayer::on(const command::DrawIndexed& c, CommandPlace place) {
  if (!inPass(at(c, place), Pass::render) || !drawable(at(c, place))) return;
  if (!index_set_) return invalidate(cat(at(c, place), ": no index buffer is set"));
  gpu_.drawIndexed(c.indices, c.instances, c.first_index, c.base_vertex, c.first_instance);
}

void StreamPlayer::on(const command::Dispatch& c, CommandPlace place) {
  if (!inPass(at(c, place), Pass::compute) || !drawable(at(c, place))) return;
  gpu_.dispatch(c.x, c.y, c.z);
}

/// Buffer of an indirect command, with the range it reads.
bool StreamPlayer::indirect(uint16_t buffer, uint32_t offset, uint32_t bytes, const std::string& where,
                            GpuBuffer& out) {
  const Buffer* b = find(buffers_, buffer);
  if (!b) {
    stop(cat(where, ": buffer ", buffer, " does not exist"));
    return false;
  }
  if (b->state == State::failed || !(b->usage & 0x100u) || offset % 4 || uint64_t{offset} + bytes > b->size) {
    invalidate(cat(where, ": ", label(Kind::buffer, buffer), " has no indirect arguments at ", offset));
    return false;
  }
  out = b->gpu;
  return true;
}

void StreamPlayer::on(const command::DrawIndirect& c, CommandPlace place) {
  GpuBuffer buffer;
  if (pass_ == Pass::none || !indirect(c.buffer, c.offset, 16, at(c, place), buffer)) return;
  if (inPass(at(c, place), Pass::render) && drawable(at(c, place))) gpu_.drawIndirect(buffer, c.offset);
}

void StreamPlayer::on(const command::DrawIndexedIndirect& c, CommandPlace place) {
  GpuBuffer buffer;
  if (pass_ == Pass::none || !indirect(c.buffer, c.offset, 20, at(c, place), buffer)) return;
  if (!inPass(at(c, place), Pass::render) || !drawable(at(c, place))) return;
  if (!index_set_) return invalidate(cat(at(c, place), ": no index buffer is set"));
  gpu_.drawIndexedIndirect(buffer, c.offset);
}

void StreamPlayer::on(const command::DispatchIndirect& c, CommandPlace place) {
  GpuBuffer buffer;
  if (pass_ == Pass::none || !indirect(c.buffer, c.offset, 12, at(c, place), buffer)) return;
  if (inPass(at(c, place), Pass::compute) && drawable(at(c, place))) gpu_.dispatchIndirect(buffer, c.offset);
}

void StreamPlayer::replayBundle(const Bundle& b) {
  const format::RenderBundleDescriptor& d = b.descriptor;
  if (!b.pipeline) return invalidate("a render bundle draws without a pipeline");
  if (d.indexed && !b.index_buffer) return invalidate("a render bundle draws indexed without an index buffer");
  gpu_.setPipeline(*b.pipeline);
  for (const auto& [index, id] : b.groups) {
    if (index >= gpu_.limit(webgpu::Limit::max_bind_groups)) continue;
    const GpuBindGroup group = groupFor(id, groups_[id], d.pipeline);
    if (group == GpuBindGroup::none) {
      return invalidate(
          cat(label(Kind::bind_group, id), " of a render bundle does not fit ", label(Kind::pipeline, d.pipeline)));
    }
    gpu_.setBindGroup(index, group);
  }
  for (const auto& [slot, buffer] : b.vertex_buffers) {
    if (slot < gpu_.limit(webgpu::Limit::max_vertex_buffers)) gpu_.setVertexBuffer(slot, buffer);
  }
  if (b.index_buffer) gpu_.setIndexBuffer(*b.index_buffer, webgpu::IndexFormat::uint16);
  const auto& a = d.arguments;
  if (d.indexed) {
    gpu_.drawIndexed(a[0], a[1], a[2], static_cast<int32_t>(a[3]), a[4]);
  } else {
    gpu_.draw(a[0], a[1], a[2], a[3]);
  }
}

void StreamPlayer::on(const command::ExecuteBundles& c, CommandPlace place) {
  if (!inPass(at(c, place), Pass::render)) return;
  bool any = false;
  for (uint32_t i = 0; i < c.bundles.count && invalid_.empty(); ++i) {
    const Bundle* b = find(bundles_, c.bundles.ids[i]);
    if (!b) {
      report("command", cat(at(c, place), ": render bundle ", c.bundles.ids[i], " does not exist"));
      continue;
    }
    any = true;
    replayBundle(*b);
  }
  if (!any) return;
  // What the bundles set does not last.
  pipeline_.reset();
  index_set_ = false;
  cleared_slots_.clear();
}

void StreamPlayer::on(const command::SetViewport& c, CommandPlace place) {
  if (!inPass(at(c, place), Pass::render, true)) return;
  if (!(c.min_depth >= 0 && c.min_depth <= c.max_depth && c.max_depth <= 1)) {
    return invalidate(cat(at(c, place), ": depths must ascend from 0 to 1"));
  }
  gpu_.setViewport(static_cast<float>(c.x), static_cast<float>(c.y), static_cast<float>(c.w), static_cast<float>(c.h),
                   c.min_depth, c.max_depth);
}

void StreamPlayer::on(const command::SetScissor& c, CommandPlace place) {
  if (inPass(at(c, place), Pass::render, true)) gpu_.setScissor(c.x, c.y, c.w, c.h);
}

void StreamPlayer::on(const command::SetBlendConstant& c, CommandPlace place) {
  if (!inPass(at(c, place), Pass::render, true)) return;
  const std::array<double, 4> color = {static_cast<double>(c.r), static_cast<double>(c.g), static_cast<double>(c.b),
                                       static_cast<double>(c.a)};
  for (const double channel : color) {
    if (!std::isfinite(channel)) return stop(cat(at(c, place), ": the blend constant is not a finite number"));
  }
  gpu_.setBlendConstant(color);
}

void StreamPlayer::on(const command::SetStencilReference& c, CommandPlace place) {
  if (inPass(at(c, place), Pass::render, true)) gpu_.setStencilReference(c.value);
}

void StreamPlayer::on(const command::BeginOcclusionQuery& c, CommandPlace place) {
  if (!inPass(at(c, place), Pass::render, true)) return;
  QuerySet* set = pass_occlusion_ ? find(query_sets_, *pass_occlusion_) : nullptr;
  if (!set || c.index >= set->written.size() || open_query_) {
    return invalidate(cat(at(c, place), ": query ", c.index, " cannot begin here"));
  }
  open_query_ = c.index;
  gpu_.beginOcclusionQuery(c.index);
}

void StreamPlayer::on(const command::EndOcclusionQuery& c, CommandPlace place) {
  if (!inPass(at(c, place), Pass::render, true)) return;
  QuerySet* set = pass_occlusion_ ? find(query_sets_, *pass_occlusion_) : nullptr;
  if (!set || !open_query_) return invalidate(cat(at(c, place), ": no occlusion query is open"));
  set->written[*open_query_] = true;
  open_query_.reset();
  gpu_.endOcclusionQuery();
}

}  // namespace pngine::player
