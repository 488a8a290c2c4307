// What the hand-written yardsticks share: the WebGPU library and a device on the first adapter, with nothing checked.
#pragma once
#include <dlfcn.h>

#include <fstream>
#include <iterator>
#include <string>

#include "webgpu/wgpu.h"

/// const auto NAME = the library's wgpuNAME; `bare` is a BareDevice.
#define F(name) const auto name = bare.function<decltype(&wgpu##name)>("wgpu" #name)

struct BareDevice {
  void* library = dlopen(PNGINE_DEPS_LIB "/libwgpu_native.so", RTLD_NOW | RTLD_LOCAL);
  WGPUDevice device = nullptr;

  template <class Function>
  Function function(const char* name) const {
    return reinterpret_cast<Function>(dlsym(library, name));
  }

  /// The driver comes from VK_DRIVER_FILES. False = no library, adapter or device.
  bool open() {
    if (!library) return false;
    const BareDevice& bare = *this;
    F(CreateInstance);
    F(InstanceEnumerateAdapters);
    F(AdapterRequestDevice);
    WGPUInstanceExtras extras = {};
    extras.chain.sType = static_cast<WGPUSType>(WGPUSType_InstanceExtras);
    extras.backends = WGPUInstanceBackend_Vulkan;
    WGPUInstanceDescriptor descriptor = {};
    descriptor.nextInChain = &extras.chain;
    const WGPUInstance instance = CreateInstance(&descriptor);
    WGPUAdapter adapters[16];
    const size_t count = InstanceEnumerateAdapters(instance, nullptr, nullptr);
    if (count == 0 || count > std::size(adapters)) return false;
    InstanceEnumerateAdapters(instance, nullptr, adapters);
    WGPURequestDeviceCallbackInfo info = {};
    info.mode = WGPUCallbackMode_AllowSpontaneous;
    info.callback = [](WGPURequestDeviceStatus, WGPUDevice d, WGPUStringView, void* out, void*) {
      *static_cast<WGPUDevice*>(out) = d;
    };
    info.userdata1 = &device;
    AdapterRequestDevice(adapters[0], nullptr, info);
    return device != nullptr;
  }
};

inline std::string fileText(const char* path) {
  std::ifstream in(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), {}};
}
