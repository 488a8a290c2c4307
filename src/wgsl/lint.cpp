// The lint as a whole, and its part about names: what is declared and not used.
#include "wgsl/lint.h"

#include <algorithm>

#include "base/text.h"
#include "wgsl/lint_parts.h"
#include "wgsl/reach.h"

namespace pngine::wgsl {
namespace {

/// How often each symbol is named, and how often only to be written.
struct Mentions {
  std::vector<uint32_t> all, written;
};

Mentions countMentions(const Syntax& s, const std::vector<bool>& is_variable) {
  Mentions m{std::vector<uint32_t>(s.symbols.size()), std::vector<uint32_t>(s.symbols.size())};
  for (const Expr& e : s.exprs) {
    if (e.kind == ExprKind::identifier && s.symbol_of[e.token] != kNone) ++m.all[s.symbol_of[e.token]];
  }
  for (const Statement& t : s.statements) {
    if (t.kind != StatementKind::assign && t.kind != StatementKind::step) continue;
    const SymbolId root = rootOf(s, t.target);
    // A part of a pointer belongs to what it points to: only a variable is written itself.
    if (root != kNone && is_variable[root]) ++m.written[root];
  }
  return m;
}

class NameLint {
 public:
  NameLint(const Module& m, LintFindings& out) : m_(m), s_(m.syntax), out_(out), variable_(s_.symbols.size()) {
    for (const Statement& t : s_.statements) {
      if (t.symbol != kNone) variable_[t.symbol] = s_.word(t.first) == "var";
    }
    for (const Decl& d : s_.decls) {
      if (d.kind == DeclKind::variable) variable_[d.symbol] = true;
    }
    mentions_ = countMentions(s_, variable_);
  }

  void locals() {
    for (SymbolId i = 0; i < s_.symbols.size(); ++i) {
      if (s_.symbols[i].kind == SymbolKind::local) unused(i);
    }
  }

  /// What stands at module scope and no entry point has a use for.
  void moduleScope() {
    std::vector<uint32_t> entries;
    for (uint32_t i = 0; i < s_.decls.size(); ++i) {
      if (s_.decls[i].kind == DeclKind::function && isEntry(s_.decls[i])) entries.push_back(i);
    }
    if (entries.empty()) return;
    const std::vector<bool> reached = reachedFrom(m_, entries);
    for (uint32_t i = 0; i < s_.decls.size(); ++i) {
      const Decl& d = s_.decls[i];
      if (d.name == kNone || s_.word(d.name).starts_with("_")) continue;
      if (d.kind == DeclKind::function && !reached[i])
        add("dead-code", d.name, cat("function `", s_.word(d.name), "` is called by no entry point"));
      else if (d.kind == DeclKind::variable && isBinding(d) && !reached[i])
        add("unused-binding", d.name,
            cat("`", s_.word(d.name), "` is used by no entry point, so an automatic layout leaves it out"));
      else if (d.kind == DeclKind::variable && !isBinding(d))
        unused(d.symbol);
    }
  }

 private:
  bool isEntry(const Decl& d) const {
    return std::ranges::any_of(std::initializer_list<std::string_view>{"vertex", "fragment", "compute"},
                               [&](std::string_view stage) { return s_.attribute(d.attributes, stage) != nullptr; });
  }
  bool isBinding(const Decl& d) const { return s_.attribute(d.attributes, "binding") != nullptr; }

  void unused(SymbolId i) {
    const uint32_t token = s_.symbols[i].token;
    const std::string_view name = s_.word(token);
    if (name.starts_with("_") || mentions_.all[i] > mentions_.written[i]) return;
    add("unused-variable", token,
        mentions_.all[i] == 0 ? cat("`", name, "` is never used") : cat("`", name, "` is written and never read"));
  }

  void add(std::string_view rule, uint32_t token, std::string text) {
    out_.push_back({rule, s_.span(token), std::move(text)});
  }

  const Module& m_;
  const Syntax& s_;
  LintFindings& out_;
  std::vector<bool> variable_;  ///< per symbol: declared with `var`
  Mentions mentions_;
};

}  // namespace

void lintNames(const Module& module, bool whole, LintFindings& out) {
  NameLint lint(module, out);
  lint.locals();
  if (whole) lint.moduleScope();
}

std::vector<LintFinding> lint(const Module& module, bool whole) {
  LintFindings out;
  lintNames(module, whole, out);
  lintFlow(module, out);
  lintValues(module, out);
  std::ranges::stable_sort(out, {}, [](const LintFinding& f) { return f.span.begin; });
  return out;
}

}  // namespace pngine::wgsl
