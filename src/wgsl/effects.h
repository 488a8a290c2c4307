// What evaluating an expression or running a statement does beside giving a value, so that text may be moved or
// dropped.
#pragma once
#include <vector>

#include "wgsl/expression_types.h"

namespace pngine::wgsl {

struct Effects {
  bool writes = false;     ///< may change memory that outlives it, end the invocation, wait for others
  bool reads = false;      ///< its value depends on memory that other statements may change
  bool uniform = false;    ///< may stand in uniform control flow only: derivatives, implicit levels of detail
  bool resources = false;  ///< uses variables at module scope: dropping it could change what a pipeline binds

  Effects& operator|=(const Effects& o) {
    writes |= o.writes;
    reads |= o.reads;
    uniform |= o.uniform;
    resources |= o.resources;
    return *this;
  }
};

class EffectFinder {
 public:
  explicit EffectFinder(const ExpressionTypes& types);
  /// Of everything in the expression; function bodies that it calls included.
  Effects of(ExprId e) const;
  /// The same without the expressions that are part of it.
  Effects ofOne(ExprId e) const;
  /// Of calling a function.
  const Effects& ofFunction(SymbolId function) const { return functions_[s_.symbols[function].decl]; }
  /// First of the expressions that are part of this one; they stand one behind the other in front of it.
  ExprId begin(ExprId e) const;
  /// Variable, parameter or local at the root of a place such as `a.b[i].c`; kNone behind a pointer.
  SymbolId root(ExprId e) const;

 private:
  Effects ofBody(const Decl& d) const;
  Effects ofCall(const Expr& e) const;

  const ExpressionTypes& types_;
  const Module& m_;
  const Syntax& s_;
  std::vector<Effects> functions_;
};

}  // namespace pngine::wgsl
