// The canvas changes its size between frames: what is made anew, what stays, and which sizes are refused.
#include <bit>

#include "programs.h"

using namespace pngine;
using namespace pngine::test;

namespace {

using Kind = format::BindGroupEntry::Kind;

constexpr uint32_t kSampled = 0x04, kAttachment = 0x10;

/// Writes the size and the levels of the texture at binding 0 to the buffer at binding 1.
constexpr const char* kMeasure =
    "@group(0) @binding(0) var t: texture_2d<f32>;\n"
    "@group(0) @binding(1) var<storage, read_write> d: array<u32, 4>;\n"
    "@compute @workgroup_size(1) fn main() {\n"
    "  d[0] = textureDimensions(t).x; d[1] = textureDimensions(t).y; d[2] = textureNumLevels(t); d[3] += 1u;\n"
    "}";

/// Buffers 0 and 1 for results and their readback, and pipeline 0 that measures a texture.
ProgramBuilder measuring() {
  ProgramBuilder b;
  b.load().put(command::CreateBuffer{0, 16, kStorage});
  b.load().put(command::CreateBuffer{1, 16, kReadback});
  b.shader(0, kMeasure);
  b.create(command::CreateComputePipeline{0, {}}, format::ComputePipelineDescriptor{.shader = 0, .entry = "main"});
  return b;
}

/// Bind group `id` of pipeline 0 over a texture or a view.
void addGroup(ProgramBuilder& b, uint16_t id, Kind kind, uint16_t resource) {
  b.create(command::CreateBindGroup{id, 0, {}},
           format::BindGroupDescriptor{.group = 0,
                                       .entries = {{.binding = 0, .kind = kind, .id = resource},
                                                   {.binding = 1, .kind = Kind::buffer, .id = 0}}});
}

void dispatch(ProgramBuilder& b, uint16_t group) {
  auto f = b.frame();
  f.put(command::BeginComputePass{});
  f.put(command::SetPipeline{0});
  f.put(command::SetBindGroup{0, group});
  f.put(command::Dispatch{1, 1, 1});
  f.put(command::EndPass{});
}

format::TextureDescriptor sized(uint32_t mips = 1) {
  return {.mip_levels = mips, .format = webgpu::TextureFormat::rgba8unorm, .usage = kSampled | kAttachment};
}

player::PlayOptions small(uint32_t frames, std::vector<player::CanvasSize> resizes) {
  auto options = onAdapter("swiftshader");
  options.frames = frames;
  options.width = options.height = 16;
  options.resizes = std::move(resizes);
  return options;
}

void beginCanvas(ProgramBuilder& b) {
  b.frame().put(
      command::BeginRenderPass{format::kCanvasTexture, 1, 0, format::kNoTexture, 0, 0, 1, 1, format::kNoTexture});
}

/// A program that clears the canvas to blue.
ProgramBuilder clearing() {
  ProgramBuilder b;
  beginCanvas(b);
  b.frame().put(command::EndPass{});
  b.frame().put(command::Submit{});
  return b;
}

/// Render pipelines 1 and 2 that show the texture at binding 0, and texture 0 of the size of the canvas, cleared green.
ProgramBuilder showing() {
  ProgramBuilder b;
  b.create(command::CreateTexture{0, {}}, sized());
  b.shader(
      1,
      "@group(0) @binding(0) var t: texture_2d<f32>;\n"
      "@vertex fn vs(@builtin(vertex_index) i: u32) -> @builtin(position) vec4f {\n"
      "  return vec4f(f32(i / 2u) * 4.0 - 1.0, f32(i % 2u) * 4.0 - 1.0, 0.0, 1.0); }\n"
      "@fragment fn fs(@builtin(position) p: vec4f) -> @location(0) vec4f { return textureLoad(t, vec2i(p.xy), 0); }");
  for (const uint16_t id : {uint16_t{1}, uint16_t{2}}) {
    format::RenderPipelineDescriptor pipeline{.shader = 1, .entry = "vs"};
    pipeline.fragment = format::FragmentState{.shader = 1, .entry = "fs", .targets = {{}}};
    b.create(command::CreateRenderPipeline{id, {}}, pipeline);
  }
  b.frame().put(command::BeginRenderPass{0, 1, 0, format::kNoTexture, 0, 1, 0, 1, format::kNoTexture});
  b.frame().put(command::EndPass{});
  return b;
}

struct Rgba {
  uint8_t r, g, b, a;
  bool operator==(const Rgba&) const = default;
};
/// Whether a picture has this size, and this color everywhere.
bool plain(const player::Picture& p, uint32_t width, uint32_t height, Rgba color) {
  if (p.width != width || p.height != height || p.rgba.size() != size_t{width} * height * 4) return false;
  for (size_t i = 0; i < p.rgba.size(); i += 4) {
    if (Rgba{p.rgba[i], p.rgba[i + 1], p.rgba[i + 2], p.rgba[i + 3]} != color) return false;
  }
  return true;
}

}  // namespace

TEST_CASE("what follows the canvas is made anew, and nothing else") {
  ProgramBuilder b = measuring();
  b.create(command::CreateTexture{0, {}}, sized(3));
  b.create(command::CreateTexture{1, {}},
           format::TextureDescriptor{
               .width = 8, .height = 8, .format = webgpu::TextureFormat::rgba8unorm, .usage = kSampled | kAttachment});
  // One side alone: not the canvas', and the other side stays what the canvas was at first.
  b.create(command::CreateTexture{2, {}},
           format::TextureDescriptor{
               .width = 8, .format = webgpu::TextureFormat::rgba8unorm, .usage = kSampled | kAttachment});
  b.create(command::CreateTextureView{0, 0, {}}, format::TextureViewDescriptor{.base_mip = 1, .mip_count = 1});
  b.create(command::CreateTextureView{1, 1, {}}, format::TextureViewDescriptor{.mip_count = 1});
  addGroup(b, 0, Kind::texture, 0);
  addGroup(b, 1, Kind::view, 0);
  addGroup(b, 2, Kind::texture, 1);
  addGroup(b, 3, Kind::view, 1);
  addGroup(b, 4, Kind::texture, 2);
  dispatch(b, 0);
  b.frame().put(command::Submit{});
  const auto calls = player::recordCalls(b.payload(), small(3, {{.frame = 1, .width = 2, .height = 1}}));
  REQUIRE(calls.has_value());
  INFO(*calls);
  const size_t first = calls->find("frame 1\n"), second = calls->find("frame 2\n");
  REQUIRE(second != std::string::npos);
  // Two levels are all that two pixels have room for.
  CHECK(calls->substr(first, second - first) ==
        "frame 1\n"
        "  release view 3\n"
        "  release texture 1\n"
        "  texture 4 = create 2 x 1 x 1, 2d rgba8unorm, 2 mips, 1 samples, texture-binding render-attachment (texture "
        "0)\n"
        "  release view 1\n"
        "  view 6 = view of texture 4, mips from 1 count 1 (texture view 0)\n"
        "  release bind group 1\n"
        "  bind-group layout 6 = group 0 of compute pipeline 1\n"
        "  view 7 = view of texture 4 (texture 0)\n"
        "  bind group 6 = create with bind-group layout 6 | 0 view 7 | 1 buffer 1 (bind group 0)\n"
        "  release bind group 2\n"
        "  bind-group layout 7 = group 0 of compute pipeline 1\n"
        "  bind group 7 = create with bind-group layout 7 | 0 view 6 | 1 buffer 1 (bind group 1)\n"
        "  begin compute pass\n"
        "    set compute pipeline 1\n"
        "    set bind group 0 to 6\n"
        "    dispatch 1 1 1\n"
        "  end pass\n"
        "  submit\n");
  CHECK(calls->find("release", second) == std::string::npos);
}

TEST_CASE("the same size again changes nothing") {
  ProgramBuilder b = measuring();
  b.create(command::CreateTexture{0, {}}, sized());
  addGroup(b, 0, Kind::texture, 0);
  const auto calls = player::recordCalls(b.payload(), small(2, {{.frame = 1, .width = 16, .height = 16}}));
  REQUIRE(calls.has_value());
  CHECK(calls->find("release") == std::string::npos);
}

TEST_CASE("a texture follows the canvas while a buffer keeps its numbers") {
  if (!hasAdapter("swiftshader")) return;
  ProgramBuilder b = measuring();
  b.create(command::CreateTexture{0, {}}, sized(4));
  addGroup(b, 0, Kind::texture, 0);
  dispatch(b, 0);
  b.readBack(0, 1, 16);
  const auto result = player::play(
      b.payload(), small(5, {{.frame = 1, .width = 4, .height = 2}, {.frame = 3, .width = 32, .height = 8}}));
  INFO(describe(result));
  REQUIRE(result.readbacks.size() == 5);
  const std::vector<std::vector<uint32_t>> expected = {
      {16, 16, 4, 1}, {4, 2, 3, 2}, {4, 2, 3, 3}, {32, 8, 4, 4}, {32, 8, 4, 5}};
  for (size_t i = 0; i < 5; ++i) CHECK(words(result.readbacks[i].bytes) == expected[i]);
  CHECK(describe(result).empty());
  CHECK(result.stats.gpu_bytes == 32 + 32 * 8 * 4 * 4 / 3);  // what there was before does not count
}

TEST_CASE("width, height and aspect change with the write of that frame") {
  if (!hasAdapter("swiftshader")) return;
  ProgramBuilder b;
  b.load().put(command::CreateBuffer{0, 16, 0x0C});
  b.load().put(command::CreateBuffer{1, 16, kReadback});
  b.frame().put(command::WriteTimeInputs{0, 0, 16});
  b.readBack(0, 1, 16);
  const auto result = player::play(b.payload(), small(2, {{.frame = 1, .width = 40, .height = 10}}));
  INFO(describe(result));
  REQUIRE(result.readbacks.size() == 2);
  const auto floats = [&](size_t i) {
    std::vector<float> out;
    for (const uint32_t word : words(result.readbacks[i].bytes)) out.push_back(std::bit_cast<float>(word));
    out.erase(out.begin());  // the time
    return out;
  };
  CHECK(floats(0) == std::vector<float>{16, 16, 1});
  CHECK(floats(1) == std::vector<float>{40, 10, 4});
}

TEST_CASE("pictures have the size of their frame") {
  if (!hasAdapter("swiftshader")) return;
  auto options = small(3, {{.frame = 1, .width = 5, .height = 3}, {.frame = 2, .width = 70, .height = 1}});
  options.capture_all = true;
  const auto result = player::play(clearing().payload(), options);
  INFO(describe(result));
  REQUIRE(result.pictures.size() == 3);
  CHECK(plain(result.pictures[0], 16, 16, {0, 0, 255, 255}));
  CHECK(plain(result.pictures[1], 5, 3, {0, 0, 255, 255}));
  CHECK(plain(result.pictures[2], 70, 1, {0, 0, 255, 255}));
}

TEST_CASE("a view of a level that a small canvas lacks fails there and is whole again later") {
  if (!hasAdapter("swiftshader")) return;
  ProgramBuilder b = measuring();
  b.create(command::CreateTexture{0, {}}, sized(4));
  b.create(command::CreateTextureView{0, 0, {}}, format::TextureViewDescriptor{.base_mip = 3, .mip_count = 1});
  addGroup(b, 0, Kind::view, 0);
  dispatch(b, 0);
  b.readBack(0, 1, 16);
  const auto result = player::play(
      b.payload(), small(3, {{.frame = 1, .width = 4, .height = 4}, {.frame = 2, .width = 24, .height = 24}}));
  INFO(describe(result));
  CHECK(!result.error);
  REQUIRE(result.readbacks.size() == 2);
  CHECK(words(result.readbacks[0].bytes) == std::vector<uint32_t>{2, 2, 1, 1});
  CHECK(result.readbacks[1].frame == 2);
  CHECK(words(result.readbacks[1].bytes) == std::vector<uint32_t>{3, 3, 1, 2});
  CHECK(!result.reports.empty());
  for (const auto& report : result.reports) CHECK(report.frame == 1);
}

TEST_CASE("bundles and groups for a second pipeline hold the new texture") {
  if (!hasAdapter("swiftshader")) return;
  ProgramBuilder b = showing();
  b.create(command::CreateBindGroup{0, 1, {}},
           format::BindGroupDescriptor{.group = 0, .entries = {{.binding = 0, .kind = Kind::texture, .id = 0}}});
  uint16_t pipeline = 0;
  SUBCASE("bundle of the group's pipeline") { pipeline = 1; }
  SUBCASE("bundle of another one") { pipeline = 2; }
  SUBCASE("draws with both") {}
  if (pipeline) {
    b.create(command::CreateRenderBundle{0, {}},
             format::RenderBundleDescriptor{.colors = {webgpu::TextureFormat::preferred_canvas_format},
                                            .depth_stencil = {},
                                            .pipeline = pipeline,
                                            .bind_groups = {0},
                                            .arguments = {3, 1, 0, 0}});
  }
  beginCanvas(b);
  if (pipeline) {
    format::wire::BundleList list;
    list.count = 1;
    list.ids[0] = 0;
    b.frame().put(command::ExecuteBundles{list});
  }
  for (uint16_t id = 1; !pipeline && id <= 2; ++id) {
    b.frame().put(command::SetPipeline{id});
    b.frame().put(command::SetBindGroup{0, 0});
    b.frame().put(command::Draw{3, 1, 0, 0});
  }
  b.frame().put(command::EndPass{});
  b.frame().put(command::Submit{});
  auto options = small(3, {{.frame = 1, .width = 32, .height = 20}, {.frame = 2, .width = 3, .height = 3}});
  options.capture_all = true;
  const auto result = player::play(b.payload(), options);
  INFO(describe(result));
  CHECK(describe(result).empty());
  REQUIRE(result.pictures.size() == 3);
  CHECK(plain(result.pictures[0], 16, 16, {0, 255, 0, 255}));
  CHECK(plain(result.pictures[1], 32, 20, {0, 255, 0, 255}));
  CHECK(plain(result.pictures[2], 3, 3, {0, 255, 0, 255}));
}

TEST_CASE("a scissor rectangle beyond the new canvas costs that frame's work only") {
  if (!hasAdapter("swiftshader")) return;
  ProgramBuilder b;
  beginCanvas(b);
  b.frame().put(command::SetScissor{0, 0, 16, 16});
  b.frame().put(command::EndPass{});
  b.frame().put(command::Submit{});
  auto options = small(3, {{.frame = 1, .width = 8, .height = 8}, {.frame = 2, .width = 20, .height = 20}});
  options.capture_all = true;
  const auto result = player::play(b.payload(), options);
  INFO(describe(result));
  CHECK(!result.error);
  REQUIRE(result.pictures.size() == 3);
  CHECK(plain(result.pictures[1], 8, 8, {0, 0, 0, 255}));  // begun, so opaque like all of this canvas
  CHECK(plain(result.pictures[2], 20, 20, {0, 0, 255, 255}));
  REQUIRE(result.reports.size() == 1);
  CHECK(result.reports[0].frame == 1);
}

TEST_CASE("sizes that cannot be are refused before anything is drawn") {
  ProgramBuilder b = clearing();
  std::string expected;
  auto options = small(4, {});
  bool device = false;
  SUBCASE("nothing wide") {
    options.resizes = {{.frame = 1, .width = 0, .height = 5}};
    expected = "the canvas of 0 x 5 is not between 1 and 16384 pixels wide and high";
  }
  SUBCASE("beyond all canvases") {
    options.resizes = {{.frame = 1, .width = 5, .height = 1'000'000'000}};
    expected = "the canvas of 5 x 1000000000 is not between 1 and 16384 pixels wide and high";
  }
  SUBCASE("the first frame") {
    options.resizes = {{.frame = 0, .width = 5, .height = 5}};
    expected = "the frames at which the canvas changes its size must ascend from 1";
  }
  SUBCASE("one frame twice") {
    options.resizes = {{.frame = 2, .width = 5, .height = 5}, {.frame = 2, .width = 6, .height = 6}};
    expected = "the frames at which the canvas changes its size must ascend from 1";
  }
  SUBCASE("more than this device takes") {
    options.resizes = {{.frame = 1, .width = 5, .height = 5}, {.frame = 3, .width = 9000, .height = 5}};
    expected = "the canvas of 9000x5 is larger than this device takes (maxTextureDimension2D 8192)";
    device = true;
  }
  SUBCASE("more than this device takes, from the start") {
    options.width = 9000;
    expected = "the canvas of 9000x16 is larger than this device takes (maxTextureDimension2D 8192)";
    device = true;
  }
  SUBCASE("textures that exceed the memory budget") {
    b.create(command::CreateTexture{0, {}}, sized());
    options.resizes = {{.frame = 3, .width = 100, .height = 100}};
    options.memory_budget = 30'000;
    expected =
        "the canvas cannot be 100x100: buffers and textures would need 40000 bytes, more than the memory budget of "
        "30000 bytes";
    device = true;
  }
  if (device && !hasAdapter("swiftshader")) return;
  options.capture_all = true;
  const auto result = player::play(b.payload(), options);
  REQUIRE(result.error);
  CHECK(result.error->message == expected);
  CHECK(player::exitCode(result.error->kind) == (device ? 8 : 4));
  CHECK(result.pictures.empty());
}

TEST_CASE("a size for a frame that is not run is a warning") {
  if (!hasAdapter("swiftshader")) return;
  auto options = small(2, {{.frame = 1, .width = 5, .height = 5}, {.frame = 2, .width = 6, .height = 7}});
  options.capture_all = true;
  const auto result = player::play(clearing().payload(), options);
  CHECK(describe(result) == "warning: the canvas never becomes 6x7: frame 2 is not run, the last one is 1\n");
  REQUIRE(result.pictures.size() == 2);
  CHECK(result.pictures[1].width == 5);
}
