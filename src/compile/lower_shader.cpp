// Lowering of shader modules: constants of mathematics, overrides, and the parse that everything else reads.
#include <cmath>

#include "compile/lowering.h"
#include "wgsl/wgsl.h"

namespace pngine::compile {
namespace {

using program::ConstantSetting;
using program::ShaderModule;

constexpr PropId moduleProp(FormId stage) {
  return stage == FormId::vertex     ? PropId::vertex__module
         : stage == FormId::fragment ? PropId::fragment__module
                                     : PropId::compute__module;
}

/// Takes one (constant ...) into the settings of its module.
void take(Lowering& l, Index module, const Form& form) {
  const Value* value = form.find(PropId::constant__value);
  const At<std::string> name = l.text(form, PropId::constant__name);
  if (value == nullptr || name.value.empty()) return;
  ConstantSetting setting{name, {value->number, value->span}, form.span};
  const auto [at, fresh] = l.constants[module].try_emplace(name.value, setting);
  if (fresh || at->second.value.value == value->number) return;
  l.error(
       "constant/conflict", value->span,
       cat("constant `", name.value, "` of shader-module `", l.program.modules[module].origin.name, "` is ",
           value->number, " here and ", at->second.value.value, " elsewhere; a module has one value for each override"))
      .notes.push_back({at->second.value.span, "the other value is here"});
}

bool fits(std::string_view type, double v) {
  const bool whole = v == std::floor(v);
  if (type == "u32") return whole && v >= 0 && v <= 4294967295.0;
  if (type == "i32") return whole && v >= -2147483648.0 && v <= 2147483647.0;
  if (type == "bool") return v == 0 || v == 1;
  if (type == "f16") return std::abs(v) <= 65504.0;
  return std::abs(v) <= 3.4028234663852886e38;
}

std::string_view domain(std::string_view type) {
  if (type == "u32") return "an integer from 0 to 4294967295";
  if (type == "i32") return "an integer from -2147483648 to 2147483647";
  if (type == "bool") return "0 or 1";
  if (type == "f16") return "a number within 65504 of zero";
  return "a number within the range of f32";
}

/// The module's settings that name an override and fit its type.
std::map<std::string, double, std::less<>> usable(Lowering& l, Index index, const wgsl::Reflection& reflection) {
  std::map<std::string, double, std::less<>> out;
  const std::string& module = l.program.modules[index].origin.name;
  std::vector<std::string_view> names;
  for (const wgsl::Override& o : reflection.overrides) names.push_back(o.name);
  for (const auto& [name, setting] : l.constants[index]) {
    const wgsl::Override* found = nullptr;
    for (const wgsl::Override& o : reflection.overrides) {
      if (o.name == name) found = &o;
    }
    if (found == nullptr) {
      Diagnostic& d = l.error("constant/unknown-override", setting.name.span,
                              cat("shader-module `", module, "` declares no override `", name, "`",
                                  names.empty() ? "" : cat("; it declares ", listed(names, "and"))));
      if (const std::string hint = didYouMean(name, names); !hint.empty()) d.notes.push_back({std::nullopt, hint});
      continue;
    }
    const std::string_view type = found->type.empty() ? std::string_view("f32") : std::string_view(found->type);
    if (!fits(type, setting.value.value)) {
      l.error("constant/type", setting.value.span,
              cat("constant `", name, "` is ", setting.value.value, ", and its override in shader-module `", module,
                  "` is ", type, ", which takes ", domain(type)));
      continue;
    }
    out.emplace(name, setting.value.value);
  }
  return out;
}

void locate(Lowering& l, const Value& code, ShaderModule& module) {
  module.code_span = code.span;
  module.code_is_raw = code.raw_string;
  module.code_offset = code.span.begin + (code.raw_string ? 3 : 1);
  if (!module.origin.synthesized) return;
  for (const GeneratedModule& g : l.expansion.modules) {
    if (g.name != module.origin.name) continue;
    module.generated_head = g.head;
    module.code_span = g.code;
    module.code_is_raw = g.raw;
    module.code_offset = g.code.begin + (g.raw ? 3 : 1);
    return;
  }
  module.generated_head = static_cast<uint32_t>(module.authored.size());  // nothing in it is the author's
}

void notMinified(Lowering& l, const ShaderModule& module, std::string_view why) {
  l.warning("module/minify-failed", module.origin.name_span,
            cat(l.self(), " could not be minified and ships as it is: ", why));
}

void minify(Lowering& l, ShaderModule& module) {
  std::string small = wgsl::minify(*module.module);
  if (small.empty()) return notMinified(l, module, "nothing would be left of it");
  if (!wgsl::parse(small)) return notMinified(l, module, "the result would not be valid");
  module.shipped = std::move(small);
}

}  // namespace

void gatherConstants(Lowering& l) {
  for (const std::unique_ptr<Form>& root : l.document.roots) {
    if (root->id != FormId::render_pipeline && root->id != FormId::compute_pipeline) continue;
    l.enter(*root, l.program.pipelines[l.indexOf(root.get())].origin);
    for (const std::unique_ptr<Form>& stage : root->children) {
      if (stage->id != FormId::vertex && stage->id != FormId::fragment && stage->id != FormId::compute) continue;
      const Value* reference = stage->find(moduleProp(stage->id));
      const Index module = reference == nullptr ? kNone : l.indexOf(reference->form);
      if (module == kNone) continue;
      for (const Form* constant : stage->childrenOf(FormId::constant)) take(l, module, *constant);
    }
  }
}

void lowerShaderModule(Lowering& l, const Form& form, Index index) {
  ShaderModule& module = l.program.modules[index];
  const Value* code = form.find(PropId::shader_module__code);
  if (code == nullptr) return;
  module.authored = code->text;
  locate(l, *code, module);
  module.text = wgsl::replaceMathConstants(module.authored);
  if (const auto at = l.constants.find(index); at != l.constants.end() && !at->second.empty()) {
    if (const auto parsed = wgsl::parse(module.text)) {
      const std::map<std::string, double, std::less<>> values = usable(l, index, wgsl::reflect(**parsed));
      if (!values.empty()) module.text = wgsl::specialise(**parsed, values);
    }
  }
  module.shipped = module.text;
  std::expected<wgsl::ModulePtr, std::vector<wgsl::Message>> parsed = wgsl::parse(module.text);
  if (!parsed) {
    module.messages = std::move(parsed.error());
    if (l.options.minify) notMinified(l, module, module.messages.front().text);
    return;
  }
  module.module = std::move(*parsed);
  module.reflection = &wgsl::reflect(*module.module);
  if (l.options.minify) minify(l, module);
}

}  // namespace pngine::compile
