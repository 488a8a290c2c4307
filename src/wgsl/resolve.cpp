// Module scope: which declaration each name means, and an order in which everything is known before it is used.
// Iterative throughout: chains of declarations may be as long as the text.
#include "base/text.h"
#include "wgsl/module.h"

namespace pngine::wgsl {
namespace {

std::vector<Message> collect(const Syntax& s, Names& names) {
  std::vector<Message> errors;
  for (uint32_t i = 0; i < s.decls.size(); ++i) {
    const uint32_t name = s.decls[i].name;
    if (name == kNone || s.word(name) == "_") continue;
    if (!names.decls.emplace(s.word(name), i).second) {
      errors.push_back({s.span(name), cat("'", s.word(name), "' is declared twice")});
    }
  }
  return errors;
}

void bind(Syntax& s, Names& names) {
  std::vector<uint32_t> seen(s.decls.size(), kNone);
  for (uint32_t i = 0; i < s.decls.size(); ++i) {
    Range refs;
    refs.begin = static_cast<uint32_t>(names.targets.size());
    for (uint32_t e = s.decls[i].exprs.begin; e < s.decls[i].exprs.end; ++e) {
      const Expr& expr = s.exprs[e];
      if (expr.kind != ExprKind::identifier || s.symbol_of[expr.token] != kNone) continue;
      const auto found = names.decls.find(s.word(expr.token));
      if (found == names.decls.end()) continue;
      s.symbol_of[expr.token] = s.decls[found->second].symbol;
      if (seen[found->second] == i) continue;
      seen[found->second] = i;
      names.targets.push_back(found->second);
    }
    refs.end = static_cast<uint32_t>(names.targets.size());
    names.refs.push_back(refs);
  }
}

/// Depth-first order; the first cycle met is an error.
std::optional<Message> sort(const Syntax& s, Names& names) {
  enum : uint8_t { fresh, open, done };
  std::vector<uint8_t> state(s.decls.size(), fresh);
  struct Visit {
    uint32_t decl;
    uint32_t next;
  };
  std::vector<Visit> stack;
  for (uint32_t root = 0; root < s.decls.size(); ++root) {
    if (state[root] != fresh) continue;
    state[root] = open;
    stack.push_back({root, names.refs[root].begin});
    while (!stack.empty()) {
      Visit& v = stack.back();
      if (v.next == names.refs[v.decl].end) {
        state[v.decl] = done;
        names.order.push_back(v.decl);
        stack.pop_back();
        continue;
      }
      const uint32_t target = names.targets[v.next++];
      if (state[target] == open) {
        const uint32_t name = s.decls[target].name;
        return Message{s.span(name), cat("the declaration of '", s.word(name), "' refers to itself")};
      }
      if (state[target] == fresh) {
        state[target] = open;
        stack.push_back({target, names.refs[target].begin});
      }
    }
  }
  return std::nullopt;
}

}  // namespace

std::vector<Message> resolveNames(Syntax& syntax, Names& names) {
  std::vector<Message> errors = collect(syntax, names);
  bind(syntax, names);
  if (auto cycle = sort(syntax, names)) errors.push_back(std::move(*cycle));
  return errors;
}

}  // namespace pngine::wgsl
