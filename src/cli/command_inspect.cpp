// pngine inspect: what is in a file, and which commands it gives a player at load and in chosen frames.
#include <algorithm>

#include "base/text.h"
#include "cli/command.h"
#include "cli/inspection.h"
#include "cli/playing.h"
#include "cli/source.h"

namespace pngine::cli {
namespace {

constexpr OptionSpec kOptions[] = {
    {"--json", "", "", "print one line of JSON on standard output"},
    {"--phase", "", "init|frame|both", "which streams to print (both)"},
    {"--frames", "", "0,1,10", "which frames, at most 100 (0)"},
    kTimeOption,
    kStepOption,
    kSizeOption,
    {"--extract-wgsl", "", "", "print whole shader texts"},
    {"--verbose", "-v", "", "print every command (the default; kept for scripts)"},
};
constexpr CommandSpec kSpec = {
    .name = "inspect",
    .usage = "<input.sjon|.png|.pngb|.zip|-> [options]",
    .summary = "print a payload's tables and the decoded command streams",
    .details = "The executor inside the file runs in a sandbox; no GPU is used.",
    .options = kOptions,
};

std::expected<std::vector<uint32_t>, std::string> parseFrames(std::string_view text) {
  constexpr size_t kMostFrames = 100;
  constexpr uint64_t kLastFrame = 100'000;
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

std::expected<InspectOptions, std::string> readOptions(const Arguments& arguments) {
  InspectOptions out;
  out.wgsl = arguments.has("--extract-wgsl");
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
  return out;
}

int failWith(const Failure& failure, bool as_json) {
  if (!as_json) return fail(failure);
  JsonWriter json;
  json.beginObject().member("status", "error").key("errors").beginArray().beginObject();
  json.member("code", "E000").member("type", failure.exit == kExitCompile ? "compile_error" : "validation_error");
  json.member("message", std::string_view(failure.message)).endObject().endArray().endObject();
  printOut(json.take() + "\n");
  return failure.exit;
}

void printJson(const Input& input, const format::PayloadView& view, const std::vector<DecodedStream>& streams,
               bool good, std::string_view phase) {
  JsonWriter json;
  json.beginObject().member("status", good ? "ok" : "err").member("input", std::string_view(input.shown));
  tablesJson(view, json);
  json.key("streams").beginArray();
  for (const DecodedStream& s : streams) {
    if (s.load ? phase != "frame" : phase != "init") streamJson(s, json);
  }
  json.endArray().endObject();
  printOut(json.take() + "\n");
}

int run(const Arguments& arguments) {
  const bool as_json = arguments.has("--json");
  const auto options = readOptions(arguments);
  if (!options) return fail({kExitUsage, options.error()});
  const auto input = readInput(arguments.inputs()[0]);
  if (!input) return failWith(input.error(), as_json);
  const auto opened = openPayload(*input, {});
  if (!opened) return failWith(opened.error(), as_json);
  const auto view = format::readPayload(opened->payload);
  if (!view) return failWith({kExitFormat, cat(input->shown, ": ", view.error().message)}, as_json);
  const std::string_view phase = arguments.value("--phase").value_or("both");
  const auto streams = decodeStreams(*view, *options);
  if (!streams) return failWith(streams.error(), as_json);
  const bool good = std::all_of(streams->begin(), streams->end(), [](const auto& s) { return s.error.empty(); });
  if (as_json) {
    printJson(*input, *view, *streams, good, phase);
  } else {
    std::string out = tablesText(*view);
    for (const DecodedStream& s : *streams) {
      if (s.load ? phase != "frame" : phase != "init") out += streamText(s);
    }
    printErr(out);
  }
  return good ? kExitOk : kExitExecution;
}

}  // namespace

const Command kInspect = {&kSpec, run};

}  // namespace pngine::cli
