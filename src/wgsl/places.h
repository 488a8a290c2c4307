// Which variable, and which part of it, a pointer expression means: what the rewrites around pointer parameters need to
// know. Private to this folder.
#pragma once
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "wgsl/module.h"

namespace pngine::wgsl {

/// One step from a variable to a part of it: a member, or an element.
struct Step {
  std::string text;       ///< ".name", "[3]" or "[known_name]"; empty: `index` has to be evaluated first
  ExprId index = kNone;   ///< expression of the element's index
  bool captured = false;  ///< the index belongs to a `let` and must be read there
};

/// A variable or a part of it.
struct Place {
  std::string root;        ///< text of a reference to the whole variable: "name" or "(*pointer)"
  uint32_t decl = kNone;   ///< module-scope variable
  SymbolId local = kNone;  ///< local variable, or parameter that points to the caller's
  std::string local_type;  ///< its address space and type, "function, f32"; empty: unknown
  std::vector<Step> steps;
};

/// A declaration statement inside a function.
struct LocalValue {
  uint32_t keyword = 0;  ///< token: const, let, var
  ExprId type = kNone, init = kNone;
};

/// Declaration statements of all functions, by the symbol that they declare.
class LocalValues {
 public:
  explicit LocalValues(const Syntax& s);
  const LocalValue* find(SymbolId symbol) const {
    const auto found = values_.find(symbol);
    return found == values_.end() ? nullptr : &found->second;
  }
  /// The largest expression that begins at a token; kNone if there is none.
  ExprId expressionAt(uint32_t token) const { return at_[token]; }
  /// What spelledType found for a symbol, so that chains of declarations are followed once.
  mutable std::map<SymbolId, std::string> types;

 private:
  std::vector<ExprId> at_;
  std::map<SymbolId, LocalValue> values_;
};

/// How many declarations are followed one into the next; a file from the net may have any number.
inline constexpr uint32_t kMaxChain = 128;

/// Text of the type that an expression has once it stands in a variable; empty when that is not plain to see.
std::string spelledType(const Module& module, const LocalValues& locals, ExprId e, uint32_t chain = 0);

}  // namespace pngine::wgsl
