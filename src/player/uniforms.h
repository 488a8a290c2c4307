// setUniform by path: numbers to the bytes of a leaf of the payload's uniform table.
#pragma once
#include <optional>
#include <string_view>

#include "format/payload.h"

namespace pngine::player {

/// Where a value goes.
struct UniformWrite {
  uint16_t buffer = 0;
  uint32_t offset = 0;
  Bytes bytes;
};

/// One write for the last record of that path; nothing if the table has none, or no number was given.
std::optional<UniformWrite> uniformWrite(const format::PayloadView& payload, std::string_view path,
                                         const std::vector<double>& values);

}  // namespace pngine::player
