// Results over a pipe: message = tag u8 | length u32 | fields. Both ends are one program of one build, but the sender
// may die in the middle of a message or write nonsense while it dies, so the reader checks everything.
#pragma once
#include "player/session.h"

namespace pngine::player {

/// Writes every result to a file descriptor; a frame's results go out together when the frame is done.
class WireSender final : public ResultSink {
 public:
  explicit WireSender(int fd) : fd_(fd) {}
  void adapter(const AdapterInfo& info) override;
  void warning(std::string text) override;
  void report(GpuReport report) override;
  void readback(Readback readback) override;
  void picture(Picture picture) override;
  void frameDone(uint32_t frame) override;
  void stats(const PlayStats& stats) override;
  void error(PlayError error) override;
  /// The last message of a run that came to its end.
  void finished();

 private:
  void put(uint8_t tag, ByteWriter& fields);
  void flush();
  int fd_;
  Bytes pending_;
};

/// Takes bytes as they come and calls a sink for each whole message.
class WireReceiver {
 public:
  explicit WireReceiver(ResultSink& sink) : sink_(sink) {}
  /// False: the bytes are not messages.
  bool feed(ByteView bytes);
  bool finished() const { return finished_; }

 private:
  bool deliver(uint8_t tag, ByteView fields);
  ResultSink& sink_;
  Bytes pending_;
  bool finished_ = false;
};

}  // namespace pngine::player
