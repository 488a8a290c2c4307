// Types of expressions inside functions, as far as they are needed to rewrite text without changing it: what is not
// known for certain is `unknown`, never a guess.
#pragma once
#include <vector>

#include "wgsl/module.h"

namespace pngine::wgsl {

/// When the value of an expression is known.
enum class Phase : uint8_t { constant, override_, runtime };

struct ExprType {
  enum class Shape : uint8_t { unknown, scalar, vector, matrix, node };
  Shape shape = Shape::unknown;
  Scalar::Kind kind = Scalar::Kind::none;  ///< of scalars, vectors, matrices
  uint32_t columns = 1, rows = 1;
  bool pointer = false;        ///< a pointer to that
  bool array = false;          ///< an array of that, from `array(...)`; others are nodes
  const Type* node = nullptr;  ///< arrays, structs, atomics, textures and so on
  Phase phase = Phase::runtime;

  bool is(Shape s) const { return shape == s && !pointer && !array; }
  bool isScalar() const { return is(Shape::scalar); }
  bool isNumeric() const { return is(Shape::scalar) || is(Shape::vector) || is(Shape::matrix); }
  bool isAbstract() const { return kind == Scalar::Kind::abstract_int || kind == Scalar::Kind::abstract_float; }
  bool isConcrete() const { return isNumeric() && kind != Scalar::Kind::none && !isAbstract(); }
};

/// How a predeclared function makes its result type from its arguments.
enum class ResultRule : uint8_t {
  same,        ///< all arguments have one element type, and so has the result; the widest argument gives the shape
  same_float,  ///< the same, for floats only: an abstract integer becomes an abstract float
  element,     ///< all arguments alike; the result is one element
  boolean,     ///< one bool
  first,       ///< as the first argument, the others are of their own types
  u32,
  atomic,   ///< the first is a pointer to an atomic, and the second of its element type
  pointee,  ///< what the first argument points to
  vec4f,
  vec2f,
  vec4i,
  vec4u,
  i32,
  other  ///< not known
};
ResultRule resultRule(std::string_view function);
/// Whether the arguments of a predeclared function share one element type.
inline bool unifiesArguments(ResultRule r) {
  return r == ResultRule::same || r == ResultRule::same_float || r == ResultRule::element;
}

/// Types of all expressions of a module whose names are bound and whose types and constants are resolved.
class ExpressionTypes {
 public:
  explicit ExpressionTypes(Module& module);
  const ExprType& of(ExprId e) const { return types_[e]; }
  const ExprType& ofSymbol(SymbolId s) const { return symbols_[s]; }
  const Module& module() const { return m_; }
  /// Type that a type expression names.
  ExprType named(ExprId type);
  static ExprType fromType(const Type* type);

 private:
  void declaration(uint32_t decl);
  void symbol(SymbolId id);
  ExprType infer(ExprId id);
  ExprType identifier(const Expr& e);
  ExprType unary(const Expr& e);
  ExprType binary(const Expr& e);
  ExprType index(const Expr& e);
  ExprType member(const Expr& e);
  ExprType call(const Expr& e);
  ExprType constructor(const Expr& e, std::string_view name);
  ExprType predeclared(const Expr& e, std::string_view name);
  ExprType texture(const Expr& e, std::string_view name);
  ExprType widest(const Expr& e) const;
  const ExprType& argument(const Expr& e, uint32_t i) const { return types_[s_.lists[e.list.begin + i]]; }

  Module& m_;
  const Syntax& s_;
  std::vector<ExprType> types_, symbols_;
  std::vector<bool> known_;  ///< symbols whose type has been found
};

}  // namespace pngine::wgsl
