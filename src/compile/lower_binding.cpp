// Lowering of bind-group layouts, pipeline layouts and bind groups.
#include "compile/lowering.h"

namespace pngine::compile {
namespace {

using program::BindEntry;
using program::LayoutEntry;

void lowerLayoutResource(Lowering& l, const Form& child, LayoutEntry& entry) {
  entry.resource_span = child.span;
  switch (child.id) {
    case FormId::layout_sampler:
      entry.resource = LayoutEntry::SamplerLayout{
          l.enumOr(child, PropId::layout_sampler__type, webgpu::SamplerBindingType::filtering)};
      return;
    case FormId::layout_texture:
      entry.resource = LayoutEntry::TextureLayout{
          l.enumOr(child, PropId::layout_texture__sample_type, webgpu::TextureSampleType::float_),
          l.enumOr(child, PropId::layout_texture__view_dimension, webgpu::ViewDimension::d2),
          l.optBool(child, PropId::layout_texture__multisampled).value_or(At<bool>{false, {}})};
      return;
    case FormId::layout_storage_texture:
      entry.resource = LayoutEntry::StorageTextureLayout{
          l.enumOr(child, PropId::layout_storage_texture__format, webgpu::TextureFormat::rgba8unorm),
          l.enumOr(child, PropId::layout_storage_texture__access, webgpu::StorageTextureAccess::write_only),
          l.enumOr(child, PropId::layout_storage_texture__view_dimension, webgpu::ViewDimension::d2)};
      return;
    default:
      entry.resource =
          LayoutEntry::BufferLayout{l.enumOr(child, PropId::layout_buffer__type, webgpu::BufferBindingType::uniform)};
      return;
  }
}

BindEntry lowerEntry(Lowering& l, const Form& form) {
  struct Arm {
    PropId id;
    BindEntry::Kind kind;
  };
  static constexpr Arm kArms[] = {{PropId::bind_group_entry__buffer, BindEntry::Kind::buffer},
                                  {PropId::bind_group_entry__texture, BindEntry::Kind::texture},
                                  {PropId::bind_group_entry__sampler, BindEntry::Kind::sampler},
                                  {PropId::bind_group_entry__texture_view, BindEntry::Kind::view}};
  BindEntry entry;
  entry.form = form.span;
  entry.binding = l.u32(form, PropId::bind_group_entry__binding);
  for (const Arm& arm : kArms) {
    if (form.find(arm.id) == nullptr) continue;
    entry.kind = arm.kind;
    entry.resource = l.ref(form, arm.id);
  }
  entry.offset = l.u32(form, PropId::bind_group_entry__offset);
  entry.size = l.u32(form, PropId::bind_group_entry__size);
  entry.ping_pong = l.optU32(form, PropId::bind_group_entry__ping_pong);
  return entry;
}

void checkSlice(Lowering& l, const BindEntry& entry) {
  if (entry.kind != BindEntry::Kind::buffer) return;
  const program::Buffer* buffer = soundAt(l.program.buffers, entry.resource.value);
  if (buffer == nullptr) return;
  const uint64_t size = buffer->size.value;
  const std::string of = cat(" of buffer `", buffer->origin.name, "` (", counted(size, "byte", "bytes"), ")");
  if (entry.size.value == 0) {
    if (entry.offset.value > 0 && entry.offset.value >= size) {
      l.error("bind/slice-empty", entry.offset.span,
              cat(l.self(), " binding ", entry.binding.value, " starts at :offset ", entry.offset.value,
                  ", at or past the end", of))
          .notes.push_back({buffer->origin.name_span, "the buffer is declared here"});
    }
    return;
  }
  const uint64_t end = uint64_t{entry.offset.value} + entry.size.value;
  if (end <= size) return;
  l.error("bind/slice-past-end", entry.size.span,
          cat(l.self(), " binding ", entry.binding.value, " ends at byte ", end, " (:offset ", entry.offset.value,
              " + :size ", entry.size.value, "), past the end", of))
      .notes.push_back({buffer->origin.name_span, "the buffer is declared here"});
}

}  // namespace

void lowerBindGroupLayout(Lowering& l, const Form& form, Index index) {
  program::BindGroupLayout& layout = l.program.bind_group_layouts[index];
  for (const Form* child : form.childrenOf(FormId::bind_group_layout_entry)) {
    LayoutEntry entry;
    entry.form = child->span;
    entry.binding = l.u32(*child, PropId::bind_group_layout_entry__binding);
    entry.visibility = l.flags(*child, PropId::bind_group_layout_entry__visibility);
    if (!child->children.empty()) lowerLayoutResource(l, *child->children.front(), entry);
    layout.entries.push_back(std::move(entry));
  }
}

void lowerPipelineLayout(Lowering& l, const Form& form, Index index) {
  l.program.pipeline_layouts[index].groups = l.refs(form, PropId::pipeline_layout__bind_group_layouts);
}

void lowerBindGroup(Lowering& l, const Form& form, Index index) {
  program::BindGroup& group = l.program.bind_groups[index];
  const Value* layout = form.find(PropId::bind_group__layout);
  if (layout != nullptr && layout->form != nullptr) {
    group.explicit_layout = layout->form->id == FormId::bind_group_layout;
    group.layout = l.ref(*layout);
  }
  group.group = l.u32(form, PropId::bind_group__group);
  group.pool = l.u32(form, PropId::bind_group__pool, 1);
  if (group.explicit_layout && group.group.written() && group.group.value != 0) {
    l.warning("bind/group-inert", group.group.span,
              cat(l.self(), " :group ", group.group.value, " selects nothing, because :layout `", layout->text,
                  "` is a bind-group-layout"));
  }
  for (const Form* child : form.childrenOf(FormId::bind_group_entry)) {
    group.entries.push_back(lowerEntry(l, *child));
    checkSlice(l, group.entries.back());
  }
}

}  // namespace pngine::compile
