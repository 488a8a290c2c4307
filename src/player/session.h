// One run from payload to results, in this process: starts executor, shader check and device, plays the
// load stream and the frames, and hands every result to a sink as it comes.
#pragma once
#include "player/player.h"

namespace pngine::player {

/// Takes results in order. error() comes at most once and last.
class ResultSink {
 public:
  virtual ~ResultSink() = default;
  virtual void adapter(const AdapterInfo& info) = 0;
  virtual void warning(std::string text) = 0;
  virtual void report(GpuReport report) = 0;
  virtual void readback(Readback readback) = 0;
  virtual void picture(Picture picture) = 0;
  virtual void frameDone(uint32_t frame) = 0;
  virtual void stats(const PlayStats& stats) = 0;
  virtual void error(PlayError error) = 0;
};

/// What follows a run. `process`: this process ends at once, so drivers are not taken down in order, which takes as
/// long as starting them.
enum class Ending : uint8_t { orderly, process };

void runSession(ByteView payload, const PlayOptions& options, ResultSink& sink, Ending ending);

/// listAdapters() in this process.
std::expected<std::vector<AdapterInfo>, PlayError> listAdaptersHere();

}  // namespace pngine::player
