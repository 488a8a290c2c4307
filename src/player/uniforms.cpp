// Codes of the uniform table: 0 f32, 1 i32, 2 u32, 3-5 vecNf, 6 mat3x3f, 7 mat4x4f, 8-10 vecNi, 11-13 vecNu, else f32.
#include "player/uniforms.h"

#include <algorithm>
#include <cmath>

namespace pngine::player {
namespace {

constexpr uint8_t kMat3 = 6, kMat4 = 7;

size_t numbersOf(uint8_t type) {
  switch (type) {
    case 3:
    case 8:
    case 11:
      return 2;
    case 4:
    case 9:
    case 12:
      return 3;
    case 5:
    case 10:
    case 13:
      return 4;
    case kMat3:
      return 9;
    case kMat4:
      return 16;
    default:
      return 1;
  }
}

bool isInteger(uint8_t type) { return type == 1 || type == 2 || (type >= 8 && type <= 13); }

uint32_t wrapped(double value) {
  if (!std::isfinite(value)) return 0;
  return static_cast<uint32_t>(static_cast<int64_t>(std::fmod(std::trunc(value), 4294967296.0)));
}

/// One value of a type. A 3x3 matrix is given row by row and stored as columns of four.
Bytes convert(uint8_t type, std::span<const double> values) {
  ByteWriter out;
  if (type == kMat3) {
    for (size_t column = 0; column < 3; ++column) {
      for (size_t row = 0; row < 4; ++row) {
        out.f32(row < 3 && values.size() >= 9 ? static_cast<float>(values[row * 3 + column]) : 0.0f);
      }
    }
    return out.take();
  }
  for (const double value : values) {
    if (isInteger(type)) {
      out.u32(wrapped(value));
    } else {
      out.f32(static_cast<float>(value));
    }
  }
  Bytes bytes = out.take();
  if (type == kMat4) bytes.resize(64, 0);
  return bytes;
}

Bytes convertArray(const format::UniformField& field, std::span<const double> values) {
  const size_t stride = size_t{field.size} / field.elements;
  const size_t lanes = numbersOf(field.type);
  Bytes out(field.size, 0);
  for (size_t i = 0; i < field.elements && i * lanes < values.size(); ++i) {
    const Bytes one = convert(field.type, values.subspan(i * lanes, std::min(lanes, values.size() - i * lanes)));
    std::copy_n(one.begin(), std::min(one.size(), stride), out.begin() + static_cast<ptrdiff_t>(i * stride));
  }
  return out;
}

}  // namespace

std::optional<UniformWrite> uniformWrite(const format::PayloadView& payload, std::string_view path,
                                         const std::vector<double>& values) {
  std::optional<UniformWrite> out;
  for (const format::UniformBinding& binding : payload.uniforms) {
    for (const format::UniformField& field : binding.fields) {
      if (field.path != path || values.empty()) continue;
      Bytes bytes = field.elements > 0 && field.size / field.elements > 0 ? convertArray(field, values)
                                                                          : convert(field.type, values);
      bytes.resize(std::min<size_t>(bytes.size(), field.size));
      out = UniformWrite{.buffer = binding.buffer, .offset = field.offset, .bytes = std::move(bytes)};
    }
  }
  return out;
}

}  // namespace pngine::player
