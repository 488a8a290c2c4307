// pngine diff: whether two PNGs show the same picture, within a tolerance per channel and a share of pixels.
#include <algorithm>
#include <cmath>
#include <cstdlib>

#include "base/json.h"
#include "base/text.h"
#include "cli/command.h"
#include "cli/io.h"
#include "format/png.h"

namespace pngine::cli {
namespace {

/// What still counts as equal: every channel of a pixel within `per_channel`, and so many pixels of the whole.
struct Tolerance {
  double precision = 0;
  uint32_t per_channel = 0;
};
struct Preset {
  std::string_view name, short_name;
  Tolerance tolerance;
};
constexpr Preset kPresets[] = {
    {"default", "", {0.985, 5}},
    {"high-precision", "high", {0.99, 2}},
    {"compute-tolerant", "compute", {0.95, 10}},
};

constexpr OptionSpec kOptions[] = {
    {"--preset", "", "NAME", "default (0.985, 5), high-precision (0.99, 2) or compute-tolerant (0.95, 10)"},
    {"--precision", "", "SHARE", "share of pixels that must match, 0 to 1; wins over the preset"},
    {"--max-diff", "", "N", "how far a channel of a matching pixel may be off, 0 to 255; wins over the preset"},
    {"--json", "", "", "print one line of JSON on standard output"},
};
constexpr CommandSpec kSpec = {
    .name = "diff",
    .usage = "<a.png|-> <b.png|-> [options]",
    .summary = "compare two pictures; exit 0 when they match, 1 when they differ",
    .details = "Both are decoded to 8-bit RGBA. Exit 4 when one is no PNG or their sizes differ.",
    .min_inputs = 2,
    .max_inputs = 2,
    .options = kOptions,
};

std::expected<Tolerance, std::string> toleranceOf(const Arguments& arguments) {
  Tolerance out = kPresets[0].tolerance;
  if (const auto wanted = arguments.value("--preset")) {
    const auto preset = std::ranges::find_if(kPresets, [&](const Preset& p) {
      return p.name == *wanted || (!p.short_name.empty() && p.short_name == *wanted);
    });
    if (preset == std::end(kPresets)) {
      std::vector<std::string_view> names;
      for (const Preset& p : kPresets) names.push_back(p.name);
      const std::string hint = didYouMean(*wanted, names);
      return std::unexpected(
          cat("--preset takes ", listed(names), ", not \"", *wanted, "\"", hint.empty() ? "" : "; ", hint));
    }
    out = preset->tolerance;
  }
  if (const auto text = arguments.value("--precision")) {
    const auto share = parseNumber("--precision", *text);
    if (!share) return std::unexpected(share.error());
    if (!(*share >= 0 && *share <= 1)) return std::unexpected(cat("--precision takes 0 to 1, not ", *text));
    out.precision = *share;
  }
  if (const auto text = arguments.value("--max-diff")) {
    const auto steps = parseCount("--max-diff", *text, 0, 255);
    if (!steps) return std::unexpected(steps.error());
    out.per_channel = static_cast<uint32_t>(*steps);
  }
  return out;
}

struct Comparison {
  uint64_t total = 0, differing = 0;
  uint32_t largest = 0;
  double share() const { return static_cast<double>(total - differing) / static_cast<double>(total); }
};

/// Of two pictures of one size.
Comparison compare(ByteView a, ByteView b, uint32_t per_channel) {
  Comparison out{.total = a.size() / 4};
  for (size_t at = 0; at < a.size(); at += 4) {
    uint32_t worst = 0;
    for (size_t c = at; c < at + 4; ++c)
      worst = std::max(worst, static_cast<uint32_t>(std::abs(int{a[c]} - int{b[c]})));
    out.differing += worst > per_channel ? 1 : 0;
    out.largest = std::max(out.largest, worst);
  }
  return out;
}

/// Six decimals at most, as a number.
double rounded(double share) { return std::round(share * 1e6) / 1e6; }

int reportSizes(const Input (&inputs)[2], const format::Picture (&pictures)[2], bool as_json) {
  if (!as_json) {
    return fail({kExitFormat,
                 cat("the pictures differ in size: ", inputs[0].shown, " has ", pictures[0].width, "x",
                     pictures[0].height, ", ", inputs[1].shown, " has ", pictures[1].width, "x", pictures[1].height)});
  }
  JsonWriter json;
  json.beginObject().member("result", "dimension_mismatch");
  for (size_t i = 0; i < 2; ++i) {
    json.key(i == 0 ? "a" : "b").beginObject().member("width", pictures[i].width);
    json.member("height", pictures[i].height).endObject();
  }
  printOut(json.endObject().take() + "\n");
  return kExitFormat;
}

void report(const Comparison& c, const Tolerance& t, const format::Picture& size, bool match, bool as_json) {
  if (!as_json) {
    return printErr(cat(match ? "match: " : "differ: ", rounded(c.share()) * 100, " % of ", size.width, "x",
                        size.height, " pixels, ", c.differing, " of ", c.total, " differ, largest difference ",
                        c.largest, " (wanted: ", t.precision * 100, " % within ", t.per_channel, ")\n"));
  }
  JsonWriter json;
  json.beginObject().member("result", match ? "match" : "differ");
  json.member("width", size.width).member("height", size.height).member("match_percentage", rounded(c.share()));
  json.member("differing_pixels", c.differing).member("total_pixels", c.total).member("max_difference", c.largest);
  json.member("precision", t.precision).member("max_pixel_difference", t.per_channel).endObject();
  printOut(json.take() + "\n");
}

int run(const Arguments& arguments) {
  const auto tolerance = toleranceOf(arguments);
  if (!tolerance) return fail({kExitUsage, tolerance.error()});
  Input inputs[2];
  format::Picture pictures[2];
  for (size_t i = 0; i < 2; ++i) {
    auto input = readInput(arguments.inputs()[i]);
    if (!input) return fail(input.error());
    auto picture = format::decodePng(input->bytes);
    if (!picture) return fail({kExitFormat, cat(input->shown, ": ", picture.error().message)});
    inputs[i] = std::move(*input);
    pictures[i] = std::move(*picture);
  }
  const bool as_json = arguments.has("--json");
  if (pictures[0].width != pictures[1].width || pictures[0].height != pictures[1].height) {
    return reportSizes(inputs, pictures, as_json);
  }
  const Comparison comparison = compare(pictures[0].rgba, pictures[1].rgba, tolerance->per_channel);
  const bool match = comparison.share() >= tolerance->precision;
  report(comparison, *tolerance, pictures[0], match, as_json);
  return match ? kExitOk : kExitUsage;
}

}  // namespace

const Command kDiff = {&kSpec, run};

}  // namespace pngine::cli
