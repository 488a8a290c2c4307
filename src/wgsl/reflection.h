// What the compiler needs to know about a WGSL module: entry points with what each reaches, bindings with their types
// and sizes, overrides, module constants. Filled by reflect() (wgsl.h); plain data, so that rules can be tested without
// WGSL. Sizes and alignments follow the WGSL specification, section 14.4 (memory layout).
#pragma once
#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/span.h"
#include "webgpu/enums.h"

namespace pngine::wgsl {

enum class Stage : uint8_t { vertex, fragment, compute };

/// As the language and every document spell it.
constexpr std::string_view stageName(Stage stage) {
  switch (stage) {
    case Stage::vertex:
      return "vertex";
    case Stage::fragment:
      return "fragment";
    case Stage::compute:
      break;
  }
  return "compute";
}

struct Member;

/// A resolved type of the module, flattened enough for layout questions.
struct Type {
  enum class Kind : uint8_t { scalar, vector, matrix, array, structure, atomic, pointer, texture, sampler, other };
  Kind kind = Kind::other;
  std::string name;    ///< canonical spelling: "f32", "vec3<f32>", "mat4x4<f32>", "array<u32, 256>", struct name
  std::string scalar;  ///< "f32" "f16" "i32" "u32" "bool" for scalar, vector, matrix, atomic
  uint32_t columns = 0, rows = 0;  ///< vector: rows = components; matrix: columns x rows
  uint64_t size = 0;  ///< bytes (a bool counts 4); 0 when unknown or runtime-sized; a struct with a runtime-sized tail:
                      ///< size with one element
  uint64_t align = 0;
  bool runtime_sized = false;     ///< runtime-sized array, or struct whose last member is one
  std::optional<uint64_t> count;  ///< array: element count; absent for runtime-sized and override-sized arrays
  bool override_sized = false;
  uint64_t stride = 0;            ///< array
  const Type* element = nullptr;  ///< array, atomic, vector, matrix: element type; owned by the reflection
  std::vector<Member> members;    ///< structure
};

struct Member {
  std::string name;
  const Type* type = nullptr;
  uint64_t offset = 0;
  uint64_t size = 0;  ///< with @size
  Span span;
};

/// How a variable is bound.
enum class BindingKind : uint8_t {
  uniform,
  storage_read,
  storage_read_write,
  sampler,
  sampler_comparison,
  texture_sampled,
  texture_multisampled,
  texture_depth,
  texture_depth_multisampled,
  texture_storage,
  texture_external,
};

struct Binding {
  std::string name;
  uint32_t group = 0;
  uint32_t binding = 0;
  BindingKind kind = BindingKind::uniform;
  const Type* type = nullptr;  ///< store type of buffers; the texture or sampler type otherwise
  uint64_t min_size = 0;       ///< buffers: smallest legal binding in bytes; 0 when unknown (override-sized)
  std::optional<webgpu::ViewDimension> view_dimension;           ///< textures
  webgpu::ScalarClass sample_class = webgpu::ScalarClass::none;  ///< sampled textures: f32, i32, u32
  std::optional<webgpu::TextureFormat> texel_format;             ///< storage textures; absent if not in our table
  webgpu::StorageTextureAccess access = webgpu::StorageTextureAccess::write_only;
  Span span;  ///< of the variable's name
};

struct Override {
  std::string name;
  std::optional<uint32_t> id;
  std::string type;  ///< "f32" "f16" "i32" "u32" "bool"; inferred from the initializer when not written
  bool type_written = false;
  bool has_default = false;
  std::optional<double> default_value;  ///< when it is a constant expression
  Span span;                            ///< of the name
  Span declaration;                     ///< with attributes and semicolon
};

/// A stage input or output with a @location.
struct Varying {
  uint32_t location = 0;
  std::optional<uint32_t> blend_src;
  std::string name;  ///< inputs: parameter or "param.member"; outputs: member, empty for a bare value
  std::string type;  ///< canonical spelling
  webgpu::ScalarClass scalar = webgpu::ScalarClass::none;
  uint32_t components = 0;
  std::string interpolation;  ///< "perspective" "linear" "flat"; empty when not written
  std::string sampling;       ///< "center" "centroid" "sample" "first" "either"; empty when not written
  Span span;
};

/// A texture and a sampler that appear in one sampling call.
struct SamplingPair {
  uint32_t texture = 0;  ///< index into Reflection::bindings
  uint32_t sampler = 0;
};

struct WorkgroupVariable {
  std::string name;
  const Type* type = nullptr;
  std::optional<uint64_t> size;  ///< absent when override-sized
  /// Length of an override-sized array while the overrides keep their defaults; absent where that is not known. May be
  /// 0 or less, and so may `workgroup_size_default`.
  std::optional<int64_t> count_default;
  Span span;
};

struct EntryPoint {
  std::string name;
  Stage stage = Stage::compute;
  Span span;  ///< of the name
  /// Axes of @workgroup_size; missing axes are 1; absent where an override decides.
  std::array<std::optional<uint32_t>, 3> workgroup_size = {1u, 1u, 1u};
  std::vector<std::string> workgroup_size_overrides;  ///< overrides that drive an axis
  /// Axes that overrides decide, while the overrides keep their defaults; absent where that is not known.
  std::array<std::optional<int64_t>, 3> workgroup_size_default;
  std::vector<uint32_t> bindings;             ///< statically reached, ascending indices into Reflection::bindings
  std::vector<uint32_t> workgroup_variables;  ///< indices into Reflection::workgroup_variables
  std::vector<uint32_t> overrides;            ///< indices into Reflection::overrides, reached directly or indirectly
  std::vector<Varying> inputs, outputs;       ///< user-defined locations
  std::vector<std::string> input_builtins, output_builtins;
  std::vector<SamplingPair> sampling;
  /// Nothing on the way chooses, repeats or asks for the length of an array: each invocation does the same work.
  bool straight = false;
};

/// A module-scope `const`.
struct ModuleConstant {
  std::string name;
  std::string type;
  std::optional<double> value;  ///< scalars that evaluate; booleans as 0 and 1
  Span span;                    ///< of the name
};

struct Reflection {
  std::vector<EntryPoint> entry_points;  ///< in source order
  std::vector<Binding> bindings;         ///< all declared, in source order
  std::vector<Override> overrides;
  std::vector<ModuleConstant> constants;
  std::vector<WorkgroupVariable> workgroup_variables;
  std::vector<std::string> enables;  ///< `enable` and `requires` names
  std::vector<std::string> requires_;
  std::vector<std::pair<std::string, Span>> declared;  ///< every module-scope name

  const EntryPoint* entry(std::string_view name) const {
    for (const EntryPoint& e : entry_points) {
      if (e.name == name) return &e;
    }
    return nullptr;
  }
};

}  // namespace pngine::wgsl
