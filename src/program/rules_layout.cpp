// Rules over bind-group layouts by themselves, and over the sum of layouts in a pipeline layout.
#include "program/rule_context.h"

namespace pngine::program {

namespace {

using StorageTexture = LayoutEntry::StorageTextureLayout;
using SampledTexture = LayoutEntry::TextureLayout;
using BufferEntry = LayoutEntry::BufferLayout;

constexpr uint32_t kVertexBit = static_cast<uint32_t>(Visibility::vertex);

std::string entryLabel(const BindGroupLayout& l, const LayoutEntry& e) {
  return cat(label(l.origin), " entry :binding ", e.binding.value);
}

void checkStorageTexture(RuleContext& c, const BindGroupLayout& l, const LayoutEntry& e, const StorageTexture& s) {
  const FormatInfo* info = formatInfo(s.format.value);
  const Span place = placeOf(s.format.span, l.origin);
  if (info != nullptr && info->isCanvas()) {
    c.error("bgl/storage-texture-canvas", place,
            cat(entryLabel(l, e), " :format is preferred-canvas-format, which a layout cannot store"))
        .notes.push_back({std::nullopt, "name a format such as rgba8unorm"});
  } else if (info != nullptr) {
    const Capability can = storageCapability(*info, s.access.value);
    const std::string text =
        cat(entryLabel(l, e), " :format ", info->name, " cannot be a ", name(s.access.value), " storage texture");
    if (can == Capability::no)
      c.error("bgl/storage-texture-format", place, text);
    else if (!featureOf(can).empty())
      c.warning("bgl/storage-texture-format", place, cat(text, " without the device feature ", featureOf(can)));
  }
  if (s.view_dimension.value == ViewDimension::cube || s.view_dimension.value == ViewDimension::cube_array)
    c.error("bgl/storage-texture-view", placeOf(s.view_dimension.span, l.origin),
            cat(entryLabel(l, e), " :view-dimension is ", name(s.view_dimension.value),
                ", which storage textures do not have"));
}

void checkMultisampled(RuleContext& c, const BindGroupLayout& l, const LayoutEntry& e, const SampledTexture& t) {
  if (!t.multisampled.value) return;
  const Span place = placeOf(t.multisampled.span, l.origin);
  if (t.view_dimension.value != ViewDimension::d2)
    c.error("bgl/texture-multisampled", place,
            cat(entryLabel(l, e), " is multisampled with :view-dimension ", name(t.view_dimension.value),
                "; only 2d is possible"));
  if (t.sample_type.value == TextureSampleType::float_)
    c.error("bgl/texture-multisampled", place, cat(entryLabel(l, e), " is multisampled with :sample-type float"))
        .notes.push_back({std::nullopt, "write :sample-type unfilterable-float"});
}

bool writable(const LayoutEntry& e) {
  if (const auto* b = std::get_if<BufferEntry>(&e.resource)) return b->type.value == BufferBindingType::storage;
  const auto* s = std::get_if<StorageTexture>(&e.resource);
  return s != nullptr && s->access.value != StorageTextureAccess::read_only;
}

void checkEntry(RuleContext& c, const BindGroupLayout& l, const LayoutEntry& e) {
  if (e.visibility.value == 0)
    c.warning("bgl/visibility-empty", placeOf(e.visibility.span, l.origin),
              cat(entryLabel(l, e), " :visibility is empty, so no shader reaches it"));
  if (writable(e) && (e.visibility.value & kVertexBit) != 0)
    c.error("bgl/visibility-writable", placeOf(e.visibility.span, l.origin),
            cat(entryLabel(l, e), " is writable and visible to the vertex stage, which may only read"))
        .notes.push_back(
            {std::nullopt, "use read-only-storage or read-only access, or take vertex out of :visibility"});
  if (const auto* s = std::get_if<StorageTexture>(&e.resource)) checkStorageTexture(c, l, e, *s);
  if (const auto* t = std::get_if<SampledTexture>(&e.resource)) checkMultisampled(c, l, e, *t);
}

// ---- pipeline layouts ----

struct Slot {
  Limit limit;
  std::string_view what;
  bool (*counts)(const LayoutEntry&);
};
constexpr Slot kSlots[] = {
    {Limit::max_uniform_buffers_per_shader_stage, "uniform buffers",
     [](const LayoutEntry& e) {
       const auto* b = std::get_if<BufferEntry>(&e.resource);
       return b != nullptr && b->type.value == BufferBindingType::uniform;
     }},
    {Limit::max_storage_buffers_per_shader_stage, "storage buffers",
     [](const LayoutEntry& e) {
       const auto* b = std::get_if<BufferEntry>(&e.resource);
       return b != nullptr && b->type.value != BufferBindingType::uniform;
     }},
    {Limit::max_sampled_textures_per_shader_stage, "sampled textures",
     [](const LayoutEntry& e) { return std::holds_alternative<SampledTexture>(e.resource); }},
    {Limit::max_samplers_per_shader_stage, "samplers",
     [](const LayoutEntry& e) { return std::holds_alternative<LayoutEntry::SamplerLayout>(e.resource); }},
    {Limit::max_storage_textures_per_shader_stage, "storage textures",
     [](const LayoutEntry& e) { return std::holds_alternative<StorageTexture>(e.resource); }},
};

void checkCounts(RuleContext& c, const PipelineLayout& layout) {
  for (const wgsl::Stage stage : {wgsl::Stage::vertex, wgsl::Stage::fragment, wgsl::Stage::compute}) {
    for (const Slot& slot : kSlots) {
      uint64_t count = 0;
      for (const At<Index>& g : layout.groups) {
        const BindGroupLayout* l = c.bindGroupLayout(g.value);
        if (l == nullptr) continue;
        for (const LayoutEntry& e : l->entries) count += (e.visibility.value & stageBit(stage)) != 0 && slot.counts(e);
      }
      const uint64_t most = effectiveLimit(c.program, slot.limit);
      if (count <= most) continue;
      c.error("bgl/count-limits", layout.origin.name_span,
              cat(label(layout.origin), " has ", count, " ", slot.what, " for the ", stageName(stage),
                  " stage; at most ", most, " are allowed"))
          .notes.push_back({std::nullopt, raiseHint(slot.limit, count)});
    }
  }
}

}  // namespace

Capability storageCapability(const FormatInfo& info, StorageTextureAccess access) {
  switch (access) {
    case StorageTextureAccess::read_only:
      return info.storage_read;
    case StorageTextureAccess::read_write:
      return info.storage_read_write;
    case StorageTextureAccess::write_only:
      break;
  }
  return info.storage_write;
}

void checkBindGroupLayouts(RuleContext& c) {
  const uint64_t most = effectiveLimit(c.program, Limit::max_bindings_per_bind_group);
  for (const BindGroupLayout& l : c.program.bind_group_layouts) {
    if (l.origin.poisoned) continue;
    if (l.entries.empty()) c.warning("bgl/empty", l.origin.name_span, cat(label(l.origin), " has no entry"));
    if (l.entries.size() > most)
      c.error("bgl/count-limits", l.origin.name_span,
              cat(label(l.origin), " has ", l.entries.size(), " entries; at most ", most, " are allowed"))
          .notes.push_back({std::nullopt, raiseHint(Limit::max_bindings_per_bind_group, l.entries.size())});
    std::map<uint32_t, Span> seen;
    for (const LayoutEntry& e : l.entries) {
      if (const auto [first, fresh] = seen.emplace(e.binding.value, e.binding.span); !fresh)
        c.error("bgl/binding-duplicate", placeOf(e.binding.span, l.origin),
                cat(label(l.origin), " has two entries with :binding ", e.binding.value))
            .notes.push_back({first->second, "first here"});
      checkEntry(c, l, e);
    }
  }
}

void checkPipelineLayouts(RuleContext& c) {
  const uint64_t most = effectiveLimit(c.program, Limit::max_bind_groups);
  for (const PipelineLayout& l : c.program.pipeline_layouts) {
    if (l.origin.poisoned) continue;
    if (l.groups.size() > most)
      c.error("layout/group-count", placeOf(l.groups[most].span, l.origin),
              cat(label(l.origin), " lists ", l.groups.size(), " bind-group layouts; at most ", most, " are allowed"))
          .notes.push_back({std::nullopt, raiseHint(Limit::max_bind_groups, l.groups.size())});
    checkCounts(c, l);
  }
}

}  // namespace pngine::program
