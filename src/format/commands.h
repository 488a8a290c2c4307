// C++ face of commands.def: one struct per command (fields in wire order), opcodes, sentinels, sizes.
// Decoding and encoding live in stream.h; this header is only types, so that the executor may include it too.
#pragma once
#include <cstdint>
#include <span>
#include <string_view>

namespace pngine::format {

/// Texture ids with a meaning of their own.
inline constexpr uint16_t kCanvasTexture = 0xFFFE;
inline constexpr uint16_t kNoTexture = 0xFFFF;
/// Bit 15 of a bind group's layout word: set = id of a bind-group layout, clear = pipeline id.
inline constexpr uint16_t kExplicitLayout = 0x8000;

namespace wire {
using u8 = uint8_t;
using u16 = uint16_t;
using u32 = uint32_t;
using i32 = int32_t;
using f32 = float;
/// A blob in executor memory.
struct Desc {
  u32 ptr = 0;
  u32 len = 0;
};
/// One color target of a begin-render-pass command, clear values as floats.
struct Target {
  u16 texture = kNoTexture;
  u8 load = 0;
  u8 store = 0;
  f32 r = 0, g = 0, b = 0, a = 0;
};
inline constexpr uint32_t kMaxTargets = 8;
inline constexpr uint32_t kMaxBundles = 16;
struct TargetList {
  u8 count = 0;
  Target items[kMaxTargets];
};
/// Retired 8-bit clear colors; decoding turns each channel into byte / 255.
struct TargetList8 : TargetList {};
struct BundleList {
  u8 count = 0;
  u16 ids[kMaxBundles] = {};
};
/// Argument blob of a wasm call (docs/file-format.md 5), at most 255 bytes.
struct ArgBytes {
  u8 count = 0;
  u8 bytes[255] = {};
};
}  // namespace wire

enum class Opcode : uint8_t {
#define FIELD(type, name)
#define COMMAND(opcode, Struct, text, group, fields) Struct = opcode,
#include "format/commands.def"
};

namespace command {
using namespace wire;
#define FIELD(type, name) type name = {};
#define COMMAND(opcode, Struct, text, group, fields)  \
  struct Struct {                                     \
    static constexpr Opcode kOpcode = Opcode::Struct; \
    static constexpr std::string_view kName = text;   \
    fields                                            \
  };
#include "format/commands.def"
}  // namespace command

enum class CommandGroup : uint8_t { create, pass, compute, copy, state, frame, retired };

}  // namespace pngine::format
