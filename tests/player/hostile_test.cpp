// Files that nobody would write: executors that loop, grow, trap or point anywhere, streams with wrong ids and codes,
// shaders that do not compile or never end. Each gives one clear error or report; the caller always lives.
#include <chrono>

#include "programs.h"

using namespace pngine;
using namespace pngine::test;

namespace {

// ---- executors, byte by byte ----

void leb(ByteWriter& out, uint32_t value) {
  do {
    const auto byte = static_cast<uint8_t>(value & 0x7F);
    value >>= 7;
    out.u8(value ? byte | 0x80 : byte);
  } while (value);
}
void section(ByteWriter& out, uint8_t id, const Bytes& body) {
  out.u8(id);
  leb(out, static_cast<uint32_t>(body.size()));
  out.raw(body);
}
/// i32.const value
Bytes constant(int32_t value) {
  Bytes out{0x41};
  for (int64_t v = value;;) {
    const auto byte = static_cast<uint8_t>(v & 0x7F);
    v >>= 7;
    const bool last = (v == 0 && !(byte & 0x40)) || (v == -1 && (byte & 0x40));
    out.push_back(last ? byte : static_cast<uint8_t>(byte | 0x80));
    if (last) return out;
  }
}

struct FakeExecutor {
  Bytes init = constant(0), frame = constant(0);  ///< bodies that leave an i32
  int32_t head = 1024, data = 32768, commands = 65536 - 4096;
  Bytes stream{8, 0, 0, 0, 0, 0, 0, 0};  ///< lies at 65536 - 4096
  uint8_t pages = 1;
  bool foreign_import = false;

  Bytes module() const {
    const Bytes bodies[] = {constant(head), {}, constant(data), {}, init, frame, constant(commands)};
    static constexpr std::string_view kNames[] = {"getBytecodePtr", "setBytecodeLen", "getDataPtr",   "setDataLen",
                                                  "init",           "frame",          "getCommandPtr"};
    static constexpr uint8_t kTypes[] = {0, 1, 0, 1, 0, 2, 0};
    const uint8_t first = foreign_import ? 1 : 0;
    ByteWriter out;
    out.text(std::string_view("\0asm\1\0\0\0", 8));
    section(out, 1, {3, 0x60, 0, 1, 0x7F, 0x60, 1, 0x7F, 0, 0x60, 3, 0x7D, 0x7F, 0x7F, 1, 0x7F});
    if (foreign_import) section(out, 2, {1, 3, 'e', 'n', 'v', 4, 'e', 'x', 'e', 'c', 0, 0});
    Bytes functions{7};
    functions.insert(functions.end(), kTypes, kTypes + 7);
    section(out, 3, functions);
    section(out, 5, {1, 0, pages});
    ByteWriter exports;
    exports.u8(8).u8(6).text("memory").u8(2).u8(0);
    for (uint8_t i = 0; i < 7; ++i) {
      exports.u8(static_cast<uint8_t>(kNames[i].size())).text(kNames[i]).u8(0).u8(static_cast<uint8_t>(i + first));
    }
    section(out, 7, exports.bytes());
    ByteWriter code;
    code.u8(7);
    for (const Bytes& body : bodies) {
      leb(code, static_cast<uint32_t>(body.size() + 2));
      code.u8(0).raw(body).u8(0x0B);
    }
    section(out, 10, code.bytes());
    ByteWriter data_section;
    data_section.u8(1).u8(0).raw(constant(65536 - 4096)).u8(0x0B);
    leb(data_section, static_cast<uint32_t>(stream.size()));
    data_section.raw(stream);
    section(out, 11, data_section.bytes());
    return out.take();
  }

  /// A payload with empty tables around the executor.
  Bytes payload() const {
    const Bytes wasm = module();
    const auto end = static_cast<uint32_t>(40 + wasm.size());
    ByteWriter out;
    out.text("PNGB").u16(0).u16(1).u8(1).u24(0).u32(40).u32(static_cast<uint32_t>(wasm.size()));
    out.u32(end).u32(end + 2).u32(end + 4).u32(end + 5).u32(end + 7).raw(wasm);
    out.raw(Bytes{0, 0, 0, 0, 0, 0, 0, 0});
    return out.take();
  }
};

player::PlayResult run(const Bytes& payload, double timeout = 120) {
  player::PlayOptions options = onAdapter("software");
  options.timeout = timeout;
  return player::play(payload, options);
}

std::string errorOf(const FakeExecutor& executor) {
  const auto result = run(executor.payload());
  return result.error ? result.error->message : "no error\n" + describe(result);
}

bool has(std::string_view text, std::string_view part) { return text.find(part) != std::string_view::npos; }

/// Plays a program; its reports and its error say each of `texts`.
void checkComplaints(ProgramBuilder& b, std::initializer_list<std::string_view> texts) {
  const auto result = run(b.payload());
  if (result.error) CHECK(result.error->kind != player::ErrorKind::child_died);
  const std::string said = describe(result);
  CAPTURE(said);
  for (const std::string_view text : texts) {
    CAPTURE(text);
    CHECK(has(said, text));
  }
}

/// A kernel that never ends.
constexpr const char* kEndless =
    "@group(0) @binding(0) var<storage, read_write> d: array<u32>;\n"
    "@compute @workgroup_size(1) fn main() { var i = 0u; loop { d[0] = i; i += 1u; if (d[0] == 0xFFFFFFFFu) { break; "
    "} } }";

}  // namespace

TEST_CASE("executors that misbehave") {
  CHECK(has(errorOf({}), "no error"));
  CHECK(has(errorOf({.init = {0x03, 0x40, 0x0C, 0, 0x0B, 0x41, 0}}), "did not come to an end"));
  CHECK(has(errorOf({.init = {0x00, 0x41, 0}}), "unreachable"));
  CHECK(has(errorOf({.init = {0x41, 0x7F, 0x28, 2, 0}}), "outside its memory"));
  CHECK(has(errorOf({.init = {0x10, 4}}), "stack overflowed"));
  CHECK(has(errorOf({.init = constant(4)}), "status 4"));
  CHECK(has(errorOf({.init = constant(77)}), "status 77"));
  CHECK(has(errorOf({.frame = {0x03, 0x40, 0x0C, 0, 0x0B, 0x41, 0}}), "did not come to an end"));
  // Growing for ever: memory.grow answers -1 at the cap, so init comes to its end.
  CHECK(has(errorOf({.init = {0x03, 0x40, 0x41, 0xC0, 0, 0x40, 0, 0x41, 0x7F, 0x47, 0x0D, 0, 0x0B, 0x41, 0}}),
            "no error"));
  CHECK(has(errorOf({.head = -16}), "no room"));
  CHECK(has(errorOf({.data = 65535}), "no room"));
  CHECK(has(errorOf({.commands = -1}), "outside its memory"));
  CHECK(has(errorOf({.commands = 65533}), "outside its memory"));
  CHECK(has(errorOf({.stream = {255, 255, 255, 127, 0, 0, 0, 0}}), "bytes"));
  CHECK(has(errorOf({.stream = {9, 0, 0, 0, 1, 0, 0, 0, 0x99}}), "0x99"));
  CHECK(has(errorOf({.foreign_import = true}), "env.exec"));
}

TEST_CASE("a status of frame is reported and the run goes on") {
  player::PlayOptions options = onAdapter("software");
  options.frames = 2;
  const auto result = player::play(FakeExecutor{.frame = constant(3)}.payload(), options);
  REQUIRE(!result.error);
  CHECK(result.stats.frames == 2);
  REQUIRE(result.reports.size() == 1);
  CHECK(result.reports[0].source == "frame");
}

TEST_CASE("damaged payloads") {
  Bytes bytes = FakeExecutor{}.payload();
  bytes[0] = 'X';
  CHECK(run(bytes).error->kind == player::ErrorKind::bad_file);
  CHECK(run({}).error->kind == player::ErrorKind::bad_file);
}

TEST_CASE("commands that would end the process") {
  if (!hasAdapter("swiftshader")) return;
  SUBCASE("unknown usage bits and huge buffers") {
    ProgramBuilder b;
    b.load().put(command::CreateBuffer{0, 64, 0xF000});
    b.load().put(command::CreateBuffer{1, 0xFFFFFFFF, 0x80});
    b.load().put(command::CreateBuffer{2, 64, 0x81});  // map-read with storage
    checkComplaints(b, {"unknown usage bits", "maxBufferSize", "buffer 2"});
  }
  SUBCASE("ids that do not exist") {
    ProgramBuilder b;
    auto f = b.frame();
    f.put(command::Dispatch{1, 1, 1});
    f.put(command::BeginComputePass{});
    f.put(command::SetBindGroup{0, 9});
    f.put(command::SetPipeline{65535});
    checkComplaints(b, {"no pass is open", "bind group 9 does not exist", "pipeline 65535 does not exist"});
  }
  SUBCASE("a failed object poisons its submit, not the process") {
    ProgramBuilder b;
    b.load().put(command::CreateBuffer{0, 64, 0xF000});
    b.load().put(command::CreateBuffer{1, 64, 0x9});
    b.readBack(0, 1, 64);
    checkComplaints(b, {"the work of this submit is lost"});
  }
  SUBCASE("copies out of range, into the wrong usage, of the same buffer") {
    ProgramBuilder b;
    b.load().put(command::CreateBuffer{0, 64, kStorage});
    b.load().put(command::CreateBuffer{1, 64, kReadback});
    b.readBack(0, 1, 4096);
    b.frame().put(command::CopyBufferToBuffer{1, 0, 0, 0, 8});
    b.frame().put(command::Submit{});
    b.frame().put(command::CopyBufferToBuffer{0, 2, 1, 0, 8});
    b.frame().put(command::Submit{});
    b.frame().put(command::CopyBufferToBuffer{0, 0, 1, 4, 8});
    b.frame().put(command::Submit{});
    checkComplaints(b, {"do not fit", "no copy source", "no multiple of 8"});
  }
  SUBCASE("a pass left open, dispatch without a pipeline, too many workgroups") {
    ProgramBuilder b;
    b.load().put(command::CreateBuffer{0, 64, kStorage});
    b.compute(0,
              "@group(0) @binding(0) var<storage, read_write> d: array<u32>; @compute @workgroup_size(1) fn main() { "
              "d[0] = 1; }",
              {0});
    b.frame().put(command::BeginComputePass{});
    b.frame().put(command::Dispatch{1, 1, 1});
    b.frame().put(command::EndPass{});
    b.frame().put(command::Submit{});
    b.run(0, 1u << 20);
    b.frame().put(command::Submit{});
    b.frame().put(command::BeginComputePass{});
    b.frame().put(command::Submit{});
    checkComplaints(b, {"no pipeline is set", "the submit was refused", "inside a pass"});
  }
  SUBCASE("a layout that the pipeline does not have") {
    ProgramBuilder b;
    b.shader(0, "@compute @workgroup_size(1) fn main() {}");
    b.create(command::CreateComputePipeline{0, {}}, format::ComputePipelineDescriptor{.shader = 0, .entry = "main"});
    b.create(command::CreateBindGroup{0, 0, {}}, format::BindGroupDescriptor{.group = 2, .entries = {}});
    b.create(command::CreateBindGroup{1, 0, {}}, format::BindGroupDescriptor{.group = 200, .entries = {}});
    checkComplaints(b, {"bind group"});
  }
  SUBCASE("entry points that do not exist, empty texture views, bad samplers") {
    ProgramBuilder b;
    b.shader(0, "@compute @workgroup_size(1) fn main() {}");
    b.create(command::CreateComputePipeline{0, {}}, format::ComputePipelineDescriptor{.shader = 0, .entry = "nothing"});
    b.create(command::CreateTexture{0, {}}, format::TextureDescriptor{.width = 0, .height = 4, .usage = 4});
    b.create(command::CreateTextureView{0, 0, {}}, format::TextureViewDescriptor{.base_mip = 99});
    b.create(command::CreateTexture{1, {}},
             format::TextureDescriptor{.width = 4, .height = 4, .samples = 3, .usage = 4});
    b.create(command::CreateSampler{0, {}}, format::SamplerDescriptor{.anisotropy = 0});
    b.create(command::CreateQuerySet{0, {}}, format::QuerySetDescriptor{.count = 0});
    b.create(command::CreateQuerySet{1, {}}, format::QuerySetDescriptor{.count = 5000});
    checkComplaints(b, {"pipeline 0", "texture 0", "texture 1", "4096"});
  }
}

TEST_CASE("shaders that must not reach the driver") {
  if (!hasAdapter("swiftshader")) return;
  SUBCASE("a type error, with its place") {
    ProgramBuilder b;
    b.program().names.push_back({format::ResourceName::Kind::shader, 0, "climb"});
    b.shader(0, "@compute @workgroup_size(1) fn main() {\n  let x: u32 = 1.5;\n}");
    checkComplaints(b, {"shader climb: 2:"});
  }
  SUBCASE("a barrier in non-uniform control flow, which the driver library accepts") {
    ProgramBuilder b;
    b.shader(0,
             "@compute @workgroup_size(8) fn main(@builtin(local_invocation_index) i: u32) { if (i > 3u) { "
             "workgroupBarrier(); } }");
    checkComplaints(b, {"shader 0: "});
  }
  SUBCASE("100,000 parentheses") {
    ProgramBuilder b;
    b.shader(0, "const x = " + std::string(100'000, '(') + "1" + std::string(100'000, ')') + ";");
    checkComplaints(b, {"shader 0: "});
  }
}

TEST_CASE("a time limit ends a run that does not end") {
  if (!hasAdapter("swiftshader")) return;
  const Bytes payload = kernelPayload(kEndless, 2);
  const auto start = std::chrono::steady_clock::now();
  const auto result = run(payload, 2);
  const double seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  REQUIRE(result.error);
  CHECK(result.error->kind == player::ErrorKind::timeout);
  CHECK(seconds < 10);
}

TEST_CASE("work that never ends is no success because nothing is read back") {
  if (!hasAdapter("swiftshader")) return;
  ProgramBuilder b;
  b.load().put(command::CreateBuffer{0, 16, 0x80});
  b.compute(0, kEndless, {0});
  b.run(0, 1);
  b.frame().put(command::Submit{});
  const auto result = run(*format::writePayload(b.program()), 2);
  REQUIRE(result.error);
  CHECK(result.error->kind == player::ErrorKind::timeout);
}

TEST_CASE("the memory budget") {
  if (!hasAdapter("swiftshader")) return;
  ProgramBuilder b;
  for (uint16_t i = 0; i < 20; ++i) b.load().put(command::CreateBuffer{i, 256u << 20, 0x80});
  checkComplaints(b, {"memory budget"});
}
