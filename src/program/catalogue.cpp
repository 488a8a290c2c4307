// The catalogue of rules as a table.
#include <array>

#include <algorithm>

#include "program/rules.h"

namespace pngine::program {

namespace {

constexpr auto kRules = std::to_array<RuleInfo>({
#define RULE(id, severity, gate, title, why, wrong, right) \
  {id, RuleSeverity::severity, RuleGate::gate, title, why, wrong, right},
#include "program/rules.def"
});

constexpr bool wellFormed() {
  for (size_t i = 0; i < kRules.size(); ++i) {
    if (kRules[i].id.find('/') == std::string_view::npos || kRules[i].title.empty() || kRules[i].why.empty() ||
        kRules[i].wrong.empty() || kRules[i].right.empty())
      return false;
  }
  return true;
}
static_assert(wellFormed(), "rules.def: an id without group or a row that lacks a text");

}  // namespace

std::span<const RuleInfo> ruleCatalogue() { return kRules; }

std::string_view severityName(RuleSeverity severity) {
  switch (severity) {
    case RuleSeverity::error:
      return "error";
    case RuleSeverity::warning:
      return "warning";
    case RuleSeverity::either:
      break;
  }
  return "error or warning";
}

const RuleInfo* findRule(std::string_view id) {
  for (const RuleInfo& rule : kRules) {
    if (rule.id == id) return &rule;
  }
  return nullptr;
}

bool needsSoundDocument(std::string_view rule) {
  constexpr std::string_view kEnds[] = {"unused",
                                        "never-performed",
                                        "never-written",
                                        "never-filled",
                                        "uninitialised",
                                        "unpooled",
                                        "not-in-frame",
                                        "inert",
                                        "list-multiple",
                                        "mismatch",
                                        "resolve-before-write",
                                        "minify-failed",
                                        "unused-dep",
                                        "frame/none",
                                        "perform-empty",
                                        "no-work",
                                        "discarded-then-read",
                                        "index-format-missing",
                                        "queue/empty",
                                        "not-pinged",
                                        "never-pinged"};
  if (rule == "frame/after-first" || rule == "draw/zero" || rule == "dispatch/zero" || rule == "dispatch/coverage" ||
      rule == "frame/order")
    return true;
  if (rule == "data/mime-mismatch") return false;  // about one file
  return std::ranges::any_of(kEnds, [&](std::string_view end) { return rule.ends_with(end); });
}

}  // namespace pngine::program
