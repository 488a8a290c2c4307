// Line starts and the columns derived from them.
#include "base/span.h"

#include <algorithm>

namespace pngine {

LineIndex::LineIndex(std::string_view text) : text_(text) {
  starts_.push_back(0);
  for (size_t i = 0; i < text.size(); ++i) {
    const bool lone_cr = text[i] == '\r' && (i + 1 == text.size() || text[i + 1] != '\n');
    if (text[i] == '\n' || lone_cr) starts_.push_back(static_cast<uint32_t>(i + 1));
  }
}

LineColumn LineIndex::at(uint32_t offset) const {
  offset = std::min(offset, static_cast<uint32_t>(text_.size()));
  const auto next = std::upper_bound(starts_.begin(), starts_.end(), offset);
  const uint32_t line = static_cast<uint32_t>(next - starts_.begin());
  const uint32_t start = starts_[line - 1];
  // Findings come sorted by place: go on from the last one, or a long line with many of them costs its square.
  const bool onward = known_.offset >= start && known_.offset <= offset;
  uint32_t utf16 = onward ? known_.utf16 : 1;
  for (uint32_t i = onward ? known_.offset : start; i < offset; ++i) {
    const auto byte = static_cast<unsigned char>(text_[i]);
    if (byte >= 0xF0)
      utf16 += 2;  // four UTF-8 bytes are a surrogate pair
    else if ((byte & 0xC0) != 0x80)
      utf16 += 1;
  }
  known_ = {offset, utf16};
  return {line, offset - start + 1, utf16};
}

uint32_t LineIndex::lineOf(uint32_t offset) const {
  return static_cast<uint32_t>(std::upper_bound(starts_.begin(), starts_.end(), offset) - starts_.begin());
}

uint32_t LineIndex::lineStart(uint32_t number) const {
  if (number == 0 || number > starts_.size()) return static_cast<uint32_t>(text_.size());
  return starts_[number - 1];
}

std::string_view LineIndex::line(uint32_t number) const {
  if (number == 0 || number > starts_.size()) return {};
  const size_t begin = starts_[number - 1];
  size_t end = number < starts_.size() ? starts_[number] : text_.size();
  while (end > begin && (text_[end - 1] == '\n' || text_[end - 1] == '\r')) --end;
  return text_.substr(begin, end - begin);
}

}  // namespace pngine
