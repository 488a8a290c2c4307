// Statements: read for their expressions and for the scopes of local names.
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

/// A braced block with its attributes; its names end with it.
bool Parser::block() {
  Range ignored;
  if (!attributes(ignored) || !expect(Tok::brace_open, "'{'")) return false;
  openScope();
  const bool ok = statements();
  closeScope();
  return ok;
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
  if (acceptWord("loop")) return loopStatement();
  if (acceptWord("for")) return forStatement();
  if (acceptWord("while")) return whileStatement();
  if (acceptWord("return")) {
    if (!is(Tok::semicolon) && expression() == kNone) return false;
    return expect(Tok::semicolon, "';' behind return");
  }
  if (acceptWord("break")) {
    if (acceptWord("if") && expression() == kNone) return false;
    return expect(Tok::semicolon, "';' behind break");
  }
  if (acceptWord("continue") || acceptWord("discard") || acceptWord("fallthrough")) {
    return expect(Tok::semicolon, "';'");
  }
  if (acceptWord("continuing")) return block();
  if (acceptWord("const_assert")) {
    return expression() != kNone && expect(Tok::semicolon, "';' behind the assertion");
  }
  return std::nullopt;
}

bool Parser::ifStatement() {
  while (true) {
    if (expression() == kNone || !block()) return false;
    if (!acceptWord("else")) return true;
    if (!acceptWord("if")) return block();
  }
}

bool Parser::switchStatement() {
  Range ignored;
  if (expression() == kNone || !attributes(ignored) || !expect(Tok::brace_open, "'{' of the switch")) return false;
  while (!accept(Tok::brace_close)) {
    if (!switchClause()) return false;
  }
  return true;
}

bool Parser::switchClause() {
  Range ignored;
  if (!attributes(ignored)) return false;
  if (acceptWord("case")) {
    do {
      if (is(Tok::colon) || is(Tok::brace_open) || is(Tok::at)) break;
      if (!acceptWord("default") && expression() == kNone) return false;
    } while (accept(Tok::comma));
  } else if (!acceptWord("default")) {
    return fail("expected case or default");
  }
  accept(Tok::colon);
  return block();
}

bool Parser::loopStatement() { return block(); }

bool Parser::forStatement() {
  if (!expect(Tok::paren_open, "'(' behind for")) return false;
  openScope();
  const auto part = [&](Tok close, bool condition) {
    if (is(close)) return true;
    return condition ? expression() != kNone : simpleStatement();
  };
  const bool ok = part(Tok::semicolon, false) && expect(Tok::semicolon, "';' behind the initializer of for") &&
                  part(Tok::semicolon, true) && expect(Tok::semicolon, "';' behind the condition of for") &&
                  part(Tok::paren_close, false) && expect(Tok::paren_close, "')' of for") && block();
  closeScope();
  return ok;
}

bool Parser::whileStatement() { return expression() != kNone && block(); }

/// What may stand in the head of `for`: a declaration, an assignment, a call, an increment.
bool Parser::simpleStatement() {
  if (isWord("var") || isWord("let") || isWord("const")) return localDeclaration();
  return assignmentOrCall();
}

bool Parser::localDeclaration() {
  ++at_;
  Range ignored;
  if (accept(Tok::template_open) && !list(Tok::template_close, "an address space", ignored)) return false;
  const uint32_t name = takeName("a variable name");
  if (name == kNone) return false;
  if (accept(Tok::colon) && typeName() == kNone) return false;
  if (accept(Tok::assign) && expression() == kNone) return false;
  declareLocal(name, SymbolKind::local);  // after its initializer: `let x = x;` reads the outer x
  return true;
}

bool Parser::assignmentOrCall() {
  if (unary() == kNone) return false;
  switch (kind()) {
    case Tok::plus_plus:
    case Tok::minus_minus:
      ++at_;
      return true;
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
      ++at_;
      return expression() != kNone;
    default:
      return true;
  }
}

}  // namespace pngine::wgsl
