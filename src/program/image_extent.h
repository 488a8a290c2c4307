// Width and height of a picture from the head of its file, for the rules about images that are copied into textures.
#pragma once
#include <cstdint>
#include <optional>

#include "base/bytes.h"

namespace pngine::program {

struct ImageExtent {
  uint32_t width = 0, height = 0;
};

/// What a browser's decoded image has: PNG, GIF and WebP. Nothing for other formats (the sides of a JPEG depend on its
/// orientation), for pictures that may be turned by metadata, and for damaged files.
std::optional<ImageExtent> imageExtent(ByteView file);

}  // namespace pngine::program
