// wasmtime, set up for a quick start and small modules: one thread, no optimiser passes beyond the basics, no signal
// handlers (graphics drivers install their own), memories without address-space reservations.
#include "player/wasm_engine.h"

#include <cmath>

#include "base/text.h"
#include "player/dynamic_library.h"

namespace pngine::player {
namespace wt = wasmtime;

namespace {

constexpr uint8_t kStackOverflow = 0, kMemoryOutOfBounds = 1, kUnreachable = 9, kOutOfFuel = 11;

std::string firstLine(const wt::ByteVec& text) {
  const std::string_view whole(text.data, text.size);
  return std::string(whole.substr(0, whole.find_first_of(std::string_view("\n\0", 2))));
}

/// All lines of an error as one: causes follow on lines of their own.
std::string oneLine(const wt::ByteVec& text) {
  std::string out;
  for (size_t i = 0; i < text.size && out.size() < 300; ++i) {
    const char c = text.data[i];
    if (c == 0) break;
    if (c == '\n' || c == ' ') {
      if (!out.empty() && out.back() != ' ') out += ' ';
    } else {
      out += c;
    }
  }
  return out;
}

/// An import that does nothing; results are zero.
wt::Trap* doNothing(void*, wt::Caller*, const wt::Val*, size_t, wt::Val* results, size_t count) {
  for (size_t i = 0; i < count; ++i) results[i] = wt::Val{};
  return nullptr;
}

wt::Trap* endCall(void* api, wt::Caller*, const wt::Val*, size_t, wt::Val*, size_t) {
  constexpr std::string_view text = "the module called abort";
  return static_cast<const wt::Api*>(api)->wasmtime_trap_new(text.data(), text.size());
}

std::string_view view(const wt::ByteVec* name) { return {name->data, name->size}; }

}  // namespace

std::expected<std::unique_ptr<WasmEngine>, std::string> WasmEngine::open() {
  using namespace wasmtime;  // the list of functions names its types bare
  auto library = DynamicLibrary::open("libwasmtime.so");
  if (!library) return std::unexpected(library.error());
  std::unique_ptr<WasmEngine> out(new WasmEngine);
#define PNGINE_FIND(result, name, args)                                    \
  out->api_.name = reinterpret_cast<result(*) args>(library->find(#name)); \
  if (!out->api_.name) return std::unexpected("the wasm library lacks the function " #name);
  PNGINE_WASMTIME_FUNCTIONS(PNGINE_FIND)
#undef PNGINE_FIND
  const wt::Api& api = out->api_;
  wt::Config* config = api.wasm_config_new();
  api.wasmtime_config_consume_fuel_set(config, true);
  api.wasmtime_config_parallel_compilation_set(config, false);
  api.wasmtime_config_cranelift_opt_level_set(config, 0);
  api.wasmtime_config_signals_based_traps_set(config, false);
  api.wasmtime_config_memory_reservation_set(config, 0);
  api.wasmtime_config_memory_guard_size_set(config, 0);
  api.wasmtime_config_memory_init_cow_set(config, false);
  api.wasmtime_config_native_unwind_info_set(config, false);
  api.wasmtime_config_max_wasm_stack_set(config, size_t{512} << 10);
  out->engine_ = api.wasm_engine_new_with_config(config);
  if (!out->engine_) return std::unexpected("the wasm engine does not start");
  return out;
}

WasmEngine::~WasmEngine() {
  if (engine_) api_.wasm_engine_delete(engine_);
}

std::expected<std::unique_ptr<WasmInstance>, std::string> WasmInstance::load(const WasmEngine& engine, ByteView module,
                                                                             WasmImports imports,
                                                                             const WasmLimits& limits) {
  if (module.size() > limits.module_bytes) {
    return std::unexpected(cat("the wasm module has ", module.size(), " bytes, more than ", limits.module_bytes));
  }
  std::unique_ptr<WasmInstance> out(new WasmInstance(engine, limits));
  if (auto done = out->instantiate(engine, module, imports); !done) return std::unexpected(done.error());
  return out;
}

WasmInstance::~WasmInstance() {
  if (module_) api_.wasmtime_module_delete(module_);
  if (store_) api_.wasmtime_store_delete(store_);
}

std::expected<void, std::string> WasmInstance::instantiate(const WasmEngine& engine, ByteView module,
                                                           WasmImports imports) {
  if (wt::Error* error = api_.wasmtime_module_new(engine.engine(), module.data(), module.size(), &module_)) {
    return std::unexpected(cat("the wasm module is malformed: ", describe(error, nullptr)));
  }
  store_ = api_.wasmtime_store_new(engine.engine(), nullptr, nullptr);
  context_ = api_.wasmtime_store_context(store_);
  api_.wasmtime_store_limiter(store_, static_cast<int64_t>(limits_.memory), 100'000, 1, 8, 8);
  wt::Linker* linker = api_.wasmtime_linker_new(engine.engine());
  auto defined = defineImports(linker, imports);
  if (!defined) {
    api_.wasmtime_linker_delete(linker);
    return defined;
  }
  wt::Trap* trap = nullptr;
  wt::Error* error = api_.wasmtime_context_set_fuel(context_, limits_.fuel);
  if (!error) error = api_.wasmtime_linker_instantiate(linker, context_, module_, &instance_, &trap);
  api_.wasmtime_linker_delete(linker);
  if (error || trap) return std::unexpected(cat("the wasm module does not start: ", describe(error, trap)));
  return {};
}

std::expected<void, std::string> WasmInstance::defineImports(wt::Linker* linker, WasmImports imports) {
  static constexpr std::string_view kExecutorImports[] = {"log", "wasmInstantiate", "wasmCall", "wasmGetResult"};
  wt::Vec<wt::ImportType*> list;
  api_.wasmtime_module_imports(module_, &list);
  std::expected<void, std::string> result;
  for (size_t i = 0; i < list.size && result; ++i) {
    const std::string_view space = view(api_.wasm_importtype_module(list.data[i]));
    const std::string_view name = view(api_.wasm_importtype_name(list.data[i]));
    const wt::ExternType* type = api_.wasm_importtype_type(list.data[i]);
    const uint8_t kind = api_.wasm_externtype_kind(type);
    bool known = false;
    if (space == "env" && kind == wt::kExternFunc) {
      wt::FuncCallback callback = nullptr;
      if (imports == WasmImports::program && name == "abort") callback = endCall;
      for (const std::string_view offered : kExecutorImports) {
        if (imports == WasmImports::executor && name == offered) callback = doNothing;
      }
      if (callback) {
        wt::Error* error = api_.wasmtime_linker_define_func(linker, space.data(), space.size(), name.data(),
                                                            name.size(), api_.wasm_externtype_as_functype_const(type),
                                                            callback, const_cast<wt::Api*>(&api_), nullptr);
        // A name that is imported twice is defined already; any real mismatch shows when the module is instantiated.
        if (error) api_.wasmtime_error_delete(error);
        known = true;
      }
    }
    if (space == "env" && name == "memory" && kind == wt::kExternMemory && imports == WasmImports::program) {
      if (!offered_memory_) result = defineMemory(linker);
      known = true;
    }
    if (!known) result = std::unexpected(cat("the wasm module imports ", space, '.', name, ", which is not offered"));
    if (space == "env") import_names_.emplace_back(name);
  }
  api_.wasm_importtype_vec_delete(&list);
  return result;
}

std::expected<void, std::string> WasmInstance::defineMemory(wt::Linker* linker) {
  wt::MemoryType* type = nullptr;
  wt::Error* error = api_.wasmtime_memorytype_new(1, false, 0, false, false, 16, &type);
  wt::Extern item;
  item.kind = wt::kExternMemory;
  item.memory = wt::Memory{};
  if (!error) error = api_.wasmtime_memory_new(context_, type, &item.memory);
  if (type) api_.wasm_memorytype_delete(type);
  if (!error) error = api_.wasmtime_linker_define(linker, context_, "env", 3, "memory", 6, &item);
  if (error) return std::unexpected(cat("the wasm module gets no memory: ", describe(error, nullptr)));
  offered_memory_ = item.memory;
  return {};
}

/// Text of an error or a trap, which it consumes.
std::string WasmInstance::describe(wt::Error* error, wt::Trap* trap) const {
  wt::ByteVec text;
  std::string out;
  if (trap) {
    uint8_t code = 255;
    api_.wasmtime_trap_code(trap, &code);
    if (code == kOutOfFuel) out = "it did not come to an end within its step limit";
    if (code == kMemoryOutOfBounds) out = "it read or wrote outside its memory";
    if (code == kStackOverflow) out = "its stack overflowed";
    if (code == kUnreachable) out = "it reached an unreachable instruction";
    if (out.empty()) {
      api_.wasm_trap_message(trap, &text);
      out = firstLine(text);
      api_.wasm_byte_vec_delete(&text);
    }
    api_.wasm_trap_delete(trap);
  }
  if (error) {
    api_.wasmtime_error_message(error, &text);
    if (out.empty()) out = oneLine(text);
    api_.wasm_byte_vec_delete(&text);
    api_.wasmtime_error_delete(error);
  }
  return out;
}

std::optional<wt::Extern> WasmInstance::find(std::string_view name, uint8_t kind) const {
  wt::Extern item;
  if (!api_.wasmtime_instance_export_get(context_, &instance_, name.data(), name.size(), &item)) return std::nullopt;
  // Functions, globals and memories own nothing, so that an item of another kind may simply be dropped.
  if (item.kind != kind) return std::nullopt;
  return item;
}

std::optional<WasmFunction> WasmInstance::function(std::string_view name) const {
  const auto item = find(name, wt::kExternFunc);
  if (!item) return std::nullopt;
  WasmFunction out{.func = item->func, .params = {}, .results = {}};
  wt::FuncType* type = api_.wasmtime_func_type(context_, &item->func);
  const auto list = [&](const wt::Vec<wt::ValType*>* types, std::vector<uint8_t>& into) {
    for (size_t i = 0; i < types->size; ++i) into.push_back(api_.wasm_valtype_kind(types->data[i]));
  };
  list(api_.wasm_functype_params(type), out.params);
  list(api_.wasm_functype_results(type), out.results);
  api_.wasm_functype_delete(type);
  return out;
}

std::expected<wt::Val, std::string> WasmInstance::call(const WasmFunction& function, std::span<const wt::Val> args) {
  if (wt::Error* error = api_.wasmtime_context_set_fuel(context_, limits_.fuel)) {
    return std::unexpected(describe(error, nullptr));
  }
  wt::Val one;
  std::vector<wt::Val> many;
  wt::Val* results = &one;
  if (function.results.size() > 1) {
    many.resize(function.results.size());
    results = many.data();
  }
  wt::Trap* trap = nullptr;
  wt::Error* error = api_.wasmtime_func_call(context_, &function.func, args.data(), args.size(), results,
                                             function.results.size(), &trap);
  if (error || trap) return std::unexpected(describe(error, trap));
  return *results;
}

std::span<uint8_t> WasmInstance::memory(std::string_view name) const {
  std::optional<wt::Memory> memory;
  if (const auto item = find(name, wt::kExternMemory)) memory = item->memory;
  if (!memory && name == "memory") memory = offered_memory_;
  if (!memory) return {};
  return {api_.wasmtime_memory_data(context_, &*memory), api_.wasmtime_memory_data_size(context_, &*memory)};
}

bool WasmInstance::exportsMemory(std::string_view name) const { return find(name, wt::kExternMemory).has_value(); }

std::optional<double> WasmInstance::global(std::string_view name) const {
  const auto item = find(name, wt::kExternGlobal);
  if (!item) return std::nullopt;
  wt::Val value;
  api_.wasmtime_global_get(context_, &item->global, &value);
  if (value.kind > wt::kF64) return std::nullopt;
  return wasmNumber(value);
}

bool WasmInstance::imports(std::string_view name) const {
  for (const std::string& known : import_names_) {
    if (known == name) return true;
  }
  return false;
}

std::optional<wt::Val> wasmArgument(double value, uint8_t kind) {
  wt::Val out;
  out.kind = kind;
  switch (kind) {
    case wt::kI32: {
      // JavaScript's ToInt32: truncate, then modulo 2^32.
      const double whole = std::isfinite(value) ? std::fmod(std::trunc(value), 4294967296.0) : 0;
      out.of.i32 = static_cast<int32_t>(static_cast<uint32_t>(static_cast<int64_t>(whole)));
      return out;
    }
    case wt::kF32:
      out.of.f32 = static_cast<float>(value);
      return out;
    case wt::kF64:
      out.of.f64 = value;
      return out;
    default:
      return std::nullopt;
  }
}

double wasmNumber(const wt::Val& value) {
  switch (value.kind) {
    case wt::kI32:
      return value.of.i32;
    case wt::kI64:
      return static_cast<double>(value.of.i64);
    case wt::kF32:
      return static_cast<double>(value.of.f32);
    case wt::kF64:
      return value.of.f64;
    default:
      return 0;
  }
}

}  // namespace pngine::player
