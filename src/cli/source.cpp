// The compiler with this machine's files and checker behind it.
#include "cli/source.h"

#include "base/text.h"
#include "check/wgsl_checker.h"
#include "cli/report.h"
#include "format/payload.h"
#include "format/png.h"
#include "format/zip.h"

namespace pngine::cli {
namespace {

/// Files relative to the document's folder (the current one for standard input).
class FolderReader final : public compile::FileReader {
 public:
  explicit FolderReader(std::string folder) : folder_(std::move(folder)) {}
  std::expected<Bytes, std::string> read(std::string_view path) override {
    const std::string joined = cat(folder_, path);
    if (joined.size() > kMaxPath) return std::unexpected(cat("the path is longer than ", kMaxPath, " bytes"));
    return readFile(joined, kMaxAsset);
  }

 private:
  static constexpr size_t kMaxPath = 512;
  std::string folder_;
};

compile::ModuleMessage::Kind kindOf(check::ShaderMessage::Kind kind) {
  switch (kind) {
    case check::ShaderMessage::Kind::error:
      return compile::ModuleMessage::Kind::error;
    case check::ShaderMessage::Kind::warning:
      return compile::ModuleMessage::Kind::warning;
    case check::ShaderMessage::Kind::info:
      return compile::ModuleMessage::Kind::info;
    case check::ShaderMessage::Kind::newer:
    case check::ShaderMessage::Kind::unanswered:
      return compile::ModuleMessage::Kind::unchecked;
  }
  return compile::ModuleMessage::Kind::error;
}

/// Opens Tint at the first module, so that documents without shaders and broken ones do not wait for it.
class TintChecker final : public compile::ModuleChecker {
 public:
  std::vector<compile::ModuleMessage> check(std::string_view wgsl) override {
    std::vector<compile::ModuleMessage> out;
    for (check::ShaderMessage& m : shared() ? shared()->check(wgsl) : std::vector<check::ShaderMessage>{}) {
      out.push_back({kindOf(m.kind), m.line, m.column, m.length, std::move(m.text)});
    }
    return out;
  }

 private:
  // One for the whole process: `validate` of many documents opens Tint once.
  static check::WgslChecker* shared() {
    static const std::unique_ptr<check::WgslChecker> checker = [] {
      auto opened = check::WgslChecker::open();
      if (opened) return std::move(*opened);
      printErr(cat("pngine: warning: shaders are not checked: ", opened.error(), "\n"));
      return std::unique_ptr<check::WgslChecker>{};
    }();
    return checker.get();
  }
};

std::expected<Bytes, Failure> payloadInside(const Input& input) {
  std::expected<Bytes, format::Error> payload = input.bytes;
  if (input.kind == InputKind::png) payload = format::extractChunk(input.bytes);
  if (input.kind == InputKind::zip) payload = format::payloadOfZip(input.bytes);
  if (!payload) return std::unexpected(Failure{kExitFormat, cat(input.shown, ": ", payload.error().message)});
  if (const auto view = format::readPayload(*payload); !view) {
    return std::unexpected(Failure{kExitFormat, cat(input.shown, ": ", view.error().message)});
  }
  return std::move(*payload);
}

}  // namespace

compile::Compiled compileInput(const Input& input, const SourceOptions& options) {
  FolderReader files(input.path == "-" ? "" : directoryOf(input.path));
  TintChecker checker;
  return compile::compile(asText(input.bytes), {.file_name = input.shown,
                                                .files = &files,
                                                .checker = options.validate ? &checker : nullptr,
                                                .minify = options.minify,
                                                .validate = options.validate,
                                                .executor = options.executor,
                                                .lint = options.lint,
                                                .hints = options.hints,
                                                .payload = options.payload});
}

bool reportFindings(const Input& input, const compile::Compiled& compiled) {
  printErr(findingsText(input.shown, asText(input.bytes), compiled.diagnostics));
  if (!compiled.diagnostics.hasErrors()) return true;
  printErr(cat("pngine: error: ", input.shown,
               " does not compile: ", counted(compiled.diagnostics.errorCount(), "error", "errors"), "\n"));
  return false;
}

std::expected<OpenedPayload, Failure> openPayload(const Input& input, const SourceOptions& options) {
  OpenedPayload out;
  if (input.kind == InputKind::unknown) {
    return std::unexpected(Failure{kExitFormat, cat(input.shown, " is none of .sjon, .png, .pngb and .zip")});
  }
  if (input.kind != InputKind::source) {
    auto payload = payloadInside(input);
    if (!payload) return std::unexpected(payload.error());
    out.payload = std::move(*payload);
    return out;
  }
  out.compiled = std::make_unique<compile::Compiled>(compileInput(input, options));
  printErr(findingsText(input.shown, asText(input.bytes), out.compiled->diagnostics));
  if (out.compiled->diagnostics.hasErrors()) {
    return std::unexpected(Failure{
        kExitCompile,
        cat(input.shown, " does not compile: ", counted(out.compiled->diagnostics.errorCount(), "error", "errors"))});
  }
  out.payload = out.compiled->payload;
  return out;
}

}  // namespace pngine::cli
