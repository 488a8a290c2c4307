// Expressions and types: shorter spellings of the same thing, and the parentheses that grouping does not need.
#include <algorithm>

#include "base/text.h"
#include "wgsl/simplify.h"

namespace pngine::wgsl {
namespace {

using Kind = Scalar::Kind;
using Shape = ExprType::Shape;

bool same(const ExprType& a, const ExprType& b) {
  return a.isConcrete() && b.isConcrete() && a.shape == b.shape && a.kind == b.kind && a.rows == b.rows &&
         a.columns == b.columns;
}

class Expressions {
 public:
  explicit Expressions(Rewriter& r) : r_(r), s_(r.s) {}

  void run() {
    for (ExprId e = 0; e < s_.exprs.size(); ++e) {
      const Expr& expr = s_.exprs[e];
      switch (expr.kind) {
        case ExprKind::identifier:
          typeSpelling(expr);
          break;
        case ExprKind::member:
          swizzle(expr);
          break;
        case ExprKind::binary:
          shortCircuit(e);
          splatOperand(expr, expr.left, expr.right);
          splatOperand(expr, expr.right, expr.left);
          break;
        case ExprKind::call:
          call(e);
          break;
        default:
          break;
      }
    }
  }

 private:
  /// `vec3<f32>` -> `vec3f`.
  void typeSpelling(const Expr& e) {
    if (e.list.size() != 1 || s_.symbol_of[e.token] != kNone) return;
    const std::string_view name = s_.word(e.token);
    const bool vector = name.starts_with("vec") && name.size() == 4,
               matrix = name.starts_with("mat") && name.size() == 6;
    const Expr& element = s_.exprs[s_.lists[e.list.begin]];
    if ((!vector && !matrix) || element.kind != ExprKind::identifier || s_.symbol_of[element.token] != kNone) return;
    const std::string_view scalar = s_.word(element.token);
    if (scalar != "f32" && scalar != "f16" && (matrix || (scalar != "i32" && scalar != "u32"))) return;
    const std::string short_name = cat(name, scalar == "f16" ? "h" : scalar.substr(0, 1));
    if (r_.means(short_name)) r_.edits.replace(e.first, e.last, short_name);
  }

  /// `.rgb` -> `.xyz`, so that one spelling is left.
  void swizzle(const Expr& e) {
    const ExprType& t = r_.types.of(e.left);
    if (t.shape != Shape::vector || t.array) return;
    std::string name(s_.word(e.token));
    if (name.find_first_not_of("rgba") != std::string::npos) return;
    for (char& c : name) c = c == 'r' ? 'x' : c == 'g' ? 'y' : c == 'b' ? 'z' : 'w';
    r_.edits.replace(e.token, e.token, name);
  }

  std::optional<bool> decided(ExprId e) const {
    if (r_.types.of(e).phase != Phase::constant || r_.types.of(e).kind != Kind::boolean) return std::nullopt;
    const auto v = evaluate(r_.m, e);
    if (!v || v->shape != Value::Shape::scalar || v->scalars[0].kind != Kind::boolean) return std::nullopt;
    return v->scalars[0].integer != 0;
  }

  /// `true&&a` -> `a` and its kin.
  void shortCircuit(ExprId e) {
    const Expr& expr = s_.exprs[e];
    const std::string_view op = s_.operatorOf(expr);
    if (op != "&&" && op != "||") return;
    if (r_.types.of(e).phase == Phase::constant) return;
    const bool neutral = op == "&&";
    if (const auto left = decided(expr.left)) {
      if (*left == neutral) r_.edits.replace(expr.first, expr.last, inParens(expr.right));
    } else if (const auto right = decided(expr.right); right && *right == neutral) {
      r_.edits.replace(expr.first, expr.last, inParens(expr.left));
    }
  }

  std::string inParens(ExprId e) const { return cat("( ", r_.textOf(e), " )"); }

  /// `a+vec2f(b)` -> `a+b`.
  void splatOperand(const Expr& e, ExprId operand, ExprId other) {
    if (!takesScalar(s_.operatorOf(e))) return;
    const ExprId scalar = r_.splatLike(operand, r_.types.of(other));
    if (scalar != kNone) r_.edits.replace(s_.exprs[operand].first, s_.exprs[operand].last, inParens(scalar));
  }

  void call(ExprId id) {
    const Expr& e = s_.exprs[id];
    const std::string_view name = r_.predeclared(e);
    if (name == "select" && s_.exprs[e.left].list.size() == 0 && e.list.size() == 3) return selection(e);
    if (name.empty() || e.list.size() == 0) return;
    const ExprType& t = r_.types.of(id);
    if (name == "clamp") return clamping(e, t);
    if ((name == "vec2" || name == "vec3" || name == "vec4") && s_.exprs[e.left].list.size() == 0) {
      // Written in full here, so that all look alike; writeShort() decides whether to leave the letter out.
      const std::string full = cat(name, "f");
      if (t.is(Shape::vector) && t.kind == Kind::f32 && r_.means(full))
        r_.edits.replace(s_.exprs[e.left].token, s_.exprs[e.left].token, full);
      return;
    }
    const TypeNode* type = typeOf(r_.m, e.left);
    if (type->kind == Type::Kind::array) return inferredArray(e, *type);
    if (type->kind != Type::Kind::scalar && type->kind != Type::Kind::vector) return;
    const ExprId first = s_.lists[e.list.begin];
    if (e.list.size() == 1 && same(t, r_.types.of(first)) && r_.types.of(first).phase == Phase::runtime) {
      r_.edits.replace(e.first, e.last, inParens(first));  // a conversion to the type that it has
      return;
    }
    if (type->kind == Type::Kind::vector) splat(e, type->rows);
  }

  /// `clamp(a,0,1)` -> `saturate(a)`, which is defined as that.
  void clamping(const Expr& e, const ExprType& t) {
    if (e.list.size() != 3 || !r_.means("saturate") || (t.kind != Kind::f32 && t.kind != Kind::f16)) return;
    const ExprId a = s_.lists[e.list.begin], low = s_.lists[e.list.begin + 1], high = s_.lists[e.list.begin + 2];
    if (!same(t, r_.types.of(a)) || r_.types.of(a).phase != Phase::runtime) return;
    if (isEverywhere(low, 0) && isEverywhere(high, 1))
      r_.edits.replace(e.first, e.last, cat("saturate ( ", r_.textOf(a), " )"));
  }

  /// Whether a scalar or each component of a vector is written as this number.
  bool isEverywhere(ExprId id, double number) const {
    const Expr& e = s_.exprs[r_.withoutParens(id)];
    if (e.kind == ExprKind::literal) {
      const auto v = literal(s_.word(e.token));
      return v && v->kind != Kind::boolean && v->number() == number;
    }
    if (e.kind != ExprKind::call || !r_.predeclared(e).starts_with("vec")) return false;
    if (e.list.size() == 0) return number == 0;
    for (uint32_t i = e.list.begin; i < e.list.end; ++i) {
      if (!isEverywhere(s_.lists[i], number)) return false;
    }
    return true;
  }

  /// `select(0,1,a)` -> `u32(a)` where the numbers say the type.
  void selection(const Expr& e) {
    const ExprId a = s_.lists[e.list.begin], b = s_.lists[e.list.begin + 1], c = s_.lists[e.list.begin + 2];
    if (!r_.types.of(c).isScalar() || r_.types.of(c).kind != Kind::boolean) return;
    if (r_.types.of(c).phase != Phase::runtime) return;
    if (s_.exprs[a].kind != ExprKind::literal || s_.exprs[b].kind != ExprKind::literal) return;
    const auto x = literal(s_.word(s_.exprs[a].token)), y = literal(s_.word(s_.exprs[b].token));
    if (!x || !y || x->number() != 0 || y->number() != 1) return;
    const auto kind = commonKind(x->kind, y->kind);
    if (!kind || (concrete(*kind) != Kind::u32 && concrete(*kind) != Kind::i32 && concrete(*kind) != Kind::f32)) return;
    const std::string_view type = nameOf(concrete(*kind));
    if (r_.means(type)) r_.edits.replace(e.first, e.last, cat(type, " ( ", r_.textOf(c), " )"));
  }

  /// `vec3f(0,0,0)` -> `vec3f()`, `vec3f(1,1,1)` -> `vec3f(1)`.
  void splat(const Expr& e, uint32_t rows) {
    std::optional<Scalar> value;
    for (uint32_t i = e.list.begin; i < e.list.end; ++i) {
      const Expr& x = s_.exprs[s_.lists[i]];
      if (x.kind != ExprKind::literal) return;
      const auto v = literal(s_.word(x.token));
      if (!v || v->kind == Kind::none || (value && (value->kind != v->kind || value->number() != v->number()))) return;
      value = v;
    }
    if (!value || (e.list.size() != 1 && e.list.size() != rows)) return;
    const Expr& first = s_.exprs[s_.lists[e.list.begin]];
    if (value->number() == 0) {
      r_.edits.replace(e.token + 1, e.last - 1, "");
    } else if (e.list.size() > 1) {
      r_.edits.replace(e.token + 1, e.last - 1, std::string(s_.word(first.token)));
    }
  }

  /// `array<f32,2>(a,b)` -> `array(a,b)` where the elements say all that.
  void inferredArray(const Expr& e, const TypeNode& type) {
    const Expr& callee = s_.exprs[e.left];
    if (callee.list.size() != 2 || !type.count || *type.count != e.list.size()) return;
    const ExprType element = ExpressionTypes::fromType(type.element);
    for (uint32_t i = e.list.begin; i < e.list.end; ++i) {
      if (!same(element, r_.types.of(s_.lists[i]))) return;
    }
    r_.edits.replace(callee.first, callee.last, "array");
    for (uint32_t i = e.list.begin; i < e.list.end; ++i)
      r_.edits.lock(s_.exprs[s_.lists[i]].first, s_.exprs[s_.lists[i]].last);
  }

  Rewriter& r_;
  const Syntax& s_;
};

/// Operators by what may stand beside them without parentheses.
enum class Group : uint8_t { primary, unary, multiply, add, shift, relation, bitwise, logical };

Group groupOf(std::string_view op) {
  if (op == "*" || op == "/" || op == "%") return Group::multiply;
  if (op == "+" || op == "-") return Group::add;
  if (op == "<<" || op == ">>") return Group::shift;
  if (op == "&" || op == "|" || op == "^") return Group::bitwise;
  if (op == "&&" || op == "||") return Group::logical;
  return Group::relation;
}

class Parentheses {
 public:
  explicit Parentheses(Rewriter& r) : r_(r), s_(r.s) {}

  void run() {
    for (ExprId e = 0; e < s_.exprs.size(); ++e) {
      const Expr& expr = s_.exprs[e];
      if (expr.kind != ExprKind::paren || !needless(e)) continue;
      // Two pairs at one place wait for each other.
      r_.edits.replaceAll({{expr.first, expr.first, ""}, {expr.last, expr.last, ""}});
    }
  }

 private:
  Group group(ExprId e) const {
    const Expr& x = s_.exprs[e];
    if (x.kind == ExprKind::binary) return groupOf(s_.operatorOf(x));
    return x.kind == ExprKind::unary ? Group::unary : Group::primary;
  }
  /// Whether angle brackets stand outside every other bracket, where they could be taken for a template list.
  bool angles(ExprId e) const {
    int depth = 0;
    for (uint32_t t = s_.exprs[e].first; t <= s_.exprs[e].last; ++t) {
      switch (s_.tokens[t].kind) {
        case Tok::paren_open:
        case Tok::bracket_open:
          ++depth;
          break;
        case Tok::paren_close:
        case Tok::bracket_close:
          --depth;
          break;
        case Tok::less:
        case Tok::greater:
        case Tok::less_equal:
        case Tok::greater_equal:
        case Tok::shift_left:
        case Tok::shift_right:
          if (depth == 0) return true;
          break;
        default:
          break;
      }
    }
    return false;
  }

  bool needless(ExprId e) const {
    const ExprId inner = s_.exprs[e].left, p = r_.parent[e];
    const Group g = group(inner);
    if (p == kNone) return r_.stmt_of[e] != kNone ? ofStatement(e) : g <= Group::unary || plainDeclaration(e);
    const Expr& parent = s_.exprs[p];
    switch (parent.kind) {
      case ExprKind::paren:
        return true;
      case ExprKind::unary:
        return g <= Group::unary;
      case ExprKind::index:
        return e == parent.right ? !angles(inner) : g == Group::primary;
      case ExprKind::member:
        return g == Group::primary && s_.exprs[inner].kind != ExprKind::literal;
      case ExprKind::call:
        // `f((a<b),(c>d))` would read as a template list.
        return e != parent.left && !angles(inner);
      case ExprKind::identifier:
        return g <= Group::unary && !angles(inner);
      case ExprKind::binary:
        return ofOperand(e, parent, inner, g);
      default:
        return false;
    }
  }

  /// Whole expressions of statements; the left side of an assignment must not look like something else.
  bool ofStatement(ExprId e) const {
    const Statement& stmt = s_.statements[r_.stmt_of[e]];
    const Expr& inner = s_.exprs[s_.exprs[e].left];
    if (stmt.kind == StatementKind::call) return false;
    return stmt.value == e || inner.kind == ExprKind::identifier || inner.kind == ExprKind::member ||
           inner.kind == ExprKind::index;
  }

  /// The initializer of a declaration at module scope, and not an argument of an attribute.
  bool plainDeclaration(ExprId e) const {
    const Decl& d = s_.decls[r_.decl_of[e]];
    return d.kind != DeclKind::function && d.init == e;
  }

  bool ofOperand(ExprId e, const Expr& parent, ExprId inner, Group g) const {
    if (g <= Group::unary) return true;
    const std::string_view op = s_.operatorOf(parent),
                           in = s_.exprs[inner].kind == ExprKind::binary ? s_.operatorOf(s_.exprs[inner]) : "";
    const bool left = e == parent.left;
    switch (groupOf(op)) {
      case Group::multiply:
        return left && g == Group::multiply;
      case Group::add:
        return left ? g == Group::multiply || g == Group::add : g == Group::multiply;
      case Group::relation:
        return g == Group::multiply || g == Group::add;
      case Group::bitwise:
        return left && g == Group::bitwise && in == op;
      case Group::logical:
        // A comparison beside another could open a template list: a<b&&c>d does not, by the rules; keep what is nested.
        return g == Group::relation || g == Group::multiply || g == Group::add ||
               (left && g == Group::logical && in == op);
      default:
        return false;
    }
  }

  Rewriter& r_;
  const Syntax& s_;
};

/// Declarations at module scope.
class Declarations {
 public:
  explicit Declarations(Rewriter& r) : r_(r), s_(r.s) {}

  void run() {
    for (uint32_t i = 0; i < s_.decls.size(); ++i) {
      const Decl& d = s_.decls[i];
      if (d.kind == DeclKind::variable) variable(d);
      if (d.kind == DeclKind::function) workgroupSize(d);
      if ((d.kind == DeclKind::constant || d.kind == DeclKind::variable) && d.type != kNone && d.init != kNone) {
        dropWrittenType(r_, s_.exprs[d.type].first - 1, d.type, d.init, d.kind == DeclKind::constant);
      }
    }
  }

 private:
  /// `var<storage,read>` says the default.
  void variable(const Decl& d) {
    if (d.list.size() != 2 || s_.textOf(s_.lists[d.list.begin]) != "storage" ||
        s_.textOf(s_.lists[d.list.begin + 1]) != "read")
      return;
    r_.edits.replace(s_.exprs[s_.lists[d.list.begin]].last + 1, s_.exprs[s_.lists[d.list.begin + 1]].last, "");
  }

  /// `@workgroup_size(8,1,1)` -> `@workgroup_size(8)`.
  void workgroupSize(const Decl& d) {
    const Attribute* a = s_.attribute(d.attributes, "workgroup_size");
    if (a == nullptr || a->raw || a->list.size() < 2) return;
    uint32_t end = a->list.end;
    while (end > a->list.begin + 1 && s_.textOf(s_.lists[end - 1]) == "1") --end;
    if (end == a->list.end) return;
    r_.edits.replace(s_.exprs[s_.lists[end - 1]].last + 1, s_.exprs[s_.lists[a->list.end - 1]].last, "");
  }

  Rewriter& r_;
  const Syntax& s_;
};

}  // namespace

void simplifyExpressions(Rewriter& r) { Expressions(r).run(); }
void dropParentheses(Rewriter& r) { Parentheses(r).run(); }
void simplifyDeclarations(Rewriter& r) { Declarations(r).run(); }

}  // namespace pngine::wgsl
