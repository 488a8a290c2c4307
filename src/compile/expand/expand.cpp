// The driver of the expansion, and (init ...), the smaller of the two kinds of sugar.
#include "compile/expand.h"

#include <algorithm>
#include <vector>

#include "base/text.h"
#include "compile/expand/pass_forms.h"
#include "sjon/sjon.h"

namespace pngine::compile {
namespace {

using sjon::Builder;
using sjon::FormBuilder;
using sjon::Kind;
using sjon::Node;

/// Whether a root has this head, with or without the namespace that roots may carry.
bool isRoot(const Node& node, std::string_view head) {
  constexpr std::string_view kPrefix = "pngine/";
  if (node.kind != Kind::form || node.synthesized) return false;
  return node.text == head || (node.text.starts_with(kPrefix) && node.text.substr(kPrefix.size()) == head);
}

/// (init :name N :buffer B :module M :workgroups [x y z]): pipeline N-init-pipe, group N-init-bg, compute pass N.
void expandInit(sjon::Document& document, const Node& form) {
  const Node* name = form.get("name");
  const Node* buffer = form.get("buffer");
  const Node* module = form.get("module");
  const Node* workgroups = form.get("workgroups");
  const auto is = [](const Node* node, Kind kind) { return node != nullptr && node->kind == kind; };
  if (!is(name, Kind::symbol) || !is(buffer, Kind::symbol) || !is(module, Kind::symbol) ||
      !is(workgroups, Kind::vector))
    return;
  Builder make(document, form.span);
  const std::string pipeline = cat(name->text, "-init-pipe"), group = cat(name->text, "-init-bg");
  document.appendRoot(make.form("compute-pipeline")
                          .symbol("name", pipeline)
                          .symbol("layout", "auto")
                          .child(make.form("compute").pair("module", make.clone(*module)))
                          .node());
  document.appendRoot(make.form("bind-group")
                          .symbol("name", group)
                          .symbol("layout", pipeline)
                          .integer("group", 0)
                          .child(make.form("entry").integer("binding", 0).pair("buffer", make.clone(*buffer)))
                          .node());
  std::vector<Node*> sizes;
  for (const Node& size : workgroups->children()) sizes.push_back(make.clone(size));
  while (sizes.size() < 3) sizes.push_back(make.integer(1));
  document.appendRoot(make.form("compute-pass")
                          .symbol("name", name->text)
                          .symbol("pipeline", pipeline)
                          .symbols("bind-groups", {group})
                          .child(make.form("dispatch").pair("workgroups", make.vector(sizes)))
                          .node());
}

/// A root as text. The pass `main` of a graph becomes a render pass beside the frame `main`, which sugar alone may do.
std::string printed(const Node& root) {
  constexpr std::string_view kName = "main", kOther = "main__pass";
  std::string text = sjon::print(root);
  const Node* name = root.get("name");
  const bool pass = root.isForm("render-pass") && name != nullptr && name->text == kName;
  if (!root.synthesized || !(pass || root.isForm("frame"))) return text;
  const auto word = [](char c) { return c != ' ' && c != '\n' && c != '[' && c != ']' && c != ')'; };
  for (size_t at = text.find(pass ? ":name" : ":perform"); (at = text.find(kName, at)) != std::string::npos; ++at) {
    const size_t end = at + kName.size();
    if (word(text[at - 1]) || word(text[end])) continue;
    return text.replace(at, kName.size(), kOther);
  }
  return text;
}

}  // namespace

Expansion expandSugar(sjon::Document& document, Diagnostics& diagnostics) {
  Expansion out;
  std::vector<const Node*> inits, graphs;
  for (const Node& root : document.roots()) {
    if (isRoot(root, "init")) inits.push_back(&root);
    if (isRoot(root, "pass-graph")) graphs.push_back(&root);
  }
  for (const Node* init : inits) expandInit(document, *init);
  for (size_t i = 1; i < graphs.size(); ++i) {
    diagnostics.error("graph/several", graphs[i]->head, "a document has at most one (pass-graph ...)")
        .notes.push_back({graphs[0]->head, "the first one"});
  }
  if (graphs.empty()) return out;
  const sugar::Graph graph = sugar::readGraph(document, *graphs[0], diagnostics);
  if (!graph.passes.empty()) sugar::writeGraph(document, graph, out);
  return out;
}

std::string expandedText(const sjon::Document& document) {
  std::vector<const Node*> roots, sugar_frames;
  for (const Node& root : document.roots()) {
    if (isRoot(root, "init") || isRoot(root, "pass-graph")) continue;
    const bool first = root.synthesized && root.isForm("frame");
    (first ? sugar_frames : roots).push_back(&root);
  }
  // The frame of a graph is the one that plays: it goes in front of authored ones, and otherwise to the end.
  const auto frame = std::ranges::find_if(roots, [](const Node* root) { return isRoot(*root, "frame"); });
  roots.insert(frame, sugar_frames.begin(), sugar_frames.end());
  std::string out;
  for (const Node* root : roots) out += cat(out.empty() ? "" : "\n", printed(*root), "\n");
  return out;
}

}  // namespace pngine::compile
