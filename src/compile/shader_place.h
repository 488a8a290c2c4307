// From a place in a shader module's text back to the document: through specialisation and constants of mathematics
// (which keep lines but not columns), the head that sugar put in front, and the escapes of a plain string.
#pragma once
#include <cstdint>
#include <optional>
#include <string_view>

#include "base/diagnostic.h"
#include "program/program.h"

namespace pngine::compile {

/// Offset in `authored` of a 1-based line and byte column of `text`, which has the same lines; past the end: the end.
uint32_t authoredOffset(std::string_view authored, std::string_view text, uint32_t line, uint32_t column);

/// Where `length` bytes (at least one) at a place of module.text stand in the document. Text that sugar wrote gives the
/// whole sugar form. `source` is the document.
Span documentSpan(const program::ShaderModule& module, std::string_view source, uint32_t line, uint32_t column,
                  uint32_t length);

/// Line and column inside the author's own :code string (line 1 = first line of its content).
ShaderPlace shaderPlace(const program::ShaderModule& module, uint32_t line, uint32_t column);

}  // namespace pngine::compile
