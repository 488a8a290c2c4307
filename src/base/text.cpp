// Number printing, word lists and spelling suggestions.
#include "base/text.h"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>

namespace pngine {

std::string toText(uint64_t value) {
  char digits[20];
  size_t n = 0;
  do digits[n++] = static_cast<char>('0' + value % 10);
  while (value /= 10);
  return {std::reverse_iterator(digits + n), std::reverse_iterator(digits)};
}

std::string toText(int64_t value) {
  if (value >= 0) return toText(static_cast<uint64_t>(value));
  return "-" + toText(uint64_t{0} - static_cast<uint64_t>(value));
}

std::string toText(double value) {
  if (std::isnan(value)) return "nan";
  if (std::isinf(value)) return value < 0 ? "-inf" : "inf";
  if (value == std::trunc(value) && std::fabs(value) < 1e15) {
    if (value == 0) return std::signbit(value) ? "-0" : "0";
    return toText(static_cast<int64_t>(value));
  }
  char buffer[40];
  for (int digits = 15; digits <= 17; ++digits) {
    std::snprintf(buffer, sizeof buffer, "%.*g", digits, value);
    if (std::strtod(buffer, nullptr) == value) break;
  }
  return buffer;
}

std::string listed(std::span<const std::string_view> words, std::string_view last) {
  std::string out;
  for (size_t i = 0; i < words.size(); ++i) {
    if (i != 0) out += i + 1 == words.size() ? cat(" ", last, " ") : ", ";
    out += words[i];
  }
  return out;
}

std::string counted(uint64_t n, std::string_view singular, std::string_view plural) {
  return cat(n, " ", n == 1 ? singular : plural);
}

namespace {

// Lower case with separators removed, so that arrayStride, array_stride and array-stride are one word.
std::string folded(std::string_view word) {
  std::string out;
  for (const char c : word) {
    if (c == '-' || c == '_') continue;
    out += c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
  }
  return out;
}

// Optimal string alignment distance: insert, delete, replace, swap of neighbours, each 1.
size_t distance(std::string_view a, std::string_view b) {
  std::vector<size_t> before(b.size() + 1), previous(b.size() + 1), row(b.size() + 1);
  for (size_t j = 0; j <= b.size(); ++j) previous[j] = j;
  for (size_t i = 1; i <= a.size(); ++i) {
    row[0] = i;
    for (size_t j = 1; j <= b.size(); ++j) {
      const size_t replace = previous[j - 1] + (a[i - 1] == b[j - 1] ? 0 : 1);
      row[j] = std::min({previous[j] + 1, row[j - 1] + 1, replace});
      if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1]) row[j] = std::min(row[j], before[j - 2] + 1);
    }
    std::swap(before, previous);
    std::swap(previous, row);
  }
  return previous[b.size()];
}

}  // namespace

std::vector<std::string_view> nearest(std::string_view word, std::span<const std::string_view> candidates,
                                      size_t limit) {
  const std::string wanted = folded(word);
  if (wanted.size() < 3 || wanted.size() > 64) return {};
  const size_t allowed = wanted.size() <= 4 ? 1 : 2;
  std::vector<std::pair<size_t, std::string_view>> found;
  for (const std::string_view candidate : candidates) {
    const std::string other = folded(candidate);
    const size_t gap = wanted.size() > other.size() ? wanted.size() - other.size() : other.size() - wanted.size();
    if (gap > allowed || candidate == word) continue;
    if (const size_t d = distance(wanted, other); d <= allowed) found.emplace_back(d, candidate);
  }
  std::sort(found.begin(), found.end());
  found.erase(std::unique(found.begin(), found.end()), found.end());
  std::vector<std::string_view> out;
  for (size_t i = 0; i < found.size() && i < limit; ++i) out.push_back(found[i].second);
  return out;
}

namespace {

// Candidates that begin with the word, or of which it is the last part between hyphens; none when they are many.
std::vector<std::string_view> partsOf(std::string_view word, std::span<const std::string_view> candidates) {
  constexpr size_t kLeast = 4, kMost = 3;
  std::vector<std::string_view> out;
  if (word.size() < kLeast) return out;
  const std::string tail = cat("-", word);
  for (const std::string_view c : candidates) {
    if (c != word && (c.starts_with(word) || c.ends_with(tail))) out.push_back(c);
  }
  std::sort(out.begin(), out.end());
  out.erase(std::unique(out.begin(), out.end()), out.end());
  if (out.size() > kMost) out.clear();
  return out;
}

}  // namespace

std::string withArticle(std::string_view words) { return cat(words.find_first_of("aeiou") == 0 ? "an " : "a ", words); }

std::string didYouMean(std::string_view word, std::span<const std::string_view> candidates) {
  auto close = nearest(word, candidates);
  if (close.empty()) close = partsOf(word, candidates);
  return close.empty() ? std::string{} : cat("did you mean ", listed(close), "?");
}

}  // namespace pngine
