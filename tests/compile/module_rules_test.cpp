// Rules that depend on who judges the modules, which no document can bring about by itself: a checker that fails, one
// that accepts what our front end cannot read, none at all; and documents beyond a capacity that would be megabytes
// as files. The literal ids stand behind "RULE:", so that the list of rules without a test can be made by a script.
#include "compile/support.h"  // first: doctest has a macro WHEN, and so has the table of forms

#include <doctest/doctest.h>

using namespace pngine;
using namespace pngine::test;

namespace {

using Message = compile::ModuleMessage;

/// Says of every module what it was told to say.
struct FixedChecker final : compile::ModuleChecker {
  std::vector<Message> messages;
  std::vector<Message> check(std::string_view) override { return messages; }
};

compile::Compiled checked(std::string_view source, std::vector<Message> messages, bool minify = false,
                          bool lint = false) {
  FixedChecker checker;
  checker.messages = std::move(messages);
  compile::CompileOptions options;
  options.checker = &checker;
  options.minify = minify;
  options.lint = lint;
  options.executor = false;
  return compile::compile(source, options);
}

std::string document(std::string_view wgsl, std::string_view entry = " :entry go") {
  return cat("(shader-module :name m :code \"\"\"", wgsl,
             "\"\"\")(compute-pipeline :name p :layout auto (compute :module m", entry,
             "))(compute-pass :name run :pipeline p (dispatch :workgroups [1]))(frame :name f :perform [run])");
}

constexpr std::string_view kFine = "@compute @workgroup_size(1) fn go() {}";
/// What a newer WGSL may allow and our front end does not know.
constexpr std::string_view kNewer = "@compute @workgroup_size(1) fn go() { match 1 {} }";

std::string only(const compile::Compiled& c, std::string_view source) { return findings(c, source, true); }

}  // namespace

// RULE: module/not-validated
TEST_CASE("a module without a verdict is a warning that says why") {
  const std::string source = document(kFine);
  const auto c = checked(source, {{Message::Kind::unchecked, 0, 0, 0, "the checker gave no answer"}});
  CHECK(only(c, source) == "module/not-validated @ m: shader-module `m` is not checked: the checker gave no answer\n");
  CHECK(!c.payload.empty());
}

// RULE: module/not-reflected
TEST_CASE("a module that the checker accepts and we cannot read is a warning that says what is left out") {
  const std::string source = document(kNewer);
  const auto c = checked(source, {});
  CHECK(only(c, source).starts_with("module/not-reflected @ m: shader-module `m` could not be read: "));
  CHECK(only(c, source).contains("entry points, bindings and the uniform table of it are not checked"));
  CHECK(!c.payload.empty());
}

// RULE: stage/entry-unreflected
TEST_CASE("without :entry such a module leaves its pipeline without an entry point") {
  const std::string source = document(kNewer, "");
  const std::string wanted =
      "compute-pipeline `p` has a stage without :entry, and module `m` could not be read to find it";
  CHECK(only(checked(source, {}), source).contains(cat("stage/entry-unreflected @ (compute :module m): ", wanted)));
  compile::CompileOptions unchecked;
  unchecked.validate = false;
  CHECK(has(compile::compile(source, unchecked), "stage/entry-unreflected"));
  CHECK_FALSE(has(checked(document(kNewer), {}), "stage/entry-unreflected"));
}

// RULE: module/minify-failed
TEST_CASE("a module that cannot be minified ships as it is, with a warning") {
  const std::string source = document(kNewer);
  const auto c = checked(source, {}, true);
  CHECK(only(c, source).contains(
      "module/minify-failed @ m: shader-module `m` could not be minified and ships as it is: "));
  REQUIRE(c.program != nullptr);
  CHECK(c.program->modules[0].shipped == kNewer);
  CHECK(!c.payload.empty());
  // Of a module that the checker refuses that is no news.
  CHECK_FALSE(has(checked(source, {{Message::Kind::error, 1, 1, 1, "no"}}, true), "module/minify-failed"));
  CHECK_FALSE(has(checked(document(kFine), {}, true), "module/minify-failed"));
}

// RULE: module/binding-duplicate
TEST_CASE("two variables of one entry point share a binding") {
  const std::string source = document(
      "@group(0) @binding(0) var<storage> a: vec4f; @group(0) @binding(0) var<storage> b: vec4f; @compute "
      "@workgroup_size(1) fn go() { _ = a; _ = b; }");
  const auto c = compiled(source);  // a checker of its own refuses such a module first
  CHECK(
      findings(c, source).contains("module/binding-duplicate @ b: shader-module `m`: `a` and `b` share @group(0) "
                                   "@binding(0) and `go` uses both\n"));
}

// RULE: vertex/position
TEST_CASE("a vertex shader without a position") {
  const std::string_view source =
      "(shader-module :name m :code \"@vertex fn vs() -> @location(0) vec4f { return vec4f(); } @fragment fn fs() -> "
      "@location(0) vec4f { return vec4f(); }\")(render-pipeline :name p :layout auto (vertex :module m) "
      "(fragment :module m (target :format rgba8unorm)))";
  CHECK(
      findings(compiled(source), source) ==
      "vertex/position @ (vertex :module m): render-pipeline `p` runs `vs`, which has no @builtin(position) output\n");
}

TEST_CASE("remarks are made under lint only, and not where the checker has warned") {
  const std::string source = document("@compute @workgroup_size(1) fn go() {\n  let a = 1;\n  let b = 2;\n}");
  CHECK(only(checked(source, {}), source) == "");
  CHECK(only(checked(source, {}, false, true), source) ==
        "module/lint @ a: shader-module `m`: `a` is never used (unused-variable)\n"
        "module/lint @ b: shader-module `m`: `b` is never used (unused-variable)\n");
  const std::vector<Message> warns{{Message::Kind::warning, 2, 7, 1, "a is not used"}};
  CHECK(only(checked(source, warns, false, true), source) ==
        "module/wgsl-warning @ a: shader-module `m`: a is not used\n"
        "module/lint @ b: shader-module `m`: `b` is never used (unused-variable)\n");
}

TEST_CASE("remarks on a pass concern what its author wrote, once") {
  const std::string_view source =
      "(pass-graph (pass :name a :code \"fn other() {} @fragment fn fs(@builtin(position) p: vec4f) -> @location(0) "
      "vec4f "
      "{ let unused = pngine.time; return p; }\"))";
  CHECK(only(checked(source, {}, false, true), source) ==
        "module/lint @ unused: shader-module `a__shader`: `unused` is never used (unused-variable)\n");
}

// ---- capacities

namespace {

std::string repeated(std::string_view piece, size_t times) {
  std::string out;
  for (size_t i = 0; i < times; ++i) out += piece;
  return out;
}

std::string numbered(std::string_view before, std::string_view after, size_t times) {
  std::string out;
  for (size_t i = 0; i < times; ++i) out += cat(before, i, after);
  return out;
}

constexpr std::string_view kDrawing =
    "(shader-module :name m :code \"@vertex fn vs() -> @builtin(position) vec4f { return vec4f(); } @fragment fn fs() "
    "-> "
    "@location(0) vec4f { return vec4f(); }\")(render-pipeline :name rp :layout auto (vertex :module m) "
    "(fragment :module m (target :format preferred-canvas-format)))";

std::string pass(size_t draws) {
  return cat(kDrawing,
             "(render-pass :name r :pipeline rp (color-attachment :view context-current-texture :load-op clear "
             ":store-op store)",
             repeated("(draw :vertex-count 3)", draws), ")");
}

std::string queue(size_t actions) {
  return cat("(buffer :name b :size 16 :usage [copy-dst])(queue :name q",
             repeated("(write-buffer :buffer b :data pngine-inputs)", actions), ")");
}

}  // namespace

// RULE: pass/commands
TEST_CASE("a pass has at most 2048 commands") {
  CHECK(findings(compiled(pass(2049)), pass(2049)) ==
        "pass/commands @ render-pass: render-pass `r` has 2049 draws and queries, and the most is 2048\n");
  CHECK(findings(compiled(pass(2048)), pass(2048)) == "");
}

// RULE: queue/too-long
TEST_CASE("a queue has at most 2048 actions") {
  CHECK(findings(compiled(queue(2049)), queue(2049)) ==
        "queue/too-long @ queue: queue `q` has 2049 actions, and the most is 2048\n");
  CHECK(findings(compiled(queue(2048)), queue(2048)) == "");
}

// RULE: module/too-many
TEST_CASE("there are at most 65535 shader modules") {
  const std::string source = numbered("(shader-module :name m", " :code \"\")", 65536);
  CHECK(findings(compiled(source), source) ==
        "module/too-many @ m65535: the document makes 65536 shader modules, and the most is 65535 (members of pools "
        "count)\n");
}

// RULE: pass/too-many
TEST_CASE("there are at most 65535 passes") {
  const std::string source = cat(
      "(shader-module :name m :code \"@compute @workgroup_size(1) fn go() {}\")(compute-pipeline :name p :layout auto "
      "(compute :module m))",
      numbered("(compute-pass :name c", " :pipeline p (dispatch :workgroups [1]))", 65536));
  CHECK(findings(compiled(source), source) ==
        "pass/too-many @ c65535: the document makes 65536 passes, and the most is 65535 (members of pools count)\n");
}

// RULE: uniform/table-full
TEST_CASE("the names that a host may set have at most 64 KiB") {
  const auto module = [](std::string_view name, std::string_view member) {
    return cat("(shader-module :name m", name, " :code \"struct S", name, " { ",
               numbered(member, cat(name, ": f32, "), 64), "} @group(0) @binding(0) var<uniform> u", name, ": S", name,
               "; @compute @workgroup_size(1) fn go() { _ = u", name, "; }\")(buffer :name b", name,
               " :size 256 :usage [uniform])(compute-pipeline :name p", name, " :layout auto (compute :module m", name,
               "))(bind-group :name g", name, " :layout p", name, " (entry :binding 0 :buffer b", name, "))");
  };
  const std::string member = repeated("x", 600);
  const std::string one = module("A", member), two = cat(one, module("B", member));
  CHECK_FALSE(has(compiled(one), "uniform/table-full"));
  const auto c = compiled(two);
  CHECK(c.commands != nullptr);
  CHECK(findings(c, two, true).contains("uniform/table-full @ \"struct SB { "));
  CHECK(findings(c, two, true).contains("`uB` cannot be set by name: the table of names is full"));
}
