// Rules over vertex stages: attributes against the shader's inputs, strides, limits, and what reaches the fragment
// stage.
#include <algorithm>

#include "program/rule_context.h"

namespace pngine::program {

namespace {

struct Attribute {
  const VertexBufferLayout* buffer;
  const VertexAttribute* attribute;
  size_t slot;
};

std::vector<Attribute> attributesOf(const Pipeline& p) {
  std::vector<Attribute> out;
  for (size_t slot = 0; slot < p.vertex_buffers.size(); ++slot) {
    for (const VertexAttribute& a : p.vertex_buffers[slot].attributes)
      out.push_back({&p.vertex_buffers[slot], &a, slot});
  }
  return out;
}

// ---- attributes by themselves
// ----------------------------------------------------------------------------------------

void checkLocations(RuleContext& c, const Pipeline& p, const std::vector<Attribute>& all) {
  const uint64_t most = effectiveLimit(c.program, Limit::max_vertex_attributes);
  std::map<uint32_t, Span> seen;
  for (const Attribute& a : all) {
    const At<uint32_t>& location = a.attribute->location;
    if (const auto [first, fresh] = seen.emplace(location.value, a.attribute->form); !fresh)
      c.error("vertex/location-duplicate", placeOf(location.span, p.origin),
              cat(label(p.origin), " has two attributes with :shader-location ", location.value))
          .notes.push_back({first->second, "first here"});
    if (location.value >= most)
      c.error("vertex/location-limit", placeOf(location.span, p.origin),
              cat(label(p.origin), " attribute :shader-location is ", location.value, "; locations go from 0 to ",
                  most - 1))
          .notes.push_back({std::nullopt, raiseHint(Limit::max_vertex_attributes, uint64_t{location.value} + 1)});
  }
  if (all.size() > most)
    c.error("vertex/attribute-count", placeOf(all[most].attribute->form, p.origin),
            cat(label(p.origin), " has ", all.size(), " vertex attributes; at most ", most, " are allowed"))
        .notes.push_back({std::nullopt, raiseHint(Limit::max_vertex_attributes, all.size())});
}

void checkOffset(RuleContext& c, const Pipeline& p, const Attribute& a) {
  const VertexFormatInfo& format = vertexFormatInfo(a.attribute->format.value);
  const uint64_t offset = a.attribute->offset.value, end = offset + format.bytes, stride = a.buffer->stride.value;
  const uint32_t align = std::min<uint32_t>(4, format.bytes);
  const Span place = placeOf(a.attribute->offset.span, p.origin);
  const std::string subject = cat(label(p.origin), " attribute at :shader-location ", a.attribute->location.value);
  if (offset % align != 0) {
    c.error("vertex/attribute-offset-align", place,
            cat(subject, " has :offset ", offset, "; the offset of ", format.name, " is a multiple of ", align));
    return;
  }
  const uint64_t most = stride != 0 ? stride : effectiveLimit(c.program, Limit::max_vertex_buffer_array_stride);
  if (end <= most) return;
  Diagnostic& d = c.error("vertex/attribute-past-stride", place,
                          cat(subject, " ends at byte ", end, " but :array-stride is ", stride,
                              stride == 0 ? cat(" and the limit ", most) : ""));
  if (stride == 0) d.notes.push_back({std::nullopt, raiseHint(Limit::max_vertex_buffer_array_stride, end)});
}

void checkBuffers(RuleContext& c, const Pipeline& p) {
  const uint64_t most = effectiveLimit(c.program, Limit::max_vertex_buffers);
  const uint64_t stride_limit = effectiveLimit(c.program, Limit::max_vertex_buffer_array_stride);
  if (p.vertex_buffers.size() > most)
    c.error("vertex/buffer-count", placeOf(p.vertex_buffers[most].form, p.origin),
            cat(label(p.origin), " has ", p.vertex_buffers.size(), " vertex buffers; at most ", most, " are allowed"))
        .notes.push_back({std::nullopt, raiseHint(Limit::max_vertex_buffers, p.vertex_buffers.size())});
  for (const VertexBufferLayout& b : p.vertex_buffers) {
    const Span place = placeOf(b.stride.span, p.origin);
    if (b.stride.value > stride_limit)
      c.error("vertex/stride-limit", place,
              cat(label(p.origin), " vertex-buffer :array-stride is ", b.stride.value, "; at most ", stride_limit,
                  " is allowed"))
          .notes.push_back({std::nullopt, raiseHint(Limit::max_vertex_buffer_array_stride, b.stride.value)});
    if (b.stride.value == 0)
      c.warning("vertex/stride-zero", place,
                cat(label(p.origin), " vertex-buffer :array-stride is 0, so every element reads the same bytes"));
  }
}

// ---- against the shader
// ----------------------------------------------------------------------------------------------

std::string varying(const wgsl::Varying& v) {
  return cat("@location(", v.location, ") ", quoted(v.name), " : ", v.type);
}

void checkInputs(RuleContext& c, const Pipeline& p, const StageUse& s, const std::vector<Attribute>& all) {
  for (const wgsl::Varying& in : s.entry->inputs) {
    const auto at =
        std::ranges::find_if(all, [&](const Attribute& a) { return a.attribute->location.value == in.location; });
    const std::string reads = cat(label(p.origin), " runs ", quoted(s.entry->name), ", which reads ", varying(in));
    const Note where{wgslPlace(*s.module, in.name.substr(in.name.find('.') + 1)), "declared here"};
    if (at == all.end()) {
      // The attribute may be there under a location that was refused.
      if (c.failed(p.origin, {"vertex/location-duplicate", "vertex/location-limit"})) continue;
      c.error("vertex/location-unbound", placeOf(s.info->form, p.origin), cat(reads, ", and no attribute provides it"))
          .notes.push_back(where);
      continue;
    }
    const VertexFormatInfo& format = vertexFormatInfo(at->attribute->format.value);
    if (in.scalar == ScalarClass::none || in.scalar == format.scalar) continue;
    c.error("vertex/format-class", placeOf(at->attribute->format.span, p.origin),
            cat(reads, " (", className(in.scalar), "), but the attribute's :format is ", format.name, " (",
                className(format.scalar), ")"))
        .notes.push_back(where);
  }
  for (const Attribute& a : all) {
    const bool used = std::ranges::any_of(
        s.entry->inputs, [&](const wgsl::Varying& v) { return v.location == a.attribute->location.value; });
    if (!used)
      c.warning("vertex/attribute-unused", placeOf(a.attribute->location.span, p.origin),
                cat(label(p.origin), " attribute at :shader-location ", a.attribute->location.value, " is not read by ",
                    quoted(s.entry->name)));
  }
}

void checkPosition(RuleContext& c, const Pipeline& p, const StageUse& s) {
  if (std::ranges::count(s.entry->output_builtins, "position") != 0) return;
  c.error("vertex/position", placeOf(s.info->form, p.origin),
          cat(label(p.origin), " runs ", quoted(s.entry->name), ", which has no @builtin(position) output"))
      .notes.push_back({wgslPlace(*s.module, s.entry->name), "declared here"});
}

// ---- vertex outputs and fragment inputs
// ------------------------------------------------------------------------------

std::string interpolation(const wgsl::Varying& v) {
  const bool integer = v.scalar == ScalarClass::sint || v.scalar == ScalarClass::uint;
  const std::string type = !v.interpolation.empty() ? v.interpolation : integer ? "flat" : "perspective";
  const std::string sampling = !v.sampling.empty() ? v.sampling : type == "flat" ? "first" : "center";
  return cat(type, ", ", sampling);
}

void checkPair(RuleContext& c, const Pipeline& p, const StageUse& fragment, const wgsl::Varying& in,
               const wgsl::Varying* out) {
  const Span place = placeOf(fragment.info->form, p.origin);
  const std::string start = cat(label(p.origin), ": ", quoted(fragment.entry->name), " reads ", varying(in));
  if (out == nullptr) {
    c.error("vertex/interstage", place, cat(start, ", and the vertex stage writes nothing there"));
    return;
  }
  const bool known =
      in.scalar != ScalarClass::none && out->scalar != ScalarClass::none && in.components != 0 && out->components != 0;
  if (known && (in.scalar != out->scalar || in.components != out->components))
    c.error("vertex/interstage", place, cat(start, ", but the vertex stage writes ", varying(*out)));
  else if (known && interpolation(in) != interpolation(*out))
    c.error("vertex/interstage", place,
            cat(start, " interpolated as ", interpolation(in), ", but the vertex stage writes it as ",
                interpolation(*out)));
}

// What a vertex stage hands on counts against the limit although no fragment stage reads it.
void checkOutputs(RuleContext& c, const Pipeline& p, const StageUse& s) {
  const uint64_t limit = effectiveLimit(c.program, Limit::max_inter_stage_shader_variables);
  const bool points =
      p.primitive && p.primitive->topology && p.primitive->topology->value == PrimitiveTopology::point_list;
  const uint64_t most = points ? limit - 1 : limit;  // the size of a point takes one
  const Span place = placeOf(s.info->form, p.origin);
  const std::string runs = cat(label(p.origin), " runs ", quoted(s.entry->name));
  for (const wgsl::Varying& out : s.entry->outputs) {
    if (out.location < limit) continue;
    c.error("vertex/interstage", place,
            cat(runs, ", which writes ", varying(out), "; locations between stages go from 0 to ", limit - 1))
        .notes.push_back(
            {std::nullopt, raiseHint(Limit::max_inter_stage_shader_variables, uint64_t{out.location} + 1)});
    return;
  }
  if (s.entry->outputs.size() > most)
    c.error("vertex/interstage", place,
            cat(runs, ", which hands on ", s.entry->outputs.size(), " variables; at most ", most, " are allowed",
                points ? " with topology point-list" : ""))
        .notes.push_back({std::nullopt, raiseHint(Limit::max_inter_stage_shader_variables,
                                                  s.entry->outputs.size() + (points ? 1 : 0))});
}

void checkInterstage(RuleContext& c, const Pipeline& p, const StageUse& vertex, const StageUse& fragment) {
  for (const wgsl::Varying& in : fragment.entry->inputs) {
    const auto& outs = vertex.entry->outputs;
    const auto at = std::ranges::find_if(outs, [&](const wgsl::Varying& v) { return v.location == in.location; });
    checkPair(c, p, fragment, in, at == outs.end() ? nullptr : &*at);
  }
  uint64_t count = fragment.entry->inputs.size();
  for (const std::string& b : fragment.entry->input_builtins)
    count += b == "front_facing" || b == "sample_index" || b == "sample_mask";
  const uint64_t most = effectiveLimit(c.program, Limit::max_inter_stage_shader_variables);
  if (count > most)
    c.error("vertex/interstage", placeOf(vertex.info->form, p.origin),
            cat(label(p.origin), " runs ", quoted(fragment.entry->name), ", which takes ", count,
                " variables, built-in ones included; at most ", most, " are allowed"))
        .notes.push_back({std::nullopt, raiseHint(Limit::max_inter_stage_shader_variables, count)});
}

// Bind groups and vertex buffers share one limit.
void checkCombined(RuleContext& c, const Pipeline& p, Index index) {
  uint64_t groups = 0;
  for (const BindingUse& u : c.interface(index).uses) groups = std::max<uint64_t>(groups, u.binding->group + 1);
  if (const PipelineLayout* l = c.pipelineLayout(p.layout.value)) groups = l->groups.size();
  const uint64_t total = groups + p.vertex_buffers.size();
  const uint64_t most = effectiveLimit(c.program, Limit::max_bind_groups_plus_vertex_buffers);
  if (total > most)
    c.error("vertex/buffer-count", p.origin.name_span,
            cat(label(p.origin), " has ", groups, " bind groups and ", p.vertex_buffers.size(),
                " vertex buffers; together at most ", most, " are allowed"))
        .notes.push_back({std::nullopt, raiseHint(Limit::max_bind_groups_plus_vertex_buffers, total)});
}

}  // namespace

void checkVertexStages(RuleContext& c) {
  for (Index i = 0; i < c.program.pipelines.size(); ++i) {
    const Pipeline& p = c.program.pipelines[i];
    if (p.compute || p.origin.poisoned) continue;
    const std::vector<Attribute> all = attributesOf(p);
    checkLocations(c, p, all);
    for (const Attribute& a : all) checkOffset(c, p, a);
    checkBuffers(c, p);
    checkCombined(c, p, i);
    const StageUse* vertex = c.interface(i).stage(wgsl::Stage::vertex);
    if (!c.options.validate || vertex == nullptr || vertex->entry == nullptr) continue;
    checkInputs(c, p, *vertex, all);
    checkPosition(c, p, *vertex);
    checkOutputs(c, p, *vertex);
    const StageUse* fragment = c.interface(i).stage(wgsl::Stage::fragment);
    if (fragment != nullptr && fragment->entry != nullptr) checkInterstage(c, p, *vertex, *fragment);
  }
}

}  // namespace pngine::program
