// Tint's verdict on one module at a time, here or in a process of its own. The process is for a quick start: loading
// Tint beside the GPU's libraries would queue both behind the loader's one lock. A crash of the checker is a refused
// shader then.
#pragma once
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace pngine::player {

class ShaderChecker {
 public:
  virtual ~ShaderChecker() = default;
  /// What speaks against the module, "3:14 message" each; empty = nothing. Not thread-safe.
  virtual std::vector<std::string> errors(std::string_view wgsl) = 0;
};

/// In this process; Tint is loaded at the first module.
std::unique_ptr<ShaderChecker> checkHere();

/// In a child process, which begins to load Tint at once. Only while this process has a single thread; where no process
/// can be had, the checker works here.
std::unique_ptr<ShaderChecker> checkInProcess();

}  // namespace pngine::player
