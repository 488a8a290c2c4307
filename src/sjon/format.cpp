// Formatting: only text without syntax errors has a layout.
#include "sjon/layout.h"
#include "sjon/sjon.h"

namespace pngine::sjon {

std::optional<std::string> format(std::string_view source, Diagnostics& diagnostics, const ParseOptions& options) {
  Diagnostics found;
  parse(source, found, options);
  for (const Diagnostic& d : found.all()) diagnostics.add(d);
  if (found.hasErrors()) return std::nullopt;
  return layOut(source, readItems(source, source.starts_with("\xEF\xBB\xBF") ? 3 : 0));
}

}  // namespace pngine::sjon
