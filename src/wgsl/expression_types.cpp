// Expressions stand in the arrays behind their operands, so one pass in source order finds every type.
#include "wgsl/expression_types.h"

#include <algorithm>
#include <array>

namespace pngine::wgsl {
namespace {

using Kind = Scalar::Kind;
using Shape = ExprType::Shape;

struct FunctionRow {
  std::string_view name;
  ResultRule rule;
};
constexpr auto kFunctions = std::to_array<FunctionRow>({
    {"abs", ResultRule::same},
    {"min", ResultRule::same},
    {"max", ResultRule::same},
    {"clamp", ResultRule::same},
    {"sign", ResultRule::same},
    {"countLeadingZeros", ResultRule::first},
    {"countOneBits", ResultRule::first},
    {"countTrailingZeros", ResultRule::first},
    {"firstLeadingBit", ResultRule::first},
    {"firstTrailingBit", ResultRule::first},
    {"reverseBits", ResultRule::first},
    {"extractBits", ResultRule::first},
    {"insertBits", ResultRule::first},
    {"acos", ResultRule::same_float},
    {"acosh", ResultRule::same_float},
    {"asin", ResultRule::same_float},
    {"asinh", ResultRule::same_float},
    {"atan", ResultRule::same_float},
    {"atanh", ResultRule::same_float},
    {"atan2", ResultRule::same_float},
    {"ceil", ResultRule::same_float},
    {"cos", ResultRule::same_float},
    {"cosh", ResultRule::same_float},
    {"cross", ResultRule::same_float},
    {"degrees", ResultRule::same_float},
    {"dpdx", ResultRule::same_float},
    {"dpdxCoarse", ResultRule::same_float},
    {"dpdxFine", ResultRule::same_float},
    {"dpdy", ResultRule::same_float},
    {"dpdyCoarse", ResultRule::same_float},
    {"dpdyFine", ResultRule::same_float},
    {"exp", ResultRule::same_float},
    {"exp2", ResultRule::same_float},
    {"faceForward", ResultRule::same_float},
    {"floor", ResultRule::same_float},
    {"fma", ResultRule::same_float},
    {"fract", ResultRule::same_float},
    {"fwidth", ResultRule::same_float},
    {"fwidthCoarse", ResultRule::same_float},
    {"fwidthFine", ResultRule::same_float},
    {"inverseSqrt", ResultRule::same_float},
    {"log", ResultRule::same_float},
    {"log2", ResultRule::same_float},
    {"mix", ResultRule::same_float},
    {"normalize", ResultRule::same_float},
    {"pow", ResultRule::same_float},
    {"radians", ResultRule::same_float},
    {"reflect", ResultRule::same_float},
    {"round", ResultRule::same_float},
    {"saturate", ResultRule::same_float},
    {"sin", ResultRule::same_float},
    {"sinh", ResultRule::same_float},
    {"smoothstep", ResultRule::same_float},
    {"sqrt", ResultRule::same_float},
    {"step", ResultRule::same_float},
    {"tan", ResultRule::same_float},
    {"tanh", ResultRule::same_float},
    {"trunc", ResultRule::same_float},
    {"dot", ResultRule::element},
    {"distance", ResultRule::element},
    {"length", ResultRule::element},
    {"ldexp", ResultRule::first},
    {"quantizeToF16", ResultRule::first},
    {"all", ResultRule::boolean},
    {"any", ResultRule::boolean},
    {"arrayLength", ResultRule::u32},
    {"dot4U8Packed", ResultRule::u32},
    {"dot4I8Packed", ResultRule::i32},
    {"pack2x16float", ResultRule::u32},
    {"pack2x16snorm", ResultRule::u32},
    {"pack2x16unorm", ResultRule::u32},
    {"pack4x8snorm", ResultRule::u32},
    {"pack4x8unorm", ResultRule::u32},
    {"pack4xI8", ResultRule::u32},
    {"pack4xU8", ResultRule::u32},
    {"unpack2x16float", ResultRule::vec2f},
    {"unpack2x16snorm", ResultRule::vec2f},
    {"unpack2x16unorm", ResultRule::vec2f},
    {"unpack4x8snorm", ResultRule::vec4f},
    {"unpack4x8unorm", ResultRule::vec4f},
    {"unpack4xI8", ResultRule::vec4i},
    {"unpack4xU8", ResultRule::vec4u},
    {"atomicLoad", ResultRule::atomic},
    {"atomicStore", ResultRule::atomic},
    {"atomicAdd", ResultRule::atomic},
    {"atomicSub", ResultRule::atomic},
    {"atomicMax", ResultRule::atomic},
    {"atomicMin", ResultRule::atomic},
    {"atomicAnd", ResultRule::atomic},
    {"atomicOr", ResultRule::atomic},
    {"atomicXor", ResultRule::atomic},
    {"atomicExchange", ResultRule::atomic},
    {"workgroupUniformLoad", ResultRule::pointee},
});

ExprType scalarOf(Kind kind) { return {.shape = Shape::scalar, .kind = kind}; }
ExprType vectorOf(Kind kind, uint32_t rows) { return {.shape = Shape::vector, .kind = kind, .rows = rows}; }

/// The type that a variable gets from its initializer.
ExprType concreteOf(ExprType t) {
  t.kind = concrete(t.kind);
  return t;
}

bool logical(std::string_view op) {
  return op == "==" || op == "!=" || op == "<" || op == "<=" || op == ">" || op == ">=" || op == "&&" || op == "||";
}

}  // namespace

ResultRule resultRule(std::string_view function) {
  for (const FunctionRow& row : kFunctions) {
    if (row.name == function) return row.rule;
  }
  return ResultRule::other;
}

ExpressionTypes::ExpressionTypes(Module& module) : m_(module), s_(module.syntax) {
  types_.resize(s_.exprs.size());
  symbols_.resize(s_.symbols.size());
  known_.resize(s_.symbols.size());
  for (const uint32_t d : m_.names.order) declaration(d);
}

void ExpressionTypes::declaration(uint32_t decl) {
  const Decl& d = s_.decls[decl];
  for (uint32_t f = d.fields.begin; f < d.fields.end && d.kind == DeclKind::function; ++f) {
    ExprType t = fromType(m_.types.of_field[f]);
    t.phase = Phase::runtime;
    symbols_[s_.fields[f].symbol] = t;
  }
  for (uint32_t e = d.exprs.begin; e < d.exprs.end; ++e) types_[e] = infer(e);
  for (uint32_t i = d.statements.begin; i < d.statements.end; ++i) {
    if (s_.statements[i].symbol != kNone) symbol(s_.statements[i].symbol);
  }
  if (d.symbol == kNone) return;
  ExprType t;
  if (d.kind == DeclKind::constant || d.kind == DeclKind::override_ || d.kind == DeclKind::variable) {
    if (d.type != kNone)
      t = fromType(m_.types.of_decl[decl]);
    else if (d.init != kNone)
      t = d.kind == DeclKind::constant ? types_[d.init] : concreteOf(types_[d.init]);
    t.phase = d.kind == DeclKind::constant    ? Phase::constant
              : d.kind == DeclKind::override_ ? Phase::override_
                                              : Phase::runtime;
  }
  symbols_[d.symbol] = t;
}

/// A local, when it is first used or at the end of its function; its initializer stands before it.
void ExpressionTypes::symbol(SymbolId id) {
  if (known_[id]) return;
  known_[id] = true;
  const Statement& stmt = s_.statements[s_.symbols[id].stmt];
  const bool isConst = s_.word(stmt.token) == "const";
  ExprType t;
  if (stmt.target != kNone)
    t = named(stmt.target);
  else if (stmt.value != kNone)
    t = isConst ? types_[stmt.value] : concreteOf(types_[stmt.value]);
  t.phase = isConst ? Phase::constant : Phase::runtime;
  symbols_[id] = t;
}

ExprType ExpressionTypes::named(ExprId type) { return fromType(typeOf(m_, type)); }

ExprType ExpressionTypes::fromType(const Type* type) {
  if (type == nullptr) return {};
  switch (type->kind) {
    case Type::Kind::scalar:
      return scalarOf(scalarKind(type->scalar));
    case Type::Kind::vector:
      return vectorOf(scalarKind(type->scalar), type->rows);
    case Type::Kind::matrix:
      return {.shape = Shape::matrix, .kind = scalarKind(type->scalar), .columns = type->columns, .rows = type->rows};
    case Type::Kind::pointer: {
      ExprType t = fromType(type->element);
      if (t.pointer) return {};
      t.pointer = true;
      return t;
    }
    case Type::Kind::other:
      return {};
    default:
      return {.shape = Shape::node, .node = type};
  }
}

ExprType ExpressionTypes::infer(ExprId id) {
  const Expr& e = s_.exprs[id];
  switch (e.kind) {
    case ExprKind::literal: {
      const auto v = literal(s_.word(e.token));
      ExprType t = v ? scalarOf(v->kind) : ExprType{};
      t.phase = Phase::constant;
      return t;
    }
    case ExprKind::paren:
      return types_[e.left];
    case ExprKind::identifier:
      return identifier(e);
    case ExprKind::unary:
      return unary(e);
    case ExprKind::binary: {
      ExprType t = binary(e);
      t.phase = std::max(types_[e.left].phase, types_[e.right].phase);
      return t;
    }
    case ExprKind::index: {
      ExprType t = index(e);
      t.phase = std::max(types_[e.left].phase, types_[e.right].phase);
      return t;
    }
    case ExprKind::member: {
      ExprType t = member(e);
      t.phase = types_[e.left].phase;
      return t;
    }
    case ExprKind::call: {
      ExprType t = call(e);
      const uint32_t decl = s_.declOf(s_.exprs[e.left]);
      const bool function = decl != kNone && s_.decls[decl].kind == DeclKind::function;
      t.phase = function ? Phase::runtime : Phase::constant;
      for (uint32_t i = 0; i < e.list.size(); ++i) t.phase = std::max(t.phase, argument(e, i).phase);
      return t;
    }
  }
  return {};
}

ExprType ExpressionTypes::identifier(const Expr& e) {
  const SymbolId id = s_.symbol_of[e.token];
  if (id == kNone) return {.phase = Phase::constant};  // predeclared: a type, a function, an enumerant
  const Symbol& symbol = s_.symbols[id];
  if (symbol.kind == SymbolKind::declaration) {
    const DeclKind k = s_.decls[symbol.decl].kind;
    if (k == DeclKind::alias || k == DeclKind::structure || k == DeclKind::function) return {.phase = Phase::constant};
  }
  if (symbol.kind == SymbolKind::local) this->symbol(id);
  return symbols_[id];
}

ExprType ExpressionTypes::unary(const Expr& e) {
  ExprType t = types_[e.left];
  const std::string_view op = s_.operatorOf(e);
  if (op == "&") {
    if (t.pointer) return {};
    t.pointer = true;
  } else if (op == "*") {
    if (!t.pointer) return {};
    t.pointer = false;
  }
  return t;
}

ExprType ExpressionTypes::binary(const Expr& e) {
  const ExprType &a = types_[e.left], &b = types_[e.right];
  if (!a.isNumeric() || !b.isNumeric()) return {};
  const std::string_view op = s_.operatorOf(e);
  if (op == "<<" || op == ">>") return a;
  const auto kind = commonKind(a.kind, b.kind);
  if (!kind) return {};
  if (logical(op)) return a.isScalar() ? scalarOf(Kind::boolean) : vectorOf(Kind::boolean, a.rows);
  const bool ma = a.is(Shape::matrix), mb = b.is(Shape::matrix);
  if (op == "*" && ma && mb) return {.shape = Shape::matrix, .kind = *kind, .columns = b.columns, .rows = a.rows};
  if (op == "*" && ma && b.is(Shape::vector)) return vectorOf(*kind, a.rows);
  if (op == "*" && a.is(Shape::vector) && mb) return vectorOf(*kind, b.columns);
  ExprType t = a.isScalar() ? b : a;
  t.kind = *kind;
  return t;
}

ExprType ExpressionTypes::index(const Expr& e) {
  ExprType t = types_[e.left];
  t.pointer = false;  // looked through
  if (t.array) {
    t.array = false;
    return t;
  }
  if (t.shape == Shape::vector) return scalarOf(t.kind);
  if (t.shape == Shape::matrix) return vectorOf(t.kind, t.rows);
  if (t.shape == Shape::node && t.node->kind == Type::Kind::array) return fromType(t.node->element);
  return {};
}

ExprType ExpressionTypes::member(const Expr& e) {
  const ExprType& t = types_[e.left];
  const std::string_view name = s_.word(e.token);
  if (t.array) return {};
  if (t.shape == Shape::vector)
    return name.size() == 1 ? scalarOf(t.kind) : vectorOf(t.kind, static_cast<uint32_t>(name.size()));
  if (t.shape != Shape::node || t.node->kind != Type::Kind::structure) return {};
  for (const Member& m : t.node->members) {
    if (m.name == name) return fromType(m.type);
  }
  return {};
}

ExprType ExpressionTypes::call(const Expr& e) {
  const Expr& callee = s_.exprs[e.left];
  const uint32_t decl = s_.declOf(callee);
  if (decl != kNone && s_.decls[decl].kind == DeclKind::function) return fromType(m_.types.of_decl[decl]);
  if (decl == kNone && s_.symbol_of[callee.token] != kNone) return {};
  const std::string_view name = s_.word(callee.token);
  if (decl == kNone && name == "bitcast" && callee.list.size() == 1) return named(s_.lists[callee.list.begin]);
  if (decl == kNone && callee.list.size() == 0 && (name.starts_with("vec") || name.starts_with("mat"))) {
    if (const ExprType t = constructor(e, name); t.shape != Shape::unknown) return t;
  }
  if (decl == kNone && callee.list.size() == 0 && name == "array" && e.list.size() > 0) {
    ExprType t = argument(e, 0);
    if (!t.isConcrete()) return {};
    t.array = true;
    return t;
  }
  if (const TypeNode* type = typeOf(m_, e.left); type->kind != Type::Kind::other) return fromType(type);
  return decl == kNone && callee.list.size() == 0 ? predeclared(e, name) : ExprType{};
}

/// `vec3(...)` and `mat2x2(...)`: the element type comes from the arguments.
ExprType ExpressionTypes::constructor(const Expr& e, std::string_view name) {
  if ((name.size() != 4 && name.size() != 6) || e.list.size() == 0) return {};
  ExprType t = widest(e);
  if (t.kind == Kind::none) return {};
  if (name.size() == 4) return vectorOf(t.kind, static_cast<uint32_t>(name[3] - '0'));
  return {.shape = Shape::matrix,
          .kind = t.kind,
          .columns = static_cast<uint32_t>(name[3] - '0'),
          .rows = static_cast<uint32_t>(name[5] - '0')};
}

/// The shape of the argument with the most elements, and the element type that all reach; unknown when one is.
ExprType ExpressionTypes::widest(const Expr& e) const {
  ExprType t;
  for (uint32_t i = 0; i < e.list.size(); ++i) {
    const ExprType& a = argument(e, i);
    if (!a.isNumeric()) return {};
    const auto kind = i == 0 ? std::optional(a.kind) : commonKind(t.kind, a.kind);
    if (!kind) return {};
    if (i == 0 || a.columns * a.rows > t.columns * t.rows) t = a;
    t.kind = *kind;
  }
  return t;
}

ExprType ExpressionTypes::predeclared(const Expr& e, std::string_view name) {
  if (name.starts_with("texture")) return texture(e, name);
  if (name == "select" && e.list.size() == 3) {
    ExprType t = argument(e, 0);
    const auto kind = commonKind(t.kind, argument(e, 1).kind);
    if (!t.isNumeric() || !argument(e, 1).isNumeric() || !kind) return {};
    t.kind = *kind;
    return t;
  }
  const ResultRule rule = resultRule(name);
  const bool none = e.list.size() == 0;
  switch (rule) {
    case ResultRule::same:
    case ResultRule::same_float:
    case ResultRule::element: {
      ExprType t = widest(e);
      if (rule != ResultRule::same && t.kind == Kind::abstract_int && name != "dot") t.kind = Kind::abstract_float;
      return rule == ResultRule::element && t.kind != Kind::none ? scalarOf(t.kind) : t;
    }
    case ResultRule::boolean:
      return scalarOf(Kind::boolean);
    case ResultRule::first: {
      if (none) return {};
      const ExprType t = argument(e, 0);
      return t.isAbstract() ? ExprType{} : t;
    }
    case ResultRule::u32:
      return scalarOf(Kind::u32);
    case ResultRule::i32:
      return scalarOf(Kind::i32);
    case ResultRule::vec2f:
      return vectorOf(Kind::f32, 2);
    case ResultRule::vec4f:
      return vectorOf(Kind::f32, 4);
    case ResultRule::vec4i:
      return vectorOf(Kind::i32, 4);
    case ResultRule::vec4u:
      return vectorOf(Kind::u32, 4);
    case ResultRule::atomic:
      if (none || argument(e, 0).node == nullptr || argument(e, 0).node->kind != Type::Kind::atomic) return {};
      return scalarOf(scalarKind(argument(e, 0).node->scalar));
    case ResultRule::pointee: {
      if (none || !argument(e, 0).pointer) return {};
      ExprType t = argument(e, 0);
      t.pointer = false;
      return t;
    }
    case ResultRule::other:
      break;
  }
  return {};
}

ExprType ExpressionTypes::texture(const Expr& e, std::string_view name) {
  if (name == "textureNumLayers" || name == "textureNumLevels" || name == "textureNumSamples")
    return scalarOf(Kind::u32);
  if (name.starts_with("textureSampleCompare")) return scalarOf(Kind::f32);
  if (name.starts_with("textureGather") || e.list.size() == 0) return {};
  const ExprType& t = argument(e, 0);
  if (!t.is(Shape::node) || t.node->kind != Type::Kind::texture) return {};
  const std::string_view type = t.node->name;
  if (name == "textureDimensions") {
    if (type.find("_1d") != std::string_view::npos) return scalarOf(Kind::u32);
    return vectorOf(Kind::u32, type.find("_3d") != std::string_view::npos ? 3 : 2);
  }
  const bool depth = type.starts_with("texture_depth");
  if (name.starts_with("textureSample")) return depth ? scalarOf(Kind::f32) : vectorOf(Kind::f32, 4);
  if (name != "textureLoad") return {};
  if (depth) return scalarOf(Kind::f32);
  const Kind kind = scalarKind(t.node->scalar);
  return kind == Kind::none ? ExprType{} : vectorOf(kind, 4);
}

}  // namespace pngine::wgsl
