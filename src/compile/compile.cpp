// The pipeline: parse, expand, check, lower, rules, modules, encode, write. Each step runs even when an earlier one
// found errors, as far as there is something to look at, so that one run reports everything that is independent.
#include "compile/compile.h"

#include "base/text.h"
#include "format/payload.h"
#include "program/rules.h"
#include "sjon/sjon.h"

namespace pngine::compile {

Compiled compile(std::string_view source, const CompileOptions& options) {
  Compiled out;
  sjon::Document document = sjon::parse(source, out.diagnostics);
  // Of a text whose tree is a guess the syntax errors alone are told: everything else may be an echo of them.
  if (document.damaged()) {
    out.diagnostics.sortByPlace();
    return out;
  }
  const Expansion expansion = expandSugar(document, out.diagnostics);
  const schema::CheckedDocument checked = schema::check(document, out.diagnostics);
  out.program = lower(checked, source, expansion, options, out.diagnostics);
  // Modules first: the rules leave out what a broken module would only repeat.
  if (options.validate) checkModules(*out.program, source, options, out.diagnostics);
  program::checkRules(*out.program, {.validate = options.validate, .lint = options.lint}, out.diagnostics);
  if (!out.diagnostics.hasErrors()) out.commands = encode(*out.program, options.validate, out.diagnostics);
  if (out.commands != nullptr && options.payload) {
    std::expected<Bytes, format::Error> payload = format::writePayload(*out.commands, {.executor = options.executor});
    if (payload) {
      out.payload = std::move(*payload);
    } else {
      out.diagnostics.error("payload/limits", Span{},
                            cat("the program does not fit a payload: ", payload.error().message));
    }
  }
  if (out.diagnostics.hasErrors()) out.diagnostics.removeWarnings(program::needsSoundDocument);
  out.diagnostics.sortByPlace();
  return out;
}

}  // namespace pngine::compile
