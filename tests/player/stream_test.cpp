// What commands with ids that nothing was created for do: the same as in the browser player (the slot is unset, the
// work of the submit is lost, or the stream ends), and never the end of the process.
#include "programs.h"

using namespace pngine;
using namespace pngine::test;

namespace {

constexpr const char* kAdd =
    "@group(0) @binding(0) var<storage, read_write> d: array<u32>; @compute @workgroup_size(1) fn main() { d[0] += 1; "
    "}";

/// One kernel that counts in buffer 0; buffer 1 is its readback.
ProgramBuilder counting() {
  ProgramBuilder b;
  b.load().put(command::CreateBuffer{0, 8, kStorage});
  b.load().put(command::CreateBuffer{1, 8, kReadback});
  b.compute(0, kAdd, {0});
  return b;
}

/// A pipeline whose vertices come from slot 0, and a vertex buffer 2.
void addDrawing(ProgramBuilder& b) {
  b.shader(1,
           "@vertex fn vs(@location(0) p: vec2f) -> @builtin(position) vec4f { return vec4f(p, 0, 1); }\n"
           "@fragment fn fs() -> @location(0) vec4f { return vec4f(1); }");
  format::RenderPipelineDescriptor pipeline{.shader = 1, .entry = "vs"};
  pipeline.fragment = format::FragmentState{.shader = 1, .entry = "fs", .targets = {{}}};
  pipeline.buffers = {
      {.stride = 8, .step_mode = {}, .attributes = {{.location = 0, .format = webgpu::VertexFormat::float32x2}}}};
  b.create(command::CreateRenderPipeline{1, {}}, pipeline);
  b.load().put(command::CreateBuffer{2, 64, 0x28});
}

void beginCanvas(ProgramBuilder& b) {
  b.frame().put(
      command::BeginRenderPass{format::kCanvasTexture, 1, 0, format::kNoTexture, 0, 0, 1, 1, format::kNoTexture});
}

struct Outcome {
  std::string text;
  std::vector<uint32_t> counts;  ///< first word of each readback
};

/// Two frames on SwiftShader.
Outcome played(ProgramBuilder& b) {
  auto options = onAdapter("swiftshader");
  options.frames = 2;
  const auto result = player::play(b.payload(), options);
  if (result.error) CHECK(result.error->kind != player::ErrorKind::child_died);
  Outcome out{describe(result), {}};
  for (const auto& readback : result.readbacks) out.counts.push_back(words(readback.bytes)[0]);
  return out;
}
bool has(const Outcome& o, std::string_view text) { return o.text.find(text) != std::string::npos; }

}  // namespace

TEST_CASE("an unknown bind group unsets its slot") {
  if (!hasAdapter("swiftshader")) return;
  ProgramBuilder b = counting();
  b.frame().put(command::BeginComputePass{});
  b.frame().put(command::SetPipeline{0});
  b.frame().put(command::SetBindGroup{0, 0});
  SUBCASE("that the dispatch needs: the submit is lost") {
    b.frame().put(command::SetBindGroup{0, 9});
    b.frame().put(command::Dispatch{1, 1, 1});
    b.frame().put(command::EndPass{});
    b.readBack(0, 1, 8);
    const Outcome o = played(b);
    INFO(o.text);
    CHECK(has(o, "bind group 9 does not exist"));
    CHECK(has(o, "the submit was refused"));
    CHECK(o.counts.empty());
  }
  SUBCASE("that nothing needs: the work is done") {
    b.frame().put(command::SetBindGroup{1, 9});
    b.frame().put(command::Dispatch{1, 1, 1});
    b.frame().put(command::EndPass{});
    b.readBack(0, 1, 8);
    const Outcome o = played(b);
    INFO(o.text);
    CHECK(o.counts == std::vector<uint32_t>{1, 2});
  }
}

TEST_CASE("an unknown vertex buffer unsets its slot") {
  if (!hasAdapter("swiftshader")) return;
  ProgramBuilder b = counting();
  addDrawing(b);
  b.run(0, 1);
  beginCanvas(b);
  b.frame().put(command::SetPipeline{1});
  b.frame().put(command::SetVertexBuffer{0, 2});
  SUBCASE("that the draw needs: the submit is lost") {
    b.frame().put(command::SetVertexBuffer{0, 9});
    b.frame().put(command::Draw{3, 1, 0, 0});
    b.frame().put(command::EndPass{});
    b.readBack(0, 1, 8);
    const Outcome o = played(b);
    INFO(o.text);
    CHECK(has(o, "buffer 9 does not exist"));
    CHECK(has(o, "vertex buffer 0 is not set"));
    CHECK(o.counts.empty());
  }
  SUBCASE("and a later buffer sets it again; other slots do not count") {
    b.frame().put(command::SetVertexBuffer{0, 9});
    b.frame().put(command::SetVertexBuffer{3, 9});
    b.frame().put(command::SetVertexBuffer{0, 2});
    b.frame().put(command::Draw{3, 1, 0, 0});
    b.frame().put(command::EndPass{});
    b.readBack(0, 1, 8);
    const Outcome o = played(b);
    INFO(o.text);
    CHECK(o.counts == std::vector<uint32_t>{1, 2});
  }
}

TEST_CASE("an unknown index buffer, pipeline or source of a copy ends the frame") {
  if (!hasAdapter("swiftshader")) return;
  ProgramBuilder b = counting();
  addDrawing(b);
  std::string_view complaint;
  SUBCASE("index buffer") {
    beginCanvas(b);
    b.frame().put(command::SetIndexBuffer{9, 0});
    b.frame().put(command::EndPass{});
    complaint = "buffer 9 does not exist";
  }
  SUBCASE("pipeline") {
    b.frame().put(command::BeginComputePass{});
    b.frame().put(command::SetPipeline{9});
    b.frame().put(command::EndPass{});
    complaint = "pipeline 9 does not exist";
  }
  SUBCASE("copy") {
    b.frame().put(command::CopyBufferToBuffer{9, 0, 1, 0, 8});
    complaint = "buffer 9 does not exist";
  }
  b.run(0, 1);
  b.readBack(0, 1, 8);
  const Outcome o = played(b);
  INFO(o.text);
  CHECK(has(o, complaint));
  CHECK(o.counts.empty());
}

TEST_CASE("what is left out leaves the rest of the frame alone") {
  if (!hasAdapter("swiftshader")) return;
  ProgramBuilder b = counting();
  b.frame().put(command::SetIndexBuffer{9, 0});  // no pass is open
  b.frame().put(command::CopyTextureToTexture{9, format::kCanvasTexture, 4, 4});
  b.frame().put(command::CopyImageToTexture{9, 9, 0, 0, 0, 0});
  b.frame().put(command::ResolveQuerySet{9, 0, 1, 0, 0});
  b.frame().put(command::WriteTimeInputs{9, 0, 16});
  b.frame().put(command::TimestampWrites{9, 0, 1});
  b.frame().put(command::OcclusionQuerySet{9});
  b.frame().put(command::BeginRenderPass{format::kCanvasTexture, 1, 0, 77, 0, 0, 1, 1, 88});
  b.frame().put(command::EndPass{});
  b.run(0, 1);
  b.readBack(0, 1, 8);
  const Outcome o = played(b);
  INFO(o.text);
  CHECK(o.counts == std::vector<uint32_t>{1, 2});
}

TEST_CASE("a pass inside a pass loses the submit, and the frame goes on") {
  if (!hasAdapter("swiftshader")) return;
  ProgramBuilder b = counting();
  beginCanvas(b);
  b.run(0, 1);  // its dispatch is one in a compute pass, whatever came before
  b.readBack(0, 1, 8);
  const Outcome o = played(b);
  INFO(o.text);
  CHECK(has(o, "the pass before it is still open"));
  CHECK(!has(o, "not in a"));
  CHECK(o.counts.empty());
}
