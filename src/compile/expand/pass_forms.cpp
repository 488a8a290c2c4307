// A pass graph as plain forms, in the order in which a person would write them down.
#include "compile/expand/pass_forms.h"

#include <algorithm>

#include "base/text.h"

namespace pngine::compile::sugar {
namespace {

using sjon::Builder;
using sjon::FormBuilder;
using sjon::Node;

constexpr std::string_view kSampler = "__pass_sampler";

class Writer {
 public:
  Writer(sjon::Document& document, const Graph& graph, Expansion& out)
      : document_(document), graph_(graph), out_(out) {}

  void run() {
    if (usesSampler()) {
      Builder make(document_, graph_.form->span);
      add(make.form("sampler").symbol("name", kSampler).symbol("mag-filter", "linear").symbol("min-filter", "linear"));
    }
    for (const Pass& pass : graph_.passes) write(pass);
    if (perform_.empty()) return;  // every pass failed
    Builder make(document_, graph_.form->span);
    FormBuilder frame = make.form("frame");
    frame.symbol("name", "main");
    if (!init_.empty()) frame.symbols("init", init_);
    add(frame.symbols("perform", perform_));
  }

 private:
  void add(const FormBuilder& form) { document_.appendRoot(form.node()); }

  /// Every entry point that runs, with its module.
  template <class F>
  static void eachEntry(const Pass& pass, F f) {
    if (pass.failed) return;
    for (const wgsl::EntryPoint* e : {pass.fs, pass.post}) {
      if (e != nullptr) f(pass.module, *e);
    }
    if (pass.compute) {
      for (const wgsl::EntryPoint* e : pass.module.entries(wgsl::Stage::compute)) f(pass.module, *e);
    }
    if (!pass.init_module) return;
    for (const wgsl::EntryPoint* e : pass.init_module->entries(wgsl::Stage::compute)) f(*pass.init_module, *e);
  }
  static bool uses(const Pass& pass, Item::Kind kind) {
    bool found = false;
    eachEntry(pass, [&](const Module& m, const wgsl::EntryPoint& e) {
      for (const Item* item : m.uses(e)) found = found || item->kind == kind;
    });
    return found;
  }
  bool usesSampler() const {
    return std::ranges::any_of(graph_.passes, [](const Pass& pass) {
      return (pass.compute && pass.main && !pass.failed) || uses(pass, Item::Kind::sampler);
    });
  }

  void write(const Pass& pass) {
    Builder make(document_, pass.form->span);
    inputs(make, pass);
    if (!pass.failed) {
      for (size_t i = 0; i < pass.files.size(); ++i) {
        add(make.form("buffer")
                .symbol("name", cat(pass.name, "__d", i))
                .symbols("usage", {"storage", "copy-dst"})
                .pair("file", make.clone(*pass.files[i])));
      }
    }
    if (pass.hasTexture()) texture(make, pass);
    if (pass.failed) return;
    module(make, pass.module, *pass.code);
    if (pass.init_module) once(make, pass);
    if (pass.compute)
      compute(make, pass);
    else
      fragment(make, pass);
  }

  void inputs(Builder& make, const Pass& pass) {
    const auto buffer = [&](std::string_view suffix, int64_t size) {
      add(make.form("buffer")
              .symbol("name", cat(pass.name, suffix))
              .integer("size", size)
              .symbols("usage", {"uniform", "copy-dst"}));
    };
    if (uses(pass, Item::Kind::pngine)) buffer("__ubuf", 16);
    if (uses(pass, Item::Kind::pointer)) buffer("__pbuf", 48);
  }

  void texture(Builder& make, const Pass& pass) {
    std::vector<std::string> usage = {"texture-binding", pass.compute ? "storage-binding" : "render-attachment"};
    if (!pass.compute && pass.init_module && uses(pass, Item::Kind::screen)) usage.emplace_back("storage-binding");
    FormBuilder form = make.form("texture");
    form.symbol("name", cat(pass.name, "__tex"))
        .symbol("size", "canvas")
        .symbol("format", "rgba8unorm")
        .symbols("usage", usage);
    if (pass.feedback) form.integer("pool", 2);
    add(form);
  }

  void module(Builder& make, const Module& module, const Node& code) {
    out_.modules.push_back({module.name, module.head, code.span, code.raw});
    add(make.form("shader-module").symbol("name", module.name).text("code", module.text));
  }

  /// One entry of a group. Feedback textures have two instances: offset 0 is this frame's, 1 the previous one's.
  bool bind(Builder& make, FormBuilder& group, const Pass& pass, const Item& item) {
    FormBuilder entry = make.form("entry");
    entry.integer("binding", item.number);
    bool pooled = false;
    const auto picture = [&](const Pass& of, int64_t offset) {
      entry.symbol("texture", cat(of.name, "__tex"));
      pooled = of.feedback;
      if (pooled) entry.integer("ping-pong", offset);
    };
    switch (item.kind) {
      case Item::Kind::pngine:
        entry.symbol("buffer", cat(pass.name, "__ubuf"));
        break;
      case Item::Kind::pointer:
        entry.symbol("buffer", cat(pass.name, "__pbuf"));
        break;
      case Item::Kind::sampler:
        entry.symbol("sampler", kSampler);
        break;
      case Item::Kind::data:
        entry.symbol("buffer", cat(pass.name, "__d", item.index));
        break;
      case Item::Kind::earlier:
        picture(graph_.passes[item.index], 0);
        break;
      case Item::Kind::screen:
      case Item::Kind::previous:
      case Item::Kind::post:
        picture(pass, 1);
        break;
    }
    group.child(entry);
    return pooled;
  }

  /// The group that holds what an entry point uses; empty when it uses nothing.
  std::vector<std::string> group(Builder& make, const Pass& pass, const Module& from, const wgsl::EntryPoint& entry,
                                 const std::string& name, const std::string& pipeline) {
    const std::vector<const Item*> items = from.uses(entry);
    if (items.empty()) return {};
    FormBuilder form = make.form("bind-group");
    form.symbol("name", name).symbol("layout", pipeline).integer("group", 0);
    bool pooled = false;
    for (const Item* item : items) pooled = bind(make, form, pass, *item) || pooled;
    if (pooled) form.integer("pool", 2);
    add(form);
    return {name};
  }

  void renderPipeline(Builder& make, const std::string& name, const std::string& module, std::string_view entry,
                      std::string_view format) {
    add(make.form("render-pipeline")
            .symbol("name", name)
            .symbol("layout", "auto")
            .child(make.form("vertex").symbol("module", module).symbol("entry", "vs"))
            .child(make.form("fragment")
                       .symbol("module", module)
                       .symbol("entry", entry)
                       .child(make.form("target").symbol("format", format))));
  }

  void renderPass(Builder& make, const std::string& name, const std::string& pipeline,
                  const std::vector<std::string>& groups, std::string_view view) {
    FormBuilder pass = make.form("render-pass");
    pass.symbol("name", name).symbol("pipeline", pipeline);
    if (!groups.empty()) pass.symbols("bind-groups", groups);
    add(pass.child(make.form("color-attachment")
                       .symbol("view", view)
                       .pair("clear-value",
                             make.vector({make.integer(0), make.integer(0), make.integer(0), make.integer(1)}))
                       .symbol("load-op", "clear")
                       .symbol("store-op", "store"))
            .child(make.form("draw").integer("vertex-count", 3)));
  }

  void queue(Builder& make, const std::string& name, const std::string& buffer, std::string_view data) {
    add(make.form("queue")
            .symbol("name", name)
            .child(make.form("write-buffer").symbol("buffer", buffer).integer("offset", 0).symbol("data", data)));
    perform_.push_back(name);
  }
  void queues(Builder& make, const Pass& pass) {
    if (uses(pass, Item::Kind::pngine)) queue(make, cat(pass.name, "__uq"), cat(pass.name, "__ubuf"), "pngine-inputs");
    if (uses(pass, Item::Kind::pointer))
      queue(make, cat(pass.name, "__pq"), cat(pass.name, "__pbuf"), "pointer-inputs");
  }

  void fragment(Builder& make, const Pass& pass) {
    constexpr std::string_view kCanvas = "preferred-canvas-format", kView = "context-current-texture";
    const bool canvas = pass.drawsCanvas();
    const std::string pipeline = cat(pass.name, "__pipe"), texture = cat(pass.name, "__tex");
    renderPipeline(make, pipeline, pass.module.name, "fs", canvas ? kCanvas : "rgba8unorm");
    const auto groups = group(make, pass, pass.module, *pass.fs, cat(pass.name, "__bg"), pipeline);
    renderPass(make, pass.name, pipeline, groups, canvas ? kView : std::string_view(texture));
    queues(make, pass);
    perform_.push_back(pass.name);
    if (pass.post == nullptr) return;
    const std::string post = cat(pass.name, "__post");
    renderPipeline(make, cat(post, "_pipe"), pass.module.name, "post", kCanvas);
    const auto post_groups = group(make, pass, pass.module, *pass.post, cat(post, "_bg"), cat(post, "_pipe"));
    renderPass(make, post, cat(post, "_pipe"), post_groups, kView);
    perform_.push_back(post);
  }

  /// Pipeline, group and pass of one compute entry; the grid covers the canvas.
  void dispatch(Builder& make, const Pass& pass, const Module& from, const wgsl::EntryPoint& entry,
                const std::string& pipeline, const std::string& group_name, const std::string& name) {
    add(make.form("compute-pipeline")
            .symbol("name", pipeline)
            .symbol("layout", "auto")
            .child(make.form("compute").symbol("module", from.name).symbol("entry", entry.name)));
    const auto groups = group(make, pass, from, entry, group_name, pipeline);
    FormBuilder form = make.form("compute-pass");
    form.symbol("name", name).symbol("pipeline", pipeline);
    if (!groups.empty()) form.symbols("bind-groups", groups);
    const auto side = [&](size_t axis) { return make.integer(std::max(entry.workgroup_size[axis].value_or(1), 1u)); };
    add(form.child(make.form("dispatch").pair("canvas-tile", make.vector({side(0), side(1)}))));
  }

  void compute(Builder& make, const Pass& pass) {
    queues(make, pass);
    const std::vector<const wgsl::EntryPoint*> entries = pass.module.entries(wgsl::Stage::compute);
    for (size_t k = 0; k < entries.size(); ++k) {
      const std::string bg = k == 0 ? cat(pass.name, "__bg") : cat(pass.name, "__bg", k);
      dispatch(make, pass, pass.module, *entries[k], cat(pass.name, "__pipe", k), bg, cat(pass.name, "__c", k));
      perform_.push_back(cat(pass.name, "__c", k));
    }
    if (pass.main) blit(make, pass);
  }

  void blit(Builder& make, const Pass& pass) {
    const std::string base = cat(pass.name, "__blit");
    add(make.form("shader-module").symbol("name", cat(base, "_shader")).text("code", std::string(blitModule())));
    renderPipeline(make, cat(base, "_pipe"), cat(base, "_shader"), "fs", "preferred-canvas-format");
    add(make.form("bind-group")
            .symbol("name", cat(base, "_bg"))
            .symbol("layout", cat(base, "_pipe"))
            .integer("group", 0)
            .child(make.form("entry").integer("binding", 0).symbol("texture", cat(pass.name, "__tex")))
            .child(make.form("entry").integer("binding", 1).symbol("sampler", kSampler)));
    renderPass(make, base, cat(base, "_pipe"), {cat(base, "_bg")}, "context-current-texture");
    perform_.push_back(base);
  }

  /// The compute entries of :init, run by the frame's :init.
  void once(Builder& make, const Pass& pass) {
    const std::string base = cat(pass.name, "__init");
    module(make, *pass.init_module, *pass.init);
    const std::vector<const wgsl::EntryPoint*> entries = pass.init_module->entries(wgsl::Stage::compute);
    for (size_t k = 0; k < entries.size(); ++k) {
      dispatch(make, pass, *pass.init_module, *entries[k], cat(base, "_pipe", k), cat(base, "_bg", k), cat(base, k));
      init_.push_back(cat(base, k));
    }
  }

  sjon::Document& document_;
  const Graph& graph_;
  Expansion& out_;
  std::vector<std::string> init_, perform_;
};

}  // namespace

void writeGraph(sjon::Document& document, const Graph& graph, Expansion& out) { Writer(document, graph, out).run(); }

}  // namespace pngine::compile::sugar
