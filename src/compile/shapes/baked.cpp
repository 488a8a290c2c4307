// Reading a built-in mesh. Its sizes were checked when it was made; a short container still gives an empty mesh.
#include "compile/shapes/baked.h"

#include <algorithm>
#include <bit>

namespace pngine::shapes {
namespace {

uint32_t word(std::span<const uint8_t> bytes, size_t at) {
  return static_cast<uint32_t>(bytes[at]) | static_cast<uint32_t>(bytes[at + 1]) << 8 |
         static_cast<uint32_t>(bytes[at + 2]) << 16 | static_cast<uint32_t>(bytes[at + 3]) << 24;
}

}  // namespace

Baked readBaked(std::span<const uint8_t> container) {
  constexpr size_t kHeader = 12, kVector = 12;
  Baked out;
  if (container.size() < kHeader) return out;
  const size_t vertices = word(container, 0), triangles = word(container, 4);
  out.index_size = word(container, 8);
  if (container.size() != kHeader + vertices * kVector * 2 + triangles * 3 * out.index_size) return out;
  const size_t normals = kHeader + vertices * kVector, indices = normals + vertices * kVector;
  out.vertices.resize(vertices);
  float least[2] = {0, 0}, most[2] = {0, 0};
  for (size_t i = 0; i < vertices; ++i) {
    for (size_t k = 0; k < 3; ++k) {
      out.vertices[i].position[k] = std::bit_cast<float>(word(container, kHeader + i * kVector + k * 4));
      out.vertices[i].normal[k] = std::bit_cast<float>(word(container, normals + i * kVector + k * 4));
    }
    for (size_t k = 0; k < 2; ++k) {
      const float x = out.vertices[i].position[k];
      least[k] = i == 0 ? x : std::min(least[k], x);
      most[k] = i == 0 ? x : std::max(most[k], x);
    }
  }
  for (Vertex& v : out.vertices) {
    for (size_t k = 0; k < 2; ++k) v.uv[k] = (v.position[k] - least[k]) / (most[k] - least[k]);
  }
  out.indices.assign(container.begin() + static_cast<std::ptrdiff_t>(indices), container.end());
  return out;
}

}  // namespace pngine::shapes
