// Types of the module and their memory layout.
#pragma once
#include <deque>
#include <optional>
#include <string_view>
#include <vector>

#include "wgsl/ast.h"
#include "wgsl/reflection.h"

namespace pngine::wgsl {

class Module;

/// A type with what only bindings need to know.
struct TypeNode : Type {
  uint32_t depth = 1;                 ///< nesting of types inside
  std::optional<BindingKind> handle;  ///< textures and samplers
  std::optional<webgpu::ViewDimension> view_dimension;
  std::string_view texel;  ///< storage textures
  webgpu::StorageTextureAccess access = webgpu::StorageTextureAccess::write_only;
};

struct Types {
  std::deque<TypeNode> nodes;             ///< owns; addresses are stable
  std::vector<const TypeNode*> of_decl;   ///< per declaration: alias, struct, or written type of a value; may be null
  std::vector<const TypeNode*> of_field;  ///< per member and parameter
};

/// Type that an expression names. Never null: what is not known is of kind other.
const TypeNode* typeOf(Module& module, ExprId expr);
/// Looks through the module for a struct declaration's members and lays them out.
const TypeNode* layoutStruct(Module& module, uint32_t decl);

}  // namespace pngine::wgsl
