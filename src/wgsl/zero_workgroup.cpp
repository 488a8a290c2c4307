// Zeroes workgroup variables at the start of compute entry points, for drivers that leave garbage in them. Each entry
// point that reaches some gets a helper function at the end of the text and one call, in its first line, so no line
// moves.
//   fn PREFIX_main(i:u32){ if(i==0u){flag=u32();} for(var k=i;k<1024u;k+=256u){tile[k/16u][k%16u]=f32();} }
#include <algorithm>

#include "base/text.h"
#include "wgsl/emit.h"
#include "wgsl/module.h"

namespace pngine::wgsl {
namespace {

constexpr size_t kMaxGenerated = size_t{1} << 20;  ///< text for one entry point; real ones need a few hundred bytes
constexpr uint32_t kMaxDepth = 255;

/// Writes the statements that zero one entry point's variables.
class ZeroWriter {
 public:
  ZeroWriter(const Module& m, const std::string& prefix, std::string threads)
      : m_(m), s_(m.syntax), index_(prefix + "i"), counter_(prefix + "k"), threads_(std::move(threads)) {
    findAtomics();
  }

  void variable(uint32_t decl) {
    const Decl& d = s_.decls[decl];
    const Type* type = m_.types.of_decl[decl];
    if (type != nullptr && d.type != kNone) write(std::string(s_.word(d.name)), d.type, *type, false, 0);
  }
  bool failed() const { return failed_; }
  const std::string& text() const { return out_; }

 private:
  /// Marks aliases and structs that hold atomics or arrays; these are zeroed member by member.
  void findAtomics() {
    atomic_.assign(s_.decls.size(), false);
    array_ = atomic_;
    for (const uint32_t i : m_.names.order) {
      const Decl& d = s_.decls[i];
      if (d.kind != DeclKind::alias && d.kind != DeclKind::structure) continue;
      for (uint32_t e = d.exprs.begin; e < d.exprs.end; ++e) {
        atomic_[i] = atomic_[i] || holds(e, "atomic", atomic_);
        array_[i] = array_[i] || holds(e, "array", array_);
      }
    }
  }
  bool holds(ExprId e, std::string_view name, const std::vector<bool>& marked) const {
    const Expr& expr = s_.exprs[e];
    if (expr.kind != ExprKind::identifier) return false;
    const uint32_t decl = s_.declOf(expr);
    return decl != kNone ? marked[decl] : s_.word(expr.token) == name;
  }

  /// The type expression behind aliases.
  ExprId plain(ExprId e) const {
    for (uint32_t decl = s_.declOf(s_.exprs[e]); decl != kNone && s_.decls[decl].kind == DeclKind::alias;
         decl = s_.declOf(s_.exprs[e])) {
      e = s_.decls[decl].type;
    }
    return e;
  }
  std::string textOf(ExprId e) const { return joinTokens(s_, s_.exprs[e].first, s_.exprs[e].last); }
  ExprId argument(ExprId e, uint32_t i) const {
    const Range list = s_.exprs[e].list;
    return i < list.size() ? s_.lists[list.begin + i] : kNone;
  }

  void write(const std::string& path, ExprId type_expr, const Type& type, bool in_loop, uint32_t depth) {
    if (depth > kMaxDepth || out_.size() > kMaxGenerated) failed_ = true;
    if (failed_) return;
    const ExprId e = plain(type_expr);
    switch (type.kind) {
      case Type::Kind::array:
        return writeArray(path, e, type, in_loop, depth);
      case Type::Kind::structure:
        return writeStruct(path, e, type, in_loop, depth);
      case Type::Kind::atomic:
        return leaf(cat("atomicStore(&", path, ",", textOf(argument(e, 0)), "());"), in_loop);
      case Type::Kind::scalar:
      case Type::Kind::vector:
      case Type::Kind::matrix:
        return leaf(cat(path, "=", textOf(e), "();"), in_loop);
      default:
        return;
    }
  }

  void leaf(const std::string& statement, bool in_loop) {
    out_ += in_loop ? statement : cat("if(", index_, "==0u){", statement, "}");
  }

  void writeStruct(const std::string& path, ExprId e, const Type& type, bool in_loop, uint32_t depth) {
    const uint32_t decl = s_.declOf(s_.exprs[e]);
    if (decl == kNone) return;
    const Range fields = s_.decls[decl].fields;
    if (!atomic_[decl] && (in_loop || !array_[decl])) return leaf(cat(path, "=", textOf(e), "();"), in_loop);
    for (uint32_t i = 0; i < fields.size() && i < type.members.size(); ++i) {
      write(cat(path, ".", type.members[i].name), s_.fields[fields.begin + i].type, *type.members[i].type, in_loop,
            depth + 1);
    }
  }

  std::string countOf(ExprId e, const Type& type) const {
    return type.count ? cat(*type.count, "u") : cat("u32(", textOf(argument(e, 1)), ")");
  }

  /// Arrays of arrays become one loop over all elements, so that the work spreads evenly.
  void writeArray(const std::string& path, ExprId e, const Type& outer, bool in_loop, uint32_t depth) {
    const std::string k = cat(counter_, depth);
    std::vector<std::string> counts;
    const Type* type = &outer;
    while (type->kind == Type::Kind::array) {
      if (argument(e, 1) == kNone) return;
      counts.push_back(countOf(e, *type));
      type = type->element;
      e = plain(argument(e, 0));
    }
    std::string total, element = path, stride;
    for (const std::string& n : counts) total += cat(total.empty() ? "" : "*", n);
    for (size_t i = 0; i < counts.size(); ++i) {
      std::string inner;
      for (size_t j = i + 1; j < counts.size(); ++j) inner += cat(inner.empty() ? "" : "*", counts[j]);
      std::string at = inner.empty() ? k : cat(k, "/(", inner, ")");
      if (i > 0) at = inner.empty() ? cat(k, "%", counts[i]) : cat("(", at, ")%", counts[i]);
      element += cat("[", at, "]");
    }
    out_ += cat("for(var ", k, "=", in_loop ? "0u" : index_, ";", k, "<", total, ";", k,
                "+=", in_loop ? "1u" : threads_, "){");
    write(element, e, *type, true, depth + static_cast<uint32_t>(counts.size()));
    out_ += "}";
  }

  const Module& m_;
  const Syntax& s_;
  std::string index_, counter_, threads_;
  std::string out_;
  std::vector<bool> atomic_, array_;
  bool failed_ = false;
};

/// How an entry point reads its invocation index; empty when it does not.
std::string invocationIndex(const Module& m, const Decl& d, std::vector<uint32_t>& struct_of_field) {
  const Syntax& s = m.syntax;
  const auto isIndex = [&](Range attributes) {
    const Attribute* b = s.attribute(attributes, "builtin");
    return b != nullptr && b->list.size() == 1 && s.word(s.lists[b->list.begin]) == "local_invocation_index";
  };
  for (uint32_t f = d.fields.begin; f < d.fields.end; ++f) {
    const Field& p = s.fields[f];
    if (isIndex(p.attributes)) return std::string(s.word(p.name));
    const uint32_t decl = struct_of_field[f - d.fields.begin];
    if (decl == kNone) continue;
    for (uint32_t i = s.decls[decl].fields.begin; i < s.decls[decl].fields.end; ++i) {
      if (isIndex(s.fields[i].attributes)) return cat(s.word(p.name), ".", s.word(s.fields[i].name));
    }
  }
  return {};
}

std::string threadsOf(const Syntax& s, const Decl& d, const EntryPoint& entry) {
  const Attribute* a = s.attribute(d.attributes, "workgroup_size");
  std::string out;
  for (uint32_t axis = 0; axis < 3; ++axis) {
    std::string n;
    if (entry.workgroup_size[axis]) {
      if (*entry.workgroup_size[axis] == 1 && !(axis == 2 && out.empty())) continue;
      n = cat(*entry.workgroup_size[axis], "u");
    } else if (a != nullptr && axis < a->list.size()) {
      const Expr& e = s.exprs[s.lists[a->list.begin + axis]];
      n = cat("u32(", joinTokens(s, e.first, e.last), ")");
    }
    if (!n.empty()) out += cat(out.empty() ? "" : "*", n);
  }
  return out.empty() ? "1u" : out;
}

/// A prefix that no name of the text begins with.
std::string freshPrefix(std::string_view text) {
  std::string prefix = "pngine_zero";
  while (text.find(prefix) != std::string_view::npos) prefix += "_z";
  return prefix + "_";
}

}  // namespace

std::string zeroWorkgroupMemory(const Module& module) {
  const Syntax& s = module.syntax;
  const std::string prefix = freshPrefix(s.text);
  std::vector<Edit> edits;
  std::string helpers;
  for (const EntryPoint& entry : module.reflection.entry_points) {
    if (entry.stage != Stage::compute || entry.workgroup_variables.empty()) continue;
    const Decl& d = s.decls[module.names.decls.at(entry.name)];
    ZeroWriter writer(module, prefix, threadsOf(s, d, entry));
    for (const uint32_t v : entry.workgroup_variables) {
      writer.variable(module.names.decls.at(module.reflection.workgroup_variables[v].name));
    }
    if (writer.failed() || writer.text().empty()) continue;
    std::vector<uint32_t> structs;
    for (uint32_t f = d.fields.begin; f < d.fields.end; ++f) structs.push_back(structOf(s, s.fields[f].type));
    std::string index = invocationIndex(module, d, structs);
    if (index.empty()) {
      index = prefix + "i";
      edits.push_back({s.tokens[d.params_open].end, s.tokens[d.params_open].end,
                       cat("@builtin(local_invocation_index) ", index, ":u32", d.fields.size() == 0 ? "" : ",")});
    }
    const std::string helper = cat(prefix, "f_", entry.name);
    edits.push_back(
        {s.tokens[d.body_open].end, s.tokens[d.body_open].end, cat(helper, "(", index, ");workgroupBarrier();")});
    helpers += cat("\nfn ", helper, "(", prefix, "i:u32){", writer.text(), "}");
  }
  if (edits.empty()) return s.text;
  std::string out = applyEdits(s.text, std::move(edits));
  return out + helpers + "\n";
}

}  // namespace pngine::wgsl
