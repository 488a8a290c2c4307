// Raw deflate: libdeflate for speed and for reading, zopfli where the last percent counts.
#include <libdeflate.h>
#include <zopfli/zopfli.h>

#include <algorithm>
#include <cstdlib>
#include <memory>

#include "base/text.h"
#include "format/png.h"

namespace pngine::format {
namespace {

/// Above this zopfli takes seconds and gains little.
constexpr size_t kMaxZopfliInput = 1u << 20;

Bytes fastDeflate(ByteView bytes) {
  const std::unique_ptr<libdeflate_compressor, decltype(&libdeflate_free_compressor)> compressor(
      libdeflate_alloc_compressor(12), libdeflate_free_compressor);
  Bytes out(libdeflate_deflate_compress_bound(compressor.get(), bytes.size()));
  out.resize(libdeflate_deflate_compress(compressor.get(), bytes.data(), bytes.size(), out.data(), out.size()));
  return out;
}

Bytes smallDeflate(ByteView bytes) {
  ZopfliOptions options;
  ZopfliInitOptions(&options);
  options.numiterations = bytes.size() < 64 * 1024 ? 60 : 15;
  unsigned char* out = nullptr;
  size_t size = 0;
  ZopfliCompress(&options, ZOPFLI_FORMAT_DEFLATE, bytes.data(), bytes.size(), &out, &size);
  Bytes result(out, out + size);
  std::free(out);
  return result;
}

}  // namespace

Bytes deflate(ByteView bytes, Effort effort) {
  Bytes best = fastDeflate(bytes);
  if (effort == Effort::smallest && bytes.size() <= kMaxZopfliInput) {
    Bytes small = smallDeflate(bytes);
    if (small.size() < best.size()) best = std::move(small);
  }
  return best;
}

std::expected<Bytes, Error> inflate(ByteView deflated, size_t cap) {
  const std::unique_ptr<libdeflate_decompressor, decltype(&libdeflate_free_decompressor)> decompressor(
      libdeflate_alloc_decompressor(), libdeflate_free_decompressor);
  // The size is not stored: grow the buffer, from a guess that small input bounds.
  size_t room = std::min(cap, std::max<size_t>(4096, deflated.size() * 4));
  for (;;) {
    Bytes out(room);
    size_t size = 0;
    const auto result = libdeflate_deflate_decompress(decompressor.get(), deflated.data(), deflated.size(), out.data(),
                                                      out.size(), &size);
    if (result == LIBDEFLATE_SUCCESS) {
      out.resize(size);
      return out;
    }
    if (result != LIBDEFLATE_INSUFFICIENT_SPACE) {
      return std::unexpected(Error{Error::Kind::bad_deflate, "the compressed data is damaged"});
    }
    if (room == cap) {
      return std::unexpected(Error{Error::Kind::too_large, cat("the data inflates to more than ", cap >> 20, " MiB")});
    }
    room = std::min(cap, room * 4);
  }
}

}  // namespace pngine::format
