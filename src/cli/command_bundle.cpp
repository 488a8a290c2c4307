// pngine bundle: a document and its assets as one ZIP: the payload without its executor, the executor beside it, and a
// manifest that names both.
#include <dirent.h>
#include <sys/stat.h>

#include <algorithm>
#include <cerrno>
#include <cstring>

#include "base/json.h"
#include "base/text.h"
#include "cli/command.h"
#include "cli/io.h"
#include "cli/source.h"
#include "format/payload.h"
#include "format/zip.h"

namespace pngine::cli {
namespace {

constexpr std::string_view kEntry = "main.pngb", kRuntime = "pngine.wasm";
constexpr size_t kMaxAssets = 10'000, kMaxBundleAsset = size_t{10} << 20, kMaxDepth = 64;

constexpr OptionSpec kOptions[] = {
    {"--output", "-o", "PATH", "where to write (input with .zip; - for standard output)"},
    {"--assets", "", "DIR", "put every file below DIR into the bundle, as assets/..."},
    {"--no-runtime", "", "", "leave the executor out; the player must bring one"},
    kMinifyOption,
    kValidateOption,
    kNoValidateOption,
};
constexpr CommandSpec kSpec = {
    .name = "bundle",
    .usage = "<input.sjon|-> [options]",
    .summary = "compile a document to a ZIP with its executor and assets",
    .details = "",
    .options = kOptions,
};

std::unexpected<Failure> failure(const std::string& path, std::string_view why) {
  return std::unexpected(Failure{kExitIo, cat(path, ": ", why)});
}

/// Names below a directory, sorted, so that the same folder gives the same bytes. Links are followed at most to
/// kMaxDepth, which ends circles.
std::expected<void, Failure> collect(const std::string& directory, const std::string& prefix, size_t depth,
                                     std::vector<std::string>& out) {
  if (depth > kMaxDepth) return failure(directory, "the folder is nested too deeply, or in a circle");
  DIR* const listing = opendir(directory.c_str());
  if (!listing) return failure(directory, std::strerror(errno));
  std::vector<std::string> names;
  while (const dirent* entry = readdir(listing)) {
    if (const std::string_view name = entry->d_name; name != "." && name != "..") names.emplace_back(name);
  }
  closedir(listing);
  std::ranges::sort(names);
  for (const std::string& name : names) {
    const std::string path = cat(directory, "/", name);
    struct stat about = {};
    if (stat(path.c_str(), &about) != 0) return failure(path, std::strerror(errno));
    if (S_ISDIR(about.st_mode)) {
      if (auto done = collect(path, cat(prefix, name, "/"), depth + 1, out); !done) return done;
    } else if (S_ISREG(about.st_mode)) {
      if (out.size() == kMaxAssets) return failure(directory, cat("a bundle takes at most ", kMaxAssets, " assets"));
      out.push_back(prefix + name);
    }
  }
  return {};
}

std::expected<void, Failure> addAssets(const std::string& directory, std::vector<format::ZipInput>& entries) {
  std::vector<std::string> names;
  if (auto done = collect(directory, "", 0, names); !done) return done;
  for (const std::string& name : names) {
    const std::string path = cat(directory, "/", name);
    auto bytes = readFile(path, kMaxBundleAsset);
    if (!bytes) return failure(path, bytes.error());
    entries.push_back({cat("assets/", name), std::move(*bytes), format::isCompressedName(name)});
  }
  return {};
}

std::string manifest(bool runtime) {
  JsonWriter json;
  json.beginObject().member("version", 1).member("entry", kEntry);
  if (runtime) json.member("runtime", kRuntime);
  return json.endObject().take();
}

int run(const Arguments& arguments) {
  const auto input = readInput(arguments.inputs()[0]);
  if (!input) return fail(input.error());
  if (input->kind != InputKind::source) return fail({kExitFormat, cat(input->shown, " is not an SJON document")});
  const std::string output(arguments.value("--output").value_or(withExtension(input->path, ".zip")));
  if (const auto good = checkOutputName(output, InputKind::zip); !good) return fail(good.error());
  compile::Compiled compiled = compileInput(
      *input, {.minify = arguments.has(kMinifyOption.name), .validate = wantsValidation(arguments), .executor = false});
  if (!reportFindings(*input, compiled)) return kExitCompile;
  const bool with_runtime = !arguments.has("--no-runtime");
  std::vector<format::ZipInput> entries;
  const std::string text = manifest(with_runtime);
  entries.push_back({"manifest.json", Bytes(text.begin(), text.end()), true});
  Bytes runtime;
  if (with_runtime) {
    const auto view = format::readPayload(compiled.payload);
    auto executor = view ? format::executorFor(*view) : std::unexpected(view.error());
    if (!executor) return fail({kExitFormat, executor.error().message});
    runtime = std::move(*executor);
  }
  entries.push_back({std::string(kEntry), std::move(compiled.payload), false});
  if (const auto assets = arguments.value("--assets")) {
    if (const auto added = addAssets(std::string(*assets), entries); !added) return fail(added.error());
  }
  if (with_runtime) entries.push_back({std::string(kRuntime), std::move(runtime), true});
  const auto zip = format::writeZip(entries);
  if (!zip) return fail({kExitFormat, zip.error().message});
  if (const auto written = writeOutput(output, *zip); !written) return fail(written.error());
  printErr(cat("Bundled ", input->shown, " -> ", output == "-" ? "<stdout>" : output, " (",
               counted(entries.size(), "entry", "entries"), ", ", counted(zip->size(), "byte", "bytes"), ")\n"));
  return kExitOk;
}

}  // namespace

const Command kBundle = {&kSpec, run};

}  // namespace pngine::cli
