// Rules over copies of textures and of images into textures.
#include <algorithm>

#include "program/rule_context.h"

namespace pngine::program {

namespace {

std::string endLabel(const RuleContext& c, const AttachmentView& v) {
  return v.canvas ? std::string("the canvas") : label(c.program.textures[v.texture].origin);
}

bool copyFormatsDiffer(TextureFormat a, TextureFormat b) {
  if (a == TextureFormat::preferred_canvas_format || b == TextureFormat::preferred_canvas_format) {
    const TextureFormat other = a == TextureFormat::preferred_canvas_format ? b : a;
    if (other == TextureFormat::preferred_canvas_format) return false;
    const std::string_view base = withoutSrgb(other);
    return base != "rgba8unorm" && base != "bgra8unorm";
  }
  return withoutSrgb(a) != withoutSrgb(b);
}

void checkPair(RuleContext& c, const Queue& q, const CopyTexture& copy, const Texture& from, const Texture& to) {
  const Span place = placeOf(copy.destination.span, q.origin);
  const std::string start = cat(label(q.origin), " copies ", label(from.origin), " to ", label(to.origin));
  if (from.samples.value != to.samples.value)
    c.error("copy/texture-samples", place,
            cat(start, " but they have ", from.samples.value, " and ", to.samples.value, " samples"))
        .notes.push_back({std::nullopt, "a copy does not resolve; the :resolve-target of a color-attachment does"});
  if (from.sizing != Texture::Sizing::extent || to.sizing != Texture::Sizing::extent) return;
  const FormatInfo* info = formatInfo(from.format.value);
  const bool whole = (info != nullptr && info->isDepthStencil()) || from.samples.value == 4;
  for (size_t axis = 0; axis < 3; ++axis) {
    if (to.extent[axis] < from.extent[axis]) {
      c.error("copy/texture-size", place,
              cat(start, " but the destination is smaller: ", to.extent[0], " by ", to.extent[1], " by ", to.extent[2],
                  " against ", from.extent[0], " by ", from.extent[1], " by ", from.extent[2]));
      return;
    }
    if (whole && axis < 2 && to.extent[axis] != from.extent[axis]) {
      c.error("copy/texture-depth", place,
              cat(start, ", of ", from.extent[0], " by ", from.extent[1], " and of ", to.extent[0], " by ",
                  to.extent[1], ", but depth, stencil and multisampled textures are copied between equal sizes only"))
          .notes.push_back(
              {placeOf(to.size_span, to.origin), cat("write :size [", from.extent[0], " ", from.extent[1], "] here")});
      return;
    }
  }
}

void checkTextures(RuleContext& c, const Queue& q, const CopyTexture& copy) {
  const Texture* from = copy.source.canvas ? nullptr : c.texture(copy.source.texture);
  const Texture* to = copy.destination.canvas ? nullptr : c.texture(copy.destination.texture);
  if ((!copy.source.canvas && from == nullptr) || (!copy.destination.canvas && to == nullptr)) return;
  const Span place = placeOf(copy.destination.span, q.origin);
  if (from == to) {
    c.error("copy/texture-same", place, cat(label(q.origin), " copies ", endLabel(c, copy.source), " to itself"));
    return;
  }
  if (copy.destination.canvas)
    c.warning(
         "copy/destination-usage", place,
         cat(label(q.origin), " copies ", endLabel(c, copy.source), " to the canvas, which not every player lets it"))
        .notes.push_back({std::nullopt, "draw the texture onto the canvas instead"});
  const TextureFormat a = from == nullptr ? TextureFormat::preferred_canvas_format : from->format.value;
  const TextureFormat b = to == nullptr ? TextureFormat::preferred_canvas_format : to->format.value;
  if (copyFormatsDiffer(a, b))
    c.error("copy/texture-format", place,
            cat(label(q.origin), " copies ", endLabel(c, copy.source), " of format ", name(a), " to ",
                endLabel(c, copy.destination), " of format ", name(b)));
  if (from != nullptr && to != nullptr) return checkPair(c, q, copy, *from, *to);
  const Texture* texture = from != nullptr ? from : to;
  if (texture->sizing == Texture::Sizing::extent)
    c.warning("copy/canvas-size", place,
              cat(label(q.origin), " copies between the canvas and ", label(texture->origin),
                  ", whose size is fixed and may differ"));
}

// ---- images ----

constexpr std::string_view kImageFormats =
    "images go to rgba8unorm, rgba8unorm-srgb, bgra8unorm, bgra8unorm-srgb, rgb10a2unorm, to r, rg and rgba of 16float "
    "and 32float, to r8unorm and rg8unorm";

bool takesImages(TextureFormat format) {
  constexpr TextureFormat kAllowed[] = {TextureFormat::r8unorm,      TextureFormat::r16float,
                                        TextureFormat::r32float,     TextureFormat::rg8unorm,
                                        TextureFormat::rg16float,    TextureFormat::rg32float,
                                        TextureFormat::rgba8unorm,   TextureFormat::rgba8unorm_srgb,
                                        TextureFormat::bgra8unorm,   TextureFormat::bgra8unorm_srgb,
                                        TextureFormat::rgb10a2unorm, TextureFormat::rgba16float,
                                        TextureFormat::rgba32float,  TextureFormat::preferred_canvas_format};
  if (std::ranges::count(kAllowed, format) != 0) return true;
  const std::string_view text = name(format);
  return text.ends_with("snorm") || (text.ends_with("16unorm") && text != "depth16unorm");
}

void checkMip(RuleContext& c, const Queue& q, const CopyImage& copy, const Texture& t) {
  if (copy.mip.value < t.mip_levels.value) return;
  c.error("copy/mip-level", placeOf(copy.mip.span, q.origin),
          cat(label(q.origin), " copies an image to mip level ", copy.mip.value, " but ", label(t.origin), " has ",
              counted(t.mip_levels.value, "level", "levels"),
              t.mip_levels.value == 1 ? ", level 0" : cat(", levels 0 to ", t.mip_levels.value - 1)))
      .notes.push_back({t.origin.name_span, cat("give it :mip-level-count ", copy.mip.value + 1)});
}

// Extent of the level that is copied to.
std::array<uint32_t, 3> levelExtent(const CopyImage& copy, const Texture& t, const ImageExtent& sides) {
  const uint32_t level = std::min(copy.mip.value, 31U);
  return {std::max(sides.width >> level, 1U), std::max(sides.height >> level, 1U), t.extent[2]};
}

void checkOrigin(RuleContext& c, const Queue& q, const CopyImage& copy, const Texture& t) {
  const std::optional<ImageExtent> sides = c.sidesOf(t);
  if (!sides || copy.mip.value >= t.mip_levels.value) return;
  constexpr std::array<std::string_view, 3> kAxis = {"x", "y", "z"};
  const std::array<uint32_t, 3> extent = levelExtent(copy, t, *sides);
  for (size_t axis = 0; axis < 3; ++axis) {
    if (copy.origin[axis] < extent[axis]) continue;
    c.error("copy/origin", placeOf(copy.origin_span, q.origin),
            cat(label(q.origin), " copies an image to ", kAxis[axis], " ", copy.origin[axis], " but in ",
                label(t.origin), " ", kAxis[axis], " goes from 0 to ", extent[axis] - 1));
    return;
  }
}

// The :size with which a texture has room for an image: by the image's name where it is copied to the very begin.
std::string roomFor(const CopyImage& copy, const ImageBitmap& image, const ImageExtent& picture,
                    const ImageExtent& now) {
  const auto side = [&](size_t axis, uint32_t length, uint32_t is) {
    return std::max(uint64_t{is}, (uint64_t{copy.origin[axis]} + length) << std::min(copy.mip.value, 31U));
  };
  if (copy.mip.value == 0 && copy.origin[0] == 0 && copy.origin[1] == 0)
    return cat(":size ", image.origin.name, " gives the texture the size of the image");
  return cat(":size [", side(0, picture.width, now.width), " ", side(1, picture.height, now.height),
             "] would give it room");
}

// A whole image is copied, so the texture has room for it behind the origin.
void checkFit(RuleContext& c, const Queue& q, const CopyImage& copy, const Texture& t) {
  if (copy.image.value >= c.program.images.size() || c.failed(q.origin, {"copy/origin", "copy/mip-level"})) return;
  const ImageBitmap& image = c.program.images[copy.image.value];
  const std::optional<ImageExtent> picture = c.sidesOf(image), sides = c.sidesOf(t);
  if (!picture || !sides) return;
  const std::array<uint32_t, 3> have = levelExtent(copy, t, *sides);
  if (uint64_t{copy.origin[0]} + picture->width <= have[0] && uint64_t{copy.origin[1]} + picture->height <= have[1])
    return;
  c.error("copy/image-size", placeOf(copy.texture.span, q.origin),
          cat(label(q.origin), " copies ", label(image.origin), " of ", picture->width, " by ", picture->height, " to ",
              copy.origin[0], " ", copy.origin[1], " of ", label(t.origin), ", which is ", have[0], " by ", have[1],
              copy.mip.value != 0 ? cat(" at mip level ", copy.mip.value) : std::string()))
      .notes.push_back({t.size_span, roomFor(copy, image, *picture, *sides)});
}

void checkImage(RuleContext& c, const Queue& q, const CopyImage& copy) {
  const Texture* t = c.texture(copy.texture.value);
  if (t == nullptr) return;
  const Span place = placeOf(copy.texture.span, q.origin);
  const std::string start = cat(label(q.origin), " copies an image to ", label(t->origin));
  for (const TextureUsage u : {TextureUsage::copy_dst, TextureUsage::render_attachment}) {
    if (t->has(u)) continue;
    c.fail("copy/image-usage", t->origin);
    c.errorOnce("copy/image-usage", place,
                cat(start, ", which lacks usage ", name(u), "; it needs copy-dst and render-attachment"))
        .notes.push_back({t->usage.span.empty() ? t->origin.name_span : t->usage.span, "add it here"});
  }
  if (!takesImages(t->format.value))
    c.error("copy/image-format", place,
            cat(start, " of format ", name(t->format.value), ", which images cannot be copied to"))
        .notes = {{placeOf(t->format.span, t->origin), "the format is stated here"},
                  {std::nullopt, std::string(kImageFormats)}};
  if (t->samples.value != 1 || t->dimension.value != TextureDimension::d2)
    c.error("copy/image-shape", place,
            cat(start, ", which is ", t->samples.value != 1 ? "multisampled" : name(t->dimension.value),
                "; an image needs a 2d texture of one sample"))
        .notes.push_back({t->origin.name_span, "the texture is declared here"});
  else {
    checkMip(c, q, copy, *t);
    checkOrigin(c, q, copy, *t);
    checkFit(c, q, copy, *t);
  }
}

}  // namespace

void checkCopies(RuleContext& c) {
  for (const Queue& q : c.program.queues) {
    if (q.origin.poisoned) continue;
    for (const QueueAction& a : q.actions) {
      if (const auto* copy = std::get_if<CopyTexture>(&a.action)) checkTextures(c, q, *copy);
      if (const auto* image = std::get_if<CopyImage>(&a.action)) checkImage(c, q, *image);
    }
  }
}

}  // namespace pngine::program
