// Rules over (buffer ...): size, usage, mapping, and contents that nothing provides.
#include "program/rule_context.h"

namespace pngine::program {

namespace {

using enum Touch;

struct Subject {
  RuleContext& c;
  const Buffer& b;
  Index index;
  bool touched(std::initializer_list<Touch> touches) const { return c.bufferTouched(index, touches); }
  bool sizeKnown() const { return b.size.written(); }
};

void checkSize(const Subject& s) {
  const Span place = placeOf(s.b.size.span, s.b.origin);
  const uint64_t most = effectiveLimit(s.c.program, Limit::max_buffer_size);
  const uint64_t size = s.b.size.value;
  if (!s.sizeKnown()) return;
  if (size > most)
    s.c.error("buffer/size-limit", place,
              cat(label(s.b.origin), " :size is ", size, " bytes; a buffer has at most ", most))
        .notes.push_back({std::nullopt, raiseHint(Limit::max_buffer_size, size)});
  if (size != 0) return;
  const bool used = !s.c.bufferUses(s.index).empty();
  std::string text = cat(label(s.b.origin), " has a size of 0 bytes");
  if (used)
    s.c.error("buffer/size-zero", place, cat(text, " but is used"));
  else
    s.c.warning("buffer/size-zero", place, std::move(text));
}

// Writes, copies and index reads go in units of 4 bytes.
void checkAligned(const Subject& s) {
  const uint32_t size = s.b.size.value;
  if (!s.sizeKnown() || size % 4 == 0) return;
  const bool filled = RuleContext::hasInitialContents(s.b);
  if (!filled && !s.touched({write, copy_source, copy_destination, index, indirect})) return;
  s.c.error("buffer/size-unaligned", placeOf(s.b.size.span, s.b.origin),
            cat(label(s.b.origin), " :size is ", size, ", which is no multiple of 4, and the buffer is ",
                filled ? "filled at load" : "written, copied, or read as indices or arguments"))
      .notes.push_back({std::nullopt, cat("the next possible size is ", (uint64_t{size} + 3) / 4 * 4)});
}

uint64_t lengthOf(const Data& d) { return d.source == Data::Source::wasm ? d.returned_bytes : d.bytes.size(); }

void checkData(const Subject& s) {
  const Data* d = s.c.data(s.b.data.value);
  if (d == nullptr) return;
  if (d->source == Data::Source::file) {
    s.c.error("data/image-as-bytes", s.b.data.span,
              cat(label(s.b.origin), " :data names ", label(d->origin),
                  ", whose :file is a picture, not bytes of a buffer"))
        .notes.push_back({d->origin.name_span, "only image-bitmap can use it"});
    return;
  }
  const Data* indexed = s.c.data(s.b.index_of.value);
  if (indexed != nullptr && !indexed->indices.empty()) return;  // then :data is not stored, which is told elsewhere
  if (s.sizeKnown() && s.b.size.value < lengthOf(*d))
    s.c.error("buffer/smaller-than-data", placeOf(s.b.size.span, s.b.origin),
              cat(label(s.b.origin), " has ", s.b.size.value, " bytes but :data ", quoted(d->origin.name), " has ",
                  lengthOf(*d)));
}

void checkUniformFloor(const Subject& s) {
  const uint32_t size = s.b.size.value;
  if (!s.c.options.validate || !s.sizeKnown() || size == 0 || size >= 16 ||
      !hasBit(s.b.usage.value, BufferUsage::uniform))
    return;
  s.c.error("buffer/uniform-floor", placeOf(s.b.size.span, s.b.origin),
            cat(label(s.b.origin), " has usage uniform and ", size, " bytes; a uniform buffer has at least 16"));
}

void checkMapping(const Subject& s) {
  const bool reads = hasBit(s.b.usage.value, BufferUsage::map_read);
  const bool writes = hasBit(s.b.usage.value, BufferUsage::map_write);
  if (writes && RuleContext::hasInitialContents(s.b))
    s.c.error("buffer/map-init", placeOf(s.b.usage.span, s.b.origin),
              cat(label(s.b.origin),
                  " has usage map-write and initial contents, which need copy-dst; the two exclude each other"));
  if (!reads || writes) return;
  if (!hasBit(s.b.wire_usage, BufferUsage::copy_dst)) {
    s.c.warning("buffer/map-read-no-copy-dst", placeOf(s.b.usage.span, s.b.origin),
                cat(label(s.b.origin), " has usage map-read without copy-dst, so nothing can ever fill it"))
        .notes.push_back({std::nullopt, "write :usage [map-read copy-dst]"});
    return;
  }
  if (!s.c.hasFrame()) return;
  for (size_t q = 0; q < s.c.program.queues.size(); ++q) {
    if (!s.c.queuePerformed(static_cast<Index>(q))) continue;
    for (const QueueAction& a : s.c.program.queues[q].actions) {
      const auto* copy = std::get_if<CopyBuffer>(&a.action);
      const auto* write_action = std::get_if<WriteBuffer>(&a.action);
      if (copy != nullptr && copy->destination.value == s.index) return;
      if (write_action != nullptr && write_action->buffer.value == s.index) return;
    }
  }
  s.c.warning("buffer/map-read-never-filled", s.b.origin.name_span,
              cat(label(s.b.origin), " is read back, but no performed queue copies into it"))
      .notes.push_back(
          {std::nullopt, "add (copy-buffer-to-buffer :source ... :destination ...) to a queue that a frame performs"});
}

void checkIndexKeys(const Subject& s) {
  const Data* indexed = s.c.data(s.b.index_of.value);
  if (indexed != nullptr && indexed->indices.empty()) {
    s.c.error("buffer/index-of-not-indexed", s.b.index_of.span,
              cat(label(s.b.origin), " :index-of names ", label(indexed->origin), ", which has no indices"))
        .notes.push_back({std::nullopt, "the indexed shapes are teapot and dragon"});
    return;
  }
  if (indexed != nullptr && s.b.data.written())
    s.c.warning("buffer/index-of-with-data", s.b.data.span,
                cat(label(s.b.origin), " has :index-of and :data; the indices are stored and :data is ignored"))
        .notes.push_back({std::nullopt, "leave :data out, or store it in a buffer of its own"});
  if (indexed != nullptr && s.b.index_format.written())
    s.c.warning("buffer/index-format-redundant", s.b.index_format.span,
                cat(label(s.b.origin), " :index-format ", name(s.b.index_format.value), " is ignored: the indices of ",
                    quoted(indexed->origin.name), " are ", name(indexed->index_format)))
        .notes.push_back({std::nullopt, "leave it out"});
  if (indexed == nullptr && !s.b.index_format.written() && s.touched({index}))
    s.c.warning("buffer/index-format-missing", s.b.origin.name_span,
                cat(label(s.b.origin), " is an index buffer without :index-format, so uint16 is assumed"));
}

bool boundWithoutShader(const Subject& s) { return s.touched({bound}); }

// True when some use needs a usage that the buffer lacks: that is reported there, and an idle usage is only its other
// half.
bool lacksUsage(const Subject& s) {
  const std::pair<Touch, BufferUsage> needs[] = {
      {vertex, BufferUsage::vertex},         {index, BufferUsage::index},
      {indirect, BufferUsage::indirect},     {resolve_destination, BufferUsage::query_resolve},
      {uniform, BufferUsage::uniform},       {storage_read, BufferUsage::storage},
      {storage_write, BufferUsage::storage},
  };
  for (const auto& [touch, usage] : needs) {
    if (s.touched({touch}) && !hasBit(s.b.usage.value, usage)) return true;
  }
  return false;
}

// A usage that no use needs; copies and mapping are left out, since a host may use them.
void checkIdleUsage(const Subject& s) {
  const struct {
    BufferUsage usage;
    std::initializer_list<Touch> touches;
    bool by_binding;
  } rows[] = {
      {BufferUsage::vertex, {vertex}, false},
      {BufferUsage::index, {index}, false},
      {BufferUsage::indirect, {indirect}, false},
      {BufferUsage::query_resolve, {resolve_destination}, false},
      {BufferUsage::uniform, {uniform, bound}, true},
      {BufferUsage::storage, {storage_read, storage_write, bound}, true},
  };
  if (!s.c.hasFrame() || s.c.bufferUses(s.index).empty() || lacksUsage(s)) return;
  for (const auto& row : rows) {
    if (!hasBit(s.b.usage.value, row.usage) || s.c.bufferTouched(s.index, row.touches)) continue;
    if (row.by_binding && (!s.c.options.validate || boundWithoutShader(s))) continue;
    s.c.warning("buffer/usage-unused", placeOf(s.b.usage.span, s.b.origin),
                cat(label(s.b.origin), " has usage ", name(row.usage), ", which nothing needs"));
  }
}

// A buffer that is read although nothing gives it contents. Uniforms can be set by the host.
void checkWritten(const Subject& s) {
  if (!s.c.hasFrame() || RuleContext::hasInitialContents(s.b)) return;
  if (s.touched({write, copy_destination, resolve_destination, storage_write, bound, uniform})) return;
  if (!s.touched({storage_read, vertex, index, indirect})) return;
  s.c.warning("buffer/never-written", s.b.origin.name_span,
              cat(label(s.b.origin), " is read, but nothing initialises or writes it, so it holds zeros"));
}

}  // namespace

void checkBuffers(RuleContext& c) {
  for (Index i = 0; i < c.program.buffers.size(); ++i) {
    const Buffer& b = c.program.buffers[i];
    if (b.origin.poisoned) continue;
    const Subject s{c, b, i};
    checkSize(s);
    checkAligned(s);
    checkData(s);
    checkUniformFloor(s);
    checkMapping(s);
    checkIndexKeys(s);
    if (b.origin.synthesized) continue;
    checkIdleUsage(s);
    if (c.options.validate) checkWritten(s);
  }
}

}  // namespace pngine::program
