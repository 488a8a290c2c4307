// Carries out a command stream on a Gpu. Everything in the stream comes from a file that nobody vouches for: ids,
// codes, usage bits and ranges are checked here, before any call, because the library behind Gpu ends the process on
// some of them.
//
// Three severities. A *report* drops one command and goes on. An *invalid submit* is what WebGPU does with a bad
// command in an encoder: the work of the whole submit is lost, with a report. A *stop* ends the stream (JavaScript's
// exception): what was done stays done. Creation is in stream_create.cpp, passes in stream_pass.cpp, queue and copies
// in stream_queue.cpp.
#pragma once
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "format/stream.h"
#include "player/executor.h"
#include "player/gpu.h"
#include "player/image.h"
#include "player/player.h"
#include "player/shader_gate.h"

namespace pngine::player {

/// What the player needs besides the device.
struct StreamHost {
  Gpu* gpu = nullptr;
  ShaderGate* gate = nullptr;  ///< nullptr: shaders go to `gpu` as they are (recorder)
  /// Asked when a program's own wasm module comes; empty: such modules are not run.
  std::function<std::expected<const WasmEngine*, std::string>()> wasm;
  uint32_t width = 1, height = 1;  ///< canvas
  bool premultiplied = false;
  uint64_t memory_budget = 0;
  std::function<std::string_view(format::ResourceName::Kind, uint16_t)> name_of;
  std::function<void(std::string_view source, std::string message)> report;
  std::function<void(uint16_t buffer, uint32_t offset, Bytes bytes)> readback;
};

class StreamPlayer final : public format::CommandVisitor {
 public:
  explicit StreamPlayer(StreamHost host) : host_(std::move(host)), gpu_(*host_.gpu) {}

  /// Carries out one stream. `time`: seconds given to the frame, `delta`: since the frame before. Error: why the stream
  /// was refused before its first command, or stopped in the middle.
  std::expected<void, std::string> run(const ExecutorStream& stream, double time, double delta);
  /// Writes into a buffer at once, as setUniform does. False: no such buffer, or it takes no writes there.
  bool writeUniform(uint16_t buffer, uint32_t offset, ByteView bytes);
  /// The canvas as it was after the last submit; all zero if nothing was ever drawn.
  std::expected<Picture, std::string> capture();
  /// Before the next frame the canvas gets this size, unless it has it: it is cleared, and all textures that follow it
  /// lose their contents and are made anew, with the views and bind groups that hold them.
  void resize(uint32_t width, uint32_t height);
  /// Why the textures made so far cannot follow the canvas to this size; empty if they can.
  std::string refusesSize(uint32_t width, uint32_t height) const;
  uint64_t gpuBytes() const { return gpu_bytes_; }

#define FIELD(type, name)
#define COMMAND(opcode, Struct, text, group, fields) \
  void on(const format::command::Struct& c, format::CommandPlace place) override;
#include "format/commands.def"

 private:
  using Kind = format::ResourceName::Kind;
  enum class State : uint8_t { empty, ok, failed };  ///< failed: the create command ran, there is no object
  struct Buffer {
    State state = State::empty;
    GpuBuffer gpu = GpuBuffer::none;
    uint64_t size = 0;
    uint32_t usage = 0;
  };
  struct Texture {
    State state = State::empty;
    GpuTexture gpu = GpuTexture::none;
    GpuView view = GpuView::none;  ///< default view, made when first used
    TextureInfo info;
    bool sized = false;    ///< follows the canvas
    uint32_t mips = 1;     ///< asked for; a small canvas has fewer
    uint64_t charged = 0;  ///< bytes
  };
  template <class Handle>
  struct Object {
    State state = State::empty;
    Handle gpu = Handle::none;
  };
  struct View : Object<GpuView> {
    uint16_t texture = 0;
    format::TextureViewDescriptor descriptor;
  };
  struct Shader : Object<GpuShader> {
    std::string text;  ///< as the driver got it
  };
  struct Pipeline {
    State state = State::empty;
    std::vector<bool> vertex_slots;  ///< which vertex buffers it reads
    GpuRenderPipeline render = GpuRenderPipeline::none;
    GpuComputePipeline compute = GpuComputePipeline::none;
  };
  struct BindGroup {
    State state = State::empty;
    GpuBindGroup gpu = GpuBindGroup::none;
    bool explicit_layout = false;
    uint16_t pipeline = 0;  ///< whose automatic layout it was made for
    format::BindGroupDescriptor descriptor;
    std::map<uint16_t, GpuBindGroup> rebuilt;  ///< by pipeline
  };
  struct QuerySet {
    State state = State::empty;
    GpuQuerySet gpu = GpuQuerySet::none;
    webgpu::QueryType type = webgpu::QueryType::occlusion;
    std::vector<bool> written;
  };
  struct Bundle {
    State state = State::empty;
    format::RenderBundleDescriptor descriptor;
    std::optional<GpuRenderPipeline> pipeline;
    std::vector<std::pair<uint32_t, uint16_t>> groups;  ///< ids: the objects may be made anew
    std::vector<std::pair<uint32_t, GpuBuffer>> vertex_buffers;
    std::optional<GpuBuffer> index_buffer;
  };
  struct Image {
    State state = State::empty;
    DecodedImage pixels;
  };
  struct WasmModule {
    State state = State::empty;
    std::unique_ptr<WasmInstance> instance;
  };
  struct CallResult {
    uint16_t module = 0;
    double value = 0;
  };
  enum class Pass : uint8_t { none, render, compute };

  // ---- severities ----
  template <class C>
  std::string at(const C&, format::CommandPlace place) const;
  void report(std::string_view source, std::string message);
  void stop(std::string message);
  void invalidate(std::string message);
  void reportDevice(std::string_view what);  ///< takeError(), if there is one

  // ---- ids ----
  template <class T>
  static T& slot(std::vector<T>& list, uint16_t id);
  template <class T>
  static T* find(std::vector<T>& list, uint16_t id);  ///< nullptr: never created
  std::string label(Kind kind, uint16_t id) const;
  bool charge(double bytes, std::string_view what);
  ByteView blob(const format::wire::Desc& desc) const { return memory_.subspan(desc.ptr, desc.len); }

  // ---- creation ----
  bool buildTextureInfo(const format::TextureDescriptor& d, Texture& texture);
  static double textureBytes(const TextureInfo& info);
  void makeTexture(uint16_t id, Texture& texture);
  void makeView(uint16_t id, View& view);
  void makeGroup(uint16_t id, BindGroup& group, GpuBindGroupLayout layout, bool owned);
  GpuView defaultView(uint16_t id, Texture& texture);
  std::optional<GpuBindGroupLayout> layoutFor(const BindGroup& group, uint16_t pipeline, bool& owned);
  enum class Entries : uint8_t { ok, failed, stopped };
  Entries resolveEntries(const format::BindGroupDescriptor& d, std::vector<BindEntry>& out, std::string_view what);
  Entries resolveEntry(const format::BindGroupEntry& e, BindEntry& out, std::string_view what);
  GpuShader shaderFor(uint16_t id, bool& failed);
  bool orderInputs(format::RenderPipelineDescriptor& d, PipelineObjects& objects, std::string_view what);
  void replayBundle(const Bundle& bundle);

  // ---- size of the canvas ----
  static TextureInfo infoAt(const Texture& texture, uint32_t width, uint32_t height);
  bool holdsSized(const format::BindGroupDescriptor& d);
  void dropCanvas();
  template <class Handle>
  void drop(Handle& handle) {
    if (handle != Handle::none) gpu_.release(std::exchange(handle, Handle::none));
  }

  // ---- passes ----
  struct Begin {
    std::vector<format::wire::Target> targets;
    uint16_t depth = format::kNoTexture;
    uint16_t resolve = format::kNoTexture;
  };
  void beginRender(const Begin& begin, const std::string& where);
  bool attachColor(const format::wire::Target& target, RenderPassInfo& info, const std::string& where);
  void attachDepth(uint16_t id, RenderPassInfo& info);
  void attachQueries(RenderPassInfo& info);
  bool inPass(std::string_view what, Pass wanted, bool silent = false);
  bool drawable(std::string_view what);
  bool indirect(uint16_t buffer, uint32_t offset, uint32_t bytes, const std::string& where, GpuBuffer& out);
  void bindGroup(uint32_t index, uint16_t id, BindGroup& group);
  GpuBindGroup groupFor(uint16_t id, BindGroup& group, uint16_t pipeline);
  GpuView canvasView(bool overwritten);
  bool openCanvas();
  void markTimestamp(uint16_t set, uint32_t index);

  // ---- copies and queue ----
  bool writeRange(uint16_t id, uint32_t offset, ByteView bytes, const std::string& where);
  void resolveRuns(QuerySet& set, const format::command::ResolveQuerySet& c, GpuBuffer buffer);
  void deliverReadbacks();
  void resetSubmit();
  Texture* copySide(uint16_t id, bool destination, const std::string& where);
  const WasmModule* dataModule(uint32_t call);
  std::optional<std::span<const uint8_t>> wasmBytes(const format::command::WriteBufferFromWasm& c);
  std::vector<double> wasmArguments(ByteView bytes) const;

  StreamHost host_;
  Gpu& gpu_;
  ByteView memory_;
  double time_ = 0, delta_ = 0;
  std::string stopped_;  ///< why the stream ended; empty while it runs
  uint64_t gpu_bytes_ = 0;

  std::vector<Buffer> buffers_;
  std::vector<Texture> textures_;
  std::vector<View> views_;
  std::vector<Object<GpuSampler>> samplers_;
  std::vector<Shader> shaders_;
  std::vector<Pipeline> pipelines_;
  std::vector<BindGroup> groups_;
  std::vector<Object<GpuBindGroupLayout>> layouts_;
  std::vector<Object<GpuPipelineLayout>> pipeline_layouts_;
  std::vector<QuerySet> query_sets_;
  std::vector<Bundle> bundles_;
  std::vector<Image> images_;
  std::vector<WasmModule> modules_;
  std::map<uint32_t, CallResult> call_results_;

  // The submit that is being built.
  std::string invalid_;  ///< why it will be lost; empty = fine so far
  struct Range {
    uint16_t buffer;
    uint32_t offset, size;
  };
  std::vector<Range> readbacks_;
  std::vector<GpuBuffer> scratch_;  ///< released after the submit

  // The open pass, and what waits for the next one.
  Pass pass_ = Pass::none;
  std::optional<uint16_t> pipeline_;
  bool index_set_ = false;
  std::set<uint32_t> cleared_slots_;  ///< vertex buffers that a command has unset
  std::optional<uint16_t> pass_occlusion_;
  std::optional<uint32_t> open_query_;
  std::optional<format::command::TimestampWrites> next_timestamps_;
  std::optional<uint16_t> next_occlusion_;
  std::optional<format::command::DepthStencilOps> next_ops_;
  std::optional<format::command::DepthStencilClear> next_clear_;

  GpuTexture canvas_ = GpuTexture::none;
  GpuView canvas_view_ = GpuView::none;
  bool canvas_in_frame_ = false;  ///< this frame's canvas was begun: its content is this frame's
  bool canvas_drawn_ = false;     ///< some frame drew to it
  bool canvas_failed_ = false;
};

/// "create buffer (0x01, command 3)".
std::string commandText(std::string_view name, uint8_t opcode, uint32_t index);

template <class C>
std::string StreamPlayer::at(const C&, format::CommandPlace place) const {
  return commandText(C::kName, static_cast<uint8_t>(C::kOpcode), place.index);
}

template <class T>
T& StreamPlayer::slot(std::vector<T>& list, uint16_t id) {
  if (id >= list.size()) list.resize(size_t{id} + 1);
  return list[id];
}

template <class T>
T* StreamPlayer::find(std::vector<T>& list, uint16_t id) {
  return id < list.size() && list[id].state != State::empty ? &list[id] : nullptr;
}

}  // namespace pngine::player
