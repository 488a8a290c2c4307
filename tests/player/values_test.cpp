// Values that only a device gives: the Collatz numbers, zeroed workgroup memory, queries, pools of the executor.
#include <cstdio>

#include "player/child.h"
#include "programs.h"

using namespace pngine;
using namespace pngine::test;

TEST_CASE("the Collatz search gives its four numbers on both software GPUs") {
  for (const char* adapter : {"swiftshader", "llvmpipe"}) {
    CAPTURE(adapter);
    if (!hasAdapter(adapter)) continue;
    const auto result = player::play(collatzPayload(), onAdapter(adapter));
    INFO(describe(result));
    REQUIRE(!result.error);
    CHECK(result.reports.empty());
    CHECK(result.adapter.software);
    REQUIRE(result.readbacks.size() == 1);
    CHECK(result.readbacks[0].name == "answer");
    CHECK(lanes(result.readbacks[0].bytes) == std::vector<uint64_t>{131072, 106239, 353, 14457822});
  }
}

TEST_CASE("llvmpipe's short loops are a warning") {
  if (!hasAdapter("llvmpipe")) return;
  const auto result = player::play(kernelPayload("@group(0) @binding(0) var<storage, read_write> d: array<u32>;\n"
                                                 "@compute @workgroup_size(1) fn main() { var n = 0u; for (var i = 0u; "
                                                 "i < 70000u + d[0]; i += 1u) { n += 1u; } d[1] = n; }",
                                                 2),
                                   onAdapter("llvmpipe"));
  REQUIRE(!result.error);
  REQUIRE(result.readbacks.size() == 1);
  // The warning comes exactly when the kernel is cut short.
  CHECK((words(result.readbacks[0].bytes)[1] == 70000) == result.warnings.empty());
}

TEST_CASE("workgroup memory starts at zero, frame after frame, where the driver leaves garbage") {
  for (const char* adapter : {"swiftshader", "llvmpipe"}) {
    CAPTURE(adapter);
    if (!hasAdapter(adapter)) continue;
    auto options = onAdapter(adapter);
    options.frames = 4;
    const auto result = player::play(kernelPayload(R"(
struct Inner { a: array<vec3f, 3>, b: atomic<i32> }
@group(0) @binding(0) var<storage, read_write> d: array<u32>;
var<workgroup> scratch: array<u32, 1024>;
var<workgroup> nested: array<Inner, 4>;
@compute @workgroup_size(64) fn main(@builtin(local_invocation_index) i: u32) {
  var sum = 0u;
  for (var k = i; k < 1024u; k += 64u) { sum += scratch[k]; }
  if (i < 4u) { sum += u32(atomicLoad(&nested[i].b)) + bitcast<u32>(nested[i].a[2].z); }
  d[i] = sum;
  workgroupBarrier();
  for (var k = i; k < 1024u; k += 64u) { scratch[k] = 0xDEADBEEFu + k; }
  if (i < 4u) { atomicStore(&nested[i].b, 77); nested[i].a[2].z = 3.0; }
})",
                                                   64),
                                     options);
    INFO(describe(result));
    REQUIRE(!result.error);
    REQUIRE(result.readbacks.size() == 4);
    for (const auto& readback : result.readbacks) CHECK(words(readback.bytes) == std::vector<uint32_t>(64, 0));
  }
}

TEST_CASE("queries that were never written read zero, the others their count") {
  if (!hasAdapter("swiftshader")) return;
  ProgramBuilder b;
  b.load().put(command::CreateBuffer{0, 64, 0x204});
  b.load().put(command::CreateBuffer{1, 64, kReadback});
  b.shader(0,
           "@vertex fn vs(@builtin(vertex_index) i: u32) -> @builtin(position) vec4f {\n"
           "  return vec4f(f32(i & 1u) * 4 - 1, f32(i >> 1u) * 4 - 1, 0, 1); }\n"
           "@fragment fn fs() -> @location(0) vec4f { return vec4f(1, 0.5, 0, 1); }");
  format::RenderPipelineDescriptor pipeline{.shader = 0, .entry = "vs"};
  pipeline.fragment = format::FragmentState{.shader = 0, .entry = "fs", .targets = {{}}};
  b.create(command::CreateRenderPipeline{0, {}}, pipeline);
  b.create(command::CreateQuerySet{0, {}}, format::QuerySetDescriptor{.count = 4});
  auto f = b.frame();
  f.put(command::OcclusionQuerySet{0});
  f.put(command::BeginRenderPass{format::kCanvasTexture, 1, 0, format::kNoTexture, 0, 0, 1, 1, format::kNoTexture});
  f.put(command::SetPipeline{0});
  f.put(command::BeginOcclusionQuery{2});
  f.put(command::SetScissor{0, 0, 4, 2});
  f.put(command::Draw{3, 1, 0, 0});
  f.put(command::EndOcclusionQuery{});
  f.put(command::EndPass{});
  f.put(command::ResolveQuerySet{0, 0, 4, 0, 0});
  b.readBack(0, 1, 32);
  auto options = onAdapter("swiftshader");
  options.width = 8;
  options.height = 4;
  options.capture = {0};
  const auto result = player::play(b.payload(), options);
  INFO(describe(result));
  REQUIRE(!result.error);
  CHECK(result.reports.empty());
  REQUIRE(result.readbacks.size() == 1);
  const auto counts = lanes(result.readbacks[0].bytes);
  CHECK(counts[0] == 0);
  CHECK(counts[1] == 0);
  CHECK(counts[2] > 0);
  CHECK(counts[3] == 0);
  // The scissor's pixels are orange, the others blue, all opaque.
  REQUIRE(result.pictures.size() == 1);
  const Bytes& p = result.pictures[0].rgba;
  CHECK(Bytes(p.begin(), p.begin() + 4) == Bytes{255, 128, 0, 255});
  CHECK(Bytes(p.begin() + 16, p.begin() + 20) == Bytes{0, 0, 255, 255});
  CHECK(Bytes(p.end() - 4, p.end()) == Bytes{0, 0, 255, 255});
}

TEST_CASE("a program that draws nothing gives a picture of zeros; time and uniforms arrive") {
  if (!hasAdapter("swiftshader")) return;
  ProgramBuilder b;
  b.load().put(command::CreateBuffer{0, 32, 0xC});
  b.load().put(command::CreateBuffer{1, 32, kReadback});
  b.frame().put(command::WriteTimeInputs{0, 0, 16});
  b.readBack(0, 1, 32);
  b.program().uniforms.push_back({.buffer = 0,
                                  .name = "u",
                                  .group = 0,
                                  .binding = 0,
                                  .fields = {{.path = "color.rg", .offset = 16, .size = 8, .type = 3}}});
  auto options = onAdapter("swiftshader");
  options.width = 10;
  options.height = 4;
  options.start = 1.5;
  options.step = 0.25;
  options.frames = 2;
  options.capture = {1};
  options.uniforms = {{"color.rg", {0.5, 2}}, {"nothing", {1}}};
  const auto result = player::play(b.payload(), options);
  INFO(describe(result));
  REQUIRE(!result.error);
  CHECK(result.reports.size() == 1);
  REQUIRE(result.readbacks.size() == 2);
  ByteReader reader(result.readbacks[1].bytes);
  for (const float expected : {1.75f, 10.0f, 4.0f, 2.5f, 0.5f, 2.0f}) CHECK(reader.f32() == expected);
  REQUIRE(result.pictures.size() == 1);
  CHECK(result.pictures[0].rgba == Bytes(10 * 4 * 4, 0));
}

TEST_CASE("memory stays flat over 10,000 frames") {
  if (!hasAdapter("llvmpipe")) return;
  const Bytes payload = kernelPayload(
      "@group(0) @binding(0) var<storage, read_write> d: array<u32>; @compute @workgroup_size(1) fn main() { d[0] += "
      "1u; }",
      2);
  // The run happens in a child; its sink adds the pages in use at two frames.
  class Watcher final : public player::ResultSink {
   public:
    explicit Watcher(player::ResultSink& out) : out_(out) {}
    void adapter(const player::AdapterInfo&) override {}
    void warning(std::string) override {}
    void report(player::GpuReport) override {}
    void readback(player::Readback r) override { last_ = words(r.bytes)[0]; }
    void picture(player::Picture) override {}
    void frameDone(uint32_t frame) override {
      if (frame != 1000 && frame != 9999) return;
      long total = 0, resident = 0;
      if (std::FILE* f = std::fopen("/proc/self/statm", "r")) {
        if (std::fscanf(f, "%ld %ld", &total, &resident) != 2) resident = 0;
        std::fclose(f);
      }
      out_.readback({.frame = frame,
                     .buffer = 0,
                     .name = {},
                     .offset = static_cast<uint32_t>(resident),
                     .bytes = Bytes(4, static_cast<uint8_t>(last_ == frame + 1))});
    }
    void stats(const player::PlayStats&) override {}
    void error(player::PlayError e) override { out_.error(std::move(e)); }

   private:
    player::ResultSink& out_;
    uint32_t last_ = 0;
  };
  class Keeper final : public player::ResultSink {
   public:
    void adapter(const player::AdapterInfo&) override {}
    void warning(std::string) override {}
    void report(player::GpuReport) override {}
    void readback(player::Readback r) override { seen.push_back(std::move(r)); }
    void picture(player::Picture) override {}
    void frameDone(uint32_t) override {}
    void stats(const player::PlayStats&) override {}
    void error(player::PlayError e) override { failure = e.message; }
    std::vector<player::Readback> seen;
    std::string failure;
  };
  Keeper keeper;
  auto options = onAdapter("llvmpipe");
  options.frames = 10'000;
  const auto ending = player::runInChild(
      [&](player::ResultSink& sink) {
        Watcher watcher(sink);
        player::runSession(payload, options, watcher, player::Ending::orderly);
      },
      120, keeper);
  CHECK(!ending);
  CHECK(keeper.failure.empty());
  REQUIRE(keeper.seen.size() == 2);
  CHECK(keeper.seen[0].bytes[0] == 1);
  CHECK(keeper.seen[1].bytes[0] == 1);
#if !__has_feature(address_sanitizer)                          // which keeps freed memory for a while
  CHECK(keeper.seen[1].offset < keeper.seen[0].offset + 256);  // less than 1 MiB for 9,000 frames
#endif
}

TEST_CASE("the recorder writes the calls down without a GPU") {
  const auto calls = player::recordCalls(collatzPayload(), {});
  REQUIRE(calls.has_value());
  CHECK(calls->find("frame 0\n  begin compute pass\n    set compute pipeline 1\n    set bind group 0 to 1\n    "
                    "dispatch 2048 1 1\n") != std::string::npos);
  CHECK(
      calls->find("copy 32 bytes from buffer 2 at 0 to buffer 3 at 0\n  submit\n  read 32 bytes of buffer 3 at 0\n") !=
      std::string::npos);
}

TEST_CASE("indirect dispatches run, and their arguments are checked") {
  if (!hasAdapter("swiftshader")) return;
  ProgramBuilder b;
  b.load().put(command::CreateBuffer{0, 16, kStorage});
  b.load().put(command::CreateBuffer{1, 16, kReadback});
  b.load().put(command::CreateBuffer{2, 24, 0x108});
  ByteWriter arguments;
  for (const uint32_t n : {3u, 1u, 1u, 0xFFFFFFFFu, 1u, 1u}) arguments.u32(n);
  b.write(2, 0, arguments.bytes());
  b.compute(0,
            "@group(0) @binding(0) var<storage, read_write> d: array<atomic<u32>>;\n"
            "@compute @workgroup_size(1) fn main() { atomicAdd(&d[0], 1u); }",
            {0});
  auto f = b.frame();
  f.put(command::BeginComputePass{});
  f.put(command::SetPipeline{0});
  f.put(command::SetBindGroup{0, 0});
  f.put(command::DispatchIndirect{2, 0});
  f.put(command::DispatchIndirect{2, 12});  // too many workgroups: does nothing
  f.put(command::EndPass{});
  b.readBack(0, 1, 16);
  const auto result = player::play(b.payload(), onAdapter("swiftshader"));
  INFO(describe(result));
  REQUIRE(!result.error);
  REQUIRE(result.readbacks.size() == 1);
  CHECK(words(result.readbacks[0].bytes)[0] == 3);
}
