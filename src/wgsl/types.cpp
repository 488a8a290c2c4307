// Sizes, alignments, offsets and strides: WGSL specification, section 14.4.1. Arithmetic saturates, so that absurd
// sizes stay absurd instead of wrapping round to harmless ones.
#include "wgsl/types.h"

#include <algorithm>
#include <array>

#include "base/text.h"
#include "wgsl/module.h"

namespace pngine::wgsl {
namespace {

constexpr uint64_t kHuge = uint64_t{1} << 60;
constexpr uint32_t kMaxTypeDepth = 255;
constexpr size_t kMaxName = 512;

uint64_t times(uint64_t a, uint64_t b) { return b != 0 && a > kHuge / b ? kHuge : a * b; }
uint64_t plus(uint64_t a, uint64_t b) { return std::min(kHuge, a + b); }
uint64_t roundUp(uint64_t align, uint64_t n) { return align == 0 ? n : times((plus(n, align - 1)) / align, align); }

uint64_t scalarSize(std::string_view name) { return name == "f16" ? 2 : 4; }

std::string_view scalarOfSuffix(char c) {
  switch (c) {
    case 'f':
      return "f32";
    case 'h':
      return "f16";
    case 'i':
      return "i32";
    case 'u':
      return "u32";
    default:
      return {};
  }
}

struct TextureRow {
  std::string_view name;
  BindingKind kind;
  webgpu::ViewDimension dimension;
};
constexpr auto kTextures = std::to_array<TextureRow>({
    {"texture_1d", BindingKind::texture_sampled, webgpu::ViewDimension::d1},
    {"texture_2d", BindingKind::texture_sampled, webgpu::ViewDimension::d2},
    {"texture_2d_array", BindingKind::texture_sampled, webgpu::ViewDimension::d2_array},
    {"texture_3d", BindingKind::texture_sampled, webgpu::ViewDimension::d3},
    {"texture_cube", BindingKind::texture_sampled, webgpu::ViewDimension::cube},
    {"texture_cube_array", BindingKind::texture_sampled, webgpu::ViewDimension::cube_array},
    {"texture_multisampled_2d", BindingKind::texture_multisampled, webgpu::ViewDimension::d2},
    {"texture_depth_2d", BindingKind::texture_depth, webgpu::ViewDimension::d2},
    {"texture_depth_2d_array", BindingKind::texture_depth, webgpu::ViewDimension::d2_array},
    {"texture_depth_cube", BindingKind::texture_depth, webgpu::ViewDimension::cube},
    {"texture_depth_cube_array", BindingKind::texture_depth, webgpu::ViewDimension::cube_array},
    {"texture_depth_multisampled_2d", BindingKind::texture_depth_multisampled, webgpu::ViewDimension::d2},
    {"texture_storage_1d", BindingKind::texture_storage, webgpu::ViewDimension::d1},
    {"texture_storage_2d", BindingKind::texture_storage, webgpu::ViewDimension::d2},
    {"texture_storage_2d_array", BindingKind::texture_storage, webgpu::ViewDimension::d2_array},
    {"texture_storage_3d", BindingKind::texture_storage, webgpu::ViewDimension::d3},
    {"texture_external", BindingKind::texture_external, webgpu::ViewDimension::d2},
    {"sampler", BindingKind::sampler, webgpu::ViewDimension::d2},
    {"sampler_comparison", BindingKind::sampler_comparison, webgpu::ViewDimension::d2},
});

/// Builds the type that one identifier expression names.
class TypeBuilder {
 public:
  TypeBuilder(Module& m, ExprId e) : m_(m), s_(m.syntax), e_(s_.exprs[e]), text_(s_.textOf(e)) {}

  const TypeNode* build() {
    if (e_.kind != ExprKind::identifier) return other();
    if (const uint32_t decl = s_.declOf(e_); decl != kNone) {
      const TypeNode* t = m_.types.of_decl[decl];
      const DeclKind k = s_.decls[decl].kind;
      return t != nullptr && (k == DeclKind::alias || k == DeclKind::structure) ? t : other();
    }
    const std::string_view name = s_.word(e_.token);
    if (scalarKind(name) != Scalar::Kind::none) return scalar(name);
    if (name.starts_with("vec")) return vectorType(name);
    if (name.starts_with("mat")) return matrixType(name);
    if (name == "array" || name == "binding_array") return arrayType(name);
    if (name == "atomic") return atomicType();
    if (name == "ptr") return pointerType();
    return handleType(name);
  }

 private:
  TypeNode* add(Type::Kind kind, std::string name) {
    TypeNode& t = m_.types.nodes.emplace_back();
    t.kind = kind;
    if (name.size() > kMaxName) name.resize(kMaxName);
    t.name = std::move(name);
    return &t;
  }
  const TypeNode* other() { return add(Type::Kind::other, std::string(text_.substr(0, 256))); }
  ExprId argument(uint32_t i) const { return i < e_.list.size() ? s_.lists[e_.list.begin + i] : kNone; }
  const TypeNode* elementArgument() {
    const ExprId e = argument(0);
    return e == kNone ? nullptr : typeOf(m_, e);
  }

  const TypeNode* scalar(std::string_view name) {
    TypeNode* t = add(Type::Kind::scalar, std::string(name));
    t->scalar = name;
    t->size = t->align = scalarSize(name);
    return t;
  }

  /// Element of `vec2f` (suffix) or `vec2<f32>` (argument); null when it is neither.
  const TypeNode* component(std::string_view suffix) {
    if (suffix.size() == 1 && !scalarOfSuffix(suffix[0]).empty()) return scalar(scalarOfSuffix(suffix[0]));
    if (!suffix.empty()) return nullptr;
    const TypeNode* t = elementArgument();
    return t != nullptr && t->kind == Type::Kind::scalar ? t : nullptr;
  }
  static uint32_t count(char c) { return c >= '2' && c <= '4' ? static_cast<uint32_t>(c - '0') : 0; }

  static void layoutVector(TypeNode& t, uint32_t rows, std::string_view scalarName) {
    const uint64_t unit = scalarSize(scalarName);
    t.size = rows * unit;
    t.align = (rows == 2 ? 2 : 4) * unit;
  }
  const TypeNode* makeVector(uint32_t rows, const TypeNode* element) {
    TypeNode* t = add(Type::Kind::vector, cat("vec", rows, "<", element->name, ">"));
    t->scalar = element->name;
    t->rows = rows;
    t->element = element;
    t->depth = 2;
    layoutVector(*t, rows, element->name);
    return t;
  }
  const TypeNode* vectorType(std::string_view name) {
    const uint32_t rows = name.size() > 3 ? count(name[3]) : 0;
    const TypeNode* element = rows == 0 ? nullptr : component(name.substr(4));
    return element == nullptr ? other() : makeVector(rows, element);
  }
  const TypeNode* matrixType(std::string_view name) {
    if (name.size() < 6 || name[4] != 'x' || count(name[3]) == 0 || count(name[5]) == 0) return other();
    const TypeNode* element = component(name.substr(6));
    if (element == nullptr) return other();
    const TypeNode* column = makeVector(count(name[5]), element);
    TypeNode* t = add(Type::Kind::matrix, cat(name.substr(0, 6), "<", element->name, ">"));
    t->scalar = element->name;
    t->columns = count(name[3]);
    t->rows = count(name[5]);
    t->element = element;
    t->depth = 3;
    t->align = column->align;
    t->size = t->columns * roundUp(column->align, column->size);
    return t;
  }

  const TypeNode* arrayType(std::string_view name) {
    const TypeNode* element = elementArgument();
    if (element == nullptr || element->depth >= kMaxTypeDepth) return other();
    const ExprId length = argument(1);
    const std::optional<uint64_t> n = length == kNone ? std::nullopt : evaluateCount(m_, length);
    std::string spelled = cat(name, "<", element->name);
    if (n)
      spelled += cat(", ", *n);
    else if (length != kNone)
      spelled += cat(", ", s_.textOf(length).substr(0, 256));
    TypeNode* t = add(name == "array" ? Type::Kind::array : Type::Kind::other, spelled + ">");
    t->element = element;
    t->depth = element->depth + 1;
    t->count = n;
    if (name != "array") {
      t->handle = element->handle;
      t->view_dimension = element->view_dimension;
      t->texel = element->texel;
      t->access = element->access;
      t->scalar = element->scalar;
      return t;
    }
    t->runtime_sized = length == kNone;
    t->override_sized = length != kNone && !n;
    t->align = element->align;
    t->stride = roundUp(element->align, element->size);
    t->size = n ? times(*n, t->stride) : 0;
    return t;
  }

  const TypeNode* atomicType() {
    const TypeNode* element = elementArgument();
    if (element == nullptr || element->kind != Type::Kind::scalar) return other();
    TypeNode* t = add(Type::Kind::atomic, cat("atomic<", element->name, ">"));
    t->scalar = element->name;
    t->element = element;
    t->size = element->size;
    t->align = element->align;
    t->depth = 2;
    return t;
  }
  const TypeNode* pointerType() {
    TypeNode* t = add(Type::Kind::pointer, std::string(text_.substr(0, 256)));
    if (const ExprId e = argument(1); e != kNone) {
      const TypeNode* pointee = typeOf(m_, e);
      t->element = pointee;
      t->depth = pointee->depth + 1;
    }
    return t;
  }

  const TypeNode* handleType(std::string_view name) {
    for (const TextureRow& row : kTextures) {
      if (row.name != name) continue;
      const bool isSampler = row.kind == BindingKind::sampler || row.kind == BindingKind::sampler_comparison;
      TypeNode* t = add(isSampler ? Type::Kind::sampler : Type::Kind::texture, std::string(name));
      t->handle = row.kind;
      if (!isSampler) t->view_dimension = row.dimension;
      if (row.kind == BindingKind::texture_storage) storageTexture(*t);
      if (row.kind == BindingKind::texture_sampled || row.kind == BindingKind::texture_multisampled) {
        const TypeNode* sampled = elementArgument();
        if (sampled != nullptr) t->scalar = sampled->name;
        if (sampled != nullptr) t->name += cat("<", sampled->name, ">");
      }
      return t;
    }
    return other();
  }
  void storageTexture(TypeNode& t) {
    const auto word = [&](uint32_t i) -> std::string_view {
      const ExprId e = argument(i);
      return e == kNone || s_.exprs[e].kind != ExprKind::identifier ? std::string_view() : s_.word(s_.exprs[e].token);
    };
    t.texel = word(0);
    const std::string_view access = word(1);
    if (access == "read") t.access = webgpu::StorageTextureAccess::read_only;
    if (access == "read_write") t.access = webgpu::StorageTextureAccess::read_write;
    t.name += cat("<", t.texel, ", ", access, ">");
  }

  Module& m_;
  const Syntax& s_;
  const Expr e_;
  std::string_view text_;
};

std::optional<uint64_t> attributeCount(Module& m, Range attributes, std::string_view name) {
  const Attribute* a = m.syntax.attribute(attributes, name);
  if (a == nullptr || a->raw || a->list.size() != 1) return std::nullopt;
  return evaluateCount(m, m.syntax.lists[a->list.begin]);
}

}  // namespace

const TypeNode* typeOf(Module& module, ExprId expr) { return TypeBuilder(module, expr).build(); }

const TypeNode* layoutStruct(Module& module, uint32_t decl) {
  const Syntax& s = module.syntax;
  const Decl& d = s.decls[decl];
  TypeNode t;
  t.kind = Type::Kind::structure;
  t.name = s.word(d.name);
  t.align = 1;
  uint64_t end = 0;
  for (uint32_t i = d.fields.begin; i < d.fields.end; ++i) {
    const Field& f = s.fields[i];
    const TypeNode* type = module.types.of_field[i] = typeOf(module, f.type);
    const uint64_t align = attributeCount(module, f.attributes, "align").value_or(type->align);
    // A runtime-sized tail counts as one element, which gives the smallest legal binding.
    const uint64_t natural = type->kind == Type::Kind::array && type->runtime_sized ? type->stride : type->size;
    const uint64_t size = attributeCount(module, f.attributes, "size").value_or(natural);
    const uint64_t offset = roundUp(align, end);
    t.members.push_back({std::string(s.word(f.name)), type, offset, size, s.span(f.name)});
    t.align = std::max(t.align, align);
    t.depth = std::max(t.depth, type->depth + 1);
    t.runtime_sized = t.runtime_sized || type->runtime_sized;
    t.override_sized = t.override_sized || type->override_sized;
    end = plus(offset, size);
  }
  t.size = roundUp(t.align, end);
  if (t.depth > kMaxTypeDepth) {
    t.kind = Type::Kind::other;
    t.members.clear();
  }
  return &module.types.nodes.emplace_back(std::move(t));
}

void resolveTypes(Module& module) {
  const Syntax& s = module.syntax;
  module.types.of_decl.assign(s.decls.size(), nullptr);
  module.types.of_field.assign(s.fields.size(), nullptr);
  module.constants.assign(s.decls.size(), std::nullopt);
  module.value_kinds.assign(s.decls.size(), Scalar::Kind::none);
  for (const uint32_t i : module.names.order) {
    const Decl& d = s.decls[i];
    switch (d.kind) {
      case DeclKind::structure:
        module.types.of_decl[i] = layoutStruct(module, i);
        break;
      case DeclKind::function:
        for (uint32_t f = d.fields.begin; f < d.fields.end; ++f) {
          module.types.of_field[f] = typeOf(module, s.fields[f].type);
        }
        [[fallthrough]];
      case DeclKind::alias:
      case DeclKind::variable:
        if (d.type != kNone) module.types.of_decl[i] = typeOf(module, d.type);
        break;
      case DeclKind::constant:
      case DeclKind::override_: {
        Scalar::Kind kind = Scalar::Kind::none;
        if (d.type != kNone) {
          const TypeNode* t = module.types.of_decl[i] = typeOf(module, d.type);
          kind = scalarKind(t->scalar);
          if (t->kind != Type::Kind::scalar) kind = Scalar::Kind::none;
        } else if (d.init != kNone) {
          kind = scalarKindOf(module, d.init);
          if (d.kind == DeclKind::override_) kind = concrete(kind);
        }
        module.value_kinds[i] = kind;
        if (d.init == kNone) break;
        auto value = evaluate(module, d.init);
        const TypeNode* t = module.types.of_decl[i];
        if (value && d.kind == DeclKind::override_)
          value = kind == Scalar::Kind::none ? std::nullopt : convert(*value, kind);
        else if (value && t != nullptr)
          value = convert(*value, scalarKind(t->element != nullptr && t->kind == Type::Kind::array
                                                 ? static_cast<const TypeNode*>(t->element)->scalar
                                                 : t->scalar));
        module.constants[i] = std::move(value);
        break;
      }
      default:
        break;
    }
  }
}

}  // namespace pngine::wgsl
