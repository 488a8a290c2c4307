// Values of constant expressions, with WGSL's rules for abstract and concrete numbers. What is not known for certain is
// nullopt, never a guess.
#pragma once
#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

namespace pngine::wgsl {

class Module;

struct Scalar {
  enum class Kind : uint8_t { none, boolean, abstract_int, i32, u32, abstract_float, f32, f16 };
  Kind kind = Kind::none;
  int64_t integer = 0;  ///< boolean (0, 1), abstract_int, i32, u32
  double real = 0;      ///< abstract_float, f32, f16

  static Scalar boolean(bool b) { return {Kind::boolean, b, 0}; }
  static Scalar abstractInt(int64_t v) { return {Kind::abstract_int, v, 0}; }
  static Scalar u32(uint32_t v) { return {Kind::u32, v, 0}; }
  bool isInteger() const { return kind == Kind::abstract_int || kind == Kind::i32 || kind == Kind::u32; }
  bool isFloat() const { return kind == Kind::abstract_float || kind == Kind::f32 || kind == Kind::f16; }
  /// As a double: exact for every kind but large abstract integers.
  double number() const { return isFloat() ? real : static_cast<double>(integer); }
};

/// "i32", "f16" and so on; "abstract-int" and "abstract-float" for numbers without a concrete type.
std::string_view nameOf(Scalar::Kind kind);
/// Kind of a concrete scalar type; none for other names.
Scalar::Kind scalarKind(std::string_view type_name);
/// The concrete type that a value gets where none is written: i32 for abstract-int, f32 for abstract-float.
Scalar::Kind concrete(Scalar::Kind kind);

/// A scalar, a vector, or an array of those.
struct Value {
  enum class Shape : uint8_t { scalar, vector, array };
  Shape shape = Shape::scalar;
  uint32_t width = 1;           ///< scalars per element of an array
  std::vector<Scalar> scalars;  ///< one, the components, or all elements one behind the other
};

/// Conversion without an explicit constructor: abstract to concrete where the value fits, or no change.
std::optional<Scalar> convert(const Scalar& value, Scalar::Kind to);
/// Conversion by a constructor such as u32(x).
std::optional<Scalar> construct(const Scalar& value, Scalar::Kind to);
std::optional<Value> convert(Value value, Scalar::Kind to);
std::optional<Scalar> literal(std::string_view text);

/// The value of an expression at module scope; every constant it names must have been evaluated. Overrides are unknown.
std::optional<Value> evaluate(Module& module, uint32_t expr);
/// The integer that an expression gives while every override keeps its default.
std::optional<int64_t> evaluateWithDefaults(Module& module, uint32_t expr);
/// The same for an expression that must be an integer that is not negative.
std::optional<uint64_t> evaluateCount(Module& module, uint32_t expr);
/// The scalar kind of an expression, known more often than its value (overrides have one); none when not a scalar.
Scalar::Kind scalarKindOf(Module& module, uint32_t expr);

/// Value of a predeclared function; nullopt for those that are not evaluated here.
std::optional<Value> callBuiltin(std::string_view name, const std::vector<Value>& arguments);
/// The part of it that packs numbers and takes them apart.
std::optional<Value> callPacking(std::string_view name, const std::vector<Value>& arguments);
/// Operators by their spelling.
std::optional<Scalar> applyUnary(std::string_view op, const Scalar& operand);
std::optional<Scalar> applyBinary(std::string_view op, const Scalar& left, const Scalar& right);
/// Brings scalars to one kind as implicit conversion allows.
std::optional<Scalar::Kind> commonKind(Scalar::Kind a, Scalar::Kind b);

}  // namespace pngine::wgsl
