// The executor has a memory of its own (frame counter, pools), so one that starts late is asked for the frames that it
// missed.
#include "player/stream_source.h"

namespace pngine::player {

std::expected<ExecutorStream, std::string> StreamSource::load() {
  if (companion_) {
    if (const auto stream = companion_->load()) return *stream;
  }
  return startExecutor();
}

std::expected<ExecutorStream, ExecutorError> StreamSource::frame(uint32_t index) {
  if (!executor_) {
    if (index == 0 && companion_) {
      if (const auto stream = companion_->firstFrame()) return *stream;
    }
    if (const auto started = startExecutor(); !started) return std::unexpected(ExecutorError{{}, started.error()});
    for (uint32_t missed = 0; missed < index; ++missed) {
      const auto stream = ask(missed);
      if (!stream && !stream.error().status) return stream;
    }
  }
  return ask(index);
}

std::expected<ExecutorStream, ExecutorError> StreamSource::ask(uint32_t index) {
  const double time = options_.start + options_.step * index;
  const CanvasSize canvas = options_.canvasAt(index);
  return executor_->frame(static_cast<float>(time), canvas.width, canvas.height);
}

std::expected<const WasmEngine*, std::string> StreamSource::engine() {
  if (!engine_) {
    auto engine = WasmEngine::open();
    if (!engine) return std::unexpected(engine.error());
    engine_ = std::move(*engine);
  }
  return engine_.get();
}

ShaderGate& StreamSource::gate() {
  if (companion_) return *companion_;
  if (!gate_here_) gate_here_ = gateHere(!options_.unchecked_shaders);
  return *gate_here_;
}

std::expected<ExecutorStream, std::string> StreamSource::startExecutor() {
  const auto wasm = engine();
  if (!wasm) return std::unexpected(wasm.error());
  auto executor = Executor::load(**wasm, payload_);
  if (!executor) return std::unexpected(executor.error());
  executor_ = std::move(*executor);
  auto stream = executor_->init();
  if (!stream) return std::unexpected(stream.error().message);
  return *stream;
}

}  // namespace pngine::player
