// Lowering of render and compute pipelines: stages with their entry points, and the fixed state.
#include "compile/lowering.h"
#include "wgsl/reflection.h"

namespace pngine::compile {
namespace {

using program::DepthStencil;
using program::Multisample;
using program::Pipeline;
using program::StencilFace;
using program::Target;
using webgpu::CompareFunction;
using webgpu::PrimitiveTopology;
using webgpu::StencilOperation;

/// The module's only entry point of the stage.
void inferEntry(Lowering& l, const Form& form, wgsl::Stage stage, program::StageInfo& info) {
  if (info.module.value >= l.program.modules.size()) return;
  const program::ShaderModule& module = l.program.modules[info.module.value];
  if (module.origin.poisoned) return;
  if (module.reflection == nullptr) {
    // With validation on the module's own errors come first; checkModules() adds this one where there are none.
    if (l.options.validate) return;
    l.error("stage/entry-unreflected", form.head,
            cat(l.self(), " (", stageName(stage), ") has no :entry, and module `", module.origin.name,
                "` could not be read to find it"));
    return;
  }
  std::vector<std::string_view> names;
  for (const wgsl::EntryPoint& e : module.reflection->entry_points) {
    if (e.stage == stage) names.push_back(e.name);
  }
  if (names.size() == 1) {
    info.entry.value = names.front();
  } else if (names.empty()) {
    l.error("stage/entry-none", form.head,
            cat(l.self(), " (", stageName(stage), ") has no :entry, and module `", module.origin.name, "` has no ",
                stageName(stage), " entry point"));
  } else {
    l.error("stage/entry-ambiguous", form.head,
            cat(l.self(), " (", stageName(stage), ") has no :entry, and module `", module.origin.name, "` has ",
                names.size(), ": ", listed(names, "and")))
        .notes.push_back({std::nullopt, cat("name one with :entry, such as :entry ", names.front())});
  }
}

program::StageInfo lowerStage(Lowering& l, const Form& form, wgsl::Stage stage) {
  program::StageInfo info;
  info.form = form.span;
  switch (stage) {
    case wgsl::Stage::vertex:
      info.module = l.ref(form, PropId::vertex__module);
      info.entry = l.text(form, PropId::vertex__entry);
      break;
    case wgsl::Stage::fragment:
      info.module = l.ref(form, PropId::fragment__module);
      info.entry = l.text(form, PropId::fragment__entry);
      break;
    case wgsl::Stage::compute:
      info.module = l.ref(form, PropId::compute__module);
      info.entry = l.text(form, PropId::compute__entry);
      break;
  }
  if (!info.entry.written()) inferEntry(l, form, stage, info);
  for (const Form* c : form.childrenOf(FormId::constant)) {
    const Value* value = c->find(PropId::constant__value);
    info.constants.push_back({l.text(*c, PropId::constant__name),
                              value == nullptr ? At<double>{} : At<double>{value->number, value->span}, c->span});
  }
  return info;
}

void lowerVertexBuffers(Lowering& l, const Form& vertex, Pipeline& p) {
  for (const Form* b : vertex.childrenOf(FormId::vertex_buffer)) {
    program::VertexBufferLayout layout;
    layout.form = b->span;
    layout.stride = l.u32(*b, PropId::vertex_buffer__array_stride);
    layout.step_mode = l.optEnum<webgpu::StepMode>(*b, PropId::vertex_buffer__step_mode);
    for (const Form* a : b->childrenOf(FormId::attribute)) {
      layout.attributes.push_back({a->span, l.u32(*a, PropId::attribute__shader_location),
                                   l.u32(*a, PropId::attribute__offset),
                                   l.enumOr(*a, PropId::attribute__format, webgpu::VertexFormat::float32)});
    }
    p.vertex_buffers.push_back(std::move(layout));
  }
}

program::Blend lowerBlend(Lowering& l, const Form& form) {
  program::Blend blend;
  blend.form = form.span;
  if (const Form* c = form.childOf(FormId::color)) {
    blend.color = {l.optEnum<webgpu::BlendFactor>(*c, PropId::color__src_factor),
                   l.optEnum<webgpu::BlendFactor>(*c, PropId::color__dst_factor),
                   l.optEnum<webgpu::BlendOperation>(*c, PropId::color__operation), c->span};
  }
  if (const Form* a = form.childOf(FormId::alpha)) {
    blend.alpha = {l.optEnum<webgpu::BlendFactor>(*a, PropId::alpha__src_factor),
                   l.optEnum<webgpu::BlendFactor>(*a, PropId::alpha__dst_factor),
                   l.optEnum<webgpu::BlendOperation>(*a, PropId::alpha__operation), a->span};
  }
  return blend;
}

void lowerTargets(Lowering& l, const Form& fragment, Pipeline& p) {
  for (const Form* t : fragment.childrenOf(FormId::target)) {
    Target target;
    target.form = t->span;
    target.format = l.enumOr(*t, PropId::target__format, webgpu::TextureFormat::preferred_canvas_format);
    target.write_mask = l.optU32(*t, PropId::target__write_mask);
    if (const Form* blend = t->childOf(FormId::blend)) target.blend = lowerBlend(l, *blend);
    const webgpu::FormatInfo* info = webgpu::formatInfo(target.format.value);
    if (target.blend && info != nullptr &&
        (info->scalar == webgpu::ScalarClass::uint || info->scalar == webgpu::ScalarClass::sint)) {
      l.error("target/blend-integer", target.blend->form,
              cat(l.self(), " blends into target ", p.targets.size(), " of format ", info->name,
                  ", and integer formats cannot be blended"));
    }
    p.targets.push_back(std::move(target));
  }
}

void lowerPrimitive(Lowering& l, const Form& form, Pipeline& p) {
  const Form* c = form.childOf(FormId::primitive);
  if (c == nullptr) return;
  p.primitive = program::Primitive{c->span,
                                   l.optEnum<PrimitiveTopology>(*c, PropId::primitive__topology),
                                   l.optEnum<webgpu::CullMode>(*c, PropId::primitive__cull_mode),
                                   l.optEnum<webgpu::FrontFace>(*c, PropId::primitive__front_face),
                                   l.optBool(*c, PropId::primitive__unclipped_depth),
                                   l.optEnum<webgpu::IndexFormat>(*c, PropId::primitive__strip_index_format)};
}

std::optional<StencilFace> lowerFace(Lowering& l, const Form* c) {
  if (c == nullptr) return std::nullopt;
  const bool front = c->id == FormId::stencil_front;
  return StencilFace{
      c->span, l.optEnum<CompareFunction>(*c, front ? PropId::stencil_front__compare : PropId::stencil_back__compare),
      l.optEnum<StencilOperation>(*c, front ? PropId::stencil_front__fail_op : PropId::stencil_back__fail_op),
      l.optEnum<StencilOperation>(*c,
                                  front ? PropId::stencil_front__depth_fail_op : PropId::stencil_back__depth_fail_op),
      l.optEnum<StencilOperation>(*c, front ? PropId::stencil_front__pass_op : PropId::stencil_back__pass_op)};
}

template <class T>
bool differs(const std::optional<At<T>>& v, T fallback) {
  return v && v->value != fallback;
}

bool departs(const StencilFace& f) {
  return differs(f.compare, CompareFunction::always) || differs(f.fail_op, StencilOperation::keep) ||
         differs(f.depth_fail_op, StencilOperation::keep) || differs(f.pass_op, StencilOperation::keep);
}

void checkDepthAspect(Lowering& l, const DepthStencil& d, const webgpu::FormatInfo& format) {
  if (!format.depth) {
    if (differs(d.depth_write_enabled, false)) {
      l.error("ds/write-needs-depth", d.depth_write_enabled->span,
              cat(l.self(), " enables depth writes, and format ", format.name, " has no depth"));
    }
    if (differs(d.depth_compare, CompareFunction::always)) {
      l.error("ds/compare-needs-depth", d.depth_compare->span,
              cat(l.self(), " :depth-compare is ", webgpu::name(d.depth_compare->value), ", and format ", format.name,
                  " has no depth; only always is possible"));
    }
    return;
  }
  if (!d.depth_write_enabled) {
    l.error("ds/write-enabled-required", d.form,
            cat(l.self(), " (depth-stencil) needs :depth-write-enabled, because format ", format.name, " has depth"));
  }
  if (d.depth_compare) return;
  const bool writes = differs(d.depth_write_enabled, false);
  const auto fails = [](const std::optional<StencilFace>& f) {
    return f && differs(f->depth_fail_op, StencilOperation::keep);
  };
  if (writes || fails(d.front) || fails(d.back)) {
    l.error("ds/compare-required", d.form,
            cat(l.self(), " (depth-stencil) needs :depth-compare, because ",
                writes ? ":depth-write-enabled is true" : "a stencil face has a :depth-fail-op other than keep"));
  }
}

void checkDepthStencil(Lowering& l, const Pipeline& p) {
  const DepthStencil& d = *p.depth_stencil;
  const webgpu::FormatInfo* format = webgpu::formatInfo(d.format.value);
  if (format == nullptr) return;
  if (!format->isDepthStencil()) {
    l.error("ds/format-colour", d.format.span,
            cat(l.self(), " (depth-stencil) :format is ", format->name, ", which has neither depth nor stencil"))
        .notes.push_back({std::nullopt,
                          "depth and stencil formats: depth16unorm, depth24plus, depth24plus-stencil8, depth32float, "
                          "depth32float-stencil8 and stencil8"});
    return;
  }
  checkDepthAspect(l, d, *format);
  if (!format->stencil) {
    for (const std::optional<StencilFace>* face : {&d.front, &d.back}) {
      if (*face && departs(**face)) {
        l.error("ds/face-needs-stencil", (*face)->form,
                cat(l.self(), " sets stencil state, and format ", format->name, " has no stencil"));
        break;
      }
    }
  }
  const PrimitiveTopology topology =
      p.primitive && p.primitive->topology ? p.primitive->topology->value : PrimitiveTopology::triangle_list;
  if (topology == PrimitiveTopology::triangle_list || topology == PrimitiveTopology::triangle_strip) return;
  const auto bias = [&](std::string_view key, bool set, Span span) {
    if (!set) return;
    l.error("ds/bias-topology", span,
            cat(l.self(), " :", key, " is not 0 under topology ", webgpu::name(topology),
                "; only triangles have a depth bias"));
  };
  if (d.depth_bias) bias("depth-bias", d.depth_bias->value != 0, d.depth_bias->span);
  if (d.depth_bias_slope_scale)
    bias("depth-bias-slope-scale", d.depth_bias_slope_scale->value != 0, d.depth_bias_slope_scale->span);
  if (d.depth_bias_clamp) bias("depth-bias-clamp", d.depth_bias_clamp->value != 0, d.depth_bias_clamp->span);
}

void lowerDepthStencil(Lowering& l, const Form& form, Pipeline& p) {
  const Form* c = form.childOf(FormId::depth_stencil);
  if (c == nullptr) return;
  DepthStencil d;
  d.form = c->span;
  d.format = l.enumOr(*c, PropId::depth_stencil__format, webgpu::TextureFormat::depth24plus);
  d.depth_write_enabled = l.optBool(*c, PropId::depth_stencil__depth_write_enabled);
  d.depth_compare = l.optEnum<CompareFunction>(*c, PropId::depth_stencil__depth_compare);
  if (c->find(PropId::depth_stencil__depth_bias) != nullptr)
    d.depth_bias = l.i32(*c, PropId::depth_stencil__depth_bias);
  d.depth_bias_slope_scale = l.optF32(*c, PropId::depth_stencil__depth_bias_slope_scale);
  d.depth_bias_clamp = l.optF32(*c, PropId::depth_stencil__depth_bias_clamp);
  d.stencil_read_mask = l.optU32(*c, PropId::depth_stencil__stencil_read_mask);
  d.stencil_write_mask = l.optU32(*c, PropId::depth_stencil__stencil_write_mask);
  d.front = lowerFace(l, c->childOf(FormId::stencil_front));
  d.back = lowerFace(l, c->childOf(FormId::stencil_back));
  p.depth_stencil = std::move(d);
  checkDepthStencil(l, p);
}

void lowerMultisample(Lowering& l, const Form& form, Pipeline& p) {
  const Form* c = form.childOf(FormId::multisample);
  if (c == nullptr) return;
  p.multisample =
      Multisample{c->span, l.optU32(*c, PropId::multisample__count), l.optU32(*c, PropId::multisample__mask),
                  l.optBool(*c, PropId::multisample__alpha_to_coverage_enabled)};
  const Multisample& m = *p.multisample;
  if (!m.alpha_to_coverage || !m.alpha_to_coverage->value) return;
  const Span span = m.alpha_to_coverage->span;
  const std::string start = cat(l.self(), " has :alpha-to-coverage-enabled true");
  const uint32_t count = m.count ? m.count->value : 1;
  if (count <= 1) l.error("ms/a2c-count", span, cat(start, ", which needs :count 4, and it is ", count));
  if (!p.fragment) {
    l.error("ms/a2c-fragment", span, cat(start, ", which needs a (fragment)"));
  } else if (!p.targets.empty()) {
    const webgpu::FormatInfo* format = webgpu::formatInfo(p.targets[0].format.value);
    if (format != nullptr && !format->alpha) {
      l.error("ms/a2c-alpha", span, cat(start, ", and the first target's format ", format->name, " has no alpha"))
          .notes.push_back({p.targets[0].format.span, "the target is here"});
    }
  }
}

}  // namespace

void lowerRenderPipeline(Lowering& l, const Form& form, Index index) {
  Pipeline& p = l.program.pipelines[index];
  const Value* layout = form.find(PropId::render_pipeline__layout);
  if (layout != nullptr) p.layout = l.ref(*layout);
  if (const Form* vertex = form.childOf(FormId::vertex)) {
    p.stage = lowerStage(l, *vertex, wgsl::Stage::vertex);
    lowerVertexBuffers(l, *vertex, p);
  }
  if (const Form* fragment = form.childOf(FormId::fragment)) {
    p.fragment = lowerStage(l, *fragment, wgsl::Stage::fragment);
    lowerTargets(l, *fragment, p);
  }
  lowerPrimitive(l, form, p);
  lowerMultisample(l, form, p);
  lowerDepthStencil(l, form, p);
}

void lowerComputePipeline(Lowering& l, const Form& form, Index index) {
  Pipeline& p = l.program.pipelines[index];
  p.compute = true;
  const Value* layout = form.find(PropId::compute_pipeline__layout);
  if (layout != nullptr) p.layout = l.ref(*layout);
  if (const Form* compute = form.childOf(FormId::compute)) p.stage = lowerStage(l, *compute, wgsl::Stage::compute);
}

}  // namespace pngine::compile
