// Pixels in and out of PNG, by libspng. For the smallest files each row filter is tried and the rows are deflated again
// with the slow compressor: libspng knows the filters, deflate() knows the sizes.
#include <libdeflate.h>
#include <spng.h>

#include <algorithm>
#include <memory>
#include <optional>

#include "base/text.h"
#include "format/png.h"

namespace pngine::format {
namespace {

using Context = std::unique_ptr<spng_ctx, decltype(&spng_ctx_free)>;
constexpr uint64_t kMaxPixels = 1u << 26;  // 256 MiB of RGBA8
constexpr size_t kMaxChunk = 64u << 20;
constexpr size_t kSlowRows = 64u << 10;

std::unexpected<Error> bad(Error::Kind kind, std::string message) {
  return std::unexpected(Error{kind, std::move(message)});
}

/// Drops the alpha channel when every pixel is opaque.
std::optional<Bytes> opaqueRgb(ByteView rgba) {
  Bytes rgb;
  rgb.reserve(rgba.size() / 4 * 3);
  for (size_t i = 0; i < rgba.size(); i += 4) {
    if (rgba[i + 3] != 255) return {};
    rgb.insert(rgb.end(), rgba.begin() + static_cast<std::ptrdiff_t>(i),
               rgba.begin() + static_cast<std::ptrdiff_t>(i + 3));
  }
  return rgb;
}

std::expected<Bytes, Error> encodeWith(ByteView pixels, uint32_t width, uint32_t height, bool alpha, int filters,
                                       int level) {
  const Context ctx(spng_ctx_new(SPNG_CTX_ENCODER), spng_ctx_free);
  spng_ihdr ihdr = {};
  ihdr.width = width;
  ihdr.height = height;
  ihdr.bit_depth = 8;
  ihdr.color_type = alpha ? SPNG_COLOR_TYPE_TRUECOLOR_ALPHA : SPNG_COLOR_TYPE_TRUECOLOR;
  int failed = spng_set_option(ctx.get(), SPNG_ENCODE_TO_BUFFER, 1);
  if (!failed) failed = spng_set_option(ctx.get(), SPNG_FILTER_CHOICE, filters);
  if (!failed) failed = spng_set_option(ctx.get(), SPNG_IMG_COMPRESSION_LEVEL, level);
  if (!failed) failed = spng_set_ihdr(ctx.get(), &ihdr);
  if (!failed) {
    failed = spng_encode_image(ctx.get(), pixels.data(), pixels.size(), SPNG_FMT_PNG, SPNG_ENCODE_FINALIZE);
  }
  size_t size = 0;
  unsigned char* buffer =
      failed ? nullptr : static_cast<unsigned char*>(spng_get_png_buffer(ctx.get(), &size, &failed));
  if (!buffer) return bad(Error::Kind::unsupported, cat("the picture could not be encoded: ", spng_strerror(failed)));
  Bytes out(buffer, buffer + size);
  std::free(buffer);
  return out;
}

/// The filtered rows of a PNG that encodeWith made: its IDAT chunks joined and inflated.
std::expected<Bytes, Error> filteredRows(ByteView png, size_t size) {
  const auto chunks = readChunks(png);
  if (!chunks) return std::unexpected(chunks.error());
  Bytes joined;
  for (const PngChunk& c : *chunks) {
    if (c.type == "IDAT") joined.insert(joined.end(), c.data.begin(), c.data.end());
  }
  if (joined.size() < 6) return bad(Error::Kind::truncated, "the picture has no pixels");
  return inflate(ByteView(joined).subspan(2, joined.size() - 6), size);
}

void put32(Bytes& out, uint32_t v) {
  for (int shift = 24; shift >= 0; shift -= 8) out.push_back(static_cast<uint8_t>(v >> shift));
}

/// The same picture with its rows deflated by `deflate` in one IDAT chunk.
Bytes assemble(ByteView png, ByteView rows, Effort effort) {
  Bytes idat = {'I', 'D', 'A', 'T', 0x78, 0xDA};
  const Bytes packed = deflate(rows, effort);
  idat.insert(idat.end(), packed.begin(), packed.end());
  put32(idat, libdeflate_adler32(1, rows.data(), rows.size()));
  constexpr std::ptrdiff_t kHead = 8 + 25;  // signature and IHDR
  Bytes out(png.begin(), png.begin() + kHead);
  put32(out, static_cast<uint32_t>(idat.size() - 4));
  out.insert(out.end(), idat.begin(), idat.end());
  put32(out, libdeflate_crc32(0, idat.data(), idat.size()));
  out.insert(out.end(), png.end() - 12, png.end());
  return out;
}

}  // namespace

std::expected<Bytes, Error> makePng(ByteView rgba, uint32_t width, uint32_t height, Effort effort) {
  const uint64_t pixels = uint64_t{width} * height;
  if (pixels == 0 || pixels > kMaxPixels || rgba.size() != pixels * 4) {
    return bad(Error::Kind::unsupported,
               cat("a picture of ", width, " by ", height, " with ", rgba.size(), " bytes cannot be encoded"));
  }
  const std::optional<Bytes> rgb = opaqueRgb(rgba);
  const ByteView source = rgb ? ByteView(*rgb) : rgba;
  if (effort == Effort::fast) return encodeWith(source, width, height, !rgb, SPNG_FILTER_CHOICE_ALL, 6);
  // Rank the filters with the fast compressor, then spend the slow one on the winner.
  Bytes best, best_rows;
  size_t best_size = SIZE_MAX;
  for (const int filters : {SPNG_FILTER_CHOICE_NONE, SPNG_FILTER_CHOICE_SUB, SPNG_FILTER_CHOICE_UP,
                            SPNG_FILTER_CHOICE_PAETH, SPNG_FILTER_CHOICE_ALL}) {
    auto png = encodeWith(source, width, height, !rgb, filters, 1);
    if (!png) return png;
    auto rows = filteredRows(*png, source.size() + height);
    if (!rows) return std::unexpected(rows.error());
    const size_t size = deflate(*rows, Effort::fast).size();
    if (size >= best_size) continue;
    best_size = size;
    best = std::move(*png);
    best_rows = std::move(*rows);
  }
  // On a poster the slow compressor takes ten seconds to save a few per cent.
  return assemble(best, best_rows, best_rows.size() <= kSlowRows ? Effort::smallest : Effort::fast);
}

std::expected<Picture, Error> decodePng(ByteView png) {
  if (detectKind(png) != FileKind::png) return bad(Error::Kind::not_png, "the file is not a PNG");
  const Context ctx(spng_ctx_new(0), spng_ctx_free);
  spng_set_image_limits(ctx.get(), 1u << 16, 1u << 16);
  spng_set_chunk_limits(ctx.get(), kMaxChunk, kMaxChunk);
  spng_set_crc_action(ctx.get(), SPNG_CRC_ERROR, SPNG_CRC_USE);
  spng_ihdr ihdr = {};
  int failed = spng_set_png_buffer(ctx.get(), png.data(), png.size());
  if (!failed) failed = spng_get_ihdr(ctx.get(), &ihdr);
  Picture out;
  if (!failed) {
    if (uint64_t{ihdr.width} * ihdr.height > kMaxPixels) {
      return bad(Error::Kind::too_large,
                 cat("a picture of ", ihdr.width, " by ", ihdr.height, " pixels is larger than 67108864 pixels"));
    }
    out.width = ihdr.width;
    out.height = ihdr.height;
    size_t size = 0;
    failed = spng_decoded_image_size(ctx.get(), SPNG_FMT_RGBA8, &size);
    if (!failed) {
      out.rgba.resize(size);
      failed = spng_decode_image(ctx.get(), out.rgba.data(), size, SPNG_FMT_RGBA8, SPNG_DECODE_TRNS);
    }
  }
  if (failed) return bad(Error::Kind::truncated, cat("the picture could not be decoded: ", spng_strerror(failed)));
  return out;
}

}  // namespace pngine::format
