// Where minifying begins: what of a module ships, what of that keeps its name, and a name of its own for everything
// else.
#include "base/text.h"
#include "wgsl/reach.h"
#include "wgsl/short_names.h"

namespace pngine::wgsl {

Shipping chooseShipping(const Module& m) {
  const Syntax& s = m.syntax;
  Shipping out;
  std::vector<uint32_t> roots, uniforms;
  for (const EntryPoint& e : m.reflection.entry_points) roots.push_back(m.names.decls.at(e.name));
  out.shipped = roots.empty() ? std::vector<bool>(s.decls.size(), true) : reachedFrom(m, roots);
  out.kept.assign(s.decls.size(), false);
  for (const uint32_t r : roots) out.kept[r] = true;
  for (uint32_t i = 0; i < s.decls.size(); ++i) {
    const Decl& d = s.decls[i];
    if (d.kind == DeclKind::enable || d.kind == DeclKind::requires_ || d.kind == DeclKind::diagnostic)
      out.shipped[i] = true;
    const bool bound = d.kind == DeclKind::variable && (s.attribute(d.attributes, "group") != nullptr ||
                                                        s.attribute(d.attributes, "binding") != nullptr);
    if (bound || d.kind == DeclKind::override_) out.kept[i] = true;
  }
  for (const Binding& b : m.reflection.bindings) {
    if (b.kind == BindingKind::uniform) uniforms.push_back(m.names.decls.at(b.name));
  }
  const std::vector<bool> used = reachedFrom(m, uniforms);
  for (uint32_t i = 0; i < s.decls.size(); ++i) {
    if (used[i] && s.decls[i].kind == DeclKind::structure) out.kept[i] = true;
  }
  return out;
}

std::string uniqueNames(const Module& module, const Shipping& shipping) {
  const Syntax& s = module.syntax;
  std::string prefix = "p_";
  while (s.text.find(prefix) != std::string::npos) prefix.insert(0, "p");
  std::vector<bool> decrement(s.tokens.size(), false);
  for (const Statement& stmt : s.statements) {
    if (stmt.kind == StatementKind::step) decrement[stmt.token] = true;
  }
  const auto endsAlready = [&](uint32_t t) {
    const Tok before = t == 0 ? Tok::end : s.tokens[t - 1].kind;
    return before == Tok::semicolon || before == Tok::brace_open || before == Tok::brace_close;
  };
  int parens = 0;
  std::string out;
  for (uint32_t i = 0; i < s.decls.size(); ++i) {
    if (!shipping.shipped[i]) continue;
    for (uint32_t t = s.decls[i].first; t <= s.decls[i].last; ++t) {
      if (s.tokens[t].kind == Tok::semicolon && parens == 0 && endsAlready(t)) continue;  // an empty statement
      parens += s.tokens[t].kind == Tok::paren_open ? 1 : s.tokens[t].kind == Tok::paren_close ? -1 : 0;
      const SymbolId id = s.symbol_of[t];
      const bool local = id != kNone && s.symbols[id].kind != SymbolKind::declaration;
      if (id != kNone && (local || shipping.renamed(s, s.symbols[id].decl))) {
        out += cat(prefix, id);
      } else {
        out += s.tokens[t].kind == Tok::minus_minus && !decrement[t] ? std::string_view("- -") : s.word(t);
      }
      out += ' ';
    }
  }
  return out;
}

}  // namespace pngine::wgsl
