// Look-ups over the tables of this folder.
#include "webgpu/enums.h"

#include <algorithm>
#include <vector>

namespace pngine::webgpu {
namespace {

#define ENUM_BEGIN(Type, doc) constexpr EnumMember k##Type[] = {
#define ENUM_VALUE(Type, ident, text, code) {text, code},
#define ENUM_END(Type) \
  }                    \
  ;
#include "webgpu/enums.def"

// "rgba8unorm_srgb" -> "rgba8unorm-srgb": identifiers and spellings differ in nothing else.
template <size_t N>
struct Spelling {
  char text[N]{};
  constexpr explicit Spelling(const char (&ident)[N]) {
    for (size_t i = 0; i < N; ++i) text[i] = ident[i] == '_' ? '-' : ident[i];
  }
  constexpr std::string_view view() const { return {text, N - 1}; }
};
template <Spelling S>
constexpr std::string_view spelled() {
  return std::string_view{S.text, sizeof(S.text) - 1};
}

// clang-format off: one line a column of the table
constexpr FormatInfo kFormats[] = {
#define FORMAT(ident, code, cls, channels, bytes, depth, stencil, alpha, filt, rend, blend, ms, res, sw, sr, srw, cost, al) \
  {TextureFormat::ident, spelled<Spelling(#ident)>(), ScalarClass::cls, channels, bytes, depth, stencil, alpha,           \
   Capability::filt,     Capability::rend,  Capability::blend,  Capability::ms,    Capability::res,                       \
   Capability::sw,       Capability::sr,    Capability::srw,    cost,              al},
#include "webgpu/formats.def"
};
// clang-format on

constexpr VertexFormatInfo kVertexFormats[] = {
#define VERTEX_FORMAT(ident, text, bytes, components, cls) \
  {VertexFormat::ident, text, bytes, components, ScalarClass::cls},
#include "webgpu/vertex_formats.def"
};

constexpr LimitInfo kLimits[] = {
#define LIMIT(ident, key, member, fallback) {Limit::ident, key, member, fallback},
#include "webgpu/limits.def"
};

bool isColorTarget(const FormatInfo& f) { return !f.isDepthStencil() && f.renderable != Capability::no; }

std::vector<EnumMember> formatMembers(bool color_targets_only) {
  std::vector<EnumMember> out;
  for (const FormatInfo& f : kFormats) {
    if (!color_targets_only || isColorTarget(f)) out.push_back({f.name, static_cast<uint16_t>(f.format)});
  }
  return out;
}

std::vector<EnumMember> vertexFormatMembers() {
  std::vector<EnumMember> out;
  for (const VertexFormatInfo& f : kVertexFormats) out.push_back({f.name, static_cast<uint16_t>(f.format)});
  return out;
}

}  // namespace

std::span<const EnumMember> members(EnumId id) {
  static const std::vector<EnumMember> texture_formats = formatMembers(false);
  static const std::vector<EnumMember> target_formats = formatMembers(true);
  static const std::vector<EnumMember> vertex_formats = vertexFormatMembers();
  switch (id) {
#define ENUM_BEGIN(Type, doc) \
  case EnumId::Type:          \
    return k##Type;
#define ENUM_VALUE(Type, ident, text, code)
#define ENUM_END(Type)
#include "webgpu/enums.def"
    case EnumId::TextureFormat:
      return texture_formats;
    case EnumId::ColorTargetFormat:
      return target_formats;
    case EnumId::VertexFormat:
      return vertex_formats;
  }
  return {};
}

std::string_view describe(EnumId id) {
  switch (id) {
#define ENUM_BEGIN(Type, doc) \
  case EnumId::Type:          \
    return doc;
#define ENUM_VALUE(Type, ident, text, code)
#define ENUM_END(Type)
#include "webgpu/enums.def"
    case EnumId::TextureFormat:
      return "texture format";
    case EnumId::ColorTargetFormat:
      return "color target format";
    case EnumId::VertexFormat:
      return "vertex format";
  }
  return "member";
}

std::optional<uint16_t> codeOf(EnumId id, std::string_view text) {
  for (const EnumMember& m : members(id)) {
    if (m.text == text) return m.code;
  }
  return std::nullopt;
}

std::string_view textOf(EnumId id, uint16_t code) {
  for (const EnumMember& m : members(id)) {
    if (m.code == code) return m.text;
  }
  return {};
}

std::string_view featureOf(Capability capability) {
  switch (capability) {
    case Capability::no:
    case Capability::yes:
    case Capability::unsettled:
      return {};
    case Capability::tier1:
      return "texture-formats-tier1";
    case Capability::tier2:
      return "texture-formats-tier2";
    case Capability::float32_filterable:
      return "float32-filterable";
    case Capability::float32_blendable:
      return "float32-blendable";
    case Capability::rg11b10ufloat_renderable:
      return "rg11b10ufloat-renderable";
    case Capability::bgra8unorm_storage:
      return "bgra8unorm-storage";
    case Capability::depth32float_stencil8:
      return "depth32float-stencil8";
  }
  return {};
}

std::span<const FormatInfo> formats() { return kFormats; }

const FormatInfo* formatInfo(TextureFormat format) {
  const auto at = std::find_if(std::begin(kFormats), std::end(kFormats),
                               [format](const FormatInfo& f) { return f.format == format; });
  return at == std::end(kFormats) ? nullptr : at;
}

const VertexFormatInfo& vertexFormatInfo(VertexFormat format) { return kVertexFormats[static_cast<size_t>(format)]; }

std::span<const LimitInfo> limits() { return kLimits; }

}  // namespace pngine::webgpu
