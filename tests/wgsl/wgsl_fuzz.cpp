// Any bytes: parsing, reflection and every rewrite end without a crash, and what they write parses again.
#include <cstdlib>

#include "wgsl/driver.h"
#include "wgsl/wgsl.h"

using namespace pngine::wgsl;

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  const std::string replaced = replaceMathConstants(text);
  const auto module = parse(replaced);
  if (!module) return 0;
  std::map<std::string, double, std::less<>> values;
  for (const Override& o : reflect(**module).overrides) values.emplace(o.name, 1);
  constexpr uint32_t locations[] = {0, 1};
  std::string entry;
  for (const EntryPoint& e : reflect(**module).entry_points) entry = e.name;
  for (const std::string& out :
       {specialise(**module, values), zeroWorkgroupMemory(**module), minify(**module), avoidFrontEndGaps(**module),
        specialiseParameters(**module), clampTextureLoads(**module), swizzleInputs(**module, entry, locations)}) {
    if (!parse(out)) std::abort();
  }
  return 0;
}
