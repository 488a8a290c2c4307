// The few structures and functions of Dawn's C interface that the WGSL check calls. The library ships without a header,
// and values of texture formats and features differ between builds, so only what is used here is declared: the layouts
// below are those of the C interface as built into the pinned library, and the tests of check/ hold them to it.
#pragma once
#include <cstddef>
#include <cstdint>

namespace pngine::check::dawn {

// Opaque objects.
using Instance = struct InstanceObject*;
using Adapter = struct AdapterObject*;
using Device = struct DeviceObject*;
using ShaderModule = struct ShaderModuleObject*;

/// `length` of SIZE_MAX with data means "up to the NUL"; we always pass a length.
struct StringView {
  const char* data = nullptr;
  size_t length = 0;
};

struct Chained {
  Chained* next = nullptr;
  uint32_t type = 0;
};

struct Future {
  uint64_t id = 0;
};

inline constexpr uint32_t kTypeShaderSourceWgsl = 2;
inline constexpr uint32_t kFeatureLevelCore = 2;
inline constexpr uint32_t kBackendNull = 1;
inline constexpr uint32_t kModeProcessEvents = 2;
inline constexpr uint32_t kModeSpontaneous = 3;
inline constexpr uint32_t kStatusSuccess = 1;
inline constexpr uint32_t kFilterValidation = 1;
inline constexpr uint32_t kNoError = 1;
inline constexpr uint32_t kMessageError = 1;
inline constexpr uint32_t kMessageWarning = 2;

/// Features by their number in the pinned library, which is older than the interface's final numbering; the tests probe
/// each that WGSL can see. It has no primitive-index, and its tier-1 formats change nothing for a shader.
enum class Feature : uint32_t {
  depth_clip_control = 1,
  depth32float_stencil8 = 2,
  timestamp_query = 3,
  rg11b10ufloat_renderable = 11,
  dual_source_blending = 16,
  core_features_and_limits = 18,
};

struct AdapterOptions {
  Chained* next = nullptr;
  uint32_t feature_level = kFeatureLevelCore;
  uint32_t power_preference = 0;
  uint32_t force_fallback = 0;
  uint32_t backend = kBackendNull;
  void* surface = nullptr;
};

using AdapterCallback = void (*)(uint32_t status, Adapter, StringView message, void*, void*);
using DeviceCallback = void (*)(uint32_t status, Device, StringView message, void*, void*);
using DeviceLostCallback = void (*)(const Device*, uint32_t reason, StringView message, void*, void*);
using ErrorCallback = void (*)(const Device*, uint32_t type, StringView message, void*, void*);
using ScopeCallback = void (*)(uint32_t status, uint32_t type, StringView message, void*, void*);
using LoggingCallback = void (*)(uint32_t type, StringView message, void*, void*);

struct Message {
  Chained* next = nullptr;
  StringView message;
  uint32_t type = 0;
  uint64_t line = 0;    ///< 1-based; 0 = no place
  uint64_t column = 0;  ///< 1-based, UTF-8 bytes
  uint64_t offset = 0;  ///< 0-based, bytes
  uint64_t length = 0;  ///< bytes
};

struct Messages {
  Chained* next = nullptr;
  size_t count = 0;
  const Message* list = nullptr;
};
using MessagesCallback = void (*)(uint32_t status, const Messages*, void*, void*);

/// What every asynchronous call takes: how to be called back, and with what.
template <class Callback>
struct CallbackInfo {
  Chained* next = nullptr;
  uint32_t mode = kModeProcessEvents;
  Callback callback = nullptr;
  void* first = nullptr;
  void* second = nullptr;
};

/// As CallbackInfo, for callbacks that are not tied to one call.
template <class Callback>
struct ListenerInfo {
  Chained* next = nullptr;
  Callback callback = nullptr;
  void* first = nullptr;
  void* second = nullptr;
};

struct QueueDescriptor {
  Chained* next = nullptr;
  StringView label;
};

struct DeviceDescriptor {
  Chained* next = nullptr;
  StringView label;
  size_t feature_count = 0;
  const uint32_t* features = nullptr;
  const void* limits = nullptr;
  QueueDescriptor queue;
  CallbackInfo<DeviceLostCallback> lost;
  ListenerInfo<ErrorCallback> error;
};

struct ShaderSource {
  Chained chain;
  StringView code;
};

struct ShaderDescriptor {
  Chained* next = nullptr;
  StringView label;
};

struct Features {
  size_t count = 0;
  const uint32_t* list = nullptr;
};

static_assert(sizeof(AdapterOptions) == 32 && sizeof(DeviceDescriptor) == 144 && sizeof(Message) == 64 &&
              sizeof(CallbackInfo<AdapterCallback>) == 40 && sizeof(ListenerInfo<ErrorCallback>) == 32);

// Every function taken from the library: FUNCTION(member, exported name, type).
#define PNGINE_DAWN_FUNCTIONS(FUNCTION)                                                                              \
  FUNCTION(createInstance, "wgpuCreateInstance", Instance (*)(const void*))                                          \
  FUNCTION(processEvents, "wgpuInstanceProcessEvents", void (*)(Instance))                                           \
  FUNCTION(requestAdapter, "wgpuInstanceRequestAdapter",                                                             \
           Future (*)(Instance, const AdapterOptions*, CallbackInfo<AdapterCallback>))                               \
  FUNCTION(adapterFeatures, "wgpuAdapterGetFeatures", void (*)(Adapter, Features*))                                  \
  FUNCTION(freeFeatures, "wgpuSupportedFeaturesFreeMembers", void (*)(Features))                                     \
  FUNCTION(requestDevice, "wgpuAdapterRequestDevice",                                                                \
           Future (*)(Adapter, const DeviceDescriptor*, CallbackInfo<DeviceCallback>))                               \
  FUNCTION(setLogging, "wgpuDeviceSetLoggingCallback", void (*)(Device, ListenerInfo<LoggingCallback>))              \
  FUNCTION(pushScope, "wgpuDevicePushErrorScope", void (*)(Device, uint32_t))                                        \
  FUNCTION(popScope, "wgpuDevicePopErrorScope", Future (*)(Device, CallbackInfo<ScopeCallback>))                     \
  FUNCTION(createShader, "wgpuDeviceCreateShaderModule", ShaderModule (*)(Device, const ShaderDescriptor*))          \
  FUNCTION(messages, "wgpuShaderModuleGetCompilationInfo", Future (*)(ShaderModule, CallbackInfo<MessagesCallback>)) \
  FUNCTION(releaseShader, "wgpuShaderModuleRelease", void (*)(ShaderModule))                                         \
  FUNCTION(releaseDevice, "wgpuDeviceRelease", void (*)(Device))                                                     \
  FUNCTION(releaseAdapter, "wgpuAdapterRelease", void (*)(Adapter))                                                  \
  FUNCTION(releaseInstance, "wgpuInstanceRelease", void (*)(Instance))

/// The functions, each null until looked up.
struct Functions {
  template <class T>
  using Type = T;  // lets a pointer-to-function type stand before a member's name
#define PNGINE_MEMBER(member, name, ...) Type<__VA_ARGS__> member = nullptr;
  PNGINE_DAWN_FUNCTIONS(PNGINE_MEMBER)  // NOLINT(readability-identifier-naming): they are called like functions
#undef PNGINE_MEMBER
};

}  // namespace pngine::check::dawn
