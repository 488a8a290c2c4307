// Decoding and encoding of the command stream, both driven by commands.def: one overload per field type, no code per
// command except the two whose early widths differ.
#include "format/stream.h"

#include <cmath>

#include "base/text.h"

namespace pngine::format {
namespace {

using namespace wire;

std::string hexByte(uint8_t value) {
  constexpr std::string_view digits = "0123456789abcdef";
  return {'0', 'x', digits[value >> 4], digits[value & 15]};
}

/// Reads fields; the first problem sticks in `problem()`.
class FieldReader {
 public:
  FieldReader(ByteView bytes, uint64_t memory_size) : bytes_(bytes), memory_size_(memory_size) {}

  void read(u8& v) { v = bytes_.u8(); }
  void read(u16& v) { v = bytes_.u16(); }
  void read(u32& v) { v = bytes_.u32(); }
  void read(i32& v) { v = bytes_.i32(); }
  void read(f32& v) { v = bytes_.f32(); }
  void read(Desc& v) {
    v = {bytes_.u32(), bytes_.u32()};
    if (v.len != 0 && uint64_t{v.ptr} + v.len > memory_size_) fail(StreamError::Kind::blob);
  }
  void read(BundleList& v) {
    v.count = counted(kMaxBundles);
    for (u8 i = 0; i < v.count; ++i) read(v.ids[i]);
  }
  void read(TargetList& v) {
    v.count = counted(kMaxTargets);
    for (u8 i = 0; i < v.count; ++i) {
      Target& t = v.items[i];
      readTargetHead(t);
      t.r = bytes_.f32(), t.g = bytes_.f32(), t.b = bytes_.f32(), t.a = bytes_.f32();
    }
  }
  void read(TargetList8& v) {
    v.count = counted(kMaxTargets);
    for (u8 i = 0; i < v.count; ++i) {
      Target& t = v.items[i];
      readTargetHead(t);
      t.r = channel(), t.g = channel(), t.b = channel(), t.a = channel();
    }
  }
  void read(ArgBytes& v) {
    v.count = bytes_.u8();
    const ByteView args = bytes_.take(v.count);
    std::copy(args.begin(), args.end(), v.bytes);
  }

  std::optional<StreamError::Kind> problem() const {
    if (!problem_ && !bytes_.ok()) return StreamError::Kind::truncated;
    return problem_;
  }
  bool done() const { return bytes_.done(); }
  uint32_t offset() const { return static_cast<uint32_t>(bytes_.offset()); }

 private:
  void readTargetHead(Target& t) {
    read(t.texture);
    read(t.load);
    read(t.store);
  }
  f32 channel() { return static_cast<f32>(bytes_.u8()) / 255.0f; }
  /// A count above its cap reads as 0, so that no list is written past its end.
  u8 counted(uint32_t cap) {
    const u8 n = bytes_.u8();
    if (n <= cap) return n;
    fail(StreamError::Kind::bad_count);
    return 0;
  }
  void fail(StreamError::Kind kind) {
    if (!problem_) problem_ = kind;
  }
  ByteReader bytes_;
  uint64_t memory_size_;
  std::optional<StreamError::Kind> problem_;
};

template <class C>
void readFields(FieldReader& in, C& c, StreamLayout) {
  // The fields are read through a non-const view of what forEachField hands out: one list of fields, one order.
  forEachField(c, [&](std::string_view, const auto& field) {
    in.read(const_cast<std::remove_cvref_t<decltype(field)>&>(field));
  });
}
void readFields(FieldReader& in, command::CreateBuffer& c, StreamLayout layout) {
  in.read(c.id);
  in.read(c.size);
  if (layout == StreamLayout::current) return in.read(c.usage);
  u8 usage = 0;
  in.read(usage);
  c.usage = usage;
}
void readFields(FieldReader& in, command::BeginRenderPass8& c, StreamLayout layout) {
  in.read(c.color);
  in.read(c.load);
  in.read(c.store);
  in.read(c.depth);
  c.a = 255;
  c.resolve = kNoTexture;
  if (layout == StreamLayout::early) return;
  for (u8* channel : {&c.r, &c.g, &c.b, &c.a}) in.read(*channel);
  in.read(c.resolve);
}

std::string describeProblem(StreamError::Kind kind, uint8_t opcode) {
  using Kind = StreamError::Kind;
  const std::string command = cat("opcode ", hexByte(opcode), " (", commandName(opcode), ")");
  switch (kind) {
    case Kind::unknown_opcode:
      return cat("unknown opcode ", hexByte(opcode));
    case Kind::truncated:
      return cat("operands of ", command, " cross the end of the command buffer");
    case Kind::bad_count:
      return cat(command, " lists more items than it may have");
    case Kind::blob:
      return cat(command, " points outside the executor's memory");
    default:
      return "malformed command buffer";
  }
}

std::unexpected<StreamError> failure(StreamError::Kind kind, CommandPlace place, uint8_t opcode, std::string message) {
  message += cat(" (command ", place.index, ", byte ", place.offset, ")");
  return std::unexpected(StreamError{kind, place, opcode, std::move(message)});
}

template <class C>
bool decodeCommand(FieldReader& in, StreamLayout layout, CommandPlace place, CommandVisitor* visitor) {
  C c;
  readFields(in, c, layout);
  if (in.problem()) return false;
  if (visitor) visitor->on(c, place);
  return true;
}

/// One pass over the commands; without a visitor it only checks.
std::expected<void, StreamError> walk(ByteView stream, uint32_t count, uint64_t memory_size, StreamLayout layout,
                                      CommandVisitor* visitor) {
  FieldReader in(stream, memory_size);
  u32 skip = 0;
  in.read(skip);
  in.read(skip);
  for (uint32_t i = 0; i < count; ++i) {
    const CommandPlace place{i, in.offset()};
    if (in.done()) {
      return failure(StreamError::Kind::bad_count, place, 0,
                     cat("the command buffer announces ", count, " commands and holds ", i));
    }
    u8 opcode = 0;
    in.read(opcode);
    bool good = false, known = true;
    switch (static_cast<Opcode>(opcode)) {
#define FIELD(type, name)
#define COMMAND(code, Struct, text, group, fields)                     \
  case Opcode::Struct:                                                 \
    good = decodeCommand<command::Struct>(in, layout, place, visitor); \
    break;
#include "format/commands.def"
      default:
        known = false;
    }
    if (!good) {
      const auto kind = known ? in.problem().value_or(StreamError::Kind::truncated) : StreamError::Kind::unknown_opcode;
      return failure(kind, place, opcode, describeProblem(kind, opcode));
    }
  }
  if (in.done()) return {};
  const CommandPlace end{count, in.offset()};
  return failure(StreamError::Kind::trailing, end, 0, "bytes are left after the last command");
}

std::expected<uint32_t, StreamError> readHeader(ByteView stream) {
  using Kind = StreamError::Kind;
  ByteReader in(stream);
  const uint32_t length = in.u32(), count = in.u16(), flags = in.u16();
  if (!in.ok()) {
    return failure(Kind::header, {}, 0,
                   cat("a command buffer of ", stream.size(), " bytes is shorter than its header"));
  }
  if (length != stream.size()) {
    return failure(Kind::header, {}, 0,
                   cat("the command buffer says ", length, " bytes and ", stream.size(), " were handed over"));
  }
  if (flags & 1) return failure(Kind::flagged, {}, 0, "the executor had no room for all commands");
  return count;
}

class FieldWriter {
 public:
  explicit FieldWriter(Bytes& out) : out_(out) {}
  template <class T>
    requires std::is_arithmetic_v<T>
  void write(T v) {
    uint32_t bits = 0;
    if constexpr (std::is_same_v<T, f32>)
      bits = std::bit_cast<uint32_t>(v);
    else
      bits = static_cast<uint32_t>(v);
    for (size_t i = 0; i < sizeof(T); ++i) out_.push_back(static_cast<uint8_t>(bits >> (8 * i)));
  }
  void write(const Desc& v) {
    write(v.ptr);
    write(v.len);
  }
  void write(const BundleList& v) {
    write(v.count);
    for (u8 i = 0; i < v.count && i < kMaxBundles; ++i) write(v.ids[i]);
  }
  void write(const TargetList& v) {
    write(v.count);
    for (u8 i = 0; i < v.count && i < kMaxTargets; ++i) {
      writeTargetHead(v.items[i]);
      for (f32 channel : channels(v.items[i])) write(channel);
    }
  }
  void write(const TargetList8& v) {
    write(v.count);
    for (u8 i = 0; i < v.count && i < kMaxTargets; ++i) {
      writeTargetHead(v.items[i]);
      for (f32 channel : channels(v.items[i])) {
        write(static_cast<u8>(channel > 0 ? std::lround(std::fmin(channel, 1.0f) * 255.0f) : 0));
      }
    }
  }
  void write(const ArgBytes& v) {
    write(v.count);
    out_.insert(out_.end(), v.bytes, v.bytes + v.count);
  }

 private:
  static std::array<f32, 4> channels(const Target& t) { return {t.r, t.g, t.b, t.a}; }
  void writeTargetHead(const Target& t) {
    write(t.texture);
    write(t.load);
    write(t.store);
  }
  Bytes& out_;
};

template <class C>
uint32_t append(CommandList& list, const C& c) {
  const auto at = static_cast<uint32_t>(list.bytes.size());
  FieldWriter out(list.bytes);
  out.write(static_cast<u8>(C::kOpcode));
  forEachField(c, [&](std::string_view, const auto& field) { out.write(field); });
  ++list.count;
  return at;
}

}  // namespace

std::string_view commandName(uint8_t opcode) {
  switch (static_cast<Opcode>(opcode)) {
#define FIELD(type, name)
#define COMMAND(code, Struct, text, group, fields) \
  case Opcode::Struct:                             \
    return text;
#include "format/commands.def"
  }
  return {};
}

std::expected<void, StreamError> decodeStream(ByteView stream, uint64_t memory_size, StreamLayout layout,
                                              CommandVisitor& visitor) {
  const auto count = readHeader(stream);
  if (!count) return std::unexpected(count.error());
  if (auto checked = walk(stream, *count, memory_size, layout, nullptr); !checked) return checked;
  return walk(stream, *count, memory_size, layout, &visitor);
}

std::expected<StreamLayout, StreamError> detectLayout(ByteView stream, uint64_t memory_size) {
  const auto count = readHeader(stream);
  if (!count) return std::unexpected(count.error());
  const auto current = walk(stream, *count, memory_size, StreamLayout::current, nullptr);
  if (current) return StreamLayout::current;
  if (walk(stream, *count, memory_size, StreamLayout::early, nullptr)) return StreamLayout::early;
  return std::unexpected(current.error());
}

#define FIELD(type, name)
#define COMMAND(opcode, Struct, text, group, fields)                                    \
  CommandWriter::Placed<command::Struct> CommandWriter::put(const command::Struct& c) { \
    return {list_, append(list_, c)};                                                   \
  }
#include "format/commands.def"

}  // namespace pngine::format
