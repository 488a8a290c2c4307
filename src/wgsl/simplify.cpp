// What the rewrites share: edits of tokens, who contains whom, who uses what.
#include "wgsl/simplify.h"

#include <algorithm>

#include "wgsl/emit.h"

namespace pngine::wgsl {

bool TokenEdits::free(uint32_t first, uint32_t last) const {
  return std::all_of(state_.begin() + first, state_.begin() + last + 1, [](uint8_t t) { return t == kFree; });
}

bool TokenEdits::changed(uint32_t first, uint32_t last) const {
  return std::any_of(state_.begin() + first, state_.begin() + last + 1, [](uint8_t t) { return t == kReplaced; });
}

void TokenEdits::lock(uint32_t first, uint32_t last) {
  for (uint32_t t = first; t <= last; ++t) state_[t] = std::max<uint8_t>(state_[t], kLocked);
}

bool TokenEdits::replace(uint32_t first, uint32_t last, std::string text) {
  return replaceAll({{first, last, std::move(text)}});
}

bool TokenEdits::replaceAll(std::vector<Replacement> list) {
  std::sort(list.begin(), list.end(), [](const Replacement& a, const Replacement& b) { return a.first < b.first; });
  for (size_t i = 0; i < list.size(); ++i) {
    if (!free(list[i].first, list[i].last) || (i > 0 && list[i].first <= list[i - 1].last)) return false;
  }
  for (Replacement& r : list) {
    std::fill(state_.begin() + r.first, state_.begin() + r.last + 1, kReplaced);
    list_.push_back(std::move(r));
  }
  return true;
}

std::string TokenEdits::text() const {
  std::vector<const Replacement*> at(s_.tokens.size(), nullptr);
  for (const Replacement& r : list_) at[r.first] = &r;
  std::string out;
  for (uint32_t t = 0; t + 1 < s_.tokens.size(); ++t) {
    if (const Replacement* r = at[t]) {
      out += r->text;
      t = r->last;
    } else {
      out += s_.word(t);
    }
    out += ' ';
  }
  return out;
}

Rewriter::Rewriter(Module& module)
    : m(module),
      s(module.syntax),
      types(module),
      effects(types),
      parent(s.exprs.size(), kNone),
      stmt_of(s.exprs.size(), kNone),
      decl_of(s.exprs.size(), kNone),
      uses(s.symbols.size()),
      writes(s.symbols.size()),
      pointed_at(s.symbols.size(), false),
      edits(s) {
  for (ExprId e = 0; e < s.exprs.size(); ++e) {
    const Expr& expr = s.exprs[e];
    if (expr.left != kNone) parent[expr.left] = e;
    if (expr.right != kNone) parent[expr.right] = e;
    for (uint32_t i = expr.list.begin; i < expr.list.end; ++i) parent[s.lists[i]] = e;
    if (expr.kind == ExprKind::identifier && s.symbol_of[expr.token] != kNone)
      uses[s.symbol_of[expr.token]].push_back(e);
  }
  for (StmtId i = 0; i < s.statements.size(); ++i) {
    if (s.statements[i].value != kNone) stmt_of[s.statements[i].value] = i;
    if (s.statements[i].target != kNone) stmt_of[s.statements[i].target] = i;
  }
  for (uint32_t d = 0; d < s.decls.size(); ++d) {
    for (uint32_t e = s.decls[d].exprs.begin; e < s.decls[d].exprs.end; ++e) decl_of[e] = d;
  }
  findWrites();
}

size_t Rewriter::length(uint32_t first, uint32_t last) const {
  size_t n = 0;
  for (uint32_t t = first; t <= last; ++t) n += s.symbol_of[t] == kNone ? s.word(t).size() : 1;
  return n;
}

std::vector<StmtId> Rewriter::children(StmtId id) const {
  std::vector<StmtId> out;
  for (StmtId i = id + 1; i < s.statements[id].end; i = s.statements[i].end) out.push_back(i);
  return out;
}

std::string Rewriter::textOf(uint32_t first, uint32_t last) const {
  std::string out;
  for (uint32_t t = first; t <= last; ++t) {
    if (t > first) out += ' ';
    out += s.word(t);
  }
  return out;
}

std::string Rewriter::textOf(ExprId e) const { return textOf(s.exprs[e].first, s.exprs[e].last); }

ExprId Rewriter::withParens(ExprId e) const {
  while (parent[e] != kNone && s.exprs[parent[e]].kind == ExprKind::paren) e = parent[e];
  return e;
}

ExprId Rewriter::withoutParens(ExprId e) const {
  while (s.exprs[e].kind == ExprKind::paren) e = s.exprs[e].left;
  return e;
}

/// Finds where variables are written, and which are pointed to.
void Rewriter::findWrites() {
  for (SymbolId id = 0; id < s.symbols.size(); ++id) {
    for (const ExprId use : uses[id]) {
      // The whole place around the name, such as `a.b[i]` around `a`.
      ExprId e = use, p = parent[e];
      const auto inside = [&](const Expr& around) {
        return around.kind == ExprKind::paren || around.kind == ExprKind::member ||
               (around.kind == ExprKind::index && around.left == e);
      };
      while (p != kNone && inside(s.exprs[p])) {
        e = p;
        p = parent[e];
      }
      if (p != kNone) {
        if (s.exprs[p].kind == ExprKind::unary && s.operatorOf(s.exprs[p]) == "&") pointed_at[id] = true;
        continue;
      }
      const StmtId stmt = stmt_of[e];
      if (stmt != kNone && s.statements[stmt].target == e) writes[id].push_back(s.exprs[use].token);
    }
  }
}

bool Rewriter::unchanged(SymbolId id, uint32_t first, uint32_t last) const {
  const auto at = std::ranges::lower_bound(writes[id], first);
  return !pointed_at[id] && (at == writes[id].end() || *at > last);
}

bool Rewriter::steady(ExprId e, uint32_t first, uint32_t last) const {
  for (ExprId i = effects.begin(e); i <= e; ++i) {
    const Effects one = effects.ofOne(i);
    if (!one.reads) continue;
    const Expr& x = s.exprs[i];
    if (x.kind != ExprKind::identifier) return false;
    const SymbolId id = s.symbol_of[x.token];
    if (id == kNone || s.symbols[id].kind != SymbolKind::local || !unchanged(id, first, last)) return false;
  }
  return true;
}

std::vector<bool> Rewriter::keywordChoices() const {
  std::vector<bool> out(s.tokens.size(), false);
  for (const Decl& d : s.decls) {
    if (d.kind != DeclKind::function) continue;
    const Effects e = effects.ofFunction(d.symbol);
    if (e.uniform && e.writes) continue;
    for (StmtId i = d.statements.begin + 1; i < d.statements.end; ++i) {
      const Statement& stmt = s.statements[i];
      if (stmt.kind != StatementKind::local || stmt.value == kNone ||
          s.statements[stmt.parent].kind != StatementKind::block)
        continue;
      const std::string_view keyword = s.word(stmt.token);
      if (keyword == "const" || s.tokens[stmt.token + 1].kind == Tok::template_open) continue;
      const ExprType& t = types.ofSymbol(stmt.symbol);
      const bool structure = t.is(ExprType::Shape::node) && t.node->kind == Type::Kind::structure;
      if (!t.isNumeric() && !structure) continue;
      out[stmt.token] = keyword == "let" || neverChanges(stmt.symbol);
    }
  }
  return out;
}

bool Rewriter::meetsRunTime(ExprId e) const {
  const bool real = types.of(e).kind == Scalar::Kind::f32;
  for (ExprId p = parent[e]; p != kNone; e = p, p = parent[e]) {
    const Expr& around = s.exprs[p];
    if (around.kind == ExprKind::paren) continue;
    if (around.kind == ExprKind::call) {
      const std::string_view name = predeclared(around);
      if (!real || (name != "vec2f" && name != "vec3f" && name != "vec4f")) return false;
      continue;
    }
    if (around.kind != ExprKind::binary) return false;
    const std::string_view op = s.operatorOf(around);
    const ExprType& other = types.of(around.left == e ? around.right : around.left);
    const bool total =
        op == "+" || op == "-" || op == "*" || (real && op == "/");  // nothing to refuse, whatever the number
    return total && other.isConcrete() && other.phase == Phase::runtime;
  }
  return false;
}

std::vector<bool> Rewriter::vectorChoices() const {
  std::vector<bool> out(s.tokens.size(), false);
  for (const Expr& e : s.exprs) {
    if (e.kind != ExprKind::call) continue;
    const std::string_view name = predeclared(e);
    if (name != "vec2f" && name != "vec3f" && name != "vec4f") continue;
    bool known = e.list.size() > 1;
    if (e.list.size() == 1) known = types.of(s.lists[e.list.begin]).isScalar();
    bool concrete_one = false;
    for (uint32_t i = e.list.begin; i < e.list.end; ++i) {
      const ExprType& t = types.of(s.lists[i]);
      known =
          known && (t.isScalar() || t.is(ExprType::Shape::vector)) && (t.kind == Scalar::Kind::f32 || t.isAbstract());
      concrete_one = concrete_one || t.kind == Scalar::Kind::f32;
    }
    out[s.exprs[e.left].token] = known && concrete_one && means(name.substr(0, 4));
  }
  return out;
}

ExprId Rewriter::splatLike(ExprId e, const ExprType& vector) const {
  const Expr& call = s.exprs[withoutParens(e)];
  if (call.kind != ExprKind::call || call.list.size() != 1 || !predeclared(call).starts_with("vec")) return kNone;
  const ExprId scalar = s.lists[call.list.begin];
  const ExprType &v = types.of(e), &t = types.of(scalar);
  const bool alike = vector.is(ExprType::Shape::vector) && vector.isConcrete() && vector.phase == Phase::runtime &&
                     v.is(ExprType::Shape::vector) && v.rows == vector.rows;
  if (!alike || !t.isScalar() || commonKind(t.kind, vector.kind) != vector.kind) return kNone;
  return v.kind == vector.kind || v.isAbstract() ? scalar : kNone;
}

std::string_view Rewriter::predeclared(const Expr& call) const {
  const Expr& callee = s.exprs[call.left];
  return callee.kind == ExprKind::identifier && s.symbol_of[callee.token] == kNone ? s.word(callee.token)
                                                                                   : std::string_view();
}

}  // namespace pngine::wgsl
