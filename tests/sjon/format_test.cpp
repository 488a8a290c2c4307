// Formatting: what stays, what moves, and that a second run changes nothing.
#include <doctest/doctest.h>

#include <algorithm>
#include <string>
#include <vector>

#include "sjon/layout.h"
#include "sjon/lexer.h"
#include "sjon/sjon.h"

using namespace pngine;

namespace {

/// Every token and comment as written, without what lies between; comments without the blanks at their end.
std::vector<std::string> words(std::string_view text) {
  sjon::Lexer lexer(text, text.starts_with("\xEF\xBB\xBF") ? 3 : 0);
  std::vector<std::pair<uint32_t, std::string>> found;
  for (sjon::Token token = lexer.next(); token.kind != sjon::Token::Kind::end; token = lexer.next()) {
    found.emplace_back(token.span.begin, text.substr(token.span.begin, token.span.size()));
  }
  for (const Span comment : lexer.comments()) {
    std::string line(text.substr(comment.begin, comment.size()));
    std::erase(line, '\r');
    while (line.ends_with(' ') || line.ends_with('\t')) line.pop_back();
    found.emplace_back(comment.begin, line);
  }
  std::ranges::sort(found);
  std::vector<std::string> out;
  for (auto& [at, word] : found) out.push_back(std::move(word));
  return out;
}

/// The formatted text, after checks that hold for every input.
std::string formatted(std::string_view text) {
  Diagnostics diagnostics;
  const auto once = sjon::format(text, diagnostics);
  REQUIRE(once.has_value());
  CHECK(words(*once) == words(text));
  const auto twice = sjon::format(*once, diagnostics);
  REQUIRE(twice.has_value());
  CHECK(*twice == *once);
  return *once;
}

std::string repeated(std::string_view piece, size_t times) {
  std::string out;
  for (size_t i = 0; i < times; ++i) out += piece;
  return out;
}

size_t widest(std::string_view text) {
  size_t out = 0;
  while (!text.empty()) {
    const size_t end = std::min(text.find('\n'), text.size());
    out = std::max(out, end);
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return out;
}

/// Documents of any shape and spacing, each the same at every run.
class Author {
 public:
  explicit Author(uint64_t seed) : state_(seed * 2 + 1) {}

  std::string document() {
    for (size_t n = below(4); n-- > 0;) {
      blank();
      value(below(7));
    }
    blank();
    return std::move(out_);
  }

 private:
  size_t below(size_t n) {
    state_ = state_ * 6364136223846793005U + 1442695040888963407U;
    return static_cast<size_t>(state_ >> 33U) % n;
  }
  template <size_t N>
  void one(const std::string_view (&choices)[N]) {
    out_ += choices[below(N)];
  }

  void blank() {
    static constexpr std::string_view kBlanks[] = {
        " ",       " ",         " ",         "  ",          "\n",
        "\n  ",    "\n\n",      "\r\n\n\t",  "\t",          " ; c\n",
        "\n; c\n", " #| c |# ", "\n#|\n|# ", "\n\n\n     ", "      ; c  \n\n ",
        " #|c|#\n"};
    if (below(4) == 0)
      one(kBlanks);
    else
      out_ += below(9) == 0 ? '\n' : ' ';
  }

  void atom() {
    static constexpr std::string_view kAtoms[] = {
        "1",
        "-2.50",
        "0xFF",
        "2d",
        "x",
        "true",
        "nil",
        "\"s\"",
        "\"a\nb\"",
        "\"\"\"\nfn\n\"\"\"",
        "\"\"",
        "a-longer-name",
        "\"a string that takes a good part of the columns of a line of text\"",
        "\"\"\"one\n two\"\"\""};
    one(kAtoms);
  }

  void value(size_t depth) {
    if (depth == 0 || below(3) == 0) return atom();
    const bool form = below(3) != 0;
    out_ += form ? '(' : '[';
    if (form) {
      if (below(8) == 0) blank();
      out_ += "head";
    }
    for (size_t n = below(below(6) == 0 ? 30 : 6); n-- > 0;) {
      blank();
      if (form && below(2) == 0) {
        out_ += ":key";
        blank();
      }
      value(depth - 1);
    }
    if (below(4) == 0) blank();
    out_ += form ? ')' : ']';
  }

  uint64_t state_;
  std::string out_;
};

}  // namespace

TEST_CASE("format: documents of any shape") {
  for (uint64_t seed = 0; seed < 4000; ++seed) {
    const std::string text = Author(seed).document();
    CAPTURE(text);
    const std::string once = formatted(text);
    Diagnostics diagnostics;
    const std::string printed = sjon::print(sjon::parse(text, diagnostics));
    CHECK(sjon::print(sjon::parse(once, diagnostics)) == printed);
    CHECK(sjon::format(printed, diagnostics) == printed);
  }
}

TEST_CASE("format: blanks inside a line") {
  CHECK(formatted("(  buffer   :name\tb :size ( *  4 N ) :usage [ vertex   copy-dst ]  )") ==
        "(buffer :name b :size (* 4 N) :usage [vertex copy-dst])\n");
  CHECK(formatted("(a)(b)  (c)") == "(a)\n(b)\n(c)\n");
  CHECK(formatted("(a(b)[c]\"d\"\"e\":k 1)") == "(a (b) [c] \"d\" \"e\" :k 1)\n");
}

TEST_CASE("format: nothing, and nearly nothing") {
  CHECK(formatted("").empty());
  CHECK(formatted(" \n\t\r\n ").empty());
  CHECK(formatted("; only this") == "; only this\n");
  CHECK(formatted("\n\n; only this\n\n\n") == "; only this\n");
  CHECK(formatted("#| only this |#") == "#| only this |#\n");
  CHECK(formatted("(a)") == "(a)\n");
  CHECK(formatted("( a )") == "(a)\n");
  CHECK(formatted("(a [ ] [\n] :k [])") == "(a [] [] :k [])\n");
  CHECK(formatted("(\n\na\n\n)") == "(a)\n");
}

TEST_CASE("format: the author's line breaks between keys stay") {
  CHECK(formatted("(buffer\n:name b\n      :size 4 :pool 2\n)") == "(buffer\n  :name b\n  :size 4 :pool 2)\n");
  CHECK(formatted("(a :x 1\n(b :y 2\n(c)) (d)\n(e))") == "(a :x 1\n  (b :y 2\n    (c))\n  (d)\n  (e))\n");
  CHECK(formatted("(a :x\n 1\n :y\n\n [2])") == "(a :x 1\n  :y [2])\n");
}

TEST_CASE("format: a broken form has its own line, and so has what follows it") {
  CHECK(formatted("(a (b) (c :x 1\n :y 2) (d))") == "(a\n  (b)\n  (c :x 1\n    :y 2)\n  (d))\n");
  CHECK(formatted("(a :v [1\n2] :w 3)") == "(a :v [1\n       2]\n  :w 3)\n");
}

TEST_CASE("format: blank lines, one at most, none behind a head or before a closer") {
  CHECK(formatted("(a)\n\n\n\n(b)\n(c)\n\n") == "(a)\n\n(b)\n(c)\n");
  CHECK(formatted("(a\n\n  (b)\n\n\n  (c)\n\n)") == "(a\n  (b)\n\n  (c))\n");
  CHECK(formatted("(a :v [\n\n 1 2\n\n 3\n\n])") == "(a :v [\n  1 2\n\n  3])\n");
}

TEST_CASE("format: comments in every place") {
  CHECK(formatted(";a\n(b) ;c\n;d\n\n;e\n(f)\n;g") == ";a\n(b) ;c\n;d\n\n;e\n(f)\n;g\n");
  CHECK(formatted("( ; before the head\na)") == "( ; before the head\n  a)\n");
  CHECK(formatted("(\n; before the head\na)") == "( ; before the head\n  a)\n");
  CHECK(formatted("(a ; behind the head\n:k 1)") == "(a ; behind the head\n  :k 1)\n");
  CHECK(formatted("(a :k ; behind a key\n1 :l 2)") == "(a :k ; behind a key\n     1\n  :l 2)\n");
  CHECK(formatted("(a :k\n; above a value\n1)") == "(a :k\n     ; above a value\n     1)\n");
  CHECK(formatted("(a :k 1 ; behind a value\n)") == "(a :k 1 ; behind a value\n)\n");
  CHECK(formatted("(a :k 1\n      ; above a closer\n)") == "(a :k 1\n  ; above a closer\n)\n");
  CHECK(formatted("(a (b :k 1 ; one\n) ; two\n (c))") == "(a\n  (b :k 1 ; one\n  ) ; two\n  (c))\n");
  CHECK(formatted("(a :v [ ; behind a bracket\n1 ; one\n2])") == "(a :v [ ; behind a bracket\n  1 ; one\n  2])\n");
  CHECK(formatted("(a :v [1\n; between\n2 ; last\n] :w 1)") ==
        "(a :v [1\n       ; between\n       2 ; last\n      ]\n  :w 1)\n");
  CHECK(formatted("(a :k ; no value\n)") == "(a :k ; no value\n)\n");
  CHECK(formatted("(a)   \t ; far   \t\n(b);near") == "(a)      ; far\n(b) ;near\n");
}

TEST_CASE("format: block comments") {
  CHECK(formatted("#| a |# (b #| c |# :k #| d |# 1 #| e |#) #| f |#") ==
        "#| a |# (b #| c |# :k #| d |# 1 #| e |#) #| f |#\n");
  CHECK(formatted("(#|a|#b)\n#| two\n     lines |#\n(c)") == "(#|a|# b)\n#| two\n     lines |#\n(c)\n");
  CHECK(formatted("(a\n#| ; ( \" |#\n:k 1)") == "(a\n  #| ; ( \" |#\n  :k 1)\n");
}

TEST_CASE("format: a comment of two lines between keyword and value") {
  CHECK(formatted("(a :k #| one\ntwo |# [1 2] :l 3 (b))") == "(a :k #| one\ntwo |# [1 2]\n  :l 3 (b))\n");
  // Once the value is broken at its width, and then by its author.
  const std::string text = formatted("(a :k #| one\ntwo |# [" + repeated("1234567 ", 40) + "] :l (b) (c :x \"" +
                                     repeated("wide ", 20) + "\"))");
  CHECK(text.starts_with("(a :k #| one\ntwo |# [1234567 1234567"));
}

TEST_CASE("format: comments behind lines keep their columns when the lines move") {
  CHECK(formatted("(a\n      :x 1     ; one\n      :long 2  ; two\n)") ==
        "(a\n  :x 1     ; one\n  :long 2  ; two\n)\n");
  CHECK(formatted("(a    :x 1) ; near") == "(a :x 1)    ; near\n");
}

TEST_CASE("format: numbers in vectors keep their columns") {
  CHECK(formatted("(data :name d :float32 [0 0.7  -0.7 -0.6])") == "(data :name d :float32 [0 0.7  -0.7 -0.6])\n");
  CHECK(formatted("(data :float32 [\n     1   2\n    10  20\n])") == "(data :float32 [\n   1   2\n  10  20])\n");
  CHECK(formatted("(data :float32 [\n\t1\t2\n\t10\t20])") == "(data :float32 [\n  1       2\n  10      20])\n");
  CHECK(formatted("(a :v [x   y\n        z])") == "(a :v [x y\n       z])\n");
}

TEST_CASE("format: a vector that begins on the next line hangs, clear of the keys behind it") {
  CHECK(formatted("(a :v [\n1\n2])") == "(a :v [\n  1\n  2])\n");
  CHECK(formatted("(a :v [\n1\n2] :w 3)") == "(a :v [\n    1\n    2]\n  :w 3)\n");
  CHECK(formatted("(a\n:v [\n1\n2]\n:w 3)") == "(a\n  :v [\n    1\n    2]\n  :w 3)\n");
}

TEST_CASE("format: nested vectors") {
  CHECK(formatted("(a [[1 2][3 [4]]])") == "(a [[1 2] [3 [4]]])\n");
  CHECK(formatted("(a [[1 2]\n[3 4]])") == "(a [[1 2]\n    [3 4]])\n");
  CHECK(formatted("(a :m [\n[1 0]\n[0 1]\n])") == "(a :m [\n  [1 0]\n  [0 1]])\n");
}

TEST_CASE("format: spellings stay") {
  const std::string text =
      "(a 1_000 0xFf -0x0 1. 1.50 1e3 1E+3 2d-array 50% true false nil 2031-04-09 12:30:00.250 \"\\u{e9}\\n\" a#1)\n";
  CHECK(formatted(text) == text);
}

TEST_CASE("format: strings keep every byte") {
  const std::string raw = "\"\"\"\r\n\tfn f() {  }  \n\n\n  ; no comment\n  #| nor this |#\n\"\"\"";
  CHECK(formatted("(m   :code\n" + raw + "  )") == "(m :code " + raw + ")\n");
  CHECK(formatted("(m :a \"one\n   two  \"   :b 1)") == "(m :a \"one\n   two  \" :b 1)\n");
  CHECK(formatted("(m :code \"\"\"\"quoted\"\"\")") == "(m :code \"\"\"\"quoted\"\"\")\n");
  // A string that cannot be broken gets a line, not its neighbours.
  const std::string wide = '"' + repeated("wide ", 40) + '"';
  CHECK(formatted("(m :name x :code " + wide + " :b 1)") == "(m :name x\n  :code " + wide + "\n  :b 1)\n");
}

TEST_CASE("format: line ends, tabs, the mark at the front, other alphabets") {
  CHECK(formatted("\xEF\xBB\xBF(a\r\n\t:x 1\r\n\r\n\r\n\t:y 2) ; c\r\n") == "(a\n  :x 1\n\n  :y 2) ; c\n");
  CHECK(formatted("(a)\r\r(b)\r") == "(a)\n\n(b)\n");
  CHECK(formatted("#| a\r\nb |#\r\n(c)") == "#| a\nb |#\n(c)\n");
  CHECK(formatted("; ünïcödé ✓\n(a \"日本\"   \"🙂\")   ; ✓") == "; ünïcödé ✓\n(a \"日本\" \"🙂\")     ; ✓\n");
  // Columns are characters: 113 of two bytes fit on a line of 120.
  const std::string text = "(a \"" + repeated("é", 100) + "\" :k 12345678)\n";
  CHECK(formatted(text) == text);
}

TEST_CASE("format: lines of 120 columns stay, wider ones break") {
  const auto form = [](size_t columns) { return "(a :name x :k \"" + std::string(columns - 17, 'x') + "\")"; };
  REQUIRE(form(120).size() == 120);
  CHECK(formatted(form(120)) == form(120) + "\n");
  CHECK(formatted(form(121)).starts_with("(a :name x\n  :k \"xx"));
  CHECK(formatted("(a " + form(117) + ")").starts_with("(a\n  (a :name x :k"));
}

TEST_CASE("format: a form too wide breaks at its forms, then at its keys") {
  CHECK(formatted(
            "(render-pipeline :name p :layout auto (vertex :module m) (fragment :module m :entry red (target :format "
            "preferred-canvas-format)) (primitive :topology triangle-strip))") ==
        "(render-pipeline :name p :layout auto\n"
        "  (vertex :module m)\n"
        "  (fragment :module m :entry red (target :format preferred-canvas-format))\n"
        "  (primitive :topology triangle-strip))\n");
  CHECK(formatted("(sampler :name s :mag-filter linear :min-filter linear :mipmap-filter linear :max-anisotropy 4 "
                  ":lod-min-clamp 0 :lod-max-clamp 2)") ==
        "(sampler :name s :mag-filter linear :min-filter linear :mipmap-filter linear :max-anisotropy 4 :lod-min-clamp "
        "0\n"
        "  :lod-max-clamp 2)\n");
}

TEST_CASE("format: a long vector fills lines") {
  const std::string text = formatted("(data :name d :float32 [" + repeated("1234567 ", 1000) + "])");
  CHECK(text.starts_with("(data :name d\n  :float32 [1234567 1234567"));
  CHECK(widest(text) <= 120);
  CHECK(std::ranges::count(text, '\n') < 90);
}

TEST_CASE("format: a very long line of forms") {
  CHECK(widest(formatted("(q :name q " + repeated("(write-buffer :buffer b :data d) ", 2000) + ")")) <= 120);
}

TEST_CASE("format: containers as deep as they may be") {
  for (const std::string_view open : {"(a ", "[", "(a :k ", "(a :k [", "(a\n", "[\n", "[1 ", "(a ; c\n"}) {
    const bool two = open == "(a :k [";
    const size_t depth = two ? 511 : sjon::kMaxNesting;
    const std::string close = two ? "])" : open[0] == '(' ? ")" : "]";
    const std::string text = formatted(repeated(open, depth) + "1" + repeated(close, depth));
    // Indentation ends somewhere: the output stays in proportion.
    CHECK(text.size() < depth * 200);
  }
}

TEST_CASE("format: a text of 16 MiB, in proportion") {
  // Each shape would take minutes if a line were looked at once per element or per level.
  constexpr size_t kSize = size_t{16} << 20;
  const std::string deep = repeated("[", 1000);
  for (const std::string_view piece :
       {"(write-buffer :buffer b :data d)\n", "123456789 ", "; comment\n", "1 ;\n\n\n\n\n\n\n"}) {
    const std::string head = piece[0] == '1' ? "(a :k " + deep : "(a ";
    const std::string tail = piece[0] == '1' ? std::string(1000, ']') + ")" : ")";
    const std::string text = head + repeated(piece, (kSize - 4000) / piece.size()) + tail;
    Diagnostics diagnostics;
    const auto once = sjon::format(text, diagnostics);
    REQUIRE(once.has_value());
    CHECK(once->size() < 20 * text.size());
  }
}

TEST_CASE("format: text with errors has no layout") {
  for (const std::string_view text :
       {"(a", "a)", "(a]", "()", "(a \"b)", "(a \"\"\"b)", "(a , b)", "(a #| b)", "(1 2)", "(a \"\\q\")", ":k 1",
        "(a 2031-13-01)", "(a 99999999999999999999)", "(a \xFF)"}) {
    CAPTURE(text);
    Diagnostics diagnostics;
    CHECK_FALSE(sjon::format(text, diagnostics).has_value());
    CHECK(diagnostics.hasErrors());
  }
  Diagnostics diagnostics;
  CHECK_FALSE(sjon::format("(a b c)", diagnostics, {.max_bytes = 6}).has_value());
}

TEST_CASE("format: what the printer writes is formatted") {
  Diagnostics diagnostics;
  const auto document = sjon::parse(
      "(a :name x :code \"\"\"\nfn f() {}\n\"\"\") (b :usage [a b] (c :k 1.50) (d \"\\n\") (e (f (g :h [[1 2] [3 4]]) "
      "(i :j nil) (k :l true)) (m :n (+ 1 (* 2 3) (/ 4 5)))))",
      diagnostics);
  const std::string printed = sjon::print(document);
  CHECK(formatted(printed) == printed);
}

TEST_CASE("layout: any text comes out whole") {
  for (const std::string_view text :
       {"((((", "))))", "(]) [)", ":a :b", "(:a :b", "\"open", "(a , , ,)", "(() [] ())"}) {
    CAPTURE(text);
    const std::string out = sjon::layOut(text, sjon::readItems(text, 0));
    std::vector<std::string> before = words(text), after = words(out);
    const auto closes = [](const std::string& word) { return word == ")" || word == "]"; };
    std::erase_if(before, closes);
    std::erase_if(after, closes);
    CHECK(before == after);
  }
}
