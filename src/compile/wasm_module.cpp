// Reading and extending WebAssembly binaries.
#include "compile/wasm_module.h"

#include <algorithm>

namespace pngine::compile {
namespace {

constexpr size_t kMaxGlobals = 64;
enum Section : uint8_t {
  kType = 1,
  kImport = 2,
  kFunction = 3,
  kGlobal = 6,
  kExport = 7,
  kStart = 8,
  kCode = 10,
  kData = 11
};

uint64_t leb(ByteReader& r) {
  uint64_t value = 0;
  for (unsigned shift = 0; shift < 64; shift += 7) {
    const uint8_t b = r.u8();
    value |= uint64_t{b & 0x7Fu} << shift;
    if ((b & 0x80) == 0 || !r.ok()) break;
  }
  return value;
}

int64_t signedLeb(ByteReader& r) {
  int64_t value = 0;
  for (unsigned shift = 0; shift < 63;) {
    const uint8_t b = r.u8();
    value |= static_cast<int64_t>(b & 0x7Fu) << shift;
    shift += 7;
    if ((b & 0x80) == 0 || !r.ok()) {
      if ((b & 0x40) != 0) value |= -(int64_t{1} << shift);
      break;
    }
  }
  return value;
}

void writeLeb(ByteWriter& w, uint64_t v) {
  do {
    const uint8_t b = static_cast<uint8_t>(v & 0x7F);
    v >>= 7;
    w.u8(v != 0 ? static_cast<uint8_t>(b | 0x80) : b);
  } while (v != 0);
}

void writeSignedLeb(ByteWriter& w, int64_t v) {
  while (true) {
    const uint8_t b = static_cast<uint8_t>(v & 0x7F);
    v >>= 7;
    const bool last = (v == 0 && (b & 0x40) == 0) || (v == -1 && (b & 0x40) != 0);
    w.u8(last ? b : static_cast<uint8_t>(b | 0x80));
    if (last) return;
  }
}

std::string nameOf(ByteReader& r) {
  const ByteView bytes = r.take(static_cast<size_t>(std::min<uint64_t>(leb(r), UINT32_MAX)));
  return std::string(asText(bytes));
}

void skipLimits(ByteReader& r) {
  const uint64_t flags = leb(r);
  leb(r);
  if ((flags & 1) != 0) leb(r);
}

/// An initialiser expression: the constant when it is `i32.const n; end`, else skipped up to its `end` as far as the
/// constant instructions go; other instructions make the reader give up.
std::optional<int32_t> initialiser(ByteReader& r, bool& readable) {
  const uint8_t op = r.u8();
  std::optional<int32_t> value;
  switch (op) {
    case 0x41:
      value = static_cast<int32_t>(signedLeb(r));
      break;
    case 0x42:
      signedLeb(r);
      break;
    case 0x43:
      r.skip(4);
      break;
    case 0x44:
      r.skip(8);
      break;
    case 0x23:
    case 0xD2:
      leb(r);
      break;
    case 0xD0:
      r.skip(1);
      break;
    default:
      readable = false;
      return std::nullopt;
  }
  if (r.u8() != 0x0B) {
    readable = false;
    return std::nullopt;
  }
  return value;
}

struct Reader {
  WasmModule module;
  struct Type {
    uint32_t parameters = 0, results = 0;
  };
  std::vector<Type> types_;
  std::vector<uint32_t> function_types;  ///< of the module's own functions
  std::vector<uint32_t> imported_types;

  void types(ByteReader& r) {
    for (uint64_t n = leb(r); n > 0 && r.ok(); --n) {
      if (r.u8() != 0x60) return;  // other kinds of type: parameter counts stay unknown
      Type type;
      type.parameters = static_cast<uint32_t>(leb(r));
      r.skip(type.parameters);
      type.results = static_cast<uint32_t>(leb(r));
      r.skip(type.results);
      types_.push_back(type);
    }
  }
  void imports(ByteReader& r) {
    for (uint64_t n = leb(r); n > 0 && r.ok(); --n) {
      module.has_imports = true;
      nameOf(r);
      nameOf(r);
      switch (r.u8()) {
        case 0:
          imported_types.push_back(static_cast<uint32_t>(leb(r)));
          ++module.imported_functions;
          break;
        case 1:
          r.skip(1);
          skipLimits(r);
          break;
        case 2:
          skipLimits(r);
          break;
        case 3:
          r.skip(2);
          ++module.imported_globals;
          break;
        default:
          r.skip(SIZE_MAX);
          break;
      }
    }
  }
  void globals(ByteReader& r) {
    bool readable = true;
    for (uint64_t n = leb(r); n > 0 && r.ok() && readable && module.globals.size() < kMaxGlobals; --n) {
      const uint8_t type = r.u8();
      const uint8_t is_mutable = r.u8();
      const std::optional<int32_t> value = initialiser(r, readable);
      module.globals.push_back(type == 0x7F && is_mutable == 0 ? value : std::nullopt);
    }
  }
  void exports(ByteReader& r) {
    for (uint64_t n = leb(r); n > 0 && r.ok(); --n) {
      WasmExport e;
      e.name = nameOf(r);
      e.kind = static_cast<WasmExport::Kind>(r.u8());
      e.index = static_cast<uint32_t>(leb(r));
      module.exports.push_back(std::move(e));
    }
  }
  void data(ByteReader& r) {
    bool readable = true;
    for (uint64_t n = leb(r); n > 0 && r.ok() && readable; --n) {
      const uint64_t flags = leb(r);
      if (flags == 2) leb(r);
      const std::optional<int32_t> at = flags == 1 ? std::nullopt : initialiser(r, readable);
      const ByteView bytes = r.take(static_cast<size_t>(leb(r)));
      if (flags != 1 && (flags != 0 || !at)) module.memory_is_plain = false;
      if (at && flags == 0) module.segments.push_back({static_cast<uint32_t>(*at), Bytes(bytes.begin(), bytes.end())});
    }
    if (!readable) module.memory_is_plain = false;
  }
  void finish() {
    for (WasmExport& e : module.exports) {
      if (e.kind != WasmExport::Kind::function) continue;
      const bool imported = e.index < module.imported_functions;
      const std::vector<uint32_t>& types = imported ? imported_types : function_types;
      const size_t at = imported ? e.index : e.index - module.imported_functions;
      if (at >= types.size() || types[at] >= types_.size()) continue;
      e.parameters = types_[types[at]].parameters;
      e.results = types_[types[at]].results;
    }
  }
};

struct RawSection {
  uint8_t id;
  ByteView body;
};

std::optional<std::vector<RawSection>> sections(ByteView bytes) {
  static constexpr uint8_t kMagic[] = {0, 'a', 's', 'm', 1, 0, 0, 0};
  if (bytes.size() < 8 || !std::equal(std::begin(kMagic), std::end(kMagic), bytes.begin())) return std::nullopt;
  ByteReader r(bytes.subspan(8));
  std::vector<RawSection> out;
  while (!r.done()) {
    const uint8_t id = r.u8();
    const ByteView body = r.take(static_cast<size_t>(std::min<uint64_t>(leb(r), UINT32_MAX)));
    if (!r.ok()) return std::nullopt;
    out.push_back({id, body});
  }
  return out;
}

/// A vector section with one more entry: count + 1, then the old entries, then the new one.
Bytes extended(ByteView body, const Bytes& entry, unsigned added = 1) {
  ByteReader r(body);
  const uint64_t count = leb(r);
  ByteWriter w;
  writeLeb(w, count + added);
  w.raw(body.subspan(r.offset()));
  w.raw(entry);
  return w.take();
}

uint64_t countOf(ByteView body) {
  ByteReader r(body);
  return leb(r);
}

}  // namespace

const WasmExport* WasmModule::find(std::string_view name, WasmExport::Kind kind) const {
  for (const WasmExport& e : exports) {
    if (e.kind == kind && e.name == name) return &e;
  }
  return nullptr;
}

std::optional<int32_t> WasmModule::constant(std::string_view name) const {
  const WasmExport* e = find(name, WasmExport::Kind::global);
  if (e == nullptr || e->index < imported_globals || e->index - imported_globals >= globals.size()) return std::nullopt;
  return globals[e->index - imported_globals];
}

Bytes WasmModule::initialBytes(uint32_t start, uint32_t length) const {
  Bytes out(length, 0);
  for (const Segment& s : segments) {
    for (size_t i = 0; i < s.bytes.size(); ++i) {
      const uint64_t at = uint64_t{s.address} + i;
      if (at >= start && at - start < length) out[static_cast<size_t>(at - start)] = s.bytes[i];
    }
  }
  return out;
}

std::optional<WasmModule> readWasm(ByteView bytes) {
  const std::optional<std::vector<RawSection>> all = sections(bytes);
  if (!all) return std::nullopt;
  Reader reader;
  for (const RawSection& s : *all) {
    ByteReader r(s.body);
    switch (s.id) {
      case kType:
        reader.types(r);
        break;
      case kImport:
        reader.imports(r);
        break;
      case kFunction:
        for (uint64_t n = leb(r); n > 0 && r.ok(); --n) reader.function_types.push_back(static_cast<uint32_t>(leb(r)));
        break;
      case kGlobal:
        reader.globals(r);
        break;
      case kExport:
        reader.exports(r);
        break;
      case kStart:
        reader.module.has_start = true;
        break;
      case kData:
        reader.data(r);
        break;
      default:
        break;
    }
    if (!r.ok()) return std::nullopt;
  }
  reader.finish();
  return std::move(reader.module);
}

std::optional<Bytes> withAddressFunction(ByteView bytes, std::string_view name, std::optional<std::string_view> call,
                                         int32_t address) {
  const std::optional<std::vector<RawSection>> all = sections(bytes);
  const std::optional<WasmModule> module = readWasm(bytes);
  if (!all || !module) return std::nullopt;
  const WasmExport* called = call ? module->find(*call, WasmExport::Kind::function) : nullptr;
  const auto has = [&](uint8_t id) {
    return std::ranges::any_of(*all, [id](const RawSection& s) { return s.id == id; });
  };
  if (!has(kType) || !has(kFunction) || !has(kExport) || !has(kCode) || (call && called == nullptr))
    return std::nullopt;
  uint64_t types = 0;
  uint64_t functions = module->imported_functions;
  for (const RawSection& s : *all) {
    if (s.id == kType) types = countOf(s.body);
    if (s.id == kFunction) functions += countOf(s.body);
  }
  // call, a drop for each result, i32.const address, end
  ByteWriter code;
  writeLeb(code, 0);
  if (called != nullptr) {
    code.u8(0x10);
    writeLeb(code, called->index);
    for (uint32_t i = 0; i < std::min(called->results, 16u); ++i) code.u8(0x1A);
  }
  code.u8(0x41);
  writeSignedLeb(code, address);
  code.u8(0x0B);
  ByteWriter body;
  writeLeb(body, code.size());
  body.raw(code.bytes());
  ByteWriter exports;
  writeLeb(exports, name.size());
  exports.text(name).u8(0);
  writeLeb(exports, functions);
  const bool add_memory = module->find("memory", WasmExport::Kind::memory) == nullptr;
  if (add_memory) exports.u8(6).text("memory").u8(2).u8(0);
  ByteWriter index;
  writeLeb(index, types);

  ByteWriter out;
  out.raw(bytes.first(8));
  for (const RawSection& s : *all) {
    Bytes changed(s.body.begin(), s.body.end());
    if (s.id == kType) changed = extended(s.body, Bytes{0x60, 0, 1, 0x7F});
    if (s.id == kFunction) changed = extended(s.body, index.bytes());
    if (s.id == kExport) changed = extended(s.body, exports.bytes(), add_memory ? 2 : 1);
    if (s.id == kCode) changed = extended(s.body, body.bytes());
    out.u8(s.id);
    writeLeb(out, changed.size());
    out.raw(changed);
  }
  return out.take();
}

}  // namespace pngine::compile
