// Lowering of textures, views, samplers and query sets.
#include <algorithm>

#include "compile/lowering.h"

namespace pngine::compile {
namespace {

using program::Texture;
using webgpu::TextureDimension;
using webgpu::TextureUsage;

void lowerSize(Lowering& l, const Form& form, Texture& texture) {
  const Value* size = form.find(PropId::texture__size);
  if (size == nullptr) return;
  texture.size_span = size->span;
  switch (size->kind) {
    case Value::Kind::vector:
      texture.extent_count = static_cast<uint32_t>(std::min<size_t>(size->items.size(), 3));
      for (size_t i = 0; i < texture.extent_count; ++i) texture.extent[i] = toU32(size->items[i].number);
      return;
    case Value::Kind::reference:
      texture.sizing = Texture::Sizing::image;
      texture.image = l.ref(*size).value;
      return;
    default:
      texture.sizing = Texture::Sizing::canvas;
      return;
  }
}

void checkMultisampled(Lowering& l, const Texture& t) {
  const std::string start = cat(l.self(), " has :sample-count 4");
  if (t.dimension.value != TextureDimension::d2) {
    l.error("texture/msaa-dimension", t.dimension.span,
            cat(start, " and :dimension ", webgpu::name(t.dimension.value), "; only 2d textures are multisampled"));
  }
  if (t.mip_levels.value != 1) {
    l.error("texture/msaa-mips", t.mip_levels.span,
            cat(start, " and :mip-level-count ", t.mip_levels.value, "; a multisampled texture has one level"));
  }
  if (t.extent[2] != 1) {
    l.error("texture/msaa-layers", t.size_span,
            cat(start, " and ", t.extent[2], " layers; a multisampled texture has one layer"));
  }
  if (t.has(TextureUsage::storage_binding)) {
    l.error("texture/msaa-storage", t.usage.span, cat(start, " and usage storage-binding, which exclude each other"));
  }
  if (!t.has(TextureUsage::render_attachment)) {
    l.error("texture/msaa-not-attachment", t.usage.span,
            cat(start, " without usage render-attachment, which it needs"));
  }
}

}  // namespace

void lowerTexture(Lowering& l, const Form& form, Index index) {
  Texture& t = l.program.textures[index];
  lowerSize(l, form, t);
  t.format = l.enumOr(form, PropId::texture__format, webgpu::TextureFormat::rgba8unorm);
  t.usage = l.flags(form, PropId::texture__usage);
  t.dimension = l.enumOr(form, PropId::texture__dimension, TextureDimension::d2);
  t.mip_levels = l.u32(form, PropId::texture__mip_level_count, 1);
  t.samples = l.u32(form, PropId::texture__sample_count, 1);
  t.pool = l.u32(form, PropId::texture__pool, 1);
  if (t.samples.value != 1 && t.samples.value != 4) {
    l.error("texture/sample-count", t.samples.span,
            cat(l.self(), " :sample-count is ", t.samples.value, ", and only 1 and 4 exist"));
  } else if (t.samples.value == 4) {
    checkMultisampled(l, t);
  }
  if (t.dimension.value == TextureDimension::d1 && t.has(TextureUsage::render_attachment)) {
    l.error("texture/attachment-1d", t.usage.span,
            cat(l.self(), " is 1d, and a 1d texture cannot be a render-attachment"));
  }
}

void lowerTextureView(Lowering& l, const Form& form, Index index) {
  program::TextureView& v = l.program.views[index];
  v.texture = l.ref(form, PropId::texture_view__texture);
  v.dimension = l.optEnum<webgpu::ViewDimension>(form, PropId::texture_view__dimension);
  v.aspect = l.optEnum<webgpu::TextureAspect>(form, PropId::texture_view__aspect);
  v.base_mip = l.optU32(form, PropId::texture_view__base_mip_level);
  v.mip_count = l.optU32(form, PropId::texture_view__mip_level_count);
  v.base_layer = l.optU32(form, PropId::texture_view__base_array_layer);
  v.layer_count = l.optU32(form, PropId::texture_view__array_layer_count);
  v.format = l.optEnum<webgpu::TextureFormat>(form, PropId::texture_view__format);
}

void lowerSampler(Lowering& l, const Form& form, Index index) {
  using webgpu::AddressMode;
  using webgpu::FilterMode;
  program::Sampler& s = l.program.samplers[index];
  s.mag = l.enumOr(form, PropId::sampler__mag_filter, FilterMode::nearest);
  s.min = l.enumOr(form, PropId::sampler__min_filter, FilterMode::nearest);
  s.mipmap = l.optEnum<FilterMode>(form, PropId::sampler__mipmap_filter);
  const At<AddressMode> all = l.enumOr(form, PropId::sampler__address_mode, AddressMode::clamp_to_edge);
  s.address_mode = all.span;
  s.address_u = l.optEnum<AddressMode>(form, PropId::sampler__address_mode_u).value_or(all);
  s.address_v = l.optEnum<AddressMode>(form, PropId::sampler__address_mode_v).value_or(all);
  s.address_w = l.optEnum<AddressMode>(form, PropId::sampler__address_mode_w);
  if (!s.address_w && all.written()) s.address_w = all;
  s.lod_min = l.optF32(form, PropId::sampler__lod_min_clamp);
  s.lod_max = l.optF32(form, PropId::sampler__lod_max_clamp);
  s.anisotropy = l.optU32(form, PropId::sampler__max_anisotropy);
  s.compare = l.optEnum<webgpu::CompareFunction>(form, PropId::sampler__compare);
  if (!s.anisotropy || s.anisotropy->value <= 1) return;
  const struct {
    std::string_view key;
    At<FilterMode> filter;
  } filters[] = {{"mag-filter", s.mag}, {"min-filter", s.min}, {"mipmap-filter", s.mipmap.value_or(At<FilterMode>{})}};
  for (const auto& f : filters) {
    if (f.filter.value == FilterMode::linear) continue;
    l.error("sampler/anisotropy-filters", f.filter.written() ? f.filter.span : s.anisotropy->span,
            cat(l.self(), " has :max-anisotropy ", s.anisotropy->value, ", which needs :", f.key,
                " linear, and it is nearest", f.filter.written() ? "" : " (the default)"));
  }
}

void lowerQuerySet(Lowering& l, const Form& form, Index index) {
  program::QuerySet& q = l.program.query_sets[index];
  q.type = l.enumOr(form, PropId::query_set__type, webgpu::QueryType::occlusion);
  q.count = l.u32(form, PropId::query_set__count, 1);
}

}  // namespace pngine::compile
