// The part of wasmtime's C interface that we use, declared here because the library ships without headers.
// Layouts are those of wasmtime 50; kFunctions is the one list of what has to be found in the library.
#pragma once
#include <cstddef>
#include <cstdint>

namespace pngine::player::wasmtime {

struct Config;
struct Engine;
struct Store;
struct Context;
struct Module;
struct Linker;
struct Error;
struct Trap;
struct FuncType;
struct ImportType;
struct ExternType;
struct ValType;
struct MemoryType;
struct Caller;

/// wasm_byte_vec_t, wasm_name_t, and the vectors of pointers, which have one shape.
template <class T>
struct Vec {
  size_t size = 0;
  T* data = nullptr;
};
using ByteVec = Vec<char>;

struct Instance {
  uint64_t store = 0;
  size_t index = 0;
};
struct Func {
  uint64_t store = 0;
  void* inner = nullptr;
};
struct Memory {
  struct {
    uint64_t store = 0;
    uint32_t inner1 = 0;
  } head;
  uint32_t inner2 = 0;
};
struct Global {
  uint64_t store = 0;
  uint32_t inner1 = 0, inner2 = 0, inner3 = 0;
};

enum : uint8_t { kExternFunc = 0, kExternGlobal = 1, kExternTable = 2, kExternMemory = 3 };
struct Extern {
  uint8_t kind = 0;
  union {
    Func func;
    Global global;
    Memory memory;
  };
  Extern() : func() {}
};
static_assert(sizeof(Extern) == 32);

enum : uint8_t { kI32 = 0, kI64 = 1, kF32 = 2, kF64 = 3 };
struct alignas(8) Val {
  uint8_t kind = kI32;
  union alignas(8) {
    int32_t i32;
    int64_t i64;
    float f32;
    double f64;
    uint8_t wide[24];
  } of = {};
};
static_assert(sizeof(Val) == 32);

using FuncCallback = Trap* (*)(void* data, Caller*, const Val* args, size_t nargs, Val* results, size_t nresults);
using Finalizer = void (*)(void*);

/// Every function that the engine needs: result, name, arguments.
#define PNGINE_WASMTIME_FUNCTIONS(F)                                                                              \
  F(Config*, wasm_config_new, ())                                                                                 \
  F(Engine*, wasm_engine_new_with_config, (Config*))                                                              \
  F(void, wasm_engine_delete, (Engine*))                                                                          \
  F(void, wasmtime_config_consume_fuel_set, (Config*, bool))                                                      \
  F(void, wasmtime_config_parallel_compilation_set, (Config*, bool))                                              \
  F(void, wasmtime_config_cranelift_opt_level_set, (Config*, uint8_t))                                            \
  F(void, wasmtime_config_signals_based_traps_set, (Config*, bool))                                               \
  F(void, wasmtime_config_memory_reservation_set, (Config*, uint64_t))                                            \
  F(void, wasmtime_config_memory_guard_size_set, (Config*, uint64_t))                                             \
  F(void, wasmtime_config_native_unwind_info_set, (Config*, bool))                                                \
  F(void, wasmtime_config_max_wasm_stack_set, (Config*, size_t))                                                  \
  F(void, wasmtime_config_memory_init_cow_set, (Config*, bool))                                                   \
  F(Store*, wasmtime_store_new, (Engine*, void*, Finalizer))                                                      \
  F(Context*, wasmtime_store_context, (Store*))                                                                   \
  F(void, wasmtime_store_limiter, (Store*, int64_t, int64_t, int64_t, int64_t, int64_t))                          \
  F(void, wasmtime_store_delete, (Store*))                                                                        \
  F(Error*, wasmtime_context_set_fuel, (Context*, uint64_t))                                                      \
  F(Error*, wasmtime_module_new, (Engine*, const uint8_t*, size_t, Module**))                                     \
  F(void, wasmtime_module_delete, (Module*))                                                                      \
  F(void, wasmtime_module_imports, (const Module*, Vec<ImportType*>*))                                            \
  F(Linker*, wasmtime_linker_new, (Engine*))                                                                      \
  F(void, wasmtime_linker_delete, (Linker*))                                                                      \
  F(Error*, wasmtime_linker_define, (Linker*, Context*, const char*, size_t, const char*, size_t, const Extern*)) \
  F(Error*, wasmtime_linker_define_func,                                                                          \
    (Linker*, const char*, size_t, const char*, size_t, const FuncType*, FuncCallback, void*, Finalizer))         \
  F(Error*, wasmtime_linker_instantiate, (const Linker*, Context*, const Module*, Instance*, Trap**))             \
  F(Error*, wasmtime_func_call, (Context*, const Func*, const Val*, size_t, Val*, size_t, Trap**))                \
  F(FuncType*, wasmtime_func_type, (const Context*, const Func*))                                                 \
  F(bool, wasmtime_instance_export_get, (Context*, const Instance*, const char*, size_t, Extern*))                \
  F(uint8_t*, wasmtime_memory_data, (const Context*, const Memory*))                                              \
  F(size_t, wasmtime_memory_data_size, (const Context*, const Memory*))                                           \
  F(Error*, wasmtime_memory_new, (Context*, const MemoryType*, Memory*))                                          \
  F(Error*, wasmtime_memorytype_new, (uint64_t, bool, uint64_t, bool, bool, uint8_t, MemoryType**))               \
  F(void, wasm_memorytype_delete, (MemoryType*))                                                                  \
  F(void, wasmtime_global_get, (Context*, const Global*, Val*))                                                   \
  F(void, wasmtime_error_message, (const Error*, ByteVec*))                                                       \
  F(void, wasmtime_error_delete, (Error*))                                                                        \
  F(void, wasm_trap_message, (const Trap*, ByteVec*))                                                             \
  F(void, wasm_trap_delete, (Trap*))                                                                              \
  F(Trap*, wasmtime_trap_new, (const char*, size_t))                                                              \
  F(bool, wasmtime_trap_code, (const Trap*, uint8_t*))                                                            \
  F(void, wasm_byte_vec_delete, (ByteVec*))                                                                       \
  F(const ByteVec*, wasm_importtype_module, (const ImportType*))                                                  \
  F(const ByteVec*, wasm_importtype_name, (const ImportType*))                                                    \
  F(const ExternType*, wasm_importtype_type, (const ImportType*))                                                 \
  F(uint8_t, wasm_externtype_kind, (const ExternType*))                                                           \
  F(const FuncType*, wasm_externtype_as_functype_const, (const ExternType*))                                      \
  F(void, wasm_importtype_vec_delete, (Vec<ImportType*>*))                                                        \
  F(const Vec<ValType*>*, wasm_functype_params, (const FuncType*))                                                \
  F(const Vec<ValType*>*, wasm_functype_results, (const FuncType*))                                               \
  F(void, wasm_functype_delete, (FuncType*))                                                                      \
  F(uint8_t, wasm_valtype_kind, (const ValType*))

/// The functions, found in the library.
struct Api {
#define PNGINE_MEMBER(result, name, args) result(*name) args = nullptr;
  PNGINE_WASMTIME_FUNCTIONS(PNGINE_MEMBER)
#undef PNGINE_MEMBER
};

}  // namespace pngine::player::wasmtime
