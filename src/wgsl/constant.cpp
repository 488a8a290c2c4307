// Scalars: literals, conversions, operators (WGSL specification, sections 6.1 conversion rank, 8 expressions).
#include "wgsl/constant.h"

#include <array>
#include <cmath>
#include <cstdlib>
#include <limits>
#include <string>

namespace pngine::wgsl {
namespace {

using Kind = Scalar::Kind;

struct KindName {
  Kind kind;
  std::string_view name;
};
constexpr auto kKinds = std::to_array<KindName>({
    {Kind::boolean, "bool"},
    {Kind::i32, "i32"},
    {Kind::u32, "u32"},
    {Kind::f32, "f32"},
    {Kind::f16, "f16"},
    {Kind::abstract_int, "abstract-int"},
    {Kind::abstract_float, "abstract-float"},
});

/// Nearest half, ties to even; infinite when it is above the largest.
double roundToHalf(double x) {
  if (x == 0 || !std::isfinite(x)) return x;
  int exponent = 0;
  std::frexp(x, &exponent);
  const double quantum = std::ldexp(1.0, std::max(exponent - 11, -24));
  const double r = std::rint(x / quantum) * quantum;
  return std::fabs(r) > 65504 ? std::copysign(std::numeric_limits<double>::infinity(), x) : r;
}

std::optional<Scalar> makeFloat(double x, Kind kind) {
  if (kind == Kind::f32) {
    if (std::fabs(x) > 3.4028235677973366e38) return std::nullopt;  // halfway above the largest f32
    x = static_cast<double>(static_cast<float>(x));
  } else if (kind == Kind::f16) {
    x = roundToHalf(x);
  }
  if (!std::isfinite(x)) return std::nullopt;
  return Scalar{kind, 0, x};
}

/// The integer if the kind can hold it.
std::optional<Scalar> makeInteger(int64_t v, Kind kind) {
  if (kind == Kind::i32 && (v < INT32_MIN || v > INT32_MAX)) return std::nullopt;
  if (kind == Kind::u32 && (v < 0 || v > UINT32_MAX)) return std::nullopt;
  return Scalar{kind, v, 0};
}

/// The integer modulo 2^32 for the concrete kinds.
Scalar wrap(int64_t v, Kind kind) {
  if (kind == Kind::i32) v = static_cast<int32_t>(static_cast<uint64_t>(v));
  if (kind == Kind::u32) v = static_cast<uint32_t>(static_cast<uint64_t>(v));
  return {kind, v, 0};
}

/// Truncation towards zero, held to the range of the kind.
std::optional<Scalar> truncated(double x, Kind kind) {
  const double low = kind == Kind::u32 ? 0 : kind == Kind::i32 ? -2147483648.0 : -9223372036854775808.0;
  const double high = kind == Kind::u32 ? 4294967295.0 : kind == Kind::i32 ? 2147483647.0 : 9223372036854774784.0;
  return Scalar{kind, static_cast<int64_t>(std::fmin(std::fmax(std::trunc(x), low), high)), 0};
}

std::optional<Scalar> arithmetic(char op, const Scalar& a, const Scalar& b) {
  const Kind kind = a.kind;
  if (a.isFloat()) {
    const double x = a.real, y = b.real;
    switch (op) {
      case '+':
        return makeFloat(x + y, kind);
      case '-':
        return makeFloat(x - y, kind);
      case '*':
        return makeFloat(x * y, kind);
      case '/':
        return y == 0 ? std::nullopt : makeFloat(x / y, kind);
      case '%':
        return y == 0 ? std::nullopt : makeFloat(std::fmod(x, y), kind);
      default:
        return std::nullopt;
    }
  }
  if (!a.isInteger()) return std::nullopt;
  const int64_t x = a.integer, y = b.integer;
  int64_t r = 0;
  bool overflow = false;
  switch (op) {
    case '+':
      overflow = __builtin_add_overflow(x, y, &r);
      break;
    case '-':
      overflow = __builtin_sub_overflow(x, y, &r);
      break;
    case '*':
      if (kind == Kind::u32)
        r = static_cast<int64_t>(static_cast<uint64_t>(x) * static_cast<uint64_t>(y));
      else
        overflow = __builtin_mul_overflow(x, y, &r);
      break;
    case '/':
    case '%':
      if (y == 0 || (y == -1 && x == (kind == Kind::i32 ? INT32_MIN : INT64_MIN))) return std::nullopt;
      r = op == '/' ? x / y : x % y;
      break;
    default:
      return std::nullopt;
  }
  if (overflow) return std::nullopt;
  return wrap(r, kind);
}

std::optional<Scalar> bitwise(char op, const Scalar& a, const Scalar& b) {
  if (!a.isInteger() && a.kind != Kind::boolean) return std::nullopt;
  switch (op) {
    case '&':
      return Scalar{a.kind, a.integer & b.integer, 0};
    case '|':
      return Scalar{a.kind, a.integer | b.integer, 0};
    case '^':
      if (a.kind == Kind::boolean) return std::nullopt;
      return Scalar{a.kind, a.integer ^ b.integer, 0};
    default:
      return std::nullopt;
  }
}

std::optional<Scalar> shift(bool left, const Scalar& a, const Scalar& b) {
  if (!a.isInteger() || !b.isInteger() || b.kind == Kind::i32) return std::nullopt;
  const int64_t limit = a.kind == Kind::abstract_int ? 64 : 32;
  if (b.integer < 0 || b.integer >= limit) return std::nullopt;
  if (!left) return Scalar{a.kind, a.integer >> b.integer, 0};
  const auto r = static_cast<int64_t>(static_cast<uint64_t>(a.integer) << b.integer);
  if ((r >> b.integer) != a.integer) return std::nullopt;  // bits would be lost: an error in a constant expression
  return makeInteger(r, a.kind);
}

template <class T>
std::optional<bool> compared(std::string_view op, T a, T b) {
  if (op == "==") return a == b;
  if (op == "!=") return a != b;
  if (op == "<") return a < b;
  if (op == "<=") return a <= b;
  if (op == ">") return a > b;
  if (op == ">=") return a >= b;
  return std::nullopt;
}

}  // namespace

std::string_view nameOf(Kind kind) {
  for (const KindName& k : kKinds) {
    if (k.kind == kind) return k.name;
  }
  return {};
}

Kind scalarKind(std::string_view type_name) {
  for (const KindName& k : kKinds) {
    if (k.name == type_name && concrete(k.kind) == k.kind) return k.kind;
  }
  return Kind::none;
}

Kind concrete(Kind kind) {
  if (kind == Kind::abstract_int) return Kind::i32;
  return kind == Kind::abstract_float ? Kind::f32 : kind;
}

std::optional<Kind> commonKind(Kind a, Kind b) {
  if (a == b) return a;
  const auto reaches = [](Kind from, Kind to) {
    if (from == Kind::abstract_int) return to != Kind::boolean && to != Kind::none;
    return from == Kind::abstract_float && (to == Kind::f32 || to == Kind::f16);
  };
  if (reaches(a, b)) return b;
  if (reaches(b, a)) return a;
  return std::nullopt;
}

std::optional<Scalar> convert(const Scalar& value, Kind to) {
  if (value.kind == to) return value;
  if (commonKind(value.kind, to) != to) return std::nullopt;
  if (value.kind == Kind::abstract_float || to == Kind::abstract_float || to == Kind::f32 || to == Kind::f16) {
    return makeFloat(value.number(), to);
  }
  return makeInteger(value.integer, to);
}

std::optional<Scalar> construct(const Scalar& value, Kind to) {
  if (value.kind == to) return value;
  switch (to) {
    case Kind::boolean:
      return Scalar::boolean(value.isFloat() ? value.real != 0 : value.integer != 0);
    case Kind::i32:
    case Kind::u32:
      if (value.isFloat()) return truncated(value.real, to);
      if (value.kind == Kind::abstract_int) return makeInteger(value.integer, to);
      return wrap(value.integer, to);
    case Kind::f32:
    case Kind::f16:
      return makeFloat(value.number(), to);
    default:
      return std::nullopt;
  }
}

std::optional<Value> convert(Value value, Kind to) {
  for (Scalar& s : value.scalars) {
    const auto c = convert(s, to);
    if (!c) return std::nullopt;
    s = *c;
  }
  return value;
}

std::optional<Scalar> literal(std::string_view text) {
  if (text == "true" || text == "false") return Scalar::boolean(text == "true");
  if (text.empty()) return std::nullopt;
  const bool hex = text.starts_with("0x") || text.starts_with("0X");
  const char suffix = text.back();
  const bool floating =
      text.find('.') != std::string_view::npos || text.find_first_of(hex ? "pP" : "eEfh") != std::string_view::npos;
  if (floating) {
    Kind kind = Kind::abstract_float;
    if (suffix == 'f') kind = Kind::f32;
    if (suffix == 'h') kind = Kind::f16;
    if (hex && text.find_first_of("pP") == std::string_view::npos) kind = Kind::abstract_float;
    if (kind != Kind::abstract_float) text.remove_suffix(1);
    return makeFloat(std::strtod(std::string(text).c_str(), nullptr), kind);
  }
  const Kind kind = suffix == 'i' ? Kind::i32 : suffix == 'u' ? Kind::u32 : Kind::abstract_int;
  if (kind != Kind::abstract_int) text.remove_suffix(1);
  if (hex) text.remove_prefix(2);
  uint64_t v = 0;
  for (const char c : text) {
    const int digit = c >= '0' && c <= '9' ? c - '0' : (c | 0x20) - 'a' + 10;
    const uint64_t base = hex ? 16 : 10;
    if (v > (static_cast<uint64_t>(INT64_MAX) - static_cast<uint64_t>(digit)) / base) return std::nullopt;
    v = v * base + static_cast<uint64_t>(digit);
  }
  return makeInteger(static_cast<int64_t>(v), kind);
}

std::optional<Scalar> applyUnary(std::string_view op, const Scalar& operand) {
  if (op == "!" && operand.kind == Kind::boolean) return Scalar::boolean(operand.integer == 0);
  if (op == "~" && operand.isInteger()) return wrap(~operand.integer, operand.kind);
  if (op != "-") return std::nullopt;
  if (operand.isFloat()) return Scalar{operand.kind, 0, -operand.real};
  if (operand.kind != Kind::i32 && operand.kind != Kind::abstract_int) return std::nullopt;
  if (operand.integer == INT64_MIN) return std::nullopt;
  return wrap(-operand.integer, operand.kind);
}

std::optional<Scalar> applyBinary(std::string_view op, const Scalar& left, const Scalar& right) {
  if (op == "<<" || op == ">>") return shift(op == "<<", left, right);
  const auto kind = commonKind(left.kind, right.kind);
  if (!kind) return std::nullopt;
  const auto a = convert(left, *kind), b = convert(right, *kind);
  if (!a || !b) return std::nullopt;
  const auto order = a->isFloat() ? compared(op, a->real, b->real) : compared(op, a->integer, b->integer);
  if (order) return Scalar::boolean(*order);
  if (op.size() != 1) return std::nullopt;
  if (op == "&" || op == "|" || op == "^") return bitwise(op[0], *a, *b);
  return arithmetic(op[0], *a, *b);
}

}  // namespace pngine::wgsl
