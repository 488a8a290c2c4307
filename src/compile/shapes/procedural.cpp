// Formulas of the shapes: the language specification, section on shape generators. sin, cos and atan2 are taken in
// double and rounded once, so that the bytes of a file are the same on every machine.
#include "compile/shapes/procedural.h"

#include <cmath>
#include <numbers>

#include "schema/math.h"

namespace pngine::shapes {
namespace {

using Vec3 = std::array<float, 3>;

float sine(float a) { return static_cast<float>(math::sin(static_cast<double>(a))); }
float cosine(float a) { return static_cast<float>(math::cos(static_cast<double>(a))); }

/// The angle of step i of n around a circle, or around half of one.
constexpr float kPi = std::numbers::pi_v<float>;
float turn(uint32_t i, uint32_t n) { return 2 * kPi * static_cast<float>(i) / static_cast<float>(n); }
float halfTurn(uint32_t i, uint32_t n) { return kPi * static_cast<float>(i) / static_cast<float>(n); }

Vertex at(Vec3 position, Vec3 normal) {
  Vertex v;
  v.position = position;
  v.normal = normal;
  return v;
}

struct CubeFace {
  Vec3 corners[4];
  Vec3 normal;
  std::array<float, 4> color;
};
constexpr CubeFace kCube[] = {
    {{{1, -1, 1}, {-1, -1, 1}, {-1, -1, -1}, {1, -1, -1}}, {0, -1, 0}, {0.5f, 0, 0.5f, 1}},
    {{{1, 1, 1}, {1, -1, 1}, {1, -1, -1}, {1, 1, -1}}, {1, 0, 0}, {1, 0.5f, 0.5f, 1}},
    {{{-1, 1, 1}, {1, 1, 1}, {1, 1, -1}, {-1, 1, -1}}, {0, 1, 0}, {0.5f, 1, 0.5f, 1}},
    {{{-1, -1, 1}, {-1, 1, 1}, {-1, 1, -1}, {-1, -1, -1}}, {-1, 0, 0}, {0, 0.5f, 0.5f, 1}},
    {{{1, 1, 1}, {-1, 1, 1}, {-1, -1, 1}, {1, -1, 1}}, {0, 0, 1}, {0.5f, 0.5f, 1, 1}},
    {{{1, -1, -1}, {-1, -1, -1}, {-1, 1, -1}, {1, 1, -1}}, {0, 0, -1}, {0.5f, 0.5f, 0.5f, 1}},
};

/// A grid of points, (columns + 1) x (rows + 1), as `point(column, row)`.
class Points {
 public:
  Points(uint32_t columns, uint32_t rows) : columns_(columns) { all_.reserve((columns + 1) * (size_t{rows} + 1)); }
  void add(const Vertex& v) { all_.push_back(v); }
  const Vertex& operator()(uint32_t column, uint32_t row) const { return all_[size_t{row} * (columns_ + 1) + column]; }

 private:
  uint32_t columns_;
  std::vector<Vertex> all_;
};

/// Height, radius and slope of the cone's ring `t`; the rings of caps lie outside [0, m].
Vertex conePoint(const ConeConfig& c, int32_t t, uint32_t i) {
  const auto m = static_cast<int32_t>(c.vertical);
  float y = 0, radius = 0;
  if (t < 0) {
    radius = c.bottom_radius;
  } else if (t > m) {
    y = c.height;
    radius = c.top_radius;
  } else {
    const float part = static_cast<float>(t) / static_cast<float>(m);
    y = c.height * part;
    radius = c.bottom_radius + (c.top_radius - c.bottom_radius) * part;
  }
  if (t == -2 || t == m + 2) radius = 0;
  y -= c.height / 2;
  const float a = turn(i, c.radial), sin_a = sine(a), cos_a = cosine(a);
  Vec3 normal = {0, 0, 0};
  if (t < 0) {
    normal = {0, -1, 0};
  } else if (t > m) {
    normal = {0, 1, 0};
  } else if (radius != 0) {
    const float slope = static_cast<float>(math::atan2(c.bottom_radius - c.top_radius, c.height));
    normal = {sin_a * cosine(slope), sine(slope), cos_a * cosine(slope)};
  }
  return at({sin_a * radius, y, cos_a * radius}, normal);
}

}  // namespace

std::vector<Vertex> cube() {
  static constexpr std::array<float, 2> kUv[4] = {{0, 1}, {1, 1}, {1, 0}, {0, 0}};
  std::vector<Vertex> out;
  for (const CubeFace& face : kCube) {
    for (const size_t corner : {0u, 1u, 2u, 3u, 0u, 2u})
      out.push_back({face.corners[corner], face.normal, face.color, kUv[corner]});
  }
  return out;
}

std::vector<Vertex> plane() {
  static constexpr std::array<float, 2> kCorners[] = {{0, 0}, {1, 0}, {1, 1}, {0, 0}, {1, 1}, {0, 1}};
  std::vector<Vertex> out;
  for (const std::array<float, 2>& c : kCorners)
    out.push_back({{c[0] - 0.5f, c[1] - 0.5f, 0}, {0, 0, 1}, {1, 1, 1, 1}, c});
  return out;
}

std::vector<Vertex> sphere(const SphereConfig& c) {
  Points point(c.segments, c.rings);
  for (uint32_t j = 0; j <= c.rings; ++j) {
    const float phi = halfTurn(j, c.rings);
    for (uint32_t i = 0; i <= c.segments; ++i) {
      const float theta = turn(i, c.segments);
      const Vec3 n = {cosine(theta) * sine(phi), cosine(phi), sine(theta) * sine(phi)};
      point.add(at({c.radius * n[0], c.radius * n[1], c.radius * n[2]}, n));
    }
  }
  std::vector<Vertex> out;
  out.reserve(size_t{6} * c.segments * c.rings);
  for (uint32_t i = 0; i < c.segments; ++i) {
    for (uint32_t j = 0; j < c.rings; ++j) {
      for (const Vertex& v :
           {point(i, j), point(i + 1, j), point(i, j + 1), point(i, j + 1), point(i + 1, j), point(i + 1, j + 1)})
        out.push_back(v);
    }
  }
  return out;
}

std::vector<Vertex> torus(const TorusConfig& c) {
  Points point(c.radial, c.body);
  for (uint32_t s = 0; s <= c.body; ++s) {
    const float alpha = turn(s, c.body), sin_a = sine(alpha), cos_a = cosine(alpha);
    const float ring = c.radius + c.thickness * sin_a;
    for (uint32_t i = 0; i <= c.radial; ++i) {
      const float beta = turn(i, c.radial), sin_b = sine(beta), cos_b = cosine(beta);
      point.add(at({ring * sin_b, c.thickness * cos_a, ring * cos_b}, {sin_b * sin_a, cos_a, cos_b * sin_a}));
    }
  }
  std::vector<Vertex> out;
  out.reserve(size_t{6} * c.radial * c.body);
  for (uint32_t s = 0; s < c.body; ++s) {
    for (uint32_t i = 0; i < c.radial; ++i) {
      const Vertex &a = point(i, s), &b = point(i, s + 1), &right = point(i + 1, s), &d = point(i + 1, s + 1);
      for (const Vertex& v : {a, b, right, b, d, right}) out.push_back(v);
    }
  }
  return out;
}

std::vector<Vertex> cone(const ConeConfig& c) {
  const int32_t first = c.top_cap ? -2 : 0;
  const int32_t last = static_cast<int32_t>(c.vertical) + (c.bottom_cap ? 2 : 0);
  const auto bands = static_cast<uint32_t>(last - first);
  Points point(c.radial, bands);
  for (int32_t t = first; t <= last; ++t) {
    for (uint32_t i = 0; i <= c.radial; ++i) point.add(conePoint(c, t, i));
  }
  std::vector<Vertex> out;
  out.reserve(size_t{6} * c.radial * bands);
  for (uint32_t k = 0; k < bands; ++k) {
    // Between a cap and the wall lie two rings at one place, which differ in their normals only.
    if ((c.top_cap && k == 1) || (c.bottom_cap && k + 2 == bands)) continue;
    for (uint32_t i = 0; i < c.radial; ++i) {
      const Vertex &p = point(i, k), &q = point(i + 1, k), &r = point(i + 1, k + 1), &s = point(i, k + 1);
      for (const Vertex& v : {p, q, r, p, r, s}) out.push_back(v);
    }
  }
  return out;
}

void makeFaceted(std::vector<Vertex>& vertices) {
  const auto minus = [](const Vec3& a, const Vec3& b) { return Vec3{a[0] - b[0], a[1] - b[1], a[2] - b[2]}; };
  for (size_t i = 0; i + 2 < vertices.size(); i += 3) {
    const Vec3 u = minus(vertices[i + 1].position, vertices[i].position);
    const Vec3 w = minus(vertices[i + 2].position, vertices[i].position);
    Vec3 n = {u[1] * w[2] - u[2] * w[1], u[2] * w[0] - u[0] * w[2], u[0] * w[1] - u[1] * w[0]};
    const float length = std::sqrt(n[0] * n[0] + n[1] * n[1] + n[2] * n[2]);
    if (length >= 1e-7f) n = {n[0] / length, n[1] / length, n[2] / length};
    for (size_t k = 0; k < 3; ++k) vertices[i + k].normal = n;
  }
}

void wrapTexture(std::vector<Vertex>& vertices) {
  for (Vertex& v : vertices) {
    const auto angle = static_cast<float>(math::atan2(v.position[2], v.position[0]));
    v.uv = {angle / (2 * kPi) + 0.5f, v.position[1] * 0.5f + 0.5f};
  }
}

}  // namespace pngine::shapes
