// The minifier: drops what no entry point reaches, rewrites the rest in rounds until nothing gets shorter, then chooses
// names. What the outside binds by keeps its name: entry points, bindings, overrides, struct members, the structs of
// uniform variables. Every round is read again, and one that would change what the outside sees is not taken.
#include <algorithm>

#include "wgsl/module.h"
#include "wgsl/short_names.h"
#include "wgsl/simplify.h"
#include "wgsl/wgsl.h"

namespace pngine::wgsl {
namespace {

constexpr int kMaxRounds = 100;
constexpr size_t kMaxWork = size_t{64} << 20;  ///< bytes to rewrite in all rounds; real modules need a few hundred KB
constexpr size_t kMaxSimplified = size_t{1} << 20;  ///< longer text only gets short names

using Pass = void (*)(Rewriter&);
constexpr Pass kPasses[] = {preferLet,          simplifyBranches, inlineNames,
                            inlineCalls,        simplifyLiterals, simplifyExpressions,
                            simplifyStatements, dropParentheses,  simplifyDeclarations};

/// What pipelines and hosts see of an entry point.
struct Face {
  std::string name;
  std::vector<std::string> bindings, overrides;
  friend bool operator==(const Face&, const Face&) = default;
};

std::vector<Face> facesOf(const Reflection& r) {
  std::vector<Face> out;
  for (const EntryPoint& e : r.entry_points) {
    Face f{e.name, {}, {}};
    for (const uint32_t b : e.bindings) f.bindings.push_back(r.bindings[b].name);
    for (const uint32_t o : e.overrides) f.overrides.push_back(r.overrides[o].name);
    std::sort(f.bindings.begin(), f.bindings.end());
    std::sort(f.overrides.begin(), f.overrides.end());
    out.push_back(std::move(f));
  }
  return out;
}

class Minifier {
 public:
  explicit Minifier(const Module& original) : faces_(facesOf(original.reflection)) {
    text_ = uniqueNames(original, chooseShipping(original));
  }

  std::string run() {
    if (text_.size() <= kMaxSimplified) {
      size_t work = 0;
      for (int round = 0; round < kMaxRounds && work < kMaxWork && changed_; ++round) {
        work += text_.size() * std::size(kPasses);
        changed_ = false;
        for (const Pass pass : kPasses) apply(pass);
      }
    }
    const auto module = parseModule(text_);
    if (!module) return {};
    const Rewriter rewriter(**module);
    return writeShort(**module, chooseShipping(**module), {rewriter.keywordChoices(), rewriter.vectorChoices()});
  }

 private:
  void apply(Pass pass) {
    auto module = parseModule(text_);
    if (!module) return;
    Rewriter rewriter(**module);
    pass(rewriter);
    if (rewriter.edits.empty()) return;
    std::string text = rewriter.edits.text();
    const auto after = parseModule(text);
    if (!after || facesOf((*after)->reflection) != faces_) return;
    text_ = std::move(text);
    changed_ = true;
  }

  std::vector<Face> faces_;
  std::string text_;
  bool changed_ = true;
};

}  // namespace

std::string minify(const Module& module) { return Minifier(module).run(); }

}  // namespace pngine::wgsl
