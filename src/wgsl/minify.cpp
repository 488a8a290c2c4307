// The minifier: drops what no entry point reaches, gives private names short ones, writes tokens with the fewest
// blanks. Works on tokens, so expressions keep their order and grouping. What the outside binds by keeps its name:
// entry points, bindings, overrides, struct members, the structs of uniform variables.
#include <algorithm>
#include <array>
#include <unordered_set>

#include "wgsl/emit.h"
#include "wgsl/module.h"
#include "wgsl/parser.h"
#include "wgsl/reach.h"
#include "wgsl/wgsl.h"

namespace pngine::wgsl {
namespace {

/// Keywords, reserved words and common predeclared names of two and three letters; no module needs 100,000 short names.
constexpr auto kShortWords =
    std::to_array<std::string_view>({"as",  "do",  "fn",  "if",  "of",  "abs", "all", "any", "asm", "cos", "dot", "exp",
                                     "fma", "for", "get", "let", "log", "max", "min", "mod", "mut", "new", "nil", "NaN",
                                     "pow", "ptr", "pub", "ref", "set", "sin", "std", "tan", "try", "use", "var"});

/// Short names in a fixed order: a, b, ... Z, aa, ab, ...
class NameSource {
 public:
  explicit NameSource(const std::unordered_set<std::string_view>& taken) : taken_(taken) {
    for (const std::string_view w : kShortWords) words_.insert(w);
  }
  std::string next() {
    while (true) {
      std::string name = spell(counter_++);
      if (!taken_.contains(name) && !words_.contains(name)) return name;
    }
  }

 private:
  static std::string spell(uint32_t n) {
    constexpr std::string_view kLetters = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ";
    std::string name(1, kLetters[n % kLetters.size()]);
    for (n /= 52; n > 0; n = (n - 1) / 52) name += kLetters[(n - 1) % kLetters.size()];
    return name;
  }
  const std::unordered_set<std::string_view>& taken_;
  std::unordered_set<std::string_view> words_;
  uint32_t counter_ = 0;
};

class Minifier {
 public:
  explicit Minifier(const Module& m) : m_(m), s_(m.syntax) {}

  std::string run() {
    chooseDeclarations();
    chooseKept();
    nameSymbols();
    return emit();
  }

 private:
  static constexpr uint32_t kLocalsFirst = 26;  ///< local slots that get names before module-scope names do

  void chooseDeclarations() {
    std::vector<uint32_t> roots;
    for (const EntryPoint& e : m_.reflection.entry_points) roots.push_back(m_.names.decls.at(e.name));
    if (roots.empty()) {
      shipped_.assign(s_.decls.size(), true);
      return;
    }
    shipped_ = reachedFrom(m_, roots);
    for (uint32_t i = 0; i < s_.decls.size(); ++i) {
      const DeclKind k = s_.decls[i].kind;
      if (k == DeclKind::enable || k == DeclKind::requires_ || k == DeclKind::diagnostic) shipped_[i] = true;
    }
  }

  void chooseKept() {
    kept_.assign(s_.decls.size(), false);
    std::vector<uint32_t> uniforms;
    for (const EntryPoint& e : m_.reflection.entry_points) kept_[m_.names.decls.at(e.name)] = true;
    for (const Binding& b : m_.reflection.bindings) {
      const uint32_t decl = m_.names.decls.at(b.name);
      if (b.kind == BindingKind::uniform) uniforms.push_back(decl);
    }
    for (uint32_t i = 0; i < s_.decls.size(); ++i) {
      const Decl& d = s_.decls[i];
      const bool bound = d.kind == DeclKind::variable && (s_.attribute(d.attributes, "group") != nullptr ||
                                                          s_.attribute(d.attributes, "binding") != nullptr);
      if (bound || d.kind == DeclKind::override_) kept_[i] = true;
    }
    const std::vector<bool> used = reachedFrom(m_, uniforms);
    for (uint32_t i = 0; i < s_.decls.size(); ++i) {
      if (used[i] && s_.decls[i].kind == DeclKind::structure) kept_[i] = true;
    }
  }

  bool renamed(uint32_t decl) const {
    return shipped_[decl] && !kept_[decl] && s_.decls[decl].symbol != kNone && s_.word(s_.decls[decl].name) != "_";
  }

  /// Words that the text needs with the meaning they have: kept names, and names that nothing in the module declares.
  std::unordered_set<std::string_view> takenWords() const {
    std::unordered_set<std::string_view> taken;
    for (uint32_t i = 0; i < s_.decls.size(); ++i) {
      const Decl& d = s_.decls[i];
      if (!shipped_[i]) continue;
      if (kept_[i]) taken.insert(s_.word(d.name));
      for (uint32_t e = d.exprs.begin; e < d.exprs.end; ++e) {
        const Expr& expr = s_.exprs[e];
        if (expr.kind == ExprKind::identifier && s_.symbol_of[expr.token] == kNone) taken.insert(s_.word(expr.token));
      }
    }
    return taken;
  }

  /// Locals take names by how many others are in scope, so that similar functions become similar text. The sets for
  /// locals and for module scope are disjoint: nothing is ever shadowed.
  void nameSymbols() {
    uint32_t slots = 0;
    for (const Symbol& symbol : s_.symbols) {
      if (symbol.kind != SymbolKind::declaration && shipped_[symbol.decl]) slots = std::max(slots, symbol.slot + 1);
    }
    const auto taken = takenWords();
    NameSource source(taken);
    for (uint32_t i = 0; i < std::min(slots, kLocalsFirst); ++i) slot_names_.push_back(source.next());
    decl_names_.assign(s_.decls.size(), {});
    for (uint32_t i = 0; i < s_.decls.size(); ++i) {
      if (renamed(i)) decl_names_[i] = source.next();
    }
    while (slot_names_.size() < slots) slot_names_.push_back(source.next());
  }

  std::string_view tokenText(uint32_t t) const {
    const SymbolId id = s_.symbol_of[t];
    if (id == kNone) return s_.word(t);
    const Symbol& symbol = s_.symbols[id];
    if (symbol.kind != SymbolKind::declaration) return slot_names_[symbol.slot];
    return renamed(symbol.decl) ? std::string_view(decl_names_[symbol.decl]) : s_.word(t);
  }

  /// A comma before a closing bracket, and the semicolon behind nothing.
  bool superfluous(uint32_t t) const {
    if (s_.tokens[t].kind != Tok::comma) return false;
    const Tok next = s_.tokens[t + 1].kind;
    return next == Tok::paren_close || next == Tok::brace_close || next == Tok::template_close;
  }

  std::string emit() const {
    TokenWriter out;
    for (uint32_t i = 0; i < s_.decls.size(); ++i) {
      if (!shipped_[i]) continue;
      for (uint32_t t = s_.decls[i].first; t <= s_.decls[i].last; ++t) {
        if (!superfluous(t)) out.add(tokenText(t), s_.tokens[t].kind);
      }
    }
    return out.take();
  }

  const Module& m_;
  const Syntax& s_;
  std::vector<bool> shipped_, kept_;
  std::vector<std::string> slot_names_, decl_names_;
};

}  // namespace

std::string minify(const Module& module) {
  std::string out = Minifier(module).run();
  return out.empty() ? module.syntax.text : out;
}

}  // namespace pngine::wgsl
