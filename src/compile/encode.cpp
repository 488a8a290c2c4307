// Program -> CommandProgram: numbers everything, then has the parts encoded and checks what the stream can hold.
#include "base/text.h"
#include "compile/compile.h"
#include "compile/encoder.h"

namespace pngine::compile {
namespace {

using program::Program;
using webgpu::BufferUsage;

/// Ids are u16; the top two texture ids are the canvas and "none"; bit 15 of a group's layout word tells the two id
/// spaces that it may name apart.
constexpr uint64_t kMaxIds = 65535;
constexpr uint64_t kMaxTextures = 65533;
constexpr uint64_t kMaxLayouts = 32767;

void exhausted(Diagnostics& diagnostics, std::string_view rule, std::string_view kind, uint64_t count, uint64_t most,
               Span span) {
  if (count <= most) return;
  diagnostics.error(
      rule, span,
      cat("the document makes ", count, " ", kind, ", and the most is ", most, " (members of pools count)"));
}

template <class Vector>
Span lastOf(const Vector& all) {
  return all.empty() ? Span{} : all.back().origin.name_span;
}

void checkCounts(const Program& p, Diagnostics& d) {
  constexpr std::string_view kIds = "ids/exhausted";
  exhausted(d, "module/too-many", "shader modules", p.modules.size(), kMaxIds, lastOf(p.modules));
  exhausted(d, "pass/too-many", "passes", p.passes.size(), kMaxIds, lastOf(p.passes));
  exhausted(d, "frame/too-many", "frames", p.frames.size(), kMaxIds, lastOf(p.frames));
  exhausted(d, kIds, "pipelines", p.pipelines.size(), kMaxLayouts, lastOf(p.pipelines));
  exhausted(d, kIds, "bind-group layouts", p.bind_group_layouts.size(), kMaxLayouts, lastOf(p.bind_group_layouts));
  exhausted(d, kIds, "samplers", p.samplers.size(), kMaxIds, lastOf(p.samplers));
  exhausted(d, kIds, "texture views", p.views.size(), kMaxIds, lastOf(p.views));
  exhausted(d, kIds, "query sets", p.query_sets.size(), kMaxIds, lastOf(p.query_sets));
  exhausted(d, kIds, "pipeline layouts", p.pipeline_layouts.size(), kMaxIds, lastOf(p.pipeline_layouts));
  exhausted(d, kIds, "bundles", p.bundles.size(), kMaxIds, lastOf(p.bundles));
  exhausted(d, kIds, "images", p.images.size(), kMaxIds, lastOf(p.images));
  exhausted(d, kIds, "wasm calls", p.wasm_calls.size() + p.buffers.size(), kMaxIds, lastOf(p.wasm_calls));
}

uint8_t plugins(const Program& p) {
  enum : uint8_t { core = 1, render = 2, compute = 4, wasm = 8, texture = 32 };
  uint8_t bits = core;
  for (const program::Pass& pass : p.passes) bits |= pass.compute ? compute : render;
  for (const program::Pipeline& pipeline : p.pipelines) bits |= pipeline.compute ? compute : render;
  if (!p.textures.empty() || !p.samplers.empty()) bits |= texture;
  bool calls = !p.wasm_calls.empty();
  for (const program::Data& d : p.data) calls = calls || !d.wasm.empty();
  for (const program::Buffer& b : p.buffers) calls = calls || !b.file_module.empty();
  if (calls) bits |= wasm;
  return bits;
}

void checkStreams(Encoder& e) {
  const auto check = [&](uint64_t count, std::string_view what, Span span) {
    if (count <= format::kMaxStreamCommands) return;
    e.diagnostics.error(
        "frame/budget", span,
        cat(what, " encodes to ", count, " commands, and a command stream holds ", format::kMaxStreamCommands));
  };
  check(e.out.load.count, "the creation of all resources", lastOf(e.program.buffers));
  for (size_t i = 0; i < e.out.frames.size(); ++i) {
    uint64_t count = 0;
    for (const format::Segment& s : e.out.frames[i].segments) count += s.commands.count;
    check(count, cat("frame `", e.out.frames[i].name, "`"), e.program.frames[i].origin.name_span);
  }
}

}  // namespace

Encoder::Encoder(const Program& p, const CompileOptions& o, Diagnostics& d) : program(p), options(o), diagnostics(d) {
  number();
}

void Encoder::number() {
  const auto assign = [&](const auto& all, std::vector<uint16_t>& ids, std::string_view kind, uint64_t most) {
    uint64_t next = 0;
    for (const auto& item : all) {
      ids.push_back(id16(next));
      next += item.pool.value;
    }
    exhausted(diagnostics, "ids/exhausted", kind, next, most, lastOf(all));
  };
  assign(program.buffers, buffers, "buffers", kMaxIds);
  assign(program.textures, textures, "textures", kMaxTextures);
  assign(program.bind_groups, groups, "bind groups", kMaxIds);
  next_call = static_cast<uint32_t>(program.wasm_calls.size());
}

uint32_t Encoder::blob(Bytes bytes) {
  const auto [at, fresh] = blobs_.try_emplace(bytes, static_cast<uint32_t>(out.blobs.size()));
  if (fresh) out.blobs.push_back(std::move(bytes));
  return at->second;
}

uint32_t Encoder::string(std::string_view text) {
  const auto [at, fresh] = strings_.try_emplace(std::string(text), static_cast<uint32_t>(out.strings.size()));
  if (fresh) out.strings.emplace_back(text);
  return at->second;
}

void Encoder::made(const program::Origin& origin, uint32_t of, uint32_t descriptor) {
  if (!options.hints || origin.synthesized) return;
  const auto [at, fresh] = made_.try_emplace({origin.head, of, descriptor}, &origin);
  if (fresh) return;
  diagnostics
      .warning("doc/duplicate-resource", origin.name_span,
               cat(origin.head, " `", origin.name, "` is the same as `", at->second->name, "`"))
      .notes = {{at->second->name_span, "the first one"},
                {std::nullopt, cat("use `", at->second->name, "` in both places and take this one out")}};
}

std::unique_ptr<format::CommandProgram> encode(const Program& program, const CompileOptions& options,
                                               Diagnostics& diagnostics) {
  checkCounts(program, diagnostics);
  if (diagnostics.hasErrors()) return nullptr;
  Encoder e(program, options, diagnostics);
  if (diagnostics.hasErrors()) return nullptr;
  encodeResources(e);
  encodeFrames(e);
  encodeUniforms(e, options.validate);
  checkStreams(e);
  for (const program::LimitRequest& limit : program.limits) e.out.limits.push_back({limit.limit, limit.value.value});
  for (size_t i = 0; i < program.buffers.size(); ++i) {
    // Readback buffers keep their names, so that a host can label what it hands out.
    if (!program.buffers[i].has(BufferUsage::map_read)) continue;
    e.out.names.push_back({format::ResourceName::Kind::buffer, e.buffers[i], program.buffers[i].origin.name});
  }
  e.out.premultiplied_canvas = program.alpha_mode == webgpu::CanvasAlphaMode::premultiplied;
  e.out.plugins = plugins(program);
  if (diagnostics.hasErrors()) return nullptr;
  return std::make_unique<format::CommandProgram>(std::move(e.out));
}

}  // namespace pngine::compile
