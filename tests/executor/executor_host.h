// A host as small as the boundary allows: instantiates the executor of a payload in wasmtime, loads it in one of the
// two ways, and hands out statuses and command buffers. Each call gets fuel, so that an endless one is a failure, not a
// hang.
#pragma once
#include <dlfcn.h>
#include <doctest/doctest.h>

#include <cstring>
#include <memory>
#include <string>

#include "base/bytes.h"
#include "player/wasmtime_api.h"

namespace pngine::test {

namespace wt = player::wasmtime;

/// The library and one compiler for the whole program.
class Engine {
 public:
  static Engine& get() {
    static Engine engine;
    return engine;
  }
  wt::Api api;
  wt::Engine* engine = nullptr;

 private:
  Engine() {
    void* library = dlopen(PNGINE_DEPS_DIR "/lib/libwasmtime.so", RTLD_NOW);
    REQUIRE_MESSAGE(library, "libwasmtime.so is missing: run ./dev setup");
#define PNGINE_FIND(result, name, args)                                   \
  api.name = reinterpret_cast<decltype(api.name)>(dlsym(library, #name)); \
  REQUIRE(static_cast<bool>(api.name));
    PNGINE_WASMTIME_FUNCTIONS(PNGINE_FIND)
#undef PNGINE_FIND
    wt::Config* config = api.wasm_config_new();
    api.wasmtime_config_consume_fuel_set(config, true);
    engine = api.wasm_engine_new_with_config(config);
  }
};

class ExecutorHost {
 public:
  static constexpr uint64_t kFuel = 200'000;

  explicit ExecutorHost(ByteView module) : api_(Engine::get().api) {
    wt::Engine* engine = Engine::get().engine;
    REQUIRE(api_.wasmtime_module_new(engine, module.data(), module.size(), &module_) == nullptr);
    store_ = api_.wasmtime_store_new(engine, nullptr, nullptr);
    context_ = api_.wasmtime_store_context(store_);
    linker_ = api_.wasmtime_linker_new(engine);
    refuel();
    wt::Trap* trap = nullptr;
    REQUIRE(api_.wasmtime_linker_instantiate(linker_, context_, module_, &instance_, &trap) == nullptr);
    REQUIRE(trap == nullptr);
    wt::Extern memory;
    REQUIRE(find("memory", memory));
    memory_ = memory.memory;
  }
  ~ExecutorHost() {
    api_.wasmtime_linker_delete(linker_);
    api_.wasmtime_store_delete(store_);
    api_.wasmtime_module_delete(module_);
  }
  ExecutorHost(const ExecutorHost&) = delete;
  ExecutorHost& operator=(const ExecutorHost&) = delete;

  bool has(const char* name) {
    wt::Extern e;
    return find(name, e);
  }
  size_t memorySize() { return api_.wasmtime_memory_data_size(context_, &memory_); }
  uint8_t* memory() { return api_.wasmtime_memory_data(context_, &memory_); }

  uint32_t call(const char* name, std::initializer_list<wt::Val> args = {}, size_t results = 1) {
    wt::Extern e;
    REQUIRE(find(name, e));
    refuel();
    wt::Val result;
    wt::Trap* trap = nullptr;
    wt::Error* error = api_.wasmtime_func_call(context_, &e.func, args.begin(), args.size(), &result, results, &trap);
    if (trap) api_.wasm_trap_delete(trap);
    if (error) api_.wasmtime_error_delete(error);
    trapped = trapped || trap || error;
    return static_cast<uint32_t>(result.of.i32);
  }
  static wt::Val integer(uint32_t v) {
    wt::Val out;
    out.of.i32 = static_cast<int32_t>(v);
    return out;
  }

  /// Head and data section apart, as the browser does it.
  void loadSplit(ByteView payload) {
    const auto [data, wgsl] = offsets(payload);
    write(call("getBytecodePtr"), payload.first(data));
    call("setBytecodeLen", {integer(data)}, 0);
    write(call("getDataPtr"), payload.subspan(data, wgsl - data));
    call("setDataLen", {integer(wgsl - data)}, 0);
  }
  /// The whole payload in the head buffer.
  void loadSingle(ByteView payload) {
    write(call("getBytecodePtr"), payload);
    call("setBytecodeLen", {integer(static_cast<uint32_t>(payload.size()))}, 0);
  }
  uint32_t init() { return call("init"); }
  uint32_t frame(float time = 0, uint32_t width = 64, uint32_t height = 64) {
    wt::Val t;
    t.kind = wt::kF32;
    t.of.f32 = time;
    return call("frame", {t, integer(width), integer(height)});
  }
  Bytes commands() {
    const uint32_t at = call("getCommandPtr"), length = call("getCommandLen");
    REQUIRE(uint64_t{at} + length <= memorySize());
    return {memory() + at, memory() + at + length};
  }

  bool trapped = false;

 private:
  static std::pair<uint32_t, uint32_t> offsets(ByteView payload) {
    ByteReader in(payload.subspan(24));
    const uint32_t data = in.u32(), wgsl = in.u32();
    return {data, wgsl};
  }
  void write(uint32_t at, ByteView bytes) {
    REQUIRE(uint64_t{at} + bytes.size() <= memorySize());
    std::memcpy(memory() + at, bytes.data(), bytes.size());
  }
  bool find(const char* name, wt::Extern& out) {
    return api_.wasmtime_instance_export_get(context_, &instance_, name, std::strlen(name), &out);
  }
  void refuel() { api_.wasmtime_context_set_fuel(context_, kFuel); }

  const wt::Api& api_;
  wt::Module* module_ = nullptr;
  wt::Store* store_ = nullptr;
  wt::Context* context_ = nullptr;
  wt::Linker* linker_ = nullptr;
  wt::Instance instance_;
  wt::Memory memory_;
};

}  // namespace pngine::test
