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

StmtId Parser::open(StatementKind k) {
  const auto self = static_cast<StmtId>(s_.statements.size());
  bool in_loop = false;
  if (current_ != kNone) {
    const Statement& around = s_.statements[current_];
    const bool head = around.kind == StatementKind::for_ && around.init && self == current_ + 1;
    const bool loop = around.kind == StatementKind::loop || around.kind == StatementKind::while_ ||
                      (around.kind == StatementKind::for_ && !head);
    in_loop = around.in_loop || loop;
  }
  s_.statements.push_back({.kind = k, .in_loop = in_loop, .first = at_ - 1, .parent = current_, .token = at_ - 1});
  current_ = self;
  return self;
}

bool Parser::close(StmtId statement) {
  Statement& s = s_.statements[statement];
  s.last = at_ - 1;
  s.end = static_cast<StmtId>(s_.statements.size());
  current_ = s.parent;
  return true;
}

/// A braced block with its attributes; its names end with it.
bool Parser::block() {
  Range ignored;
  if (!attributes(ignored) || !expect(Tok::brace_open, "'{'")) return false;
  const StmtId self = open(StatementKind::block);
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
  const size_t self = s_.statements.size();
  if (!simpleStatement() || !expect(Tok::semicolon, "';' behind the statement")) return false;
  s_.statements[self].last = at_ - 1;
  return true;
}

/// Statements that open with a keyword of their own; nullopt for the others.
std::optional<bool> Parser::keywordStatement() {
  if (acceptWord("if")) return ifStatement();
  if (acceptWord("switch")) return switchStatement();
  if (acceptWord("loop")) return bodyStatement(StatementKind::loop);
  if (acceptWord("for")) return forStatement();
  if (acceptWord("while")) return whileStatement();
  if (acceptWord("return")) return jump(StatementKind::return_, !is(Tok::semicolon), "';' behind return");
  if (acceptWord("break")) {
    const bool conditional = isWord("if");
    return jump(conditional ? StatementKind::break_if : StatementKind::break_, conditional, "';' behind break");
  }
  if (acceptWord("continue")) return jump(StatementKind::continue_, false, "';'");
  if (acceptWord("discard")) return jump(StatementKind::discard, false, "';'");
  if (acceptWord("fallthrough")) return expect(Tok::semicolon, "';'");
  if (acceptWord("continuing")) return bodyStatement(StatementKind::continuing);
  if (acceptWord("const_assert")) return jump(StatementKind::assertion, true, "';' behind the assertion");
  return std::nullopt;
}

/// The rest of a statement that is a keyword and at most one expression.
bool Parser::jump(StatementKind k, bool has_value, std::string_view end) {
  const StmtId self = open(k);
  if (k == StatementKind::break_if) acceptWord("if");
  if (has_value && (s_.statements[self].value = expression()) == kNone) return false;
  return expect(Tok::semicolon, end) && close(self);
}

/// The rest of a statement that is a keyword and a block.
bool Parser::bodyStatement(StatementKind k) {
  const StmtId self = open(k);
  return block() && close(self);
}

/// A chain, without recursion: every `if` of it ends where the last one does.
bool Parser::ifStatement() {
  const StmtId self = open(StatementKind::if_);
  for (StmtId at = self;;) {
    const ExprId condition = expression();
    s_.statements[at].value = condition;
    if (condition == kNone || !block()) return false;
    if (!acceptWord("else")) break;
    if (!acceptWord("if")) {
      if (!block()) return false;
      break;
    }
    at = open(StatementKind::if_);
  }
  const StmtId around = s_.statements[self].parent;
  while (current_ != around) close(current_);
  return true;
}

bool Parser::switchStatement() {
  const StmtId self = open(StatementKind::switch_);
  Range ignored;
  const ExprId selector = expression();
  s_.statements[self].value = selector;
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
  const StmtId self = open(StatementKind::clause);
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
  const StmtId self = open(StatementKind::for_);
  if (!expect(Tok::paren_open, "'(' behind for")) return false;
  openScope();
  const bool ok = forHead(self) && block();
  closeScope();
  return close(self) && ok;
}

bool Parser::forHead(StmtId self) {
  s_.statements[self].init = !is(Tok::semicolon);
  if (s_.statements[self].init && !simpleStatement()) return false;
  if (!expect(Tok::semicolon, "';' behind the initializer of for")) return false;
  if (!is(Tok::semicolon)) {
    const ExprId condition = expression();
    if (condition == kNone) return false;
    s_.statements[self].value = condition;
  }
  if (!expect(Tok::semicolon, "';' behind the condition of for")) return false;
  s_.statements[self].update = !is(Tok::paren_close);
  if (s_.statements[self].update && !simpleStatement()) return false;
  return expect(Tok::paren_close, "')' of for");
}

bool Parser::whileStatement() {
  const StmtId self = open(StatementKind::while_);
  const ExprId condition = expression();
  s_.statements[self].value = condition;
  return condition != kNone && block() && close(self);
}

/// What may stand in the head of `for`: a declaration, an assignment, a call, an increment.
bool Parser::simpleStatement() {
  if (isWord("var") || isWord("let") || isWord("const")) return localDeclaration();
  return assignmentOrCall();
}

bool Parser::localDeclaration() {
  ++at_;
  const StmtId self = open(StatementKind::local);
  Range ignored;
  if (accept(Tok::template_open) && !list(Tok::template_close, "an address space", ignored)) return false;
  const uint32_t name = takeName("a variable name");
  if (name == kNone) return false;
  ExprId type = kNone, init = kNone;
  if (accept(Tok::colon) && (type = typeName()) == kNone) return false;
  if (accept(Tok::assign) && (init = expression()) == kNone) return false;
  Statement& s = s_.statements[self];
  s.target = type;
  s.value = init;
  s.symbol = declareLocal(name, SymbolKind::local);  // after its initializer: `let x = x;` reads the outer
  s_.symbols[s.symbol].stmt = self;
  return close(self);
}

bool Parser::assignmentOrCall() {
  const StmtId self = open(StatementKind::call);
  s_.statements[self].first = s_.statements[self].token = at_;
  const ExprId place = unary();
  if (place == kNone) return false;
  Statement& s = s_.statements[self];
  switch (kind()) {
    case Tok::plus_plus:
    case Tok::minus_minus:
      s.kind = StatementKind::step;
      s.target = place;
      s.token = at_++;
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
    case Tok::shift_right_assign:
      s.kind = StatementKind::assign;
      s.target = place;
      s.token = at_++;
      return (s.value = expression()) != kNone && close(self);
    default:
      s.value = place;
      return close(self);
  }
}

}  // namespace pngine::wgsl
