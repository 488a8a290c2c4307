// Lowering of queues with their actions, and of frames.
#include <map>

#include "compile/lowering.h"

namespace pngine::compile {
namespace {

using program::AttachmentView;
using program::Buffer;
using program::QueueAction;
using program::Step;
using webgpu::BufferUsage;
using webgpu::TextureUsage;

constexpr size_t kMaxSteps = 2048;

/// A named buffer that must have a usage; silent when anything about it is unknown.
void needUsage(Lowering& l, std::string_view rule, std::string_view what, const At<Index>& buffer, BufferUsage usage) {
  const Buffer* b = soundAt(l.program.buffers, buffer.value);
  if (b == nullptr || b->has(usage)) return;
  l.error(rule, buffer.span,
          cat(l.self(), " (", what, ") needs buffer `", b->origin.name, "` to have usage ", webgpu::name(usage)))
      .notes.push_back({b->usage.span, "its usage is stated here"});
}

void needUsage(Lowering& l, std::string_view rule, std::string_view what, const AttachmentView& view,
               TextureUsage usage) {
  if (view.canvas) return;
  const program::Texture* t = soundAt(l.program.textures, view.texture);
  if (t == nullptr || t->has(usage)) return;
  l.error(rule, view.span,
          cat(l.self(), " (", what, ") needs texture `", t->origin.name, "` to have usage ", webgpu::name(usage)))
      .notes.push_back({t->usage.span, "its usage is stated here"});
}

program::WriteBuffer lowerWrite(Lowering& l, const Form& c) {
  using Source = program::WriteBuffer::Source;
  program::WriteBuffer w;
  w.buffer = l.ref(c, PropId::write_buffer__buffer);
  w.offset = l.u32(c, PropId::write_buffer__offset);
  needUsage(l, "write/no-copy-dst", "write-buffer", w.buffer, BufferUsage::copy_dst);
  const Value* v = c.find(PropId::write_buffer__data);
  if (v == nullptr) return w;
  w.source_span = v->span;
  if (v->kind == Value::Kind::member) {
    w.builtin = static_cast<webgpu::BuiltinInput>(v->code);
    return w;
  }
  w.index = l.ref(*v).value;
  w.source = v->form != nullptr && v->form->id == FormId::wasm_call ? Source::wasm_call : Source::data;
  if (w.source != Source::data) return w;
  const program::Data* data = soundAt(l.program.data, w.index);
  if (data != nullptr && data->source == program::Data::Source::wasm) {
    l.error("write/data-kind", v->span,
            cat(l.self(), " (write-buffer) :data `", data->origin.name,
                "` is filled by (wasm-data), whose bytes exist only in a "
                "buffer made from it"))
        .notes.push_back({std::nullopt, "use a wasm-call, whose function runs at each write"});
  }
  return w;
}

void checkRange(Lowering& l, std::string_view side, const At<Index>& buffer, const At<uint32_t>& offset,
                const At<uint32_t>& size) {
  const Buffer* b = soundAt(l.program.buffers, buffer.value);
  if (b == nullptr) return;
  const uint64_t end = uint64_t{offset.value} + size.value;
  if (end <= b->size.value) return;
  // A size that is too large for both ends is one mistake.
  if (!l.diagnostics.all().empty() && l.diagnostics.all().back().rule == "copy/buffer-past-end" &&
      l.diagnostics.all().back().span == size.span)
    return;
  l.error("copy/buffer-past-end", size.span,
          cat(l.self(), " (copy-buffer-to-buffer) ends at byte ", end, " of :", side, " `", b->origin.name,
              "`, which has ", counted(b->size.value, "byte", "bytes")))
      .notes.push_back({b->origin.name_span, "the buffer is declared here"});
}

program::CopyBuffer lowerCopyBuffer(Lowering& l, const Form& c) {
  program::CopyBuffer copy;
  copy.source = l.ref(c, PropId::copy_buffer_to_buffer__source);
  copy.destination = l.ref(c, PropId::copy_buffer_to_buffer__destination);
  copy.source_offset = l.u32(c, PropId::copy_buffer_to_buffer__source_offset);
  copy.destination_offset = l.u32(c, PropId::copy_buffer_to_buffer__destination_offset);
  copy.size = l.u32(c, PropId::copy_buffer_to_buffer__size);
  needUsage(l, "copy/source-usage", "copy-buffer-to-buffer", copy.source, BufferUsage::copy_src);
  needUsage(l, "copy/destination-usage", "copy-buffer-to-buffer", copy.destination, BufferUsage::copy_dst);
  checkRange(l, "source", copy.source, copy.source_offset, copy.size);
  checkRange(l, "destination", copy.destination, copy.destination_offset, copy.size);
  return copy;
}

AttachmentView lowerCopyEnd(Lowering& l, const Form* c, PropId id) {
  AttachmentView view;
  const Value* v = c == nullptr ? nullptr : c->find(id);
  if (v == nullptr) return view;
  view.span = v->span;
  view.canvas = v->kind == Value::Kind::member;
  if (!view.canvas) view.texture = l.ref(*v).value;
  return view;
}

program::CopyTexture lowerCopyTexture(Lowering& l, const Form& c) {
  program::CopyTexture copy;
  copy.source = lowerCopyEnd(l, c.childOf(FormId::copy_texture_source), PropId::copy_texture_source__texture);
  copy.destination =
      lowerCopyEnd(l, c.childOf(FormId::copy_texture_destination), PropId::copy_texture_destination__texture);
  needUsage(l, "copy/source-usage", "copy-texture-to-texture", copy.source, TextureUsage::copy_src);
  needUsage(l, "copy/destination-usage", "copy-texture-to-texture", copy.destination, TextureUsage::copy_dst);
  return copy;
}

program::CopyImage lowerCopyImage(Lowering& l, const Form& c) {
  program::CopyImage copy;
  if (const Form* source = c.childOf(FormId::copy_image_source))
    copy.image = l.ref(*source, PropId::copy_image_source__image);
  const Form* to = c.childOf(FormId::copy_image_destination);
  if (to == nullptr) return copy;
  copy.texture = l.ref(*to, PropId::copy_image_destination__texture);
  copy.mip = l.u32(*to, PropId::copy_image_destination__mip_level);
  if (const Value* v = to->find(PropId::copy_image_destination__origin)) {
    copy.origin_span = v->span;
    for (size_t i = 0; i < 3 && i < v->items.size(); ++i) copy.origin[i] = toU32(v->items[i].number);
  }
  if (copy.mip.value > 255) {
    l.error("copy/mip-level", copy.mip.span,
            cat(l.self(), " (destination) :mip-level is ", copy.mip.value, ", and the most is 255"));
  }
  for (const uint32_t n : copy.origin) {
    if (n > 65535) {
      l.error("copy/origin", copy.origin_span,
              cat(l.self(), " (destination) :origin has ", n, ", and the most is 65535"));
      break;
    }
  }
  needUsage(l, "copy/destination-usage", "copy-external-image-to-texture",
            AttachmentView{false, copy.texture.value, copy.texture.span}, TextureUsage::copy_dst);
  return copy;
}

program::ResolveQuery lowerResolve(Lowering& l, const Form& c) {
  return {l.ref(c, PropId::resolve_query_set__query_set), l.ref(c, PropId::resolve_query_set__destination),
          l.u32(c, PropId::resolve_query_set__first_query), l.u32(c, PropId::resolve_query_set__query_count),
          l.u32(c, PropId::resolve_query_set__destination_offset)};
}

std::vector<Step> lowerSteps(Lowering& l, const Form& form, std::string_view key, PropId id) {
  std::vector<Step> out;
  const Value* v = form.find(id);
  if (v == nullptr) return out;
  if (v->items.size() > kMaxSteps) {
    l.error("frame/list-too-long", v->items[kMaxSteps].span,
            cat(l.self(), " :", key, " has ", v->items.size(), " steps, and the most is ", kMaxSteps));
  }
  for (const Value& item : v->items) {
    Step step;
    step.span = item.span;
    step.queue = item.form != nullptr && item.form->id == FormId::queue;
    step.index = l.ref(item).value;
    if (step.index != kNone) out.push_back(step);
  }
  return out;
}

}  // namespace

void lowerQueue(Lowering& l, const Form& form, Index index) {
  program::Queue& queue = l.program.queues[index];
  for (const std::unique_ptr<Form>& c : form.children) {
    QueueAction action{c->span, {}};
    switch (c->id) {
      case FormId::write_buffer:
        action.action = lowerWrite(l, *c);
        break;
      case FormId::copy_buffer_to_buffer:
        action.action = lowerCopyBuffer(l, *c);
        break;
      case FormId::copy_texture_to_texture:
        action.action = lowerCopyTexture(l, *c);
        break;
      case FormId::copy_external_image_to_texture:
        action.action = lowerCopyImage(l, *c);
        break;
      case FormId::resolve_query_set:
        action.action = lowerResolve(l, *c);
        break;
      default:
        continue;
    }
    queue.actions.push_back(std::move(action));
  }
  if (queue.actions.size() > kMaxSteps) {
    l.error("queue/too-long", form.head,
            cat(l.self(), " has ", queue.actions.size(), " actions, and the most is ", kMaxSteps));
  }
}

void lowerFrame(Lowering& l, const Form& form, Index index) {
  program::Frame& frame = l.program.frames[index];
  frame.init = lowerSteps(l, form, "init", PropId::frame__init);
  frame.before = lowerSteps(l, form, "before", PropId::frame__before);
  frame.perform = lowerSteps(l, form, "perform", PropId::frame__perform);
  std::map<Index, Span> seen;
  for (const Step& step : frame.init) {
    if (step.queue || step.index >= l.program.passes.size()) continue;
    const std::string& name = l.program.passes[step.index].origin.name;
    const auto [at, fresh] = seen.try_emplace(step.index, step.span);
    if (!fresh) {
      l.error("frame/init-repeated", step.span,
              cat(l.self(), " :init names `", name, "` twice, and a pass runs there once"))
          .notes.push_back({at->second, "the first mention is here"});
      continue;
    }
    for (const Step& other : frame.perform) {
      if (other.queue || other.index != step.index) continue;
      l.warning("frame/init-and-perform", step.span,
                cat(l.self(), " names `", name, "` in :init and in :perform, so it runs twice in the first frame"))
          .notes.push_back({other.span, "the mention in :perform is here"});
      break;
    }
  }
}

}  // namespace pngine::compile
