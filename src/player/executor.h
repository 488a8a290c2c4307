// The executor of a payload in the wasm engine: the loading protocol, the calls, and every check of what comes back.
#pragma once
#include <cstdint>
#include <expected>
#include <memory>
#include <optional>
#include <string>

#include "format/payload.h"
#include "format/stream.h"
#include "player/wasm_engine.h"

namespace pngine::player {

/// A command stream in executor memory; valid until the next call.
struct ExecutorStream {
  ByteView commands;  ///< header and commands
  ByteView memory;    ///< what pointers in the commands count from
  format::StreamLayout layout = format::StreamLayout::current;
};

/// Why there is no stream. `status`: the executor itself said so, and other frames may still work; otherwise it is
/// broken.
struct ExecutorError {
  std::optional<uint32_t> status;
  std::string message;
};

class Executor {
 public:
  /// Instantiates the module and hands the payload over. Error: one sentence.
  static std::expected<std::unique_ptr<Executor>, std::string> load(const WasmEngine& engine,
                                                                    const format::PayloadView& payload);
  /// The stream that creates everything.
  std::expected<ExecutorStream, ExecutorError> init();
  /// The stream of one frame; seconds and device pixels.
  std::expected<ExecutorStream, ExecutorError> frame(float time, uint32_t width, uint32_t height);

 private:
  struct Calls {
    WasmFunction head_pointer, head_length, data_pointer, data_length, init, frame, command_pointer;
  };
  Executor() = default;
  std::expected<void, std::string> findCalls();
  std::expected<void, std::string> handOver(const format::PayloadView& payload);
  std::expected<uint32_t, std::string> ask(const WasmFunction& function, std::string_view name);
  std::expected<void, std::string> tell(const WasmFunction& function, std::string_view name, uint32_t value);
  std::expected<void, std::string> write(uint32_t at, ByteView bytes, std::string_view what);
  std::expected<ExecutorStream, ExecutorError> stream(const wasmtime::Val& status, std::string_view call);

  std::unique_ptr<WasmInstance> instance_;
  Calls calls_;
  uint32_t command_pointer_ = 0;
  bool early_ = false;  ///< carries the sign of the first generation
};

}  // namespace pngine::player
