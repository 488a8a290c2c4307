// From the checked document to the Program: gives every root form an index in the vector of its kind, then runs one
// function per form, kind by kind in the order of creation. A form is added here by one row of kRows.
#include <algorithm>
#include <cmath>
#include <map>

#include "compile/lowering.h"
#include "webgpu/enums.h"

namespace pngine::compile {
namespace {

struct Row {
  FormId id;
  std::string_view head;
  void (*handler)(Lowering&, const Form&, Index);
  size_t (*size)(const Program&);        ///< how many there are by now
  program::Origin& (*append)(Program&);  ///< makes room for one more
  program::Origin& (*origin)(Program&, Index);
};

/// A form that becomes elements of a vector of the Program.
template <auto Member>
constexpr Row listed(FormId id, std::string_view head, void (*handler)(Lowering&, const Form&, Index)) {
  return {id,
          head,
          handler,
          [](const Program& p) { return (p.*Member).size(); },
          [](Program& p) -> program::Origin& { return (p.*Member).emplace_back().origin; },
          [](Program& p, Index i) -> program::Origin& { return (p.*Member)[i].origin; }};
}
/// A form of which the Program has at most one.
template <auto Member>
constexpr Row single(FormId id, std::string_view head, void (*handler)(Lowering&, const Form&, Index)) {
  return {id,
          head,
          handler,
          [](const Program& p) { return size_t{(p.*Member).has_value()}; },
          [](Program& p) -> program::Origin& { return (p.*Member).emplace(); },
          [](Program& p, Index) -> program::Origin& { return *(p.*Member); }};
}

/// In order of lowering, which is that of creation: a handler may read what earlier rows hold.
constexpr Row kRows[] = {
    listed<&Program::defines>(FormId::define, "define", lowerDefine),
    single<&Program::limits_form>(FormId::limits, "limits", lowerLimits),
    single<&Program::canvas_form>(FormId::canvas, "canvas", lowerCanvas),
    listed<&Program::data>(FormId::data, "data", lowerData),
    listed<&Program::images>(FormId::image_bitmap, "image-bitmap", lowerImageBitmap),
    listed<&Program::wasm_calls>(FormId::wasm_call, "wasm-call", lowerWasmCall),
    listed<&Program::modules>(FormId::shader_module, "shader-module", lowerShaderModule),
    listed<&Program::buffers>(FormId::buffer, "buffer", lowerBuffer),
    listed<&Program::textures>(FormId::texture, "texture", lowerTexture),
    listed<&Program::samplers>(FormId::sampler, "sampler", lowerSampler),
    listed<&Program::views>(FormId::texture_view, "texture-view", lowerTextureView),
    listed<&Program::query_sets>(FormId::query_set, "query-set", lowerQuerySet),
    listed<&Program::bind_group_layouts>(FormId::bind_group_layout, "bind-group-layout", lowerBindGroupLayout),
    listed<&Program::pipeline_layouts>(FormId::pipeline_layout, "pipeline-layout", lowerPipelineLayout),
    listed<&Program::pipelines>(FormId::render_pipeline, "render-pipeline", lowerRenderPipeline),
    listed<&Program::pipelines>(FormId::compute_pipeline, "compute-pipeline", lowerComputePipeline),
    listed<&Program::bind_groups>(FormId::bind_group, "bind-group", lowerBindGroup),
    listed<&Program::bundles>(FormId::render_bundle, "render-bundle", lowerRenderBundle),
    listed<&Program::queues>(FormId::queue, "queue", lowerQueue),
    listed<&Program::passes>(FormId::render_pass, "render-pass", lowerRenderPass),
    listed<&Program::passes>(FormId::compute_pass, "compute-pass", lowerComputePass),
    listed<&Program::frames>(FormId::frame, "frame", lowerFrame),
};

struct Placed {
  const Form* form;
  const Row* row;
  Index index;
};

/// Roots of one kind: authored ones in document order, then those of sugar. Frames of sugar come first: they are the
/// ones that play (the sugar's frame is the payload's first).
std::vector<const Form*> rootsOf(const schema::CheckedDocument& document, FormId id) {
  std::vector<const Form*> out;
  for (const bool synthesized : {id == FormId::frame, id != FormId::frame}) {
    for (const std::unique_ptr<Form>& root : document.roots) {
      if (root->id == id && root->synthesized == synthesized) out.push_back(root.get());
    }
  }
  // A second (limits ...) or (canvas ...) is the schema's to report; the first one counts.
  if ((id == FormId::limits || id == FormId::canvas) && out.size() > 1) out.resize(1);
  return out;
}

void place(Lowering& l, std::vector<Placed>& placed) {
  std::map<uint32_t, const Form*> sugar;  // what an (init ...) or a (pass ...) became is named after it
  for (const std::unique_ptr<Form>& root : l.document.roots) {
    if (root->id == FormId::init) sugar.emplace(root->span.begin, root.get());
    for (const std::unique_ptr<Form>& child : root->children) {
      if (child->id == FormId::pass) sugar.emplace(child->span.begin, child.get());
    }
  }
  for (const Row& row : kRows) {
    for (const Form* form : rootsOf(l.document, row.id)) {
      const Index index = static_cast<Index>(row.size(l.program));
      program::Origin& origin = row.append(l.program);
      origin.head = row.head;
      origin.name = form->name;
      origin.form = form->span;
      origin.name_span = form->name_span;
      origin.synthesized = form->synthesized;
      if (const auto made = sugar.find(form->span.begin); form->synthesized && made != sugar.end()) {
        const bool init = made->second->id == FormId::init;
        if (init) origin.head = "init";
        origin.sugar = cat(init ? "init `" : "pass `", made->second->name, "`");
      }
      origin.poisoned = form->failed;
      l.setIndex(*form, index);
      placed.push_back({form, &row, index});
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
    l.enter(*p.form, p.row->origin(*program, p.index));
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
