// pngine FILE.sjon, the default command: a document to a PNG that plays; with --frame its pixels are the program's.
#include <cmath>

#include "base/text.h"
#include "cli/command.h"
#include "cli/io.h"
#include "cli/playing.h"
#include "cli/source.h"
#include "format/png.h"

namespace pngine::cli {
namespace {

constexpr OptionSpec kOptions[] = {
    {"--output", "-o", "PATH", "where to write (input with .png; - for standard output); out-%04d.png for a sequence"},
    {"--frame", "-f", "", "draw the picture natively, at --size and --time; otherwise it is one transparent pixel"},
    kSizeOption,
    kTimeOption,
    kStepOption,
    {"--frames", "", "N", "run N frames first to last; the picture is the last one, or each --every'th of a sequence"},
    {"--every", "", "K", "write each K-th frame of a sequence (1)"},
    {"--scene", "-n", "NAME", "draw the frame of that name"},
    kAdapterOption,
    kSetOption,
    {"--minify", "-m", "", "smallest WGSL with the same meaning"},
    {"--embed", "-e", "", "put the program into the PNG (the default)"},
    {"--no-embed", "", "", "write the picture alone"},
    {"--no-executor", "", "", "leave the executor out: only players that have their own can play the file"},
    {"--validate", "", "", "check shaders and joins (the default)"},
    {"--no-validate", "", "", "leave those checks out"},
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

int drawFrames(const Job& job, const compile::Compiled& compiled) {
  auto options = playOptions(job.arguments);
  if (!options) return fail({kExitUsage, options.error()});
  uint64_t every = 1;
  if (const auto text = job.arguments.value("--every")) {
    const auto k = parseCount("--every", *text, 1, 1'000'000);
    if (!k) return fail({kExitUsage, k.error()});
    every = *k;
  }
  if (compiled.commands) options->names = compiled.commands->names;
  for (uint32_t f = 0; f < options->frames; ++f) {
    if (job.sequence ? f % every == 0 : f + 1 == options->frames) options->capture.push_back(f);
  }
  options->keep_readbacks = false;
  std::optional<Failure> trouble;
  std::optional<player::Picture> last;
  player::PlayResult result;
  {
    Progress progress(options->frames);
    options->on_frame = [&progress](uint32_t frame) { progress.at(frame); };
    options->on_picture = [&](player::Picture&& picture) {
      if (!job.sequence)
        last = std::move(picture);  // written only once the run is known to be clean
      else if (!trouble) {
        if (auto written = writePicture(job, picture, compiled.payload, 0); !written) trouble = written.error();
      }
    };
    result = player::play(compiled.payload, *options);
  }
  if (const int code = reportPlay(result, job.input.shown); code != kExitOk) return code;
  if (trouble) return fail(*trouble);
  const double time = options->start + options->step * (options->frames - 1);
  if (job.sequence) {
    printErr(cat("Rendered ", job.input.shown, " -> ", job.output, " (",
                 counted(options->capture.size(), "picture", "pictures"), ", ", options->width, "x", options->height,
                 ")\n"));
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

int run(const Arguments& arguments) {
  const auto input = readInput(arguments.inputs()[0]);
  if (!input) return fail(input.error());
  if (input->kind != InputKind::source) return fail({kExitFormat, cat(input->shown, " is not an SJON document")});
  Job job{*input, arguments, std::string(arguments.value("--output").value_or(withExtension(input->path, ".png")))};
  job.sequence = arguments.has("--frame") && isSequence(job.output);
  if (job.sequence && !numbered(job.output, 0)) {
    return fail({kExitUsage, cat("the output pattern takes one %d or %04d, not ", job.output)});
  }
  if (!arguments.has("--frame")) {
    for (const std::string_view option : {"--frames", "--every", "--scene", "--adapter", "--set"}) {
      if (arguments.has(option)) return fail({kExitUsage, cat(option, " has a meaning with --frame only")});
    }
  }
  const compile::Compiled compiled =
      compileInput(*input, {.minify = arguments.has("--minify"),
                            .validate = arguments.either("--validate", "--no-validate", true),
                            .executor = !arguments.has("--no-executor")});
  if (!reportFindings(*input, compiled)) return kExitCompile;
  return arguments.has("--frame") ? drawFrames(job, compiled) : writeCarrier(job, compiled);
}

}  // namespace

const Command kRender = {&kSpec, run};

}  // namespace pngine::cli
