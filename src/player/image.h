// Encoded images (PNG, JPEG, WebP) to pixels, and pixels to the bytes of a texture as browsers put them there.
#pragma once
#include <cstdint>
#include <expected>
#include <span>
#include <string>
#include <string_view>

#include "base/bytes.h"
#include "webgpu/enums.h"

namespace pngine::player {

/// RGBA8, rows from the top, colour multiplied by alpha (browsers keep images so on their way to a texture).
struct DecodedImage {
  uint32_t width = 0, height = 0;
  Bytes premultiplied;
};

/// Decodes by the bytes' own signature; the MIME type only words the error. Pixels are capped at 64 million.
std::expected<DecodedImage, std::string> decodeImageFile(std::string_view mime, ByteView encoded);

/// Rows of the image in a texture's format, tightly packed: colour divided by alpha again, channels by name. Empty when
/// browsers refuse the format as a destination.
Bytes toTexels(const DecodedImage& image, webgpu::TextureFormat format);

/// Texels of the canvas (kCanvasFormat) as straight-alpha RGBA: opaque canvases get alpha 255 and keep the colour,
/// premultiplied ones have it divided by alpha. Both views have the same length, a multiple of 4.
void toStraightRgba(ByteView texels, bool premultiplied, std::span<uint8_t> rgba);

}  // namespace pngine::player
