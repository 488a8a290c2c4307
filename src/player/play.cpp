// The public face: checks of the options, the choice between child and own process, and the collecting of results.
#include <cmath>

#include "base/text.h"
#include "format/payload.h"
#include "player/child.h"
#include "player/gpu_recorder.h"
#include "player/stream_player.h"

namespace pngine::player {
namespace {

constexpr uint32_t kMaxCanvas = 16384;

class Collector final : public ResultSink {
 public:
  explicit Collector(const PlayOptions& options) : options_(options) {}
  void adapter(const AdapterInfo& info) override { result.adapter = info; }
  void warning(std::string text) override { result.warnings.push_back(std::move(text)); }
  void report(GpuReport report) override { result.reports.push_back(std::move(report)); }
  void readback(Readback readback) override {
    if (options_.on_readback) return options_.on_readback(std::move(readback));
    result.readbacks.push_back(std::move(readback));
  }
  void picture(Picture picture) override {
    if (options_.on_picture) return options_.on_picture(std::move(picture));
    result.pictures.push_back(std::move(picture));
  }
  void frameDone(uint32_t frame) override {
    result.stats.frames = frame + 1;
    if (options_.on_frame) options_.on_frame(frame);
  }
  void stats(const PlayStats& stats) override { result.stats = stats; }
  void error(PlayError error) override { result.error = std::move(error); }

  PlayResult result;

 private:
  const PlayOptions& options_;
};

/// Keeps adapters only; each one comes as its own message.
class AdapterCollector final : public ResultSink {
 public:
  void adapter(const AdapterInfo& info) override { list.push_back(info); }
  void warning(std::string) override {}
  void report(GpuReport) override {}
  void readback(Readback) override {}
  void picture(Picture) override {}
  void frameDone(uint32_t) override {}
  void stats(const PlayStats&) override {}
  void error(PlayError error) override { failure = std::move(error); }

  std::vector<AdapterInfo> list;
  std::optional<PlayError> failure;
};

std::string unfitCanvas(uint32_t width, uint32_t height) {
  if (width >= 1 && height >= 1 && width <= kMaxCanvas && height <= kMaxCanvas) return {};
  return cat("the canvas of ", width, " x ", height, " is not between 1 and ", kMaxCanvas, " pixels wide and high");
}

std::optional<PlayError> checkOptions(const PlayOptions& options) {
  const auto refuse = [](std::string text) { return PlayError{ErrorKind::bad_file, std::move(text)}; };
  if (auto text = unfitCanvas(options.width, options.height); !text.empty()) return refuse(std::move(text));
  uint32_t before = 0;
  for (const CanvasSize& size : options.resizes) {
    if (size.frame <= before) return refuse("the frames at which the canvas changes its size must ascend from 1");
    before = size.frame;
    if (auto text = unfitCanvas(size.width, size.height); !text.empty()) return refuse(std::move(text));
  }
  if (!std::isfinite(options.start) || !std::isfinite(options.step)) return refuse("a time is not a finite number");
  return std::nullopt;
}

/// Sizes that no frame of the run has.
void warnOfLateSizes(const PlayOptions& options, ResultSink& sink) {
  for (const CanvasSize& size : options.resizes) {
    if (size.frame < options.frames) continue;
    sink.warning(cat("the canvas never becomes ", size.width, "x", size.height, ": frame ", size.frame,
                     " is not run, the last one is ", options.frames - 1));
  }
}

}  // namespace

CanvasSize PlayOptions::canvasAt(uint32_t frame) const {
  CanvasSize out{.frame = 0, .width = width, .height = height};
  for (const CanvasSize& size : resizes) {
    if (size.frame <= frame) out = size;
  }
  return out;
}

int exitCode(ErrorKind kind) {
  switch (kind) {
    case ErrorKind::bad_file:
      return 4;
    case ErrorKind::gpu:
      return 8;
    default:
      return 5;
  }
}

PlayResult play(ByteView payload, const PlayOptions& options) {
  Collector collector(options);
  if (auto bad = checkOptions(options)) {
    collector.error(std::move(*bad));
    return std::move(collector.result);
  }
  if (const auto view = format::readPayload(payload); !view) {
    collector.error({.kind = ErrorKind::bad_file, .message = view.error().message});
    return std::move(collector.result);
  }
  warnOfLateSizes(options, collector);
  if (options.in_process) {
    runSession(payload, options, collector, Ending::orderly);
    return std::move(collector.result);
  }
  auto ending = runInChild([&](ResultSink& sink) { runSession(payload, options, sink, Ending::process); },
                           options.timeout, collector);
  // An error that the child could still tell says more than how it ended.
  if (ending && !collector.result.error) collector.result.error = std::move(*ending);
  return std::move(collector.result);
}

std::expected<std::vector<AdapterInfo>, PlayError> listAdapters() {
  AdapterCollector collector;
  const auto work = [](ResultSink& sink) {
    const auto list = listAdaptersHere();
    if (!list) return sink.error(list.error());
    for (const AdapterInfo& info : *list) sink.adapter(info);
  };
  if (auto ending = runInChild(work, 60, collector)) return std::unexpected(std::move(*ending));
  if (collector.failure) return std::unexpected(std::move(*collector.failure));
  return std::move(collector.list);
}

std::expected<std::string, PlayError> recordCalls(ByteView payload, const PlayOptions& options) {
  const auto refuse = [](std::string text) { return std::unexpected(PlayError{ErrorKind::bad_file, std::move(text)}); };
  if (auto bad = checkOptions(options)) return std::unexpected(std::move(*bad));
  const auto view = format::readPayload(payload);
  if (!view) return refuse(view.error().message);
  const auto engine = WasmEngine::open();
  if (!engine) return refuse(engine.error());
  auto executor = Executor::load(**engine, *view);
  if (!executor) return refuse(executor.error());
  RecordingGpu gpu;
  StreamHost host;
  host.gpu = &gpu;
  host.wasm = [&engine] { return std::expected<const WasmEngine*, std::string>(engine->get()); };
  host.width = options.width;
  host.height = options.height;
  host.premultiplied = view->premultiplied();
  host.memory_budget = options.memory_budget;
  host.name_of = [&](format::ResourceName::Kind kind, uint16_t id) { return view->nameOf(kind, id); };
  host.report = [&](std::string_view source, std::string message) { gpu.note(cat("report ", source, ": ", message)); };
  StreamPlayer player(std::move(host));
  gpu.note("load");
  const auto load = (*executor)->init();
  if (!load) return refuse(load.error().message);
  if (auto done = player.run(*load, 0, 0); !done) return refuse(done.error());
  for (uint32_t frame = 0; frame < options.frames; ++frame) {
    gpu.note(cat("frame ", frame));
    const double time = options.start + options.step * frame;
    const CanvasSize canvas = options.canvasAt(frame);
    player.resize(canvas.width, canvas.height);
    const auto stream = (*executor)->frame(static_cast<float>(time), canvas.width, canvas.height);
    if (!stream) return refuse(stream.error().message);
    if (auto done = player.run(*stream, time, frame ? options.step : 0); !done) return refuse(done.error());
  }
  return gpu.take();
}

}  // namespace pngine::player
