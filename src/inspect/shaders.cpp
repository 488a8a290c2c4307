// Reflection lives as long as its module, so what reports need is copied out of it.
#include "inspect/shaders.h"

#include <algorithm>

#include "base/text.h"
#include "format/stream.h"
#include "wgsl/wgsl.h"

namespace pngine::inspect {
namespace {

ShaderInfo read(uint16_t id, std::string_view text) {
  ShaderInfo out{.id = id, .text = std::string(text)};
  const auto module = wgsl::parse(text);
  if (!module) return out;
  const wgsl::Reflection& reflection = wgsl::reflect(**module);
  out.parsed = true;
  out.entry_points = reflection.entry_points;
  out.bindings = reflection.bindings;
  for (wgsl::Binding& binding : out.bindings) {
    out.binding_types.push_back(binding.type ? binding.type->name : std::string());
    binding.type = nullptr;
  }
  return out;
}

bool hasStage(const Inspection& inspection, wgsl::Stage stage) {
  return std::ranges::any_of(inspection.shaders, [&](const ShaderInfo& s) {
    return !s.parsed || std::ranges::any_of(s.entry_points, [&](const auto& e) { return e.stage == stage; });
  });
}

}  // namespace

void collectShaders(const player::ExecutorStream& stream, std::vector<ShaderInfo>& shaders) {
  const auto decoded = format::decodeOnly<format::command::CreateShader>(
      stream.commands, stream.memory.size(), stream.layout, [&](const auto& c) {
        const auto same = [&](const ShaderInfo& s) { return s.id == c.id; };
        if (c.code.len == 0 || std::ranges::any_of(shaders, same)) return;
        shaders.push_back(read(c.id, asText(stream.memory.subspan(c.code.ptr, c.code.len))));
      });
  static_cast<void>(decoded);  // a malformed stream is a finding of the stream checker
}

void checkShaders(Inspection& inspection) {
  const auto warn = [&](std::string_view code, std::string_view rule, std::string message) {
    inspection.add(false, code, rule, std::move(message));
  };
  for (const ShaderInfo& s : inspection.shaders) {
    if (s.parsed && s.entry_points.empty()) {
      warn("W201", "shader/no-entry", cat("shader ", s.id, " has no entry point"));
    }
  }
  const auto any = [&](auto&& is) { return std::ranges::any_of(inspection.pipelines, is); };
  const bool renders = any([](const PipelineInfo& p) { return !p.compute; });
  const bool shades = any([](const PipelineInfo& p) { return !p.compute && !p.fragment.empty(); });
  const bool computes = any([](const PipelineInfo& p) { return p.compute; });
  if (renders && !hasStage(inspection, wgsl::Stage::vertex)) {
    warn("W202", "shader/no-vertex", "there is a render pipeline, and no shader has a vertex entry point");
  }
  if (shades && !hasStage(inspection, wgsl::Stage::fragment)) {
    warn("W203", "shader/no-fragment", "there is a render pipeline, and no shader has a fragment entry point");
  }
  if (computes && !hasStage(inspection, wgsl::Stage::compute)) {
    warn("W204", "shader/no-compute", "there is a compute pipeline, and no shader has a compute entry point");
  }
}

}  // namespace pngine::inspect
