// ZIP bundles: a payload with its manifest and assets. Methods stored and deflate, no ZIP64, no encryption.
#pragma once
#include <expected>
#include <string>
#include <vector>

#include "base/bytes.h"
#include "format/error.h"

namespace pngine::format {

struct ZipEntry {
  std::string name;
  uint32_t size = 0;  ///< inflated
  uint32_t compressed_size = 0;
  bool stored = true;
  uint32_t crc = 0;
  ByteView raw;  ///< bytes in the archive
};
/// The central directory. At most 65,535 entries, names at most 4096 bytes.
std::expected<std::vector<ZipEntry>, Error> readZip(ByteView zip);
/// Contents of an entry, CRC and size verified, at most 64 MiB.
std::expected<Bytes, Error> zipContents(const ZipEntry& entry);
/// The payload that the manifest names, else main.pngb, else the first *.pngb.
std::expected<Bytes, Error> payloadOfZip(ByteView zip);

struct ZipInput {
  std::string name;
  Bytes bytes;
  bool store = false;  ///< already compressed: do not deflate
};
std::expected<Bytes, Error> writeZip(const std::vector<ZipInput>& entries);
/// Whether a file of that name is better stored (its format is compressed already).
bool isCompressedName(std::string_view name);

}  // namespace pngine::format
