// Rewrites around what the WGSL front end of the native driver does not know although the language has it. Here: what
// can be left away (assertions without parentheses, `@diagnostic` in front of statements, `requires`) or be added (a
// `return` behind a last statement that is a loop, zeros of variables in loops, a blank in `a--b`), workgroup variables
// that must come behind the overrides, and the order of all of them. Each of the others has a file:
// constant_operands.cpp, late_constants.cpp, and abstract_arrays.cpp and fold_constants.cpp before them.
#include "wgsl/front_end_gaps.h"

#include "base/text.h"

namespace pngine::wgsl {
namespace {

class StatementGaps : GapPass {
 public:
  using GapPass::GapPass;

  void run() {
    drop();
    endFunctions();
    zeroInLoops();
    splitMinuses();
  }

 private:
  void drop() {
    for (const Decl& d : s_.decls) {
      if (d.kind == DeclKind::requires_ || d.kind == DeclKind::diagnostic) erase(d.first, d.last);
    }
    for (uint32_t t = 0; t < size(); ++t) {
      if (keyword(t, "const_assert")) {
        const uint32_t end = behind(t, Tok::semicolon);
        erase(t, end);
        t = end;
      } else if (kind(t) == Tok::at && s_.word(t + 1) == "diagnostic") {
        const uint32_t end = behind(t, Tok::paren_close);
        erase(t, end);
        t = end;
      }
    }
  }

  /// A loop without an end needs no `return` behind it; the front end wants one.
  void endFunctions() {
    for (const Decl& d : s_.decls) {
      if (d.kind != DeclKind::function || d.type == kNone) continue;
      bool loops = false;
      for (uint32_t t = d.body_open; t < d.last; ++t)
        loops = loops || keyword(t, "loop") || keyword(t, "for") || keyword(t, "while");
      uint32_t t = d.last - 1;
      if (kind(t) == Tok::semicolon) {
        while (t > d.body_open && kind(t - 1) != Tok::semicolon && kind(t - 1) != Tok::brace_open &&
               kind(t - 1) != Tok::brace_close)
          --t;
        if (keyword(t, "return")) continue;
      }
      if (!loops) continue;
      const uint32_t at = s_.tokens[d.last].begin;
      edits_.push_back({at, at, cat("return ", joinTokens(s_, s_.exprs[d.type].first, s_.exprs[d.type].last), "();")});
    }
  }

  /// `var a: T;` in a loop -> `var a: T = T();`: the front end zeroes it once, not every time round.
  void zeroInLoops() {
    for (const Statement& t : s_.statements) {
      if (t.kind != StatementKind::local || t.value != kNone || t.target == kNone || !t.in_loop) continue;
      const uint32_t at = s_.tokens[s_.exprs[t.target].last].end;
      edits_.push_back({at, at, cat(" = ", joinTokens(s_, s_.exprs[t.target].first, s_.exprs[t.target].last), "()")});
    }
  }

  /// `a--b` -> `a- -b`: the front end reads a step.
  void splitMinuses() {
    std::vector<bool> step(s_.tokens.size(), false);
    for (const Statement& t : s_.statements) {
      if (t.kind == StatementKind::step) step[t.token] = true;
    }
    for (uint32_t t = 0; t < size(); ++t) {
      if (kind(t) == Tok::minus_minus && !step[t]) edits_.push_back({s_.tokens[t].begin, s_.tokens[t].end, "- -"});
    }
  }
};

/// Workgroup variables with overrides behind them go to the end: the driver takes sizes before it has all values.
class SizesBehindOverrides : GapPass {
 public:
  using GapPass::GapPass;

  void run() {
    uint32_t last = 0;
    for (const Decl& d : s_.decls) {
      if (d.kind == DeclKind::override_) last = d.last;
    }
    const auto end = static_cast<uint32_t>(s_.text.size());
    for (const Decl& d : s_.decls) {
      if (d.kind != DeclKind::variable || d.last > last || d.list.size() == 0 ||
          s_.textOf(s_.lists[d.list.begin]) != "workgroup")
        continue;
      erase(d.first, d.last);
      edits_.push_back({end, end, cat("\n", joinTokens(s_, d.first, d.last))});  // not into a comment
    }
  }
};

bool hasNestedArrays(std::string_view text) {
  const size_t first = text.find("array(");
  return first != std::string_view::npos && text.find("array(", first + 1) != std::string_view::npos;
}

std::string withoutGaps(const Module& module) {
  std::vector<Edit> edits;
  StatementGaps(module, edits).run();
  hideConstantOperands(module, edits);
  if (!writeOutLateConstants(module, edits)) return module.syntax.text;
  return applyEdits(module.syntax.text, std::move(edits));
}

}  // namespace

bool mayHaveFrontEndGaps(std::string_view text) {
  const auto has = [&](std::string_view word) { return text.find(word) != std::string_view::npos; };
  if (has("const_assert") || has("diagnostic") || has("requires")) return true;
  if ((has("->") || has("var")) && (has("loop") || has("for") || has("while"))) return true;
  if (has("<<") || has(">>") || (has("let") && has("["))) return true;
  return has("&") || has("--") || has("override") || has("|") || hasNestedArrays(text) || mayHaveLateConstants(text);
}

std::string avoidFrontEndGaps(const Module& module) {
  std::vector<Edit> order;
  SizesBehindOverrides(module, order).run();
  const auto own = parseTypes(applyEdits(module.syntax.text, std::move(order)));
  if (!own) return module.syntax.text;
  auto folded = parseTypes(foldConstants(**own));
  if (folded && hasNestedArrays(module.syntax.text)) folded = parseTypes(unifyArrayNumbers(**folded));
  return folded ? withoutGaps(**folded) : withoutGaps(module);
}

}  // namespace pngine::wgsl
