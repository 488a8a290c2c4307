// What the compiler asks of the shape generators (shapes/): the mesh of one generator form.
#pragma once
#include <cstdint>
#include <expected>
#include <string>
#include <string_view>
#include <vector>

#include "base/bytes.h"
#include "base/span.h"
#include "schema/checked.h"
#include "webgpu/enums.h"

namespace pngine::shapes {

struct Mesh {
  Bytes vertices;  ///< interleaved little-endian f32
  Bytes indices;   ///< indexed meshes; empty otherwise
  webgpu::IndexFormat index_format = webgpu::IndexFormat::uint16;
  uint32_t stride = 0;                         ///< bytes of one vertex
  std::vector<webgpu::ShapeAttribute> layout;  ///< of one vertex, in order
};

struct Error {
  std::string_view rule;  ///< "shape/config-range", "shape/too-large", ...
  Span span;              ///< the offending value, or the head
  std::string message;
};

/// The mesh of a checked generator form ((cube), (sphere), ...). Sizes are judged before memory is taken: at most
/// `budget` bytes in all. Findings that are no errors go to `warnings`.
std::expected<Mesh, Error> generate(const schema::Form& form, uint64_t budget, std::vector<Error>& warnings);

}  // namespace pngine::shapes
