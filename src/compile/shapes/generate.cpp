// From a checked generator form to bytes: its settings, the size judged before memory is taken, the vertices, and their
// layout in the buffer.
#include <algorithm>
#include <cmath>

#include "base/text.h"
#include "compile/shape_mesh.h"
#include "compile/shapes/baked.h"
#include "compile/shapes/procedural.h"

namespace pngine::shapes {
namespace {

using schema::Form;
using schema::FormId;
using schema::PropId;
using webgpu::ShapeAttribute;

constexpr uint64_t kMaxVertices = 65536;
constexpr size_t kMaxAttributes = 8;

float real(const Form& form, PropId id) {
  const schema::Value* v = form.find(id);
  return static_cast<float>(v != nullptr ? v->number : schema::defaultNumber(id).value_or(0));
}
uint32_t steps(const Form& form, PropId id) {
  const schema::Value* v = form.find(id);
  const double n = v != nullptr ? v->number : schema::defaultNumber(id).value_or(1);
  return n >= 1 && n <= 4294967295.0 ? static_cast<uint32_t>(n) : 1;
}
bool flag(const Form& form, PropId id, bool fallback) {
  const schema::Value* v = form.find(id);
  return v == nullptr ? fallback : v->code != 0;
}

uint32_t floatsOf(ShapeAttribute a) {
  switch (a) {
    case ShapeAttribute::uv2:
      return 2;
    case ShapeAttribute::position3:
    case ShapeAttribute::normal3:
    case ShapeAttribute::color3:
      return 3;
    case ShapeAttribute::position4:
    case ShapeAttribute::color4:
      return 4;
  }
  return 0;
}

void write(ByteWriter& w, const Vertex& v, ShapeAttribute a) {
  const float* from = a == ShapeAttribute::uv2                                     ? v.uv.data()
                      : a == ShapeAttribute::normal3                               ? v.normal.data()
                      : a == ShapeAttribute::color3 || a == ShapeAttribute::color4 ? v.color.data()
                                                                                   : v.position.data();
  const uint32_t given = a == ShapeAttribute::position4 ? 3 : floatsOf(a);
  for (uint32_t i = 0; i < given; ++i) w.f32(from[i]);
  if (a == ShapeAttribute::position4) w.f32(1);
}

constexpr PropId formatOf(FormId id) {
  switch (id) {
    case FormId::cube:
      return PropId::cube__format;
    case FormId::plane:
      return PropId::plane__format;
    case FormId::sphere:
      return PropId::sphere__format;
    case FormId::torus:
      return PropId::torus__format;
    case FormId::truncated_cone:
      return PropId::truncated_cone__format;
    case FormId::cylinder:
      return PropId::cylinder__format;
    case FormId::teapot:
      return PropId::teapot__format;
    default:
      return PropId::dragon__format;
  }
}

std::vector<ShapeAttribute> layoutOf(const Form& form) {
  std::vector<ShapeAttribute> out;
  if (const schema::Value* v = form.find(formatOf(form.id))) {
    for (const schema::Value& item : v->items) {
      if (item.kind == schema::Value::Kind::member) out.push_back(static_cast<ShapeAttribute>(item.code));
    }
  }
  if (!out.empty()) return out;
  if (form.id == FormId::teapot || form.id == FormId::dragon)
    return {ShapeAttribute::position3, ShapeAttribute::normal3};
  return {ShapeAttribute::position4, ShapeAttribute::color4, ShapeAttribute::uv2};
}

SphereConfig sphereConfig(const Form& f) {
  return {steps(f, PropId::sphere__segments), steps(f, PropId::sphere__rings), real(f, PropId::sphere__radius)};
}
TorusConfig torusConfig(const Form& f) {
  return {steps(f, PropId::torus__radial_subdivisions), steps(f, PropId::torus__body_subdivisions),
          real(f, PropId::torus__radius), real(f, PropId::torus__thickness)};
}
ConeConfig coneConfig(const Form& f) {
  if (f.id == FormId::cylinder) {
    const float radius = real(f, PropId::cylinder__radius);
    return {steps(f, PropId::cylinder__radial_subdivisions),
            steps(f, PropId::cylinder__vertical_subdivisions),
            radius,
            radius,
            real(f, PropId::cylinder__height),
            flag(f, PropId::cylinder__top_cap, true),
            flag(f, PropId::cylinder__bottom_cap, true)};
  }
  return {steps(f, PropId::truncated_cone__radial_subdivisions),
          steps(f, PropId::truncated_cone__vertical_subdivisions),
          real(f, PropId::truncated_cone__bottom_radius),
          real(f, PropId::truncated_cone__top_radius),
          real(f, PropId::truncated_cone__height),
          flag(f, PropId::truncated_cone__top_cap, true),
          flag(f, PropId::truncated_cone__bottom_cap, true)};
}

/// Vertices that a generated shape has; 0 for the built-in meshes, whose size is known to fit.
uint64_t vertexCount(const Form& f) {
  switch (f.id) {
    case FormId::sphere: {
      const SphereConfig c = sphereConfig(f);
      return uint64_t{6} * c.segments * c.rings;
    }
    case FormId::torus: {
      const TorusConfig c = torusConfig(f);
      return uint64_t{6} * c.radial * c.body;
    }
    case FormId::truncated_cone:
    case FormId::cylinder: {
      const ConeConfig c = coneConfig(f);
      const uint64_t caps = (c.top_cap ? 1u : 0u) + (c.bottom_cap ? 1u : 0u);
      return uint64_t{6} * c.radial * (c.vertical + caps);
    }
    default:
      return 0;
  }
}

bool faceted(const Form& f) {
  switch (f.id) {
    case FormId::sphere:
      return flag(f, PropId::sphere__faceted, false);
    case FormId::torus:
      return flag(f, PropId::torus__faceted, false);
    case FormId::truncated_cone:
      return flag(f, PropId::truncated_cone__faceted, false);
    case FormId::cylinder:
      return flag(f, PropId::cylinder__faceted, false);
    default:
      return false;
  }
}

Baked verticesOf(const Form& f) {
  switch (f.id) {
    case FormId::cube:
      return {cube(), {}, 2};
    case FormId::plane:
      return {plane(), {}, 2};
    case FormId::teapot:
      return readBaked(teapotContainer());
    case FormId::dragon:
      return readBaked(dragonContainer());
    default:
      break;
  }
  std::vector<Vertex> out = f.id == FormId::sphere  ? sphere(sphereConfig(f))
                            : f.id == FormId::torus ? torus(torusConfig(f))
                                                    : cone(coneConfig(f));
  wrapTexture(out);
  if (faceted(f)) makeFaceted(out);
  return {std::move(out), {}, 2};
}

}  // namespace

std::expected<Mesh, Error> generate(const Form& form, uint64_t budget, std::vector<Error>&) {
  const std::string_view head = schema::formInfo(form.id).head;
  const uint64_t count = vertexCount(form);
  if (count > kMaxVertices) {
    return std::unexpected(Error{"shape/too-large", form.head,
                                 cat("(", head, ") has ", count, " vertices, and the most is ", kMaxVertices)});
  }
  Mesh mesh;
  mesh.layout = layoutOf(form);
  const size_t used = std::min(mesh.layout.size(), kMaxAttributes);
  for (size_t i = 0; i < used; ++i) mesh.stride += floatsOf(mesh.layout[i]) * 4;
  const Baked shape = verticesOf(form);
  const uint64_t bytes = shape.vertices.size() * mesh.stride + shape.indices.size();
  if (bytes > budget)
    return std::unexpected(
        Error{"shape/budget", form.head, cat("(", head, ") has ", bytes, " bytes, and the most is ", budget)});
  ByteWriter w;
  for (const Vertex& v : shape.vertices) {
    for (size_t i = 0; i < used; ++i) write(w, v, mesh.layout[i]);
  }
  mesh.vertices = w.take();
  mesh.indices = shape.indices;
  mesh.index_format = shape.index_size == 4 ? webgpu::IndexFormat::uint32 : webgpu::IndexFormat::uint16;
  return mesh;
}

}  // namespace pngine::shapes
