// The catalogue: ids are unique, and every rule is explained.
#include <doctest/doctest.h>

#include <set>

#include "program/rules.h"

using namespace pngine;

TEST_CASE("every id stands once and has its texts") {
  std::set<std::string_view> ids;
  for (const program::RuleInfo& rule : program::ruleCatalogue()) {
    CAPTURE(rule.id);
    CHECK(ids.insert(rule.id).second);
    CHECK(!rule.title.empty());
    CHECK(!rule.why.empty());
    CHECK(!rule.wrong.empty());
    CHECK(!rule.right.empty());
  }
  CHECK(ids.size() > 500);
}

TEST_CASE("lookup by id") {
  const program::RuleInfo* rule = program::findRule("buffer/no-size");
  REQUIRE(rule != nullptr);
  CHECK(rule->severity == program::RuleSeverity::error);
  CHECK(rule->gate == program::RuleGate::E);
  CHECK(program::findRule("buffer/no-such-rule") == nullptr);
}
