// The uniform table: which leaves of which buffers a host may set by name, found by joining reflected bindings with the
// bind groups that serve the module's pipelines. What the table cannot hold is dropped with a warning.
#include <algorithm>
#include <set>

#include "base/text.h"
#include "compile/encoder.h"
#include "program/rule_context.h"
#include "wgsl/reflection.h"

namespace pngine::compile {
namespace {

using format::UniformBinding;
using format::UniformField;
using program::Index;
using program::kNone;
using wgsl::Type;

constexpr uint32_t kMaxGroup = 3, kMaxBinding = 255;
constexpr size_t kMaxBindings = 256, kMaxFields = 64, kMaxBuffers = 8;
constexpr uint32_t kMaxDepth = 8;
constexpr uint64_t kMaxBytes = 65535;
constexpr size_t kMaxText = 65535;
constexpr uint8_t kOther = 255;

struct Code {
  std::string_view scalar;
  uint32_t columns, rows;
  uint8_t code;
};
constexpr Code kCodes[] = {{"f32", 0, 1, 0},  {"i32", 0, 1, 1},  {"u32", 0, 1, 2},  {"f32", 0, 2, 3}, {"f32", 0, 3, 4},
                           {"f32", 0, 4, 5},  {"f32", 3, 3, 6},  {"f32", 4, 4, 7},  {"i32", 0, 2, 8}, {"i32", 0, 3, 9},
                           {"i32", 0, 4, 10}, {"u32", 0, 2, 11}, {"u32", 0, 3, 12}, {"u32", 0, 4, 13}};

uint8_t codeOf(const Type& t) {
  uint32_t columns = 0, rows = 0;
  switch (t.kind) {
    case Type::Kind::scalar:
      rows = 1;
      break;
    case Type::Kind::vector:
      rows = t.rows;
      break;
    case Type::Kind::matrix:
      columns = t.columns;
      rows = t.rows;
      break;
    case Type::Kind::atomic:
      return t.element != nullptr ? codeOf(*t.element) : kOther;
    default:
      return kOther;
  }
  for (const Code& c : kCodes) {
    if (c.scalar == t.scalar && c.columns == columns && c.rows == rows) return c.code;
  }
  return kOther;
}

/// What was left out of one binding.
struct Dropped {
  size_t oversize = 0, tail = 0, deep = 0;
};

/// Type, element count and size of one leaf; the size of a runtime-sized array is 0.
UniformField leaf(std::string path, const Type& t, uint64_t offset, uint64_t size) {
  UniformField f{.path = std::move(path), .offset = static_cast<uint16_t>(offset), .size = static_cast<uint16_t>(size)};
  if (t.kind != Type::Kind::array) {
    f.type = codeOf(t);
    return f;
  }
  const bool counted = t.count && *t.count >= 1 && *t.count <= 255 && t.element != nullptr;
  f.type = counted ? codeOf(*t.element) : kOther;
  f.elements = counted ? static_cast<uint8_t>(*t.count) : 0;
  if (t.runtime_sized) f.size = 0;
  return f;
}

void flatten(const Type& t, const std::string& prefix, uint64_t base, uint32_t depth, std::vector<UniformField>& out,
             Dropped& dropped) {
  for (const wgsl::Member& m : t.members) {
    if (m.type == nullptr) continue;
    const std::string path = prefix + m.name;
    const uint64_t offset = base + m.offset;
    if (m.type->kind == Type::Kind::structure) {
      if (depth == kMaxDepth)
        ++dropped.deep;
      else
        flatten(*m.type, path + ".", offset, depth + 1, out, dropped);
      continue;
    }
    if (offset > kMaxBytes || (m.type->size > kMaxBytes && !m.type->runtime_sized)) {
      ++dropped.oversize;
    } else if (out.size() == kMaxFields) {
      ++dropped.tail;
    } else {
      out.push_back(leaf(path, *m.type, offset, m.type->size));
    }
  }
}

class Table {
 public:
  Table(Encoder& e, bool warn) : e_(e), warn_(warn) {
    for (const std::string& s : e.out.strings) text(s);
    for (const format::FrameProgram& f : e.out.frames) text(f.name);
    for (const program::LimitRequest& l : e.program.limits) text(webgpu::limitInfo(l.limit).member);
  }

  void module(Index index) {
    const program::ShaderModule& m = e_.program.modules[index];
    if (m.reflection == nullptr) return;
    for (const wgsl::Binding& b : m.reflection->bindings) {
      const bool buffer = b.kind == wgsl::BindingKind::uniform || b.kind == wgsl::BindingKind::storage_read ||
                          b.kind == wgsl::BindingKind::storage_read_write;
      if (!buffer || b.group > kMaxGroup || b.binding > kMaxBinding || b.type == nullptr) continue;
      const std::vector<Index> buffers = buffersOf(index, b);
      if (buffers.size() > 1) {
        warn("uniform/fan-out", index, b,
             cat("`", b.name, "` is bound to ", buffers.size(),
                 " buffers across its pipelines, and setting a value by name reaches "
                 "only the last of them"));
      }
      if (buffers.empty()) continue;
      const std::vector<UniformField> fields = fieldsOf(index, b);
      if (fields.empty()) continue;
      for (const Index i : buffers) record(index, b, i, fields);
    }
  }

 private:
  /// Groups at which a bind group serves a pipeline, or (pipelines empty) any pipeline of the document.
  std::vector<uint32_t> groupNumbers(const program::BindGroup& g, const std::vector<Index>& pipelines) const {
    std::vector<uint32_t> out;
    if (!g.explicit_layout) {
      if (pipelines.empty() || std::ranges::find(pipelines, g.layout.value) != pipelines.end())
        out.push_back(g.group.value);
      return out;
    }
    for (size_t i = 0; i < e_.program.pipelines.size(); ++i) {
      const program::Pipeline& p = e_.program.pipelines[i];
      if (p.layout.value == kNone) continue;
      if (!pipelines.empty() && std::ranges::find(pipelines, static_cast<Index>(i)) == pipelines.end()) continue;
      const auto& groups = e_.program.pipeline_layouts[p.layout.value].groups;
      for (size_t at = 0; at < groups.size(); ++at) {
        if (groups[at].value == g.layout.value) out.push_back(static_cast<uint32_t>(at));
      }
    }
    return out;
  }

  std::vector<Index> bound(const wgsl::Binding& b, const std::vector<Index>& pipelines) const {
    std::vector<Index> out;
    for (const program::BindGroup& g : e_.program.bind_groups) {
      const std::vector<uint32_t> numbers = groupNumbers(g, pipelines);
      if (std::ranges::find(numbers, b.group) == numbers.end()) continue;
      for (const program::BindEntry& entry : g.entries) {
        if (entry.kind != program::BindEntry::Kind::buffer || entry.binding.value != b.binding) continue;
        if (std::ranges::find(out, entry.resource.value) == out.end()) out.push_back(entry.resource.value);
      }
    }
    return out;
  }

  std::vector<Index> buffersOf(Index module, const wgsl::Binding& b) const {
    std::vector<Index> pipelines;
    for (size_t i = 0; i < e_.program.pipelines.size(); ++i) {
      const program::Pipeline& p = e_.program.pipelines[i];
      if (p.stage.module.value == module || (p.fragment && p.fragment->module.value == module)) {
        pipelines.push_back(static_cast<Index>(i));
      }
    }
    std::vector<Index> out = pipelines.empty() ? std::vector<Index>{} : bound(b, pipelines);
    if (out.size() > kMaxBuffers) out.resize(kMaxBuffers);
    if (!out.empty()) return out;
    out = bound(b, {});
    if (out.size() > 1) out = {out.back()};
    return out;
  }

  std::vector<UniformField> fieldsOf(Index module, const wgsl::Binding& b) {
    std::vector<UniformField> fields;
    const Type& t = *b.type;
    if (t.kind != Type::Kind::structure) {
      const bool fixed_array = t.kind == Type::Kind::array && t.count.has_value();
      if (t.runtime_sized) return {};
      if (t.size > kMaxBytes) {
        warn("uniform/bare-oversize", module, b,
             cat("`", b.name, "` has ", t.size, " bytes, and a value that is set by name has at most ", kMaxBytes));
      } else if (t.size == 0 || (codeOf(t) == kOther && !fixed_array)) {
        warn("uniform/unrepresentable", module, b,
             cat("`", b.name, "` of type ", t.name,
                 " cannot be set by name; scalars, vectors, mat3x3f, mat4x4f, arrays and structures can"));
      } else {
        fields.push_back(leaf(b.name, t, 0, t.size));
      }
      return fields;
    }
    Dropped dropped;
    flatten(t, "", 0, 0, fields, dropped);
    if (dropped.deep != 0) {
      warn("uniform/too-deep", module, b,
           cat("`", b.name, "` nests structures deeper than ", kMaxDepth, " levels; ",
               counted(dropped.deep, "member", "members"), " cannot be set by name"));
    }
    if (dropped.oversize != 0) {
      warn("uniform/oversize-field", module, b,
           cat("`", b.name, "` has ", counted(dropped.oversize, "member", "members"), " past byte ", kMaxBytes,
               " or larger than that, which cannot be set by name"));
    }
    if (dropped.tail != 0) {
      warn("uniform/too-many-fields", module, b,
           cat("`", b.name, "` has ", kMaxFields + dropped.tail, " leaves; the last ", dropped.tail,
               " cannot be set by name"));
    }
    std::ranges::sort(fields, {}, &UniformField::path);
    return fields;
  }

  static bool sameShape(const std::vector<UniformField>& a, const std::vector<UniformField>& b) {
    return std::ranges::equal(a, b, [](const UniformField& x, const UniformField& y) {
      return x.path == y.path && x.offset == y.offset && x.size == y.size && x.type == y.type &&
             x.elements == y.elements;
    });
  }

  // Two variables that are no structures and have one type: other names for the same bytes, which is no disagreement.
  static bool sameBareValue(const std::vector<UniformField>& a, const std::vector<UniformField>& b) {
    const auto bare = [](const std::vector<UniformField>& f) { return f.size() == 1 && !f[0].path.contains('.'); };
    return bare(a) && bare(b) && a[0].offset == b[0].offset && a[0].size == b[0].size && a[0].type == b[0].type &&
           a[0].elements == b[0].elements;
  }

  void record(Index module, const wgsl::Binding& b, Index buffer, const std::vector<UniformField>& fields) {
    const uint16_t id = e_.buffers[buffer];
    const auto listed = [&](const auto& r) { return r.buffer == id && sameShape(r.fields, fields); };
    if (std::ranges::any_of(e_.out.uniforms, listed)) return;
    for (size_t i = 0; i < e_.out.uniforms.size(); ++i) {
      if (e_.out.uniforms[i].buffer == id && owners_[i] != module &&
          !sameBareValue(e_.out.uniforms[i].fields, fields)) {
        warn("uniform/shape-disagree", module, b,
             cat("`", b.name, "` reads buffer `", e_.program.buffers[buffer].origin.name,
                 "` with other members than module `", e_.program.modules[owners_[i]].origin.name, "` does"));
      }
    }
    if (e_.out.uniforms.size() == kMaxBindings || !fits(b.name, fields)) {
      warn("uniform/table-full", module, b, cat("`", b.name, "` cannot be set by name: the table of names is full"));
      return;
    }
    for (const UniformField& f : fields) ambiguity(module, b, buffer, f.path);
    e_.out.uniforms.push_back({id, b.name, static_cast<uint8_t>(b.group), static_cast<uint8_t>(b.binding), fields});
    owners_.push_back(module);
  }

  void ambiguity(Index module, const wgsl::Binding& b, Index buffer, const std::string& path) {
    const auto [at, fresh] = paths_.try_emplace(path, module, buffer);
    if (fresh) return;
    const auto [other, other_buffer] = at->second;
    at->second = {module, buffer};
    const bool sugar = e_.program.modules[module].origin.synthesized && e_.program.modules[other].origin.synthesized;
    if (other_buffer == buffer || other == module || sugar) return;
    warn("uniform/ambiguous-name", module, b,
         cat("`", path, "` names a value of buffer `", e_.program.buffers[buffer].origin.name, "` and one of buffer `",
             e_.program.buffers[other_buffer].origin.name, "` (module `", e_.program.modules[other].origin.name,
             "`); setting it by name reaches the last"));
  }

  size_t textOf(std::string_view s) const { return names_.contains(s) ? 0 : s.size(); }
  void text(std::string_view s) {
    if (names_.emplace(s).second) bytes_ += s.size();
  }
  bool fits(const std::string& name, const std::vector<UniformField>& fields) {
    size_t more = textOf(name);
    for (const UniformField& f : fields) more += textOf(f.path);
    if (bytes_ + more > kMaxText || names_.size() + fields.size() + 1 > kMaxText) return false;
    text(name);
    for (const UniformField& f : fields) text(f.path);
    return true;
  }

  void warn(std::string_view rule, Index module, const wgsl::Binding& b, std::string message) {
    if (!warn_) return;
    const program::ShaderModule& m = e_.program.modules[module];
    e_.diagnostics.warning(rule, program::wgslPlace(m, b.name), cat("shader-module `", m.origin.name, "`: ", message));
  }

  Encoder& e_;
  bool warn_;
  std::vector<Index> owners_;  ///< module of each record
  std::map<std::string, std::pair<Index, Index>, std::less<>> paths_;
  std::set<std::string, std::less<>> names_;
  size_t bytes_ = 0;
};

}  // namespace

void encodeUniforms(Encoder& e, bool warn) {
  Table table(e, warn);
  for (size_t i = 0; i < e.program.modules.size(); ++i) table.module(static_cast<Index>(i));
}

}  // namespace pngine::compile
