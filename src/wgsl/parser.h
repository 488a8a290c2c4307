// Recursive descent over the tokens, split by subject: parse_declarations.cpp, parse_statements.cpp,
// parse_expressions.cpp. Stops at the first syntax error. Nesting is counted and capped, so the stack is bounded.
#pragma once
#include <optional>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "wgsl/ast.h"

namespace pngine::wgsl {

/// Lexes and parses; local names are bound, module-scope names not yet (resolve.h).
std::expected<Syntax, Message> parseSyntax(std::string_view text);

class Parser {
 public:
  explicit Parser(Syntax& out) : s_(out) {}
  std::optional<Message> run();

 private:
  // Tokens.
  Tok kind(uint32_t ahead = 0) const { return s_.tokens[std::min<size_t>(at_ + ahead, s_.tokens.size() - 1)].kind; }
  bool is(Tok k) const { return kind() == k; }
  bool isWord(std::string_view word) const { return is(Tok::identifier) && s_.word(at_) == word; }
  bool accept(Tok k);
  bool acceptWord(std::string_view word);
  bool expect(Tok k, std::string_view what);
  bool fail(std::string message);
  uint32_t takeName(std::string_view what);  ///< kNone after an error

  // Declarations.
  bool declaration();
  bool directive(Decl& d);
  bool globalValue(Decl& d);
  bool globalVariable(Decl& d);
  bool alias(Decl& d);
  bool structure(Decl& d);
  bool function(Decl& d);
  bool parameters(Decl& d, std::vector<Field>& params);
  bool assertion(Decl& d);
  bool attributes(Range& out);
  bool attribute();
  bool rawArguments(Attribute& a);
  void declare(Decl& d, uint32_t name);

  // Statements.
  StmtId open(StatementKind k);  ///< a statement whose first token was just taken
  bool close(StmtId statement);  ///< always true
  bool block();
  bool statements();
  bool statement();
  std::optional<bool> keywordStatement();
  bool jump(StatementKind k, bool has_value, std::string_view end);
  bool bodyStatement(StatementKind k);
  bool ifStatement();
  bool switchStatement();
  bool switchClause();
  bool forStatement();
  bool forHead(StmtId self);
  bool whileStatement();
  bool simpleStatement();
  bool localDeclaration();
  bool assignmentOrCall();
  void openScope() { marks_.push_back(active_.size()); }
  void closeScope();
  SymbolId declareLocal(uint32_t name, SymbolKind symbolKind);

  // Expressions; kNone after an error.
  ExprId expression() { return binary(1); }
  ExprId binary(int minimum);
  ExprId unary();
  ExprId minusMinus();
  ExprId postfix();
  ExprId primary();
  ExprId named();
  ExprId typeName();
  bool list(Tok close, std::string_view what, Range& out);
  ExprId make(Expr e);
  uint32_t depthOf(ExprId e) const { return e == kNone ? 0 : s_.exprs[e].depth; }

  /// One level of nesting for as long as it lives.
  class Level {
   public:
    explicit Level(Parser& p) : p_(p) { ++p_.depth_; }
    ~Level() { --p_.depth_; }
    Level(const Level&) = delete;
    Level& operator=(const Level&) = delete;
    bool tooDeep() const { return p_.depth_ > kMaxNesting; }

   private:
    Parser& p_;
  };

  Syntax& s_;
  uint32_t at_ = 0;
  uint32_t depth_ = 0;
  bool half_taken_ = false;  ///< the "--" at hand is a binary minus and a negation
  std::optional<Message> error_;
  uint32_t current_decl_ = 0;
  StmtId current_ = kNone;                                             ///< the statement around
  std::unordered_map<std::string_view, std::vector<SymbolId>> scope_;  ///< innermost last
  std::vector<SymbolId> active_;                                       ///< locals in scope, oldest first
  std::vector<size_t> marks_;                                          ///< sizes of active_ where scopes opened
};

}  // namespace pngine::wgsl
