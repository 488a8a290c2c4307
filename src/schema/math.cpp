// Double-double arithmetic after Dekker and Knuth (two-sum, two-product by splitting), and on top of it Taylor series
// after range reduction. No fused multiply-add and no library function but sqrt, floor and fabs, which IEEE 754 fixes.
#include "schema/math.h"

#include <bit>
#include <cmath>
#include <cstdint>
#include <limits>

namespace pngine::math {

namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();
constexpr double kNaN = std::numeric_limits<double>::quiet_NaN();

/// Unevaluated sum of two doubles, |lo| at most half a unit in the last place of hi.
struct Dd {
  double hi = 0, lo = 0;
};

constexpr Dd kPi = {0x1.921fb54442d18p+1, 0x1.1a62633145c07p-53};
constexpr Dd kHalfPi = {0x1.921fb54442d18p+0, 0x1.1a62633145c07p-54};
constexpr Dd kLn2 = {0x1.62e42fefa39efp-1, 0x1.abc9e3b39803fp-56};

Dd quickSum(double a, double b) {  // |a| >= |b|
  const double s = a + b;
  return {s, b - (s - a)};
}
Dd twoSum(double a, double b) {
  const double s = a + b, t = s - a;
  return {s, (a - (s - t)) + (b - t)};
}
Dd twoProduct(double a, double b) {
  constexpr double kSplit = 134217729;  // 2^27 + 1
  const double p = a * b;
  const double ta = kSplit * a, ah = ta - (ta - a), al = a - ah;
  const double tb = kSplit * b, bh = tb - (tb - b), bl = b - bh;
  return {p, ((ah * bh - p) + ah * bl + al * bh) + al * bl};
}
Dd operator-(Dd a) { return {-a.hi, -a.lo}; }
Dd operator+(Dd a, Dd b) {
  const Dd s = twoSum(a.hi, b.hi), t = twoSum(a.lo, b.lo);
  const Dd u = quickSum(s.hi, s.lo + t.hi);
  return quickSum(u.hi, u.lo + t.lo);
}
Dd operator-(Dd a, Dd b) { return a + -b; }
Dd operator*(Dd a, Dd b) {
  const Dd p = twoProduct(a.hi, b.hi);
  return quickSum(p.hi, p.lo + (a.hi * b.lo + a.lo * b.hi));
}
Dd operator/(Dd a, Dd b) {
  const double q1 = a.hi / b.hi;
  Dd r = a - b * Dd{q1, 0};
  const double q2 = r.hi / b.hi;
  r = r - b * Dd{q2, 0};
  const double q3 = r.hi / b.hi;
  return quickSum(q1, q2) + Dd{q3, 0};
}
Dd squareRoot(Dd a) {
  if (a.hi <= 0) return {};
  const double root = std::sqrt(a.hi);
  const Dd error = a - twoProduct(root, root);
  return quickSum(root, error.hi / (2 * root));
}
double rounded(Dd a) { return a.hi + a.lo; }

// 2^n for normal results.
double powerOfTwo(int n) { return std::bit_cast<double>(static_cast<uint64_t>(n + 1023) << 52); }

// a * 2^n, rounded once even when the result is subnormal.
double scaled(Dd a, int n) {
  if (n > 1000) return rounded(a) * powerOfTwo(1000) * powerOfTwo(n - 1000 > 1023 ? 1023 : n - 1000);
  if (n >= -960) return rounded(a) * powerOfTwo(n);
  // Round to the 2^-1074 grid by adding and taking away a number whose last place is that grid, scaled up.
  const double step = powerOfTwo(-1074 - n + 52) * 1.5;  // last place of step = 2^(-1074 - n)
  const double magnitude = std::fabs(a.hi);
  if (magnitude >= powerOfTwo(-1022 - n)) return rounded(a) * powerOfTwo(-960) * powerOfTwo(n + 960);
  const Dd sum = twoSum(step, a.hi);
  double grid = sum.hi - step;
  const double rest = sum.lo + a.lo, half = powerOfTwo(-1075 - n);
  if (rest > half)
    grid += 2 * half;
  else if (rest < -half)
    grid -= 2 * half;
  return grid * powerOfTwo(-960) * powerOfTwo(n + 960 < -1022 ? -1022 : n + 960);
}

// exp of a double-double; |x.hi| below 800.
double expDd(Dd x) {
  if (x.hi > 709.79) return kInfinity;
  if (x.hi < -745.2) return 0;
  const double k = std::floor(x.hi / kLn2.hi + 0.5);
  Dd r = x - kLn2 * Dd{k, 0};
  r = {r.hi / 512, r.lo / 512};
  // expm1 by Taylor, then (1 + s)^2 - 1 = 2 s + s^2, nine times: keeps the relative precision of small values
  Dd term = r, sum = r;
  for (int i = 2; i <= 12; ++i) {
    term = term * r / Dd{static_cast<double>(i), 0};
    sum = sum + term;
  }
  for (int i = 0; i < 9; ++i) sum = sum + sum + sum * sum;
  return scaled(sum + Dd{1, 0}, static_cast<int>(k));
}

// log of a positive, finite double.
Dd logDd(double x) {
  int e = 0;
  if (x < 0x1p-1022) {
    x *= 0x1p54;
    e = -54;
  }
  const uint64_t bits = std::bit_cast<uint64_t>(x);
  e += static_cast<int>(bits >> 52) - 1023;
  double m = std::bit_cast<double>((bits & 0xFFFFFFFFFFFFF) | 0x3FF0000000000000);
  if (m > 1.4142135623730951) {
    m /= 2;
    ++e;
  }
  // 2 atanh((m - 1) / (m + 1)); m - 1 is exact, m + 1 is not
  const Dd s = Dd{m - 1, 0} / twoSum(m, 1);
  const Dd square = s * s;
  Dd power = s, sum = s;
  for (int i = 3; i <= 47; i += 2) {
    power = power * square;
    sum = sum + power / Dd{static_cast<double>(i), 0};
  }
  return kLn2 * Dd{static_cast<double>(e), 0} + sum + sum;
}

// Bits of 2/pi behind the binary point.
constexpr uint64_t kTwoOverPi[] = {0xA2F9836E4E441529, 0xFC2757D1F534DDC0, 0xDB6295993C439041, 0xFE5163ABDEBBC561,
                                   0xB7246E3A424DD2E0, 0x06492EEA09D1921C, 0xFE1DEB1CB129A73E, 0xE88235F52EBB4484,
                                   0xE99C7026B45F7E41, 0x3991D639835339F4, 0x9C845F8BBDF9283B, 0x1FF897FFDE05980F,
                                   0xEF2F118B5A0A6D1F, 0x6D367ECF27CB09B7, 0x4F463F669E5FEA2D, 0x7527BAC7EBE5F17B,
                                   0x3D0739F78A5292EA, 0x6BFB5FB11F8D5D08, 0x56033046FC7B6BAB, 0xF0CFBC209AF4361D,
                                   0xA9E391615EE61B08};

struct Reduced {
  Dd rest;            ///< in [-pi/4, pi/4]
  unsigned quadrant;  ///< x = rest + quadrant * pi/2, modulo 2 pi
};

// Payne and Hanek: x * 2/pi by integers, with just the bits of 2/pi that matter.
Reduced reduce(double x) {
  const double magnitude = std::fabs(x);
  if (magnitude < 0.78) return {{x, 0}, 0};
  const uint64_t bits = std::bit_cast<uint64_t>(magnitude);
  const uint64_t mantissa = (bits & 0xFFFFFFFFFFFFF) | 0x10000000000000;
  const int exponent = static_cast<int>(bits >> 52) - 1075;  // magnitude = mantissa * 2^exponent
  const int skip = exponent > 2 ? exponent - 2 : 0;          // leading bits of 2/pi that give multiples of 4
  const int fraction = exponent > 2 ? 254 : 256 - exponent;  // bits of the product behind the point
  uint64_t product[5] = {};                                  // mantissa * 256 bits of 2/pi, least word first
  unsigned __int128 carry = 0;
  for (int i = 0; i < 4; ++i) {
    const int at = skip + 64 * (3 - i), word = at / 64, shift = at % 64;
    const uint64_t window =
        shift == 0 ? kTwoOverPi[word] : kTwoOverPi[word] << shift | kTwoOverPi[word + 1] >> (64 - shift);
    carry += static_cast<unsigned __int128>(mantissa) * window;
    product[i] = static_cast<uint64_t>(carry);
    carry >>= 64;
  }
  product[4] = static_cast<uint64_t>(carry);
  const auto bit = [&](int at) { return static_cast<unsigned>(product[at / 64] >> (at % 64) & 1); };
  unsigned quadrant = bit(fraction) | (fraction + 1 < 320 ? bit(fraction + 1) << 1 : 0);
  const bool above_half = bit(fraction - 1) != 0;
  Dd sum;
  for (int i = 4; i >= 0; --i) {
    uint64_t word = product[i];
    if (64 * i >= fraction) continue;
    if (64 * (i + 1) > fraction) word &= (uint64_t{1} << (fraction - 64 * i)) - 1;
    if (above_half) {  // take 1 - fraction: complement now, the missing unit is far below the precision
      word = ~word;
      if (64 * (i + 1) > fraction) word &= (uint64_t{1} << (fraction - 64 * i)) - 1;
    }
    const double scale_high = powerOfTwo(64 * i + 32 - fraction), scale_low = powerOfTwo(64 * i - fraction);
    sum = sum + Dd{static_cast<double>(word >> 32) * scale_high, 0};
    sum = sum + Dd{static_cast<double>(word & 0xFFFFFFFF) * scale_low, 0};
  }
  Dd rest = sum * kHalfPi;
  if (above_half) {
    rest = -rest;
    ++quadrant;
  }
  if (x < 0) return {-rest, (0u - quadrant) & 3};
  return {rest, quadrant & 3};
}

// first + first * r2 / (n (n+1)) ..., alternating: the common shape of both series
Dd alternating(Dd first, Dd square, int n) {
  Dd term = first, sum = first;
  for (int i = n; i < n + 28; i += 2) {
    term = -(term * square / Dd{static_cast<double>(i * (i + 1)), 0});
    sum = sum + term;
  }
  return sum;
}
Dd sinSeries(Dd r) { return alternating(r, r * r, 2); }
Dd cosSeries(Dd r) { return alternating({1, 0}, r * r, 1); }

Dd sinDd(const Reduced& x) {
  const Dd value = x.quadrant & 1 ? cosSeries(x.rest) : sinSeries(x.rest);
  return x.quadrant & 2 ? -value : value;
}
Dd cosDd(const Reduced& x) {
  const Dd value = x.quadrant & 1 ? sinSeries(x.rest) : cosSeries(x.rest);
  return x.quadrant == 1 || x.quadrant == 2 ? -value : value;
}

// atan for 0 <= x <= 1: the argument is halved three times, then the series.
Dd atanDd(Dd x) {
  for (int i = 0; i < 3; ++i) x = x / (Dd{1, 0} + squareRoot(Dd{1, 0} + x * x));
  const Dd square = x * x;
  Dd power = x, sum = x;
  for (int i = 3; i <= 37; i += 2) {
    power = -(power * square);
    sum = sum + power / Dd{static_cast<double>(i), 0};
  }
  return {sum.hi * 8, sum.lo * 8};
}

// Angle of (x, y) with finite y >= 0, not both zero.
double angle(Dd y, Dd x) {
  const bool left = x.hi < 0 || (x.hi == 0 && std::signbit(x.hi));
  if (left) x = -x;
  Dd a = y.hi <= x.hi ? atanDd(y / x) : kHalfPi - atanDd(x / y);
  if (left) a = kPi - a;
  return rounded(a);
}

bool isOddInteger(double y) { return std::fabs(y) < 0x1p53 && y == std::floor(y) && std::floor(y / 2) * 2 != y; }

}  // namespace

double exp(double x) {
  if (std::isnan(x)) return x;
  if (x > 800) return kInfinity;
  if (x < -800) return 0;
  return expDd({x, 0});
}

double log(double x) {
  if (std::isnan(x) || x < 0) return kNaN;
  if (x == 0) return -kInfinity;
  if (x == kInfinity) return x;
  return rounded(logDd(x));
}

double pow(double base, double exponent) {
  if (exponent == 0 || base == 1) return 1;
  if (std::isnan(base) || std::isnan(exponent)) return kNaN;
  const bool odd = isOddInteger(exponent);
  const double magnitude = std::fabs(base);
  if (std::isinf(exponent)) {
    if (magnitude == 1) return 1;
    return (magnitude > 1) == (exponent > 0) ? kInfinity : 0;
  }
  const bool negative = odd && std::signbit(base);
  if (base == 0 || std::isinf(base)) {
    const double value = (base == 0) == (exponent < 0) ? kInfinity : 0;
    return negative ? -value : value;
  }
  if (base < 0 && exponent != std::floor(exponent)) return kNaN;
  const Dd l = logDd(magnitude);
  double value = 1;
  if (std::fabs(l.hi * exponent) > 800)
    value = l.hi * exponent > 0 ? kInfinity : 0;
  else if (std::fabs(exponent) > 0x1p-900)
    value = expDd(l * Dd{exponent, 0});
  return negative ? -value : value;
}

double sin(double x) {
  if (!std::isfinite(x)) return kNaN;
  return std::fabs(x) < 0x1p-27 ? x : rounded(sinDd(reduce(x)));
}

double cos(double x) {
  if (!std::isfinite(x)) return kNaN;
  return std::fabs(x) < 0x1p-27 ? 1 : rounded(cosDd(reduce(x)));
}

double tan(double x) {
  if (!std::isfinite(x)) return kNaN;
  if (std::fabs(x) < 0x1p-27) return x;
  const Reduced r = reduce(x);
  return rounded(sinDd(r) / cosDd(r));
}

double atan2(double y, double x) {
  if (std::isnan(x) || std::isnan(y)) return kNaN;
  const double sign = std::signbit(y) ? -1 : 1;
  y = std::fabs(y);
  if (std::isinf(x) || std::isinf(y)) {
    if (!std::isinf(y)) return sign * (x > 0 ? 0 : kPi.hi);
    return sign * (!std::isinf(x) ? kHalfPi.hi : rounded(kPi * Dd{x > 0 ? 0.25 : 0.75, 0}));
  }
  if (y == 0) return sign * (std::signbit(x) ? kPi.hi : 0);
  if (x == 0) return sign * kHalfPi.hi;
  // Far apart the quotient is the angle, or nothing beside pi or pi/2.
  const double ratio = y / std::fabs(x);
  if (ratio < 0x1p-60) return sign * (x > 0 ? ratio : kPi.hi);
  if (ratio > 0x1p110) return sign * kHalfPi.hi;
  const double largest = std::fmax(y, std::fabs(x));
  const double scale = largest > 0x1p900 ? 0x1p-200 : largest < 0x1p-800 ? 0x1p200 : 1;
  return sign * angle({y * scale, 0}, {x * scale, 0});
}

double atan(double x) { return atan2(x, 1); }

double asin(double x) {
  if (std::isnan(x) || std::fabs(x) > 1) return kNaN;
  if (std::fabs(x) < 0x1p-27) return x;
  const double a = angle({std::fabs(x), 0}, squareRoot(twoSum(1, -x) * twoSum(1, x)));
  return x < 0 ? -a : a;
}

double acos(double x) {
  if (std::isnan(x) || std::fabs(x) > 1) return kNaN;
  if (x == 1) return 0;
  if (x == -1) return kPi.hi;
  return angle(squareRoot(twoSum(1, -x) * twoSum(1, x)), {x, 0});
}

}  // namespace pngine::math
