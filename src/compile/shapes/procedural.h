// Vertices of the shapes that follow from a formula: three per triangle, in the order in which they are drawn.
#pragma once
#include <array>
#include <cstdint>
#include <vector>

namespace pngine::shapes {

/// Everything that a vertex format can ask for. f32 throughout: these are the numbers that reach the file.
struct Vertex {
  std::array<float, 3> position{};
  std::array<float, 3> normal{};
  std::array<float, 4> color{1, 1, 1, 1};
  std::array<float, 2> uv{};
};

struct SphereConfig {
  uint32_t segments = 24, rings = 12;
  float radius = 1;
};
struct TorusConfig {
  uint32_t radial = 24, body = 12;  ///< steps along the ring, steps around the tube
  float radius = 1, thickness = 0.24f;
};
struct ConeConfig {
  uint32_t radial = 24, vertical = 1;
  float bottom_radius = 1, top_radius = 0, height = 1;
  bool top_cap = true, bottom_cap = true;  ///< as the language names them: top-cap closes the end at -height/2
};

std::vector<Vertex> cube();
std::vector<Vertex> plane();
std::vector<Vertex> sphere(const SphereConfig& config);
std::vector<Vertex> torus(const TorusConfig& config);
std::vector<Vertex> cone(const ConeConfig& config);

/// Gives every triangle the normal of its plane; triangles without area get a short vector.
void makeFaceted(std::vector<Vertex>& vertices);
/// Texture coordinates from the direction of a position around the Y axis, and from its height.
void wrapTexture(std::vector<Vertex>& vertices);

}  // namespace pngine::shapes
