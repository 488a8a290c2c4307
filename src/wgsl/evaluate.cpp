// Constant expressions: a walk over the tree. Its depth is capped by the parser; values are capped in size here.
#include <algorithm>
#include <string>

#include "wgsl/constant.h"
#include "wgsl/module.h"

namespace pngine::wgsl {
namespace {

using Kind = Scalar::Kind;
using Shape = Value::Shape;
constexpr size_t kMaxScalars = 4096;

Value single(Scalar s) { return {Shape::scalar, 1, {s}}; }

class Evaluator {
 public:
  explicit Evaluator(Module& m, bool defaults = false) : m_(m), s_(m.syntax), defaults_(defaults) {}

  std::optional<Value> value(ExprId id) {
    const Expr& e = s_.exprs[id];
    switch (e.kind) {
      case ExprKind::literal:
        return wrapped(literal(s_.word(e.token)));
      case ExprKind::paren:
        return value(e.left);
      case ExprKind::identifier:
        return named(e);
      case ExprKind::unary:
        return unary(e);
      case ExprKind::binary:
        return binary(e);
      case ExprKind::member:
        return member(e);
      case ExprKind::index:
        return index(e);
      case ExprKind::call:
        return call(e);
    }
    return std::nullopt;
  }

 private:
  static std::optional<Value> wrapped(std::optional<Scalar> s) { return s ? std::optional(single(*s)) : std::nullopt; }

  std::optional<Value> named(const Expr& e) {
    const uint32_t decl = s_.declOf(e);
    if (decl == kNone) {
      const auto local = m_.local_constants.find(s_.symbol_of[e.token]);
      return local == m_.local_constants.end() ? std::nullopt : local->second;
    }
    const DeclKind kind = s_.decls[decl].kind;
    return kind == DeclKind::constant                 ? m_.constants[decl]
           : kind == DeclKind::override_ && defaults_ ? defaultOf(decl)
                                                      : std::nullopt;
  }

  /// An override's own initializer may name overrides in turn; a long chain of them counts as unknown.
  std::optional<Value> defaultOf(uint32_t decl) {
    constexpr uint32_t kMaxChain = 16;
    if (m_.constants[decl] || s_.decls[decl].init == kNone || chain_ == kMaxChain) return m_.constants[decl];
    ++chain_;
    auto v = value(s_.decls[decl].init);
    --chain_;
    return v ? convert(std::move(*v), concrete(m_.value_kinds[decl])) : std::nullopt;
  }

  std::optional<Value> unary(const Expr& e) {
    auto v = value(e.left);
    if (!v || v->shape == Shape::array) return std::nullopt;
    for (Scalar& s : v->scalars) {
      const auto r = applyUnary(s_.operatorOf(e), s);
      if (!r) return std::nullopt;
      s = *r;
    }
    return v;
  }

  std::optional<Value> binary(const Expr& e) {
    const std::string_view op = s_.operatorOf(e);
    const auto a = value(e.left);
    if (!a || a->shape == Shape::array) return std::nullopt;
    if (op == "&&" || op == "||") {
      if (a->scalars[0].kind != Kind::boolean) return std::nullopt;
      if ((a->scalars[0].integer != 0) == (op == "||")) return a;  // decided without the right side
      const auto b = value(e.right);
      return b && b->shape == Shape::scalar && b->scalars[0].kind == Kind::boolean ? b : std::nullopt;
    }
    const auto b = value(e.right);
    if (!b || b->shape == Shape::array) return std::nullopt;
    const size_t n = std::max(a->scalars.size(), b->scalars.size());
    if (a->shape == b->shape && a->scalars.size() != b->scalars.size()) return std::nullopt;
    Value out{n > 1 ? Shape::vector : Shape::scalar, 1, {}};
    for (size_t i = 0; i < n; ++i) {
      const auto r =
          applyBinary(op, a->scalars[a->shape == Shape::scalar ? 0 : i], b->scalars[b->shape == Shape::scalar ? 0 : i]);
      if (!r) return std::nullopt;
      out.scalars.push_back(*r);
    }
    return out;
  }

  std::optional<Value> member(const Expr& e) {
    const auto v = value(e.left);
    if (!v || v->shape != Shape::vector) return std::nullopt;
    const std::string_view name = s_.word(e.token);
    if (name.empty() || name.size() > 4) return std::nullopt;
    const std::string_view letters = name.find_first_not_of("xyzw") == std::string_view::npos ? "xyzw" : "rgba";
    Value out{name.size() > 1 ? Shape::vector : Shape::scalar, 1, {}};
    for (const char c : name) {
      const size_t i = letters.find(c);
      if (i >= v->scalars.size()) return std::nullopt;
      out.scalars.push_back(v->scalars[i]);
    }
    return out;
  }

  std::optional<Value> index(const Expr& e) {
    const auto v = value(e.left);
    const auto at = evaluateCount(m_, e.right);
    if (!v || !at || v->shape == Shape::scalar) return std::nullopt;
    const size_t width = v->shape == Shape::array ? v->width : 1;
    if (*at >= v->scalars.size() / width) return std::nullopt;
    Value out{width > 1 ? Shape::vector : Shape::scalar, 1, {}};
    const auto first = v->scalars.begin() + static_cast<std::ptrdiff_t>(*at * width);
    out.scalars.assign(first, first + static_cast<std::ptrdiff_t>(width));
    return out;
  }

  std::optional<std::vector<Value>> arguments(const Expr& e) {
    std::vector<Value> out;
    for (uint32_t i = e.list.begin; i < e.list.end; ++i) {
      auto v = value(s_.lists[i]);
      if (!v) return std::nullopt;
      out.push_back(std::move(*v));
    }
    return out;
  }

  std::optional<Value> call(const Expr& e) {
    const Expr& callee = s_.exprs[e.left];
    if (callee.kind != ExprKind::identifier || e.list.size() > kMaxScalars) return std::nullopt;
    const uint32_t decl = s_.declOf(callee);
    if (decl == kNone && s_.symbol_of[callee.token] != kNone) return std::nullopt;
    if (decl != kNone && s_.decls[decl].kind != DeclKind::alias) return std::nullopt;
    const auto args = arguments(e);
    if (!args) return std::nullopt;
    const std::string_view name = s_.word(callee.token);
    if (decl == kNone && callee.list.size() == 0) {
      if (name.size() == 4 && name.starts_with("vec"))
        return vector(static_cast<uint32_t>(name[3] - '0'), Kind::none, *args);
      if (name == "array") return inferredArray(*args);
    }
    const TypeNode* type = typeOf(m_, e.left);
    if (type->kind != Type::Kind::other) return constructed(*type, *args);
    return decl == kNone && callee.list.size() == 0 ? callBuiltin(name, *args) : std::nullopt;
  }

  static std::optional<Value> constructed(const TypeNode& type, const std::vector<Value>& args) {
    const Kind kind = scalarKind(type.scalar);
    if (type.kind == Type::Kind::vector) return vector(type.rows, kind, args);
    if (type.kind == Type::Kind::array) return typedArray(type, args);
    if (type.kind != Type::Kind::scalar || args.size() > 1) return std::nullopt;
    if (args.empty()) return single({kind, 0, 0});
    if (args[0].shape != Shape::scalar) return std::nullopt;
    return wrapped(construct(args[0].scalars[0], kind));
  }

  /// vecN(...): components one behind the other; one scalar fills all. Kind none: inferred.
  static std::optional<Value> vector(uint32_t rows, Kind kind, const std::vector<Value>& args) {
    if (rows < 2 || rows > 4) return std::nullopt;
    Value out{Shape::vector, 1, {}};
    for (const Value& v : args) {
      if (v.shape == Shape::array) return std::nullopt;
      out.scalars.insert(out.scalars.end(), v.scalars.begin(), v.scalars.end());
    }
    if (args.empty()) out.scalars.assign(rows, {kind == Kind::none ? Kind::abstract_int : kind, 0, 0});
    if (args.size() == 1 && args[0].shape == Shape::scalar) out.scalars.assign(rows, args[0].scalars[0]);
    if (out.scalars.size() != rows) return std::nullopt;
    return unified(std::move(out), kind, args.size() == 1);
  }

  /// All scalars of one kind: the given one, or the one that all reach.
  static std::optional<Value> unified(Value v, Kind kind, bool explicitly) {
    if (kind == Kind::none) {
      kind = v.scalars[0].kind;
      for (const Scalar& s : v.scalars) {
        const auto common = commonKind(kind, s.kind);
        if (!common) return std::nullopt;
        kind = *common;
      }
    }
    for (Scalar& s : v.scalars) {
      const auto c = explicitly ? construct(s, kind) : convert(s, kind);
      if (!c && s.kind != kind) return std::nullopt;
      if (c) s = *c;
    }
    return v;
  }

  static std::optional<Value> inferredArray(const std::vector<Value>& args) {
    if (args.empty()) return std::nullopt;
    Value out{Shape::array, static_cast<uint32_t>(args[0].scalars.size()), {}};
    for (const Value& v : args) {
      if (v.shape != args[0].shape || v.shape == Shape::array || v.scalars.size() != out.width) return std::nullopt;
      out.scalars.insert(out.scalars.end(), v.scalars.begin(), v.scalars.end());
    }
    return unified(std::move(out), Kind::none, false);
  }

  static std::optional<Value> typedArray(const TypeNode& type, const std::vector<Value>& args) {
    const Type& element = *type.element;
    if (element.kind != Type::Kind::scalar && element.kind != Type::Kind::vector) return std::nullopt;
    const Kind kind = scalarKind(element.scalar);
    const uint32_t width = element.kind == Type::Kind::vector ? element.rows : 1;
    if (!type.count || *type.count > kMaxScalars / width) return std::nullopt;
    Value out{Shape::array, width, {}};
    if (args.empty()) out.scalars.assign(*type.count * width, {kind, 0, 0});
    for (const Value& v : args) {
      if (v.shape == Shape::array || v.scalars.size() != width) return std::nullopt;
      out.scalars.insert(out.scalars.end(), v.scalars.begin(), v.scalars.end());
    }
    if (out.scalars.size() != *type.count * width) return std::nullopt;
    return unified(std::move(out), kind, false);
  }

  Module& m_;
  const Syntax& s_;
  bool defaults_;
  uint32_t chain_ = 0;
};

Kind commonOfArguments(Module& m, const Expr& call) {
  Kind kind = Kind::none;
  for (uint32_t i = call.list.begin; i < call.list.end; ++i) {
    const Kind k = scalarKindOf(m, m.syntax.lists[i]);
    if (k == Kind::none) return Kind::none;
    if (kind == Kind::none) kind = k;
    const auto common = commonKind(kind, k);
    if (!common) return Kind::none;
    kind = *common;
  }
  return kind;
}

/// Result kind of a call whose value is not known.
Kind kindOfCall(Module& m, const Expr& e) {
  const Syntax& s = m.syntax;
  const Expr& callee = s.exprs[e.left];
  const TypeNode* type = typeOf(m, e.left);
  if (type->kind == Type::Kind::scalar) return scalarKind(type->scalar);
  if (type->kind != Type::Kind::other || s.symbol_of[callee.token] != kNone) return Kind::none;
  const std::string_view name = s.word(callee.token);
  if (name == "all" || name == "any") return Kind::boolean;
  if (name == "select" && e.list.size() == 3) {
    const Kind a = scalarKindOf(m, s.lists[e.list.begin]), b = scalarKindOf(m, s.lists[e.list.begin + 1]);
    return commonKind(a, b).value_or(Kind::none);
  }
  constexpr std::string_view kSame[] = {"min",
                                        "max",
                                        "clamp",
                                        "abs",
                                        "sign",
                                        "floor",
                                        "ceil",
                                        "round",
                                        "trunc",
                                        "fract",
                                        "saturate",
                                        "sqrt",
                                        "inverseSqrt",
                                        "exp",
                                        "exp2",
                                        "log",
                                        "log2",
                                        "pow",
                                        "mix",
                                        "fma",
                                        "step",
                                        "smoothstep",
                                        "sin",
                                        "cos",
                                        "tan",
                                        "degrees",
                                        "radians",
                                        "countOneBits",
                                        "reverseBits",
                                        "firstLeadingBit",
                                        "firstTrailingBit",
                                        "countLeadingZeros",
                                        "countTrailingZeros"};
  for (const std::string_view f : kSame) {
    if (f == name) return commonOfArguments(m, e);
  }
  return Kind::none;
}

}  // namespace

std::optional<Value> evaluate(Module& module, uint32_t expr) { return Evaluator(module).value(expr); }

std::optional<int64_t> evaluateWithDefaults(Module& module, uint32_t expr) {
  const auto v = Evaluator(module, true).value(expr);
  if (!v || v->shape != Shape::scalar || !v->scalars[0].isInteger()) return std::nullopt;
  return v->scalars[0].integer;
}

std::optional<uint64_t> evaluateCount(Module& module, uint32_t expr) {
  const auto v = evaluate(module, expr);
  if (!v || v->shape != Shape::scalar || !v->scalars[0].isInteger() || v->scalars[0].integer < 0) return std::nullopt;
  return static_cast<uint64_t>(v->scalars[0].integer);
}

Kind scalarKindOf(Module& module, uint32_t expr) {
  const Syntax& s = module.syntax;
  const Expr& e = s.exprs[expr];
  switch (e.kind) {
    case ExprKind::literal: {
      const auto v = literal(s.word(e.token));
      return v ? v->kind : Kind::none;
    }
    case ExprKind::paren:
      return scalarKindOf(module, e.left);
    case ExprKind::identifier: {
      const uint32_t decl = s.declOf(e);
      return decl == kNone ? Kind::none : module.value_kinds[decl];
    }
    case ExprKind::unary:
      return s.operatorOf(e) == "!" ? Kind::boolean : scalarKindOf(module, e.left);
    case ExprKind::binary: {
      const std::string_view op = s.operatorOf(e);
      const Kind a = scalarKindOf(module, e.left);
      if (op == "<<" || op == ">>") return a;
      const Kind b = scalarKindOf(module, e.right);
      if (a == Kind::none || b == Kind::none) return Kind::none;
      const bool logical = op.size() == 2 || op == "<" || op == ">";
      return logical ? Kind::boolean : commonKind(a, b).value_or(Kind::none);
    }
    default:
      break;
  }
  const auto v = evaluate(module, expr);
  if (v) return v->shape == Shape::scalar ? v->scalars[0].kind : Kind::none;
  return e.kind == ExprKind::call ? kindOfCall(module, e) : Kind::none;
}

}  // namespace pngine::wgsl
