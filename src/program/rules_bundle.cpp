// Rules over render bundles: against their pipeline, and against the passes that replay them.
#include <algorithm>

#include "program/rule_context.h"

namespace pngine::program {

namespace {

uint32_t pipelineSamples(const Pipeline& p) {
  return p.multisample && p.multisample->count ? p.multisample->count->value : 1;
}

std::string depthName(const std::optional<At<TextureFormat>>& format) {
  return format ? cat("depth-stencil format ", name(format->value)) : std::string("no depth-stencil format");
}

void checkPipeline(RuleContext& c, const Bundle& b, const Pipeline& p) {
  const std::string start = label(b.origin), other = label(p.origin);
  if (b.color_formats.size() != p.targets.size())
    c.error("bundle/pipeline-count", b.origin.name_span,
            cat(start, " has ", counted(b.color_formats.size(), "color format", "color formats"), " but ", other,
                " has ", counted(p.targets.size(), "target", "targets")));
  for (size_t i = 0; i < std::min(b.color_formats.size(), p.targets.size()); ++i) {
    if (formatsDiffer(b.color_formats[i].value, p.targets[i].format.value))
      c.error("bundle/pipeline-format", placeOf(b.color_formats[i].span, b.origin),
              cat(start, " color format ", i, " is ", name(b.color_formats[i].value), " but target ", i, " of ", other,
                  " is ", name(p.targets[i].format.value)));
  }
  std::optional<At<TextureFormat>> depth;
  if (p.depth_stencil) depth = p.depth_stencil->format;
  if (b.depth_stencil_format.has_value() != depth.has_value() ||
      (depth && formatsDiffer(depth->value, b.depth_stencil_format->value)))
    c.error("bundle/pipeline-depth", placeOf(b.depth_stencil_format ? b.depth_stencil_format->span : Span{}, b.origin),
            cat(start, " has ", depthName(b.depth_stencil_format), " but ", other, " has ", depthName(depth)));
  if (b.samples.value != pipelineSamples(p))
    c.error("bundle/pipeline-samples", placeOf(b.samples.span, b.origin),
            cat(start, " has ", counted(b.samples.value, "sample", "samples"), " but ", other, " has ",
                counted(pipelineSamples(p), "sample", "samples")));
}

void checkStrip(RuleContext& c, const Bundle& b, const Pipeline& p) {
  if (!b.draw.indexed() || !p.primitive || !p.primitive->topology || p.primitive->strip_index_format) return;
  const PrimitiveTopology t = p.primitive->topology->value;
  if (t == PrimitiveTopology::triangle_strip || t == PrimitiveTopology::line_strip)
    c.error("bundle/strip-index", placeOf(b.draw.form, b.origin),
            cat(label(b.origin), " draws indexed with ", label(p.origin), ", whose topology is ", name(t),
                " without :strip-index-format"))
        .notes.push_back({p.primitive->form, "write :strip-index-format uint16 or uint32 here"});
}

void checkPools(RuleContext& c, const Bundle& b) {
  const auto warn = [&](Span span, const Origin& what, uint32_t pool) {
    if (pool > 1)
      c.warning(
           "bundle/pooled", placeOf(span, b.origin),
           cat(label(b.origin), " uses ", label(what), ", a pool of ", pool, "; a bundle always uses its first member"))
          .notes.push_back({std::nullopt, "draw in the pass itself to go through the members of a pool"});
  };
  for (const At<Index>& v : b.vertex_buffers) {
    if (const Buffer* buffer = c.buffer(v.value)) warn(v.span, buffer->origin, buffer->pool.value);
  }
  for (const At<Index>& g : b.bind_groups) {
    if (const BindGroup* group = c.bindGroup(g.value)) warn(g.span, group->origin, group->pool.value);
  }
}

// ---- replay ----

void checkReplayColors(RuleContext& c, const Pass& p, const Bundle& b, Span place) {
  if (p.colors.size() != b.color_formats.size())
    c.error("bundle/pass-count", place,
            cat(label(p.origin), " has ", counted(p.colors.size(), "color attachment", "color attachments"), " but ",
                label(b.origin), " has ", counted(b.color_formats.size(), "color format", "color formats")))
        .notes.push_back({b.origin.name_span, "a pass and its bundles have the same attachments in the same order"});
  for (size_t i = 0; i < std::min(p.colors.size(), b.color_formats.size()); ++i) {
    const AttachmentView& view = p.colors[i].view;
    const Texture* t = view.canvas ? nullptr : c.texture(view.texture);
    if (!view.canvas && t == nullptr) continue;
    const TextureFormat have = t != nullptr ? t->format.value : TextureFormat::preferred_canvas_format;
    if (formatsDiffer(have, b.color_formats[i].value))
      c.error("bundle/pass-format", place,
              cat(label(p.origin), " color attachment ", i, " has format ", name(have), " but ", label(b.origin),
                  " has ", name(b.color_formats[i].value)))
          .notes = {{placeOf(view.span, p.origin), "the attachment"},
                    {placeOf(b.color_formats[i].span, b.origin), "the format of the bundle"}};
    const uint32_t samples = t != nullptr ? t->samples.value : 1;
    if (samples != b.samples.value)
      c.errorOnce("bundle/pass-samples", place,
                  cat(label(p.origin), " color attachment ", i, " has ", counted(samples, "sample", "samples"), " but ",
                      label(b.origin), " has ", b.samples.value))
          .notes = {{placeOf(view.span, p.origin), "the attachment"},
                    {placeOf(b.samples.span, b.origin), "the bundle; both want the same :sample-count"}};
  }
}

void checkReplayDepth(RuleContext& c, const Pass& p, const Bundle& b, Span place) {
  if (p.depth_stencil.has_value() != b.depth_stencil_format.has_value()) {
    c.error(
         "bundle/pass-depth", place,
         cat(label(p.origin), p.depth_stencil ? " has a depth-stencil-attachment" : " has no depth-stencil-attachment",
             " but ", label(b.origin), " has ", depthName(b.depth_stencil_format)))
        .notes.push_back({b.origin.name_span, p.depth_stencil
                                                  ? "write the attachment's format as :depth-stencil-format"
                                                  : "attach a texture of that format, or leave it out here"});
    return;
  }
  const Texture* t = p.depth_stencil ? c.texture(p.depth_stencil->view.value) : nullptr;
  if (t == nullptr) return;
  if (formatsDiffer(t->format.value, b.depth_stencil_format->value))
    c.error("bundle/pass-depth", place,
            cat(label(p.origin), " has a depth-stencil-attachment of format ", name(t->format.value), " but ",
                label(b.origin), " has ", depthName(b.depth_stencil_format)))
        .notes = {{placeOf(t->format.span, t->origin), "the format of the attachment"},
                  {placeOf(b.depth_stencil_format->span, b.origin), "the format of the bundle"}};
  if (t->samples.value != b.samples.value)
    c.errorOnce("bundle/pass-samples", place,
                cat(label(p.origin), " depth-stencil-attachment has ", counted(t->samples.value, "sample", "samples"),
                    " but ", label(b.origin), " has ", b.samples.value))
        .notes = {{placeOf(p.depth_stencil->view.span, p.origin), "the attachment"},
                  {placeOf(b.samples.span, b.origin), "the bundle; both want the same :sample-count"}};
}

}  // namespace

void checkBundles(RuleContext& c) {
  for (const Bundle& b : c.program.bundles) {
    if (b.origin.poisoned) continue;
    if (b.samples.value != 1 && b.samples.value != 4) {
      c.error("bundle/sample-count", placeOf(b.samples.span, b.origin),
              cat(label(b.origin), " :sample-count is ", b.samples.value, "; 1 and 4 are possible"));
      continue;
    }
    checkPools(c, b);
    const Pipeline* p = c.pipeline(b.pipeline.value);
    if (p == nullptr || !c.options.validate) continue;
    checkPipeline(c, b, *p);
    checkStrip(c, b, *p);
  }
  if (!c.options.validate) return;
  for (const Pass& p : c.program.passes) {
    if (p.compute || p.origin.poisoned) continue;
    for (const At<Index>& i : p.bundles) {
      const Bundle* b = c.bundle(i.value);
      if (b == nullptr) continue;
      checkReplayColors(c, p, *b, placeOf(i.span, p.origin));
      checkReplayDepth(c, p, *b, placeOf(i.span, p.origin));
    }
  }
}

}  // namespace pngine::program
