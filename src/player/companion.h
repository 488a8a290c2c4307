// A process that works ahead while the device starts: it runs the executor for the load and the first frame, and puts
// the load's shaders through the gate. A process, because threads that load libraries side by side queue behind the
// loader's one lock and each other's page faults. A crash of the checker is a refused shader then.
#pragma once
#include <memory>
#include <optional>

#include "format/payload.h"
#include "player/executor.h"
#include "player/player.h"
#include "player/shader_gate.h"

namespace pngine::player {

class Companion final : public ShaderGate {
 public:
  /// Only while this process has a single thread. nullptr: no process can be had.
  static std::unique_ptr<Companion> start(const format::PayloadView& payload, const PlayOptions& options);
  ~Companion() override;

  /// The executor's streams of init and of the first frame; wait for them. nullopt: it failed there, which whoever runs
  /// it again will be told. Valid as long as this object.
  std::optional<ExecutorStream> load();
  std::optional<ExecutorStream> firstFrame();
  ShaderVerdict verdict(std::string_view wgsl) override;

 private:
  Companion(int child, int channel, int memory) : child_(child), channel_(channel), memory_(memory) {}
  void awaitStreams();

  const int child_, channel_, memory_;
  bool arrived_ = false;
  std::span<const uint8_t> mapped_;
  std::optional<ExecutorStream> load_, first_frame_;
};

}  // namespace pngine::player
