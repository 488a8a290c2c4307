// Rules over (texture ...): shape, format against usage, and contents that nothing provides.
#include <algorithm>
#include <bit>

#include "program/rule_context.h"

namespace pngine::program {

namespace {

using enum Touch;

const FormatInfo& infoOf(TextureFormat format) {
  const FormatInfo* info = formatInfo(format);
  return info != nullptr ? *info : *formatInfo(TextureFormat::preferred_canvas_format);
}

// "depth32float-stencil8 needs ..." or plain refusal, by capability.
void checkCapability(RuleContext& c, const Texture& t, Capability has, std::string_view rule, std::string_view role) {
  if (has == Capability::yes || has == Capability::unsettled) return;
  const std::string subject = cat(label(t.origin), " :format ", name(t.format.value));
  if (has == Capability::no) {
    c.error(rule, placeOf(t.format.span, t.origin), cat(subject, " cannot be ", role));
    return;
  }
  c.warning(rule == "texture/renderable" ? "texture/feature-format" : rule, placeOf(t.format.span, t.origin),
            cat(subject, " can be ", role, " only with the device feature ", featureOf(has)));
}

void checkFormat(RuleContext& c, const Texture& t) {
  const FormatInfo& info = infoOf(t.format.value);
  if (t.has(TextureUsage::render_attachment))
    checkCapability(c, t, info.renderable, "texture/renderable", "an attachment");
  else if (info.format == TextureFormat::depth32float_stencil8 || name(t.format.value).ends_with("16unorm") ||
           name(t.format.value).ends_with("16snorm")) {
    if (info.format != TextureFormat::depth16unorm)
      c.warning(
          "texture/feature-format", placeOf(t.format.span, t.origin),
          cat(label(t.origin), " :format ", name(t.format.value), " needs a device feature that not every device has"));
  }
  if (t.has(TextureUsage::storage_binding)) {
    if (info.isCanvas())
      c.warning(
          "texture/canvas-format-binding", placeOf(t.format.span, t.origin),
          cat(label(t.origin),
              " :format preferred-canvas-format may be bgra8unorm, which not every device takes as storage texture"));
    const auto usable = [](Capability k) { return k == Capability::yes || k == Capability::unsettled; };
    const Capability best = usable(info.storage_read) ? info.storage_read : info.storage_write;
    checkCapability(c, t, best, "texture/storage-format", "a storage texture");
  }
  if (t.samples.value == 4 && info.multisample == Capability::no)
    c.error("texture/msaa-format", placeOf(t.samples.span, t.origin),
            cat(label(t.origin), " :format ", name(t.format.value), " cannot be multisampled"));
}

void checkShape(RuleContext& c, const Texture& t) {
  const FormatInfo& info = infoOf(t.format.value);
  const Span place = placeOf(t.dimension.span, t.origin);
  if (t.dimension.value == TextureDimension::d1) {
    std::string_view why;
    if (t.sizing != Texture::Sizing::extent || t.extent[1] != 1 || t.extent[2] != 1)
      why = "has more than a width";
    else if (t.mip_levels.value != 1)
      why = "has more than one mip level";
    else if (info.isDepthStencil())
      why = "has a depth or stencil format";
    if (!why.empty() && t.sizing == Texture::Sizing::extent)
      c.error("texture/1d-shape", place, cat(label(t.origin), " :dimension is 1d but the texture ", why));
  }
  if (t.dimension.value == TextureDimension::d3 && info.isDepthStencil())
    c.error("texture/3d-format", place,
            cat(label(t.origin), " :dimension is 3d, which format ", name(t.format.value), " does not allow"));
}

void checkExtent(RuleContext& c, const Texture& t, size_t axis, Limit limit) {
  const uint64_t most = effectiveLimit(c.program, limit);
  if (t.extent[axis] <= most) return;
  constexpr std::array<std::string_view, 3> kAxis = {"width", "height", "depth or layer count"};
  c.error("texture/limits", placeOf(t.size_span, t.origin),
          cat(label(t.origin), " :size has a ", kAxis[axis], " of ", t.extent[axis], "; at most ", most, " is allowed"))
      .notes.push_back({std::nullopt, raiseHint(limit, t.extent[axis])});
}

void checkExtents(RuleContext& c, const Texture& t) {
  if (t.sizing != Texture::Sizing::extent) return;
  switch (t.dimension.value) {
    case TextureDimension::d1:
      checkExtent(c, t, 0, Limit::max_texture_dimension_1d);
      break;
    case TextureDimension::d2:
      checkExtent(c, t, 0, Limit::max_texture_dimension_2d);
      checkExtent(c, t, 1, Limit::max_texture_dimension_2d);
      checkExtent(c, t, 2, Limit::max_texture_array_layers);
      break;
    case TextureDimension::d3:
      for (size_t axis = 0; axis < 3; ++axis) checkExtent(c, t, axis, Limit::max_texture_dimension_3d);
      break;
  }
  uint32_t longest = t.dimension.value == TextureDimension::d1 ? 1 : std::max(t.extent[0], t.extent[1]);
  if (t.dimension.value == TextureDimension::d3) longest = std::max(longest, t.extent[2]);
  const uint32_t most = static_cast<uint32_t>(std::bit_width(std::max(longest, 1U)));
  if (t.mip_levels.value > most && t.dimension.value != TextureDimension::d1)
    c.error("texture/mip-count", placeOf(t.mip_levels.span, t.origin),
            cat(label(t.origin), " :mip-level-count is ", t.mip_levels.value, "; a texture of this size has at most ",
                counted(most, "level", "levels")));
}

void checkPool(RuleContext& c, const Texture& t, Index i) {
  if (t.pool.value <= 1) return;
  for (const BindGroup& g : c.program.bind_groups) {
    for (const BindEntry& e : g.entries) {
      // Without :ping-pong the entry has a finding of its own, bind/pooled-resource-not-pinged.
      if (e.kind == BindEntry::Kind::texture && e.resource.value == i) return;
    }
  }
  // A pass with one pooled attachment alternates by itself, and so does a pooled group.
  if (c.textureTouched(i, {color_attachment, color_load})) return;
  c.warning(
      "texture/pool-never-pinged", placeOf(t.pool.span, t.origin),
      cat(label(t.origin), " has :pool ", t.pool.value, " but no bind-group entry selects a member with :ping-pong"));
}

void checkContents(RuleContext& c, const Texture& t, Index i) {
  if (!c.hasFrame() || !c.textureTouched(i, {sampled, texture_storage_read})) return;
  if (c.textureTouched(i, {bound, texture_storage_write, color_attachment, color_load, depth_attachment, depth_load,
                           resolve_target, copy_destination, image_destination}))
    return;
  c.warning("texture/uninitialised", t.origin.name_span,
            cat(label(t.origin), " is sampled, but nothing renders, stores or copies into it"));
}

// A usage that no use needs; copies are left out, since a host may use them.
void checkIdleUsage(RuleContext& c, const Texture& t, Index i) {
  const struct {
    TextureUsage usage;
    std::initializer_list<Touch> touches;
  } rows[] = {
      {TextureUsage::texture_binding, {sampled, bound}},
      {TextureUsage::storage_binding, {texture_storage_read, texture_storage_write, bound}},
      {TextureUsage::render_attachment,
       {color_attachment, color_load, depth_attachment, depth_load, resolve_target, image_destination}},
  };
  if (!c.hasFrame() || !c.options.validate || c.textureUses(i).empty()) return;
  for (const auto& row : rows) {
    // A use that needs a usage which is absent is reported there; an idle usage is only its other half.
    if (!t.has(row.usage) && c.textureTouched(i, row.touches) && !c.textureTouched(i, {bound})) return;
  }
  for (const auto& row : rows) {
    if (!t.has(row.usage) || c.textureTouched(i, row.touches)) continue;
    if (row.usage == TextureUsage::render_attachment && t.samples.value != 1) continue;  // multisampled ones need it
    c.warning("texture/usage-unused", placeOf(t.usage.span, t.origin),
              cat(label(t.origin), " has usage ", name(row.usage), ", which nothing needs"));
  }
}

}  // namespace

void checkTextures(RuleContext& c) {
  for (Index i = 0; i < c.program.textures.size(); ++i) {
    const Texture& t = c.program.textures[i];
    if (t.origin.poisoned) continue;
    checkFormat(c, t);
    checkShape(c, t);
    checkExtents(c, t);
    if (t.origin.synthesized) continue;
    checkPool(c, t, i);
    if (c.options.validate) checkContents(c, t, i);
    checkIdleUsage(c, t, i);
  }
}

}  // namespace pngine::program
