// Every function of constant expressions with known answers, and every way to be wrong.
#include <doctest/doctest.h>

#include <cmath>
#include <string>

#include "base/text.h"
#include "schema/expression.h"
#include "sjon/sjon.h"

using namespace pngine;
using namespace pngine::schema;

namespace {

class Three : public ConstantSource {
 public:
  State constant(std::string_view name, double& value) override {
    value = 3;
    return name == "THREE" ? State::known : State::unknown;
  }
  std::vector<std::string_view> names() const override { return {"THREE"}; }
};

std::string show(const Result& r) {
  switch (r.kind) {
    case Result::Kind::number:
      return toText(r.number);
    case Result::Kind::boolean:
      return r.boolean ? "true" : "false";
    case Result::Kind::nil:
      return "nil";
    case Result::Kind::text:
      return cat("\"", r.text, "\"");
    case Result::Kind::other:
      return cat(":", r.text);
    case Result::Kind::vector:
      break;
  }
  std::string out = "[";
  for (const Result& item : *r.items) out += cat(out.size() > 1 ? " " : "", show(item));
  return out + "]";
}

// The value, or "!" with the rule and the code of the first problem.
std::string eval(const std::string& text) {
  Diagnostics diagnostics;
  const sjon::Document document = sjon::parse(text, diagnostics);
  REQUIRE_FALSE(diagnostics.hasErrors());
  const sjon::Node& node = *document.roots().begin();
  std::vector<Problem> problems;
  checkExpression(node, problems);
  if (!problems.empty()) return cat("!", problems[0].rule, " ", problems[0].code);
  Three constants;
  uint64_t budget = uint64_t{1} << 24;
  Evaluator evaluator(constants, budget);
  Result result;
  if (evaluator.evaluate(node, result) != Evaluator::Outcome::value) return cat("!", evaluator.problem().rule);
  return show(result);
}

}  // namespace

TEST_CASE("arithmetic") {
  CHECK(eval("(+)") == "0");
  CHECK(eval("(+ 1 2 3.5)") == "6.5");
  CHECK(eval("(- 5)") == "-5");
  CHECK(eval("(- 10 3 2)") == "5");
  CHECK(eval("(*)") == "1");
  CHECK(eval("(* 2 3 4)") == "24");
  CHECK(eval("(/ 12 3 2)") == "2");
  CHECK(eval("(/ 1 0)") == "!number/divide-by-zero");
  CHECK(eval("(/ 0 0)") == "!number/divide-by-zero");
  CHECK(eval("(mod 7 3)") == "1");
  CHECK(eval("(mod -7 3)") == "2");
  CHECK(eval("(mod 7 -3)") == "-2");
  CHECK(eval("(mod 1e22 7)") == "4");
  CHECK(eval("(mod :y 3 :x 7)") == "1");
  CHECK(eval("(mod 1 0)") == "!number/divide-by-zero");
  CHECK(eval("(* THREE 2px)") == "6");
}

TEST_CASE("comparison and logic") {
  CHECK(eval("[(< 1 2) (> 1 2) (<= 2 2) (>= 1 2)]") == "[true false true false]");
  CHECK(eval("(= 9007199254740993 9007199254740992)") == "false");
  CHECK(eval("(= 9007199254740993 9007199254740992.0)") == "true");
  CHECK(eval("(= 18446744073709551615 -1)") == "false");
  CHECK(eval("(= [1 [2]] [1 [2]])") == "true");
  CHECK(eval("(= 1 \"1\")") == "false");
  CHECK(eval("(!= :a :b)") == "true");
  CHECK(eval("(let [n (sqrt -1)] (= n n))") == "false");
  CHECK(eval("(= (let [x [1 2]] x) [1 2])") == "true");
  CHECK(eval("[(not nil) (not false) (not 0) (not \"\")]") == "[true true false false]");
  CHECK(eval("[(and) (or) (and 1 nil 2) (and 1 2) (or nil 3) (or nil false)]") == "[true false nil 2 3 false]");
  CHECK(eval("(if [] 1 2)") == "1");
  CHECK(eval("(if false 1)") == "nil");
  CHECK(eval("(if true 1 (/ 1 0))") == "1");
  CHECK(eval("(cond false 1 true 2)") == "2");
  CHECK(eval("(cond false 1)") == "nil");
  CHECK(eval("(cond false 1 2)") == "!number/arity arity_mismatch");
  CHECK(eval("(and false (/ 1 0))") == "false");
}

TEST_CASE("binding and loops") {
  CHECK(eval("(let [a 1 b (+ a 1)] (* a b))") == "2");
  CHECK(eval("(let [THREE 4] THREE)") == "4");
  CHECK(eval("(let [a] 1)") == "!number/not-a-number");
  CHECK(eval("(let a 1)") == "!number/not-a-number");
  CHECK(eval("(map [x] [1 2 3] (* x x))") == "[1 4 9]");
  CHECK(eval("(filter [x] [1 2 3] (> x 1))") == "[2 3]");
  CHECK(eval("(any [x] [1 2] (= x 2))") == "true");
  CHECK(eval("(any [x] [] true)") == "false");
  CHECK(eval("(all [x] [1 2] (= x 2))") == "false");
  CHECK(eval("(all [x] [] false)") == "true");
  CHECK(eval("(fold [s x] 10 [1 2 3] (- s x))") == "4");
  CHECK(eval("(fold [s s] 0 [1] s)") == "!number/not-a-number");
  CHECK(eval("(map [x y] [1] x)") == "!number/not-a-number");
  CHECK(eval("(map [x] 5 x)") == "!number/not-a-number");
}

TEST_CASE("scalars") {
  CHECK(eval("(lerp :from 0 :to 8 :t 0.25)") == "2");
  CHECK(eval("(lerp 2 4 0.5)") == "3");
  CHECK(eval("[(clamp 5 0 3) (clamp -1 0 3) (clamp 2 0 3)]") == "[3 0 2]");
  CHECK(eval("(clamp 1 3 0)") == "!number/not-a-number");
  CHECK(eval("[(min 3 1 2) (max 3 1 2) (min (sqrt -1) 4) (max 4 (sqrt -1))]") == "[1 3 4 4]");
  CHECK(eval("[(abs -2) (sign -3) (sign 0) (sign 9)]") == "[2 -1 0 1]");
  CHECK(eval("[(floor -1.5) (ceil 1.2) (round 2.5) (round -2.5) (fract 1.25) (fract -0.25)]") ==
        "[-2 2 3 -3 0.25 0.75]");
  CHECK(eval("[(sqrt 16) (pow 2 10) (pow :exp 3 :base 2)]") == "[4 1024 8]");
  CHECK(eval("[(sin 0) (cos 0) (tan 0) (asin 0) (acos 1) (atan 0) (atan2 0 1)]") == "[0 1 0 0 0 0 0]");
  CHECK(eval("(sin (/ (pi) 6))") == "0.49999999999999994");
  CHECK(eval("[(pi) (tau)]") == "[3.141592653589793 6.283185307179586]");
  CHECK(eval("[(radians 180) (degrees (pi))]") == "[3.141592653589793 180]");
  CHECK(eval("[(saturate 2) (saturate -1) (saturate 0.5)]") == "[1 0 0.5]");
  CHECK(eval("[(step 1 0.5) (step 1 1)]") == "[0 1]");
  CHECK(eval("[(smoothstep 0 2 1) (smoothstep 1 1 1) (smoothstep 1 1 0.5)]") == "[0.5 1 0]");
  CHECK(eval("(sqrt -1)") == "nan");
  CHECK(eval("(asin 2)") == "nan");
}

TEST_CASE("vectors") {
  CHECK(eval("[(vec2 1 2) (vec3 :x 1 :y 2 :z 3) (vec4 1 2 3 4)]") == "[[1 2] [1 2 3] [1 2 3 4]]");
  CHECK(eval("(dot [1 2 3] [4 5 6])") == "32");
  CHECK(eval("(dot [1] [1 2])") == "!number/not-a-number");
  CHECK(eval("(cross [1 0 0] [0 1 0])") == "[0 0 1]");
  CHECK(eval("(cross [1 0] [0 1])") == "!number/not-a-number");
  CHECK(eval("[(length [3 4]) (length [])]") == "[5 0]");
  CHECK(eval("(normalize [0 5])") == "[0 1]");
  CHECK(eval("(normalize [0 0])") == "!number/not-a-number");
  CHECK(eval("(distance [1 1] [4 5])") == "5");
  CHECK(eval("(distance [] [])") == "!number/not-a-number");
  CHECK(eval("(reflect [1 -1] [0 1])") == "[1 1]");
  CHECK(eval("(nth [5 6 7] 2)") == "7");
  CHECK(eval("(nth [5] 1)") == "!number/not-a-number");
  CHECK(eval("(nth [5] 0.5)") == "!number/not-a-number");
  CHECK(eval("(count [1 [2 3]])") == "2");
  CHECK(eval("(dot [1 true] [1 2])") == "!number/not-a-number");
}

TEST_CASE("random numbers") {
  CHECK(eval("(hash 1 2)") == toText(double{2208208142158009}));
  CHECK(eval("(rand01 1 2)") == toText(0x1.f616a179d22e4p-3));
  CHECK(eval("(hash -1 7)") == toText(double{8154550560169775}));
  CHECK(eval("(rand01 -1 7)") == toText(0x1.cf88541711f2fp-1));
  CHECK(eval("(hash 0.5 3)") == toText(double{7288270565477630}));
  CHECK(eval("(rand01 0.5 3)") == toText(0x1.9e4a4ba150cfep-1));
  CHECK(eval("(rand-range 1 2 10 20)") == toText(0x1.8e73893b08d74p+3));
  CHECK(eval("(rand-int 1 2 1 6)") == "2");
  CHECK(eval("(rand-choice :v [7 8 9] :key 2 :seed 1)") == "7");
  CHECK(eval("(rand-int 1 2 5 5)") == "5");
  CHECK(eval("(rand-range 1 2 5 4)") == "!number/not-a-number");
  CHECK(eval("(rand-int 1 2 0.5 4)") == "!number/not-a-number");
  CHECK(eval("[(rand-bool 1 2 0) (rand-bool 1 2 1)]") == "[false true]");
  CHECK(eval("(rand-choice 1 2 [9])") == "9");
  CHECK(eval("(rand-choice 1 2 [])") == "!number/not-a-number");
}

TEST_CASE("checks before evaluation") {
  CHECK(eval("(sine 1)") == "!form/unknown unknown_form");
  CHECK(eval("(if true 1 (sine 1))") == "!form/unknown unknown_form");
  CHECK(eval("(sqrt 1 2)") == "!number/arity arity_mismatch");
  CHECK(eval("(/ 1)") == "!number/arity arity_mismatch");
  CHECK(eval("(-)") == "!number/arity arity_mismatch");
  CHECK(eval("(pi 1)") == "!number/arity arity_mismatch");
  CHECK(eval("(+ 1 \"2\")") == "!number/not-a-number expr_type_mismatch");
  CHECK(eval("(+ 1 true)") == "!number/not-a-number expr_type_mismatch");
  CHECK(eval("(dot 1 [2])") == "!number/not-a-number expr_type_mismatch");
  CHECK(eval("(lerp :from 0 8 0.5)") == "!number/arity expr_mixed_args");
  CHECK(eval("(lerp :from 0 :two 8 :t 0.5)") == "!number/arity expr_unknown_label");
  CHECK(eval("(lerp :from 0 :from 8 :to 1 :t 0.5)") == "!number/arity expr_duplicate_label");
  CHECK(eval("(lerp :from 0 :to 8)") == "!number/arity expr_missing_label");
  CHECK(eval("(+ :a 1)") == "!number/arity expr_kvpair_not_allowed");
  CHECK(eval("(+ 1 (< 1 2))") == "!number/not-a-number");
  CHECK(eval("(+ 1 TWO)") == "!number/unknown-constant");
}

TEST_CASE("bounds") {
  std::string deep = "1";
  for (int i = 0; i < 1000; ++i) deep = "(- " + deep + ")";
  CHECK(eval(deep) == "1");
  std::string list = "[";
  for (int i = 0; i < 1100; ++i) list += "1 ";
  list += "]";
  CHECK(eval("(let [v " + list + "] (fold [a x] 0 v (fold [b y] a v (+ b 1))))") == "!number/not-a-number");
  std::string doubled = "[1 1]";
  std::string body = "(let [a0 [1 1] ";
  for (int i = 1; i < 40; ++i) body += cat("a", i, " [a", i - 1, " a", i - 1, "] ");
  CHECK(eval(body + "] (= a39 a39))") == "!number/not-a-number");
}
