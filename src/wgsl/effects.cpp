// Functions are looked at in the order of names, callees first.
#include "wgsl/effects.h"

namespace pngine::wgsl {
namespace {

/// Effects of predeclared functions; those that are not named here only compute.
Effects ofPredeclared(std::string_view name) {
  const auto starts = [&](std::string_view prefix) { return name.starts_with(prefix); };
  if (starts("atomic") || name == "textureStore") return {.writes = true, .reads = true};
  if (name.ends_with("Barrier") || name == "workgroupUniformLoad")
    return {.writes = true, .reads = true, .uniform = true};
  if (starts("subgroup") || starts("quad")) return {.writes = true, .reads = true, .uniform = true};
  if (starts("dpd") || starts("fwidth")) return {.uniform = true};
  if (name == "textureSample" || name == "textureSampleBias" || name == "textureSampleCompare")
    return {.uniform = true};
  return {};
}

}  // namespace

EffectFinder::EffectFinder(const ExpressionTypes& types)
    : types_(types), m_(types.module()), s_(m_.syntax), functions_(s_.decls.size()) {
  for (const uint32_t d : m_.names.order) {
    if (s_.decls[d].kind == DeclKind::function) functions_[d] = ofBody(s_.decls[d]);
  }
}

ExprId EffectFinder::begin(ExprId e) const {
  const uint32_t first = s_.exprs[e].first;
  while (e > 0 && s_.exprs[e - 1].first >= first) --e;
  return e;
}

Effects EffectFinder::of(ExprId e) const {
  Effects out;
  for (ExprId i = begin(e); i <= e; ++i) out |= ofOne(i);
  return out;
}

Effects EffectFinder::ofOne(ExprId id) const {
  const Expr& e = s_.exprs[id];
  if (e.kind == ExprKind::call) return ofCall(e);
  if (e.kind == ExprKind::unary && s_.operatorOf(e) == "*") return {.reads = true};
  if (e.kind == ExprKind::member || e.kind == ExprKind::index) {
    if (types_.of(e.left).pointer) return {.reads = true};
  }
  if (e.kind != ExprKind::identifier || s_.symbol_of[e.token] == kNone) return {};
  const Symbol& symbol = s_.symbols[s_.symbol_of[e.token]];
  if (symbol.kind == SymbolKind::local) return {.reads = s_.word(s_.statements[symbol.stmt].token) == "var"};
  if (symbol.kind == SymbolKind::parameter) return {};
  const Decl& d = s_.decls[symbol.decl];
  if (d.kind == DeclKind::override_) return {.resources = true};
  if (d.kind != DeclKind::variable) return {};
  const auto word = [&](uint32_t i) {
    return i < d.list.size() ? s_.word(s_.exprs[s_.lists[d.list.begin + i]].token) : std::string_view();
  };
  const Type* type = m_.types.of_decl[symbol.decl];
  const bool texture = d.list.size() == 0 && type != nullptr && !type->name.starts_with("texture_storage");
  const bool fixed = word(0) == "uniform" || (word(0) == "storage" && word(1) != "read_write") || texture;
  return {.reads = !fixed, .resources = true};
}

Effects EffectFinder::ofCall(const Expr& e) const {
  const Expr& callee = s_.exprs[e.left];
  const uint32_t decl = s_.declOf(callee);
  if (decl != kNone) return functions_[decl];
  return s_.symbol_of[callee.token] == kNone ? ofPredeclared(s_.word(callee.token)) : Effects{.writes = true};
}

SymbolId EffectFinder::root(ExprId e) const {
  while (true) {
    const Expr& expr = s_.exprs[e];
    switch (expr.kind) {
      case ExprKind::identifier:
        return s_.symbol_of[expr.token];
      case ExprKind::member:
      case ExprKind::index:
        if (types_.of(expr.left).pointer) return kNone;
        [[fallthrough]];
      case ExprKind::paren:
        e = expr.left;
        break;
      case ExprKind::unary:
        if (s_.operatorOf(expr) != "&") return kNone;
        e = expr.left;
        break;
      default:
        return kNone;
    }
  }
}

Effects EffectFinder::ofBody(const Decl& d) const {
  Effects out;
  for (uint32_t e = d.exprs.begin; e < d.exprs.end; ++e) {
    Effects one = ofOne(e);
    // Own variables are nobody else's business.
    if (s_.exprs[e].kind == ExprKind::identifier) {
      const SymbolId id = s_.symbol_of[s_.exprs[e].token];
      if (id != kNone && s_.symbols[id].kind == SymbolKind::local) one.reads = false;
    }
    out |= one;
  }
  for (uint32_t i = d.statements.begin; i < d.statements.end; ++i) {
    const Statement& stmt = s_.statements[i];
    if (stmt.kind == StatementKind::discard) out.writes = true;
    if (stmt.kind != StatementKind::assign && stmt.kind != StatementKind::step) continue;
    if (s_.textOf(stmt.target) == "_") continue;
    const SymbolId r = root(stmt.target);
    if (r == kNone || s_.symbols[r].kind != SymbolKind::local) out.writes = true;
  }
  return out;
}

}  // namespace pngine::wgsl
