// Rewrites that suit a checked module to the native driver: what its front end lacks, and what browsers add to a shader
// on the way to theirs. The texts go to the driver alone, never into a file.
#pragma once
#include <span>
#include <string>
#include <string_view>

#include "wgsl/wgsl.h"

namespace pngine::wgsl {

/// Whether specialiseParameters could have something to do.
bool mayHaveSpecialParameters(std::string_view text);

/// Text in which no function takes a storage texture, a pointer into storage, uniform or workgroup memory, or a pointer
/// to a part of a variable: such functions are copied for the variables that they are called with. Lines stay.
std::string specialiseParameters(const Module& module);

/// Text in which a vertex entry point gets the inputs at these locations with their first and third component
/// exchanged, as vertex format unorm8x4-bgra gives them. Lines stay.
std::string swizzleInputs(const Module& module, std::string_view entry, std::span<const uint32_t> locations);

/// Text in which textureLoad reads at the nearest texel of the nearest level and layer where its coordinates lie
/// outside, as browsers do. Lines stay.
std::string clampTextureLoads(const Module& module);

}  // namespace pngine::wgsl
