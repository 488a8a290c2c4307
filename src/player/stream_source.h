// Where a run's command streams come from: the companion's copies while they last, then the executor here, which first
// catches up. Starting the wasm engine costs as much as the rest of the player together, so it is put off until it is
// needed.
#pragma once
#include <memory>

#include "player/companion.h"

namespace pngine::player {

class StreamSource {
 public:
  /// `companion` may be nullptr: everything is done here.
  StreamSource(const format::PayloadView& payload, const PlayOptions& options, std::unique_ptr<Companion> companion)
      : payload_(payload), options_(options), companion_(std::move(companion)) {}

  std::expected<ExecutorStream, std::string> load();
  /// The streams of frames 0, 1, 2 ... in order, each once; frame n plays at start + n steps.
  std::expected<ExecutorStream, ExecutorError> frame(uint32_t index);
  /// The wasm engine, also for the programs' own modules.
  std::expected<const WasmEngine*, std::string> engine();
  ShaderGate& gate();
  /// Ends the companion, and with it the streams and the gate that came from it.
  void dismissCompanion() { companion_ = nullptr; }

 private:
  std::expected<ExecutorStream, std::string> startExecutor();
  std::expected<ExecutorStream, ExecutorError> ask(uint32_t index);

  const format::PayloadView& payload_;
  const PlayOptions& options_;
  std::unique_ptr<Companion> companion_;
  std::unique_ptr<ShaderGate> gate_here_;
  std::unique_ptr<WasmEngine> engine_;
  std::unique_ptr<Executor> executor_;
};

}  // namespace pngine::player
