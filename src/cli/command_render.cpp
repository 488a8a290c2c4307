// pngine FILE.sjon, the default command: a document to a PNG that plays; with --frame its pixels are the program's.
#include <cmath>

#include "base/text.h"
#include "cli/command.h"
#include "cli/io.h"
#include "cli/playing.h"
#include "cli/source.h"
#include "cli/types.h"
#include "compile/resource_names.h"
#include "format/payload.h"
#include "format/png.h"

namespace pngine::cli {
namespace {

constexpr OptionSpec kOptions[] = {
    {"--output", "-o", "PATH", "where to write (input with .png; - for standard output); out-%04d.png for a sequence"},
    {"--frame", "-f", "", "draw the picture natively, at --size and --time; otherwise it is one transparent pixel"},
    kSizeOption,
    kResizeOption,
    kTimeOption,
    kStepOption,
    {"--frames", "", "N", "run N frames first to last; the picture is the last one, or each --every'th of a sequence"},
    {"--every", "", "K", "write each K-th frame of a sequence (1)"},
    {"--scene", "-n", "NAME", "draw the frame of that name"},
    kAdapterOption,
    kSetOption,
    {"--types", "", "", "also write the uniforms as TypeScript, beside the output with .d.ts"},
    kMinifyOption,
    {"--embed", "-e", "", "put the program into the PNG (the default)"},
    {"--no-embed", "", "", "write the picture alone"},
    {"--no-executor", "", "", "leave the executor out: only players that have their own can play the file"},
    kValidateOption,
    kNoValidateOption,
    kTimeoutOption,
    kTrustedOption,
};

constexpr CommandSpec kSpec = {
    .name = "render",
    .usage = "<input.sjon|-> [options]",
    .summary = "compile a document to a PNG that plays",
    .details = "",
    .options = kOptions,
};

struct Job {
  const Input& input;
  const Arguments& arguments;
  std::string output;
  bool sequence = false;
};

bool isSequence(std::string_view output) { return output.find('%') != std::string_view::npos; }

// "out-%04d.png" with a frame number; nullopt when the pattern is anything but one %d or %0Nd.
std::optional<std::string> numbered(std::string_view pattern, uint32_t frame) {
  const size_t percent = pattern.find('%');
  size_t at = percent + 1;
  size_t width = 0;
  while (at < pattern.size() && pattern[at] >= '0' && pattern[at] <= '9')
    width = width * 10 + static_cast<size_t>(pattern[at++] - '0');
  if (at >= pattern.size() || pattern[at] != 'd' || width > 20 || pattern.find('%', at) != std::string_view::npos) {
    return std::nullopt;
  }
  std::string number = toText(uint64_t{frame});
  if (number.size() < width) number.insert(0, width - number.size(), '0');
  return cat(pattern.substr(0, percent), number, pattern.substr(at + 1));
}

std::string contents(const Arguments& arguments) {
  if (!arguments.either("--embed", "--no-embed", true)) return "image only";
  return arguments.has("--no-executor") ? "bytecode" : "bytecode+executor";
}

std::expected<Bytes, Failure> withProgram(const Job& job, Bytes png, const Bytes& payload) {
  if (!job.arguments.either("--embed", "--no-embed", true)) return png;
  auto embedded = format::embed(png, payload);
  if (!embedded) return std::unexpected(Failure{kExitFormat, embedded.error().message});
  return std::move(*embedded);
}

std::expected<void, Failure> writePicture(const Job& job, const player::Picture& picture, const Bytes& payload,
                                          double time) {
  auto png = format::makePng(picture.rgba, picture.width, picture.height,
                             job.sequence ? format::Effort::fast : format::Effort::smallest);
  if (!png) return std::unexpected(Failure{kExitFormat, png.error().message});
  const std::string path = job.sequence ? numbered(job.output, picture.frame).value_or(job.output) : job.output;
  auto whole =
      job.sequence ? std::expected<Bytes, Failure>(std::move(*png)) : withProgram(job, std::move(*png), payload);
  if (!whole) return std::unexpected(whole.error());
  if (auto written = writeOutput(path, *whole); !written) return written;
  if (!job.sequence) {
    printErr(cat("Rendered ", job.input.shown, " -> ", path == "-" ? "<stdout>" : path, " (", picture.width, "x",
                 picture.height, ", t=", time, " s, ", contents(job.arguments), ", ",
                 counted(whole->size(), "byte", "bytes"), ")\n"));
  }
  return {};
}

// Puts the frame of --scene first, where players look; the file then plays that frame too.
std::expected<void, Failure> chooseScene(const Arguments& arguments, compile::Compiled& compiled) {
  const auto wanted = arguments.value("--scene");
  if (!wanted) return {};
  std::vector<std::string_view> names;
  for (format::FrameProgram& frame : compiled.commands->frames) {
    names.push_back(frame.name);
    if (frame.name != *wanted) continue;
    std::swap(compiled.commands->frames.front(), frame);
    auto payload = format::writePayload(*compiled.commands, {.executor = !arguments.has("--no-executor")});
    if (!payload) return std::unexpected(Failure{kExitFormat, payload.error().message});
    compiled.payload = std::move(*payload);
    return {};
  }
  const std::string hint = didYouMean(*wanted, names);
  return std::unexpected(Failure{kExitWarning, cat("no frame is called ", *wanted, "; there is ", listed(names, "and"),
                                                   hint.empty() ? "" : "; ", hint)});
}

int drawFrames(const Job& job, const compile::Compiled& compiled, player::PlayOptions& options) {
  uint64_t every = 1;
  if (const auto text = job.arguments.value("--every")) {
    const auto k = parseCount("--every", *text, 1, 1'000'000);
    if (!k) return fail({kExitUsage, k.error()});
    every = *k;
  }
  if (compiled.program) options.names = compile::resourceNames(*compiled.program);
  for (uint32_t f = 0; f < options.frames; ++f) {
    if (job.sequence ? f % every == 0 : f + 1 == options.frames) options.capture.push_back(f);
  }
  options.keep_readbacks = false;
  std::optional<Failure> trouble;
  std::optional<player::Picture> last;
  player::PlayResult result;
  {
    Progress progress(options.frames);
    options.on_frame = [&progress](uint32_t frame) { progress.at(frame); };
    options.on_picture = [&](player::Picture&& picture) {
      if (!job.sequence)
        last = std::move(picture);  // written only once the run is known to be clean
      else if (!trouble) {
        if (auto written = writePicture(job, picture, compiled.payload, 0); !written) trouble = written.error();
      }
    };
    result = player::play(compiled.payload, options);
    options.on_frame = nullptr;
  }
  if (const int code = reportPlay(result, job.input.shown); code != kExitOk) return code;
  if (trouble) return fail(*trouble);
  const double time = options.start + options.step * (options.frames - 1);
  if (job.sequence) {
    printErr(cat("Rendered ", job.input.shown, " -> ", job.output, " (",
                 counted(options.capture.size(), "picture", "pictures"), ", ", sizesText(options), ")\n"));
    return kExitOk;
  }
  if (!last) return fail({kExitExecution, cat(job.input.shown, ": the run gave no picture")});
  const auto written = writePicture(job, *last, compiled.payload, time);
  return written ? kExitOk : fail(written.error());
}

int writeCarrier(const Job& job, const compile::Compiled& compiled) {
  const auto png = withProgram(job, format::transparentPixel(), compiled.payload);
  if (!png) return fail(png.error());
  if (const auto written = writeOutput(job.output, *png); !written) return fail(written.error());
  printErr(cat("Created ", job.input.shown, " -> ", job.output == "-" ? "<stdout>" : job.output, " (1x1, ",
               contents(job.arguments), ", ", counted(png->size(), "byte", "bytes"), ")\n"));
  return kExitOk;
}

// Options that mean something only together with others.
std::expected<void, std::string> checkOptions(const Arguments& arguments, std::string_view output) {
  if (arguments.has("--types") && output == "-")
    return std::unexpected("--types needs an output file beside which to write");
  if (arguments.has("--frame")) {
    if (isSequence(output) && !numbered(output, 0)) {
      return std::unexpected(cat("the output pattern takes one %d or %04d, not ", output));
    }
    return {};
  }
  for (const std::string_view option : {"--resize", "--frames", "--every", "--scene", "--adapter", "--set"}) {
    if (arguments.has(option)) return std::unexpected(cat(option, " has a meaning with --frame only"));
  }
  return {};
}

int run(const Arguments& arguments) {
  const std::string& path = arguments.inputs()[0];
  const std::string output(arguments.value("--output").value_or(withExtension(path, ".png")));
  if (const auto good = checkOptions(arguments, output); !good) return fail({kExitUsage, good.error()});
  auto options = playOptions(arguments);
  if (!options) return fail({kExitUsage, options.error()});
  if (path != "-" && kindOfName(path) != InputKind::source) {
    return fail({kExitFormat, cat(path, " is not an SJON document: its name does not end in .sjon")});
  }
  const auto input = readInput(path);
  if (!input) return fail(input.error());
  if (input->kind != InputKind::source) return fail({kExitFormat, cat(input->shown, " is not an SJON document")});
  if (const auto good = checkOutputName(output, InputKind::png); !good) return fail(good.error());
  const Job job{*input, arguments, output, arguments.has("--frame") && isSequence(output)};
  compile::Compiled compiled = compileInput(*input, {.minify = arguments.has(kMinifyOption.name),
                                                     .validate = wantsValidation(arguments),
                                                     .executor = !arguments.has("--no-executor")});
  if (!reportFindings(*input, compiled)) return kExitCompile;
  if (arguments.has("--types")) {
    const std::string types = uniformTypes(compiled.commands->uniforms, output);
    if (const auto written = writeOutput(withExtension(output, ".d.ts"), asBytes(types), false); !written) {
      return fail(written.error());
    }
  }
  if (!arguments.has("--frame")) return writeCarrier(job, compiled);
  if (const auto chosen = chooseScene(arguments, compiled); !chosen) return fail(chosen.error());
  return drawFrames(job, compiled, *options);
}

}  // namespace

const Command kRender = {&kSpec, run};

}  // namespace pngine::cli
