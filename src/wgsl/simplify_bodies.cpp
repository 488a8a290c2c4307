// Functions of several statements that are called once move to where they are called: their statements in front of the
// one with the call, the returned expression in its place, a `let` for each parameter. What moves is evaluated before
// the rest of that statement, so it may only move where neither notices the other.
//   fn f(a:f32)->f32{let b=a*a;return b+b;}  ...  x=f(y)+1;   ->   let a=y;let b=a*a;x=(b+b)+1;
#include <algorithm>

#include "base/text.h"
#include "wgsl/simplify.h"

namespace pngine::wgsl {
namespace {

using Shape = ExprType::Shape;
constexpr uint32_t kMaxDepth = 200;    ///< of the expression that results
constexpr uint32_t kMaxBlocks = 50;    ///< of blocks inside each other; front ends refuse 127
constexpr uint32_t kMaxTokens = 8192;  ///< of a body: chains of calls may move text again in every round

class Bodies {
 public:
  explicit Bodies(Rewriter& r) : r_(r), s_(r.s) {}

  void run() {
    for (const Decl& d : s_.decls) {
      if (d.kind != DeclKind::function || d.attributes.size() != 0) continue;
      if (r_.uses[d.symbol].size() == 1 && d.last - d.body_open <= kMaxTokens) function(d);
    }
  }

 private:
  void function(const Decl& d) {
    const ExprId use = r_.uses[d.symbol][0], call = r_.parent[use];
    if (call == kNone || s_.exprs[call].kind != ExprKind::call || s_.exprs[call].left != use) return;
    const std::vector<StmtId> body = r_.children(d.statements.begin);
    const bool gives = d.type != kNone;
    if (body.empty() || leavesEarly(d, gives ? body.back() : kNone)) return;
    const ExprId value = gives ? s_.statements[body.back()].value : kNone;
    if (gives && !stays(d, value)) return;
    const StmtId there = statementOf(call, value);
    if (there == kNone || !mayMove(d, call, there) || !takes(d, s_.exprs[call])) return;
    const uint32_t blocks = blocksAround(there) + deepest(d);
    if (blocks > kMaxBlocks) return;

    const Statement& stmt = s_.statements[there];
    std::string text = parameters(d, s_.exprs[call]);
    const uint32_t end = gives ? s_.statements[body.back()].first : d.last;
    text += bodyText(d, end, stmt.in_loop);
    const Expr& c = s_.exprs[call];
    if (gives) {
      r_.edits.replaceAll({{d.first, d.last, ""},
                           {stmt.first, stmt.first, cat(text, s_.word(stmt.first))},
                           {c.first, c.last, cat("( ", r_.textOf(value), " )")}});
    } else {
      r_.edits.replaceAll({{d.first, d.last, ""}, {stmt.first, stmt.last, text}});
    }
  }

  /// Whether anything but its last statement returns; without a value the body must just end.
  bool leavesEarly(const Decl& d, StmtId last) const {
    if (last != kNone && (s_.statements[last].kind != StatementKind::return_ || !r_.plain(s_.statements[last])))
      return true;
    for (StmtId i = d.statements.begin; i < d.statements.end; ++i) {
      if (i != last && s_.statements[i].kind == StatementKind::return_) return true;
    }
    return false;
  }

  /// Whether the returned expression has the function's type without the conversion that returning is.
  bool stays(const Decl& d, ExprId value) const {
    if (value == kNone) return false;
    const ExprType& v = r_.types.of(value);
    if (v.phase != Phase::runtime || v.pointer) return false;
    if (v.isConcrete()) return true;
    return v.is(Shape::node) && v.node == r_.m.types.of_decl[s_.symbols[d.symbol].decl] && movable(v);
  }
  static bool movable(const ExprType& t) {
    if (t.isConcrete()) return true;
    return t.is(Shape::node) && (t.node->kind == Type::Kind::structure || t.node->kind == Type::Kind::array);
  }

  /// The statement of a block that evaluates the call, always and once; kNone where there is none.
  StmtId statementOf(ExprId call, ExprId value) const {
    ExprId root = call;
    for (ExprId p = r_.parent[root]; p != kNone; root = p, p = r_.parent[p]) {
      const std::string_view op = s_.exprs[p].kind == ExprKind::binary ? s_.operatorOf(s_.exprs[p]) : "";
      if ((op == "&&" || op == "||") && s_.exprs[p].right == root) return kNone;
    }
    if (value != kNone && uint32_t{s_.exprs[root].depth} + s_.exprs[value].depth > kMaxDepth) return kNone;
    const StmtId there = r_.stmt_of[root];
    if (there == kNone) return kNone;
    const Statement& stmt = s_.statements[there];
    if (stmt.parent == kNone || s_.statements[stmt.parent].kind != StatementKind::block || !r_.plain(stmt))
      return kNone;
    switch (stmt.kind) {
      case StatementKind::call:
        return (value == kNone) == (root == call) ? there : kNone;
      case StatementKind::local:
        return s_.word(stmt.token) == "const" ? kNone : there;
      case StatementKind::assign:
      case StatementKind::return_:
      case StatementKind::if_:
      case StatementKind::switch_:
        return there;
      default:
        return kNone;
    }
  }

  /// Whether the rest of the statement and the body do not notice which of them comes first.
  bool mayMove(const Decl& d, ExprId call, StmtId there) const {
    const Effects& e = r_.effects.ofFunction(d.symbol);
    if (e.uniform && e.writes) return false;  // it waits for others
    const Statement& stmt = s_.statements[there];
    const bool alone = r_.withoutParens(stmt.value) == call &&
                       (stmt.kind != StatementKind::assign || s_.exprs[stmt.target].kind == ExprKind::identifier);
    if (alone) return stmt.kind != StatementKind::assign || s_.word(stmt.token) == "=" || !e.writes;
    if (stmt.value == kNone || r_.effects.of(stmt.value).writes) return false;
    return stmt.kind != StatementKind::assign || !r_.effects.of(stmt.target).writes;
  }

  bool takes(const Decl& d, const Expr& call) const {
    if (call.list.size() != d.fields.size()) return false;
    for (uint32_t f = d.fields.begin; f < d.fields.end; ++f) {
      const ExprType& t = r_.types.ofSymbol(s_.fields[f].symbol);
      if (t.pointer || !movable(t)) return false;
    }
    return true;
  }

  /// `let a : f32 = 1 ;` for each.
  std::string parameters(const Decl& d, const Expr& call) const {
    std::string out;
    for (uint32_t i = 0; i < d.fields.size(); ++i) {
      const Field& f = s_.fields[d.fields.begin + i];
      const ExprId argument = s_.lists[call.list.begin + i];
      const bool same = r_.types.of(argument).isConcrete() || r_.types.of(argument).is(Shape::node);
      out += cat("let ", s_.word(f.name), same ? "" : cat(" : ", r_.textOf(f.type)), " = ", r_.textOf(argument), " ; ");
    }
    return out;
  }

  /// What stands between the brace and `end`. In a loop variables get their zeros written: see zeroed().
  std::string bodyText(const Decl& d, uint32_t end, bool in_loop) const {
    std::vector<ExprId> zero(end, kNone);  // per token: the type of what the semicolon declares
    for (StmtId i = d.statements.begin; in_loop && i < d.statements.end; ++i) {
      const Statement& t = s_.statements[i];
      if (t.kind == StatementKind::local && t.value == kNone && t.last < end) zero[t.last] = t.target;
    }
    std::string out;
    for (uint32_t t = d.body_open + 1; t < end; ++t) {
      if (zero[t] != kNone && s_.tokens[t].kind == Tok::semicolon) out += cat("= ", r_.textOf(zero[t]), " ( ) ");
      out += cat(s_.word(t), " ");
    }
    return out;
  }

  uint32_t blocksAround(StmtId id) const {
    uint32_t n = 0;
    for (; id != kNone; id = s_.statements[id].parent) ++n;
    return n;
  }
  uint32_t deepest(const Decl& d) const {
    uint32_t most = 0, depth = 0;
    for (uint32_t t = d.body_open; t <= d.last; ++t) {
      if (s_.tokens[t].kind == Tok::brace_open) most = std::max(most, ++depth);
      if (s_.tokens[t].kind == Tok::brace_close) --depth;
    }
    return most;
  }

  Rewriter& r_;
  const Syntax& s_;
};

}  // namespace

void inlineBodies(Rewriter& r) { Bodies(r).run(); }

}  // namespace pngine::wgsl
