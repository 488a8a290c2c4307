// The tree, the pairing of keys, and recovery: several errors in one run, bounds that hold on hostile text.
#include <doctest/doctest.h>

#include <string>
#include <vector>

#include "sjon/sjon.h"

using namespace pngine;
using sjon::Kind;

namespace {

std::vector<std::string> rules(const std::string& text, const sjon::ParseOptions& options = {}) {
  Diagnostics diagnostics;
  const sjon::Document document = sjon::parse(text, diagnostics, options);
  std::vector<std::string> out;
  for (const Diagnostic& d : diagnostics.all()) out.emplace_back(d.rule);
  return out;
}
using Rules = std::vector<std::string>;

const sjon::Node& firstOf(const sjon::Document& document) { return *document.roots().begin(); }

}  // namespace

TEST_CASE("pairs and positional values") {
  const std::string text = "(a :k 1 2 :x :y \"s\" [3 :v 4] :last)";
  Diagnostics diagnostics;
  const auto document = sjon::parse(text, diagnostics);
  CHECK_FALSE(diagnostics.hasErrors());
  const sjon::Node& form = firstOf(document);
  CHECK(form.isForm("a"));
  CHECK(form.span == Span{0, static_cast<uint32_t>(text.size())});
  REQUIRE(form.count == 6);
  CHECK(form.get("k")->number.i64 == 1);
  CHECK(form.get("y")->text == "s");
  CHECK(form.get("x") == nullptr);
  std::vector<Kind> positional;
  for (const sjon::Node& child : form.children()) {
    if (child.key == nullptr) positional.push_back(child.kind);
  }
  CHECK(positional == std::vector<Kind>{Kind::number, Kind::keyword, Kind::vector, Kind::keyword});
}

TEST_CASE("strings are decoded") {
  const std::string text = R"(("x" ))"
                           "(s \"a\\n\\t\\\\\\\"\\0\\u{e9}z\" \"\"\"\n raw \\n\"\"\")";
  Diagnostics diagnostics;
  const auto document = sjon::parse(text, diagnostics);
  const sjon::Node& form = *std::next(document.roots().begin());
  CHECK(form.first->text == std::string_view("a\n\t\\\"\0\xC3\xA9z", 9));
  CHECK(form.last->raw);
  CHECK(form.last->text == "\n raw \\n");
  CHECK(text.substr(form.last->span.begin + 3, form.last->text.size()) == form.last->text);
}

TEST_CASE("a byte order mark is skipped, offsets stay") {
  const std::string text = "\xEF\xBB\xBF(a)";
  Diagnostics diagnostics;
  const auto document = sjon::parse(text, diagnostics);
  CHECK_FALSE(diagnostics.hasErrors());
  CHECK(firstOf(document).span == Span{3, 6});
  CHECK(rules("(a) \xEF\xBB\xBF") == Rules{"syntax/token"});
}

TEST_CASE("each syntax rule") {
  CHECK(rules("(a") == Rules{"syntax/unbalanced"});
  CHECK(rules("(a [b (c") == Rules{"syntax/unbalanced"});
  CHECK(rules(") ]") == Rules{"syntax/unbalanced"});
  CHECK(rules("(a] [b)") == Rules{"syntax/unbalanced"});
  CHECK(rules("(a \"x") == Rules{"syntax/string-unterminated"});
  CHECK(rules("(a \"\\q \\u{110000} \\u{}\")") == Rules{"syntax/escape", "syntax/escape", "syntax/escape"});
  CHECK(rules("()") == Rules{"syntax/head"});
  CHECK(rules("(1 2)") == Rules{"syntax/head"});
  CHECK(rules("(:k 2)") == Rules{"syntax/head"});
  CHECK(rules("((a))") == Rules{"syntax/head"});
  CHECK(rules(":k (a)") == Rules{"syntax/token"});
  CHECK(rules("(a \xFF)") == Rules{"syntax/utf8"});
  CHECK(rules("(a \"\xC0\x80\")") == Rules{"syntax/utf8"});
  CHECK(rules("(a 36893488147419103232)") == Rules{"syntax/token"});
  CHECK(rules("(a 2031-13-01 2031-02-30 25:00:00)") == Rules{"syntax/token", "syntax/token", "syntax/token"});
  CHECK(rules("(a 2032-02-29 23:59:59)").empty());
}

TEST_CASE("several errors in one run, and the rest is read") {
  const std::string text = "(a :x 0x) ) (buffer :name \"\\k\") [1 2) (c)";
  Diagnostics diagnostics;
  const auto document = sjon::parse(text, diagnostics);
  CHECK(diagnostics.errorCount() == 3);  // the second wrong closer follows from the first
  CHECK(document.rootCount() == 4);
  const auto overflow = [] {
    Diagnostics d;
    sjon::parse("99999999999999999999", d);
    return d.all().front().code;
  }();
  CHECK(overflow == "number_overflow_exact_integer");
}

TEST_CASE("bounds") {
  std::string deep(1023, '(');
  for (char& c : deep) c = '[';
  CHECK(rules(deep + std::string(1023, ']')).empty());
  // One error for the form inside a form without a name would be noise a thousand times over.
  CHECK(rules(std::string(100000, '(')) == Rules{"syntax/nesting"});
  const auto many = rules(std::string(100000, '['));
  CHECK(many == Rules{"syntax/nesting"});
  std::string forms;
  for (int i = 0; i < 100000; ++i) forms += "(a ";
  CHECK(rules(forms) == Rules{"syntax/nesting"});
  // RULE: input/too-large
  CHECK(rules(std::string(100, ' '), {.max_bytes = 99}) == Rules{"input/too-large"});
  CHECK(rules(std::string(100, ' '), {.max_bytes = 100}).empty());
  CHECK(rules(std::string(64u << 20, '(')) == Rules{"input/too-large"});
  CHECK(rules(std::string(100000, ')')) == Rules{"syntax/unbalanced"});
  std::string nameless;
  for (int i = 0; i < 1000; ++i) nameless += "() ";
  CHECK(rules(nameless).size() == sjon::kMaxSyntaxErrors);
}

TEST_CASE("one mistake is one error") {
  CHECK(rules("(a [0, 0, 0])") == Rules{"syntax/token"});
  CHECK(rules("(a {0 0})") == Rules{"syntax/token"});
  CHECK(rules("(a #1) (b #2)") == Rules{"syntax/token", "syntax/token"});
  CHECK(rules("\xFF\xFE(\0a\0)\0") == Rules{"syntax/utf8"});
}

TEST_CASE("a missing quote is found where it is missing, not where the text ends") {
  const std::string text = "(a :file \"one :func f :returns \"two\"\n :args [x])\n(b :code \"\"\"fn\"\"\")";
  Diagnostics diagnostics;
  const auto document = sjon::parse(text, diagnostics);
  REQUIRE(diagnostics.all().size() == 1);
  CHECK(diagnostics.all()[0].rule == "syntax/string-unterminated");
  CHECK(diagnostics.all()[0].span == Span{9, 10});
  CHECK(document.damaged());
}

TEST_CASE("an open form is told with the form that begins inside it") {
  const std::string text = "(a (b)\n(c)\n";
  Diagnostics diagnostics;
  sjon::parse(text, diagnostics);
  REQUIRE(diagnostics.all().size() == 1);
  const Diagnostic& d = diagnostics.all()[0];
  CHECK(d.span == Span{0, 1});
  REQUIRE(d.notes.size() == 2);
  CHECK(d.notes[0].span == Span{7, 8});
}
