// Which adapter runs a file, and how its device is made.
//
// The Vulkan loader reads its drivers from files named by the environment, once, when the instance is made. A software
// GPU is therefore chosen by naming its driver file, which also spares the start of all others; SwiftShader comes with
// Chromium and is in no standard place. A real GPU needs a device node of the kernel; without any node, nothing is lost
// by not asking.
#include <dirent.h>
#include <stdlib.h>
#include <unistd.h>

#include <algorithm>
#include <cctype>

#include "base/text.h"
#include "player/gpu_wgpu.h"

namespace pngine::player {
namespace {

constexpr const char* kSwiftShaderFiles[] = {
    "/usr/lib/chromium/vk_swiftshader_icd.json", "/usr/lib/chromium-browser/vk_swiftshader_icd.json",
    "/opt/google/chrome/vk_swiftshader_icd.json", "/usr/share/vulkan/icd.d/vk_swiftshader_icd.json"};
constexpr const char* kDriverFolders[] = {"/usr/share/vulkan/icd.d", "/etc/vulkan/icd.d",
                                          "/usr/local/share/vulkan/icd.d"};

std::string lower(std::string_view text) {
  std::string out(text);
  for (char& c : out) c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  return out;
}

bool contains(std::string_view text, std::string_view part) {
  return lower(text).find(lower(part)) != std::string::npos;
}

/// Path of the first entry of a folder whose name contains `part`; empty if there is none.
std::string findIn(const char* folder, std::string_view part) {
  std::string out;
  DIR* dir = opendir(folder);
  if (!dir) return out;
  while (const dirent* entry = readdir(dir)) {
    if (std::string_view(entry->d_name).find(part) != std::string_view::npos) out = cat(folder, '/', entry->d_name);
  }
  closedir(dir);
  return out;
}

std::string swiftShaderFile() {
  for (const char* path : kSwiftShaderFiles) {
    if (access(path, R_OK) == 0) return path;
  }
  return {};
}

std::string llvmpipeFile() {
  for (const char* folder : kDriverFolders) {
    if (std::string path = findIn(folder, "lvp_icd"); !path.empty()) return path;
  }
  return {};
}

bool hasGpuNode() {
  return !findIn("/dev/dri", "renderD").empty() || access("/dev/nvidiactl", F_OK) == 0 || access("/dev/dxg", F_OK) == 0;
}

/// True when the user already told the loader which drivers to use.
bool driversGiven() { return getenv("VK_DRIVER_FILES") || getenv("VK_ICD_FILENAMES"); }

/// Before the instance is made: name the driver that the choice needs. False = the machine has none.
bool chooseDrivers(const AdapterRequest& request) {
  const std::string swiftshader = swiftShaderFile(), llvmpipe = llvmpipeFile();
  std::string only;
  switch (request.choice) {
    case AdapterChoice::swiftshader:
      only = swiftshader;
      break;
    case AdapterChoice::llvmpipe:
      only = llvmpipe;
      break;
    case AdapterChoice::software:
      only = !swiftshader.empty() ? swiftshader : llvmpipe;
      break;
    case AdapterChoice::automatic:
      if (driversGiven()) return true;
      if (!hasGpuNode()) only = !swiftshader.empty() ? swiftshader : llvmpipe;
      break;
    case AdapterChoice::named:
      break;
  }
  if (!only.empty()) {
    setenv("VK_DRIVER_FILES", only.c_str(), 1);
    setenv("VK_ICD_FILENAMES", only.c_str(), 1);
    return true;
  }
  if (!swiftshader.empty() && !driversGiven()) setenv("VK_ADD_DRIVER_FILES", swiftshader.c_str(), 1);
  return request.choice == AdapterChoice::automatic || request.choice == AdapterChoice::named;
}

WGPUInstance makeInstance(const WgpuApi& api, bool indirect) {
  WGPUInstanceExtras extras = {};
  extras.chain.sType = static_cast<WGPUSType>(WGPUSType_InstanceExtras);
#if defined(__APPLE__)
  extras.backends = WGPUInstanceBackend_Metal;
#elif defined(_WIN32)
  extras.backends = WGPUInstanceBackend_DX12;
#else
  extras.backends = WGPUInstanceBackend_Vulkan;
#endif
  extras.flags = WGPUInstanceFlag_AutomaticTimestampNormalization;
  if (indirect) extras.flags |= WGPUInstanceFlag_ValidationIndirectCall;
  WGPUInstanceDescriptor descriptor = {};
  descriptor.nextInChain = &extras.chain;
  return api.CreateInstance(&descriptor);
}

std::vector<WGPUAdapter> enumerate(const WgpuApi& api, WGPUInstance instance) {
  std::vector<WGPUAdapter> adapters(api.InstanceEnumerateAdapters(instance, nullptr, nullptr));
  adapters.resize(std::min(adapters.size(), api.InstanceEnumerateAdapters(instance, nullptr, adapters.data())));
  return adapters;
}

std::string_view backendName(WGPUBackendType type) {
  switch (type) {
    case WGPUBackendType_Vulkan:
      return "Vulkan";
    case WGPUBackendType_Metal:
      return "Metal";
    case WGPUBackendType_D3D12:
      return "D3D12";
    case WGPUBackendType_OpenGL:
      return "OpenGL";
    case WGPUBackendType_OpenGLES:
      return "OpenGL ES";
    default:
      return "other";
  }
}

AdapterInfo describe(const WgpuApi& api, WGPUAdapter adapter) {
  WGPUAdapterInfo info = {};
  api.AdapterGetInfo(adapter, &info);
  AdapterInfo out;
  out.name = textOf(info.device);
  out.driver = textOf(info.description);
  out.backend = backendName(info.backendType);
  out.software =
      info.adapterType == WGPUAdapterType_CPU || contains(out.name, "swiftshader") || contains(out.name, "llvmpipe");
  api.AdapterInfoFreeMembers(info);
  return out;
}

/// Smaller is better; -1 = does not fit the choice.
int rank(const AdapterInfo& info, const AdapterRequest& request) {
  const bool swiftshader = contains(info.name, "swiftshader"), llvmpipe = contains(info.name, "llvmpipe");
  switch (request.choice) {
    case AdapterChoice::named:
      return contains(info.name, request.name) ? 0 : -1;
    case AdapterChoice::swiftshader:
      return swiftshader ? 0 : -1;
    case AdapterChoice::llvmpipe:
      return llvmpipe ? 0 : -1;
    case AdapterChoice::software:
      return !info.software ? -1 : swiftshader ? 0 : 1;
    case AdapterChoice::automatic:
      return !info.software ? 0 : swiftshader ? 1 : 2;
  }
  return -1;
}

std::string wanted(const AdapterRequest& request) {
  switch (request.choice) {
    case AdapterChoice::named:
      return cat("no adapter's name contains \"", request.name, '"');
    case AdapterChoice::swiftshader:
      return "SwiftShader is not installed; on Debian it comes with the package chromium-common";
    case AdapterChoice::llvmpipe:
      return "llvmpipe is not installed; on Debian it comes with the package mesa-vulkan-drivers";
    default:
      return "no GPU was found, and no software GPU either; on Debian the packages chromium-common and "
             "mesa-vulkan-drivers bring one each";
  }
}

PlayError noAdapter(std::string text) { return {.kind = ErrorKind::no_adapter, .message = std::move(text)}; }

/// Features that hosts turn on where the adapter has them, and those of the library that WebGPU has without asking.
struct Feature {
  std::string_view name;
  WGPUFeatureName code;
};
constexpr Feature kFeatures[] = {
    {"timestamp-query", WGPUFeatureName_TimestampQuery},
    {"primitive-index", WGPUFeatureName_PrimitiveIndex},
    {"texture-formats-tier1", WGPUFeatureName_TextureFormatsTier1},
    {"rg11b10ufloat-renderable", WGPUFeatureName_RG11B10UfloatRenderable},
    {"core-features-and-limits", WGPUFeatureName_CoreFeaturesAndLimits},
    {"depth32float-stencil8", WGPUFeatureName_Depth32FloatStencil8},
    {"dual-source-blending", WGPUFeatureName_DualSourceBlending},
    {"depth-clip-control", WGPUFeatureName_DepthClipControl},
    {"", static_cast<WGPUFeatureName>(WGPUNativeFeature_TextureFormat16bitNorm)},
    {"", static_cast<WGPUFeatureName>(WGPUNativeFeature_TextureAdapterSpecificFormatFeatures)},
};

/// The member of the library's limits with a WebGPU name; set(pointer) is called with it. False = the library has no
/// such member.
template <class F>
bool withLimit(WGPULimits& limits, webgpu::Limit limit, F&& f) {
  using L = webgpu::Limit;
  switch (limit) {
#define PNGINE_LIMIT(ours, theirs) \
  case L::ours:                    \
    f(limits.theirs);              \
    return true;
    PNGINE_LIMIT(max_texture_dimension_1d, maxTextureDimension1D)
    PNGINE_LIMIT(max_texture_dimension_2d, maxTextureDimension2D)
    PNGINE_LIMIT(max_texture_dimension_3d, maxTextureDimension3D)
    PNGINE_LIMIT(max_texture_array_layers, maxTextureArrayLayers)
    PNGINE_LIMIT(max_bind_groups, maxBindGroups)
    PNGINE_LIMIT(max_bind_groups_plus_vertex_buffers, maxBindGroupsPlusVertexBuffers)
    PNGINE_LIMIT(max_bindings_per_bind_group, maxBindingsPerBindGroup)
    PNGINE_LIMIT(max_dynamic_uniform_buffers_per_pipeline_layout, maxDynamicUniformBuffersPerPipelineLayout)
    PNGINE_LIMIT(max_dynamic_storage_buffers_per_pipeline_layout, maxDynamicStorageBuffersPerPipelineLayout)
    PNGINE_LIMIT(max_sampled_textures_per_shader_stage, maxSampledTexturesPerShaderStage)
    PNGINE_LIMIT(max_samplers_per_shader_stage, maxSamplersPerShaderStage)
    PNGINE_LIMIT(max_storage_buffers_per_shader_stage, maxStorageBuffersPerShaderStage)
    PNGINE_LIMIT(max_storage_textures_per_shader_stage, maxStorageTexturesPerShaderStage)
    PNGINE_LIMIT(max_uniform_buffers_per_shader_stage, maxUniformBuffersPerShaderStage)
    PNGINE_LIMIT(max_uniform_buffer_binding_size, maxUniformBufferBindingSize)
    PNGINE_LIMIT(max_storage_buffer_binding_size, maxStorageBufferBindingSize)
    PNGINE_LIMIT(min_uniform_buffer_offset_alignment, minUniformBufferOffsetAlignment)
    PNGINE_LIMIT(min_storage_buffer_offset_alignment, minStorageBufferOffsetAlignment)
    PNGINE_LIMIT(max_vertex_buffers, maxVertexBuffers)
    PNGINE_LIMIT(max_buffer_size, maxBufferSize)
    PNGINE_LIMIT(max_vertex_attributes, maxVertexAttributes)
    PNGINE_LIMIT(max_vertex_buffer_array_stride, maxVertexBufferArrayStride)
    PNGINE_LIMIT(max_inter_stage_shader_variables, maxInterStageShaderVariables)
    PNGINE_LIMIT(max_color_attachments, maxColorAttachments)
    PNGINE_LIMIT(max_color_attachment_bytes_per_sample, maxColorAttachmentBytesPerSample)
    PNGINE_LIMIT(max_compute_workgroup_storage_size, maxComputeWorkgroupStorageSize)
    PNGINE_LIMIT(max_compute_invocations_per_workgroup, maxComputeInvocationsPerWorkgroup)
    PNGINE_LIMIT(max_compute_workgroup_size_x, maxComputeWorkgroupSizeX)
    PNGINE_LIMIT(max_compute_workgroup_size_y, maxComputeWorkgroupSizeY)
    PNGINE_LIMIT(max_compute_workgroup_size_z, maxComputeWorkgroupSizeZ)
    PNGINE_LIMIT(max_compute_workgroups_per_dimension, maxComputeWorkgroupsPerDimension)
#undef PNGINE_LIMIT
    default:
      return false;
  }
}

/// True when the adapter's value is at least as good as the wanted one; alignments count downwards.
bool offers(webgpu::Limit limit, uint64_t adapter, uint64_t want) {
  const bool smaller_is_better = limit == webgpu::Limit::min_uniform_buffer_offset_alignment ||
                                 limit == webgpu::Limit::min_storage_buffer_offset_alignment;
  return smaller_is_better ? adapter <= want : adapter >= want;
}

/// WebGPU's defaults (or what a lesser adapter has), then the file's own wishes.
std::expected<WGPULimits, PlayError> limitsFor(WGPULimits adapter, const DeviceNeeds& needs) {
  WGPULimits out = {};
  for (const webgpu::LimitInfo& info : webgpu::limits()) {
    uint64_t has = 0;
    withLimit(adapter, info.limit, [&](auto& member) { has = member; });
    const uint64_t value = offers(info.limit, has, info.fallback) ? info.fallback : has;
    withLimit(out, info.limit,
              [&](auto& member) { member = static_cast<std::remove_reference_t<decltype(member)>>(value); });
  }
  for (const auto& [name, value] : needs.limits) {
    const auto all = webgpu::limits();
    const auto info = std::ranges::find(all, name, &webgpu::LimitInfo::member);
    if (info == all.end())
      return std::unexpected(noAdapter(cat("the file asks for the limit ", name, ", which does not exist")));
    uint64_t has = 0;
    // A limit that the library does not know is one that it does not enforce.
    if (!withLimit(adapter, info->limit, [&](auto& member) { has = member; })) continue;
    if (!offers(info->limit, has, value)) {
      return std::unexpected(noAdapter(cat("the file asks for ", name, " ", value, ", this adapter offers ", has)));
    }
    withLimit(out, info->limit, [&](auto& member) {
      using Member = std::remove_reference_t<decltype(member)>;
      if (offers(info->limit, value, member)) member = static_cast<Member>(value);
    });
  }
  return out;
}

struct DeviceAnswer {
  bool done = false;
  WGPUDevice device = nullptr;
  std::string text;
};

void onDevice(WGPURequestDeviceStatus status, WGPUDevice device, WGPUStringView message, void* answer, void*) {
  DeviceAnswer& out = *static_cast<DeviceAnswer*>(answer);
  out.done = true;
  if (status == WGPURequestDeviceStatus_Success) out.device = device;
  out.text = cleanMessage(textOf(message));
}

}  // namespace

AdapterRequest parseAdapter(std::string_view text) {
  if (text.empty() || text == "auto") return {};
  if (text == "software") return {.choice = AdapterChoice::software, .name = {}};
  if (lower(text) == "swiftshader") return {.choice = AdapterChoice::swiftshader, .name = {}};
  if (lower(text) == "llvmpipe") return {.choice = AdapterChoice::llvmpipe, .name = {}};
  return {.choice = AdapterChoice::named, .name = std::string(text)};
}

std::expected<std::vector<AdapterInfo>, PlayError> listAdaptersHere() {
  const auto api = WgpuApi::load();
  if (!api) return std::unexpected(noAdapter(api.error()));
  chooseDrivers({.choice = AdapterChoice::named, .name = {}});
  const WGPUInstance instance = makeInstance(**api, false);
  std::vector<AdapterInfo> out;
  for (const WGPUAdapter adapter : enumerate(**api, instance)) {
    out.push_back(describe(**api, adapter));
    (*api)->AdapterRelease(adapter);
  }
  (*api)->InstanceRelease(instance);
  return out;
}

std::expected<std::unique_ptr<WgpuGpu>, PlayError> WgpuGpu::open(const AdapterRequest& request,
                                                                 const DeviceNeeds& needs) {
  const auto api = WgpuApi::load();
  if (!api) return std::unexpected(noAdapter(api.error()));
  std::unique_ptr<WgpuGpu> out(new WgpuGpu(**api));
  out->indirect_ = needs.indirect;
  if (auto done = out->openAdapter(request); !done) return std::unexpected(done.error());
  if (auto done = out->openDevice(needs); !done) return std::unexpected(done.error());
  return out;
}

std::expected<void, PlayError> WgpuGpu::openAdapter(const AdapterRequest& request) {
  if (!chooseDrivers(request)) return std::unexpected(noAdapter(wanted(request)));
  instance_ = makeInstance(api_, indirect_);
  int best = -1;
  for (const WGPUAdapter adapter : enumerate(api_, instance_)) {
    AdapterInfo info = describe(api_, adapter);
    const int r = rank(info, request);
    if (r >= 0 && (best < 0 || r < best)) {
      if (adapter_) api_.AdapterRelease(adapter_);
      best = r;
      adapter_ = adapter;
      adapter_info_ = std::move(info);
    } else {
      api_.AdapterRelease(adapter);
    }
  }
  if (!adapter_) return std::unexpected(noAdapter(wanted(request)));
  return {};
}

std::expected<void, PlayError> WgpuGpu::openDevice(const DeviceNeeds& needs) {
  WGPULimits offered = {};
  api_.AdapterGetLimits(adapter_, &offered);
  const auto limits = limitsFor(offered, needs);
  if (!limits) return std::unexpected(limits.error());
  limits_ = *limits;
  unchecked_shaders_ = needs.unchecked_shaders;
  std::vector<WGPUFeatureName> features;
  for (const Feature& feature : kFeatures) {
    if (api_.AdapterHasFeature(adapter_, feature.code)) features.push_back(feature.code);
  }
  WGPUDeviceDescriptor d = {};
  d.requiredFeatureCount = features.size();
  d.requiredFeatures = features.data();
  d.requiredLimits = &limits_;
  d.deviceLostCallbackInfo.mode = WGPUCallbackMode_AllowSpontaneous;
  d.uncapturedErrorCallbackInfo.userdata1 = this;
  d.uncapturedErrorCallbackInfo.callback = [](const WGPUDevice*, WGPUErrorType, WGPUStringView message, void* self,
                                              void*) { static_cast<WgpuGpu*>(self)->onError(textOf(message)); };
  DeviceAnswer answer;
  WGPURequestDeviceCallbackInfo info = {};
  info.mode = WGPUCallbackMode_AllowSpontaneous;
  info.callback = onDevice;
  info.userdata1 = &answer;
  api_.AdapterRequestDevice(adapter_, &d, info);
  if (!answer.done) api_.InstanceProcessEvents(instance_);
  if (!answer.device) {
    return std::unexpected(noAdapter(cat("the adapter ", adapter_info_.name, " gives no device: ", answer.text)));
  }
  device_ = answer.device;
  queue_ = api_.DeviceGetQueue(device_);
  return {};
}

WgpuGpu::~WgpuGpu() {
  discardEncoder();
  if (queue_) api_.QueueRelease(queue_);
  if (device_) api_.DeviceRelease(device_);
  if (adapter_) api_.AdapterRelease(adapter_);
  if (instance_) api_.InstanceRelease(instance_);
}

bool WgpuGpu::isLlvmpipe() const { return contains(adapter_info_.name, "llvmpipe"); }

bool WgpuGpu::hasFeature(std::string_view name) const {
  if (name == kCheckedIndirect) return indirect_;
  for (const Feature& feature : kFeatures) {
    if (feature.name == name) return api_.DeviceHasFeature(device_, feature.code);
  }
  return false;
}

uint64_t WgpuGpu::limit(webgpu::Limit limit) const {
  uint64_t out = webgpu::limitInfo(limit).fallback;
  WGPULimits copy = limits_;
  withLimit(copy, limit, [&](auto& member) { out = member; });
  return out;
}

}  // namespace pngine::player
