// Tokens: what is one, what is two, and what is none.
#include <doctest/doctest.h>

#include <string>
#include <vector>

#include "sjon/lexer.h"
#include "sjon/sjon.h"

using namespace pngine;
using K = sjon::Token::Kind;

namespace {

// Kinds as letters with the text of each token: "s:abc n:12 k::key".
std::string tokens(std::string_view text) {
  sjon::Lexer lexer(text, 0);
  std::string out;
  for (;;) {
    const sjon::Token token = lexer.next();
    if (token.kind == K::end) return out;
    static constexpr char kLetters[] = "-()[]ksnqrdt!";
    if (!out.empty()) out += ' ';
    out += kLetters[static_cast<size_t>(token.kind)];
    out += '`';
    out += text.substr(token.span.begin, token.span.size());
    out += '`';
  }
}

sjon::Document parse(std::string_view text) {
  Diagnostics diagnostics;
  sjon::Document document = sjon::parse(text, diagnostics);
  CHECK_FALSE(diagnostics.hasErrors());
  return document;
}

}  // namespace

TEST_CASE("symbols and keywords") {
  CHECK(tokens("a-b a#1 - -x _ * /x x/ a/b") == "s`a-b` s`a#1` s`-` s`-x` s`_` s`*` s`/x` s`x/` s`a/b`");
  CHECK(tokens(":key :1 :a/b?") == "k`:key` k`:1` k`:a/b?`");
  CHECK(tokens(": ") == "!`:`");
  CHECK(tokens(":a#b") == "k`:a` !`#` s`b`");
  CHECK(tokens(".5 +5 -.5") == "s`.5` s`+5` s`-.5`");
  CHECK(tokens("#x") == "!`#` s`x`");
  CHECK(tokens("a'b") == "s`a` !`'` s`b`");
}

TEST_CASE("comments and blanks") {
  CHECK(tokens("( ; x\n a #| b\n ( |# c )") == "(`(` s`a` s`c` )`)`");
  CHECK(tokens("a;b") == "s`a`");
  CHECK(tokens("\" ; #| \"") == "q`\" ; #| \"`");
  CHECK(tokens("a #| never") == "s`a` !`#|`");
  CHECK(tokens("a\fb") == "s`a` !`\f` s`b`");
  CHECK(tokens(std::string_view("a\0b", 3)).starts_with("s`a` !`"));
  CHECK(tokens("\xC3\xA9") == "!`\xC3\xA9`");
  CHECK(tokens("\"\xC3\xA9\"") == "q`\"\xC3\xA9\"`");
}

TEST_CASE("numbers") {
  CHECK(tokens("5-3") == "n`5` n`-3`");
  CHECK(tokens("3. 1..5 1_000_ 1e3 1E-2 -7") == "n`3.` n`1.` s`.5` n`1_000_` n`1e3` n`1E-2` n`-7`");
  CHECK(tokens("1em 1em-2 2d-array 9deg5px 50%") == "n`1em` n`1em` n`-2` n`2d-array` n`9deg` n`5px` n`50%`");
  CHECK(tokens("1e+ 1e-x") == "!`1e+` !`1e-` s`x`");
  CHECK(tokens("0xFF 0xFFms -0x10 0xff_ff") == "n`0xFF` n`0xFF` s`ms` n`-0x10` n`0xff_ff`");
  CHECK(tokens("0x 0xg 10x 0_x") == "!`0x` !`0x` s`g` n`10x` n`0_x`");
  CHECK(tokens("1._5") == "n`1.` s`_5`");
}

TEST_CASE("dates and times") {
  CHECK(tokens("2031-04-09 12:30:05 12:30:05.125") == "d`2031-04-09` t`12:30:05` t`12:30:05.125`");
  CHECK(tokens("2031-04-091") == "n`2031` n`-04` n`-091`");
  CHECK(tokens("12031-04-09") == "n`12031` n`-04` n`-09`");
}

TEST_CASE("strings") {
  CHECK(tokens("\"\" \"a\\\"b\" \"\"\"x\"y\"\"\"") == "q`\"\"` q`\"a\\\"b\"` r`\"\"\"x\"y\"\"\"`");
  CHECK(tokens("\"\"\"\"a\"\"\"") == "r`\"\"\"\"a\"\"\"`");
  CHECK(tokens("\"abc") == "!`\"`");
  CHECK(tokens("\"\"\"abc\"\"") == "!`\"\"\"`");
}

TEST_CASE("values of numbers") {
  const auto document =
      parse("9223372036854775807 9223372036854775808 18446744073709551615 -9223372036854775808 0xFF 1_0 0.1 1e400 2d");
  std::vector<const sjon::Node*> n;
  for (const sjon::Node& node : document.roots()) n.push_back(&node);
  REQUIRE(n.size() == 9);
  CHECK(n[0]->number_kind == sjon::NumberKind::i64);
  CHECK(n[0]->number.i64 == 9223372036854775807);
  CHECK(n[1]->number_kind == sjon::NumberKind::u64);
  CHECK(n[2]->number.u64 == 18446744073709551615u);
  CHECK(n[3]->number_kind == sjon::NumberKind::i64);
  CHECK(n[3]->number.i64 == INT64_MIN);
  CHECK(n[4]->number.i64 == 255);
  CHECK(n[5]->number.i64 == 10);
  CHECK(n[6]->number.f64 == 0.1);
  CHECK(n[7]->asDouble() > 1e308);
  CHECK(n[8]->text == "d");
  CHECK(n[8]->number.i64 == 2);
}
