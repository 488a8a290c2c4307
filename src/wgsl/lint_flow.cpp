// Control flow: statements behind one that never goes on, conditions that the text decides, counting loops that run
// away from their bound. How statements go on is as the WGSL specification has it (section 9.7, behaviors).
#include "base/text.h"
#include "wgsl/constant.h"
#include "wgsl/lint_parts.h"

namespace pngine::wgsl {
namespace {

/// Ways in which a statement can end; a set of bits.
enum : uint8_t { kNext = 1, kBreak = 2, kContinue = 4, kReturn = 8, kDiscard = 16 };

bool isBoolean(const std::optional<Scalar>& v) { return v && v->kind == Scalar::Kind::boolean; }

class FlowLint {
 public:
  FlowLint(const Module& m, LintFindings& out) : s_(m.syntax), out_(out), pointed_at_(s_.symbols.size()) {
    for (const Expr& e : s_.exprs) {
      if (e.kind != ExprKind::unary || s_.operatorOf(e) != "&") continue;
      if (const SymbolId root = rootOf(s_, e.left); root != kNone) pointed_at_[root] = true;
    }
  }

  void function(const Decl& d) { sequence(d.statements.begin + 1, d.statements.end); }

 private:
  // ---- how statements end

  uint8_t sequence(uint32_t begin, uint32_t end) {
    uint8_t all = kNext;
    for (uint32_t i = begin; i < end; i = s_.statements[i].end) {
      const StatementKind kind = s_.statements[i].kind;
      if ((all & kNext) == 0 && kind != StatementKind::continuing && kind != StatementKind::assertion) {
        add("unreachable-code", wgsl::spanOf(s_, s_.statements[i]),
            "the statement is never reached, since the one before it does not go on");
        return all;
      }
      const bool dead = (all & kNext) == 0;
      const uint8_t one = statement(i);
      all = static_cast<uint8_t>(dead ? all | (one & ~kNext) : (all & ~kNext) | one);
    }
    return all;
  }

  uint8_t statement(uint32_t i) {
    const Statement& t = s_.statements[i];
    switch (t.kind) {
      case StatementKind::block:
      case StatementKind::clause:
      case StatementKind::continuing:
        return sequence(i + 1, t.end);
      case StatementKind::if_:
        return branches(i);
      case StatementKind::switch_:
        if (const auto v = ofText(t.value); v && v->isInteger())
          add("constant-condition", spanOf(t.value), cat("the selector is always ", v->integer));
        return afterBreak(children(i));
      case StatementKind::loop:
        return afterBreak(static_cast<uint8_t>(sequence(i + 1, t.end) & ~kNext));
      case StatementKind::while_:
        condition(t.value, false);
        return static_cast<uint8_t>(afterBreak(sequence(i + 1, t.end)) | kNext);
      case StatementKind::for_:
        return forLoop(i);
      case StatementKind::return_:
        return kReturn;
      case StatementKind::break_:
        return kBreak;
      case StatementKind::break_if:
        condition(t.value, true);
        return kBreak | kNext;
      case StatementKind::continue_:
        return kContinue;
      case StatementKind::discard:
        return kNext | kDiscard;
      default:
        return kNext;
    }
  }

  /// The ways of all that a statement contains, side by side.
  uint8_t children(uint32_t i) {
    uint8_t all = 0;
    for (uint32_t k = i + 1; k < s_.statements[i].end; k = s_.statements[k].end) all |= statement(k);
    return all;
  }

  /// A chain of `if`s, without recursion.
  uint8_t branches(StmtId i) {
    uint8_t all = 0;
    while (true) {
      condition(s_.statements[i].value, true);
      const StmtId then = i + 1, otherwise = s_.statements[then].end;
      all |= statement(then);
      if (otherwise == s_.statements[i].end) return all | kNext;
      if (s_.statements[otherwise].kind == StatementKind::block) return all | statement(otherwise);
      i = otherwise;
    }
  }

  /// Outside of a loop or switch its `break` means going on, and its `continue` is over.
  static uint8_t afterBreak(uint8_t inside) {
    const uint8_t kept = inside & (kNext | kReturn | kDiscard);
    return (inside & kBreak) != 0 ? kept | kNext : kept;
  }

  uint8_t forLoop(uint32_t i) {
    const Statement& t = s_.statements[i];
    uint32_t body = i + 1;
    if (t.init) body = s_.statements[body].end;
    const uint32_t update = body;
    if (t.update) body = s_.statements[body].end;
    const uint8_t inside = statement(body);
    if (t.value != kNone) {
      condition(t.value, false);
      if (t.update && (inside & (kBreak | kReturn | kDiscard)) == 0) direction(t, i + 1, update, body);
    }
    const uint8_t after = afterBreak(static_cast<uint8_t>(inside & ~kNext));
    return t.value == kNone ? after : static_cast<uint8_t>(after | kNext);
  }

  // ---- conditions

  /// The value of an expression that holds literals only; `&&` and `||` need but one of their sides.
  std::optional<Scalar> ofText(ExprId id) const {
    const Expr& e = s_.exprs[id];
    switch (e.kind) {
      case ExprKind::literal:
        return literal(s_.word(e.token));
      case ExprKind::paren:
        return ofText(e.left);
      case ExprKind::unary: {
        const auto v = ofText(e.left);
        return v ? applyUnary(s_.operatorOf(e), *v) : std::nullopt;
      }
      case ExprKind::binary: {
        const std::string_view op = s_.operatorOf(e);
        const auto a = ofText(e.left), b = ofText(e.right);
        if (op == "&&" || op == "||") {
          const int64_t decides = op == "||" ? 1 : 0;
          if (isBoolean(a) && a->integer == decides) return a;
          if (isBoolean(b) && b->integer == decides) return b;
          return isBoolean(a) && isBoolean(b) ? b : std::nullopt;
        }
        return a && b ? applyBinary(op, *a, *b) : std::nullopt;
      }
      default:
        return std::nullopt;
    }
  }

  /// `while (true)` is how an endless loop is written on purpose: there only the other value is worth a word.
  void condition(ExprId e, bool also_true) {
    const auto v = ofText(e);
    if (!isBoolean(v) || (v->integer != 0 && !also_true)) return;
    add("constant-condition", spanOf(bare(s_, e)), cat("the condition is always ", v->integer != 0 ? "true" : "false"));
  }

  // ---- counting loops

  struct Counter {
    SymbolId symbol = kNone;
    bool up = true;
  };

  /// `i++`, `i += 2`, `i = i + 2` and their opposites, by a literal.
  Counter counterOf(const Statement& t) const {
    Counter c{rootOf(s_, t.target), true};
    if (s_.exprs[bare(s_, t.target)].kind != ExprKind::identifier) return {};
    if (t.kind == StatementKind::step) {
      c.up = s_.word(t.token) == "++";
      return c;
    }
    if (t.kind != StatementKind::assign) return {};
    std::string_view op = s_.word(t.token);
    ExprId by = t.value;
    if (op == "=") {
      const Expr& sum = s_.exprs[bare(s_, t.value)];
      if (sum.kind != ExprKind::binary || rootOf(s_, sum.left) != c.symbol ||
          s_.exprs[bare(s_, sum.left)].kind != ExprKind::identifier)
        return {};
      op = s_.operatorOf(sum);
      by = sum.right;
    }
    const auto amount = ofText(by);
    if (!amount || !(amount->number() > 0)) return {};
    if (op != "+=" && op != "+" && op != "-=" && op != "-") return {};
    c.up = op[0] == '+';
    return c;
  }

  enum class Sign : uint8_t { unknown, with, without };

  /// Whether the counter can be negative: by its written type, or by a literal that it starts from.
  Sign signOf(const Statement& start, SymbolId symbol) const {
    if (start.kind != StatementKind::local || start.symbol != symbol) return Sign::unknown;
    if (start.target != kNone) {
      const std::string_view type = s_.textOf(start.target);
      return type == "i32" || type == "f32" ? Sign::with : type == "u32" ? Sign::without : Sign::unknown;
    }
    const auto v = start.value == kNone ? std::nullopt : ofText(start.value);
    if (!v) return Sign::unknown;
    return v->kind == Scalar::Kind::u32 ? Sign::without : Sign::with;
  }

  void direction(const Statement& loop, uint32_t start, uint32_t update, uint32_t body) {
    const Counter c = counterOf(s_.statements[update]);
    const Expr& test = s_.exprs[bare(s_, loop.value)];
    if (!loop.init || c.symbol == kNone || test.kind != ExprKind::binary || changed(c.symbol, body)) return;
    std::string_view op = s_.operatorOf(test);
    if (op != "<" && op != "<=" && op != ">" && op != ">=") return;
    ExprId counter = bare(s_, test.left), bound = bare(s_, test.right);
    const bool turned = !isSymbol(counter, c.symbol);
    if (turned) std::swap(counter, bound);
    if (!isSymbol(counter, c.symbol) || !steady(bound)) return;
    const bool below = (op[0] == '<') != turned;  // runs while the counter is below the bound
    const Sign sign = signOf(s_.statements[start], c.symbol);
    const std::string name(s_.word(s_.symbols[c.symbol].token));
    // An unsigned counter goes round: below 0 it is large, which ends a loop that asks for less.
    if (sign == Sign::with && below != c.up)
      add("endless-loop", spanOf(loop.value),
          cat("`", name, "` goes ", c.up ? "up" : "down", ", and the loop runs while it is ", below ? "below" : "above",
              " its bound"));
    const auto limit = ofText(bound);
    if (sign == Sign::without && !below && op.size() == 2 && limit && limit->isInteger() && limit->integer == 0)
      add("endless-loop", spanOf(loop.value), cat("`", name, "` is unsigned, and so it is never below 0"));
  }

  bool isSymbol(ExprId e, SymbolId symbol) const {
    return s_.exprs[e].kind == ExprKind::identifier && s_.symbol_of[s_.exprs[e].token] == symbol;
  }

  /// Whether the body may write a variable, itself or through a pointer.
  bool changed(SymbolId symbol, uint32_t body) const {
    if (pointed_at_[symbol]) return true;
    for (uint32_t i = body; i < s_.statements[body].end; ++i) {
      const Statement& t = s_.statements[i];
      if ((t.kind == StatementKind::assign || t.kind == StatementKind::step) && rootOf(s_, t.target) == symbol)
        return true;
    }
    return false;
  }

  /// Whether an expression has one value for the whole loop: it reads nothing that can be written.
  bool steady(ExprId id) const {
    const Expr& e = s_.exprs[id];
    switch (e.kind) {
      case ExprKind::literal:
        return true;
      case ExprKind::identifier:
        return steadyName(e);
      case ExprKind::call:
        if (s_.symbol_of[s_.exprs[e.left].token] != kNone) return false;
        for (uint32_t i = e.list.begin; i < e.list.end; ++i) {
          if (!steady(s_.lists[i])) return false;
        }
        return true;
      case ExprKind::unary:
        return s_.operatorOf(e) != "*" && s_.operatorOf(e) != "&" && steady(e.left);
      default:
        return steady(e.left) && (e.right == kNone || steady(e.right));
    }
  }

  bool steadyName(const Expr& e) const {
    const SymbolId id = s_.symbol_of[e.token];
    if (id == kNone) return true;
    const Symbol& symbol = s_.symbols[id];
    if (symbol.kind == SymbolKind::parameter) return true;
    if (symbol.kind == SymbolKind::local)
      return s_.word(symbol.token - 1) == "let" || s_.word(symbol.token - 1) == "const";
    const Decl& d = s_.decls[symbol.decl];
    if (d.kind == DeclKind::constant || d.kind == DeclKind::override_) return true;
    return d.kind == DeclKind::variable && d.list.size() != 0 && s_.textOf(s_.lists[d.list.begin]) == "uniform";
  }

  Span spanOf(ExprId e) const { return s_.span(s_.exprs[e].first, s_.exprs[e].last); }
  void add(std::string_view rule, Span span, std::string text) { out_.push_back({rule, span, std::move(text)}); }

  const Syntax& s_;
  LintFindings& out_;
  std::vector<bool> pointed_at_;  ///< per symbol: `&` stands before it somewhere
};

}  // namespace

void lintFlow(const Module& module, LintFindings& out) {
  FlowLint lint(module, out);
  for (const Decl& d : module.syntax.decls) {
    if (d.kind == DeclKind::function) lint.function(d);
  }
}

}  // namespace pngine::wgsl
