// Short names for what is private to a module, chosen so that the text compresses well.
#pragma once
#include <string>
#include <vector>

#include "wgsl/module.h"

namespace pngine::wgsl {

/// Which declarations are written, and which of those keep their names.
struct Shipping {
  std::vector<bool> shipped, kept;
  bool renamed(const Syntax& s, uint32_t decl) const {
    return shipped[decl] && !kept[decl] && s.decls[decl].symbol != kNone && s.word(s.decls[decl].name) != "_";
  }
};
Shipping chooseShipping(const Module& module);

/// Tokens with two spellings.
struct Spellings {
  std::vector<bool> keywords;  ///< `let` or `var`
  std::vector<bool> vectors;   ///< `vec3f` or `vec3`
};

/// The shipped declarations in the order, with the names and spellings that deflate best, with the fewest blanks.
std::string writeShort(const Module& module, const Shipping& shipping, const Spellings& spellings);

/// The whole text with a name of its own for everything private, so that text may move freely.
std::string uniqueNames(const Module& module, const Shipping& shipping);

}  // namespace pngine::wgsl
