// Whole programs: the compute sample of two passes with a readback, a picture, pools, one-shot work.
#include "compile/support.h"  // first: doctest has a macro WHEN, and so has the table of forms

#include <doctest/doctest.h>

using namespace pngine;
using namespace pngine::test;

namespace {

constexpr std::string_view kCompute = R"SJON(
(define :name N :value 256)
(buffer :name steps :size (* N 4) :usage [storage])
(buffer :name result :size 32 :usage [storage copy-src])
(buffer :name readback :size 32 :usage [map-read copy-dst])
(shader-module :name climb :code """
@group(0) @binding(0) var<storage, read_write> steps: array<u32>;
@compute @workgroup_size(64)
fn main(@builtin(global_invocation_id) gid: vec3u) { steps[gid.x] = gid.x; }
""")
(shader-module :name fold :code """
@group(0) @binding(0) var<storage, read> steps: array<u32>;
@group(0) @binding(1) var<storage, read_write> result: array<vec2u>;
@compute @workgroup_size(1)
fn main() { result[0] = vec2u(steps[3], 0u); }
""")
(compute-pipeline :name climbPipeline :layout auto (compute :module climb :entry main))
(compute-pipeline :name foldPipeline :layout auto (compute :module fold))
(bind-group :name climbGroup :layout climbPipeline (entry :binding 0 :buffer steps))
(bind-group :name foldGroup :layout foldPipeline (entry :binding 0 :buffer steps) (entry :binding 1 :buffer result))
(compute-pass :name climbPass :pipeline climbPipeline :bind-groups [climbGroup] (dispatch :workgroups [(ceil (/ N 64))]))
(compute-pass :name foldPass :pipeline foldPipeline :bind-groups [foldGroup] (dispatch :workgroups [1]))
(queue :name readOut
  (copy-buffer-to-buffer :source result :destination readback :size 32))
(frame :name main :perform [climbPass foldPass readOut])
)SJON";

}  // namespace

TEST_CASE("a compute program becomes a load and one frame") {
  const compile::Compiled c = compiled(kCompute);
  REQUIRE_MESSAGE(c.commands != nullptr, findings(c, kCompute));
  CHECK(names(c.commands->load) ==
        "create shader\ncreate shader\ncreate buffer\ncreate buffer\ncreate buffer\ncreate compute pipeline\n"
        "create compute pipeline\ncreate bind group\ncreate bind group\n");
  REQUIRE(c.commands->frames.size() == 1);
  CHECK(c.commands->frames[0].name == "main");
  CHECK(show(c.commands->frames[0]) ==
        "begin compute pass\nset pipeline 0\nset bind group 0 0\ndispatch 4 1 1\nend pass\n"
        "begin compute pass\nset pipeline 1\nset bind group 0 1\ndispatch 1 1 1\nend pass\n"
        "copy buffer to buffer 1 0 2 0 32\nsubmit\n");
  CHECK(c.commands->plugins == 0b101);
  REQUIRE(c.commands->names.size() == 1);
  CHECK(c.commands->names[0].name == "readback");
  CHECK(c.commands->names[0].id == 2);
  const auto view = format::readPayload(c.payload);
  REQUIRE(view);
  CHECK(view->shaders.size() == 2);
  CHECK(asText(view->data[view->shaders[0].data]).find("steps[gid.x] = gid.x") != std::string_view::npos);
}

TEST_CASE("equal documents give equal bytes") { CHECK(compiled(kCompute).payload == compiled(kCompute).payload); }

TEST_CASE("the same forms in another order give the same program") {
  std::string reversed;
  // Move the frame and the define to opposite ends.
  const size_t frame = kCompute.find("(frame");
  reversed = cat(kCompute.substr(frame), kCompute.substr(0, frame));
  CHECK(compiled(reversed).payload == compiled(kCompute).payload);
}

TEST_CASE("pools: consecutive ids, ping-pong entries, fixups with offsets") {
  constexpr std::string_view source = R"SJON(
(data :name seed :float32 [1 2 3 4])
(buffer :name p :data seed :usage [storage vertex] :pool 2)
(shader-module :name m :code """
@group(0) @binding(0) var<storage, read> a: array<f32>;
@group(0) @binding(1) var<storage, read_write> b: array<f32>;
@compute @workgroup_size(1) fn go() { b[0] = a[0]; }
""")
(compute-pipeline :name c :layout auto (compute :module m))
(bind-group :name g :layout c :pool 2
  (entry :binding 0 :buffer p :ping-pong 0)
  (entry :binding 1 :buffer p :ping-pong 1))
(compute-pass :name step :pipeline c :bind-groups [g] :bind-groups-pool-offsets [1] (dispatch :workgroups [1]))
(frame :name main :perform [step])
)SJON";
  const compile::Compiled c = compiled(source);
  REQUIRE_MESSAGE(c.commands != nullptr, findings(c, source));
  CHECK(show(c.commands->load) ==
        cat("create shader 0 <", c.program->modules[0].shipped.size(), ">\n",
            "create buffer 0 16 168\ncreate buffer 1 16 168\n",  // storage, vertex, and copy-dst for the first bytes
            "write buffer 0 0 <16>\nwrite buffer 1 0 <16>\n", "create compute pipeline 0 <", 1 + 2 + 1 + 2, ">\n",
            "create bind group 0 0 <32>\ncreate bind group 1 0 <32>\n"));
  // Group member k binds (offset + k) mod 2: ids 0 1, then 1 0.
  const auto group = [&](size_t nth) {
    std::vector<uint32_t> ids;
    size_t seen = 0;
    for (const format::Fixup& f : c.commands->load.fixups) {
      const Bytes& blob = c.commands->blobs[f.blob];
      if (blob.size() != 32 || blob[0] != 3) continue;
      if (seen++ != nth) continue;
      const ByteView bytes = blob;
      // tag, fields, (id type value) of the group index, then id type count and entries of 12 bytes.
      for (size_t e = 0; e < 2; ++e)
        ids.push_back(static_cast<uint32_t>(bytes[8 + 12 * e + 2] | bytes[8 + 12 * e + 3] << 8));
    }
    return ids;
  };
  CHECK(group(0) == std::vector<uint32_t>{0, 1});
  CHECK(group(1) == std::vector<uint32_t>{1, 0});
  const std::vector<format::Fixup>& fixups = c.commands->frames[0].segments[0].commands.fixups;
  REQUIRE(fixups.size() == 1);
  CHECK(fixups[0].kind == format::Fixup::Kind::pool);
  CHECK(fixups[0].size == 2);
  CHECK(fixups[0].offset == 1);
}

TEST_CASE("one-shot passes get one mark each, shared between frames, ahead of the rest") {
  constexpr std::string_view source = R"SJON(
(buffer :name b :size 16 :usage [storage uniform copy-dst])
(shader-module :name m :code "@group(0) @binding(0) var<storage, read_write> a: array<f32>; @compute @workgroup_size(1) fn go() { a[0] = 1.0; }")
(compute-pipeline :name c :layout auto (compute :module m))
(bind-group :name g :layout c (entry :binding 0 :buffer b))
(compute-pass :name first :pipeline c :bind-groups [g] (dispatch :workgroups [1 2]))
(compute-pass :name other :pipeline c :bind-groups [g] (dispatch :workgroups [3]))
(queue :name clock (write-buffer :buffer b :data pngine-inputs))
(frame :name main :init [first] :before [clock] :perform [other])
(frame :name second :init [first other] :perform [])
)SJON";
  const compile::Compiled c = compiled(source);
  REQUIRE_MESSAGE(c.commands != nullptr, findings(c, source));
  CHECK(show(c.commands->frames[0]) ==
        "once 0:\nbegin compute pass\nset pipeline 0\nset bind group 0 0\ndispatch 1 2 1\nend pass\n"
        "write time inputs 0 0 16\n"
        "begin compute pass\nset pipeline 0\nset bind group 0 0\ndispatch 3 1 1\nend pass\nsubmit\n");
  CHECK(show(c.commands->frames[1]) ==
        "once 0:\nbegin compute pass\nset pipeline 0\nset bind group 0 0\ndispatch 1 2 1\nend pass\n"
        "once 1:\nbegin compute pass\nset pipeline 0\nset bind group 0 0\ndispatch 3 1 1\nend pass\nsubmit\n");
}

TEST_CASE("a pass with every key emits its calls in the fixed order") {
  constexpr std::string_view source = R"SJON(
(shader-module :name m :code """
struct U { tint: vec4f }
@group(0) @binding(0) var<uniform> u: U;
@vertex fn vs(@location(0) p: vec2f) -> @builtin(position) vec4f { return vec4f(p, 0, 1); }
@fragment fn fs() -> @location(0) vec4f { return u.tint; }
""")
(data :name corners :float32 [0 0 1 0 0 1])
(data :name order :float32 [0 0 0])
(buffer :name v :data corners :usage [vertex])
(buffer :name ix :data order :usage [index] :index-format uint16)
(buffer :name ub :size 16 :usage [uniform copy-dst])
(texture :name depth :size canvas :format depth24plus-stencil8 :usage [render-attachment])
(query-set :name occ :type occlusion :count 4)
(query-set :name tick :type timestamp :count 2)
(render-pipeline :name p :layout auto
  (vertex :module m (vertex-buffer :array-stride 8 (attribute :shader-location 0 :offset 0 :format float32x2)))
  (fragment :module m (target :format preferred-canvas-format (blend (color :src-factor constant :dst-factor zero) (alpha))))
  (depth-stencil :format depth24plus-stencil8 :depth-write-enabled true :depth-compare less (stencil-front :pass-op replace)))
(bind-group :name g :layout p (entry :binding 0 :buffer ub))
(render-bundle :name rb :pipeline p :color-formats [preferred-canvas-format] :depth-stencil-format depth24plus-stencil8
  :vertex-buffers [v] :bind-groups [g] (draw :vertex-count 3))
(render-pass :name main-pass :pipeline p :bind-groups [g] :index-buffer ix :vertex-buffers [v]
  :occlusion-query-set occ :stencil-reference 7 :blend-constant [1 0.5 0 1] :viewport [0 0 8 8] :scissor-rect [1 2 3 4]
  :execute-bundles [rb]
  (timestamp-writes :query-set tick)
  (color-attachment :view context-current-texture :load-op clear :store-op store :clear-value [0 0 0 1])
  (depth-stencil-attachment :view depth :depth-load-op clear :depth-store-op discard :depth-clear-value 0.5
    :stencil-load-op clear :stencil-store-op store :stencil-clear-value 3)
  (draw-indexed :index-count 3)
  (occlusion-query :query-index 2 (draw :vertex-count 3 :instance-count 2)))
(frame :name f :perform [main-pass])
)SJON";
  const compile::Compiled c = compiled(source);
  REQUIRE_MESSAGE(c.commands != nullptr, findings(c, source));
  CHECK(show(c.commands->frames[0]) ==
        "next pass: occlusion query set 0\n"
        "next pass: timestamp writes 1 0 1\n"
        "next pass: depth/stencil ops 1 1 1 0\n"
        "next pass: depth/stencil clear 0.5 3\n"
        "begin render pass 65534 1 0 0 0 0 0 1 65535\n"
        "set pipeline 0\n"
        "set bind group 0 0\n"
        "set index buffer 1 0\n"
        "set vertex buffer 0 0\n"
        "set stencil reference 7\n"
        "set blend constant 1 0.5 0 1\n"
        "set viewport 0 0 8 8 0 1\n"
        "set scissor rect 1 2 3 4\n"
        "draw indexed 3 1 0 0 0\n"
        "begin occlusion query 2\ndraw 3 2 0 0\nend occlusion query\n"
        "execute bundles 0\n"
        "end pass\nsubmit\n");
  REQUIRE(c.commands->uniforms.size() == 1);
  CHECK(c.commands->uniforms[0].fields[0].path == "tint");
  CHECK(c.commands->uniforms[0].fields[0].type == 5);
}

TEST_CASE("a bundle with 32-bit indices is drawn in the pass") {
  constexpr std::string_view source = R"SJON(
(shader-module :name m :code """
@vertex fn vs(@builtin(vertex_index) i: u32) -> @builtin(position) vec4f { return vec4f(f32(i), 0, 0, 1); }
@fragment fn fs() -> @location(0) vec4f { return vec4f(1); }
""")
(data :name order :float32 [0 0 0])
(buffer :name ix :data order :usage [index] :index-format uint32)
(render-pipeline :name p :layout auto (vertex :module m) (fragment :module m (target :format preferred-canvas-format)))
(render-bundle :name rb :pipeline p :color-formats [preferred-canvas-format] :index-buffer ix (draw-indexed :index-count 3))
(render-bundle :name plain :pipeline p :color-formats [preferred-canvas-format] (draw :vertex-count 3))
(render-pass :name r :execute-bundles [plain rb plain]
  (color-attachment :view context-current-texture :load-op clear :store-op store))
(frame :name f :perform [r])
)SJON";
  const compile::Compiled c = compiled(source);
  REQUIRE_MESSAGE(c.commands != nullptr, findings(c, source));
  CHECK(show(c.commands->frames[0]) ==
        "begin render pass 65534 1 0 65535 0 0 0 0 65535\n"
        "execute bundles 1\nset pipeline 0\nset index buffer 0 1\ndraw indexed 3 1 0 0 0\nexecute bundles 1\n"
        "end pass\nsubmit\n");
}

TEST_CASE("several targets, a pooled target, a canvas-sized grid") {
  constexpr std::string_view source = R"SJON(
(shader-module :name m :code """
struct Out { @location(0) a: vec4f, @location(1) b: vec4f }
@vertex fn vs() -> @builtin(position) vec4f { return vec4f(0); }
@fragment fn two() -> Out { return Out(vec4f(1), vec4f(0)); }
@fragment fn one() -> @location(0) vec4f { return vec4f(1); }
""")
(shader-module :name k :code """
@group(0) @binding(0) var screen: texture_storage_2d<rgba8unorm, write>;
@compute @workgroup_size(8, 4) fn go(@builtin(global_invocation_id) id: vec3u) { textureStore(screen, id.xy, vec4f(1)); }
""")
(texture :name t :size [16 16] :format rgba8unorm :usage [render-attachment] :pool 3)
(texture :name u :size [16 16] :format rgba8unorm :usage [render-attachment])
(texture :name w :size [16 16] :format rgba8unorm :usage [render-attachment])
(texture :name s :size canvas :format rgba8unorm :usage [storage-binding])
(render-pipeline :name p2 :layout auto (vertex :module m)
  (fragment :module m :entry two (target :format rgba8unorm) (target :format rgba8unorm)))
(render-pipeline :name p1 :layout auto (vertex :module m) (fragment :module m :entry one (target :format rgba8unorm)))
(compute-pipeline :name c :layout auto (compute :module k))
(bind-group :name g :layout c (entry :binding 0 :texture s))
(render-pass :name r2 :pipeline p2
  (color-attachment :view u :load-op clear :store-op store)
  (color-attachment :view w :load-op load :store-op store)
  (draw :vertex-count 3))
(render-pass :name r1 :pipeline p1 (color-attachment :view t :load-op clear :store-op store) (draw :vertex-count 3))
(compute-pass :name cp :pipeline c :bind-groups [g] (dispatch :canvas-tile [8 4]))
(frame :name f :perform [r2 r1 cp])
)SJON";
  const compile::Compiled c = compiled(source);
  REQUIRE_MESSAGE(c.commands != nullptr, findings(c, source));
  const std::string text = show(c.commands->frames[0]);
  CHECK(text.find("begin render pass, several targets [3 1] [4 0] 65535\n") != std::string::npos);
  const auto& fixups = c.commands->frames[0].segments[0].commands.fixups;
  REQUIRE(fixups.size() == 3);
  CHECK(fixups[0].kind == format::Fixup::Kind::pool);
  CHECK(fixups[0].size == 3);
  CHECK(fixups[1].kind == format::Fixup::Kind::grid_x);
  CHECK(fixups[1].size == 8);
  CHECK(fixups[2].kind == format::Fixup::Kind::grid_y);
  CHECK(fixups[2].size == 4);
}

TEST_CASE("hostile text ends in findings") {
  for (const std::string_view source :
       {"", "(", "(buffer", "(frame :name f :perform [x])", "(render-pass :name)", "\xff\xfe",
        "(shader-module :name m :code \"fn\") (compute-pipeline :name c :layout auto (compute :module m))"}) {
    const compile::Compiled c = compiled(source);
    CHECK(c.diagnostics.hasErrors());
    CHECK(c.payload.empty());
  }
}
