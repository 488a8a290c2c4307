// The size of the canvas: what follows it, and how that is made anew between two frames. Buffers, pipelines, other
// textures and the executor's state stay as they are; bundles look their groups up when they are replayed.
#include <algorithm>
#include <bit>
#include <utility>

#include "base/text.h"
#include "player/stream_player.h"

namespace pngine::player {

double StreamPlayer::textureBytes(const TextureInfo& info) {
  const webgpu::FormatInfo* format = webgpu::formatInfo(info.format);
  const double texels = static_cast<double>(info.width) * info.height * info.depth * info.samples;
  return texels * (format ? format->bytes : 16) * (info.mips > 1 ? 4.0 / 3 : 1);
}

/// A texture that follows the canvas, on a canvas of that size: as many mip levels as it asks for and the size allows.
TextureInfo StreamPlayer::infoAt(const Texture& texture, uint32_t width, uint32_t height) {
  TextureInfo out = texture.info;
  out.width = width;
  out.height = height;
  out.mips = std::min(texture.mips, static_cast<uint32_t>(std::bit_width(std::max(width, height))));
  return out;
}

std::string StreamPlayer::refusesSize(uint32_t width, uint32_t height) const {
  double bytes = static_cast<double>(gpu_bytes_);
  for (const Texture& t : textures_) {
    if (t.sized) bytes += textureBytes(infoAt(t, width, height)) - static_cast<double>(t.charged);
  }
  if (bytes <= static_cast<double>(host_.memory_budget)) return {};
  return cat("buffers and textures would need ", static_cast<uint64_t>(bytes),
             " bytes, more than the memory budget of ", host_.memory_budget, " bytes");
}

/// Whether a bind group leads to a texture that follows the canvas.
bool StreamPlayer::holdsSized(const format::BindGroupDescriptor& d) {
  using EntryKind = format::BindGroupEntry::Kind;
  return std::ranges::any_of(d.entries, [this](const format::BindGroupEntry& e) {
    const View* view = e.kind == EntryKind::view ? find(views_, e.id) : nullptr;
    if (!view && e.kind != EntryKind::texture) return false;
    const Texture* t = find(textures_, view ? view->texture : e.id);
    return t && t->sized;
  });
}

void StreamPlayer::dropCanvas() {
  drop(canvas_view_);
  drop(canvas_);
  canvas_drawn_ = canvas_failed_ = false;
}

void StreamPlayer::resize(uint32_t width, uint32_t height) {
  if (width == host_.width && height == host_.height) return;
  host_.width = width;
  host_.height = height;
  dropCanvas();
  // All old ones go before the first new one comes, so that the memory budget holds at every moment.
  for (Texture& t : textures_) {
    if (!t.sized) continue;
    drop(t.view);
    drop(t.gpu);
    gpu_bytes_ -= std::exchange(t.charged, 0);
  }
  for (size_t id = 0; id < textures_.size(); ++id) {
    Texture& t = textures_[id];
    if (!t.sized) continue;
    t.info = infoAt(t, width, height);
    makeTexture(static_cast<uint16_t>(id), t);
  }
  for (size_t id = 0; id < views_.size(); ++id) {
    View& v = views_[id];
    if (v.state == State::empty || !textures_[v.texture].sized) continue;
    drop(v.gpu);
    makeView(static_cast<uint16_t>(id), v);
  }
  for (size_t id = 0; id < groups_.size(); ++id) {
    BindGroup& g = groups_[id];
    if (g.state == State::empty || !holdsSized(g.descriptor)) continue;
    drop(g.gpu);
    for (auto& [pipeline, group] : std::exchange(g.rebuilt, {})) drop(group);
    bool owned = false;
    if (const auto layout = layoutFor(g, g.pipeline, owned)) makeGroup(static_cast<uint16_t>(id), g, *layout, owned);
  }
}

}  // namespace pngine::player
