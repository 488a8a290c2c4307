// Fills reflection.h from a resolved module: bindings, overrides, constants, and the interface of each entry point.
// What entry points reach is found in reach.cpp.
#include <algorithm>
#include <unordered_set>

#include "wgsl/module.h"
#include "wgsl/reach.h"

namespace pngine::wgsl {
namespace {

webgpu::ScalarClass classOf(std::string_view scalar) {
  if (scalar == "f32" || scalar == "f16") return webgpu::ScalarClass::float_;
  if (scalar == "i32") return webgpu::ScalarClass::sint;
  return scalar == "u32" ? webgpu::ScalarClass::uint : webgpu::ScalarClass::none;
}

class Reflector {
 public:
  explicit Reflector(Module& m) : m_(m), s_(m.syntax), r_(m.reflection) {}

  bool run() {
    tables_.binding.assign(s_.decls.size(), kNone);
    tables_.override_ = tables_.workgroup = tables_.binding;
    for (uint32_t i = 0; i < s_.decls.size(); ++i) declaration(i);
    std::vector<uint32_t> entries;
    for (uint32_t i = 0; i < s_.decls.size(); ++i) {
      if (s_.decls[i].kind == DeclKind::function && entryPoint(s_.decls[i])) entries.push_back(i);
    }
    return fillReach(m_, tables_, entries);
  }

 private:
  std::string word(uint32_t token) const { return std::string(s_.word(token)); }

  void declaration(uint32_t i) {
    const Decl& d = s_.decls[i];
    if (d.name != kNone) r_.declared.emplace_back(word(d.name), s_.span(d.name));
    switch (d.kind) {
      case DeclKind::enable:
      case DeclKind::requires_:
        for (uint32_t n = d.list.begin; n < d.list.end; ++n) {
          (d.kind == DeclKind::enable ? r_.enables : r_.requires_).push_back(word(s_.lists[n]));
        }
        break;
      case DeclKind::constant:
        constant(i);
        break;
      case DeclKind::override_:
        override_(i);
        break;
      case DeclKind::variable:
        variable(i);
        break;
      default:
        break;
    }
  }

  std::optional<uint32_t> number(Range attributes, std::string_view name) {
    const Attribute* a = s_.attribute(attributes, name);
    if (a == nullptr || a->raw || a->list.size() != 1) return std::nullopt;
    const auto n = evaluateCount(m_, s_.lists[a->list.begin]);
    if (!n || *n > UINT32_MAX) return std::nullopt;
    return static_cast<uint32_t>(*n);
  }

  void constant(uint32_t i) {
    const Decl& d = s_.decls[i];
    ModuleConstant c;
    c.name = word(d.name);
    c.span = s_.span(d.name);
    c.type = m_.types.of_decl[i] != nullptr ? m_.types.of_decl[i]->name : std::string(nameOf(m_.value_kinds[i]));
    const auto& v = m_.constants[i];
    if (v && v->shape == Value::Shape::scalar) c.value = v->scalars[0].number();
    r_.constants.push_back(std::move(c));
  }

  void override_(uint32_t i) {
    const Decl& d = s_.decls[i];
    Override o;
    o.name = word(d.name);
    o.id = number(d.attributes, "id");
    o.type = nameOf(m_.value_kinds[i]);
    o.type_written = d.type != kNone;
    o.has_default = d.init != kNone;
    const auto& v = m_.constants[i];
    if (v && v->shape == Value::Shape::scalar) o.default_value = v->scalars[0].number();
    o.span = s_.span(d.name);
    o.declaration = s_.span(d.first, d.last);
    tables_.override_[i] = static_cast<uint32_t>(r_.overrides.size());
    r_.overrides.push_back(std::move(o));
  }

  std::string_view templateWord(const Decl& d, uint32_t i) const {
    if (i >= d.list.size()) return {};
    const Expr& e = s_.exprs[s_.lists[d.list.begin + i]];
    return e.kind == ExprKind::identifier ? s_.word(e.token) : std::string_view();
  }

  void variable(uint32_t i) {
    const Decl& d = s_.decls[i];
    const TypeNode* type = m_.types.of_decl[i];
    const std::string_view space = templateWord(d, 0);
    if (type == nullptr) return;
    if (space == "workgroup") {
      WorkgroupVariable w{word(d.name), type, std::nullopt, std::nullopt, s_.span(d.name)};
      if (!type->override_sized && type->size != 0) w.size = type->size;
      if (type->override_sized) w.count_default = countDefault(d.type);
      tables_.workgroup[i] = static_cast<uint32_t>(r_.workgroup_variables.size());
      r_.workgroup_variables.push_back(std::move(w));
      return;
    }
    const auto group = number(d.attributes, "group"), at = number(d.attributes, "binding");
    if (!group || !at) return;
    Binding b;
    b.name = word(d.name);
    b.group = *group;
    b.binding = *at;
    b.type = type;
    b.span = s_.span(d.name);
    if (space == "uniform" || space == "storage")
      bufferBinding(b, space == "uniform", templateWord(d, 1));
    else if (type->handle)
      handleBinding(b, *type);
    else
      return;
    tables_.binding[i] = static_cast<uint32_t>(r_.bindings.size());
    r_.bindings.push_back(std::move(b));
  }

  /// Length of the array that a type names, by way of aliases too.
  std::optional<int64_t> countDefault(ExprId type) {
    while (s_.declOf(s_.exprs[type]) != kNone) {
      const Decl& d = s_.decls[s_.declOf(s_.exprs[type])];
      if (d.kind != DeclKind::alias) return std::nullopt;
      type = d.type;
    }
    const Expr& e = s_.exprs[type];
    if (e.kind != ExprKind::identifier || s_.word(e.token) != "array" || e.list.size() != 2) return std::nullopt;
    return evaluateWithDefaults(m_, s_.lists[e.list.begin + 1]);
  }

  static void bufferBinding(Binding& b, bool uniform, std::string_view access) {
    b.kind = uniform                  ? BindingKind::uniform
             : access == "read_write" ? BindingKind::storage_read_write
                                      : BindingKind::storage_read;
    const bool bareRuntimeArray = b.type->kind == Type::Kind::array && b.type->runtime_sized;
    if (!b.type->override_sized) b.min_size = bareRuntimeArray ? b.type->stride : b.type->size;
  }

  static void handleBinding(Binding& b, const TypeNode& type) {
    b.kind = *type.handle;
    b.view_dimension = type.view_dimension;
    if (b.kind == BindingKind::texture_sampled || b.kind == BindingKind::texture_multisampled) {
      b.sample_class = classOf(type.scalar);
    }
    if (b.kind != BindingKind::texture_storage) return;
    b.access = type.access;
    if (const auto code = webgpu::codeOf(webgpu::EnumId::TextureFormat, type.texel)) {
      b.texel_format = static_cast<webgpu::TextureFormat>(*code);
    }
  }

  bool entryPoint(const Decl& d) {
    EntryPoint e;
    if (s_.attribute(d.attributes, "vertex") != nullptr)
      e.stage = Stage::vertex;
    else if (s_.attribute(d.attributes, "fragment") != nullptr)
      e.stage = Stage::fragment;
    else if (s_.attribute(d.attributes, "compute") != nullptr)
      e.stage = Stage::compute;
    else
      return false;
    e.name = word(d.name);
    e.span = s_.span(d.name);
    for (uint32_t f = d.fields.begin; f < d.fields.end; ++f) {
      const Field& p = s_.fields[f];
      interface(p.attributes, p.type, word(p.name), s_.span(p.name), e.inputs, e.input_builtins);
    }
    if (d.type != kNone) {
      const Expr& type = s_.exprs[d.type];
      interface(d.return_attributes, d.type, {}, s_.span(type.first, type.last), e.outputs, e.output_builtins);
    }
    workgroupSize(d, e);
    r_.entry_points.push_back(std::move(e));
    return true;
  }

  /// One parameter or return value: itself, or the members of its struct.
  void interface(Range attributes, ExprId type, std::string name, Span span, std::vector<Varying>& out,
                 std::vector<std::string>& builtins) {
    const uint32_t decl = structOf(s_, type);
    if (decl == kNone) return leaf(attributes, *typeOf(m_, type), std::move(name), span, out, builtins);
    const Range fields = s_.decls[decl].fields;
    for (uint32_t f = fields.begin; f < fields.end; ++f) {
      const Field& member = s_.fields[f];
      std::string path = name.empty() ? word(member.name) : name + "." + word(member.name);
      leaf(member.attributes, *m_.types.of_field[f], std::move(path), s_.span(member.name), out, builtins);
    }
  }

  void leaf(Range attributes, const TypeNode& type, std::string name, Span span, std::vector<Varying>& out,
            std::vector<std::string>& builtins) {
    if (const Attribute* b = s_.attribute(attributes, "builtin"); b != nullptr && b->list.size() != 0) {
      builtins.push_back(word(s_.lists[b->list.begin]));
      return;
    }
    const auto location = number(attributes, "location");
    if (!location) return;
    Varying v;
    v.location = *location;
    v.blend_src = number(attributes, "blend_src");
    v.name = std::move(name);
    v.type = type.name;
    v.scalar = classOf(type.scalar);
    v.components = type.kind == Type::Kind::vector ? type.rows : 1;
    v.span = span;
    if (const Attribute* a = s_.attribute(attributes, "interpolate"); a != nullptr) {
      if (a->list.size() > 0) v.interpolation = word(s_.lists[a->list.begin]);
      if (a->list.size() > 1) v.sampling = word(s_.lists[a->list.begin + 1]);
    }
    out.push_back(std::move(v));
  }

  void workgroupSize(const Decl& d, EntryPoint& e) {
    const Attribute* a = s_.attribute(d.attributes, "workgroup_size");
    if (a == nullptr || a->raw) return;
    for (uint32_t axis = 0; axis < std::min(a->list.size(), 3u); ++axis) {
      const ExprId size = s_.lists[a->list.begin + axis];
      const auto n = evaluateCount(m_, size);
      e.workgroup_size[axis] = n && *n <= UINT32_MAX ? std::optional(static_cast<uint32_t>(*n)) : std::nullopt;
      if (e.workgroup_size[axis]) continue;
      e.workgroup_size_default[axis] = evaluateWithDefaults(m_, size);
      drivers(size, e.workgroup_size_overrides);
    }
  }

  /// Overrides that an expression depends on, by way of other overrides too.
  void drivers(ExprId root, std::vector<std::string>& out) {
    std::vector<ExprId> open{root};
    std::unordered_set<uint32_t> seen;
    while (!open.empty()) {
      const Expr& e = s_.exprs[open.back()];
      open.pop_back();
      for (const ExprId child : {e.left, e.right}) {
        if (child != kNone) open.push_back(child);
      }
      open.insert(open.end(), s_.lists.begin() + e.list.begin, s_.lists.begin() + e.list.end);
      const uint32_t decl = s_.declOf(e);
      if (decl == kNone || s_.decls[decl].kind != DeclKind::override_ || !seen.insert(decl).second) continue;
      const std::string name = word(s_.decls[decl].name);
      if (std::find(out.begin(), out.end(), name) == out.end()) out.push_back(name);
      if (s_.decls[decl].init != kNone) open.push_back(s_.decls[decl].init);
    }
  }

  Module& m_;
  const Syntax& s_;
  Reflection& r_;
  ReachTables tables_;
};

}  // namespace

uint32_t structOf(const Syntax& s, ExprId type) {
  while (type != kNone) {
    const uint32_t decl = s.declOf(s.exprs[type]);
    if (decl == kNone) return kNone;
    if (s.decls[decl].kind == DeclKind::structure) return decl;
    if (s.decls[decl].kind != DeclKind::alias) return kNone;
    type = s.decls[decl].type;
  }
  return kNone;
}

bool buildReflection(Module& module) { return Reflector(module).run(); }

}  // namespace pngine::wgsl
