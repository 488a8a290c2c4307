// Loading protocol: the head (header, executor, bytecode, strings) and the data section are copied apart; executors of
// the first generation read their data from behind the head and get a second copy there.
#include "player/executor.h"

#include <cstring>

#include "base/text.h"

namespace pngine::player {
namespace wt = wasmtime;

namespace {

wt::Val integer(uint32_t value) {
  wt::Val out;
  out.of.i32 = static_cast<int32_t>(value);
  return out;
}

std::string_view initStatus(uint32_t status) {
  switch (status) {
    case 1:
      return "the payload is shorter than its header";
    case 2:
      return "the payload has another magic";
    case 3:
      return "the payload has another version";
    case 4:
      return "a section of the payload is out of place or does not fit the executor";
    case 5:
      return "the bytecode is malformed";
    case 6:
      return "the commands do not fit the executor's buffer";
    default:
      return "no reason is known for this status";
  }
}

std::string_view frameStatus(uint32_t status) {
  switch (status) {
    case 1:
      return "nothing is loaded";
    case 2:
      return "the bytecode of the frame is malformed";
    case 3:
      return "the commands do not fit the executor's buffer";
    default:
      return "no reason is known for this status";
  }
}

}  // namespace

std::expected<std::unique_ptr<Executor>, std::string> Executor::load(const WasmEngine& engine,
                                                                     const format::PayloadView& payload) {
  ByteView module = payload.executor;
  Bytes shared;
  if (module.empty()) {
    auto found = format::executorFor(payload);
    if (!found) return std::unexpected(found.error().message);
    shared = std::move(*found);
    module = shared;
  }
  std::unique_ptr<Executor> out(new Executor);
  auto instance = WasmInstance::load(engine, module, WasmImports::executor, WasmLimits{});
  if (!instance) return std::unexpected(cat("the executor cannot be used: ", instance.error()));
  out->instance_ = std::move(*instance);
  if (auto done = out->findCalls(); !done) return std::unexpected(done.error());
  if (auto done = out->handOver(payload); !done) return std::unexpected(done.error());
  return out;
}

std::expected<void, std::string> Executor::findCalls() {
  struct Wanted {
    std::string_view name;
    WasmFunction* into;
    std::vector<uint8_t> params;
    bool result;
  };
  const Wanted list[] = {
      {"getBytecodePtr", &calls_.head_pointer, {}, true},
      {"setBytecodeLen", &calls_.head_length, {wt::kI32}, false},
      {"getDataPtr", &calls_.data_pointer, {}, true},
      {"setDataLen", &calls_.data_length, {wt::kI32}, false},
      {"init", &calls_.init, {}, true},
      {"frame", &calls_.frame, {wt::kF32, wt::kI32, wt::kI32}, true},
      {"getCommandPtr", &calls_.command_pointer, {}, true},
  };
  for (const Wanted& wanted : list) {
    auto function = instance_->function(wanted.name);
    if (!function) return std::unexpected(cat("the executor lacks the export ", wanted.name));
    const bool fits =
        function->params == wanted.params &&
        (wanted.result ? function->results == std::vector<uint8_t>{wt::kI32} : function->results.size() <= 1);
    if (!fits) return std::unexpected(cat("the executor's export ", wanted.name, " has another signature"));
    *wanted.into = std::move(*function);
  }
  if (!instance_->exportsMemory("memory")) return std::unexpected("the executor does not export its memory");
  early_ = instance_->imports("log") && !instance_->function("getAbiVersion");
  return {};
}

std::expected<uint32_t, std::string> Executor::ask(const WasmFunction& function, std::string_view name) {
  const auto answer = instance_->call(function, {});
  if (!answer) return std::unexpected(cat("the executor failed in ", name, ": ", answer.error()));
  return static_cast<uint32_t>(answer->of.i32);
}

std::expected<void, std::string> Executor::tell(const WasmFunction& function, std::string_view name, uint32_t value) {
  const wt::Val argument = integer(value);
  const auto answer = instance_->call(function, {&argument, 1});
  if (!answer) return std::unexpected(cat("the executor failed in ", name, ": ", answer.error()));
  return {};
}

std::expected<void, std::string> Executor::write(uint32_t at, ByteView bytes, std::string_view what) {
  const std::span<uint8_t> memory = instance_->memory();
  if (at > memory.size() || bytes.size() > memory.size() - at) {
    return std::unexpected(cat("the executor's memory of ", memory.size(), " bytes has no room for the ", what, " (",
                               bytes.size(), " bytes at ", at, ')'));
  }
  if (!bytes.empty()) std::memcpy(memory.data() + at, bytes.data(), bytes.size());
  return {};
}

std::expected<void, std::string> Executor::handOver(const format::PayloadView& payload) {
  const auto head = ask(calls_.head_pointer, "getBytecodePtr");
  if (!head) return std::unexpected(head.error());
  const auto data = ask(calls_.data_pointer, "getDataPtr");
  if (!data) return std::unexpected(data.error());
  const uint64_t whole = payload.wgsl_offset;
  const bool both = early_ && (*head + whole <= *data || *data < *head);
  const ByteView first = both ? payload.bytes.first(payload.wgsl_offset) : payload.head();
  if (auto done = write(*head, first, "payload"); !done) return done;
  if (auto done = tell(calls_.head_length, "setBytecodeLen", static_cast<uint32_t>(first.size())); !done) return done;
  const ByteView section = payload.dataSection();
  if (auto done = write(*data, section, "data section"); !done) return done;
  return tell(calls_.data_length, "setDataLen", static_cast<uint32_t>(section.size()));
}

std::expected<ExecutorStream, ExecutorError> Executor::init() {
  const auto status = instance_->call(calls_.init, {});
  if (!status) return std::unexpected(ExecutorError{{}, cat("the executor failed in init: ", status.error())});
  const auto pointer = ask(calls_.command_pointer, "getCommandPtr");
  if (!pointer) return std::unexpected(ExecutorError{{}, pointer.error()});
  command_pointer_ = *pointer;
  return stream(*status, "init");
}

std::expected<ExecutorStream, ExecutorError> Executor::frame(float time, uint32_t width, uint32_t height) {
  wt::Val arguments[3] = {{}, integer(width), integer(height)};
  arguments[0].kind = wt::kF32;
  arguments[0].of.f32 = time;
  const auto status = instance_->call(calls_.frame, arguments);
  if (!status) return std::unexpected(ExecutorError{{}, cat("the executor failed in frame: ", status.error())});
  return stream(*status, "frame");
}

std::expected<ExecutorStream, ExecutorError> Executor::stream(const wt::Val& status, std::string_view call) {
  const auto code = static_cast<uint32_t>(status.of.i32);
  if (code != 0) {
    const std::string_view why = call == "init" ? initStatus(code) : frameStatus(code);
    return std::unexpected(ExecutorError{code, cat("the executor answered ", call, " with status ", code, ": ", why)});
  }
  const std::span<uint8_t> memory = instance_->memory();
  if (command_pointer_ > memory.size() || memory.size() - command_pointer_ < format::kStreamHeader) {
    return std::unexpected(ExecutorError{{},
                                         cat("the executor's command buffer at ", command_pointer_,
                                             " lies outside its memory of ", memory.size(), " bytes")});
  }
  const uint32_t length = ByteReader(ByteView(memory).subspan(command_pointer_)).u32();
  if (length < format::kStreamHeader || length > memory.size() - command_pointer_) {
    return std::unexpected(ExecutorError{{}, cat("the executor's command buffer says that it has ", length, " bytes")});
  }
  ExecutorStream out{.commands = ByteView(memory).subspan(command_pointer_, length), .memory = memory};
  if (early_) {
    const auto layout = format::detectLayout(out.commands, memory.size());
    if (!layout) return std::unexpected(ExecutorError{{}, layout.error().message});
    out.layout = *layout;
  }
  return out;
}

}  // namespace pngine::player
