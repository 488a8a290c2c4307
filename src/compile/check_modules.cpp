// The judgement over whole shader modules: the checker's messages (or, without a checker, those of our own front end)
// as diagnostics of the document, and under lint our own remarks behind them.
#include <algorithm>
#include <set>

#include "base/text.h"
#include "compile/compile.h"
#include "compile/shader_place.h"
#include "wgsl/lint.h"

namespace pngine::compile {
namespace {

using program::ShaderModule;

void report(const ShaderModule& m, std::string_view source, const ModuleMessage& message, Diagnostics& diagnostics) {
  if (message.kind == ModuleMessage::Kind::unchecked) {
    diagnostics.warning("module/not-validated", m.origin.name_span,
                        cat("shader-module `", m.origin.name, "` is not checked: ", message.text));
    return;
  }
  const Span span = documentSpan(m, source, message.line, message.column, message.length);
  const std::string text = cat(program::label(m.origin), ": ", message.text);
  Diagnostic& d = message.kind == ModuleMessage::Kind::error ? diagnostics.error("module/wgsl-error", span, text)
                                                             : diagnostics.warning("module/wgsl-warning", span, text);
  if (message.line != 0) d.shader = shaderPlace(m, message.line, message.column);
  if (message.text.find("is not allowed in the current environment") != std::string::npos)
    d.notes.push_back({std::nullopt, "no player turns on the device feature that it needs, so the module cannot run"});
}

/// Our remarks on what the author wrote himself. A line on which the checker has warned is left alone: it warns of
/// unreachable statements, too.
void remark(const ShaderModule& m, std::string_view source, const std::set<uint32_t>& warned,
            Diagnostics& diagnostics) {
  constexpr size_t kMost = 64;  // each costs a walk over the text
  const LineIndex lines(m.text);
  const std::vector<wgsl::LintFinding> findings = wgsl::lint(*m.module, !m.origin.synthesized);
  for (size_t i = 0; i < std::min(findings.size(), kMost); ++i) {
    const wgsl::LintFinding& f = findings[i];
    const LineColumn at = lines.at(f.span.begin);
    const bool generated = authoredOffset(m.authored, m.text, at.line, at.column) < m.generated_head;
    if (generated || warned.contains(at.line)) continue;
    // Remarks stand on one line; of a statement over several its first is shown.
    const uint32_t length =
        std::min(f.span.size(), static_cast<uint32_t>(m.text.find_first_of("\r\n", f.span.begin)) - f.span.begin);
    Diagnostic& d = diagnostics.warning("module/lint", documentSpan(m, source, at.line, at.column, length),
                                        cat("shader-module `", m.origin.name, "`: ", f.text, " (", f.rule, ")"));
    d.shader = shaderPlace(m, at.line, at.column);
    if (i + 1 == kMost && findings.size() > kMost)
      d.notes.push_back({std::nullopt, cat(findings.size() - kMost, " more remarks on this module are left out")});
  }
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
    using Kind = ModuleMessage::Kind;
    bool failed = false;
    std::set<uint32_t> warned;  // lines
    for (const ModuleMessage& message : messages) {
      // What the parser stumbles over on its way out of an error.
      if (message.text == "unexpected token" && failed && warned.contains(message.line)) continue;
      failed = failed || message.kind == Kind::error;
      if (message.kind == Kind::info || (message.kind == Kind::warning && !options.lint)) continue;
      report(m, source, message, diagnostics);
      warned.insert(message.line);
    }
    if (failed) continue;
    if (m.reflection != nullptr) {
      if (options.lint) remark(m, source, warned, diagnostics);
      continue;
    }
    const std::string why = m.messages.empty() ? std::string() : cat(": ", m.messages[0].text);
    diagnostics.warning("module/not-reflected", m.origin.name_span,
                        cat("shader-module `", m.origin.name, "` could not be read", why,
                            "; entry points, bindings and the uniform table of it are not checked"));
    unreadEntries(program, i, diagnostics);
  }
}

}  // namespace pngine::compile
