// Matches as a deflater finds them (hash chains, one step of laziness), then the entropy of the symbols they leave.
#include "wgsl/deflate_cost.h"

#include <algorithm>
#include <bit>
#include <cmath>

namespace pngine::wgsl {
namespace {

constexpr uint32_t kHashBits = 13;
constexpr uint32_t kNone = 0xFFFFFFFF;
constexpr uint32_t kLongest = 258, kShortest = 3, kWindow = 32768, kChain = 32;
constexpr double kBitsPerCode = 3;  ///< what the header spends on the length of each code that occurs

uint32_t hashAt(std::string_view t, uint32_t at) {
  const auto byte = [&](uint32_t i) { return static_cast<uint32_t>(static_cast<unsigned char>(t[at + i])); };
  return ((byte(0) | byte(1) << 8 | byte(2) << 16) * 2654435761u) >> (32 - kHashBits);
}

/// Code of a length or distance: four buckets to each power of two for lengths, two for distances, as in the format.
uint32_t bucket(uint32_t value, uint32_t fraction, double& extra) {
  const auto top = static_cast<uint32_t>(std::bit_width(value));
  if (top <= fraction + 1) return value;
  const uint32_t bits = top - 1 - fraction;
  extra += bits;
  return (bits << fraction) + (value >> bits);
}

double entropy(const std::vector<uint32_t>& counts) {
  double total = 0, bits = 0;
  for (const uint32_t n : counts) total += n;
  for (const uint32_t n : counts) {
    if (n > 0) bits += n * std::log2(total / n) + kBitsPerCode;
  }
  return bits;
}

}  // namespace

uint32_t DeflateCost::longestMatch(std::string_view t, uint32_t at, uint32_t& distance) const {
  const auto size = static_cast<uint32_t>(t.size());
  if (at + kShortest > size) return 0;
  const uint32_t limit = std::min(kLongest, size - at);
  uint32_t best = 0, tries = kChain;
  for (uint32_t from = head_[hashAt(t, at)]; from != kNone && at - from <= kWindow && tries-- > 0;
       from = previous_[from]) {
    if (best > 0 && (best >= limit || t[from + best] != t[at + best])) continue;
    uint32_t n = 0;
    while (n < limit && t[from + n] == t[at + n]) ++n;
    if (n > best) {
      best = n;
      distance = at - from;
    }
  }
  return best >= kShortest ? best : 0;
}

void DeflateCost::count(std::string_view t) {
  const auto size = static_cast<uint32_t>(t.size());
  const auto enter = [&](uint32_t i) {
    if (i + kShortest > size) return;
    const uint32_t h = hashAt(t, i);
    previous_[i] = head_[h];
    head_[h] = i;
  };
  for (uint32_t at = 0; at < size;) {
    uint32_t distance = 0, later = 0;
    const uint32_t n = longestMatch(t, at, distance);
    enter(at);
    if (n == 0 || (at + 1 < size && longestMatch(t, at + 1, later) > n)) {
      ++literals_[static_cast<unsigned char>(t[at++])];
      continue;
    }
    ++literals_[256 + bucket(n - kShortest, 2, extra_)];
    ++distances_[bucket(distance - 1, 1, extra_)];
    for (uint32_t i = at + 1; i < at + n; ++i) enter(i);
    at += n;
  }
}

double DeflateCost::of(std::string_view text) {
  head_.assign(size_t{1} << kHashBits, kNone);
  previous_.assign(text.size(), kNone);
  literals_.assign(320, 0);
  distances_.assign(64, 0);
  extra_ = 0;
  count(text);
  return extra_ + entropy(literals_) + entropy(distances_);
}

}  // namespace pngine::wgsl
