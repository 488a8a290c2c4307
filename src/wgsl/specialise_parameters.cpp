// Functions that take what the native driver's front end does not let functions take: pointers into storage, uniform or
// workgroup memory, pointers to a part of a variable, storage textures. Each set of arguments that such a function is
// called with gets a copy of the function that names the variable itself:
//   fn bump(p: ptr<storage, u32, read_write>) { *p += 1u; }            fn bump_pngine0(p_i0: u32) { list[p_i0] += 1u; }
//   bump(&list[i + 1]);                                         ->     bump_pngine0(u32(i + 1));
// The copies stand behind the text, so that no line moves. Where the way to a variable cannot be followed, the text is
// left as it is.
#include <algorithm>
#include <functional>
#include <set>

#include "base/text.h"
#include "wgsl/driver.h"
#include "wgsl/emit.h"
#include "wgsl/places.h"

namespace pngine::wgsl {
namespace {

constexpr size_t kMaxCopies = 1024;
constexpr size_t kMaxText = size_t{4} << 20;

enum class Special : uint8_t { no, sometimes, always };

/// A pointer parameter's address space and the type it points to.
struct Pointer {
  std::string_view space, pointee;
};
Pointer pointerOf(std::string_view type) {
  const size_t open = type.find('<'), comma = type.find(','), close = type.rfind('>');
  if (open == std::string_view::npos || comma == std::string_view::npos || close < comma) return {};
  const auto trim = [](std::string_view t) {
    while (!t.empty() && (t.front() == ' ' || t.front() == '\n')) t.remove_prefix(1);
    while (!t.empty() && (t.back() == ' ' || t.back() == '\n')) t.remove_suffix(1);
    return t;
  };
  return {trim(type.substr(open + 1, comma - open - 1)), trim(type.substr(comma + 1, close - comma - 1))};
}

/// What the special parameters of a copy stand for, and the names that have to give way.
struct Environment {
  std::map<SymbolId, Place> parameters;
  std::set<std::string> taken;
};

/// A function to write: itself, or a copy.
struct Job {
  uint32_t decl = 0;
  std::string name;  ///< empty: it keeps its own
  Environment environment;
};

class Specialiser {
 public:
  explicit Specialiser(const Module& m) : m_(m), s_(m.syntax), locals_(s_) {
    suffix_ = "_pngine";
    while (s_.text.find(suffix_) != std::string::npos) suffix_ += "_";
  }

  std::string run() {
    if (!needed()) return s_.text;
    std::vector<Edit> edits;
    std::string copies;
    for (uint32_t d = 0; d < s_.decls.size(); ++d) {
      const Decl& decl = s_.decls[d];
      if (decl.kind != DeclKind::function) continue;
      const uint32_t begin = s_.tokens[decl.first].begin, end = s_.tokens[decl.last].end;
      std::string text = always(decl) ? std::string() : write({d, {}, {}});
      const auto lines = [](std::string_view t) { return std::ranges::count(t, '\n'); };
      const std::string_view before = std::string_view(s_.text).substr(begin, end - begin);
      if (text == before) continue;
      for (auto n = lines(text); n < lines(before); ++n) text += '\n';
      edits.push_back({begin, end, std::move(text)});
    }
    for (size_t i = 0; i < jobs_.size() && !failed_; ++i) {
      const Job job = jobs_[i];
      copies += "\n" + write(job);
      if (copies.size() > kMaxText) failed_ = true;
    }
    if (failed_ || (edits.empty() && copies.empty())) return s_.text;
    return applyEdits(s_.text, std::move(edits)) + copies + "\n";
  }

 private:
  // ---- parameters ----

  Special special(uint32_t field) const {
    const TypeNode* type = m_.types.of_field[field];
    if (type == nullptr) return Special::no;
    if (type->handle == BindingKind::texture_storage) return Special::always;
    if (type->kind != Type::Kind::pointer) return Special::no;
    const std::string_view space = pointerOf(type->name).space;
    return space == "function" || space == "private" ? Special::sometimes : Special::always;
  }
  bool always(const Decl& d) const {
    for (uint32_t f = d.fields.begin; f < d.fields.end; ++f) {
      if (special(f) == Special::always) return true;
    }
    return false;
  }
  bool needed() const {
    for (const Decl& d : s_.decls) {
      if (d.kind != DeclKind::function) continue;
      for (uint32_t f = d.fields.begin; f < d.fields.end; ++f) {
        if (special(f) != Special::no) return true;
      }
    }
    return false;
  }

  // ---- places ----

  bool pointerValued(ExprId id, const Environment& env, uint32_t chain = 0) const {
    const Expr& e = s_.exprs[id];
    if (chain > kMaxChain) return false;
    if (e.kind == ExprKind::paren) return pointerValued(e.left, env, chain);
    if (e.kind == ExprKind::unary) return s_.operatorOf(e) == "&";
    if (e.kind != ExprKind::identifier) return false;
    const SymbolId symbol = s_.symbol_of[e.token];
    if (symbol == kNone) return false;
    if (env.parameters.contains(symbol)) return true;
    if (s_.symbols[symbol].kind == SymbolKind::parameter) return parameterType(symbol)->kind == Type::Kind::pointer;
    const LocalValue* v = locals_.find(symbol);
    return v != nullptr && s_.word(v->keyword) == "let" && v->init != kNone && pointerValued(v->init, env, chain + 1);
  }
  const TypeNode* parameterType(SymbolId symbol) const {
    const Symbol& p = s_.symbols[symbol];
    return m_.types.of_field[s_.decls[p.decl].fields.begin + fieldOf(symbol)];
  }
  uint32_t fieldOf(SymbolId symbol) const {
    const Decl& d = s_.decls[s_.symbols[symbol].decl];
    for (uint32_t f = d.fields.begin; f < d.fields.end; ++f) {
      if (s_.fields[f].symbol == symbol) return f - d.fields.begin;
    }
    return 0;
  }

  /// Whether an index gives the same value when it is read again later in the function.
  bool stable(ExprId id) const {
    const Expr& e = s_.exprs[id];
    switch (e.kind) {
      case ExprKind::literal:
        return true;
      case ExprKind::paren:
        return stable(e.left);
      case ExprKind::member:
        return stable(e.left);
      case ExprKind::unary:
        return s_.operatorOf(e) != "*" && stable(e.left);
      case ExprKind::binary:
        return stable(e.left) && stable(e.right);
      case ExprKind::identifier: {
        const SymbolId symbol = s_.symbol_of[e.token];
        if (symbol == kNone) return false;
        if (s_.symbols[symbol].kind == SymbolKind::parameter) {
          return parameterType(symbol)->kind != Type::Kind::pointer;
        }
        if (const LocalValue* v = locals_.find(symbol)) return s_.word(v->keyword) != "var";
        return s_.decls[s_.symbols[symbol].decl].kind != DeclKind::variable;
      }
      default:
        return false;
    }
  }

  /// What a pointer means. `inside`: the expression belongs to a `let`.
  std::optional<Place> pointee(ExprId id, const Environment& env, bool inside = false, uint32_t chain = 0) const {
    const Expr& e = s_.exprs[id];
    if (e.kind == ExprKind::paren) return pointee(e.left, env, inside, chain);
    if (e.kind == ExprKind::unary && s_.operatorOf(e) == "&") return reference(e.left, env, inside, chain);
    if (e.kind != ExprKind::identifier) return std::nullopt;
    const SymbolId symbol = s_.symbol_of[e.token];
    if (symbol == kNone) return std::nullopt;
    if (const auto known = env.parameters.find(symbol); known != env.parameters.end()) return known->second;
    if (s_.symbols[symbol].kind == SymbolKind::parameter) {
      const Pointer p = pointerOf(parameterType(symbol)->name);
      return Place{.root = cat("(*", renamed(e.token, env), ")"),
                   .decl = kNone,
                   .local = symbol,
                   .local_type = cat(p.space, ", ", p.pointee),
                   .steps = {}};
    }
    const LocalValue* v = locals_.find(symbol);
    if (v == nullptr || v->init == kNone || chain >= kMaxChain) return std::nullopt;
    return pointee(v->init, env, true, chain + 1);
  }

  /// What a reference means.
  std::optional<Place> reference(ExprId id, const Environment& env, bool inside, uint32_t chain) const {
    const Expr& e = s_.exprs[id];
    if (e.kind == ExprKind::paren) return reference(e.left, env, inside, chain);
    if (e.kind == ExprKind::unary && s_.operatorOf(e) == "*") return pointee(e.left, env, inside, chain);
    if (e.kind == ExprKind::identifier) return variable(id, env, inside, chain);
    if (e.kind != ExprKind::member && e.kind != ExprKind::index) return std::nullopt;
    auto place = reference(e.left, env, inside, chain);
    if (!place) return std::nullopt;
    if (e.kind == ExprKind::member) {
      place->steps.push_back({cat(".", s_.word(e.token)), kNone, false});
    } else if (s_.exprs[e.right].kind == ExprKind::literal) {
      place->steps.push_back({cat("[", s_.textOf(e.right), "]"), kNone, false});
    } else {
      place->steps.push_back({{}, e.right, inside && !stable(e.right)});
    }
    return place;
  }

  std::optional<Place> variable(ExprId id, const Environment& env, bool inside, uint32_t chain) const {
    if (pointerValued(id, env)) return pointee(id, env, inside, chain);  // p.member means (*p).member
    const Expr& e = s_.exprs[id];
    const SymbolId symbol = s_.symbol_of[e.token];
    if (symbol == kNone) return std::nullopt;
    Place place{.root = std::string(s_.word(e.token)), .decl = kNone, .local = kNone, .local_type = {}, .steps = {}};
    if (const uint32_t decl = s_.declOf(e); decl != kNone) {
      place.decl = decl;
      return s_.decls[decl].kind == DeclKind::variable ? std::optional(place) : std::nullopt;
    }
    place.root = renamed(e.token, env);
    place.local = symbol;
    if (const std::string type = spelledType(m_, locals_, id); !type.empty()) place.local_type = "function, " + type;
    return place;
  }

  // ---- writing ----

  using Writer = std::function<std::string()>;
  struct Action {
    uint32_t last = 0;  ///< token
    Writer text;
  };
  using Actions = std::map<uint32_t, Action>;

  /// "return*p" needs no blank, "return o[0]" does.
  static void append(std::string& out, std::string_view piece) {
    if (!out.empty() && !piece.empty() && isWordByte(out.back()) && isWordByte(piece.front())) out += ' ';
    out += piece;
  }

  /// Tokens first..last with the actions carried out, and what stands between them.
  std::string emit(uint32_t first, uint32_t last, const Actions& actions) {
    std::string out;
    for (uint32_t t = first; t <= last;) {
      const auto found = actions.find(t);
      const uint32_t end = found == actions.end() || found->second.last > last ? t : found->second.last;
      if (end == t && (found == actions.end() || found->second.last != t)) {
        append(out, s_.word(t));
      } else {
        append(out, found->second.text());
      }
      if (end < last) {
        out += std::string_view(s_.text).substr(s_.tokens[end].end, s_.tokens[end + 1].begin - s_.tokens[end].end);
      }
      t = end + 1;
    }
    return out;
  }

  std::string pathOf(const Place& place) const {
    std::string out = place.root;
    for (const Step& step : place.steps) out += step.text;
    return out;
  }

  std::string write(const Job& job) {
    const Decl& d = s_.decls[job.decl];
    Actions actions;
    const Environment& env = job.environment;
    if (!job.name.empty()) {
      actions[d.name] = {d.name, [&] { return job.name; }};
      actions[d.params_open] = {d.params_close, [&] { return parameters(d, env); }};
    }
    for (ExprId e = d.exprs.begin; e < d.exprs.end; ++e) {
      if (s_.exprs[e].kind == ExprKind::call) call(e, env, actions);
    }
    uses(d, env, actions);
    return emit(d.first, d.last, actions);
  }

  /// A local name that would hide a variable which the copy has to reach.
  std::string renamed(uint32_t token, const Environment& env) const {
    const std::string word(s_.word(token));
    return env.taken.contains(word) ? word + suffix_ : word;
  }

  std::string parameters(const Decl& d, const Environment& env) const {
    std::string out;
    const auto add = [&](std::string text) { out += cat(out.empty() ? "(" : ", ", text); };
    for (uint32_t f = d.fields.begin; f < d.fields.end; ++f) {
      const Field& field = s_.fields[f];
      const auto known = env.parameters.find(field.symbol);
      if (known == env.parameters.end()) {
        add(cat(renamed(field.name, env), ": ", s_.textOf(field.type)));
        continue;
      }
      const Place& place = known->second;
      if (place.local != kNone) add(cat(s_.word(field.name), suffix_, ": ptr<", place.local_type, ">"));
      for (const Step& step : place.steps) {
        if (step.text.find(suffix_) != std::string::npos) {
          add(cat(std::string_view(step.text).substr(1, step.text.size() - 2), ": u32"));
        }
      }
    }
    return out.empty() ? "()" : out + ")";
  }

  /// The uses of special parameters, and the names that give way.
  void uses(const Decl& d, const Environment& env, Actions& actions) {
    if (env.parameters.empty()) return;
    std::map<uint32_t, ExprId> dereferences;  // by the token of the pointer
    std::set<uint32_t> bases;
    for (ExprId id = d.exprs.begin; id < d.exprs.end; ++id) {
      const Expr& e = s_.exprs[id];
      if (e.kind == ExprKind::unary && s_.operatorOf(e) == "*" && s_.exprs[e.left].kind == ExprKind::identifier) {
        dereferences[s_.exprs[e.left].token] = id;
      }
      if ((e.kind == ExprKind::member || e.kind == ExprKind::index) && s_.exprs[e.left].kind == ExprKind::identifier) {
        bases.insert(s_.exprs[e.left].token);
      }
    }
    for (uint32_t t = d.body_open; t <= d.last; ++t) {
      const SymbolId symbol = s_.symbol_of[t];
      if (symbol == kNone || s_.symbols[symbol].kind == SymbolKind::declaration) continue;
      const auto known = env.parameters.find(symbol);
      if (known == env.parameters.end()) {
        const std::string name = renamed(t, env);
        if (name != s_.word(t)) actions.try_emplace(t, Action{t, [name] { return name; }});
        continue;
      }
      const std::string path = pathOf(known->second);
      const bool texture = parameterType(symbol)->kind != Type::Kind::pointer;
      if (const auto star = dereferences.find(t); star != dereferences.end()) {
        actions.try_emplace(s_.exprs[star->second].first, Action{t, [path] { return path; }});
      } else {
        const std::string text = texture || bases.contains(t) ? path : "&" + path;
        actions.try_emplace(t, Action{t, [text] { return text; }});
      }
    }
  }

  void call(ExprId id, const Environment& env, Actions& actions) {
    const Expr& e = s_.exprs[id];
    const Expr& callee = s_.exprs[e.left];
    const uint32_t decl = s_.declOf(callee);
    if (decl == kNone || s_.decls[decl].kind != DeclKind::function) return;
    const Decl& d = s_.decls[decl];
    if (d.fields.size() != e.list.size()) return;
    std::map<uint32_t, Place> places;  // by argument
    for (uint32_t i = 0; i < d.fields.size(); ++i) {
      const Special how = special(d.fields.begin + i);
      if (how == Special::no) continue;
      const ExprId argument = s_.lists[e.list.begin + i];
      const bool texture = m_.types.of_field[d.fields.begin + i]->kind != Type::Kind::pointer;
      const auto place = texture ? textureOf(argument, env) : pointee(argument, env);
      if (!place || (how == Special::always && place->decl == kNone)) {
        failed_ = failed_ || how == Special::always;
        continue;
      }
      if (how == Special::sometimes && place->steps.empty()) {
        // A whole variable: the front end knows how, unless the parameter that it came from is gone.
        if (place->decl == kNone || !comesFromParameter(argument, env)) continue;
      }
      if (place->decl == kNone && place->local_type.empty()) continue;
      places.emplace(i, *place);
    }
    if (places.empty()) return;
    capture(places, actions);
    const std::string name = copyOf(decl, places);
    actions[callee.token] = {callee.last, [name] { return name; }};
    actions[e.token] = {e.last, [this, e, places, &actions] { return arguments(e, places, actions); }};
  }

  bool comesFromParameter(ExprId id, const Environment& env) const {
    const Expr& e = s_.exprs[id];
    if (e.kind == ExprKind::paren) return comesFromParameter(e.left, env);
    return e.kind == ExprKind::identifier && env.parameters.contains(s_.symbol_of[e.token]);
  }

  std::optional<Place> textureOf(ExprId id, const Environment& env) const {
    const Expr& e = s_.exprs[id];
    if (e.kind == ExprKind::paren) return textureOf(e.left, env);
    if (e.kind != ExprKind::identifier || s_.symbol_of[e.token] == kNone) return std::nullopt;
    if (const auto known = env.parameters.find(s_.symbol_of[e.token]); known != env.parameters.end()) {
      return known->second;
    }
    const uint32_t decl = s_.declOf(e);
    if (decl == kNone) return std::nullopt;
    return Place{.root = std::string(s_.word(e.token)), .decl = decl, .local = kNone, .local_type = {}, .steps = {}};
  }

  /// An index that a `let` has read keeps its value: it gets a name there.
  void capture(std::map<uint32_t, Place>& places, Actions& actions) {
    for (auto& [argument, place] : places) {
      for (Step& step : place.steps) {
        if (!step.captured) continue;
        const std::string name = cat("at", step.index, suffix_);
        const Expr& index = s_.exprs[step.index];
        uint32_t keyword = index.first;
        while (s_.tokens[keyword].kind != Tok::identifier || s_.word(keyword) != "let") --keyword;
        if (s_.tokens[keyword - 1].kind == Tok::paren_open) failed_ = true;  // the head of a `for`
        auto& indices = captured_[keyword];
        if (std::ranges::find(indices, step.index) == indices.end()) indices.push_back(step.index);
        actions[keyword] = {keyword, [this, keyword, &actions] { return captures(keyword, actions); }};
        actions[index.first] = {index.last, [name] { return name; }};
        step = {cat("[", name, "]"), kNone, false};
      }
    }
  }
  std::string captures(uint32_t keyword, const Actions& actions) {
    std::string out;
    for (const ExprId index : captured_[keyword]) {
      const Expr& e = s_.exprs[index];
      Actions inner = actions;
      inner.erase(e.first);
      out += cat("let at", index, suffix_, " = u32(", emit(e.first, e.last, inner), "); ");
    }
    return out + "let";
  }

  /// The name of the copy for these arguments, which is asked for if it is new.
  std::string copyOf(uint32_t decl, const std::map<uint32_t, Place>& places) {
    const Decl& d = s_.decls[decl];
    std::string key = toText(uint64_t{decl});
    Environment env;
    for (const auto& [argument, place] : places) {
      const Field& field = s_.fields[d.fields.begin + argument];
      Place inside = place;
      key += cat("|", argument, "=", place.decl == kNone ? place.local_type : place.root);
      if (place.decl == kNone) inside.root = cat("(*", s_.word(field.name), suffix_, ")");
      uint32_t n = 0;
      for (Step& step : inside.steps) {
        const bool constant = step.index == kNone && step.text.find(suffix_) == std::string::npos;
        if (!constant) step = {cat("[", s_.word(field.name), suffix_, "_i", n++, "]"), kNone, false};
        key += step.text;
      }
      if (place.decl != kNone) env.taken.insert(place.root);
      env.parameters.emplace(field.symbol, std::move(inside));
    }
    const auto known = copies_.find(key);
    if (known != copies_.end()) return known->second;
    if (copies_.size() >= kMaxCopies) failed_ = true;
    std::string name = cat(s_.word(d.name), suffix_, copies_.size());
    copies_.emplace(std::move(key), name);
    if (!failed_) jobs_.push_back({decl, name, std::move(env)});
    return name;
  }

  std::string arguments(const Expr& call, const std::map<uint32_t, Place>& places, const Actions& actions) {
    std::string out;
    const auto add = [&](std::string_view text) { out += cat(out.empty() ? "(" : ", ", text); };
    for (uint32_t i = 0; i < call.list.size(); ++i) {
      const Expr& argument = s_.exprs[s_.lists[call.list.begin + i]];
      const auto known = places.find(i);
      if (known == places.end()) {
        add(emit(argument.first, argument.last, actions));
        continue;
      }
      if (known->second.decl == kNone) add(cat("&", known->second.root));
      for (const Step& step : known->second.steps) {
        if (step.index != kNone) {
          const Expr& index = s_.exprs[step.index];
          add(cat("u32(", emit(index.first, index.last, actions), ")"));
        } else if (step.text.find(suffix_) != std::string::npos) {
          add(std::string_view(step.text).substr(1, step.text.size() - 2));
        }
      }
    }
    return out.empty() ? "()" : out + ")";
  }

  const Module& m_;
  const Syntax& s_;
  LocalValues locals_;
  std::string suffix_;
  std::map<std::string, std::string> copies_;  ///< name by function and arguments
  std::vector<Job> jobs_;
  std::map<uint32_t, std::vector<ExprId>> captured_;  ///< indices by the token of their `let`
  bool failed_ = false;
};

}  // namespace

bool mayHaveSpecialParameters(std::string_view text) {
  return text.find("ptr<") != std::string_view::npos || text.find("ptr <") != std::string_view::npos ||
         text.find("texture_storage") != std::string_view::npos;
}

std::string specialiseParameters(const Module& module) { return Specialiser(module).run(); }

}  // namespace pngine::wgsl
