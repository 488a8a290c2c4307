// Programs for the player's tests, built command by command, and the Collatz search that everything is measured by.
#pragma once
#include <doctest/doctest.h>

#include <cstdlib>
#include <string>

#include "format/descriptors.h"
#include "format/payload.h"
#include "format/stream.h"
#include "player/player.h"

namespace pngine::test {

namespace command = format::command;

/// Collects blobs, load commands and one frame.
class ProgramBuilder {
 public:
  ProgramBuilder() { program_.frames.push_back({.name = "main", .segments = {{}}}); }
  format::CommandWriter load() { return format::CommandWriter(program_.load); }
  format::CommandWriter frame() { return format::CommandWriter(program_.frames[0].segments[0].commands); }
  uint32_t blob(ByteView bytes) {
    program_.blobs.emplace_back(bytes.begin(), bytes.end());
    return static_cast<uint32_t>(program_.blobs.size() - 1);
  }
  format::CommandProgram& program() { return program_; }

  void shader(uint16_t id, std::string_view wgsl) {
    const uint32_t data = blob(asBytes(wgsl));
    program_.shader_blobs.push_back(data);
    load().put(command::CreateShader{id, {0, static_cast<uint32_t>(wgsl.size())}}).data(data);
  }
  template <class C, class D>
  void create(C c, const D& descriptor) {
    const Bytes bytes = format::encode(descriptor);
    c.desc.len = static_cast<uint32_t>(bytes.size());
    load().put(c).data(blob(bytes));
  }
  void write(uint16_t buffer, uint32_t offset, ByteView bytes) {
    load().put(command::WriteBuffer{buffer, offset, {0, static_cast<uint32_t>(bytes.size())}}).data(blob(bytes));
  }
  /// Compute pipeline `id` of shader `id`, entry "main", and bind group `id` of group 0 with whole buffers.
  void compute(uint16_t id, std::string_view wgsl, std::initializer_list<uint16_t> buffers) {
    shader(id, wgsl);
    create(command::CreateComputePipeline{id, {}}, format::ComputePipelineDescriptor{.shader = id, .entry = "main"});
    format::BindGroupDescriptor group;
    for (const uint16_t buffer : buffers) {
      const auto binding = static_cast<uint8_t>(group.entries.size());
      group.entries.push_back({.binding = binding, .kind = format::BindGroupEntry::Kind::buffer, .id = buffer});
    }
    create(command::CreateBindGroup{id, id, {}}, group);
  }
  void run(uint16_t id, uint32_t x) {
    auto f = frame();
    f.put(command::BeginComputePass{});
    f.put(command::SetPipeline{id});
    f.put(command::SetBindGroup{0, id});
    f.put(command::Dispatch{x, 1, 1});
    f.put(command::EndPass{});
  }
  /// Copies buffer `from` to map-read buffer `to` and submits.
  void readBack(uint16_t from, uint16_t to, uint32_t size) {
    frame().put(command::CopyBufferToBuffer{from, 0, to, 0, size});
    frame().put(command::Submit{});
  }
  Bytes payload() const {
    auto bytes = format::writePayload(program_);
    REQUIRE_MESSAGE(bytes.has_value(), (bytes ? "" : bytes.error().message));
    return *bytes;
  }

 private:
  format::CommandProgram program_;
};

inline constexpr uint16_t kStorage = 0x84, kReadback = 0x09, kStorageDst = 0x8C;

/// A payload whose one kernel fills array<u32> `out` (buffer 0, `words` words), read back whole each frame.
inline Bytes kernelPayload(std::string_view wgsl, uint32_t words, uint32_t groups = 1) {
  ProgramBuilder b;
  b.load().put(command::CreateBuffer{0, words * 4, kStorage});
  b.load().put(command::CreateBuffer{1, words * 4, kReadback});
  b.compute(0, wgsl, {0});
  b.run(0, groups);
  b.readBack(0, 1, words * 4);
  return b.payload();
}

/// Collatz lengths of all starts below 131072, reduced in one workgroup: bound, winner, its steps, all steps as u64.
inline Bytes collatzPayload() {
  ProgramBuilder b;
  b.load().put(command::CreateBuffer{0, 131072 * 4, 0x80});
  b.load().put(command::CreateBuffer{1, 32, kStorage});
  b.load().put(command::CreateBuffer{2, 32, kReadback});
  b.compute(0, R"(
@group(0) @binding(0) var<storage, read_write> steps: array<u32>;
@compute @workgroup_size(64) fn main(@builtin(global_invocation_id) id: vec3u) {
  var v = id.x;
  var n = 0u;
  while (v > 1u) {
    v = select(v / 2u, 3u * v + 1u, (v & 1u) == 1u);
    n += 1u;
  }
  steps[id.x] = n;
})",
            {0});
  b.compute(1, R"(
@group(0) @binding(0) var<storage, read> steps: array<u32>;
@group(0) @binding(1) var<storage, read_write> result: array<vec2u, 4>;
var<workgroup> best: atomic<u32>;
var<workgroup> total: atomic<u32>;
@compute @workgroup_size(256) fn main(@builtin(local_invocation_index) lane: u32) {
  for (var i = lane; i < 131072u; i += 256u) {
    atomicMax(&best, (steps[i] << 20u) | i);
    atomicAdd(&total, steps[i]);
  }
  workgroupBarrier();
  if (lane == 0u) {
    let b = atomicLoad(&best);
    result[0] = vec2u(131072u, 0u);
    result[1] = vec2u(b & 0xfffffu, 0u);
    result[2] = vec2u(b >> 20u, 0u);
    result[3] = vec2u(atomicLoad(&total), 0u);
  }
})",
            {0, 1});
  b.run(0, 131072 / 64);
  b.run(1, 1);
  b.readBack(1, 2, 32);
  b.program().names.push_back({format::ResourceName::Kind::buffer, 2, "answer"});
  return b.payload();
}

inline std::vector<uint64_t> lanes(ByteView bytes) {
  std::vector<uint64_t> out;
  for (ByteReader r(bytes); r.left() >= 8;) out.push_back(r.u64());
  return out;
}
inline std::vector<uint32_t> words(ByteView bytes) {
  std::vector<uint32_t> out;
  for (ByteReader r(bytes); r.left() >= 4;) out.push_back(r.u32());
  return out;
}

inline player::PlayOptions onAdapter(std::string_view name) {
  player::PlayOptions options;
  options.adapter = player::parseAdapter(name);
  options.timeout = 120;
  return options;
}

/// False: the adapter is missing, which fails in CI and is a loud skip elsewhere.
inline bool hasAdapter(std::string_view name) {
  static const std::vector<player::AdapterInfo> all =
      player::listAdapters().value_or(std::vector<player::AdapterInfo>{});
  for (const player::AdapterInfo& info : all) {
    const std::string lower = [&] {
      std::string text = info.name;
      for (char& c : text) c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
      return text;
    }();
    if (lower.find(name) != std::string::npos) return true;
  }
  const char* ci = std::getenv("CI");
  REQUIRE_MESSAGE((!ci || std::string_view(ci) != "true"), "the adapter ", std::string(name), " is missing");
  MESSAGE("SKIPPED: no adapter called ", std::string(name));
  return false;
}

inline std::string describe(const player::PlayResult& r) {
  std::string out = r.error ? "error: " + r.error->message + "\n" : "";
  for (const auto& report : r.reports) out += report.source + ": " + report.message + "\n";
  for (const auto& warning : r.warnings) out += "warning: " + warning + "\n";
  return out;
}

}  // namespace pngine::test
