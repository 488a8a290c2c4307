// Operands that the WGSL front end of the native driver takes for constants: a `let` of constants, which it refuses as
// an index or a shift that would be out of range, becomes a `var`; and the distance of a shift, which it does not take
// modulo the width as the language does, is masked.
#include <set>

#include "wgsl/front_end_gaps.h"

namespace pngine::wgsl {
namespace {

class ConstantOperands : GapPass {
 public:
  ConstantOperands(const Module& module, std::vector<Edit>& edits) : GapPass(module, edits), locals_(s_) {}

  void run() {
    hideLets();
    maskShifts();
  }

 private:
  /// The symbols of `let` in an expression.
  void letsIn(ExprId e, std::vector<SymbolId>& out) const {
    for (uint32_t t = s_.exprs[e].first; t <= s_.exprs[e].last; ++t) {
      const LocalValue* v = kind(t) == Tok::identifier ? locals_.find(s_.symbol_of[t]) : nullptr;
      if (v != nullptr && v->init != kNone && keyword(v->keyword, "let")) out.push_back(s_.symbol_of[t]);
    }
  }

  bool madeOfConstants(ExprId e) const {
    for (uint32_t t = s_.exprs[e].first; t <= s_.exprs[e].last; ++t) {
      if (kind(t) != Tok::identifier || s_.symbol_of[t] == kNone) continue;
      const Symbol& symbol = s_.symbols[s_.symbol_of[t]];
      if (symbol.kind == SymbolKind::parameter) return false;
      if (symbol.kind == SymbolKind::local) {
        if (!keyword(locals_.find(s_.symbol_of[t])->keyword, "const")) return false;
        continue;
      }
      const DeclKind decl = s_.decls[symbol.decl].kind;
      if (decl == DeclKind::variable || decl == DeclKind::function) return false;
    }
    return true;
  }

  /// Indices and shifts by a `let` of constants.
  void hideLets() {
    std::vector<SymbolId> open;
    for (const Expr& e : s_.exprs) {
      const bool shift =
          e.kind == ExprKind::binary && (kind(e.token) == Tok::shift_left || kind(e.token) == Tok::shift_right);
      if (shift || e.kind == ExprKind::index) letsIn(e.right, open);
    }
    for (uint32_t t = 0; t < size(); ++t) {
      if (kind(t) != Tok::shift_left_assign && kind(t) != Tok::shift_right_assign) continue;
      if (const ExprId e = locals_.expressionAt(t + 1); e != kNone) letsIn(e, open);
    }
    std::set<SymbolId> seen;
    while (!open.empty()) {
      const SymbolId symbol = open.back();
      open.pop_back();
      if (!seen.insert(symbol).second) continue;
      const LocalValue& v = *locals_.find(symbol);
      letsIn(v.init, open);
      if (kind(s_.exprs[v.init].first) == Tok::and_ || !madeOfConstants(v.init)) continue;
      edits_.push_back({s_.tokens[v.keyword].begin, s_.tokens[v.keyword].end, "var"});
    }
  }

  /// A shift takes its distance modulo the width; the driver's code does not.
  void maskShifts() {
    const auto mask = [&](ExprId id) {
      const Expr& e = s_.exprs[id];
      if (e.kind == ExprKind::literal || madeOfConstants(id)) return;
      const std::string type = spelledType(m_, locals_, id);
      edits_.push_back({s_.tokens[e.first].begin, s_.tokens[e.first].begin, "(("});
      const uint32_t end = s_.tokens[e.last].end;
      edits_.push_back({end, end, type == "u32" ? ")&31u)" : ")%32u)"});
    };
    // Outer expressions first: of two insertions at one place theirs comes first.
    for (auto e = static_cast<ExprId>(s_.exprs.size()); e-- > 0;) {
      const Expr& expr = s_.exprs[e];
      if (expr.kind != ExprKind::binary) continue;
      if (kind(expr.token) == Tok::shift_left || kind(expr.token) == Tok::shift_right) mask(expr.right);
    }
    for (uint32_t t = 0; t < size(); ++t) {
      if (kind(t) != Tok::shift_left_assign && kind(t) != Tok::shift_right_assign) continue;
      if (const ExprId e = locals_.expressionAt(t + 1); e != kNone) mask(e);
    }
  }

  const LocalValues locals_;
};

}  // namespace

void hideConstantOperands(const Module& module, std::vector<Edit>& edits) { ConstantOperands(module, edits).run(); }

}  // namespace pngine::wgsl
