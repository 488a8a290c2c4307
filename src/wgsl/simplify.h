// The minifier's rewrites: each reads a parsed module and writes the whole text anew, tokens apart by blanks. They rely
// on the names that uniqueNames() gives: no private name is declared twice, so moving text never changes what it means.
#pragma once
#include <string>
#include <vector>

#include "wgsl/effects.h"
#include "wgsl/expression_types.h"
#include "wgsl/module.h"

namespace pngine::wgsl {

/// Replacements of token ranges, which never overlap: what comes first wins, what comes later waits for the next round.
class TokenEdits {
 public:
  explicit TokenEdits(const Syntax& s) : s_(s), state_(s.tokens.size(), kFree) {}
  struct Replacement {
    uint32_t first, last;
    std::string text;
  };
  bool free(uint32_t first, uint32_t last) const;
  bool replace(uint32_t first, uint32_t last, std::string text);
  /// All of them or none.
  bool replaceAll(std::vector<Replacement> list);
  /// Keeps the tokens as they are in this round, because something relies on them.
  void lock(uint32_t first, uint32_t last);
  /// Whether some of the tokens have been replaced; locked ones have not.
  bool changed(uint32_t first, uint32_t last) const;
  bool empty() const { return list_.empty(); }
  size_t size() const { return list_.size(); }
  std::string text() const;

 private:
  const Syntax& s_;
  enum : uint8_t { kFree, kLocked, kReplaced };
  std::vector<uint8_t> state_;
  std::vector<Replacement> list_;
};

/// What the rewrites share.
struct Rewriter {
  explicit Rewriter(Module& module);
  Module& m;
  const Syntax& s;
  ExpressionTypes types;
  EffectFinder effects;
  std::vector<ExprId> parent;                 ///< of expressions; kNone for those of statements and declarations
  std::vector<StmtId> stmt_of;                ///< of expressions without parent: the statement
  std::vector<uint32_t> decl_of;              ///< of expressions
  std::vector<std::vector<ExprId>> uses;      ///< of symbols: identifier expressions that mean them
  std::vector<std::vector<uint32_t>> writes;  ///< of symbols: tokens that name them as a place to be written
  std::vector<bool> pointed_at;               ///< symbols with a `&` before them or a part of them somewhere
  TokenEdits edits;

  std::string_view word(uint32_t t) const { return s.word(t); }
  std::string textOf(ExprId e) const;
  std::string textOf(uint32_t first, uint32_t last) const;
  /// Bytes that the tokens will take in the end: a private name takes one.
  size_t length(uint32_t first, uint32_t last) const;
  size_t length(ExprId e) const { return length(s.exprs[e].first, s.exprs[e].last); }
  /// Whether the module leaves a predeclared name its meaning.
  bool means(std::string_view predeclared_name) const { return !m.names.decls.contains(predeclared_name); }
  std::vector<StmtId> children(StmtId id) const;
  /// Whether no attribute stands in front of the statement.
  bool plain(const Statement& stmt) const {
    const Tok before = s.tokens[stmt.first - 1].kind;
    return before == Tok::semicolon || before == Tok::brace_open || before == Tok::brace_close ||
           s.word(stmt.first - 1) == "else";
  }
  /// The expression with the parentheses around it.
  ExprId withParens(ExprId e) const;
  ExprId withoutParens(ExprId e) const;
  /// Whether a `var` is only read.
  bool neverChanges(SymbolId id) const { return !pointed_at[id] && writes[id].empty(); }
  /// Whether nothing between two tokens writes a variable, and nothing anywhere points to it.
  bool unchanged(SymbolId id, uint32_t first, uint32_t last) const;
  /// Whether the expression reads no memory but locals that nothing between two tokens can change.
  bool steady(ExprId e, uint32_t first, uint32_t last) const;
  /// Whether a number in the place of this name would at once be combined with something that is known at run time
  /// only. Elsewhere it would make a constant expression, and those are checked and computed more strictly.
  bool meetsRunTime(ExprId e) const;
  /// Keywords of locals that may be `let` as well as `var`. Functions with barriers are left out: some front ends trust
  /// the uniformity of a `let` only.
  std::vector<bool> keywordChoices() const;
  /// `vec3f` where the arguments say the element type, so that `vec3` means the same.
  std::vector<bool> vectorChoices() const;
  /// The scalar of `vec2f(scalar)` that may stand beside something of this vector type in its stead; else kNone.
  ExprId splatLike(ExprId e, const ExprType& vector) const;
  void findWrites();
  /// Name of the predeclared function that a call calls; empty for all others.
  std::string_view predeclared(const Expr& call) const;
};

/// Operators that take a vector and a scalar, and do the same as with a vector made of the scalar.
inline bool takesScalar(std::string_view op) { return op == "+" || op == "-" || op == "*" || op == "/" || op == "%"; }

/// `let` for every `var` that may be one: the other rewrites can tell more of it.
void preferLet(Rewriter& r);
void simplifyBranches(Rewriter& r);
void inlineNames(Rewriter& r);
void inlineCalls(Rewriter& r);
void inlineBodies(Rewriter& r);
void simplifyLiterals(Rewriter& r);
void simplifyExpressions(Rewriter& r);
void simplifyStatements(Rewriter& r);
void dropParentheses(Rewriter& r);
void simplifyDeclarations(Rewriter& r);

/// `:type` goes where the value has that type anyway, or can be spelled so.
void dropWrittenType(Rewriter& r, uint32_t colon, ExprId type, ExprId value, bool constant);

/// Shortest spelling of a number; see simplify_literals.cpp.
enum class Spelling : uint8_t {
  any,    ///< whatever converts to the kind: 2 for 2.0f
  typed,  ///< of that kind where nothing else decides: 2f, 2u; 2 for i32 and 2. for f32 with `inferred`
  inferred
};
std::string spellNumber(const Scalar& value, Spelling spelling);

}  // namespace pngine::wgsl
