#include "program/image_extent.h"

#include <algorithm>
#include <string_view>

namespace pngine::program {

namespace {

uint32_t bigEndian(ByteView b) { return uint32_t{b[0]} << 24 | uint32_t{b[1]} << 16 | uint32_t{b[2]} << 8 | b[3]; }

std::optional<ImageExtent> checked(uint32_t width, uint32_t height) {
  if (width == 0 || height == 0) return std::nullopt;
  return ImageExtent{width, height};
}

std::optional<ImageExtent> pngExtent(ByteView file) {
  if (file.size() < 33 || asText(file.subspan(12, 4)) != "IHDR") return std::nullopt;
  if (asText(file).find("eXIf") != std::string_view::npos) return std::nullopt;
  return checked(bigEndian(file.subspan(16, 4)), bigEndian(file.subspan(20, 4)));
}

std::optional<ImageExtent> webpExtent(ByteView file) {
  if (file.size() < 30) return std::nullopt;
  const std::string_view kind = asText(file.subspan(12, 4));
  ByteReader reader(file.subspan(20));
  if (kind == "VP8X") {
    constexpr uint32_t kExif = 0x08;
    const uint32_t flags = reader.u32();
    const uint32_t width = reader.u24() + 1, height = reader.u24() + 1;
    return (flags & kExif) != 0 ? std::nullopt : checked(width, height);
  }
  if (kind == "VP8L") {
    reader.skip(1);
    const uint32_t bits = reader.u32();
    return checked((bits & 0x3fff) + 1, ((bits >> 14) & 0x3fff) + 1);
  }
  if (kind != "VP8 ") return std::nullopt;
  reader.skip(6);
  const uint32_t width = reader.u16() & 0x3fffu;
  return checked(width, reader.u16() & 0x3fffu);
}

std::optional<ImageExtent> gifExtent(ByteView file) {
  ByteReader reader(file.subspan(6));
  const uint32_t width = reader.u16();
  return checked(width, reader.u16());
}

}  // namespace

std::optional<ImageExtent> imageExtent(ByteView file) {
  const std::string_view text = asText(file);
  if (text.starts_with("\x89PNG\r\n\x1a\n")) return pngExtent(file);
  if (text.starts_with("RIFF") && text.substr(std::min<size_t>(8, text.size())).starts_with("WEBP"))
    return webpExtent(file);
  if (text.size() >= 10 && (text.starts_with("GIF87a") || text.starts_with("GIF89a"))) return gifExtent(file);
  return std::nullopt;
}

}  // namespace pngine::program
