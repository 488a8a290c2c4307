// Expressions and types. WGSL forbids many mixtures of operators without parentheses; what it allows groups as here.
#include <utility>

#include "wgsl/parser.h"

namespace pngine::wgsl {
namespace {

/// Binding strength of a binary operator, 0 for other tokens.
int strength(Tok kind) {
  switch (kind) {
    case Tok::or_or:
      return 1;
    case Tok::and_and:
      return 2;
    case Tok::or_:
      return 3;
    case Tok::xor_:
      return 4;
    case Tok::and_:
      return 5;
    case Tok::equal:
    case Tok::not_equal:
      return 6;
    case Tok::less:
    case Tok::greater:
    case Tok::less_equal:
    case Tok::greater_equal:
      return 7;
    case Tok::shift_left:
    case Tok::shift_right:
      return 8;
    case Tok::plus:
    case Tok::minus:
    case Tok::minus_minus:
      return 9;
    case Tok::star:
    case Tok::slash:
    case Tok::percent:
      return 10;
    default:
      return 0;
  }
}

}  // namespace

ExprId Parser::make(Expr e) {
  uint32_t depth = std::max(depthOf(e.left), depthOf(e.right));
  for (uint32_t i = e.list.begin; i < e.list.end; ++i) depth = std::max(depth, depthOf(s_.lists[i]));
  if (depth >= kMaxNesting) {
    fail("the expression is nested deeper than 512 levels");
    return kNone;
  }
  e.depth = static_cast<uint16_t>(depth + 1);
  e.last = at_ - 1;
  s_.exprs.push_back(e);
  return static_cast<ExprId>(s_.exprs.size() - 1);
}

ExprId Parser::binary(int minimum) {
  const Level level(*this);
  if (level.tooDeep()) return fail("the text is nested deeper than 512 levels"), kNone;
  ExprId left = unary();
  while (left != kNone) {
    const int s = strength(kind());
    if (s < minimum || s == 0) break;
    const uint32_t op = at_;
    half_taken_ = is(Tok::minus_minus);  // `a--b` subtracts `-b`: the operand takes the other half
    if (!half_taken_) ++at_;
    const ExprId right = binary(s + 1);
    if (right == kNone) return kNone;
    left = make({.kind = ExprKind::binary, .token = op, .first = s_.exprs[left].first, .left = left, .right = right});
  }
  return left;
}

/// `--b` negates twice; once where the operator before it has taken half of the token. Nodes share the token.
ExprId Parser::minusMinus() {
  const Level level(*this);
  if (level.tooDeep()) return fail("the text is nested deeper than 512 levels"), kNone;
  const int negations = std::exchange(half_taken_, false) ? 1 : 2;
  const uint32_t op = at_++;
  ExprId e = unary();
  for (int i = negations; i > 0 && e != kNone; --i) {
    e = make({.kind = ExprKind::unary, .token = op, .first = op, .left = e});
  }
  return e;
}

ExprId Parser::unary() {
  switch (kind()) {
    case Tok::minus_minus:
      return minusMinus();
    case Tok::minus:
    case Tok::bang:
    case Tok::tilde:
    case Tok::star:
    case Tok::and_:
      break;
    default:
      return postfix();
  }
  const Level level(*this);
  if (level.tooDeep()) return fail("the text is nested deeper than 512 levels"), kNone;
  const uint32_t op = at_++;
  const ExprId operand = unary();
  if (operand == kNone) return kNone;
  return make({.kind = ExprKind::unary, .token = op, .first = op, .left = operand});
}

ExprId Parser::postfix() {
  ExprId e = primary();
  while (e != kNone) {
    const uint32_t first = s_.exprs[e].first;
    if (is(Tok::bracket_open)) {
      const uint32_t op = at_++;
      const ExprId index = expression();
      if (index == kNone || !expect(Tok::bracket_close, "']' behind the index")) return kNone;
      e = make({.kind = ExprKind::index, .token = op, .first = first, .left = e, .right = index});
    } else if (accept(Tok::dot)) {
      const uint32_t name = takeName("a member name");
      if (name == kNone) return kNone;
      e = make({.kind = ExprKind::member, .token = name, .first = first, .left = e});
    } else {
      break;
    }
  }
  return e;
}

ExprId Parser::primary() {
  const uint32_t first = at_;
  if (is(Tok::integer) || is(Tok::floating) || isWord("true") || isWord("false")) {
    ++at_;
    return make({.kind = ExprKind::literal, .token = first, .first = first});
  }
  if (accept(Tok::paren_open)) {
    const ExprId inner = expression();
    if (inner == kNone || !expect(Tok::paren_close, "')'")) return kNone;
    return make({.kind = ExprKind::paren, .token = first, .first = first, .left = inner});
  }
  const ExprId name = named();
  if (name == kNone || !is(Tok::paren_open)) return name;
  const uint32_t open = at_++;
  Range arguments;
  if (!list(Tok::paren_close, "an argument", arguments)) return kNone;
  return make({.kind = ExprKind::call, .token = open, .first = first, .left = name, .list = arguments});
}

/// An identifier with its template list, if it has one. Binds it when it is a local name.
ExprId Parser::named() {
  const uint32_t name = takeName("an expression");
  if (name == kNone) return kNone;
  const auto found = scope_.find(s_.word(name));
  if (found != scope_.end() && !found->second.empty()) s_.symbol_of[name] = found->second.back();
  Range arguments;
  if (accept(Tok::template_open)) {
    const Level level(*this);
    if (level.tooDeep()) return fail("the text is nested deeper than 512 levels"), kNone;
    if (!list(Tok::template_close, "a template argument", arguments)) return kNone;
  }
  return make({.kind = ExprKind::identifier, .token = name, .first = name, .list = arguments});
}

ExprId Parser::typeName() {
  if (!is(Tok::identifier)) return fail("expected a type"), kNone;
  return named();
}

/// Expressions with commas between (one may trail) up to `close`, which is taken; the opening token is already gone.
bool Parser::list(Tok close, std::string_view what, Range& out) {
  std::vector<uint32_t> items;
  while (!is(close)) {
    const ExprId e = expression();
    if (e == kNone) return false;
    items.push_back(e);
    if (!accept(Tok::comma)) break;
  }
  if (!is(close)) return fail(std::string("expected ',' or the end of the list behind ") + std::string(what));
  ++at_;
  out.begin = static_cast<uint32_t>(s_.lists.size());
  s_.lists.insert(s_.lists.end(), items.begin(), items.end());
  out.end = static_cast<uint32_t>(s_.lists.size());
  return true;
}

}  // namespace pngine::wgsl
