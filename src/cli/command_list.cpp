// pngine list: what a PNG or a bundle carries.
#include "base/json.h"
#include "base/text.h"
#include "cli/command.h"
#include "cli/io.h"
#include "format/png.h"
#include "format/zip.h"

namespace pngine::cli {
namespace {

constexpr OptionSpec kOptions[] = {
    {"--json", "", "", "print one line of JSON on standard output"},
};
constexpr CommandSpec kSpec = {
    .name = "list",
    .usage = "<file.png|file.zip|-> [options]",
    .summary = "say what a PNG or a bundle carries",
    .details = "",
    .options = kOptions,
};

int listPng(const Input& input, bool as_json) {
  const auto chunks = format::readChunks(input.bytes);
  if (!chunks) return fail({kExitFormat, cat(input.shown, ": ", chunks.error().message)});
  JsonWriter json;
  json.beginObject().member("kind", "png").key("chunks").beginArray();
  std::string text;
  for (const format::PngChunk& c : *chunks) {
    if (!c.type.starts_with("pNG")) continue;
    const auto wrapper = format::readWrapper(c.data);
    json.beginObject().member("type", std::string_view(c.type)).member("bytes", uint64_t{c.wireSize()});
    text += cat(c.type, ": ", counted(c.wireSize(), "byte", "bytes"));
    if (wrapper) {
      text += cat(", version ", uint32_t{wrapper->version}, wrapper->compressed ? ", deflated" : ", stored");
      json.member("version", uint32_t{wrapper->version}).member("compressed", wrapper->compressed);
    }
    if (const auto payload = format::unwrap(c.data)) {
      text += cat(", payload ", counted(payload->size(), "byte", "bytes"));
      json.member("payload", uint64_t{payload->size()});
    }
    text += "\n";
    json.endObject();
  }
  json.endArray().endObject();
  if (text.empty())
    text = cat(input.shown, ": a picture without a program; if a host re-saved it, use the original file\n");
  if (as_json)
    printOut(json.take() + "\n");
  else
    printErr(text);
  return kExitOk;
}

int listZip(const Input& input, bool as_json) {
  const auto entries = format::readZip(input.bytes);
  if (!entries) return fail({kExitFormat, cat(input.shown, ": ", entries.error().message)});
  JsonWriter json;
  json.beginObject().member("kind", "zip").key("entries").beginArray();
  std::string text;
  uint64_t packed = 0, full = 0;
  for (const format::ZipEntry& e : *entries) {
    text += cat(e.compressed_size, "\t", e.size, "\t", e.name, "\n");
    json.beginObject().member("name", std::string_view(e.name)).member("compressed", e.compressed_size);
    json.member("size", e.size).endObject();
    packed += e.compressed_size;
    full += e.size;
  }
  json.endArray().endObject();
  text += cat(packed, "\t", full, "\t", counted(entries->size(), "entry", "entries"), "\n");
  if (as_json)
    printOut(json.take() + "\n");
  else
    printErr(text);
  return kExitOk;
}

int run(const Arguments& arguments) {
  const auto input = readInput(arguments.inputs()[0]);
  if (!input) return fail(input.error());
  if (input->kind == InputKind::png) return listPng(*input, arguments.has("--json"));
  if (input->kind == InputKind::zip) return listZip(*input, arguments.has("--json"));
  return fail({kExitFormat, cat(input->shown, " is neither a PNG nor a ZIP")});
}

}  // namespace

const Command kList = {&kSpec, run};

}  // namespace pngine::cli
