// Words of messages, and small facts about kinds of bindings and formats.
#include <algorithm>

#include "program/rule_context.h"

namespace pngine::program {

std::string quoted(std::string_view text) { return cat('`', text, '`'); }

std::string label(const Origin& origin) {
  if (!origin.sugar.empty()) return origin.sugar;
  return origin.name.empty() ? std::string(origin.head) : cat(origin.head, " ", quoted(origin.name));
}

std::string raiseHint(std::span<const std::pair<Limit, uint64_t>> needed) {
  std::string out = "(limits";
  for (const auto& [limit, value] : needed) out += cat(" :", limitInfo(limit).key, " ", value);
  return out + ") would be enough";
}

std::string raiseHint(Limit limit, uint64_t needed) {
  const std::pair<Limit, uint64_t> one[] = {{limit, needed}};
  return raiseHint(one);
}

uint64_t effectiveLimit(const Program& program, Limit limit) {
  const LimitInfo& info = limitInfo(limit);
  const uint64_t asked = program.limit(limit);
  return info.key.starts_with("min-") ? std::min(asked, info.fallback) : std::max(asked, info.fallback);
}

namespace {

bool isWord(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_'; }

// Offset of the first whole word `word` that follows a declaring keyword, else of the first whole word.
size_t findDeclared(std::string_view text, std::string_view word) {
  size_t first = std::string_view::npos;
  for (size_t at = text.find(word); at != std::string_view::npos; at = text.find(word, at + 1)) {
    const size_t end = at + word.size();
    if ((at > 0 && isWord(text[at - 1])) || (end < text.size() && isWord(text[end]))) continue;
    if (first == std::string_view::npos) first = at;
    std::string_view before = text.substr(0, at);
    while (!before.empty() && (before.back() == ' ' || before.back() == '\t')) before.remove_suffix(1);
    for (const std::string_view keyword : {"const", "var", "fn", "override", "struct", "alias", ">"}) {
      if (before.ends_with(keyword)) return at;
    }
  }
  return first;
}

}  // namespace

Span wgslPlace(const ShaderModule& module, std::string_view declared) {
  const size_t at = declared.empty() ? std::string_view::npos : findDeclared(module.authored, declared);
  if (at == std::string_view::npos || at < module.generated_head || !module.code_is_raw) return module.code_span;
  const uint32_t begin = module.code_offset + static_cast<uint32_t>(at) - module.generated_head;
  return {begin, begin + static_cast<uint32_t>(declared.size())};
}

std::string folded(std::string_view text) {
  std::string out;
  for (const char c : text) {
    if (c == '-' || c == '_') continue;
    out += c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
  }
  return out;
}

uint32_t stageBit(wgsl::Stage stage) {
  switch (stage) {
    case wgsl::Stage::vertex:
      return static_cast<uint32_t>(Visibility::vertex);
    case wgsl::Stage::fragment:
      return static_cast<uint32_t>(Visibility::fragment);
    case wgsl::Stage::compute:
      break;
  }
  return static_cast<uint32_t>(Visibility::compute);
}

std::string variable(const wgsl::Binding& b) {
  return cat("shader variable ", quoted(b.name), " at @group(", b.group, ") @binding(", b.binding, ")");
}

std::string_view kindName(wgsl::BindingKind kind) {
  using enum wgsl::BindingKind;
  switch (kind) {
    case uniform:
      return "a uniform buffer";
    case storage_read:
      return "a read-only storage buffer";
    case storage_read_write:
      return "a storage buffer";
    case sampler:
      return "a sampler";
    case sampler_comparison:
      return "a comparison sampler";
    case texture_sampled:
      return "a sampled texture";
    case texture_multisampled:
      return "a multisampled texture";
    case texture_depth:
      return "a depth texture";
    case texture_depth_multisampled:
      return "a multisampled depth texture";
    case texture_storage:
      return "a storage texture";
    case texture_external:
      return "an external texture";
  }
  return "a resource";
}

std::string_view className(ScalarClass scalar) {
  switch (scalar) {
    case ScalarClass::float_:
      return "float";
    case ScalarClass::sint:
      return "signed integer";
    case ScalarClass::uint:
      return "unsigned integer";
    case ScalarClass::none:
      break;
  }
  return "depth or stencil";
}

bool isBufferKind(wgsl::BindingKind kind) { return kind <= wgsl::BindingKind::storage_read_write; }
bool isSamplerKind(wgsl::BindingKind kind) {
  return kind == wgsl::BindingKind::sampler || kind == wgsl::BindingKind::sampler_comparison;
}
bool isTextureKind(wgsl::BindingKind kind) { return !isBufferKind(kind) && !isSamplerKind(kind); }

bool formatsDiffer(TextureFormat a, TextureFormat b) {
  if (a == b) return false;
  const TextureFormat other = a == TextureFormat::preferred_canvas_format ? b : a;
  if (a != TextureFormat::preferred_canvas_format && b != TextureFormat::preferred_canvas_format) return true;
  return other != TextureFormat::bgra8unorm && other != TextureFormat::rgba8unorm;
}

std::string_view withoutSrgb(TextureFormat format) {
  std::string_view text = name(format);
  constexpr std::string_view kSuffix = "-srgb";
  if (text.ends_with(kSuffix)) text.remove_suffix(kSuffix.size());
  return text;
}

}  // namespace pngine::program
