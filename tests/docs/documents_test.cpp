// Documents in README.md, docs/*.md and docs/examples: whole programs (those with a frame) compile without a finding of
// any kind but remarks about devices; parts of programs use forms and keys that exist; all of them, and the samples and
// feature programs, are formatted. Links lead to files that exist.
#include <doctest/doctest.h>

#include <filesystem>
#include <fstream>
#include <sstream>

#include "base/text.h"
#include "compile/compile.h"
#include "schema/expression.h"
#include "schema/forms.h"
#include "sjon/sjon.h"

namespace pngine {
namespace {

namespace fs = std::filesystem;
const fs::path kRoot = PNGINE_SOURCE_DIR;

std::string contents(const fs::path& path) {
  std::ifstream file(path, std::ios::binary);
  REQUIRE_MESSAGE(file.good(), path.string());
  std::ostringstream out;
  out << file.rdbuf();
  return out.str();
}

class FilesBeside final : public compile::FileReader {
 public:
  explicit FilesBeside(fs::path folder) : folder_(std::move(folder)) {}
  std::expected<Bytes, std::string> read(std::string_view path) override {
    const std::string text = contents(folder_ / path);
    return Bytes(text.begin(), text.end());
  }

 private:
  fs::path folder_;
};

/// Blocks of one language in a Markdown text.
std::vector<std::string> blocks(const std::string& text, std::string_view language) {
  std::vector<std::string> out;
  const std::string fence = cat("```", language, "\n");
  for (size_t at = 0; (at = text.find(fence, at)) != std::string::npos;) {
    if (at != 0 && text[at - 1] != '\n') {
      ++at;
      continue;
    }
    at += fence.size();
    const size_t end = text.find("\n```", at);
    REQUIRE(end != std::string::npos);
    out.push_back(text.substr(at, end - at + 1));
    at = end;
  }
  return out;
}

void checkProgram(const std::string& source, const fs::path& folder) {
  FilesBeside files(folder);
  compile::CompileOptions options;
  options.files = &files;
  const compile::Compiled compiled = compile::compile(source, options);
  for (const Diagnostic& d : compiled.diagnostics.all()) {
    const bool remark = d.severity == Severity::warning && d.rule == "query/timestamp-feature";
    CHECK_MESSAGE(remark, cat(d.rule, ": ", d.message, "\n", source.substr(0, 300)));
  }
  CHECK(!compiled.payload.empty());
}

void checkFormatted(const std::string& source) {
  Diagnostics diagnostics;
  const auto formatted = sjon::format(source, diagnostics);
  REQUIRE(formatted.has_value());
  CHECK(*formatted == source);
}

void checkForm(const sjon::Node& node, schema::FormId form) {
  for (const sjon::Node& child : node.children()) {
    if (child.key != nullptr) {
      const bool known = schema::formInfo(form).open || schema::findProp(form, child.key->text) != nullptr;
      CHECK_MESSAGE(known, cat(node.text, " :", child.key->text));
      continue;
    }
    REQUIRE_MESSAGE(child.kind == sjon::Kind::form, node.text);
    const schema::FormInfo* info = schema::findChild(form, child.text);
    REQUIRE_MESSAGE(info != nullptr, cat(child.text, " in ", node.text));
    checkForm(child, info->id);
  }
}

void checkPart(const std::string& source) {
  Diagnostics diagnostics;
  const sjon::Document document = sjon::parse(source, diagnostics);
  CHECK(!diagnostics.hasErrors());
  CHECK(document.rootCount() > 0);
  for (const sjon::Node& root : document.roots()) {
    const schema::FormInfo* form = schema::findForm(root.text);
    REQUIRE_MESSAGE(form != nullptr, root.text);
    checkForm(root, form->id);
  }
}

std::vector<fs::path> pages() {
  std::vector<fs::path> out = {kRoot / "README.md", kRoot / "CONTRIBUTING.md", kRoot / "CHANGELOG.md"};
  for (const auto& entry : fs::directory_iterator(kRoot / "docs")) {
    if (entry.path().extension() == ".md") out.push_back(entry.path());
  }
  return out;
}

}  // namespace

TEST_CASE("documents in the guides are right") {
  size_t programs = 0, parts = 0;
  for (const fs::path& page : pages()) {
    if (page.filename() == "forms.md") continue;  // cut out of docs/examples
    CAPTURE(page.string());
    for (const std::string& block : blocks(contents(page), "sjon")) {
      const bool whole = block.find("(frame ") != std::string::npos || block.starts_with("(pass-graph");
      if (whole)
        checkProgram(block, page.parent_path());
      else
        checkPart(block);
      checkFormatted(block);
      ++(whole ? programs : parts);
    }
  }
  CHECK(programs >= 3);
  CHECK(parts >= 4);
}

TEST_CASE("the examples compile") {
  size_t count = 0;
  for (const auto& entry : fs::directory_iterator(kRoot / "docs/examples")) {
    if (entry.path().extension() != ".sjon") continue;
    CAPTURE(entry.path().string());
    checkProgram(contents(entry.path()), entry.path().parent_path());
    ++count;
  }
  CHECK(count >= 8);
}

TEST_CASE("the documents of this tree are formatted") {
  size_t count = 0;
  for (const std::string_view folder : {"samples", "docs/examples", "tests/features"}) {
    for (const auto& entry : fs::recursive_directory_iterator(kRoot / folder)) {
      if (entry.path().extension() != ".sjon") continue;
      CAPTURE(entry.path().string());
      checkFormatted(contents(entry.path()));
      ++count;
    }
  }
  CHECK(count >= 300);
}

TEST_CASE("README shows the C++ that is tested") {
  const std::string source = contents(kRoot / "tests/docs/readme_example_test.cpp");
  const size_t begin = source.find("// README begins\n") + 17, end = source.find("// README ends");
  REQUIRE(end > begin);
  const std::vector<std::string> shown = blocks(contents(kRoot / "README.md"), "cpp");
  REQUIRE(shown.size() == 1);
  CHECK(shown[0] == source.substr(begin, end - begin));
}

TEST_CASE("links lead to files") {
  size_t count = 0;
  for (const fs::path& page : pages()) {
    const std::string text = contents(page);
    for (size_t at = 0; (at = text.find("](", at)) != std::string::npos;) {
      at += 2;
      const std::string target = text.substr(at, text.find_first_of(")#", at) - at);
      if (target.empty() || target.find("://") != std::string::npos) continue;
      CHECK_MESSAGE(fs::exists(page.parent_path() / target), cat(page.filename().string(), ": ", target));
      ++count;
    }
  }
  CHECK(count > 20);
}

TEST_CASE("every form has an example, with few exceptions") {
  const std::string page = contents(kRoot / "docs/forms.md");
  size_t without = 0;
  for (size_t at = page.find("\n### "); at != std::string::npos;) {
    const size_t next = page.find("\n### ", at + 1);
    const std::string part = page.substr(at, (next == std::string::npos ? page.size() : next) - at);
    if (part.find("```sjon") == std::string::npos) ++without;
    at = next;
  }
  CHECK(without <= 2);
}

}  // namespace pngine
