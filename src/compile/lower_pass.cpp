// Lowering of render passes, compute passes and render bundles.
#include <cmath>

#include "compile/lowering.h"

namespace pngine::compile {
namespace {

using program::AttachmentView;
using program::DepthStencilAttachment;
using program::Dispatch;
using program::Draw;
using program::Pass;
using program::SlotList;
using webgpu::LoadOp;
using webgpu::StoreOp;

constexpr size_t kMaxCommands = 2048;
constexpr size_t kMaxSlots = 256;
constexpr size_t kMaxBundles = 16;
constexpr size_t kMaxBundleList = 255;

AttachmentView lowerView(Lowering& l, const Value& value) {
  AttachmentView view;
  view.span = value.span;
  if (value.kind == Value::Kind::member)
    view.canvas = true;
  else
    view.texture = l.ref(value).value;
  return view;
}

/// A slot list with its pool offsets; `poolOf` gives the pool size and name behind an index.
template <class PoolOf>
SlotList lowerSlots(Lowering& l, const Form& form, std::string_view key, PropId list, PropId offsets, PoolOf poolOf) {
  SlotList out;
  out.items = l.refs(form, list);
  if (const Value* v = form.find(list)) out.span = v->span;
  if (out.items.size() > kMaxSlots) {
    l.error("pass/slot-list", out.items[kMaxSlots].span,
            cat(l.self(), " :", key, " has ", out.items.size(), " elements, and the most is ", kMaxSlots,
                ", because a slot is one byte"));
  }
  const Value* v = form.find(offsets);
  if (v == nullptr) return out;
  for (const Value& item : v->items) {
    const size_t slot = out.offsets.size();
    out.offsets.push_back({toU32(item.number), item.span});
    if (slot >= out.items.size()) continue;
    const auto [pool, name] = poolOf(out.items[slot].value);
    if (pool > 1 && out.offsets.back().value >= pool) {
      l.error("pass/pool-offset-range", item.span,
              cat(l.self(), " :", key, "-pool-offsets [", slot, "] is ", out.offsets.back().value, ", and `", name,
                  "` has :pool ", pool, "; offsets count from 0 to ", pool - 1));
    }
  }
  return out;
}

SlotList lowerBindGroups(Lowering& l, const Form& form, PropId list, PropId offsets) {
  return lowerSlots(l, form, "bind-groups", list, offsets, [&](Index i) {
    const program::BindGroup* g = soundAt(l.program.bind_groups, i);
    return g == nullptr ? std::pair<uint32_t, std::string_view>{0, ""}
                        : std::pair<uint32_t, std::string_view>{g->pool.value, g->origin.name};
  });
}

// ---- attachments
// ------------------------------------------------------------------------------------------------------

void lowerColors(Lowering& l, const Form& form, Pass& pass) {
  for (const Form* c : form.childrenOf(FormId::color_attachment)) {
    program::ColorAttachment color;
    color.form = c->span;
    if (const Value* v = c->find(PropId::color_attachment__view)) color.view = lowerView(l, *v);
    if (const Value* v = c->find(PropId::color_attachment__resolve_target)) color.resolve = lowerView(l, *v);
    color.load = l.enumOr(*c, PropId::color_attachment__load_op, LoadOp::clear);
    color.store = l.enumOr(*c, PropId::color_attachment__store_op, StoreOp::store);
    color.clear = l.optF32s<4>(*c, PropId::color_attachment__clear_value);
    if (color.clear && color.load.written() && color.load.value == LoadOp::load) {
      l.error("attachment/clear-with-load", color.clear->span,
              cat(l.self(), " states a :clear-value beside :load-op load, where it is never read"));
    }
    pass.colors.push_back(std::move(color));
  }
  if (pass.colors.size() > program::kMaxColorAttachments) {
    l.error("attachment/too-many", pass.colors[program::kMaxColorAttachments].form,
            cat(l.self(), " has ", pass.colors.size(), " color attachments, and the most is ",
                program::kMaxColorAttachments));
  }
}

struct Aspect {
  std::string_view name;
  bool present;
  Span load, store;
};

void checkOps(Lowering& l, const DepthStencilAttachment& d, const program::Texture& texture,
              const webgpu::FormatInfo& format) {
  const auto spanOf = [](const auto& v) { return v ? v->span : Span{}; };
  const Aspect aspects[] = {{"depth", format.depth, spanOf(d.depth_load), spanOf(d.depth_store)},
                            {"stencil", format.stencil, spanOf(d.stencil_load), spanOf(d.stencil_store)}};
  for (const Aspect& a : aspects) {
    const std::string of = cat("texture `", texture.origin.name, "` has format ", format.name);
    const auto keys = [&](bool load, bool store) {
      return cat(load ? cat(":", a.name, "-load-op") : std::string(), load && store ? " and " : "",
                 store ? cat(":", a.name, "-store-op") : std::string());
    };
    const bool load = !a.load.empty(), store = !a.store.empty();
    if (a.present && !(load && store)) {
      l.error("da/ops-missing", d.form,
              cat(l.self(), " (depth-stencil-attachment) needs ", keys(!load, !store), ", because ", of));
    } else if (!a.present && (load || store)) {
      l.error("da/ops-forbidden", load ? a.load : a.store,
              cat(l.self(), " (depth-stencil-attachment) has ", keys(load, store), ", and ", of, ", which has no ",
                  a.name));
    }
  }
}

void checkClears(Lowering& l, const DepthStencilAttachment& d) {
  if (d.depth_load && d.depth_load->value == LoadOp::clear && !d.depth_clear) {
    l.error(
        "da/clear-required", d.depth_load->span,
        cat(l.self(), " (depth-stencil-attachment) clears depth and needs :depth-clear-value, which has no default"));
  }
  if (d.depth_clear && d.depth_load && d.depth_load->value == LoadOp::load) {
    l.error("da/clear-with-load", d.depth_clear->span,
            cat(l.self(), " states a :depth-clear-value beside :depth-load-op load, where it is never read"));
  }
  if (d.stencil_clear && d.stencil_load && d.stencil_load->value == LoadOp::load) {
    l.error("da/clear-with-load", d.stencil_clear->span,
            cat(l.self(), " states a :stencil-clear-value beside :stencil-load-op load, where it is never read"));
  }
}

void lowerDepth(Lowering& l, const Form& form, Pass& pass) {
  const Form* c = form.childOf(FormId::depth_stencil_attachment);
  if (c == nullptr) return;
  DepthStencilAttachment d;
  d.form = c->span;
  d.view = l.ref(*c, PropId::depth_stencil_attachment__view);
  d.depth_load = l.optEnum<LoadOp>(*c, PropId::depth_stencil_attachment__depth_load_op);
  d.depth_store = l.optEnum<StoreOp>(*c, PropId::depth_stencil_attachment__depth_store_op);
  d.depth_clear = l.optF32(*c, PropId::depth_stencil_attachment__depth_clear_value);
  d.stencil_load = l.optEnum<LoadOp>(*c, PropId::depth_stencil_attachment__stencil_load_op);
  d.stencil_store = l.optEnum<StoreOp>(*c, PropId::depth_stencil_attachment__stencil_store_op);
  d.stencil_clear = l.optU32(*c, PropId::depth_stencil_attachment__stencil_clear_value);
  pass.depth_stencil = std::move(d);
  checkClears(l, *pass.depth_stencil);
  const program::Texture* texture = soundAt(l.program.textures, pass.depth_stencil->view.value);
  const webgpu::FormatInfo* format = texture == nullptr ? nullptr : webgpu::formatInfo(texture->format.value);
  if (format == nullptr) return;
  if (!format->isDepthStencil()) {
    l.error("da/view-colour", pass.depth_stencil->view.span,
            cat(l.self(), " (depth-stencil-attachment) :view `", texture->origin.name, "` has format ", format->name,
                ", which has neither depth nor stencil"))
        .notes.push_back({texture->format.span, "the format is stated here"});
    return;
  }
  checkOps(l, *pass.depth_stencil, *texture, *format);
}

// ---- state
// ------------------------------------------------------------------------------------------------------------

void lowerViewport(Lowering& l, const Form& form, Pass& pass) {
  const Value* v = form.find(PropId::render_pass__viewport);
  if (v == nullptr || v->items.size() < 4) return;
  Pass::Viewport viewport;
  static constexpr std::string_view kNames[] = {"x", "y", "width", "height"};
  for (size_t i = 0; i < 4; ++i) {
    const double n = v->items[i].number;
    const bool whole = n >= 0 && n <= 4294967295.0 && std::abs(n - std::round(n)) <= 1e-9 * std::max(1.0, std::abs(n));
    if (!whole) {
      l.error("state/viewport-int", v->items[i].span,
              cat(l.self(), " :viewport ", kNames[i], " is ", n, ", and it must be an integer from 0 to 4294967295"));
    }
    viewport.rect[i] = toU32(std::round(n));
  }
  if (v->items.size() > 4) viewport.min_depth = static_cast<float>(v->items[4].number);
  if (v->items.size() > 5) viewport.max_depth = static_cast<float>(v->items[5].number);
  pass.viewport = {viewport, v->span};
}

void lowerState(Lowering& l, const Form& form, Pass& pass) {
  pass.stencil_reference = l.optU32(form, PropId::render_pass__stencil_reference);
  pass.blend_constant = l.optF32s<4>(form, PropId::render_pass__blend_constant);
  lowerViewport(l, form, pass);
  if (const Value* v = form.find(PropId::render_pass__scissor_rect)) {
    At<std::array<uint32_t, 4>> rect{{}, v->span};
    for (size_t i = 0; i < 4 && i < v->items.size(); ++i) rect.value[i] = toU32(v->items[i].number);
    pass.scissor = rect;
  }
  if (const Form* c = form.childOf(FormId::timestamp_writes)) {
    pass.timestamps = program::TimestampWrites{c->span, l.ref(*c, PropId::timestamp_writes__query_set),
                                               l.u32(*c, PropId::timestamp_writes__beginning_of_pass_write_index, 0),
                                               l.u32(*c, PropId::timestamp_writes__end_of_pass_write_index, 1)};
  }
  pass.bundles = l.refs(form, PropId::render_pass__execute_bundles);
  if (pass.bundles.size() > kMaxBundles) {
    l.error("pass/bundles-too-many", pass.bundles[kMaxBundles].span,
            cat(l.self(), " :execute-bundles has ", pass.bundles.size(), " bundles, and the most is ", kMaxBundles));
  }
}

bool isDraw(FormId id) {
  return id == FormId::draw || id == FormId::draw_indexed || id == FormId::draw_indirect ||
         id == FormId::draw_indexed_indirect;
}

void lowerDraws(Lowering& l, const Form& form, Pass& pass) {
  const Form* first = nullptr;
  const Form* query = nullptr;
  for (const std::unique_ptr<Form>& c : form.children) {
    if (isDraw(c->id)) {
      pass.draws.emplace_back(lowerDraw(l, *c));
    } else if (c->id == FormId::occlusion_query) {
      program::OcclusionQuery q{c->span, l.u32(*c, PropId::occlusion_query__query_index), {}};
      for (const std::unique_ptr<Form>& d : c->children) {
        if (isDraw(d->id)) q.draws.push_back(lowerDraw(l, *d));
      }
      pass.draws.emplace_back(std::move(q));
      if (query == nullptr) query = c.get();
    } else {
      continue;
    }
    if (first == nullptr) first = c.get();
  }
  if (first != nullptr && !pass.pipeline.written()) {
    l.error("pass/draw-without-pipeline", first->head,
            cat(l.self(), " draws and has no :pipeline; only a pass that replays bundles or clears may leave it out"));
  }
  if (query != nullptr && !pass.occlusion_set.written()) {
    l.error("occlusion/no-set", query->head, cat(l.self(), " has an (occlusion-query) and no :occlusion-query-set"));
  }
  if (pass.draws.size() > kMaxCommands) {
    l.error("pass/commands", form.head,
            cat(l.self(), " has ", pass.draws.size(), " draws and queries, and the most is ", kMaxCommands));
  }
}

Dispatch lowerDispatch(Lowering& l, const Form& c) {
  Dispatch d;
  d.form = c.span;
  if (c.id == FormId::dispatch_indirect) {
    d.indirect = true;
    d.buffer = l.ref(c, PropId::dispatch_indirect__buffer);
    d.offset = l.u32(c, PropId::dispatch_indirect__offset);
    return d;
  }
  if (const Value* v = c.find(PropId::dispatch__workgroups)) {
    for (size_t i = 0; i < 3 && i < v->items.size(); ++i)
      d.workgroups[i] = {toU32(v->items[i].number), v->items[i].span};
  }
  if (const Value* v = c.find(PropId::dispatch__canvas_tile)) {
    std::array<uint32_t, 2> tile = {1, 1};
    for (size_t i = 0; i < 2 && i < v->items.size(); ++i) tile[i] = toU32(v->items[i].number);
    d.canvas_grid = tile;
  }
  return d;
}

void checkBundleFormats(Lowering& l, const program::Bundle& bundle) {
  for (size_t i = 0; i < bundle.color_formats.size(); ++i) {
    const webgpu::FormatInfo* format = webgpu::formatInfo(bundle.color_formats[i].value);
    if (format == nullptr || !format->isDepthStencil()) continue;
    l.error("bundle/colour-is-depth", bundle.color_formats[i].span,
            cat(l.self(), " :color-formats [", i, "] is ", format->name, ", a depth or stencil format"))
        .notes.push_back({std::nullopt, "state it as :depth-stencil-format"});
  }
  if (!bundle.depth_stencil_format) return;
  const webgpu::FormatInfo* format = webgpu::formatInfo(bundle.depth_stencil_format->value);
  if (format == nullptr || format->isDepthStencil()) return;
  l.error("bundle/depth-is-colour", bundle.depth_stencil_format->span,
          cat(l.self(), " :depth-stencil-format is ", format->name, ", which has neither depth nor stencil"));
}

}  // namespace

Draw lowerDraw(Lowering& l, const Form& c) {
  Draw d;
  d.form = c.span;
  switch (c.id) {
    case FormId::draw_indexed:
      d.kind = Draw::Kind::draw_indexed;
      d.count = l.u32(c, PropId::draw_indexed__index_count);
      d.instances = l.u32(c, PropId::draw_indexed__instance_count, 1);
      d.first = l.u32(c, PropId::draw_indexed__first_index);
      d.base_vertex = l.u32(c, PropId::draw_indexed__base_vertex);
      d.first_instance = l.u32(c, PropId::draw_indexed__first_instance);
      break;
    case FormId::draw_indirect:
      d.kind = Draw::Kind::draw_indirect;
      d.buffer = l.ref(c, PropId::draw_indirect__buffer);
      d.offset = l.u32(c, PropId::draw_indirect__offset);
      break;
    case FormId::draw_indexed_indirect:
      d.kind = Draw::Kind::draw_indexed_indirect;
      d.buffer = l.ref(c, PropId::draw_indexed_indirect__buffer);
      d.offset = l.u32(c, PropId::draw_indexed_indirect__offset);
      break;
    default:
      d.count = l.u32(c, PropId::draw__vertex_count);
      d.instances = l.u32(c, PropId::draw__instance_count, 1);
      d.first = l.u32(c, PropId::draw__first_vertex);
      d.first_instance = l.u32(c, PropId::draw__first_instance);
      break;
  }
  return d;
}

void lowerRenderPass(Lowering& l, const Form& form, Index index) {
  Pass& pass = l.program.passes[index];
  pass.pipeline = l.ref(form, PropId::render_pass__pipeline);
  pass.vertex_buffers = lowerSlots(l, form, "vertex-buffers", PropId::render_pass__vertex_buffers,
                                   PropId::render_pass__vertex_buffers_pool_offsets, [&](Index i) {
                                     const program::Buffer* b = soundAt(l.program.buffers, i);
                                     return b == nullptr
                                                ? std::pair<uint32_t, std::string_view>{0, ""}
                                                : std::pair<uint32_t, std::string_view>{b->pool.value, b->origin.name};
                                   });
  pass.bind_groups =
      lowerBindGroups(l, form, PropId::render_pass__bind_groups, PropId::render_pass__bind_groups_pool_offsets);
  pass.index_buffer = l.ref(form, PropId::render_pass__index_buffer);
  pass.occlusion_set = l.ref(form, PropId::render_pass__occlusion_query_set);
  lowerColors(l, form, pass);
  lowerDepth(l, form, pass);
  if (pass.colors.empty() && !pass.depth_stencil) {
    l.error("pass/no-attachment", form.head,
            cat(l.self(), " has no attachment; give it a (color-attachment) or a (depth-stencil-attachment)"));
  }
  lowerState(l, form, pass);
  lowerDraws(l, form, pass);
}

void lowerComputePass(Lowering& l, const Form& form, Index index) {
  Pass& pass = l.program.passes[index];
  pass.compute = true;
  pass.pipeline = l.ref(form, PropId::compute_pass__pipeline);
  pass.bind_groups =
      lowerBindGroups(l, form, PropId::compute_pass__bind_groups, PropId::compute_pass__bind_groups_pool_offsets);
  for (const std::unique_ptr<Form>& c : form.children) {
    if (c->id == FormId::dispatch || c->id == FormId::dispatch_indirect)
      pass.dispatches.push_back(lowerDispatch(l, *c));
  }
  if (pass.dispatches.size() > kMaxCommands) {
    l.error("compute/commands", form.head,
            cat(l.self(), " has ", pass.dispatches.size(), " dispatches, and the most is ", kMaxCommands));
  }
}

void lowerRenderBundle(Lowering& l, const Form& form, Index index) {
  program::Bundle& bundle = l.program.bundles[index];
  bundle.pipeline = l.ref(form, PropId::render_bundle__pipeline);
  if (const Value* v = form.find(PropId::render_bundle__color_formats)) {
    for (const Value& item : v->items)
      bundle.color_formats.push_back({static_cast<webgpu::TextureFormat>(item.code), item.span});
  }
  bundle.depth_stencil_format = l.optEnum<webgpu::TextureFormat>(form, PropId::render_bundle__depth_stencil_format);
  bundle.samples = l.u32(form, PropId::render_bundle__sample_count, 1);
  bundle.vertex_buffers = l.refs(form, PropId::render_bundle__vertex_buffers);
  bundle.bind_groups = l.refs(form, PropId::render_bundle__bind_groups);
  bundle.index_buffer = l.ref(form, PropId::render_bundle__index_buffer);
  if (!form.children.empty()) bundle.draw = lowerDraw(l, *form.children.front());
  checkBundleFormats(l, bundle);
  const struct {
    std::string_view key;
    size_t count;
  } lists[] = {{"color-formats", bundle.color_formats.size()},
               {"vertex-buffers", bundle.vertex_buffers.size()},
               {"bind-groups", bundle.bind_groups.size()}};
  for (const auto& list : lists) {
    if (list.count <= kMaxBundleList) continue;
    l.error("bundle/list-too-long", form.head,
            cat(l.self(), " :", list.key, " has ", list.count, " elements, and the most is ", kMaxBundleList,
                ", because the count is one byte"));
  }
}

}  // namespace pngine::compile
