// pngine: picks the command and hands it the rest. A path with the extension .sjon, or a lone -, is the default
// command.
#include <algorithm>
#include <csignal>
#include <string>
#include <vector>

#include "base/text.h"
#include "cli/command.h"
#include "cli/io.h"

namespace pngine::cli {
namespace {

constexpr const Command* kCommands[] = {&kRender, &kCompile, &kValidate, &kRun,  &kInspect, &kExpand, &kFmt,
                                        &kEmbed,  &kExtract, &kBundle,   &kList, &kDiff,    &kExplain};
constexpr size_t kMaxArguments = 1024;

bool isSourcePath(std::string_view word) {
  if (word.size() < 5) return false;
  std::string tail(word.substr(word.size() - 5));
  std::transform(tail.begin(), tail.end(), tail.begin(),
                 [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; });
  return tail == ".sjon";
}

std::string usageText() {
  std::string out =
      "pngine: an image that is also a kernel\n\n"
      "usage: pngine FILE.sjon [options]     compile to a PNG that plays (the same as pngine render)\n"
      "       pngine COMMAND ...\n\ncommands:\n";
  for (const Command* c : kCommands) {
    std::string name = cat("  ", c->spec->name);
    name.append(name.size() < 12 ? 12 - name.size() : 1, ' ');
    out += cat(name, c->spec->summary, "\n");
  }
  return out + "  help        print this text\n  version     print the version\n\npngine COMMAND --help tells more.\n";
}

const Command* find(std::string_view word) {
  for (const Command* c : kCommands) {
    if (c->spec->name == word) return c;
  }
  return nullptr;
}

int runCommand(const Command& command, std::span<const std::string> rest) {
  const auto arguments = parseArguments(*command.spec, rest);
  if (!arguments) return fail({kExitUsage, arguments.error()});
  if (arguments->help) {
    printErr(helpText(*command.spec));
    return kExitOk;
  }
  return command.run(*arguments);
}

int unknownWord(std::string_view word) {
  std::vector<std::string_view> names = {"help", "version"};
  for (const Command* c : kCommands) names.push_back(c->spec->name);
  const std::string hint = didYouMean(word, names);
  printErr(cat("pngine: error: unknown command ", word, hint.empty() ? "" : "; ", hint, "\n\n", usageText()));
  return kExitUsage;
}

int dispatch(std::span<const std::string> words) {
  if (words.empty()) {
    printErr(usageText());
    return kExitUsage;
  }
  if (words.size() > kMaxArguments) return fail({kExitUsage, cat("more than ", kMaxArguments, " arguments")});
  const std::string& first = words[0];
  if (first == "help" || first == "--help" || first == "-h") {
    const Command* about = words.size() > 1 ? find(words[1]) : nullptr;
    printErr(about != nullptr ? helpText(*about->spec) : usageText());
    return kExitOk;
  }
  if (first == "version" || first == "--version" || first == "-v") {
    printErr(cat("pngine ", PNGINE_VERSION, "\n"));
    return kExitOk;
  }
  if (first == "-" || isSourcePath(first)) return runCommand(kRender, words);
  if (first == "check") {
    printErr("pngine: note: check is now called inspect\n");
    return runCommand(kInspect, words.subspan(1));
  }
  const Command* command = find(first);
  return command == nullptr ? unknownWord(first) : runCommand(*command, words.subspan(1));
}

}  // namespace

std::span<const Command* const> commands() { return kCommands; }

}  // namespace pngine::cli

int main(int count, char** words) {
  std::signal(SIGPIPE, SIG_IGN);  // a closed pipe is the reader's choice, not an error
  const std::vector<std::string> all(words + (count > 0 ? 1 : 0), words + count);
  return pngine::cli::dispatch(all);
}
