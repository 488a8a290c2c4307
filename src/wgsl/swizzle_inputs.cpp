// Inputs of a vertex entry point whose attributes come with red and blue exchanged, for a driver that does not know
// such a vertex format: the input is read as four components and put in order before the function's first statement.
//   fn vs(@location(0) c: vec3f) {...}  ->  fn vs(@location(0) c_pngine: vec4f) {let c=c_pngine.zyx; ...}
// A structure of inputs is put together by a function of its own, since parameters may hide its name in the body.
#include <algorithm>

#include "base/text.h"
#include "wgsl/driver.h"
#include "wgsl/emit.h"
#include "wgsl/module.h"

namespace pngine::wgsl {
namespace {

class InputSwizzler {
 public:
  InputSwizzler(const Module& m, const EntryPoint& entry, std::span<const uint32_t> locations)
      : s_(m.syntax), entry_(entry), decl_(s_.decls[m.names.decls.at(entry.name)]), locations_(locations) {
    while (s_.text.find(suffix_) != std::string::npos) suffix_ += "_";
  }

  std::string run() {
    for (uint32_t f = decl_.fields.begin; f < decl_.fields.end; ++f) parameter(s_.fields[f]);
    if (opening_.empty()) return s_.text;
    edits_.push_back({s_.tokens[decl_.body_open].end, s_.tokens[decl_.body_open].end, std::move(opening_)});
    return applyEdits(s_.text, std::move(edits_)) + structs_ + "\n";
  }

 private:
  /// Components of an input that has to be exchanged; 0 for the others.
  uint32_t components(std::string_view name) const {
    for (const Varying& v : entry_.inputs) {
      if (v.name == name && std::ranges::find(locations_, v.location) != locations_.end()) return v.components;
    }
    return 0;
  }
  static std::string_view order(uint32_t components) { return std::string_view(".zyxw").substr(0, components + 1); }

  void replace(uint32_t token, std::string text) {
    edits_.push_back({s_.tokens[token].begin, s_.tokens[token].end, std::move(text)});
  }
  void replaceType(const Field& field, std::string text) {
    const Expr& type = s_.exprs[field.type];
    edits_.push_back({s_.tokens[type.first].begin, s_.tokens[type.last].end, std::move(text)});
  }

  void parameter(const Field& field) {
    const std::string name(s_.word(field.name)), raw = name + suffix_, given = cat("in", suffix_);
    if (const uint32_t n = components(name)) {
      replace(field.name, raw);
      replaceType(field, "vec4f");
      opening_ += cat("let ", name, "=", raw, order(n), ";");
      return;
    }
    const uint32_t structure = structOf(s_, field.type);
    if (structure == kNone) return;
    const Decl& d = s_.decls[structure];
    std::string arguments, members;
    bool any = false;
    for (uint32_t i = d.fields.begin; i < d.fields.end; ++i) {
      const Field& member = s_.fields[i];
      const std::string_view word = s_.word(member.name);
      const uint32_t n = components(cat(name, ".", word));
      any = any || n != 0;
      arguments += cat(arguments.empty() ? "" : ",", given, ".", word, n == 0 ? std::string_view() : order(n));
      const uint32_t first =
          member.attributes.size() == 0 ? member.name : s_.attributes[member.attributes.begin].name - 1;
      members += cat(joinTokens(s_, first, member.name), ":", n == 0 ? s_.textOf(member.type) : "vec4f", ",");
    }
    if (!any) return;
    const std::string type(s_.word(d.name));
    replace(field.name, raw);
    replaceType(field, type + suffix_);
    opening_ += cat("let ", name, "=", type, suffix_, "_of(", raw, ");");
    if (structs_.find(cat("struct ", type, suffix_, "{")) == std::string::npos) {
      structs_ += cat("\nstruct ", type, suffix_, "{", members, "}fn ", type, suffix_, "_of(", given, ":", type, suffix_,
                      ")->", type, "{return ", type, "(", arguments, ");}");
    }
  }

  const Syntax& s_;
  const EntryPoint& entry_;
  const Decl& decl_;
  std::span<const uint32_t> locations_;
  std::string suffix_ = "_pngine";
  std::vector<Edit> edits_;
  std::string opening_, structs_;
};

}  // namespace

std::string swizzleInputs(const Module& module, std::string_view entry, std::span<const uint32_t> locations) {
  const EntryPoint* found = module.reflection.entry(entry);
  if (found == nullptr || found->stage != Stage::vertex) return module.syntax.text;
  return InputSwizzler(module, *found, locations).run();
}

}  // namespace pngine::wgsl
