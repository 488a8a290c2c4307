// Values in place of constant expressions that the native driver's front end cannot evaluate: functions that it does
// not know before the shader runs, and logic on constant booleans. What is not known here stays as it is.
//   const n = extractBits(0xffu, 2u, 2u);  ->  const n = 3u;
#include <algorithm>
#include <array>

#include "base/text.h"
#include "wgsl/emit.h"
#include "wgsl/places.h"

namespace pngine::wgsl {
namespace {

using Kind = Scalar::Kind;

std::string signedText(std::string text) { return text.starts_with('-') ? cat("(", text, ")") : text; }

std::string spelled(const Scalar& s) {
  switch (s.kind) {
    case Kind::boolean:
      return s.integer != 0 ? "true" : "false";
    case Kind::i32:
      return s.integer < 0 ? cat("i32(", s.integer, ")") : cat(s.integer, "i");
    case Kind::u32:
      return cat(s.integer, "u");
    case Kind::abstract_int:
      return signedText(toText(s.integer));
    default: {
      std::string text = toText(s.real);
      if (text.find_first_of(".e") == std::string::npos) text += ".0";
      if (s.kind != Kind::abstract_float) text += s.kind == Kind::f16 ? "h" : "f";
      return signedText(text);
    }
  }
}

std::string spelled(const Value& v) {
  const Kind kind = v.scalars[0].kind;
  const bool abstract = concrete(kind) != kind;
  const auto vector = [&](size_t first, size_t count) {
    std::string out = abstract ? cat("vec", count, "(") : cat("vec", count, "<", nameOf(kind), ">(");
    for (size_t i = 0; i < count; ++i) out += cat(i == 0 ? "" : ", ", spelled(v.scalars[first + i]));
    return out + ")";
  };
  if (v.shape == Value::Shape::scalar) return spelled(v.scalars[0]);
  if (v.shape == Value::Shape::vector) return vector(0, v.scalars.size());
  return {};
}

class Folder {
 public:
  explicit Folder(Module& m) : m_(m), s_(m.syntax), locals_(s_) {}

  std::string run() {
    for (SymbolId id = 0; id < s_.symbols.size(); ++id) remember(id);
    std::vector<Edit> edits;
    std::vector<bool> taken(s_.tokens.size(), false);
    for (auto id = static_cast<ExprId>(s_.exprs.size()); id-- > 0;) {
      const Expr& e = s_.exprs[id];
      if (taken[e.first] || !troubles(e)) continue;
      const auto value = evaluate(m_, id);
      if (!value) continue;
      std::string text = spelled(*value);
      if (text.empty()) continue;
      std::fill(taken.begin() + e.first, taken.begin() + e.last + 1, true);
      const uint32_t begin = s_.tokens[e.first].begin, end = s_.tokens[e.last].end;
      for (uint32_t i = begin; i < end; ++i) {
        if (s_.text[i] == '\n') text += '\n';
      }
      edits.push_back({begin, end, std::move(text)});
    }
    return applyEdits(s_.text, std::move(edits));
  }

 private:
  void remember(SymbolId id) {
    const LocalValue* v = locals_.find(id);
    if (v == nullptr || v->init == kNone || s_.word(v->keyword) != "const") return;
    auto value = evaluate(m_, v->init);
    if (value && v->type != kNone) {
      const TypeNode* type = typeOf(m_, v->type);
      value = convert(*value,
                      scalarKind(type->kind == Type::Kind::array ? static_cast<const TypeNode*>(type->element)->scalar
                                                                 : type->scalar));
    }
    m_.local_constants[id] = std::move(value);
  }

  bool troubles(const Expr& e) const {
    if (e.kind == ExprKind::binary) {
      const std::string_view op = s_.operatorOf(e);
      return op == "&" || op == "|";
    }
    if (e.kind != ExprKind::call) return false;
    const Expr& callee = s_.exprs[e.left];
    return s_.symbol_of[callee.token] == kNone && isNotConstant(s_.word(callee.token));
  }

  Module& m_;
  const Syntax& s_;
  LocalValues locals_;
};

}  // namespace

std::string foldConstants(Module& module) { return Folder(module).run(); }

}  // namespace pngine::wgsl
