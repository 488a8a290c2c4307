// docs/rules.md out of rules.def.
#include "base/text.h"
#include "pages.h"
#include "program/rules.h"

namespace pngine::gen {
namespace {

std::string_view groupOf(std::string_view id) { return id.substr(0, id.find('/')); }

std::string code(std::string_view label, std::string_view text) { return cat(label, "\n\n```\n", text, "\n```\n\n"); }

std::string_view judgedOn(program::RuleGate gate) {
  switch (gate) {
    case program::RuleGate::S:
      return "written form";
    case program::RuleGate::E:
      return "values";
    case program::RuleGate::V:
      return "shaders";
    case program::RuleGate::B:
      return "beyond";
    case program::RuleGate::L:
      return "remark";
    case program::RuleGate::H:
      return "hint";
  }
  return {};
}

// Types such as array<u32> are text here, no tags of HTML.
std::string prose(std::string_view text) {
  std::string out;
  for (const char c : text) out += c == '<' || c == '\\' ? cat("\\", std::string_view(&c, 1)) : std::string(1, c);
  return out;
}

std::string explained(const program::RuleInfo& rule) {
  return cat("#### `", rule.id, "`\n\n", prose(rule.why), "\n\n", code("Wrong:", rule.wrong),
             code("Right:", rule.right));
}

std::string groupText(std::string_view group) {
  std::string table = cat("## ", group, "\n\n| rule | | judged on | what is reported |\n|---|---|---|---|\n");
  std::string details;
  for (const program::RuleInfo& rule : program::ruleCatalogue()) {
    if (groupOf(rule.id) != group) continue;
    table += cat("| `", rule.id, "` | ", program::severityName(rule.severity), " | ", judgedOn(rule.gate), " | ",
                 cell(rule.title), " |\n");
    details += explained(rule);
  }
  return cat(table, "\n", details);
}

constexpr std::string_view kIntroduction =
    R"(Every finding ends with the id of its rule in brackets, such as `[buffer/no-size]`; `pngine explain RULE` prints what
stands here. An *error* keeps the document from being compiled, a *warning* does not (`validate --strict` makes it count).
All independent findings come out of one run, and a rule that needs a fact which is not known at compile time is silent.

What a rule is judged on: the *written form* (shapes, keys, kinds of value), the *values* after evaluation, joins with the
*shaders* (left out by `--no-validate`), and facts *beyond* these that otherwise only the browser would report. *Remarks* are
made by `pngine validate` alone, *hints* (guesses, and goals that a program may well miss) by `pngine validate --hints` alone.

A finding about a limit of the device names the key of `(limits …)` that raises it and a value that would be enough. What
is asked for there, a device must give, or it refuses the whole program.

)";

}  // namespace

std::string rulesPage() {
  std::string out = cat("# Rules\n\n", generatedFrom("src/program/rules.def"), kIntroduction);
  size_t errors = 0, warnings = 0;
  const auto rules = program::ruleCatalogue();
  std::vector<std::string_view> groups;
  for (const program::RuleInfo& rule : rules) {
    errors += rule.severity == program::RuleSeverity::error ? 1 : 0;
    warnings += rule.severity == program::RuleSeverity::warning ? 1 : 0;
    const std::string_view group = groupOf(rule.id);
    bool known = false;
    for (const std::string_view g : groups) known = known || g == group;
    if (!known) groups.push_back(group);
  }
  out += cat("There are ", rules.size(), " rules: ", errors, " errors, ", warnings, " warnings, and ",
             rules.size() - errors - warnings, " that are errors or, in cases that they name, warnings.\n\n");
  for (const std::string_view g : groups) out += cat("[", g, "](#", g, ") ");
  out.back() = '\n';
  out += "\n";
  for (const std::string_view g : groups) out += groupText(g);
  while (out.ends_with("\n\n")) out.pop_back();
  return out;
}

}  // namespace pngine::gen
