// Dictionaries for libFuzzer: words that a mutation should know, out of the tables.
#include <set>

#include "base/text.h"
#include "pages.h"
#include "program/rules.h"
#include "schema/expression.h"
#include "schema/forms.h"
#include "webgpu/enums.h"

namespace pngine::gen {
namespace {

std::string quoted(std::string_view word) {
  std::string out = "\"";
  for (const char c : word) {
    if (c == '"' || c == '\\') out += '\\';
    out += c;
  }
  return out + "\"\n";
}

std::string dictionary(std::string_view title, const std::set<std::string>& words) {
  std::string out = cat("# ", title, ", made by ./dev gen\n");
  for (const std::string& w : words) out += quoted(w);
  return out;
}

constexpr std::string_view kWgslWords[] = {"alias ",
                                           "array<",
                                           "atomic<",
                                           "bitcast<",
                                           "bool",
                                           "break",
                                           "break if ",
                                           "case ",
                                           "const ",
                                           "continue",
                                           "continuing ",
                                           "default",
                                           "diagnostic(",
                                           "discard",
                                           "else ",
                                           "enable f16",
                                           "f16",
                                           "f32",
                                           "fn ",
                                           "for (",
                                           "i32",
                                           "if (",
                                           "let ",
                                           "loop ",
                                           "mat4x4<",
                                           "override ",
                                           "ptr<function, ",
                                           "requires ",
                                           "return ",
                                           "struct ",
                                           "switch ",
                                           "u32",
                                           "var ",
                                           "vec2<",
                                           "vec3<",
                                           "vec4f",
                                           "while (",
                                           "workgroup",
                                           "private",
                                           "storage",
                                           "uniform",
                                           "read_write",
                                           "@align(",
                                           "@binding(",
                                           "@builtin(",
                                           "@compute ",
                                           "@const ",
                                           "@diagnostic(",
                                           "@fragment ",
                                           "@group(",
                                           "@id(",
                                           "@interpolate(",
                                           "@invariant ",
                                           "@location(",
                                           "@must_use ",
                                           "@size(",
                                           "@vertex ",
                                           "@workgroup_size(",
                                           "workgroupBarrier()",
                                           "storageBarrier()",
                                           "textureSample(",
                                           "textureLoad(",
                                           "sampler",
                                           "texture_2d<f32>",
                                           "texture_storage_2d<",
                                           "arrayLength(&",
                                           "global_invocation_id",
                                           "position",
                                           "->",
                                           "<<",
                                           ">>",
                                           "&&",
                                           "||",
                                           "/*",
                                           "*/",
                                           "//",
                                           "0x1p-3f",
                                           "0x",
                                           "1e38",
                                           "u,",
                                           "const_assert ",
                                           "true",
                                           "false"};

}  // namespace

std::string sjonDictionary() {
  std::set<std::string> words = {"(",  ")",  "[",  "]",     "\"\"\"", "\"",  ";",   "#|",         "|#",
                                 "\\", "\n", "-1", "1e308", "0x",     "nil", "1.5", "4294967296", "2024-01-31"};
  words.erase("\n");
  for (const schema::FormInfo& f : schema::forms()) {
    words.insert(cat("(", f.head, " "));
    for (const schema::PropInfo& p : schema::propsOf(f.id)) {
      words.insert(cat(":", p.key, " "));
      if (!p.type.has_words) continue;
      for (const webgpu::EnumMember& m : webgpu::members(p.type.words)) words.insert(std::string(m.text));
    }
  }
  for (const schema::FunctionInfo& f : schema::functions()) words.insert(cat("(", f.head, " "));
  return dictionary("words of SJON documents", words);
}

std::string wgslDictionary() { return dictionary("words of WGSL", {std::begin(kWgslWords), std::end(kWgslWords)}); }

}  // namespace pngine::gen
