// Options and reports around the native player.
#include "cli/playing.h"

#include <algorithm>

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

std::expected<player::CanvasSize, std::string> parseResize(std::string_view text) {
  const size_t equals = text.find('=');
  if (equals != std::string_view::npos) {
    const auto frame = parseCount("--resize", text.substr(0, equals), 1, kMaxFrames);
    const auto size = parseSize("--resize", text.substr(equals + 1));
    if (frame && size) {
      return player::CanvasSize{.frame = static_cast<uint32_t>(*frame), .width = size->width, .height = size->height};
    }
  }
  return std::unexpected(cat("--resize takes FRAME=WIDTHxHEIGHT, a frame from 1 to ", kMaxFrames,
                             " and pixels as --size takes them, such as 30=640x400, not \"", text, "\""));
}

std::expected<std::vector<player::CanvasSize>, std::string> parseResizes(const Arguments& arguments) {
  std::vector<player::CanvasSize> out;
  for (const std::string_view text : arguments.values("--resize")) {
    const auto size = parseResize(text);
    if (!size) return std::unexpected(size.error());
    out.push_back(*size);
  }
  std::ranges::stable_sort(out, {}, &player::CanvasSize::frame);
  const auto twice = std::ranges::adjacent_find(out, {}, &player::CanvasSize::frame);
  if (twice != out.end()) return std::unexpected(cat("--resize names frame ", twice->frame, " twice"));
  return out;
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
  auto resizes = parseResizes(arguments);
  if (!resizes) return std::unexpected(resizes.error());
  out.resizes = std::move(*resizes);
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

std::string sizesText(const player::PlayOptions& options) {
  std::string out = cat(options.width, "x", options.height);
  for (const player::CanvasSize& size : options.resizes) {
    if (size.frame < options.frames) out += cat(", from frame ", size.frame, " on ", size.width, "x", size.height);
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
