// Rules over (texture-view ...): a view against its texture.
#include "program/rule_context.h"

namespace pngine::program {

namespace {

bool isCube(ViewDimension d) { return d == ViewDimension::cube || d == ViewDimension::cube_array; }

// Layers of the texture that views can select; nothing when the size is not known.
uint32_t layersOf(const Texture& t) { return t.dimension.value == TextureDimension::d2 ? t.extent[2] : 1; }

ViewDimension dimensionOf(const TextureView& v, const Texture& t) {
  if (v.dimension) return v.dimension->value;
  if (t.dimension.value == TextureDimension::d1) return ViewDimension::d1;
  if (t.dimension.value == TextureDimension::d3) return ViewDimension::d3;
  return layersOf(t) > 1 ? ViewDimension::d2_array : ViewDimension::d2;
}

bool compatible(ViewDimension view, TextureDimension texture) {
  switch (view) {
    case ViewDimension::d1:
      return texture == TextureDimension::d1;
    case ViewDimension::d3:
      return texture == TextureDimension::d3;
    default:
      return texture == TextureDimension::d2;
  }
}

void checkDimension(RuleContext& c, const TextureView& v, const Texture& t) {
  if (v.dimension && !compatible(v.dimension->value, t.dimension.value))
    c.error("view/dimension-compat", v.dimension->span,
            cat(label(v.origin), " :dimension is ", name(v.dimension->value), " but ", label(t.origin), " is ",
                name(t.dimension.value)));
  if (t.samples.value == 4 && dimensionOf(v, t) != ViewDimension::d2)
    c.error("view/msaa", placeOf(v.dimension ? v.dimension->span : Span{}, v.origin),
            cat(label(v.origin), " :dimension is ", name(dimensionOf(v, t)), " but ", label(t.origin),
                " has 4 samples, and a view of such a texture is always 2d"));
}

// Layer count of the view: as written, or what its dimension gives.
std::optional<uint32_t> layerCount(const TextureView& v, const Texture& t) {
  if (v.layer_count) return v.layer_count->value;
  switch (dimensionOf(v, t)) {
    case ViewDimension::d1:
    case ViewDimension::d2:
    case ViewDimension::d3:
      return 1;
    case ViewDimension::cube:
      return 6;
    default:
      break;
  }
  const uint32_t base = v.base_layer ? v.base_layer->value : 0;
  return layersOf(t) > base ? std::optional(layersOf(t) - base) : std::nullopt;
}

void checkLayers(RuleContext& c, const TextureView& v, const Texture& t) {
  const ViewDimension d = dimensionOf(v, t);
  const std::optional<uint32_t> count = layerCount(v, t);
  const Span place = placeOf(v.layer_count ? v.layer_count->span : v.dimension ? v.dimension->span : Span{}, v.origin);
  const std::string subject = cat(label(v.origin), " is a ", name(d), " view");
  if (count && (d == ViewDimension::d1 || d == ViewDimension::d2 || d == ViewDimension::d3) && *count != 1)
    c.error("view/layers", place, cat(subject, " of ", counted(*count, "layer", "layers"), "; it has exactly 1"));
  if (count && d == ViewDimension::cube && *count != 6)
    c.error("view/layers", place, cat(subject, " of ", counted(*count, "layer", "layers"), "; it has exactly 6"));
  if (count && d == ViewDimension::cube_array && *count % 6 != 0)
    c.error("view/layers", place, cat(subject, " of ", *count, " layers; the number is a multiple of 6"));
  if (isCube(d) && t.sizing == Texture::Sizing::extent && t.extent[0] != t.extent[1])
    c.error("view/layers", place,
            cat(subject, " but ", label(t.origin), " is ", t.extent[0], " by ", t.extent[1],
                "; the faces of a cube are square"));
}

void checkRange(RuleContext& c, const TextureView& v, const Texture& t) {
  const uint64_t base_mip = v.base_mip ? v.base_mip->value : 0;
  const uint64_t mips = v.mip_count ? v.mip_count->value : base_mip < t.mip_levels.value ? 0 : 1;
  if (base_mip + mips > t.mip_levels.value)
    c.error("view/range",
            placeOf(v.mip_count  ? v.mip_count->span
                    : v.base_mip ? v.base_mip->span
                                 : Span{},
                    v.origin),
            cat(label(v.origin), " reaches mip level ", base_mip + mips - 1, " but ", label(t.origin), " has ",
                counted(t.mip_levels.value, "level", "levels")));
  const uint64_t base = v.base_layer ? v.base_layer->value : 0;
  const std::optional<uint32_t> count = layerCount(v, t);
  const uint64_t end = base + (count ? *count : 1);
  if (end > layersOf(t))
    c.error("view/range",
            placeOf(v.layer_count  ? v.layer_count->span
                    : v.base_layer ? v.base_layer->span
                    : v.dimension  ? v.dimension->span
                                   : Span{},
                    v.origin),
            cat(label(v.origin), " reaches layer ", end - 1, " but ", label(t.origin), " has ",
                counted(layersOf(t), "layer", "layers")));
}

void checkAspect(RuleContext& c, const TextureView& v, const Texture& t) {
  const FormatInfo* info = formatInfo(t.format.value);
  if (!v.aspect || info == nullptr) return;
  const bool lacks = (v.aspect->value == TextureAspect::depth_only && !info->depth) ||
                     (v.aspect->value == TextureAspect::stencil_only && !info->stencil);
  if (lacks)
    c.error("view/aspect", v.aspect->span,
            cat(label(v.origin), " :aspect is ", name(v.aspect->value), " but format ", name(t.format.value), " of ",
                label(t.origin), " does not have it"));
}

// The format that a view of one aspect may name without being declared at the texture.
bool sameAspectFormat(const TextureView& v, const Texture& t) {
  const TextureFormat wanted = v.format->value;
  if (wanted == t.format.value) return true;
  if (!v.aspect) return false;
  if (v.aspect->value == TextureAspect::stencil_only) return wanted == TextureFormat::stencil8;
  if (v.aspect->value != TextureAspect::depth_only) return false;
  return (t.format.value == TextureFormat::depth24plus_stencil8 && wanted == TextureFormat::depth24plus) ||
         (t.format.value == TextureFormat::depth32float_stencil8 && wanted == TextureFormat::depth32float);
}

void checkFormat(RuleContext& c, const TextureView& v, const Texture& t) {
  if (!v.format || sameAspectFormat(v, t) || !formatsDiffer(v.format->value, t.format.value)) return;
  std::string text = cat(label(v.origin), " :format is ", name(v.format->value), " but ", label(t.origin), " is ",
                         name(t.format.value));
  if (withoutSrgb(v.format->value) == withoutSrgb(t.format.value))
    c.warning("view/format", v.format->span, cat(text, "; not every player allows the pair"));
  else
    c.error("view/format", v.format->span, cat(text, "; a view keeps the format of its texture"));
}

}  // namespace

void checkViews(RuleContext& c) {
  for (const TextureView& v : c.program.views) {
    const Texture* t = v.origin.poisoned ? nullptr : c.texture(v.texture.value);
    if (t == nullptr) continue;
    checkDimension(c, v, *t);
    const bool compatible_dimension = !v.dimension || compatible(v.dimension->value, t->dimension.value);
    if (compatible_dimension) checkLayers(c, v, *t);
    if (compatible_dimension) checkRange(c, v, *t);
    checkAspect(c, v, *t);
    checkFormat(c, v, *t);
    if (t->pool.value > 1)
      c.warning("view/pooled", v.texture.span,
                cat(label(v.origin), " :texture names ", label(t->origin), ", a pool of ", t->pool.value,
                    "; the view is always of its first member"));
  }
}

}  // namespace pngine::program
