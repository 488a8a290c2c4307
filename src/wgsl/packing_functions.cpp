// Predeclared functions of constant expressions that take numbers apart and pack them (WGSL specification,
// sections 17.5 and 17.9 to 17.10). Each function takes all its arguments at once.
#include <algorithm>
#include <array>
#include <bit>
#include <cmath>

#include "wgsl/constant.h"

namespace pngine::wgsl {
namespace {

using Kind = Scalar::Kind;
using Shape = Value::Shape;
using Values = std::vector<Value>;

Value scalar(Scalar s) { return {Shape::scalar, 1, {s}}; }
Value word(uint32_t v) { return scalar(Scalar::u32(v)); }
Scalar real(double v) { return {Kind::f32, 0, static_cast<double>(static_cast<float>(v))}; }

/// The components as numbers of one concrete kind; empty when they are not.
std::vector<Scalar> components(const Value& v, Kind kind, size_t count) {
  std::vector<Scalar> out;
  if (v.shape == Shape::array || v.scalars.size() != count) return {};
  for (const Scalar& s : v.scalars) {
    const auto c = convert(s, kind);
    if (!c) return {};
    out.push_back(*c);
  }
  return out;
}

std::optional<uint32_t> wordOf(const Value& v) {
  const auto c = components(v, Kind::u32, 1);
  if (c.empty()) return std::nullopt;
  return static_cast<uint32_t>(c[0].integer);
}

/// Towards zero, as browsers do in constants.
uint32_t halfBits(double x) {
  const uint32_t sign = std::signbit(x) ? 0x8000u : 0u;
  x = std::fabs(x);
  if (x == 0) return sign;
  int exponent = 0;
  std::frexp(x, &exponent);
  const int quantum = std::max(exponent - 11, -24);
  const auto steps = static_cast<uint32_t>(std::floor(std::ldexp(x, -quantum)));
  return sign | (static_cast<uint32_t>(quantum + 24) * 1024u + steps);
}

double halfValue(uint32_t bits) {
  const auto exponent = static_cast<int>((bits >> 10u) & 31u);
  const auto fraction = static_cast<double>(bits & 1023u);
  const double x = exponent == 0 ? std::ldexp(fraction, -24) : std::ldexp(1024 + fraction, exponent - 25);
  return bits & 0x8000u ? -x : x;
}

uint32_t normalised(double x, double low, double scale) {
  return static_cast<uint32_t>(static_cast<int32_t>(std::floor(0.5 + scale * std::clamp(x, low, 1.0))));
}

/// pack2x16float, pack4x8snorm and their like: the fields of one word from floats.
std::optional<Value> packFloats(std::string_view name, const Value& v) {
  const uint32_t count = name.starts_with("pack4") ? 4 : 2, width = 32 / count;
  const auto parts = components(v, Kind::f32, count);
  if (parts.empty()) return std::nullopt;
  uint32_t out = 0;
  for (uint32_t i = 0; i < count; ++i) {
    uint32_t field = 0;
    if (name.ends_with("float")) {
      if (std::fabs(parts[i].real) > 65504) return std::nullopt;
      field = halfBits(parts[i].real);
    } else {
      const bool is_signed = name.ends_with("snorm");
      const double scale = std::ldexp(1.0, static_cast<int>(width) - (is_signed ? 1 : 0)) - 1;
      field = normalised(parts[i].real, is_signed ? -1.0 : 0.0, scale);
    }
    out |= (field & ((1u << width) - 1)) << (width * i);
  }
  return word(out);
}

std::optional<Value> unpackFloats(std::string_view name, const Value& v) {
  const auto bits = wordOf(v);
  if (!bits) return std::nullopt;
  const uint32_t count = name.starts_with("unpack4") ? 4 : 2, width = 32 / count;
  Value out{Shape::vector, 1, {}};
  for (uint32_t i = 0; i < count; ++i) {
    const uint32_t field = (*bits >> (width * i)) & ((1u << width) - 1);
    double x = 0;
    if (name.ends_with("float")) {
      if (((field >> 10u) & 31u) == 31) return std::nullopt;
      x = halfValue(field);
    } else if (name.ends_with("unorm")) {
      x = field / (std::ldexp(1.0, static_cast<int>(width)) - 1);
    } else {
      const auto number = static_cast<int32_t>(field << (32 - width)) >> (32 - width);
      x = std::max(number / (std::ldexp(1.0, static_cast<int>(width) - 1) - 1), -1.0);
    }
    out.scalars.push_back(real(x));
  }
  return out;
}

/// pack4xI8, pack4xU8, with or without Clamp.
std::optional<Value> packIntegers(std::string_view name, const Value& v) {
  const bool is_signed = name[6] == 'I', clamps = name.ends_with("Clamp");
  const auto parts = components(v, is_signed ? Kind::i32 : Kind::u32, 4);
  if (parts.empty()) return std::nullopt;
  uint32_t out = 0;
  for (uint32_t i = 0; i < 4; ++i) {
    int64_t n = parts[i].integer;
    if (clamps) n = is_signed ? std::clamp<int64_t>(n, -128, 127) : std::min<int64_t>(n, 255);
    out |= (static_cast<uint32_t>(n) & 255u) << (8 * i);
  }
  return word(out);
}

int64_t byteOf(uint32_t bits, uint32_t i, bool is_signed) {
  const uint32_t field = (bits >> (8 * i)) & 255u;
  return is_signed ? static_cast<int8_t>(field) : int64_t{field};
}

std::optional<Value> unpackIntegers(bool is_signed, const Value& v) {
  const auto bits = wordOf(v);
  if (!bits) return std::nullopt;
  Value out{Shape::vector, 1, {}};
  for (uint32_t i = 0; i < 4; ++i) {
    out.scalars.push_back({is_signed ? Kind::i32 : Kind::u32, byteOf(*bits, i, is_signed), 0});
  }
  return out;
}

std::optional<Value> dotPacked(bool is_signed, const Value& a, const Value& b) {
  const auto x = wordOf(a), y = wordOf(b);
  if (!x || !y) return std::nullopt;
  int64_t sum = 0;
  for (uint32_t i = 0; i < 4; ++i) sum += byteOf(*x, i, is_signed) * byteOf(*y, i, is_signed);
  return scalar({is_signed ? Kind::i32 : Kind::u32, sum, 0});
}

/// extractBits and insertBits; the last two arguments are scalars.
std::optional<Value> bitField(std::string_view name, const Values& a) {
  const bool inserts = name == "insertBits";
  if (a.size() != (inserts ? 4u : 3u)) return std::nullopt;
  const auto offset = wordOf(a[a.size() - 2]), count = wordOf(a[a.size() - 1]);
  if (!offset || !count || uint64_t{*offset} + *count > 32) return std::nullopt;
  const uint32_t mask = *count == 32 ? 0xFFFFFFFFu : ((1u << *count) - 1) << (*offset & 31u);
  Value out = a[0];
  if (out.shape == Shape::array || (inserts && a[1].scalars.size() != out.scalars.size())) return std::nullopt;
  for (size_t i = 0; i < out.scalars.size(); ++i) {
    Scalar& s = out.scalars[i];
    Kind kind = s.kind;
    if (inserts) kind = commonKind(kind, a[1].scalars[i].kind).value_or(Kind::none);
    kind = concrete(kind);
    if (kind != Kind::i32 && kind != Kind::u32) return std::nullopt;
    const auto from = convert(s, kind);
    if (!from) return std::nullopt;
    auto bits = static_cast<uint32_t>(from->integer);
    if (inserts) {
      const auto with = convert(a[1].scalars[i], kind);
      if (!with) return std::nullopt;
      bits = (bits & ~mask) | ((static_cast<uint32_t>(with->integer) << (*offset & 31u)) & mask);
    } else if (*count == 0) {
      bits = 0;
    } else {
      bits <<= 32 - *offset - *count;
      bits = kind == Kind::i32 ? static_cast<uint32_t>(static_cast<int32_t>(bits) >> (32 - *count))
                               : bits >> (32 - *count);
    }
    s = {kind, kind == Kind::i32 ? int64_t{static_cast<int32_t>(bits)} : int64_t{bits}, 0};
  }
  return out;
}

std::optional<Value> quantized(const Value& v) {
  Value out = v;
  if (v.shape == Shape::array) return std::nullopt;
  for (Scalar& s : out.scalars) {
    const auto c = convert(s, Kind::f32);
    if (!c || std::fabs(c->real) > 65504) return std::nullopt;
    s = real(halfValue(halfBits(c->real)));
  }
  return out;
}

}  // namespace

std::optional<Value> callPacking(std::string_view name, const Values& a) {
  if (name == "extractBits" || name == "insertBits") return bitField(name, a);
  if (name == "dot4U8Packed" || name == "dot4I8Packed") {
    return a.size() == 2 ? dotPacked(name[4] == 'I', a[0], a[1]) : std::nullopt;
  }
  if (a.size() != 1) return std::nullopt;
  if (name == "quantizeToF16") return quantized(a[0]);
  if (name.starts_with("pack4x8") || name.starts_with("pack2x16")) return packFloats(name, a[0]);
  if (name.starts_with("unpack4x8") || name.starts_with("unpack2x16")) return unpackFloats(name, a[0]);
  if (name.starts_with("pack4xI8") || name.starts_with("pack4xU8")) return packIntegers(name, a[0]);
  if (name == "unpack4xI8" || name == "unpack4xU8") return unpackIntegers(name[8] == 'I', a[0]);
  return std::nullopt;
}

}  // namespace pngine::wgsl
