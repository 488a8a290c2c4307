// The error of everything in this folder that reads bytes: a kind for exit codes and tests, and one sentence.
#pragma once
#include <cstdint>
#include <string>

namespace pngine::format {

struct Error {
  enum class Kind : uint8_t {
    not_png,      ///< the eight signature bytes are missing
    truncated,    ///< a length runs past the end
    bad_crc,      ///< a chunk's or entry's checksum is wrong
    no_payload,   ///< a well-formed file without a program in it
    bad_version,  ///< a wrapper, payload or table version that this reader does not know
    bad_deflate,  ///< damaged compressed data
    too_large,    ///< above a cap of this reader, or of the format when writing
    bad_payload,  ///< the payload's header or a table contradicts itself
    bad_descriptor,
    bad_archive,
    unsupported,
    bad_program,  ///< the compiler asked for something that the format cannot hold
  };
  Kind kind = Kind::bad_payload;
  std::string message;  ///< one sentence, lower case, no full stop
  friend bool operator==(const Error&, const Error&) = default;
};

}  // namespace pngine::format
