// pngine inspect: what is in a file, which commands it gives a player at load and in chosen frames, and what speaks
// against them.
#include <algorithm>

#include "base/text.h"
#include "cli/command.h"
#include "cli/playing.h"
#include "cli/source.h"
#include "inspect/print.h"

namespace pngine::cli {
namespace {

constexpr OptionSpec kOptions[] = {
    {"--deep", "", "", "judge every command: exit 1 when something is wrong; implied by the options marked *"},
    {"--json", "", "", "* print one line of JSON on standard output"},
    {"--phase", "", "init|frame|both", "* which streams to print (both)"},
    {"--frames", "", "0,1,10", "* which frames, at most 100 (0)"},
    {"--symptom", "", "NAME", "* say what may be behind black, colors, blend, flicker or geometry"},
    {"--extract-wgsl", "", "", "* print whole shader texts, and their entry points and bindings"},
    kTimeOption,
    kStepOption,
    kSizeOption,
    {"--strict", "", "", "warnings give exit 1"},
    {"--quiet", "-q", "", "print errors only"},
    {"--verbose", "-v", "", "print the calls that a player would make"},
    {"--validate", "", "", "check shaders and joins of a document (the default)"},
    kNoValidateOption,
};
constexpr CommandSpec kSpec = {
    .name = "inspect",
    .usage = "<input.sjon|.png|.pngb|.zip|-> [options]",
    .summary = "print a payload's tables and commands, and what is wrong with them",
    .details = "The executor inside the file runs in a sandbox; no GPU is used.",
    .options = kOptions,
};

std::expected<std::vector<uint32_t>, std::string> parseFrames(std::string_view text) {
  constexpr size_t kMostFrames = 100, kMostText = 1000;
  constexpr uint64_t kLastFrame = 100'000;
  if (text.size() >= kMostText) return std::unexpected("--frames takes a list of fewer than 1000 characters");
  std::vector<uint32_t> out;
  for (size_t at = 0; at <= text.size();) {
    const size_t comma = std::min(text.find(',', at), text.size());
    const auto frame = parseCount("--frames", text.substr(at, comma - at), 0, kLastFrame);
    if (!frame) return std::unexpected(frame.error());
    out.push_back(static_cast<uint32_t>(*frame));
    at = comma + 1;
  }
  if (out.size() > kMostFrames) return std::unexpected("--frames takes at most 100 frames");
  std::sort(out.begin(), out.end());
  out.erase(std::unique(out.begin(), out.end()), out.end());
  return out;
}

struct Wanted {
  inspect::InspectOptions options;
  bool deep = false;
  bool load = true, frames = true;
  std::optional<inspect::Symptom> symptom;
};

std::expected<Wanted, std::string> readOptions(const Arguments& arguments) {
  Wanted wanted;
  inspect::InspectOptions& out = wanted.options;
  out.wgsl = arguments.has("--extract-wgsl");
  for (const std::string_view option : {"--deep", "--json", "--phase", "--frames", "--symptom", "--extract-wgsl"}) {
    wanted.deep = wanted.deep || arguments.has(option);
  }
  // An unknown word is no error: scripts ask for what a later version may know.
  if (const auto word = arguments.value("--symptom")) wanted.symptom = inspect::symptomOf(*word);
  if (const auto text = arguments.value("--frames")) {
    auto frames = parseFrames(*text);
    if (!frames) return std::unexpected(frames.error());
    out.frames = std::move(*frames);
  }
  for (const auto& [option, target] : {std::pair{"--time", &out.time}, std::pair{"--time-step", &out.step}}) {
    if (const auto text = arguments.value(option)) {
      const auto value = parseNumber(option, *text);
      if (!value) return std::unexpected(value.error());
      *target = *value;
    }
  }
  if (const auto text = arguments.value("--size")) {
    const auto size = parseSize("--size", *text);
    if (!size) return std::unexpected(size.error());
    out.width = size->width;
    out.height = size->height;
  }
  const std::string_view phase = arguments.value("--phase").value_or("both");
  if (phase != "init" && phase != "frame" && phase != "both") {
    return std::unexpected(cat("--phase takes init, frame or both, not \"", phase, "\""));
  }
  wanted.load = phase != "frame";
  wanted.frames = phase != "init";
  return wanted;
}

int failWith(Failure failure, const Wanted& wanted, bool as_json) {
  const bool compile = failure.exit == kExitCompile;
  if (wanted.deep) failure.exit = kExitCompile;  // the contract of the deep mode: 3 for whatever cannot be loaded
  if (!as_json) return fail(failure);
  JsonWriter json;
  json.beginObject().member("status", "error").key("errors").beginArray().beginObject();
  json.member("code", "E000").member("type", compile ? "compile_error" : "validation_error");
  json.member("message", std::string_view(failure.message)).endObject().endArray().endObject();
  printOut(json.take() + "\n");
  return failure.exit;
}

/// The calls of load and frames, each behind "[GPU] ".
std::string traceText(ByteView payload, const inspect::InspectOptions& options) {
  player::PlayOptions play;
  play.frames = options.frames.back() + 1;
  play.start = options.time;
  play.step = options.step;
  play.width = options.width;
  play.height = options.height;
  const auto calls = player::recordCalls(payload, play);
  if (!calls) return cat("[GPU] ", calls.error().message, "\n");
  std::string out;
  for (size_t at = 0; at < calls->size();) {
    const size_t end = std::min(calls->find('\n', at), calls->size());
    out += cat("[GPU] ", std::string_view(*calls).substr(at, end - at), "\n");
    at = end + 1;
  }
  return out;
}

/// Fast mode judges lightly: what speaks against the file is a warning, and only malformed descriptors give a code.
int exitCode(const inspect::Inspection& inspection, bool deep, bool strict) {
  if (deep) return inspection.clean(strict) ? kExitOk : kExitUsage;
  const auto has = [&](auto&& is) { return std::ranges::any_of(inspection.findings, is); };
  if (has([](const inspect::Finding& f) { return f.code == "E010" || f.code == "E011"; })) return kExitExecution;
  if (strict && !inspection.clean(true)) return kExitUsage;
  return has([](const inspect::Finding& f) { return f.code == "E006"; }) ? kExitWarning : kExitOk;
}

int run(const Arguments& arguments) {
  const bool as_json = arguments.has("--json"), quiet = arguments.has("--quiet");
  const auto wanted = readOptions(arguments);
  if (!wanted) return fail({kExitUsage, wanted.error()});
  const auto input = readInput(arguments.inputs()[0]);
  if (!input) return failWith(input.error(), *wanted, as_json);
  const auto opened = openPayload(*input, {.validate = wantsValidation(arguments)});
  if (!opened) return failWith(opened.error(), *wanted, as_json);
  const auto view = format::readPayload(opened->payload);
  if (!view) return failWith({kExitFormat, cat(input->shown, ": ", view.error().message)}, *wanted, as_json);
  const auto inspection = inspect::inspect(*view, wanted->options);
  if (!inspection) return failWith({kExitExecution, inspection.error()}, *wanted, as_json);
  std::optional<inspect::Diagnosis> diagnosis;
  if (wanted->symptom) diagnosis = inspect::diagnose(*inspection, *wanted->symptom);
  if (as_json) {
    printOut(inspect::reportJson({.input = input->shown,
                                  .payload = &*view,
                                  .inspection = &*inspection,
                                  .options = &wanted->options,
                                  .load = wanted->load,
                                  .frames = wanted->frames,
                                  .diagnosis = diagnosis ? &*diagnosis : nullptr}));
    return exitCode(*inspection, true, arguments.has("--strict"));
  }
  std::string out;
  if (!quiet) {
    out = inspect::tablesText(*view);
    if (arguments.has("--verbose")) out += traceText(opened->payload, wanted->options);
    for (const inspect::DecodedStream& s : inspection->streams) {
      if (!arguments.has("--verbose") && (s.load ? wanted->load : wanted->frames)) out += inspect::streamText(s);
    }
    out += inspect::summaryText(*inspection);
  }
  const bool strict = arguments.has("--strict");
  out += inspect::findingsText(*inspection, !quiet || strict);
  if (diagnosis) out += inspect::diagnosisText(*diagnosis);
  printErr(out);
  return exitCode(*inspection, wanted->deep, strict);
}

}  // namespace

const Command kInspect = {&kSpec, run};

}  // namespace pngine::cli
