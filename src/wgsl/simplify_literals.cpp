// Constant expressions become literals, and literals their shortest spelling. What a number may look like is decided by
// what will become of it: an operand beside an f32 is converted to f32 whatever it was, so `2.0f`, `2.0` and `2` are
// the same there; behind `let x =` it must keep its kind. Values stay the same to the last bit: run-time arithmetic is
// never touched, and decimals of an f32 are only shortened where the number becomes that very f32 at once.
#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>
#include <cstdlib>

#include "base/text.h"
#include "wgsl/simplify.h"

namespace pngine::wgsl {
namespace {

using Kind = Scalar::Kind;

/// Decimal digits without point, and the power of ten of the point behind the first digit.
struct Decimal {
  std::string digits;
  int exponent = 0;
};

Decimal shortestDigits(double value, bool single) {
  char buffer[40];
  for (int digits = 0; digits <= 16; ++digits) {
    std::snprintf(buffer, sizeof buffer, "%.*e", digits, value);
    const double back = std::strtod(buffer, nullptr);
    if (single ? static_cast<float>(back) == static_cast<float>(value) : back == value) break;
  }
  Decimal d;
  const char* at = buffer;
  for (; *at != 'e' && *at != '\0'; ++at) {
    if (*at >= '0' && *at <= '9') d.digits += *at;
  }
  if (*at == 'e') d.exponent = std::atoi(at + 1);
  while (d.digits.size() > 1 && d.digits.back() == '0') d.digits.pop_back();
  return d;
}

/// "0.05" -> ".05"; whole numbers end with a point unless `whole` may do without.
std::string plain(const Decimal& d, bool whole) {
  const int n = static_cast<int>(d.digits.size());
  if (d.exponent < 0) return "." + std::string(static_cast<size_t>(-d.exponent - 1), '0') + d.digits;
  if (d.exponent + 1 >= n) {
    return d.digits + std::string(static_cast<size_t>(d.exponent + 1 - n), '0') + (whole ? "" : ".");
  }
  return d.digits.substr(0, static_cast<size_t>(d.exponent) + 1) + "." +
         d.digits.substr(static_cast<size_t>(d.exponent) + 1);
}

std::string withExponent(const Decimal& d) {
  return cat(d.digits, "e", int64_t{d.exponent} - static_cast<int64_t>(d.digits.size()) + 1);
}

std::string spellFloat(double value, bool single, bool whole) {
  if (value == 0) return whole && !std::signbit(value) ? "0" : std::signbit(value) ? "-0." : "0.";
  const std::string sign = value < 0 ? "-" : "";
  const Decimal d = shortestDigits(std::fabs(value), single);
  if (d.exponent < -20 || d.exponent > 40) return sign + withExponent(d);
  // An integer literal must fit 64 bits and convert without rounding to something else.
  const bool fits = whole && std::fabs(value) < 16777216;
  const std::string a = plain(d, fits), b = withExponent(d);
  return sign + (b.size() < a.size() ? b : a);
}

/// Functions whose constant results are exact, so that every implementation agrees.
constexpr auto kExact = std::to_array<std::string_view>({"abs", "min", "max", "clamp", "sign", "floor", "ceil", "trunc",
                                                         "select", "all", "any", "saturate", "countOneBits"});

class Literals {
 public:
  explicit Literals(Rewriter& r) : r_(r), s_(r.s) {}

  void run() {
    // Larger expressions come later in the array.
    for (ExprId e = static_cast<ExprId>(s_.exprs.size()); e-- > 0;) {
      const Expr& expr = s_.exprs[e];
      if (!r_.types.of(e).isScalar() || r_.types.of(e).phase != Phase::constant) continue;
      if (expr.kind == ExprKind::paren || (expr.kind == ExprKind::identifier)) continue;
      if (!r_.edits.free(expr.first, expr.last)) continue;
      constant(e);
    }
  }

 private:
  /// What an expression becomes.
  struct Context {
    Kind kind = Kind::none;  ///< none: nothing is known, it must keep its own kind
    bool converts = false;   ///< everything that converts to the kind will do; otherwise what is inferred as that kind
    ExprId because = kNone;  ///< a constant expression whose kind decides, so that it must not change meanwhile
  };

  bool exact(ExprId e) const {
    for (ExprId i = r_.effects.begin(e); i <= e; ++i) {
      const Expr& x = s_.exprs[i];
      if (x.kind != ExprKind::call) continue;
      const std::string_view name = r_.predeclared(x);
      const bool known = std::ranges::find(kExact, name) != kExact.end() || scalarKind(name) != Kind::none ||
                         name.starts_with("vec") || name == "array";
      if (!known) return false;
    }
    return true;
  }

  void constant(ExprId e) {
    if (!exact(e)) return;
    const auto value = evaluate(r_.m, e);
    if (!value || value->shape != Value::Shape::scalar) return;
    const Scalar& v = value->scalars[0];
    if (v.kind != r_.types.of(e).kind || v.kind == Kind::f16) return;
    const ExprId outer = r_.withParens(e);
    std::string text;
    Context c;
    if (v.kind == Kind::boolean) {
      text = v.integer != 0 ? "true" : "false";
    } else {
      c = context(outer);
      text = spelled(v, c);
    }
    const Expr& expr = s_.exprs[outer];
    if (text.empty() || text == r_.textOf(outer) || text.size() > shortest(expr)) return;
    if (c.because != kNone && r_.edits.changed(s_.exprs[c.because].first, s_.exprs[c.because].last)) return;
    if (!r_.edits.replace(expr.first, expr.last, text)) return;
    if (c.because != kNone) r_.edits.lock(s_.exprs[c.because].first, s_.exprs[c.because].last);
  }

  /// Bytes that the text will take once its own numbers are short: 1.0/240.0 will be 1./240.
  size_t shortest(const Expr& e) const {
    size_t n = r_.length(e.first, e.last);
    if (e.first == e.last) return n;
    bool point = false;
    for (uint32_t t = e.first; t <= e.last; ++t) {
      if (s_.tokens[t].kind != Tok::floating) continue;
      const auto v = literal(s_.word(t));
      if (!v || v->kind != Kind::abstract_float) continue;
      const std::string text = spellNumber(*v, Spelling::any);
      if (text.empty() || text.size() >= s_.word(t).size()) continue;
      n -= s_.word(t).size() - text.size();
      point = point || text.find('.') == std::string::npos;
    }
    return n + (point ? 1 : 0);
  }

  static std::string spelled(const Scalar& v, const Context& c) {
    if (c.kind == Kind::none || commonKind(v.kind, c.kind) != c.kind) return spellNumber(v, Spelling::typed);
    const auto converted = convert(v, c.kind);
    if (!converted) return {};
    return spellNumber(*converted, c.converts ? Spelling::any : Spelling::inferred);
  }

  static Context converting(const ExprType& t, ExprId because = kNone) {
    if (!t.isConcrete() || t.kind == Kind::boolean || t.kind == Kind::f16) return {};
    return {t.kind, true, t.phase == Phase::constant ? because : kNone};
  }

  /// `e` includes the parentheses around it.
  Context context(ExprId e) const {
    const ExprId p = r_.parent[e];
    if (p == kNone) return ofStatement(e);
    const Expr& parent = s_.exprs[p];
    switch (parent.kind) {
      case ExprKind::paren:
        return context(p);
      case ExprKind::unary:
        return {};
      case ExprKind::binary:
        return ofOperand(e, parent);
      case ExprKind::index:
        return e == parent.right ? ofIndex(e) : Context{};
      case ExprKind::identifier:  // the length of an array
        return ofIndex(e);
      case ExprKind::call:
        return ofArgument(e, p);
      default:
        return {};
    }
  }

  /// An index, a size: any integer will do.
  Context ofIndex(ExprId e) const {
    const Kind k = r_.types.of(e).kind;
    return k == Kind::i32 || k == Kind::u32 || k == Kind::abstract_int
               ? Context{k == Kind::u32 ? k : Kind::i32, true, kNone}
               : Context{};
  }

  Context ofOperand(ExprId e, const Expr& parent) const {
    const std::string_view op = s_.operatorOf(parent);
    if (op == "<<" || op == ">>") return e == parent.right ? Context{Kind::u32, true, kNone} : Context{};
    if (op == "&&" || op == "||") return {};
    const ExprId other = e == parent.left ? parent.right : parent.left;
    const ExprType& t = r_.types.of(other);
    if (t.isNumeric() && t.kind == Kind::abstract_float) return {Kind::abstract_float, true, other};
    return converting(t, other);
  }

  Context ofArgument(ExprId e, ExprId p) const {
    const Expr& call = s_.exprs[p];
    const auto at = std::find(s_.lists.begin() + call.list.begin, s_.lists.begin() + call.list.end, e);
    const uint32_t position = static_cast<uint32_t>(at - s_.lists.begin()) - call.list.begin;
    if (position >= call.list.size()) return {};
    const Expr& callee = s_.exprs[call.left];
    const uint32_t decl = s_.declOf(callee);
    if (decl != kNone && s_.decls[decl].kind == DeclKind::function) return ofField(s_.decls[decl], position);
    const std::string_view name = r_.predeclared(call);
    if (callee.list.size() == 0 && (name.starts_with("vec") || name.starts_with("mat")) &&
        (name.size() == 4 || name.size() == 6)) {
      return ofSiblings(e, p, call.list.begin, call.list.end);
    }
    const TypeNode* type = typeOf(r_.m, call.left);
    if (type->kind != Type::Kind::other) return ofConstructor(e, *type, position);
    if (callee.list.size() != 0 || name.empty() || name == "array") return {};
    return ofPredeclared(e, p, name, position);
  }

  Context ofField(const Decl& d, uint32_t position) const {
    if (position >= d.fields.size()) return {};
    return converting(ExpressionTypes::fromType(r_.m.types.of_field[d.fields.begin + position]));
  }

  Context ofConstructor(ExprId e, const TypeNode& type, uint32_t position) const {
    switch (type.kind) {
      case Type::Kind::structure:
        return position < type.members.size() ? converting(ExpressionTypes::fromType(type.members[position].type))
                                              : Context{};
      case Type::Kind::array:
        return converting(ExpressionTypes::fromType(type.element));
      case Type::Kind::scalar:
      case Type::Kind::vector:
      case Type::Kind::matrix: {
        // Conversions such as u32(1.5) stay.
        const Kind kind = scalarKind(type.scalar);
        return commonKind(r_.types.of(e).kind, kind) == kind ? converting(ExpressionTypes::fromType(&type)) : Context{};
      }
      default:
        return {};
    }
  }

  /// Arguments of one element type: a concrete one decides for the others; one that is no constant is the best witness.
  Context ofSiblings(ExprId e, ExprId call, uint32_t begin, uint32_t end) const {
    Context found;
    for (uint32_t i = begin; i < end; ++i) {
      const ExprId other = s_.lists[i];
      if (other == e) continue;
      const Context c = converting(r_.types.of(other), other);
      if (c.kind == Kind::none) continue;
      if (c.because == kNone) return c;
      if (found.kind == Kind::none) found = c;
    }
    if (found.kind != Kind::none) return found;
    // All are abstract: what becomes of the whole vector decides, if it is a vector.
    return call != kNone && r_.types.of(call).is(ExprType::Shape::vector) ? ofWhole(call) : Context{};
  }

  Context ofWhole(ExprId call) const {
    const Context c = context(r_.withParens(call));
    return c.converts && c.kind == Kind::f32 ? c : Context{};
  }

  Context ofPredeclared(ExprId e, ExprId p, std::string_view name, uint32_t position) const {
    const Expr& call = s_.exprs[p];
    if (name == "select") return position < 2 ? ofSiblings(e, kNone, call.list.begin, call.list.begin + 2) : Context{};
    const ResultRule rule = resultRule(name);
    if (unifiesArguments(rule)) return ofSiblings(e, kNone, call.list.begin, call.list.end);
    if (rule == ResultRule::atomic && position == 1) return converting(r_.types.of(p));
    if (name == "atomicStore" && position == 1) return converting(r_.types.of(p));
    if (name == "textureSampleLevel" && position >= 3) return ofLevel(e, call, position);
    if (name == "textureLoad" && position >= 1) return ofIndex(e);
    return {};
  }

  /// The level of detail of a plain texture; behind an array index for arrays.
  Context ofLevel(ExprId, const Expr& call, uint32_t position) const {
    const ExprType& t = r_.types.of(s_.lists[call.list.begin]);
    if (!t.is(ExprType::Shape::node) || t.node->kind != Type::Kind::texture) return {};
    const std::string_view type = t.node->name;
    if (type.starts_with("texture_depth") || type.find("_array") != std::string_view::npos) return {};
    return position == 3 ? Context{Kind::f32, true, kNone} : Context{};
  }

  Context ofStatement(ExprId e) const {
    const StmtId id = r_.stmt_of[e];
    if (id == kNone) return ofDeclaration(e);
    const Statement& stmt = s_.statements[id];
    switch (stmt.kind) {
      case StatementKind::local: {
        if (stmt.target != kNone) return converting(r_.types.ofSymbol(stmt.symbol));
        if (s_.word(stmt.token) == "const") return {};
        const Kind kind = concrete(r_.types.of(e).kind);
        return kind == Kind::f32 || kind == Kind::i32 ? Context{kind, false, kNone} : Context{};
      }
      case StatementKind::assign: {
        const std::string_view op = s_.word(stmt.token);
        if (op == "<<=" || op == ">>=") return {Kind::u32, true, kNone};
        return e == stmt.value ? converting(r_.types.of(stmt.target)) : Context{};
      }
      case StatementKind::return_: {
        const Decl& d = s_.decls[r_.decl_of[e]];
        return d.type == kNone ? Context{} : converting(ExpressionTypes::fromType(r_.m.types.of_decl[r_.decl_of[e]]));
      }
      default:
        return {};
    }
  }

  Context ofDeclaration(ExprId e) const {
    const Decl& d = s_.decls[r_.decl_of[e]];
    const bool value = d.kind == DeclKind::constant || d.kind == DeclKind::variable;
    if (value && e == d.init) {
      if (d.type != kNone) return converting(r_.types.ofSymbol(d.symbol));
      const Kind kind = concrete(r_.types.of(e).kind);
      if (d.kind == DeclKind::variable && (kind == Kind::f32 || kind == Kind::i32)) return {kind, false, kNone};
      return {};
    }
    return inAttribute(d, e) ? ofIndex(e) : Context{};
  }

  /// Arguments of attributes in front of declarations, members, parameters.
  bool inAttribute(const Decl& d, ExprId e) const {
    const auto in = [&](Range attributes) {
      for (uint32_t i = attributes.begin; i < attributes.end; ++i) {
        const Attribute& a = s_.attributes[i];
        if (a.raw) continue;
        if (std::find(s_.lists.begin() + a.list.begin, s_.lists.begin() + a.list.end, e) !=
            s_.lists.begin() + a.list.end)
          return true;
      }
      return false;
    };
    if (in(d.attributes) || in(d.return_attributes)) return true;
    for (uint32_t f = d.fields.begin; f < d.fields.end; ++f) {
      if (in(s_.fields[f].attributes)) return true;
    }
    return false;
  }

  Rewriter& r_;
  const Syntax& s_;
};

}  // namespace

std::string spellNumber(const Scalar& v, Spelling spelling) {
  switch (v.kind) {
    case Kind::abstract_int:
      return v.integer == INT64_MIN ? std::string() : toText(v.integer);
    case Kind::i32:
      if (spelling == Spelling::typed && v.integer == INT32_MIN) return {};  // -2147483648i is out of range
      return toText(v.integer) + (spelling == Spelling::typed ? "i" : "");
    case Kind::u32:
      if (v.integer == UINT32_MAX) return "~0u";
      return toText(v.integer) + (spelling == Spelling::any ? "" : "u");
    case Kind::abstract_float:
      return std::fabs(v.real) < 2.3e-308 && v.real != 0 ? std::string()
                                                         : spellFloat(v.real, false, spelling == Spelling::any);
    case Kind::f32: {
      // The shortest digits of the largest are those of a larger number.
      if ((std::fabs(v.real) < 1.2e-38 && v.real != 0) || std::fabs(v.real) > 3.4028234e38) return {};
      if (spelling != Spelling::typed) return spellFloat(v.real, true, spelling == Spelling::any);
      std::string text = spellFloat(v.real, true, false);
      if (text.back() == '.') text.pop_back();
      return text + "f";
    }
    default:
      return {};
  }
}

void simplifyLiterals(Rewriter& r) { Literals(r).run(); }

}  // namespace pngine::wgsl
