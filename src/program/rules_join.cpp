// Rules that join a render pass with its pipeline: targets, formats, depth, samples, index format of strips.
#include <algorithm>

#include "program/rule_context.h"

namespace pngine::program {

namespace {

struct Join {
  RuleContext& c;
  const Pass& pass;
  const Pipeline& pipeline;
  std::string pair() const { return cat(label(pass.origin), " and its ", label(pipeline.origin)); }
};

uint32_t pipelineSamples(const Pipeline& p) {
  return p.multisample && p.multisample->count ? p.multisample->count->value : 1;
}

void checkCount(const Join& j) {
  const size_t attachments = j.pass.colors.size(), targets = j.pipeline.targets.size();
  if (attachments == targets) return;
  const Span place = attachments > targets ? j.pass.colors[targets].form : j.pass.origin.name_span;
  Diagnostic& d =
      j.c.error("join/count", place,
                cat(label(j.pass.origin), " has ", counted(attachments, "color attachment", "color attachments"),
                    " but ", label(j.pipeline.origin), " has ", counted(targets, "target", "targets")));
  d.notes.push_back({j.pipeline.origin.name_span,
                     j.pipeline.fragment ? "the pipeline is declared here" : "the pipeline has no fragment stage"});
}

void checkFormats(const Join& j) {
  for (size_t i = 0; i < std::min(j.pass.colors.size(), j.pipeline.targets.size()); ++i) {
    const AttachmentView& view = j.pass.colors[i].view;
    const Texture* t = view.canvas ? nullptr : j.c.texture(view.texture);
    if (!view.canvas && t == nullptr) continue;
    const TextureFormat have = t != nullptr ? t->format.value : TextureFormat::preferred_canvas_format;
    const TextureFormat want = j.pipeline.targets[i].format.value;
    if (!formatsDiffer(have, want)) continue;
    j.c.error("join/format", placeOf(view.span, j.pass.origin),
              cat(label(j.pass.origin), " color attachment ", i, " is ",
                  t != nullptr ? label(t->origin) : std::string("the canvas"), " of format ", name(have),
                  " but target ", i, " of ", label(j.pipeline.origin), " has format ", name(want)))
        .notes.push_back({j.pipeline.targets[i].form, "the target"});
  }
}

void checkDepth(const Join& j) {
  const auto& attachment = j.pass.depth_stencil;
  const auto& state = j.pipeline.depth_stencil;
  if (attachment.has_value() != state.has_value()) {
    if (attachment)
      j.c.error("join/depth-presence", attachment->form,
                cat(label(j.pass.origin), " has a depth-stencil-attachment but ", label(j.pipeline.origin),
                    " has no (depth-stencil ...)"));
    else
      j.c.error("join/depth-presence", j.pass.origin.name_span,
                cat(label(j.pipeline.origin), " has a (depth-stencil ...) but ", label(j.pass.origin),
                    " has no depth-stencil-attachment"))
          .notes.push_back({state->form, "the state of the pipeline"});
    return;
  }
  const Texture* t = attachment ? j.c.texture(attachment->view.value) : nullptr;
  if (t == nullptr || !formatsDiffer(t->format.value, state->format.value)) return;
  j.c.error("join/depth-format", placeOf(attachment->view.span, j.pass.origin),
            cat(label(j.pass.origin), " attaches ", label(t->origin), " of format ", name(t->format.value), " but ",
                label(j.pipeline.origin), " has depth-stencil format ", name(state->format.value)));
}

// Reported at the first attachment that differs; attachments that differ among themselves are another rule.
void checkSamples(const Join& j) {
  const uint32_t want = pipelineSamples(j.pipeline);
  bool done = attachedSamples(j.c, j.pass).size() > 1;
  const auto check = [&](bool canvas, Index texture, Span span) {
    const Texture* t = canvas ? nullptr : j.c.texture(texture);
    if (done || (!canvas && t == nullptr)) return;
    const uint32_t have = t != nullptr ? t->samples.value : 1;
    if (have == want) return;
    done = true;
    j.c.errorOnce("join/samples", placeOf(span, j.pass.origin),
                  cat(label(j.pass.origin), " attaches ", t != nullptr ? label(t->origin) : std::string("the canvas"),
                      " of ", counted(have, "sample", "samples"), " but ", label(j.pipeline.origin), " has ",
                      counted(want, "sample", "samples")))
        .notes.push_back({std::nullopt, "(multisample :count 4) and :sample-count 4 go together"});
  };
  for (const ColorAttachment& a : j.pass.colors) check(a.view.canvas, a.view.texture, a.view.span);
  if (j.pass.depth_stencil) check(false, j.pass.depth_stencil->view.value, j.pass.depth_stencil->view.span);
}

void checkResolveFormat(RuleContext& c, const Pass& p) {
  for (const ColorAttachment& a : p.colors) {
    if (!a.resolve) continue;
    const auto formatOf = [&](const AttachmentView& v) -> std::optional<TextureFormat> {
      if (v.canvas) return TextureFormat::preferred_canvas_format;
      const Texture* t = c.texture(v.texture);
      return t == nullptr ? std::nullopt : std::optional(t->format.value);
    };
    const auto from = formatOf(a.view), to = formatOf(*a.resolve);
    if (from && to && formatsDiffer(*from, *to))
      c.error("join/resolve-format", placeOf(a.resolve->span, p.origin),
              cat(label(p.origin), " resolves an attachment of format ", name(*from), " into a target of format ",
                  name(*to)));
  }
}

void checkStrip(const Join& j) {
  if (!j.pipeline.primitive || !j.pipeline.primitive->topology) return;
  const PrimitiveTopology topology = j.pipeline.primitive->topology->value;
  if (topology != PrimitiveTopology::triangle_strip && topology != PrimitiveTopology::line_strip) return;
  for (const Draw* d : drawsOf(j.pass)) {
    if (!d->indexed()) continue;
    const auto& format = j.pipeline.primitive->strip_index_format;
    if (!format) {
      j.c.error("join/strip-index", placeOf(d->form, j.pass.origin),
                cat(label(j.pass.origin), " draws indexed with ", label(j.pipeline.origin), ", whose topology is ",
                    name(topology), " without :strip-index-format"))
          .notes.push_back({j.pipeline.primitive->form, "write :strip-index-format uint16 or uint32 here"});
      return;
    }
    const Buffer* b = j.c.buffer(j.pass.index_buffer.value);
    if (b == nullptr) return;
    const IndexFormat have = b->effective_index_format.value_or(IndexFormat::uint16);
    if (have != format->value)
      j.c.error("join/strip-index-format", placeOf(j.pass.index_buffer.span, j.pass.origin),
                cat(label(j.pass.origin), " :index-buffer ", label(b->origin), " is ", name(have),
                    " but :strip-index-format of ", label(j.pipeline.origin), " is ", name(format->value)));
    return;
  }
}

}  // namespace

void checkPassPipelines(RuleContext& c) {
  if (!c.options.validate) return;
  for (const Pass& p : c.program.passes) {
    if (p.compute || p.origin.poisoned) continue;
    checkResolveFormat(c, p);
    const Pipeline* pipeline = c.pipeline(p.pipeline.value);
    if (pipeline == nullptr || pipeline->compute) continue;
    const Join j{c, p, *pipeline};
    if (c.failed(pipeline->origin, {"pipeline/"})) continue;
    if (!c.failed(pipeline->origin, {"fragment/", "target/", "blend/"})) {
      checkCount(j);
      checkFormats(j);
    }
    if (!c.failed(pipeline->origin, {"ds/"})) checkDepth(j);
    if (!c.failed(pipeline->origin, {"ms/"})) checkSamples(j);
    checkStrip(j);
  }
}

}  // namespace pngine::program
