// Building messages: cat(...) joins pieces, numbers print in their shortest exact form, lists read as prose.
// Exists because std::format costs 190 KB in the browser build of the compiler.
#pragma once
#include <concepts>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

namespace pngine {

std::string toText(int64_t value);
std::string toText(uint64_t value);
/// Shortest decimal that reads back as the same double; integers without a point ("3", "-0.5", "1e+300", "nan", "inf").
std::string toText(double value);

namespace detail {
inline void append(std::string& out, std::string_view piece) { out += piece; }
inline void append(std::string& out, char piece) { out += piece; }
template <class T>
  requires(std::is_arithmetic_v<T> && !std::same_as<T, char> && !std::same_as<T, bool>)
void append(std::string& out, T value) {
  if constexpr (std::floating_point<T>)
    out += toText(static_cast<double>(value));
  else if constexpr (std::signed_integral<T>)
    out += toText(static_cast<int64_t>(value));
  else
    out += toText(static_cast<uint64_t>(value));
}
}  // namespace detail

/// Joins strings, characters and numbers.
template <class... Pieces>
std::string cat(const Pieces&... pieces) {
  std::string out;
  (detail::append(out, pieces), ...);
  return out;
}

/// "a", "a or b", "a, b or c".
std::string listed(std::span<const std::string_view> words, std::string_view last = "or");
/// "1 byte", "2 bytes".
std::string counted(uint64_t n, std::string_view singular, std::string_view plural);

/// Nearest candidates to `word` for "did you mean": Damerau-Levenshtein distance at most 2 (at most 1 for words of
/// three or four characters, none below three), case-insensitive, hyphen, underscore and camel case folded; at most
/// `limit`, nearest first, ties alphabetical.
std::vector<std::string_view> nearest(std::string_view word, std::span<const std::string_view> candidates,
                                      size_t limit = 3);
/// "a word", "an index": the article by the first letter.
std::string withArticle(std::string_view words);
/// "did you mean a or b?" for the nearest candidates, else for those that the word begins or ends as a part between
/// hyphens (clamp of clamp-to-edge), or an empty string.
std::string didYouMean(std::string_view word, std::span<const std::string_view> candidates);

}  // namespace pngine
