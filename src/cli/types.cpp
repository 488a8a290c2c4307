// Uniform table -> TypeScript.
#include "cli/types.h"

#include <map>

#include "base/json.h"
#include "base/text.h"

namespace pngine::cli {
namespace {

// How a value of each type code of the uniform table is written in TypeScript, and how many numbers it takes.
struct TypeRow {
  std::string_view wgsl;
  uint32_t numbers;
};
constexpr TypeRow kTypes[] = {
    {"f32", 1},       {"i32", 1},         {"u32", 1},          {"vec2<f32>", 2}, {"vec3<f32>", 3},
    {"vec4<f32>", 4}, {"mat3x3<f32>", 9}, {"mat4x4<f32>", 16}, {"vec2<i32>", 2}, {"vec3<i32>", 3},
    {"vec4<i32>", 4}, {"vec2<u32>", 2},   {"vec3<u32>", 3},    {"vec4<u32>", 4},
};

std::string valueType(const format::UniformField& field) {
  const bool known = field.type < std::size(kTypes);
  if (field.elements != 0) return "ArrayLike<number> | readonly ArrayLike<number>[]";
  if (!known) return "ArrayLike<number>";
  const uint32_t n = kTypes[field.type].numbers;
  if (n == 1) return "number";
  if (n > 4) return "ArrayLike<number>";
  std::string tuple = "readonly [";
  for (uint32_t i = 0; i < n; ++i) tuple += i == 0 ? "number" : ", number";
  return tuple + "] | ArrayLike<number>";
}

std::string remark(const format::UniformField& field) {
  std::string type = field.type < std::size(kTypes) ? std::string(kTypes[field.type].wgsl) : cat(field.size, " bytes");
  if (field.elements != 0) type = cat("array<", type, ", ", uint32_t{field.elements}, ">");
  return type;
}

}  // namespace

std::string uniformTypes(const std::vector<format::UniformBinding>& bindings, std::string_view file) {
  std::map<std::string, const format::UniformField*> fields;
  for (const format::UniformBinding& b : bindings) {
    for (const format::UniformField& f : b.fields) fields[f.path] = &f;
  }
  std::string out = cat("// Uniforms of ", file, ", written by pngine --types.\n\nexport interface Uniforms {\n");
  for (const auto& [path, field] : fields) {
    out += cat("  /** ", remark(*field), " */\n  ", jsonQuoted(path), "?: ", valueType(*field), ";\n");
  }
  return out + "}\n";
}

}  // namespace pngine::cli
