// Printing, and building forms in code.
#include <doctest/doctest.h>

#include <string>

#include "sjon/sjon.h"

using namespace pngine;

namespace {

std::string again(const std::string& text) {
  Diagnostics diagnostics;
  const auto document = sjon::parse(text, diagnostics);
  CHECK_FALSE(diagnostics.hasErrors());
  return sjon::print(document);
}

}  // namespace

TEST_CASE("short forms stay on one line") {
  CHECK(again("( buffer  :name b\n :size (* 4 N) :usage [ vertex copy-dst ] )") ==
        "(buffer :name b :size (* 4 N) :usage [vertex copy-dst])\n");
  CHECK(again("(a 1.5 0x10 2d-array true nil \"q\\\"\" :k) (b)") ==
        "(a 1.5 16 2d-array true nil \"q\\\"\" :k)\n\n(b)\n");
}

TEST_CASE("long forms break") {
  CHECK(
      again(
          "(texture :name colors :size canvas :format rgba8unorm :usage [texture-binding render-attachment] (one :x 1) "
          "(two :y [1 2]))") ==
      "(texture :name colors :size canvas :format rgba8unorm :usage [texture-binding render-attachment]\n"
      "  (one :x 1)\n  (two :y [1 2]))\n");
}

TEST_CASE("raw strings stay as they are") {
  const std::string printed = again("(shader-module :name m :code \"\"\"\n  fn f() {}\n\"\"\")");
  CHECK(printed == "(shader-module :name m :code \"\"\"\n  fn f() {}\n\"\"\")\n");
  CHECK(again(printed) == printed);
}

TEST_CASE("forms made in code") {
  sjon::Document document;
  sjon::Builder make(document, {3, 9});
  document.appendRoot(make.form("texture")
                          .symbol("name", "t")
                          .pair("size", make.vector({make.integer(4), make.real(0.5)}))
                          .symbol("dimension", "2d")
                          .symbols("usage", {"copy-dst", "texture-binding"})
                          .boolean("x", false)
                          .text("code", "a\nb")
                          .child(make.form("inner").integer("n", -1))
                          .node());
  const sjon::Node& form = *document.roots().begin();
  CHECK(form.synthesized);
  CHECK(form.span == Span{3, 9});
  CHECK(form.get("dimension")->text == "d");
  CHECK(
      sjon::print(form) ==
      "(texture :name t :size [4 0.5] :dimension 2d :usage [copy-dst texture-binding] :x false :code \"\"\"a\nb\"\"\" "
      "(inner :n -1))");
  sjon::Node* copy = make.clone(form);
  CHECK(sjon::print(*copy) == sjon::print(form));
}
