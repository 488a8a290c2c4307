// The strict loader: every offset and every table entry is checked before anything refers to it.
#include <algorithm>

#include "base/text.h"
#include "format/payload.h"

namespace pngine::format {
namespace {

using Kind = Error::Kind;
std::unexpected<Error> bad(std::string message, Kind kind = Kind::bad_payload) {
  return std::unexpected(Error{kind, std::move(message)});
}

constexpr uint32_t kMaxShaders = 1024, kMaxDependencies = 64, kMaxBindings = 256, kMaxFields = 64, kMaxLimits = 64;

/// Offsets of the header, in the order of the sections.
struct Sections {
  uint32_t bytecode = 0, strings = 0, data = 0, wgsl = 0, uniforms = 0, animation = 0, limits = 0;
  uint32_t executor = 0, executor_length = 0;
};

std::expected<Sections, Error> readHeader(ByteView bytes, PayloadView& out) {
  ByteReader in(bytes);
  if (bytes.size() < kPayloadHeader) {
    return bad(cat("a payload of ", bytes.size(), " bytes is shorter than its header of 40 bytes"), Kind::truncated);
  }
  if (asText(in.take(4)) != "PNGB") return bad("the payload does not start with PNGB");
  if (const uint16_t version = in.u16(); version != 0) {
    return bad(cat("payload version ", version, " is not one that this reader knows (0)"), Kind::bad_version);
  }
  out.flags = in.u16();
  out.plugins = in.u8();
  Sections s;
  s.limits = in.u24();
  s.executor = in.u32(), s.executor_length = in.u32();
  s.strings = in.u32(), s.data = in.u32(), s.wgsl = in.u32(), s.uniforms = in.u32(), s.animation = in.u32();
  const bool embedded = (out.flags & 1) != 0 && s.executor_length > 0;
  if (!embedded) s.executor = s.executor_length = 0;
  if (embedded && s.executor < kPayloadHeader) return bad("the embedded executor starts inside the header");
  const uint64_t start = embedded ? uint64_t{s.executor} + s.executor_length : kPayloadHeader;
  const uint64_t end = (out.flags & 4) != 0 ? s.limits : bytes.size();
  const std::array<uint64_t, 8> order = {start, s.strings, s.data, s.wgsl, s.uniforms, s.animation, end, bytes.size()};
  if (!std::ranges::is_sorted(order)) return bad("the payload's sections are not in order or run past its end");
  s.bytecode = static_cast<uint32_t>(start);
  return s;
}

std::expected<void, Error> readStrings(ByteView section, PayloadView& out) {
  ByteReader in(section);
  const uint16_t count = in.u16();
  std::vector<std::pair<uint16_t, uint16_t>> ranges(count);
  for (auto& r : ranges) r.first = in.u16();
  for (auto& r : ranges) r.second = in.u16();
  if (!in.ok()) return bad("the string table is cut off");
  const ByteView text = in.take(in.left());
  for (const auto& [start, length] : ranges) {
    if (size_t{start} + length > text.size()) return bad("a string lies outside the string table");
    out.strings.push_back(asText(text.subspan(start, length)));
  }
  return {};
}

std::expected<void, Error> readData(ByteView section, PayloadView& out) {
  ByteReader in(section);
  const uint16_t count = in.u16();
  std::vector<std::pair<uint32_t, uint32_t>> ranges(count);
  for (auto& r : ranges) r = {in.u32(), in.u32()};
  if (!in.ok()) return bad("the data section is cut off");
  const ByteView blobs = in.take(in.left());
  uint64_t total = 0;
  for (const auto& [offset, length] : ranges) {
    total += length;
    if (uint64_t{offset} + length > blobs.size()) return bad("a blob lies outside the data section");
    out.data.push_back(blobs.subspan(offset, length));
  }
  if (total > section.size()) return bad("the data section's blobs overlap");
  return {};
}

uint32_t readVarint(ByteReader& in) {
  const uint32_t first = in.u8();
  if (first < 0x80) return first;
  const uint32_t second = in.u8();
  if (first < 0xC0) return (first & 0x3F) << 8 | second;
  const uint32_t third = in.u8();
  return (first & 0x3F) << 24 | second << 16 | third << 8 | in.u8();
}

std::expected<void, Error> readShaders(ByteView section, PayloadView& out) {
  ByteReader in(section);
  const uint32_t count = readVarint(in);
  if (count > kMaxShaders) return bad(cat("the WGSL table announces ", count, " modules (at most 1024)"));
  for (uint32_t i = 0; i < count; ++i) {
    PayloadView::Shader shader;
    shader.data = readVarint(in);
    const uint32_t dependencies = readVarint(in);
    if (dependencies > kMaxDependencies) return bad("a module of the WGSL table has more than 64 dependencies");
    for (uint32_t k = 0; k < dependencies; ++k) {
      shader.dependencies.push_back(readVarint(in));
      if (shader.dependencies.back() >= count) return bad("a dependency of the WGSL table names no module");
    }
    if (!in.ok() || shader.data >= out.data.size()) return bad("a module of the WGSL table names no blob");
    out.shaders.push_back(std::move(shader));
  }
  return in.ok() ? std::expected<void, Error>{} : bad("the WGSL table is cut off");
}

std::string stringOf(const PayloadView& out, uint16_t id) {
  return id < out.strings.size() ? std::string(out.strings[id]) : cat("field_", id);
}

std::expected<void, Error> readUniforms(ByteView section, PayloadView& out) {
  ByteReader in(section);
  const uint16_t count = in.u16();
  if (count > kMaxBindings) return bad(cat("the uniform table announces ", count, " bindings (at most 256)"));
  for (uint16_t i = 0; i < count; ++i) {
    UniformBinding b;
    b.buffer = in.u16();
    b.name = stringOf(out, in.u16());
    b.group = in.u8(), b.binding = in.u8();
    const uint16_t fields = in.u16();
    if (fields > kMaxFields) return bad("a binding of the uniform table has more than 64 fields");
    for (uint16_t k = 0; k < fields; ++k) {
      in.u16();  // place in name order, which the order of the list repeats
      UniformField f;
      f.path = stringOf(out, in.u16());
      f.offset = in.u16(), f.size = in.u16();
      f.type = in.u8(), f.elements = in.u8();
      b.fields.push_back(std::move(f));
    }
    if (!in.ok()) return bad("the uniform table is cut off");
    out.uniforms.push_back(std::move(b));
  }
  return in.ok() ? std::expected<void, Error>{} : bad("the uniform table is cut off");
}

/// Steps over the animation table, which no payload of ours fills. Its number of scenes; nullopt = cut off.
std::optional<uint32_t> skipAnimation(ByteReader& in) {
  if ((in.u8() & 1) == 0) return in.ok() ? std::optional(0u) : std::nullopt;
  readVarint(in);
  in.u32(), in.u8();
  const uint32_t scenes = readVarint(in);
  if (scenes > 256) return std::nullopt;
  for (uint32_t i = 0; i < scenes; ++i) {
    readVarint(in), readVarint(in);
    in.u32(), in.u32();
  }
  return in.ok() ? std::optional(scenes) : std::nullopt;
}

std::expected<void, Error> readLimits(ByteReader& in, PayloadView& out) {
  const uint8_t count = in.u8();
  if (count > kMaxLimits) return bad(cat("the limits table announces ", count, " limits (at most 64)"));
  for (uint8_t i = 0; i < count; ++i) {
    const uint16_t name = in.u16();
    const uint64_t value = in.u64();
    if (!in.ok()) return bad("the limits table is cut off");
    if (name < out.strings.size()) out.limits.push_back({out.strings[name], value});
  }
  return in.ok() ? std::expected<void, Error>{} : bad("the limits table is cut off");
}

std::expected<void, Error> readNames(ByteReader& in, PayloadView& out) {
  const uint16_t count = in.u16();
  for (uint16_t i = 0; i < count; ++i) {
    const uint8_t kind = in.u8();
    const uint16_t id = in.u16();
    const uint8_t length = in.u8();
    const std::string_view text = asText(in.take(length));
    if (!in.ok()) return bad("the names table is cut off");
    if (kind > static_cast<uint8_t>(ResourceName::Kind::wasm_module)) continue;
    out.names.push_back({static_cast<ResourceName::Kind>(kind), id, std::string(text)});
  }
  return in.ok() ? std::expected<void, Error>{} : bad("the names table is cut off");
}

/// The tables behind the uniform table, two of them optional.
std::expected<void, Error> readTail(ByteView bytes, const Sections& s, PayloadView& out) {
  ByteReader animation(bytes.subspan(s.animation));
  const auto scenes = skipAnimation(animation);
  if (!scenes) return bad("the animation table is cut off");
  out.scenes = *scenes;
  ByteReader tail(bytes.subspan((out.flags & 4) ? s.limits : s.animation + animation.offset()));
  if (out.flags & 4) {
    if (auto r = readLimits(tail, out); !r) return r;
  }
  if (out.flags & 16) return readNames(tail, out);
  return {};
}

}  // namespace

std::expected<PayloadView, Error> readPayload(ByteView bytes) {
  PayloadView out;
  out.bytes = bytes;
  const auto header = readHeader(bytes, out);
  if (!header) return std::unexpected(header.error());
  const Sections& s = *header;
  const auto section = [&](uint32_t from, uint32_t to) { return bytes.subspan(from, to - from); };
  out.executor = bytes.subspan(s.executor, s.executor_length);
  out.bytecode = section(s.bytecode, s.strings);
  out.data_offset = s.data;
  out.wgsl_offset = s.wgsl;
  if (auto r = readStrings(section(s.strings, s.data), out); !r) return std::unexpected(r.error());
  if (auto r = readData(section(s.data, s.wgsl), out); !r) return std::unexpected(r.error());
  if (auto r = readShaders(section(s.wgsl, s.uniforms), out); !r) return std::unexpected(r.error());
  if (auto r = readUniforms(section(s.uniforms, s.animation), out); !r) return std::unexpected(r.error());
  if (auto r = readTail(bytes, s, out); !r) return std::unexpected(r.error());
  return out;
}

std::string_view PayloadView::nameOf(ResourceName::Kind kind, uint16_t id) const {
  for (const ResourceName& n : names) {
    if (n.kind == kind && n.id == id) return n.name;
  }
  return {};
}

}  // namespace pngine::format
