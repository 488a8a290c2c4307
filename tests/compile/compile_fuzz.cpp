// The whole compiler over arbitrary text: no crash, no hang; findings or a payload that the reader accepts.
#include <cstdlib>

#include "compile/compile.h"
#include "format/payload.h"

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  if (size > 1u << 16) return 0;
  pngine::compile::CompileOptions options;
  options.minify = size % 2 == 1;
  const pngine::compile::Compiled c = pngine::compile::compile(pngine::asText({data, size}), options);
  if (!c.payload.empty() && !pngine::format::readPayload(c.payload)) std::abort();
  if (c.payload.empty() != c.diagnostics.hasErrors()) std::abort();
  return 0;
}
