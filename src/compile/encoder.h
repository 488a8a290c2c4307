// What the parts of the encoder share: ids of everything, blobs and strings of the CommandProgram under construction.
#pragma once
#include <map>
#include <set>
#include <string>
#include <tuple>
#include <vector>

#include "base/diagnostic.h"
#include "compile/compile.h"
#include "format/command_program.h"
#include "format/stream.h"
#include "program/program.h"

namespace pngine::compile {

class Encoder {
 public:
  Encoder(const program::Program& program, const CompileOptions& options, Diagnostics& diagnostics);

  const program::Program& program;
  const CompileOptions& options;
  Diagnostics& diagnostics;
  format::CommandProgram out;

  // First id of each form; pooled forms take as many consecutive ids as their pool has instances.
  std::vector<uint16_t> buffers, textures, groups;
  /// Wasm modules by the blob that holds them.
  std::map<uint32_t, uint16_t> wasm_modules;
  /// Textures that the load fills from images once and for all.
  std::set<program::Index> uploaded;
  /// Call ids: wasm-call i has id i, calls that fill buffers follow.
  uint32_t next_call = 0;

  /// Id of the blob with these bytes; equal bytes share one.
  uint32_t blob(Bytes bytes);
  uint32_t string(std::string_view text);
  uint32_t blobSize(uint32_t id) const { return static_cast<uint32_t>(out.blobs[id].size()); }
  /// Notes that a resource without contents of its own was made of this descriptor (and of the resource `of`), and
  /// remarks on a second one that is just the same.
  void made(const program::Origin& origin, uint32_t of, uint32_t descriptor);

 private:
  std::map<Bytes, uint32_t> blobs_;
  std::map<std::string, uint32_t, std::less<>> strings_;
  std::map<std::tuple<std::string_view, uint32_t, uint32_t>, const program::Origin*> made_;
  void number();
};

/// Creation commands of every resource, in order of kinds (encode_resources.cpp).
void encodeResources(Encoder&);
/// The frames with their passes and queue actions (encode_frames.cpp).
void encodeFrames(Encoder&);
/// Uniform table (uniforms.cpp); `warn` reports what the table leaves out or makes ambiguous.
void encodeUniforms(Encoder&, bool warn);
/// True when a bundle's calls are repeated inside the pass instead of being recorded: a recorded bundle always reads
/// 16-bit indices and never follows a canvas-sized texture through a resize.
bool replayedInline(const program::Program&, const program::Bundle&);

inline uint16_t id16(uint64_t n) { return static_cast<uint16_t>(n); }

}  // namespace pngine::compile
