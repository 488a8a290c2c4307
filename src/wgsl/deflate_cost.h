// How large a text will be once deflated, near enough to choose between two spellings of the same module. The payload
// is deflated by a library that the browser build does not have, and much more slowly than a search for names can bear.
#pragma once
#include <cstdint>
#include <string_view>
#include <vector>

namespace pngine::wgsl {

class DeflateCost {
 public:
  /// Bits, with fractions.
  double of(std::string_view text);

 private:
  void count(std::string_view text);
  uint32_t longestMatch(std::string_view text, uint32_t at, uint32_t& distance) const;

  std::vector<uint32_t> head_, previous_;
  std::vector<uint32_t> literals_, distances_;
  double extra_ = 0;
};

}  // namespace pngine::wgsl
