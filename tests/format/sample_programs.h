// Programs built by hand for the tests of format and executor: what the compiler would hand over.
#pragma once
#include <fstream>
#include <iterator>
#include <string>

#include "format/descriptors.h"
#include "format/payload.h"
#include "format/stream.h"

namespace pngine::format::samples {

inline std::string readText(const std::string& path) {
  std::ifstream in(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), {}};
}

inline uint32_t addBlob(CommandProgram& p, Bytes bytes) {
  p.blobs.push_back(std::move(bytes));
  return static_cast<uint32_t>(p.blobs.size() - 1);
}
inline uint32_t addBlob(CommandProgram& p, std::string_view text) {
  const ByteView b = asBytes(text);
  return addBlob(p, Bytes(b.begin(), b.end()));
}
inline uint32_t sizeOf(const CommandProgram& p, uint32_t blob) { return static_cast<uint32_t>(p.blobs[blob].size()); }

inline constexpr std::string_view kClimb = R"(
const LIMIT: u32 = 4096u;

@group(0) @binding(0) var<storage, read_write> steps: array<u32>;

@compute @workgroup_size(64)
fn main(@builtin(global_invocation_id) id: vec3u) {
  var v = id.x;
  var count = 0u;
  while (v > 1u && count < 1024u) {
    v = select(v / 2u, 3u * v + 1u, (v & 1u) == 1u);
    count++;
  }
  if (id.x < LIMIT) { steps[id.x] = count; }
}
)";
inline constexpr std::string_view kFold = R"(
const LIMIT: u32 = 4096u;

@group(0) @binding(0) var<storage, read> steps: array<u32>;
@group(0) @binding(1) var<storage, read_write> result: array<vec2u>;

@compute @workgroup_size(1)
fn main() {
  var best = 0u;
  for (var n = 0u; n < LIMIT; n++) { best = max(best, (steps[n] << 20u) | n); }
  result[0] = vec2u(LIMIT, 0u);
  result[1] = vec2u(best & 0xFFFFFu, 0u);
}
)";

/// Two compute passes and a readback: nothing depends on the frame.
inline CommandProgram search(std::string_view climb = kClimb, std::string_view fold = kFold) {
  CommandProgram p;
  CommandWriter load(p.load);
  for (std::string_view text : {climb, fold}) {
    const uint32_t blob = addBlob(p, text);
    load.put(command::CreateShader{static_cast<uint16_t>(blob), {0, sizeOf(p, blob)}}).data(blob);
    p.shader_blobs.push_back(blob);
  }
  load.put(command::CreateBuffer{0, 524288, 0x80});
  load.put(command::CreateBuffer{1, 32, 0x84});
  load.put(command::CreateBuffer{2, 32, 0x9});
  for (uint16_t i = 0; i < 2; ++i) {
    const uint32_t blob = addBlob(p, encode(ComputePipelineDescriptor{i, "main", {}}));
    load.put(command::CreateComputePipeline{i, {0, sizeOf(p, blob)}}).data(blob);
  }
  for (uint16_t i = 0; i < 2; ++i) {
    BindGroupDescriptor group{0, {{.binding = 0, .id = 0}}};
    if (i == 1) group.entries.push_back({.binding = 1, .id = 1});
    const uint32_t blob = addBlob(p, encode(group));
    load.put(command::CreateBindGroup{i, i, {0, sizeOf(p, blob)}}).data(blob);
  }
  FrameProgram frame{"main", {{}}};
  CommandWriter w(frame.segments[0].commands);
  for (uint16_t i = 0; i < 2; ++i) {
    w.put(command::BeginComputePass{});
    w.put(command::SetPipeline{i});
    w.put(command::SetBindGroup{0, i});
    w.put(command::Dispatch{i == 0 ? 2048u : 1u, 1, 1});
    w.put(command::EndPass{});
  }
  w.put(command::CopyBufferToBuffer{1, 0, 2, 0, 32});
  w.put(command::Submit{});
  p.frames.push_back(std::move(frame));
  p.names.push_back({ResourceName::Kind::buffer, 2, "readback"});
  p.plugins = 5;
  return p;
}

/// Everything that can depend on the frame: once-only work, pools of two and three, a grid that follows the canvas, a
/// call with a string, and a last patch that ends two bytes before the end of its commands.
inline CommandProgram everything() {
  CommandProgram p;
  CommandWriter load(p.load);
  const uint32_t blob = addBlob(p, "initial contents");
  load.put(command::CreateBuffer{0, 64, 0x88});
  load.put(command::WriteBuffer{0, 0, {0, sizeOf(p, blob)}}).data(blob);
  p.strings = {"tick"};
  FrameProgram frame{"main", {}};
  Segment once{.once = 7, .commands = {}};
  CommandWriter first(once.commands);
  first.put(command::BeginComputePass{});
  first.put(command::SetBindGroup{0, 20}).pool(&command::SetBindGroup::id, 2, 1);
  first.put(command::EndPass{});
  frame.segments.push_back(once);
  frame.segments.push_back(once);  // a second listing of the same pass never runs
  Segment body;
  CommandWriter w(body.commands);
  w.put(command::WriteTimeInputs{0, 0, 16});
  wire::ArgBytes none;
  none.count = 1;
  w.put(command::CallWasm{1, 0, {0, 4}, none}).string(0);
  w.put(command::BeginComputePass{});
  w.put(command::Dispatch{0, 0, 1})
      .grid(&command::Dispatch::x, Fixup::Kind::grid_x, 8)
      .grid(&command::Dispatch::y, Fixup::Kind::grid_y, 16);
  w.put(command::EndPass{});
  w.put(command::SetVertexBuffer{1, 300}).pool(&command::SetVertexBuffer::id, 3, 2);
  frame.segments.push_back(body);
  Segment end;
  CommandWriter(end.commands).put(command::Submit{});
  frame.segments.push_back(end);
  p.frames.push_back(std::move(frame));
  p.uniforms.push_back({0, "inputs", 0, 0, {{"time", 0, 4, 0, 0}}});
  p.limits.push_back({webgpu::Limit::max_bind_groups, 5});
  p.premultiplied_canvas = true;
  return p;
}

}  // namespace pngine::format::samples
