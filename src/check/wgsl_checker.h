// Tint's word on a shader module, offline: Dawn's C library with its Null back end, loaded at run time. No GPU, no
// driver. Only modules are checked with it; everything else that WebGPU validates is the business of program/ (the
// rules).
#pragma once
#include <cstdint>
#include <expected>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace pngine::check {

struct ShaderMessage {
  /// Without a verdict on the module: `newer` when it uses WGSL that the library does not know, `unanswered` when the
  /// library failed.
  enum class Kind : uint8_t { error, warning, info, newer, unanswered } kind = Kind::error;
  uint32_t line = 1;    ///< 1-based, in the module's text; 0 when Tint gives no place
  uint32_t column = 1;  ///< 1-based, UTF-8 bytes
  uint32_t length = 0;  ///< bytes
  std::string text;
};

/// One device for the life of the object. Not thread-safe.
class WgslChecker {
 public:
  /// `library`: path of Dawn's shared library; empty = look beside the program, then in .deps of the source tree.
  /// Errors: the library is missing or does not answer; the text says which and what to do.
  static std::expected<std::unique_ptr<WgslChecker>, std::string> open(std::string_view library = {});
  virtual ~WgslChecker() = default;
  /// Messages about one module; empty = accepted without remark. Text of more than 16 MiB or nested deeper than 512
  /// levels gets an error of our own and is not handed on.
  virtual std::vector<ShaderMessage> check(std::string_view wgsl) = 0;
};

}  // namespace pngine::check
