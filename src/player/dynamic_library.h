// Shared libraries that are loaded at run time: found beside the program (../lib, lib), else where the build found
// them. A program that never plays anything never loads them.
#pragma once
#include <expected>
#include <string>
#include <string_view>

namespace pngine::player {

/// Handle of a loaded library; stays loaded for the life of the process.
class DynamicLibrary {
 public:
  /// `file`: "libwgpu_native.so". Error: what is missing and where it was looked for.
  static std::expected<DynamicLibrary, std::string> open(std::string_view file);
  /// Address of a function, or nullptr.
  void* find(const char* name) const;

 private:
  explicit DynamicLibrary(void* handle) : handle_(handle) {}
  void* handle_;
};

}  // namespace pngine::player
