// Rewrites of the author's text that keep every line where it is: constants of mathematics, specialised overrides.
#include <array>
#include <cmath>

#include "base/text.h"
#include "wgsl/emit.h"
#include "wgsl/module.h"
#include "wgsl/parser.h"

namespace pngine::wgsl {
namespace {

struct MathConstant {
  std::string_view name;
  std::string_view value;
};
constexpr auto kMathConstants = std::to_array<MathConstant>({
    {"PI", "3.141592653589793"},
    {"TAU", "6.283185307179586"},
    {"E", "2.718281828459045"},
});

const MathConstant* mathConstant(std::string_view word) {
  for (const MathConstant& c : kMathConstants) {
    if (c.name == word) return &c;
  }
  return nullptr;
}

/// In text that parses, scopes decide exactly which uses the module declares itself.
std::vector<Edit> editsByScope(const Syntax& s) {
  std::vector<Edit> edits;
  for (const Expr& e : s.exprs) {
    if (e.kind != ExprKind::identifier || s.symbol_of[e.token] != kNone) continue;
    const MathConstant* c = mathConstant(s.word(e.token));
    if (c != nullptr) edits.push_back({s.tokens[e.token].begin, s.tokens[e.token].end, std::string(c->value)});
  }
  return edits;
}

/// In other text the neighbours decide: a name that is declared anywhere is left alone everywhere.
std::vector<Edit> editsByNeighbours(std::string_view text) {
  const auto tokens = lex(text, true);
  if (!tokens) return {};
  const auto word = [&](size_t i) { return text.substr((*tokens)[i].begin, (*tokens)[i].end - (*tokens)[i].begin); };
  const auto declares = [&](size_t i) {
    if (i + 1 < tokens->size() && (*tokens)[i + 1].kind == Tok::colon) return true;
    if (i == 0) return false;
    if ((*tokens)[i - 1].kind == Tok::template_close) return true;  // var<private> NAME
    for (std::string_view keyword : {"const", "let", "var", "override", "fn", "struct", "alias"}) {
      if (word(i - 1) == keyword) return true;
    }
    return false;
  };
  std::array<bool, kMathConstants.size()> declared{};
  const auto index = [](const MathConstant* c) { return static_cast<size_t>(c - kMathConstants.data()); };
  const auto each = [&](auto&& visit) {
    for (size_t i = 0; i < tokens->size(); ++i) {
      if ((*tokens)[i].kind != Tok::identifier) continue;
      if (const MathConstant* c = mathConstant(word(i))) visit(i, c);
    }
  };
  each([&](size_t i, const MathConstant* c) { declared[index(c)] = declared[index(c)] || declares(i); });
  std::vector<Edit> edits;
  each([&](size_t i, const MathConstant* c) {
    const Tok before = i == 0 ? Tok::end : (*tokens)[i - 1].kind;
    if (declared[index(c)] || before == Tok::dot || before == Tok::at) return;
    edits.push_back({(*tokens)[i].begin, (*tokens)[i].end, std::string(c->value)});
  });
  return edits;
}

std::string lineBreaks(std::string_view text) {
  std::string out;
  for (const char c : text) {
    if (c == '\n' || c == '\r') out += c;
  }
  return out;
}

/// The value as a literal. A written type leaves the literal abstract; otherwise a suffix carries the inferred type.
std::string spelled(double value, std::string_view type, bool type_written) {
  if (type == "bool") return value != 0 ? "true" : "false";
  if (type == "i32" || type == "u32") {
    const auto n = static_cast<int64_t>(value);
    if (n == INT32_MIN) return type_written ? toText(n) : cat("i32(", n, ")");
    return cat(n, type == "u32" ? "u" : "i");
  }
  std::string text = toText(value);
  if (text.find_first_of(".e") == std::string::npos) text += ".0";
  if (!type_written) text += type == "f16" ? "h" : "f";
  return text;
}

}  // namespace

std::string replaceMathConstants(std::string_view text) {
  bool any = false;
  for (const MathConstant& c : kMathConstants) any = any || text.find(c.name) != std::string_view::npos;
  if (!any) return std::string(text);
  auto syntax = parseSyntax(text);
  if (!syntax) return applyEdits(text, editsByNeighbours(text));
  Names names;
  resolveNames(*syntax, names);
  return applyEdits(text, editsByScope(*syntax));
}

std::string specialise(const Module& module, const std::map<std::string, double, std::less<>>& values) {
  const Syntax& s = module.syntax;
  std::vector<Edit> edits;
  for (const Override& o : module.reflection.overrides) {
    const auto found = values.find(o.name);
    if (found == values.end()) continue;
    const std::string_view declaration = std::string_view(s.text).substr(o.declaration.begin, o.declaration.size());
    std::string text = cat("const ", o.name);
    if (o.type_written) {
      const Decl& d = s.decls[module.names.decls.at(o.name)];
      text += cat(": ", joinTokens(s, s.exprs[d.type].first, s.exprs[d.type].last));
    }
    text += cat(" = ", spelled(found->second, o.type, o.type_written), ";", lineBreaks(declaration));
    edits.push_back({o.declaration.begin, o.declaration.end, std::move(text)});
  }
  return applyEdits(s.text, std::move(edits));
}

}  // namespace pngine::wgsl
