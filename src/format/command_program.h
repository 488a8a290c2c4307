// What the compiler hands to the payload writer: command streams known at compile time, with the few places that the
// executor has to fill in, plus the tables that hosts read. No bytecode here; how it is encoded is payload.cpp's
// affair.
#pragma once
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "base/bytes.h"
#include "webgpu/enums.h"

namespace pngine::format {

/// A place inside CommandList::bytes that is not known until the payload is laid out or until the frame runs.
struct Fixup {
  enum class Kind : uint8_t {
    data,    ///< u32 at `at`: address of blob `blob` in executor memory
    string,  ///< u32 at `at`: address of string `blob` (id in CommandProgram::strings) in executor memory
    pool,    ///< u16 at `at`: add (frame counter + offset) mod size to the base id stored there
    grid_x,  ///< u32 at `at`: ceil(canvas width / size)
    grid_y,  ///< u32 at `at`: ceil(canvas height / size)
  };
  Kind kind;
  uint32_t at = 0;      ///< byte offset in CommandList::bytes
  uint32_t blob = 0;    ///< data, string: id
  uint32_t size = 0;    ///< pool: instances, 1..255; grid: workgroup size
  uint32_t offset = 0;  ///< pool: added to the counter
};

/// Whole encoded commands (opcode and operands, no header), and the fixups in ascending order of `at`.
struct CommandList {
  Bytes bytes;
  uint32_t count = 0;
  std::vector<Fixup> fixups;
};

/// Commands of a frame that run every time, or (`once` set) the first time since load that a frame reaches this id.
struct Segment {
  std::optional<uint32_t> once;
  CommandList commands;
};

/// One frame: its segments in order; the last command is the submit.
struct FrameProgram {
  std::string name;
  std::vector<Segment> segments;
};

/// One leaf of a uniform binding (docs/file-format.md 2).
struct UniformField {
  std::string path;
  uint16_t offset = 0;
  uint16_t size = 0;
  uint8_t type = 255;
  uint8_t elements = 0;
};
struct UniformBinding {
  uint16_t buffer = 0;
  std::string name;
  uint8_t group = 0;
  uint8_t binding = 0;
  std::vector<UniformField> fields;  ///< sorted by path
};

struct RequiredLimit {
  webgpu::Limit limit;
  uint64_t value = 0;
};

/// Name of a resource for tools and messages; kept in a private table that other hosts skip.
struct ResourceName {
  enum class Kind : uint8_t {
    buffer,
    texture,
    texture_view,
    sampler,
    shader,
    pipeline,
    bind_group,
    bind_group_layout,
    pipeline_layout,
    query_set,
    bundle,
    image,
    wasm_module,
  };
  Kind kind;
  uint16_t id = 0;
  std::string name;
};

struct CommandProgram {
  CommandList load;                    ///< everything that creates, and initial writes
  std::vector<FrameProgram> frames;    ///< the first is the one that plays
  std::vector<Bytes> blobs;            ///< data section; equal blobs must already be one
  std::vector<std::string> strings;    ///< strings that fixups name (wasm function names); the writer adds the rest
  std::vector<uint32_t> shader_blobs;  ///< blob ids of WGSL modules, in order of creation (WGSL table)
  std::vector<UniformBinding> uniforms;
  std::vector<RequiredLimit> limits;
  std::vector<ResourceName> names;  ///< only those worth keeping: readback buffers
  bool premultiplied_canvas = false;
  uint8_t plugins = 1;  ///< see the header in docs/file-format.md 2
};

}  // namespace pngine::format
