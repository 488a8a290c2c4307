// The public face: text -> module, in phases. Each phase may rely on what the ones before have found.
#include "wgsl/wgsl.h"

#include "wgsl/module.h"
#include "wgsl/parser.h"

namespace pngine::wgsl {

void ModuleDeleter::operator()(const Module* module) const { delete module; }

std::expected<std::unique_ptr<Module>, std::vector<Message>> parseTypes(std::string_view text) {
  auto syntax = parseSyntax(text);
  if (!syntax) return std::unexpected(std::vector<Message>{std::move(syntax.error())});
  auto module = std::make_unique<Module>();
  module->syntax = std::move(*syntax);
  auto errors = resolveNames(module->syntax, module->names);
  if (!errors.empty()) return std::unexpected(std::move(errors));
  resolveTypes(*module);
  return module;
}

std::expected<std::unique_ptr<Module>, std::vector<Message>> parseModule(std::string_view text) {
  auto module = parseTypes(text);
  if (!module) return std::unexpected(std::move(module.error()));
  if (!buildReflection(**module)) {
    return std::unexpected(std::vector<Message>{{{}, "the module has too many calls to follow"}});
  }
  return module;
}

std::expected<ModulePtr, std::vector<Message>> parse(std::string_view text) {
  auto module = parseModule(text);
  if (!module) return std::unexpected(std::move(module.error()));
  return ModulePtr(module->release());
}

const Reflection& reflect(const Module& module) { return module.reflection; }

}  // namespace pngine::wgsl
