// Reachability over the references between declarations, and the tracing of texture-sampler pairs through parameters.
#include "wgsl/reach.h"

#include <algorithm>

namespace pngine::wgsl {
namespace {

constexpr uint64_t kMaxSteps = 50'000'000;
constexpr uint32_t kParameter =
    0x80000000;  ///< marks a source that is a parameter: its position; else a binding's index

struct Pair {
  uint32_t texture, sampler;
  friend auto operator<=>(const Pair&, const Pair&) = default;
};

/// Pairs of every function, in terms of bindings and its own parameters. Callees come first in the order of names.
class PairTracer {
 public:
  PairTracer(const Module& m, const ReachTables& t) : m_(m), s_(m.syntax), tables_(t), pairs_(s_.decls.size()) {}

  bool run() {
    for (const uint32_t i : m_.names.order) {
      const Decl& d = s_.decls[i];
      if (d.kind != DeclKind::function) continue;
      for (uint32_t e = d.exprs.begin; e < d.exprs.end; ++e) {
        if (s_.exprs[e].kind == ExprKind::call) call(s_.exprs[e], pairs_[i]);
        if (steps_ > kMaxSteps) return false;
      }
      std::sort(pairs_[i].begin(), pairs_[i].end());
      pairs_[i].erase(std::unique(pairs_[i].begin(), pairs_[i].end()), pairs_[i].end());
    }
    return true;
  }
  const std::vector<Pair>& of(uint32_t decl) const { return pairs_[decl]; }

 private:
  void call(const Expr& e, std::vector<Pair>& out) {
    const Expr& callee = s_.exprs[e.left];
    if (callee.kind != ExprKind::identifier) return;
    const uint32_t decl = s_.declOf(callee);
    if (decl != kNone && s_.decls[decl].kind == DeclKind::function) return through(e, pairs_[decl], out);
    const std::string_view name = s_.word(callee.token);
    if (s_.symbol_of[callee.token] != kNone) return;
    if (!name.starts_with("textureSample") && !name.starts_with("textureGather")) return;
    for (uint32_t i = e.list.begin; i + 1 < e.list.end && i < e.list.begin + 2;
         ++i) {  // textureGather may lead with a component
      const uint32_t texture = source(s_.lists[i], true);
      if (texture == kNone) continue;
      const uint32_t sampler = source(s_.lists[i + 1], false);
      if (sampler != kNone) add(out, {texture, sampler});
      return;
    }
  }

  void through(const Expr& e, const std::vector<Pair>& inner, std::vector<Pair>& out) {
    const auto outer = [&](uint32_t from, bool texture) {
      if ((from & kParameter) == 0) return from;
      const uint32_t position = from & ~kParameter;
      return position < e.list.size() ? source(s_.lists[e.list.begin + position], texture) : kNone;
    };
    for (const Pair& p : inner) {
      const Pair here{outer(p.texture, true), outer(p.sampler, false)};
      if (here.texture != kNone && here.sampler != kNone) add(out, here);
      ++steps_;
    }
  }

  void add(std::vector<Pair>& out, Pair p) {
    out.push_back(p);
    ++steps_;
  }

  /// Where a texture or sampler argument comes from; kNone for anything else.
  uint32_t source(ExprId id, bool texture) {
    while (s_.exprs[id].kind == ExprKind::paren || s_.exprs[id].kind == ExprKind::index) id = s_.exprs[id].left;
    const Expr& e = s_.exprs[id];
    if (e.kind != ExprKind::identifier || s_.symbol_of[e.token] == kNone) return kNone;
    const Symbol& symbol = s_.symbols[s_.symbol_of[e.token]];
    if (symbol.kind == SymbolKind::local) return kNone;
    const bool parameter = symbol.kind == SymbolKind::parameter;
    const TypeNode* type =
        parameter ? m_.types.of_field[s_.decls[symbol.decl].fields.begin + symbol.slot] : m_.types.of_decl[symbol.decl];
    if (type == nullptr || !type->handle) return kNone;
    const bool isSampler = *type->handle == BindingKind::sampler || *type->handle == BindingKind::sampler_comparison;
    if (isSampler == texture) return kNone;
    return parameter ? kParameter | symbol.slot : tables_.binding[symbol.decl];
  }

  const Module& m_;
  const Syntax& s_;
  const ReachTables& tables_;
  std::vector<std::vector<Pair>> pairs_;
  uint64_t steps_ = 0;
};

/// Whether a function's body chooses, repeats, or bounds a number: words are enough, since shadowing one of the
/// functions only makes the answer careful.
bool isStraight(const Syntax& s, const Decl& d) {
  constexpr std::string_view kWords[] = {"if",     "switch", "for", "while", "loop", "arrayLength",
                                         "select", "min",    "max", "clamp", "%",    "%="};
  for (uint32_t t = d.body_open; t < d.last; ++t) {
    if (std::ranges::find(kWords, s.word(t)) != std::end(kWords)) return false;
  }
  return true;
}

/// Walks the references; `stamp` marks what this walk has seen.
class Walker {
 public:
  explicit Walker(const Module& m) : m_(m), seen_(m.syntax.decls.size(), 0) {}

  template <class Visit>
  void walk(const std::vector<uint32_t>& roots, Visit visit) {
    ++stamp_;
    std::vector<uint32_t> open;
    const auto enter = [&](uint32_t d) {
      ++steps;
      if (seen_[d] == stamp_) return;
      seen_[d] = stamp_;
      visit(d);
      open.push_back(d);
    };
    for (const uint32_t d : roots) enter(d);
    while (!open.empty()) {
      const Range refs = m_.names.refs[open.back()];
      open.pop_back();
      for (uint32_t i = refs.begin; i < refs.end; ++i) enter(m_.names.targets[i]);
    }
  }
  uint64_t steps = 0;

 private:
  const Module& m_;
  std::vector<uint32_t> seen_;
  uint32_t stamp_ = 0;
};

}  // namespace

bool fillReach(Module& module, const ReachTables& tables, const std::vector<uint32_t>& entries) {
  PairTracer tracer(module, tables);
  if (!tracer.run()) return false;
  Walker walker(module);
  std::vector<bool> straight;
  for (const Decl& d : module.syntax.decls)
    straight.push_back(d.kind != DeclKind::function || isStraight(module.syntax, d));
  for (size_t i = 0; i < entries.size(); ++i) {
    EntryPoint& e = module.reflection.entry_points[i];
    e.straight = true;
    walker.walk({entries[i]}, [&](uint32_t d) {
      e.straight = e.straight && straight[d];
      if (tables.binding[d] != kNone) e.bindings.push_back(tables.binding[d]);
      if (tables.workgroup[d] != kNone) e.workgroup_variables.push_back(tables.workgroup[d]);
      if (tables.override_[d] != kNone) e.overrides.push_back(tables.override_[d]);
    });
    for (std::vector<uint32_t>* list : {&e.bindings, &e.workgroup_variables, &e.overrides}) {
      std::sort(list->begin(), list->end());
    }
    for (const Pair& p : tracer.of(entries[i])) {
      if (((p.texture | p.sampler) & kParameter) == 0) e.sampling.push_back({p.texture, p.sampler});
    }
    walker.steps += e.sampling.size();
    if (walker.steps > kMaxSteps) return false;
  }
  return true;
}

std::vector<bool> reachedFrom(const Module& module, const std::vector<uint32_t>& roots) {
  std::vector<bool> reached(module.syntax.decls.size(), false);
  Walker(module).walk(roots, [&](uint32_t d) { reached[d] = true; });
  return reached;
}

}  // namespace pngine::wgsl
