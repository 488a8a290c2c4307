// C++ face of the .def tables of this folder: enumerations, texture and vertex formats with their capabilities, limits.
// These are facts of WebGPU that the compiler, the players and the generated TypeScript share.
#pragma once
#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace pngine::webgpu {

#define ENUM_BEGIN(Type, doc) enum class Type : uint16_t {
#define ENUM_VALUE(Type, ident, text, code) ident = code,
#define ENUM_END(Type) \
  }                    \
  ;
#include "webgpu/enums.def"

/// Texture formats; the value is the code of the binary descriptors.
enum class TextureFormat : uint16_t {
#define FORMAT(ident, code, ...) ident = code,
#include "webgpu/formats.def"
};

/// Vertex formats in the order of vertex_formats.def; they travel as text.
enum class VertexFormat : uint16_t {
#define VERTEX_FORMAT(ident, ...) ident,
#include "webgpu/vertex_formats.def"
};

/// Device limits in the order of limits.def.
enum class Limit : uint16_t {
#define LIMIT(ident, ...) ident,
#include "webgpu/limits.def"
};

/// One member of an enumeration: how SJON spells it, and its code or bit.
struct EnumMember {
  std::string_view text;
  uint16_t code;
};

/// An enumeration seen at run time; `EnumId` names the table.
enum class EnumId : uint8_t {
#define ENUM_BEGIN(Type, doc) Type,
#define ENUM_VALUE(Type, ident, text, code)
#define ENUM_END(Type)
#include "webgpu/enums.def"
  TextureFormat,
  ColorTargetFormat,  ///< TextureFormat without depth and stencil formats and rgb9e5ufloat
  VertexFormat,
};

/// The members in table order; for formats the spelling is WebGPU's ("rgba8unorm-srgb"), also
/// "preferred-canvas-format".
std::span<const EnumMember> members(EnumId id);
/// What one member of the enumeration is called in a message, e.g. "buffer usage".
std::string_view describe(EnumId id);
/// Code of a spelling.
std::optional<uint16_t> codeOf(EnumId id, std::string_view text);
/// Spelling of a code; empty when the table has none.
std::string_view textOf(EnumId id, uint16_t code);

template <class E>
constexpr EnumId idOf();
#define ENUM_BEGIN(Type, doc)     \
  template <>                     \
  constexpr EnumId idOf<Type>() { \
    return EnumId::Type;          \
  }
#define ENUM_VALUE(Type, ident, text, code)
#define ENUM_END(Type)
#include "webgpu/enums.def"
template <>
constexpr EnumId idOf<TextureFormat>() {
  return EnumId::TextureFormat;
}
template <>
constexpr EnumId idOf<VertexFormat>() {
  return EnumId::VertexFormat;
}

/// Spelling of a member, e.g. "clamp-to-edge"; empty for a value outside the table.
template <class E>
std::string_view name(E value) {
  return textOf(idOf<E>(), static_cast<uint16_t>(value));
}

/// Scalar class a shader sees: float (f32, f16), signed or unsigned integer; none for depth and stencil.
enum class ScalarClass : uint8_t { none, float_, sint, uint };

/// Whether a format can do something: by itself, never, with the named feature, or not settled (say nothing).
enum class Capability : uint8_t {
  no,
  yes,
  unsettled,
  tier1,
  tier2,
  float32_filterable,
  float32_blendable,
  rg11b10ufloat_renderable,
  bgra8unorm_storage,
  depth32float_stencil8,
};
/// Name of the WebGPU feature that a capability depends on; empty for no, yes and unsettled.
std::string_view featureOf(Capability capability);

struct FormatInfo {
  TextureFormat format;
  std::string_view name;  ///< WebGPU's spelling
  ScalarClass scalar;
  uint8_t channels;
  uint8_t bytes;  ///< per texel; nominal for depth24plus and combined formats
  bool depth, stencil, alpha;
  Capability filterable, renderable, blendable, multisample, resolvable;
  Capability storage_write, storage_read, storage_read_write;
  uint8_t target_cost, target_alignment;  ///< for maxColorAttachmentBytesPerSample

  bool isDepthStencil() const { return depth || stencil; }
  bool isCanvas() const { return format == TextureFormat::preferred_canvas_format; }
};
std::span<const FormatInfo> formats();
/// nullptr for a code outside the table.
const FormatInfo* formatInfo(TextureFormat format);

struct VertexFormatInfo {
  VertexFormat format;
  std::string_view name;
  uint8_t bytes, components;
  ScalarClass scalar;
};
const VertexFormatInfo& vertexFormatInfo(VertexFormat format);

struct LimitInfo {
  Limit limit;
  std::string_view key;     ///< property of (limits ...), without the colon
  std::string_view member;  ///< WebGPU's name, as stored in the payload
  uint64_t fallback;        ///< WebGPU's default
};
std::span<const LimitInfo> limits();
inline const LimitInfo& limitInfo(Limit limit) { return limits()[static_cast<size_t>(limit)]; }

}  // namespace pngine::webgpu
