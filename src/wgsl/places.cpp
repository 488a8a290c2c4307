// Declarations inside functions, and the types that they give.
#include "wgsl/places.h"

#include "base/text.h"
#include "wgsl/emit.h"

namespace pngine::wgsl {

LocalValues::LocalValues(const Syntax& s) : at_(s.tokens.size(), kNone) {
  // Children come before their parents, so the last one written is the largest.
  for (ExprId e = 0; e < s.exprs.size(); ++e) at_[s.exprs[e].first] = e;
  for (const Statement& t : s.statements) {
    if (t.kind == StatementKind::local) values_.emplace(t.symbol, LocalValue{t.token, t.target, t.value});
  }
}

namespace {

std::string typeOfLiteral(std::string_view word, Tok kind) {
  if (word == "true" || word == "false") return "bool";
  const char last = word.back();
  const bool hex = word.starts_with("0x") || word.starts_with("0X");
  if (kind == Tok::floating || (last == 'f' && !hex)) return last == 'h' ? "f16" : "f32";
  return last == 'u' ? "u32" : "i32";
}

std::string typeOfArray(const Module& m, const LocalValues& locals, const Expr& call, uint32_t chain) {
  const Syntax& s = m.syntax;
  if (call.list.size() == 0) return {};
  std::string element;
  for (uint32_t i = call.list.begin; i < call.list.end; ++i) {
    const std::string type = spelledType(m, locals, s.lists[i], chain);
    if (type.empty()) return {};
    // An integer without a suffix takes the type of its neighbours.
    if (element.empty() || element == "i32") element = type;
    if (type != element && type != "i32") return {};
  }
  return cat("array<", element, ", ", call.list.size(), ">");
}

std::string typeOfCall(const Module& m, const LocalValues& locals, const Expr& e, uint32_t chain) {
  const Syntax& s = m.syntax;
  const Expr& callee = s.exprs[e.left];
  const uint32_t decl = s.declOf(callee);
  if (decl != kNone && s.decls[decl].kind == DeclKind::function) {
    const ExprId type = s.decls[decl].type;
    return type == kNone ? std::string() : joinTokens(s, s.exprs[type].first, s.exprs[type].last);
  }
  if (decl != kNone) return std::string(s.word(callee.token));  // a struct or an alias
  if (s.symbol_of[callee.token] != kNone) return {};
  const std::string_view name = s.word(callee.token);
  if (callee.list.size() != 0) return name == "bitcast" ? std::string() : joinTokens(s, callee.first, callee.last);
  if (name == "array") return typeOfArray(m, locals, e, chain);
  const bool scalar = scalarKind(name) != Scalar::Kind::none;
  const bool vector = name.starts_with("vec") && name.size() == 5;
  const bool matrix = name.starts_with("mat") && name.size() == 7;
  return scalar || vector || matrix ? std::string(name) : std::string();
}

/// Type of an element of a type that is spelled like this.
std::string elementType(std::string_view type) {
  const bool vector = type.starts_with("vec"), matrix = type.starts_with("mat");
  if (vector && type.size() == 5) {
    return type[4] == 'f' ? "f32" : type[4] == 'u' ? "u32" : type[4] == 'i' ? "i32" : "f16";
  }
  if (matrix && type.size() == 7) return cat("vec", type.substr(5, 2));
  const size_t open = type.find('<');
  if (open == std::string_view::npos || type.back() != '>') return {};
  std::string_view inner = type.substr(open + 1, type.size() - open - 2);
  if (vector) return std::string(inner);
  if (matrix && open == 6) return cat("vec", type.substr(5, 1), "<", inner, ">");
  if (!type.starts_with("array<")) return {};
  uint32_t depth = 0;
  for (size_t i = 0; i < inner.size(); ++i) {
    if (inner[i] == '<') ++depth;
    if (inner[i] == '>') --depth;
    if (inner[i] == ',' && depth == 0) inner = inner.substr(0, i);
  }
  return std::string(inner);
}

/// The type behind the name of an alias.
std::string plainType(const Module& m, std::string type) {
  const Syntax& s = m.syntax;
  for (uint32_t i = 0; i < kMaxChain; ++i) {
    const auto found = m.names.decls.find(type);
    if (found == m.names.decls.end() || s.decls[found->second].kind != DeclKind::alias) break;
    const Expr& target = s.exprs[s.decls[found->second].type];
    type = joinTokens(s, target.first, target.last);
  }
  return type;
}

std::string memberType(const Module& m, const std::string& type, std::string_view member) {
  const Syntax& s = m.syntax;
  if (type.starts_with("vec") && member.size() == 1) return elementType(type);
  const auto found = m.names.decls.find(type);
  if (found == m.names.decls.end() || s.decls[found->second].kind != DeclKind::structure) return {};
  const Range fields = s.decls[found->second].fields;
  for (uint32_t f = fields.begin; f < fields.end; ++f) {
    if (s.word(s.fields[f].name) != member) continue;
    const Expr& e = s.exprs[s.fields[f].type];
    return joinTokens(s, e.first, e.last);
  }
  return {};
}

std::string typeOfSymbol(const Module& m, const LocalValues& locals, SymbolId symbol, uint32_t chain) {
  const Syntax& s = m.syntax;
  const Symbol& known = s.symbols[symbol];
  ExprId type = kNone, init = kNone;
  if (known.kind == SymbolKind::declaration) {
    type = s.decls[known.decl].type;
    init = s.decls[known.decl].init;
  } else if (known.kind == SymbolKind::parameter) {
    type = s.fields[s.decls[known.decl].fields.begin + known.slot].type;
  } else if (const LocalValue* v = locals.find(symbol)) {
    type = v->type;
    init = v->init;
  }
  if (type != kNone) return joinTokens(s, s.exprs[type].first, s.exprs[type].last);
  return spelledType(m, locals, init, chain + 1);
}

}  // namespace

std::string spelledType(const Module& m, const LocalValues& locals, ExprId id, uint32_t chain) {
  const Syntax& s = m.syntax;
  if (id == kNone || chain > kMaxChain) return {};
  const Expr& e = s.exprs[id];
  switch (e.kind) {
    case ExprKind::paren:
      return spelledType(m, locals, e.left, chain);
    case ExprKind::literal:
      return typeOfLiteral(s.word(e.token), s.tokens[e.token].kind);
    case ExprKind::call:
      return typeOfCall(m, locals, e, chain);
    case ExprKind::identifier: {
      const SymbolId symbol = s.symbol_of[e.token];
      if (symbol == kNone) return {};
      const auto found = locals.types.find(symbol);
      if (found != locals.types.end()) return found->second;
      std::string type = typeOfSymbol(m, locals, symbol, chain);
      return locals.types.emplace(symbol, std::move(type)).first->second;
    }
    case ExprKind::binary: {
      // The wider side decides between a scalar and a vector; comparisons are left out.
      constexpr std::string_view kSame = "+-*/%&|^";
      const std::string_view op = s.operatorOf(e);
      if (op.size() != 1 || kSame.find(op) == std::string_view::npos) return {};
      const std::string a = spelledType(m, locals, e.left, chain), b = spelledType(m, locals, e.right, chain);
      if (a == b || (b == "i32" && scalarKind(a) != Scalar::Kind::none)) return a;
      return a == "i32" && scalarKind(b) != Scalar::Kind::none ? b : std::string();
    }
    case ExprKind::member:
      return memberType(m, plainType(m, spelledType(m, locals, e.left, chain)), s.word(e.token));
    case ExprKind::index:
      return elementType(plainType(m, spelledType(m, locals, e.left, chain)));
    default:
      return {};
  }
}

}  // namespace pngine::wgsl
