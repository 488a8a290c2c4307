// A wasm engine for modules that nobody vouches for: wasmtime with fuel for every call, a cap on memory, and no imports
// but the few that hosts offer. Runs the executor of a payload and the modules that programs bring along.
#pragma once
#include <cstdint>
#include <expected>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/bytes.h"
#include "player/wasmtime_api.h"

namespace pngine::player {

/// The loaded library with one compiler; one per run. Every instance must die before it.
class WasmEngine {
 public:
  static std::expected<std::unique_ptr<WasmEngine>, std::string> open();
  ~WasmEngine();
  WasmEngine(const WasmEngine&) = delete;
  WasmEngine& operator=(const WasmEngine&) = delete;

  const wasmtime::Api& api() const { return api_; }
  wasmtime::Engine* engine() const { return engine_; }

 private:
  WasmEngine() = default;
  wasmtime::Api api_;
  wasmtime::Engine* engine_ = nullptr;
};

/// What an instance may use.
struct WasmLimits {
  uint64_t memory = uint64_t{256} << 20;  ///< bytes, initial and grown
  uint64_t fuel = 100'000'000;            ///< per call; an instruction costs about 1
  size_t module_bytes = size_t{16} << 20;
};

/// What the host offers to a module under "env".
enum class WasmImports : uint8_t {
  executor,  ///< log, wasmInstantiate, wasmCall, wasmGetResult: they do nothing and return 0
  program,   ///< memory (fresh, one page) and abort (ends the call)
};

/// An exported function with its types (wasmtime::kI32 ...).
struct WasmFunction {
  wasmtime::Func func;
  std::vector<uint8_t> params, results;
};

/// One module with its memory. Not thread-safe.
class WasmInstance {
 public:
  /// Compiles and instantiates. Errors are one sentence: too large, malformed, wants an import that is not offered,
  /// start function trapped, more memory than allowed.
  static std::expected<std::unique_ptr<WasmInstance>, std::string> load(const WasmEngine& engine, ByteView module,
                                                                        WasmImports imports, const WasmLimits& limits);
  ~WasmInstance();
  WasmInstance(const WasmInstance&) = delete;
  WasmInstance& operator=(const WasmInstance&) = delete;

  std::optional<WasmFunction> function(std::string_view name) const;
  /// Calls with a fresh tank of fuel. `args` must have the types of `function`. Result: the first one, or an i32 of 0.
  std::expected<wasmtime::Val, std::string> call(const WasmFunction& function, std::span<const wasmtime::Val> args);
  /// An exported memory, or (name "memory" and none exported) the one that was offered. Valid until the next call.
  std::span<uint8_t> memory(std::string_view name = "memory") const;
  bool exportsMemory(std::string_view name) const;
  /// Value of an exported numeric global.
  std::optional<double> global(std::string_view name) const;
  /// Whether the module imports env.NAME.
  bool imports(std::string_view name) const;

 private:
  WasmInstance(const WasmEngine& engine, const WasmLimits& limits) : api_(engine.api()), limits_(limits) {}
  std::expected<void, std::string> instantiate(const WasmEngine& engine, ByteView module, WasmImports imports);
  std::expected<void, std::string> defineImports(wasmtime::Linker* linker, WasmImports imports);
  std::expected<void, std::string> defineMemory(wasmtime::Linker* linker);
  std::string describe(wasmtime::Error* error, wasmtime::Trap* trap) const;
  std::optional<wasmtime::Extern> find(std::string_view name, uint8_t kind) const;

  const wasmtime::Api& api_;
  WasmLimits limits_;
  wasmtime::Store* store_ = nullptr;
  wasmtime::Context* context_ = nullptr;
  wasmtime::Module* module_ = nullptr;
  wasmtime::Instance instance_;
  std::optional<wasmtime::Memory> offered_memory_;
  std::vector<std::string> import_names_;
};

/// A number as JavaScript would hand it to a parameter of type `kind`; nothing for types that take no number (i64).
std::optional<wasmtime::Val> wasmArgument(double value, uint8_t kind);
/// A result as a JavaScript number; 0 for types that are not numbers there.
double wasmNumber(const wasmtime::Val& value);

}  // namespace pngine::player
