// PNG as a carrier: chunks, wrapping, embedding, pictures, and an error of its own for each kind of damage.
#include "format/png.h"

#include <doctest/doctest.h>

#include "format/sample_programs.h"

using namespace pngine;
using namespace pngine::format;

namespace {

const Bytes kPayload = *writePayload(samples::search());

Error::Kind extractKind(ByteView png) {
  const auto r = extractChunk(png);
  REQUIRE_FALSE(r);
  return r.error().kind;
}

Bytes gradient(uint32_t width, uint32_t height, bool opaque) {
  Bytes rgba;
  for (uint32_t y = 0; y < height; ++y) {
    for (uint32_t x = 0; x < width; ++x) {
      for (uint32_t c : {x * 3, y * 5, x + y, opaque ? 255u : x}) rgba.push_back(static_cast<uint8_t>(c));
    }
  }
  return rgba;
}

/// A PNG with one more private chunk whose data is given as it is.
Bytes withRawChunk(std::string_view type, Bytes data) {
  // embed() wraps; a stored chunk is made by taking a wrapped one apart is more work than writing the frame here.
  Bytes png = transparentPixel();
  ByteWriter chunk;
  const auto length = static_cast<uint32_t>(data.size());
  for (int shift = 24; shift >= 0; shift -= 8) chunk.u8(static_cast<uint8_t>(length >> shift));
  chunk.text(type).raw(data);
  uint32_t crc = 0xFFFFFFFF;
  for (size_t i = 4; i < chunk.size(); ++i) {
    crc ^= chunk.bytes()[i];
    for (int bit = 0; bit < 8; ++bit) crc = crc & 1 ? crc >> 1 ^ 0xEDB88320u : crc >> 1;
  }
  crc = ~crc;
  for (int shift = 24; shift >= 0; shift -= 8) chunk.u8(static_cast<uint8_t>(crc >> shift));
  png.insert(png.end() - 12, chunk.bytes().begin(), chunk.bytes().end());
  return png;
}

}  // namespace

TEST_CASE("kinds of files") {
  CHECK(detectKind(transparentPixel()) == FileKind::png);
  CHECK(detectKind(kPayload) == FileKind::pngb);
  CHECK(detectKind(asBytes("PK\x03\x04")) == FileKind::zip);
  CHECK(detectKind(asBytes("PK\x05\x06")) == FileKind::zip);
  CHECK(detectKind(asBytes("PK\x01\x02")) == FileKind::unknown);
  CHECK(detectKind(asBytes("PK")) == FileKind::unknown);
  CHECK(detectKind({}) == FileKind::unknown);
}

TEST_CASE("the carrier pixel") {
  const Bytes png = transparentPixel();
  CHECK(png.size() <= 67);
  const auto picture = decodePng(png);
  REQUIRE(picture);
  CHECK(picture->width == 1);
  CHECK(picture->rgba == Bytes{0, 0, 0, 0});
}

TEST_CASE("a payload goes in and comes out") {
  const auto png = embed(transparentPixel(), kPayload);
  REQUIRE(png);
  CHECK(extractChunk(*png) == kPayload);
  const auto chunks = readChunks(*png);
  REQUIRE(chunks);
  REQUIRE(chunks->size() == 4);
  CHECK((*chunks)[2].type == "pNGb");
  CHECK((*chunks)[3].type == "IEND");
  const auto wrapper = readWrapper((*chunks)[2].data);
  REQUIRE(wrapper);
  CHECK(wrapper->version == 1);
  CHECK(wrapper->compressed);
  CHECK(decodePng(*png));
}

TEST_CASE("embedding again replaces the program and keeps everything else") {
  const Bytes other = *writePayload(samples::everything());
  const Bytes trailer = {1, 2, 3};
  Bytes first = *embed(*embed(transparentPixel(), asBytes("sound of a program"), kAudioChunk), kPayload);
  first.insert(first.end(), trailer.begin(), trailer.end());
  const auto second = embed(first, other);
  REQUIRE(second);
  CHECK(extractChunk(*second) == other);
  CHECK(asText(*extractChunk(*second, kAudioChunk)) == "sound of a program");
  CHECK(readChunks(*second)->size() == 5);
  CHECK(Bytes(second->end() - 3, second->end()) == trailer);
  CHECK(embed(*second, kPayload) == embed(first, kPayload));
}

TEST_CASE("each kind of damage has its own error") {
  using Kind = Error::Kind;
  const Bytes png = *embed(transparentPixel(), kPayload);
  CHECK(extractKind(asBytes("no picture")) == Kind::not_png);
  CHECK(extractKind(ByteView(png).first(100)) == Kind::truncated);
  CHECK(extractKind(ByteView(png).first(png.size() - 12)) == Kind::truncated);
  Bytes flipped = png;
  flipped[200] ^= 1;
  CHECK(extractKind(flipped) == Kind::bad_crc);
  CHECK(extractKind(transparentPixel()) == Kind::no_payload);
  CHECK(extractChunk(transparentPixel()).error().message ==
        "the picture carries no program; the host may have removed the chunk: use the original file");
  CHECK(extractKind(withRawChunk("pNGb", {2, 0, 1})) == Kind::bad_version);
  CHECK(extractKind(withRawChunk("pNGb", {1})) == Kind::bad_payload);
  CHECK(extractKind(withRawChunk("pNGb", {1, 1, 0xFF, 0xFF})) == Kind::bad_deflate);
  const Bytes bomb = deflate(Bytes(65u << 20, 0), Effort::fast);
  Bytes data = {1, 1};
  data.insert(data.end(), bomb.begin(), bomb.end());
  CHECK(extractKind(withRawChunk("pNGb", data)) == Kind::too_large);
  CHECK(asText(*extractChunk(withRawChunk("pNGb", {1, 0, 'r', 'a', 'w'}))) == "raw");
  CHECK(asText(*extractChunk(withRawChunk("pNGb", {1, 0xFE, 'r', 'a', 'w'}))) == "raw");
}

TEST_CASE("the first of several payloads counts, and bytes behind IEND do no harm") {
  Bytes png = *embed(transparentPixel(), kPayload);
  const Bytes tail = withRawChunk("pNGb", {1, 0, 'x'});
  png.insert(png.end(), tail.begin() + 8, tail.end());
  CHECK(extractChunk(png) == kPayload);
  for (int i = 0; i < 40; ++i) png.push_back(0xAA);
  CHECK(extractChunk(png) == kPayload);
}

TEST_CASE("pictures survive") {
  for (const bool opaque : {false, true}) {
    const Bytes rgba = gradient(37, 21, opaque);
    const auto small = makePng(rgba, 37, 21);
    const auto fast = makePng(rgba, 37, 21, Effort::fast);
    REQUIRE(small);
    REQUIRE(fast);
    CHECK(small->size() <= fast->size());
    CHECK((*small)[25] == (opaque ? 2 : 6));  // color type: RGB or RGBA
    const auto back = decodePng(*small);
    REQUIRE(back);
    CHECK(back->width == 37);
    CHECK(back->height == 21);
    CHECK(back->rgba == rgba);
    CHECK(extractChunk(*embed(*small, kPayload)) == kPayload);
  }
  CHECK_FALSE(makePng(Bytes(3), 1, 1));
  CHECK_FALSE(makePng({}, 0, 0));
}

TEST_CASE("inflating stops at its cap") {
  const Bytes packed = deflate(Bytes(100000, 7), Effort::smallest);
  CHECK(inflate(packed, 100000)->size() == 100000);
  CHECK(inflate(packed, 99999).error().kind == Error::Kind::too_large);
  CHECK(inflate(ByteView(packed).first(packed.size() - 1), 1 << 20).error().kind == Error::Kind::bad_deflate);
  CHECK(inflate(deflate({}, Effort::smallest), 10)->empty());
}
