// A reader of WebAssembly binaries, as far as the compiler needs one: exports, types of exported functions, constant
// globals, and the bytes of constant data segments. Layout: the WebAssembly core specification, chapter 5.
#pragma once
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "base/bytes.h"

namespace pngine::compile {

struct WasmExport {
  enum class Kind : uint8_t { function, table, memory, global } kind = Kind::function;
  std::string name;
  uint32_t index = 0;
  uint32_t parameters = 0;  ///< functions of a known type
  uint32_t results = 0;
};

struct WasmModule {
  std::vector<WasmExport> exports;
  /// The module's own globals in order, the first 64: value of an immutable i32 with an i32.const initialiser.
  std::vector<std::optional<int32_t>> globals;
  uint32_t imported_functions = 0;
  uint32_t imported_globals = 0;
  bool has_imports = false;
  bool has_start = false;
  bool memory_is_plain = true;  ///< every data segment is active, in memory 0, at a constant address
  struct Segment {
    uint32_t address = 0;
    Bytes bytes;
  };
  std::vector<Segment> segments;

  const WasmExport* find(std::string_view name, WasmExport::Kind kind) const;
  /// Constant value of an exported global.
  std::optional<int32_t> constant(std::string_view name) const;
  /// Initial bytes [start, start + length) of memory 0 as the data segments leave it.
  Bytes initialBytes(uint32_t start, uint32_t length) const;
};

/// nullopt when the bytes are no WebAssembly module of version 1 or a section that is read here is malformed.
std::optional<WasmModule> readWasm(ByteView bytes);

/// The same module with an additional exported function `name` of no parameters that calls the function `call` (if
/// any), drops its results and returns `address`, and with its memory 0 also exported as "memory". Hosts copy a call's
/// result from the memory called "memory". nullopt when the module cannot be extended.
std::optional<Bytes> withAddressFunction(ByteView bytes, std::string_view name, std::optional<std::string_view> call,
                                         int32_t address);

}  // namespace pngine::compile
