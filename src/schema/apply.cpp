// The functions of expressions over evaluated arguments: arithmetic, comparison, vectors, random numbers.
#include <cmath>

#include "base/text.h"
#include "schema/expression.h"
#include "schema/math.h"

namespace pngine::schema {

namespace {

using sjon::Node;
using F = Function;

constexpr double kTwo53 = 9007199254740992.0;
constexpr double kPi = 3.141592653589793;

Result numberResult(double value) {
  Result out;
  out.kind = Result::Kind::number;
  out.number = value;
  return out;
}
Result booleanResult(bool value) {
  Result out;
  out.kind = Result::Kind::boolean;
  out.boolean = value;
  return out;
}

double clamp(double x, double low, double high) { return x < low ? low : x > high ? high : x; }

double smoothstep(double low, double high, double x) {
  if (low == high) return x < low ? 0 : 1;
  const double t = clamp((x - low) / (high - low), 0, 1);
  return t * t * (3 - 2 * t);
}

double floored(double x, double y) {
  const double r = std::fmod(x, y);
  if (r == 0) return std::copysign(0.0, y);
  return (r < 0) != (y < 0) ? r + y : r;
}

uint64_t mixed(uint64_t z) {
  z ^= z >> 30;
  z *= 0xBF58476D1CE4E5B9;
  z ^= z >> 27;
  z *= 0x94D049BB133111EB;
  return z ^ (z >> 31);
}

// Integers below 2^53 count as themselves, other numbers by their bits.
uint64_t seedOf(double x) {
  if (x == std::floor(x) && std::fabs(x) < kTwo53) return static_cast<uint64_t>(static_cast<int64_t>(x));
  return std::bit_cast<uint64_t>(x);
}

bool numbersOf(const Result& vector, std::vector<double>& out) {
  for (const Result& item : *vector.items) {
    if (item.kind != Result::Kind::number) return false;
    out.push_back(item.number);
  }
  return true;
}

double dot(const std::vector<double>& a, const std::vector<double>& b) {
  double sum = 0;
  for (size_t i = 0; i < a.size(); ++i) sum += a[i] * b[i];
  return sum;
}

}  // namespace

std::string_view describe(const Result& value) {
  switch (value.kind) {
    case Result::Kind::number:
      return "a number";
    case Result::Kind::boolean:
      return "a boolean";
    case Result::Kind::nil:
      return "nil";
    case Result::Kind::text:
      return "a string";
    case Result::Kind::vector:
      return "a vector";
    case Result::Kind::other:
      return "no number";
  }
  return {};
}

bool Evaluator::equal(const Result& a, const Result& b, bool& same) {
  using Exact = Result::Exact;
  if (steps_ > kMaxSteps || budget_ == 0) return false;
  ++steps_, --budget_;
  same = false;
  if (a.kind != b.kind) return true;
  switch (a.kind) {
    case Result::Kind::number:
      if (a.exact == Exact::none || b.exact == Exact::none)
        same = a.number == b.number;
      else
        same = a.bits == b.bits && (a.exact == b.exact || a.bits >> 63 == 0);
      return true;
    case Result::Kind::boolean:
      same = a.boolean == b.boolean;
      return true;
    case Result::Kind::nil:
      same = true;
      return true;
    case Result::Kind::text:
    case Result::Kind::other:
      same = a.text == b.text;
      return true;
    case Result::Kind::vector:
      break;
  }
  if (a.items->size() != b.items->size()) return true;
  same = true;
  for (size_t i = 0; same && i < a.items->size(); ++i) {
    if (!equal((*a.items)[i], (*b.items)[i], same)) return false;
  }
  return true;
}

bool Evaluator::apply(const FunctionInfo& f, const Node& node, std::vector<Result>& args, Result& out) {
  size_t i = 0;
  std::vector<double> numbers;
  for (const Result& arg : args) {
    const char type = f.types[i < f.types.size() ? i : f.types.size() - 1];
    ++i;
    const bool fits = type == 'a' || arg.kind == (type == 'n' ? Result::Kind::number : Result::Kind::vector);
    if (!fits) {
      return fail("number/not-a-number", node.span,
                  cat("(", f.head, " ...) takes a ", type == 'n' ? "number" : "vector", ", but argument ", i, " is ",
                      describe(arg)));
    }
    numbers.push_back(arg.number);
  }
  switch (f.id) {
    case F::add:
    case F::subtract:
    case F::multiply:
      return arithmetic(f.id, node, args, out);
    case F::equal:
    case F::not_equal: {
      bool same = false;
      if (!equal(args[0], args[1], same)) return spend(node, kMaxSteps);
      out = booleanResult(same == (f.id == F::equal));
      return true;
    }
    case F::not_:
      out = booleanResult(!args[0].truthy());
      return true;
    case F::vec2:
    case F::vec3:
    case F::vec4:
      return makeVector(node, std::move(args), out);
    case F::dot:
    case F::cross:
    case F::length:
    case F::normalize:
    case F::distance:
    case F::reflect:
    case F::nth:
    case F::count:
      return vectors(f.id, node, args, out);
    case F::hash:
    case F::rand01:
    case F::rand_range:
    case F::rand_int:
    case F::rand_bool:
    case F::rand_choice:
      return random(f.id, node, args, out);
    default:
      return scalar(f.id, node, numbers, out);
  }
}

// + - * in f64; integers that stay integers are watched for leaving the exact range.
bool Evaluator::arithmetic(F id, const Node&, std::span<const Result> args, Result& out) {
  out = numberResult(id == F::multiply ? 1 : 0);
  out.integral = true;
  bool first = true;
  for (const Result& arg : args) {
    const double x = arg.number;
    if (first)
      out.number = id == F::subtract && args.size() == 1 ? -x : x;
    else if (id == F::add)
      out.number += x;
    else if (id == F::subtract)
      out.number -= x;
    else
      out.number *= x;
    first = false;
    out.integral = out.integral && arg.integral;
    if (out.integral && std::fabs(out.number) > kTwo53 && !inexact_) inexact_ = out.number;
  }
  return true;
}

// Everything over plain numbers.
bool Evaluator::scalar(F id, const Node& node, const std::vector<double>& x, Result& out) {
  double r = 0;
  switch (id) {
    case F::divide:
      r = x[0];
      for (size_t i = 1; i < x.size(); ++i) {
        if (x[i] == 0) return fail("number/divide-by-zero", node.span, "this divides by zero");
        r /= x[i];
      }
      break;
    case F::mod:
      if (x[1] == 0) return fail("number/divide-by-zero", node.span, "this takes the remainder of a division by zero");
      r = floored(x[0], x[1]);
      break;
    case F::less:
      out = booleanResult(x[0] < x[1]);
      return true;
    case F::greater:
      out = booleanResult(x[0] > x[1]);
      return true;
    case F::less_equal:
      out = booleanResult(x[0] <= x[1]);
      return true;
    case F::greater_equal:
      out = booleanResult(x[0] >= x[1]);
      return true;
    case F::lerp:
      r = x[0] + (x[1] - x[0]) * x[2];
      break;
    case F::clamp:
      if (!(x[1] <= x[2]))
        return fail("number/not-a-number", node.span,
                    cat("(clamp ...) has bounds in the wrong order: ", x[1], " and ", x[2]));
      r = clamp(x[0], x[1], x[2]);
      break;
    case F::min:
    case F::max:
      r = x[0];
      for (const double v : x) {
        if (std::isnan(r) || (id == F::min ? v < r : v > r)) r = v;
      }
      break;
    case F::abs:
      r = std::fabs(x[0]);
      break;
    case F::sign:
      r = x[0] > 0 ? 1 : x[0] < 0 ? -1 : x[0];
      break;
    case F::floor:
      r = std::floor(x[0]);
      break;
    case F::ceil:
      r = std::ceil(x[0]);
      break;
    case F::round:
      r = std::round(x[0]);
      break;
    case F::fract:
      r = x[0] - std::floor(x[0]);
      break;
    case F::sqrt:
      r = std::sqrt(x[0]);
      break;
    case F::pow:
      r = math::pow(x[0], x[1]);
      break;
    case F::sin:
      r = math::sin(x[0]);
      break;
    case F::cos:
      r = math::cos(x[0]);
      break;
    case F::tan:
      r = math::tan(x[0]);
      break;
    case F::asin:
      r = math::asin(x[0]);
      break;
    case F::acos:
      r = math::acos(x[0]);
      break;
    case F::atan:
      r = math::atan(x[0]);
      break;
    case F::atan2:
      r = math::atan2(x[0], x[1]);
      break;
    case F::radians:
      r = x[0] * (kPi / 180);
      break;
    case F::degrees:
      r = x[0] * (180 / kPi);
      break;
    case F::pi:
      r = kPi;
      break;
    case F::tau:
      r = 2 * kPi;
      break;
    case F::saturate:
      r = clamp(x[0], 0, 1);
      break;
    case F::step:
      r = x[1] < x[0] ? 0 : 1;
      break;
    case F::smoothstep:
      r = smoothstep(x[0], x[1], x[2]);
      break;
    default:
      return fail("number/not-a-number", node.span, cat("(", node.text, " ...) cannot be evaluated"));
  }
  out = numberResult(r);
  return true;
}

bool Evaluator::vectors(F id, const Node& node, std::span<const Result> args, Result& out) {
  const std::vector<Result>& items = *args[0].items;
  if (id == F::count) {
    out = numberResult(static_cast<double>(items.size()));
    out.integral = true;
    return true;
  }
  if (id == F::nth) {
    const double i = args[1].number;
    if (!(i >= 0 && i < static_cast<double>(items.size())) || i != std::floor(i)) {
      return fail("number/not-a-number", node.span, cat("(nth ...) has no element ", i, " of ", items.size()));
    }
    out = items[static_cast<size_t>(i)];
    return true;
  }
  if (!spend(node, items.size())) return false;
  std::vector<double> a, b;
  if (!numbersOf(args[0], a) || (args.size() > 1 && !numbersOf(args[1], b))) {
    return fail("number/not-a-number", node.span, cat("(", node.text, " ...) takes vectors of numbers"));
  }
  const bool pair = args.size() > 1;
  if (pair && (a.size() != b.size() || (id == F::cross && a.size() != 3) || (id == F::distance && a.empty()))) {
    return fail("number/not-a-number", node.span,
                cat("(", node.text, " ...) cannot take vectors of ", a.size(), " and ", b.size(), " elements"));
  }
  std::vector<double> r;
  switch (id) {
    case F::dot:
      out = numberResult(dot(a, b));
      return true;
    case F::length:
      out = numberResult(std::sqrt(dot(a, a)));
      return true;
    case F::distance:
      for (size_t i = 0; i < a.size(); ++i) a[i] -= b[i];
      out = numberResult(std::sqrt(dot(a, a)));
      return true;
    case F::cross:
      r = {a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]};
      break;
    case F::normalize: {
      const double length = std::sqrt(dot(a, a));
      if (length == 0) return fail("number/not-a-number", node.span, "(normalize ...) of a vector of length zero");
      for (const double v : a) r.push_back(v / length);
      break;
    }
    default: {  // reflect
      const double twice = 2 * dot(a, b);
      for (size_t i = 0; i < a.size(); ++i) r.push_back(a[i] - twice * b[i]);
    }
  }
  std::vector<Result> results;
  for (const double v : r) results.push_back(numberResult(v));
  return makeVector(node, std::move(results), out);
}

bool Evaluator::random(F id, const Node& node, std::span<const Result> args, Result& out) {
  const uint64_t h = mixed(seedOf(args[0].number) + mixed(seedOf(args[1].number)));
  const double r = static_cast<double>(h >> 11) / kTwo53;
  const double low = args.size() > 2 ? args[2].number : 0, high = args.size() > 3 ? args[3].number : 0;
  const auto wrong = [&](std::string_view why) {
    return fail("number/not-a-number", node.span, cat("(", node.text, " ...) ", why));
  };
  if ((id == F::rand_range || id == F::rand_int) && !(low <= high)) return wrong("has bounds in the wrong order");
  switch (id) {
    case F::hash:
      out = numberResult(static_cast<double>(h >> 11));
      return true;
    case F::rand01:
      out = numberResult(r);
      return true;
    case F::rand_range:
      out = numberResult(low + (high - low) * r);
      return true;
    case F::rand_int:
      if (low != std::floor(low) || high != std::floor(high) || std::fabs(low) > kTwo53 || std::fabs(high) > kTwo53) {
        return wrong("takes integer bounds");
      }
      out = numberResult(std::fmin(low + std::floor(r * (high - low + 1)), high));
      return true;
    case F::rand_bool:
      out = booleanResult(r < clamp(low, 0, 1));
      return true;
    default:
      break;
  }
  const std::vector<Result>& items = *args[2].items;
  if (items.empty()) return wrong("chooses from an empty vector");
  const auto n = static_cast<double>(items.size());
  out = items[static_cast<size_t>(std::fmin(std::floor(r * n), n - 1))];
  return true;
}

}  // namespace pngine::schema
