// What the parts of the lint share. Private to this folder: others see lint.h.
#pragma once
#include "wgsl/lint.h"
#include "wgsl/module.h"

namespace pngine::wgsl {

using LintFindings = std::vector<LintFinding>;

void lintNames(const Module& module, bool whole, LintFindings& out);
void lintFlow(const Module& module, LintFindings& out);
void lintValues(const Module& module, LintFindings& out);

/// The expression inside its parentheses.
inline ExprId bare(const Syntax& s, ExprId e) {
  while (e != kNone && s.exprs[e].kind == ExprKind::paren) e = s.exprs[e].left;
  return e;
}

/// A statement without its semicolon.
inline Span spanOf(const Syntax& s, const Statement& t) {
  return s.span(t.first, s.tokens[t.last].kind == Tok::semicolon ? t.last - 1 : t.last);
}

/// Symbol of the variable of which an expression is the whole or a part (members and elements), or kNone. What a
/// pointer points to is no part of it.
inline SymbolId rootOf(const Syntax& s, ExprId e) {
  for (e = bare(s, e); s.exprs[e].kind == ExprKind::member || s.exprs[e].kind == ExprKind::index;)
    e = bare(s, s.exprs[e].left);
  return s.exprs[e].kind == ExprKind::identifier ? s.symbol_of[s.exprs[e].token] : kNone;
}

}  // namespace pngine::wgsl
