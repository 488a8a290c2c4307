// Whole-document warnings: forms that no frame reaches. Each is reported once, and what only it refers to is not.
#include "program/rule_context.h"

namespace pngine::program {

namespace {

enum class Kind : uint8_t {
  data,
  image,
  wasm_call,
  module,
  buffer,
  texture,
  sampler,
  view,
  query_set,
  bgl,
  layout,
  pipeline,
  group,
  bundle,
  pass,
  queue
};

using Node = std::pair<Kind, Index>;

// Forms as nodes, references as edges; frames are the roots.
class Graph {
 public:
  explicit Graph(const Program& program) : p_(program) {
    addResources();
    addLayouts();
    addPipelines();
    addGroups();
    addBundles();
    addPasses();
    addQueues();
    for (const Frame& f : p_.frames) {
      for (const auto* list : {&f.init, &f.before, &f.perform}) {
        for (const Step& s : *list) reach({s.queue ? Kind::queue : Kind::pass, s.index});
      }
    }
  }

  bool reached(Node n) const { return reached_.contains(n); }
  /// True when another form that is not reached refers to it: then that one is reported.
  bool heldByUnreached(Node n) const {
    const auto at = holders_.find(n);
    if (at == holders_.end()) return false;
    for (const Node& holder : at->second) {
      if (!reached(holder)) return true;
    }
    return false;
  }

 private:
  void edge(Node from, Kind kind, Index to) {
    if (to == kNone) return;
    edges_[from].push_back({kind, to});
    holders_[{kind, to}].push_back(from);
  }
  void reach(Node start) {
    std::vector<Node> open{start};
    while (!open.empty()) {
      const Node n = open.back();
      open.pop_back();
      if (!reached_.insert(n).second) continue;
      if (const auto at = edges_.find(n); at != edges_.end())
        open.insert(open.end(), at->second.begin(), at->second.end());
    }
  }
  template <class T, class F>
  static void each(const std::vector<T>& all, F f) {
    for (Index i = 0; i < all.size(); ++i) f(i, all[i]);
  }

  void addResources() {
    each(p_.images, [&](Index i, const ImageBitmap& b) { edge({Kind::image, i}, Kind::data, b.data); });
    each(p_.buffers, [&](Index i, const Buffer& b) {
      edge({Kind::buffer, i}, Kind::data, b.data.value);
      edge({Kind::buffer, i}, Kind::data, b.index_of.value);
    });
    each(p_.textures, [&](Index i, const Texture& t) { edge({Kind::texture, i}, Kind::image, t.image); });
    each(p_.views, [&](Index i, const TextureView& v) { edge({Kind::view, i}, Kind::texture, v.texture.value); });
  }
  void addLayouts() {
    each(p_.pipeline_layouts, [&](Index i, const PipelineLayout& l) {
      for (const At<Index>& g : l.groups) edge({Kind::layout, i}, Kind::bgl, g.value);
    });
  }
  void addPipelines() {
    each(p_.pipelines, [&](Index i, const Pipeline& p) {
      edge({Kind::pipeline, i}, Kind::layout, p.layout.value);
      edge({Kind::pipeline, i}, Kind::module, p.stage.module.value);
      if (p.fragment) edge({Kind::pipeline, i}, Kind::module, p.fragment->module.value);
    });
  }
  void addGroups() {
    constexpr Kind kResource[] = {Kind::buffer, Kind::texture, Kind::sampler, Kind::view};
    each(p_.bind_groups, [&](Index i, const BindGroup& g) {
      edge({Kind::group, i}, g.explicit_layout ? Kind::bgl : Kind::pipeline, g.layout.value);
      for (const BindEntry& e : g.entries)
        edge({Kind::group, i}, kResource[static_cast<size_t>(e.kind)], e.resource.value);
    });
  }
  void addDraw(Node from, const Draw& d) {
    if (d.indirect()) edge(from, Kind::buffer, d.buffer.value);
  }
  void addBundles() {
    each(p_.bundles, [&](Index i, const Bundle& b) {
      const Node n{Kind::bundle, i};
      edge(n, Kind::pipeline, b.pipeline.value);
      edge(n, Kind::buffer, b.index_buffer.value);
      for (const At<Index>& v : b.vertex_buffers) edge(n, Kind::buffer, v.value);
      for (const At<Index>& g : b.bind_groups) edge(n, Kind::group, g.value);
      addDraw(n, b.draw);
    });
  }
  void addPasses() {
    each(p_.passes, [&](Index i, const Pass& p) {
      const Node n{Kind::pass, i};
      edge(n, Kind::pipeline, p.pipeline.value);
      edge(n, Kind::buffer, p.index_buffer.value);
      edge(n, Kind::query_set, p.occlusion_set.value);
      if (p.timestamps) edge(n, Kind::query_set, p.timestamps->set.value);
      for (const At<Index>& g : p.bind_groups.items) edge(n, Kind::group, g.value);
      for (const At<Index>& v : p.vertex_buffers.items) edge(n, Kind::buffer, v.value);
      for (const At<Index>& b : p.bundles) edge(n, Kind::bundle, b.value);
      for (const ColorAttachment& a : p.colors) {
        edge(n, Kind::texture, a.view.texture);
        if (a.resolve) edge(n, Kind::texture, a.resolve->texture);
      }
      if (p.depth_stencil) edge(n, Kind::texture, p.depth_stencil->view.value);
      for (const Dispatch& d : p.dispatches) edge(n, Kind::buffer, d.indirect ? d.buffer.value : kNone);
      for (const Draw* d : drawsOf(p)) addDraw(n, *d);
    });
  }
  void addAction(Node n, const QueueAction& a) {
    if (const auto* w = std::get_if<WriteBuffer>(&a.action)) {
      edge(n, Kind::buffer, w->buffer.value);
      if (w->source != WriteBuffer::Source::builtin)
        edge(n, w->source == WriteBuffer::Source::data ? Kind::data : Kind::wasm_call, w->index);
    } else if (const auto* b = std::get_if<CopyBuffer>(&a.action)) {
      edge(n, Kind::buffer, b->source.value);
      edge(n, Kind::buffer, b->destination.value);
    } else if (const auto* t = std::get_if<CopyTexture>(&a.action)) {
      edge(n, Kind::texture, t->source.texture);
      edge(n, Kind::texture, t->destination.texture);
    } else if (const auto* i = std::get_if<CopyImage>(&a.action)) {
      edge(n, Kind::image, i->image.value);
      edge(n, Kind::texture, i->texture.value);
    } else if (const auto* r = std::get_if<ResolveQuery>(&a.action)) {
      edge(n, Kind::query_set, r->set.value);
      edge(n, Kind::buffer, r->destination.value);
    }
  }
  void addQueues() {
    each(p_.queues, [&](Index i, const Queue& q) {
      for (const QueueAction& a : q.actions) addAction({Kind::queue, i}, a);
    });
  }

  const Program& p_;
  std::map<Node, std::vector<Node>> edges_, holders_;
  std::set<Node> reached_;
};

template <class T>
void report(RuleContext& c, const Graph& graph, const std::vector<T>& all, Kind kind, std::string_view rule,
            std::string_view text) {
  for (Index i = 0; i < all.size(); ++i) {
    const Origin& o = all[i].origin;
    const bool init = kind == Kind::pass && o.head == "init";
    if (o.poisoned || (o.synthesized && !init) || graph.reached({kind, i}) || graph.heldByUnreached({kind, i}))
      continue;
    c.warning(init ? "init/not-in-frame" : rule, o.name_span, cat(label(o), init ? " is in no frame's :init" : text));
  }
}

}  // namespace

void checkReachability(RuleContext& c) {
  if (!c.hasFrame()) return;
  const Graph graph(c.program);
  const Program& p = c.program;
  constexpr std::string_view kUnused = " is used by nothing that a frame performs";
  report(c, graph, p.data, Kind::data, "data/unused", kUnused);
  report(c, graph, p.images, Kind::image, "image/unused", kUnused);
  report(c, graph, p.wasm_calls, Kind::wasm_call, "wasmcall/unused", kUnused);
  report(c, graph, p.buffers, Kind::buffer, "buffer/unused", kUnused);
  report(c, graph, p.textures, Kind::texture, "texture/unused", kUnused);
  report(c, graph, p.samplers, Kind::sampler, "sampler/unused", kUnused);
  report(c, graph, p.views, Kind::view, "view/unused", kUnused);
  report(c, graph, p.bind_group_layouts, Kind::bgl, "bgl/unused", kUnused);
  report(c, graph, p.pipeline_layouts, Kind::layout, "layout/unused", kUnused);
  report(c, graph, p.pipelines, Kind::pipeline, "pipeline/unused", kUnused);
  report(c, graph, p.bind_groups, Kind::group, "bind/unused", kUnused);
  report(c, graph, p.bundles, Kind::bundle, "bundle/unused", kUnused);
  report(c, graph, p.passes, Kind::pass, "pass/never-performed", " is performed by no frame");
  report(c, graph, p.queues, Kind::queue, "queue/never-performed", " is performed by no frame");
}

}  // namespace pngine::program
