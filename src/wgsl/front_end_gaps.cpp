// Rewrites around what the WGSL front end of the native driver does not know although the language has it: assertions
// without parentheses, `@diagnostic` in front of statements, `requires`, functions whose last statement is a loop that
// returns, and constants of built-in functions that it cannot evaluate before the shader runs. Such a constant becomes
// its own expression wherever it is used. The front end also takes a `let` of constants for a constant, and refuses it
// as an index or shift that would be out of range: it becomes a `var`.
#include <algorithm>
#include <array>
#include <map>
#include <set>

#include "base/text.h"
#include "wgsl/emit.h"
#include "wgsl/module.h"
#include "wgsl/places.h"

namespace pngine::wgsl {
namespace {

// Built-in functions that the front end refuses in constant expressions.
constexpr auto kNotConstant = std::to_array<std::string_view>({"bitcast",
                                                               "determinant",
                                                               "dot4I8Packed",
                                                               "dot4U8Packed",
                                                               "extractBits",
                                                               "faceForward",
                                                               "frexp",
                                                               "insertBits",
                                                               "ldexp",
                                                               "mix",
                                                               "modf",
                                                               "pack2x16float",
                                                               "pack2x16snorm",
                                                               "pack2x16unorm",
                                                               "pack4x8snorm",
                                                               "pack4x8unorm",
                                                               "pack4xI8",
                                                               "pack4xI8Clamp",
                                                               "pack4xU8",
                                                               "pack4xU8Clamp",
                                                               "quantizeToF16",
                                                               "reflect",
                                                               "refract",
                                                               "smoothstep",
                                                               "transpose",
                                                               "unpack2x16float",
                                                               "unpack2x16snorm",
                                                               "unpack2x16unorm",
                                                               "unpack4x8snorm",
                                                               "unpack4x8unorm",
                                                               "unpack4xI8",
                                                               "unpack4xU8"});
constexpr size_t kMaxExpansion = size_t{1} << 16;

/// A `const` of the module or of a function.
struct Constant {
  uint32_t keyword = 0, name = 0, assign = 0, semicolon = 0;  ///< tokens
};

class Gaps {
 public:
  explicit Gaps(const Module& module) : m_(module), s_(module.syntax) {}

  std::string run() {
    drop();
    endFunctions();
    const LocalValues locals(s_);
    hideLets(locals);
    maskShifts(locals);
    find();
    mark();
    if (!replace()) return s_.text;
    return applyEdits(s_.text, std::move(edits_));
  }

 private:
  Tok kind(uint32_t t) const { return s_.tokens[t].kind; }
  bool keyword(uint32_t t, std::string_view word) const {
    return kind(t) == Tok::identifier && s_.symbol_of[t] == kNone && s_.word(t) == word;
  }
  bool module_scope(SymbolId symbol) const { return s_.symbols[symbol].kind == SymbolKind::declaration; }
  uint32_t size() const { return static_cast<uint32_t>(s_.tokens.size() - 1); }

  uint32_t behind(uint32_t t, Tok stop) const {
    while (t < size() && kind(t) != stop) ++t;
    return t;
  }

  /// Blanks out the tokens first..last; line breaks stay.
  void erase(uint32_t first, uint32_t last) {
    const uint32_t begin = s_.tokens[first].begin, end = s_.tokens[last].end;
    std::string kept;
    for (uint32_t i = begin; i < end; ++i) kept += s_.text[i] == '\n' ? '\n' : ' ';
    edits_.push_back({begin, end, std::move(kept)});
  }

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

  /// The symbols of `let` in an expression.
  void letsIn(ExprId e, const LocalValues& locals, std::vector<SymbolId>& out) const {
    for (uint32_t t = s_.exprs[e].first; t <= s_.exprs[e].last; ++t) {
      const LocalValue* v = kind(t) == Tok::identifier ? locals.find(s_.symbol_of[t]) : nullptr;
      if (v != nullptr && v->init != kNone && keyword(v->keyword, "let")) out.push_back(s_.symbol_of[t]);
    }
  }

  bool madeOfConstants(ExprId e, const LocalValues& locals) const {
    for (uint32_t t = s_.exprs[e].first; t <= s_.exprs[e].last; ++t) {
      if (kind(t) != Tok::identifier || s_.symbol_of[t] == kNone) continue;
      const Symbol& symbol = s_.symbols[s_.symbol_of[t]];
      if (symbol.kind == SymbolKind::parameter) return false;
      if (symbol.kind == SymbolKind::local) {
        if (!keyword(locals.find(s_.symbol_of[t])->keyword, "const")) return false;
        continue;
      }
      const DeclKind decl = s_.decls[symbol.decl].kind;
      if (decl == DeclKind::variable || decl == DeclKind::function) return false;
    }
    return true;
  }

  /// Indices and shifts by a `let` of constants.
  void hideLets(const LocalValues& locals) {
    std::vector<SymbolId> open;
    for (const Expr& e : s_.exprs) {
      const bool shift =
          e.kind == ExprKind::binary && (kind(e.token) == Tok::shift_left || kind(e.token) == Tok::shift_right);
      if (shift || e.kind == ExprKind::index) letsIn(e.right, locals, open);
    }
    for (uint32_t t = 0; t < size(); ++t) {
      if (kind(t) != Tok::shift_left_assign && kind(t) != Tok::shift_right_assign) continue;
      if (const ExprId e = locals.expressionAt(t + 1); e != kNone) letsIn(e, locals, open);
    }
    std::set<SymbolId> seen;
    while (!open.empty()) {
      const SymbolId symbol = open.back();
      open.pop_back();
      if (!seen.insert(symbol).second) continue;
      const LocalValue& v = *locals.find(symbol);
      letsIn(v.init, locals, open);
      if (kind(s_.exprs[v.init].first) == Tok::and_ || !madeOfConstants(v.init, locals)) continue;
      edits_.push_back({s_.tokens[v.keyword].begin, s_.tokens[v.keyword].end, "var"});
    }
  }

  /// A shift takes its distance modulo the width; the driver's code does not.
  void maskShifts(const LocalValues& locals) {
    const auto mask = [&](ExprId id) {
      const Expr& e = s_.exprs[id];
      if (e.kind == ExprKind::literal || madeOfConstants(id, locals)) return;
      const std::string type = spelledType(m_, locals, id);
      edits_.push_back({s_.tokens[e.first].begin, s_.tokens[e.first].begin, "(("});
      const uint32_t end = s_.tokens[e.last].end;
      edits_.push_back({end, end, type == "u32" ? ")&31u)" : ")%32u)"});
    };
    // Outer expressions first: of two insertions at one place theirs comes first.
    for (auto e = static_cast<ExprId>(s_.exprs.size()); e-- > 0;) {
      const Expr& expr = s_.exprs[e];
      if (expr.kind != ExprKind::binary) continue;
      if (kind(expr.token) == Tok::shift_left || kind(expr.token) == Tok::shift_right) mask(expr.right);
    }
    for (uint32_t t = 0; t < size(); ++t) {
      if (kind(t) != Tok::shift_left_assign && kind(t) != Tok::shift_right_assign) continue;
      if (const ExprId e = locals.expressionAt(t + 1); e != kNone) mask(e);
    }
  }

  void find() {
    for (uint32_t t = 0; t + 2 < size(); ++t) {
      if (!keyword(t, "const") || kind(t + 1) != Tok::identifier || s_.symbol_of[t + 1] == kNone) continue;
      Constant c{t, t + 1, behind(t, Tok::assign), behind(t, Tok::semicolon)};
      if (c.assign < c.semicolon) constants_.emplace(s_.symbol_of[t + 1], c);
      t = c.semicolon;
    }
  }

  bool needsRunTime(const Constant& c) const {
    for (uint32_t t = c.assign + 1; t < c.semicolon; ++t) {
      if (kind(t) != Tok::identifier) continue;
      const SymbolId symbol = s_.symbol_of[t];
      if (symbol != kNone
              ? late_.contains(symbol)
              : std::ranges::find(kNotConstant, s_.word(t)) != kNotConstant.end() && (kind(t - 1) != Tok::dot)) {
        return true;
      }
    }
    return false;
  }

  /// Whether a name in the initializer means something else inside some function.
  bool captured(const Constant& c) const {
    for (uint32_t t = c.assign + 1; t < c.semicolon; ++t) {
      if (kind(t) == Tok::identifier && locals_.contains(s_.word(t))) return true;
    }
    return false;
  }

  void mark() {
    for (const Symbol& symbol : s_.symbols) {
      if (symbol.kind != SymbolKind::declaration) locals_.insert(s_.word(symbol.token));
    }
    for (uint32_t round = 0; round < kMaxChain; ++round) {
      bool changed = false;
      for (const auto& [symbol, c] : constants_) {
        if (late_.contains(symbol) || !needsRunTime(c) || (module_scope(symbol) && captured(c))) continue;
        late_.insert(symbol);
        changed = true;
      }
      if (!changed) return;
    }
  }

  /// The token, with its float type where it is a literal that would stay abstract.
  std::string spelled(uint32_t t) const {
    std::string word(s_.word(t));
    const bool hex = word.starts_with("0x") || word.starts_with("0X");
    if (kind(t) == Tok::floating && !hex && word.back() != 'f' && word.back() != 'h') word += 'f';
    // A matrix of numbers without a type is one of f32.
    if (kind(t) == Tok::identifier && word.size() == 6 && word.starts_with("mat") && kind(t + 1) == Tok::paren_open)
      word += 'f';
    return word;
  }

  /// The initializer in parentheses with the constants inside it written out too; empty: too long.
  std::string expand(SymbolId symbol, uint32_t depth) {
    const auto known = expanded_.find(symbol);
    if (known != expanded_.end()) return known->second;
    if (depth > kMaxChain) return {};
    const Constant& c = constants_.at(symbol);
    std::string type;
    if (kind(c.name + 1) == Tok::colon) type = joinTokens(s_, c.name + 2, c.assign - 1);
    const bool converts = type.starts_with("vec") || type.starts_with("mat") || type == "f32" || type == "i32" ||
                          type == "u32" || type == "bool";
    std::string out = cat(converts ? type : std::string(), "(");
    for (uint32_t t = c.assign + 1; t < c.semicolon; ++t) {
      const SymbolId inner = kind(t) == Tok::identifier ? s_.symbol_of[t] : kNone;
      if (inner != kNone && inner != symbol && late_.contains(inner)) {
        const std::string text = expand(inner, depth + 1);
        if (text.empty()) return {};
        out += text;
      } else {
        out += spelled(t);
      }
      out += ' ';
      if (out.size() > kMaxExpansion) return {};
    }
    out.back() = ')';
    return expanded_.emplace(symbol, std::move(out)).first->second;
  }

  /// A matrix of bare numbers as the argument of a function that runs late: "transpose(mat2x2(1, 2, 3, 4))".
  bool abstractArgument(uint32_t t) const {
    if (t < 2 || kind(t - 1) != Tok::paren_open || spelled(t) == s_.word(t)) return false;
    if (s_.word(t - 2) != "transpose" && s_.word(t - 2) != "determinant") return false;
    for (uint32_t i = t + 2; i < size() && kind(i) != Tok::paren_close; ++i) {
      const bool number = kind(i) == Tok::integer || kind(i) == Tok::floating;
      if (number ? s_.word(i).back() == 'h' : kind(i) != Tok::comma && kind(i) != Tok::minus) return false;
    }
    return true;
  }

  bool replace() {
    size_t total = 0;
    uint32_t spelled_to = 0;
    for (uint32_t t = 0; t < size(); ++t) {
      if (kind(t) != Tok::identifier) continue;
      const SymbolId symbol = s_.symbol_of[t];
      if (keyword(t, "const") && late_.contains(s_.symbol_of[t + 1])) {
        const Constant& c = constants_.at(s_.symbol_of[t + 1]);
        if (module_scope(s_.symbol_of[t + 1])) {
          erase(t, c.semicolon);
          t = c.semicolon;
        } else {
          edits_.push_back({s_.tokens[t].begin, s_.tokens[t].end, "let"});
          for (uint32_t i = c.assign + 1; i < c.semicolon; ++i) {
            if (spelled(i) != s_.word(i)) edits_.push_back({s_.tokens[i].begin, s_.tokens[i].end, spelled(i)});
          }
          spelled_to = c.semicolon;
        }
      } else if (symbol != kNone && module_scope(symbol) && late_.contains(symbol)) {
        std::string text = expand(symbol, 0);
        total += text.size();
        if (text.empty() || total > kMaxExpansion * 4) return false;
        edits_.push_back({s_.tokens[t].begin, s_.tokens[t].end, std::move(text)});
      } else if (symbol == kNone && t > spelled_to && abstractArgument(t)) {
        edits_.push_back({s_.tokens[t].begin, s_.tokens[t].end, spelled(t)});
      }
    }
    return true;
  }

  const Module& m_;
  const Syntax& s_;
  std::vector<Edit> edits_;
  std::map<SymbolId, Constant> constants_;
  std::set<SymbolId> late_;  ///< constants that the front end cannot evaluate
  std::set<std::string_view> locals_;
  std::map<SymbolId, std::string> expanded_;
};

}  // namespace

namespace {
bool hasNestedArrays(std::string_view text) {
  const size_t first = text.find("array(");
  return first != std::string_view::npos && text.find("array(", first + 1) != std::string_view::npos;
}
}  // namespace

bool mayHaveFrontEndGaps(std::string_view text) {
  const auto has = [&](std::string_view word) { return text.find(word) != std::string_view::npos; };
  if (has("const_assert") || has("diagnostic") || has("requires")) return true;
  if (has("->") && (has("loop") || has("for") || has("while"))) return true;
  if (has("<<") || has(">>") || (has("let") && has("["))) return true;
  return has("&") || has("|") || hasNestedArrays(text) || std::ranges::any_of(kNotConstant, has);
}

bool isNotConstant(std::string_view function) {
  return std::ranges::find(kNotConstant, function) != kNotConstant.end();
}

std::string avoidFrontEndGaps(const Module& module) {
  const auto own = parseTypes(module.syntax.text);
  if (!own) return module.syntax.text;
  auto folded = parseTypes(foldConstants(**own));
  if (folded && hasNestedArrays(module.syntax.text)) folded = parseTypes(unifyArrayNumbers(**folded));
  return folded ? Gaps(**folded).run() : Gaps(module).run();
}

}  // namespace pngine::wgsl
