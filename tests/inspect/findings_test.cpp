// What the stream checker says about streams that players would drop, refuse or lose; each code once, and silence for
// a stream that is right.
#include <doctest/doctest.h>

#include <algorithm>

#include "inspect/inspection.h"
#include "programs.h"

using namespace pngine;
using inspect::Finding;
using inspect::Inspection;
using inspect::Symptom;
using test::ProgramBuilder;
namespace command = format::command;

namespace {

constexpr std::string_view kShader =
    "@group(0) @binding(0) var<storage, read_write> out: array<u32>;\n"
    "@compute @workgroup_size(1) fn main() { out[0] = 1u; }";
constexpr uint16_t kStorage = 0x80 | 0x4;

Inspection inspected(ProgramBuilder& builder, std::vector<uint32_t> frames = {0}) {
  const auto payload = format::writePayload(builder.program());
  REQUIRE(payload);
  const auto view = format::readPayload(*payload);
  REQUIRE(view);
  auto inspection = inspect::inspect(*view, {.frames = std::move(frames)});
  REQUIRE(inspection);
  return std::move(*inspection);
}

/// "E001 stream/unknown-id" of each finding.
std::vector<std::string> said(ProgramBuilder& builder) {
  std::vector<std::string> out;
  for (const Finding& f : inspected(builder).findings) out.push_back(f.code + ' ' + f.rule);
  return out;
}

/// A compute program that is right: buffer 0, pipeline 0, group 0, one dispatch, submit.
ProgramBuilder right() {
  ProgramBuilder b;
  b.load().put(command::CreateBuffer{0, 16, kStorage});
  b.compute(0, kShader, {0});
  b.run(0, 1);
  b.frame().put(command::Submit{});
  return b;
}

using Said = std::vector<std::string>;

}  // namespace

TEST_CASE("a program that is right has no finding, and its parts are listed") {
  ProgramBuilder b = right();
  const Inspection in = inspected(b, {0, 1, 5});
  CHECK(in.findings.empty());
  CHECK(in.clean(true));
  REQUIRE(in.streams.size() == 4);
  CHECK(in.streams[3].frame == 5);
  REQUIRE(in.buffers.size() == 1);
  CHECK(in.buffers[0].size == 16);
  REQUIRE(in.pipelines.size() == 1);
  CHECK(in.pipelines[0].compute);
  CHECK(in.pipelines[0].entry == "main");
  REQUIRE(in.shaders.size() == 1);
  CHECK(in.shaders[0].binding_types == std::vector<std::string>{"array<u32>"});
}

TEST_CASE("ids") {
  ProgramBuilder unknown = right();
  unknown.frame().put(command::BeginComputePass{});
  unknown.frame().put(command::SetPipeline{7});
  unknown.frame().put(command::EndPass{});
  CHECK(said(unknown) == Said{"E001 stream/unknown-id"});

  ProgramBuilder twice = right();
  twice.load().put(command::CreateBuffer{0, 32, kStorage});
  CHECK(said(twice) == Said{"E005 stream/created-twice"});

  ProgramBuilder layout = right();
  layout.create(command::CreateBindGroup{1, 9, {}}, format::BindGroupDescriptor{});
  CHECK(said(layout) == Said{"E009 stream/unknown-layout"});
}

TEST_CASE("state") {
  ProgramBuilder outside = right();
  outside.frame().put(command::Draw{3, 1, 0, 0});
  outside.frame().put(command::Dispatch{1, 1, 1});
  CHECK(said(outside) == Said{"E002 stream/wrong-state", "E002 stream/wrong-state"});

  ProgramBuilder bare = right();
  bare.frame().put(command::BeginComputePass{});
  bare.frame().put(command::Dispatch{1, 1, 1});
  bare.frame().put(command::SetPipeline{0});
  bare.frame().put(command::Dispatch{1, 1, 1});
  bare.frame().put(command::EndPass{});
  CHECK(said(bare) == Said{"E002 stream/no-pipeline", "E002 stream/group-missing"});

  ProgramBuilder kind = right();
  kind.frame().put(
      command::BeginRenderPass{format::kCanvasTexture, 1, 0, format::kNoTexture, 0, 0, 0, 1, format::kNoTexture});
  kind.frame().put(command::SetPipeline{0});
  kind.frame().put(command::Draw{3, 1, 0, 0});
  kind.frame().put(command::EndPass{});
  CHECK(said(kind) == Said{"E002 stream/wrong-pipeline"});

  ProgramBuilder nested = right();
  nested.frame().put(command::BeginComputePass{});
  nested.frame().put(command::BeginComputePass{});
  nested.frame().put(command::EndPass{});
  nested.frame().put(command::EndPass{});
  CHECK(said(nested) == Said{"E008 stream/pass-in-pass", "E007 stream/no-pass"});

  ProgramBuilder open = right();
  open.frame().put(command::BeginComputePass{});
  open.frame().put(command::DepthStencilClear{1, 0});
  CHECK(said(open) == Said{"W010 stream/pre-pass-late", "E007 stream/pass-open"});
}

TEST_CASE("counts") {
  ProgramBuilder none = right();
  none.run(0, 0);
  CHECK(said(none) == Said{"W003 stream/count-zero"});
  ProgramBuilder many = right();
  many.run(0, 65536);
  CHECK(said(many) == Said{"E007 stream/workgroups"});
}

TEST_CASE("buffers and copies") {
  const auto buffer = [](uint32_t size, uint16_t usage) {
    ProgramBuilder b = right();
    b.load().put(command::CreateBuffer{1, size, usage});
    return said(b);
  };
  CHECK(buffer(0, kStorage) == Said{"E006 buffer/size-zero"});
  CHECK(buffer(16, 0) == Said{"E006 buffer/usage-empty"});
  CHECK(buffer(16, 0x8080) == Said{"E006 buffer/usage-unknown"});
  CHECK(buffer(16, 0x1 | 0x40) == Said{"E006 buffer/map-combination"});
  CHECK(buffer(16, 0x1 | 0x8) == Said{});
  CHECK(buffer((256u << 20) + 4, 0x80) == Said{"E007 buffer/size-limit"});
  CHECK(buffer(20, 0x40) == Said{"W004 buffer/size-uniform"});
  CHECK(buffer(18, 0x80) == Said{"W004 buffer/size-storage"});

  ProgramBuilder copies = right();
  copies.load().put(command::CreateBuffer{1, 16, 0x80});
  copies.frame().put(command::CopyBufferToBuffer{0, 0, 1, 0, 8});
  copies.frame().put(command::CopyBufferToBuffer{0, 0, 0, 8, 8});
  CHECK(said(copies) == Said{"E006 stream/usage", "E006 stream/usage", "E006 copy/same-buffer"});
}

TEST_CASE("textures") {
  const auto texture = [](format::TextureDescriptor d) {
    d.width = 4;
    d.height = d.height.value_or(4);
    d.format = webgpu::TextureFormat::rgba8unorm;
    ProgramBuilder b = right();
    b.create(command::CreateTexture{0, {}}, d);
    return said(b);
  };
  CHECK(texture({.usage = 0x14}) == Said{});
  CHECK(texture({.samples = 3, .usage = 0x10}) == Said{"E006 texture/sample-count"});
  CHECK(texture({.samples = 4, .usage = 0x4}) == Said{"E006 texture/msaa-not-attachment"});
  CHECK(texture({.mip_levels = 2, .samples = 4, .usage = 0x10}) == Said{"E006 texture/msaa-mips"});
  CHECK(texture({.samples = 4, .usage = 0x18}) == Said{"E006 texture/msaa-storage"});
  CHECK(texture({.dimension = webgpu::TextureDimension::d1, .usage = 0x4}) == Said{"E006 texture/1d-shape"});
}

TEST_CASE("what a frame writes over named uniforms is a warning, at load it is not") {
  const auto program = [](bool in_frame) {
    ProgramBuilder b = right();
    b.load().put(command::CreateBuffer{1, 16, 0x48});
    b.program().uniforms.push_back({.buffer = 1,
                                    .name = "inputs",
                                    .group = 0,
                                    .binding = 1,
                                    .fields = {{.path = "speed", .offset = 0, .size = 4}}});
    const uint8_t zeros[16] = {};
    if (in_frame) {
      b.frame().put(command::WriteBuffer{1, 0, {0, 16}}).data(b.blob(zeros));
    } else {
      b.write(1, 0, zeros);
    }
    return said(b);
  };
  CHECK(program(false) == Said{});
  CHECK(program(true) == Said{"W009 stream/uniform-overwritten"});
}

TEST_CASE("a finding is told once, with its place") {
  ProgramBuilder b = right();
  b.frame().put(command::Draw{3, 1, 0, 0});
  const Inspection in = inspected(b, {0, 3});
  REQUIRE(in.findings.size() == 1);
  CHECK(in.findings[0].frame == 0);
  CHECK_FALSE(in.findings[0].load);
  CHECK(in.findings[0].command == 6);  // begin, pipeline, group, dispatch, end, submit
}

TEST_CASE("symptoms name causes in the language of documents") {
  ProgramBuilder b = right();
  const Inspection in = inspected(b);
  const auto black = inspect::diagnose(in, Symptom::black);
  REQUIRE_FALSE(black.causes.empty());
  CHECK(black.causes[0].probability == "high");
  CHECK(black.causes[0].fix.find("(render-pass ...)") != std::string::npos);
  CHECK(std::ranges::any_of(black.checks, [](const auto& c) { return c.name == "submit" && c.passed; }));
  const auto geometry = inspect::diagnose(in, Symptom::geometry);
  CHECK(std::ranges::all_of(geometry.causes, [](const auto& c) { return c.probability == "low"; }));
  CHECK(inspect::symptomOf("blend") == Symptom::blend);
  CHECK_FALSE(inspect::symptomOf("purple"));
}
