// Predeclared functions that may stand in constant expressions (WGSL specification, section 17). Vectors work by
// component; a scalar argument beside vectors serves every component.
#include <algorithm>
#include <array>
#include <bit>
#include <cmath>

#include "wgsl/constant.h"

namespace pngine::wgsl {
namespace {

using Kind = Scalar::Kind;
using Shape = Value::Shape;
using Result = std::optional<Scalar>;

/// A float of the same kind as the argument; construct() rounds and refuses infinities by way of makeFloat.
Result real(double x, Kind kind) {
  if (!std::isfinite(x)) return std::nullopt;
  if (kind == Kind::abstract_float) return Scalar{kind, 0, x};
  return convert({Kind::abstract_float, 0, x}, kind);
}

using RealFunction = double (*)(double);
struct RealRow {
  std::string_view name;
  RealFunction function;
};
constexpr double kPi = 3.14159265358979323846;
constexpr auto kReal = std::to_array<RealRow>({
    {"floor", [](double x) { return std::floor(x); }},
    {"ceil", [](double x) { return std::ceil(x); }},
    {"round", [](double x) { return std::rint(x); }},
    {"trunc", [](double x) { return std::trunc(x); }},
    {"fract", [](double x) { return x - std::floor(x); }},
    {"saturate", [](double x) { return std::fmin(std::fmax(x, 0.0), 1.0); }},
    {"sqrt", [](double x) { return std::sqrt(x); }},
    {"inverseSqrt", [](double x) { return 1 / std::sqrt(x); }},
    {"exp", [](double x) { return std::exp(x); }},
    {"exp2", [](double x) { return std::exp2(x); }},
    {"log", [](double x) { return std::log(x); }},
    {"log2", [](double x) { return std::log2(x); }},
    {"sin", [](double x) { return std::sin(x); }},
    {"cos", [](double x) { return std::cos(x); }},
    {"tan", [](double x) { return std::tan(x); }},
    {"degrees", [](double x) { return x * 180 / kPi; }},
    {"radians", [](double x) { return x * kPi / 180; }},
});

Result absolute(const Scalar& s) {
  if (s.isFloat()) return Scalar{s.kind, 0, std::fabs(s.real)};
  if (s.kind == Kind::i32 && s.integer == INT32_MIN) return s;
  if (s.integer == INT64_MIN) return std::nullopt;
  return Scalar{s.kind, s.integer < 0 ? -s.integer : s.integer, 0};
}

Result sign(const Scalar& s) {
  if (s.isFloat()) return Scalar{s.kind, 0, s.real > 0 ? 1.0 : s.real < 0 ? -1.0 : 0.0};
  return Scalar{s.kind, s.integer > 0 ? 1 : s.integer < 0 ? -1 : 0, 0};
}

/// Functions over the bits of an i32 or u32; abstract integers count as i32.
Result bits(std::string_view name, Scalar s) {
  if (s.kind == Kind::abstract_int) {
    const auto c = convert(s, Kind::i32);
    if (!c) return std::nullopt;
    s = *c;
  }
  const auto v = static_cast<uint32_t>(static_cast<uint64_t>(s.integer));
  const auto same = [&](uint32_t r) {
    return Scalar{s.kind, s.kind == Kind::i32 ? int64_t{static_cast<int32_t>(r)} : int64_t{r}, 0};
  };
  if (name == "countOneBits") return same(static_cast<uint32_t>(std::popcount(v)));
  if (name == "countLeadingZeros") return same(static_cast<uint32_t>(std::countl_zero(v)));
  if (name == "countTrailingZeros") return same(static_cast<uint32_t>(std::countr_zero(v)));
  if (name == "firstTrailingBit") return same(v == 0 ? 0xFFFFFFFFu : static_cast<uint32_t>(std::countr_zero(v)));
  if (name == "firstLeadingBit") {
    const uint32_t w = s.kind == Kind::i32 && s.integer < 0 ? ~v : v;
    return same(w == 0 ? 0xFFFFFFFFu : 31u - static_cast<uint32_t>(std::countl_zero(w)));
  }
  if (name == "reverseBits") {
    uint32_t r = 0;
    for (uint32_t i = 0; i < 32; ++i) r |= ((v >> i) & 1u) << (31u - i);
    return same(r);
  }
  return std::nullopt;
}

Result unary(std::string_view name, const Scalar& s) {
  if (name == "abs") return absolute(s);
  if (name == "sign") return sign(s);
  if (s.isInteger()) {
    if (const Result r = bits(name, s)) return r;
    if (s.kind != Kind::abstract_int) return std::nullopt;
  }
  for (const RealRow& row : kReal) {
    if (row.name == name) return real(row.function(s.number()), s.isFloat() ? s.kind : Kind::abstract_float);
  }
  return std::nullopt;
}

bool less(const Scalar& a, const Scalar& b) { return a.isFloat() ? a.real < b.real : a.integer < b.integer; }

Result binary(std::string_view name, const Scalar& a, const Scalar& b) {
  if (name == "min") return less(b, a) ? b : a;
  if (name == "max") return less(a, b) ? b : a;
  const Kind kind = a.isFloat() ? a.kind : Kind::abstract_float;
  if (a.isInteger() && a.kind != Kind::abstract_int) return std::nullopt;
  if (name == "pow") return real(std::pow(a.number(), b.number()), kind);
  if (name == "step") return real(a.number() <= b.number() ? 1.0 : 0.0, kind);
  return std::nullopt;
}

Result ternary(std::string_view name, const Scalar& a, const Scalar& b, const Scalar& c) {
  if (name == "clamp") {
    if (less(c, b)) return std::nullopt;
    return less(a, b) ? b : less(c, a) ? c : a;
  }
  if (a.isInteger() && a.kind != Kind::abstract_int) return std::nullopt;
  const Kind kind = a.isFloat() ? a.kind : Kind::abstract_float;
  const double x = a.number(), y = b.number(), z = c.number();
  if (name == "mix") return real(x * (1 - z) + y * z, kind);
  if (name == "smoothstep" && x != y) {
    const double t = std::clamp((z - x) / (y - x), 0.0, 1.0);
    return real(t * t * (3 - 2 * t), kind);
  }
  return std::nullopt;
}

std::optional<Value> select(const std::vector<Value>& a) {
  if (a.size() != 3 || a[0].shape == Shape::array || a[0].shape != a[1].shape) return std::nullopt;
  if (a[0].scalars.size() != a[1].scalars.size()) return std::nullopt;
  if (a[2].scalars.size() != 1 && a[2].scalars.size() != a[0].scalars.size()) return std::nullopt;
  Value out{a[0].shape, 1, {}};
  for (size_t i = 0; i < a[0].scalars.size(); ++i) {
    const Scalar& condition = a[2].scalars[a[2].scalars.size() == 1 ? 0 : i];
    const auto kind = commonKind(a[0].scalars[i].kind, a[1].scalars[i].kind);
    if (condition.kind != Kind::boolean || !kind) return std::nullopt;
    const auto s = convert(a[condition.integer != 0 ? 1 : 0].scalars[i], *kind);
    if (!s) return std::nullopt;
    out.scalars.push_back(*s);
  }
  return out;
}

std::optional<Value> allOrAny(bool all, const std::vector<Value>& a) {
  if (a.size() != 1 || a[0].shape == Shape::array) return std::nullopt;
  bool result = all;
  for (const Scalar& s : a[0].scalars) {
    if (s.kind != Kind::boolean) return std::nullopt;
    result = all ? result && s.integer != 0 : result || s.integer != 0;
  }
  return Value{Shape::scalar, 1, {Scalar::boolean(result)}};
}

std::optional<Value> dot(const std::vector<Value>& a) {
  if (a.size() != 2 || a[0].shape != Shape::vector || a[1].scalars.size() != a[0].scalars.size()) return std::nullopt;
  Result sum;
  for (size_t i = 0; i < a[0].scalars.size(); ++i) {
    const Result product = applyBinary("*", a[0].scalars[i], a[1].scalars[i]);
    if (!product) return std::nullopt;
    sum = sum ? applyBinary("+", *sum, *product) : product;
    if (!sum) return std::nullopt;
  }
  return Value{Shape::scalar, 1, {*sum}};
}

/// The arguments brought to one kind; false when they have none in common or a shape does not fit.
bool unify(std::vector<Value>& arguments) {
  if (arguments.empty() || arguments[0].scalars.empty()) return false;
  Kind kind = arguments[0].scalars[0].kind;
  for (const Value& v : arguments) {
    if (v.shape == Shape::array || v.scalars.empty()) return false;
    const auto common = commonKind(kind, v.scalars[0].kind);
    if (!common) return false;
    kind = *common;
  }
  if (kind == Kind::boolean || kind == Kind::none) return false;
  for (Value& v : arguments) {
    auto c = convert(std::move(v), kind);
    if (!c) return false;
    v = std::move(*c);
  }
  return true;
}

}  // namespace

std::optional<Value> callBuiltin(std::string_view name, const std::vector<Value>& given) {
  if (name == "select") return select(given);
  if (name == "all" || name == "any") return allOrAny(name == "all", given);
  if (name == "dot") return dot(given);
  if (auto packed = callPacking(name, given)) return packed;
  std::vector<Value> a = given;
  if (!unify(a)) return std::nullopt;
  size_t n = 1;
  for (const Value& v : a) n = std::max(n, v.scalars.size());
  Value out{n > 1 ? Shape::vector : Shape::scalar, 1, {}};
  const auto at = [&](size_t argument, size_t i) {
    return a[argument].scalars[a[argument].scalars.size() == 1 ? 0 : i];
  };
  for (const Value& v : a) {
    if (v.scalars.size() != 1 && v.scalars.size() != n) return std::nullopt;
  }
  for (size_t i = 0; i < n; ++i) {
    Result r;
    if (a.size() == 1) r = unary(name, at(0, i));
    if (a.size() == 2) r = binary(name, at(0, i), at(1, i));
    if (a.size() == 3) r = ternary(name, at(0, i), at(1, i), at(2, i));
    if (!r) return std::nullopt;
    out.scalars.push_back(*r);
  }
  return out;
}

}  // namespace pngine::wgsl
