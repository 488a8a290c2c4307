// What is refused before a shader reaches a compiler that was not written for hostile input: size, NUL, deep nesting.
#pragma once
#include <optional>
#include <string_view>

#include "check/wgsl_checker.h"

namespace pngine::check {

inline constexpr size_t kMaxShaderBytes = 16u << 20;
inline constexpr uint32_t kMaxShaderNesting = 512;

/// The reason to refuse `wgsl`, with its place, or nothing. Nesting counts ( [ { and the < of type templates
/// (array, vec, mat, ptr, atomic, bitcast, texture); comments do not count.
std::optional<ShaderMessage> refuseShader(std::string_view wgsl);

/// The first word of `wgsl` (comments aside) that belongs to WGSL newer than the pinned library, or an empty view.
/// Errors in such a module prove nothing: hosts turn primitive-index and the tier-1 texture formats on, the library
/// knows neither.
std::string_view newerThanLibrary(std::string_view wgsl);

}  // namespace pngine::check
