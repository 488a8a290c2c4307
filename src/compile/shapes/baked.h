// The meshes that are fetched when the project is set up and built into the compiler: teapot and dragon.
#pragma once
#include <cstdint>
#include <span>
#include <vector>

#include "base/bytes.h"
#include "compile/shapes/procedural.h"

namespace pngine::shapes {

struct Baked {
  std::vector<Vertex> vertices;  ///< white; uv is the position in the XY plane of the bounding box
  Bytes indices;                 ///< three per triangle, little-endian
  uint32_t index_size = 2;       ///< bytes of one index, 2 or 4
};

/// Containers as built in: u32 vertex count, u32 triangle count, u32 bytes per index, then positions and normals as
/// 3 x f32 each, then the indices. Little-endian.
std::span<const uint8_t> teapotContainer();
std::span<const uint8_t> dragonContainer();

Baked readBaked(std::span<const uint8_t> container);

}  // namespace pngine::shapes
