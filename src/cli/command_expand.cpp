// pngine expand: the document with its sugar (init, pass-graph) written out as plain forms.
#include "base/text.h"
#include "cli/command.h"
#include "cli/io.h"
#include "cli/report.h"
#include "compile/compile.h"
#include "schema/checked.h"
#include "sjon/sjon.h"

namespace pngine::cli {
namespace {

constexpr OptionSpec kOptions[] = {
    {"--output", "-o", "PATH", "where to write (standard output)"},
};
constexpr CommandSpec kSpec = {
    .name = "expand",
    .usage = "<input.sjon|-> [options]",
    .summary = "write the document with its sugar replaced by plain forms",
    .details = "Compiling what comes out gives the same payload.",
    .options = kOptions,
};

int run(const Arguments& arguments) {
  const auto input = readInput(arguments.inputs()[0]);
  if (!input) return fail(input.error());
  if (input->kind != InputKind::source) return fail({kExitFormat, cat(input->shown, " is not an SJON document")});
  Diagnostics findings;
  sjon::Document document = sjon::parse(asText(input->bytes), findings);
  compile::expandSugar(document, findings);
  schema::check(document, findings);
  findings.sortByPlace();
  printErr(findingsText(input->shown, asText(input->bytes), findings));
  if (findings.hasErrors()) return fail({kExitCompile, cat(input->shown, " cannot be expanded")});
  const std::string text = compile::expandedText(document);
  const auto written = writeOutput(std::string(arguments.value("--output").value_or("-")), asBytes(text), false);
  return written ? kExitOk : fail(written.error());
}

}  // namespace

const Command kExpand = {&kSpec, run};

}  // namespace pngine::cli
