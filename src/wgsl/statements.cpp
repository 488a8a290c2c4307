// The parser's list of statements as a tree with parents.
#include <array>

#include "wgsl/module.h"

namespace pngine::wgsl {
namespace {

StatementKind kindOf(const Stmt& t) {
  switch (t.kind) {
    case StmtKind::block:
      return StatementKind::block;
    case StmtKind::if_:
    case StmtKind::branch:
      return StatementKind::if_;
    case StmtKind::switch_:
      return StatementKind::switch_;
    case StmtKind::clause:
      return StatementKind::clause;
    case StmtKind::loop:
      return StatementKind::loop;
    case StmtKind::continuing:
      return StatementKind::continuing;
    case StmtKind::for_:
      return StatementKind::for_;
    case StmtKind::while_:
      return StatementKind::while_;
    case StmtKind::return_:
      return StatementKind::return_;
    case StmtKind::break_:
      return t.left == kNone ? StatementKind::break_ : StatementKind::break_if;
    case StmtKind::continue_:
    case StmtKind::discard:
      return StatementKind::jump;
    case StmtKind::assertion:
      return StatementKind::assertion;
    case StmtKind::declaration:
      return StatementKind::local;
    case StmtKind::assignment:
      return StatementKind::assign;
    case StmtKind::step:
      return StatementKind::step;
    case StmtKind::call:
      return StatementKind::call;
  }
  return StatementKind::call;
}

class TreeBuilder {
 public:
  explicit TreeBuilder(Syntax& s) : s_(s) {}

  void function(Decl& d) {
    d.statements.begin = static_cast<uint32_t>(s_.statements.size());
    const StmtId body = add({.kind = StatementKind::block, .first = d.body_open, .last = d.last});
    // Where each enclosing statement ends, innermost last; all indices of `stmts`.
    struct Open {
      uint32_t end;
      StmtId id;
    };
    std::vector<Open> open{{d.stmts.end, body}};
    for (uint32_t i = d.stmts.begin; i < d.stmts.end; ++i) {
      while (open.size() > 1 && i >= open.back().end) open.pop_back();
      const Stmt& t = s_.stmts[i];
      if (t.kind == StmtKind::if_) {
        // Its branches follow; the first of them stands for it.
        open.push_back({t.end, kNone});
        continue;
      }
      if (t.kind == StmtKind::branch && t.left == kNone) {
        open.push_back({t.end, open.back().id});  // the block behind the last else belongs to the `if` before
        continue;
      }
      StmtId parent = open.back().id;
      if (t.kind == StmtKind::branch) {
        const bool first = parent == kNone;
        if (first) parent = open[open.size() - 2].id;
        const StmtId id = add(
            {.kind = StatementKind::if_, .first = t.first, .last = lastOfChain(i), .parent = parent, .value = t.left});
        open.back().id = id;  // what follows in the chain stands inside
        open.push_back({t.end, id});
        continue;
      }
      open.push_back({t.end, add(converted(t, parent))});
    }
    d.statements.end = static_cast<uint32_t>(s_.statements.size());
  }

 private:
  StmtId add(Statement t) {
    s_.statements.push_back(t);
    return static_cast<StmtId>(s_.statements.size() - 1);
  }

  /// Every `if` of a chain ends where the chain ends.
  uint32_t lastOfChain(uint32_t branch) const {
    for (uint32_t i = branch + 1; i-- > 0;) {
      if (s_.stmts[i].kind == StmtKind::if_ && s_.stmts[i].end >= s_.stmts[branch].end) return s_.stmts[i].last;
    }
    return s_.stmts[branch].last;
  }

  Statement converted(const Stmt& t, StmtId parent) {
    Statement out{.kind = kindOf(t), .first = t.first, .last = t.last, .parent = parent};
    out.token = t.kind == StmtKind::declaration ? t.first : t.token == kNone ? t.first : t.token;
    const bool written = t.kind == StmtKind::declaration || t.kind == StmtKind::assignment;
    out.value = written ? t.right : t.left;
    out.target = t.kind == StmtKind::declaration                              ? t.type
                 : t.kind == StmtKind::assignment || t.kind == StmtKind::step ? t.left
                                                                              : kNone;
    if (t.kind == StmtKind::step) out.value = kNone;
    out.symbol = t.symbol;
    if (t.symbol != kNone) s_.symbols[t.symbol].stmt = static_cast<StmtId>(s_.statements.size());
    const bool head = parent != kNone && s_.statements[parent].kind == StatementKind::for_ && t.kind != StmtKind::block;
    if (!head && s_.tokens[t.last + 1].kind == Tok::semicolon && s_.tokens[t.last].kind != Tok::semicolon &&
        ends(t.kind))
      ++out.last;
    return out;
  }
  /// Statements that a semicolon ends.
  static bool ends(StmtKind k) {
    return k == StmtKind::return_ || k == StmtKind::break_ || k == StmtKind::continue_ || k == StmtKind::discard ||
           k == StmtKind::assertion || k == StmtKind::declaration || k == StmtKind::assignment || k == StmtKind::step ||
           k == StmtKind::call;
  }

  Syntax& s_;
};

}  // namespace

void buildStatements(Syntax& syntax) {
  TreeBuilder builder(syntax);
  for (Decl& d : syntax.decls) {
    if (d.kind == DeclKind::function) builder.function(d);
  }
}

}  // namespace pngine::wgsl
