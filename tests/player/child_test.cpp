// The child process: however it ends, what it sent before is kept and the ending is one sentence.
#include "player/child.h"

#include <doctest/doctest.h>
#include <signal.h>
#include <unistd.h>

#include <cstdio>
#include <cstdlib>

using namespace pngine;
using namespace pngine::player;

namespace {

class Counter final : public ResultSink {
 public:
  void adapter(const AdapterInfo& info) override { name = info.name; }
  void warning(std::string) override { ++warnings; }
  void report(GpuReport) override {}
  void readback(Readback readback) override { bytes = readback.bytes; }
  void picture(Picture picture) override { pixels = picture.rgba.size(); }
  void frameDone(uint32_t) override { ++frames; }
  void stats(const PlayStats& stats) override { last = stats; }
  void error(PlayError error) override { failure = error.message; }
  std::string name, failure;
  int warnings = 0, frames = 0;
  Bytes bytes;
  size_t pixels = 0;
  PlayStats last;
};

void sendSome(ResultSink& sink) {
  sink.adapter({.name = "a", .driver = "b", .backend = "c", .software = true});
  sink.readback({.frame = 0, .buffer = 1, .name = "r", .offset = 8, .bytes = {1, 2, 3}});
  sink.frameDone(0);
}

}  // namespace

TEST_CASE("everything arrives") {
  Counter counter;
  const auto ending = runInChild(
      [](ResultSink& sink) {
        sendSome(sink);
        sink.warning("w");
        sink.picture({.frame = 1, .width = 300, .height = 200, .rgba = Bytes(300 * 200 * 4, 7)});
        sink.stats({.frames = 3, .load_ms = 1.5, .first_frame_ms = 2, .frames_ms = 3, .gpu_bytes = 1ull << 40});
        sink.error({.kind = ErrorKind::gpu, .message = "m"});
      },
      10, counter);
  CHECK(!ending);
  CHECK(counter.name == "a");
  CHECK(counter.bytes == Bytes{1, 2, 3});
  CHECK(counter.frames == 1);
  CHECK(counter.warnings == 1);
  CHECK(counter.pixels == 300 * 200 * 4);
  CHECK(counter.last.gpu_bytes == 1ull << 40);
  CHECK(counter.failure == "m");
}

TEST_CASE("an abort, a segmentation fault, an early exit and a hang") {
  const auto endingOf = [](auto&& end, double seconds) {
    Counter counter;
    const auto ending = runInChild(
        [&](ResultSink& sink) {
          sendSome(sink);
          end();
        },
        seconds, counter);
    CHECK(counter.frames == 1);
    CHECK(counter.bytes.size() == 3);
    REQUIRE(ending);
    return *ending;
  };
  const PlayError aborted = endingOf(
      [] {
        std::fprintf(stderr, "thread 'main' panicked at src/lib.rs:1:2:\nthe reason is this\nstack backtrace:\n");
        std::abort();
      },
      10);
  CHECK(aborted.kind == ErrorKind::child_died);
  CHECK(aborted.message == "the process that does the GPU work ended early (Aborted): the reason is this");
  CHECK(endingOf([] { raise(SIGSEGV); }, 10).message.find("Segmentation fault") != std::string::npos);
  CHECK(endingOf([] { _exit(3); }, 10).message.find("exit code 3") != std::string::npos);
  CHECK(endingOf([] { pause(); }, 0.3).kind == ErrorKind::timeout);
}
