// Locals take the same names in the same order in every function, by how many others are in scope, so that similar
// functions become similar text; a name of module scope may be that of a local wherever the two never meet. Which
// letter each gets is searched for: first the letters that the text needs anyway, then exchanges as long as they pay,
// then the same with every local by itself, which may hide any name that its scope does not use.
#include "wgsl/short_names.h"

#include <algorithm>
#include <array>
#include <limits>
#include <numeric>
#include <unordered_set>

#include "wgsl/deflate_cost.h"
#include "wgsl/emit.h"

namespace pngine::wgsl {
namespace {

/// Keywords, reserved words and common predeclared names of two and three letters; no module needs 100,000 short names.
constexpr auto kShortWords =
    std::to_array<std::string_view>({"as",  "do",  "fn",  "if",  "of",  "abs", "all", "any", "asm", "cos", "dot", "exp",
                                     "fma", "for", "get", "let", "log", "max", "min", "mod", "mut", "new", "nil", "NaN",
                                     "pow", "ptr", "pub", "ref", "set", "sin", "std", "tan", "try", "use", "var"});
constexpr size_t kSearchBytes = size_t{24} << 20;  ///< of text that the search may try: some tenths of a second
constexpr double kGain = 0.01;                     ///< bits that an exchange must save
constexpr size_t kMaxCompared = 40000;             ///< tokens of a text of which several beginnings are compared
constexpr size_t kMaxLocals = 1000;                ///< of a function whose locals are compared with each other
constexpr std::string_view kLetters = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ";

/// Words that the text needs with the meaning they have: kept names, and names that nothing in the module declares.
std::unordered_set<std::string_view> takenWords(const Syntax& s, const Shipping& shipping) {
  std::unordered_set<std::string_view> taken(kShortWords.begin(), kShortWords.end());
  for (uint32_t i = 0; i < s.decls.size(); ++i) {
    const Decl& d = s.decls[i];
    if (!shipping.shipped[i]) continue;
    if (d.name != kNone && !shipping.renamed(s, i)) taken.insert(s.word(d.name));
    for (uint32_t e = d.exprs.begin; e < d.exprs.end; ++e) {
      const Expr& expr = s.exprs[e];
      if (expr.kind == ExprKind::identifier && s.symbol_of[expr.token] == kNone) taken.insert(s.word(expr.token));
    }
  }
  return taken;
}

/// Text of one declaration with holes for names. Declarations end with ';' or '}', so they need no blank between.
struct Template {
  struct Piece {
    std::string text;  ///< in front of the name
    uint32_t hole = kNone;
  };
  std::vector<Piece> pieces;

  void fill(const std::vector<std::string>& names, std::string& out) const {
    for (const Piece& p : pieces) {
      out += p.text;
      if (p.hole != kNone) out += names[p.hole];
    }
  }
};

class Namer {
 public:
  Namer(const Module& m, const Shipping& shipping, const Spellings& spellings)
      : m_(m), s_(m.syntax), shipping_(shipping), spellings_(spellings) {}

  std::string run() {
    struct Choice {
      bool by_use;
      std::vector<uint32_t> order;
      std::string_view keyword;
      bool plain_vectors;
    };
    std::vector<Choice> choices;
    for (const bool by_use : {false, true}) {
      for (const std::vector<uint32_t>& order : orders()) {
        for (const std::string_view keyword : {"let", "var"}) {
          for (const bool plain_vectors : {false, true}) {
            if (s_.tokens.size() <= kMaxCompared || choices.empty())
              choices.push_back({by_use, order, keyword, plain_vectors});
          }
        }
      }
    }
    const auto take = [&](const Choice& c) {
      number(c.by_use);
      order_ = c.order;
      keyword_ = c.keyword;
      plain_vectors_ = c.plain_vectors;
      write();
      first();
      return cost();
    };
    size_t best = 0;
    double least = std::numeric_limits<double>::infinity();
    for (size_t i = 0; i < choices.size(); ++i) {
      const double bits = take(choices[i]);
      if (bits >= least - kGain) continue;
      least = bits;
      best = i;
    }
    bits_ = take(choices[best]);
    searchNames();
    searchOrder();
    splitByFunction();
    for (double before = 0; before != bits_ && budget_ > 0;) {
      before = bits_;
      searchNames();
      searchOrder();
    }
    return text();
  }

 private:
  /// A name to be found: of a declaration, or of one slot of locals, in every function or in one.
  struct Hole {
    uint32_t function = kNone;  ///< kNone: a declaration
    uint32_t index = 0;         ///< slot or declaration
    SymbolId symbol = kNone;    ///< of a local that has a name of its own
  };
  static constexpr uint32_t kEvery = kNone - 1;
  struct Scope {
    uint32_t begin = 0, end = 0;  ///< tokens
    StmtId statement = kNone;
    std::vector<uint32_t> uses;  ///< tokens
  };

  bool local(const Symbol& symbol) const {
    return symbol.kind != SymbolKind::declaration && shipping_.shipped[symbol.decl];
  }

  // ---- which holes there are ----

  void number(bool by_use) {
    slot_of_.assign(s_.symbols.size(), 0);
    slots_in_.assign(s_.decls.size(), 0);
    uint32_t slots = 0;
    if (by_use) numberByUse();
    for (SymbolId i = 0; i < s_.symbols.size(); ++i) {
      const Symbol& symbol = s_.symbols[i];
      if (!local(symbol)) continue;
      if (!by_use) slot_of_[i] = symbol.slot;
      slots = std::max(slots, slot_of_[i] + 1);
      slots_in_[symbol.decl] = std::max(slots_in_[symbol.decl], slot_of_[i] + 1);
    }
    holes_.clear();
    first_slot_.assign(s_.decls.size(), 0);
    for (uint32_t i = 0; i < slots; ++i) holes_.push_back({kEvery, i});
    numberDeclarations();
  }

  void numberDeclarations() {
    hole_of_.assign(s_.decls.size(), kNone);
    for (uint32_t i = 0; i < s_.decls.size(); ++i) {
      if (!shipping_.renamed(s_, i)) continue;
      hole_of_[i] = static_cast<uint32_t>(holes_.size());
      holes_.push_back({kNone, i});
    }
    findMentions();
  }

  /// In every function the most used local gets the first slot that nothing in scope beside it has.
  void numberByUse() {
    std::vector<uint32_t> count(s_.symbols.size(), 0), end(s_.symbols.size(), 0);
    for (const SymbolId id : s_.symbol_of) {
      if (id != kNone) ++count[id];
    }
    std::vector<std::vector<SymbolId>> of(s_.decls.size());
    for (SymbolId i = 0; i < s_.symbols.size(); ++i) {
      const Symbol& symbol = s_.symbols[i];
      if (!local(symbol)) continue;
      const StmtId scope =
          symbol.stmt == kNone ? s_.decls[symbol.decl].statements.begin : s_.statements[symbol.stmt].parent;
      end[i] = s_.statements[scope].last;
      of[symbol.decl].push_back(i);
    }
    for (std::vector<SymbolId>& list : of) {
      std::stable_sort(list.begin(), list.end(), [&](SymbolId a, SymbolId b) { return count[a] > count[b]; });
      const bool many = list.size() > kMaxLocals;
      for (size_t i = 0; i < list.size(); ++i) {
        const SymbolId a = list[i];
        if (many) {
          slot_of_[a] = s_.symbols[a].slot;
          continue;
        }
        std::vector<bool> used(i + 1, false);
        for (size_t k = 0; k < i; ++k) {
          const SymbolId b = list[k];
          const bool meeting = s_.symbols[a].token <= end[b] && s_.symbols[b].token <= end[a];
          if (meeting && slot_of_[b] <= i) used[slot_of_[b]] = true;
        }
        slot_of_[a] = static_cast<uint32_t>(std::find(used.begin(), used.end(), false) - used.begin());
      }
    }
  }

  /// Declarations may not have the name of a local of a function that mentions them.
  void findMentions() {
    slots_met_.assign(s_.decls.size(), 0);
    mentions_.assign(s_.decls.size(), {});
    for (uint32_t f = 0; f < s_.decls.size(); ++f) {
      if (!shipping_.shipped[f]) continue;
      const Range refs = m_.names.refs[f];
      for (uint32_t i = refs.begin; i < refs.end; ++i) {
        const uint32_t target = m_.names.targets[i];
        mentions_[f].push_back(target);
        slots_met_[target] = std::max(slots_met_[target], slots_in_[f]);
      }
      std::sort(mentions_[f].begin(), mentions_[f].end());
    }
  }

  bool meet(uint32_t a, uint32_t b) const {
    const Hole *x = &holes_[a], *y = &holes_[b];
    if (x->function < kEvery && x->function == y->function) return clash(x->symbol, y->symbol);
    if ((x->function == kNone) == (y->function == kNone)) return x->function == y->function;
    if (x->function == kNone) std::swap(x, y);
    if (x->function == kEvery) return x->index < slots_met_[y->index];
    if (x->symbol != kNone) return usedIn(s_.decls[y->index].symbol, scopes_[x->symbol]);
    return std::ranges::binary_search(mentions_[x->function], y->index);
  }

  /// From now on every local has a name of its own; they start with the names found for all.
  void splitByFunction() {
    std::vector<Hole> before = std::move(holes_);
    std::vector<std::string> names = std::move(names_);
    std::vector<std::vector<SymbolId>> locals(s_.decls.size());
    for (SymbolId i = 0; i < s_.symbols.size(); ++i) {
      if (local(s_.symbols[i])) locals[s_.symbols[i].decl].push_back(i);
    }
    holes_.clear();
    names_.clear();
    for (uint32_t f = 0; f < s_.decls.size(); ++f) {
      first_slot_[f] = static_cast<uint32_t>(holes_.size());
      if (locals[f].size() > kMaxLocals) {
        for (uint32_t i = 0; i < slots_in_[f]; ++i) {
          holes_.push_back({f, i});
          names_.push_back(names[i]);
        }
        continue;
      }
      for (uint32_t i = 0; i < locals[f].size(); ++i) {
        holes_.push_back({f, i, locals[f][i]});
        names_.push_back(names[slot_of_[locals[f][i]]]);
        slot_of_[locals[f][i]] = i;
      }
      slots_in_[f] = static_cast<uint32_t>(locals[f].size());
    }
    for (size_t i = 0; i < before.size(); ++i) {
      if (before[i].function == kNone) names_.push_back(names[i]);
    }
    findScopes();
    numberDeclarations();
    write();
    sortHoles();
  }

  /// Where each local is in scope, and where it is used.
  void findScopes() {
    scopes_.assign(s_.symbols.size(), {});
    for (SymbolId i = 0; i < s_.symbols.size(); ++i) {
      const Symbol& symbol = s_.symbols[i];
      if (!local(symbol)) continue;
      StmtId of = symbol.stmt == kNone ? s_.decls[symbol.decl].statements.begin : s_.statements[symbol.stmt].parent;
      Scope& scope = scopes_[i];
      scope.end = s_.statements[of].last;
      scope.begin = symbol.stmt == kNone ? s_.decls[symbol.decl].body_open : symbol.token;
      // The block of a `for` counts as one with its head.
      const StmtId around = s_.statements[of].parent;
      if (around != kNone && s_.statements[around].kind == StatementKind::for_) of = around;
      scope.statement = of;
    }
    for (uint32_t t = 0; t < s_.symbol_of.size(); ++t) {
      const SymbolId id = s_.symbol_of[t];
      if (id != kNone) scopes_[id].uses.push_back(t);
    }
  }

  /// Whether two locals of a function may not have one name: an inner one may hide an outer one that is not used there.
  bool clash(SymbolId a, SymbolId b) const {
    if (a == kNone || b == kNone) return true;
    if (scopes_[a].begin > scopes_[b].begin) std::swap(a, b);
    const Scope &outer = scopes_[a], &inner = scopes_[b];
    return outer.end >= inner.begin && (outer.statement == inner.statement || usedIn(a, inner));
  }
  bool usedIn(SymbolId id, const Scope& scope) const {
    const auto use = std::ranges::upper_bound(scopes_[id].uses, scope.begin);
    return use != scopes_[id].uses.end() && *use <= scope.end;
  }

  // ---- text ----

  /// Orders that depend on nothing but who needs whom: by kind, and depth first from the entry points. Bindings and
  /// entry points keep the order in which they were written.
  std::vector<std::vector<uint32_t>> orders() const {
    const std::vector<uint32_t> walked = depthFirst();
    const auto rank = [&](uint32_t i, bool functions_first) {
      const Decl& d = s_.decls[i];
      switch (d.kind) {
        case DeclKind::enable:
        case DeclKind::requires_:
        case DeclKind::diagnostic:
          return 0;
        case DeclKind::override_:
          return 1;
        case DeclKind::function:
          return functions_first ? 2 : 9;
        case DeclKind::structure:
          return 3;
        case DeclKind::alias:
          return 4;
        case DeclKind::variable:
          return shipping_.kept[i] ? 5 : 6;
        default:
          return 7;
      }
    };
    std::vector<std::vector<uint32_t>> out;
    for (const bool functions_first : {false, true}) {
      std::vector<uint32_t> grouped = walked;
      std::stable_sort(grouped.begin(), grouped.end(),
                       [&](uint32_t a, uint32_t b) { return rank(a, functions_first) < rank(b, functions_first); });
      for (const auto anchor : {DeclKind::override_, DeclKind::variable, DeclKind::function}) restore(grouped, anchor);
      out.push_back(std::move(grouped));
    }
    return out;
  }

  std::vector<uint32_t> depthFirst() const {
    std::vector<uint32_t> out;
    std::vector<uint8_t> seen(s_.decls.size(), 0);
    struct Visit {
      uint32_t decl, next;
    };
    std::vector<Visit> stack;
    const auto visit = [&](uint32_t root) {
      if (seen[root] != 0 || !shipping_.shipped[root]) return;
      seen[root] = 1;
      stack.push_back({root, m_.names.refs[root].begin});
      while (!stack.empty()) {
        Visit& v = stack.back();
        if (v.next == m_.names.refs[v.decl].end) {
          out.push_back(v.decl);
          stack.pop_back();
          continue;
        }
        const uint32_t target = m_.names.targets[v.next++];
        if (seen[target] != 0) continue;
        seen[target] = 1;
        stack.push_back({target, m_.names.refs[target].begin});
      }
    };
    for (uint32_t i = 0; i < s_.decls.size(); ++i) {
      if (anchored(i) && s_.decls[i].kind == DeclKind::function) visit(i);
    }
    for (uint32_t i = 0; i < s_.decls.size(); ++i) visit(i);
    return out;
  }

  /// Entry points and bindings, whose order among themselves stays.
  bool anchored(uint32_t i) const {
    const DeclKind k = s_.decls[i].kind;
    return shipping_.kept[i] && (k == DeclKind::function || k == DeclKind::variable || k == DeclKind::override_);
  }

  /// Puts the anchored declarations of one kind back into the order in which they were written.
  void restore(std::vector<uint32_t>& order, DeclKind kind) const {
    std::vector<uint32_t> places, decls;
    for (uint32_t i = 0; i < order.size(); ++i) {
      if (!anchored(order[i]) || s_.decls[order[i]].kind != kind) continue;
      places.push_back(i);
      decls.push_back(order[i]);
    }
    std::sort(decls.begin(), decls.end());
    for (size_t i = 0; i < places.size(); ++i) order[places[i]] = decls[i];
  }

  uint32_t holeAt(uint32_t t) const {
    const SymbolId id = s_.symbol_of[t];
    if (id == kNone) return kNone;
    const Symbol& symbol = s_.symbols[id];
    return symbol.kind == SymbolKind::declaration ? hole_of_[symbol.decl] : first_slot_[symbol.decl] + slot_of_[id];
  }

  /// A comma before a closing bracket.
  bool superfluous(uint32_t t) const {
    if (s_.tokens[t].kind != Tok::comma) return false;
    const Tok next = s_.tokens[t + 1].kind;
    return next == Tok::paren_close || next == Tok::brace_close || next == Tok::template_close;
  }

  void write() {
    templates_.assign(s_.decls.size(), {});
    for (const uint32_t d : order_) {
      Template& out = templates_[d];
      TokenWriter writer;
      for (uint32_t t = s_.decls[d].first; t <= s_.decls[d].last; ++t) {
        if (superfluous(t)) continue;
        const uint32_t hole = holeAt(t);
        std::string_view word = spellings_.keywords[t] ? keyword_ : s_.word(t);
        if (plain_vectors_ && spellings_.vectors[t]) word.remove_suffix(1);
        writer.add(hole == kNone ? word : std::string_view("a"), s_.tokens[t].kind);
        if (hole == kNone) continue;
        std::string text = writer.take();
        text.pop_back();
        out.pieces.push_back({std::move(text), hole});
      }
      out.pieces.push_back({writer.take(), kNone});
    }
  }

  std::string text() const {
    std::string out;
    for (const uint32_t d : order_) templates_[d].fill(names_, out);
    return out;
  }
  double cost() { return cost_.of(text()); }

  // ---- names ----

  /// Names in the order in which they should be used: letters that are frequent in the rest of the text first.
  void findCandidates() {
    std::array<uint32_t, 256> count{};
    for (const Template& t : templates_) {
      for (const Template::Piece& p : t.pieces) {
        for (const char c : p.text) ++count[static_cast<unsigned char>(c)];
      }
    }
    std::string letters(kLetters);
    std::stable_sort(letters.begin(), letters.end(), [&](char a, char b) {
      return count[static_cast<unsigned char>(a)] > count[static_cast<unsigned char>(b)];
    });
    const auto taken = takenWords(s_, shipping_);
    candidates_.clear();
    const auto add = [&](std::string name) {
      if (!taken.contains(name)) candidates_.push_back(std::move(name));
    };
    for (const char c : letters) add(std::string(1, c));
    for (size_t n = 0; candidates_.size() < holes_.size(); ++n) {
      std::string name;
      for (size_t rest = n, width = 0; width < 2 || rest > 0; ++width, rest /= letters.size())
        name += letters[rest % letters.size()];
      add(std::move(name));
    }
  }

  /// Holes by how often they are used; slots before declarations, declarations as they stand.
  void sortHoles() {
    std::vector<uint32_t> count(holes_.size(), 0), place(holes_.size(), 0);
    for (const Template& t : templates_) {
      for (const Template::Piece& p : t.pieces) {
        if (p.hole != kNone) ++count[p.hole];
      }
    }
    std::iota(place.begin(), place.end(), 0u);
    for (uint32_t i = 0; i < order_.size(); ++i) {
      if (hole_of_[order_[i]] != kNone) place[hole_of_[order_[i]]] = static_cast<uint32_t>(holes_.size()) + i;
    }
    // The places of functions in the text, not in the array, order what belongs to one of them.
    std::vector<uint32_t> rank(s_.decls.size(), 0);
    for (uint32_t i = 0; i < order_.size(); ++i) rank[order_[i]] = i;
    const auto group = [&](uint32_t h) { return holes_[h].function < kEvery ? rank[holes_[h].function] : 0; };
    by_use_.resize(holes_.size());
    std::iota(by_use_.begin(), by_use_.end(), 0u);
    std::sort(by_use_.begin(), by_use_.end(), [&](uint32_t a, uint32_t b) {
      if (count[a] != count[b]) return count[a] > count[b];
      return group(a) != group(b) ? group(a) < group(b) : place[a] < place[b];
    });
  }

  /// The most used get the first names.
  void first() {
    sortHoles();
    findCandidates();
    names_.assign(holes_.size(), {});
    std::vector<std::vector<uint32_t>> holders(candidates_.size());
    // One slot and one declaration at most have a name: those before `begin` have one of the kind.
    std::array<size_t, 2> begin{};
    for (const uint32_t hole : by_use_) {
      const bool slot = holes_[hole].function != kNone;
      const auto taken = [&](size_t i) {
        return std::ranges::any_of(holders[i], [&](uint32_t h) { return (holes_[h].function != kNone) == slot; });
      };
      while (begin[slot] < holders.size() && taken(begin[slot])) ++begin[slot];
      for (size_t i = begin[slot]; i < candidates_.size(); ++i) {
        if (std::ranges::any_of(holders[i], [&](uint32_t other) { return meet(hole, other); })) continue;
        holders[i].push_back(hole);
        names_[hole] = candidates_[i];
        break;
      }
    }
  }

  bool fits(uint32_t hole, const std::string& name) const {
    for (uint32_t other = 0; other < holes_.size(); ++other) {
      if (other != hole && names_[other] == name && meet(hole, other)) return false;
    }
    return true;
  }

  /// Whether the text got better; it is not tried when there is no time left.
  bool improves() {
    const std::string now = text();
    if (now.size() > budget_) {
      budget_ = 0;
      return false;
    }
    budget_ -= now.size();
    const double bits = cost_.of(now);
    if (bits >= bits_ - kGain) return false;
    bits_ = bits;
    return true;
  }

  /// How many of the candidates: those in use, and a few more.
  size_t worthTrying() const {
    size_t last = 0;
    for (size_t i = 0; i < std::min(candidates_.size(), kLetters.size()); ++i) {
      if (std::ranges::find(names_, candidates_[i]) != names_.end()) last = i;
    }
    return std::min(candidates_.size(), last + 3);
  }

  /// Exchanges of two names, and moves to a free one, as long as they pay.
  void searchNames() {
    for (bool better = true; better && budget_ > 0;) {
      better = false;
      for (const uint32_t hole : by_use_) {
        const size_t end = worthTrying();
        for (size_t i = 0; i < end && budget_ > 0; ++i) {
          budget_ -= std::min(budget_, holes_.size());
          if (candidates_[i] == names_[hole]) continue;
          std::vector<std::string> before = names_;
          if (exchange(hole, candidates_[i]) && improves())
            better = true;
          else
            names_ = std::move(before);
        }
      }
    }
  }

  /// Gives the name to the hole, and the hole's name to whoever is in its way. False when somebody else has that.
  bool exchange(uint32_t hole, const std::string& name) {
    const std::string old = names_[hole];
    std::vector<uint32_t> moved;
    for (uint32_t other = 0; other < holes_.size(); ++other) {
      if (other != hole && names_[other] == name && meet(hole, other)) moved.push_back(other);
    }
    names_[hole] = name;
    for (const uint32_t other : moved) names_[other] = old;
    return fits(hole, name) && std::ranges::all_of(moved, [&](uint32_t other) { return fits(other, old); });
  }

  /// Declarations to other places, as long as it pays.
  void searchOrder() {
    for (bool better = true; better && budget_ > 0;) {
      better = false;
      for (size_t from = 0; from < order_.size(); ++from) {
        for (size_t to = 0; to < order_.size() && budget_ > 0; ++to) {
          if (from == to || !mayMove(from, to)) continue;
          std::vector<uint32_t> before = order_;
          const uint32_t d = order_[from];
          order_.erase(order_.begin() + static_cast<std::ptrdiff_t>(from));
          order_.insert(order_.begin() + static_cast<std::ptrdiff_t>(to), d);
          if (improves())
            better = true;
          else
            order_ = std::move(before);
        }
      }
    }
  }

  bool mayMove(size_t from, size_t to) const {
    const DeclKind kind = s_.decls[order_[from]].kind;
    // Some front ends want overrides before variables whose size they decide.
    const auto ahead = [&](size_t i) {
      const DeclKind k = s_.decls[order_[i]].kind;
      return k == DeclKind::enable || k == DeclKind::requires_ || k == DeclKind::diagnostic || k == DeclKind::override_;
    };
    if (ahead(from) || ahead(to)) return false;
    if (!anchored(order_[from])) return true;
    for (size_t i = std::min(from, to); i <= std::max(from, to); ++i) {
      if (i != from && anchored(order_[i]) && s_.decls[order_[i]].kind == kind) return false;
    }
    return true;
  }

  const Module& m_;
  const Syntax& s_;
  const Shipping& shipping_;
  const Spellings& spellings_;
  DeflateCost cost_;
  std::vector<uint32_t> slot_of_;     ///< of symbols
  std::vector<uint32_t> slots_in_;    ///< of declarations: how many slots a function uses
  std::vector<uint32_t> first_slot_;  ///< of declarations: the hole of a function's first slot
  std::vector<uint32_t> hole_of_;     ///< of declarations
  std::vector<uint32_t> slots_met_;   ///< of declarations: slots of the functions that mention it
  std::vector<std::vector<uint32_t>> mentions_;
  std::vector<Scope> scopes_;  ///< of symbols; those of module scope have uses only
  std::vector<Hole> holes_;
  std::vector<uint32_t> by_use_, order_;
  std::vector<std::string> candidates_, names_;
  std::vector<Template> templates_;
  std::string_view keyword_;
  bool plain_vectors_ = false;
  double bits_ = 0;
  size_t budget_ = kSearchBytes;
};

}  // namespace

std::string writeShort(const Module& module, const Shipping& shipping, const Spellings& spellings) {
  return Namer(module, shipping, spellings).run();
}

}  // namespace pngine::wgsl
