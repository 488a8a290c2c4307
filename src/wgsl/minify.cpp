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
constexpr Pass kPasses[] = {preferLet,       simplifyBranches,    inlineNames,         inlineCalls,
                            inlineBodies,    simplifyLiterals,    simplifyExpressions, simplifyStatements,
                            dropParentheses, simplifyDeclarations};

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

/// Holds the module of the last text that was taken: each text is parsed once.
class Minifier {
 public:
  explicit Minifier(const Module& original) : faces_(facesOf(original.reflection)) {
    take(uniqueNames(original, chooseShipping(original)));
  }

  std::string run() {
    if (module_ == nullptr) return {};
    if (module_->syntax.text.size() <= kMaxSimplified) {
      size_t work = 0;
      bool changed = true;
      for (int round = 0; round < kMaxRounds && work < kMaxWork && changed; ++round) {
        work += module_->syntax.text.size() * std::size(kPasses);
        changed = false;
        for (const Pass pass : kPasses) changed = apply(pass) || changed;
      }
    }
    const Rewriter rewriter(*module_);
    return writeShort(*module_, chooseShipping(*module_), {rewriter.keywordChoices(), rewriter.vectorChoices()});
  }

 private:
  bool take(std::string_view text) {
    auto module = parseModule(text);
    if (!module || facesOf((*module)->reflection) != faces_) return false;
    module_ = std::move(*module);
    return true;
  }

  bool apply(Pass pass) {
    Rewriter rewriter(*module_);
    pass(rewriter);
    return !rewriter.edits.empty() && take(rewriter.edits.text());
  }

  std::vector<Face> faces_;
  std::unique_ptr<Module> module_;
};

}  // namespace

std::string minify(const Module& module) { return Minifier(module).run(); }

}  // namespace pngine::wgsl
