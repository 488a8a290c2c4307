// The PNGB payload: what the chunk of the PNG holds. Little-endian; offsets count from the payload's first byte.
//
//   header(40) | executor? | bytecode | strings | data | wgsl | uniforms | animation | limits? | names?
//
//   header: magic "PNGB" | version u16 = 0 | flags u16 | plugins u8 | limits offset u24 | executor offset u32, length
//   u32
//           | strings u32 | data u32 | wgsl u32 | uniforms u32 | animation u32
//   flags:  0 executor inside, 1 animation table, 2 limits table, 3 premultiplied canvas, 4 names table (ours; others
//           skip it), rest 0
//   strings: count u16 | start u16 x count | length u16 x count | text
//   data:    count u16 | {offset u32, length u32} x count | blobs
//   wgsl:    varint count | {varint data id, varint 0} x count
//   uniforms, limits: see UniformBinding and RequiredLimit
//   names:   count u16 | {kind u8, id u16, length u8, text} x count; starts where the table in front of it ends
//
// Bytecode is private between this writer and src/executor; it has no version, since a payload is played by the
// executor it carries. A reader must refuse: another magic or version, offsets that do not ascend, a section outside
// the file, an executor that starts inside the header, any table entry out of range.
#pragma once
#include <cstdint>
#include <expected>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/bytes.h"
#include "format/command_program.h"
#include "format/error.h"

namespace pngine::format {

inline constexpr uint32_t kPayloadHeader = 40;
inline constexpr uint32_t kMaxPayload = 64u << 20;  ///< readers refuse more, so we write no more

struct WriteOptions {
  bool executor = true;  ///< false: for a bundle with the executor beside it (see executorFor)
};
std::expected<Bytes, Error> writePayload(const CommandProgram& program, const WriteOptions& options = {});

/// A loaded payload; every view points into the bytes given to readPayload, all ranges are checked.
struct PayloadView {
  ByteView bytes;
  uint16_t flags = 0;
  uint8_t plugins = 0;
  ByteView executor;  ///< empty when not embedded
  ByteView bytecode;
  uint32_t data_offset = 0;  ///< D and W of the loading protocol: the head is [0, D), the data section [D, W)
  uint32_t wgsl_offset = 0;
  std::vector<std::string_view> strings;
  std::vector<ByteView> data;
  struct Shader {
    uint32_t data = 0;
    std::vector<uint32_t> dependencies;
  };
  std::vector<Shader> shaders;
  std::vector<UniformBinding> uniforms;
  struct LimitEntry {
    std::string_view name;
    uint64_t value = 0;
  };
  std::vector<LimitEntry> limits;
  uint32_t scenes = 0;  ///< of the animation table
  std::vector<ResourceName> names;

  bool premultiplied() const { return (flags & 8) != 0; }
  ByteView head() const { return bytes.first(data_offset); }
  ByteView dataSection() const { return bytes.subspan(data_offset, wgsl_offset - data_offset); }
  /// Name of a resource, or empty.
  std::string_view nameOf(ResourceName::Kind kind, uint16_t id) const;
};
std::expected<PayloadView, Error> readPayload(ByteView bytes);

/// The executor that plays a payload written by writePayload with `executor` false.
std::expected<Bytes, Error> executorFor(const PayloadView& payload);

}  // namespace pngine::format
