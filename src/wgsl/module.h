// A parsed module with everything that was found out about it. Private to this folder: others see wgsl.h.
#pragma once
#include <deque>
#include <expected>
#include <memory>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "wgsl/ast.h"
#include "wgsl/constant.h"
#include "wgsl/types.h"
#include "wgsl/wgsl.h"

namespace pngine::wgsl {

/// Module-scope names and what refers to what.
struct Names {
  std::unordered_map<std::string_view, uint32_t> decls;  ///< name -> index in Syntax::decls
  std::vector<Range> refs;                               ///< per declaration: range of `targets`
  std::vector<uint32_t> targets;  ///< declarations referred to, without repeats within one declaration
  std::vector<uint32_t> order;    ///< every declaration behind those that it refers to
};

class Module {
 public:
  Module() = default;
  Module(const Module&) = delete;
  Module& operator=(const Module&) = delete;

  Syntax syntax;
  Names names;
  Types types;
  std::vector<std::optional<Value>>
      constants;                          ///< per declaration: value of a `const`, or of an override's initializer
  std::vector<Scalar::Kind> value_kinds;  ///< per declaration: scalar kind of a `const` or override
  std::unordered_map<SymbolId, std::optional<Value>> local_constants;  ///< inside functions, once foldConstants asked
  Reflection reflection;
};

/// parse() for those who go on working with the module.
std::expected<std::unique_ptr<Module>, std::vector<Message>> parseModule(std::string_view text);

/// Binds the identifiers that no local name took, and orders the declarations. Errors: a name declared twice, a cycle.
std::vector<Message> resolveNames(Syntax& syntax, Names& names);

/// Fills the module's types and constants in dependency order.
void resolveTypes(Module& module);

/// Declaration of the struct that a type expression names, aliases looked through; kNone for other types.
uint32_t structOf(const Syntax& syntax, ExprId type);

/// Parses without the reflection.
std::expected<std::unique_ptr<Module>, std::vector<Message>> parseTypes(std::string_view text);

/// Text in which the numbers of arrays of arrays are of one kind, for the native driver's front end.
std::string unifyArrayNumbers(Module& module);
/// Text with values in place of constant expressions that the native driver's front end cannot evaluate.
std::string foldConstants(Module& module);
/// Whether that front end refuses a predeclared function in constant expressions.
bool isNotConstant(std::string_view function);

/// Fills the reflection. False when the module is so entangled that following every call would take too long.
bool buildReflection(Module& module);

}  // namespace pngine::wgsl
