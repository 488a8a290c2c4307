// Rules that join (limits ...) and (canvas ...) with the rest of the document; their values alone are judged with the
// document.
#include <algorithm>

#include "program/rule_context.h"

namespace pngine::program {

namespace {

// The largest value that the document's compute stages need; nothing when one of them is not known.
std::optional<uint64_t> neededByWorkgroups(const RuleContext& c, Limit limit) {
  uint64_t most = 0;
  for (Index i = 0; i < c.program.pipelines.size(); ++i) {
    if (!c.program.pipelines[i].compute) continue;
    const StageUse* s = c.interface(i).stage(wgsl::Stage::compute);
    if (s == nullptr || s->entry == nullptr) return std::nullopt;
    uint64_t product = 1;
    for (size_t axis = 0; axis < 3; ++axis) {
      const auto& size = s->entry->workgroup_size[axis];
      if (!size) return std::nullopt;
      product *= *size;
      if (static_cast<size_t>(limit) == static_cast<size_t>(Limit::max_compute_workgroup_size_x) + axis)
        most = std::max<uint64_t>(most, *size);
    }
    if (limit == Limit::max_compute_invocations_per_workgroup) most = std::max(most, product);
  }
  return most;
}

// Attributes behind a stride of 0 are bounded by the limit of the stride.
uint64_t neededStride(const VertexBufferLayout& b) {
  uint64_t most = b.stride.value;
  if (most != 0) return most;
  for (const VertexAttribute& a : b.attributes)
    most = std::max<uint64_t>(most, a.offset.value + uint64_t{vertexFormatInfo(a.format.value).bytes});
  return most;
}

std::optional<uint64_t> neededByPipelines(const RuleContext& c, Limit limit) {
  uint64_t most = 0;
  for (Index i = 0; i < c.program.pipelines.size(); ++i) {
    const Pipeline& p = c.program.pipelines[i];
    uint64_t attributes = 0;
    for (const VertexBufferLayout& b : p.vertex_buffers) {
      attributes += b.attributes.size();
      if (limit == Limit::max_vertex_buffer_array_stride) most = std::max(most, neededStride(b));
    }
    if (limit == Limit::max_vertex_attributes) most = std::max(most, attributes);
    if (limit == Limit::max_vertex_buffers) most = std::max<uint64_t>(most, p.vertex_buffers.size());
    if (limit == Limit::max_color_attachments) most = std::max<uint64_t>(most, p.targets.size());
    if (limit != Limit::max_bind_groups) continue;
    if (!c.interface(i).known) return std::nullopt;
    for (const BindingUse& u : c.interface(i).uses) most = std::max<uint64_t>(most, u.binding->group + 1);
    if (const PipelineLayout* l = c.pipelineLayout(p.layout.value)) most = std::max<uint64_t>(most, l->groups.size());
  }
  return most;
}

std::optional<uint64_t> neededByDispatches(const RuleContext& c) {
  uint64_t most = 0;
  for (const Pass& p : c.program.passes) {
    for (const Dispatch& d : p.dispatches) {
      if (d.indirect || d.canvas_grid) return std::nullopt;
      for (const At<uint32_t>& n : d.workgroups) most = std::max<uint64_t>(most, n.value);
    }
  }
  return most;
}

std::optional<uint64_t> needed(const RuleContext& c, Limit limit) {
  switch (limit) {
    case Limit::max_compute_workgroup_size_x:
    case Limit::max_compute_workgroup_size_y:
    case Limit::max_compute_workgroup_size_z:
    case Limit::max_compute_invocations_per_workgroup:
      return neededByWorkgroups(c, limit);
    case Limit::max_bind_groups:
    case Limit::max_vertex_buffers:
    case Limit::max_vertex_attributes:
    case Limit::max_vertex_buffer_array_stride:
    case Limit::max_color_attachments:
      return neededByPipelines(c, limit);
    case Limit::max_compute_workgroups_per_dimension:
      return neededByDispatches(c);
    default:
      return std::nullopt;
  }
}

void checkNeed(RuleContext& c, const LimitRequest& r) {
  const LimitInfo& info = limitInfo(r.limit);
  if (!c.hasFrame() || r.value.value <= info.fallback) return;
  const std::optional<uint64_t> need = needed(c, r.limit);
  if (!need || *need > info.fallback) return;
  c.warning("limits/unused", r.value.span,
            cat("limits :", info.key, " ", r.value.value, " is not needed: the document needs ", *need,
                " and every device gives ", info.fallback))
      .notes.push_back({std::nullopt, "a device that cannot give what is asked for refuses the whole file"});
}

// Premultiplied alpha shows only where a pass leaves alpha below 1 on the canvas.
void checkCanvas(RuleContext& c) {
  if (!c.program.canvas_form || c.program.alpha_mode != CanvasAlphaMode::premultiplied) return;
  bool writes = false;
  for (const Pass& p : c.program.passes) {
    for (size_t i = 0; i < p.colors.size(); ++i) {
      const ColorAttachment& a = p.colors[i];
      const bool resolves = a.resolve && a.resolve->canvas;
      if (!a.view.canvas && !resolves) continue;
      writes = true;
      if (a.load.value != LoadOp::clear || !a.clear || a.clear->value[3] != 1.0F) return;
      if (!p.bundles.empty()) return;
      const Pipeline* pipe = c.pipeline(p.pipeline.value);
      if (p.pipeline.value == kNone) continue;
      if (pipe == nullptr || i >= pipe->targets.size()) return;
      const auto& mask = pipe->targets[i].write_mask;
      if (!mask || (mask->value & 8) != 0) return;
    }
  }
  if (writes)
    c.warning("canvas/premultiplied-unused", c.program.canvas_form->form,
              "canvas :alpha-mode premultiplied has no effect: every pass that draws the canvas leaves alpha at 1")
        .notes.push_back(
            {std::nullopt, "clear with an alpha below 1 or let the targets write alpha, or leave the form out"});
}

}  // namespace

void checkLimits(RuleContext& c) {
  for (const LimitRequest& r : c.program.limits) {
    if (c.options.validate) checkNeed(c, r);
  }
  checkCanvas(c);
}

}  // namespace pngine::program
