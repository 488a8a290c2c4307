// pngine run: plays a file on this machine's GPU and prints what comes back.
#include <algorithm>

#include "base/json.h"
#include "base/text.h"
#include "cli/command.h"
#include "cli/io.h"
#include "cli/lanes.h"
#include "cli/playing.h"
#include "cli/source.h"
#include "compile/resource_names.h"

namespace pngine::cli {
namespace {

constexpr OptionSpec kOptions[] = {
    kFramesOption,
    kTimeOption,
    kStepOption,
    kSizeOption,
    kResizeOption,
    kAdapterOption,
    {"--list-adapters", "", "", "list the adapters of this machine and stop"},
    {"--buffer", "", "NAME", "only the readback of this buffer (name or number)"},
    {"--last", "", "", "only the last frame's readbacks"},
    {"--json", "", "", "print one line of JSON on standard output"},
    {"--csv", "", "", "print rows frame,buffer,offset,lane,value"},
    {"--npy", "", "FILE", "write the lanes as a NumPy file of unsigned 64-bit integers"},
    kSetOption,
    kTimeoutOption,
    kTrustedOption,
};

constexpr CommandSpec kSpec = {
    .name = "run",
    .usage = "<input.sjon|.png|.pngb|.zip|-> [options]",
    .summary = "run a file on this machine's GPU and print the numbers that come back",
    .details =
        "Each map-read buffer that a frame copies into is a readback: unsigned 64-bit lanes, labelled with the "
        "buffer's\n"
        "name. The GPU work runs in a child process with a time limit; the adapter is always named.",
    .min_inputs = 0,
    .max_inputs = 1,
    .options = kOptions,
};

int listAdapters(bool as_json) {
  const auto adapters = player::listAdapters();
  if (!adapters) return fail({player::exitCode(adapters.error().kind), adapters.error().message});
  JsonWriter json;
  json.beginArray();
  std::string text;
  for (const player::AdapterInfo& a : *adapters) {
    text += cat(a.name, " (", a.backend, a.software ? ", software" : "", a.driver.empty() ? "" : ", ", a.driver, ")\n");
    json.beginObject().member("name", std::string_view(a.name)).member("driver", std::string_view(a.driver));
    json.member("backend", std::string_view(a.backend)).member("software", a.software).endObject();
  }
  json.endArray();
  printOut(as_json ? json.take() + "\n" : text);
  return adapters->empty() ? kExitExecution : kExitOk;
}

// Keeps one buffer's readbacks. An unknown name is an error that lists the known ones.
std::expected<void, Failure> choose(std::vector<player::Readback>& readbacks, std::string_view wanted) {
  std::vector<std::string> known;
  std::vector<player::Readback> kept;
  for (player::Readback& r : readbacks) {
    const std::string number = toText(uint64_t{r.buffer});
    const std::string label = r.name.empty() ? number : r.name;
    if (std::find(known.begin(), known.end(), label) == known.end()) known.push_back(label);
    if (r.name == wanted || number == wanted) kept.push_back(std::move(r));
  }
  if (kept.empty()) {
    const std::vector<std::string_view> names(known.begin(), known.end());
    const std::string hint = didYouMean(wanted, names);
    return std::unexpected(Failure{
        kExitUsage, cat("no readback is called ", wanted, names.empty() ? "; nothing was read back" : "; there is ",
                        listed(names, "and"), hint.empty() ? "" : "; ", hint)});
  }
  readbacks = std::move(kept);
  return {};
}

std::expected<void, Failure> writeResults(const Arguments& arguments, const player::PlayResult& result, bool many) {
  if (const auto file = arguments.value("--npy")) {
    const Bytes npy = lanesNpy(result.readbacks);
    if (npy.empty()) {
      return std::unexpected(
          Failure{kExitUsage, result.readbacks.empty()
                                  ? "nothing was read back, so there is nothing for --npy"
                                  : "readbacks of different lengths do not fit one NPY file; choose with --buffer"});
    }
    if (auto written = writeOutput(std::string(*file), npy); !written) return written;
  }
  if (arguments.has("--json"))
    printOut(playJson(result));
  else if (arguments.has("--csv"))
    printOut(lanesCsv(result.readbacks));
  else if (arguments.value("--npy") != "-")
    printOut(lanesText(result.readbacks, many));
  return {};
}

/// Plain text of all readbacks: printed as they arrive, so that the first lanes wait for nothing else.
bool printsAtOnce(const Arguments& arguments) {
  for (const std::string_view option : {"--json", "--csv", "--npy", "--buffer", "--last"}) {
    if (arguments.has(option)) return false;
  }
  return true;
}

int play(const Input& input, const Arguments& arguments, player::PlayOptions& options) {
  auto opened = openPayload(input, {});
  if (!opened) return fail(opened.error());
  if (opened->compiled && opened->compiled->program) options.names = compile::resourceNames(*opened->compiled->program);
  options.last_readback_only = arguments.has("--last");
  player::PlayResult result;
  size_t printed = 0;
  {
    Progress progress(options.frames);
    options.on_frame = [&progress](uint32_t frame) { progress.at(frame); };
    if (printsAtOnce(arguments)) {
      options.on_readback = [&printed, many = options.frames > 1](player::Readback&& readback) {
        std::vector<player::Readback> one;
        one.push_back(std::move(readback));
        printOut(lanesText(one, many));
        ++printed;
      };
    }
    result = player::play(opened->payload, options);
  }
  const int code = reportPlay(result, input.shown);
  const bool nothing = result.readbacks.empty() && printed == 0;
  if (const auto wanted = arguments.value("--buffer"); wanted && code == kExitOk) {
    if (const auto chosen = choose(result.readbacks, *wanted); !chosen) return fail(chosen.error());
  }
  if (nothing && code == kExitOk) {
    printErr(cat(input.shown, ": ran ", counted(result.stats.frames, "frame", "frames"),
                 "; its frame reads nothing back\n"));
  }
  if (const auto written = writeResults(arguments, result, options.frames > 1); !written && code == kExitOk) {
    return fail(written.error());
  }
  return code;
}

int run(const Arguments& arguments) {
  if (arguments.has("--list-adapters")) return listAdapters(arguments.has("--json"));
  if (arguments.inputs().empty()) return fail({kExitUsage, cat("pngine run needs ", kSpec.usage)});
  auto options = playOptions(arguments);
  if (!options) return fail({kExitUsage, options.error()});
  const auto input = readInput(arguments.inputs()[0]);
  return input ? play(*input, arguments, *options) : fail(input.error());
}

}  // namespace

const Command kRun = {&kSpec, run};

}  // namespace pngine::cli
