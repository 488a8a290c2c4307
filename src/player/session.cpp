// The start is what a user waits for: executor, then device, while Tint gets ready in a process of its own
// (shader_checker). They meet at the first creation command.
#include "player/session.h"

#include <algorithm>
#include <chrono>

#include "base/text.h"
#include "format/payload.h"
#include "player/canary.h"
#include "player/gpu_wgpu.h"
#include "player/stream_player.h"
#include "player/uniforms.h"

namespace pngine::player {
namespace {

using Clock = std::chrono::steady_clock;
double millisecondsSince(Clock::time_point start) {
  return std::chrono::duration<double, std::milli>(Clock::now() - start).count();
}

constexpr size_t kMaxReports = 100;

class Session {
 public:
  Session(const format::PayloadView& payload, const PlayOptions& options, ResultSink& sink)
      : payload_(payload), options_(options), sink_(sink) {}

  std::optional<PlayError> run() {
    // The device comes up while the executor says what it needs; only a file whose bytes hide its indirect buffers
    // pays for a second one.
    // One after the other: threads of one process that load libraries and fault pages in hold each other up for longer
    // than they save. Tint has a process of its own, made before there are threads, and is ready when the device is.
    std::unique_ptr<ShaderChecker> checker;
    if (!options_.unchecked_shaders) checker = options_.in_process ? checkHere() : checkInProcess();
    ShaderGate gate(std::move(checker));
    const auto load = startExecutor(gate);
    if (!load) return PlayError{ErrorKind::bad_file, load.error()};
    auto opened = openDevice();
    if (!opened) return opened.error();
    gpu_ = std::move(*opened);
    sink_.adapter(gpu_->adapter());
    StreamPlayer player(host(gate));
    if (auto failed = playLoad(player, *load)) return failed;
    for (frame_ = 0; frame_ < options_.frames; ++frame_) {
      if (auto failed = playFrame(player)) return failed;
    }
    stats_.gpu_bytes = player.gpuBytes();
    if (gpu_->isLlvmpipe()) {
      if (std::string text = longLoopWarning(*gpu_); !text.empty()) sink_.warning(std::move(text));
    }
    sink_.stats(stats_);
    return std::nullopt;
  }

 private:
  std::expected<std::unique_ptr<WgpuGpu>, PlayError> openDevice() {
    DeviceNeeds needs;
    needs.indirect = indirect_;
    needs.unchecked_shaders = options_.unchecked_shaders;
    for (const auto& limit : payload_.limits) needs.limits.emplace_back(limit.name, limit.value);
    return WgpuGpu::open(options_.adapter, needs);
  }

  /// Engine, executor, load stream; the shaders in it go to their check at once.
  std::expected<ExecutorStream, std::string> startExecutor(ShaderGate& gate) {
    auto engine = WasmEngine::open();
    if (!engine) return std::unexpected(engine.error());
    engine_ = std::move(*engine);
    auto executor = Executor::load(*engine_, payload_);
    if (!executor) return std::unexpected(executor.error());
    executor_ = std::move(*executor);
    auto stream = executor_->init();
    if (!stream) return std::unexpected(stream.error().message);
    const auto decoded = format::decodeStream(
        stream->commands, stream->memory.size(), stream->layout, [&](const auto& c, format::CommandPlace) {
          if constexpr (std::is_same_v<std::remove_cvref_t<decltype(c)>, format::command::CreateBuffer>) {
            indirect_ = indirect_ || (c.usage & 0x100u);
          }
          if constexpr (std::is_same_v<std::remove_cvref_t<decltype(c)>, format::command::CreateShader>) {
            if (c.code.len) gate.prepare(asText(stream->memory.subspan(c.code.ptr, c.code.len)));
          }
        });
    if (!decoded) return std::unexpected(decoded.error().message);
    return *stream;
  }

  StreamHost host(ShaderGate& gate) {
    StreamHost out;
    out.gpu = gpu_.get();
    out.gate = &gate;
    out.wasm = engine_.get();
    out.width = options_.width;
    out.height = options_.height;
    out.premultiplied = payload_.premultiplied();
    out.memory_budget = options_.memory_budget;
    out.name_of = [this](format::ResourceName::Kind kind, uint16_t id) { return nameOf(kind, id); };
    out.report = [this](std::string_view source, std::string message) { report(source, std::move(message)); };
    out.readback = [this](uint16_t buffer, uint32_t offset, Bytes bytes) {
      if (!options_.keep_readbacks || loading_) return;
      if (options_.last_readback_only && frame_ + 1 < options_.frames) return;
      sink_.readback({.frame = frame_,
                      .buffer = buffer,
                      .name = std::string(nameOf(format::ResourceName::Kind::buffer, buffer)),
                      .offset = offset,
                      .bytes = std::move(bytes)});
    };
    return out;
  }

  std::string_view nameOf(format::ResourceName::Kind kind, uint16_t id) const {
    for (const format::ResourceName& name : options_.names) {
      if (name.kind == kind && name.id == id) return name.name;
    }
    return payload_.nameOf(kind, id);
  }

  void report(std::string_view source, std::string message) {
    if (message == last_report_ || reports_ == kMaxReports) return;
    ++reports_;
    last_report_ = message;
    sink_.report({.frame = frame_, .load = loading_, .source = std::string(source), .message = std::move(message)});
  }

  std::optional<PlayError> playLoad(StreamPlayer& player, const ExecutorStream& stream) {
    if (auto done = player.run(stream, 0, 0); !done) {
      return PlayError{ErrorKind::bad_file, cat("loading failed: ", done.error())};
    }
    loading_ = false;
    for (const UniformSetting& setting : options_.uniforms) {
      const auto write = uniformWrite(payload_, setting.path, setting.values);
      if (!write || !player.writeUniform(write->buffer, write->offset, write->bytes)) {
        report("command", cat("uniform ", setting.path, " is not in this file, or cannot be written"));
      }
    }
    stats_.load_ms = millisecondsSince(start_);
    return std::nullopt;
  }

  std::optional<PlayError> playFrame(StreamPlayer& player) {
    const double time = options_.start + options_.step * frame_;
    const auto stream = executor_->frame(static_cast<float>(time), options_.width, options_.height);
    if (!stream) {
      // A status speaks of this frame only; anything else says that the executor is broken.
      if (!stream.error().status) return PlayError{ErrorKind::bad_file, stream.error().message};
      report("frame", stream.error().message);
    } else {
      const double delta = frame_ == 0 ? 0 : options_.step;
      if (auto done = player.run(*stream, time, delta); !done) report("command", done.error());
    }
    if (options_.capture_all || std::ranges::binary_search(options_.capture, frame_)) {
      auto picture = player.capture();
      if (!picture) return PlayError{ErrorKind::gpu, cat("the picture cannot be read: ", picture.error())};
      picture->frame = frame_;
      sink_.picture(std::move(*picture));
    }
    stats_.frames = frame_ + 1;
    if (frame_ == 0) stats_.first_frame_ms = millisecondsSince(start_);
    stats_.frames_ms = millisecondsSince(start_) - stats_.first_frame_ms;
    sink_.frameDone(frame_);
    return std::nullopt;
  }

  const format::PayloadView& payload_;
  const PlayOptions& options_;
  ResultSink& sink_;
  const Clock::time_point start_ = Clock::now();
  std::unique_ptr<WasmEngine> engine_;
  std::unique_ptr<Executor> executor_;
  std::unique_ptr<WgpuGpu> gpu_;
  PlayStats stats_;
  uint32_t frame_ = 0;
  bool loading_ = true;
  bool indirect_ = false;  ///< the load stream makes buffers for indirect work
  size_t reports_ = 0;
  std::string last_report_;
};

}  // namespace

void runSession(ByteView payload, const PlayOptions& options, ResultSink& sink) {
  const auto view = format::readPayload(payload);
  if (!view) return sink.error({.kind = ErrorKind::bad_file, .message = view.error().message});
  Session session(*view, options, sink);
  if (auto failed = session.run()) sink.error(std::move(*failed));
}

}  // namespace pngine::player
