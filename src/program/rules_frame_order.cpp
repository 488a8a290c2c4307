// Frames that read a texture or a buffer before anything wrote it, although a later step of the same frame does: two
// steps in the wrong order. Silent wherever something else may give the contents (initial bytes, other frames, images,
// writes of the host), for pools and parts of resources, which are made to be read one frame later, and for what is
// made out of itself by way of any steps: a simulation that steps on from zeros.
#include <algorithm>

#include "program/rule_context.h"

namespace pngine::program {

namespace {

/// True for a texture, with its index; else a buffer.
using Resource = std::pair<bool, Index>;

/// What one step does as a whole.
struct Deeds {
  bool known = true;
  std::set<Resource> reads;   ///< without what it also writes, and without uniforms, which a host may set
  std::set<Resource> inputs;  ///< everything that its results depend on
  std::set<Resource> writes;
  void depend(bool texture, Index i) {
    if (i != kNone) inputs.insert({texture, i});
  }
  void read(bool texture, Index i) {
    depend(texture, i);
    if (i != kNone) reads.insert({texture, i});
  }
  void write(bool texture, Index i) {
    if (i != kNone) writes.insert({texture, i});
  }
};

void addBinding(const RuleContext& c, Deeds& out, const BindEntry& e, const wgsl::Binding& v) {
  using enum wgsl::BindingKind;
  const bool texture = isTextureKind(v.kind);
  if (isSamplerKind(v.kind)) return;
  const Index i = texture ? c.boundTextureIndex(e) : e.kind == BindEntry::Kind::buffer ? e.resource.value : kNone;
  const bool stores = v.kind == texture_storage && v.access != StorageTextureAccess::read_only;
  if (v.kind == storage_read_write || (stores && v.access == StorageTextureAccess::read_write)) out.depend(texture, i);
  if (v.kind == uniform) return out.depend(texture, i);
  if (v.kind == storage_read_write || stores)
    out.write(texture, i);
  else
    out.read(texture, i);
}

void addGroups(const RuleContext& c, Deeds& out, Index pipeline, const std::vector<At<Index>>& groups) {
  const Interface& face = c.interface(pipeline);
  out.known = out.known && face.known;
  for (const BindingUse& u : face.uses) {
    const BindGroup* g = u.binding->group < groups.size() ? c.bindGroup(groups[u.binding->group].value) : nullptr;
    if (g == nullptr) {
      out.known = false;
      continue;
    }
    for (const BindEntry& e : g->entries) {
      if (e.binding.value == u.binding->binding) addBinding(c, out, e, *u.binding);
    }
  }
}

void addInputs(Deeds& out, const std::vector<At<Index>>& vertices, Index indices) {
  for (const At<Index>& v : vertices) out.read(false, v.value);
  out.read(false, indices);
}

void addDraw(Deeds& out, const Draw& d) {
  if (d.indirect()) out.read(false, d.buffer.value);
}

Deeds deedsOf(const RuleContext& c, const Pass& p) {
  Deeds out;
  if (p.pipeline.value != kNone) addGroups(c, out, p.pipeline.value, p.bind_groups.items);
  addInputs(out, p.vertex_buffers.items, p.index_buffer.value);
  for (const At<Index>& i : p.bundles) {
    const Bundle* b = c.bundle(i.value);
    out.known = out.known && b != nullptr;
    if (b == nullptr) continue;
    addGroups(c, out, b->pipeline.value, b->bind_groups);
    addInputs(out, b->vertex_buffers, b->index_buffer.value);
    addDraw(out, b->draw);
  }
  for (const Draw* d : drawsOf(p)) addDraw(out, *d);
  for (const Dispatch& d : p.dispatches) out.read(false, d.indirect ? d.buffer.value : kNone);
  for (const ColorAttachment& a : p.colors) {
    if (a.load.value == LoadOp::load) out.depend(true, a.view.texture);
    out.write(true, a.view.texture);
    out.write(true, a.resolve ? a.resolve->texture : kNone);
  }
  if (p.depth_stencil) {
    const DepthStencilAttachment& d = *p.depth_stencil;
    const bool loads = (d.depth_load && d.depth_load->value == LoadOp::load) ||
                       (d.stencil_load && d.stencil_load->value == LoadOp::load);
    if (loads) out.depend(true, d.view.value);
    out.write(true, d.view.value);
  }
  return out;
}

Deeds deedsOf(const Queue& q) {
  Deeds out;
  for (const QueueAction& a : q.actions) {
    if (const auto* w = std::get_if<WriteBuffer>(&a.action)) out.write(false, w->buffer.value);
    if (const auto* i = std::get_if<CopyImage>(&a.action)) out.write(true, i->texture.value);
    if (const auto* r = std::get_if<ResolveQuery>(&a.action)) out.write(false, r->destination.value);
    if (const auto* b = std::get_if<CopyBuffer>(&a.action)) {
      out.read(false, b->source.value);
      out.write(false, b->destination.value);
    }
    if (const auto* t = std::get_if<CopyTexture>(&a.action)) {
      out.read(true, t->source.texture);
      out.write(true, t->destination.texture);
    }
  }
  return out;
}

class Order {
 public:
  explicit Order(RuleContext& c) : c_(c) {
    collectExempt();
    for (const Frame& f : c.program.frames) {
      std::set<Resource> here;
      for (const auto* list : {&f.init, &f.before, &f.perform}) {
        for (const Step& s : *list) {
          const Deeds& d = deeds(s);
          known_ = known_ && d.known;
          here.insert(d.writes.begin(), d.writes.end());
        }
      }
      for (const Resource& r : here) ++frames_that_write_[r];
    }
  }

  void check(const Frame& f) {
    if (!known_ || f.origin.poisoned) return;
    std::vector<const Step*> steps;
    for (const auto* list : {&f.init, &f.before, &f.perform}) {
      for (const Step& s : *list) steps.push_back(&s);
    }
    std::map<Resource, const Step*> writers;  // the first one of each
    Readers readers;
    for (const Step* s : steps) {
      const Deeds& d = deeds(*s);
      for (const Resource& r : d.writes) writers.try_emplace(r, s);
      for (const Resource& r : d.inputs) readers[r].insert(&d);
    }
    std::set<Resource> written, done;
    for (const Step* s : steps) {
      const Deeds& now = deeds(*s);
      written.insert(now.writes.begin(), now.writes.end());
      for (const Resource& r : now.reads) {
        if (written.contains(r) || exempt_.contains(r) || !writers.contains(r)) continue;
        if (frames_that_write_[r] != 1 || !done.insert(r).second || feedsItself(readers, r)) continue;
        report(f, *s, *writers[r], r);
      }
    }
  }

 private:
  using Readers = std::map<Resource, std::set<const Deeds*>>;

  const Deeds& deeds(const Step& s) {
    const auto [at, fresh] = deeds_.try_emplace({s.queue, s.index});
    if (fresh && s.queue && s.index < c_.program.queues.size()) at->second = deedsOf(c_.program.queues[s.index]);
    if (fresh && !s.queue && s.index < c_.program.passes.size()) at->second = deedsOf(c_, c_.program.passes[s.index]);
    return at->second;
  }

  /// Whether what the frame makes of a resource reaches that resource again.
  static bool feedsItself(const Readers& readers, const Resource& r) {
    std::set<Resource> reached;
    std::vector<Resource> open = {r};
    while (!open.empty()) {
      const auto at = readers.find(open.back());
      open.pop_back();
      if (at == readers.end()) continue;
      for (const Deeds* d : at->second) {
        if (d->writes.contains(r)) return true;
        for (const Resource& made : d->writes) {
          if (reached.insert(made).second) open.push_back(made);
        }
      }
    }
    return false;
  }

  // Queues write bytes and images at once, ahead of the passes of the frame wherever they stand.
  void collectExempt() {
    const Program& p = c_.program;
    for (Index i = 0; i < p.buffers.size(); ++i) {
      const Buffer& b = p.buffers[i];
      if (b.origin.synthesized || b.pool.value > 1 || RuleContext::hasInitialContents(b) ||
          c_.bufferTouched(i, {Touch::write, Touch::resolve_destination, Touch::bound}))
        exempt_.insert({false, i});
    }
    for (Index i = 0; i < p.textures.size(); ++i) {
      const Texture& t = p.textures[i];
      if (t.origin.synthesized || t.pool.value > 1 || c_.textureTouched(i, {Touch::image_destination, Touch::bound}))
        exempt_.insert({true, i});
    }
    for (const TextureView& v : p.views) {
      if (v.base_mip || v.mip_count || v.base_layer || v.layer_count) exempt_.insert({true, v.texture.value});
    }
    for (const BindGroup& g : p.bind_groups) {
      for (const BindEntry& e : g.entries) {
        if (e.kind == BindEntry::Kind::buffer && (e.offset.value != 0 || e.size.value != 0))
          exempt_.insert({false, e.resource.value});
      }
    }
  }

  std::string stepLabel(const Step& s) const {
    return label(s.queue ? c_.program.queues[s.index].origin : c_.program.passes[s.index].origin);
  }

  void report(const Frame& f, const Step& reader, const Step& writer, const Resource& r) {
    const Origin& what = r.first ? c_.program.textures[r.second].origin : c_.program.buffers[r.second].origin;
    c_.warningOnce("frame/order", placeOf(reader.span, f.origin),
                   cat(label(f.origin), " performs ", stepLabel(reader), ", which reads ", label(what), ", before ",
                       stepLabel(writer), ", which writes it"))
        .notes = {
        {writer.span, cat("the first step that writes ", quoted(what.name))},
        {std::nullopt, cat("the first frame reads zeros, and each later one what the frame before left; write "
                           "the steps the other way round, or for feedback that is meant give ",
                           quoted(what.name), " :pool 2 and bind it with :ping-pong")}};
  }

  RuleContext& c_;
  bool known_ = true;
  std::map<std::pair<bool, Index>, Deeds> deeds_;  // by queue or pass
  std::set<Resource> exempt_;
  std::map<Resource, size_t> frames_that_write_;
};

}  // namespace

void checkFrameOrder(RuleContext& c) {
  if (!c.options.validate || !c.hasFrame()) return;
  Order order(c);
  for (const Frame& f : c.program.frames) order.check(f);
}

}  // namespace pngine::program
