// Functions that are called once and are nothing but an expression move to where they are called. Arguments take the
// places of the parameters: one that is used more than once must be a name, and nothing around may change memory.
#include <algorithm>

#include "base/text.h"
#include "wgsl/simplify.h"

namespace pngine::wgsl {
namespace {

constexpr uint32_t kMaxDepth = 200;
constexpr size_t kWorthAFunction = 160;  ///< bytes of repeated text, before deflate, that a declaration is worth

class Calls {
 public:
  explicit Calls(Rewriter& r) : r_(r), s_(r.s) {}

  void run() {
    for (uint32_t i = 0; i < s_.decls.size(); ++i) {
      const Decl& d = s_.decls[i];
      if (d.kind != DeclKind::function || d.type == kNone || d.attributes.size() != 0) continue;
      if (!r_.uses[d.symbol].empty()) function(d);
    }
  }

 private:
  ExprId returned(const Decl& d) const {
    const std::vector<StmtId> body = r_.children(d.statements.begin);
    return body.size() == 1 && s_.statements[body[0]].kind == StatementKind::return_ ? s_.statements[body[0]].value
                                                                                     : kNone;
  }

  void function(const Decl& d) {
    const ExprId value = returned(d);
    if (value == kNone || r_.types.of(value).phase != Phase::runtime || r_.types.of(value).pointer) return;
    const size_t n = r_.uses[d.symbol].size();
    if (n > 1 && n * r_.length(value) > kWorthAFunction) return;
    std::vector<TokenEdits::Replacement> list{{d.first, d.last, ""}};
    for (const ExprId use : r_.uses[d.symbol]) {
      const ExprId call = r_.parent[use];
      if (call == kNone || s_.exprs[call].kind != ExprKind::call || s_.exprs[call].left != use) return;
      if (!replaceable(d, value, call)) return;
      list.push_back(
          {s_.exprs[call].first, s_.exprs[call].last, cat("( ", withArguments(value, s_.exprs[call]), " )")});
    }
    r_.edits.replaceAll(std::move(list));
  }

  bool replaceable(const Decl& d, ExprId value, ExprId call) const {
    const Expr& c = s_.exprs[call];
    if (c.list.size() != d.fields.size() || r_.effects.of(call).writes) return false;
    uint32_t depth = s_.exprs[value].depth, numbers = 0;
    for (uint32_t i = 0; i < d.fields.size(); ++i) {
      const ExprId argument = s_.lists[c.list.begin + i];
      // Two numbers could meet each other and make a constant expression.
      if (r_.types.of(argument).phase != Phase::runtime && ++numbers > 1) return false;
      if (!fits(s_.fields[d.fields.begin + i], argument, value)) return false;
      depth = std::max(depth, uint32_t{s_.exprs[value].depth} + s_.exprs[argument].depth);
    }
    ExprId root = call;
    while (r_.parent[root] != kNone) root = r_.parent[root];
    const StmtId there = r_.stmt_of[root];
    if (there == kNone || (s_.statements[there].kind == StatementKind::call && root == call)) return false;
    return depth + s_.exprs[root].depth <= kMaxDepth;
  }

  bool fits(const Field& parameter, ExprId argument, ExprId value) const {
    const ExprType& t = r_.types.ofSymbol(parameter.symbol);
    if (t.pointer) return false;
    if (r_.types.of(argument).phase != Phase::runtime) {
      return !number(argument, t.kind).empty() &&
             std::ranges::all_of(r_.uses[parameter.symbol], [&](ExprId use) { return r_.meetsRunTime(use); });
    }
    const Effects e = r_.effects.of(argument);
    const size_t n = r_.uses[parameter.symbol].size();
    if (n == 0) return !e.resources && !e.uniform;
    if (n > 1 && !name(argument)) return false;
    if (!e.uniform) return true;
    for (uint32_t i = s_.exprs[value].first; i <= s_.exprs[value].last; ++i) {
      if (s_.tokens[i].kind == Tok::and_and || s_.tokens[i].kind == Tok::or_or) return false;
    }
    return true;
  }

  /// A constant argument as a number of the parameter's type; empty when it is nothing so simple.
  std::string number(ExprId argument, Scalar::Kind kind) const {
    if (!r_.types.of(argument).isScalar() || r_.types.of(argument).phase != Phase::constant) return {};
    if (kind != Scalar::Kind::f32 && kind != Scalar::Kind::u32 && kind != Scalar::Kind::i32) return {};
    const auto value = evaluate(r_.m, argument);
    if (!value || value->shape != Value::Shape::scalar || value->scalars[0].number() == 0) return {};
    const auto converted = convert(value->scalars[0], kind);
    return converted ? spellNumber(*converted, Spelling::typed) : std::string();
  }

  /// A name or a member of one: writing it twice costs nothing, neither here nor at run time.
  bool name(ExprId e) const {
    e = r_.withoutParens(e);
    while (s_.exprs[e].kind == ExprKind::member && !r_.types.of(s_.exprs[e].left).pointer) e = s_.exprs[e].left;
    return s_.exprs[e].kind == ExprKind::identifier;
  }

  std::string withArguments(ExprId value, const Expr& call) const {
    std::string out;
    for (uint32_t t = s_.exprs[value].first; t <= s_.exprs[value].last; ++t) {
      out += ' ';
      const SymbolId id = s_.symbol_of[t];
      if (id != kNone && s_.symbols[id].kind == SymbolKind::parameter) {
        const ExprId argument = s_.lists[call.list.begin + s_.symbols[id].slot];
        const bool constant = r_.types.of(argument).phase != Phase::runtime;
        out += cat("( ", constant ? number(argument, r_.types.ofSymbol(id).kind) : r_.textOf(argument), " )");
      } else {
        out += s_.word(t);
      }
    }
    return out;
  }

  Rewriter& r_;
  const Syntax& s_;
};

}  // namespace

void inlineCalls(Rewriter& r) { Calls(r).run(); }

}  // namespace pngine::wgsl
