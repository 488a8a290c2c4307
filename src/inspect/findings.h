// A state machine over the command streams of one file: what a player would drop, refuse or lose, found without a GPU.
#pragma once
#include <map>
#include <set>

#include "inspect/inspection.h"
#include "player/executor.h"

namespace pngine::inspect {

class StreamChecker {
 public:
  StreamChecker(const format::PayloadView& payload, Inspection& out);
  /// Streams in playing order: the load, then frames from 0. Resources stay, pass state starts anew.
  void check(const player::ExecutorStream& stream, bool load, uint32_t frame);

 private:
  enum class Pass : uint8_t { none, render, compute };
  template <class C>
  void on(const C& command);
  void add(bool error, std::string_view code, std::string_view rule, std::string message);
  void fail(std::string_view code, std::string_view rule, std::string message) {
    add(true, code, rule, std::move(message));
  }
  void warn(std::string_view code, std::string_view rule, std::string message) {
    add(false, code, rule, std::move(message));
  }

  // ---- ids ----
  bool create(std::set<uint16_t>& ids, std::string_view kind, uint16_t id);
  bool known(const std::set<uint16_t>& ids, std::string_view kind, uint16_t id);
  /// A buffer with a usage; `usage` 0: any.
  void useBuffer(uint16_t id, uint32_t usage, std::string_view as);
  void useTarget(uint16_t id, std::string_view as);
  std::string bufferName(uint16_t id) const;

  // ---- creation ----
  void createBuffer(const format::command::CreateBuffer& c);
  void createTexture(uint16_t id, ByteView blob);
  void createPipeline(uint16_t id, bool compute, ByteView blob);
  void createBindGroup(const format::command::CreateBindGroup& c);

  // ---- passes ----
  void begin(Pass pass);
  void inPass(Pass wanted, std::string_view what);
  void work(Pass wanted, std::string_view what, bool nothing);
  void prePass(std::string_view what);
  void hostMayWrite(uint16_t buffer);

  const format::PayloadView& payload_;
  Inspection& out_;
  ByteView memory_;
  bool load_ = true;
  uint32_t frame_ = 0, index_ = 0;
  std::set<std::string> said_;  ///< code and text: a finding is told once, not in every frame

  std::map<uint16_t, BufferInfo> buffers_;
  std::set<uint16_t> textures_, views_, samplers_, shaders_, pipelines_, groups_, layouts_, pipeline_layouts_;
  std::set<uint16_t> query_sets_, bundles_, images_, modules_;
  std::map<uint16_t, PipelineInfo> pipeline_infos_;

  Pass pass_ = Pass::none;
  std::optional<uint16_t> pipeline_;
  std::set<uint32_t> set_groups_;
  bool index_set_ = false;
};

}  // namespace pngine::inspect
