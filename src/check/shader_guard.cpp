// One pass over the bytes; no tokens are built, since a text that is too deep must be refused before anything recurses.
#include "check/shader_guard.h"

#include <algorithm>
#include <array>

#include "base/text.h"

namespace pngine::check {
namespace {

bool isWord(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_'; }

/// Offset behind the comment that begins at `at`, or `at` when none does. Block comments nest.
size_t behindComment(std::string_view text, size_t at) {
  if (text.substr(at, 2) == "//") return std::min(text.size(), text.find('\n', at));
  if (text.substr(at, 2) != "/*") return at;
  uint32_t depth = 0;
  do {
    const std::string_view two = text.substr(at, 2);
    if (two == "/*") ++depth;
    if (two == "*/") --depth;
    at += two == "/*" || two == "*/" ? 2 : 1;
  } while (depth != 0 && at < text.size());
  return at;
}

// WGSL that the pinned library does not know. Texel formats count as such only here: a name of the kind is hardly used
// for anything else.
constexpr auto kNewerWords = std::to_array<std::string_view>({
    "primitive_index",
    "r8unorm",
    "r8snorm",
    "r8uint",
    "r8sint",
    "rg8unorm",
    "rg8snorm",
    "rg8uint",
    "rg8sint",
    "r16unorm",
    "r16snorm",
    "r16uint",
    "r16sint",
    "r16float",
    "rg16unorm",
    "rg16snorm",
    "rg16uint",
    "rg16sint",
    "rg16float",
    "rgba16unorm",
    "rgba16snorm",
    "rgb10a2unorm",
    "rgb10a2uint",
    "rg11b10ufloat",
    // names that `requires` takes
    "sized_binding_array",
    "subgroup_id",
    "subgroup_uniformity",
    "uniform_buffer_standard_layout",
    "immediate_address_space",
    "texture_and_sampler_let",
    "texture_formats_tier1",
    "linear_indexing",
});

/// Counts how deep brackets and type templates nest. A < opens a template only after a name that takes one, so that
/// comparisons never count; a bracket that closes or a ; ends the templates opened inside it.
class NestingScan {
 public:
  explicit NestingScan(std::string_view text) : text_(text) {}

  /// Offset of the first byte that is too deep, or npos.
  size_t tooDeep() {
    while (at_ < text_.size()) {
      if (const size_t behind = behindComment(text_, at_); behind != at_) {
        at_ = behind;
        continue;
      }
      if (!step(text_[at_])) return at_;
      ++at_;
    }
    return std::string_view::npos;
  }

 private:
  bool step(char c) {
    if (c == '(' || c == '[' || c == '{') return ++brackets_, templates_ + brackets_ <= kMaxShaderNesting;
    if (c == '<' && afterTemplateName()) return ++templates_, templates_ + brackets_ <= kMaxShaderNesting;
    if (c == '>' && templates_ != 0) --templates_;
    if ((c == ')' || c == ']' || c == '}') && brackets_ != 0) --brackets_;
    if (c == ';' || c == '}') templates_ = 0;
    return true;
  }

  bool afterTemplateName() const {
    size_t end = at_;
    while (end != 0 && (text_[end - 1] == ' ' || text_[end - 1] == '\t' || text_[end - 1] == '\n')) --end;
    size_t begin = end;
    while (begin != 0 && isWord(text_[begin - 1])) --begin;
    const std::string_view name = text_.substr(begin, end - begin);
    return name == "array" || name == "ptr" || name == "atomic" || name == "bitcast" || name.starts_with("vec") ||
           name.starts_with("mat") || name.starts_with("texture_");
  }

  std::string_view text_;
  size_t at_ = 0;
  uint32_t brackets_ = 0;
  uint32_t templates_ = 0;
};

ShaderMessage messageAt(std::string_view wgsl, size_t offset, std::string text) {
  const std::string_view before = wgsl.substr(0, offset);
  const size_t line_start = before.rfind('\n') == std::string_view::npos ? 0 : before.rfind('\n') + 1;
  return {ShaderMessage::Kind::error, static_cast<uint32_t>(1 + std::count(before.begin(), before.end(), '\n')),
          static_cast<uint32_t>(1 + offset - line_start), 1, std::move(text)};
}

}  // namespace

std::optional<ShaderMessage> refuseShader(std::string_view wgsl) {
  if (wgsl.size() > kMaxShaderBytes) {
    return ShaderMessage{ShaderMessage::Kind::error, 0, 0, 0,
                         cat("shader text has ", wgsl.size(), " bytes, at most ", kMaxShaderBytes, " are accepted")};
  }
  if (const size_t nul = wgsl.find('\0'); nul != std::string_view::npos) {
    return messageAt(wgsl, nul, "shader text contains a NUL character");
  }
  if (const size_t deep = NestingScan(wgsl).tooDeep(); deep != std::string_view::npos) {
    return messageAt(wgsl, deep, cat("shader text nests deeper than ", kMaxShaderNesting, " levels"));
  }
  return std::nullopt;
}

std::string_view newerThanLibrary(std::string_view wgsl) {
  size_t at = 0;
  while (at < wgsl.size()) {
    if (const size_t behind = behindComment(wgsl, at); behind != at) {
      at = behind;
      continue;
    }
    const size_t begin = at;
    while (at < wgsl.size() && isWord(wgsl[at])) ++at;
    const std::string_view word = wgsl.substr(begin, at - begin);
    if (word.empty())
      ++at;
    else if (std::find(kNewerWords.begin(), kNewerWords.end(), word) != kNewerWords.end())
      return word;
  }
  return {};
}

}  // namespace pngine::check
