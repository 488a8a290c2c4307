// The generated pages and files: each function gives the whole text of one. Facts come from the tables alone, so a page
// cannot disagree with the program; words that belong to a page rather than to a row stand in its own source file.
#pragma once
#include <expected>
#include <span>
#include <string>
#include <string_view>

namespace pngine::gen {

/// docs/forms.md: every form with its keys and children. `example_files` are SJON documents out of which each form's
/// example is cut.
std::expected<std::string, std::string> formsPage(std::span<const std::string> example_files);
/// docs/forms.json: the same rows for editors and other tools.
std::string formsJson();
/// docs/functions.md: the functions of constant expressions.
std::string functionsPage();
/// docs/rules.md: the catalogue of rules.
std::string rulesPage();
/// docs/commands.md: the command stream.
std::string commandsPage();
/// docs/cli.md: what `pngine COMMAND --help` prints, for every command of that program.
std::expected<std::string, std::string> cliPage(const std::string& program);
/// tests/fuzz/*.dict for libFuzzer: words of SJON documents, and words of WGSL.
std::string sjonDictionary();
std::string wgslDictionary();

/// Text in a table cell: bars would end it.
std::string cell(std::string_view text);
/// The note that opens a generated page.
std::string generatedFrom(std::string_view table);

}  // namespace pngine::gen
