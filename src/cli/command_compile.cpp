// pngine compile: a document to a naked payload.
#include "base/text.h"
#include "cli/command.h"
#include "cli/io.h"
#include "cli/source.h"

namespace pngine::cli {
namespace {

constexpr OptionSpec kOptions[] = {
    {"--output", "-o", "PATH", "where to write (input with .pngb; - for standard output)"},
    kMinifyOption,
    {"--embed-executor", "", "", "put the executor into the payload"},
    kValidateOption,
    kNoValidateOption,
};

constexpr CommandSpec kSpec = {
    .name = "compile",
    .usage = "<input.sjon|-> [options]",
    .summary = "compile a document to a payload (.pngb)",
    .details = "",
    .options = kOptions,
};

int run(const Arguments& arguments) {
  const auto input = readInput(arguments.inputs()[0]);
  if (!input) return fail(input.error());
  if (input->kind != InputKind::source) return fail({kExitFormat, cat(input->shown, " is not an SJON document")});
  const std::string output(arguments.value("--output").value_or(withExtension(input->path, ".pngb")));
  if (const auto good = checkOutputName(output, InputKind::payload); !good) return fail(good.error());
  const compile::Compiled compiled = compileInput(*input, {.minify = arguments.has(kMinifyOption.name),
                                                           .validate = wantsValidation(arguments),
                                                           .executor = arguments.has("--embed-executor")});
  if (!reportFindings(*input, compiled)) return kExitCompile;
  if (const auto written = writeOutput(output, compiled.payload); !written) return fail(written.error());
  printErr(cat("Compiled ", input->shown, " -> ", output == "-" ? "<stdout>" : output, " (",
               counted(compiled.payload.size(), "byte", "bytes"),
               arguments.has("--embed-executor") ? ", with executor)\n" : ", without executor)\n"));
  return kExitOk;
}

}  // namespace

const Command kCompile = {&kSpec, run};

}  // namespace pngine::cli
