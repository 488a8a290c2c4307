// PNG as a carrier: walking chunks, wrapping and finding the private ones, pictures in and out. Part of the library
// pngine_container (it links the compression libraries, which the browser build of the compiler does not need).
#pragma once
#include <array>
#include <cstdint>
#include <expected>
#include <string>
#include <string_view>
#include <vector>

#include "base/bytes.h"
#include "format/error.h"

namespace pngine::format {

/// What a file is, by its first bytes.
enum class FileKind : uint8_t { unknown, png, pngb, zip };
FileKind detectKind(ByteView bytes);

inline constexpr std::string_view kPayloadChunk = "pNGb";
inline constexpr std::string_view kFlatChunk = "pNGf";
inline constexpr std::string_view kAudioChunk = "pNGa";
inline constexpr std::string_view kMetadataChunk = "pNGm";

struct PngChunk {
  std::string type;  ///< four letters
  ByteView data;
  size_t offset = 0;  ///< of the length field in the file
  size_t wireSize() const { return data.size() + 12; }
};
/// Every chunk, those behind IEND included. Checks signature, lengths, CRCs, and that there is an IHDR and an IEND.
std::expected<std::vector<PngChunk>, Error> readChunks(ByteView png);

/// Private chunk data: version u8 = 1 | flags u8 (bit 0: raw deflate) | payload.
struct Wrapper {
  uint8_t version = 0;
  bool compressed = false;
  ByteView stored;  ///< the bytes behind the two
};
std::expected<Wrapper, Error> readWrapper(ByteView chunk_data);
std::expected<Bytes, Error> unwrap(ByteView chunk_data);

/// The payload of the first chunk of that type, inflated (at most 64 MiB).
std::expected<Bytes, Error> extractChunk(ByteView png, std::string_view type = kPayloadChunk);

enum class Effort : uint8_t { fast, smallest };
/// Raw deflate: libdeflate 12, and with `smallest` the better of that and zopfli.
Bytes deflate(ByteView bytes, Effort effort);
std::expected<Bytes, Error> inflate(ByteView deflated, size_t cap);

/// The picture with the payload in front of IEND; an existing chunk of that type is replaced, every other byte is kept.
std::expected<Bytes, Error> embed(ByteView png, ByteView payload, std::string_view type = kPayloadChunk,
                                  Effort effort = Effort::smallest);

/// Straight-alpha RGBA8, rows top down. `rgba` holds width * height * 4 bytes.
std::expected<Bytes, Error> makePng(ByteView rgba, uint32_t width, uint32_t height, Effort effort = Effort::smallest);
/// The carrier of a file without a poster: one transparent pixel.
Bytes transparentPixel();

struct Picture {
  uint32_t width = 0, height = 0;
  Bytes rgba;
};
/// Decodes to RGBA8, straight alpha, sample values as stored (gamma and color profiles are not applied).
std::expected<Picture, Error> decodePng(ByteView png);

}  // namespace pngine::format
