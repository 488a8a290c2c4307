// gen_docs PAGE [ARGUMENTS]: prints one generated file. The build's target `gen` writes each to its place in the tree.
#include <cstdio>
#include <string>
#include <vector>

#include "pages.h"

namespace pngine::gen {

std::string cell(std::string_view text) {
  std::string out;
  for (const char c : text) {
    if (c == '|') out += '\\';
    out += c;
  }
  return out;
}

std::string generatedFrom(std::string_view table) {
  return "<!-- Made from " + std::string(table) + " by ./dev gen. Change the table, not this page. -->\n\n";
}

namespace {

std::expected<std::string, std::string> make(const std::string& page, std::span<const std::string> arguments) {
  if (page == "forms") return formsPage(arguments);
  if (page == "forms-json") return formsJson();
  if (page == "functions") return functionsPage();
  if (page == "rules") return rulesPage();
  if (page == "commands") return commandsPage();
  if (page == "cli" && arguments.size() == 1) return cliPage(arguments[0]);
  if (page == "sjon-dictionary") return sjonDictionary();
  if (page == "wgsl-dictionary") return wgslDictionary();
  return std::unexpected("no page is called \"" + page + "\", or it takes other arguments");
}

int run(std::span<const std::string> words) {
  if (words.empty()) {
    std::fputs("usage: gen_docs PAGE [ARGUMENTS]\n", stderr);
    return 1;
  }
  const auto text = make(words[0], words.subspan(1));
  if (!text) {
    std::fprintf(stderr, "gen_docs: %s\n", text.error().c_str());
    return 1;
  }
  return std::fwrite(text->data(), 1, text->size(), stdout) == text->size() ? 0 : 1;
}

}  // namespace
}  // namespace pngine::gen

int main(int count, char** words) {
  const std::vector<std::string> all(words + 1, words + (count > 0 ? count : 1));
  return pngine::gen::run(all);
}
