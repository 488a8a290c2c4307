// The examples of the catalogue are fragments of documents or of WGSL, with ... for what does not matter. They are read
// here as the language reads them, so that none of them teaches a form, a key or a spelling that does not exist.
#include <doctest/doctest.h>

#include <algorithm>
#include <string>

#include "base/text.h"
#include "program/rules.h"
#include "schema/expression.h"
#include "schema/forms.h"
#include "sjon/sjon.h"
#include "wgsl/parser.h"

using namespace pngine;

namespace {

bool isDocument(std::string_view fragment) { return fragment.starts_with("(") || fragment.starts_with(";"); }

std::string withoutDots(std::string_view wgsl) {
  std::string out(wgsl);
  for (size_t at = out.find("..."); at != std::string::npos; at = out.find("...")) out.erase(at, 3);
  return out;
}

// Empty when the fragment reads well, else what is wrong with it.
std::string problemOf(std::string_view fragment) {
  if (isDocument(fragment)) {
    Diagnostics diagnostics;
    sjon::parse(fragment, diagnostics);
    return diagnostics.all().empty() ? "" : diagnostics.all().front().message;
  }
  const std::string wgsl = withoutDots(fragment);
  const auto module = wgsl::parseSyntax(wgsl);
  if (module) return "";
  return wgsl::parseSyntax(cat("fn f() {\n", wgsl, "\n}")) ? "" : module.error().text;
}

// Whether some form with this head, global or inside another, has the key.
bool anyHas(std::string_view head, std::string_view key) {
  return std::ranges::any_of(schema::forms(), [&](const schema::FormInfo& form) {
    return form.head == head && (key.empty() || schema::findProp(form.id, key) != nullptr);
  });
}

void checkWords(const sjon::Node& node) {
  if (node.kind == sjon::Kind::form && schema::findFunction(node.text) == nullptr) {
    CAPTURE(node.text);
    CHECK(anyHas(node.text, ""));
    for (const sjon::Node& child : node.children()) {
      if (child.key == nullptr) continue;
      CAPTURE(child.key->text);
      CHECK(anyHas(node.text, child.key->text));
    }
  }
  if (node.kind == sjon::Kind::form || node.kind == sjon::Kind::vector)
    for (const sjon::Node& child : node.children()) checkWords(child);
}

}  // namespace

TEST_CASE("examples read as documents or as WGSL") {
  for (const program::RuleInfo& rule : program::ruleCatalogue()) {
    CAPTURE(rule.id);
    CHECK(problemOf(rule.right) == "");
    if (!rule.id.starts_with("syntax/")) CHECK(problemOf(rule.wrong) == "");
    CHECK(rule.wrong != rule.right);
  }
}

TEST_CASE("right examples use forms and keys that exist") {
  for (const program::RuleInfo& rule : program::ruleCatalogue()) {
    CAPTURE(rule.id);
    if (!isDocument(rule.right)) continue;
    Diagnostics diagnostics;
    const sjon::Document document = sjon::parse(rule.right, diagnostics);
    for (const sjon::Node& root : document.roots()) checkWords(root);
  }
}
