// Constants of built-in functions that the WGSL front end of the native driver cannot evaluate before the shader runs:
// such a constant becomes its own expression wherever it is used.
#include <algorithm>
#include <array>
#include <map>
#include <set>

#include "base/text.h"
#include "wgsl/front_end_gaps.h"

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

class LateConstants : GapPass {
 public:
  using GapPass::GapPass;

  bool run() {
    find();
    mark();
    return replace();
  }

 private:
  bool module_scope(SymbolId symbol) const { return s_.symbols[symbol].kind == SymbolKind::declaration; }

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

  std::map<SymbolId, Constant> constants_;
  std::set<SymbolId> late_;  ///< constants that the front end cannot evaluate
  std::set<std::string_view> locals_;
  std::map<SymbolId, std::string> expanded_;
};

}  // namespace

bool writeOutLateConstants(const Module& module, std::vector<Edit>& edits) {
  return LateConstants(module, edits).run();
}

bool mayHaveLateConstants(std::string_view text) {
  return std::ranges::any_of(kNotConstant, [&](std::string_view word) { return text.find(word) != text.npos; });
}

bool isNotConstant(std::string_view function) {
  return std::ranges::find(kNotConstant, function) != kNotConstant.end();
}

}  // namespace pngine::wgsl
