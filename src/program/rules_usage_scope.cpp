// Rules over resources that one dispatch, or one render pass, uses in two ways that exclude each other. WebGPU judges a
// buffer as a whole and a texture by mip level and layer; members of pools are different resources.
#include <algorithm>

#include "program/rule_context.h"

namespace pngine::program {

namespace {

// Which member of a pool an entry binds in frame n.
struct Member {
  uint32_t pool = 1;
  bool alternates = false;
  uint32_t ping = 0, group_pool = 1, group_offset = 0;
  uint32_t at(uint32_t n) const {
    return alternates ? (ping + (n + group_offset) % std::max(group_pool, 1U)) % std::max(pool, 1U) : 0;
  }
};

struct Range {
  uint64_t begin = 0, end = ~uint64_t{0};
  bool overlaps(const Range& o) const { return begin < o.end && o.begin < end; }
};

struct Usage {
  bool texture = false;
  Index resource = kNone;
  bool writable = false;  ///< writable storage
  bool attachment = false;
  uint32_t owner = 0;  ///< pass or bundle: writes by different draws do not exclude each other
  Member member;
  Range bytes;         ///< buffers
  Range mips, layers;  ///< textures
  Span span;
  std::string words;
};

bool meetInSomeFrame(const Usage& a, const Usage& b) {
  for (uint32_t n = 0; n < 64; ++n) {
    if (a.member.at(n) == b.member.at(n)) return true;
  }
  return false;
}

bool sameResource(const Usage& a, const Usage& b) {
  if (a.texture != b.texture || a.resource != b.resource || !meetInSomeFrame(a, b)) return false;
  return !a.texture || (a.mips.overlaps(b.mips) && a.layers.overlaps(b.layers));
}

bool conflict(const Usage& a, const Usage& b) {
  const bool possible = a.writable || b.writable || a.attachment || b.attachment;
  if (!possible || !sameResource(a, b)) return false;
  if (a.attachment || b.attachment) return a.attachment != b.attachment;
  if (a.writable && b.writable) return a.owner == b.owner && (a.texture || a.bytes.overlaps(b.bytes));
  return a.writable || b.writable;
}

Member memberOf(const BindGroup& g, const BindEntry& e, uint32_t pool, uint32_t offset) {
  return {pool, e.ping_pong.has_value() && pool > 1, e.ping_pong ? e.ping_pong->value : 0, g.pool.value, offset};
}

void setTextureRange(const RuleContext& c, const BindEntry& e, Usage& u) {
  const TextureView* v = e.kind == BindEntry::Kind::view ? c.view(e.resource.value) : nullptr;
  if (v == nullptr) return;
  u.mips.begin = v->base_mip ? v->base_mip->value : 0;
  if (v->mip_count) u.mips.end = u.mips.begin + v->mip_count->value;
  u.layers.begin = v->base_layer ? v->base_layer->value : 0;
  if (v->layer_count)
    u.layers.end = u.layers.begin + v->layer_count->value;
  else if (v->dimension && v->dimension->value == ViewDimension::d2)
    u.layers.end = u.layers.begin + 1;
}

// The usage of one entry that serves one variable; nothing for samplers and for joins that do not fit.
std::optional<Usage> usageOf(const RuleContext& c, const BindGroup& g, const BindEntry& e, const wgsl::Binding& v,
                             uint32_t offset) {
  using wgsl::BindingKind;
  Usage u;
  u.span = e.form;
  u.words = cat(quoted(v.name), " (", kindName(v.kind), ")");
  if (e.kind == BindEntry::Kind::buffer && isBufferKind(v.kind)) {
    const Buffer* b = c.buffer(e.resource.value);
    if (b == nullptr) return std::nullopt;
    u.resource = e.resource.value;
    u.writable = v.kind == BindingKind::storage_read_write;
    u.member = memberOf(g, e, b->pool.value, offset);
    u.bytes = {e.offset.value, e.offset.value + c.boundSize(e)};
    return u;
  }
  const Texture* t = isTextureKind(v.kind) ? c.boundTexture(e) : nullptr;
  if (t == nullptr) return std::nullopt;
  u.texture = true;
  u.resource = c.boundTextureIndex(e);
  u.writable = v.kind == BindingKind::texture_storage && v.access != StorageTextureAccess::read_only;
  if (e.kind == BindEntry::Kind::texture) u.member = memberOf(g, e, t->pool.value, offset);
  setTextureRange(c, e, u);
  return u;
}

// The usage of one entry by the word of its layout.
std::optional<Usage> usageOf(const RuleContext& c, const BindGroup& g, const BindEntry& e, const LayoutEntry& le,
                             uint32_t offset) {
  wgsl::Binding v;
  v.name = cat("binding ", e.binding.value, " of ", label(g.origin));
  if (const auto* b = std::get_if<LayoutEntry::BufferLayout>(&le.resource)) {
    v.kind = b->type.value == BufferBindingType::uniform   ? wgsl::BindingKind::uniform
             : b->type.value == BufferBindingType::storage ? wgsl::BindingKind::storage_read_write
                                                           : wgsl::BindingKind::storage_read;
  } else if (const auto* s = std::get_if<LayoutEntry::StorageTextureLayout>(&le.resource)) {
    v.kind = wgsl::BindingKind::texture_storage;
    v.access = s->access.value;
  } else if (std::holds_alternative<LayoutEntry::TextureLayout>(le.resource)) {
    v.kind = wgsl::BindingKind::texture_sampled;
  } else {
    return std::nullopt;
  }
  std::optional<Usage> u = usageOf(c, g, e, v, offset);
  if (u) u->words = cat(v.name, " (", kindName(v.kind), ")");
  return u;
}

using BoundUsages = std::map<std::pair<uint32_t, uint32_t>, Usage>;

// With an explicit layout a resource counts although no shader reads it. WebGPU judges the groups of a render pass as
// soon as they are set, those of a dispatch as far as the pipeline's layout goes.
void addUnread(BoundUsages& out, const RuleContext& c, const std::vector<At<Index>>& groups,
               const std::vector<At<uint32_t>>& offsets, size_t slots) {
  for (uint32_t slot = 0; slot < std::min(groups.size(), slots); ++slot) {
    const BindGroup* g = c.bindGroup(groups[slot].value);
    const BindGroupLayout* layout = g == nullptr ? nullptr : c.explicitLayout(*g);
    if (layout == nullptr) continue;
    for (const LayoutEntry& le : layout->entries) {
      for (const BindEntry& e : g->entries) {
        if (e.binding.value != le.binding.value || out.contains({slot, le.binding.value})) continue;
        if (const auto u = usageOf(c, *g, e, le, slot < offsets.size() ? offsets[slot].value : 0))
          out.emplace(std::pair{slot, le.binding.value}, *u);
      }
    }
  }
}

// Everything that the groups of a pass or bundle bind for its pipeline, one usage per entry, writable if any stage
// writes.
std::vector<Usage> bound(const RuleContext& c, Index pipeline, const std::vector<At<Index>>& groups,
                         const std::vector<At<uint32_t>>& offsets) {
  BoundUsages out;
  for (const BindingUse& b : c.interface(pipeline).uses) {
    const wgsl::Binding& v = *b.binding;
    const BindGroup* g = v.group < groups.size() ? c.bindGroup(groups[v.group].value) : nullptr;
    if (g == nullptr) continue;
    for (const BindEntry& e : g->entries) {
      if (e.binding.value != v.binding) continue;
      std::optional<Usage> u = usageOf(c, *g, e, v, v.group < offsets.size() ? offsets[v.group].value : 0);
      if (!u) continue;
      const auto [at, fresh] = out.emplace(std::pair{v.group, v.binding}, *u);
      if (!fresh && u->writable) at->second = *u;
    }
  }
  const Pipeline* p = c.pipeline(pipeline);
  const PipelineLayout* layout = p == nullptr ? nullptr : c.pipelineLayout(p->layout.value);
  if (p == nullptr || !p->compute || layout != nullptr)
    addUnread(out, c, groups, offsets, p != nullptr && p->compute ? layout->groups.size() : groups.size());
  std::vector<Usage> list;
  for (auto& [key, u] : out) list.push_back(std::move(u));
  return list;
}

std::string resourceLabel(const RuleContext& c, const Usage& u) {
  return u.texture ? label(c.program.textures[u.resource].origin) : label(c.program.buffers[u.resource].origin);
}

// Reports each resource once per pass.
void reportConflicts(RuleContext& c, const Pass& p, const std::vector<Usage>& all, std::string_view rule,
                     std::string_view unit) {
  std::set<std::pair<bool, Index>> done;
  for (size_t i = 0; i < all.size(); ++i) {
    for (size_t k = 0; k < i; ++k) {
      if (!conflict(all[i], all[k]) || !done.insert({all[i].texture, all[i].resource}).second) continue;
      const bool loop = all[i].attachment || all[k].attachment;
      c.error(loop ? "attachment/feedback-loop" : rule, p.origin.name_span,
              cat(label(p.origin), " uses ", resourceLabel(c, all[i]), " in one ", unit, " as ", all[k].words,
                  " and as ", all[i].words))
          .notes = {
          {all[k].span, "the first use"},
          {all[i].span, "the second use"},
          {std::nullopt,
           loop ? "draw into another texture, or alternate with :pool 2 and :ping-pong"
                : "what is written may not be used in another way; use two resources, or a pool with :ping-pong"}};
    }
  }
}

// ---- compute ----

void checkCompute(RuleContext& c, const Pass& p) {
  std::vector<Usage> all = bound(c, p.pipeline.value, p.bind_groups.items, p.bind_groups.offsets);
  for (const Dispatch& d : p.dispatches) {
    if (!d.indirect || c.buffer(d.buffer.value) == nullptr) continue;
    Usage u;
    u.resource = d.buffer.value;
    u.span = d.form;
    u.words = "indirect arguments";
    all.push_back(std::move(u));
  }
  reportConflicts(c, p, all, "dispatch/alias", "dispatch");
}

// ---- render ----

void addInput(std::vector<Usage>& all, const RuleContext& c, Index buffer, Span span, std::string_view words,
              Member member = {}) {
  if (c.buffer(buffer) == nullptr) return;
  Usage u;
  u.resource = buffer;
  u.span = span;
  u.words = words;
  u.member = member;
  all.push_back(std::move(u));
}

void addDraw(std::vector<Usage>& all, const RuleContext& c, const Draw& d) {
  if (d.indirect()) addInput(all, c, d.buffer.value, d.form, "indirect arguments");
}

void addAttachment(std::vector<Usage>& all, const RuleContext& c, Index texture, Span span, std::string_view words,
                   bool alternates) {
  const Texture* t = c.texture(texture);
  if (t == nullptr) return;
  Usage u;
  u.texture = true;
  u.attachment = true;
  u.resource = texture;
  u.member = {t->pool.value, alternates && t->pool.value > 1, 0, t->pool.value, 0};
  u.mips = u.layers = {0, 1};
  u.span = span;
  u.words = words;
  all.push_back(std::move(u));
}

void addInputs(std::vector<Usage>& all, const RuleContext& c, const Pass& p) {
  for (size_t i = 0; i < p.vertex_buffers.items.size(); ++i) {
    const At<Index>& v = p.vertex_buffers.items[i];
    const Buffer* b = c.buffer(v.value);
    const uint32_t offset = i < p.vertex_buffers.offsets.size() ? p.vertex_buffers.offsets[i].value : 0;
    if (b != nullptr)
      addInput(all, c, v.value, v.span, "a vertex buffer",
               {b->pool.value, b->pool.value > 1, 0, b->pool.value, offset});
  }
  if (p.index_buffer.value != kNone) addInput(all, c, p.index_buffer.value, p.index_buffer.span, "the index buffer");
  for (const Draw* d : drawsOf(p)) addDraw(all, c, *d);
  for (const ColorAttachment& a : p.colors) {
    if (!a.view.canvas) addAttachment(all, c, a.view.texture, a.view.span, "a color attachment", p.colors.size() == 1);
    if (a.resolve && !a.resolve->canvas)
      addAttachment(all, c, a.resolve->texture, a.resolve->span, "a resolve target", false);
  }
  if (p.depth_stencil)
    addAttachment(all, c, p.depth_stencil->view.value, p.depth_stencil->view.span, "the depth attachment", false);
}

void checkRender(RuleContext& c, const Pass& p) {
  std::vector<Usage> all;
  if (c.pipeline(p.pipeline.value) != nullptr || p.pipeline.value == kNone)
    all = bound(c, p.pipeline.value, p.bind_groups.items, p.bind_groups.offsets);
  uint32_t owner = 0;
  for (const At<Index>& i : p.bundles) {
    const Bundle* b = c.bundle(i.value);
    if (b == nullptr || c.pipeline(b->pipeline.value) == nullptr) continue;
    ++owner;
    for (Usage& u : bound(c, b->pipeline.value, b->bind_groups, {})) {
      u.owner = owner;
      u.member.group_pool = 1;  // a bundle always records the first member of a group
      all.push_back(std::move(u));
    }
  }
  addInputs(all, c, p);
  reportConflicts(c, p, all, "pass/usage-scope", "render pass");
}

}  // namespace

void checkUsageScopes(RuleContext& c) {
  if (!c.options.validate) return;
  for (const Pass& p : c.program.passes) {
    if (p.origin.poisoned) continue;
    if (p.compute)
      checkCompute(c, p);
    else
      checkRender(c, p);
  }
}

}  // namespace pngine::program
