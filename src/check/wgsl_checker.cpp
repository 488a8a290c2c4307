// Drives Dawn's C library for shader modules only. Callbacks copy what they are given and return at once; the library's
// own log and error outlets are all taken, so that nothing of it reaches the terminal.
#include "check/wgsl_checker.h"

#include <dlfcn.h>

#include <algorithm>
#include <array>
#include <filesystem>

#include "base/text.h"
#include "check/dawn_abi.h"
#include "check/shader_guard.h"

namespace pngine::check {
namespace {

constexpr std::string_view kLibraryName = "libdawn_webgpu.so";
constexpr int kMaxTurns = 1000;  // turns of the event loop before an answer counts as missing; one suffices so far

/// What a browser host asks for when the adapter has it, in the host's order. Nothing else is turned on (no shader-f16,
/// no subgroups), so that a module passes here only if it passes there.
constexpr auto kWantedFeatures = std::to_array<dawn::Feature>({
    dawn::Feature::timestamp_query,
    dawn::Feature::rg11b10ufloat_renderable,
    dawn::Feature::core_features_and_limits,
    dawn::Feature::depth32float_stencil8,
    dawn::Feature::dual_source_blending,
    dawn::Feature::depth_clip_control,
});

std::string_view view(dawn::StringView text) {
  return text.data ? std::string_view(text.data, text.length) : std::string_view();
}

uint32_t clamped(uint64_t value) { return static_cast<uint32_t>(std::min<uint64_t>(value, UINT32_MAX)); }

/// The answer of one asynchronous call.
template <class Object>
struct Answer {
  bool done = false;
  Object object = nullptr;
  std::string message;
};

template <class Object>
void keepAnswer(uint32_t status, Object object, dawn::StringView message, void* answer, void*) {
  auto& out = *static_cast<Answer<Object>*>(answer);
  out.done = true;
  if (status == dawn::kStatusSuccess)
    out.object = object;
  else
    out.message = view(message);
}

struct MessageSink {
  bool done = false;
  std::vector<ShaderMessage> messages;
};

ShaderMessage translated(const dawn::Message& m) {
  using Kind = ShaderMessage::Kind;
  const Kind kind = m.type == dawn::kMessageError     ? Kind::error
                    : m.type == dawn::kMessageWarning ? Kind::warning
                                                      : Kind::info;
  return {kind, clamped(m.line), clamped(m.column), clamped(m.length), std::string(view(m.message))};
}

void keepMessages(uint32_t, const dawn::Messages* given, void* sink, void*) {
  auto& out = *static_cast<MessageSink*>(sink);
  out.done = true;
  for (size_t i = 0; given && i < given->count; ++i) out.messages.push_back(translated(given->list[i]));
}

bool hasError(const std::vector<ShaderMessage>& messages) {
  return std::any_of(messages.begin(), messages.end(),
                     [](const ShaderMessage& m) { return m.kind == ShaderMessage::Kind::error; });
}

struct ScopeSink {
  bool done = false;
  bool failed = false;
  std::string text;
};

void keepScope(uint32_t, uint32_t type, dawn::StringView message, void* sink, void*) {
  auto& out = *static_cast<ScopeSink*>(sink);
  out.done = true;
  out.failed = type != dawn::kNoError;
  if (out.failed) out.text = view(message);
}

class DawnChecker final : public WgslChecker {
 public:
  explicit DawnChecker(const dawn::Functions& dawn) : dawn_(dawn) {}

  ~DawnChecker() override {
    if (device_) dawn_.releaseDevice(device_);
    if (adapter_) dawn_.releaseAdapter(adapter_);
    if (instance_) dawn_.releaseInstance(instance_);
    // The library itself stays mapped: it keeps per-thread state whose destructors run when the process ends.
  }

  /// Empty, or the reason why no device came.
  std::string start() {
    instance_ = dawn_.createInstance(nullptr);
    if (!instance_) return "it creates no instance";
    Answer<dawn::Adapter> adapter;
    const dawn::AdapterOptions options;
    dawn_.requestAdapter(instance_, &options, {.callback = keepAnswer<dawn::Adapter>, .first = &adapter});
    pump(adapter.done);
    adapter_ = adapter.object;
    if (!adapter_) return cat("it gives no adapter without a GPU ", adapter.message);
    return startDevice();
  }

  std::vector<ShaderMessage> check(std::string_view wgsl) override {
    if (auto refused = refuseShader(wgsl)) return {std::move(*refused)};
    dawn_.pushScope(device_, dawn::kFilterValidation);
    dawn::ShaderSource source{.chain = {.type = dawn::kTypeShaderSourceWgsl}, .code = {wgsl.data(), wgsl.size()}};
    const dawn::ShaderDescriptor descriptor{.next = &source.chain};
    const dawn::ShaderModule module = dawn_.createShader(device_, &descriptor);
    MessageSink sink;
    if (module) {
      dawn_.messages(module, {.callback = keepMessages, .first = &sink});
      pump(sink.done);
    }
    ScopeSink scope;
    dawn_.popScope(device_, {.callback = keepScope, .first = &scope});
    pump(scope.done);
    if (module) dawn_.releaseShader(module);
    return withoutGuesses(complete(std::move(sink.messages), scope), wgsl);
  }

 private:
  std::string startDevice() {
    const std::vector<uint32_t> features = availableFeatures();
    dawn::DeviceDescriptor wanted;
    wanted.feature_count = features.size();
    wanted.features = features.data();
    wanted.lost = {.mode = dawn::kModeSpontaneous,
                   .callback = [](const dawn::Device*, uint32_t, dawn::StringView, void*, void*) {}};
    wanted.error = {.callback = [](const dawn::Device*, uint32_t, dawn::StringView, void*, void*) {}};
    Answer<dawn::Device> device;
    dawn_.requestDevice(adapter_, &wanted, {.callback = keepAnswer<dawn::Device>, .first = &device});
    pump(device.done);
    device_ = device.object;
    if (!device_) return cat("it gives no device ", device.message);
    dawn_.setLogging(device_, {.callback = [](uint32_t, dawn::StringView, void*, void*) {}});
    return {};
  }

  std::vector<uint32_t> availableFeatures() const {
    dawn::Features offered;
    dawn_.adapterFeatures(adapter_, &offered);
    std::vector<uint32_t> out;
    for (const dawn::Feature wanted : kWantedFeatures) {
      const uint32_t number = static_cast<uint32_t>(wanted);
      if (std::find(offered.list, offered.list + offered.count, number) != offered.list + offered.count) {
        out.push_back(number);
      }
    }
    dawn_.freeFeatures(offered);
    return out;
  }

  /// A module that was refused, or not judged, must never look accepted, whatever the messages were.
  static std::vector<ShaderMessage> complete(std::vector<ShaderMessage> messages, const ScopeSink& scope) {
    if (hasError(messages) || (scope.done && !scope.failed)) return messages;
    if (scope.done)
      messages.push_back({ShaderMessage::Kind::error, 0, 0, 0, scope.text});
    else
      messages.push_back({ShaderMessage::Kind::unanswered, 0, 0, 0, "the checker gave no answer"});
    return messages;
  }

  static std::vector<ShaderMessage> withoutGuesses(std::vector<ShaderMessage> messages, std::string_view wgsl) {
    const std::string_view newer = hasError(messages) ? newerThanLibrary(wgsl) : std::string_view();
    if (newer.empty()) return messages;
    return {{ShaderMessage::Kind::newer, 0, 0, 0, cat(newer, " is newer than the checker of this build")}};
  }

  void pump(const bool& done) const {
    for (int turn = 0; !done && turn < kMaxTurns; ++turn) dawn_.processEvents(instance_);
  }

  dawn::Functions dawn_;
  dawn::Instance instance_ = nullptr;
  dawn::Adapter adapter_ = nullptr;
  dawn::Device device_ = nullptr;
};

/// Where to look when no path was given: beside the program, in ../lib of it, then where ./dev setup puts it.
std::vector<std::string> libraryPaths(std::string_view library) {
  if (!library.empty()) return {std::string(library)};
  std::vector<std::string> paths;
  std::error_code error;
  const auto program = std::filesystem::read_symlink("/proc/self/exe", error);
  if (!error) {
    paths.push_back((program.parent_path() / kLibraryName).string());
    paths.push_back((program.parent_path().parent_path() / "lib" / kLibraryName).string());
  }
  paths.push_back(cat(PNGINE_DEPS_LIB, "/", kLibraryName));
  return paths;
}

/// Local symbols only: the native player's library exports functions of the same names.
void* loadFirst(const std::vector<std::string>& paths, std::string& problem) {
  for (const std::string& path : paths) {
    std::error_code error;
    if (!std::filesystem::is_regular_file(path, error)) continue;
    if (void* handle = dlopen(path.c_str(), RTLD_NOW | RTLD_LOCAL)) return handle;
    const char* reason = dlerror();
    problem = cat("cannot load ", path, ": ", reason ? reason : "no reason given");
    return nullptr;
  }
  problem = cat("the WGSL check needs ", kLibraryName, ", which is not at ", paths.back(), "; run ./dev setup");
  return nullptr;
}

std::string lookUp(void* handle, dawn::Functions& dawn) {
#define PNGINE_LOOK_UP(member, name, ...)                           \
  dawn.member = reinterpret_cast<__VA_ARGS__>(dlsym(handle, name)); \
  if (!dawn.member) return cat("it lacks ", name);
  using namespace pngine::check::dawn;
  PNGINE_DAWN_FUNCTIONS(PNGINE_LOOK_UP)
#undef PNGINE_LOOK_UP
  return {};
}

}  // namespace

std::expected<std::unique_ptr<WgslChecker>, std::string> WgslChecker::open(std::string_view library) {
  std::string problem;
  void* handle = loadFirst(libraryPaths(library), problem);
  if (!handle) return std::unexpected(std::move(problem));
  dawn::Functions functions;
  problem = lookUp(handle, functions);
  auto checker = std::make_unique<DawnChecker>(functions);
  if (problem.empty()) problem = checker->start();
  if (!problem.empty()) return std::unexpected(cat("the library for the WGSL check does not answer: ", problem));
  return checker;
}

}  // namespace pngine::check
