// Rules over queues: writes into buffers, copies between buffers, resolved queries. Copies of textures: rules_copy.cpp.
#include "program/rule_context.h"

namespace pngine::program {

namespace {

struct Source {
  std::string words;
  uint64_t bytes = 0;
};

std::optional<Source> sourceOf(const RuleContext& c, const WriteBuffer& w) {
  switch (w.source) {
    case WriteBuffer::Source::builtin: {
      const uint64_t bytes = w.builtin == BuiltinInput::pointer_inputs      ? 48
                             : w.builtin == BuiltinInput::scene_time_inputs ? 12
                                                                            : 16;
      return Source{std::string(name(w.builtin)), bytes};
    }
    case WriteBuffer::Source::data: {
      const Data* d = c.data(w.index);
      if (d == nullptr || d->source == Data::Source::file || d->source == Data::Source::wasm) return std::nullopt;
      return Source{quoted(d->origin.name), d->bytes.size()};
    }
    case WriteBuffer::Source::wasm_call:
      break;
  }
  if (w.index >= c.program.wasm_calls.size() || c.program.wasm_calls[w.index].origin.poisoned) return std::nullopt;
  const WasmCall& call = c.program.wasm_calls[w.index];
  return Source{quoted(call.origin.name), call.returned_bytes};
}

// Counts leading f32 lanes of a type; false when a lane of another type came first.
bool leadingFloats(const wgsl::Type& t, uint32_t& lanes, uint32_t wanted, int depth = 0) {
  if (lanes >= wanted || depth > 8) return true;
  using Kind = wgsl::Type::Kind;
  if (t.kind == Kind::structure) {
    for (const wgsl::Member& m : t.members) {
      if (m.type != nullptr && !leadingFloats(*m.type, lanes, wanted, depth + 1)) return false;
    }
    return true;
  }
  if (t.kind == Kind::array && t.element != nullptr) {
    for (uint64_t i = 0; i < t.count.value_or(1) && lanes < wanted; ++i) {
      if (!leadingFloats(*t.element, lanes, wanted, depth + 1)) return false;
    }
    return true;
  }
  if (t.scalar != "f32") return false;
  lanes += t.kind == Kind::vector ? t.rows : t.kind == Kind::matrix ? t.columns * t.rows : 1;
  return true;
}

// Built-in inputs are tightly packed f32 lanes; the uniform that receives them should look alike.
void checkStruct(RuleContext& c, const Queue& q, const WriteBuffer& w, const Source& source) {
  if (w.source != WriteBuffer::Source::builtin || w.offset.value != 0 || !c.options.validate) return;
  for (Index i = 0; i < c.program.bind_groups.size(); ++i) {
    for (const BindEntry& e : c.program.bind_groups[i].entries) {
      if (e.kind != BindEntry::Kind::buffer || e.resource.value != w.buffer.value || e.offset.value != 0) continue;
      for (const Scope& s : c.scopes(i)) {
        for (const BindingUse& u : c.interface(s.pipeline).uses) {
          const wgsl::Binding& v = *u.binding;
          if (v.group != s.group || v.binding != e.binding.value || v.kind != wgsl::BindingKind::uniform ||
              v.type == nullptr)
            continue;
          uint32_t lanes = 0;
          const bool floats = leadingFloats(*v.type, lanes, static_cast<uint32_t>(source.bytes / 4));
          if (floats && v.type->size >= source.bytes) continue;
          c.warningOnce(
               "write/struct-size", placeOf(w.source_span, q.origin),
               cat(label(q.origin), " writes ", source.words, " (", source.bytes, " bytes of f32) for ", variable(v),
                   ", which ",
                   floats ? cat("has only ", v.type->size, " bytes") : std::string("does not begin with as many f32")))
              .notes.push_back({wgslPlace(*u.module, v.name), "declared here"});
        }
      }
    }
  }
}

void checkWrite(RuleContext& c, const Queue& q, const WriteBuffer& w) {
  const Buffer* b = c.buffer(w.buffer.value);
  if (b == nullptr) return;
  if (b->pool.value > 1)
    c.warning("write/pooled", placeOf(w.buffer.span, q.origin),
              cat(label(q.origin), " write-buffer :buffer names ", label(b->origin), ", a pool of ", b->pool.value,
                  "; only its first member is written"));
  const Data* d = w.source == WriteBuffer::Source::data ? c.data(w.index) : nullptr;
  if (d != nullptr && d->source == Data::Source::file)
    c.error("write/image-data", placeOf(w.source_span, q.origin),
            cat(label(q.origin), " write-buffer :data names ", label(d->origin),
                ", whose :file is a picture, not bytes of a buffer"))
        .notes.push_back({std::nullopt, "a picture goes into a texture, by (copy-external-image-to-texture ...)"});
  const std::optional<Source> source = sourceOf(c, w);
  if (!source) return;
  const uint64_t end = w.offset.value + source->bytes;
  if (b->size.written() && end > b->size.value)
    c.error("write/past-end", placeOf(w.source_span, q.origin),
            cat(label(q.origin), " writes ", source->words, " of ", source->bytes, " bytes at offset ", w.offset.value,
                " into ", label(b->origin), ", which has ", b->size.value));
  else
    checkStruct(c, q, w, *source);
}

void checkCopy(RuleContext& c, const Queue& q, const QueueAction& a, const CopyBuffer& copy) {
  if (copy.source.value == copy.destination.value && copy.source.value != kNone &&
      c.buffer(copy.source.value) != nullptr)
    c.error("copy/buffer-same", placeOf(copy.destination.span, q.origin),
            cat(label(q.origin), " copies ", label(c.buffer(copy.source.value)->origin), " to itself"))
        .notes.push_back({std::nullopt, "copy through a second buffer"});
  // A readback is handed out in lanes of 64 bits.
  const Buffer* to = c.buffer(copy.destination.value);
  if (to != nullptr && hasBit(to->usage.value, BufferUsage::map_read) &&
      (copy.size.value % 8 != 0 || copy.destination_offset.value % 8 != 0)) {
    const bool size = copy.size.value % 8 != 0;
    const At<uint32_t>& wrong = size ? copy.size : copy.destination_offset;
    c.warning(
         "copy/readback-lanes", placeOf(wrong.span, q.origin),
         cat(label(q.origin), " reads back ", label(to->origin), size ? " with :size " : " at :destination-offset ",
             wrong.value, "; players hand out lanes of 8 bytes, so nothing comes back"))
        .notes.push_back({std::nullopt, cat("make it a multiple of 8, such as ", (wrong.value + 7) / 8 * 8)});
  }
  if (copy.size.value == 0)
    c.warning("copy/buffer-zero", placeOf(copy.size.span.empty() ? a.form : copy.size.span, q.origin),
              cat(label(q.origin), " copies 0 bytes"));
}

// ---- queries ----

void checkResolve(RuleContext& c, const Queue& q, const ResolveQuery& r) {
  const QuerySet* set = c.querySet(r.set.value);
  const Buffer* b = c.buffer(r.destination.value);
  const bool many = set != nullptr && uint64_t{r.first.value} + r.count.value > set->count.value;
  if (many)
    c.error("query/resolve-range", placeOf(r.count.span, q.origin),
            cat(label(q.origin), " resolves ", counted(r.count.value, "query", "queries"), " from ", r.first.value,
                " but ", label(set->origin), " has ", set->count.value));
  if (b == nullptr) return;
  if (!hasBit(b->usage.value, BufferUsage::query_resolve)) {
    c.error("query/resolve-usage", placeOf(r.destination.span, q.origin),
            cat(label(q.origin), " resolves queries into ", label(b->origin), ", which lacks usage query-resolve"))
        .notes.push_back({b->usage.span.empty() ? b->origin.name_span : b->usage.span, "add query-resolve here"});
    return c.fail("query/resolve-usage", b->origin);
  }
  if (many) return;  // the count is wrong already
  const uint64_t end = r.offset.value + uint64_t{8} * r.count.value;
  if (b->size.written() && end > b->size.value)
    c.error("query/resolve-fits", placeOf(r.destination.span, q.origin),
            cat(label(q.origin), " resolves ", counted(r.count.value, "query", "queries"), " of 8 bytes at offset ",
                r.offset.value, " into ", label(b->origin), ", which has ", b->size.value, " bytes"));
}

bool writesSet(const Pass& p, Index set) {
  if (p.timestamps && p.timestamps->set.value == set) return true;
  if (p.occlusion_set.value != set) return false;
  for (const RenderCommand& command : p.draws) {
    if (std::holds_alternative<OcclusionQuery>(command)) return true;
  }
  return false;
}

void checkResolveOrder(RuleContext& c, const Frame& f) {
  std::set<Index> written;
  for (const auto* list : {&f.before, &f.perform}) {
    for (const Step& s : *list) {
      if (!s.queue && s.index < c.program.passes.size()) {
        for (Index i = 0; i < c.program.query_sets.size(); ++i) {
          if (writesSet(c.program.passes[s.index], i)) written.insert(i);
        }
      }
      if (!s.queue || s.index >= c.program.queues.size()) continue;
      for (const QueueAction& a : c.program.queues[s.index].actions) {
        const auto* r = std::get_if<ResolveQuery>(&a.action);
        const QuerySet* set = r == nullptr ? nullptr : c.querySet(r->set.value);
        if (set == nullptr || written.contains(r->set.value)) continue;
        c.warning("query/resolve-before-write", placeOf(s.span, f.origin),
                  cat(label(f.origin), " performs ", label(c.program.queues[s.index].origin), ", which resolves ",
                      label(set->origin), " before any pass of the frame writes it"));
      }
    }
  }
}

}  // namespace

void checkQueues(RuleContext& c) {
  for (const Queue& q : c.program.queues) {
    if (q.origin.poisoned) continue;
    if (q.actions.empty()) c.warning("queue/empty", q.origin.name_span, cat(label(q.origin), " has no action"));
    for (const QueueAction& a : q.actions) {
      if (const auto* w = std::get_if<WriteBuffer>(&a.action)) checkWrite(c, q, *w);
      if (const auto* copy = std::get_if<CopyBuffer>(&a.action)) checkCopy(c, q, a, *copy);
      if (const auto* r = std::get_if<ResolveQuery>(&a.action)) checkResolve(c, q, *r);
    }
  }
  for (const Frame& f : c.program.frames) {
    if (!f.origin.poisoned) checkResolveOrder(c, f);
  }
}

}  // namespace pngine::program
