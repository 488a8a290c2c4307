// From the checked document to the Program: gives every root form an index in the vector of its kind, then runs one
// function per form, kind by kind in the order of creation. A form is added here by one row of kRows.
#include <algorithm>
#include <cmath>
#include <set>

#include "compile/lowering.h"
#include "webgpu/enums.h"

namespace pngine::compile {
namespace {

/// In order of lowering: a handler may read what earlier kinds hold.
enum class Kind : uint8_t {
  define,
  limits,
  canvas,
  data,
  image,
  wasm_call,
  module,
  buffer,
  texture,
  sampler,
  view,
  query_set,
  bind_group_layout,
  pipeline_layout,
  render_pipeline,
  compute_pipeline,
  bind_group,
  bundle,
  queue,
  render_pass,
  compute_pass,
  frame,
  count,
};

struct Row {
  FormId id;
  Kind kind;
  std::string_view head;
  void (*handler)(Lowering&, const Form&, Index);
};

constexpr Row kRows[] = {
    {FormId::define, Kind::define, "define", lowerDefine},
    {FormId::limits, Kind::limits, "limits", lowerLimits},
    {FormId::canvas, Kind::canvas, "canvas", lowerCanvas},
    {FormId::data, Kind::data, "data", lowerData},
    {FormId::image_bitmap, Kind::image, "image-bitmap", lowerImageBitmap},
    {FormId::wasm_call, Kind::wasm_call, "wasm-call", lowerWasmCall},
    {FormId::shader_module, Kind::module, "shader-module", lowerShaderModule},
    {FormId::buffer, Kind::buffer, "buffer", lowerBuffer},
    {FormId::texture, Kind::texture, "texture", lowerTexture},
    {FormId::sampler, Kind::sampler, "sampler", lowerSampler},
    {FormId::texture_view, Kind::view, "texture-view", lowerTextureView},
    {FormId::query_set, Kind::query_set, "query-set", lowerQuerySet},
    {FormId::bind_group_layout, Kind::bind_group_layout, "bind-group-layout", lowerBindGroupLayout},
    {FormId::pipeline_layout, Kind::pipeline_layout, "pipeline-layout", lowerPipelineLayout},
    {FormId::render_pipeline, Kind::render_pipeline, "render-pipeline", lowerRenderPipeline},
    {FormId::compute_pipeline, Kind::compute_pipeline, "compute-pipeline", lowerComputePipeline},
    {FormId::bind_group, Kind::bind_group, "bind-group", lowerBindGroup},
    {FormId::render_bundle, Kind::bundle, "render-bundle", lowerRenderBundle},
    {FormId::queue, Kind::queue, "queue", lowerQueue},
    {FormId::render_pass, Kind::render_pass, "render-pass", lowerRenderPass},
    {FormId::compute_pass, Kind::compute_pass, "compute-pass", lowerComputePass},
    {FormId::frame, Kind::frame, "frame", lowerFrame},
};

const Row* rowOf(FormId id) {
  for (const Row& row : kRows) {
    if (row.id == id) return &row;
  }
  return nullptr;
}

struct Placed {
  const Form* form;
  const Row* row;
  Index index;
};

/// Appends one element of the kind's vector and gives its origin; nullptr for kinds without a vector.
program::Origin* append(Program& p, Kind kind) {
  switch (kind) {
    case Kind::define:
      return &p.defines.emplace_back().origin;
    case Kind::limits:
      return &p.limits_form.emplace();
    case Kind::canvas:
      return &p.canvas_form.emplace();
    case Kind::data:
      return &p.data.emplace_back().origin;
    case Kind::image:
      return &p.images.emplace_back().origin;
    case Kind::wasm_call:
      return &p.wasm_calls.emplace_back().origin;
    case Kind::module:
      return &p.modules.emplace_back().origin;
    case Kind::buffer:
      return &p.buffers.emplace_back().origin;
    case Kind::texture:
      return &p.textures.emplace_back().origin;
    case Kind::sampler:
      return &p.samplers.emplace_back().origin;
    case Kind::view:
      return &p.views.emplace_back().origin;
    case Kind::query_set:
      return &p.query_sets.emplace_back().origin;
    case Kind::bind_group_layout:
      return &p.bind_group_layouts.emplace_back().origin;
    case Kind::pipeline_layout:
      return &p.pipeline_layouts.emplace_back().origin;
    case Kind::render_pipeline:
      return &p.pipelines.emplace_back().origin;
    case Kind::compute_pipeline:
      return &p.pipelines.emplace_back().origin;
    case Kind::bind_group:
      return &p.bind_groups.emplace_back().origin;
    case Kind::bundle:
      return &p.bundles.emplace_back().origin;
    case Kind::queue:
      return &p.queues.emplace_back().origin;
    case Kind::render_pass:
      return &p.passes.emplace_back().origin;
    case Kind::compute_pass:
      return &p.passes.emplace_back().origin;
    case Kind::frame:
      return &p.frames.emplace_back().origin;
    case Kind::count:
      return nullptr;
  }
  return nullptr;
}

program::Origin& originAt(Program& p, Kind kind, Index i) {
  switch (kind) {
    case Kind::define:
      return p.defines[i].origin;
    case Kind::limits:
      return *p.limits_form;
    case Kind::canvas:
      return *p.canvas_form;
    case Kind::data:
      return p.data[i].origin;
    case Kind::image:
      return p.images[i].origin;
    case Kind::wasm_call:
      return p.wasm_calls[i].origin;
    case Kind::module:
      return p.modules[i].origin;
    case Kind::buffer:
      return p.buffers[i].origin;
    case Kind::texture:
      return p.textures[i].origin;
    case Kind::sampler:
      return p.samplers[i].origin;
    case Kind::view:
      return p.views[i].origin;
    case Kind::query_set:
      return p.query_sets[i].origin;
    case Kind::bind_group_layout:
      return p.bind_group_layouts[i].origin;
    case Kind::pipeline_layout:
      return p.pipeline_layouts[i].origin;
    case Kind::render_pipeline:
    case Kind::compute_pipeline:
      return p.pipelines[i].origin;
    case Kind::bind_group:
      return p.bind_groups[i].origin;
    case Kind::bundle:
      return p.bundles[i].origin;
    case Kind::queue:
      return p.queues[i].origin;
    case Kind::render_pass:
    case Kind::compute_pass:
      return p.passes[i].origin;
    case Kind::frame:
    case Kind::count:
      break;
  }
  return p.frames[i].origin;
}

size_t sizeOf(const Program& p, Kind kind) {
  switch (kind) {
    case Kind::define:
      return p.defines.size();
    case Kind::data:
      return p.data.size();
    case Kind::image:
      return p.images.size();
    case Kind::wasm_call:
      return p.wasm_calls.size();
    case Kind::module:
      return p.modules.size();
    case Kind::buffer:
      return p.buffers.size();
    case Kind::texture:
      return p.textures.size();
    case Kind::sampler:
      return p.samplers.size();
    case Kind::view:
      return p.views.size();
    case Kind::query_set:
      return p.query_sets.size();
    case Kind::bind_group_layout:
      return p.bind_group_layouts.size();
    case Kind::pipeline_layout:
      return p.pipeline_layouts.size();
    case Kind::render_pipeline:
    case Kind::compute_pipeline:
      return p.pipelines.size();
    case Kind::bind_group:
      return p.bind_groups.size();
    case Kind::bundle:
      return p.bundles.size();
    case Kind::queue:
      return p.queues.size();
    case Kind::render_pass:
    case Kind::compute_pass:
      return p.passes.size();
    case Kind::frame:
      return p.frames.size();
    default:
      return 0;
  }
}

/// Roots of one kind: authored ones in document order, then those of sugar. Frames of sugar come first: they are the
/// ones that play (the sugar's frame is the payload's first).
std::vector<const Form*> rootsOf(const schema::CheckedDocument& document, Kind kind) {
  std::vector<const Form*> out;
  for (const bool synthesized : {kind == Kind::frame, kind != Kind::frame}) {
    for (const std::unique_ptr<Form>& root : document.roots) {
      const Row* row = rowOf(root->id);
      if (row != nullptr && row->kind == kind && root->synthesized == synthesized) out.push_back(root.get());
    }
  }
  // A second (limits ...) or (canvas ...) is the schema's to report; the first one counts.
  if ((kind == Kind::limits || kind == Kind::canvas) && out.size() > 1) out.resize(1);
  return out;
}

void place(Lowering& l, std::vector<Placed>& placed) {
  std::set<uint32_t> inits;  // what an (init ...) became is named after it
  for (const std::unique_ptr<Form>& root : l.document.roots) {
    if (root->id == FormId::init) inits.insert(root->span.begin);
  }
  for (uint8_t k = 0; k < static_cast<uint8_t>(Kind::count); ++k) {
    const Kind kind = static_cast<Kind>(k);
    for (const Form* form : rootsOf(l.document, kind)) {
      const Index index = static_cast<Index>(sizeOf(l.program, kind));
      const Row* row = rowOf(form->id);
      program::Origin& origin = *append(l.program, kind);
      origin.head = row->head;
      origin.name = form->name;
      origin.form = form->span;
      origin.name_span = form->name_span;
      origin.synthesized = form->synthesized;
      if (form->synthesized && inits.contains(form->span.begin)) origin.head = "init";
      origin.poisoned = form->failed;
      l.setIndex(*form, index);
      placed.push_back({form, row, index});
    }
  }
}

}  // namespace

uint32_t toU32(double value) {
  return value >= 0 && value <= 4294967295.0 ? static_cast<uint32_t>(std::llround(value)) : 0;
}

int32_t toI32(double value) {
  return value >= -2147483648.0 && value <= 2147483647.0 ? static_cast<int32_t>(std::llround(value)) : 0;
}

std::unique_ptr<Program> lower(const schema::CheckedDocument& document, std::string_view source,
                               const Expansion& expansion, const CompileOptions& options, Diagnostics& diagnostics) {
  auto program = std::make_unique<Program>();
  Lowering l(document, source, expansion, options, diagnostics, *program);
  std::vector<Placed> placed;
  place(l, placed);  // from here on the vectors keep their sizes, so pointers into them stay good
  gatherConstants(l);
  for (const Placed& p : placed) {
    l.enter(*p.form, originAt(*program, p.row->kind, p.index));
    p.row->handler(l, *p.form, p.index);
  }
  return program;
}

void lowerDefine(Lowering& l, const Form& form, Index index) {
  program::Define& define = l.program.defines[index];
  if (const auto at = l.document.constants.find(form.name); at != l.document.constants.end()) define.value = at->second;
  define.used = l.document.used_constants.contains(form.name);
}

void lowerLimits(Lowering& l, const Form& form, Index) {
  struct Pair {
    PropId id;
    webgpu::Limit limit;
  };
  static constexpr Pair kPairs[] = {
#define LIMIT(ident, key, member, fallback) {PropId::limits__##ident, webgpu::Limit::ident},
#include "webgpu/limits.def"
  };
  for (const Pair& pair : kPairs) {
    const Value* v = form.find(pair.id);
    if (v != nullptr) l.program.limits.push_back({pair.limit, {toU32(v->number), v->span}});
  }
}

void lowerCanvas(Lowering& l, const Form& form, Index) {
  l.program.alpha_mode =
      l.enumOr<webgpu::CanvasAlphaMode>(form, PropId::canvas__alpha_mode, webgpu::CanvasAlphaMode::opaque).value;
}

}  // namespace pngine::compile
