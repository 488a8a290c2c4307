// libjpeg behind one call; apart because its errors come by longjmp.
#pragma once
#include <expected>
#include <string>

#include "base/bytes.h"

namespace pngine::player {

struct JpegPixels {
  uint32_t width = 0, height = 0;
  Bytes rgba;
};
/// At most `max_pixels`; CMYK files are converted without a profile. Error: the library's own sentence.
std::expected<JpegPixels, std::string> decodeJpeg(ByteView encoded, uint64_t max_pixels);

}  // namespace pngine::player
