// What `pngine inspect` knows about a payload: its tables, and the command streams that its executor gives.
#pragma once
#include <expected>
#include <string>
#include <vector>

#include "base/bytes.h"
#include "base/json.h"
#include "cli/io.h"
#include "format/payload.h"

namespace pngine::cli {

/// One decoded command: its name, its operands and, where it points at a blob, what the blob says.
struct DecodedCommand {
  uint32_t index = 0;
  std::string name;                                           ///< "create buffer"
  std::vector<std::pair<std::string, std::string>> operands;  ///< values as JSON
  std::string blob;                                           ///< one line, or empty
};

struct DecodedStream {
  bool load = false;
  uint32_t frame = 0;
  double time = 0;
  uint32_t bytes = 0;
  std::vector<DecodedCommand> commands;
  std::string error;  ///< why there are no commands, or empty
};

struct InspectOptions {
  std::vector<uint32_t> frames = {0};  ///< ascending
  double time = 0, step = 1.0 / 60;
  uint32_t width = 512, height = 512;
  bool wgsl = false;  ///< whole shader texts
};

/// Runs the executor for the load and for each frame up to the last wanted one. Error: no executor, or no wasm engine.
std::expected<std::vector<DecodedStream>, Failure> decodeStreams(const format::PayloadView& payload,
                                                                 const InspectOptions& options);

std::string tablesText(const format::PayloadView& payload);
void tablesJson(const format::PayloadView& payload, JsonWriter& json);
std::string streamText(const DecodedStream& stream);
void streamJson(const DecodedStream& stream, JsonWriter& json);

}  // namespace pngine::cli
