// pngine explain: what a rule is, why it is so, and an example of each side, out of the catalogue of rules.
#include "base/text.h"
#include "cli/command.h"
#include "cli/io.h"
#include "program/rules.h"

namespace pngine::cli {
namespace {

constexpr OptionSpec kOptions[] = {
    {"--list", "-l", "", "list every rule with its title"},
};

constexpr CommandSpec kSpec = {
    .name = "explain",
    .usage = "<rule>  |  --list",
    .summary = "tell what a rule means, with a wrong and a right example",
    .details = "Rules are the words in brackets at the end of a finding, such as [buffer/no-size].",
    .min_inputs = 0,
    .max_inputs = 1,
    .options = kOptions,
};

std::string indented(std::string_view text) {
  std::string out;
  while (!text.empty()) {
    const size_t end = std::min(text.find('\n'), text.size());
    out += cat("    ", text.substr(0, end), "\n");
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return out;
}

// Sentences in lines of a page, two blanks in front.
std::string paragraph(std::string_view text) {
  constexpr size_t kWidth = 96;
  std::string out;
  size_t column = kWidth;
  while (!text.empty()) {
    const size_t end = std::min(text.find(' '), text.size());
    const bool fits = column + 1 + end <= kWidth;
    out += cat(fits ? " " : out.empty() ? "  " : "\n  ", text.substr(0, end));
    column = (fits ? column + 1 : 2) + end;
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return out + "\n";
}

int explain(std::string_view id) {
  const program::RuleInfo* rule = program::findRule(id);
  if (rule == nullptr) {
    std::vector<std::string_view> ids;
    for (const program::RuleInfo& r : program::ruleCatalogue()) ids.push_back(r.id);
    const std::string hint = didYouMean(id, ids);
    return fail(
        {kExitUsage, cat("no rule is called ", id, hint.empty() ? "; pngine explain --list lists them" : "; ", hint)});
  }
  const std::string_view asked = rule->gate == program::RuleGate::H ? ", a hint of validate --hints" : "";
  printOut(cat(rule->id, " (", severityName(rule->severity), asked, ")\n  ", rule->title, "\n\n", paragraph(rule->why),
               "\n  wrong:\n", indented(rule->wrong), "\n  right:\n", indented(rule->right)));
  return kExitOk;
}

int run(const Arguments& arguments) {
  if (!arguments.inputs().empty()) return explain(arguments.inputs()[0]);
  if (!arguments.has("--list")) return fail({kExitUsage, "pngine explain needs a rule, or --list"});
  std::string out;
  for (const program::RuleInfo& r : program::ruleCatalogue()) {
    out += cat(r.id, "  ", severityName(r.severity), "  ", r.title, "\n");
  }
  printOut(out);
  return kExitOk;
}

}  // namespace

const Command kExplain = {&kSpec, run};

}  // namespace pngine::cli
