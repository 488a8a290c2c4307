// Finds the functions of wgpu-native.
#include "player/wgpu_api.h"

#include "player/dynamic_library.h"

namespace pngine::player {

std::expected<const WgpuApi*, std::string> WgpuApi::load() {
  static const std::expected<WgpuApi, std::string> loaded = []() -> std::expected<WgpuApi, std::string> {
    auto library = DynamicLibrary::open("libwgpu_native.so");
    if (!library) return std::unexpected(library.error());
    WgpuApi api;
#define PNGINE_FIND(name)                                                          \
  api.name = reinterpret_cast<decltype(&wgpu##name)>(library->find("wgpu" #name)); \
  if (!api.name) return std::unexpected("the WebGPU library lacks the function wgpu" #name);
    PNGINE_WGPU_FUNCTIONS(PNGINE_FIND)
#undef PNGINE_FIND
    api.SetLogLevel(WGPULogLevel_Off);
    return api;
  }();
  if (!loaded) return std::unexpected(loaded.error());
  return &*loaded;
}

}  // namespace pngine::player
