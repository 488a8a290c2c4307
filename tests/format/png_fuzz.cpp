// Fuzz target: PNG files as carriers and as pictures, and ZIP bundles.
#include "format/png.h"
#include "format/zip.h"

using namespace pngine::format;

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  const pngine::ByteView bytes(data, size);
  if (detectKind(bytes) == FileKind::zip) {
    (void)payloadOfZip(bytes);
    return 0;
  }
  (void)extractChunk(bytes);
  (void)decodePng(bytes);
  (void)embed(bytes, bytes.first(size / 2), kPayloadChunk, Effort::fast);
  return 0;
}
