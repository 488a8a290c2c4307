// Any text must parse and be checked without a crash, a hang or a read out of bounds; what parses cleanly must print to
// text that parses to the same print, and must format to text that means the same and that formatting leaves alone.
#include <cstdint>
#include <cstdlib>

#include "schema/checked.h"
#include "sjon/sjon.h"

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  const std::string source(reinterpret_cast<const char*>(data), size);
  pngine::Diagnostics diagnostics;
  const pngine::sjon::Document document = pngine::sjon::parse(source, diagnostics);
  const bool clean = !diagnostics.hasErrors();
  pngine::schema::check(document, diagnostics);
  const std::string printed = pngine::sjon::print(document);
  if (!clean) return 0;
  pngine::Diagnostics again;
  const pngine::sjon::Document second = pngine::sjon::parse(printed, again);
  if (again.hasErrors() || pngine::sjon::print(second) != printed) std::abort();
  const auto formatted = pngine::sjon::format(source, again);
  if (!formatted || pngine::sjon::format(*formatted, again) != formatted) std::abort();
  if (pngine::sjon::print(pngine::sjon::parse(*formatted, again)) != printed) std::abort();
  return 0;
}
