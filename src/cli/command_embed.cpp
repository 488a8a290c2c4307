// pngine embed and pngine extract: a payload into a picture and out of one, and the list of private chunks.
#include "base/text.h"
#include "cli/command.h"
#include "cli/io.h"
#include "cli/source.h"
#include "format/payload.h"
#include "format/png.h"
#include "format/zip.h"

namespace pngine::cli {
namespace {

// ---- embed

constexpr OptionSpec kEmbedOptions[] = {
    {"--output", "-o", "PATH", "where to write (image_embedded.png; - for standard output)"},
};
constexpr CommandSpec kEmbedSpec = {
    .name = "embed",
    .usage = "<image.png|-> <payload.pngb|-> [options]",
    .summary = "put a payload into a picture; a payload that is already there is replaced",
    .details = "",
    .min_inputs = 2,
    .max_inputs = 2,
    .options = kEmbedOptions,
};

int runEmbed(const Arguments& arguments) {
  const auto image = readInput(arguments.inputs()[0]);
  if (!image) return fail(image.error());
  const auto payload = readInput(arguments.inputs()[1]);
  if (!payload) return fail(payload.error());
  const std::string output(arguments.value("--output").value_or(withExtension(image->path, "_embedded.png")));
  if (const auto good = checkOutputName(output, InputKind::png); !good) return fail(good.error());
  if (const auto view = format::readPayload(payload->bytes); !view) {
    return fail({kExitFormat, cat(payload->shown, ": ", view.error().message)});
  }
  const auto png = format::embed(image->bytes, payload->bytes);
  if (!png) return fail({kExitFormat, cat(image->shown, ": ", png.error().message)});
  if (const auto written = writeOutput(output, *png); !written) return fail(written.error());
  printErr(cat("Embedded ", payload->shown, " in ", image->shown, " -> ", output == "-" ? "<stdout>" : output, " (",
               counted(png->size(), "byte", "bytes"), ")\n"));
  return kExitOk;
}

// ---- extract

constexpr OptionSpec kExtractOptions[] = {
    {"--output", "-o", "PATH", "where to write (input with .pngb; - for standard output)"},
    {"--list", "-l", "", "list the private chunks of a PNG and write nothing"},
};
constexpr CommandSpec kExtractSpec = {
    .name = "extract",
    .usage = "<file.png|file.zip|-> [options]",
    .summary = "take the payload out of a PNG or a bundle",
    .details = "",
    .options = kExtractOptions,
};

std::string_view roleOf(std::string_view chunk) {
  if (chunk == format::kPayloadChunk) return "program";
  if (chunk == format::kFlatChunk) return "flat program for the mini player";
  if (chunk == format::kAudioChunk) return "audio module";
  if (chunk == format::kMetadataChunk) return "metadata";
  if (chunk == "pNGw") return "compressed WGSL";
  return "unknown";
}

int listChunks(const Input& input) {
  const auto chunks = format::readChunks(input.bytes);
  if (!chunks) return fail({kExitFormat, cat(input.shown, ": ", chunks.error().message)});
  std::string out;
  for (const format::PngChunk& c : *chunks) {
    if (!c.type.starts_with("pNG")) continue;
    const bool wrapped = c.type != format::kMetadataChunk && c.data.size() >= 2;
    out += cat(c.type, "  ", c.wireSize(), " bytes on the wire, payload ", c.data.size() < 2 ? 0 : c.data.size() - 2,
               ", version ", c.data.empty() ? std::string("-1") : toText(uint64_t{c.data[0]}), ", ",
               wrapped && (c.data[1] & 1) != 0 ? "deflated" : "stored", ", ", roleOf(c.type), "\n");
  }
  printErr(out.empty() ? cat(input.shown, ": no private chunks\n") : out);
  return kExitOk;
}

int runExtract(const Arguments& arguments) {
  const auto input = readInput(arguments.inputs()[0]);
  if (!input) return fail(input.error());
  if (arguments.has("--list")) return listChunks(*input);
  if (input->kind != InputKind::png && input->kind != InputKind::zip) {
    return fail({kExitFormat, cat(input->shown, " is neither a PNG nor a ZIP")});
  }
  const std::string output(arguments.value("--output").value_or(withExtension(input->path, ".pngb")));
  if (const auto good = checkOutputName(output, InputKind::payload); !good) return fail(good.error());
  const auto opened = openPayload(*input, {});
  if (!opened) return fail(opened.error());
  if (const auto written = writeOutput(output, opened->payload); !written) return fail(written.error());
  printErr(cat("Extracted ", input->shown, " -> ", output == "-" ? "<stdout>" : output, " (",
               counted(opened->payload.size(), "byte", "bytes"), ")\n"));
  return kExitOk;
}

}  // namespace

const Command kEmbed = {&kEmbedSpec, runEmbed};
const Command kExtract = {&kExtractSpec, runExtract};

}  // namespace pngine::cli
