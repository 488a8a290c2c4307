// Looks beside the program first, so that an unpacked release needs no installation, then in the tree of the build.
#include "player/dynamic_library.h"

#include <dlfcn.h>
#include <limits.h>
#include <unistd.h>

#include <vector>

#include "base/text.h"

namespace pngine::player {
namespace {

/// Folder of the running program, without a slash at the end; "." if the system does not tell.
std::string programFolder() {
  char path[PATH_MAX];
  const ssize_t n = readlink("/proc/self/exe", path, sizeof(path) - 1);
  if (n <= 0) return ".";
  const std::string_view whole(path, static_cast<size_t>(n));
  return std::string(whole.substr(0, whole.rfind('/')));
}

}  // namespace

std::expected<DynamicLibrary, std::string> DynamicLibrary::open(std::string_view file) {
  const std::string here = programFolder();
  const std::vector<std::string> folders = {cat(here, "/../lib"), cat(here, "/lib"), PNGINE_DEPS_LIB};
  std::string reason;
  for (const std::string& folder : folders) {
    const std::string path = cat(folder, '/', file);
    if (access(path.c_str(), R_OK) != 0) continue;
    if (void* handle = dlopen(path.c_str(), RTLD_NOW | RTLD_LOCAL)) return DynamicLibrary(handle);
    if (const char* text = dlerror()) reason = text;
  }
  if (!reason.empty()) return std::unexpected(cat("the library ", file, " does not load: ", reason));
  return std::unexpected(cat("the library ", file, " is missing (looked in ", here, "/../lib, ", here, "/lib and ",
                             PNGINE_DEPS_LIB, "); './dev setup' fetches it"));
}

void* DynamicLibrary::find(const char* name) const { return dlsym(handle_, name); }

}  // namespace pngine::player
