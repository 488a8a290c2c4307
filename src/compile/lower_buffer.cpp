// Lowering of buffers: where their size and first bytes come from, and what usage that asks for.
#include "compile/lowering.h"
#include "compile/wasm_module.h"

namespace pngine::compile {
namespace {

using program::Buffer;
using webgpu::BufferUsage;

constexpr uint32_t kMaxFileBuffer = 32u << 20;
/// Name of the function that is added to a data module which has to run at load.
constexpr std::string_view kAddressFunction = "pngine_data";

constexpr uint32_t bit(BufferUsage u) { return static_cast<uint32_t>(u); }

void contract(Lowering& l, Span span, std::string what) {
  l.error("buffer/wasm-contract", span, cat(l.self(), " :file ", what))
      .notes.push_back(
          {std::nullopt,
           "a data module exports a memory `m`, an immutable i32 global `l` (its byte length), and optionally "
           "a global `s` (the start, 0 when absent) and a function `gen` without parameters"});
}

/// A data module: constant segments become plain bytes now; `gen` or a start function has to run at load.
void fillFromFile(Lowering& l, Buffer& buffer) {
  const std::optional<Bytes> bytes = l.file("buffer/wasm-unreadable", buffer.file);
  if (!bytes) return;
  const Span span = buffer.file.span;
  const std::optional<WasmModule> module = readWasm(*bytes);
  if (!module) return contract(l, span, "is not a WebAssembly module of version 1");
  const std::optional<int32_t> length = module->constant("l");
  if (!length || *length < 0) return contract(l, span, "exports no constant, non-negative i32 global `l`");
  std::optional<int32_t> start = 0;
  if (module->find("s", WasmExport::Kind::global) != nullptr) start = module->constant("s");
  if (!start || *start < 0) return contract(l, span, "exports a global `s` that is not a constant, non-negative i32");
  if (module->find("m", WasmExport::Kind::memory) == nullptr) return contract(l, span, "exports no memory `m`");
  const uint32_t size = static_cast<uint32_t>(*length);
  if (size > kMaxFileBuffer) return contract(l, span, cat("has ", size, " bytes, and the most is ", kMaxFileBuffer));
  buffer.size = {size, span};
  if (size % 4 != 0) {
    l.error("buffer/init-multiple", span,
            cat(l.self(), " :file gives ", size,
                " bytes (its global `l`), and initial bytes are written in multiples of 4"))
        .notes.push_back({std::nullopt, cat("let the module say ", (size + 3) / 4 * 4)});
    return;
  }
  buffer.wire_usage |= bit(BufferUsage::copy_dst);
  const WasmExport* gen = module->find("gen", WasmExport::Kind::function);
  if (gen == nullptr && !module->has_start && module->memory_is_plain && !module->has_imports) {
    buffer.file_bytes = module->initialBytes(static_cast<uint32_t>(*start), size);
    return;
  }
  if (gen != nullptr && gen->parameters != 0) return contract(l, span, "exports a `gen` that takes parameters");
  const std::optional<std::string_view> call = gen == nullptr ? std::nullopt : std::optional<std::string_view>("gen");
  std::optional<Bytes> extended = withAddressFunction(*bytes, kAddressFunction, call, *start);
  if (!extended) return contract(l, span, "has to run at load, but it has no code that can be called");
  buffer.file_module = std::move(*extended);
}

/// :data and :index-of: bytes that the compiler knows.
void fillFromData(Lowering& l, Buffer& buffer) {
  using Source = program::Data::Source;
  const program::Data* index_of = soundAt(l.program.data, buffer.index_of.value);
  const program::Data* data = soundAt(l.program.data, buffer.data.value);
  // Without the bytes that failed the size is not known, and whatever depends on it would only repeat that.
  const bool lost = (buffer.index_of.value != kNone && index_of == nullptr) ||
                    (buffer.data.value != kNone && data == nullptr && !buffer.size.written());
  if (lost) l.poison();
  const bool indexed = index_of != nullptr && !index_of->indices.empty();
  if (indexed) {
    if (buffer.size.written()) {
      l.warning("buffer/index-of-size", buffer.size.span,
                cat(l.self(), " :size is ", buffer.size.value, ", but :index-of decides: ", index_of->indices.size(),
                    " bytes"))
          .notes.push_back({std::nullopt, "leave :size out"});
    }
    buffer.size = {static_cast<uint32_t>(index_of->indices.size()), buffer.index_of.span};
    buffer.effective_index_format = index_of->index_format;
    if (index_of->indices.size() % 4 != 0) {
      l.error("buffer/init-multiple", buffer.index_of.span,
              cat(l.self(), " :index-of gives ", index_of->indices.size(),
                  " bytes of indices, and initial bytes are written in multiples of 4"));
    }
    buffer.wire_usage |= bit(BufferUsage::copy_dst);
  }
  if (data == nullptr) return;
  const uint64_t bytes = data->source == Source::wasm ? data->returned_bytes : data->bytes.size();
  const bool raw = data->source != Source::file;  // image files have no byte length; the rules refuse them here
  if (!indexed && !buffer.size.written() && raw) buffer.size = {static_cast<uint32_t>(bytes), buffer.data.span};
  if (!indexed && raw && bytes % 4 != 0) {
    l.error("buffer/init-multiple", buffer.data.span,
            cat(l.self(), " :data `", data->origin.name, "` has ", bytes,
                " bytes, and initial bytes are written in multiples of 4"));
  }
  buffer.wire_usage |= bit(BufferUsage::copy_dst);
}

void checkMapping(Lowering& l, const Buffer& buffer) {
  const uint32_t usage = buffer.usage.value;
  const bool read = (usage & bit(BufferUsage::map_read)) != 0;
  const bool write = (usage & bit(BufferUsage::map_write)) != 0;
  if (read && write) {
    l.error("buffer/map-both", buffer.usage.span, cat(l.self(), " :usage has both map-read and map-write"));
    return;
  }
  if (!read && !write) return;
  const BufferUsage companion = read ? BufferUsage::copy_dst : BufferUsage::copy_src;
  const uint32_t allowed = bit(read ? BufferUsage::map_read : BufferUsage::map_write) | bit(companion);
  std::vector<std::string_view> extra;
  for (const webgpu::EnumMember& m : webgpu::members(webgpu::EnumId::BufferUsage)) {
    if ((usage & m.code & ~allowed) != 0) extra.push_back(m.text);
  }
  if (extra.empty()) return;
  l.error("buffer/map-combination", buffer.usage.span,
          cat(l.self(), " :usage joins ", read ? "map-read" : "map-write", " with ", listed(extra, "and"),
              "; the only usage allowed beside it is ", webgpu::name(companion)))
      .notes.push_back(
          {std::nullopt, read ? "compute into a [storage copy-src] buffer, then copy-buffer-to-buffer into this one"
                              : "copy from this buffer into the one that the shader uses"});
}

/// A data module decides alone about its buffer.
void warnBesideFile(Lowering& l, const Form& form) {
  for (const auto& [id, key] :
       {std::pair{PropId::buffer__size, ":size"}, std::pair{PropId::buffer__data, ":data"},
        std::pair{PropId::buffer__index_of, ":index-of"}, std::pair{PropId::buffer__pool, ":pool"}}) {
    const Value* value = form.find(id);
    if (value == nullptr) continue;
    l.warning("buffer/file-exclusive", value->span, cat(l.self(), " ", key, " has no effect beside :file"))
        .notes.push_back({std::nullopt, "the data module alone decides size and contents; leave the key out"});
  }
}

}  // namespace

void lowerBuffer(Lowering& l, const Form& form, Index index) {
  Buffer& buffer = l.program.buffers[index];
  buffer.usage = l.flags(form, PropId::buffer__usage);
  buffer.wire_usage = buffer.usage.value;
  buffer.size = l.u32(form, PropId::buffer__size);
  buffer.data = l.ref(form, PropId::buffer__data);
  buffer.index_of = l.ref(form, PropId::buffer__index_of);
  buffer.file = l.text(form, PropId::buffer__file);
  buffer.index_format = l.enumOr(form, PropId::buffer__index_format, webgpu::IndexFormat::uint16);
  buffer.pool = l.u32(form, PropId::buffer__pool, 1);
  if (buffer.index_format.written()) buffer.effective_index_format = buffer.index_format.value;
  checkMapping(l, buffer);
  if (buffer.file.written()) {
    warnBesideFile(l, form);
    buffer.size = {};
    buffer.data = buffer.index_of = {kNone, {}};
    buffer.pool = {1, {}};
    fillFromFile(l, buffer);
    return;
  }
  const bool sized = buffer.size.written();
  fillFromData(l, buffer);
  if (!sized && !buffer.size.written() && !buffer.data.written() && !buffer.index_of.written()) {
    l.error("buffer/no-size", form.head, cat(l.self(), " has no size; give it :size, :data, :index-of or :file"));
  }
}

}  // namespace pngine::compile
