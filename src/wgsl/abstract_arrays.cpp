// Numbers of one kind in arrays of arrays, for the native driver's front end, which converts the abstract integers of
// an array beside floats, but not those of the arrays inside it.
//   array(array(1, 2), array(3, 4.5))  ->  array(array((1+0.0), (2+0.0)), array((3+0.0), 4.5))
#include "base/text.h"
#include "wgsl/emit.h"
#include "wgsl/expression_types.h"
#include "wgsl/module.h"

namespace pngine::wgsl {
namespace {

using Kind = Scalar::Kind;

class ArrayNumbers {
 public:
  explicit ArrayNumbers(Module& module) : s_(module.syntax), types_(module) {}

  std::string run() {
    std::vector<bool> inside(s_.exprs.size(), false);
    // Arrays stand behind their elements, so the outermost comes first from the end.
    for (auto id = static_cast<ExprId>(s_.exprs.size()); id-- > 0;) {
      if (!untyped(id, "array")) continue;
      const Range list = s_.exprs[id].list;
      bool nested = false;
      for (uint32_t i = list.begin; i < list.end; ++i) {
        if (!untyped(s_.lists[i], "array")) continue;
        nested = true;
        inside[s_.lists[i]] = true;
      }
      if (!nested || inside[id]) continue;
      leaves_.clear();
      collect(id);
      unify();
    }
    return applyEdits(s_.text, std::move(edits_));
  }

 private:
  /// A constructor without a type whose name begins like that: array, vec3, mat2x2.
  bool untyped(ExprId id, std::string_view prefix) const {
    const Expr& e = s_.exprs[id];
    if (e.kind != ExprKind::call) return false;
    const Expr& callee = s_.exprs[e.left];
    const std::string_view name = s_.word(callee.token);
    const size_t length = prefix == "vec" ? 4 : prefix == "mat" ? 6 : prefix.size();
    return s_.symbol_of[callee.token] == kNone && callee.list.size() == 0 && name.starts_with(prefix) &&
           name.size() == length;
  }

  void collect(ExprId id) {
    if (!untyped(id, "array") && !untyped(id, "vec") && !untyped(id, "mat")) return leaves_.push_back(id);
    const Range list = s_.exprs[id].list;
    for (uint32_t i = list.begin; i < list.end; ++i) collect(s_.lists[i]);
  }

  void unify() {
    Kind kind = Kind::abstract_int;
    for (const ExprId leaf : leaves_) {
      const ExprType& t = types_.of(leaf);
      if (!t.isNumeric()) return;
      if (!t.isAbstract()) kind = t.kind;
      if (kind == Kind::abstract_int) kind = t.kind;
    }
    if (kind == Kind::abstract_int || kind == Kind::boolean) return;
    for (const ExprId leaf : leaves_) {
      if (types_.of(leaf).isAbstract() && types_.of(leaf).kind != kind) convert(leaf, kind);
    }
  }

  void convert(ExprId leaf, Kind kind) {
    const Expr& e = s_.exprs[leaf];
    const ExprType& t = types_.of(leaf);
    const uint32_t begin = s_.tokens[e.first].begin, end = s_.tokens[e.last].end;
    if (kind == Kind::abstract_float) {
      edits_.push_back({begin, begin, "("});
      edits_.push_back({end, end, "+0.0)"});
      return;
    }
    const std::string_view scalar = nameOf(kind);
    edits_.push_back({begin, begin, t.isScalar() ? cat(scalar, "(") : cat("vec", t.rows, "<", scalar, ">(")});
    edits_.push_back({end, end, ")"});
  }

  const Syntax& s_;
  ExpressionTypes types_;
  std::vector<ExprId> leaves_;
  std::vector<Edit> edits_;
};

}  // namespace

std::string unifyArrayNumbers(Module& module) { return ArrayNumbers(module).run(); }

}  // namespace pngine::wgsl
