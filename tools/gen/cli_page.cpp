// docs/cli.md: what the program itself prints about each of its commands.
#include <array>
#include <cstdio>
#include <vector>

#include "base/text.h"
#include "pages.h"

namespace pngine::gen {
namespace {

/// Standard error of `program words` (help goes there).
std::expected<std::string, std::string> helpOf(const std::string& program, std::string_view words) {
  const std::string line = cat("'", program, "' ", words, " 2>&1 </dev/null");
  FILE* pipe = popen(line.c_str(), "r");
  if (pipe == nullptr) return std::unexpected(cat("cannot run ", line));
  std::string out;
  std::array<char, 4096> piece{};
  while (const size_t n = std::fread(piece.data(), 1, piece.size(), pipe)) out.append(piece.data(), n);
  if (pclose(pipe) != 0 || out.empty()) return std::unexpected(cat(line, " failed"));
  return out;
}

/// The names in the list behind "commands:", without the two that have no help of their own.
std::vector<std::string> commandNames(std::string_view usage) {
  std::vector<std::string> out;
  size_t at = usage.find("commands:\n");
  if (at == std::string_view::npos) return out;
  for (at += 10; usage.substr(at, 2) == "  "; at = usage.find('\n', at) + 1) {
    const std::string name(usage.substr(at + 2, usage.find(' ', at + 2) - at - 2));
    if (name != "help" && name != "version") out.push_back(name);
  }
  return out;
}

constexpr std::string_view kRulesOfThumb = R"(
An option takes the next argument as its value, whatever it looks like; there is no `--option=value`, and short options are not
bundled. `-` stands for standard input or standard output. Results go to standard output, everything for people to standard
error. An output file is written whole or left as it was.

| exit code | means |
|---|---|
| 0 | done |
| 1 | wrong arguments, a binary output that would go to a terminal, or "the answer is no" |
| 2 | reading or writing failed, or an input is too large |
| 3 | the document does not compile |
| 4 | a file is broken, or of a kind that the command does not take |
| 5 | the GPU, the executor or a time limit ended the run |
| 6 | `inspect` found a descriptor worth a warning; `render` knows no such frame |
| 7 | this build has no native player |
| 8 | the GPU refused a call |

The libraries that are loaded at run time (WebGPU, the WebAssembly engine, Tint) are looked for in `../lib` and `lib` beside the
program, then in the checkout it was built in.
)";

}  // namespace

std::expected<std::string, std::string> cliPage(const std::string& program) {
  const auto usage = helpOf(program, "help");
  if (!usage) return usage;
  std::string out =
      cat("# Command line\n\n", generatedFrom("the option tables in src/cli"), "```\n", *usage, "```\n", kRulesOfThumb);
  for (const std::string& name : commandNames(*usage)) {
    const auto text = helpOf(program, cat(name, " --help"));
    if (!text) return text;
    out += cat("\n## pngine ", name, "\n\n```\n", *text, "```\n");
  }
  return out;
}

}  // namespace pngine::gen
