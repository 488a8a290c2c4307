// pngine fmt: documents in the project's layout, in place; a document with syntax errors is left as it is.
#include <algorithm>

#include "base/text.h"
#include "cli/command.h"
#include "cli/io.h"
#include "cli/report.h"
#include "sjon/sjon.h"

namespace pngine::cli {
namespace {

constexpr OptionSpec kOptions[] = {
    {"--check", "", "", "write nothing; list the documents that would change and exit 1 if there are any"},
    {"--output", "-o", "PATH", "where to write the one input (itself; - for standard output)"},
};

constexpr CommandSpec kSpec = {
    .name = "fmt",
    .usage = "<input.sjon|-> ... [options]",
    .summary = "format documents in place",
    .details =
        "Comments, line breaks between keys, and every byte of a string stay; the payload is the same. The names of\n"
        "documents that changed go to standard error. - is written to standard output.",
    .min_inputs = 1,
    .max_inputs = 1000,
    .options = kOptions,
};

// Nothing when it has errors, which are then printed.
std::expected<std::string, Failure> formatted(const Input& input) {
  if (input.kind != InputKind::source && !(input.path == "-" && input.bytes.empty())) {
    return std::unexpected(Failure{kExitFormat, cat(input.shown, " is not an SJON document")});
  }
  Diagnostics findings;
  auto text = sjon::format(asText(input.bytes), findings);
  if (!text) {
    printErr(findingsText(input.shown, asText(input.bytes), findings));
    return std::unexpected(Failure{
        kExitCompile, cat(input.shown, " cannot be formatted: ", counted(findings.errorCount(), "error", "errors"))});
  }
  if (text->size() > kMaxInput) {
    return std::unexpected(
        Failure{kExitIo, cat(input.shown, " would be larger than ", kMaxInput >> 20, " MiB, the most that is read")});
  }
  return std::move(*text);
}

int formatOne(const std::string& path, const Arguments& arguments) {
  const auto input = readInput(path);
  if (!input) return fail(input.error());
  const auto text = formatted(*input);
  if (!text) return fail(text.error());
  const bool changes = *text != asText(input->bytes);
  if (arguments.has("--check")) {
    if (changes) printOut(cat(input->shown, "\n"));
    return changes ? kExitUsage : kExitOk;
  }
  const std::string output(arguments.value("--output").value_or(path));
  const bool in_place = output == path && path != "-";
  if (in_place && !changes) return kExitOk;
  if (const auto written = writeOutput(output, asBytes(*text), false); !written) return fail(written.error());
  if (in_place) printErr(cat(path, "\n"));
  return kExitOk;
}

int run(const Arguments& arguments) {
  if (arguments.value("--output")) {
    if (arguments.has("--check")) return fail({kExitUsage, "--check writes nothing; leave out --output"});
    if (arguments.inputs().size() > 1) return fail({kExitUsage, "--output takes one input; give one document"});
  }
  int worst = kExitOk;
  for (const std::string& path : arguments.inputs()) worst = std::max(worst, formatOne(path, arguments));
  return worst;
}

}  // namespace

const Command kFmt = {&kSpec, run};

}  // namespace pngine::cli
