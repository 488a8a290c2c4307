// What is known about a payload without a GPU: its tables, the command streams that its executor gives, what speaks
// against them, and what may be behind a symptom that someone sees. Data only; print_text.cpp and print_json.cpp word
// it.
#pragma once
#include <cstdint>
#include <expected>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/bytes.h"
#include "format/commands.h"
#include "format/payload.h"
#include "wgsl/reflection.h"

namespace pngine::inspect {

constexpr bool isDraw(format::Opcode o) {
  using enum format::Opcode;
  return o == Draw || o == DrawIndexed || o == DrawIndirect || o == DrawIndexedIndirect;
}
constexpr bool isDispatch(format::Opcode o) {
  return o == format::Opcode::Dispatch || o == format::Opcode::DispatchIndirect;
}

/// One decoded command: its name, its operands and, where it points at a blob, what the blob says.
struct DecodedCommand {
  uint32_t index = 0;
  format::Opcode opcode{};
  std::string name;                                           ///< "create buffer"
  std::vector<std::pair<std::string, std::string>> operands;  ///< values as JSON
  std::string blob;                                           ///< one line, or empty
  friend bool operator==(const DecodedCommand&, const DecodedCommand&) = default;
};

struct DecodedStream {
  bool load = false;
  uint32_t frame = 0;
  double time = 0;
  uint32_t bytes = 0;
  std::vector<DecodedCommand> commands;
  std::string error;  ///< why there are no commands, or empty
};

/// Something that speaks against a stream or a payload. Codes are a contract with tools (docs/inspect.md).
struct Finding {
  bool error = true;
  std::string code;  ///< "E001"
  std::string rule;  ///< "stream/unknown-id"
  std::string message;
  std::optional<uint32_t> command;  ///< its place in the stream
  bool load = false;                ///< of the load stream; otherwise of `frame`
  uint32_t frame = 0;
};

/// A buffer that the streams create.
struct BufferInfo {
  uint16_t id = 0;
  std::string name;  ///< where the file carries it
  uint64_t size = 0;
  uint32_t usage = 0;
};

/// A pipeline with the entry points that it uses.
struct PipelineInfo {
  uint16_t id = 0;
  bool compute = false;
  uint16_t shader = 0;          ///< vertex or compute stage
  std::string entry, fragment;  ///< entry points; `fragment` is empty without that stage
  uint16_t fragment_shader = 0;
  bool blends = false;  ///< a target has a blend state
};

struct ShaderInfo {
  uint16_t id = 0;
  std::string text;
  bool parsed = false;
  std::vector<wgsl::EntryPoint> entry_points;
  std::vector<wgsl::Binding> bindings;  ///< `type` points nowhere: names are in `binding_types`
  std::vector<std::string> binding_types;
};

struct InspectOptions {
  std::vector<uint32_t> frames = {0};  ///< ascending
  double time = 0, step = 1.0 / 60;
  uint32_t width = 512, height = 512;
  bool wgsl = false;  ///< whole shader texts in the decoded commands
};

struct Inspection {
  std::vector<DecodedStream> streams;  ///< the load, then the wanted frames
  std::vector<Finding> findings;       ///< in the order of the streams
  std::vector<BufferInfo> buffers;
  std::vector<PipelineInfo> pipelines;
  std::vector<ShaderInfo> shaders;
  /// Adds a finding of the load stream as a whole; the caller may place it elsewhere.
  Finding& add(bool error, std::string_view code, std::string_view rule, std::string message);
  bool clean(bool warnings_too) const;  ///< no error (and no warning)
};

/// Runs the executor for the load and for each frame up to the last wanted one, and checks every stream on the way.
/// What the executor does wrong are findings. Error: there is no wasm engine.
std::expected<Inspection, std::string> inspect(const format::PayloadView& payload, const InspectOptions& options);

/// What a viewer may complain about.
enum class Symptom : uint8_t { black, colors, blend, flicker, geometry };
std::optional<Symptom> symptomOf(std::string_view word);
std::string_view symptomName(Symptom symptom);

struct Diagnosis {
  struct Cause {
    std::string probability;  ///< high, medium, low
    std::string cause, evidence, fix;
  };
  struct Check {
    std::string name;
    bool passed = true;
    std::string severity;  ///< err, warning, info
    std::string message, suggestion;
  };
  Symptom symptom{};
  std::string summary;
  std::vector<Cause> causes;
  std::vector<Check> checks;
};
Diagnosis diagnose(const Inspection& inspection, Symptom symptom);

}  // namespace pngine::inspect
