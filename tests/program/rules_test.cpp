// Rules over whole documents: that a rule stays silent where a fact is not known, where --no-validate turns it off, and
// where its finding would only repeat another one. What each rule reports is tested by the goldens.
#include <doctest/doctest.h>

#include <algorithm>
#include <set>
#include <string>

#include "base/text.h"
#include "compile/compile.h"
#include "program/rules.h"

using namespace pngine;

namespace {

constexpr std::string_view kCompute = R"SJON(
(buffer :name values :size 64 :usage [storage])
(shader-module :name code :code """
@group(0) @binding(0) var<storage, read_write> values: array<u32>;
@compute @workgroup_size(4) fn main(@builtin(global_invocation_id) id: vec3u) { values[id.x] = id.x; }
""")
(compute-pipeline :name pipe :layout auto (compute :module code))
(bind-group :name group :layout pipe (entry :binding 0 :buffer values))
(compute-pass :name run :pipeline pipe :bind-groups [group] (dispatch :workgroups [4]))
(frame :name main :perform [run])
)SJON";

std::set<std::string> rules(std::string_view text, bool validate = true) {
  compile::CompileOptions options;
  options.validate = validate;
  options.payload = false;
  const compile::Compiled result = compile::compile(text, options);
  std::set<std::string> out;
  for (const Diagnostic& d : result.diagnostics.all()) {
    out.insert(std::string(d.rule));
    CHECK(program::findRule(d.rule) != nullptr);
  }
  return out;
}

std::string with(std::string_view base, std::string_view from, std::string_view to) {
  std::string text(base);
  const size_t at = text.find(from);
  REQUIRE(at != std::string::npos);
  return text.replace(at, from.size(), to);
}

}  // namespace

TEST_CASE("a right program has no finding") { CHECK(rules(kCompute).empty()); }

TEST_CASE("joins with shaders are off without validation") {
  const std::string text = with(kCompute, "(entry :binding 0 :buffer values)", "");
  CHECK(rules(text).contains("bind/unbound"));
  CHECK(!rules(text, false).contains("bind/unbound"));
}

// The command line hands modules to Tint first, which refuses a zero; without it this rule does.
// RULE: compute/workgroup-zero
TEST_CASE("a workgroup has a size in every direction") {
  CHECK(rules(with(kCompute, "@workgroup_size(4)", "@workgroup_size(0)")).contains("compute/workgroup-zero"));
  CHECK(rules(with(kCompute, "@workgroup_size(4)", "@workgroup_size(4, 1, 0)")).contains("compute/workgroup-zero"));
  CHECK(rules(with(kCompute, "@workgroup_size(4)", "@workgroup_size(4, 1, 1)")).empty());
}

TEST_CASE("a raised limit admits what the default refuses, and the hint names it") {
  const std::string big = with(kCompute, ":workgroups [4]", ":workgroups [70000]");
  compile::CompileOptions options;
  options.payload = false;
  const compile::Compiled result = compile::compile(big, options);
  REQUIRE(result.diagnostics.errorCount() == 1);
  const Diagnostic& d = result.diagnostics.all()[0];
  CHECK(d.rule == "dispatch/limit");
  CHECK(std::ranges::any_of(d.notes, [](const Note& n) {
    return n.message == "(limits :max-compute-workgroups-per-dimension 70000) would be enough";
  }));
  CHECK(rules(cat("(limits :max-compute-workgroups-per-dimension 70000)\n", big)).empty());
}

TEST_CASE("members of a pool are different resources") {
  const std::string pooled =
      with(with(with(with(with(kCompute, "[storage]", "[storage] :pool 2"), ":layout pipe", ":layout pipe :pool 2"),
                     "(entry :binding 0 :buffer values)",
                     "(entry :binding 0 :buffer values :ping-pong 0) (entry :binding 1 :buffer values :ping-pong 1)"),
                "@compute", "@group(0) @binding(1) var<storage, read> before: array<u32>;\n@compute"),
           "= id.x;", "= before[id.x];");
  CHECK(rules(pooled).empty());
  CHECK(rules(with(pooled, ":ping-pong 1", ":ping-pong 0")) == std::set<std::string>{"dispatch/alias"});
}

TEST_CASE("the group number of an explicit layout is its position") {
  const std::string_view text = R"SJON(
(buffer :name values :size 64 :usage [storage])
(buffer :name settings :size 16 :usage [uniform])
(shader-module :name code :code """
@group(0) @binding(0) var<storage, read_write> values: array<u32>;
@group(1) @binding(0) var<uniform> settings: vec4u;
@compute @workgroup_size(4) fn main(@builtin(global_invocation_id) id: vec3u) { values[id.x] = settings.x; }
""")
(bind-group-layout :name first (entry :binding 0 :visibility [compute] (buffer :type storage)))
(bind-group-layout :name second (entry :binding 0 :visibility [compute] (buffer)))
(pipeline-layout :name layout :bind-group-layouts [first second])
(compute-pipeline :name pipe :layout layout (compute :module code))
(bind-group :name one :layout first (entry :binding 0 :buffer values))
(bind-group :name two :layout second (entry :binding 0 :buffer settings))
(compute-pass :name run :pipeline pipe :bind-groups [one two] (dispatch :workgroups [4]))
(frame :name main :perform [run])
)SJON";
  CHECK(rules(text).empty());
  CHECK(rules(with(text, "[one two]", "[two one]")) == std::set<std::string>{"pass/group-slot"});
}

TEST_CASE("the canvas format is unknown, so it meets both of its candidates and nothing else") {
  const std::string_view text = R"SJON(
(shader-module :name code :code """
@vertex fn vs(@builtin(vertex_index) i: u32) -> @builtin(position) vec4f { return vec4f(f32(i), 0.0, 0.0, 1.0); }
@fragment fn fs() -> @location(0) vec4f { return vec4f(1.0); }
""")
(render-pipeline :name pipe :layout auto (vertex :module code) (fragment :module code (target :format bgra8unorm)))
(render-pass :name draw :pipeline pipe
  (color-attachment :view context-current-texture :load-op clear :store-op store) (draw :vertex-count 3))
(frame :name main :perform [draw])
)SJON";
  CHECK(rules(text).empty());
  CHECK(rules(with(text, "bgra8unorm", "rgba8unorm")).empty());
  CHECK(rules(with(text, "bgra8unorm", "rgba16float")) == std::set<std::string>{"join/format"});
}

TEST_CASE("a document without a frame has no findings of reachability") {
  const std::string text = with(kCompute, "(frame :name main :perform [run])", "(sampler :name spare)");
  CHECK(rules(text) == std::set<std::string>{"frame/none"});
}

TEST_CASE("an unused chain is reported at its root only") {
  const std::string text = with(kCompute, "(frame", R"SJON((buffer :name other :size 64 :usage [storage])
(bind-group :name spare :layout pipe (entry :binding 0 :buffer other))
(frame)SJON");
  const std::set<std::string> found = rules(text);
  CHECK(found.contains("bind/unused"));
  CHECK(!found.contains("buffer/unused"));
}

TEST_CASE("forms that failed are left out of joins") {
  const std::string text = with(kCompute, ":size 64", "");
  CHECK(rules(text) == std::set<std::string>{"buffer/no-size"});
}
