// Chunks of a PNG: reading them strictly, wrapping and replacing the private ones. Pixels are picture.cpp's affair.
#include "format/png.h"

#include <libdeflate.h>

#include <algorithm>

#include "base/text.h"
#include "format/payload.h"

namespace pngine::format {
namespace {

using Kind = Error::Kind;
std::unexpected<Error> bad(Kind kind, std::string message) { return std::unexpected(Error{kind, std::move(message)}); }

constexpr std::array<uint8_t, 8> kSignature = {0x89, 'P', 'N', 'G', '\r', '\n', 0x1A, '\n'};

uint32_t bigEndian(ByteView b) {
  return uint32_t{b[0]} << 24 | uint32_t{b[1]} << 16 | uint32_t{b[2]} << 8 | uint32_t{b[3]};
}
void putBigEndian(Bytes& out, uint32_t v) {
  for (int shift = 24; shift >= 0; shift -= 8) out.push_back(static_cast<uint8_t>(v >> shift));
}

bool startsWith(ByteView bytes, ByteView head) {
  return bytes.size() >= head.size() && std::equal(head.begin(), head.end(), bytes.begin());
}

void putChunk(Bytes& out, std::string_view type, ByteView data) {
  putBigEndian(out, static_cast<uint32_t>(data.size()));
  const size_t from = out.size();
  out.insert(out.end(), type.begin(), type.end());
  out.insert(out.end(), data.begin(), data.end());
  putBigEndian(out, libdeflate_crc32(0, out.data() + from, out.size() - from));
}

std::expected<PngChunk, Error> readChunk(ByteView png, size_t at) {
  const ByteView rest = png.subspan(at);
  const uint32_t length = bigEndian(rest);
  const std::string_view type = asText(rest.subspan(4, 4));
  const auto letter = [](char c) { return (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z'); };
  if (!std::ranges::all_of(type, letter)) return bad(Kind::not_png, cat("the bytes at ", at, " are not a PNG chunk"));
  if (length > rest.size() - 12) {
    return bad(Kind::truncated, cat("chunk ", type, " at byte ", at, " runs past the end of the file"));
  }
  if (libdeflate_crc32(0, rest.data() + 4, size_t{length} + 4) != bigEndian(rest.subspan(size_t{length} + 8))) {
    return bad(Kind::bad_crc, cat("chunk ", type, " at byte ", at, " has a wrong checksum"));
  }
  return PngChunk{std::string(type), rest.subspan(8, length), at};
}

Bytes wrap(ByteView payload, Effort effort) {
  Bytes out = {1, 1};
  const Bytes packed = deflate(payload, effort);
  out.insert(out.end(), packed.begin(), packed.end());
  return out;
}

}  // namespace

FileKind detectKind(ByteView bytes) {
  if (bytes.size() >= 4 && bytes[0] == 'P' && bytes[1] == 'K' && (bytes[2] == 3 || bytes[2] == 5)) return FileKind::zip;
  if (startsWith(bytes, kSignature)) return FileKind::png;
  if (startsWith(bytes, asBytes("PNGB"))) return FileKind::pngb;
  return FileKind::unknown;
}

std::expected<std::vector<PngChunk>, Error> readChunks(ByteView png) {
  if (!startsWith(png, kSignature)) return bad(Kind::not_png, "the file is not a PNG");
  std::vector<PngChunk> chunks;
  size_t at = kSignature.size();
  bool ended = false;
  while (png.size() - at >= 12) {
    auto chunk = readChunk(png, at);
    // Behind IEND anything may follow; what is no chunk there is somebody else's.
    if (!chunk && ended && chunk.error().kind != Kind::bad_crc) break;
    if (!chunk) return std::unexpected(chunk.error());
    ended = ended || chunk->type == "IEND";
    at += chunk->wireSize();
    chunks.push_back(std::move(*chunk));
  }
  if (chunks.empty() || chunks.front().type != "IHDR") return bad(Kind::truncated, "the PNG does not start with IHDR");
  if (!ended) return bad(Kind::truncated, "the PNG ends before IEND");
  return chunks;
}

std::expected<Wrapper, Error> readWrapper(ByteView data) {
  if (data.size() < 2) return bad(Kind::bad_payload, "the program's chunk is too short for its two leading bytes");
  return Wrapper{data[0], (data[1] & 1) != 0, data.subspan(2)};
}

std::expected<Bytes, Error> unwrap(ByteView data) {
  const auto wrapper = readWrapper(data);
  if (!wrapper) return std::unexpected(wrapper.error());
  if (wrapper->version != 1) {
    return bad(Kind::bad_version,
               cat("the program's chunk has wrapper version ", wrapper->version, ", and this reader knows version 1"));
  }
  if (wrapper->compressed) return inflate(wrapper->stored, kMaxPayload);
  if (wrapper->stored.size() > kMaxPayload) return bad(Kind::too_large, "the program is larger than 64 MiB");
  return Bytes(wrapper->stored.begin(), wrapper->stored.end());
}

std::expected<Bytes, Error> extractChunk(ByteView png, std::string_view type) {
  const auto chunks = readChunks(png);
  if (!chunks) return std::unexpected(chunks.error());
  const auto found = std::ranges::find(*chunks, type, &PngChunk::type);
  if (found != chunks->end()) return unwrap(found->data);
  if (type == kPayloadChunk) {
    return bad(Kind::no_payload,
               "the picture carries no program; the host may have removed the chunk: use the original file");
  }
  return bad(Kind::no_payload, cat("the picture has no ", type, " chunk"));
}

std::expected<Bytes, Error> embed(ByteView png, ByteView payload, std::string_view type, Effort effort) {
  const auto chunks = readChunks(png);
  if (!chunks) return std::unexpected(chunks.error());
  if (payload.size() > kMaxPayload) return bad(Kind::too_large, "the program is larger than 64 MiB");
  Bytes out(png.begin(), png.begin() + kSignature.size());
  size_t at = kSignature.size();
  bool placed = false;
  for (const PngChunk& chunk : *chunks) {
    if (chunk.type == "IEND" && !placed) {
      putChunk(out, type, wrap(payload, effort));
      placed = true;
    }
    if (chunk.type != type) {
      const ByteView whole = png.subspan(chunk.offset, chunk.wireSize());
      out.insert(out.end(), whole.begin(), whole.end());
    }
    at = chunk.offset + chunk.wireSize();
  }
  out.insert(out.end(), png.begin() + static_cast<std::ptrdiff_t>(at), png.end());
  return out;
}

Bytes transparentPixel() {
  Bytes out(kSignature.begin(), kSignature.end());
  putChunk(out, "IHDR", Bytes{0, 0, 0, 1, 0, 0, 0, 1, 8, 6, 0, 0, 0});
  // zlib: header, the deflated row (filter byte and four zeros), Adler-32 of five zeros.
  Bytes image = {0x78, 0xDA};
  const Bytes row = deflate(Bytes(5, 0), Effort::smallest);
  image.insert(image.end(), row.begin(), row.end());
  putBigEndian(image, 0x00050001);
  putChunk(out, "IDAT", image);
  putChunk(out, "IEND", {});
  return out;
}

}  // namespace pngine::format
