// Reading trusts nothing: the central directory names the entries, local headers only give the length of their extra
// field, and contents are checked against CRC and size. Writing makes plain archives with a fixed time stamp, so that
// equal input gives equal bytes.
#include "format/zip.h"

#include <libdeflate.h>

#include <algorithm>
#include <array>

#include "base/text.h"
#include "format/payload.h"
#include "format/png.h"

namespace pngine::format {
namespace {

using Kind = Error::Kind;
std::unexpected<Error> bad(std::string message, Kind kind = Kind::bad_archive) {
  return std::unexpected(Error{kind, std::move(message)});
}

constexpr uint32_t kLocalMagic = 0x04034B50, kCentralMagic = 0x02014B50, kEndMagic = 0x06054B50;
constexpr size_t kEndSize = 22, kMaxComment = 65535;
constexpr uint16_t kDate = 0x0021;  // 1 January 1980, the first that the format can say

struct End {
  uint16_t entries = 0;
  uint32_t offset = 0;
};
std::expected<End, Error> findEnd(ByteView zip) {
  if (zip.size() < kEndSize) return bad("the archive is shorter than its end record");
  const size_t first = zip.size() - kEndSize;
  const size_t last = first > kMaxComment ? first - kMaxComment : 0;
  for (size_t at = first + 1; at-- > last;) {
    ByteReader in(zip.subspan(at));
    if (in.u32() != kEndMagic) continue;
    in.skip(6);
    End end;
    end.entries = in.u16();
    in.u32();
    end.offset = in.u32();
    return end;
  }
  return bad("the archive has no end record");
}

/// Contents start behind the local header, whose name and extra field have lengths of their own.
std::expected<ByteView, Error> contentsAt(ByteView zip, uint32_t local, uint32_t size, std::string_view name) {
  if (local > zip.size()) return bad(cat("entry ", name, " lies outside the archive"));
  ByteReader in(zip.subspan(local));
  const uint32_t magic = in.u32();
  in.skip(22);
  const uint16_t name_length = in.u16(), extra_length = in.u16();
  in.skip(size_t{name_length} + extra_length);
  const ByteView contents = in.take(size);
  if (!in.ok() || magic != kLocalMagic) return bad(cat("entry ", name, " lies outside the archive"));
  return contents;
}

std::expected<ZipEntry, Error> readEntry(ByteView zip, ByteReader& in) {
  ZipEntry e;
  const uint32_t magic = in.u32();
  in.skip(4);
  const uint16_t flags = in.u16(), method = in.u16();
  in.skip(4);
  e.crc = in.u32(), e.compressed_size = in.u32(), e.size = in.u32();
  const uint16_t name_length = in.u16(), extra = in.u16(), comment = in.u16();
  in.skip(8);
  const uint32_t local = in.u32();
  e.name = asText(in.take(name_length));
  in.skip(size_t{extra} + comment);
  if (!in.ok() || magic != kCentralMagic) return bad("the archive's directory is cut off");
  if (e.name.size() > 4096) return bad("an entry of the archive has a name of more than 4096 bytes");
  if (flags & 1) return bad(cat("entry ", e.name, " is encrypted"), Kind::unsupported);
  if (method != 0 && method != 8) {
    return bad(cat("entry ", e.name, " uses compression method ", method, ", and this reader knows 0 and 8"),
               Kind::unsupported);
  }
  e.stored = method == 0;
  auto contents = contentsAt(zip, local, e.compressed_size, e.name);
  if (!contents) return std::unexpected(contents.error());
  e.raw = *contents;
  return e;
}

/// Value of "entry" in the manifest; written by us as a plain string, so a scan does, and anything else gives nothing.
std::string entryOfManifest(ByteView manifest) {
  const std::string_view text = asText(manifest);
  size_t at = text.find("\"entry\"");
  if (at == std::string_view::npos) return {};
  at = text.find_first_not_of(" \t\r\n:", at + 7);
  if (at == std::string_view::npos || text[at] != '"') return {};
  const size_t end = text.find('"', at + 1);
  if (end == std::string_view::npos || end - at > 257) return {};
  return std::string(text.substr(at + 1, end - at - 1));
}

}  // namespace

std::expected<std::vector<ZipEntry>, Error> readZip(ByteView zip) {
  const auto end = findEnd(zip);
  if (!end) return std::unexpected(end.error());
  if (end->offset > zip.size()) return bad("the archive's directory lies outside the file");
  ByteReader in(zip.subspan(end->offset));
  std::vector<ZipEntry> entries;
  for (uint16_t i = 0; i < end->entries; ++i) {
    auto entry = readEntry(zip, in);
    if (!entry) return std::unexpected(entry.error());
    entries.push_back(std::move(*entry));
  }
  return entries;
}

std::expected<Bytes, Error> zipContents(const ZipEntry& entry) {
  if (entry.size > kMaxPayload) return bad(cat("entry ", entry.name, " is larger than 64 MiB"), Kind::too_large);
  if (entry.stored && entry.raw.size() != entry.size) return bad(cat("entry ", entry.name, " has two sizes"));
  auto bytes = entry.stored ? std::expected<Bytes, Error>(Bytes(entry.raw.begin(), entry.raw.end()))
                            : inflate(entry.raw, kMaxPayload);
  if (!bytes) return bytes;
  if (bytes->size() != entry.size) return bad(cat("entry ", entry.name, " inflates to another size than announced"));
  if (libdeflate_crc32(0, bytes->data(), bytes->size()) != entry.crc) {
    return bad(cat("entry ", entry.name, " has a wrong checksum"), Kind::bad_crc);
  }
  return bytes;
}

std::expected<Bytes, Error> payloadOfZip(ByteView zip) {
  const auto entries = readZip(zip);
  if (!entries) return std::unexpected(entries.error());
  const auto named = [&](std::string_view name) { return std::ranges::find(*entries, name, &ZipEntry::name); };
  auto found = entries->end();
  if (const auto manifest = named("manifest.json"); manifest != entries->end()) {
    const auto text = zipContents(*manifest);
    if (!text) return text;
    if (const std::string entry = entryOfManifest(*text); !entry.empty()) found = named(entry);
  }
  if (found == entries->end()) found = named("main.pngb");
  if (found == entries->end()) {
    found = std::ranges::find_if(*entries, [](const ZipEntry& e) { return e.name.ends_with(".pngb"); });
  }
  if (found == entries->end()) return bad("the archive holds no .pngb file", Kind::no_payload);
  return zipContents(*found);
}

std::expected<Bytes, Error> writeZip(const std::vector<ZipInput>& inputs) {
  if (inputs.size() > 65535) return bad("an archive holds at most 65535 entries", Kind::too_large);
  ByteWriter out, directory;
  for (const ZipInput& input : inputs) {
    if (input.name.empty() || input.name.size() > 4096) return bad("an entry's name has 1 to 4096 bytes");
    const Bytes packed = input.store ? input.bytes : deflate(input.bytes, Effort::fast);
    if (out.size() + packed.size() + input.bytes.size() > 0xFFFF'0000u) {
      return bad("an archive holds at most 4 GiB", Kind::too_large);
    }
    const auto local = static_cast<uint32_t>(out.size());
    ByteWriter common;  // what local and central headers share
    common.u16(20).u16(0x0800).u16(input.store ? 0 : 8).u16(0).u16(kDate);
    common.u32(libdeflate_crc32(0, input.bytes.data(), input.bytes.size()));
    common.u32(static_cast<uint32_t>(packed.size())).u32(static_cast<uint32_t>(input.bytes.size()));
    common.u16(static_cast<uint16_t>(input.name.size())).u16(0);
    out.u32(kLocalMagic).raw(common.bytes()).text(input.name).raw(packed);
    directory.u32(kCentralMagic).u16(20).raw(common.bytes()).u16(0).u16(0).u16(0).u32(0).u32(local).text(input.name);
  }
  const auto offset = static_cast<uint32_t>(out.size()), size = static_cast<uint32_t>(directory.size());
  const auto count = static_cast<uint16_t>(inputs.size());
  out.raw(directory.bytes());
  out.u32(kEndMagic).u16(0).u16(0).u16(count).u16(count).u32(size).u32(offset).u16(0);
  return out.take();
}

bool isCompressedName(std::string_view name) {
  constexpr std::array<std::string_view, 16> endings = {"png", "jpg", "jpeg", "gif", "webp", "zip", "gz",   "zst",
                                                        "br",  "xz",  "mp3",  "mp4", "webm", "ogg", "woff", "woff2"};
  const size_t dot = name.rfind('.');
  if (dot == std::string_view::npos) return false;
  std::string ending(name.substr(dot + 1));
  for (char& c : ending) c = c >= 'A' && c <= 'Z' ? static_cast<char>(c + 32) : c;
  return std::ranges::contains(endings, std::string_view(ending));
}

}  // namespace pngine::format
