// The start is what a user waits for: the device comes up here while a companion process runs the executor and checks
// the shaders. They meet at the first creation command.
#include "player/session.h"

#include <algorithm>
#include <chrono>

#include "base/text.h"
#include "format/bytecode_read.h"
#include "format/payload.h"
#include "player/canary.h"
#include "player/gpu_wgpu.h"
#include "player/stream_player.h"
#include "player/stream_source.h"
#include "player/uniforms.h"

namespace pngine::player {
namespace {

using Clock = std::chrono::steady_clock;
double millisecondsSince(Clock::time_point start) {
  return std::chrono::duration<double, std::milli>(Clock::now() - start).count();
}

constexpr size_t kMaxReports = 100;
constexpr uint32_t kFramesInFlight = 16;  ///< handed to the device before it is waited for: each one holds memory

/// A stream creates buffers for indirect work. Error: it is malformed.
std::expected<bool, std::string> makesIndirectBuffers(ByteView stream, uint64_t memory, format::StreamLayout layout) {
  bool found = false;
  const auto decoded = format::decodeOnly<format::command::CreateBuffer>(stream, memory, layout, [&](const auto& c) {
    found = found || (c.usage & static_cast<uint32_t>(webgpu::BufferUsage::indirect));
  });
  if (!decoded) return std::unexpected(decoded.error().message);
  return found;
}

class Session {
 public:
  Session(const format::PayloadView& payload, const PlayOptions& options, ResultSink& sink)
      : payload_(payload),
        options_(options),
        sink_(sink),
        source_(payload, options, options.in_process ? nullptr : Companion::start(payload, options)) {}

  std::optional<PlayError> run() {
    // Only a file of another compiler whose bytes hide its indirect buffers pays for a second device.
    const Bytes foreseen = format::loadStream(payload_.bytecode);
    const bool guess = makesIndirectBuffers(foreseen, UINT32_MAX, format::StreamLayout::current).value_or(false);
    if (auto failed = openDevice(guess)) return failed;
    const auto load = source_.load();
    if (!load) return PlayError{ErrorKind::bad_file, load.error()};
    const auto indirect = makesIndirectBuffers(load->commands, load->memory.size(), load->layout);
    if (!indirect) return PlayError{ErrorKind::bad_file, indirect.error()};
    if (*indirect && !guess) {
      if (auto failed = openDevice(true)) return failed;
    }
    sink_.adapter(gpu_->adapter());
    if (auto failed = checkCanvas()) return failed;
    StreamPlayer player(host());
    if (auto failed = playLoad(player, *load)) return failed;
    for (frame_ = 0; frame_ < options_.frames; ++frame_) {
      if (auto failed = playFrame(player)) return failed;
      if (frame_ % kFramesInFlight == kFramesInFlight - 1) waitForDevice();
    }
    waitForDevice();
    stats_.frames_ms = millisecondsSince(start_) - stats_.first_frame_ms;
    stats_.gpu_bytes = player.gpuBytes();
    if (gpu_->isLlvmpipe()) {
      if (std::string text = longLoopWarning(*gpu_); !text.empty()) sink_.warning(std::move(text));
    }
    sink_.stats(stats_);
    return std::nullopt;
  }

  /// No further frame will be asked for.
  void dismissCompanion() { source_.dismissCompanion(); }

 private:
  std::optional<PlayError> openDevice(bool indirect) {
    DeviceNeeds needs;
    needs.indirect = indirect;
    needs.unchecked_shaders = options_.unchecked_shaders;
    for (const auto& limit : payload_.limits) needs.limits.emplace_back(limit.name, limit.value);
    gpu_ = nullptr;
    auto gpu = WgpuGpu::open(options_.adapter, needs);
    if (!gpu) return gpu.error();
    gpu_ = std::move(*gpu);
    return std::nullopt;
  }

  /// A canvas that the device cannot have, at whatever frame: said before anything is drawn. Numbers alone do not mind.
  std::optional<PlayError> checkCanvas() const {
    if (!options_.capture_all && options_.capture.empty() && options_.resizes.empty()) return std::nullopt;
    const uint64_t most = gpu_->limit(webgpu::Limit::max_texture_dimension_2d);
    const auto fits = [&](const CanvasSize& size) { return size.width <= most && size.height <= most; };
    CanvasSize bad = options_.canvasAt(0);
    for (const CanvasSize& size : options_.resizes) {
      if (fits(bad)) bad = size;
    }
    if (fits(bad)) return std::nullopt;
    return PlayError{ErrorKind::gpu, cat("the canvas of ", bad.width, "x", bad.height,
                                         " is larger than this device takes (maxTextureDimension2D ", most, ")")};
  }

  StreamHost host() {
    StreamHost out;
    out.gpu = gpu_.get();
    out.gate = &source_.gate();
    out.wasm = [this] { return source_.engine(); };
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

  /// Until all that was handed in is done. A run that ended earlier would call work a success that hangs or fails.
  void waitForDevice() {
    gpu_->read({});
    if (std::string text = gpu_->takeError(); !text.empty()) report("device", std::move(text));
  }

  std::optional<PlayError> playLoad(StreamPlayer& player, const ExecutorStream& stream) {
    if (auto done = player.run(stream, 0, 0); !done) {
      return PlayError{ErrorKind::bad_file, cat("loading failed: ", done.error())};
    }
    loading_ = false;
    for (const CanvasSize& size : options_.resizes) {
      if (auto text = player.refusesSize(size.width, size.height); !text.empty()) {
        return PlayError{ErrorKind::gpu, cat("the canvas cannot be ", size.width, "x", size.height, ": ", text)};
      }
    }
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
    const CanvasSize canvas = options_.canvasAt(frame_);
    player.resize(canvas.width, canvas.height);
    const auto stream = source_.frame(frame_);
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
    sink_.frameDone(frame_);
    return std::nullopt;
  }

  const format::PayloadView& payload_;
  const PlayOptions& options_;
  ResultSink& sink_;
  const Clock::time_point start_ = Clock::now();
  StreamSource source_;
  std::unique_ptr<WgpuGpu> gpu_;
  PlayStats stats_;
  uint32_t frame_ = 0;
  bool loading_ = true;
  size_t reports_ = 0;
  std::string last_report_;
};

}  // namespace

void runSession(ByteView payload, const PlayOptions& options, ResultSink& sink, Ending ending) {
  const auto view = format::readPayload(payload);
  if (!view) return sink.error({.kind = ErrorKind::bad_file, .message = view.error().message});
  auto session = std::make_unique<Session>(*view, options, sink);
  if (auto failed = session->run()) sink.error(std::move(*failed));
  if (ending == Ending::orderly) return;
  session->dismissCompanion();
  static_cast<void>(session.release());
}

}  // namespace pngine::player
