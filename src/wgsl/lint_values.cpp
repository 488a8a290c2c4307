// Values: assignments of a variable to itself, and conversions to the type that the operand has already. Types are
// known as far as written types, literals and initializers tell; names of types made with `alias` count as unknown,
// since their point is that they may change.
#include "base/text.h"
#include "wgsl/constant.h"
#include "wgsl/lint_parts.h"

namespace pngine::wgsl {
namespace {

using Kind = Scalar::Kind;

/// A scalar or vector, or a structure of the module; kind none and no structure: not known.
struct Known {
  Kind kind = Kind::none;
  uint32_t rows = 1;
  uint32_t structure = kNone;  ///< declaration

  bool isConcrete() const { return kind != Kind::none && concrete(kind) == kind; }
  friend bool operator==(const Known&, const Known&) = default;
};

/// f32, vec3f, vec3<f32> in its parts.
Known shortName(std::string_view name) {
  if (const Kind kind = scalarKind(name); kind != Kind::none) return {kind, 1, kNone};
  if (name.size() != 5 || !name.starts_with("vec") || name[3] < '2' || name[3] > '4') return {};
  const uint32_t rows = static_cast<uint32_t>(name[3] - '0');
  switch (name[4]) {
    case 'f':
      return {Kind::f32, rows, kNone};
    case 'i':
      return {Kind::i32, rows, kNone};
    case 'u':
      return {Kind::u32, rows, kNone};
    case 'h':
      return {Kind::f16, rows, kNone};
    default:
      return {};
  }
}

class ValueLint {
 public:
  ValueLint(const Module& m, LintFindings& out) : m_(m), s_(m.syntax), out_(out), known_(s_.symbols.size()) {
    for (uint32_t i = 0; i < s_.decls.size(); ++i) moduleScope(i);
    for (const Decl& d : s_.decls) {
      if (d.kind != DeclKind::function) continue;
      for (uint32_t f = d.fields.begin; f < d.fields.end; ++f) known_[s_.fields[f].symbol] = named(s_.fields[f].type);
    }
    for (const Statement& t : s_.statements) {
      if (t.symbol != kNone) known_[t.symbol] = declared(t);
    }
  }

  void run() {
    for (const Statement& t : s_.statements) {
      if (t.kind == StatementKind::assign && s_.word(t.token) == "=") assignment(t);
    }
    for (const Expr& e : s_.exprs) {
      if (e.kind == ExprKind::call && e.list.size() == 1) conversion(e);
    }
  }

 private:
  // ---- what is known of types

  void moduleScope(uint32_t i) {
    const Decl& d = s_.decls[i];
    if (d.symbol == kNone) return;
    const bool value = d.kind == DeclKind::constant || d.kind == DeclKind::override_ || d.kind == DeclKind::variable;
    if (!value) return;
    if (d.type != kNone)
      known_[d.symbol] = named(d.type);
    else if (d.kind != DeclKind::variable)
      known_[d.symbol] = {m_.value_kinds[i], 1, kNone};
  }

  Known declared(const Statement& t) const {
    if (t.target != kNone) return named(t.target);
    if (t.value == kNone) return {};
    Known k = typeOf(t.value);
    if (s_.word(t.first) != "const") k.kind = concrete(k.kind);
    return k;
  }

  /// What a written type says.
  Known named(ExprId type) const {
    const Expr& e = s_.exprs[type];
    if (e.kind != ExprKind::identifier) return {};
    if (const uint32_t decl = s_.declOf(e); decl != kNone) {
      return s_.decls[decl].kind == DeclKind::structure ? Known{Kind::none, 1, decl} : Known{};
    }
    if (s_.symbol_of[e.token] != kNone) return {};
    const std::string_view name = s_.word(e.token);
    if (e.list.size() == 0) return shortName(name);
    if (e.list.size() != 1 || name.size() != 4 || !name.starts_with("vec")) return {};
    const Known element = named(s_.lists[e.list.begin]);
    return element.kind == Kind::none ? Known{} : Known{element.kind, static_cast<uint32_t>(name[3] - '0'), kNone};
  }

  Known typeOf(ExprId id) const {
    const Expr& e = s_.exprs[id];
    switch (e.kind) {
      case ExprKind::literal: {
        const auto v = literal(s_.word(e.token));
        return v ? Known{v->kind, 1, kNone} : Known{};
      }
      case ExprKind::paren:
        return typeOf(e.left);
      case ExprKind::identifier:
        return s_.symbol_of[e.token] == kNone ? Known{} : known_[s_.symbol_of[e.token]];
      case ExprKind::unary: {
        const std::string_view op = s_.operatorOf(e);
        return op == "-" || op == "~" || op == "!" ? typeOf(e.left) : Known{};
      }
      case ExprKind::binary:
        return arithmetic(e);
      case ExprKind::member:
        return member(e);
      case ExprKind::index: {
        const Known of = typeOf(e.left);
        return of.kind != Kind::none && of.rows > 1 ? Known{of.kind, 1, kNone} : Known{};
      }
      case ExprKind::call:
        return result(e);
    }
    return {};
  }

  Known arithmetic(const Expr& e) const {
    const std::string_view op = s_.operatorOf(e);
    if (op.size() != 1 || std::string_view("+-*/%&|^").find(op[0]) == std::string_view::npos) return {};
    const Known a = typeOf(e.left), b = typeOf(e.right);
    if (a.kind == Kind::none || b.kind == Kind::none) return {};
    if (a.rows != b.rows && a.rows != 1 && b.rows != 1) return {};
    const std::optional<Kind> kind = commonKind(a.kind, b.kind);
    return kind ? Known{*kind, std::max(a.rows, b.rows), kNone} : Known{};
  }

  Known member(const Expr& e) const {
    const Known of = typeOf(e.left);
    const std::string_view name = s_.word(e.token);
    if (of.kind != Kind::none && of.rows > 1)
      return name.size() <= 4 ? Known{of.kind, static_cast<uint32_t>(name.size()), kNone} : Known{};
    if (of.structure == kNone) return {};
    const Range fields = s_.decls[of.structure].fields;
    for (uint32_t f = fields.begin; f < fields.end; ++f) {
      if (s_.word(s_.fields[f].name) == name) return named(s_.fields[f].type);
    }
    return {};
  }

  /// A constructor, or a function of the module.
  Known result(const Expr& e) const {
    const Expr& callee = s_.exprs[e.left];
    const uint32_t decl = callee.kind == ExprKind::identifier ? s_.declOf(callee) : kNone;
    if (decl == kNone || s_.decls[decl].kind != DeclKind::function) return named(e.left);
    return s_.decls[decl].type == kNone ? Known{} : named(s_.decls[decl].type);
  }

  // ---- findings

  void conversion(const Expr& e) {
    const Known to = named(e.left);
    const ExprId operand = s_.lists[e.list.begin];
    if (!to.isConcrete() || typeOf(operand) != to) return;
    out_.push_back({"redundant-conversion", s_.span(e.first, e.last),
                    cat("`", s_.textOf(operand), "` is ", s_.textOf(e.left), " without the conversion")});
  }

  void assignment(const Statement& t) {
    const ExprId to = bare(s_, t.target), from = bare(s_, t.value);
    if (!same(to, from)) return;
    out_.push_back({"self-assignment", spanOf(s_, t), cat("`", s_.textOf(to), "` is assigned to itself")});
  }

  /// The same variable, or part of it, in the same words. Calls are never the same: each may give another value.
  bool same(ExprId a, ExprId b) const {
    if ((a == kNone) != (b == kNone)) return false;
    if (a == kNone) return true;
    a = bare(s_, a);
    b = bare(s_, b);
    const Expr &x = s_.exprs[a], &y = s_.exprs[b];
    if (x.kind != y.kind || x.kind == ExprKind::call) return false;
    if (x.kind == ExprKind::identifier && s_.symbol_of[x.token] != s_.symbol_of[y.token]) return false;
    const bool spelled = x.kind != ExprKind::index;  // the token of an index is its bracket
    if (spelled && s_.word(x.token) != s_.word(y.token)) return false;
    return same(x.left, y.left) && same(x.right, y.right);
  }

  const Module& m_;
  const Syntax& s_;
  LintFindings& out_;
  std::vector<Known> known_;  ///< per symbol
};

}  // namespace

void lintValues(const Module& module, LintFindings& out) { ValueLint(module, out).run(); }

}  // namespace pngine::wgsl
