// Options and reports around the native player.
#include "cli/playing.h"

#include "base/text.h"

namespace pngine::cli {
namespace {

constexpr uint64_t kMaxFrames = 10'000'000;

std::expected<player::UniformSetting, std::string> parseSetting(std::string_view text) {
  const auto refuse = [text] {
    return std::unexpected(
        cat("--set takes PATH=VALUE, values separated by commas, such as light.color=1,0.5,0, not \"", text, "\""));
  };
  const size_t equals = text.find('=');
  if (equals == std::string_view::npos || equals == 0) return refuse();
  player::UniformSetting out{.path = std::string(text.substr(0, equals))};
  std::string_view rest = text.substr(equals + 1);
  for (;;) {
    const size_t comma = rest.find(',');
    const auto value = parseNumber("--set", rest.substr(0, comma));
    if (!value) return refuse();
    out.values.push_back(*value);
    if (comma == std::string_view::npos) return out;
    rest.remove_prefix(comma + 1);
  }
}

// Applies one numeric option when it was given.
template <class Target, class Parse>
std::expected<void, std::string> take(const Arguments& arguments, std::string_view option, Target& target,
                                      Parse parse) {
  const auto text = arguments.value(option);
  if (!text) return {};
  const auto value = parse(option, *text);
  if (!value) return std::unexpected(value.error());
  target = static_cast<Target>(*value);
  return {};
}

}  // namespace

std::expected<player::PlayOptions, std::string> playOptions(const Arguments& arguments) {
  player::PlayOptions out;
  out.timeout = 60;
  const auto count = [](std::string_view o, std::string_view t) { return parseCount(o, t, 1, kMaxFrames); };
  if (const auto r = take(arguments, "--frames", out.frames, count); !r) return std::unexpected(r.error());
  if (const auto r = take(arguments, "--time", out.start, parseNumber); !r) return std::unexpected(r.error());
  if (const auto r = take(arguments, "--time-step", out.step, parseNumber); !r) return std::unexpected(r.error());
  if (const auto r = take(arguments, "--timeout", out.timeout, parseNumber); !r) return std::unexpected(r.error());
  if (out.timeout < 0) return std::unexpected("--timeout takes seconds, 0 or more");
  if (const auto text = arguments.value("--size")) {
    const auto size = parseSize("--size", *text);
    if (!size) return std::unexpected(size.error());
    out.width = size->width;
    out.height = size->height;
  }
  if (const auto name = arguments.value("--adapter")) out.adapter = player::parseAdapter(*name);
  for (const std::string_view text : arguments.values("--set")) {
    auto setting = parseSetting(text);
    if (!setting) return std::unexpected(setting.error());
    out.uniforms.push_back(std::move(*setting));
  }
  if (arguments.has("--trusted")) {
    out.in_process = true;
    out.timeout = 0;
  }
  return out;
}

int reportPlay(const player::PlayResult& result, std::string_view shown) {
  std::string out;
  if (!result.adapter.name.empty()) {
    out += cat("adapter: ", result.adapter.name, " (", result.adapter.backend,
               result.adapter.software ? ", software" : "", ")\n");
  }
  for (const std::string& w : result.warnings) out += cat("pngine: warning: ", w, "\n");
  for (const player::GpuReport& r : result.reports) {
    out += cat("pngine: error: ", shown, ": ", r.load ? std::string("load") : cat("frame ", r.frame), ": ", r.message,
               " [", r.source, "]\n");
  }
  if (result.error) out += cat("pngine: error: ", shown, ": ", result.error->message, "\n");
  printErr(out);
  if (result.error) return player::exitCode(result.error->kind);
  return result.reports.empty() ? kExitOk : kExitValidation;
}

Progress::Progress(uint32_t total) : total_(total) {}

void Progress::at(uint32_t frame) {
  if (total_ < 2 || !stderrIsTerminal()) return;
  printErr(cat("\rframe ", frame + 1, " of ", total_, " "));
  shown_ = true;
}

Progress::~Progress() {
  if (shown_) printErr("\r\x1b[K");
}

}  // namespace pngine::cli
