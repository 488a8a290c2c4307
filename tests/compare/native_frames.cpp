// Frames of many documents for the comparison of players: each is compiled once, its PNG written for the browser, and
// played on each adapter asked for, in a child process like every file. One JSON object a line says how it went.
//   compare_native OUT FRAMES ADAPTERS FILE.sjon[,FRAME=WxH...]...    e.g. out 0,1,7 swiftshader,llvmpipe a.sjon
// Writes OUT/NAME.png (the program) and OUT/NAME.ADAPTER.FRAME.rgba (straight alpha, rows from the top). The canvas is
// 64x64, and from the frames named behind a file on, which are written too, of the size named there.
//   compare_native --minify FRAMES FILE.sjon...
// Plays each document twice on SwiftShader, with its shaders as written and minified, and says whether pictures and
// lanes are the same, how long the shaders are, and whether the tables of uniforms are the same bytes.
#include <algorithm>
#include <cstdlib>
#include <span>
#include <string>
#include <vector>

#include "base/json.h"
#include "base/text.h"
#include "cli/io.h"
#include "cli/report.h"
#include "cli/source.h"
#include "compile/resource_names.h"
#include "format/png.h"
#include "player/player.h"

namespace pngine {
namespace {

constexpr uint32_t kSide = 64;

std::vector<std::string> split(std::string_view text) {
  std::vector<std::string> out;
  for (;;) {
    const size_t comma = text.find(',');
    out.emplace_back(text.substr(0, comma));
    if (comma == std::string_view::npos) return out;
    text.remove_prefix(comma + 1);
  }
}

std::string stemOf(std::string_view path) {
  const size_t slash = path.rfind('/');
  if (slash != std::string_view::npos) path.remove_prefix(slash + 1);
  return std::string(path.substr(0, path.rfind('.')));
}

uint32_t numberOf(std::string_view text) {
  return static_cast<uint32_t>(std::strtoul(std::string(text).c_str(), nullptr, 10));
}

struct Run {
  std::string out;
  std::vector<uint32_t> frames;
  std::vector<std::string> adapters;
  std::vector<player::CanvasSize> resizes = {};

  /// For one file: with the changes of size named behind it, in ascending order.
  Run with(std::span<const std::string> changes) const {
    Run run = *this;
    for (const std::string& text : changes) {
      const size_t equals = text.find('='), x = text.find('x');
      run.resizes.push_back({numberOf(text), numberOf(std::string_view(text).substr(equals + 1)),
                             numberOf(std::string_view(text).substr(x + 1))});
      run.frames.push_back(run.resizes.back().frame);
    }
    std::ranges::sort(run.frames);
    run.frames.erase(std::ranges::unique(run.frames).begin(), run.frames.end());
    return run;
  }
};

player::PlayResult played(const Run& run, const std::string& adapter, const compile::Compiled& compiled,
                          bool readbacks) {
  player::PlayOptions options;
  options.adapter = player::parseAdapter(adapter);
  options.frames = run.frames.back() + 1;
  options.width = options.height = kSide;
  options.resizes = run.resizes;
  options.capture = run.frames;
  options.keep_readbacks = readbacks;
  options.timeout = 60;
  if (compiled.program) options.names = compile::resourceNames(*compiled.program);
  return player::play(compiled.payload, options);
}

void writeErrors(const player::PlayResult& result, JsonWriter& json) {
  json.key("errors").beginArray();
  if (result.error) json.string(result.error->message);
  for (const player::GpuReport& r : result.reports) json.string(cat(r.source, ": ", r.message));
  json.endArray();
}

void play(const Run& run, const std::string& adapter, const std::string& path, const compile::Compiled& compiled,
          JsonWriter& json) {
  const player::PlayResult result = played(run, adapter, compiled, false);
  json.key(adapter).beginObject();
  json.member("name", result.adapter.name);
  writeErrors(result, json);
  json.key("frames").beginArray();
  for (const player::Picture& picture : result.pictures) {
    json.unsignedInteger(picture.frame);
    const std::string file = cat(run.out, "/", stemOf(path), ".", adapter, ".", picture.frame, ".rgba");
    if (const auto written = cli::writeOutput(file, picture.rgba); !written) cli::fail(written.error());
  }
  json.endArray().endObject();
}

void document(const Run& run, const std::string& path) {
  JsonWriter json;
  json.beginObject().member("program", stemOf(path));
  const auto input = cli::readInput(path);
  std::string findings = input ? "" : input.error().message;
  bool good = input.has_value();
  if (good) {
    const compile::Compiled compiled = cli::compileInput(*input, {});
    findings = cli::findingsText(input->shown, asText(input->bytes), compiled.diagnostics);
    good = !compiled.diagnostics.hasErrors();
    if (good) {
      const auto png =
          format::embed(format::transparentPixel(), compiled.payload, format::kPayloadChunk, format::Effort::fast);
      if (!png || !cli::writeOutput(cat(run.out, "/", stemOf(path), ".png"), *png)) good = false;
      for (const std::string& adapter : run.adapters) play(run, adapter, path, compiled, json);
    }
  }
  json.member("compiled", good).member("findings", findings).endObject();
  cli::printOut(json.text() + "\n");
}

// ---- minified and not ----

bool samePictures(const player::PlayResult& a, const player::PlayResult& b) {
  if (a.pictures.size() != b.pictures.size()) return false;
  for (size_t i = 0; i < a.pictures.size(); ++i) {
    if (a.pictures[i].rgba != b.pictures[i].rgba) return false;
  }
  return true;
}

bool sameReadbacks(const player::PlayResult& a, const player::PlayResult& b) {
  if (a.readbacks.size() != b.readbacks.size()) return false;
  for (size_t i = 0; i < a.readbacks.size(); ++i) {
    if (a.readbacks[i].frame != b.readbacks[i].frame || a.readbacks[i].bytes != b.readbacks[i].bytes) return false;
  }
  return true;
}

/// Strings and uniforms of a payload; the header has the offsets.
std::string uniformTable(ByteView payload) {
  const auto offset = [&](size_t at) {
    uint32_t n = 0;
    for (size_t i = 4; i-- > 0;) n = n << 8 | payload[at + i];
    return n;
  };
  const std::string_view text = asText(payload);
  const uint32_t strings = offset(20), data = offset(24), uniforms = offset(32), animation = offset(36);
  return cat(text.substr(strings, data - strings), text.substr(uniforms, animation - uniforms));
}

size_t shaderBytes(const compile::Compiled& compiled) {
  size_t n = 0;
  for (const program::ShaderModule& m : compiled.program->modules) n += m.shipped.size();
  return n;
}

void minified(const Run& run, const std::string& path) {
  JsonWriter json;
  json.beginObject().member("program", stemOf(path));
  const auto input = cli::readInput(path);
  if (!input) cli::fail(input.error());
  const compile::Compiled plain = cli::compileInput(*input, {});
  const compile::Compiled small = cli::compileInput(*input, {.minify = true});
  const bool good = !plain.diagnostics.hasErrors() && !small.diagnostics.hasErrors();
  json.member("compiled", good);
  json.member("findings", cli::findingsText(input->shown, asText(input->bytes), small.diagnostics));
  if (good) {
    const player::PlayResult before = played(run, "swiftshader", plain, true),
                             after = played(run, "swiftshader", small, true);
    writeErrors(after, json);
    json.member("plays", !before.error && before.reports.empty());
    json.member("pictures", uint64_t{before.pictures.size()}).member("readbacks", uint64_t{before.readbacks.size()});
    json.member("samePictures", samePictures(before, after)).member("sameLanes", sameReadbacks(before, after));
    json.member("uniforms", uniformTable(plain.payload) == uniformTable(small.payload));
    json.member("before", uint64_t{shaderBytes(plain)}).member("after", uint64_t{shaderBytes(small)});
  }
  json.endObject();
  cli::printOut(json.text() + "\n");
}

}  // namespace
}  // namespace pngine

int main(int argc, char** argv) {
  using namespace pngine;
  if (argc < 4) {
    cli::printErr("usage: compare_native OUT FRAMES ADAPTERS FILE.sjon...\n");
    return 1;
  }
  const bool minify = std::string_view(argv[1]) == "--minify";
  Run run{argv[1], {}, split(argv[3])};
  for (const std::string& frame : split(argv[2])) run.frames.push_back(numberOf(frame));
  for (int i = minify ? 3 : 4; i < argc; ++i) {
    const std::vector<std::string> words = split(argv[i]);
    const Run one = run.with(std::span(words).subspan(1));
    minify ? minified(one, words[0]) : document(one, words[0]);
  }
  return 0;
}
