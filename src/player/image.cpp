// Decoding by signature, and the way of a picture into a texture as browsers take it: through 8-bit premultiplied
// pixels, so that low alphas lose precision, then divided again; float formats take the quotient unrounded.
#include "player/image.h"

#include <webp/decode.h>

#include <bit>
#include <cmath>

#include "base/text.h"
#include "format/png.h"
#include "player/gpu.h"
#include "player/image_jpeg.h"

namespace pngine::player {
namespace {

constexpr uint64_t kMaxPixels = uint64_t{64} << 20;

/// round(value * alpha / 255).
uint8_t multiplied(uint32_t value, uint32_t alpha) { return static_cast<uint8_t>((value * alpha + 127) / 255); }

constexpr float kUnit = 1.0f / 255.0f;
/// An 8-bit value of 0..1 and back, as GPUs and software rasterizers do it in f32: ties go to the even number.
float fromByte(uint32_t value) { return static_cast<float>(value) * kUnit; }
uint8_t toByte(float value) { return static_cast<uint8_t>(std::nearbyint(std::min(value, 1.0f) * 255.0f)); }
/// value / alpha, 0 for alpha 0: on the way to a texture, where a shader divides.
float quotient(uint32_t value, uint32_t alpha) {
  return alpha == 0 ? 0.0f : std::min(fromByte(value) / fromByte(alpha), 1.0f);
}
/// The same on the way out of a canvas, where the reciprocal is taken first; one rounding more.
uint8_t straight(uint32_t value, uint32_t alpha) {
  return alpha == 0 ? uint8_t{0} : toByte(fromByte(value) * (1.0f / fromByte(alpha)));
}

/// Premultiplied by the WebP library itself, as browsers have it; its rounding is another one.
std::expected<JpegPixels, std::string> decodeWebp(ByteView bytes) {
  int width = 0, height = 0;
  if (!WebPGetInfo(bytes.data(), bytes.size(), &width, &height))
    return std::unexpected(std::string("its header is damaged"));
  JpegPixels out{.width = static_cast<uint32_t>(width), .height = static_cast<uint32_t>(height), .rgba = {}};
  if (uint64_t{out.width} * out.height > kMaxPixels) return std::unexpected(std::string("the picture is too large"));
  out.rgba.resize(size_t{out.width} * out.height * 4);
  WebPDecoderConfig config;
  if (!WebPInitDecoderConfig(&config)) return std::unexpected(std::string("the WebP library is of another version"));
  config.output.colorspace = MODE_rgbA;
  config.output.is_external_memory = 1;
  config.output.u.RGBA = {.rgba = out.rgba.data(), .stride = width * 4, .size = out.rgba.size()};
  if (WebPDecode(bytes.data(), bytes.size(), &config) != VP8_STATUS_OK) {
    return std::unexpected(std::string("its data is damaged"));
  }
  return out;
}

bool isWebp(ByteView bytes) {
  return bytes.size() > 12 && asText(bytes).starts_with("RIFF") && asText(bytes).substr(8, 4) == "WEBP";
}

std::expected<JpegPixels, std::string> decodeAny(ByteView bytes) {
  const auto starts = [&](std::string_view magic) { return asText(bytes).starts_with(magic); };
  if (starts("\x89PNG")) {
    auto png = format::decodePng(bytes);
    if (!png) return std::unexpected(png.error().message);
    return JpegPixels{.width = png->width, .height = png->height, .rgba = std::move(png->rgba)};
  }
  if (starts("\xFF\xD8")) return decodeJpeg(bytes, kMaxPixels);
  if (isWebp(bytes)) return decodeWebp(bytes);
  return std::unexpected(std::string("it is neither PNG nor JPEG nor WebP"));
}

uint16_t halfOf(float value) {
  const uint32_t bits = std::bit_cast<uint32_t>(value);
  const uint32_t sign = (bits >> 16) & 0x8000, exponent = (bits >> 23) & 0xFF, mantissa = bits & 0x7FFFFF;
  // Pixels lie between 0 and 1, so that neither overflow nor NaN occurs; small ones may be subnormal.
  if (exponent < 103) return static_cast<uint16_t>(sign);
  const bool normal = exponent >= 113;
  const uint32_t shift = normal ? 13 : 126 - exponent;
  const uint32_t whole = normal ? ((exponent - 112) << 23 | mantissa) : (mantissa | 0x800000);
  uint32_t half = whole >> shift;
  const uint32_t rest = whole & ((1u << shift) - 1), middle = 1u << (shift - 1);
  if (rest > middle || (rest == middle && (half & 1))) ++half;
  return static_cast<uint16_t>(sign | half);
}

enum class Layout : uint8_t { none, bytes, half, single, packed10 };
struct Destination {
  Layout layout = Layout::none;
  size_t channels = 4;
  bool swapped = false;
};

Destination destinationOf(webgpu::TextureFormat format) {
  using F = webgpu::TextureFormat;
  switch (realFormat(format)) {
    case F::rgba8unorm:
    case F::rgba8unorm_srgb:
      return {Layout::bytes, 4, false};
    case F::bgra8unorm:
    case F::bgra8unorm_srgb:
      return {Layout::bytes, 4, true};
    case F::r8unorm:
      return {Layout::bytes, 1, false};
    case F::rg8unorm:
      return {Layout::bytes, 2, false};
    case F::r16float:
      return {Layout::half, 1, false};
    case F::rg16float:
      return {Layout::half, 2, false};
    case F::rgba16float:
      return {Layout::half, 4, false};
    case F::r32float:
      return {Layout::single, 1, false};
    case F::rg32float:
      return {Layout::single, 2, false};
    case F::rgba32float:
      return {Layout::single, 4, false};
    case F::rgb10a2unorm:
      return {Layout::packed10, 4, false};
    default:
      return {};
  }
}

void putTexel(ByteWriter& out, const uint8_t* p, const Destination& d) {
  const uint32_t alpha = p[3];
  const auto value = [&](size_t c) { return c == 3 ? fromByte(alpha) : quotient(p[c], alpha); };
  if (d.layout == Layout::packed10) {
    uint32_t word = 0;
    for (size_t c = 0; c < 3; ++c) word |= static_cast<uint32_t>(std::nearbyint(value(c) * 1023)) << (10 * c);
    out.u32(word | static_cast<uint32_t>(std::nearbyint(value(3) * 3)) << 30);
    return;
  }
  for (size_t i = 0; i < d.channels; ++i) {
    const size_t c = d.swapped && i != 3 ? 2 - i : i;
    if (d.layout == Layout::bytes) out.u8(toByte(value(c)));
    if (d.layout == Layout::half) out.u16(halfOf(value(c)));
    if (d.layout == Layout::single) out.f32(value(c));
  }
}

}  // namespace

std::expected<DecodedImage, std::string> decodeImageFile(std::string_view mime, ByteView encoded) {
  auto pixels = decodeAny(encoded);
  if (!pixels) return std::unexpected(cat("does not decode as ", mime, ": ", pixels.error()));
  DecodedImage out{.width = pixels->width, .height = pixels->height, .premultiplied = std::move(pixels->rgba)};
  if (out.width == 0 || out.height == 0) return std::unexpected(std::string("has no pixels"));
  for (size_t i = 0; i + 3 < out.premultiplied.size() && !isWebp(encoded); i += 4) {
    for (size_t c = 0; c < 3; ++c)
      out.premultiplied[i + c] = multiplied(out.premultiplied[i + c], out.premultiplied[i + 3]);
  }
  return out;
}

Bytes toTexels(const DecodedImage& image, webgpu::TextureFormat format) {
  const Destination d = destinationOf(format);
  if (d.layout == Layout::none) return {};
  ByteWriter out;
  for (size_t i = 0; i + 3 < image.premultiplied.size(); i += 4) putTexel(out, image.premultiplied.data() + i, d);
  return out.take();
}

void toStraightRgba(ByteView texels, bool premultiplied, std::span<uint8_t> rgba) {
  constexpr bool swapped = kCanvasFormat == webgpu::TextureFormat::bgra8unorm;
  for (size_t i = 0; i + 3 < texels.size(); i += 4) {
    const uint8_t alpha = texels[i + 3];
    for (size_t c = 0; c < 3; ++c) {
      const uint8_t value = texels[i + (swapped ? 2 - c : c)];
      rgba[i + c] = premultiplied ? straight(value, alpha) : value;
    }
    rgba[i + 3] = premultiplied ? alpha : 255;
  }
}

}  // namespace pngine::player
