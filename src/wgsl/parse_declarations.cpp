// Module scope: directives, values, types, functions, attributes.
#include <algorithm>

#include "base/text.h"
#include "wgsl/parser.h"

namespace pngine::wgsl {

std::expected<Syntax, Message> parseSyntax(std::string_view text) {
  Syntax syntax;
  auto tokens = lex(text);
  if (!tokens) return std::unexpected(std::move(tokens.error()));
  syntax.text = text;
  syntax.tokens = std::move(*tokens);
  syntax.symbol_of.assign(syntax.tokens.size(), kNone);
  if (auto error = Parser(syntax).run()) return std::unexpected(std::move(*error));
  return syntax;
}

std::optional<Message> Parser::run() {
  while (!is(Tok::end)) {
    if (accept(Tok::semicolon)) continue;
    if (!declaration()) return error_;
  }
  return std::nullopt;
}

bool Parser::accept(Tok k) {
  if (!is(k)) return false;
  ++at_;
  return true;
}

bool Parser::acceptWord(std::string_view word) {
  if (!isWord(word)) return false;
  ++at_;
  return true;
}

bool Parser::expect(Tok k, std::string_view what) { return accept(k) || fail(cat("expected ", what)); }

bool Parser::fail(std::string message) {
  if (!error_)
    error_ = Message{s_.span(std::min(at_, static_cast<uint32_t>(s_.tokens.size() - 1))), std::move(message)};
  return false;
}

uint32_t Parser::takeName(std::string_view what) {
  if (!is(Tok::identifier)) {
    fail(cat("expected ", what));
    return kNone;
  }
  return at_++;
}

/// Gives a module-scope declaration its name.
void Parser::declare(Decl& d, uint32_t name) {
  d.name = name;
  d.symbol = static_cast<SymbolId>(s_.symbols.size());
  s_.symbols.push_back({SymbolKind::declaration, name, current_decl_, 0});
  s_.symbol_of[name] = d.symbol;
}

bool Parser::declaration() {
  Decl d;
  d.first = at_;
  d.exprs.begin = static_cast<uint32_t>(s_.exprs.size());
  current_decl_ = static_cast<uint32_t>(s_.decls.size());
  if (!attributes(d.attributes)) return false;
  bool ok = false;
  if (isWord("enable") || isWord("requires") || isWord("diagnostic"))
    ok = directive(d);
  else if (isWord("const") || isWord("override"))
    ok = globalValue(d);
  else if (isWord("var"))
    ok = globalVariable(d);
  else if (acceptWord("alias"))
    ok = alias(d);
  else if (acceptWord("struct"))
    ok = structure(d);
  else if (acceptWord("fn"))
    ok = function(d);
  else if (acceptWord("const_assert"))
    ok = assertion(d);
  else
    fail("expected a declaration");
  if (!ok) return false;
  d.last = at_ - 1;
  d.exprs.end = static_cast<uint32_t>(s_.exprs.size());
  s_.decls.push_back(d);
  return true;
}

bool Parser::directive(Decl& d) {
  const std::string_view word = s_.word(at_++);
  d.kind = word == "enable" ? DeclKind::enable : word == "requires" ? DeclKind::requires_ : DeclKind::diagnostic;
  d.list.begin = static_cast<uint32_t>(s_.lists.size());
  while (!is(Tok::semicolon)) {
    if (is(Tok::end)) return fail("expected ';' behind the directive");
    if (is(Tok::identifier)) s_.lists.push_back(at_);
    ++at_;
  }
  d.list.end = static_cast<uint32_t>(s_.lists.size());
  ++at_;
  return true;
}

/// `const` and `override`.
bool Parser::globalValue(Decl& d) {
  d.kind = isWord("const") ? DeclKind::constant : DeclKind::override_;
  ++at_;
  const uint32_t name = takeName("a name");
  if (name == kNone) return false;
  if (accept(Tok::colon) && (d.type = typeName()) == kNone) return false;
  if (accept(Tok::assign) && (d.init = expression()) == kNone) return false;
  if (d.kind == DeclKind::constant && d.init == kNone) return fail("expected '=' and the value of the constant");
  declare(d, name);
  return expect(Tok::semicolon, "';' behind the declaration");
}

bool Parser::globalVariable(Decl& d) {
  d.kind = DeclKind::variable;
  ++at_;
  if (accept(Tok::template_open) && !list(Tok::template_close, "an address space", d.list)) return false;
  const uint32_t name = takeName("a variable name");
  if (name == kNone) return false;
  if (accept(Tok::colon) && (d.type = typeName()) == kNone) return false;
  if (accept(Tok::assign) && (d.init = expression()) == kNone) return false;
  declare(d, name);
  return expect(Tok::semicolon, "';' behind the declaration");
}

bool Parser::alias(Decl& d) {
  d.kind = DeclKind::alias;
  const uint32_t name = takeName("a type name");
  if (name == kNone || !expect(Tok::assign, "'=' behind the name")) return false;
  if ((d.type = typeName()) == kNone) return false;
  declare(d, name);
  return expect(Tok::semicolon, "';' behind the declaration");
}

bool Parser::structure(Decl& d) {
  d.kind = DeclKind::structure;
  const uint32_t name = takeName("a type name");
  if (name == kNone || !expect(Tok::brace_open, "'{' behind the name")) return false;
  std::vector<Field> members;
  while (!is(Tok::brace_close)) {
    Field f;
    if (!attributes(f.attributes)) return false;
    if ((f.name = takeName("a member name")) == kNone) return false;
    if (!expect(Tok::colon, "':' behind the member name") || (f.type = typeName()) == kNone) return false;
    members.push_back(f);
    if (!accept(Tok::comma)) break;
  }
  if (!expect(Tok::brace_close, "',' or '}' behind the member")) return false;
  d.fields.begin = static_cast<uint32_t>(s_.fields.size());
  s_.fields.insert(s_.fields.end(), members.begin(), members.end());
  d.fields.end = static_cast<uint32_t>(s_.fields.size());
  declare(d, name);
  return true;
}

bool Parser::function(Decl& d) {
  d.kind = DeclKind::function;
  const uint32_t name = takeName("a function name");
  if (name == kNone) return false;
  declare(d, name);
  std::vector<Field> params;
  if (!parameters(d, params)) return false;
  if (accept(Tok::arrow)) {
    if (!attributes(d.return_attributes) || (d.type = typeName()) == kNone) return false;
  }
  Range ignored;
  if (!attributes(ignored)) return false;
  // Parameters come into scope here: their own types and attributes mean module scope.
  openScope();
  for (Field& f : params) f.symbol = declareLocal(f.name, SymbolKind::parameter);
  d.fields.begin = static_cast<uint32_t>(s_.fields.size());
  s_.fields.insert(s_.fields.end(), params.begin(), params.end());
  d.fields.end = static_cast<uint32_t>(s_.fields.size());
  d.body_open = at_;
  if (!expect(Tok::brace_open, "'{' of the function body")) return false;
  d.statements.begin = open(StatementKind::block);
  const bool ok = statements();
  close(d.statements.begin);
  d.statements.end = static_cast<uint32_t>(s_.statements.size());
  closeScope();
  return ok;
}

bool Parser::parameters(Decl& d, std::vector<Field>& params) {
  d.params_open = at_;
  if (!expect(Tok::paren_open, "'(' behind the function name")) return false;
  while (!is(Tok::paren_close)) {
    Field f;
    if (!attributes(f.attributes)) return false;
    if ((f.name = takeName("a parameter name")) == kNone) return false;
    if (!expect(Tok::colon, "':' behind the parameter name") || (f.type = typeName()) == kNone) return false;
    params.push_back(f);
    if (!accept(Tok::comma)) break;
  }
  d.params_close = at_;
  return expect(Tok::paren_close, "',' or ')' behind the parameter");
}

bool Parser::assertion(Decl& d) {
  d.kind = DeclKind::assertion;
  return (d.init = expression()) != kNone && expect(Tok::semicolon, "';' behind the assertion");
}

bool Parser::attributes(Range& out) {
  out.begin = out.end = static_cast<uint32_t>(s_.attributes.size());
  while (is(Tok::at)) {
    if (!attribute()) return false;
  }
  out.end = static_cast<uint32_t>(s_.attributes.size());
  return true;
}

bool Parser::attribute() {
  ++at_;
  Attribute a;
  if ((a.name = takeName("an attribute name")) == kNone) return false;
  const std::string_view name = s_.word(a.name);
  a.raw = name == "builtin" || name == "interpolate" || name == "diagnostic";
  if (accept(Tok::paren_open)) {
    if (!(a.raw ? rawArguments(a) : list(Tok::paren_close, "an attribute argument", a.list))) return false;
  }
  s_.attributes.push_back(a);
  return true;
}

/// Names that mean something only here: `position`, `flat`, `chromium.some_rule`.
bool Parser::rawArguments(Attribute& a) {
  a.list.begin = static_cast<uint32_t>(s_.lists.size());
  while (!is(Tok::paren_close)) {
    if (is(Tok::identifier))
      s_.lists.push_back(at_);
    else if (!is(Tok::comma) && !is(Tok::dot))
      return fail("expected a name");
    ++at_;
  }
  ++at_;
  a.list.end = static_cast<uint32_t>(s_.lists.size());
  return true;
}

}  // namespace pngine::wgsl
