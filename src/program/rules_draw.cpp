// Rules over draws with the vertex and index buffers that a pass or bundle sets for them.
#include <algorithm>

#include "program/rule_context.h"

namespace pngine::program {

namespace {

// What passes and bundles have in common.
struct Setting {
  RuleContext& c;
  const Origin& origin;
  const Pipeline* pipeline;
  Index pipeline_index;
  const std::vector<At<Index>>& vertex_buffers;
  Span vertex_span;
  const At<Index>& index_buffer;
  std::vector<const Draw*> draws;
  bool bundle;
  bool indexed() const {
    return std::ranges::any_of(draws, [](const Draw* d) { return d->indexed(); });
  }
};

// ---- buffers
// ---------------------------------------------------------------------------------------------------------

void checkUsages(const Setting& s) {
  for (const At<Index>& v : s.vertex_buffers) {
    const Buffer* b = s.c.buffer(v.value);
    if (b == nullptr || hasBit(b->usage.value, BufferUsage::vertex)) continue;
    s.c.error("pass/vertex-usage", placeOf(v.span, s.origin),
              cat(label(s.origin), " :vertex-buffers names ", label(b->origin), ", which lacks usage vertex"))
        .notes.push_back({placeOf(b->usage.span, b->origin), "add vertex here"});
    s.c.fail("pass/vertex-usage", b->origin);
  }
  const Buffer* index = s.c.buffer(s.index_buffer.value);
  if (index == nullptr || hasBit(index->usage.value, BufferUsage::index)) return;
  s.c.error("pass/index-usage", placeOf(s.index_buffer.span, s.origin),
            cat(label(s.origin), " :index-buffer names ", label(index->origin), ", which lacks usage index"))
      .notes.push_back({placeOf(index->usage.span, index->origin), "add index here"});
  s.c.fail("pass/index-usage", index->origin);
}

void checkIndexPresence(const Setting& s) {
  if (s.indexed() && s.index_buffer.value == kNone && !s.index_buffer.written()) {
    const auto draw = std::ranges::find_if(s.draws, [](const Draw* d) { return d->indexed(); });
    s.c.error(s.bundle ? "bundle/index-missing" : "pass/index-missing", placeOf((*draw)->form, s.origin),
              cat(label(s.origin), " draws indexed and has no :index-buffer"));
  } else if (!s.indexed() && s.index_buffer.written()) {
    s.c.warning("pass/index-unused", s.index_buffer.span,
                cat(label(s.origin), " has an :index-buffer but no indexed draw"));
  }
}

void checkSlots(const Setting& s) {
  if (s.pipeline == nullptr || s.draws.empty()) return;
  const size_t have = s.vertex_buffers.size(), want = s.pipeline->vertex_buffers.size();
  const std::string text = cat(label(s.origin), " sets ", counted(have, "vertex buffer", "vertex buffers"), " but ",
                               label(s.pipeline->origin), " declares ", want);
  const Span place = placeOf(s.vertex_span, s.origin);
  if (have < want) s.c.error("pass/vertex-count-slots", place, text);
  if (have > want) s.c.warning("pass/vertex-count-slots", place, text);
}

void checkSlotLimit(const Setting& s) {
  const uint64_t most = effectiveLimit(s.c.program, Limit::max_vertex_buffers);
  const bool told = s.pipeline != nullptr && s.c.failed(s.pipeline->origin, {"vertex/buffer-count"});
  if (s.vertex_buffers.size() <= most || told) return;
  s.c.error("vertex/buffer-count", placeOf(s.vertex_buffers[most].span, s.origin),
            cat(label(s.origin), " sets ", s.vertex_buffers.size(), " vertex buffers; at most ", most, " are allowed"))
      .notes.push_back({std::nullopt, raiseHint(Limit::max_vertex_buffers, s.vertex_buffers.size())});
}

// ---- ranges
// ----------------------------------------------------------------------------------------------------------

void checkSlotRange(const Setting& s, const Draw& d, size_t slot) {
  const VertexBufferLayout& layout = s.pipeline->vertex_buffers[slot];
  const Buffer* b = s.c.buffer(s.vertex_buffers[slot].value);
  const bool per_instance = layout.step_mode && layout.step_mode->value == StepMode::instance;
  if (b == nullptr || !b->size.written() || b->size.value == 0 || (!per_instance && d.indexed())) return;
  const uint64_t first = per_instance ? d.first_instance.value : d.first.value;
  const uint64_t count = first + (per_instance ? d.instances : d.count).value;
  if (count == 0) return;  // a first element alone is judged too, as WebGPU does
  uint64_t last = 0;
  for (const VertexAttribute& a : layout.attributes)
    last = std::max<uint64_t>(last, uint64_t{a.offset.value} + vertexFormatInfo(a.format.value).bytes);
  const uint64_t need = (count - 1) * layout.stride.value + last;
  if (need <= b->size.value) return;
  s.c.error("draw/vertex-range",
            placeOf(per_instance ? (d.instances.span.empty() ? d.form : d.instances.span) : d.count.span, s.origin),
            cat(label(s.origin), " draws ", (per_instance ? d.instances : d.count).value,
                per_instance ? " instances" : " vertices", first != 0 ? cat(" from ", first) : "", ", which needs ",
                need, " bytes of vertex buffer ", slot, ", but ", label(b->origin), " has ", b->size.value));
}

void checkIndexRange(const Setting& s, const Draw& d) {
  const Buffer* b = d.kind == Draw::Kind::draw_indexed ? s.c.buffer(s.index_buffer.value) : nullptr;
  if (b == nullptr || !b->size.written() || b->size.value == 0) return;
  const uint64_t bytes = b->effective_index_format.value_or(IndexFormat::uint16) == IndexFormat::uint32 ? 4 : 2;
  const uint64_t need = (uint64_t{d.first.value} + d.count.value) * bytes;
  if (need <= b->size.value) return;
  s.c.error("draw/index-range", placeOf(d.count.span, s.origin),
            cat(label(s.origin), " draws ", d.count.value, " indices from ", d.first.value, ", which needs ", need,
                " bytes, but ", label(b->origin), " has ", b->size.value));
}

// ---- remarks
// ---------------------------------------------------------------------------------------------------------

void checkCounts(const Setting& s, const Draw& d) {
  if (d.count.value == 0 || d.instances.value == 0) {
    s.c.warning(
        "draw/zero", placeOf(d.count.value == 0 && !d.count.span.empty() ? d.count.span : d.form, s.origin),
        cat(label(s.origin), " draws 0 ", d.count.value == 0 ? (d.indexed() ? "indices" : "vertices") : "instances"));
    return;
  }
  if (s.pipeline == nullptr) return;
  const auto& primitive = s.pipeline->primitive;
  const PrimitiveTopology topology =
      primitive && primitive->topology ? primitive->topology->value : PrimitiveTopology::triangle_list;
  const uint32_t unit = topology == PrimitiveTopology::triangle_list ? 3
                        : topology == PrimitiveTopology::line_list   ? 2
                                                                     : 1;
  if (d.count.value % unit != 0)
    s.c.warning("draw/list-multiple", placeOf(d.count.span, s.origin),
                cat(label(s.origin), " draws ", d.count.value, d.indexed() ? " indices" : " vertices",
                    ", which is no multiple of ", unit, " as topology ", name(topology), " wants"));
}

void checkInstances(const Setting& s, const Draw& d) {
  if (d.instances.value <= 1 || s.pipeline == nullptr || !s.c.options.validate) return;
  for (const VertexBufferLayout& b : s.pipeline->vertex_buffers) {
    if (b.step_mode && b.step_mode->value == StepMode::instance) return;
  }
  const StageUse* v = s.c.interface(s.pipeline_index).stage(wgsl::Stage::vertex);
  if (v == nullptr || v->entry == nullptr || std::ranges::count(v->entry->input_builtins, "instance_index") != 0)
    return;
  s.c.warning(
      "draw/instanced-without-instance-data", placeOf(d.instances.span, s.origin),
      cat(label(s.origin), " draws ", d.instances.value, " instances, but no vertex buffer steps per instance and ",
          quoted(v->entry->name), " does not read instance_index"));
}

// ---- shapes
// ----------------------------------------------------------------------------------------------------------

void checkShape(const Setting& s, size_t slot) {
  const Buffer* b = s.c.buffer(s.vertex_buffers[slot].value);
  const Data* d = b == nullptr || b->index_of.written() ? nullptr : s.c.data(b->data.value);
  if (d == nullptr || d->source != Data::Source::shape || d->vertex_stride == 0) return;
  const VertexBufferLayout& layout = s.pipeline->vertex_buffers[slot];
  if (layout.attributes.empty()) return;
  if (layout.stride.value != d->vertex_stride)
    s.c.warningOnce("shape/stride-mismatch", placeOf(layout.stride.span, s.pipeline->origin),
                    cat(label(s.pipeline->origin), " vertex buffer ", slot, " has :array-stride ", layout.stride.value,
                        " but a vertex of ", label(d->origin), " has ", d->vertex_stride, " bytes"));
  const bool per_instance = layout.step_mode && layout.step_mode->value == StepMode::instance;
  const uint64_t vertices = d->bytes.size() / d->vertex_stride;
  for (const Draw* draw : s.draws) {
    if (draw->kind != Draw::Kind::draw || per_instance || layout.stride.value != d->vertex_stride) continue;
    if (uint64_t{draw->first.value} + draw->count.value <= vertices ||
        s.c.reported("draw/vertex-range", placeOf(draw->count.span, s.origin)))
      continue;
    s.c.warning(
        "shape/draw-count", placeOf(draw->count.span, s.origin),
        cat(label(s.origin), " draws ", draw->count.value, " vertices but ", label(d->origin), " has ", vertices));
  }
}

void checkSetting(const Setting& s) {
  checkUsages(s);
  checkIndexPresence(s);
  checkSlots(s);
  checkSlotLimit(s);
  for (const Draw* d : s.draws) {
    if (d->indirect()) continue;
    checkCounts(s, *d);
    checkInstances(s, *d);
    checkIndexRange(s, *d);
    if (s.pipeline == nullptr || s.c.failed(s.pipeline->origin, {"vertex/"})) continue;
    for (size_t slot = 0; slot < std::min(s.vertex_buffers.size(), s.pipeline->vertex_buffers.size()); ++slot)
      checkSlotRange(s, *d, slot);
  }
  if (s.pipeline == nullptr || s.c.failed(s.pipeline->origin, {"vertex/"})) return;
  for (size_t slot = 0; slot < std::min(s.vertex_buffers.size(), s.pipeline->vertex_buffers.size()); ++slot)
    checkShape(s, slot);
}

}  // namespace

void checkDraws(RuleContext& c) {
  for (const Pass& p : c.program.passes) {
    if (p.compute || p.origin.poisoned) continue;
    checkSetting({c, p.origin, c.pipeline(p.pipeline.value), p.pipeline.value, p.vertex_buffers.items,
                  p.vertex_buffers.span, p.index_buffer, drawsOf(p), false});
  }
  for (const Bundle& b : c.program.bundles) {
    if (b.origin.poisoned) continue;
    checkSetting({c,
                  b.origin,
                  c.pipeline(b.pipeline.value),
                  b.pipeline.value,
                  b.vertex_buffers,
                  {},
                  b.index_buffer,
                  {&b.draw},
                  true});
  }
}

}  // namespace pngine::program
