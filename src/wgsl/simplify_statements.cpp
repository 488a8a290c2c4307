// Statements: branches that are never taken, blocks that hold nothing together, shorter forms of assignments, types
// that the initializer says already.
#include <algorithm>
#include <array>

#include "base/text.h"
#include "wgsl/simplify.h"

namespace pngine::wgsl {
namespace {

using Kind = Scalar::Kind;
constexpr uint32_t kMaxDepth = 200;  ///< of the expression that results

/// The value of a condition, where it is constant.
std::optional<bool> decided(Rewriter& r, ExprId condition) {
  if (condition == kNone || r.types.of(condition).phase != Phase::constant) return std::nullopt;
  const auto v = evaluate(r.m, condition);
  if (!v || v->shape != Value::Shape::scalar || v->scalars[0].kind != Kind::boolean) return std::nullopt;
  return v->scalars[0].integer != 0;
}

class Branches {
 public:
  explicit Branches(Rewriter& r) : r_(r), s_(r.s) {}

  void run() {
    for (StmtId i = 0; i < s_.statements.size(); ++i) {
      const Statement& stmt = s_.statements[i];
      if (!r_.plain(stmt)) continue;
      if (stmt.kind == StatementKind::if_) conditional(i);
      if (stmt.kind == StatementKind::while_ && decided(r_, stmt.value) == false) drop(i, stmt.first, stmt.last);
      if (stmt.kind == StatementKind::block) unreachable(i);
    }
  }

 private:
  void conditional(StmtId id) {
    const Statement& stmt = s_.statements[id];
    const auto taken = decided(r_, stmt.value);
    if (!taken) return;
    const std::vector<StmtId> children = r_.children(id);
    const bool otherwise = children.size() > 1;
    if (children.empty() || (otherwise && !leavable(id, children[*taken ? 1 : 0]))) return;
    if (!otherwise && !*taken && !leavable(id, children[0])) return;
    if (*taken || otherwise) {
      const Statement& kept = s_.statements[children[*taken ? 0 : 1]];
      r_.edits.replace(stmt.first, stmt.last, r_.textOf(kept.first, kept.last));
      return;
    }
    const bool behind_else = stmt.parent != kNone && s_.statements[stmt.parent].kind == StatementKind::if_;
    r_.edits.replace(behind_else ? stmt.first - 1 : stmt.first, stmt.last, "");
  }

  void drop(StmtId id, uint32_t first, uint32_t last) {
    if (leavable(id, id)) r_.edits.replace(first, last, "");
  }

  /// A loop without condition must keep its way out, even one that is never taken.
  bool leavable(StmtId at, StmtId gone) const {
    bool endless = false;
    for (StmtId i = s_.statements[at].parent; i != kNone; i = s_.statements[i].parent) {
      const StatementKind k = s_.statements[i].kind;
      endless = endless || k == StatementKind::loop || (k == StatementKind::for_ && s_.statements[i].value == kNone);
    }
    return !endless || !leaves(gone);
  }
  bool leaves(StmtId id) const {
    for (StmtId i = id; i < s_.statements[id].end; ++i) {
      const StatementKind k = s_.statements[i].kind;
      if (k == StatementKind::break_ || k == StatementKind::break_if || k == StatementKind::return_) return true;
    }
    return false;
  }

  /// What stands behind `return` and the like in the same block.
  void unreachable(StmtId block) {
    const std::vector<StmtId> children = r_.children(block);
    for (size_t i = 0; i + 1 < children.size(); ++i) {
      const Statement& stmt = s_.statements[children[i]];
      const bool ends = stmt.kind == StatementKind::return_ || stmt.kind == StatementKind::break_ ||
                        stmt.kind == StatementKind::continue_;
      if (!ends || s_.statements[children.back()].kind == StatementKind::continuing) continue;
      for (size_t k = i + 1; k < children.size(); ++k)
        drop(children[k], s_.statements[children[k]].first, s_.statements[children[k]].last);
      return;
    }
  }

  Rewriter& r_;
  const Syntax& s_;
};

class Statements {
 public:
  explicit Statements(Rewriter& r) : r_(r), s_(r.s) {}

  void run() {
    for (StmtId i = 0; i < s_.statements.size(); ++i) {
      const Statement& stmt = s_.statements[i];
      switch (stmt.kind) {
        case StatementKind::block:
          nested(stmt);
          break;
        case StatementKind::if_:
          flatten(i);
          break;
        case StatementKind::assertion:
          if (decided(r_, stmt.value) == true) r_.edits.replace(stmt.first, stmt.last, "");
          break;
        case StatementKind::return_:
          lastReturn(i);
          break;
        case StatementKind::assign:
          if (!absorbed(i)) assignment(stmt);
          break;
        case StatementKind::local:
          if (absorbed(i)) break;
          writtenType(stmt);
          zeroed(i);
          break;
        default:
          break;
      }
    }
  }

 private:
  bool plain(const Statement& stmt) const { return r_.plain(stmt); }

  void nested(const Statement& stmt) {
    if (stmt.parent == kNone || s_.statements[stmt.parent].kind != StatementKind::block || !plain(stmt)) return;
    r_.edits.replaceAll({{stmt.first, stmt.first, ""}, {stmt.last, stmt.last, ""}});
  }

  /// `if a{return b;}else{c}`: nothing needs the else; `else{}` is nothing.
  void flatten(StmtId id) {
    const Statement& stmt = s_.statements[id];
    const std::vector<StmtId> children = r_.children(id);
    if (children.size() < 2) return;
    const Statement &then = s_.statements[children[0]], &otherwise = s_.statements[children[1]];
    if (otherwise.kind != StatementKind::block || !plain(otherwise)) return;
    const uint32_t keyword = otherwise.first - 1;
    if (otherwise.last == otherwise.first + 1) {
      r_.edits.replace(keyword, otherwise.last, "");
      return;
    }
    if (s_.statements[stmt.parent].kind != StatementKind::block || !plain(stmt) || !ends(children[0], then)) return;
    r_.edits.replaceAll({{keyword, otherwise.first, ""}, {otherwise.last, otherwise.last, ""}});
  }

  bool ends(StmtId block, const Statement&) const {
    const std::vector<StmtId> children = r_.children(block);
    if (children.empty()) return false;
    const Statement& last = s_.statements[children.back()];
    return last.kind == StatementKind::return_ || last.kind == StatementKind::break_ ||
           last.kind == StatementKind::continue_;
  }

  /// `return;` in front of the end of a function.
  void lastReturn(StmtId id) {
    const Statement& stmt = s_.statements[id];
    if (stmt.value != kNone || stmt.parent == kNone || s_.statements[stmt.parent].parent != kNone || !plain(stmt))
      return;
    if (s_.statements[stmt.parent].last == stmt.last + 1) r_.edits.replace(stmt.first, stmt.last, "");
  }

  /// Names, members and constant or named indices: evaluating it twice or once is the same.
  bool simplePlace(ExprId e) const {
    for (ExprId i = r_.effects.begin(e); i <= e; ++i) {
      const ExprKind k = s_.exprs[i].kind;
      if (k == ExprKind::call) return false;
    }
    return true;
  }

  /// `a=a+b` -> `a+=b`; `a+=1` -> `a++` for integers.
  void assignment(const Statement& stmt) {
    if (!plain(stmt)) return;
    const std::string_view op = s_.word(stmt.token);
    if (op == "=") {
      const Expr& value = s_.exprs[stmt.value];
      constexpr auto kCompound = std::to_array<std::string_view>({"+", "-", "*", "/", "%", "&", "|", "^"});
      if (value.kind != ExprKind::binary || std::ranges::find(kCompound, s_.operatorOf(value)) == kCompound.end())
        return;
      if (!simplePlace(stmt.target) || r_.textOf(value.left) != r_.textOf(stmt.target)) return;
      const ExprType& t = r_.types.of(stmt.target);
      // The result must be of the place's own type, as compound assignment wants it.
      const ExprType& v = r_.types.of(value.right);
      if (!t.isNumeric() || !v.isNumeric() || (!v.isScalar() && v.shape != t.shape)) return;
      if (s_.exprs[value.right].first <= value.token) return;
      r_.edits.replace(stmt.token, value.token, cat(s_.operatorOf(value), "="));
      return;
    }
    if (op.size() == 2 && takesScalar(op.substr(0, 1))) {
      const ExprId scalar = r_.splatLike(stmt.value, r_.types.of(stmt.target));
      if (scalar != kNone) r_.edits.replace(s_.exprs[stmt.value].first, s_.exprs[stmt.value].last, r_.textOf(scalar));
    }
    if (op != "+=" && op != "-=") return;
    const ExprType& t = r_.types.of(stmt.target);
    if (!t.isScalar() || (t.kind != Kind::i32 && t.kind != Kind::u32)) return;
    const std::string_view one = s_.textOf(stmt.value);
    if (one != "1" && one != "1u" && one != "1i") return;
    r_.edits.replace(stmt.token, s_.exprs[stmt.value].last, op == "+=" ? "++" : "--");
  }

  /// `a=b;a=c*a;` -> `a=c*(b);`, and the same with `var a=b;` and with `a*=c;`.
  bool absorbed(StmtId id) {
    const Statement& stmt = s_.statements[id];
    const SymbolId place = wholeVariable(stmt);
    if (place == kNone || s_.word(stmt.token) == "let" || s_.word(stmt.token) == "const") return false;
    const StmtId behind = stmt.end;
    if (behind >= s_.statements[stmt.parent].end) return false;
    const Statement& next = s_.statements[behind];
    if (next.kind != StatementKind::assign || wholeVariable(next) != place || !plain(stmt) || !plain(next))
      return false;
    if (stmt.kind == StatementKind::assign && s_.word(stmt.token) != "=") return false;
    const ExprType& t = r_.types.of(stmt.value);
    if (!t.isConcrete() || t.phase != Phase::runtime || r_.pointed_at[place]) return false;
    if (r_.effects.of(stmt.value).writes || r_.effects.of(next.value).writes) return false;
    if (uint32_t{s_.exprs[stmt.value].depth} + s_.exprs[next.value].depth > kMaxDepth) return false;
    const std::string value = cat("( ", r_.textOf(stmt.value), " )");
    const std::string head = r_.textOf(stmt.first, s_.exprs[stmt.value].first - 1);
    std::vector<TokenEdits::Replacement> list{{stmt.first, stmt.last, ""}};
    const std::vector<ExprId> uses = usesIn(place, next.value);
    const std::string_view op = s_.word(next.token);
    if (op == "=") {
      if (uses.size() != 1 || conditional(uses[0])) return false;
      list.push_back({next.first, next.token, head});
      list.push_back({s_.exprs[uses[0]].first, s_.exprs[uses[0]].last, value});
    } else {
      if (!uses.empty()) return false;
      list.push_back({next.first, next.token, cat(head, " ", value, " ", op.substr(0, op.size() - 1), " (")});
      list.push_back({next.last, next.last, ") ;"});
    }
    return r_.edits.replaceAll(std::move(list));
  }

  /// The local that a declaration with a value or an assignment in a block gives a value; kNone where it is part of
  /// one.
  SymbolId wholeVariable(const Statement& stmt) const {
    if (stmt.value == kNone || stmt.parent == kNone || s_.statements[stmt.parent].kind != StatementKind::block)
      return kNone;
    if (stmt.kind == StatementKind::local) return stmt.symbol;
    if (s_.exprs[stmt.target].kind != ExprKind::identifier) return kNone;
    const SymbolId id = s_.symbol_of[s_.exprs[stmt.target].token];
    return id != kNone && s_.symbols[id].kind == SymbolKind::local ? id : kNone;
  }

  std::vector<ExprId> usesIn(SymbolId id, ExprId e) const {
    const auto from = std::ranges::lower_bound(r_.uses[id], r_.effects.begin(e));
    return {from, std::upper_bound(from, r_.uses[id].end(), e)};
  }

  /// Whether a part of an expression is evaluated only if another has a certain value.
  bool conditional(ExprId e) const {
    for (ExprId p = r_.parent[e]; p != kNone; e = p, p = r_.parent[p]) {
      if (s_.exprs[p].kind != ExprKind::binary || s_.exprs[p].right != e) continue;
      const std::string_view op = s_.operatorOf(s_.exprs[p]);
      if (op == "&&" || op == "||") return true;
    }
    return false;
  }

  /// `var a=vec2f();` -> `var a:vec2f;`. Not in loops: drivers have been known to zero such a variable once.
  void zeroed(StmtId id) {
    const Statement& stmt = s_.statements[id];
    if (s_.word(stmt.token) != "var" || stmt.target != kNone || stmt.value == kNone) return;
    const Expr& call = s_.exprs[stmt.value];
    if (call.kind != ExprKind::call || call.list.size() != 0 || r_.neverChanges(stmt.symbol) || stmt.in_loop) return;
    const ExprType& t = r_.types.of(stmt.value);
    const bool structure = t.is(ExprType::Shape::node) && t.node->kind == Type::Kind::structure;
    if (!structure && (!t.isConcrete() || t.isScalar())) return;
    if (typeOf(r_.m, call.left)->kind == Type::Kind::other) return;  // a function
    const uint32_t assign = s_.exprs[stmt.value].first - 1;
    r_.edits.replace(assign, call.last, cat(": ", r_.textOf(call.left)));
  }

  void writtenType(const Statement& stmt) {
    if (stmt.target == kNone || stmt.value == kNone) return;
    const uint32_t colon = s_.exprs[stmt.target].first - 1;
    dropWrittenType(r_, colon, stmt.target, stmt.value, s_.word(stmt.token) == "const");
  }

  Rewriter& r_;
  const Syntax& s_;
};

bool sameType(const ExprType& a, const ExprType& b) {
  return a.isNumeric() && b.isNumeric() && a.shape == b.shape && a.kind == b.kind && a.rows == b.rows &&
         a.columns == b.columns;
}

}  // namespace

void dropWrittenType(Rewriter& r, uint32_t colon, ExprId type, ExprId value, bool constant) {
  const Syntax& s = r.s;
  const ExprType t = r.types.named(type);
  ExprType v = r.types.of(value);
  const uint32_t last = s.exprs[type].last;
  if (!constant) v.kind = concrete(v.kind);
  if (sameType(t, v)) {
    r.edits.replaceAll({{colon, last, ""}});
    return;
  }
  if (!t.isScalar() || !r.types.of(value).isScalar() || r.types.of(value).phase != Phase::constant) return;
  const auto known = evaluate(r.m, value);
  if (!known || known->shape != Value::Shape::scalar) return;
  const auto converted = convert(known->scalars[0], t.kind);
  if (!converted) return;
  const std::string text = spellNumber(*converted, constant ? Spelling::typed : Spelling::inferred);
  const Expr& e = s.exprs[value];
  if (text.empty() || text.size() >= r.length(colon, last) + r.length(e.first, e.last)) return;
  r.edits.replaceAll({{colon, last, ""}, {e.first, e.last, text}});
}

void preferLet(Rewriter& r) {
  const std::vector<bool> choices = r.keywordChoices();
  for (uint32_t t = 0; t < choices.size(); ++t) {
    if (choices[t] && r.word(t) == "var") r.edits.replace(t, t, "let");
  }
}

void simplifyBranches(Rewriter& r) { Branches(r).run(); }
void simplifyStatements(Rewriter& r) { Statements(r).run(); }

}  // namespace pngine::wgsl
