// Fuzz target: the payload loader. Touches every view it hands out, and decodes what its bytecode would load.
#include "format/payload.h"

#include "format/bytecode_read.h"
#include "format/stream.h"

using namespace pngine::format;

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  const auto p = readPayload({data, size});
  if (!p) return 0;
  unsigned sum = 0;
  for (const auto& blob : p->data) sum += blob.empty() ? 0u : blob.back();
  for (const auto& s : p->strings) sum += s.empty() ? 0u : static_cast<unsigned char>(s.back());
  for (const auto part : {p->executor, p->bytecode, p->head(), p->dataSection()})
    sum += part.empty() ? 0u : part.back();
  const auto load = loadStream(p->bytecode);
  (void)decodeStream(load, size, StreamLayout::current, [&](const auto&, CommandPlace) { ++sum; });
  return sum == 0xFFFFFFFF ? 1 : 0;
}
