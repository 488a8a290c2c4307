// The native player: takes a payload, runs the executor that it carries in a wasm engine, drives WebGPU with the
// commands that come out, and hands back what the program computed (readbacks) and drew (pictures). The GPU work runs
// in a child process by default, so that no file and no driver can take the caller down or hang it. Nothing here
// prints; libraries (WebGPU, wasm engine, Tint) are loaded at the first call, never before.
#pragma once
#include <cstdint>
#include <expected>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/bytes.h"
#include "format/command_program.h"

namespace pngine::player {

/// Which adapter to take. `automatic`: a real GPU, else SwiftShader, else llvmpipe. `software`: SwiftShader, else
/// llvmpipe. `named`: the first adapter whose name contains PlayOptions::adapter_name, ignoring case.
enum class AdapterChoice : uint8_t { automatic, named, software, swiftshader, llvmpipe };

/// What --adapter says: "software", "swiftshader", "llvmpipe", or part of an adapter's name.
struct AdapterRequest {
  AdapterChoice choice = AdapterChoice::automatic;
  std::string name;
};
AdapterRequest parseAdapter(std::string_view text);

/// One value for a uniform by its dotted path (as listed in the payload's uniform table). Matrices row by row for 3x3,
/// column by column for 4x4; a short list writes only what it has.
struct UniformSetting {
  std::string path;
  std::vector<double> values;
};

/// A picture of the canvas: straight alpha, RGBA, 8 bits, rows from the top.
struct Picture {
  uint32_t frame = 0;
  uint32_t width = 0, height = 0;
  Bytes rgba;
};

/// Bytes of one map-read copy, as they were after the frame's submit.
struct Readback {
  uint32_t frame = 0;
  uint16_t buffer = 0;
  std::string name;     ///< from the payload's names or PlayOptions::names; empty if neither knows it
  uint32_t offset = 0;  ///< in the buffer, bytes
  Bytes bytes;
};

enum class ErrorKind : uint8_t {
  bad_file,    ///< payload, executor, command stream or descriptor
  no_adapter,  ///< no adapter fits the choice, or a library is missing
  gpu,         ///< the device refused something
  timeout,
  child_died,  ///< the process that does the GPU work ended early
};
struct PlayError {
  ErrorKind kind = ErrorKind::bad_file;
  std::string message;  ///< lower case, one sentence, no full stop
};

/// Something the program did that was refused or dropped, while the run went on.
struct GpuReport {
  uint32_t frame = 0;  ///< 0-based; `load` set = while loading
  bool load = false;
  std::string source;  ///< "command" "validation" "frame" "readback" "shader" "uncaptured"
  std::string message;
};

/// The canvas has another size from a frame on. Before that frame it is cleared, and what has its size is made anew, as
/// when a page changes the size of its canvas: textures lose their contents.
struct CanvasSize {
  uint32_t frame = 0;              ///< from 1: frame 0 has the size of the start
  uint32_t width = 0, height = 0;  ///< device pixels, 1..16384
};

struct PlayOptions {
  AdapterRequest adapter;
  uint32_t frames = 1;
  double start = 0;                    ///< seconds given to the first frame
  double step = 1.0 / 60;              ///< seconds between frames
  uint32_t width = 512, height = 512;  ///< canvas at the start, device pixels, 1..16384
  std::vector<CanvasSize> resizes;     ///< by ascending frame; one past the run is a warning
  /// No child process, for a file that you trust. The driver then lives in this process, and a child forked from it
  /// later may hang: go on with `in_process`.
  bool in_process = false;
  bool unchecked_shaders = false;              ///< no Tint, no bounds checks by the driver library
  double timeout = 30;                         ///< seconds for the whole run; 0 = none; only with the child process
  uint64_t memory_budget = uint64_t{2} << 30;  ///< bytes of buffers and textures that a file may ask for
  bool keep_readbacks = true;                  ///< only the last frame's when `last_readback_only`
  bool last_readback_only = false;
  std::vector<uint32_t> capture;  ///< frames whose canvas becomes a Picture, ascending; empty = none
  bool capture_all = false;
  std::vector<UniformSetting> uniforms;
  std::vector<format::ResourceName> names;  ///< names of resources for messages, when the source is at hand
  /// Called in the caller's process while the run goes on; a picture or readback given here is not stored in the
  /// result.
  std::function<void(uint32_t frame)> on_frame;
  std::function<void(Picture&&)> on_picture;
  std::function<void(Readback&&)> on_readback;

  /// Size of the canvas in a frame.
  CanvasSize canvasAt(uint32_t frame) const;
};

struct AdapterInfo {
  std::string name;  ///< "SwiftShader Device (LLVM 10.0.0)"
  std::string driver;
  std::string backend;  ///< "Vulkan"
  bool software = false;
};

struct PlayStats {
  uint32_t frames = 0;
  double load_ms = 0;         ///< start to the end of loading
  double first_frame_ms = 0;  ///< start to the first frame's readbacks
  double frames_ms = 0;       ///< all further frames
  uint64_t gpu_bytes = 0;     ///< buffers and textures that there are at the end
};

struct PlayResult {
  std::optional<PlayError> error;     ///< set = the run ended early; everything else is what there was until then
  AdapterInfo adapter;                ///< empty name = none was reached
  std::vector<std::string> warnings;  ///< about machine ("llvmpipe stops long loops ...") or options, a sentence each
  std::vector<Readback> readbacks;    ///< in order of frames, then of copies
  std::vector<Picture> pictures;
  std::vector<GpuReport> reports;  ///< the first 100; equal neighbours once
  PlayStats stats;
};

/// Plays a PNGB payload. Never throws, never prints; whatever goes wrong is in the result.
PlayResult play(ByteView payload, const PlayOptions& options);

/// The adapters of this machine, software ones included; error: the WebGPU library cannot be loaded.
std::expected<std::vector<AdapterInfo>, PlayError> listAdapters();

/// Exit code of the command line for an error: 4 for a file that is not playable, 8 for something that the device
/// refused, 5 for everything else.
int exitCode(ErrorKind kind);

/// The calls that loading and `frames` frames make, one a line, without a GPU: for inspect and for golden files.
std::expected<std::string, PlayError> recordCalls(ByteView payload, const PlayOptions& options);

}  // namespace pngine::player
