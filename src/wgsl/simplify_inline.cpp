// Names that are not worth having: constants, aliases and `let`s whose meaning is written where they are used, and
// locals that nothing uses. A `let` moves only into the one place that uses it, and only where it is certain to be
// evaluated once and to see the same memory; constants keep their abstract or concrete type.
#include <algorithm>

#include "base/text.h"
#include "wgsl/simplify.h"

namespace pngine::wgsl {
namespace {

using Kind = Scalar::Kind;
constexpr uint32_t kMaxDepth = 200;  ///< of the expression that results; far from what front ends refuse
constexpr size_t kWorthALet = 8;
constexpr size_t kWorthAName = 40;  ///< bytes that a declaration costs, before deflate, which likes repetition

class Inliner {
 public:
  explicit Inliner(Rewriter& r) : r_(r), s_(r.s), rough_(s_.statements.size() + 1, 0) {
    for (StmtId i = 0; i < s_.statements.size(); ++i) {
      const Statement& t = s_.statements[i];
      const bool rough = t.kind != StatementKind::local || (t.value != kNone && r_.effects.of(t.value).writes);
      rough_[i + 1] = rough_[i] + (rough ? 1 : 0);
    }
  }

  void run() {
    for (SymbolId id = 0; id < s_.symbols.size(); ++id) {
      const Symbol& symbol = s_.symbols[id];
      if (symbol.kind == SymbolKind::local) local(id, s_.statements[symbol.stmt]);
      if (symbol.kind == SymbolKind::declaration) declaration(id, s_.decls[symbol.decl]);
    }
  }

 private:
  const std::vector<ExprId>& uses(SymbolId id) const { return r_.uses[id]; }

  void declaration(SymbolId id, const Decl& d) {
    if (uses(id).empty()) return;
    if (d.kind == DeclKind::constant) constant(id, d.first, d.last, d.type, d.init);
    if (d.kind == DeclKind::alias) alias(id, d);
  }

  void local(SymbolId id, const Statement& stmt) {
    const std::string_view keyword = s_.word(stmt.token);
    if (stmt.parent == kNone || s_.statements[stmt.parent].kind != StatementKind::block) return;
    if (uses(id).empty()) {
      const Effects e = stmt.value == kNone ? Effects{} : r_.effects.of(stmt.value);
      if (!e.writes && !e.resources) r_.edits.replace(stmt.first, stmt.last, "");
      return;
    }
    if (keyword == "const") {
      constant(id, stmt.first, stmt.last, stmt.target, stmt.value);
    } else if (stmt.value != kNone && (keyword == "let" || r_.neverChanges(id))) {
      if (r_.types.of(stmt.value).phase == Phase::constant)
        number(id, stmt);
      else
        once(id, stmt);
    }
  }

  // ---- constants ----

  /// Text that means the constant wherever it stands; empty when there is none.
  std::string meaning(ExprId type, ExprId init) const {
    const ExprType& v = r_.types.of(init);
    if (type != kNone) {
      const ExprType t = r_.types.named(type);
      const bool same =
          t.isConcrete() && v.shape == t.shape && v.kind == t.kind && v.rows == t.rows && v.columns == t.columns;
      if (!same) {
        if (!t.isScalar()) return {};
        const auto value = evaluate(r_.m, init);
        if (!value || value->shape != Value::Shape::scalar) return {};
        const auto converted = convert(value->scalars[0], t.kind);
        return converted ? spellNumber(*converted, Spelling::typed) : std::string();
      }
    }
    return r_.textOf(init);
  }

  /// `let a=.5;`: the number itself, where it always meets something that is known at run time only. Elsewhere it would
  /// become part of a constant expression, and those are checked and computed more strictly.
  void number(SymbolId id, const Statement& stmt) {
    if (stmt.target != kNone || !r_.types.of(stmt.value).isScalar()) return;
    const auto value = evaluate(r_.m, stmt.value);
    if (!value || value->shape != Value::Shape::scalar) return;
    const auto converted = convert(value->scalars[0], r_.types.ofSymbol(id).kind);
    if (!converted || converted->kind != Kind::f32 || converted->real == 0) return;
    for (const ExprId use : uses(id)) {
      if (!r_.meetsRunTime(use) && !startsLocal(use)) return;
    }
    const std::string text = spellNumber(*converted, Spelling::typed);
    if (text.empty() || uses(id).size() * (text.size() - 1) > kWorthAName + text.size()) return;
    std::vector<TokenEdits::Replacement> list{{stmt.first, stmt.last, ""}};
    for (const ExprId use : uses(id)) list.push_back({s_.exprs[use].first, s_.exprs[use].last, cat("( ", text, " )")});
    r_.edits.replaceAll(std::move(list));
  }

  /// Whether a `let` or `var` gets its value and type from this name alone.
  bool startsLocal(ExprId e) const {
    const StmtId id = r_.parent[e] == kNone ? r_.stmt_of[e] : kNone;
    if (id == kNone || s_.statements[id].kind != StatementKind::local) return false;
    return s_.statements[id].target == kNone && s_.word(s_.statements[id].token) != "const";
  }

  void constant(SymbolId id, uint32_t first, uint32_t last, ExprId type, ExprId init) {
    const std::string text = meaning(type, init);
    if (text.empty()) return;
    const size_t n = uses(id).size(), size = r_.length(init);
    const bool literal = s_.exprs[init].kind == ExprKind::literal;
    const size_t added = n * (size + (literal || s_.exprs[init].kind == ExprKind::call ? 0 : 2) - 1);
    if (n > 1 && (!r_.types.of(init).isNumeric() || added > kWorthAName + size)) return;
    std::vector<TokenEdits::Replacement> list{{first, last, ""}};
    for (const ExprId use : uses(id)) {
      if (depthWith(use, init) > kMaxDepth) return;
      list.push_back({s_.exprs[use].first, s_.exprs[use].last, literal ? text : cat("( ", text, " )")});
    }
    r_.edits.replaceAll(std::move(list));
  }

  uint32_t depthWith(ExprId use, ExprId init) const {
    ExprId root = use;
    while (r_.parent[root] != kNone) root = r_.parent[root];
    return uint32_t{s_.exprs[root].depth} + s_.exprs[init].depth + 1;
  }

  void alias(SymbolId id, const Decl& d) {
    const size_t n = uses(id).size(), size = r_.length(d.type);
    if (n > 1 && n * (size - 1) > 6 + size / 2) return;
    std::vector<TokenEdits::Replacement> list{{d.first, d.last, ""}};
    for (const ExprId use : uses(id)) {
      if (depthWith(use, d.type) > kMaxDepth) return;
      list.push_back({s_.exprs[use].first, s_.exprs[use].last, r_.textOf(d.type)});
    }
    r_.edits.replaceAll(std::move(list));
  }

  // ---- let ----

  void once(SymbolId id, const Statement& stmt) {
    const ExprType& t = r_.types.of(stmt.value);
    if (t.phase != Phase::runtime || t.pointer) return;
    const Expr& init = s_.exprs[r_.withoutParens(stmt.value)];
    if (init.kind == ExprKind::unary && s_.operatorOf(init) == "&") return;
    const Effects effects = r_.effects.of(stmt.value);
    if (effects.writes) return;
    if (uses(id).size() != 1) return everywhere(id, stmt, effects);
    const ExprId use = uses(id)[0];
    if (depthWith(use, stmt.value) > kMaxDepth) return;
    ExprId root = use;
    bool conditional = false;
    for (ExprId p = r_.parent[root]; p != kNone; p = r_.parent[p]) {
      const std::string_view op = s_.exprs[p].kind == ExprKind::binary ? s_.operatorOf(s_.exprs[p]) : "";
      conditional = conditional || ((op == "&&" || op == "||") && s_.exprs[p].right == root);
      if (s_.exprs[p].kind == ExprKind::unary && s_.operatorOf(s_.exprs[p]) == "&") return;
      root = p;
    }
    const StmtId there = r_.stmt_of[root];
    if (there == kNone || !evaluatedOnce(s_.statements[there].kind)) return;
    const bool fixed =
        !effects.uniform && (!effects.reads || r_.steady(stmt.value, stmt.first, s_.statements[there].first - 1));
    const bool beside = s_.statements[there].parent == stmt.parent;
    if (!beside && !(fixed && inBranch(there, stmt.parent))) return;
    if (!fixed && (!calm(s_.symbols[id].stmt, there) || conditional || writes(s_.statements[there]))) return;
    const Expr& e = s_.exprs[use];
    r_.edits.replaceAll({{stmt.first, stmt.last, ""}, {e.first, e.last, cat("( ", r_.textOf(stmt.value), " )")}});
  }

  /// `let a=b.x;`, where nothing can change what it stands for.
  void everywhere(SymbolId id, const Statement& stmt, const Effects& effects) {
    if (effects.uniform) return;
    if (effects.reads && !r_.steady(stmt.value, stmt.first, s_.statements[stmt.parent].last)) return;
    for (ExprId e = r_.withoutParens(stmt.value); s_.exprs[e].kind != ExprKind::identifier; e = s_.exprs[e].left) {
      if (s_.exprs[e].kind != ExprKind::member || r_.types.of(s_.exprs[e].left).pointer) return;
    }
    if (uses(id).size() * (r_.length(stmt.value) - 1) > kWorthALet) return;
    std::vector<TokenEdits::Replacement> list{{stmt.first, stmt.last, ""}};
    for (const ExprId use : uses(id))
      list.push_back({s_.exprs[use].first, s_.exprs[use].last, cat("( ", r_.textOf(stmt.value), " )")});
    r_.edits.replaceAll(std::move(list));
  }

  /// Whether the statement is run at most once each time that the block is.
  bool inBranch(StmtId id, StmtId block) const {
    for (StmtId i = s_.statements[id].parent; i != block; i = s_.statements[i].parent) {
      if (i == kNone) return false;
      const StatementKind k = s_.statements[i].kind;
      if (k != StatementKind::block && k != StatementKind::if_ && k != StatementKind::switch_ &&
          k != StatementKind::clause)
        return false;
    }
    return true;
  }
  static bool evaluatedOnce(StatementKind k) {
    return k == StatementKind::local || k == StatementKind::assign || k == StatementKind::step ||
           k == StatementKind::call || k == StatementKind::return_ || k == StatementKind::if_ ||
           k == StatementKind::switch_;
  }
  /// Whether nothing but declarations that change no memory stands between two statements of a block.
  bool calm(StmtId from, StmtId to) const { return rough_[from + 1] == rough_[to]; }
  /// Whether what the statement evaluates could change memory before the moved expression is reached.
  bool writes(const Statement& stmt) const {
    return (stmt.value != kNone && r_.effects.of(stmt.value).writes) ||
           (stmt.target != kNone && r_.effects.of(stmt.target).writes);
  }

  Rewriter& r_;
  const Syntax& s_;
  std::vector<uint32_t> rough_;  ///< how many statements before each one are more than declarations without effects
};

}  // namespace

void inlineNames(Rewriter& r) { Inliner(r).run(); }

}  // namespace pngine::wgsl
