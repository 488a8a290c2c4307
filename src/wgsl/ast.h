// The syntax tree: expressions, statements and module-scope declarations in flat arrays. Expressions and declarations
// are linked by index; statements stand in the order of the text, each with the end of what it contains. The parser
// binds local names as it reads.
#pragma once
#include <cstdint>
#include <string>
#include <vector>

#include "wgsl/lexer.h"

namespace pngine::wgsl {

using ExprId = uint32_t;
using SymbolId = uint32_t;
inline constexpr uint32_t kNone = 0xFFFFFFFF;
inline constexpr uint32_t kMaxNesting = 512;

/// A run of entries [begin, end) in one of the arrays of Syntax.
struct Range {
  uint32_t begin = 0;
  uint32_t end = 0;
  uint32_t size() const { return end - begin; }
};

enum class ExprKind : uint8_t { literal, identifier, call, index, member, unary, binary, paren };

struct Expr {
  ExprKind kind = ExprKind::literal;
  uint16_t depth = 1;            ///< height of the tree below, at most kMaxNesting
  uint32_t token = 0;            ///< literal, identifier, member name or operator; '(' of a call
  uint32_t first = 0, last = 0;  ///< tokens of the whole expression, inclusive
  ExprId left = kNone;           ///< operand; callee of a call (an identifier expression)
  ExprId right = kNone;          ///< second operand or index
  Range list;                    ///< in Syntax::lists: arguments of a call, template arguments of an identifier
};

/// `@name(arguments)`. Attributes whose arguments are context-dependent names keep tokens instead of expressions.
struct Attribute {
  uint32_t name = 0;  ///< token
  bool raw = false;   ///< `list` holds tokens
  Range list;
};

/// Struct member or function parameter.
struct Field {
  uint32_t name = 0;  ///< token
  Range attributes;
  ExprId type = kNone;
  SymbolId symbol = kNone;  ///< parameters
};

enum class DeclKind : uint8_t {
  constant,
  override_,
  variable,
  alias,
  structure,
  function,
  assertion,
  enable,
  requires_,
  diagnostic
};

struct Decl {
  DeclKind kind = DeclKind::constant;
  uint32_t name = kNone;         ///< token; absent for assertions and directives
  uint32_t first = 0, last = 0;  ///< tokens, attributes and semicolon included
  Range attributes;
  Range list;           ///< template arguments of `var` (expressions); names of a directive (tokens)
  Range fields;         ///< members or parameters
  ExprId type = kNone;  ///< written type; return type of a function
  ExprId init = kNone;
  Range return_attributes;
  uint32_t params_open = 0, params_close = 0;  ///< tokens '(' and ')' of a function
  uint32_t body_open = 0;                      ///< token '{' of a function
  Range exprs;                                 ///< every expression inside, in Syntax::exprs
  Range statements;                            ///< of a function, in Syntax::statements
  SymbolId symbol = kNone;
};

/// Statements. The first of a function is its body; each stands behind the one that contains it. The `if` behind an
/// else lies inside the one before.
using StmtId = uint32_t;
enum class StatementKind : uint8_t {
  block,
  if_,      ///< contains its block, then the block or `if_` behind else
  switch_,  ///< contains clauses
  clause,   ///< contains its block
  loop,
  continuing,
  for_,  ///< contains initializer and update, where written, and the block
  while_,
  return_,
  break_,
  break_if,
  continue_,
  discard,
  assertion,
  local,   ///< let, var, const
  assign,  ///< `_ =` included
  step,    ///< ++ and --
  call,
};
struct Statement {
  StatementKind kind = StatementKind::block;
  bool init = false, update = false;  ///< for: which of the two were written
  bool in_loop = false;               ///< may run several times for one time that the function does
  uint32_t first = 0, last = 0;       ///< tokens without attributes, with the semicolon (none in the head of `for`)
  StmtId parent = kNone;
  StmtId end = 0;           ///< behind everything inside
  uint32_t token = 0;       ///< keyword of a local, operator of an assignment or step
  ExprId value = kNone;     ///< condition, selector, initializer, right side, call, returned value
  ExprId target = kNone;    ///< left side; written type of a local
  SymbolId symbol = kNone;  ///< of a local
};

enum class SymbolKind : uint8_t { declaration, parameter, local };

/// A declared name.
struct Symbol {
  SymbolKind kind = SymbolKind::declaration;
  uint32_t token = 0;
  uint32_t decl = 0;  ///< index in Syntax::decls: itself, or the function around it
  uint32_t slot = 0;  ///< parameters: position. Parameters and locals: how many others are in scope at the declaration
  StmtId stmt = kNone;  ///< of a local
};

struct Syntax {
  std::string text;
  std::vector<Token> tokens;
  std::vector<Expr> exprs;
  std::vector<uint32_t> lists;  ///< targets of the `list` ranges
  std::vector<Attribute> attributes;
  std::vector<Field> fields;
  std::vector<Statement> statements;
  std::vector<Decl> decls;
  std::vector<Symbol> symbols;
  std::vector<SymbolId> symbol_of;  ///< per token: what an identifier declares or means; kNone for all others

  std::string_view word(uint32_t token) const {
    const Token& t = tokens[token];
    return std::string_view(text).substr(t.begin, t.end - t.begin);
  }
  Span span(uint32_t token) const { return {tokens[token].begin, tokens[token].end}; }
  Span span(uint32_t first, uint32_t last) const { return {tokens[first].begin, tokens[last].end}; }
  std::string_view textOf(ExprId e) const {
    const Span s = span(exprs[e].first, exprs[e].last);
    return std::string_view(text).substr(s.begin, s.size());
  }
  /// Spelling of a unary or binary operator; "--" between operands stands for two of them.
  std::string_view operatorOf(const Expr& e) const {
    const std::string_view text_of_token = word(e.token);
    return text_of_token == "--" ? text_of_token.substr(1) : text_of_token;
  }
  /// The attribute of that name in a range, or nullptr.
  const Attribute* attribute(Range range, std::string_view name) const {
    for (uint32_t i = range.begin; i < range.end; ++i) {
      if (word(attributes[i].name) == name) return &attributes[i];
    }
    return nullptr;
  }
  /// Module-scope declaration that an identifier expression means; kNone for locals and predeclared names.
  uint32_t declOf(const Expr& e) const {
    if (e.kind != ExprKind::identifier) return kNone;
    const SymbolId s = symbol_of[e.token];
    return s == kNone || symbols[s].kind != SymbolKind::declaration ? kNone : symbols[s].decl;
  }
};

}  // namespace pngine::wgsl
