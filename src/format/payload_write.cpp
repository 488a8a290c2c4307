// Lays a payload out: tables first (they do not depend on addresses), then the bytecode's length, then offsets, then
// the addresses of blobs and strings, then the bytecode itself and an executor fitted to the result.
#include <algorithm>
#include <map>

#include "base/text.h"
#include "executor/image.h"
#include "format/bytecode_write.h"
#include "format/payload.h"
#include "format/stream.h"

namespace pngine::format {
namespace {

using Kind = Error::Kind;
std::unexpected<Error> refuse(std::string message, Kind kind = Kind::bad_program) {
  return std::unexpected(Error{kind, std::move(message)});
}

// ---- checks of what the compiler hands over ----

uint32_t widthOf(Fixup::Kind kind) { return kind == Fixup::Kind::pool ? 2 : 4; }

std::expected<void, Error> checkFixup(const Fixup& f, const CommandList& list, const CommandProgram& program) {
  if (uint64_t{f.at} + widthOf(f.kind) > list.bytes.size()) return refuse("a fixup lies outside its commands");
  switch (f.kind) {
    case Fixup::Kind::data:
      return f.blob < program.blobs.size() ? std::expected<void, Error>{} : refuse(cat("no blob has id ", f.blob));
    case Fixup::Kind::string:
      return f.blob < program.strings.size() ? std::expected<void, Error>{} : refuse(cat("no string has id ", f.blob));
    case Fixup::Kind::pool:
      if (f.size < 1 || f.size > 255) return refuse(cat("a pool of ", f.size, " instances is outside 1 to 255"));
      return {};
    case Fixup::Kind::grid_x:
    case Fixup::Kind::grid_y:
      if (f.size < 1 || f.size > 65536) return refuse(cat("a workgroup size of ", f.size, " is outside 1 to 65536"));
      return {};
  }
  return refuse("unknown kind of fixup");
}

std::expected<void, Error> checkList(const CommandList& list, const CommandProgram& program, bool dynamic) {
  for (const Fixup& f : list.fixups) {
    if (!dynamic && f.kind != Fixup::Kind::data && f.kind != Fixup::Kind::string) {
      return refuse("commands of the load cannot depend on the frame");
    }
    if (auto ok = checkFixup(f, list, program); !ok) return ok;
  }
  return {};
}

/// The stream's count is a u16; more must be refused here, since the executor could only wrap it.
std::expected<void, Error> checkCount(uint64_t count, std::string_view what) {
  if (count <= kMaxStreamCommands) return {};
  return refuse(cat(what, " takes ", count, " commands, and a command buffer holds at most 65535"), Kind::too_large);
}

std::expected<void, Error> checkProgram(const CommandProgram& program) {
  if (program.blobs.size() > 65534) {
    return refuse(cat(program.blobs.size(), " distinct blobs, and a payload holds at most 65534"), Kind::too_large);
  }
  if (auto ok = checkList(program.load, program, false); !ok) return ok;
  if (auto ok = checkCount(program.load.count, "loading"); !ok) return ok;
  for (const FrameProgram& frame : program.frames) {
    uint64_t count = 0;
    for (const Segment& s : frame.segments) {
      count += s.commands.count;
      if (auto ok = checkList(s.commands, program, true); !ok) return ok;
    }
    if (auto ok = checkCount(count, cat("frame ", frame.name)); !ok) return ok;
  }
  if (program.uniforms.size() > 256) {
    return refuse(cat(program.uniforms.size(), " uniform bindings, and a payload holds at most 256"), Kind::too_large);
  }
  if (program.limits.size() > 64) return refuse("more than 64 limits", Kind::too_large);
  return {};
}

// ---- tables ----

/// Strings in order of first use, each once; at most 65,535 bytes of text.
class StringTable {
 public:
  /// The id, or nothing when the text no longer fits.
  std::optional<uint16_t> intern(std::string_view text) {
    if (const auto found = ids_.find(text); found != ids_.end()) return found->second;
    if (size_ + text.size() > 65535 || starts_.size() >= 65535) return {};
    return append(text);
  }
  /// Keeps the order of the ids given by the compiler, repeats included.
  std::optional<uint16_t> append(std::string_view text) {
    if (size_ + text.size() > 65535 || starts_.size() >= 65535) return {};
    const auto id = static_cast<uint16_t>(starts_.size());
    ids_.emplace(text, id);
    starts_.push_back(static_cast<uint16_t>(size_));
    texts_.push_back(text);
    size_ += text.size();
    return id;
  }
  Bytes bytes() const {
    ByteWriter out;
    out.u16(static_cast<uint16_t>(starts_.size()));
    for (uint16_t start : starts_) out.u16(start);
    for (std::string_view text : texts_) out.u16(static_cast<uint16_t>(text.size()));
    for (std::string_view text : texts_) out.text(text);
    return out.take();
  }
  /// Offset of a string inside the table.
  uint32_t offsetOf(size_t id) const { return static_cast<uint32_t>(2 + 4 * starts_.size() + starts_[id]); }

 private:
  std::map<std::string_view, uint16_t> ids_;
  std::vector<uint16_t> starts_;
  std::vector<std::string_view> texts_;
  size_t size_ = 0;
};

struct DataSection {
  Bytes bytes;
  std::vector<uint32_t> offsets;  ///< of each blob inside the section
};
DataSection makeData(const std::vector<Bytes>& blobs) {
  DataSection out;
  ByteWriter w;
  w.u16(static_cast<uint16_t>(blobs.size()));
  uint32_t at = 0;
  const auto head = static_cast<uint32_t>(2 + 8 * blobs.size());
  for (const Bytes& blob : blobs) {
    w.u32(at).u32(static_cast<uint32_t>(blob.size()));
    out.offsets.push_back(head + at);
    at += static_cast<uint32_t>(blob.size());
  }
  for (const Bytes& blob : blobs) w.raw(blob);
  out.bytes = w.take();
  return out;
}

void writeVarint(ByteWriter& out, uint32_t value) {
  if (value < 0x80) {
    out.u8(static_cast<uint8_t>(value));
  } else if (value < 0x4000) {
    out.u8(static_cast<uint8_t>(0x80 | value >> 8)).u8(static_cast<uint8_t>(value));
  } else {
    out.u8(static_cast<uint8_t>(0xC0 | value >> 24)).u8(static_cast<uint8_t>(value >> 16));
    out.u8(static_cast<uint8_t>(value >> 8)).u8(static_cast<uint8_t>(value));
  }
}

/// Rows past 1024, which readers refuse, are left out: nothing plays by this table.
Bytes makeShaderTable(const std::vector<uint32_t>& blobs) {
  ByteWriter out;
  const size_t count = std::min<size_t>(blobs.size(), 1024);
  writeVarint(out, static_cast<uint32_t>(count));
  for (size_t i = 0; i < count; ++i) {
    writeVarint(out, blobs[i]);
    out.u8(0);
  }
  return out.take();
}

/// One binding; nothing when a name no longer fits the string table.
std::optional<Bytes> makeBinding(const UniformBinding& b, StringTable& strings) {
  ByteWriter out;
  const auto name = strings.intern(b.name);
  if (!name || b.fields.size() > 64) return {};
  out.u16(b.buffer).u16(*name).u8(b.group).u8(b.binding).u16(static_cast<uint16_t>(b.fields.size()));
  uint16_t slot = 0;
  for (const UniformField& f : b.fields) {
    const auto path = strings.intern(f.path);
    if (!path) return {};
    out.u16(slot++).u16(*path).u16(f.offset).u16(f.size).u8(f.type).u8(f.elements);
  }
  return out.take();
}

Bytes makeUniforms(const std::vector<UniformBinding>& uniforms, StringTable& strings) {
  ByteWriter rows;
  uint16_t count = 0;
  for (const UniformBinding& b : uniforms) {
    if (const auto row = makeBinding(b, strings)) {
      rows.raw(*row);
      ++count;
    }
  }
  ByteWriter out;
  out.u16(count).raw(rows.bytes());
  return out.take();
}

std::expected<Bytes, Error> makeLimits(const std::vector<RequiredLimit>& limits, StringTable& strings) {
  if (limits.empty()) return Bytes{};
  ByteWriter out;
  out.u8(static_cast<uint8_t>(limits.size()));
  for (const RequiredLimit& l : limits) {
    const auto name = strings.intern(webgpu::limitInfo(l.limit).member);
    if (!name) return refuse("the string table has no room for the names of limits", Kind::too_large);
    out.u16(*name).u64(l.value);
  }
  return out.take();
}

Bytes makeNames(const std::vector<ResourceName>& names) {
  if (names.empty()) return {};
  ByteWriter out;
  const size_t count = std::min<size_t>(names.size(), 65535);
  out.u16(static_cast<uint16_t>(count));
  for (size_t i = 0; i < count; ++i) {
    const std::string_view name = std::string_view(names[i].name).substr(0, 255);
    out.u8(static_cast<uint8_t>(names[i].kind)).u16(names[i].id).u8(static_cast<uint8_t>(name.size())).text(name);
  }
  return out.take();
}

struct Tables {
  StringTable names;
  Bytes strings, shaders, uniforms, limits, resource_names;
  DataSection data;
};
std::expected<Tables, Error> makeTables(const CommandProgram& program) {
  Tables t;
  for (const std::string& s : program.strings) {
    if (!t.names.append(s)) return refuse("the string table holds at most 65535 bytes of text", Kind::too_large);
  }
  auto limits = makeLimits(program.limits, t.names);
  if (!limits) return std::unexpected(limits.error());
  t.limits = std::move(*limits);
  t.uniforms = makeUniforms(program.uniforms, t.names);
  t.strings = t.names.bytes();
  t.shaders = makeShaderTable(program.shader_blobs);
  t.resource_names = makeNames(program.names);
  t.data = makeData(program.blobs);
  return t;
}

// ---- the whole ----

struct Offsets {
  uint32_t bytecode, strings, data, wgsl, uniforms, animation, limits, total;
};
Offsets layOut(uint32_t executor_size, size_t bytecode_size, const Tables& t) {
  Offsets o{};
  uint32_t at = kPayloadHeader + executor_size;
  const auto next = [&at](size_t size) {
    const uint32_t here = at;
    at += static_cast<uint32_t>(size);
    return here;
  };
  o.bytecode = next(bytecode_size);
  o.strings = next(t.strings.size());
  o.data = next(t.data.bytes.size());
  o.wgsl = next(t.shaders.size());
  o.uniforms = next(t.uniforms.size());
  o.animation = next(1);
  o.limits = next(t.limits.size());
  next(t.resource_names.size());
  o.total = at;
  return o;
}

Addresses addressesOf(const Offsets& o, const Tables& t, size_t strings) {
  Addresses a;
  const executor::Layout layout = executor::layoutFor(o.data, o.total);
  for (uint32_t offset : t.data.offsets) a.blobs.push_back(layout.data + offset);
  for (size_t i = 0; i < strings; ++i) {
    a.strings.push_back(executor::kHeadAddress + o.strings + t.names.offsetOf(i));
  }
  return a;
}

void writeHeader(ByteWriter& out, const CommandProgram& program, const Offsets& o, const Tables& t,
                 uint32_t executor_size) {
  const bool limits = !t.limits.empty();
  const int flags = (executor_size != 0 ? 1 : 0) | (limits ? 4 : 0) | (program.premultiplied_canvas ? 8 : 0) |
                    (t.resource_names.empty() ? 0 : 16);
  out.text("PNGB").u16(0).u16(static_cast<uint16_t>(flags)).u8(program.plugins | 1).u24(limits ? o.limits : 0);
  out.u32(executor_size != 0 ? kPayloadHeader : 0).u32(executor_size);
  out.u32(o.strings).u32(o.data).u32(o.wgsl).u32(o.uniforms).u32(o.animation);
}

uint64_t roughSize(const CommandProgram& program) {
  uint64_t size = program.load.bytes.size();
  for (const Bytes& blob : program.blobs) size += blob.size();
  for (const FrameProgram& f : program.frames) {
    for (const Segment& s : f.segments) size += s.commands.bytes.size();
  }
  return size;
}

}  // namespace

std::expected<Bytes, Error> writePayload(const CommandProgram& program, const WriteOptions& options) {
  const uint64_t rough = roughSize(program);
  if (rough > kMaxPayload - (1u << 20)) {
    return refuse(cat("the program takes ", rough, " bytes, and a payload holds at most 64 MiB"), Kind::too_large);
  }
  if (auto ok = checkProgram(program); !ok) return std::unexpected(ok.error());
  const auto tables = makeTables(program);
  if (!tables) return std::unexpected(tables.error());

  static const FrameProgram kNoFrame;
  const FrameProgram& frame = program.frames.empty() ? kNoFrame : program.frames.front();
  const unsigned features = options.executor ? featuresOf(frame) : executor::kAllFeatures;
  const uint32_t executor_size = options.executor ? executor::imageSize(features) : 0;
  const Addresses zeros{std::vector<uint32_t>(program.blobs.size()), std::vector<uint32_t>(program.strings.size())};
  const size_t bytecode_size = encodeBytecode(program.load, frame, features, zeros).size();
  const Offsets o = layOut(executor_size, bytecode_size, *tables);
  if (o.total > kMaxPayload) return refuse("the payload is larger than 64 MiB", Kind::too_large);
  if (!tables->limits.empty() && o.limits > 0xFFFFFF) {
    return refuse("a payload above 16 MiB cannot ask for device limits", Kind::too_large);
  }

  ByteWriter out;
  writeHeader(out, program, o, *tables, executor_size);
  if (options.executor) out.raw(executor::fitImage(features, executor::layoutFor(o.data, o.total)));
  out.raw(encodeBytecode(program.load, frame, features, addressesOf(o, *tables, program.strings.size())));
  out.raw(tables->strings).raw(tables->data.bytes).raw(tables->shaders).raw(tables->uniforms).u8(0);
  out.raw(tables->limits).raw(tables->resource_names);
  return out.take();
}

std::expected<Bytes, Error> executorFor(const PayloadView& payload) {
  if (!payload.executor.empty()) return Bytes(payload.executor.begin(), payload.executor.end());
  if (payload.bytes.size() > kMaxPayload) return refuse("the payload is larger than 64 MiB", Kind::too_large);
  const auto total = static_cast<uint32_t>(payload.bytes.size());
  return executor::fitImage(executor::kAllFeatures, executor::layoutFor(payload.data_offset, total));
}

}  // namespace pngine::format
