// The guard in front of Tint: it must read any bytes, and a text that it lets through must indeed be shallow.
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string_view>

#include "check/shader_guard.h"

using namespace pngine::check;

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  const auto refused = refuseShader(text);
  if (refused && (refused->line == 0 || refused->text.empty())) std::abort();
  if (!refused && text.find('\0') != std::string_view::npos) std::abort();
  const std::string_view newer = newerThanLibrary(text);
  if (!newer.empty() && (newer.data() < text.data() || newer.data() + newer.size() > text.data() + size)) std::abort();
  return 0;
}
