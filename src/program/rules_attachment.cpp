// Rules over the attachments of render passes: what can be attached, and how attachments go together.
#include <algorithm>
#include <cmath>

#include "program/rule_context.h"

namespace pngine::program {

namespace {

// One attached texture with its role in words.
struct Attached {
  const Texture* texture;
  Index index;
  Span span;
  std::string_view role;
};

std::vector<Attached> attachedTextures(const RuleContext& c, const Pass& p) {
  std::vector<Attached> out;
  const auto add = [&](Index i, Span span, std::string_view role) {
    if (const Texture* t = c.texture(i)) out.push_back({t, i, placeOf(span, p.origin), role});
  };
  for (const ColorAttachment& a : p.colors) {
    if (!a.view.canvas) add(a.view.texture, a.view.span, "color-attachment :view");
    if (a.resolve && !a.resolve->canvas) add(a.resolve->texture, a.resolve->span, "color-attachment :resolve-target");
  }
  if (p.depth_stencil) add(p.depth_stencil->view.value, p.depth_stencil->view.span, "depth-stencil-attachment :view");
  return out;
}

std::string subject(const Pass& p, const Attached& a) {
  return cat(label(p.origin), " ", a.role, " names ", label(a.texture->origin));
}

// False when the texture cannot stand there: nothing more is said about it then.
bool checkTexture(RuleContext& c, const Pass& p, const Attached& a) {
  const Texture& t = *a.texture;
  if (c.reported("join/resolve-format", a.span)) return false;
  if (!t.has(TextureUsage::render_attachment)) {
    c.error("attachment/usage", a.span, cat(subject(p, a), ", which lacks usage render-attachment"))
        .notes.push_back({t.usage.span.empty() ? t.origin.name_span : t.usage.span, "add render-attachment here"});
    c.fail("attachment/usage", t.origin);
    return false;
  }
  const FormatInfo* info = formatInfo(t.format.value);
  if (info != nullptr && info->isDepthStencil() && a.role != "depth-stencil-attachment :view") {
    c.error("attachment/format-class", a.span,
            cat(subject(p, a), " of format ", info->name, ", which is a depth or stencil format"));
    return false;
  }
  std::string why;
  if (t.dimension.value == TextureDimension::d3)
    why = "3d";
  else if (t.sizing == Texture::Sizing::extent && t.extent[2] > 1)
    why = cat("of ", t.extent[2], " layers");
  else if (t.mip_levels.value > 1)
    why = cat("of ", t.mip_levels.value, " mip levels");
  if (why.empty()) return true;
  c.error("attachment/dimension", a.span,
          cat(subject(p, a), ", which is ", why, "; only a texture of one layer and one level can be attached"));
  return false;
}

void checkDuplicates(RuleContext& c, const Pass& p, const std::vector<Attached>& all) {
  for (size_t i = 0; i < all.size(); ++i) {
    for (size_t k = 0; k < i; ++k) {
      if (all[k].index != all[i].index) continue;
      c.error("attachment/duplicate", all[i].span,
              cat(label(p.origin), " attaches ", label(all[i].texture->origin), " twice"))
          .notes.push_back({all[k].span, "first here"});
      return;
    }
  }
}

// ---- sizes and samples of all attachments
// ----------------------------------------------------------------------------

void checkSizes(RuleContext& c, const Pass& p, const std::vector<Attached>& all) {
  const bool canvas =
      std::ranges::any_of(p.colors,
                          [](const ColorAttachment& a) { return a.view.canvas || (a.resolve && a.resolve->canvas); }) ||
      std::ranges::any_of(all, [](const Attached& a) { return a.texture->sizing == Texture::Sizing::canvas; });
  const Attached* first = nullptr;
  ImageExtent first_sides;
  for (const Attached& a : all) {
    const std::optional<ImageExtent> sides = c.sidesOf(*a.texture);
    if (!sides) continue;
    const std::string size = cat(sides->width, " by ", sides->height);
    if (canvas) {
      c.warningOnce("attachment/size", a.span,
                    cat(subject(p, a), " of ", size, " beside an attachment of the canvas size, which may differ"));
    } else if (first == nullptr) {
      first = &a;
      first_sides = *sides;
    } else if (first_sides.width != sides->width || first_sides.height != sides->height) {
      c.error("attachment/size", a.span,
              cat(subject(p, a), " of ", size, " but ", label(first->texture->origin), " is ", first_sides.width,
                  " by ", first_sides.height))
          .notes.push_back({first->span, "the other attachment"});
      return;
    }
  }
}

void checkSamples(RuleContext& c, const Pass& p) {
  const std::set<uint32_t> all = attachedSamples(c, p);
  const bool resolves = std::ranges::any_of(p.colors, [](const ColorAttachment& a) { return a.resolve.has_value(); });
  // A single-sampled texture that is resolved is the cause then, and has a rule of its own.
  if (all.size() < 2 || (resolves && !p.colors.empty() && p.colors[0].view.canvas)) return;
  // At the attachment that disagrees with the first one.
  const bool canvas = !p.colors.empty() && p.colors[0].view.canvas;
  const Texture* head = p.colors.empty() || canvas ? nullptr : c.texture(p.colors[0].view.texture);
  const uint32_t first = head != nullptr ? head->samples.value : 1;
  Span place = p.depth_stencil ? p.depth_stencil->view.span : Span{};
  for (const ColorAttachment& a : p.colors) {
    const Texture* t = a.view.canvas ? nullptr : c.texture(a.view.texture);
    if ((t != nullptr ? t->samples.value : 1) == first || (t == nullptr && !a.view.canvas)) continue;
    place = a.view.span;
    break;
  }
  c.error("attachment/samples", placeOf(place, p.origin),
          cat(label(p.origin), " attaches textures of ", *all.begin(), " and of ", *all.rbegin(), " samples"))
      .notes.push_back({std::nullopt, "all attachments of a pass have one :sample-count; the canvas has 1"});
}

void checkBytes(RuleContext& c, const Pass& p) {
  std::vector<TextureFormat> formats;
  for (const ColorAttachment& a : p.colors) {
    const Texture* t = a.view.canvas ? nullptr : c.texture(a.view.texture);
    if (!a.view.canvas && t == nullptr) return;
    formats.push_back(t != nullptr ? t->format.value : TextureFormat::preferred_canvas_format);
  }
  const uint64_t bytes = bytesPerSample(formats),
                 most = effectiveLimit(c.program, Limit::max_color_attachment_bytes_per_sample);
  const Pipeline* pipeline = c.pipeline(p.pipeline.value);
  // The pipeline has the same targets, so its own finding is enough.
  if (bytes <= most || (pipeline != nullptr && c.reported("fragment/target-bytes", pipeline->origin.name_span))) return;
  c.error(
       "attachment/bytes", p.origin.name_span,
       cat(label(p.origin), " has color attachments of ", bytes, " bytes per sample; at most ", most, " are allowed"))
      .notes.push_back({std::nullopt, raiseHint(Limit::max_color_attachment_bytes_per_sample, bytes)});
}

// ---- resolve targets
// -------------------------------------------------------------------------------------------------

void checkResolve(RuleContext& c, const Pass& p, const ColorAttachment& a) {
  if (!a.resolve) return;
  const Span place = placeOf(a.resolve->span, p.origin);
  const std::string start = cat(label(p.origin), " color-attachment :resolve-target");
  if (p.colors.size() > 1) {
    c.errorOnce("resolve/mrt", place,
                cat(start, " stands in a pass with ", p.colors.size(),
                    " color attachments; only a single attachment can be resolved"));
    return;
  }
  const Texture* from = a.view.canvas ? nullptr : c.texture(a.view.texture);
  const Texture* to = a.resolve->canvas ? nullptr : c.texture(a.resolve->texture);
  if (a.view.canvas || (from != nullptr && from->samples.value == 1))
    c.error("resolve/multisampled", place,
            cat(start, " needs a multisampled :view, and ",
                a.view.canvas ? std::string("the canvas") : label(from->origin), " has 1 sample"))
        .notes.push_back({std::nullopt, "draw into a texture with :sample-count 4, or leave :resolve-target out"});
  if (to != nullptr && to->samples.value != 1)
    c.error("resolve/target-single", place,
            cat(start, " names ", label(to->origin), ", which has ", to->samples.value, " samples; it must have 1"));
  const FormatInfo* info = from == nullptr ? nullptr : formatInfo(from->format.value);
  if (info != nullptr && info->resolvable == Capability::no && !info->isDepthStencil())
    c.error("resolve/format", place, cat(start, " resolves format ", info->name, ", which cannot be resolved"));
  if (from != nullptr && from->pool.value > 1)
    c.error(
        "resolve/pooled", place,
        cat(start, " resolves ", label(from->origin), ", a pool of ", from->pool.value, "; a pool cannot be resolved"));
}

void checkPools(RuleContext& c, const Pass& p, const std::vector<Attached>& all) {
  for (const Attached& a : all) {
    if (a.texture->pool.value <= 1 || (a.role == "color-attachment :view" && p.colors.size() == 1)) continue;
    c.warning("attachment/pooled-mrt", a.span,
              cat(subject(p, a), ", a pool of ", a.texture->pool.value, "; always its first member is attached"));
  }
}

// ---- clear values
// ----------------------------------------------------------------------------------------------------

void checkClearRange(RuleContext& c, const Pass& p, const ColorAttachment& a) {
  const Texture* t = a.view.canvas ? nullptr : c.texture(a.view.texture);
  if (!a.clear || (!a.view.canvas && t == nullptr)) return;
  const FormatInfo* info = formatInfo(t != nullptr ? t->format.value : TextureFormat::preferred_canvas_format);
  if (info == nullptr) return;
  const bool unorm = info->isCanvas() || info->name.find("unorm") != std::string_view::npos;
  const bool integer = info->scalar == ScalarClass::sint || info->scalar == ScalarClass::uint;
  for (size_t i = 0; i < 4; ++i) {
    const float v = a.clear->value[i];
    const bool bad =
        unorm ? v < 0 || v > 1 : integer && (v != std::floor(v) || (info->scalar == ScalarClass::uint && v < 0));
    if (!bad) continue;
    c.warning(
        "attachment/clear-range", placeOf(a.clear->span, p.origin),
        cat(label(p.origin), " color-attachment :clear-value has ", v, ", which format ", info->name, " cannot hold"));
    return;
  }
}

void checkDepthClear(RuleContext& c, const Pass& p) {
  if (!p.depth_stencil) return;
  const DepthStencilAttachment& d = *p.depth_stencil;
  if (d.depth_clear && (d.depth_clear->value < 0 || d.depth_clear->value > 1))
    c.error("da/depth-clear-range", placeOf(d.depth_clear->span, p.origin),
            cat(label(p.origin), " :depth-clear-value is ", d.depth_clear->value, "; it goes from 0 to 1"));
  if (d.stencil_clear && d.stencil_clear->value > 255)
    c.warning("da/stencil-clear-range", placeOf(d.stencil_clear->span, p.origin),
              cat(label(p.origin), " :stencil-clear-value is ", d.stencil_clear->value, "; only its low 8 bits count"));
  const Texture* t = c.texture(d.view.value);
  const FormatInfo* info = t == nullptr ? nullptr : formatInfo(t->format.value);
  if (info == nullptr || !info->isDepthStencil()) return;
  if (d.depth_clear && !info->depth)
    c.error("da/clear-forbidden-aspect", placeOf(d.depth_clear->span, p.origin),
            cat(label(p.origin), " has :depth-clear-value but format ", info->name, " has no depth"));
  if (d.stencil_clear && !info->stencil)
    c.error("da/clear-forbidden-aspect", placeOf(d.stencil_clear->span, p.origin),
            cat(label(p.origin), " has :stencil-clear-value but format ", info->name, " has no stencil"));
}

// Whether something reads what a pass left in its attachment. That the pass itself loads it counts only where nobody
// else draws it before.
bool readElsewhere(const RuleContext& c, const AttachmentView& view) {
  const std::vector<Use>& uses = c.textureUses(view.texture);
  const auto drawn = [&](const Use& u) {
    return u.span != view.span && (u.touch == Touch::color_attachment || u.touch == Touch::color_load);
  };
  const bool others = std::ranges::any_of(uses, drawn);
  return std::ranges::any_of(uses, [&](const Use& u) {
    if (u.touch == Touch::color_load) return u.span != view.span || !others;
    return u.touch == Touch::sampled || u.touch == Touch::texture_storage_read || u.touch == Touch::copy_source;
  });
}

void checkDiscard(RuleContext& c, const Pass& p) {
  for (const ColorAttachment& a : p.colors) {
    if (a.store.value != StoreOp::discard || a.resolve || a.view.canvas || c.texture(a.view.texture) == nullptr)
      continue;
    if (readElsewhere(c, a.view))
      c.warning(
          "attachment/discarded-then-read", placeOf(a.store.span, p.origin),
          cat(label(p.origin), " discards ", label(c.texture(a.view.texture)->origin), ", which something else reads"));
  }
}

bool drawsCanvas(const Pass& p, bool& loads) {
  for (const ColorAttachment& a : p.colors) {
    if (!a.view.canvas && !(a.resolve && a.resolve->canvas)) continue;
    loads = a.view.canvas && a.load.value == LoadOp::load;
    return true;
  }
  return false;
}

// The canvas is a fresh texture in every frame.
void checkCanvasLoad(RuleContext& c, const Frame& f) {
  for (const Step& s : f.perform) {
    if (s.queue || s.index >= c.program.passes.size()) continue;
    const Pass& p = c.program.passes[s.index];
    bool loads = false;
    if (p.origin.poisoned) return;  // it may be the one that clears
    if (!drawsCanvas(p, loads)) continue;
    if (loads)
      c.warningOnce("attachment/load-canvas", p.origin.name_span,
                    cat(label(p.origin), " loads the canvas, but it is the first pass of ", label(f.origin),
                        " that draws it, and the canvas is empty in every frame"));
    return;
  }
}

}  // namespace

std::set<uint32_t> attachedSamples(const RuleContext& c, const Pass& p) {
  std::set<uint32_t> out;
  const auto add = [&](bool canvas, Index i) {
    const Texture* t = canvas ? nullptr : c.texture(i);
    if (canvas || t != nullptr) out.insert(t != nullptr ? t->samples.value : 1);
  };
  for (const ColorAttachment& a : p.colors) add(a.view.canvas, a.view.texture);
  if (p.depth_stencil) add(false, p.depth_stencil->view.value);
  return out;
}

void checkAttachments(RuleContext& c) {
  for (const Pass& p : c.program.passes) {
    if (p.compute || p.origin.poisoned) continue;
    std::vector<Attached> all = attachedTextures(c, p);
    const size_t wrong = std::erase_if(all, [&](const Attached& a) { return !checkTexture(c, p, a); });
    checkDuplicates(c, p, all);
    const bool sound = wrong == 0 && !c.failed(p.origin, {"attachment/duplicate"});
    checkSizes(c, p, all);
    if (sound) checkSamples(c, p);
    checkBytes(c, p);
    checkPools(c, p, all);
    for (const ColorAttachment& a : p.colors) {
      if (sound) checkResolve(c, p, a);
      checkClearRange(c, p, a);
    }
    checkDepthClear(c, p);
    checkDiscard(c, p);
  }
  for (const Frame& f : c.program.frames) {
    if (!f.origin.poisoned) checkCanvasLoad(c, f);
  }
}

}  // namespace pngine::program
