// Statements, and the scopes of local names.
#include "wgsl/parser.h"

namespace pngine::wgsl {

void Parser::closeScope() {
  const size_t mark = marks_.back();
  marks_.pop_back();
  while (active_.size() > mark) {
    scope_[s_.word(s_.symbols[active_.back()].token)].pop_back();
    active_.pop_back();
  }
}

SymbolId Parser::declareLocal(uint32_t name, SymbolKind symbolKind) {
  const SymbolId id = static_cast<SymbolId>(s_.symbols.size());
  s_.symbols.push_back({symbolKind, name, current_decl_, static_cast<uint32_t>(active_.size())});
  s_.symbol_of[name] = id;
  scope_[s_.word(name)].push_back(id);
  active_.push_back(id);
  return id;
}

uint32_t Parser::open(StmtKind k) {
  s_.stmts.push_back({.kind = k, .first = at_ - 1});
  return static_cast<uint32_t>(s_.stmts.size() - 1);
}

bool Parser::close(uint32_t statement) {
  s_.stmts[statement].last = at_ - 1;
  s_.stmts[statement].end = static_cast<uint32_t>(s_.stmts.size());
  return true;
}

/// A braced block with its attributes; its names end with it.
bool Parser::block() {
  Range ignored;
  if (!attributes(ignored) || !expect(Tok::brace_open, "'{'")) return false;
  const uint32_t self = open(StmtKind::block);
  openScope();
  const bool ok = statements();
  closeScope();
  return close(self) && ok;
}

/// Statements up to the closing brace, which is taken.
bool Parser::statements() {
  const Level level(*this);
  if (level.tooDeep()) return fail("the text is nested deeper than 512 levels");
  while (!is(Tok::brace_close)) {
    if (is(Tok::end)) return fail("expected '}'");
    if (!statement()) return false;
  }
  ++at_;
  return true;
}

bool Parser::statement() {
  if (accept(Tok::semicolon)) return true;
  Range ignored;
  if (!attributes(ignored)) return false;
  if (is(Tok::brace_open)) return block();
  if (const std::optional<bool> done = keywordStatement()) return *done;
  return simpleStatement() && expect(Tok::semicolon, "';' behind the statement");
}

/// Statements that open with a keyword of their own; nullopt for the others.
std::optional<bool> Parser::keywordStatement() {
  if (acceptWord("if")) return ifStatement();
  if (acceptWord("switch")) return switchStatement();
  if (acceptWord("loop")) return bodyStatement(StmtKind::loop);
  if (acceptWord("for")) return forStatement();
  if (acceptWord("while")) return whileStatement();
  if (acceptWord("return")) return jump(StmtKind::return_, !is(Tok::semicolon), "';' behind return");
  if (acceptWord("break")) return jump(StmtKind::break_, isWord("if"), "';' behind break");
  if (acceptWord("continue")) return jump(StmtKind::continue_, false, "';'");
  if (acceptWord("discard")) return jump(StmtKind::discard, false, "';'");
  if (acceptWord("fallthrough")) return expect(Tok::semicolon, "';'");
  if (acceptWord("continuing")) return bodyStatement(StmtKind::continuing);
  if (acceptWord("const_assert")) return jump(StmtKind::assertion, true, "';' behind the assertion");
  return std::nullopt;
}

/// The rest of a statement that is a keyword and at most one expression.
bool Parser::jump(StmtKind k, bool has_value, std::string_view end) {
  const uint32_t self = open(k);
  if (k == StmtKind::break_) acceptWord("if");
  if (has_value && (s_.stmts[self].left = expression()) == kNone) return false;
  return close(self) && expect(Tok::semicolon, end);
}

/// The rest of a statement that is a keyword and a block.
bool Parser::bodyStatement(StmtKind k) {
  const uint32_t self = open(k);
  return block() && close(self);
}

bool Parser::ifStatement() {
  const uint32_t self = open(StmtKind::if_);
  for (bool last = false; !last;) {
    const uint32_t branch = open(StmtKind::branch);
    const ExprId condition = expression();
    s_.stmts[branch].left = condition;
    if (condition == kNone || !block()) return false;
    close(branch);
    if (!acceptWord("else")) break;
    if (acceptWord("if")) continue;
    last = true;
    const uint32_t otherwise = open(StmtKind::branch);
    if (!block()) return false;
    close(otherwise);
  }
  return close(self);
}

bool Parser::switchStatement() {
  const uint32_t self = open(StmtKind::switch_);
  Range ignored;
  const ExprId selector = expression();
  s_.stmts[self].left = selector;
  if (selector == kNone || !attributes(ignored) || !expect(Tok::brace_open, "'{' of the switch")) return false;
  while (!accept(Tok::brace_close)) {
    if (!switchClause()) return false;
  }
  return close(self);
}

bool Parser::switchClause() {
  Range ignored;
  if (!attributes(ignored)) return false;
  const bool labelled = acceptWord("case");
  if (!labelled && !acceptWord("default")) return fail("expected case or default");
  const uint32_t self = open(StmtKind::clause);
  if (labelled) {
    do {
      if (is(Tok::colon) || is(Tok::brace_open) || is(Tok::at)) break;
      if (!acceptWord("default") && expression() == kNone) return false;
    } while (accept(Tok::comma));
  }
  accept(Tok::colon);
  return block() && close(self);
}

bool Parser::forStatement() {
  const uint32_t self = open(StmtKind::for_);
  if (!expect(Tok::paren_open, "'(' behind for")) return false;
  openScope();
  const bool ok = forHead(self) && block();
  closeScope();
  return close(self) && ok;
}

bool Parser::forHead(uint32_t self) {
  s_.stmts[self].init = !is(Tok::semicolon);
  if (s_.stmts[self].init && !simpleStatement()) return false;
  if (!expect(Tok::semicolon, "';' behind the initializer of for")) return false;
  if (!is(Tok::semicolon)) {
    const ExprId condition = expression();
    if (condition == kNone) return false;
    s_.stmts[self].left = condition;
  }
  if (!expect(Tok::semicolon, "';' behind the condition of for")) return false;
  s_.stmts[self].update = !is(Tok::paren_close);
  if (s_.stmts[self].update && !simpleStatement()) return false;
  return expect(Tok::paren_close, "')' of for");
}

bool Parser::whileStatement() {
  const uint32_t self = open(StmtKind::while_);
  const ExprId condition = expression();
  s_.stmts[self].left = condition;
  return condition != kNone && block() && close(self);
}

/// What may stand in the head of `for`: a declaration, an assignment, a call, an increment.
bool Parser::simpleStatement() {
  if (isWord("var") || isWord("let") || isWord("const")) return localDeclaration();
  return assignmentOrCall();
}

bool Parser::localDeclaration() {
  ++at_;
  const uint32_t self = open(StmtKind::declaration);
  Range ignored;
  if (accept(Tok::template_open) && !list(Tok::template_close, "an address space", ignored)) return false;
  const uint32_t name = takeName("a variable name");
  if (name == kNone) return false;
  ExprId type = kNone, init = kNone;
  if (accept(Tok::colon) && (type = typeName()) == kNone) return false;
  if (accept(Tok::assign) && (init = expression()) == kNone) return false;
  s_.stmts[self].type = type;
  s_.stmts[self].right = init;
  s_.stmts[self].symbol = declareLocal(name, SymbolKind::local);  // after its initializer: `let x = x;` reads the outer
  return close(self);
}

bool Parser::assignmentOrCall() {
  const uint32_t self = open(StmtKind::call);
  s_.stmts[self].first = at_;
  const ExprId target = unary();
  if (target == kNone) return false;
  s_.stmts[self].left = target;
  switch (kind()) {
    case Tok::plus_plus:
    case Tok::minus_minus:
      s_.stmts[self].kind = StmtKind::step;
      s_.stmts[self].token = at_++;
      return close(self);
    case Tok::assign:
    case Tok::plus_assign:
    case Tok::minus_assign:
    case Tok::times_assign:
    case Tok::divide_assign:
    case Tok::modulo_assign:
    case Tok::and_assign:
    case Tok::or_assign:
    case Tok::xor_assign:
    case Tok::shift_left_assign:
    case Tok::shift_right_assign: {
      s_.stmts[self].kind = StmtKind::assignment;
      s_.stmts[self].token = at_++;
      const ExprId value = expression();
      s_.stmts[self].right = value;
      return value != kNone && close(self);
    }
    default:
      return close(self);
  }
}

}  // namespace pngine::wgsl
