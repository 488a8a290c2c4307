// textureLoad outside the texture: WGSL leaves open what it gives. Browsers read the nearest texel, with each
// coordinate taken as unsigned, so that a negative one lies beyond the far edge; drivers give zeros. Pictures are
// filtered up to their edges, so the coordinates are clamped here.
//   textureLoad(t, p, 0)      ->  textureLoad(t, min(vec2u(p), textureDimensions(t, 0) - 1u), 0)
//   textureLoad(t, p, level)  ->  pngine_load0(t, vec2u(p), u32(level))
#include <map>

#include "base/text.h"
#include "wgsl/constant.h"
#include "wgsl/driver.h"
#include "wgsl/emit.h"
#include "wgsl/module.h"

namespace pngine::wgsl {
namespace {

class LoadClamper {
 public:
  explicit LoadClamper(const Module& m) : m_(m), s_(m.syntax) {
    while (s_.text.find(prefix_) != std::string::npos) prefix_ += "_";
  }

  std::string run() {
    // Outer calls first: of two insertions at one place theirs comes first.
    for (ExprId e = static_cast<ExprId>(s_.exprs.size()); e-- > 0;) {
      if (s_.exprs[e].kind == ExprKind::call) call(s_.exprs[e]);
    }
    if (edits_.empty()) return s_.text;
    return applyEdits(s_.text, std::move(edits_)) + helpers_ + "\n";
  }

 private:
  /// The type of a texture that is named by a variable or a parameter.
  const TypeNode* textureType(const Expr& e) const {
    if (e.kind == ExprKind::paren) return textureType(s_.exprs[e.left]);
    if (e.kind != ExprKind::identifier || s_.symbol_of[e.token] == kNone) return nullptr;
    const Symbol& symbol = s_.symbols[s_.symbol_of[e.token]];
    if (symbol.kind == SymbolKind::declaration) return m_.types.of_decl[symbol.decl];
    const Range fields = s_.decls[symbol.decl].fields;
    for (uint32_t f = fields.begin; f < fields.end; ++f) {
      if (s_.fields[f].symbol == s_.symbol_of[e.token]) return m_.types.of_field[f];
    }
    return nullptr;
  }

  /// A negative literal has no unsigned value; such a call stays as it is.
  bool negativeLiteral(ExprId id) const {
    const Expr& e = s_.exprs[id];
    for (uint32_t t = e.first; t <= e.last; ++t) {
      if (s_.tokens[t].kind == Tok::identifier && s_.symbol_of[t] != kNone) return false;
    }
    for (uint32_t t = e.first; t <= e.last; ++t) {
      if (s_.tokens[t].kind == Tok::minus) return true;
    }
    return false;
  }

  void around(ExprId e, std::string before, std::string after) {
    const uint32_t begin = s_.tokens[s_.exprs[e].first].begin, end = s_.tokens[s_.exprs[e].last].end;
    edits_.push_back({begin, begin, std::move(before)});
    edits_.push_back({end, end, std::move(after)});
  }

  void call(const Expr& e) {
    const Expr& callee = s_.exprs[e.left];
    if (s_.word(callee.token) != "textureLoad" || s_.symbol_of[callee.token] != kNone || e.list.size() < 2) return;
    const auto argument = [&](uint32_t i) { return s_.lists[e.list.begin + i]; };
    const TypeNode* type = textureType(s_.exprs[argument(0)]);
    if (type == nullptr || !type->handle || !type->view_dimension) return;
    for (uint32_t i = 1; i < e.list.size(); ++i) {
      if (negativeLiteral(argument(i))) return;
    }
    const std::string texture(s_.textOf(argument(0)));
    const bool layers = *type->view_dimension == webgpu::ViewDimension::d2_array;
    const BindingKind kind = *type->handle;
    const bool leveled = kind == BindingKind::texture_sampled || kind == BindingKind::texture_depth;
    if (!leveled && kind != BindingKind::texture_storage && kind != BindingKind::texture_multisampled &&
        kind != BindingKind::texture_depth_multisampled) {
      return;
    }
    const uint32_t level = layers ? 3 : 2;
    if (leveled && e.list.size() != level + 1) return;
    const std::string vector = coordinates(*type->view_dimension);
    if (leveled && s_.textOf(argument(level)) != "0" && s_.textOf(argument(level)) != "0u") {
      edits_.push_back({s_.tokens[callee.token].begin, s_.tokens[callee.token].end, helper(*type, vector, layers)});
      around(argument(1), cat(vector, "("), ")");
      for (uint32_t i = 2; i <= level; ++i) around(argument(i), "u32(", ")");
      return;
    }
    around(argument(1), cat("min(", vector, "("), cat("),textureDimensions(", texture, leveled ? ",0)-1u)" : ")-1u)"));
    if (layers) around(argument(2), "min(u32(", cat("),textureNumLayers(", texture, ")-1u)"));
  }

  static std::string coordinates(webgpu::ViewDimension dimension) {
    if (dimension == webgpu::ViewDimension::d1) return "u32";
    return dimension == webgpu::ViewDimension::d3 ? "vec3u" : "vec2u";
  }

  /// The function that reads a texture of this type at a level that may not exist.
  std::string helper(const TypeNode& type, const std::string& vector, bool layers) {
    const auto known = names_.find(type.name);
    if (known != names_.end()) return known->second;
    const std::string name = cat(prefix_, names_.size());
    const bool depth = *type.handle == BindingKind::texture_depth;
    const std::string result = depth ? "f32" : cat("vec4<", type.scalar, ">");
    helpers_ += cat("\nfn ", name, "(t:", type.name, ",p:", vector, layers ? ",a:u32" : "", ",l:u32)->", result,
                    "{let m=min(l,textureNumLevels(t)-1u);return textureLoad(t,min(p,textureDimensions(t,m)-1u),",
                    layers ? "min(a,textureNumLayers(t)-1u)," : "", "m);}");
    return names_.emplace(type.name, name).first->second;
  }

  const Module& m_;
  const Syntax& s_;
  std::string prefix_ = "pngine_load";
  std::map<std::string, std::string> names_;  ///< helper by type of texture
  std::string helpers_;
  std::vector<Edit> edits_;
};

}  // namespace

std::string clampTextureLoads(const Module& module) { return LoadClamper(module).run(); }

}  // namespace pngine::wgsl
