// Sugar: what init and pass-graph become, that the checker of modules accepts every generated module, that the expanded
// text compiles to the same payload, and what is said about unusable passes.
#include "compile/support.h"  // first: doctest has a macro WHEN, and so has the table of forms

#include <doctest/doctest.h>

#include "check/wgsl_checker.h"
#include "sjon/sjon.h"

using namespace pngine;
using namespace pngine::test;

namespace {

/// Tint behind the compiler's interface.
struct Tint final : compile::ModuleChecker {
  std::unique_ptr<check::WgslChecker> checker;
  Tint() {
    auto opened = check::WgslChecker::open();
    REQUIRE_MESSAGE(opened.has_value(), "the WGSL checker is missing: ./dev setup");
    checker = std::move(*opened);
  }
  std::vector<compile::ModuleMessage> check(std::string_view wgsl) override {
    std::vector<compile::ModuleMessage> out;
    for (const check::ShaderMessage& m : checker->check(wgsl)) {
      if (m.kind == check::ShaderMessage::Kind::error)
        out.push_back({compile::ModuleMessage::Kind::error, m.line, m.column, m.length, m.text});
    }
    return out;
  }
};

/// Memory m; globals l = 8, s = 4; one data segment of 4 bytes at address 6.
Files files() {
  Files out;
  out.all["tones.wasm"] = {0,    'a', 's',  'm',  1, 0,    0,  0,    5, 3,    1, 0,    1,   6, 11, 2, 0x7F, 0,
                           0x41, 8,   0x0B, 0x7F, 0, 0x41, 4,  0x0B, 7, 13,   3, 1,    'm', 2, 0,  1, 'l',  3,
                           0,    1,   's',  3,    1, 11,   10, 1,    0, 0x41, 6, 0x0B, 4,   1, 2,  3, 4};
  return out;
}

compile::Compiled checked(std::string_view source) {
  static Tint tint;
  static Files all = files();
  compile::CompileOptions options;
  options.files = &all;
  options.checker = &tint;
  return compile::compile(source, options);
}

std::string expanded(std::string_view source) {
  Diagnostics findings;
  sjon::Document document = sjon::parse(source, findings);
  compile::expandSugar(document, findings);
  return compile::expandedText(document);
}

/// Compiles without an error, and its expansion to the same bytes.
compile::Compiled sound(std::string_view source) {
  compile::Compiled c = checked(source);
  CHECK(findings(c, source) == "");
  const std::string plain = expanded(source);
  CHECK(plain.find("(pass-graph") == std::string::npos);
  CHECK(plain.find("(init") == std::string::npos);
  const compile::Compiled again = checked(plain);
  CHECK_MESSAGE(findings(again, plain) == "", plain);
  CHECK(!c.payload.empty());
  CHECK(again.payload == c.payload);
  return c;
}

/// "rule" of every error, joined.
std::string errors(std::string_view source) {
  std::string out;
  for (const std::string& rule : rules(checked(source))) out += cat(out.empty() ? "" : " ", rule);
  return out;
}
std::string warnings(std::string_view source) {
  std::string out;
  for (const std::string& rule : rules(checked(source), Severity::warning)) out += cat(out.empty() ? "" : " ", rule);
  return out;
}

bool contains(std::string_view text, std::string_view part) { return text.find(part) != std::string_view::npos; }

constexpr std::string_view kWorked = R"((pass-graph
  (pass :name haze :feedback true :code """
    @fragment fn fs(@builtin(position) p: vec4f) -> @location(0) vec4f {
      let uv = p.xy / vec2f(pngine.width, pngine.height);
      return textureSample(prev_haze, samp, uv) * 0.9 + vec4f(sin(pngine.time) * 0.1);
    }""")
  (pass :name show :file ["tones.wasm"] :code """
    fn gamma(c: vec3f) -> vec3f { return pow(c, vec3f(1 / 2.2)); }
    @fragment fn fs(@builtin(position) p: vec4f) -> @location(0) vec4f {
      return textureLoad(haze, vec2i(p.xy), 0) * D0[u32(pngine.time) % arrayLength(&D0)];
    }
    @fragment fn post(@builtin(position) p: vec4f) -> @location(0) vec4f {
      let size = vec2f(textureDimensions(postTex));
      return vec4f(gamma(textureSample(postTex, samp, p.xy / size).rgb), 1);
    }"""))
)";

}  // namespace

TEST_CASE("a graph with feedback, data and post") {
  sound(kWorked);
  const std::string plain = expanded(kWorked);
  CHECK(contains(plain, ":usage [texture-binding render-attachment]"));
  CHECK(contains(plain, ":pool 2"));
  CHECK(contains(plain, "@group(0) @binding(0) var<uniform> pngine:PngineInputs;"));
  CHECK(contains(plain, "@group(0) @binding(2) var prev_haze:texture_2d<f32>;"));
  CHECK(contains(plain, "@group(0) @binding(3) var<storage,read> D0:array<f32>;"));
  CHECK(contains(plain, "@group(0) @binding(4) var postTex:texture_2d<f32>;"));
  CHECK(contains(plain, "(entry :binding 2 :texture haze__tex :ping-pong 1)"));
  CHECK(contains(plain, "(entry :binding 2 :texture haze__tex :ping-pong 0)"));
  CHECK(contains(plain, "(entry :binding 3 :buffer show__d0)"));
  CHECK(contains(plain, "(entry :binding 4 :texture show__tex)"));
  CHECK(contains(plain, "(frame :name main :perform [haze__uq haze show__uq show show__post])"));
  CHECK(!contains(plain, "post_shader"));
}

TEST_CASE("an unread earlier pass, and names in comments only, bind nothing") {
  const std::string_view source = R"((pass-graph
  (pass :name one :code "@fragment fn fs() -> @location(0) vec4f { return vec4f(1); }")
  (pass :name two :code "@fragment fn fs(@builtin(position) p: vec4f) -> @location(0) vec4f { return textureLoad(one, vec2i(p.xy), 0); }")
  (pass :name three :code "/* pngine, samp */ @fragment fn fs(@builtin(position) p: vec4f) -> @location(0) vec4f { let samples = 2.; return textureLoad(two, vec2i(p.xy), 0) * samples; }")))";
  sound(source);
  const std::string plain = expanded(source);
  CHECK(!contains(plain, "__ubuf"));
  CHECK(!contains(plain, "__pass_sampler"));
  CHECK(contains(plain, "(entry :binding 1 :texture two__tex)"));  // numbers count every earlier pass
  CHECK(!contains(plain, "three__tex"));
}

TEST_CASE("compute passes: entries, grid, groups, blit, and reading them") {
  const std::string_view source = R"((pass-graph
  (pass :name field :code """
    const W = 8;
    @workgroup_size(W, 4u) @compute fn a(@builtin(global_invocation_id) id: vec3u) {
      textureStore(screen, id.xy, vec4f(pngine.time, pointer.x, PI, 1));
    }
    @compute @workgroup_size(0x10) fn b(@builtin(global_invocation_id) id: vec3u) {
      textureStore(screen, id.xy, vec4f(1));
    }
    @compute @workgroup_size(1, 2, 3) fn c() {}
  """)
  (pass :name last :code """
    @compute @workgroup_size(16, 16) fn only(@builtin(global_invocation_id) id: vec3u) {
      textureStore(screen, id.xy, vec4f(1));
    }""")))";
  const compile::Compiled c = sound(source);
  const std::string plain = expanded(source);
  CHECK(contains(plain, "(dispatch :canvas-tile [8 4])"));
  CHECK(contains(plain, "(dispatch :canvas-tile [16 1])"));
  CHECK(contains(plain, "(dispatch :canvas-tile [1 2])"));
  CHECK(contains(plain, ":perform [field__uq field__pq field__c0 field__c1 field__c2 last__c0 last__blit]"));
  REQUIRE(c.program != nullptr);
  size_t groups = 0;
  for (const auto& g : c.program->bind_groups) groups += g.origin.name.starts_with("field__bg") ? 1 : 0;
  CHECK(groups == 2);  // entry c uses nothing

  sound(R"((pass-graph
  (pass :name field :code "@compute @workgroup_size(8, 8) fn a(@builtin(global_invocation_id) i: vec3u) { textureStore(screen, i.xy, vec4f(1)); }")
  (pass :name view :code "@fragment fn fs(@builtin(position) p: vec4f) -> @location(0) vec4f { return textureLoad(field, vec2i(p.xy), 0); }")))");
}

TEST_CASE("init of a pass fills what outlives a frame") {
  const std::string_view source = R"((pass-graph
  (pass :name life :feedback true :file ["tones.wasm"]
    :init """
      @compute @workgroup_size(8, 8) fn seed(@builtin(global_invocation_id) id: vec3u) {
        textureStore(screen, id.xy, vec4f(f32((id.x * 7u + id.y) % 5u == 0u)));
      }
      @compute @workgroup_size(64) fn tones(@builtin(global_invocation_id) id: vec3u) {
        if (id.x < arrayLength(&D0) && id.y == 0u) { D0[id.x] = f32(id.x) * pngine.aspect; }
      }"""
    :code """
      @fragment fn fs(@builtin(position) p: vec4f) -> @location(0) vec4f {
        return textureLoad(prev_life, vec2i(p.xy), 0) * D0[0];
      }""")
  (pass :name view :code "@fragment fn fs(@builtin(position) p: vec4f) -> @location(0) vec4f { return textureLoad(life, vec2i(p.xy), 0); }")))";
  const compile::Compiled c = sound(source);
  const std::string plain = expanded(source);
  CHECK(contains(plain, ":init [life__init0 life__init1]"));
  CHECK(contains(plain, "storage-binding"));
  REQUIRE(c.commands != nullptr);
  size_t once = 0;
  for (const format::Segment& s : c.commands->frames.at(0).segments) once += s.once ? 1 : 0;
  CHECK(once == 2);

  CHECK(warnings(R"((pass-graph (pass :name a :init "@compute @workgroup_size(1) fn f() {}"
    :code "@fragment fn fs() -> @location(0) vec4f { return vec4f(1); }")))") == "sugar/init-ignored");
  sound(R"((pass-graph (pass :name a
    :init "@compute @workgroup_size(4, 4) fn f(@builtin(global_invocation_id) i: vec3u) { textureStore(screen, i.xy, vec4f(1)); }"
    :code "@compute @workgroup_size(1) fn g() { textureStore(screen, vec2u(1), vec4f(0)); }")))");
}

TEST_CASE("directives stay in front, and a graph stands beside other forms") {
  sound(
      R"((pass-graph (pass :name a :code "diagnostic(off, derivative_uniformity); @fragment fn fs() -> @location(0) vec4f { return vec4f(pngine.time); }")))");
  const std::string_view beside = R"((frame :name other :perform [])
(pass-graph (pass :name a :code "@fragment fn fs() -> @location(0) vec4f { return vec4f(1); }")))";
  const compile::Compiled c = sound(beside);
  REQUIRE(c.commands != nullptr);
  REQUIRE(c.commands->frames.size() == 2);
  CHECK(!c.commands->frames[0].segments.empty());  // the graph's frame is the first one
  CHECK(
      errors(
          R"((frame :name main :perform []) (pass-graph (pass :name a :code "@fragment fn fs() -> @location(0) vec4f { return vec4f(1); }")))") ==
      "name/synthesized");
}

TEST_CASE("init forms") {
  const std::string_view source = R"((define :name n :value 4)
(buffer :name cells :size 64 :usage [storage])
(shader-module :name fill :code """
  @group(0) @binding(0) var<storage, read_write> cells: array<u32>;
  @compute @workgroup_size(4) fn any_name(@builtin(global_invocation_id) id: vec3u) { cells[id.x] = id.x; }""")
(init :name seed :buffer cells :module fill :workgroups [n])
(frame :name main :init [seed] :perform []))";
  const compile::Compiled c = sound(source);
  REQUIRE(c.commands != nullptr);
  REQUIRE(c.commands->frames.size() == 1);
  CHECK(c.commands->frames[0].segments.at(0).once.has_value());
  const std::string plain = expanded(source);
  CHECK(contains(plain, "(compute-pipeline :name seed-init-pipe :layout auto (compute :module fill))"));
  CHECK(contains(plain, "(dispatch :workgroups [n 1 1])"));

  CHECK(errors(R"((init :name a :buffer b :module m :workgroups [0.5]))") == "ref/unknown ref/unknown init/workgroups");
  CHECK(errors(R"((init :name a :buffer b))") == "init/keys init/keys ref/unknown");
  const compile::Compiled unbound = checked(R"((buffer :name b :size 4 :usage [storage])
(shader-module :name m :code "@group(0) @binding(1) var<storage, read_write> x: u32; @compute @workgroup_size(1) fn f() { x = 1; }")
(init :name a :buffer b :module m :workgroups [1])
(frame :name main :init [a] :perform []))");
  CHECK(has(unbound, "init/binding"));
  CHECK(has(checked(R"((buffer :name b :size 4 :usage [storage])
(shader-module :name m :code "@group(0) @binding(0) var<storage, read_write> x: u32; @compute @workgroup_size(1) fn f() { x = 1; }")
(init :name a :buffer b :module m :workgroups [1])
(frame :name main :perform []))"),
            "init/not-in-frame"));
}

TEST_CASE("unusable passes") {
  const auto graph = [](std::string_view keys) { return errors(cat("(pass-graph (pass :name a ", keys, "))")); };
  CHECK(errors("(pass-graph)") == "graph/empty");
  CHECK(graph("") == "sugar/code-missing");
  CHECK(graph(":code \"fn f() {} // @fragment\"") == "sugar/no-entry");
  CHECK(graph(":code \"@fragment fn fs() {} @compute @workgroup_size(1) fn c() {}\"") == "sugar/mixed");
  CHECK(graph(":code \"@fragment fn main() -> @location(0) vec4f { return vec4f(1); }\"") == "sugar/fs-name");
  CHECK(graph(":feedback true :code \"@fragment fn fs() -> @location(0) vec4f { return vec4f(1); }\"") ==
        "sugar/feedback-last");
  CHECK(graph(":code \"override w: u32; @compute @workgroup_size(w) fn c() {}\"") == "sugar/workgroup-literal");
  CHECK(graph(":file [1] :code \"@fragment fn fs() -> @location(0) vec4f { return vec4f(1); }\"") ==
        "sugar/file-element");
  CHECK(graph(":file [\"none.wasm\"] :code \"@fragment fn fs() -> @location(0) vec4f { return vec4f(D0[0]); }\"") ==
        "buffer/wasm-unreadable");
  CHECK(graph(":colour 1 :code \"@fragment fn fs() -> @location(0) vec4f { return vec4f(1); }\"") == "key/unknown");
  std::string many;
  for (int i = 0; i < 17; ++i) many += cat("@compute @workgroup_size(1) fn f", i, "() {} ");
  CHECK(graph(cat(":code \"", many, "\"")) == "sugar/entries-too-many");
  CHECK(
      warnings(
          R"((pass-graph (pass :name a :feedback true :code "@compute @workgroup_size(1) fn c() { textureStore(screen, vec2u(0), vec4f(1)); }")))") ==
      "sugar/feedback-compute");
}

TEST_CASE("several passes together") {
  constexpr std::string_view kPlain = ":code \"@fragment fn fs() -> @location(0) vec4f { return vec4f(1); }\")";
  CHECK(errors(cat("(pass-graph (pass :name a ", kPlain, " (pass :name a ", kPlain, ")")) == "name/duplicate");
  CHECK(errors(cat("(pass-graph (pass :name a ", kPlain, ") (pass-graph (pass :name b ", kPlain, ")")) ==
        "graph/several");
  CHECK(errors(cat("(pass-graph (pass :name a-b ", kPlain, " (pass :name c ", kPlain, ")")) == "name/wgsl-identifier");
  CHECK(warnings(cat("(pass-graph (pass :name a ", kPlain, " (pass :name c ", kPlain, ")")) == "sugar/unused-dep");
  CHECK(warnings(cat("(pass-graph (pass :name main ", kPlain, " (pass :name c ", kPlain, ")")) ==
        "sugar/main-not-last");
  // One broken pass is reported alone: what reads it is not.
  CHECK(errors(R"((pass-graph
  (pass :name a :code "no entry")
  (pass :name b :code "@fragment fn fs(@builtin(position) p: vec4f) -> @location(0) vec4f { return textureLoad(a, vec2i(p.xy), 0); }")))") ==
        "sugar/no-entry");
}

TEST_CASE("findings about generated modules lie in the author's text") {
  const std::string_view source = R"((pass-graph (pass :name a :code """
@fragment fn fs() -> @location(0) vec4f {
  return vec4f(pngine.tyme);
}""")))";
  const compile::Compiled c = checked(source);
  REQUIRE(rules(c) == std::vector<std::string>{"module/wgsl-error"});
  const Diagnostic& d = c.diagnostics.all()[0];
  CHECK(source.substr(d.span.begin, 11) == "pngine.tyme");
  REQUIRE(d.shader);
  CHECK(d.shader->line == 3);

  const std::string_view broken = "(pass-graph (pass :name a :code \"@fragment fn fs() {\n  let = 3;\n}\"))";
  const compile::Compiled b = checked(broken);
  REQUIRE(rules(b) == std::vector<std::string>{"module/wgsl-error"});
  REQUIRE(b.diagnostics.all().size() == 1);
  CHECK(broken.substr(b.diagnostics.all()[0].span.begin, 3) == "= 3");
}
