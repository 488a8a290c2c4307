// Meshes against the numbers of the language specification: counts, first vertices, colors, settings, limits.
#include "compile/support.h"  // first: doctest has a macro WHEN, and so has the table of forms

#include <doctest/doctest.h>

#include <cmath>
#include <cstring>

#include "compile/shapes/baked.h"

using namespace pngine;
using namespace pngine::test;

namespace {

/// The data form `(data :name d (SHAPE))` as the Program holds it.
program::Data shape(std::string_view text) {
  compile::Compiled c = compiled(cat("(data :name d (", text, "))"));
  CHECK_MESSAGE(!c.diagnostics.hasErrors(), text);
  REQUIRE(c.program != nullptr);
  REQUIRE(c.program->data.size() == 1);
  return c.program->data[0];
}

std::vector<float> floats(const program::Data& d) {
  std::vector<float> out(d.bytes.size() / 4);
  std::memcpy(out.data(), d.bytes.data(), out.size() * 4);
  return out;
}
std::vector<float> vertex(const program::Data& d, size_t i) {
  const std::vector<float> all = floats(d);
  const auto n = static_cast<std::ptrdiff_t>(d.vertex_stride / 4);
  const auto begin = all.begin() + n * static_cast<std::ptrdiff_t>(i);
  return {begin, begin + n};
}
size_t count(const program::Data& d) { return d.bytes.size() / d.vertex_stride; }

bool near(const std::vector<float>& a, const std::vector<float>& b) {
  if (a.size() != b.size()) return false;
  for (size_t i = 0; i < a.size(); ++i) {
    if (std::abs(a[i] - b[i]) > 1e-6f) return false;
  }
  return true;
}

}  // namespace

TEST_CASE("sizes in bytes and numbers of vertices") {
  const auto bytes = [](std::string_view head) {
    return shape(cat(head, " :format [position3 normal3]")).bytes.size();
  };
  CHECK(bytes("cube") == 864);
  CHECK(bytes("plane") == 144);
  CHECK(bytes("sphere") == 41472);
  CHECK(bytes("teapot") == 19008);
  CHECK(bytes("dragon") == 161040);
  CHECK(count(shape("torus")) == 1728);
  CHECK(count(shape("truncated-cone")) == 432);
  CHECK(count(shape("truncated-cone :top-cap false")) == 288);
  CHECK(count(shape("truncated-cone :top-cap false :bottom-cap false :vertical-subdivisions 5")) == 720);
  CHECK(count(shape("cylinder :radial-subdivisions 3")) == 54);
  CHECK(count(shape("sphere :segments 3 :rings 2")) == 36);
}

TEST_CASE("cube and plane") {
  const program::Data cube = shape("cube");
  CHECK(cube.vertex_stride == 40);
  CHECK(vertex(cube, 0) == std::vector<float>{1, -1, 1, 1, 0.5, 0, 0.5, 1, 0, 1});
  CHECK(vertex(cube, 5) == std::vector<float>{-1, -1, -1, 1, 0.5, 0, 0.5, 1, 1, 0});
  CHECK(vertex(cube, 6) == std::vector<float>{1, 1, 1, 1, 1, 0.5, 0.5, 1, 0, 1});
  CHECK(vertex(cube, 35) == std::vector<float>{-1, 1, -1, 1, 0.5, 0.5, 0.5, 1, 1, 0});
  const program::Data plane = shape("plane :format [position3 normal3 uv2]");
  CHECK(vertex(plane, 0) == std::vector<float>{-0.5, -0.5, 0, 0, 0, 1, 0, 0});
  CHECK(vertex(plane, 5) == std::vector<float>{-0.5, 0.5, 0, 0, 0, 1, 0, 1});
}

TEST_CASE("sphere") {
  const program::Data s = shape("sphere :segments 4 :rings 2 :radius 2 :format [position3 normal3 uv2]");
  CHECK(near(vertex(s, 0), {0, 2, 0, 0, 1, 0, 0.5, 1.5}));
  CHECK(near(vertex(s, 2), {2, 0, 0, 1, 0, 0, 0.5, 0.5}));
  CHECK(near(vertex(s, 5), {0, 0, 2, 0, 0, 1, 0.75, 0.5}));
  const program::Data flat = shape("sphere :segments 4 :rings 2 :faceted true :format [normal3]");
  const float third = 1 / std::sqrt(3.f);
  CHECK(near(vertex(flat, 3), {-third, -third, -third}) != near(vertex(flat, 3), {third, third, third}));
  CHECK(vertex(flat, 3) == vertex(flat, 5));
}

TEST_CASE("torus and cone") {
  const program::Data t = shape("torus :radial-subdivisions 4 :body-subdivisions 4 :format [position3 normal3]");
  CHECK(near(vertex(t, 0), {0, 0.24f, 1, 0, 1, 0}));
  CHECK(near(vertex(t, 1), {0, 0, 1.24f, 0, 0, 1}));
  CHECK(near(vertex(t, 2), {1, 0.24f, 0, 0, 1, 0}));
  const program::Data c = shape(
      "truncated-cone :radial-subdivisions 4 :bottom-radius 2 :top-radius 2 :height 3 :format [position3 normal3]");
  CHECK(near(vertex(c, 0), {0, -1.5, 0, 0, -1, 0}));  // centre of the cap that :top-cap closes
  CHECK(near(vertex(c, 2), {2, -1.5, 0, 0, -1, 0}));
  CHECK(near(vertex(c, 24), {0, -1.5, 2, 0, 0, 1}));  // wall
  CHECK(near(vertex(c, 26), {2, 1.5, 0, 1, 0, 0}));
  CHECK(near(vertex(c, 50), {0, 1.5, 0, 0, 1, 0}));  // centre of the other cap
  CHECK(shape("cylinder :radius 2 :radial-subdivisions 4 :height 3 :format [position3 normal3]").bytes == c.bytes);
}

TEST_CASE("built-in meshes") {
  CHECK(shapes::teapotContainer().size() == 24972);
  CHECK(shapes::dragonContainer().size() == 227664);
  CHECK(std::string_view(PNGINE_TEAPOT_SHA256) == "6b74d17253f4da148897540977dc14db0676f6dc1b8b250d0416f44845eedd81");
  CHECK(std::string_view(PNGINE_DRAGON_SHA256) == "ff78a186a94a68efefe57dd9594b4e80c1334fdcc65fa4c11c04b429206234ea");
  for (const auto& [head, vertices, indices, width, height] :
       {std::tuple{"teapot", 792u, 2976u, 32.140625f, 15.75f},
        std::tuple{"dragon", 6710u, 33306u, 101.4103f, 71.7494f}}) {
    const program::Data d = shape(head);
    CHECK(d.vertex_stride == 24);
    CHECK(count(d) == vertices);
    CHECK(d.indices.size() == indices * 2);
    CHECK(d.index_format == webgpu::IndexFormat::uint16);
    float least[2] = {1e9f, 1e9f}, most[2] = {-1e9f, -1e9f};
    const std::vector<float> all = floats(d);
    for (size_t i = 0; i < all.size(); i += 6) {
      for (size_t k = 0; k < 2; ++k) {
        least[k] = std::min(least[k], all[i + k]);
        most[k] = std::max(most[k], all[i + k]);
      }
    }
    CHECK(std::abs(most[0] - least[0] - width) < 1e-3f);
    CHECK(std::abs(most[1] - least[1] - height) < 1e-3f);
    uint32_t largest = 0;
    for (size_t i = 0; i < d.indices.size(); i += 2)
      largest = std::max(largest, uint32_t{d.indices[i]} | uint32_t{d.indices[i + 1]} << 8);
    CHECK(largest == vertices - 1);
  }
  const compile::Compiled c = compiled("(data :name d (teapot)) (buffer :name i :usage [index] :index-of d)");
  CHECK(!c.diagnostics.hasErrors());
  CHECK(c.program->buffers.at(0).size.value == 5952);
}

TEST_CASE("what is too large") {
  const auto rule = [](std::string_view text) {
    const compile::Compiled c = compiled(cat("(data :name d (", text, "))"));
    return rules(c);
  };
  using List = std::vector<std::string>;
  CHECK(rule("sphere :segments 104 :rings 105") == List{});
  CHECK(rule("sphere :segments 105 :rings 105") == List{"shape/too-large"});
  CHECK(rule("torus :radial-subdivisions 4096 :body-subdivisions 4096") == List{"shape/too-large"});
  CHECK(rule("cylinder :radial-subdivisions 4096 :vertical-subdivisions 4096") == List{"shape/too-large"});
  CHECK(rule("sphere :segments 2") == List{"shape/config-range"});
  CHECK(rule("sphere :rings 4097") == List{"shape/config-range"});
  std::string many;
  for (int i = 0; i < 13; ++i) many += cat("(data :name d", i, " (sphere :segments 104 :rings 105))");
  CHECK(rules(compiled(many)) == List{"shape/budget"});
}
