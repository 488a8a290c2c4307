// Every rule that lowering judges, each with the smallest document that breaks it and the text that the finding points
// at.
#include "compile/support.h"  // first: doctest has a macro WHEN, and so has the table of forms

#include <doctest/doctest.h>

using namespace pngine;
using namespace pngine::test;

namespace {

/// Pieces that many cases need.
constexpr std::string_view kShader = R"SJON(
(shader-module :name m :code """
@vertex fn vs() -> @builtin(position) vec4f { return vec4f(0); }
@fragment fn fs() -> @location(0) vec4f { return vec4f(1); }
@compute @workgroup_size(1) fn go() {}
""")
(render-pipeline :name rp :layout auto (vertex :module m) (fragment :module m (target :format rgba8unorm)))
(compute-pipeline :name cp :layout auto (compute :module m))
(texture :name t :size [4 4] :format rgba8unorm :usage [render-attachment])
)SJON";

struct Case {
  std::string_view rule;
  std::string_view source;
  std::string_view at;  ///< text under the span
};

const Case kCases[] = {
    {"data/no-source", "(data :name d)", "data"},
    {"data/two-sources", "(data :name d :float32 [1] (cube))", "cube"},
    {"data/file-unreadable", "(data :name d :file \"gone.png\")", "\"gone.png\""},
    {"wasm-data/file", "(data :name d (wasm-data :file \"gone.wasm\" :func f :returns \"f32\"))", "\"gone.wasm\""},
    {"wasm-data/returns", "(data :name d (wasm-data :file \"one.wasm\" :func f :returns \"vec3f\"))", "\"vec3f\""},
    {"wasm-data/not-wasm", "(data :name d (wasm-data :file \"text.txt\" :func f :returns \"f32\"))", "\"text.txt\""},
    {"wasmcall/returns", "(wasm-call :name w :file \"one.wasm\" :func f :returns \"array<f32, 2>\")",
     "\"array<f32, 2>\""},
    {"wasmcall/file", "(wasm-call :name w :file \"gone.wasm\" :func f :returns \"f32\")", "\"gone.wasm\""},
    {"wasmcall/export", "(wasm-call :name w :file \"one.wasm\" :func absent :returns \"f32\")", "absent"},
    {"buffer/no-size", "(buffer :name b :usage [storage])", "buffer"},
    {"buffer/map-both", "(buffer :name b :size 8 :usage [map-read map-write])", "[map-read map-write]"},
    {"buffer/map-combination", "(buffer :name b :size 8 :usage [map-read copy-dst storage])",
     "[map-read copy-dst storage]"},
    {"buffer/map-combination", "(buffer :name b :size 8 :usage [map-write copy-dst])", "[map-write copy-dst]"},
    {"buffer/wasm-unreadable", "(buffer :name b :usage [storage copy-dst] :file \"gone.wasm\")", "\"gone.wasm\""},
    {"buffer/wasm-contract", "(buffer :name b :usage [storage copy-dst] :file \"text.txt\")", "\"text.txt\""},
    {"buffer/wasm-contract", "(buffer :name b :usage [storage copy-dst] :file \"one.wasm\")", "\"one.wasm\""},
    {"buffer/init-multiple", "(buffer :name b :usage [storage copy-dst] :file \"odd.wasm\")", "\"odd.wasm\""},
    {"texture/sample-count",
     "(texture :name x :size [4 4] :format rgba8unorm :usage [render-attachment] :sample-count 2)", "2"},
    {"texture/msaa-dimension",
     "(texture :name x :size [4 4 4] :dimension 3d :format rgba8unorm :usage [render-attachment] :sample-count 4)",
     "3d"},
    {"texture/msaa-mips",
     "(texture :name x :size [4 4] :mip-level-count 2 :format rgba8unorm :usage [render-attachment] :sample-count 4)",
     "2"},
    {"texture/msaa-layers",
     "(texture :name x :size [4 4 2] :format rgba8unorm :usage [render-attachment] :sample-count 4)", "[4 4 2]"},
    {"texture/msaa-storage",
     "(texture :name x :size [4 4] :format rgba8unorm :usage [render-attachment storage-binding] :sample-count 4)",
     "[render-attachment storage-binding]"},
    {"texture/msaa-not-attachment",
     "(texture :name x :size [4 4] :format rgba8unorm :usage [texture-binding] :sample-count 4)", "[texture-binding]"},
    {"texture/attachment-1d", "(texture :name x :size [4] :dimension 1d :format rgba8unorm :usage [render-attachment])",
     "[render-attachment]"},
    {"sampler/anisotropy-filters", "(sampler :name s :max-anisotropy 4 :mag-filter linear :min-filter linear)", "4"},
    {"bind/slice-empty",
     "(buffer :name b :size 256 :usage [uniform]) (bind-group :name g :layout cp (entry :binding 0 :buffer b :offset "
     "256))",
     "256"},
    {"bind/slice-past-end",
     "(buffer :name b :size 256 :usage [uniform]) (bind-group :name g :layout cp (entry :binding 0 :buffer b :size "
     "260))",
     "260"},
    {"constant/unknown-override",
     "(compute-pipeline :name c :layout auto (compute :module m :entry go (constant :name A :value 1)))", "A"},
    {"constant/type",
     "(shader-module :name k :code \"override A: u32; @compute @workgroup_size(1) fn go() { _ = A; }\")"
     "(compute-pipeline :name c :layout auto (compute :module k (constant :name A :value -1)))",
     "-1"},
    {"constant/conflict",
     "(shader-module :name k :code \"override A: u32; @compute @workgroup_size(1) fn go() { _ = A; }\")"
     "(compute-pipeline :name c :layout auto (compute :module k (constant :name A :value 1)))"
     "(compute-pipeline :name d :layout auto (compute :module k (constant :name A :value 2)))",
     "2"},
    {"stage/entry-none",
     "(shader-module :name k :code \"fn f() {}\") (compute-pipeline :name c :layout auto (compute :module k))",
     "compute"},
    {"stage/entry-ambiguous",
     "(shader-module :name k :code \"@compute @workgroup_size(1) fn a() {} @compute @workgroup_size(1) fn b() {}\")"
     "(compute-pipeline :name c :layout auto (compute :module k))",
     "compute"},
    {"module/wgsl-error", "(shader-module :name k :code \"fn f( {}\")", ""},
    {"ds/format-colour", "(render-pipeline :name p :layout auto (vertex :module m) (depth-stencil :format rgba8unorm))",
     "rgba8unorm"},
    {"ds/write-needs-depth",
     "(render-pipeline :name p :layout auto (vertex :module m) (depth-stencil :format stencil8 :depth-write-enabled "
     "true))",
     "true"},
    {"ds/compare-needs-depth",
     "(render-pipeline :name p :layout auto (vertex :module m) (depth-stencil :format stencil8 :depth-compare less))",
     "less"},
    {"ds/face-needs-stencil",
     "(render-pipeline :name p :layout auto (vertex :module m) (depth-stencil :format depth24plus :depth-write-enabled "
     "false "
     "(stencil-front :pass-op zero)))",
     "(stencil-front :pass-op zero)"},
    {"ds/write-enabled-required",
     "(render-pipeline :name p :layout auto (vertex :module m) (depth-stencil :format depth24plus :depth-compare "
     "less))",
     "(depth-stencil :format depth24plus :depth-compare less)"},
    {"ds/compare-required",
     "(render-pipeline :name p :layout auto (vertex :module m) (depth-stencil :format depth24plus :depth-write-enabled "
     "true))",
     "(depth-stencil :format depth24plus :depth-write-enabled true)"},
    {"ds/bias-topology",
     "(render-pipeline :name p :layout auto (vertex :module m) (primitive :topology line-list) "
     "(depth-stencil :format depth24plus :depth-write-enabled false :depth-bias 2))",
     "2"},
    {"ms/a2c-count",
     "(render-pipeline :name p :layout auto (vertex :module m) (fragment :module m (target :format rgba8unorm)) "
     "(multisample :alpha-to-coverage-enabled true))",
     "true"},
    {"ms/a2c-fragment",
     "(render-pipeline :name p :layout auto (vertex :module m) (depth-stencil :format depth24plus :depth-write-enabled "
     "false) "
     "(multisample :count 4 :alpha-to-coverage-enabled true))",
     "true"},
    {"ms/a2c-alpha",
     "(render-pipeline :name p :layout auto (vertex :module m) (fragment :module m (target :format r8unorm)) "
     "(multisample :count 4 :alpha-to-coverage-enabled true))",
     "true"},
    {"target/blend-integer",
     "(render-pipeline :name p :layout auto (vertex :module m) (fragment :module m (target :format r32uint (blend "
     "(color) (alpha)))))",
     "(blend (color) (alpha))"},
    {"pass/no-attachment", "(render-pass :name p)", "render-pass"},
    {"pass/draw-without-pipeline",
     "(render-pass :name p (color-attachment :view t :load-op clear :store-op store) (draw :vertex-count 3))", "draw"},
    {"pass/pool-offset-range",
     "(buffer :name b :size 16 :usage [vertex] :pool 2) (render-pass :name p :vertex-buffers [b] "
     ":vertex-buffers-pool-offsets [2] "
     "(color-attachment :view t :load-op clear :store-op store))",
     "2"},
    {"attachment/clear-with-load",
     "(render-pass :name p (color-attachment :view t :load-op load :store-op store :clear-value [0 0 0 0]))",
     "[0 0 0 0]"},
    {"da/view-colour",
     "(render-pass :name p (depth-stencil-attachment :view t :depth-load-op load :depth-store-op store))", "t"},
    {"da/ops-missing",
     "(texture :name d :size [4 4] :format depth24plus :usage [render-attachment]) (render-pass :name p "
     "(depth-stencil-attachment :view d))",
     "(depth-stencil-attachment :view d)"},
    {"da/ops-forbidden",
     "(texture :name d :size [4 4] :format depth24plus :usage [render-attachment]) (render-pass :name p "
     "(depth-stencil-attachment :view d "
     ":depth-load-op load :depth-store-op store :stencil-load-op load))",
     "load"},
    {"da/clear-required",
     "(texture :name d :size [4 4] :format depth24plus :usage [render-attachment]) (render-pass :name p "
     "(depth-stencil-attachment :view d "
     ":depth-load-op clear :depth-store-op store))",
     "clear"},
    {"da/clear-with-load",
     "(texture :name d :size [4 4] :format depth24plus :usage [render-attachment]) (render-pass :name p "
     "(depth-stencil-attachment :view d "
     ":depth-load-op load :depth-store-op store :depth-clear-value 1))",
     "1"},
    {"state/viewport-int",
     "(render-pass :name p :viewport [0 0 1.5 2] (color-attachment :view t :load-op clear :store-op store))", "1.5"},
    {"occlusion/no-set",
     "(render-pass :name p :pipeline rp (color-attachment :view t :load-op clear :store-op store) (occlusion-query "
     "(draw :vertex-count 3)))",
     "occlusion-query"},
    {"bundle/colour-is-depth",
     "(render-bundle :name b :pipeline rp :color-formats [depth24plus] (draw :vertex-count 3))", "depth24plus"},
    {"bundle/depth-is-colour",
     "(render-bundle :name b :pipeline rp :color-formats [rgba8unorm] :depth-stencil-format r8unorm (draw "
     ":vertex-count 3))",
     "r8unorm"},
    {"write/no-copy-dst",
     "(buffer :name b :size 16 :usage [uniform]) (queue :name q (write-buffer :buffer b :data pngine-inputs))", "b"},
    {"copy/source-usage",
     "(buffer :name a :size 16 :usage [storage]) (buffer :name b :size 16 :usage [copy-dst]) "
     "(queue :name q (copy-buffer-to-buffer :source a :destination b :size 16))",
     "a"},
    {"copy/destination-usage",
     "(buffer :name a :size 16 :usage [copy-src]) (buffer :name b :size 16 :usage [storage]) "
     "(queue :name q (copy-buffer-to-buffer :source a :destination b :size 16))",
     "b"},
    {"copy/buffer-past-end",
     "(buffer :name a :size 16 :usage [copy-src]) (buffer :name b :size 32 :usage [copy-dst]) "
     "(queue :name q (copy-buffer-to-buffer :source a :destination b :size 20))",
     "20"},
    {"frame/init-repeated",
     "(compute-pass :name c :pipeline cp (dispatch :workgroups [1])) (frame :name f :init [c c] :perform [])", "c"},
};

/// (module (global i32 const) ...) with exports: see the bytes.
Bytes module(std::initializer_list<uint8_t> sections) {
  Bytes out = {0, 'a', 's', 'm', 1, 0, 0, 0};
  out.insert(out.end(), sections);
  return out;
}

Files files() {
  Files out;
  out.all["text.txt"] = {'h', 'i'};
  // type () -> i32; function 0; memory "memory"; exports f, memory; body i32.const 8
  out.all["one.wasm"] = module({1,   5, 1, 0x60, 0,   1,   0x7F, 3,   2,   1,   0, 5, 3,  1, 0, 1, 7, 14,   2, 1,
                                'f', 0, 0, 6,    'm', 'e', 'm',  'o', 'r', 'y', 2, 0, 10, 6, 1, 4, 0, 0x41, 8, 0x0B});
  // memory; global i32 const 6; exports m, l
  out.all["odd.wasm"] = module({5, 3, 1, 0, 1, 6, 6, 1, 0x7F, 0, 0x41, 6, 0x0B, 7, 9, 2, 1, 'm', 2, 0, 1, 'l', 3, 0});
  return out;
}

}  // namespace

TEST_CASE("rules judged while lowering") {
  Files reader = files();
  for (const Case& test : kCases) {
    CAPTURE(test.rule);
    const std::string source = cat(kShader, test.source);
    const compile::Compiled c = compiled(source, &reader);
    const std::string all = findings(c, source);
    CAPTURE(all);
    const Diagnostic* found = nullptr;
    for (const Diagnostic& d : c.diagnostics.all()) {
      if (d.rule == test.rule && d.severity == Severity::error) found = &d;
    }
    REQUIRE(found != nullptr);
    if (!test.at.empty()) CHECK(source.substr(found->span.begin, found->span.size()) == test.at);
    CHECK(c.payload.empty());
  }
}

TEST_CASE("the shared pieces are sound") {
  const compile::Compiled c = compiled(kShader);
  CHECK_MESSAGE(!c.diagnostics.hasErrors(), findings(c, kShader));
}

TEST_CASE("several independent errors come out of one run") {
  constexpr std::string_view source = R"(
(buffer :name a :usage [storage])
(buffer :name b :size 4 :usage [map-read map-write])
(texture :name t :size [4 4] :format rgba8unorm :usage [render-attachment] :sample-count 3)
(render-pass :name p)
)";
  const compile::Compiled c = compiled(source);
  for (const std::string_view rule :
       {"buffer/no-size", "buffer/map-both", "texture/sample-count", "pass/no-attachment"}) {
    CHECK(has(c, rule));
  }
}

TEST_CASE("warnings of lowering") {
  constexpr std::string_view source = R"SJON(
(shader-module :name m :code "@group(0) @binding(0) var<uniform> u: vec4f; @compute @workgroup_size(1) fn go() { _ = u; }")
(bind-group-layout :name bl (entry :binding 0 :visibility [compute] (buffer)))
(pipeline-layout :name pl :bind-group-layouts [bl])
(compute-pipeline :name cp :layout pl (compute :module m))
(buffer :name b :size 16 :usage [uniform])
(bind-group :name g :layout bl :group 1 (entry :binding 0 :buffer b))
(compute-pass :name c :pipeline cp :bind-groups [g] (dispatch :workgroups [1]))
(frame :name f :init [c] :perform [c])
)SJON";
  const compile::Compiled c = compiled(source);
  CHECK_MESSAGE(!c.diagnostics.hasErrors(), findings(c, source));
  CHECK(has(c, "bind/group-inert"));
  CHECK(has(c, "frame/init-and-perform"));
}

TEST_CASE("messages of the checker land on the author's bytes") {
  struct Checker final : compile::ModuleChecker {
    std::vector<compile::ModuleMessage> check(std::string_view wgsl) override {
      const size_t at = wgsl.find("wrong");
      if (at == std::string_view::npos) return {};
      uint32_t line = 1, column = 1;
      for (size_t i = 0; i < at; ++i) {
        ++column;
        if (wgsl[i] == '\n') ++line, column = 1;
      }
      return {{compile::ModuleMessage::Kind::error, line, column, 5, "unresolved"}};
    }
  } checker;
  compile::CompileOptions options;
  options.checker = &checker;
  // After a constant of mathematics, after a specialised override, and behind escapes.
  const std::string_view sources[] = {
      "(shader-module :name m :code \"\"\"\nfn f() -> f32 { return PI * TAU * wrong; }\n\"\"\")",
      "(shader-module :name m :code \"\"\"override A: f32; @compute @workgroup_size(1) fn g() { _ = wrong; }\"\"\")"
      "(compute-pipeline :name c :layout auto (compute :module m :entry g (constant :name A :value 2.5)))",
      "(shader-module :name m :code \"fn f() {}\\n\\tfn g() { wrong }\")"};
  for (const std::string_view source : sources) {
    const compile::Compiled c = compile::compile(source, options);
    const Diagnostic* found = nullptr;
    for (const Diagnostic& d : c.diagnostics.all()) {
      if (d.rule == "module/wgsl-error") found = &d;
    }
    REQUIRE(found != nullptr);
    CHECK(source.substr(found->span.begin, 5) == "wrong");
    REQUIRE(found->shader);
    CHECK(found->shader->module == "m");
  }
}
