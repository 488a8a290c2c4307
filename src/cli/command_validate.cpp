// pngine validate: everything that can be said about a document without a GPU, and nothing written.
#include <algorithm>

#include "base/json.h"
#include "base/text.h"
#include "cli/command.h"
#include "cli/io.h"
#include "cli/report.h"
#include "cli/source.h"

namespace pngine::cli {
namespace {

constexpr OptionSpec kOptions[] = {
    {"--json", "", "", "print one line of JSON on standard output"},
    {"--strict", "", "", "warnings also make the answer no (exit 1)"},
    {"--hints", "", "", "report hints too: equal resources, grids that miss elements, large programs"},
    {"--verbose", "-v", "", "say how much was read and checked"},
};

constexpr CommandSpec kSpec = {
    .name = "validate",
    .usage = "<input.sjon|-> ... [options]",
    .summary = "check documents: structure, rules, and every shader with Tint",
    .details = "Exit 0: valid. Exit 1: not valid, or warnings under --strict. Exit 2: not readable.",
    .min_inputs = 1,
    .max_inputs = 1000,
    .options = kOptions,
};

std::string_view headline(const Diagnostics& findings) {
  for (const Diagnostic& d : findings.all()) {
    if (d.severity == Severity::error) return d.message;
  }
  return {};
}

std::string jsonAnswer(const Input& input, const Diagnostics& findings) {
  JsonWriter json;
  json.beginObject();
  json.member("status", std::string_view(findings.hasErrors() ? "error" : "ok"));
  if (findings.hasErrors()) json.member("message", std::string_view(headline(findings)));
  json.key("diagnostics").raw(findingsJson(asText(input.bytes), findings));
  json.member("dropped", uint64_t{0});
  json.endObject();
  return json.take() + "\n";
}

int unreadable(const Failure& failure, bool as_json) {
  if (!as_json) return fail(failure);
  JsonWriter json;
  json.beginObject();
  json.member("status", std::string_view("error"));
  json.member("message", std::string_view(cat("failed to read input: ", failure.message)));
  json.key("diagnostics").beginArray();
  json.endArray();
  json.member("dropped", uint64_t{0});
  json.endObject();
  printOut(json.take() + "\n");
  return kExitIo;
}

void humanAnswer(const Input& input, const Diagnostics& findings, bool strict, bool verbose) {
  std::string out;
  if (!findings.hasErrors()) {
    out = cat(input.shown, ": OK");
    if (verbose) out += cat(" (", counted(input.bytes.size(), "byte", "bytes"), " read)");
    out += "\n";
  }
  out += findingsText(input.shown, asText(input.bytes), findings);
  if (findings.hasErrors()) {
    out += cat(input.shown, ": not valid: ", counted(findings.errorCount(), "error", "errors"), ", ",
               counted(findings.warningCount(), "warning", "warnings"), "\n");
  } else if (strict && findings.warningCount() != 0) {
    out += cat(input.shown, ": not accepted: --strict refuses warnings\n");
  }
  printErr(out);
}

int validateOne(const std::string& path, const Arguments& arguments) {
  const bool as_json = arguments.has("--json"), strict = arguments.has("--strict");
  if (path != "-" && kindOfName(path) != InputKind::source) {
    return fail({kExitUsage, cat(path, " is not an SJON document: its name does not end in .sjon")});
  }
  const auto input = readInput(path);
  if (!input) return unreadable(input.error(), as_json);
  if (input->kind != InputKind::source) {
    const std::string message = cat(input->shown, " is not an SJON document");
    return as_json ? unreadable({kExitIo, message}, true) : fail({kExitFormat, message});
  }
  const compile::Compiled compiled =
      compileInput(*input, {.lint = true, .hints = arguments.has("--hints"), .payload = true});
  if (as_json)
    printOut(jsonAnswer(*input, compiled.diagnostics));
  else
    humanAnswer(*input, compiled.diagnostics, strict, arguments.has("--verbose"));
  const bool refused = compiled.diagnostics.hasErrors() || (strict && compiled.diagnostics.warningCount() != 0);
  return refused ? kExitUsage : kExitOk;
}

int run(const Arguments& arguments) {
  int worst = kExitOk;
  for (const std::string& path : arguments.inputs()) worst = std::max(worst, validateOne(path, arguments));
  return worst;
}

}  // namespace

const Command kValidate = {&kSpec, run};

}  // namespace pngine::cli
