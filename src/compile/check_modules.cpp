// The judgement over whole shader modules: the checker's messages (or, without a checker, those of our own front end)
// as diagnostics of the document.
#include "base/text.h"
#include "compile/compile.h"
#include "compile/shader_place.h"

namespace pngine::compile {
namespace {

using program::ShaderModule;

void report(const ShaderModule& m, std::string_view source, const ModuleMessage& message, bool error,
            Diagnostics& diagnostics) {
  const Span span = documentSpan(m, source, message.line, message.column, message.length);
  const std::string text = cat("shader-module `", m.origin.name, "`: ", message.text);
  Diagnostic& d = error ? diagnostics.error("module/wgsl-error", span, text)
                        : diagnostics.warning("module/wgsl-warning", span, text);
  if (message.line != 0) d.shader = shaderPlace(m, message.line, message.column);
}

/// Our front end's messages in the checker's terms.
std::vector<ModuleMessage> ownMessages(const ShaderModule& m) {
  std::vector<ModuleMessage> out;
  const LineIndex lines(m.text);
  for (const wgsl::Message& message : m.messages) {
    const LineColumn at = lines.at(message.span.begin);
    out.push_back({ModuleMessage::Kind::error, at.line, at.column, message.span.size(), message.text});
  }
  return out;
}

/// Stages without :entry over a module that the checker accepts and we could not read.
void unreadEntries(const program::Program& program, size_t module, Diagnostics& diagnostics) {
  const auto check = [&](const program::Pipeline& p, const program::StageInfo& stage) {
    if (stage.module.value != module || stage.entry.written()) return;
    diagnostics.error("stage/entry-unreflected", stage.form,
                      cat(p.origin.head, " `", p.origin.name, "` has a stage without :entry, and module `",
                          program.modules[module].origin.name, "` could not be read to find it"));
  };
  for (const program::Pipeline& p : program.pipelines) {
    if (p.origin.poisoned) continue;
    check(p, p.stage);
    if (p.fragment) check(p, *p.fragment);
  }
}

}  // namespace

void checkModules(const program::Program& program, std::string_view source, const CompileOptions& options,
                  Diagnostics& diagnostics) {
  for (size_t i = 0; i < program.modules.size(); ++i) {
    const ShaderModule& m = program.modules[i];
    if (m.authored.empty()) continue;
    const bool checked = options.checker != nullptr;
    const std::vector<ModuleMessage> messages = checked ? options.checker->check(m.text) : ownMessages(m);
    bool failed = false;
    for (const ModuleMessage& message : messages) {
      const bool error = message.kind == ModuleMessage::Kind::error;
      failed = failed || error;
      if (error || (options.lint && message.kind == ModuleMessage::Kind::warning))
        report(m, source, message, error, diagnostics);
    }
    if (failed || m.reflection != nullptr) continue;
    const std::string why = m.messages.empty() ? std::string() : cat(": ", m.messages[0].text);
    diagnostics.warning("module/not-reflected", m.origin.name_span,
                        cat("shader-module `", m.origin.name, "` could not be read", why,
                            "; entry points, bindings and the uniform table of it are not checked"));
    unreadEntries(program, i, diagnostics);
  }
}

}  // namespace pngine::compile
