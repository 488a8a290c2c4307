// The generated arrays and the one place that patches them (see embed.cmake for how the places are found).
#include "executor/image.h"

#include <span>

namespace pngine::executor {
namespace {

enum class Place : uint8_t { data, commands, pages };
struct Patch {
  uint16_t at;
  Place place;
  int8_t addend;
};
struct Image {
  std::span<const uint8_t> bytes;
  std::span<const Patch> patches;
};
#include "executor_images.inc"
static_assert(std::size(kImages) == kAllFeatures + 1);

/// LEB128 padded to a fixed width; the top bit of the value's last group stays clear, so the signed form is the same.
void writePadded(Bytes& out, size_t at, uint32_t value, uint32_t width) {
  for (uint32_t i = 0; i < width; ++i) {
    const uint32_t group = (value >> (7 * i)) & 127;
    out[at + i] = static_cast<uint8_t>(i + 1 < width ? group | 128 : group);
  }
}

}  // namespace

Layout layoutFor(uint32_t data_offset, uint32_t total) {
  const uint32_t commands = (kHeadAddress + total + 7) / 8 * 8;
  const uint64_t end = uint64_t{commands} + data_offset + kSlack;
  return {kHeadAddress + data_offset, commands, static_cast<uint32_t>((end + 65535) / 65536)};
}

uint32_t imageSize(unsigned features) { return static_cast<uint32_t>(kImages[features & kAllFeatures].bytes.size()); }

Bytes fitImage(unsigned features, const Layout& layout) {
  const Image& image = kImages[features & kAllFeatures];
  Bytes out(image.bytes.begin(), image.bytes.end());
  for (const Patch& p : image.patches) {
    if (p.place == Place::pages) {
      writePadded(out, p.at, layout.pages, 2);
    } else {
      const uint32_t base = p.place == Place::data ? layout.data : layout.commands;
      writePadded(out, p.at, base + static_cast<uint32_t>(p.addend), 4);
    }
  }
  return out;
}

}  // namespace pngine::executor
