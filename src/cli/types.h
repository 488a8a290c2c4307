// The type declarations that `--types` writes: the uniforms a page can set, by their dotted names.
#pragma once
#include <string>
#include <string_view>
#include <vector>

#include "format/command_program.h"

namespace pngine::cli {

/// A TypeScript module with one interface, `Uniforms`. Where a name occurs in several records, the last one counts, as
/// it does for players. `file` is named in the header comment.
std::string uniformTypes(const std::vector<format::UniformBinding>& bindings, std::string_view file);

}  // namespace pngine::cli
